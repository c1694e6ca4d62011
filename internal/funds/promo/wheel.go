package promo

import (
	"context"
	"crypto/sha256"
	"errors"
	"time"

	"github.com/jackc/pgx/v5"

	"hubstake/internal/core/fairness"
	"hubstake/internal/core/fault"
	"hubstake/internal/core/id"
	"hubstake/internal/core/money"
	"hubstake/internal/core/paging"
	"hubstake/internal/funds/promo/promodb"
	"hubstake/internal/ledger/wallet"
	"hubstake/internal/operator/site"
	"hubstake/internal/platform/pg"
)

// maxSeed bounds what a member puts into a turn, in code points.
const maxSeed = 64

// Turn is a member's turn of the wheel of a day. Before it is taken only Commit is known: the SHA-256 of the seed, which was
// drawn already. Afterwards Seed proves that the result was not chosen.
type Turn struct {
	Day     time.Time // midnight UTC
	Version int32
	Wheel   Wheel
	Commit  [32]byte

	At         *time.Time // nil: not yet
	Seed       []byte
	ClientSeed string
	Roll       int64 // 0 to Wheel.Total()-1
	Prize      int   // index into Wheel.Prizes
	Points     money.Amount
}

// Roll returns the result of a turn, 0 to total-1: the first number of the stream of its seed and the member's own words (S-52).
func Roll(seed []byte, clientSeed string, total int64) int64 {
	return fairness.NewStream(seed, clientSeed).Intn(total)
}

// at is the prize of a roll: the prizes lie side by side, each as long as its weight.
func (w Wheel) at(roll int64) int {
	for i, p := range w.Prizes {
		if roll -= p.Weight; roll < 0 {
			return i
		}
	}
	return len(w.Prizes) - 1
}

// Wheel shows today's wheel to a member, with the commitment to its result, or the result. B0099 where there is none.
func (s *Service) Wheel(ctx context.Context, who Who) (t Turn, err error) {
	st, err := s.open(ctx, who)
	if err != nil {
		return t, err
	}
	err = pg.InTx(ctx, s.db, func(tx pgx.Tx) error {
		t, err = s.wheel(ctx, tx, who, st.Options, (*promodb.Queries).Spin)
		return err
	})
	return t, err
}

// wheel finds the turn of today, or opens it.
func (s *Service) wheel(
	ctx context.Context, tx pgx.Tx, who Who, o site.Options,
	read func(*promodb.Queries, context.Context, promodb.SpinParams) (promodb.SpinRow, error),
) (t Turn, err error) {
	if err := s.enter(ctx, tx, who); err != nil {
		return t, err
	}
	settings, err := load(ctx, tx, who.Site)
	if err != nil {
		return t, err
	}
	if !settings.Wheel.Active {
		return t, fault.GameUnavailable
	}
	q, now := promodb.New(tx), s.clk.Now()
	today := Day(now, o.Location())
	key := promodb.SpinParams{MemberID: who.Member, Day: today}
	r, err := read(q, ctx, key)
	if errors.Is(err, pgx.ErrNoRows) {
		err = q.OpenSpin(ctx, promodb.OpenSpinParams{
			MemberID: who.Member, Day: today, SiteID: who.Site, Version: settings.Stamps[wheelName].Version, Seed: id.Key(), OpenedAt: now,
		})
		if err == nil {
			r, err = read(q, ctx, key)
		}
	}
	if err != nil {
		return t, wrap("wheel", err)
	}
	value, err := q.SettingVersion(ctx, promodb.SettingVersionParams{SiteID: who.Site, Name: wheelName, Version: r.Version})
	if err != nil {
		return t, wrap("wheel", err)
	}
	t, err = turn(promodb.SpinsRow{
		Day: r.Day, Version: r.Version, Seed: r.Seed, SpunAt: r.SpunAt, ClientSeed: r.ClientSeed, Roll: r.Roll, Prize: r.Prize, Points: r.Points, Value: value,
	})
	return t, wrap("wheel", err)
}

func turn(r promodb.SpinsRow) (Turn, error) {
	t := Turn{Day: r.Day, Version: r.Version, Commit: sha256.Sum256(r.Seed), At: r.SpunAt, Seed: r.Seed, ClientSeed: r.ClientSeed}
	if r.SpunAt != nil {
		t.Roll, t.Prize, t.Points = *r.Roll, int(*r.Prize), money.Amount(*r.Points)
	}
	return t, unmarshal(r.Value, &t.Wheel)
}

// Spin takes a member's turn of today. clientSeed is the member's own part of it, up to 64 letters, and may be empty. Once a
// day: again is true for every call after the first, which changes nothing and answers the same turn.
func (s *Service) Spin(ctx context.Context, who Who, clientSeed string) (t Turn, again bool, err error) {
	if !text(clientSeed, maxSeed) {
		return t, false, fault.Failed
	}
	st, err := s.open(ctx, who)
	if err != nil {
		return t, false, err
	}
	err = pg.InTx(ctx, s.db, func(tx pgx.Tx) error {
		lock := func(q *promodb.Queries, ctx context.Context, p promodb.SpinParams) (promodb.SpinRow, error) {
			r, err := q.LockSpin(ctx, promodb.LockSpinParams(p))
			return promodb.SpinRow(r), err
		}
		if t, err = s.wheel(ctx, tx, who, st.Options, lock); err != nil {
			return err
		}
		if again = t.At != nil; again {
			return nil
		}
		return s.spin(ctx, tx, who, st.Options, &t, clientSeed)
	})
	return t, again, err
}

func (s *Service) spin(ctx context.Context, tx pgx.Tx, who Who, o site.Options, t *Turn, clientSeed string) error {
	now := s.clk.Now()
	t.At, t.ClientSeed, t.Roll = &now, clientSeed, Roll(t.Seed, clientSeed, t.Wheel.Total())
	t.Prize = t.Wheel.at(t.Roll)
	t.Points = t.Wheel.Prizes[t.Prize].Points
	err := promodb.New(tx).CloseSpin(ctx, promodb.CloseSpinParams{
		MemberID: who.Member, Day: t.Day, At: now, ClientSeed: clientSeed, Roll: t.Roll, Prize: int32(t.Prize), Points: int64(t.Points),
	})
	if err != nil || t.Points == 0 {
		return wrap("spin", err)
	}
	_, err = credit(ctx, tx, o, wallet.Move{
		Member: who.Member, Currency: o.Currency, Unit: wallet.Point, Amount: t.Points, Contra: wallet.ContraPromo,
		Kind: "rotary", Ref: dayRef(who.Member, t.Day), Trace: who.Trace,
	}, 0, now)
	return err
}

// Turns returns a page of the turns that a member took, newest first, and how many there are.
func (s *Service) Turns(ctx context.Context, who Who, page paging.Slice) ([]Turn, int64, error) {
	q := promodb.New(s.db)
	total, err := q.SpinsCount(ctx, who.Member)
	if err != nil {
		return nil, 0, wrap("turns", err)
	}
	rows, err := q.Spins(ctx, promodb.SpinsParams{MemberID: who.Member, Count: page.Count, Skip: page.Skip})
	if err != nil {
		return nil, 0, wrap("turns", err)
	}
	out := make([]Turn, len(rows))
	for i, r := range rows {
		if out[i], err = turn(r); err != nil {
			return nil, 0, wrap("turns", err)
		}
	}
	return out, total, nil
}

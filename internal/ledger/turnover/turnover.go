package turnover

import (
	"context"
	"fmt"
	"time"

	"github.com/jackc/pgx/v5"
	"github.com/jackc/pgx/v5/pgtype"

	"hubstake/internal/core/money"
	"hubstake/internal/ledger/turnover/turnoverdb"
	"hubstake/internal/ledger/wallet"
	"hubstake/internal/operator/site"
)

// Keep is how long a round may change what it takes off; after that it is final.
const Keep = 8 * 24 * time.Hour

// Credit carries out a move that gives a member money or points, and notes what must be played for it (D-20); need 0 asks for
// nothing. A move that was carried out before changes nothing. The errors are those of wallet.Apply.
func Credit(ctx context.Context, tx pgx.Tx, o site.Options, m wallet.Move, need money.Amount, at time.Time) (wallet.State, bool, error) {
	s, repeated, err := wallet.Apply(ctx, tx, m)
	if err != nil || repeated {
		return s, repeated, err
	}
	return s, false, Ask(ctx, tx, o, m, s, need, at)
}

// Ask notes what must be played for a credit that was carried out in tx and left the wallet in the state after. Credit does both; a domain that
// moves several wallets at once calls it for the one that was credited.
func Ask(ctx context.Context, tx pgx.Tx, o site.Options, m wallet.Move, after wallet.State, need money.Amount, at time.Time) error {
	before, given := after, money.Amount(0)
	switch m.Unit {
	case wallet.Cash:
		before.Cash -= m.Amount
	case wallet.Point:
		before.Points -= m.Amount
		given = m.Amount
	default:
		return fmt.Errorf("turnover: %s %s: no credit of %q", m.Kind, m.Ref, m.Unit)
	}
	err := turnoverdb.New(tx).Add(ctx, turnoverdb.AddParams{
		Member: m.Member, Currency: m.Currency, Kind: m.Kind, Ref: m.Ref, Amount: int64(need), Given: int64(given),
		Cash: int64(before.Cash), Points: int64(before.Points), Smallest: int64(o.SmallestBet), PointsMin: int64(o.PointChangeAmtLimit), Now: at,
	})
	if err != nil {
		return fmt.Errorf("turnover: %s %s: %w", m.Kind, m.Ref, err)
	}
	return nil
}

// TakeBack lessens the need of a credit of which a part was taken back: by less than part when the need is less, and by nothing when it is met, undone or
// cleared. The wallet is locked.
func TakeBack(ctx context.Context, tx pgx.Tx, kind, ref string, part money.Amount, at time.Time) error {
	if err := turnoverdb.New(tx).TakeBack(ctx, turnoverdb.TakeBackParams{Kind: kind, Ref: ref, Part: int64(part), Now: at}); err != nil {
		return fmt.Errorf("turnover: take back %s %s: %w", kind, ref, err)
	}
	return nil
}

// Remainder is what a member must still play. Needed and Done are of the needs since nothing was asked for the last time;
// Needed = Done + Remaining.
type Remainder struct {
	Needed, Done, Remaining money.Amount
	Products                []Product // each product of the site, in the order of site.Products
}

// Product is one kind of games in a remainder.
type Product struct {
	Name      string       // as in site.Products
	Weight    int64        // basis points of a stake that count
	Staked    money.Amount // in closed rounds that count, for the needs of Remainder
	Counted   money.Amount // of those, what took off
	Remaining money.Amount // what would have to be staked if only this product were played; 0 with a weight of 0 or nothing remaining
}

// Now returns a member's remainder in a currency. It is exact when tx holds the wallet's lock.
func Now(ctx context.Context, db turnoverdb.DBTX, o site.Options, memID, currency string, at time.Time) (Remainder, error) {
	rows, err := turnoverdb.New(db).Now(ctx, turnoverdb.NowParams{
		Member: memID, Currency: currency, Smallest: int64(o.SmallestBet), PointsMin: int64(o.PointChangeAmtLimit), Now: at,
	})
	if err != nil {
		return Remainder{}, fmt.Errorf("turnover: %w", err)
	}
	var r Remainder
	of := map[string]turnoverdb.NowRow{}
	for _, row := range rows {
		if of[row.Product] = row; row.Product == "" {
			r.Needed, r.Remaining = money.Amount(row.Needed), money.Amount(row.Remaining)
			r.Done = r.Needed - r.Remaining
		}
	}
	for _, name := range site.Products {
		p := Product{Name: name, Weight: o.RollingWeight(name), Staked: money.Amount(of[name].Stake), Counted: money.Amount(of[name].Played)}
		if p.Weight > 0 {
			p.Remaining = r.Remaining.Unshare(p.Weight)
		}
		r.Products = append(r.Products, p)
	}
	return r, nil
}

// Need is what a credit still asks for.
type Need struct {
	Kind, Ref string // of the credit
	Open      money.Amount
}

// OpenNeeds returns the needs that a member's remainder is made of, the newest first: play meets the oldest ones first. It is exact when tx holds
// the wallet's lock.
func OpenNeeds(ctx context.Context, db turnoverdb.DBTX, o site.Options, memID, currency string, at time.Time) ([]Need, error) {
	r, err := Now(ctx, db, o, memID, currency, at)
	if err != nil || r.Remaining == 0 {
		return nil, err
	}
	rows, err := turnoverdb.New(db).OpenNeeds(ctx, turnoverdb.OpenNeedsParams{Member: memID, Currency: currency, Remaining: int64(r.Remaining)})
	if err != nil {
		return nil, fmt.Errorf("turnover: open needs: %w", err)
	}
	out := make([]Need, len(rows))
	for i, row := range rows {
		out[i] = Need{Kind: row.Kind, Ref: row.Ref, Open: money.Amount(row.Open)}
	}
	return out, nil
}

// Elsewhere reports whether a member has a bet open or money with a provider. It is exact when db holds the locks of the member's wallets.
func Elsewhere(ctx context.Context, db turnoverdb.DBTX, memID string, at time.Time) (bool, error) {
	found, err := turnoverdb.New(db).Elsewhere(ctx, turnoverdb.ElsewhereParams{Member: memID, Now: at})
	if err != nil {
		return false, fmt.Errorf("turnover: elsewhere: %w", err)
	}
	return found, nil
}

// batch bounds the wallets that one statement of Advance locks.
const batch = 50

// Advance takes what is older than Keep into the beginning of reckonings that are due, and returns how many it looked at. It is
// bounded: the rest is due the next time. Several may run at once.
func Advance(ctx context.Context, db turnoverdb.DBTX, now time.Time) (n int, err error) {
	for range 20 {
		moved, err := turnoverdb.New(db).Advance(ctx, turnoverdb.AdvanceParams{
			Now: now, Keep: pgtype.Interval{Microseconds: Keep.Microseconds(), Valid: true}, Count: batch,
		})
		if err != nil {
			return n, fmt.Errorf("turnover: advance: %w", err)
		}
		if n += int(moved); moved < batch {
			break
		}
	}
	return n, nil
}

package commission

import (
	"cmp"
	"context"
	"crypto/ed25519"
	"errors"
	"fmt"
	"maps"
	"math/big"
	"slices"
	"time"

	"github.com/jackc/pgx/v5"
	"github.com/jackc/pgx/v5/pgtype"

	"hubstake/internal/core/waterfall"
	"hubstake/internal/operator/site"
	"hubstake/internal/partners/commission/commissiondb"
	"hubstake/internal/platform/pg"
)

// closing is how long after its end a day is closed at the earliest (D-30: 00:10), and behind is how far the accrual must have come by then.
const (
	closing = 10 * time.Minute
	behind  = 5 * time.Minute
)

// Settle writes the statements of all days of a site that have ended and are not settled yet, the oldest first, and returns how many statements it
// wrote. A day is closed first, by a transaction of its own: from then on its lines do not change, and a settlement that was cut off is done again from
// the beginning to the same result. Of two calls at once the second one waits and finds nothing to do. It returns early, without an error, when bets
// of the day are still to be noted.
func (s *Service) Settle(ctx context.Context, siteID string) (statements int, err error) {
	st, err := s.sites.Get(ctx, siteID)
	if err != nil {
		return 0, fmt.Errorf("commission: settle: %w", err)
	}
	q, zone := commissiondb.New(s.db), st.Options.Location()
	for {
		t, err := q.Through(ctx, siteID)
		if errors.Is(err, pgx.ErrNoRows) {
			return statements, nil // nothing was ever noted
		}
		if err != nil {
			return statements, fmt.Errorf("commission: settle: %w", err)
		}
		day := t.Settled.AddDate(0, 0, 1)
		if day.After(t.Closed) {
			ready, err := s.close(ctx, q, siteID, day, zone)
			if err != nil || !ready {
				return statements, err
			}
		}
		n, err := s.settle(ctx, st, day)
		statements += n
		if err != nil {
			return statements, fmt.Errorf("commission: settle %s: %w", day.Format(time.DateOnly), err)
		}
	}
}

// close closes a day that has ended; ready is false when it has not, or when bets of it are still to be noted.
func (s *Service) close(ctx context.Context, q *commissiondb.Queries, siteID string, day time.Time, zone *time.Location) (ready bool, err error) {
	_, until := period(day, zone)
	if s.clk.Now().Before(until.Add(closing)) {
		return false, nil
	}
	c, err := q.Cursor(ctx)
	if err != nil {
		return false, fmt.Errorf("commission: close: %w", err)
	}
	if c.At.Before(until.Add(behind)) {
		return false, nil
	}
	if err := s.addUpCash(ctx, siteID, day); err != nil {
		return false, err
	}
	if err := s.AddUp(ctx, siteID); err != nil {
		return false, err
	}
	if _, err := q.CloseDay(ctx, commissiondb.CloseDayParams{SiteID: siteID, Day: day}); err != nil {
		return false, fmt.Errorf("commission: close: %w", err)
	}
	return true, nil
}

// settle writes the statements of a closed day, unless another call did.
func (s *Service) settle(ctx context.Context, st site.Site, day time.Time) (n int, err error) {
	err = pg.InTx(ctx, s.db, func(tx pgx.Tx) error {
		n = 0
		if err := long(ctx, tx); err != nil {
			return err
		}
		q := commissiondb.New(tx)
		settled, err := q.LockSettled(ctx, st.ID)
		if err != nil || !settled.Before(day) {
			return err
		}
		if err := s.noteGifts(ctx, tx, st, day); err != nil {
			return err
		}
		all, err := dayChains(ctx, tx, st.ID, day)
		if err != nil {
			return err
		}
		last, err := q.LastStatements(ctx, commissiondb.LastStatementsParams{SiteID: st.ID, Day: day})
		if err != nil {
			return fmt.Errorf("last statements: %w", err)
		}
		b := &book{site: st, day: day, of: map[string]*waterfall.Statement{}, last: map[string]commissiondb.LastStatementsRow{}}
		for _, l := range last {
			b.last[l.PartnerID] = l
		}
		if err := read(ctx, tx, reading{site: st.ID, day: day, chains: all}, b); err != nil {
			return err
		}
		offsets, err := readOffsets(ctx, tx, st.ID, day, all)
		if err != nil {
			return err
		}
		for _, o := range offsets {
			b.statement(o.partner).AddOffset(o.Offset)
			b.offsets = append(b.offsets, commissiondb.AddOffsetsParams{
				PartnerID: o.partner, Day: day, KeptDay: o.keptDay, Kept: o.Kept, Rolling: o.Rolling, Losing: o.Losing,
			})
		}
		key, err := s.siteKey(ctx, tx, st.ID, s.clk.Now())
		if err != nil {
			return err
		}
		if n, err = b.write(ctx, q, key, s.clk.Now()); err != nil {
			return err
		}
		return q.SetSettled(ctx, commissiondb.SetSettledParams{SiteID: st.ID, Day: day})
	})
	return n, err
}

// long lets the statements of a transaction take as long as a large day needs; the context ends them.
func long(ctx context.Context, tx pgx.Tx) error {
	if _, err := tx.Exec(ctx, "SET LOCAL statement_timeout = 0"); err != nil {
		return fmt.Errorf("time limit: %w", err)
	}
	return nil
}

// noteGifts notes what of the day's gifts became cash.
func (s *Service) noteGifts(ctx context.Context, tx pgx.Tx, st site.Site, day time.Time) error {
	since, until := period(day, st.Options.Location())
	q := commissiondb.New(tx)
	rows, err := q.Gifts(ctx, commissiondb.GiftsParams{SiteID: st.ID, Currency: st.Options.Currency, Since: since, Until: until})
	if err != nil {
		return fmt.Errorf("gifts: %w", err)
	}
	all, err := readChains(ctx, tx, st.ID, since)
	if err != nil {
		return err
	}
	var list []commissiondb.AddBonusesParams
	var of []*chain
	for _, r := range rows {
		if r.Upline == "" {
			continue
		}
		of = append(of, all.at(r.Upline, r.CreatedAt))
		list = append(list, commissiondb.AddBonusesParams{SiteID: st.ID, Day: day, MemberID: r.MemberID, Version: r.Version, Amount: r.Amount, At: r.CreatedAt})
	}
	if err := all.keep(ctx, tx); err != nil {
		return err
	}
	for i := range list {
		list[i].ChainID = of[i].id
	}
	if _, err := q.AddBonuses(ctx, list); err != nil {
		return fmt.Errorf("gifts: %w", err)
	}
	return nil
}

// dayChains reads the chains that the lines of a day have.
func dayChains(ctx context.Context, tx pgx.Tx, siteID string, day time.Time) (*chains, error) {
	ids, err := commissiondb.New(tx).DayChains(ctx, commissiondb.DayChainsParams{SiteID: siteID, Day: day})
	if err != nil {
		return nil, fmt.Errorf("chains of the day: %w", err)
	}
	all := &chains{site: siteID, byID: map[int64]*chain{}}
	return all, all.load(ctx, tx, ids)
}

// book is the statements of a day while its lines are read, all at once.
type book struct {
	site    site.Site
	day     time.Time
	last    map[string]commissiondb.LastStatementsRow // of each partner that has one
	of      map[string]*waterfall.Statement
	encoded waterfall.Encoded
	shares  []waterfall.Share
	offsets []commissiondb.AddOffsetsParams
	failed  error
}

// statement returns that of a partner.
func (b *book) statement(partner string) *waterfall.Statement {
	s := b.of[partner]
	if s == nil {
		h, err := header(b.site, partner, b.day, b.last[partner])
		b.failed = cmp.Or(b.failed, err)
		s, _ = waterfall.NewStatement(h)
		b.of[partner] = s
	}
	return s
}

// header begins a statement behind the partner's last one; the zero value: this is the first.
func header(st site.Site, partner string, day time.Time, last commissiondb.LastStatementsRow) (waterfall.Header, error) {
	since, until := period(day, st.Options.Location())
	h := waterfall.Header{
		Site: st.ID, Partner: partner, No: int(last.No) + 1, Day: day.Format(time.DateOnly), Since: since, Until: until, Currency: st.Options.Currency,
		Carry: st.Options.CommissionCarry, OwedIn: last.OwedOut,
	}
	copy(h.Before[:], last.Hash)
	if last.CarriedOut == "" {
		return h, nil
	}
	var err error
	h.CarriedIn, err = parseSum(last.CarriedOut)
	return h, err
}

func parseSum(text string) (waterfall.Sum, error) {
	n, ok := new(big.Int).SetString(text, 10)
	if !ok {
		return waterfall.Sum{}, fmt.Errorf("commission: %q is no whole number", text)
	}
	sum, err := waterfall.SumOf(n)
	if err != nil {
		return sum, fmt.Errorf("commission: %w", err)
	}
	return sum, nil
}

// line implements reader.
func (b *book) line(l *waterfall.Line, _ time.Time) (err error) {
	if b.shares, err = waterfall.Shares(b.shares[:0], l.Levels, l.Stake, l.Payout, l.Valid); err != nil {
		return fmt.Errorf("line %d: %w", l.ID, err)
	}
	b.encoded.Encode(l)
	for i, one := range l.Levels {
		b.statement(one.MemID).Add(l, &b.encoded, i, b.shares)
	}
	return b.failed
}

// bonus implements reader.
func (b *book) bonus(g *waterfall.Bonus) (err error) {
	if b.shares, err = waterfall.BonusShares(b.shares[:0], g.Levels, g.Amount); err != nil {
		return fmt.Errorf("gift of %s: %w", g.Member, err)
	}
	b.encoded.EncodeBonus(g)
	for i, one := range g.Levels {
		b.statement(one.MemID).AddBonus(g, &b.encoded, i, b.shares)
	}
	return b.failed
}

// write closes, signs and stores the statements.
func (b *book) write(ctx context.Context, q *commissiondb.Queries, key ed25519.PrivateKey, now time.Time) (int, error) {
	if b.failed != nil {
		return 0, b.failed
	}
	var statements []commissiondb.AddStatementsParams
	var parts []commissiondb.AddPartsParams
	for _, partner := range slices.Sorted(maps.Keys(b.of)) {
		s := b.of[partner]
		r, last := s.Close()
		statements = append(statements, commissiondb.AddStatementsParams{
			PartnerID: partner, Day: b.day, SiteID: b.site.ID, No: int32(s.No), Since: s.Since, Until: s.Until, Currency: s.Currency, Carry: s.Carry, Bets: r.Bets, Stake: r.Stake, Payout: r.Payout, Valid: r.Valid,
			Bonus: s.Bonuses, Rolling: r.Rolling, Losing: r.Losing, CarriedIn: numeric(s.CarriedIn), CarriedOut: numeric(r.CarriedOut),
			OwedIn: s.OwedIn, OwedOut: r.OwedOut, Amount: r.Amount, Size: s.Size, Totals: string(last), Hash: r.Hash[:], Before: s.Before[:],
			Signature: waterfall.Sign(key, r.Hash), Key: key.Public().(ed25519.PublicKey), MadeAt: now,
		})
		for _, p := range r.Parts {
			parts = append(parts, commissiondb.AddPartsParams{
				PartnerID: partner, Day: b.day, Product: int16(p.Product), Root: p.Head, Bets: p.Bets, Stake: p.Stake, Payout: p.Payout, Valid: p.Valid,
				Rolling: numeric(p.Rolling), Losing: numeric(p.Losing), Remainder: p.Remainder,
			})
		}
	}
	if _, err := q.AddStatements(ctx, statements); err != nil {
		return 0, fmt.Errorf("statements: %w", err)
	}
	if _, err := q.AddParts(ctx, parts); err != nil {
		return 0, fmt.Errorf("parts: %w", err)
	}
	if _, err := q.AddOffsets(ctx, b.offsets); err != nil {
		return 0, fmt.Errorf("offsets: %w", err)
	}
	return len(statements), nil
}

func numeric(s waterfall.Sum) pgtype.Numeric { return pgtype.Numeric{Int: s.Int(), Valid: true} }

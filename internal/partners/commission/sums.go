package commission

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"maps"
	"slices"
	"time"

	"github.com/jackc/pgx/v5"

	"hubstake/internal/core/waterfall"
	"hubstake/internal/partners/commission/commissiondb"
	"hubstake/internal/platform/pg"
)

// sumKey is a member or partner, a day and a product of the catalogue.
type sumKey struct {
	memID string
	day   time.Time
	proc  string
}

type daySum struct {
	bets, stake, payout, valid int64
	rolling, losing            waterfall.Sum // of partners
}

// sums adds lines up for the day tables.
type sums struct {
	site              string
	procs             map[string]string // by the code of a game
	members, partners map[sumKey]*daySum
	shares            []waterfall.Share
	last              int64 // the number of the last line
	n                 int
}

func newSums(ctx context.Context, q *commissiondb.Queries, siteID string) (*sums, error) {
	procs, err := q.Procs(ctx)
	if err != nil {
		return nil, fmt.Errorf("products: %w", err)
	}
	s := &sums{site: siteID, procs: make(map[string]string, len(procs)), members: map[sumKey]*daySum{}, partners: map[sumKey]*daySum{}}
	for _, p := range procs {
		s.procs[p.Code] = p.ProcID
	}
	return s, nil
}

// line implements lineReader.
func (s *sums) line(l *waterfall.Line, day time.Time) (err error) {
	if s.shares, err = waterfall.Shares(s.shares[:0], l.Levels, l.Stake, l.Payout, l.Valid); err != nil {
		return fmt.Errorf("line %d: %w", l.ID, err)
	}
	s.add(l, day, s.shares)
	s.last, s.n = max(s.last, l.ID), s.n+1
	return nil
}

// sumPart is how many lines one part of AddUp adds.
const sumPart = 200_000

// AddUp adds the lines that came since the call before to the sums of their days, by member and by partner, each once, whatever call stops or runs beside
// another one. at is when it began: what was noted before is in the sums.
func (s *Service) AddUp(ctx context.Context, siteID string) error {
	for {
		var n int
		err := pg.InTx(ctx, s.db, func(tx pgx.Tx) (err error) {
			n, err = s.addUp(ctx, tx, siteID)
			return err
		})
		if err != nil {
			return fmt.Errorf("commission: sums: %w", err)
		}
		if n < sumPart {
			return nil
		}
	}
}

func (s *Service) addUp(ctx context.Context, tx pgx.Tx, siteID string) (n int, err error) {
	q := commissiondb.New(tx)
	cursor, err := q.Cursor(ctx)
	if err != nil {
		return 0, fmt.Errorf("cursor: %w", err)
	}
	t, err := q.Summed(ctx, siteID)
	if errors.Is(err, pgx.ErrNoRows) {
		return 0, nil // nothing was ever noted
	}
	if err != nil {
		return 0, fmt.Errorf("where it stands: %w", err)
	}
	w, err := newSums(ctx, q, siteID)
	if err != nil {
		return 0, err
	}
	w.last = t.Summed
	ids, err := q.NewChains(ctx, commissiondb.NewChainsParams{SiteID: siteID, Settled: t.Settled, Line: t.Summed, Count: sumPart})
	if err != nil {
		return 0, fmt.Errorf("chains: %w", err)
	}
	all := &chains{site: siteID, byID: map[int64]*chain{}}
	if err := all.load(ctx, tx, ids); err != nil {
		return 0, err
	}
	if err := readLines(ctx, tx, newLinesSQL, []any{siteID, t.Settled, t.Summed, sumPart}, all, w); err != nil {
		return 0, err
	}
	// Everything is read. A transaction that has written keeps what is committed from being published, so the lock comes last.
	now, err := q.LockSummed(ctx, siteID)
	if err != nil {
		return 0, fmt.Errorf("where it stands: %w", err)
	}
	if now.Summed != t.Summed || !now.Settled.Equal(t.Settled) {
		return 0, nil // another call added them, or a settlement came between: the next call reads again
	}
	if err := w.write(ctx, tx); err != nil {
		return 0, err
	}
	return w.n, q.SetSummed(ctx, commissiondb.SetSummedParams{Line: w.last, At: cursor.At, SiteID: siteID})
}

func (s *sums) add(l *waterfall.Line, day time.Time, shares []waterfall.Share) {
	proc := s.procs[l.Game]
	of(s.members, sumKey{l.Member, day, proc}).add(l)
	for i, one := range l.Levels {
		d := of(s.partners, sumKey{one.MemID, day, proc})
		d.add(l)
		d.rolling.Add(shares[i].Rolling)
		d.losing.Add(shares[i].Losing)
	}
}

func of(all map[sumKey]*daySum, k sumKey) *daySum {
	d := all[k]
	if d == nil {
		d = &daySum{}
		all[k] = d
	}
	return d
}

func (d *daySum) add(l *waterfall.Line) {
	if l.Stake < 0 {
		d.bets--
	} else {
		d.bets++
	}
	d.stake, d.payout, d.valid = d.stake+l.Stake, d.payout+l.Payout, d.valid+l.Valid
}

const (
	addMembersSQL = `
INSERT INTO commission_member_day AS d (member_id, day, proc_id, site_id, bets, stake, payout, valid)
SELECT u.member, u.day, u.proc, $1, u.bets, u.stake, u.payout, u.valid
  FROM unnest($2::text[], $3::date[], $4::text[], $5::bigint[], $6::bigint[], $7::bigint[], $8::bigint[]) AS u (member, day, proc, bets, stake, payout, valid)
ON CONFLICT (member_id, day, proc_id) DO UPDATE
   SET bets = d.bets + excluded.bets, stake = d.stake + excluded.stake, payout = d.payout + excluded.payout, valid = d.valid + excluded.valid`
	addPartnersSQL = `
INSERT INTO commission_partner_day AS d (partner_id, day, proc_id, site_id, bets, stake, payout, valid, rolling, losing)
SELECT u.partner, u.day, u.proc, $1, u.bets, u.stake, u.payout, u.valid, u.rolling::numeric, u.losing::numeric
  FROM unnest($2::text[], $3::date[], $4::text[], $5::bigint[], $6::bigint[], $7::bigint[], $8::bigint[], $9::text[], $10::text[])
       AS u (partner, day, proc, bets, stake, payout, valid, rolling, losing)
ON CONFLICT (partner_id, day, proc_id) DO UPDATE
   SET bets = d.bets + excluded.bets, stake = d.stake + excluded.stake, payout = d.payout + excluded.payout, valid = d.valid + excluded.valid,
       rolling = d.rolling + excluded.rolling, losing = d.losing + excluded.losing`
)

// columns are sums as arrays, in the order of their keys, so that two programs never wait for each other in a circle.
type columns struct {
	ids, procs                   []string
	days                         []time.Time
	bets, stakes, payouts, valid []int64
	rolling, losing              []string
}

func columnsOf(all map[sumKey]*daySum, earned bool) (c columns) {
	keys := slices.SortedFunc(maps.Keys(all), func(a, b sumKey) int {
		return cmp.Or(cmp.Compare(a.memID, b.memID), a.day.Compare(b.day), cmp.Compare(a.proc, b.proc))
	})
	for _, k := range keys {
		d := all[k]
		c.ids, c.days, c.procs = append(c.ids, k.memID), append(c.days, k.day), append(c.procs, k.proc)
		c.bets, c.stakes, c.payouts, c.valid = append(c.bets, d.bets), append(c.stakes, d.stake), append(c.payouts, d.payout), append(c.valid, d.valid)
		if earned {
			c.rolling, c.losing = append(c.rolling, d.rolling.String()), append(c.losing, d.losing.String())
		}
	}
	return c
}

func (s *sums) write(ctx context.Context, tx pgx.Tx) error {
	m, p := columnsOf(s.members, false), columnsOf(s.partners, true)
	if _, err := tx.Exec(ctx, addMembersSQL, s.site, m.ids, m.days, m.procs, m.bets, m.stakes, m.payouts, m.valid); err != nil {
		return fmt.Errorf("sums of members: %w", err)
	}
	if _, err := tx.Exec(ctx, addPartnersSQL, s.site, p.ids, p.days, p.procs, p.bets, p.stakes, p.payouts, p.valid, p.rolling, p.losing); err != nil {
		return fmt.Errorf("sums of partners: %w", err)
	}
	return nil
}

// AddUpCash writes the deposits, withdrawals and signups of a site's current day, and those of the day before while they may still change, by partner.
func (s *Service) AddUpCash(ctx context.Context, siteID string) error {
	st, err := s.sites.Get(ctx, siteID)
	if err != nil {
		return fmt.Errorf("commission: %w", err)
	}
	today := dayOf(s.clk.Now(), st.Options.Location())
	for _, day := range []time.Time{today.AddDate(0, 0, -1), today} {
		if err := s.addUpCash(ctx, siteID, day); err != nil {
			return err
		}
	}
	return nil
}

func (s *Service) addUpCash(ctx context.Context, siteID string, day time.Time) error {
	st, err := s.sites.Get(ctx, siteID)
	if err != nil {
		return fmt.Errorf("commission: %w", err)
	}
	since, until := period(day, st.Options.Location())
	err = pg.InTx(ctx, s.db, func(tx pgx.Tx) error {
		q := commissiondb.New(tx)
		if err := q.LockCash(ctx, siteID); err != nil {
			return err
		}
		if err := q.ForgetCash(ctx, commissiondb.ForgetCashParams{SiteID: siteID, Day: day}); err != nil {
			return err
		}
		return q.AddUpCash(ctx, commissiondb.AddUpCashParams{Day: day, SiteID: siteID, Currency: st.Options.Currency, Since: since, Until: until})
	})
	if err != nil {
		return fmt.Errorf("commission: cash of %s: %w", day.Format(time.DateOnly), err)
	}
	return nil
}

package report

import (
	"context"
	"errors"
	"fmt"
	"math/big"
	"slices"
	"strings"
	"time"

	"github.com/jackc/pgx/v5"

	"hubstake/internal/accounting/report/reportdb"
	"hubstake/internal/core/money"
	"hubstake/internal/core/waterfall"
)

// branchScope is the play that is split into branches.
type branchScope struct {
	site, partner string
	first, last   time.Time // days, both included
	procs         []string  // of the catalogue; nil: all
	line          int64     // the last one that is in the sums
	zone          *time.Location
}

// downlineChildren adds up the branches of the accounts that are directly below a partner, each with the bets that began while it was. A partner plays
// for the branch that it is at the head of. The rest of the total came through accounts that are elsewhere now.
func downlineChildren(ctx context.Context, db reportdb.DBTX, q branchScope, total Earned) ([]ChildLine, error) {
	moved, err := movedChildren(ctx, db, q)
	if err != nil {
		return nil, fmt.Errorf("report: branches: %w", err)
	}
	list, members, err := keptChildren(ctx, db, q, moved)
	if err != nil {
		return nil, fmt.Errorf("report: branches: %w", err)
	}
	if err := addMoved(ctx, db, q, moved); err != nil {
		return nil, fmt.Errorf("report: branches: %w", err)
	}
	for _, c := range moved {
		switch line := c.line(); {
		case !c.partner:
			members.add(line.Earned)
		case line.Earned != Earned{}:
			list = append(list, line)
		}
	}
	slices.SortFunc(list, func(a, b ChildLine) int {
		if a.Stake != b.Stake {
			return int(min(max(b.Stake-a.Stake, -1), 1))
		}
		return strings.Compare(a.MemID, b.MemID)
	})
	list = append(list, members)
	rest := Earned{Bets: total.Bets, Stake: total.Stake, Payout: total.Payout, Valid: total.Valid}
	for _, c := range list {
		rest.Bets, rest.Stake, rest.Payout, rest.Valid = rest.Bets-c.Bets, rest.Stake-c.Stake, rest.Payout-c.Payout, rest.Valid-c.Valid
	}
	if rest != (Earned{}) {
		list = append(list, ChildLine{Elsewhere: true, Earned: rest})
	}
	return list, nil
}

// add adds play, and leaves out what is earned of it.
func (e *Earned) add(o Earned) {
	e.Bets, e.Stake, e.Payout, e.Valid = e.Bets+o.Bets, e.Stake+o.Stake, e.Payout+o.Payout, e.Valid+o.Valid
}

// keptChildren returns the branches of the partners that never were below another one, and the line of members with the play of those that never were:
// all sums of their days belong to the branch.
func keptChildren(ctx context.Context, db reportdb.DBTX, q branchScope, moved []*movedChild) (list []ChildLine, members ChildLine, err error) {
	ids := make([]string, len(moved)) // not nil, which would be NULL
	for i, c := range moved {
		ids[i] = c.memID
	}
	rows, err := db.Query(ctx, `
WITH child AS (SELECT member_id, nick, role = 'partner' AS partner, coalesce(partner_level, 0) AS level, member_id = ANY ($6::text[]) AS moved
                 FROM member_member WHERE parent_id = $1 AND site_id = $2 AND status <> 'pending')
SELECT c.member_id, c.nick, c.level, `+earnedColumns+`
  FROM child c JOIN LATERAL (
       SELECT bets, stake, payout, valid, rolling, losing FROM commission_partner_day WHERE partner_id = c.member_id AND day BETWEEN $3 AND $4 AND ($5::text[] IS NULL OR proc_id = ANY ($5))
       UNION ALL SELECT bets, stake, payout, valid, 0, 0 FROM commission_member_day WHERE member_id = c.member_id AND day BETWEEN $3 AND $4 AND ($5::text[] IS NULL OR proc_id = ANY ($5))) d ON true
 WHERE c.partner AND NOT c.moved GROUP BY 1, 2, 3
UNION ALL
SELECT '', '', (SELECT count(*) FROM child WHERE NOT partner), `+earnedColumns+`
  FROM (SELECT m.bets, m.stake, m.payout, m.valid, 0::numeric AS rolling, 0::numeric AS losing FROM child c JOIN commission_member_day m ON m.member_id = c.member_id
         WHERE NOT c.partner AND NOT c.moved AND m.day BETWEEN $3 AND $4 AND ($5::text[] IS NULL OR m.proc_id = ANY ($5))) d`, planned, q.partner, q.site, q.first, q.last, q.procs, ids)
	if err != nil {
		return nil, members, err
	}
	list, err = pgx.CollectRows(rows, func(r pgx.CollectableRow) (c ChildLine, err error) {
		err = r.Scan(append([]any{&c.MemID, &c.Nick, &c.Level}, c.into()...)...)
		if c.MemID == "" {
			c.Members, c.Level = int64(c.Level), 0
			members = c
		}
		return c, err
	})
	return slices.DeleteFunc(list, func(c ChildLine) bool { return c.MemID == "" }), members, err
}

// movedChild is an account directly below a partner that was below another one before, with what it did while it was directly below this one.
type movedChild struct {
	memID, nick string
	level       int
	partner     bool
	spans       []span
	play        Earned
	// rolling and losing are what the partner earned itself, in parts of a minor unit.
	rolling, losing waterfall.Sum
}

// span is a stretch of days, both included, at the end of each of which an account was directly below a partner (home) or was not.
type span struct {
	first, last time.Time
	home        bool
}

func (c *movedChild) line() ChildLine {
	line := ChildLine{MemID: c.memID, Nick: c.nick, Level: c.level, Earned: c.play}
	line.Rolling, line.Losing = wholeOf(c.rolling, waterfall.RollingParts), wholeOf(c.losing, waterfall.LosingParts)
	return line
}

// wholeOf returns the whole minor units of a sum, as earnedColumns have them.
func wholeOf(s waterfall.Sum, parts int64) money.Amount {
	n := s.Int()
	return money.Amount(n.Quo(n, big.NewInt(parts)).Int64())
}

// movedChildrenSQL finds the accounts directly below a partner that were below another one before, with the ends of where they stood.
const movedChildrenSQL = `
SELECT c.member_id, c.nick, coalesce(c.partner_level, 0), c.role = 'partner', h.until, coalesce(h.upline[1] = $1, false)
  FROM member_member c JOIN member_upline h ON h.member_id = c.member_id
 WHERE c.parent_id = $1 AND c.site_id = $2 AND c.status <> 'pending' AND c.upline_since IS NOT NULL
   AND EXISTS (SELECT FROM member_upline o WHERE o.member_id = c.member_id AND o.upline[1] <> $1)
 ORDER BY c.member_id, h.until`

func movedChildren(ctx context.Context, db reportdb.DBTX, q branchScope) (list []*movedChild, err error) {
	rows, err := db.Query(ctx, movedChildrenSQL, planned, q.partner, q.site)
	if err != nil {
		return nil, err
	}
	var c movedChild
	var until time.Time
	var home bool
	_, err = pgx.ForEachRow(rows, []any{&c.memID, &c.nick, &c.level, &c.partner, &until, &home}, func() error {
		if len(list) == 0 || list[len(list)-1].memID != c.memID {
			one := c
			list = append(list, &one)
		}
		list[len(list)-1].stood(q, dateOf(until, q.zone).AddDate(0, 0, -1), home)
		return nil
	})
	for _, c := range list {
		c.stood(q, q.last, true)
	}
	return list, err
}

// stood adds the days of the scope behind the last span, up to one.
func (c *movedChild) stood(q branchScope, last time.Time, home bool) {
	first := q.first
	if n := len(c.spans); n > 0 {
		first = c.spans[n-1].last.AddDate(0, 0, 1)
	}
	if last.After(q.last) {
		last = q.last
	}
	if !first.After(last) {
		c.spans = append(c.spans, span{first, last, home})
	}
}

// addMoved adds the play of moved accounts. Bets belong to the partners above at their beginning, and stand on the day on which they ended or were
// corrected, so that the days of a branch may have some of the branch where its head was before. A partner has the sums of the days at whose end it was
// directly below; lines of the others are added, and lines that came another way are taken off: those of the days of moves, and the few bets that
// were open then. The play of the accounts themselves is read line by line.
func addMoved(ctx context.Context, db reportdb.DBTX, q branchScope, moved []*movedChild) error {
	if len(moved) == 0 {
		return nil
	}
	byID := make(map[string]*movedChild, len(moved))
	for _, c := range moved {
		byID[c.memID] = c
	}
	if err := addOwnPlay(ctx, db, q, byID); err != nil {
		return err
	}
	var s spanColumns
	for _, c := range moved {
		if c.partner {
			s.add(c)
		}
	}
	if len(s.ids) == 0 {
		return nil
	}
	if err := addHomeDays(ctx, db, q, s, byID); err != nil {
		return err
	}
	return addLines(ctx, db, q, s, byID)
}

// addOwnPlay adds the bets of the accounts themselves that began directly below the partner.
func addOwnPlay(ctx context.Context, db reportdb.DBTX, q branchScope, byID map[string]*movedChild) error {
	ids := make([]string, 0, len(byID))
	for id := range byID {
		ids = append(ids, id)
	}
	rows, err := db.Query(ctx, `
SELECT l.member_id, sum(sign(l.stake))::bigint, sum(l.stake)::bigint, sum(l.payout)::bigint, sum(l.valid)::bigint
  FROM commission_line l JOIN commission_chain c ON c.id = l.chain_id AND c.upline[1] = $2
 WHERE l.member_id = ANY ($3::text[]) AND l.site_id = $1 AND l.day BETWEEN $4 AND $5 AND l.id <= $6`+lineProcs+" GROUP BY 1",
		planned, q.site, q.partner, ids, q.first, q.last, q.line, q.procs)
	if err != nil {
		return err
	}
	var id string
	var e Earned
	_, err = pgx.ForEachRow(rows, []any{&id, &e.Bets, &e.Stake, &e.Payout, &e.Valid}, func() error {
		byID[id].play.add(e)
		return nil
	})
	return err
}

// lineProcs selects the lines of products of the catalogue ($7; NULL: all).
const lineProcs = ` AND ($7::text[] IS NULL OR coalesce((SELECT g.proc_id FROM game_game g WHERE g.code = l.game_code), '') = ANY ($7))`

// spanColumns are the spans of accounts as arrays.
type spanColumns struct {
	ids         []string
	first, last []time.Time
	home        []bool
}

func (s *spanColumns) add(c *movedChild) {
	for _, one := range c.spans {
		s.ids, s.first, s.last, s.home = append(s.ids, c.memID), append(s.first, one.first), append(s.last, one.last), append(s.home, one.home)
	}
}

// addHomeDays adds the sums of the days at whose end partners were directly below.
func addHomeDays(ctx context.Context, db reportdb.DBTX, q branchScope, s spanColumns, byID map[string]*movedChild) error {
	rows, err := db.Query(ctx, `
SELECT u.id, sum(d.bets)::bigint, sum(d.stake)::bigint, sum(d.payout)::bigint, sum(d.valid)::bigint, sum(d.rolling)::text, sum(d.losing)::text
  FROM unnest($2::text[], $3::date[], $4::date[], $5::boolean[]) AS u (id, first, last, home)
  JOIN commission_partner_day d ON d.partner_id = u.id AND d.day BETWEEN u.first AND u.last AND d.site_id = $1 AND ($6::text[] IS NULL OR d.proc_id = ANY ($6))
 WHERE u.home GROUP BY 1`, planned, q.site, s.ids, s.first, s.last, s.home, q.procs)
	if err != nil {
		return err
	}
	var id, rolling, losing string
	var e Earned
	_, err = pgx.ForEachRow(rows, []any{&id, &e.Bets, &e.Stake, &e.Payout, &e.Valid, &rolling, &losing}, func() error {
		c := byID[id]
		c.play.add(e)
		return errors.Join(addText(&c.rolling, rolling), addText(&c.losing, losing))
	})
	return err
}

// addText adds a whole number as PostgreSQL writes it.
func addText(to *waterfall.Sum, text string) error {
	n, ok := new(big.Int).SetString(text, 10)
	if !ok {
		return fmt.Errorf("%q is not a sum", text)
	}
	sum, err := waterfall.SumOf(n)
	to.Add(sum)
	return err
}

// splitLine are lines of one chain that are added to a branch, or taken off it, together: shares of bets that are not insured are those of their sums.
type splitLine struct {
	id                   string
	chain                int64
	off                  bool
	product, folders     int16
	stake, payout, valid int64
}

// addLines adds the lines of bets that began while partners were directly below to days at whose end they were not, and takes those that began elsewhere
// off the days at whose end they were.
func addLines(ctx context.Context, db reportdb.DBTX, q branchScope, s spanColumns, byID map[string]*movedChild) error {
	rows, err := db.Query(ctx, `
SELECT u.id, c.id, u.home, l.product, l.folders, l.bets, l.stake, l.payout, l.valid
  FROM unnest($2::text[], $8::date[], $4::date[], $5::boolean[]) AS u (id, first, last, home)
  JOIN commission_chain c ON c.site_id = $1 AND c.upline @> ARRAY[u.id] AND coalesce(c.upline[array_position(c.upline, u.id) + 1] = $3, false) <> u.home
 CROSS JOIN LATERAL (
       SELECT l.product, least(l.folders, 7) AS folders, sum(sign(l.stake))::bigint AS bets, sum(l.stake)::bigint AS stake, sum(l.payout)::bigint AS payout, sum(l.valid)::bigint AS valid
         FROM commission_line l WHERE l.chain_id = c.id AND l.day BETWEEN u.first AND u.last AND l.site_id = $1 AND l.id <= $6`+lineProcs+`
        GROUP BY 1, 2, CASE WHEN 0 < ANY (c.insured) THEN l.id END) l`, planned, q.site, s.ids, q.partner, s.last, s.home, q.line, q.procs, s.first)
	if err != nil {
		return err
	}
	var e Earned
	var l splitLine
	var lines []splitLine
	_, err = pgx.ForEachRow(rows, []any{&l.id, &l.chain, &l.off, &l.product, &l.folders, &e.Bets, &l.stake, &l.payout, &l.valid}, func() error {
		if l.off { // like bets that are taken back
			e.Bets, l.stake, l.payout, l.valid = -e.Bets, -l.stake, -l.payout, -l.valid
		}
		e.Stake, e.Payout, e.Valid = money.Amount(l.stake), money.Amount(l.payout), money.Amount(l.valid)
		byID[l.id].play.add(e)
		lines = append(lines, l)
		return nil
	})
	if err != nil || len(lines) == 0 {
		return err
	}
	return addShares(ctx, db, lines, byID)
}

// addShares adds what partners earned of lines.
func addShares(ctx context.Context, db reportdb.DBTX, lines []splitLine, byID map[string]*movedChild) error {
	ids := make([]int64, len(lines))
	for i, l := range lines {
		ids[i] = l.chain
	}
	slices.Sort(ids)
	rows, err := db.Query(ctx, "SELECT id, upline, rates, insured FROM commission_chain WHERE id = ANY ($1::bigint[])", slices.Compact(ids))
	if err != nil {
		return err
	}
	type chain struct {
		upline  []string
		rates   []int32
		insured []int64
	}
	chains := map[int64]chain{}
	var id int64
	var c chain
	if _, err := pgx.ForEachRow(rows, []any{&id, &c.upline, &c.rates, &c.insured}, func() error {
		chains[id] = chain{slices.Clone(c.upline), slices.Clone(c.rates), slices.Clone(c.insured)}
		return nil
	}); err != nil {
		return err
	}
	var shares []waterfall.Share
	for _, l := range lines {
		c := chains[l.chain]
		levels := make([]waterfall.Level, len(c.upline))
		for i, memID := range c.upline {
			rates, err := waterfall.RatesOf(c.rates[i*waterfall.Count : (i+1)*waterfall.Count])
			if err != nil {
				return err
			}
			levels[i] = waterfall.LevelOf(memID, rates, waterfall.Insurance{From: c.insured[2*i], Part: int32(c.insured[2*i+1])}, waterfall.Product(l.product), int(l.folders))
		}
		if shares, err = waterfall.Shares(shares[:0], levels, l.stake, l.payout, l.valid); err != nil {
			return err
		}
		one, to := shares[slices.Index(c.upline, l.id)], byID[l.id]
		to.rolling.Add(one.Rolling)
		to.losing.Add(one.Losing)
	}
	return nil
}

package report

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"slices"
	"strings"
	"time"

	"github.com/jackc/pgx/v5"

	"hubstake/internal/accounting/report/reportdb"
	"hubstake/internal/core/fault"
	"hubstake/internal/core/money"
	"hubstake/internal/core/paging"
	"hubstake/internal/operator/site"
)

// Affiliate sums up the downline of a partner in a period.
type Affiliate struct {
	paging.Period
	At                        time.Time // when it was added up
	Members, Partners, Joined int64
	Deposits, Withdrawals     Sum
	Products                  []DownlinePlay // by game group
}

// Sum is how many there were, and how much.
type Sum struct {
	Count  int64
	Amount money.Amount
}

// DownlinePlay is what the downline staked and was paid.
type DownlinePlay struct {
	Group           string
	Rounds, Members int64
	Stake, Payout   money.Amount
}

// Affiliate adds up what the downline of a partner moved: all members, and everything that each moved while it was in the downline, so that
// a member who comes under another referrer leaves the figures of before as they are. They are those of the partner area, from the sums of days, with
// bets on the days of the statements. Without days it is that of the last 7, 92 at most. U029: the member is no partner.
func (s *Service) Affiliate(ctx context.Context, siteID, memID string, asked paging.Days) (out Affiliate, err error) {
	st, err := s.partner(ctx, siteID, memID)
	if err != nil {
		return out, err
	}
	if out.Period, err = s.period(asked, st.Options.Location(), 7); err != nil {
		return out, err
	}
	m, err := reportdb.New(s.db).Downline(ctx, memID)
	if err != nil {
		return out, fmt.Errorf("report: affiliate: %w", err)
	}
	out.Members, out.Partners = m.Members, m.Partners
	if out.At, _, err = asOf(ctx, s.db, siteID); err != nil {
		return out, err
	}
	if out.At.IsZero() {
		out.At = s.clk.Now()
	}
	first, last := dateOf(out.Since, st.Options.Location()), dateOf(out.Until.Add(-time.Microsecond), st.Options.Location())
	f, err := downlineFigures(ctx, s.db, siteID, memID, first, last)
	if err != nil {
		return out, err
	}
	out.Joined, out.Deposits, out.Withdrawals = f.Joined, f.Deposits, f.Withdrawals
	products, err := downlineProducts(ctx, s.db, siteID, memID, days{first: first, last: last}, nil)
	if err != nil {
		return out, err
	}
	players, err := s.players(ctx, memID, first, last, st.Options.Location())
	if err != nil {
		return out, err
	}
	out.Products = []DownlinePlay{}
	at := map[string]int{}
	for _, p := range products {
		group := cmp.Or(p.Group, OtherGroup)
		i, known := at[group]
		if !known {
			i = len(out.Products)
			at[group], out.Products = i, append(out.Products, DownlinePlay{Group: group, Members: players[group]})
		}
		to := &out.Products[i]
		to.Rounds, to.Stake, to.Payout = to.Rounds+p.Bets, to.Stake+p.Stake, to.Payout+p.Payout
	}
	slices.SortFunc(out.Products, func(a, b DownlinePlay) int { return strings.Compare(a.Group, b.Group) })
	return out, nil
}

// playersSQL counts the accounts of a partner's ($1) downline that played on some days ($2, $3), by group of games ($4: of the others). Days of accounts
// that were always below count as they are summed. Of those that came or left, the days of their time below count, and the days of moves by their bets.
const playersSQL = `
WITH stood AS MATERIALIZED (
  SELECT m.member_id, (m.upline_since AT TIME ZONE $5)::date AS came, NULL::date AS gone FROM member_member m
   WHERE m.upline @> ARRAY[$1::text] AND m.upline_since IS NOT NULL AND EXISTS (SELECT FROM member_upline o WHERE o.member_id = m.member_id AND NOT o.upline @> ARRAY[$1])
  UNION ALL
  SELECT h.member_id, (h.since AT TIME ZONE $5)::date, (h.until AT TIME ZONE $5)::date FROM member_upline h JOIN member_member m ON m.member_id = h.member_id
   WHERE h.upline @> ARRAY[$1::text] AND (NOT m.upline @> ARRAY[$1] OR EXISTS (SELECT FROM member_upline o WHERE o.member_id = h.member_id AND NOT o.upline @> ARRAY[$1]))
), played AS (
  SELECT d.member_id, d.proc_id FROM member_member m JOIN commission_member_day d ON d.member_id = m.member_id AND d.day BETWEEN $2 AND $3
   WHERE m.upline @> ARRAY[$1::text] AND (m.upline_since IS NULL OR NOT EXISTS (SELECT FROM member_upline o WHERE o.member_id = m.member_id AND NOT o.upline @> ARRAY[$1]))
  UNION ALL
  SELECT d.member_id, d.proc_id FROM stood s JOIN commission_member_day d ON d.member_id = s.member_id AND d.day BETWEEN $2 AND $3
   WHERE (s.came IS NULL OR d.day > s.came) AND (s.gone IS NULL OR d.day < s.gone)
  UNION ALL
  SELECT l.member_id, coalesce(g.proc_id, '') FROM stood s CROSS JOIN LATERAL (VALUES (s.came), (s.gone)) AS move (day)
    JOIN commission_line l ON l.member_id = s.member_id AND l.day = move.day LEFT JOIN game_game g ON g.code = l.game_code
   WHERE l.day BETWEEN $2 AND $3 AND l.chain_id IN (SELECT c.id FROM commission_chain c WHERE c.upline @> ARRAY[$1::text])
)
SELECT coalesce(p.group_code, $4), count(DISTINCT d.member_id) FROM played d LEFT JOIN game_product p ON p.proc_id = d.proc_id GROUP BY 1`

// players counts the accounts of a downline that played on some days, by group of games; of many it may be a minute old.
func (s *Service) players(ctx context.Context, memID string, first, last time.Time, zone *time.Location) (map[string]int64, error) {
	return s.downlinePlay.of(paging.Key(memID, first, last), s.clk.Now(), func() (map[string]int64, bool, error) {
		rows, err := s.db.Query(ctx, playersSQL, planned, memID, first, last, OtherGroup, zone.String())
		if err != nil {
			return nil, false, fmt.Errorf("report: players below: %w", err)
		}
		out, all := map[string]int64{}, int64(0)
		var group string
		var n int64
		_, err = pgx.ForEachRow(rows, []any{&group, &n}, func() error {
			out[group], all = n, all+n
			return nil
		})
		if err != nil {
			return nil, false, fmt.Errorf("report: players below: %w", err)
		}
		return out, all >= paging.Exact, nil
	})
}

// partner returns the site of a partner; U029 for everybody else.
func (s *Service) partner(ctx context.Context, siteID, memID string) (site.Site, error) {
	st, err := s.sites.Get(ctx, siteID)
	if err != nil {
		return st, err
	}
	is, err := reportdb.New(s.db).Partner(ctx, reportdb.PartnerParams{MemberID: memID, SiteID: siteID})
	if err != nil && !errors.Is(err, pgx.ErrNoRows) {
		return st, fmt.Errorf("report: partner: %w", err)
	}
	if !is {
		return st, fault.NoAccess
	}
	return st, nil
}

package report

import (
	"context"
	"fmt"
	"time"

	"github.com/jackc/pgx/v5"

	"hubstake/internal/accounting/report/reportdb"
	"hubstake/internal/core/fault"
	"hubstake/internal/core/money"
	"hubstake/internal/core/paging"
	"hubstake/internal/core/waterfall"
)

// Figures are what a downline did in some days, by the days of the statements.
type Figures struct {
	Deposits, Withdrawals Sum
	Joined                int64
	Earned
}

// Earned is the play of a downline, and what a partner earns of it.
type Earned struct {
	Bets                 int64
	Stake, Payout, Valid money.Amount
	// Rolling and Losing are the partner's own so far, before gifts of the house and what is carried over; Losing may be negative.
	Rolling, Losing money.Amount
}

// earnedColumns are the sums of commission_partner_day. Commissions are kept in parts of a minor unit: whole units are shown, of the sum.
const earnedColumns = `coalesce(sum(d.bets), 0)::bigint, coalesce(sum(d.stake), 0)::bigint, coalesce(sum(d.payout), 0)::bigint, coalesce(sum(d.valid), 0)::bigint,
	trunc(coalesce(sum(d.rolling), 0) / 10000)::bigint, trunc(coalesce(sum(d.losing), 0) / 100000000)::bigint`

func (e *Earned) into() []any {
	return []any{&e.Bets, &e.Stake, &e.Payout, &e.Valid, &e.Rolling, &e.Losing}
}

// DownlineDay are the figures of a day.
type DownlineDay struct {
	Day string // yyyy-MM-dd
	Figures
}

// DownlineLive is what is so at this moment, counted when it is asked for.
type DownlineLive struct {
	Online                int64
	Deposits, Withdrawals Sum // that wait for a decision
	OpenBets              Sum
}

// DownlineHome is the first page of a partner.
type DownlineHome struct {
	AsOf         time.Time // of Today, Month and Days; zero: no bet was ever noted
	Now          time.Time // of Live
	Today, Month Figures
	Days         []DownlineDay // the last 31, the oldest first, without a gap
	Live         DownlineLive
}

// homeDays is how many days the curves of a partner have.
const homeDays = 31

// DownlineHome returns the figures of a partner's first page. present are the accounts of the site with a live connection.
func (s *Service) DownlineHome(ctx context.Context, siteID, partner string, present []string) (out DownlineHome, err error) {
	st, err := s.sites.Get(ctx, siteID)
	if err != nil {
		return out, err
	}
	if out.AsOf, _, err = asOf(ctx, s.db, siteID); err != nil {
		return out, err
	}
	now := s.clk.Now()
	y, m, d := now.In(st.Options.Location()).Date()
	today, month := time.Date(y, m, d, 0, 0, 0, 0, time.UTC), time.Date(y, m, 1, 0, 0, 0, 0, time.UTC)
	first := today.AddDate(0, 0, 1-homeDays)
	if out.Days, err = downlineDays(ctx, s.db, siteID, partner, first, today, nil); err != nil {
		return out, err
	}
	out.Now, out.Today = now.UTC(), out.Days[len(out.Days)-1].Figures
	if out.Month, err = downlineFigures(ctx, s.db, siteID, partner, month, today); err != nil {
		return out, err
	}
	out.Live, err = s.downlineLive(ctx, siteID, partner, present)
	return out, err
}

// downlineFigures adds up days. Commissions are rounded once, for the whole of them.
func downlineFigures(ctx context.Context, db reportdb.DBTX, siteID, partner string, first, last time.Time) (f Figures, err error) {
	err = db.QueryRow(ctx, "SELECT "+earnedColumns+" FROM commission_partner_day d WHERE d.partner_id = $1 AND d.site_id = $2 AND d.day BETWEEN $3 AND $4",
		partner, siteID, first, last).Scan(f.into()...)
	if err != nil {
		return f, fmt.Errorf("report: play below: %w", err)
	}
	err = db.QueryRow(ctx, `SELECT coalesce(sum(deposits), 0)::bigint, coalesce(sum(deposited), 0)::bigint, coalesce(sum(withdrawals), 0)::bigint, coalesce(sum(withdrawn), 0)::bigint,
		coalesce(sum(joined), 0)::bigint FROM commission_cash_day WHERE partner_id = $1 AND site_id = $2 AND day BETWEEN $3 AND $4`, partner, siteID, first, last).
		Scan(&f.Deposits.Count, &f.Deposits.Amount, &f.Withdrawals.Count, &f.Withdrawals.Amount, &f.Joined)
	if err != nil {
		return f, fmt.Errorf("report: cash below: %w", err)
	}
	return f, nil
}

// downlineDays returns a line for each day, the oldest first, of some products of the catalogue or, with nil, of all.
func downlineDays(ctx context.Context, db reportdb.DBTX, siteID, partner string, first, last time.Time, procs []string) ([]DownlineDay, error) {
	var out []DownlineDay
	at := map[string]int{}
	for d := first; !d.After(last); d = d.AddDate(0, 0, 1) {
		name := d.Format(time.DateOnly)
		at[name] = len(out)
		out = append(out, DownlineDay{Day: name})
	}
	rows, err := db.Query(ctx, "SELECT d.day, "+earnedColumns+` FROM commission_partner_day d
		WHERE d.partner_id = $1 AND d.site_id = $2 AND d.day BETWEEN $3 AND $4 AND ($5::text[] IS NULL OR d.proc_id = ANY ($5)) GROUP BY d.day`, partner, siteID, first, last, procs)
	if err != nil {
		return nil, fmt.Errorf("report: days below: %w", err)
	}
	var day time.Time
	var e Earned
	_, err = pgx.ForEachRow(rows, append([]any{&day}, e.into()...), func() error {
		out[at[day.Format(time.DateOnly)]].Earned = e
		return nil
	})
	if err != nil || procs != nil { // cash is of no product
		return out, err
	}
	rows, err = db.Query(ctx, `SELECT day, deposits, deposited, withdrawals, withdrawn, joined FROM commission_cash_day
		WHERE partner_id = $1 AND site_id = $2 AND day BETWEEN $3 AND $4`, partner, siteID, first, last)
	if err != nil {
		return nil, fmt.Errorf("report: days below: %w", err)
	}
	var f Figures
	_, err = pgx.ForEachRow(rows, []any{&day, &f.Deposits.Count, &f.Deposits.Amount, &f.Withdrawals.Count, &f.Withdrawals.Amount, &f.Joined}, func() error {
		to := &out[at[day.Format(time.DateOnly)]]
		to.Deposits, to.Withdrawals, to.Joined = f.Deposits, f.Withdrawals, f.Joined
		return nil
	})
	if err != nil {
		return nil, fmt.Errorf("report: days below: %w", err)
	}
	return out, nil
}

func (s *Service) downlineLive(ctx context.Context, siteID, partner string, present []string) (l DownlineLive, err error) {
	// A connection counts for half a minute after its last heartbeat; who has logged out is not online, whatever the heartbeat says.
	err = s.db.QueryRow(ctx, `SELECT count(*) FROM member_member m
		WHERE m.member_id = ANY ($1::text[]) AND m.upline @> ARRAY[$2::text] AND m.site_id = $3 AND m.test_since IS NULL
		  AND EXISTS (SELECT FROM member_session s WHERE s.member_id = m.member_id AND s.audience IN ('member', 'partner') AND s.state = 'live')`,
		planned, present, partner, siteID).Scan(&l.Online)
	if err != nil {
		return l, fmt.Errorf("report: online below: %w", err)
	}
	rows, err := s.db.Query(ctx, `SELECT c.kind, count(*), sum(c.amount)::bigint FROM cash_request c
		WHERE c.site_id = $1 AND c.kind IN ('in', 'out') AND c.status IN (0, 2) AND `+stoodBelow("c.member_id", "c.requested_at", "$2")+" GROUP BY 1", planned, siteID, partner)
	if err != nil {
		return l, fmt.Errorf("report: waiting below: %w", err)
	}
	var kind string
	var sum Sum
	_, err = pgx.ForEachRow(rows, []any{&kind, &sum.Count, &sum.Amount}, func() error {
		if kind == "in" {
			l.Deposits = sum
		} else {
			l.Withdrawals = sum
		}
		return nil
	})
	if err != nil {
		return l, fmt.Errorf("report: waiting below: %w", err)
	}
	err = s.db.QueryRow(ctx, `SELECT count(*), coalesce(sum(o.stake), 0)::bigint FROM report_open_round o WHERE o.site_id = $1 AND `+stoodBelow("o.member_id", "o.opened_at", "$2"),
		planned, siteID, partner).Scan(&l.OpenBets.Count, &l.OpenBets.Amount)
	if err != nil {
		return l, fmt.Errorf("report: open bets below: %w", err)
	}
	return l, nil
}

// SummarySearch selects the play of a downline.
type SummarySearch struct {
	Site, Partner string
	Product       string      // casino, slot, minigame or sports; empty: all
	Days          paging.Days // 92 at most
}

// ProductLine is the play with one product of the catalogue.
type ProductLine struct {
	ProcID, Name, Group string // empty: the catalogue does not have the game any more
	Product             string // casino, slot, minigame or sports
	Earned
}

// ChildLine is the play of one branch: of a partner directly below and its downline, of all members directly below, or of those that were below then
// and are now elsewhere. Rolling and Losing are what the partner at its head earned itself.
type ChildLine struct {
	MemID, Nick string // empty: members
	Level       int    // 1 … 6 of a partner, else 0
	Elsewhere   bool
	Members     int64 // directly below, of the line of members
	Earned
}

// Summary is the play of a downline by day, by product and by branch. Each of the three adds up to the total.
type Summary struct {
	AsOf        time.Time
	First, Last string // yyyy-MM-dd
	Total       Figures
	Days        []DownlineDay // the oldest first
	Products    []ProductLine // the largest stake first
	Children    []ChildLine   // the same; members and others last
}

// DownlineSummary adds up the play of a downline from the sums of days. E001: days or a product that cannot be.
func (s *Service) DownlineSummary(ctx context.Context, q SummarySearch) (out Summary, err error) {
	st, err := s.sites.Get(ctx, q.Site)
	if err != nil {
		return out, err
	}
	d, err := s.daysOf(st, q.Days)
	if err != nil {
		return out, err
	}
	procs, err := s.procsOf(ctx, q.Product, "")
	if err != nil {
		return out, err
	}
	y, m, day := s.clk.Now().In(st.Options.Location()).Date()
	if today := time.Date(y, m, day, 0, 0, 0, 0, time.UTC); d.last.After(today) { // no lines of days to come
		d.last = today
	}
	if d.first.After(d.last) {
		return out, fault.Failed
	}
	// Of one moment: bets that come meanwhile would be in one part and not in the other.
	err = pgx.BeginTxFunc(ctx, s.db, pgx.TxOptions{IsoLevel: pgx.RepeatableRead, AccessMode: pgx.ReadOnly}, func(tx pgx.Tx) error {
		out, err = downlineSummary(ctx, tx, q, d, procs, st.Options.Location())
		return err
	})
	return out, err
}

func downlineSummary(ctx context.Context, db reportdb.DBTX, q SummarySearch, d days, procs []string, zone *time.Location) (out Summary, err error) {
	out.First, out.Last = d.first.Format(time.DateOnly), d.last.Format(time.DateOnly)
	asOf, line, err := asOf(ctx, db, q.Site)
	if err != nil {
		return out, err
	}
	out.AsOf = asOf
	if out.Days, err = downlineDays(ctx, db, q.Site, q.Partner, d.first, d.last, procs); err != nil {
		return out, err
	}
	if procs == nil {
		if out.Total, err = downlineFigures(ctx, db, q.Site, q.Partner, d.first, d.last); err != nil {
			return out, err
		}
	}
	if out.Products, err = downlineProducts(ctx, db, q.Site, q.Partner, d, procs); err != nil {
		return out, err
	}
	if procs != nil {
		err := db.QueryRow(ctx, "SELECT "+earnedColumns+" FROM commission_partner_day d WHERE d.partner_id = $1 AND d.site_id = $2 AND d.day BETWEEN $3 AND $4 AND d.proc_id = ANY ($5)",
			q.Partner, q.Site, d.first, d.last, procs).Scan(out.Total.into()...)
		if err != nil {
			return out, fmt.Errorf("report: play below: %w", err)
		}
	}
	scope := branchScope{site: q.Site, partner: q.Partner, first: d.first, last: d.last, procs: procs, line: line, zone: zone}
	out.Children, err = downlineChildren(ctx, db, scope, out.Total.Earned)
	return out, err
}

func downlineProducts(ctx context.Context, db reportdb.DBTX, siteID, partner string, d days, procs []string) ([]ProductLine, error) {
	rows, err := db.Query(ctx, `SELECT d.proc_id, coalesce(p.name, ''), coalesce(p.group_code, ''), `+earnedColumns+`
		  FROM commission_partner_day d LEFT JOIN game_product p ON p.proc_id = d.proc_id
		 WHERE d.partner_id = $1 AND d.site_id = $2 AND d.day BETWEEN $3 AND $4 AND ($5::text[] IS NULL OR d.proc_id = ANY ($5)) GROUP BY 1, 2, 3 ORDER BY 5 DESC, 1`,
		partner, siteID, d.first, d.last, procs)
	if err != nil {
		return nil, fmt.Errorf("report: products below: %w", err)
	}
	list, err := pgx.CollectRows(rows, func(r pgx.CollectableRow) (p ProductLine, err error) {
		err = r.Scan(append([]any{&p.ProcID, &p.Name, &p.Group}, p.into()...)...)
		p.Product = waterfall.ProductOf(p.Group).String()
		return p, err
	})
	if err != nil {
		return nil, fmt.Errorf("report: products below: %w", err)
	}
	return list, nil
}

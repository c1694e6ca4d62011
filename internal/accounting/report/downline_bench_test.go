package report_test

import (
	"context"
	"fmt"
	"slices"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"hubstake/internal/accounting/report"
	"hubstake/internal/core/clock"
	"hubstake/internal/core/paging"
	"hubstake/internal/operator/site"
	"hubstake/internal/testkit/factory"
	"hubstake/internal/testkit/pgtest"
)

// largeSQL makes 2,000 partners in six levels with 100,000 members, and 10,000 more directly below one, whose 1,000,000 rounds of 2026-09-10 are noted as the worker notes them. There are a month of sums, requests and logins beside them.
var largeSQL = []string{
	`INSERT INTO provider_provider (vendor_id, family) VALUES ('sim', 'seamless') ON CONFLICT DO NOTHING`,
	`INSERT INTO game_product (proc_id, vendor_id, group_code, name, lobby_symbol, image)
	 SELECT 'p' || g, 'sim', (ARRAY['casino', 'slot', 'minigame', 'slot'])[1 + g % 4], 'n', 'l', 'i' FROM generate_series(0, 19) g`,
	`INSERT INTO game_game (code, proc_id, name_kor, name_eng, thumbnail) SELECT 'g' || g, 'p' || g, 'k', 'e', 't' FROM generate_series(0, 19) g`,
	`INSERT INTO member_member (member_id, site_id, role, partner_level, parent_id, upline, nick, nick_key, name, phone, bank_name, account_no, account_holder, status, pass_hash, pin_hash)
	 WITH RECURSIVE level (n, l) AS (SELECT n, CASE WHEN n < 1 THEN 1 WHEN n < 6 THEN 2 WHEN n < 31 THEN 3 WHEN n < 156 THEN 4 WHEN n < 700 THEN 5 ELSE 6 END FROM generate_series(0, 1999) n),
	   up (n, parent) AS (SELECT n, CASE l WHEN 1 THEN NULL WHEN 2 THEN 0 WHEN 3 THEN 1 + n % 5 WHEN 4 THEN 6 + n % 25 WHEN 5 THEN 31 + n % 125 ELSE 156 + n % 544 END FROM level),
	   path (n, parent, upline) AS (
	     SELECT n, parent, '{}'::text[] FROM up WHERE parent IS NULL
	     UNION ALL SELECT u.n, u.parent, ARRAY['ptn' || lpad(u.parent::text, 5, '0')] || p.upline FROM up u JOIN path p ON p.n = u.parent)
	 SELECT 'ptn' || lpad(p.n::text, 5, '0'), 'demo', 'partner', l.l, CASE WHEN p.parent IS NULL THEN NULL ELSE 'ptn' || lpad(p.parent::text, 5, '0') END, p.upline,
	        'ptn' || p.n, 'ptn' || p.n, 'Kim', '+821' || lpad(p.n::text, 8, '0'), 'Kookmin', '1' || lpad(p.n::text, 8, '0'), 'Kim', 'normal', '', ''
	   FROM path p JOIN level l USING (n) ORDER BY l.l, p.n`,
	`INSERT INTO member_member (member_id, site_id, parent_id, upline, nick, nick_key, name, phone, bank_name, account_no, account_holder, status, pass_hash, pin_hash, joined_at, last_login_at, last_login_ip)
	 SELECT 'mem' || lpad(n::text, 7, '0'), 'demo', p.member_id, ARRAY[p.member_id] || p.upline, 'mem' || n, 'mem' || n, 'Kim', '+822' || lpad(n::text, 8, '0'), 'Kookmin', '2' || lpad(n::text, 8, '0'), 'Kim', 'normal', '', '',
	        '2026-09-01'::timestamptz + n % 100 * interval '1 hour', '2026-09-10'::timestamptz - n % 1000 * interval '1 hour', '10.0.0.0'::inet + n * 7919 % 60000
	   FROM generate_series(0, 99999) n JOIN member_member p ON p.member_id = 'ptn' || lpad((156 + n % 1844)::text, 5, '0')`,
	`INSERT INTO member_member (member_id, site_id, parent_id, upline, nick, nick_key, name, phone, bank_name, account_no, account_holder, status, pass_hash, pin_hash)
	 SELECT 'wide' || lpad(n::text, 6, '0'), 'demo', p.member_id, ARRAY[p.member_id] || p.upline, 'wide' || n, 'wide' || n, 'Kim', '+823' || lpad(n::text, 8, '0'), 'Kookmin', '3' || lpad(n::text, 8, '0'), 'Kim', 'normal', '', ''
	   FROM generate_series(0, 9999) n JOIN member_member p ON p.member_id = 'ptn01998'`,
	`INSERT INTO commission_chain (site_id, hash, upline, rates, insured)
	 SELECT 'demo', sha256(member_id::bytea), ARRAY[member_id] || upline, array_fill(50, ARRAY[13 * (1 + cardinality(upline))]), array_fill(0::bigint, ARRAY[2 * (1 + cardinality(upline))]) FROM member_member WHERE role = 'partner'`,
	`INSERT INTO casino_round (vendor_id, round_id, member_id, site_id, game_code, currency, bets, stake, payout, state, balance_before, balance_after, created_at, closed_at)
	 SELECT 'sim', 'r' || n, 'mem' || lpad((n % 100000)::text, 7, '0'), 'demo', 'g' || n % 20, 'KRW', 1, 1000 + n % 9000, CASE n % 3 WHEN 0 THEN n % 20000 ELSE 0 END, CASE WHEN n > 995000 THEN 'open' ELSE 'closed' END, 0, 0,
	        '2026-09-10 00:00+09'::timestamptz + n * interval '80 milliseconds', '2026-09-10 00:00+09'::timestamptz + n * interval '80 milliseconds' FROM generate_series(1, 1000000) n`,
	`INSERT INTO report_open_round (vendor_id, round_id, member_id, site_id, round, currency, stake, opened_at)
	 SELECT vendor_id, round_id, member_id, site_id, id, currency, stake, created_at FROM casino_round WHERE state = 'open'`,
	`INSERT INTO commission_line (site_id, day, round, turn, member_id, chain_id, product, game_code, bet_at, settled_at, stake, payout, valid)
	 SELECT 'demo', '2026-09-10', r.id, 0, r.member_id, c.id, CASE p.group_code WHEN 'casino' THEN 0 WHEN 'slot' THEN 1 ELSE 2 END, r.game_code, r.created_at, r.closed_at, r.stake, r.payout, r.stake
	   FROM casino_round r JOIN member_member m USING (member_id) JOIN commission_chain c ON c.hash = sha256(m.parent_id::bytea) JOIN game_game g ON g.code = r.game_code JOIN game_product p USING (proc_id)
	  WHERE r.state = 'closed' ORDER BY r.id`,
	`INSERT INTO commission_member_day (member_id, day, proc_id, site_id, bets, stake, payout, valid)
	 SELECT l.member_id, l.day, g.proc_id, 'demo', count(*), sum(stake), sum(payout), sum(valid) FROM commission_line l JOIN game_game g ON g.code = l.game_code GROUP BY 1, 2, 3`,
	`INSERT INTO commission_partner_day (partner_id, day, proc_id, site_id, bets, stake, payout, valid, rolling, losing)
	 SELECT u.partner, d.day, d.proc_id, 'demo', sum(d.bets), sum(d.stake), sum(d.payout), sum(d.valid), sum(d.valid) * 50, 0
	   FROM commission_member_day d JOIN member_member m USING (member_id) CROSS JOIN unnest(m.upline) AS u (partner) GROUP BY 1, 2, 3`,
	`INSERT INTO commission_partner_day SELECT partner_id, day - n, proc_id, site_id, 0, 0, 0, 0, 0, 0 FROM commission_partner_day CROSS JOIN generate_series(1, 30) n WHERE proc_id IN ('p1', 'p2')`,
	`INSERT INTO commission_cash_day SELECT member_id, '2026-09-10'::date - n, 'demo', 5, 5000, 2, 2000, 1 FROM member_member CROSS JOIN generate_series(0, 30) n WHERE role = 'partner'`,
	`INSERT INTO cash_request (site_id, member_id, kind, currency, amount, status, requested_at, processed_at)
	 SELECT 'demo', 'mem' || lpad((n * 7 % 100000)::text, 7, '0'), CASE n % 3 WHEN 0 THEN 'out' ELSE 'in' END, 'KRW', 1000 + n % 50000, CASE WHEN n % 20 = 0 THEN -2 ELSE 1 END,
	        '2026-09-10 12:00+09'::timestamptz - n * interval '13 seconds', '2026-09-10 12:01+09'::timestamptz - n * interval '13 seconds' FROM generate_series(1, 200000) n`,
	`INSERT INTO member_login (site_id, member_id, audience, result, ip, at)
	 SELECT 'demo', 'mem' || lpad((n * 11 % 100000)::text, 7, '0'), 'member', CASE WHEN n % 15 = 0 THEN 'U003' ELSE '200' END, '10.0.0.0'::inet + n % 60000, '2026-09-10 12:00+09'::timestamptz - (300000 - n) * interval '9 seconds'
	   FROM generate_series(1, 300000) n`,
	`INSERT INTO commission_through (site_id, closed, settled, summed, summed_at) SELECT 'demo', '2026-09-09', '2026-09-09', max(id), '2026-09-10 12:00+09' FROM commission_line`,
	`VACUUM ANALYZE`,
}

// BenchmarkPartnerLists measures the 99th percentile of every list and of the first page, with those of partners of all sizes in turn (make
// bench-partner), and the slowest first look at one, of which nothing is remembered yet.
func BenchmarkPartnerLists(b *testing.B) {
	db, clk := pgtest.DB(b), clock.NewManual(time.Date(2026, 9, 10, 14, 0, 0, 0, time.UTC))
	factory.Site(b, db)
	for _, sql := range largeSQL {
		_, err := db.Exec(b.Context(), sql)
		require.NoError(b, err)
	}
	var present []string
	for n := range 9000 {
		present = append(present, fmt.Sprintf("mem%07d", n*11))
	}
	sites := site.New(db, clk)
	partners := []string{"ptn00000", "ptn00001", "ptn00006", "ptn00031", "ptn00156", "ptn00700", "ptn01998", "ptn01999"}
	member := map[string]string{}
	for _, p := range partners {
		var id string
		require.NoError(b, db.QueryRow(b.Context(), "SELECT min(member_id) FROM member_member WHERE upline @> ARRAY[$1] AND role = 'member'", p).Scan(&id))
		member[p] = id
	}
	bets := func(change func(*report.BetSearch), pages int) func(context.Context, *report.Service, string) error {
		return func(ctx context.Context, s *report.Service, partner string) error {
			q := report.BetSearch{Site: "demo", Partner: partner, Count: 50}
			change(&q)
			for range pages {
				page, err := s.EndedBets(ctx, q)
				if q.After = page.Next; err != nil || q.After == "" {
					return err
				}
			}
			return nil
		}
	}
	lists := []struct {
		name  string
		calls int // of the report in one step
		run   func(context.Context, *report.Service, string) error
	}{
		{"bets", 1, bets(func(*report.BetSearch) {}, 1)},
		{"bets of a product", 1, bets(func(q *report.BetSearch) { q.Product = "slot" }, 1)},
		{"bets further back", 10, bets(func(*report.BetSearch) {}, 10)},
		{"bets of an amount", 1, bets(func(q *report.BetSearch) { q.Least, q.Result = 9_990, report.BetWon }, 1)},
		{"bets of a game", 1, bets(func(q *report.BetSearch) { q.Game = "g7" }, 1)},
		{"bets that there are not", 1, bets(func(q *report.BetSearch) { q.Least = 1_000_000 }, 1)},
		{"open bets", 1, func(ctx context.Context, s *report.Service, p string) error {
			_, err := s.LiveBets(ctx, report.BetSearch{Site: "demo", Partner: p, Count: 50})
			return err
		}},
		{"bets of a member", 1, func(ctx context.Context, s *report.Service, p string) error {
			return bets(func(q *report.BetSearch) { q.Member = member[p] }, 1)(ctx, s, p)
		}},
		{"node of 10,000", 1, func(ctx context.Context, s *report.Service, p string) error {
			_, err := s.Node(ctx, report.NodeSearch{Site: "demo", Partner: "ptn00000", Node: "ptn01998", Online: present, Money: true, Count: 50})
			return err
		}},
		{"node", 1, func(ctx context.Context, s *report.Service, p string) error {
			_, err := s.Node(ctx, report.NodeSearch{Site: "demo", Partner: p, Node: p, Online: present, Money: true, Count: 50})
			return err
		}},
		{"lower list", 1, func(ctx context.Context, s *report.Service, p string) error {
			q := report.LowerSearch{Site: "demo", Partner: p, Money: true, Sort: report.LowerJoined, Count: 50}
			if _, err := s.LowerTotal(ctx, q); err != nil {
				return err
			}
			_, _, err := s.Lowers(ctx, q)
			return err
		}},
		{"lower list by cash", 1, func(ctx context.Context, s *report.Service, p string) error {
			_, _, err := s.Lowers(ctx, report.LowerSearch{Site: "demo", Partner: p, Money: true, Sort: report.LowerCash, Count: 50})
			return err
		}},
		{"deposits", 1, func(ctx context.Context, s *report.Service, p string) error {
			_, err := s.LowerRequests(ctx, report.LowerRequestSearch{Site: "demo", Partner: p, Kind: "in", Count: 50})
			return err
		}},
		{"logins", 1, func(ctx context.Context, s *report.Service, p string) error {
			_, err := s.LowerLogins(ctx, report.AccessSearch{Site: "demo", Partner: p, Count: 50})
			return err
		}},
		{"points", 1, func(ctx context.Context, s *report.Service, p string) error {
			_, _, err := s.LowerPoints(ctx, "demo", p, member[p], paging.Days{}, paging.Slice{Count: 50})
			return err
		}},
		{"card", 1, func(ctx context.Context, s *report.Service, p string) error {
			_, err := s.LowerCard(ctx, report.CardSearch{Site: "demo", Partner: p, Member: member[p], Money: true})
			return err
		}},
		{"addresses", 1, func(ctx context.Context, s *report.Service, p string) error {
			_, err := s.AddressGroups(ctx, "demo", p, 30)
			return err
		}},
		{"first page", 1, func(ctx context.Context, s *report.Service, p string) error {
			_, err := s.DownlineHome(ctx, "demo", p, present)
			return err
		}},
		{"summary", 1, func(ctx context.Context, s *report.Service, p string) error {
			_, err := s.DownlineSummary(ctx, report.SummarySearch{Site: "demo", Partner: p})
			return err
		}},
		{"affiliate", 1, func(ctx context.Context, s *report.Service, p string) error {
			_, err := s.Affiliate(ctx, "demo", p, paging.Days{})
			return err
		}},
	}
	for _, l := range lists {
		b.Run(l.name, func(b *testing.B) {
			first, took := time.Duration(0), []time.Duration{}
			for b.Loop() {
				s := report.New(db, clk, sites, factory.Box())
				for i := range 200 {
					for _, p := range partners {
						start := time.Now()
						require.NoError(b, l.run(b.Context(), s, p))
						one := time.Since(start) / time.Duration(l.calls)
						if took = append(took, one); i == 0 {
							first = max(first, one)
						}
					}
				}
			}
			slices.Sort(took)
			b.ReportMetric(float64(took[len(took)*99/100].Microseconds())/1000, "ms-p99")
			b.ReportMetric(float64(first.Microseconds())/1000, "ms-first")
			b.ReportMetric(0, "ns/op")
		})
	}
}

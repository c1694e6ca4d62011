package report_test

import (
	"fmt"
	"math/rand/v2"
	"slices"
	"testing"
	"time"

	"github.com/jackc/pgx/v5/pgxpool"
	"github.com/stretchr/testify/require"

	"hubstake/internal/accounting/report"
	"hubstake/internal/core/clock"
	"hubstake/internal/core/fault"
	"hubstake/internal/core/money"
	"hubstake/internal/core/paging"
	"hubstake/internal/operator/site"
	"hubstake/internal/partners/commission"
	"hubstake/internal/testkit"
	"hubstake/internal/testkit/factory"
	"hubstake/internal/testkit/pgtest"
)

// branches are two head offices: the first has a partner below it, which has one below it, and members everywhere.
type branches struct {
	*testing.T
	db                         *pgxpool.Pool
	clk                        *clock.Manual
	s                          *report.Service
	sums                       *commission.Service
	head, mid, low, other      string
	own, midOwn, deep, foreign string
	rounds                     int64
}

func plant(t *testing.T) *branches {
	t.Helper()
	t.Parallel()
	db, clk := pgtest.DB(t), clock.NewManual(noon)
	factory.Site(t, db)
	games(t, db)
	sites := site.New(db, clk)
	d := &branches{T: t, db: db, clk: clk, s: report.New(db, clk, sites, factory.Box()), sums: commission.New(db, clk, sites, nil)}
	under := func(parent string, level int) string {
		return factory.Member(t, db, func(m *factory.M) {
			m.Parent, m.PartnerLevel, m.MayRefer, m.At = parent, level, level > 0, noon.Add(-2*time.Hour)
		}).MemID
	}
	d.head, d.other = under("", 1), under("", 1)
	d.mid = under(d.head, 2)
	d.low = under(d.mid, 3)
	d.own, d.midOwn, d.deep, d.foreign = under(d.head, 0), under(d.mid, 0), under(d.low, 0), under(d.other, 0)
	d.exec("INSERT INTO commission_through (site_id, closed, settled) VALUES ('demo', '2026-01-01', '2026-01-01')")
	return d
}

func (d *branches) exec(sql string, args ...any) {
	d.Helper()
	_, err := d.db.Exec(d.Context(), sql, args...)
	require.NoError(d, err)
}

// bet writes a line of a bet as the worker notes it, with the upline of now and rates of 1 % for each level, and returns its number.
func (d *branches) bet(member, game string, stake, payout int64, at time.Time) (line int64) {
	d.Helper()
	d.rounds++
	require.NoError(d, d.db.QueryRow(d.Context(), `
		WITH up AS (SELECT upline, sha256(array_to_string(upline, ',')::bytea) AS hash, cardinality(upline) AS n FROM member_member WHERE member_id = $1),
		added AS (INSERT INTO commission_chain (site_id, hash, upline, rates, insured) SELECT 'demo', hash, upline, array_fill(100, ARRAY[13 * n]), array_fill(0::bigint, ARRAY[2 * n]) FROM up
			ON CONFLICT (site_id, hash) DO UPDATE SET hash = excluded.hash RETURNING id)
		INSERT INTO commission_line (site_id, day, round, turn, member_id, chain_id, product, game_code, bet_at, settled_at, stake, payout, valid)
		SELECT 'demo', ($6::timestamptz AT TIME ZONE 'Asia/Seoul')::date, $7, CASE WHEN $3 < 0 THEN 1 ELSE 0 END, $1, id, CASE $2 WHEN 'comet' THEN 1 ELSE 0 END, $2, $6, $6, $3, $4, $5 FROM added RETURNING id`,
		member, game, stake, payout, stake-min(stake, 10), at, d.rounds).Scan(&line))
	return line
}

func (d *branches) addUp() {
	d.Helper()
	d.exec("UPDATE commission_cursor SET at = $1", d.clk.Now())
	require.NoError(d, d.sums.AddUp(d.Context(), "demo"))
	require.NoError(d, d.sums.AddUpCash(d.Context(), "demo"))
}

// noteAll has the worker of commissions note and add up everything that is committed. Transactions of other tests on the same server hold it back for
// a while.
func noteAll(t *testing.T, db *pgxpool.Pool, clk *clock.Manual) {
	t.Helper()
	s := commission.New(db, clk, site.New(db, clk), nil)
	testkit.Eventually(t, func() bool {
		var all bool
		err := s.Accrue(t.Context())
		err2 := db.QueryRow(t.Context(), "SELECT tx >= coalesce((SELECT max(our_tx_id) FROM casino_tx), 0) FROM commission_cursor").Scan(&all)
		return err == nil && err2 == nil && all
	})
	require.NoError(t, s.AddUp(t.Context(), "demo"))
	require.NoError(t, s.AddUpCash(t.Context(), "demo"))
}

// all reads every page of a search.
func (d *branches) all(q report.BetSearch) (list []report.Bet, totals *report.BetTotals) {
	d.Helper()
	q.Site = "demo"
	for pages := 0; ; pages++ {
		require.Less(d, pages, 1000)
		page, err := d.s.EndedBets(d.Context(), q)
		require.NoError(d, err)
		require.LessOrEqual(d, len(page.List), int(q.Count))
		if q.After == "" {
			totals = page.Totals
		}
		if page.Searched == nil && page.Next != "" {
			require.Len(d, page.List, int(q.Count), "a page that is not full says how far it was searched")
		}
		list = append(list, page.List...)
		if q.After = page.Next; q.After == "" {
			return list, totals
		}
	}
}

func addsUp(list []report.Bet) (t report.BetTotals) {
	for _, b := range list {
		if b.Stake < 0 {
			t.Bets--
		} else {
			t.Bets++
		}
		t.Stake, t.Payout, t.Valid = t.Stake+b.Stake, t.Payout+b.Payout, t.Valid+b.Valid
	}
	return t
}

// Every search, however its bets are read, has the lines that a plain loop over all of them finds, newest first, once each, and totals that are
// their sums.
func TestBetsOfADownlineAreThoseOfAPlainLoop(t *testing.T) {
	d := plant(t)
	type planted struct {
		line, stake, payout int64
		member, game        string
		at                  time.Time
	}
	above := map[string][]string{d.own: {d.head}, d.midOwn: {d.mid, d.head}, d.deep: {d.low, d.mid, d.head}, d.foreign: {d.other}, d.low: {d.mid, d.head}}
	players, codes := []string{d.own, d.midOwn, d.deep, d.foreign, d.low}, []string{"comet", "table", "gone"}
	rng := rand.New(rand.NewPCG(7, 7))
	var bets []planted
	for i := range 400 {
		at := noon.AddDate(0, 0, -(399-i)/60).Add(-time.Duration(rng.IntN(3600)) * time.Second)
		p := planted{member: players[rng.IntN(len(players))], game: codes[rng.IntN(3)], stake: 100 * (1 + rng.Int64N(9)), at: at}
		switch rng.IntN(4) {
		case 0:
			p.payout = 2 * p.stake
		case 1:
			p.payout = p.stake
		}
		if rng.IntN(10) == 0 {
			p.stake, p.payout = -p.stake, -p.payout
		}
		p.line = d.bet(p.member, p.game, p.stake, p.payout, p.at)
		bets = append(bets, p)
	}
	d.addUp()
	searched := 0
	for i := range 60 {
		d.s.WalkIn([]int64{-1, 0, 15, 5000}[i%4], []int{7, 50}[i%2], []int{20, 1000}[i/2%2])
		q := report.BetSearch{Partner: []string{d.head, d.mid, d.low}[rng.IntN(3)], Count: int32(3 + rng.IntN(40)), Days: paging.Days{StartDate: "2026-09-05", EndDate: "2026-09-10"}}
		if rng.IntN(2) == 0 {
			q.Product = []string{"slot", "casino"}[rng.IntN(2)]
		}
		if rng.IntN(3) == 0 {
			q.Result = []report.LineResult{report.BetWon, report.BetLost, report.BetTied, report.BetBack}[rng.IntN(4)]
		}
		if rng.IntN(3) == 0 {
			q.Least, q.Most = 200, 700
		}
		if rng.IntN(4) == 0 {
			q.Game = codes[rng.IntN(2)]
		}
		if rng.IntN(4) == 0 {
			q.ProcID = []string{"s", "c"}[rng.IntN(2)]
		}
		if rng.IntN(4) == 0 {
			q.Member = d.deep
			if q.Partner == d.low {
				searched++
			}
		}
		var want []int64
		for _, b := range bets {
			day := b.at.Add(9 * time.Hour).Format(time.DateOnly)
			product := map[string]string{"comet": "slot", "table": "casino", "gone": "casino"}[b.game]
			proc := map[string]string{"comet": "s", "table": "c"}[b.game]
			result := map[bool]report.LineResult{true: report.BetBack}[b.stake < 0]
			if result == "" {
				result = map[int64]report.LineResult{0: report.BetLost, 1: report.BetTied, 2: report.BetWon}[b.payout/b.stake]
			}
			size := money.Amount(max(b.stake, -b.stake))
			if slices.Contains(above[b.member], q.Partner) && day >= "2026-09-05" && (q.Product == "" || q.Product == product) && (q.ProcID == "" || q.ProcID == proc) &&
				(q.Game == "" || q.Game == b.game) && (q.Member == "" || q.Member == b.member) && (q.Result == "" || q.Result == result) &&
				size >= q.Least && (q.Most == 0 || size <= q.Most) {
				want = append(want, b.line)
			}
		}
		list, totals := d.all(q)
		var got []int64
		for _, b := range list {
			got = append(got, b.Line)
		}
		require.IsDecreasing(t, append(append([]int64{1 << 40}, got...), 0), "%+v", q)
		slices.Reverse(got)
		require.Equal(t, want, got, "%d %+v", i, q)
		require.NotNil(t, totals)
		require.Equal(t, addsUp(list), *totals, "%+v", q)
	}
	require.Positive(t, searched)
}

func TestASearchThatTakesLongStopsAndSaysHowFarItCame(t *testing.T) {
	d := plant(t)
	for i := range 30 {
		d.bet(d.own, "table", 100, 0, noon.Add(time.Duration(i-60)*time.Minute))
	}
	first := d.bet(d.own, "comet", 100, 0, noon.AddDate(0, 0, -1))
	d.addUp()
	d.s.WalkIn(-1, 10, 20)
	page, err := d.s.EndedBets(t.Context(), report.BetSearch{Site: "demo", Partner: d.head, Game: "comet", Count: 5})
	require.NoError(t, err)
	require.Empty(t, page.List)
	require.Equal(t, noon.Add(-50*time.Minute), page.Searched.Add(0), "twenty of them were looked at")
	require.Equal(t, int64(100), int64(page.Totals.Stake))
	list, _ := d.all(report.BetSearch{Partner: d.head, Game: "comet", Count: 5})
	require.Len(t, list, 1)
	require.Equal(t, first, list[0].Line)
}

func TestAForeignMemberReadsLikeAMissingOne(t *testing.T) {
	d := plant(t)
	for _, m := range []string{d.foreign, d.own, d.head, d.mid, "nobody1"} {
		_, err := d.s.EndedBets(t.Context(), report.BetSearch{Site: "demo", Partner: d.mid, Member: m, Count: 5})
		require.ErrorIs(t, err, fault.MemberNotFound, m)
		_, err = d.s.LiveBets(t.Context(), report.BetSearch{Site: "demo", Partner: d.mid, Member: m, Count: 5})
		require.ErrorIs(t, err, fault.MemberNotFound, m)
		_, err = d.s.LowerRequests(t.Context(), report.LowerRequestSearch{Site: "demo", Partner: d.mid, Kind: "in", Member: m, Count: 5})
		require.ErrorIs(t, err, fault.MemberNotFound, m)
		_, err = d.s.LowerLogins(t.Context(), report.AccessSearch{Site: "demo", Partner: d.mid, Member: m, Count: 5})
		require.ErrorIs(t, err, fault.MemberNotFound, m)
		_, _, err = d.s.LowerPoints(t.Context(), "demo", d.mid, m, paging.Days{}, paging.Slice{Count: 5})
		require.ErrorIs(t, err, fault.MemberNotFound, m)
		require.ErrorIs(t, d.s.BetBelow(t.Context(), "demo", d.mid, m, 1), fault.MemberNotFound, m)
	}
	for _, bad := range []report.BetSearch{
		{Product: "fish"},
		{Result: "WON"},
		{After: "x"},
		{Least: -1},
		{Days: paging.Days{StartDate: "2026-01-01", EndDate: "2026-06-01"}},
		{After: "MTIzfHh4eHh4eHh4eHh4eHh4eHh4eHh4eA"},
	} {
		bad.Site, bad.Partner, bad.Count = "demo", d.mid, 5
		_, err := d.s.EndedBets(t.Context(), bad)
		require.ErrorIs(t, err, fault.Failed, "%+v", bad)
	}
}

func TestOpenBetsAreThoseThatBeganBelow(t *testing.T) {
	d := plant(t)
	open := func(member string, stake int64, at time.Time) {
		d.rounds++
		d.exec(`INSERT INTO casino_round (vendor_id, round_id, member_id, site_id, game_code, currency, bets, stake, payout, state, balance_before, balance_after, created_at)
			VALUES ('sim', $1, $2, 'demo', 'comet', 'KRW', 1, $3, 0, 'open', 0, 0, $4)`, fmt.Sprint(d.rounds), member, stake, at)
		d.exec(`INSERT INTO report_open_round (vendor_id, round_id, member_id, site_id, round, currency, stake, opened_at)
			SELECT vendor_id, round_id, member_id, site_id, id, currency, stake, created_at FROM casino_round WHERE round_id = $1`, fmt.Sprint(d.rounds))
	}
	for i, m := range []string{d.deep, d.midOwn, d.own, d.foreign} {
		open(m, int64(100*(i+1)), noon.Add(time.Duration(i)*time.Minute))
	}
	d.exec("UPDATE casino_round SET state = 'closed' WHERE member_id = $1", d.own) // since it was noted
	// The deep one left the branch of mid after its bet.
	d.exec(`INSERT INTO member_upline (member_id, upline, since, until) SELECT member_id, upline, NULL, $2 FROM member_member WHERE member_id = $1`, d.deep, noon.Add(time.Hour))
	d.exec(`UPDATE member_member SET upline = ARRAY[$2], parent_id = $2, upline_since = $3 WHERE member_id = $1`, d.deep, d.other, noon.Add(time.Hour))
	open(d.deep, 7, noon.Add(2*time.Hour))
	stakes := func(partner string, count int32) (out []money.Amount, page report.OpenBets) {
		for after := ""; ; {
			p, err := d.s.LiveBets(t.Context(), report.BetSearch{Site: "demo", Partner: partner, Product: "slot", After: after, Count: count})
			require.NoError(t, err)
			if after == "" {
				page = p
			}
			for _, b := range p.List {
				out = append(out, b.Stake)
			}
			if after = p.Next; after == "" {
				return out, page
			}
		}
	}
	list, page := stakes(d.mid, 1)
	require.Equal(t, []money.Amount{200, 100}, list, "bets of the time below")
	require.Equal(t, []any{int64(2), money.Amount(300)}, []any{page.Bets, page.Stake})
	list, _ = stakes(d.other, 10)
	require.Equal(t, []money.Amount{7, 400}, list)
	var round int64
	require.NoError(t, d.db.QueryRow(t.Context(), "SELECT id FROM casino_round WHERE member_id = $1 AND stake = 100", d.deep).Scan(&round))
	require.NoError(t, d.s.BetBelow(t.Context(), "demo", d.mid, d.deep, round))
	require.ErrorIs(t, d.s.BetBelow(t.Context(), "demo", d.other, d.deep, round), fault.MemberNotFound)
}

func TestRequestsOfADownline(t *testing.T) {
	d := plant(t)
	for i, m := range []string{d.own, d.midOwn, d.deep, d.foreign} {
		request(t, d.db, m, "in", int64(1000*(i+1)), 1, noon.Add(-time.Duration(i)*time.Hour))
		request(t, d.db, m, "in", 50, -2, noon.Add(-time.Duration(i)*time.Hour))
		request(t, d.db, m, "in", 7, 0, noon.Add(-time.Duration(i)*time.Hour))
		request(t, d.db, m, "out", 1, 1, noon)
	}
	for _, crowd := range []int{0, 1100} { // few accounts, then so many that the list is walked
		d.exec(`INSERT INTO member_member (member_id, site_id, parent_id, upline, nick, nick_key, name, phone, bank_name, account_no, account_holder, lang, pass_hash, pin_hash, status)
			SELECT 'crowd' || i, 'demo', $1, ARRAY[$1, $2], 'crowd' || i, 'crowd' || i, '', '', '', '', '', 'en', '', '', 'normal' FROM generate_series(1, $3) i`, d.mid, d.head, crowd)
		var got []money.Amount
		for after := ""; ; {
			page, err := d.s.LowerRequests(t.Context(), report.LowerRequestSearch{Site: "demo", Partner: d.mid, Kind: "in", Count: 2, After: after})
			require.NoError(t, err)
			if after == "" {
				require.Equal(t, report.LowerRequestTotals{Waiting: report.Sum{Count: 2, Amount: 14}, Done: report.Sum{Count: 2, Amount: 5_000}, Cancelled: report.Sum{Count: 2, Amount: 100}}, *page.Totals)
			} else {
				require.Nil(t, page.Totals)
			}
			for _, r := range page.List {
				got = append(got, r.Amount)
			}
			if after = page.Next; after == "" {
				break
			}
		}
		require.Equal(t, []money.Amount{7, 50, 2000, 7, 50, 3000}, got)
		page, err := d.s.LowerRequests(t.Context(), report.LowerRequestSearch{Site: "demo", Partner: d.mid, Kind: "in", Statuses: []int16{1}, Least: 2500, Most: 4000, Count: 9})
		require.NoError(t, err)
		require.Len(t, page.List, 1)
		require.Equal(t, d.deep, page.List[0].MemID)
	}
	_, err := d.s.LowerRequests(t.Context(), report.LowerRequestSearch{Site: "demo", Partner: d.mid, Kind: "both", Count: 2})
	require.ErrorIs(t, err, fault.Failed)
}

func TestLoginsAndSharedAddressesOfADownline(t *testing.T) {
	d := plant(t)
	login := func(member, ip, result string, at time.Time) {
		d.exec("INSERT INTO member_login (site_id, member_id, audience, result, ip, at) VALUES ('demo', $1, 'member', $2, $3, $4)", member, result, ip, at)
		if result == "200" {
			d.exec("UPDATE member_member SET last_login_ip = $2, last_login_at = $3, join_ip = '10.0.0.1' WHERE member_id = $1", member, ip, at)
			d.exec(`INSERT INTO member_session (session_id, site_id, member_id, audience, topic, hub_key, gen, state, version, created_at, seen_at, expires_at, ip, user_agent)
				VALUES ($1, 'demo', $2, 'member', '', '', 1, 'ended', 1, $3, $3, $3, $4, 'Mozilla/5.0 (Linux; Android 14; SM-S918N) AppleWebKit/537.36 Chrome/120.0 Mobile Safari/537.36')`,
				fmt.Sprint(member, at.UnixNano()), member, at, ip)
		}
	}
	login(d.midOwn, "10.0.0.1", "U003", noon.Add(-3*time.Hour))
	login(d.midOwn, "10.0.0.1", "200", noon.Add(-2*time.Hour))
	login(d.deep, "10.0.0.1", "200", noon.Add(-time.Hour))
	login(d.own, "10.0.0.1", "200", noon.Add(-time.Hour))
	login(d.foreign, "10.0.0.1", "200", noon.Add(-time.Hour))
	page, err := d.s.LowerLogins(t.Context(), report.AccessSearch{Site: "demo", Partner: d.mid, Count: 2})
	require.NoError(t, err)
	require.Equal(t, []string{d.deep, d.midOwn}, []string{page.List[0].MemID, page.List[1].MemID})
	require.Equal(t, "Chrome, Android", page.List[0].Device, "neither versions nor the model")
	page, err = d.s.LowerLogins(t.Context(), report.AccessSearch{Site: "demo", Partner: d.mid, Count: 2, After: page.Next})
	require.NoError(t, err)
	require.Len(t, page.List, 1)
	require.Equal(t, []string{"U003", ""}, []string{page.List[0].Result, page.List[0].Device})
	failed := true
	page, err = d.s.LowerLogins(t.Context(), report.AccessSearch{Site: "demo", Partner: d.head, Failed: &failed, IP: "10.0.0.1", Count: 9})
	require.NoError(t, err)
	require.Len(t, page.List, 1)
	_, err = d.s.LowerLogins(t.Context(), report.AccessSearch{Site: "demo", Partner: d.head, IP: "10.0.0", Count: 9})
	require.ErrorIs(t, err, fault.Failed)

	request(t, d.db, d.deep, "in", 9_000, 1, noon)
	groups, err := d.s.AddressGroups(t.Context(), "demo", d.mid, 7)
	require.NoError(t, err)
	require.Len(t, groups, 1)
	require.Equal(t, []any{int64(2), money.Amount(9_000)}, []any{groups[0].Accounts, groups[0].Deposits})
	require.Equal(t, []string{d.deep, d.midOwn}, []string{groups[0].Members[0].MemID, groups[0].Members[1].MemID})
	require.True(t, groups[0].Members[0].JoinedHere)
	groups, err = d.s.AddressGroups(t.Context(), "demo", d.mid+"1", 2)
	require.NoError(t, err)
	require.Empty(t, groups)
	groups, err = d.s.AddressGroups(t.Context(), "demo", d.mid, 12)
	require.NoError(t, err)
	require.Len(t, groups, 1, "of another partner whose memId is longer, for fewer days, is something else")
	d.clk.Advance(8 * 24 * time.Hour)
	groups, err = d.s.AddressGroups(t.Context(), "demo", d.mid, 7)
	require.NoError(t, err)
	require.Empty(t, groups)
	_, err = d.s.AddressGroups(t.Context(), "demo", d.mid, 93)
	require.ErrorIs(t, err, fault.Failed)
}

// session gives an account a session in a state.
func session(t *testing.T, db *pgxpool.Pool, memID, state string) {
	t.Helper()
	_, err := db.Exec(t.Context(), `INSERT INTO member_session (session_id, site_id, member_id, audience, topic, hub_key, state, expires_at)
		VALUES (gen_random_uuid()::text, 'demo', $1, 'member', 't', 'k', $2, now() + interval '1 hour')`, memID, state)
	require.NoError(t, err)
}

func TestTheFirstPageAndTheSummaryAgree(t *testing.T) {
	d := plant(t)
	d.bet(d.own, "comet", 1_000, 0, noon)
	d.bet(d.midOwn, "comet", 2_000, 500, noon)
	d.bet(d.deep, "table", 4_000, 9_000, noon.AddDate(0, 0, -2))
	d.bet(d.mid, "gone", 300, 0, noon) // a partner plays itself
	d.bet(d.foreign, "comet", 50_000, 0, noon)
	request(t, d.db, d.deep, "in", 700, 1, noon.Add(-time.Minute))
	request(t, d.db, d.own, "out", 80, 1, noon.Add(-time.Minute))
	request(t, d.db, d.midOwn, "in", 25, 0, noon.Add(-time.Minute))
	request(t, d.db, d.foreign, "in", 1_000_000, 0, noon.Add(-time.Minute))
	d.addUp()
	session(t, d.db, d.deep, "live")
	session(t, d.db, d.own, "ended")
	session(t, d.db, d.foreign, "live")
	h, err := d.s.DownlineHome(t.Context(), "demo", d.head, []string{d.deep, d.own, d.foreign, d.head})
	require.NoError(t, err)
	require.Equal(t, noon, h.AsOf)
	require.Len(t, h.Days, 31)
	require.Equal(t, report.Sum{Count: 1, Amount: 700}, h.Today.Deposits)
	require.Equal(t, report.Sum{Count: 1, Amount: 80}, h.Today.Withdrawals)
	require.Equal(t, []any{int64(3), money.Amount(3_300), money.Amount(500)}, []any{h.Today.Bets, h.Today.Stake, h.Today.Payout})
	require.Equal(t, []any{int64(4), money.Amount(7_300), money.Amount(9_500)}, []any{h.Month.Bets, h.Month.Stake, h.Month.Payout})
	require.EqualValues(t, 5, h.Today.Joined, "mid, low and their members of today")
	require.Equal(t, report.DownlineLive{Online: 1, Deposits: report.Sum{Count: 1, Amount: 25}}, h.Live)
	require.Equal(t, money.Amount(12), h.Today.Rolling, "1 % of 990 and 297, which accounts directly below staked: partners further below have the same rate")

	for _, product := range []string{"", "slot", "casino"} {
		sum, err := d.s.DownlineSummary(t.Context(), report.SummarySearch{Site: "demo", Partner: d.head, Product: product})
		require.NoError(t, err)
		of := func(e report.Earned) [4]int64 {
			return [4]int64{e.Bets, int64(e.Stake), int64(e.Payout), int64(e.Valid)}
		}
		plus := func(a, b [4]int64) [4]int64 { return [4]int64{a[0] + b[0], a[1] + b[1], a[2] + b[2], a[3] + b[3]} }
		var days, products, children [4]int64
		for _, one := range sum.Days {
			days = plus(days, of(one.Earned))
		}
		for _, one := range sum.Products {
			products = plus(products, of(one.Earned))
		}
		for _, one := range sum.Children {
			children = plus(children, of(one.Earned))
			require.False(t, one.Elsewhere)
		}
		require.Equal(t, of(sum.Total.Earned), days, product)
		require.Equal(t, days, products, product)
		require.Equal(t, days, children, product)
		if product == "" {
			require.Equal(t, [4]int64{4, 7_300, 9_500, 7_260}, days)
			require.Equal(t, []string{d.mid, ""}, []string{sum.Children[0].MemID, sum.Children[1].MemID})
			require.EqualValues(t, 1, sum.Children[1].Members)
			require.Equal(t, h.Month.Deposits, sum.Total.Deposits)
		}
	}
	a, err := d.s.Affiliate(t.Context(), "demo", d.head, paging.Days{})
	require.NoError(t, err)
	var got []string
	for _, p := range a.Products {
		got = append(got, fmt.Sprintln(p.Group, p.Rounds, p.Members, p.Stake, p.Payout))
	}
	require.Equal(t, []string{"casino 1 1 4000 9000\n", "other 1 1 300 0\n", "slot 2 2 3000 500\n"}, got)
	require.Equal(t, report.Sum{Count: 1, Amount: 700}, a.Deposits)

	// Another partner gets the branch: what it did here stays, as the play of one that is elsewhere now.
	d.exec("UPDATE member_member SET parent_id = $2 WHERE member_id = $1", d.mid, d.other)
	sum, err := d.s.DownlineSummary(t.Context(), report.SummarySearch{Site: "demo", Partner: d.head})
	require.NoError(t, err)
	last := sum.Children[len(sum.Children)-1]
	require.True(t, last.Elsewhere)
	require.Equal(t, money.Amount(6_300), last.Stake)
	_, err = d.s.DownlineSummary(t.Context(), report.SummarySearch{Site: "demo", Partner: d.head, Product: "x"})
	require.ErrorIs(t, err, fault.Failed)
}

func TestPointsOfAMemberAreThoseOfItsTimeBelow(t *testing.T) {
	d := plant(t)
	move := func(no, amount int64, at time.Time) {
		d.exec(`INSERT INTO wallet_ledger (member_id, currency, version, unit, contra, kind, amount, balance_after, ref, created_at) VALUES ($1, 'KRW', $2, 'point', 'promo', 'coupon', $3, 0, '', $4)`, d.deep, no, amount, at)
	}
	now := time.Now().UTC().Truncate(time.Second) // the partitions of the ledger are those of the database's time
	d.clk.Set(now)
	move(101, 50, now.Add(-3*time.Hour))
	move(102, -20, now.Add(-time.Hour))
	read := func(partner string) (int, report.UnitTotals) {
		lines, totals, err := d.s.LowerPoints(t.Context(), "demo", partner, d.deep, paging.Days{}, paging.Slice{Count: 10})
		require.NoError(t, err)
		return len(lines), totals
	}
	n, totals := read(d.mid)
	require.Equal(t, []any{2, money.Amount(50), money.Amount(20)}, []any{n, totals.In, totals.Out})
	d.exec(`INSERT INTO member_upline (member_id, upline, since, until) VALUES ($1, ARRAY[$2], NULL, $3)`, d.deep, d.head, now.Add(-2*time.Hour))
	d.exec("UPDATE member_member SET upline_since = $2 WHERE member_id = $1", d.deep, now.Add(-2*time.Hour))
	n, _ = read(d.mid)
	require.Equal(t, 1, n)
	n, _ = read(d.head)
	require.Equal(t, 2, n)
}

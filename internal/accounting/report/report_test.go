package report_test

import (
	"testing"
	"time"

	"github.com/jackc/pgx/v5/pgxpool"
	"github.com/stretchr/testify/require"

	"hubstake/internal/accounting/report"
	"hubstake/internal/core/clock"
	"hubstake/internal/core/money"
	"hubstake/internal/core/paging"
	"hubstake/internal/operator/site"
	"hubstake/internal/testkit"
	"hubstake/internal/testkit/factory"
	"hubstake/internal/testkit/pgtest"
)

var noon = time.Date(2026, 9, 10, 3, 0, 40, 0, time.UTC)

func open(t *testing.T, options ...func(*factory.S)) (*pgxpool.Pool, *clock.Manual, *report.Service) {
	t.Helper()
	t.Parallel()
	db, clk := pgtest.DB(t), clock.NewManual(noon)
	factory.Site(t, db, options...)
	return db, clk, report.New(db, clk, site.New(db, clk), factory.Box())
}

// request writes a cash request as a decision leaves it.
func request(t *testing.T, db *pgxpool.Pool, memID, kind string, amount int64, status int, at time.Time) {
	t.Helper()
	_, err := db.Exec(t.Context(), `INSERT INTO cash_request (site_id, member_id, kind, currency, amount, status, requested_at, processed_at)
		VALUES ('demo', $1, $2, 'KRW', $3, $4, $5, $5)`, memID, kind, amount, status, at)
	require.NoError(t, err)
}

// wonRound writes a round with the win that ended it.
func wonRound(t *testing.T, db *pgxpool.Pool, memID, id string, stake, payout int64, state string, at time.Time) {
	t.Helper()
	_, err := db.Exec(t.Context(), `INSERT INTO casino_round (vendor_id, round_id, member_id, site_id, game_code, currency, stake, payout,
		state, balance_before, balance_after, closed_at) VALUES ('sim', $1, $2, 'demo', 'comet', 'KRW', $3, $4, $5, 0, 0, $6)`,
		id, memID, stake, payout, state, at)
	require.NoError(t, err)
	_, err = db.Exec(t.Context(), `INSERT INTO casino_tx (vendor_id, tx_id, kind, member_id, round_id, currency, amount, req_hash, status, balance_after)
		VALUES ('sim', 'w-' || $1, 'win', $2, $1, 'KRW', $3, '', 'OK', 0)`, id, memID, payout)
	require.NoError(t, err)
}

// collect has all winners noted that are committed. Transactions of other tests on the same server hold it back for a while.
func collect(t *testing.T, db *pgxpool.Pool, svc *report.Service) {
	t.Helper()
	testkit.Eventually(t, func() bool {
		var all bool
		err := svc.CollectWinners(t.Context())
		err2 := db.QueryRow(t.Context(), "SELECT tx = (SELECT max(our_tx_id) FROM casino_tx) FROM report_winner_cursor").Scan(&all)
		return err == nil && err2 == nil && all
	})
}

func TestThePublicBoardIsRealMaskedRoundedAndLateD57(t *testing.T) {
	db, clk, svc := open(t)
	m := factory.Member(t, db, func(m *factory.M) { m.MemID = "minsu77" })
	b, err := svc.CashBoard(t.Context(), "demo")
	require.NoError(t, err)
	require.Empty(t, b.In, "no real one, no line")

	second, third := factory.Member(t, db, func(m *factory.M) { m.MemID = "jiwoo88" }), factory.Member(t, db, func(m *factory.M) { m.MemID = "haneul9" })
	request(t, db, m.MemID, "in", 77_000, 1, noon.Add(-3*time.Minute)) // one line a member: the last
	request(t, db, m.MemID, "in", 154_499, 1, noon.Add(-2*time.Minute))
	request(t, db, second.MemID, "in", 154_500, 1, noon.Add(-time.Minute))
	request(t, db, third.MemID, "in", 99_000, 1, noon.Add(-time.Minute+time.Millisecond)) // too fresh
	request(t, db, m.MemID, "in", 88_000, -2, noon.Add(-time.Hour))                       // refused
	request(t, db, m.MemID, "out", 400, 1, noon.Add(-time.Hour))
	_, err = db.Exec(t.Context(), "UPDATE cash_request SET hidden = true") // the member's own list is another matter
	require.NoError(t, err)

	b, err = svc.CashBoard(t.Context(), "demo")
	require.NoError(t, err)
	require.Empty(t, b.In, "kept for a second")
	clk.Advance(time.Second)
	b, err = svc.CashBoard(t.Context(), "demo")
	require.NoError(t, err)
	require.Equal(t, []report.Line{
		{MemIDMasked: "ha***", Amount: 99_000, At: noon.Truncate(time.Minute).Add(-time.Minute)},
		{MemIDMasked: "ji***", Amount: 155_000, At: noon.Truncate(time.Minute).Add(-time.Minute)},
		{MemIDMasked: "mi***", Amount: 154_000, At: noon.Truncate(time.Minute).Add(-2 * time.Minute)},
	}, b.In, "the fresh one is a minute old now")
	require.Equal(t, []report.Line{{MemIDMasked: "mi***", Amount: 1_000, At: noon.Truncate(time.Minute).Add(-time.Hour)}}, b.Out)
}

func TestTheBestWithdrawalsAreOneAMemberOfTodayAndOfTheWeekD57(t *testing.T) {
	db, clk, svc := open(t) // noon is 12:00 in Seoul
	long := func(m *factory.M) { m.MemID = "minsu77" }
	m, other := factory.Member(t, db, long), factory.Member(t, db, func(m *factory.M) { m.MemID = "jiwoo88" })
	midnight := noon.Truncate(time.Minute).Add(-12 * time.Hour)
	request(t, db, m.MemID, "out", 50_000, 1, noon.Add(-time.Hour))
	request(t, db, m.MemID, "out", 70_000, 1, noon.Add(-2*time.Hour)) // the greater of the same member
	request(t, db, other.MemID, "out", 20_000, 1, midnight)
	request(t, db, other.MemID, "out", 90_000, 1, midnight.Add(-time.Second))
	request(t, db, other.MemID, "out", 95_000, 1, midnight.AddDate(0, 0, -6).Add(-time.Second)) // eight days
	request(t, db, m.MemID, "out", 99_000, 1, noon.Add(-59*time.Second))                        // too fresh
	request(t, db, m.MemID, "out", 98_000, -2, noon.Add(-time.Hour))                            // refused
	request(t, db, m.MemID, "in", 97_000, 1, noon.Add(-time.Hour))

	best, err := svc.BestPaid(t.Context(), "demo")
	require.NoError(t, err)
	line := func(who string, amount money.Amount, at time.Time) report.Line {
		return report.Line{MemIDMasked: who, Amount: amount, At: at.UTC().Truncate(time.Minute)}
	}
	require.Equal(t, report.Best{
		Today: []report.Line{line("mi***", 70_000, noon.Add(-2*time.Hour)), line("ji***", 20_000, midnight)},
		Week:  []report.Line{line("ji***", 90_000, midnight.Add(-time.Second)), line("mi***", 70_000, noon.Add(-2*time.Hour))},
	}, best)

	clk.Advance(59 * time.Second)
	again, err := svc.BestPaid(t.Context(), "demo")
	require.NoError(t, err)
	require.Equal(t, best, again, "kept for a minute")
	clk.Advance(time.Second)
	later, err := svc.BestPaid(t.Context(), "demo")
	require.NoError(t, err)
	require.EqualValues(t, 99_000, later.Today[0].Amount)
}

func TestTheRankingCountsTheMembersWhoWonInTheWeek(t *testing.T) {
	db, _, svc := open(t)
	for _, sql := range []string{
		`INSERT INTO provider_provider (vendor_id, family) VALUES ('sim', 'seamless')`,
		`INSERT INTO game_product (proc_id, vendor_id, group_code, name, lobby_symbol, image) VALUES ('p', 'sim', 'slot', 'P', 'p', 'p.svg')`,
		`INSERT INTO game_game (code, proc_id, name_kor, name_eng, thumbnail) VALUES ('comet', 'p', '혜성', 'Comet', 'c.svg'), ('moon', 'p', '달', 'Moon', 'm.svg')`,
		`INSERT INTO game_game (code, proc_id, name_kor, name_eng, thumbnail, active) VALUES ('gone', 'p', '끝', 'Gone', 'g.svg', false)`,
	} {
		_, err := db.Exec(t.Context(), sql)
		require.NoError(t, err)
	}
	won := func(id, game, memID string, at time.Time) {
		_, err := db.Exec(t.Context(), `INSERT INTO report_winner (site_id, closed_at, vendor_id, round_id, member_id, game_code) VALUES ('demo', $1, 'sim', $2, $3, $4)`, at, id, memID, game)
		require.NoError(t, err)
	}
	a, b, c := factory.Member(t, db).MemID, factory.Member(t, db).MemID, factory.Member(t, db).MemID
	hour := noon.Add(-time.Hour)
	won("1", "comet", a, hour)
	won("2", "comet", a, hour.Add(-time.Minute)) // the same member counts once
	won("3", "comet", a, hour.Add(-2*time.Minute))
	won("4", "moon", a, hour)
	won("5", "moon", b, hour)
	for i, who := range []string{a, b, c} {
		won("g"+who, "gone", who, hour)
		won("o"+who, "comet", who, noon.AddDate(0, 0, -8).Add(time.Duration(i)*time.Second)) // before the week
	}
	ranking, err := svc.Ranking(t.Context(), "demo")
	require.NoError(t, err)
	require.Len(t, ranking, 2)
	require.Equal(t, []string{"moon", "comet"}, []string{ranking[0].Code, ranking[1].Code})
}

func TestTheDelayIsNeverLessThanAMinute(t *testing.T) {
	db, _, svc := open(t, func(s *factory.S) { s.Options["boardDelaySeconds"] = 0 })
	m := factory.Member(t, db)
	request(t, db, m.MemID, "in", 10_000, 1, noon.Add(-59*time.Second))
	b, err := svc.CashBoard(t.Context(), "demo")
	require.NoError(t, err)
	require.Empty(t, b.In)
}

func TestWinnersAreRoundsThatPaidMoreThanTheirStake(t *testing.T) {
	db, _, svc := open(t)
	m := factory.Member(t, db, func(m *factory.M) { m.MemID = "minsu77" })
	for _, sql := range []string{
		`INSERT INTO provider_provider (vendor_id, family) VALUES ('sim', 'seamless')`,
		`INSERT INTO game_product (proc_id, vendor_id, group_code, name, lobby_symbol, image) VALUES ('p', 'sim', 'slot', 'P', 'p', 'p.svg')`,
		`INSERT INTO game_game (code, proc_id, name_kor, name_eng, thumbnail, is_new) VALUES ('comet', 'p', '혜성', 'Comet', 'c.svg', true)`,
		`INSERT INTO game_game (code, proc_id, name_kor, name_eng, thumbnail) VALUES ('plain', 'p', '평범', 'Plain', 'c.svg')`,
	} {
		_, err := db.Exec(t.Context(), sql)
		require.NoError(t, err)
	}
	for id, r := range map[string]struct {
		stake, payout int64
		state         string
		age           time.Duration
	}{
		"won": {10_000, 25_300, "closed", time.Hour}, "fresh": {10_000, 90_000, "closed", time.Second},
		"even": {10_000, 10_000, "closed", time.Hour}, "lost": {10_000, 0, "closed", time.Hour},
		"open": {10_000, 90_000, "open", time.Hour}, "void": {10_000, 90_000, "void", time.Hour},
	} {
		wonRound(t, db, m.MemID, id, r.stake, r.payout, r.state, noon.Add(-r.age))
	}
	collect(t, db, svc)
	won, err := svc.Winners(t.Context(), "demo")
	require.NoError(t, err)
	require.Equal(t, []report.Winner{{
		Line:     report.Line{MemIDMasked: "mi***", Amount: 25_000, At: noon.Truncate(time.Minute).Add(-time.Hour)},
		GameCode: "comet", NameKOR: "혜성", NameENG: "Comet",
	}}, won)
}

// S-98: a line of a bank statement finds its request by whole names and numbers, while the answer stays masked; S-25: other names are told.
func TestRequestsAreFoundByWholeNamesAndNumbers(t *testing.T) {
	db, _, svc := open(t)
	ann := factory.Member(t, db, func(m *factory.M) { m.Name = "Seo Gangbyeong" }).MemID
	ben := factory.Member(t, db, func(m *factory.M) { m.Name = "Go Hwaran" }).MemID
	request(t, db, ann, "in", 10_000, 0, noon)
	request(t, db, ben, "in", 20_000, 0, noon.Add(time.Minute))
	request(t, db, ben, "out", 30_000, 2, noon.Add(2*time.Minute))
	_, err := db.Exec(t.Context(), `UPDATE cash_request SET depositor = CASE amount WHEN 10000 THEN 'SEO  gangbyeong' WHEN 20000 THEN 'Park Jiwon' ELSE '' END,
		account_no = CASE amount WHEN 30000 THEN '27182818284590' ELSE '' END, account_holder = CASE amount WHEN 30000 THEN 'Go Hwaran' ELSE '' END`)
	require.NoError(t, err)
	query := report.CashQuery{Kinds: []string{"in", "out"}, Statuses: []int16{0, 2}, Slice: paging.Slice{Count: 10}}
	for text, want := range map[string][]int64{
		"seogangbyeong": {10_000}, "Go Hwaran": {30_000, 20_000}, "park jiwon": {20_000}, "2718-2818 284590": {30_000}, "4590": {30_000},
		"Gangbyeong": nil, "271828": nil, "-": nil, "%": nil, "10000": nil,
	} {
		query.Text = text
		found, total, err := svc.CashRequests(t.Context(), "demo", query)
		require.NoError(t, err)
		var amounts []int64
		for _, r := range found {
			amounts = append(amounts, int64(r.Amount))
			require.Equal(t, r.Amount == 20_000, r.NameDiffers)
			require.NotRegexp(t, "Gangbyeong|gangbyeong|Hwaran|Jiwon|27182818284590", r.MemName+r.Depositor+r.Holder+r.AccountNo)
		}
		require.Equal(t, want, amounts, text)
		require.EqualValues(t, len(want), total, text)
	}
	query.Statuses = []int16{-2, -1, 1}
	_, total, err := svc.CashRequests(t.Context(), "demo", query)
	require.NoError(t, err)
	require.Zero(t, total, "only what waits is searched")
	query.Statuses = []int16{-2, -1, 0, 1, 2}
	query.Text, query.Slice = "Go Hwaran", paging.Slice{Count: 1, Skip: 1}
	found, total, err := svc.CashRequests(t.Context(), "demo", query)
	require.NoError(t, err)
	require.Equal(t, []int64{2, 20_000}, []int64{total, int64(found[0].Amount)}, "the second page")
	query.Member = ann
	found, _, err = svc.CashRequests(t.Context(), "demo", query)
	require.NoError(t, err)
	require.Empty(t, found, "of another member")
	found, _, err = svc.CashRequests(t.Context(), "other", report.CashQuery{Text: "Go Hwaran", Kinds: query.Kinds, Statuses: query.Statuses, Slice: paging.Slice{Count: 1}})
	require.NoError(t, err)
	require.Empty(t, found, "of another site")
}

func TestStaffSeesTheQueueWithTheMember(t *testing.T) {
	db, _, svc := open(t)
	m := factory.Member(t, db, func(m *factory.M) { m.Cash = 70_000; m.Level = 3 })
	request(t, db, m.MemID, "in", 10_000, -2, noon.Add(-2*time.Hour))
	request(t, db, m.MemID, "in", 20_000, 0, noon.Add(-time.Hour))
	request(t, db, m.MemID, "out", 30_000, 2, noon)
	factory.Member(t, db, func(m *factory.M) { m.Status = "pending" })

	list, total, err := svc.CashRequests(t.Context(), "demo", report.CashQuery{
		Kinds: []string{"in", "out"}, Statuses: []int16{0, 2}, Slice: paging.Slice{Count: 10},
	})
	require.NoError(t, err)
	require.EqualValues(t, 2, total)
	require.Equal(t, "out", list[0].Kind)
	asked := noon.Add(-time.Hour)
	require.Equal(t, report.CashRequest{
		ID: list[1].ID, Kind: "in", MemID: m.MemID, MemNick: m.Nick, MemName: "K** M****", MemLevel: 3, Amount: 20_000, NameDiffers: true,
		RequestedAt: noon.Add(-time.Hour), ProcessedAt: &asked, MemberCash: 70_000,
	}, list[1])
	one, err := svc.CashRequest(t.Context(), "demo", list[1].ID)
	require.NoError(t, err)
	require.Equal(t, list[1], one)
	_, err = svc.CashRequest(t.Context(), "other", list[1].ID)
	require.Error(t, err)

	other := factory.Member(t, db)
	for i := range 150 {
		request(t, db, other.MemID, "in", 10_000, 1, noon.Add(time.Duration(i)*time.Second))
	}
	_, err = db.Exec(t.Context(), "UPDATE cash_request SET hidden = true WHERE member_id = $1", m.MemID)
	require.NoError(t, err)
	query := report.CashQuery{Member: m.MemID, Kinds: []string{"in", "out"}, Statuses: []int16{1, -1, -2}, Slice: paging.Slice{Count: 10}}
	list, total, err = svc.CashRequests(t.Context(), "demo", query)
	require.NoError(t, err)
	require.EqualValues(t, 1, total, "behind 150 later ones of the site, and off the member's own list")
	require.Equal(t, []any{m.MemID, int16(-2)}, []any{list[0].MemID, list[0].Status})
	list, _, err = svc.CashRequests(t.Context(), "other", query)
	require.NoError(t, err)
	require.Empty(t, list, "staff of another site see none")

	n, err := svc.PendingSignUps(t.Context(), "demo")
	require.NoError(t, err)
	require.EqualValues(t, 1, n)
}

// A request for a new password waits until its time is over.
func TestPendingResets(t *testing.T) {
	db, clk, svc := open(t)
	m := factory.Member(t, db)
	for secret, wait := range map[string]time.Duration{"password": time.Hour, "pin": -time.Hour} {
		_, err := db.Exec(t.Context(), `
			INSERT INTO member_reset (site_id, member_id, secret, proof, code, asked_at, expires_at)
			VALUES ('demo', $1, $2, 'facts', '', $3, $4)`, m.MemID, secret, clk.Now(), clk.Now().Add(wait))
		require.NoError(t, err)
	}
	n, err := svc.PendingResets(t.Context(), "demo")
	require.NoError(t, err)
	require.EqualValues(t, 1, n)
	n, err = svc.PendingResets(t.Context(), "other")
	require.NoError(t, err)
	require.Zero(t, n, "those of another site")
}

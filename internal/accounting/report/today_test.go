package report_test

import (
	"fmt"
	"sync"
	"testing"
	"time"

	"github.com/jackc/pgx/v5/pgxpool"
	"github.com/stretchr/testify/require"

	"hubstake/internal/accounting/report"
	"hubstake/internal/core/money"
	"hubstake/internal/play/casino/casinotest"
	"hubstake/internal/play/game"
	"hubstake/internal/play/provider"
	"hubstake/internal/testkit/factory"
	"hubstake/internal/testkit/pgtest"
)

// addUp collects the winners, which tells how far is final, and adds up the play until there.
func addUp(t *testing.T, db *pgxpool.Pool, svc *report.Service) {
	t.Helper()
	collect(t, db, svc)
	require.NoError(t, svc.AddUpPlay(t.Context()))
}

func TestTheDayOfASiteIsThatOfItsClockBesideTheDayBeforeUntilTheSameTime(t *testing.T) {
	db, _, svc := open(t) // noon is 12:00:40 in Seoul
	m := factory.Member(t, db).MemID
	midnight := noon.Truncate(time.Minute).Add(-12 * time.Hour)
	request(t, db, m, "in", 50_000, 1, midnight)
	request(t, db, m, "in", 20_000, 1, noon.Add(-time.Second))
	request(t, db, m, "in", 70_000, 1, midnight.Add(-time.Second))   // yesterday, later than now
	request(t, db, m, "in", 30_000, 1, noon.AddDate(0, 0, -1))       // the same time
	request(t, db, m, "in", 3_000, 1, noon.Add(-24*time.Hour-1))     // before it
	request(t, db, m, "in", 90_000, -2, noon.Add(-time.Hour))        // refused
	request(t, db, m, "out", 10_000, 1, noon.Add(-time.Hour))        //
	request(t, db, m, "out", 40_000, 1, midnight.AddDate(0, 0, -13)) // the first day
	request(t, db, m, "out", 80_000, 1, midnight.AddDate(0, 0, -13).Add(-time.Second))
	_, err := db.Exec(t.Context(), "INSERT INTO cash_request (site_id, member_id, kind, currency, amount, status, requested_at, processed_at) VALUES ('other', $1, 'in', 'KRW', 1, 1, $2, $2)", m, noon.Add(-time.Hour))
	require.NoError(t, err)
	_, err = db.Exec(t.Context(), "INSERT INTO cash_request (site_id, member_id, kind, currency, amount, status, requested_at, processed_at) VALUES ('demo', $1, 'pt', 'PTC', 5000, 1, $2, $2)", m, noon.Add(-time.Hour))
	require.NoError(t, err, "what a partner withdraws goes out, too")
	_, err = db.Exec(t.Context(), "UPDATE member_member SET joined_at = $1", midnight.AddDate(0, 0, -1))
	require.NoError(t, err)

	day, err := svc.Today(t.Context(), "demo")
	require.NoError(t, err)
	require.Equal(t, report.Paid{In: 70_000, Out: 15_000, InCount: 2, OutCount: 2, InEarlier: 3_000}, day.Paid)
	require.Equal(t, midnight, day.Began.UTC())
	require.Equal(t, []int64{0, 1}, []int64{day.Joined, day.JoinedEarlier})
	require.Len(t, day.Days, 14)
	require.Equal(t, report.DayFigures{Day: "2026-08-28", Out: 40_000}, day.Days[0])
	require.Equal(t, report.DayFigures{Day: "2026-09-09", In: 103_000}, day.Days[12])
	require.Equal(t, report.DayFigures{Day: "2026-09-10", In: 70_000, Out: 15_000}, day.Days[13], "and is no play")
}

// Bets, wins and what was taken back are in the figures of play once, however many add up at the same time.
func TestThePlayOfADayIsAddedUpOnce(t *testing.T) {
	db, clk, svc := open(t)
	m := factory.Member(t, db, func(m *factory.M) { m.Cash = 1_000_000 })
	require.NoError(t, provider.Upsert(t.Context(), db, "sim", "seamless", provider.Settings{}))
	require.NoError(t, game.Upsert(t.Context(), db, game.Demo("sim")...))
	games := casinotest.Service(t, db, clk)
	do := func(kind provider.Kind, tx, ref, amount string) {
		t.Helper()
		round := "r"
		if kind == provider.Rollback { // it need not name its round
			round = ""
		}
		a, err := games.Apply(t.Context(), "sim", provider.Operation{
			Kind: kind, TxID: tx, RefTxID: ref, RoundID: round, Amount: amount, Currency: "KRW", Member: m.MemID,
		}, "")
		require.NoError(t, err)
		require.Equal(t, provider.OK, a.Status)
	}
	play := func() (bets int64, stake, payout money.Amount) {
		t.Helper()
		clk.Advance(5 * time.Second)
		day, err := svc.Today(t.Context(), "demo")
		require.NoError(t, err)
		for _, p := range day.Products {
			bets, stake, payout = bets+p.Bets, stake+p.Play.Stake, payout+p.Play.Payout
		}
		last := day.Days[len(day.Days)-1]
		require.Equal(t, []money.Amount{stake, payout}, []money.Amount{last.Play.Stake, last.Play.Payout}, "the day has what its products have")
		return bets, stake, payout
	}
	is := func(bets int64, stake, payout money.Amount) {
		t.Helper()
		b, s, p := play()
		require.Equal(t, fmt.Sprint(bets, stake, payout), fmt.Sprint(b, s, p))
	}
	is(0, 0, 0)
	do(provider.Bet, "b1", "", "10000")
	do(provider.Bet, "b2", "", "7000")
	do(provider.Win, "w1", "b1", "15000")
	addUp(t, db, svc)
	is(2, 17_000, 15_000)
	do(provider.Rollback, "x1", "b2", "")
	do(provider.Rollback, "x2", "b2", "") // taken back before: no effect
	do(provider.Rollback, "x3", "none", "")
	addUp(t, db, svc)
	is(1, 10_000, 15_000)
	do(provider.Rollback, "x4", "w1", "")
	addUp(t, db, svc)
	is(1, 10_000, 0)

	for n := range 40 {
		do(provider.Bet, fmt.Sprint("c", n), "", "100")
	}
	collect(t, db, svc)
	var all sync.WaitGroup
	for range 8 {
		all.Go(func() {
			require.NoError(t, svc.AddUpPlay(t.Context()))
		})
	}
	all.Wait()
	is(41, 14_000, 0)
}

// The stake of an open round is no revenue, on any page; it stands beside it until the round is settled.
func TestTheRevenueOfADayIsThatOfItsSettledRounds(t *testing.T) {
	db, clk, svc := open(t)
	m := factory.Member(t, db, func(m *factory.M) { m.Cash = 1_000_000 })
	require.NoError(t, provider.Upsert(t.Context(), db, "sim", "seamless", provider.Settings{}))
	require.NoError(t, game.Upsert(t.Context(), db, game.Demo("sim")...))
	games := casinotest.Service(t, db, clk)
	do := func(o provider.Operation) {
		t.Helper()
		o.Member, o.Currency, o.Game = m.MemID, "KRW", "moonjar"
		a, err := games.Apply(t.Context(), "sim", o, "")
		require.NoError(t, err)
		require.Equal(t, provider.OK, a.Status)
	}
	is := func(ggr, open money.Amount) {
		t.Helper()
		addUp(t, db, svc)
		require.NoError(t, svc.CollectOpenRounds(t.Context()))
		clk.Advance(5 * time.Second)
		day, err := svc.Today(t.Context(), "demo")
		require.NoError(t, err)
		require.Len(t, day.Products, 1)
		play, last := day.Products[0].Play, day.Days[len(day.Days)-1].Play
		require.Equal(t, []money.Amount{ggr, open, ggr, open}, []money.Amount{play.GGR(), play.OpenStake, last.GGR(), last.OpenStake})
	}
	do(provider.Operation{Kind: provider.Bet, TxID: "b1", RoundID: "r1", Amount: "10000"})
	do(provider.Operation{Kind: provider.Win, TxID: "w1", RefTxID: "b1", RoundID: "r1", Amount: "4000", Closes: true})
	do(provider.Operation{Kind: provider.Bet, TxID: "b2", RoundID: "r2", Amount: "300000"})
	is(6_000, 300_000)
	do(provider.Operation{Kind: provider.Win, TxID: "w2", RefTxID: "b2", RoundID: "r2", Amount: "50000"})
	is(6_000, 300_000) // paid in part, and still open
	do(provider.Operation{Kind: provider.Win, TxID: "w3", RefTxID: "b2", RoundID: "r2", Amount: "0", Closes: true})
	is(256_000, 0)
}

// The figures of play are those of the rounds, product by product and site by site.
func TestThePlayOfAProductIsThatOfItsRounds(t *testing.T) {
	db, clk, svc := open(t)
	factory.Site(t, db, func(s *factory.S) { s.ID = "other" })
	require.NoError(t, provider.Upsert(t.Context(), db, "sim", "seamless", provider.Settings{}))
	require.NoError(t, game.Upsert(t.Context(), db, game.Demo("sim")...))
	m := factory.Member(t, db).MemID
	wonRound(t, db, m, "known", 5_000, 9_000, "closed", noon)
	_, err := db.Exec(t.Context(), "UPDATE casino_tx SET created_at = $1", clk.Now().Add(-time.Minute))
	require.NoError(t, err)
	wonRound(t, db, m, "elsewhere", 5_000, 4_000, "closed", noon)
	_, err = db.Exec(t.Context(), "UPDATE casino_round SET site_id = 'other' WHERE round_id = 'elsewhere'")
	require.NoError(t, err)
	wonRound(t, db, m, "unknown", 5_000, 2_000, "closed", noon)
	_, err = db.Exec(t.Context(), "UPDATE casino_round SET game_code = 'gone' WHERE round_id = 'unknown'")
	require.NoError(t, err)
	_, err = db.Exec(t.Context(), "UPDATE casino_tx SET created_at = $1", clk.Now().Add(-24*time.Hour-20*time.Minute))
	require.NoError(t, err)
	_, err = db.Exec(t.Context(), "UPDATE casino_tx SET created_at = $1 WHERE round_id <> 'unknown'", clk.Now().Add(-time.Minute))
	require.NoError(t, err)
	addUp(t, db, svc)

	day, err := svc.Today(t.Context(), "demo")
	require.NoError(t, err)
	require.Len(t, day.Products, 2)
	product := pgtest.Column(t, db, "SELECT p.name FROM game_game g JOIN game_product p USING (proc_id) WHERE g.code = 'comet'")[0]
	require.Equal(t, product, day.Products[1].Name)
	require.EqualValues(t, 9_000, day.Products[1].Play.Payout)
	require.Equal(t, report.ProductDay{Earlier: report.Play{Payout: 2_000}}, day.Products[0], "a game that is in no product")
}

func TestWhatWaitsForStaffIsCountedByKindWithTheOldest(t *testing.T) {
	db, _, svc := open(t)
	ann, ben := factory.Member(t, db).MemID, factory.Member(t, db, func(m *factory.M) { m.Status = "pending" }).MemID
	waiting := func() map[report.QueueKind]int64 {
		t.Helper()
		queues, err := svc.Waiting(t.Context(), "demo")
		require.NoError(t, err)
		out := map[report.QueueKind]int64{}
		for _, q := range queues {
			out[q.Kind] = q.Count
		}
		return out
	}
	require.Equal(t, map[report.QueueKind]int64{report.QueueSignUps: 1}, waiting())
	open := func(memID, kind string, status int, ago time.Duration) {
		t.Helper()
		_, err := db.Exec(t.Context(), `INSERT INTO cash_request (site_id, member_id, kind, currency, amount, status, requested_at) VALUES ('demo', $1, $2, 'KRW', 1, $3, $4)`,
			memID, kind, status, noon.Add(-ago))
		require.NoError(t, err)
	}
	open(ann, "in", 0, time.Hour)
	open(ben, "in", 2, 3*time.Hour)
	open(ann, "out", 0, 2*time.Hour)
	open(ben, "out", -1, 9*time.Hour)
	_, err := db.Exec(t.Context(), "INSERT INTO cash_request (site_id, member_id, kind, currency, amount, status, requested_at) VALUES ('demo', $1, 'pt', 'PTC', 1, 2, $2)", ann, noon)
	require.NoError(t, err)
	require.Equal(t, map[report.QueueKind]int64{report.QueueSignUps: 1, report.QueueDeposits: 2, report.QueueWithdrawals: 1, report.QueuePT: 1}, waiting())
	queues, err := svc.Waiting(t.Context(), "demo")
	require.NoError(t, err)
	require.Equal(t, noon.Add(-3*time.Hour), queues[0].Oldest.UTC())
	elsewhere, err := svc.Waiting(t.Context(), "other")
	require.NoError(t, err)
	require.Empty(t, elsewhere)
}

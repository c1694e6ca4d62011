package workerstest_test

import (
	"context"
	"fmt"
	"strings"
	"testing"
	"time"

	"github.com/jackc/pgx/v5"
	"github.com/jackc/pgx/v5/pgxpool"
	"github.com/prometheus/client_golang/prometheus"
	"github.com/prometheus/client_golang/prometheus/testutil"
	"github.com/redis/go-redis/v9"
	"github.com/rs/zerolog"
	"github.com/stretchr/testify/require"

	"hubstake/internal/core/clock"
	"hubstake/internal/core/event"
	"hubstake/internal/ledger/wallet"
	"hubstake/internal/live"
	"hubstake/internal/live/outbox"
	"hubstake/internal/platform/pg"
	"hubstake/internal/platform/redisx"
	"hubstake/internal/play/casino"
	"hubstake/internal/play/provider"
	"hubstake/internal/testkit"
	"hubstake/internal/testkit/factory"
	"hubstake/internal/testkit/pgtest"
	"hubstake/internal/testkit/rdstest"
	"hubstake/workers/bizmetrics"
)

const businessMetrics = `
	# HELP bet_stake_total Stakes of members, and wins that were taken back, in minor units.
	# TYPE bet_stake_total counter
	bet_stake_total{game_group="other",site="demo"} 1500
	bet_stake_total{game_group="slot",site="demo"} 1000
	# HELP bet_win_total Payouts to members, and stakes that were given back, in minor units. GGR is the stake less this.
	# TYPE bet_win_total counter
	bet_win_total{game_group="other",site="demo"} 500
	bet_win_total{game_group="slot",site="demo"} 700
	# HELP bets_total Bets by what became of them: accepted, won (something was paid), void (taken back).
	# TYPE bets_total counter
	bets_total{game_group="other",result="accepted",site="demo"} 2
	bets_total{game_group="other",result="void",site="demo"} 1
	bets_total{game_group="slot",result="accepted",site="demo"} 1
	bets_total{game_group="slot",result="won",site="demo"} 1
	# HELP cash_amount_total Money that was paid in (in) and paid out (out), in minor units.
	# TYPE cash_amount_total counter
	cash_amount_total{kind="in",site="demo"} 9000
	cash_amount_total{kind="out",site="demo"} 2000
	# HELP points_converted_total Points that were turned into cash, in minor units.
	# TYPE points_converted_total counter
	points_converted_total{site="demo"} 300
`

func newMetricsWorker(t *testing.T, db *pgxpool.Pool, reg *prometheus.Registry) *bizmetrics.Worker {
	t.Helper()
	rdb, err := redisx.Open(rdstest.Server(t).Patient())
	require.NoError(t, err)
	t.Cleanup(func() { _ = rdb.Close() })
	return bizmetrics.New(db, rdb, clock.System{}, zerolog.Nop(), reg)
}

// awaitEvents are the rows of the outbox when n of them are moves: rows come in sight when every older transaction of the server,
// of other tests too, has ended.
func awaitEvents(t *testing.T, db *pgxpool.Pool, n int) (rows []outbox.Row) {
	t.Helper()
	testkit.Eventually(t, func() bool {
		var err error
		rows, err = outbox.Read(t.Context(), db, outbox.Cursor{}, 1000)
		moves := 0
		for _, r := range rows {
			if r.Event.Cmd == event.Cash {
				moves++
			}
		}
		return err == nil && moves == n
	})
	return rows
}

func TestTheBusinessIsAddedUp(t *testing.T) {
	t.Parallel()
	db := pgtest.DB(t)
	s := newCasino(t, db)
	reg := prometheus.NewRegistry()
	w := newMetricsWorker(t, db, reg)
	m := factory.Member(t, db, func(m *factory.M) { m.Cash, m.Points = 50_000, 500 }).MemID
	playRounds(t, db, s, m)
	for _, x := range []wallet.Move{
		{Unit: wallet.Cash, Amount: 9000, Contra: wallet.ContraDeposit, Kind: "deposit"},
		{Unit: wallet.Cash, Amount: -2000, Contra: wallet.ContraHold, Kind: "withdraw.hold"},
		{Unit: wallet.Hold, Amount: -2000, Contra: wallet.ContraPayout, Kind: "withdraw.pay"},
		{Unit: wallet.Point, Amount: -300, Contra: wallet.ContraConversion, Kind: "convert.points"},
		{Unit: wallet.Cash, Amount: 300, Contra: wallet.ContraConversion, Kind: "convert.cash"},
	} {
		x.Member, x.Currency, x.Ref = m, "KRW", "1"
		require.NoError(t, pg.InTx(t.Context(), db, func(tx pgx.Tx) error {
			_, _, err := wallet.Apply(t.Context(), tx, x)
			return err
		}))
	}
	// A wallet in another currency, whose versions are those of the first as well, adds nothing: figures are in the site's.
	require.NoError(t, pg.InTx(t.Context(), db, func(tx pgx.Tx) error { return wallet.Open(t.Context(), tx, m, "VND", "demo") }))
	for n := range 12 {
		require.NoError(t, pg.InTx(t.Context(), db, func(tx pgx.Tx) error {
			_, _, err := wallet.Apply(t.Context(), tx, wallet.Move{
				Member: m, Currency: "VND", Unit: wallet.Cash, Amount: 7_000, Contra: wallet.ContraDeposit, Kind: "deposit", Ref: fmt.Sprint("dong", n),
			})
			return err
		}))
	}
	foreign, err := s.Apply(t.Context(), "acme", provider.Operation{Kind: provider.Bet, TxID: "v1", RoundID: "v1", Game: "reels", Amount: "3000", Member: m, Currency: "VND"}, "")
	require.NoError(t, err)
	require.Equal(t, provider.OK, foreign.Status)
	w.Note(awaitEvents(t, db, 12))
	require.NoError(t, w.AddUp(t.Context()))
	require.NoError(t, w.AddUp(t.Context())) // what was added up is gone
	names := []string{"bets_total", "bet_stake_total", "bet_win_total", "cash_amount_total", "points_converted_total"}
	require.NoError(t, testutil.GatherAndCompare(reg, strings.NewReader(businessMetrics), names...))
	require.NoError(t, testutil.GatherAndCompare(reg, strings.NewReader(`
		# HELP members_online Members with a live connection, as Redis has it, without test accounts.
		# TYPE members_online gauge
		members_online{site="demo"} 0
	`), "members_online"))
}

// S-103: what a test account plays and what it is given are no business.
func TestATestAccountIsNoBusiness(t *testing.T) {
	t.Parallel()
	db := pgtest.DB(t)
	s := newCasino(t, db)
	reg := prometheus.NewRegistry()
	rdb, err := redisx.Open(rdstest.Server(t).Patient())
	require.NoError(t, err)
	t.Cleanup(func() { _ = rdb.Close() })
	w := bizmetrics.New(db, rdb, clock.System{}, zerolog.Nop(), reg)
	player := factory.Member(t, db, func(m *factory.M) { m.Cash = 50_000 }).MemID
	test := factory.Member(t, db, func(m *factory.M) { m.Cash, m.Points = 50_000, 500 }).MemID
	playRounds(t, db, s, test)
	factory.MarkTest(t, db, test)
	_, err = rdb.Pipelined(t.Context(), func(p redis.Pipeliner) error {
		live.QueueOnline(t.Context(), p, "demo", time.Now(), []string{player, test})
		return nil
	})
	require.NoError(t, err)
	w.Note(awaitEvents(t, db, 8))
	require.NoError(t, w.AddUp(t.Context()))
	require.NoError(t, testutil.GatherAndCompare(reg, strings.NewReader(`
		# HELP cash_amount_total Money that was paid in (in) and paid out (out), in minor units.
		# TYPE cash_amount_total counter
		cash_amount_total{kind="in",site="demo"} 0
		cash_amount_total{kind="out",site="demo"} 0
		# HELP members_online Members with a live connection, as Redis has it, without test accounts.
		# TYPE members_online gauge
		members_online{site="demo"} 1
	`), "bets_total", "bet_stake_total", "bet_win_total", "cash_amount_total", "members_online"))
}

func newCasino(t *testing.T, db *pgxpool.Pool) *casino.Service {
	t.Helper()
	s, err := casino.New(db, clock.System{}, wallet.WriterOptions{Timeout: testkit.Patience})
	require.NoError(t, err)
	t.Cleanup(s.Close)
	return s
}

// playRounds bets once on a game that is known and twice on one that is not, wins once and has one bet taken back.
func playRounds(t *testing.T, db *pgxpool.Pool, s *casino.Service, member string) {
	t.Helper()
	require.NoError(t, provider.Upsert(t.Context(), db, "acme", "seamless", provider.Settings{}))
	for _, sql := range []string{
		`INSERT INTO game_product (proc_id, vendor_id, group_code, name, lobby_symbol, image) VALUES ('p', 'acme', 'slot', 'P', '', '')`,
		`INSERT INTO game_game (code, proc_id, name_kor, name_eng, thumbnail) VALUES ('reels', 'p', 'Reels', 'Reels', '')`,
	} {
		_, err := db.Exec(t.Context(), sql)
		require.NoError(t, err)
	}
	for _, o := range []provider.Operation{
		{Kind: provider.Bet, TxID: "b1", RoundID: "r1", Game: "reels", Amount: "1000"},
		{Kind: provider.Win, TxID: "w1", RefTxID: "b1", RoundID: "r1", Amount: "700", Closes: true},
		{Kind: provider.Bet, TxID: "b2", RoundID: "r2", Amount: "1000"},
		{Kind: provider.Bet, TxID: "b3", RoundID: "r3", Amount: "500"},
		{Kind: provider.Rollback, TxID: "x3", RefTxID: "b3"},
	} {
		o.Member, o.Currency = member, "KRW"
		a, err := s.Apply(t.Context(), "acme", o, "")
		require.NoError(t, err)
		require.Equal(t, provider.OK, a.Status, "%s", o.TxID)
	}
}

func TestWhatCannotBeAddedUpWaits(t *testing.T) {
	t.Parallel()
	db, reg := pgtest.DB(t), prometheus.NewRegistry()
	w := newMetricsWorker(t, db, reg)
	m := factory.Member(t, db, func(m *factory.M) { m.Cash = 50_000 }).MemID
	playRounds(t, db, newCasino(t, db), m)
	w.Note(awaitEvents(t, db, 6))
	gone, cancel := context.WithCancel(t.Context())
	cancel()
	require.Error(t, w.AddUp(gone))
	require.NoError(t, w.AddUp(t.Context()))
	n, err := testutil.GatherAndCount(reg, "bets_total")
	require.NoError(t, err)
	require.Equal(t, 4, n)
}

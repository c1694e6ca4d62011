package report_test

import (
	"fmt"
	"testing"
	"time"

	"github.com/jackc/pgx/v5/pgxpool"
	"github.com/stretchr/testify/require"

	"hubstake/internal/accounting/report"
	"hubstake/internal/core/money"
	"hubstake/internal/play/casino/casinotest"
	"hubstake/internal/play/provider"
	"hubstake/internal/testkit/factory"
	"hubstake/internal/testkit/pgtest"
)

// collectOpen runs the job until it has looked through every transaction.
func collectOpen(t *testing.T, db *pgxpool.Pool, svc *report.Service) {
	t.Helper()
	collect(t, db, svc)
	require.NoError(t, svc.CollectOpenRounds(t.Context()))
}

// A round is listed from its bet until it is closed or cancelled, with its stake of now, and again when its win is taken back.
func TestOpenRoundsFollowTheRounds(t *testing.T) {
	db, clk, svc := open(t)
	m := factory.Member(t, db, func(m *factory.M) { m.Cash = 1_000_000 })
	tester := factory.Member(t, db, func(m *factory.M) { m.Cash = 1_000_000 })
	factory.MarkTest(t, db, tester.MemID)
	require.NoError(t, provider.Upsert(t.Context(), db, "acme", "seamless", provider.Settings{}))
	games := casinotest.Service(t, db, clk)
	do := func(member, round string, kind provider.Kind, tx, ref, amount string) {
		t.Helper()
		clk.Advance(time.Second)
		a, err := games.Apply(t.Context(), "acme", provider.Operation{
			Kind: kind, TxID: tx, RefTxID: ref, RoundID: round, Amount: amount, Currency: "KRW", Member: member, Closes: kind == provider.Win,
		}, "")
		require.NoError(t, err)
		require.Equal(t, provider.OK, a.Status)
	}
	figures := func() report.ProviderFigures {
		t.Helper()
		collectOpen(t, db, svc)
		all, err := svc.Providers(t.Context(), "demo")
		require.NoError(t, err)
		return all["acme"]
	}
	list := func(after report.AfterRound, count int32) (ids []string, last report.AfterRound) {
		t.Helper()
		found, err := svc.OpenRounds(t.Context(), "demo", "acme", after, count)
		require.NoError(t, err)
		for _, r := range found {
			ids = append(ids, fmt.Sprint(r.RoundID, " ", r.Stake))
			last = report.AfterRound{At: r.At, ID: r.ID}
		}
		return ids, last
	}
	do(m.MemID, "r1", provider.Bet, "b1", "", "10000")
	first := clk.Now()
	do(m.MemID, "r2", provider.Bet, "b2", "", "20000")
	do(tester.MemID, "r9", provider.Bet, "b9", "", "50000") // S-103
	f := figures()
	require.Equal(t, []any{int64(2), money.Amount(30_000), first}, []any{f.Rounds, f.RoundStake, f.OldestRound.UTC()})
	page, last := list(report.AfterRound{}, 1)
	require.Equal(t, []string{"r1 10000"}, page)
	page, _ = list(last, 1)
	require.Equal(t, []string{"r2 20000"}, page)

	do(m.MemID, "r1", provider.Bet, "b3", "", "5000")
	do(m.MemID, "r2", provider.Win, "w2", "b2", "1000")
	page, _ = list(report.AfterRound{}, 9)
	require.Equal(t, []string{"r1 15000"}, page, "a round that was closed since is left out, and the stake is that of now")
	f = figures()
	require.Equal(t, []any{int64(1), money.Amount(15_000)}, []any{f.Rounds, f.RoundStake})

	do(m.MemID, "r2", provider.Rollback, "x2", "w2", "")
	require.EqualValues(t, 2, figures().Rounds, "the win was taken back: the round waits again")
	do(m.MemID, "r1", provider.Rollback, "x1", "b1", "")
	do(m.MemID, "r1", provider.Rollback, "x3", "b3", "")
	do(m.MemID, "r2", provider.Win, "w3", "b2", "0")
	require.Zero(t, figures())
	require.Equal(t, []string{"0"}, pgtest.Column(t, db, "SELECT count(*)::text FROM report_open_round"))
}

// The first calls begin at the first transaction, in parts; another call goes on where one ended.
func TestOpenRoundsAreFoundInAnOldDatabase(t *testing.T) {
	db, _, svc := open(t)
	m := factory.Member(t, db)
	require.NoError(t, provider.Upsert(t.Context(), db, "sim", "seamless", provider.Settings{}))
	for _, sql := range []string{
		`INSERT INTO casino_round (vendor_id, round_id, member_id, site_id, currency, bets, stake, state, balance_before, balance_after, created_at)
			SELECT 'sim', n::text, $1, 'demo', 'KRW', 1, n, CASE WHEN n % 2 = 0 THEN 'open' ELSE 'closed' END, 0, 0, '2026-09-10'::timestamptz + n * interval '1 second'
			  FROM generate_series(1, 100) n`,
		`INSERT INTO casino_tx (vendor_id, tx_id, kind, member_id, round_id, currency, amount, req_hash, status, balance_after, our_tx_id)
			OVERRIDING SYSTEM VALUE SELECT 'sim', n::text, 'bet', $1, n::text, 'KRW', n, '', 'OK', 0, n * 30000 FROM generate_series(1, 100) n`,
		`SELECT setval(pg_get_serial_sequence('casino_tx', 'our_tx_id'), 3000000) WHERE $1 <> ''`,
	} {
		_, err := db.Exec(t.Context(), sql, m.MemID)
		require.NoError(t, err)
	}
	collect(t, db, svc)
	require.NoError(t, svc.CollectOpenRounds(t.Context()))
	require.Equal(t, []string{"1000000"}, pgtest.Column(t, db, "SELECT tx::text FROM report_open_round_cursor"), "a call has an end")
	for range 2 {
		require.NoError(t, svc.CollectOpenRounds(t.Context()))
	}
	all, err := svc.Providers(t.Context(), "demo")
	require.NoError(t, err)
	require.Equal(t, []any{int64(50), money.Amount(2_550)}, []any{all["sim"].Rounds, all["sim"].RoundStake})
}

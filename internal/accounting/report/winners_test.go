package report_test

import (
	"fmt"
	"testing"
	"time"

	"github.com/jackc/pgx/v5/pgxpool"
	"github.com/stretchr/testify/require"

	"hubstake/internal/accounting/report"
	"hubstake/internal/core/clock"
	"hubstake/internal/core/money"
	"hubstake/internal/operator/site"
	"hubstake/internal/play/casino/casinotest"
	"hubstake/internal/play/provider"
	"hubstake/internal/testkit/factory"
	"hubstake/internal/testkit/pgtest"
)

// shown returns the amounts of the winners' board, asked for past the delay of the board.
func shown(t *testing.T, clk *clock.Manual, svc *report.Service) []money.Amount {
	t.Helper()
	clk.Advance(2 * time.Minute)
	won, err := svc.Winners(t.Context(), "demo")
	require.NoError(t, err)
	amounts := make([]money.Amount, len(won))
	for i, w := range won {
		amounts[i] = w.Amount
	}
	return amounts
}

func noted(t *testing.T, db *pgxpool.Pool) []string {
	t.Helper()
	return pgtest.Column(t, db, "SELECT round_id FROM report_winner ORDER BY closed_at, round_id")
}

// The board shows what the casino wrote: wins as soon as they are noted, none that was taken back, and those that a bet which
// was taken back has made.
func TestTheWinnersFollowTheRounds(t *testing.T) {
	db, clk, svc := open(t)
	m := factory.Member(t, db, func(m *factory.M) { m.Cash = 1_000_000 })
	require.NoError(t, provider.Upsert(t.Context(), db, "acme", "seamless", provider.Settings{}))
	games := casinotest.Service(t, db, clk)
	do := func(kind provider.Kind, tx, ref, amount string) {
		t.Helper()
		a, err := games.Apply(t.Context(), "acme", provider.Operation{
			Kind: kind, TxID: tx, RefTxID: ref, RoundID: "r", Amount: amount, Currency: "KRW", Member: m.MemID, Closes: kind == provider.Win,
		}, "")
		require.NoError(t, err)
		require.Equal(t, provider.OK, a.Status)
	}
	do(provider.Bet, "b1", "", "10000")
	do(provider.Bet, "b2", "", "10000")
	do(provider.Win, "w1", "b1", "15000")
	collect(t, db, svc)
	require.Empty(t, shown(t, clk, svc), "more was staked than paid")
	do(provider.Rollback, "x1", "b2", "")
	collect(t, db, svc)
	require.Equal(t, []money.Amount{15_000}, shown(t, clk, svc), "one of the bets was taken back")
	do(provider.Rollback, "x2", "w1", "")
	require.Empty(t, shown(t, clk, svc), "a win that was taken back leaves the board at once")
	do(provider.Win, "w2", "b1", "30000")
	require.Empty(t, shown(t, clk, svc), "not noted yet")
	collect(t, db, svc)
	require.Equal(t, []money.Amount{30_000}, shown(t, clk, svc))
	require.Equal(t, []string{"r"}, noted(t, db), "once, however often it was closed")
	do(provider.Rollback, "x3", "w2", "")
	collect(t, db, svc)
	require.Empty(t, noted(t, db))
}

// A transaction that drew its number early and commits late is not passed over.
func TestAWinThatCommitsLateIsNoted(t *testing.T) {
	db, _, svc := open(t)
	m := factory.Member(t, db)
	late, err := db.Begin(t.Context())
	require.NoError(t, err)
	defer func() { _ = late.Rollback(t.Context()) }()
	for _, sql := range []string{
		`INSERT INTO casino_round (vendor_id, round_id, member_id, site_id, currency, stake, payout, state, balance_before, balance_after, closed_at)
			VALUES ('sim', 'late', $1, 'demo', 'KRW', 1, 2, 'closed', 0, 0, '2026-09-10')`,
		`INSERT INTO casino_tx (vendor_id, tx_id, kind, member_id, round_id, currency, amount, req_hash, status, balance_after)
			VALUES ('sim', 'late', 'win', $1, 'late', 'KRW', 2, '', 'OK', 0)`,
	} {
		_, err = late.Exec(t.Context(), sql, m.MemID)
		require.NoError(t, err)
	}
	wonRound(t, db, m.MemID, "early", 1, 2, "closed", noon)
	for range 3 {
		require.NoError(t, svc.CollectWinners(t.Context()))
	}
	require.Empty(t, noted(t, db), "nothing is passed while a lower number may come")
	require.NoError(t, late.Commit(t.Context()))
	collect(t, db, svc)
	require.Equal(t, []string{"late", "early"}, noted(t, db))
	again := report.New(db, clock.NewManual(noon), site.New(db, clock.NewManual(noon)), factory.Box()) // a process that starts after a crash
	wonRound(t, db, m.MemID, "next", 1, 2, "closed", noon.Add(time.Second))
	collect(t, db, again)
	require.Equal(t, []string{"late", "early", "next"}, noted(t, db))
}

// The list keeps what the board may still show and no more.
func TestWinnersThatAreNotShownAnyMoreAreForgotten(t *testing.T) {
	db, clk, svc := open(t)
	m := factory.Member(t, db)
	for n := range 2_010 {
		_, err := db.Exec(t.Context(), `INSERT INTO report_winner (site_id, closed_at, vendor_id, round_id, member_id) VALUES ('demo', $1, 'sim', $2, $3)`,
			noon.Add(-time.Duration(n)*time.Hour), fmt.Sprint(n), m.MemID)
		require.NoError(t, err)
	}
	clk.Advance(time.Hour)
	wonRound(t, db, m.MemID, "fresh", 1, 2, "closed", clk.Now())
	collect(t, db, svc)
	left := noted(t, db)
	require.Equal(t, []string{"1999", "fresh"}, []string{left[0], left[len(left)-1]}, "the newest 2,000, and what the delay still hides")
	require.Len(t, left, 2_001)
}

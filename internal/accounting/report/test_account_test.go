package report_test

import (
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"hubstake/internal/accounting/report"
	"hubstake/internal/core/money"
	"hubstake/internal/core/paging"
	"hubstake/internal/play/game"
	"hubstake/internal/play/provider"
	"hubstake/internal/testkit/factory"
)

// S-103: what a test account plays is in no list that members see, and in no figure of staff or partners.
func TestATestAccountIsInNoFigure(t *testing.T) {
	db, clk, svc := open(t)
	require.NoError(t, provider.Upsert(t.Context(), db, "sim", "seamless", provider.Settings{}))
	require.NoError(t, game.Upsert(t.Context(), db, game.Demo("sim")...))
	partner := factory.Partner(t, db, func(m *factory.M) { m.At = noon.AddDate(0, 0, -3) })
	under := func(m *factory.M) { m.Parent, m.At = partner.MemID, noon.Add(-time.Hour) }
	player, test := factory.Member(t, db, under).MemID, factory.Member(t, db, under).MemID
	factory.MarkTest(t, db, test)
	for _, m := range []string{player, test} {
		wonRound(t, db, m, "r-"+m, 1_000, 5_000, "closed", noon.Add(-5*time.Minute))
		_, err := db.Exec(t.Context(), `INSERT INTO casino_tx (vendor_id, tx_id, kind, member_id, round_id, currency, amount, req_hash, status, balance_after, created_at)
			VALUES ('sim', 'b-' || $1, 'bet', $1, 'r-' || $1, 'KRW', 1000, '', 'OK', 0, $2)`, m, noon.Add(-5*time.Minute))
		require.NoError(t, err)
	}
	_, err := db.Exec(t.Context(), "UPDATE casino_tx SET created_at = $1; ", noon.Add(-5*time.Minute))
	require.NoError(t, err)
	_, err = db.Exec(t.Context(), "UPDATE casino_round SET created_at = $1", noon.Add(-5*time.Minute))
	require.NoError(t, err)
	addUp(t, db, svc)
	var winners []string
	require.NoError(t, db.QueryRow(t.Context(), "SELECT array_agg(member_id) FROM report_winner").Scan(&winners))
	require.Equal(t, []string{player}, winners)

	clk.Advance(5 * time.Second)
	day, err := svc.Today(t.Context(), "demo")
	require.NoError(t, err)
	require.EqualValues(t, 1, day.Joined)
	require.Len(t, day.Products, 1)
	require.Equal(t, []any{int64(1), money.Amount(1_000), money.Amount(5_000)}, []any{day.Products[0].Bets, day.Products[0].Play.Stake, day.Products[0].Play.Payout})
	noteAll(t, db, clk)
	of, err := svc.Affiliate(t.Context(), "demo", partner.MemID, paging.Days{})
	require.NoError(t, err)
	require.Equal(t, []any{int64(1), int64(1)}, []any{of.Members, of.Joined})
	require.Len(t, of.Products, 1)
	require.Equal(t, []any{int64(1), money.Amount(1_000)}, []any{of.Products[0].Rounds, of.Products[0].Stake})

	tests, err := report.TestAccounts(t.Context(), db)
	require.NoError(t, err)
	require.Equal(t, []string{test}, tests)
}

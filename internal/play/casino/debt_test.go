package casino_test

import (
	"sync"
	"testing"

	"github.com/stretchr/testify/require"

	"hubstake/internal/core/money"
	"hubstake/internal/play/provider"
	"hubstake/internal/testkit/pgtest"
)

// owe leaves the member of the table without money and with a debt of 3,000.
func owe(b *table) {
	b.t.Helper()
	b.do(bet("b1", "r1", "1000"))
	b.do(win("w1", "b1", "r1", "3000"))
	b.do(bet("b2", "r2", "12000"))
	b.is(b.do(rollback("rb1", "w1", "r1")), provider.OK, 0)
	require.Equal(b.t, []string{"3000 0"}, b.debts())
}

// prize is a win of a campaign, without a bet.
func prize(tx, round, amount string) provider.Operation {
	o := win(tx, "", round, amount)
	o.Campaign = "c1"
	return o
}

func (b *table) debts() []string {
	b.t.Helper()
	return b.texts("SELECT format('%s %s', amount, repaid) FROM casino_debt ORDER BY created_at, tx_id")
}

// D-74: a debt is taken first from wins, of every provider, the house's own included.
func TestADebtIsTakenFromWins(t *testing.T) {
	t.Parallel()
	b := sit(t, 10_000)
	owe(b)
	b.is(b.do(win("w2", "b2", "r2", "1000")), provider.OK, 1_000) // the answer has the balance after the win
	b.sound(0)
	require.Equal(t, []string{"3000 1000"}, b.debts())
	require.Equal(t, []string{"debt.win -1000 0"}, b.texts("SELECT format('%s %s %s', kind, amount, balance_after) FROM wallet_ledger WHERE contra = 'debt'"))
	b.is(b.do(win("w2", "b2", "r2", "1000")), provider.OK, 1_000) // repeated: the stored answer, and nothing is taken again
	b.sound(0)
	require.Equal(t, []provider.Status{provider.OK, provider.OK}, b.batch(true, prize("w3", "r3", "5000"), prize("w4", "r4", "100")))
	b.sound(3_100)
	require.Equal(t, []string{"3000 3000"}, b.debts())
	b.is(b.do(prize("w5", "r5", "700")), provider.OK, 3_800)
	b.sound(3_800)
}

// A stake that goes back is no win, and where the site says so, wins stay whole.
func TestADebtIsNotTakenFromStakesNorWhereTheSiteSaysSo(t *testing.T) {
	t.Parallel()
	b := sit(t, 11_000)
	b.do(bet("b0", "r0", "1000"))
	owe(b)
	b.do(rollback("rb0", "b0", "r0"))
	require.Equal(t, []string{"3000 0"}, b.debts())
	b.exec(`UPDATE site_site SET options = options || '{"debtFromWins": false}'`)
	b.do(win("w2", "b2", "r2", "1000"))
	require.Equal(t, []string{"3000 0"}, b.debts())
	b.exec(`UPDATE site_site SET options = options - 'debtFromWins'`)
	b.do(prize("w3", "r3", "500"))
	require.Equal(t, []string{"3000 500"}, b.debts())
	sound(t, b.db)
}

func TestADebtIsTakenOnceByWinsAtOnce(t *testing.T) {
	t.Parallel()
	b := sit(t, 10_000)
	owe(b)
	var all sync.WaitGroup
	for _, id := range []string{"x1", "x2", "x3", "x4", "x5", "x6", "x7", "x8"} {
		for range 2 {
			all.Go(func() { b.do(prize(id, "r"+id, "1000")) })
		}
	}
	all.Wait()
	b.sound(5_000)
	require.Equal(t, []string{"3000 3000"}, b.debts())
}

func TestKilledConnectionsTakeNoDebtTwice(t *testing.T) {
	t.Parallel()
	b := sit(t, 10_000)
	owe(b)
	pgtest.UnderKills(t, b.db, "SELECT count(*) FROM casino_tx WHERE kind = 'win'", func() {
		for _, id := range []string{"k1", "k2", "k3", "k4", "k5", "k6", "k7", "k8"} {
			for range 3 {
				o := prize(id, "r"+id, "500")
				o.Member, o.Currency = b.member, "KRW"
				_, _ = b.s.Apply(t.Context(), acme, o, "")
			}
		}
	})
	for _, id := range []string{"k1", "k2", "k3", "k4", "k5", "k6", "k7", "k8"} {
		b.do(prize(id, "r"+id, "500"))
	}
	b.sound(money.Amount(1_000))
	require.Equal(t, []string{"3000 3000"}, b.debts())
}

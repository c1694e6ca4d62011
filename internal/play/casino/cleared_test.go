package casino_test

import (
	"testing"

	"github.com/stretchr/testify/require"

	"hubstake/internal/play/provider"
)

// Money of a round that began before the turnover was cleared undoes the clear, whichever way the call takes; that of a later
// round does not.
func TestMoneyOfARoundOfBeforeTheClearUndoesIt(t *testing.T) {
	t.Parallel()
	for name, last := range map[string][]provider.Operation{
		"a bet is taken back":                  {rollback("x1", "w1", "old"), rollback("x2", "b1", "old")},
		"a bet is won after all":               {rollback("x1", "w1", "old"), win("w2", "b1", "old", "6000")},
		"the other bet of a closed round wins": {win("w3", "b0", "old", "6000")},
	} {
		b := sit(t, 10_000)
		name += "-" + b.member
		send := func(o provider.Operation) {
			t.Helper()
			for _, id := range []*string{&o.TxID, &o.RefTxID, &o.RoundID} {
				if *id != "" {
					*id += "-" + name
				}
			}
			o.Member, o.Currency = b.member, "KRW"
			a, err := b.s.Apply(t.Context(), acme, o, "")
			require.NoError(t, err)
			require.Equal(t, provider.OK, a.Status)
		}
		ask := func(ref string, amount, cash int64) {
			b.exec(`SELECT turnover_add($1, 'KRW', 'deposit', $2, $3, 0, $4, 0, 5000, 10000, $5)`, b.member, ref+name, amount, cash, b.clk.Now())
		}
		undone := func() (n int) {
			require.NoError(t, b.db.QueryRow(t.Context(), "SELECT count(*) FROM turnover_clear WHERE member_id = $1 AND undone_at IS NOT NULL", b.member).Scan(&n))
			return n
		}
		ask("first", 50_000, 10_000)
		send(bet("b0", "old", "3000"))
		send(bet("b1", "old", "7000"))
		send(win("w1", "b1", "old", "0"))
		ask("point", 0, 0)
		b.exec("UPDATE wallet_balance SET balance = 9000 WHERE member_id = $1", b.member)
		send(bet("b5", "new", "8000"))
		send(win("w5", "b5", "new", "0"))
		send(rollback("x5", "w5", "new"))
		send(rollback("x6", "b5", "new"))
		require.Zero(t, undone(), name)
		for _, o := range last {
			send(o)
		}
		require.Equal(t, 1, undone(), name)
	}
}

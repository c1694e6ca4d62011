package casino_test

import (
	"fmt"
	"testing"

	"github.com/stretchr/testify/require"
	"golang.org/x/sync/errgroup"
	"pgregory.net/rapid"

	"hubstake/internal/core/money"
	"hubstake/internal/ledger/wallet"
	"hubstake/internal/play/casino"
	"hubstake/internal/play/provider"
	"hubstake/internal/testkit"
	"hubstake/internal/testkit/factory"
)

// A provider sends any operations in any order, repeats each, and sends them to either of two nodes: the invariants hold, and a
// repeat gets the answer of the first call, whether that one was accepted or refused.
func TestEveryOrderIsSound(t *testing.T) {
	t.Parallel()
	b := sit(t, 0)
	ways := []*casino.Service{b.s, b.service(t, wallet.WriterOptions{Timeout: testkit.Patience})}
	n := 0
	rapid.Check(t, func(rt *rapid.T) {
		n++
		prefix := fmt.Sprint("p", n, "-")
		m := factory.Member(t, b.db, func(m *factory.M) { m.Cash = money.Amount(rapid.Int64Range(0, 3_000).Draw(rt, "cash")) })
		op := rapid.Custom(func(rt *rapid.T) provider.Operation {
			id := func(kind string, last int) string {
				return fmt.Sprint(prefix, kind, rapid.IntRange(1, last).Draw(rt, kind))
			}
			round := id("r", 2)
			o := provider.Operation{Member: m.MemID, Currency: "KRW", RoundID: round}
			amount := rapid.SampledFrom([]string{"0", "1", "400", "1000", "2500"})
			campaign := rapid.SampledFrom([]string{"", "", "", prefix + "c"})
			switch rapid.IntRange(0, 3).Draw(rt, "kind") {
			case 0:
				o.Kind, o.TxID, o.Amount, o.Campaign = provider.Bet, id("b", 3), amount.Draw(rt, "amount"), campaign.Draw(rt, "campaign")
			case 1:
				o.Kind, o.TxID, o.RefTxID, o.Amount = provider.Win, id("w", 3), id("b", 3), amount.Draw(rt, "amount")
				o.Campaign, o.Closes = campaign.Draw(rt, "campaign"), rapid.Bool().Draw(rt, "closes")
			case 2:
				o.Kind, o.TxID, o.RefTxID = provider.Rollback, id("x", 4), id("b", 3)
			default:
				o.Kind, o.TxID, o.RefTxID = provider.Rollback, id("x", 4), id("w", 3)
			}
			return o
		})
		ops := rapid.SliceOfN(op, 1, 14).Draw(rt, "ops")
		first := map[string]provider.Answer{}
		send := func(o provider.Operation) {
			a, err := rapid.SampledFrom(ways).Draw(rt, "way").Apply(t.Context(), acme, o, "")
			require.NoError(rt, err)
			key := fmt.Sprintf("%+v", o)
			if was, ok := first[key]; ok && was.OurTxID != 0 {
				was.Repeated, a.Repeated = false, false
				was.Debt, a.Debt = 0, 0
				require.Equal(rt, was, a, key)
			} else if a.OurTxID != 0 {
				first[key] = a
			}
		}
		for _, o := range ops {
			send(o)
		}
		for _, o := range rapid.Permutation(ops).Draw(rt, "again") {
			send(o)
		}
		mayBe := check(t, b)
		require.Empty(rt, mayBe)
	})
}

// The same at once: bet, win and rollback of one bet arrive together, each three times.
func TestBetWinAndRollbackAtOnce(t *testing.T) {
	t.Parallel()
	b := sit(t, 100_000)
	for i := range 30 {
		tx, round := fmt.Sprint("b", i), fmt.Sprint("r", i)
		var g errgroup.Group
		start := make(chan struct{})
		for range 3 {
			for _, o := range []provider.Operation{bet(tx, round, "1000"), win("w"+tx, tx, round, "1500"), rollback("x"+tx, tx, round)} {
				g.Go(func() error {
					<-start
					o.Member, o.Currency = b.member, "KRW"
					_, err := b.s.Apply(t.Context(), acme, o, "")
					return err
				})
			}
		}
		close(start)
		require.NoError(t, g.Wait())
	}
	sound(t, b.db)
}

func check(t *testing.T, b *table) []wallet.Violation {
	t.Helper()
	a, err := wallet.Check(t.Context(), b.db)
	require.NoError(t, err)
	v, err := casino.Check(t.Context(), b.db)
	require.NoError(t, err)
	return append(a, v...)
}

// A corruption made by hand is found by the check that is there for it.
func TestTheChecksFindACorruption(t *testing.T) {
	t.Parallel()
	for want, sql := range map[string]string{
		"balance_is_ledger":          `UPDATE wallet_balance SET balance = balance + 1`,
		"accounts_sum_to_zero":       `UPDATE wallet_balance SET points = points + 1`,
		"versions_without_hole":      `UPDATE wallet_ledger SET version = 9 WHERE version = 2`,
		"running_balance":            `UPDATE wallet_ledger SET balance_after = balance_after + 1 WHERE version = 2`,
		"casino_tx_has_ledger_row":   `UPDATE casino_tx SET amount = amount + 1 WHERE tx_id = 'b1'`,
		"casino_tx_answer_is_stored": `UPDATE casino_tx SET balance_after = balance_after + 1 WHERE tx_id = 'b1'`,
		"rolled_back_bet_nets_zero":  `UPDATE casino_tx SET rolled_back_by = 'nothing' WHERE tx_id = 'b1'`,
		"bet_pays_at_most_once":      `UPDATE casino_tx SET ref_tx_id = 'b2' WHERE tx_id = 'w1'`,
		"round_is_its_transactions":  `UPDATE casino_round SET stake = stake + 1`,
	} {
		t.Run(want, func(t *testing.T) {
			t.Parallel()
			b := sit(t, 10_000)
			b.do(bet("b1", "r1", "1000"))
			b.do(win("w1", "b1", "r1", "1500"))
			b.do(bet("b2", "r2", "1000"))
			b.do(win("w2", "b2", "r2", "0"))
			require.Empty(t, check(t, b))
			b.exec(`ALTER TABLE wallet_ledger DISABLE TRIGGER USER`)
			b.exec(sql)
			var names []string
			for _, v := range check(t, b) {
				names = append(names, v.Check)
			}
			require.Contains(t, names, want)
		})
	}
}

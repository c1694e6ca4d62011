package wallet_test

import (
	"context"
	"fmt"
	"testing"

	"github.com/stretchr/testify/require"
	"golang.org/x/sync/errgroup"

	"hubstake/internal/core/money"
	"hubstake/internal/ledger/wallet"
	"hubstake/internal/testkit"
	"hubstake/internal/testkit/factory"
	"hubstake/internal/testkit/pgtest"
)

// settle pays n bets of a few members, each once, as many at a time as callers, and returns how many were paid before.
func settle(ctx context.Context, w *wallet.Writer[*posting], members []string, n, callers int) (repeated int, err error) {
	g, ctx := errgroup.WithContext(ctx)
	g.SetLimit(callers)
	paid := make([]*posting, n)
	for i := range paid {
		m := wallet.Move{
			Member: members[i%len(members)], Currency: "KRW", Unit: wallet.Cash, Amount: money.Amount(1 + i%7), Contra: wallet.ContraVendor + "sports",
			Kind: "settle", Ref: fmt.Sprint("bet", i),
		}
		paid[i] = &posting{Move: m, once: true}
		g.Go(func() error { return w.Do(ctx, paid[i], m.Member) })
	}
	if err := g.Wait(); err != nil {
		return 0, err
	}
	for _, p := range paid {
		if p.err != nil {
			return 0, p.err
		}
		if p.repeated {
			repeated++
		}
	}
	return repeated, nil
}

// Two nodes settle the same bets at the same time; each bet is paid once, and its reference is kept with it.
func TestABetThatTwoNodesSettleIsPaidOnce(t *testing.T) {
	t.Parallel()
	db := pgtest.DB(t)
	var members []string
	for range 40 {
		members = append(members, factory.Member(t, db).MemID)
	}
	const bets = 1_000
	var repeated [2]int
	var g errgroup.Group
	for node := range repeated {
		w := writer(t, db, patient(nil))
		g.Go(func() (err error) {
			repeated[node], err = settle(t.Context(), w, members, bets, 200)
			return err
		})
	}
	require.NoError(t, g.Wait())
	require.Equal(t, bets, repeated[0]+repeated[1], "of the two attempts at each bet one came second")
	var rows, refs int
	require.NoError(t, db.QueryRow(t.Context(), `
		SELECT count(*), count(r.ref) FROM wallet_ledger l
		  LEFT JOIN wallet_ref r USING (kind, ref, member_id, currency, version) WHERE l.kind = 'settle' `).Scan(&rows, &refs))
	require.Equal(t, []int{bets, bets}, []int{rows, refs})
	violations, err := wallet.Check(t.Context(), db)
	require.NoError(t, err)
	require.Empty(t, violations)
}

// Settlement of many bets at once, as after a match. The goal of money.md is 5,000 a second.
func BenchmarkSettle(b *testing.B) {
	db := pgtest.DB(b)
	w := writer(b, db, wallet.WriterOptions{Timeout: testkit.Patience})
	members := make([]string, 1_000)
	for i := range members {
		members[i] = factory.Member(b, db).MemID
	}
	b.ResetTimer()
	repeated, err := settle(b.Context(), w, members, b.N, 512)
	require.NoError(b, err)
	require.Zero(b, repeated)
	b.ReportMetric(float64(b.N)/b.Elapsed().Seconds(), "bets/s")
}

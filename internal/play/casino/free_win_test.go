package casino_test

import (
	"errors"
	"fmt"
	"testing"

	"github.com/stretchr/testify/require"
	"golang.org/x/sync/errgroup"

	"hubstake/internal/core/money"
	"hubstake/internal/ledger/wallet"
	"hubstake/internal/operator/site"
	"hubstake/internal/play/casino"
	"hubstake/internal/play/provider"
	"hubstake/internal/testkit"
)

// campaign is a win that no bet stands behind.
func campaign(tx string, amount money.Amount) provider.Operation {
	return provider.Operation{Kind: provider.Win, TxID: tx, RoundID: tx, Amount: amount.String(), Campaign: "spring", Closes: true}
}

func TestAWinWithoutABetKeepsWithinItsLimits(t *testing.T) {
	t.Parallel()
	b, limits := sit(t, 10_000), site.Defaults()
	const held = "held"
	send := func(o provider.Operation) provider.Status {
		t.Helper()
		o.Member, o.Currency = b.member, "KRW"
		a, err := b.s.Apply(t.Context(), acme, o, "")
		require.NoError(t, err)
		if a.Held {
			require.Equal(t, []any{provider.OK, "parked"}, []any{a.Status, a.Result(provider.Win)}, "it is stored and raises the alert")
			return held
		}
		return a.Status
	}
	require.EqualValues(t, held, send(campaign("big", limits.FreeWinMax+1)))
	for i := range limits.FreeWinDayMax / limits.FreeWinMax {
		require.Equal(t, provider.OK, send(campaign(fmt.Sprint("c", i), limits.FreeWinMax)))
	}
	require.EqualValues(t, held, send(campaign("more", 1)), "the day's sum is paid")
	require.Equal(t, provider.OK, send(bet("b1", "r1", "1000")))
	require.Equal(t, provider.OK, send(win("w1", "b1", "r1", "10000000")), "a win of a bet has the site's limit alone")
	require.Equal(t, provider.OK, send(bet("b2", "r2", "1000")))
	require.EqualValues(t, held, send(win("w2", "b2", "r2", "10000001")), "D-22")
	var needs int64
	require.NoError(t, b.db.QueryRow(t.Context(), "SELECT sum(amount) FROM turnover_need WHERE member_id = $1", b.member).Scan(&needs))
	require.EqualValues(t, limits.FreeWinDayMax, needs, "each must be played once (D-20)")
	require.Equal(t, provider.OK, send(rollback("x1", "c0", "c0")))
	require.NoError(t, b.db.QueryRow(t.Context(), "SELECT sum(amount) FROM turnover_need WHERE member_id = $1 AND undone_at IS NULL", b.member).Scan(&needs))
	require.EqualValues(t, limits.FreeWinDayMax-limits.FreeWinMax, needs, "what was taken back asks for nothing")
	sound(t, b.db)
}

// Two nodes at once: the day's sum is exact.
func TestWinsWithoutABetAtOnceKeepTheDaysSum(t *testing.T) {
	t.Parallel()
	b := sit(t, 0)
	require.NoError(t, provider.Upsert(t.Context(), b.db, acme, "seamless", provider.Settings{FreeWinMax: 1_000, FreeWinDayMax: 10_500}))
	nodes := []*casino.Service{b.s, b.service(t, wallet.WriterOptions{Timeout: testkit.Patience})}
	var g errgroup.Group
	for i := range 40 {
		g.Go(func() error {
			o := campaign(fmt.Sprint("c", i), 1_000)
			o.Member, o.Currency = b.member, "KRW"
			for {
				_, err := nodes[i%2].Apply(t.Context(), acme, o, "")
				if !errors.Is(err, wallet.ErrBusy) { // then the provider repeats
					return err
				}
			}
		})
	}
	require.NoError(t, g.Wait())
	var paid int64
	require.NoError(t, b.db.QueryRow(t.Context(), "SELECT balance FROM wallet_balance WHERE member_id = $1", b.member).Scan(&paid))
	require.EqualValues(t, 10_000, paid)
	sound(t, b.db)
}

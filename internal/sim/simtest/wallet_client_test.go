package simtest_test

import (
	"context"
	"strings"
	"testing"
	"testing/synctest"
	"time"

	"github.com/prometheus/client_golang/prometheus"
	"github.com/prometheus/client_golang/prometheus/testutil"
	"github.com/stretchr/testify/require"

	"hubstake/internal/core/clock"
	"hubstake/internal/sim/chaos"
	"hubstake/internal/sim/operatortest"
	"hubstake/internal/sim/wallet"
)

var (
	walletSecret = []byte("0123456789abcdef0123456789abcdef")
	callPatience = wallet.Patience{Tries: 4, Attempt: 3 * time.Second, First: 250 * time.Millisecond}
	betRequest   = wallet.Request{TxID: "b1", RoundID: "1", Token: "t", MemberID: "m", Game: "moonjar", Currency: "KRW", Amount: "1000"}
)

func newWalletClient(o *operatortest.Operator, reg *prometheus.Registry) *wallet.Client {
	return wallet.New(o, "http://operator/v1/vendor/sim", walletSecret, clock.System{}, reg)
}

// noDisagreement is the counter of answers that differ from those of their first copy, as Prometheus reads it.
const noDisagreement = `# HELP sim_wallet_disagreements_total Copies of one call that were answered differently; must stay 0.
# TYPE sim_wallet_disagreements_total counter
sim_wallet_disagreements_total 0
`

// Every way in which an answer can be missing ends in the same transaction id being sent again.
func TestCallRepeatsUntilItKnows(t *testing.T) {
	t.Parallel()
	for name, tc := range map[string]struct {
		script []operatortest.Action
		faults chaos.Settings
		took   time.Duration
		calls  int
		known  bool
	}{
		"at once":              {calls: 1, known: true},
		"cut before":           {script: []operatortest.Action{operatortest.CutBefore}, took: 250 * time.Millisecond, calls: 2, known: true},
		"cut after":            {script: []operatortest.Action{operatortest.CutAfter}, took: 250 * time.Millisecond, calls: 2, known: true},
		"5xx, then 5xx after":  {script: []operatortest.Action{operatortest.ErrBefore, operatortest.ErrAfter}, took: 750 * time.Millisecond, calls: 3, known: true},
		"hangs once":           {script: []operatortest.Action{operatortest.Hang}, took: 3250 * time.Millisecond, calls: 2, known: true},
		"gone":                 {script: []operatortest.Action{1, 1, 1, 1}, took: 1750 * time.Millisecond, calls: 4},
		"late on demand":       {faults: chaos.Settings{DelayMs: 700}, took: 700 * time.Millisecond, calls: 1, known: true},
		"lost on demand":       {faults: chaos.Settings{LoseAnswer: 2}, took: 750 * time.Millisecond, calls: 3, known: true},
		"five times on demand": {faults: chaos.Settings{Duplicate: 5}, calls: 5, known: true},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			synctest.Test(t, func(t *testing.T) {
				o := operatortest.New(walletSecret, clock.System{}, 5_000)
				o.Script[wallet.Bet] = tc.script
				reg := prometheus.NewRegistry()
				c := newWalletClient(o, reg)
				began := time.Now()
				answer, err := c.Call(t.Context(), wallet.Bet, betRequest, callPatience, tc.faults)
				require.Equal(t, tc.took, time.Since(began))
				require.Equal(t, tc.calls, o.Calls(wallet.Bet))
				require.NoError(t, testutil.GatherAndCompare(reg, strings.NewReader(noDisagreement), "sim_wallet_disagreements_total"))
				if !tc.known {
					require.ErrorIs(t, err, wallet.ErrUnknown)
					return
				}
				require.NoError(t, err)
				require.Equal(t, wallet.Answer{Status: wallet.OK, TxID: "b1", OurTxID: "1", Balance: "4000", Currency: "KRW"}, answer)
				bets, _, _, _ := o.Sums()
				require.Equal(t, 1, bets)
			})
		})
	}
}

func TestCallEndsWithItsContext(t *testing.T) {
	t.Parallel()
	synctest.Test(t, func(t *testing.T) {
		o := operatortest.New(walletSecret, clock.System{}, 5_000)
		o.Script[wallet.Bet] = []operatortest.Action{operatortest.Hang}
		ctx, cancel := context.WithTimeout(t.Context(), time.Second)
		defer cancel()
		_, err := newWalletClient(o, prometheus.NewRegistry()).Call(ctx, wallet.Bet, betRequest, callPatience, chaos.Settings{})
		require.ErrorIs(t, err, wallet.ErrUnknown)
	})
}

func TestCallNeedsTheRightSecret(t *testing.T) {
	t.Parallel()
	o := operatortest.New([]byte("another secret of thirty-two byte"), clock.System{}, 5_000)
	_, err := newWalletClient(o, prometheus.NewRegistry()).Call(t.Context(), wallet.Bet, betRequest, wallet.Patience{Tries: 1, Attempt: time.Second}, chaos.Settings{})
	require.ErrorIs(t, err, wallet.ErrUnknown)
	require.ErrorContains(t, err, "401")
}

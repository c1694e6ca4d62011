package wallet

import (
	"context"
	"testing"
	"testing/synctest"
	"time"

	"github.com/prometheus/client_golang/prometheus"
	"github.com/prometheus/client_golang/prometheus/testutil"
	"github.com/stretchr/testify/require"

	"hubstake/internal/core/clock"
	"hubstake/internal/sim/chaos"
	"hubstake/internal/sim/operatortest"
)

var (
	secret   = []byte("0123456789abcdef0123456789abcdef")
	patience = Patience{Tries: 4, Attempt: 3 * time.Second, First: 250 * time.Millisecond}
	aBet     = Request{TxID: "b1", RoundID: "1", Token: "t", MemberID: "m", Game: "moonjar", Currency: "KRW", Amount: "1000"}
)

func newClient(o *operatortest.Operator) *Client {
	return New(o, "http://operator/v1/vendor/sim", secret, clock.System{}, prometheus.NewRegistry())
}

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
				o := operatortest.New(secret, clock.System{}, 5_000)
				o.Script[Bet] = tc.script
				c := newClient(o)
				began := time.Now()
				answer, err := c.Call(t.Context(), Bet, aBet, patience, tc.faults)
				require.Equal(t, tc.took, time.Since(began))
				require.Equal(t, tc.calls, o.Calls(Bet))
				require.Zero(t, testutil.ToFloat64(c.metrics.disagreed))
				if !tc.known {
					require.ErrorIs(t, err, ErrUnknown)
					return
				}
				require.NoError(t, err)
				require.Equal(t, Answer{Status: OK, TxID: "b1", OurTxID: "1", Balance: "4000", Currency: "KRW"}, answer)
				bets, _, _, _ := o.Sums()
				require.Equal(t, 1, bets)
			})
		})
	}
}

func TestCallEndsWithItsContext(t *testing.T) {
	t.Parallel()
	synctest.Test(t, func(t *testing.T) {
		o := operatortest.New(secret, clock.System{}, 5_000)
		o.Script[Bet] = []operatortest.Action{operatortest.Hang}
		ctx, cancel := context.WithTimeout(t.Context(), time.Second)
		defer cancel()
		_, err := newClient(o).Call(ctx, Bet, aBet, patience, chaos.Settings{})
		require.ErrorIs(t, err, ErrUnknown)
	})
}

func TestCallNeedsTheRightSecret(t *testing.T) {
	t.Parallel()
	o := operatortest.New([]byte("another secret of thirty-two byte"), clock.System{}, 5_000)
	_, err := newClient(o).Call(t.Context(), Bet, aBet, Patience{Tries: 1, Attempt: time.Second}, chaos.Settings{})
	require.ErrorIs(t, err, ErrUnknown)
	require.ErrorContains(t, err, "401")
}

package minigame_test

import (
	"errors"
	"slices"
	"sync"
	"testing"
	"time"

	"github.com/stretchr/testify/require"
	"golang.org/x/sync/errgroup"

	"hubstake/internal/core/clock"
	"hubstake/internal/core/fault"
	"hubstake/internal/core/money"
	"hubstake/internal/play/minigame"
	"hubstake/internal/testkit/drawtest"
)

// BenchmarkClose sends 5,000 bets evenly over the last two seconds before a close and half a second beyond it: how long each waits for its answer, and that none was
// taken after the close.
func BenchmarkClose(b *testing.B) {
	const members, bets, before, after = 500, 5_000, 2 * time.Second, 500 * time.Millisecond
	for range b.N {
		d := drawtest.New(b)
		r := d.Open("pwball")
		ids := make([]string, members)
		for i := range ids {
			ids[i] = d.Member(1_000_000_000)
		}
		orders := make([]minigame.Order, bets*(before+after)/before)
		for i := range orders {
			orders[i] = d.Order(ids[i%members], r, []string{"power.odd", "power.even"}[i%2], money.Amount(10_000+i))
		}
		var closes time.Time
		require.NoError(b, d.DB.QueryRow(b.Context(), `
			UPDATE minigame_round SET closes_at = clock_timestamp() + interval '2.5 s', draws_at = clock_timestamp() + interval '12.5 s'
			 WHERE game = $1 AND no = $2 RETURNING closes_at`, r.Game, r.No).Scan(&closes))
		clk := clock.System{}
		first := closes.Add(-before)
		waits, taken := make([]time.Duration, len(orders)), make([]bool, len(orders))
		var all sync.WaitGroup
		for i, o := range orders {
			at := first.Add(time.Duration(i) * before / bets)
			clock.Pause(b.Context(), at.Sub(clk.Now()))
			all.Go(func() {
				_, err := d.Draws.Place(b.Context(), o)
				waits[i], taken[i] = clk.Now().Sub(at), err == nil
				if err != nil && !errors.Is(err, fault.GameUnavailable) {
					b.Error(err)
				}
			})
		}
		all.Wait()
		accepted := 0
		for i, ok := range taken {
			if ok {
				accepted++
				require.Less(b, i, bets, "a bet was taken after the close")
			}
		}
		var stored, late int
		require.NoError(b, d.DB.QueryRow(b.Context(), `
			SELECT count(*), count(*) FILTER (WHERE placed_at >= $1) FROM minigame_bet`, closes).Scan(&stored, &late))
		require.Equal(b, []int{accepted, 0}, []int{stored, late})
		slices.Sort(waits)
		b.ReportMetric(float64(waits[len(waits)*99/100].Milliseconds()), "ms-p99")
		b.ReportMetric(float64(waits[len(waits)/2].Milliseconds()), "ms-p50")
		b.ReportMetric(float64(accepted), "taken")
	}
}

// BenchmarkSettlement ends a round with 20,000 bets of 1,000 members.
func BenchmarkSettlement(b *testing.B) {
	const members, each = 1_000, 20
	for range b.N {
		d := drawtest.New(b)
		r := d.Open("pwball")
		var all errgroup.Group
		all.SetLimit(64)
		for range members {
			m := d.Member(1_000_000_000)
			all.Go(func() error {
				for k := range each {
					if _, err := d.Draws.Place(b.Context(), d.Order(m, r, []string{"power.odd", "power.even"}[k%2], money.Amount(10_000+k))); err != nil {
						return err
					}
				}
				return nil
			})
		}
		require.NoError(b, all.Wait())
		d.Draw(r)
		clk := clock.System{}
		begin := clk.Now()
		done := d.Settle()
		b.ReportMetric(clk.Now().Sub(begin).Seconds(), "s")
		require.Equal(b, members*each, done[minigame.Won]+done[minigame.Lost])
		d.Sound()
	}
}

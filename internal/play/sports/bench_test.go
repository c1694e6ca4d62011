package sports_test

import (
	"fmt"
	"math/rand/v2"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"hubstake/internal/core/clock"
	"hubstake/internal/core/fixture"
	"hubstake/internal/core/odds"
	"hubstake/internal/testkit/bettest"
)

// BenchmarkFeed applies batches of 500 changes of prices while 2,000 matches are open: what a second of a busy feed takes. Poll and PostgreSQL take turns in that time, so it is an
// upper bound of the share of a core that both use together.
func BenchmarkFeed(b *testing.B) {
	const matches, changes = 2_000, 500
	book := bettest.New(b)
	for i := range matches {
		book.Match(fmt.Sprint("M", i), 5*time.Hour, fixture.Scheduled)
	}
	var open int
	require.NoError(b, book.DB.QueryRow(b.Context(), `SELECT count(DISTINCT event_id) FROM sports_market WHERE state = 'open'`).Scan(&open))
	require.Equal(b, matches, open)
	_, err := book.DB.Exec(b.Context(), `ANALYZE`)
	require.NoError(b, err)
	rnd := rand.New(rand.NewPCG(1, 2))
	batch := func() (all []fixture.Change) {
		for _, i := range rnd.Perm(matches)[:changes] {
			all = append(all, fixture.Change{Market: &fixture.Market{
				Event: fmt.Sprint("M", i), Kind: odds.OneXTwo, Period: odds.Full, State: fixture.Open, Prices: []fixture.Price{
					{Key: odds.Home, Price: odds.Price(1_700 + rnd.IntN(400))}, {Key: odds.Draw, Price: 3400}, {Key: odds.Away, Price: 3900},
				},
			}})
		}
		return all
	}
	clk := clock.System{}
	var took time.Duration
	n := 0
	for b.Loop() {
		one := batch()
		begin := clk.Now()
		book.Apply(one...)
		took += clk.Now().Sub(begin)
		n++
	}
	b.ReportMetric(float64(took.Milliseconds())/float64(n), "ms/500changes")
}

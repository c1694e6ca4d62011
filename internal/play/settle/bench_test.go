package settle_test

import (
	"testing"
	"time"

	"github.com/stretchr/testify/require"
	"golang.org/x/sync/errgroup"

	"hubstake/internal/core/clock"
	"hubstake/internal/core/fixture"
	"hubstake/internal/core/money"
	"hubstake/internal/core/odds"
	"hubstake/internal/play/bet"
	"hubstake/internal/play/settle"
	"hubstake/internal/testkit/bettest"
	"hubstake/internal/testkit/factory"
)

// BenchmarkSettlement places bets of many members at once, singles and folders of three, then settles the market that all of them have: bets per second of
// both.
func BenchmarkSettlement(b *testing.B) {
	const members, each = 200, 100
	clk := clock.System{}
	book := bettest.New(b, func(r *bet.Rules) { r.Twice = 0 })
	for _, name := range []string{"M1", "M2", "M3"} {
		book.Match(name, 5*time.Hour, fixture.Scheduled)
	}
	ids := make([]string, members)
	for i := range ids {
		ids[i] = book.Member(1_000_000_000, func(m *factory.M) { m.Level = 1 })
	}
	first := book.Leg("M1", odds.OneXTwo, odds.Home)
	folder := []bet.Leg{first, book.Leg("M2", odds.Total, odds.Over), book.Leg("M3", odds.Total, odds.Under)}
	s := settle.New(book.DB, book.Bets, settle.Options{})
	b.ResetTimer()
	begin := clk.Now()
	var all errgroup.Group
	all.SetLimit(64)
	for k := range each {
		for _, m := range ids {
			all.Go(func() error {
				legs := folder[:1+2*(k%2)]
				_, err := book.Bets.Place(b.Context(), book.Order(m, money.Amount(10_000+k), legs...))
				return err
			})
		}
	}
	require.NoError(b, all.Wait())
	b.ReportMetric(members*each/clk.Now().Sub(begin).Seconds(), "placed/s")
	book.Result("M1", 0, 1)
	begin = clk.Now()
	for {
		_, ok, err := s.Next(b.Context())
		require.NoError(b, err)
		if !ok {
			break
		}
	}
	b.ReportMetric(members*each/clk.Now().Sub(begin).Seconds(), "settled/s")
	b.StopTimer()
	book.Sound()
}

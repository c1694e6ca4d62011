package settle_test

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
	"hubstake/internal/core/fixture"
	"hubstake/internal/core/money"
	"hubstake/internal/core/odds"
	"hubstake/internal/ledger/wallet"
	"hubstake/internal/play/bet"
	"hubstake/internal/play/casino"
	"hubstake/internal/play/settle"
	"hubstake/internal/testkit"
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

// BenchmarkSettlementWhilePlacing settles one result with 100,000 open bets by a writer of its own, as workers do, while members place 500 bets a second on another match.
func BenchmarkSettlementWhilePlacing(b *testing.B) {
	const members, each, pace = 1_000, 100, 500
	clk := clock.System{}
	book := bettest.New(b, func(r *bet.Rules) { r.Twice = 0 })
	book.Match("M1", 5*time.Hour, fixture.Scheduled)
	book.Match("M2", 5*time.Hour, fixture.Scheduled)
	ids := make([]string, members)
	for i := range ids {
		ids[i] = book.Member(1_000_000_000, func(m *factory.M) { m.Level = 1 })
	}
	place := func(member string, stake int, leg bet.Leg) error {
		_, err := book.Bets.Place(b.Context(), book.Order(member, money.Amount(stake), leg))
		return err
	}
	ended, other := book.Home("M1"), book.Home("M2")
	var all errgroup.Group
	all.SetLimit(128)
	for k := range each {
		for _, m := range ids {
			all.Go(func() error { return place(m, 10_000+k, ended) })
		}
	}
	require.NoError(b, all.Wait())
	writer, err := casino.New(book.DB, clk, wallet.WriterOptions{Timeout: testkit.Patience})
	require.NoError(b, err)
	b.Cleanup(writer.Close)
	s := settle.New(book.DB, bet.New(book.DB, clk, writer, bet.Defaults()), settle.Options{})
	book.Result("M1", 0, 1)
	b.ResetTimer()
	begin, over := clk.Now(), make(chan struct{})
	go func() {
		defer close(over)
		for {
			if _, ok, err := s.Next(b.Context()); err != nil || !ok {
				return
			}
		}
	}()
	var mu sync.Mutex
	var waits []time.Duration
	var placing sync.WaitGroup
	for i := 0; ; i++ {
		select {
		case <-over:
		default:
			at := begin.Add(time.Duration(i) * time.Second / pace)
			clock.Pause(b.Context(), at.Sub(clk.Now()))
			placing.Go(func() {
				err := place(ids[i%members], 20_000+i, other)
				mu.Lock()
				defer mu.Unlock()
				if waits = append(waits, clk.Now().Sub(at)); err != nil && !errors.Is(err, fault.PreviousBetsSettling) {
					b.Error(err)
				}
			})
			continue
		}
		break
	}
	b.ReportMetric(clk.Now().Sub(begin).Seconds(), "s")
	placing.Wait()
	slices.Sort(waits)
	b.ReportMetric(float64(waits[len(waits)*99/100].Milliseconds()), "ms-p99")
	b.ReportMetric(float64(len(waits)), "placed")
	b.StopTimer()
	var open int
	require.NoError(b, book.DB.QueryRow(b.Context(), `SELECT count(*) FROM bet_leg WHERE open AND market_id = $1`, ended.Market).Scan(&open))
	require.Zero(b, open)
	book.Sound()
}

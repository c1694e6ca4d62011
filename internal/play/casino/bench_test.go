package casino_test

import (
	"fmt"
	"os"
	"strconv"
	"strings"
	"sync"
	"sync/atomic"
	"syscall"
	"testing"

	"github.com/jackc/pgx/v5/pgxpool"
	"github.com/stretchr/testify/require"

	"hubstake/internal/core/clock"
	"hubstake/internal/platform/pg"
	"hubstake/internal/play/casino/casinotest"
	"hubstake/internal/play/provider"
	"hubstake/internal/testkit/factory"
	"hubstake/internal/testkit/pgtest"
)

// Bets of several callers, each waiting for its answer: over many members, and all of one. Durable when HUBSTAKE_TEST_PG names a
// durable server.
func BenchmarkBet(b *testing.B) {
	db := wide(b)
	require.NoError(b, provider.Upsert(b.Context(), db, acme, "seamless", provider.Settings{}))
	ids := make([]string, 200)
	for i := range ids {
		ids[i] = factory.Member(b, db, func(m *factory.M) { m.Cash = 1_000_000_000 }).MemID
	}
	var n atomic.Int64
	s := casinotest.Service(b, db, clock.System{})
	for _, members := range []int64{200, 1} {
		for _, callers := range []int{1, 2, 4, 8, 16, 32, 64} {
			b.Run(fmt.Sprintf("members=%d/callers=%d", members, callers), func(b *testing.B) {
				var left atomic.Int64
				left.Store(int64(b.N))
				own, server := ownCPU(b), serverCPU(b, db)
				var wg sync.WaitGroup
				for range callers {
					wg.Go(func() {
						for left.Add(-1) >= 0 {
							i := n.Add(1)
							tx := strconv.FormatInt(i, 10)
							o := bet("b"+tx, "r"+tx, "1")
							o.Member, o.Currency = ids[i%members], "KRW"
							a, err := s.Apply(b.Context(), acme, o, "")
							if err != nil || a.Status != provider.OK {
								b.Errorf("%v %+v", err, a)
								return
							}
						}
					})
				}
				wg.Wait()
				b.ReportMetric(float64(b.N)/b.Elapsed().Seconds(), "bets/s")
				b.ReportMetric((ownCPU(b)-own)/float64(b.N), "µs-client/bet")
				b.ReportMetric((serverCPU(b, db)-server)/float64(b.N), "µs-server/bet")
			})
		}
	}
	sound(b, db)
}

func wide(b *testing.B) *pgxpool.Pool {
	b.Helper()
	db, err := pg.Open(b.Context(), pgtest.URL(b), pg.Options{MaxConns: 32})
	require.NoError(b, err)
	b.Cleanup(db.Close)
	return db
}

// ownCPU is what this process has used, in µs.
func ownCPU(b *testing.B) float64 {
	b.Helper()
	var u syscall.Rusage
	require.NoError(b, syscall.Getrusage(syscall.RUSAGE_SELF, &u))
	return float64(u.Utime.Nano()+u.Stime.Nano()) / 1e3
}

// serverCPU is what the backends of the database have used that are connected now, in µs. The server runs on this machine.
func serverCPU(b *testing.B, db *pgxpool.Pool) (sum float64) {
	b.Helper()
	for _, pid := range pgtest.Column(b, db, `SELECT pid::text FROM pg_stat_activity WHERE datname = current_database()`) {
		stat, err := os.ReadFile("/proc/" + pid + "/schedstat")
		require.NoError(b, err)
		ns, err := strconv.ParseFloat(strings.Fields(string(stat))[0], 64)
		require.NoError(b, err)
		sum += ns / 1e3
	}
	return sum
}

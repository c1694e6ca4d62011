package vendors_test

import (
	"strconv"
	"sync/atomic"
	"testing"

	"github.com/jackc/pgx/v5/pgxpool"
	"github.com/stretchr/testify/require"

	"hubstake/internal/core/clock"
	"hubstake/internal/platform/pg"
	"hubstake/internal/play/vendors"
	"hubstake/internal/testkit/factory"
	"hubstake/internal/testkit/pgtest"
)

// One bet through the service, 32 callers at once as pgbench -c 32 has them: over many members, and all of one. Durable
// when HUBSTAKE_TEST_PG names a durable server.
func BenchmarkBet(b *testing.B) {
	for name, members := range map[string]int{"members=200": 200, "members=1": 1} {
		b.Run(name, func(b *testing.B) {
			db := wide(b)
			require.NoError(b, vendors.Upsert(b.Context(), db, acme, "seamless", vendors.Settings{}))
			ids := make([]string, members)
			for i := range ids {
				ids[i] = factory.Member(b, db, func(m *factory.M) { m.Cash = 1_000_000_000 }).MemID
			}
			s := vendors.New(db, clock.System{})
			var n atomic.Int64
			b.SetParallelism(16) // times GOMAXPROCS
			b.ResetTimer()
			b.RunParallel(func(p *testing.PB) {
				for p.Next() {
					i := n.Add(1)
					tx := strconv.FormatInt(i, 10)
					o := bet("b"+tx, "r"+tx, "1")
					o.Member, o.Currency = ids[i%int64(members)], "KRW"
					a, err := s.Apply(b.Context(), acme, o, "")
					if err != nil || a.Status != vendors.OK {
						b.Errorf("%v %+v", err, a)
						return
					}
				}
			})
			b.StopTimer()
			sound(b, db)
		})
	}
}

func wide(b *testing.B) *pgxpool.Pool {
	b.Helper()
	db, err := pg.Open(b.Context(), pgtest.URL(b), pg.Options{MaxConns: 32})
	require.NoError(b, err)
	b.Cleanup(db.Close)
	return db
}

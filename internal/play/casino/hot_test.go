package casino_test

import (
	"strconv"
	"sync"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"hubstake/internal/core/clock"
	"hubstake/internal/play/casino/casinotest"
	"hubstake/internal/play/provider"
	"hubstake/internal/testkit/factory"
	"hubstake/internal/testkit/pgtest"
)

// A win changes its round in place (a HOT update): no index of rounds has a column that a win changes, and the pages have room.
func TestAWinTouchesNoIndexOfRounds(t *testing.T) {
	t.Parallel()
	address := pgtest.FreshURL(t)
	db, play := pgtest.Pool(t, address), pgtest.Pool(t, address)
	factory.Site(t, db)
	require.NoError(t, provider.Upsert(t.Context(), db, acme, "seamless", provider.Settings{}))
	s := casinotest.Service(t, play, clock.System{})
	const members, rounds = 16, 20
	var wg sync.WaitGroup
	for range members {
		id := factory.Member(t, db, func(m *factory.M) { m.Cash = 1_000_000 }).MemID
		wg.Go(func() {
			for n := range rounds {
				r := id + strconv.Itoa(n)
				for _, o := range []provider.Operation{bet("b"+r, r, "1000"), win("w"+r, "b"+r, r, "2000")} {
					o.Member, o.Currency = id, "KRW"
					if a, err := s.Apply(t.Context(), acme, o, ""); err != nil || a.Status != provider.OK {
						t.Errorf("%v %+v", err, a)
						return
					}
				}
			}
		})
	}
	wg.Wait()
	s.Close()
	play.Close() // a backend that ends tells what it did
	var updated, hot int64
	require.Eventually(t, func() bool {
		err := db.QueryRow(t.Context(), "SELECT n_tup_upd, n_tup_hot_upd FROM pg_stat_user_tables WHERE relname = 'casino_round'").Scan(&updated, &hot)
		return err == nil && updated == members*rounds
	}, 3*time.Minute, 50*time.Millisecond)
	require.Greater(t, hot*100, updated*80, "%d of %d", hot, updated)
}

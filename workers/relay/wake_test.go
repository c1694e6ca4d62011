package relay_test

import (
	"context"
	"strconv"
	"testing"

	"github.com/jackc/pgx/v5"
	"github.com/prometheus/client_golang/prometheus"
	"github.com/rs/zerolog"
	"github.com/stretchr/testify/require"
	"golang.org/x/sync/errgroup"

	"hubstake/internal/core/clock"
	"hubstake/internal/core/event"
	"hubstake/internal/core/id"
	"hubstake/internal/live"
	"hubstake/internal/live/outbox"
	"hubstake/internal/platform/obs"
	"hubstake/internal/platform/pg"
	"hubstake/internal/testkit"
	"hubstake/internal/testkit/pgtest"
	"hubstake/internal/testkit/rdstest"
	"hubstake/workers/relay"
)

// An idle relay does not look by itself: who writes to the outbox wakes it, so the first event after silence goes at once.
func TestTheFirstEventAfterSilenceWakesTheRelay(t *testing.T) {
	t.Parallel()
	db, rdb := pgtest.DB(t), client(t, rdstest.Server(t))
	ctx, cancel := context.WithCancel(t.Context())
	r := relay.New(db, rdb, clock.System{}, obs.Program{Log: zerolog.Nop(), Reg: prometheus.NewRegistry()})
	r.SleepLong()
	var g errgroup.Group
	g.Go(func() error { return r.Run(ctx) })
	defer func() {
		cancel()
		require.NoError(t, g.Wait())
	}()
	for n := range 3 {
		testkit.Eventually(t, func() bool {
			var asleep bool
			err := db.QueryRow(ctx, "SELECT asleep FROM outbox_cursor").Scan(&asleep)
			return err == nil && asleep
		})
		require.NoError(t, pg.InTx(ctx, db, func(tx pgx.Tx) error {
			return outbox.Write(ctx, tx, event.Event{Site: "demo", Member: "kim01", Cmd: event.Cash, Data1: strconv.Itoa(n), Ver: int64(n)})
		}))
		testkit.Eventually(t, func() bool {
			return rdb.XLen(ctx, live.StreamKey(id.Shard("kim01"))).Val() == int64(n+1)
		})
	}
}

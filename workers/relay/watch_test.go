package relay_test

import (
	"context"
	"testing"
	"time"

	"github.com/prometheus/client_golang/prometheus"
	"github.com/rs/zerolog"
	"github.com/stretchr/testify/require"

	"hubstake/internal/core/clock"
	"hubstake/internal/core/event"
	"hubstake/internal/live/outbox"
	"hubstake/internal/platform/obs"
	"hubstake/internal/testkit"
	"hubstake/internal/testkit/pgtest"
	"hubstake/internal/testkit/rdstest"
	"hubstake/workers/relay"
)

// A relay that reads published rows again, as after a crash, tells of those that are new.
func TestWatcherIsToldOfEachRowOnce(t *testing.T) {
	t.Parallel()
	db, rdb := pgtest.DB(t), client(t, rdstest.Server(t))
	seen := make(chan int64, 100)
	run := func() (stop func()) {
		r := relay.New(db, rdb, clock.System{}, obs.Program{Log: zerolog.Nop(), Reg: prometheus.NewRegistry()})
		r.Watch(func(rows []outbox.Row) {
			for _, row := range rows {
				seen <- row.Event.Ver
			}
		})
		ctx, cancel := context.WithCancel(t.Context())
		done := make(chan error, 1)
		go func() { done <- r.Run(ctx) }()
		return func() {
			cancel()
			require.NoError(t, <-done)
		}
	}
	next := func() int64 {
		select {
		case v := <-seen:
			return v
		case <-time.After(testkit.Patience):
			require.Fail(t, "nothing more is told")
			return 0
		}
	}
	cash := func(ver int64) event.Event {
		return event.Event{Site: "demo", Member: "kim01", Cmd: event.Cash, Ver: ver}
	}
	write(t.Context(), t, db, cash(1), event.Event{Site: "demo", Member: "kim01", Cmd: event.Game, Ver: 7, Data1: "-1", SID: "s"}, cash(2))
	stop := run()
	require.Equal(t, int64(1), next())
	for v := next(); v != 2; v = next() {
		require.Equal(t, int64(7), v)
	}
	stop()
	_, err := db.Exec(t.Context(), "UPDATE outbox_cursor SET xid = '0', id = 0")
	require.NoError(t, err)
	write(t.Context(), t, db, cash(3))
	stop = run()
	defer stop()
	require.Equal(t, int64(3), next())
}

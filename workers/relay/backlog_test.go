package relay_test

import (
	"testing"

	"github.com/prometheus/client_golang/prometheus"
	"github.com/rs/zerolog"
	"github.com/stretchr/testify/require"

	"hubstake/internal/core/clock"
	"hubstake/internal/live/outbox"
	"hubstake/internal/platform/obs"
	"hubstake/internal/testkit/pgtest"
	"hubstake/workers/relay"
)

// Many who write at the same time announce it each. One read is for all of them: the relay is not kept awake by what it has read.
func TestManyWhoWakeTheRelayWakeItOnce(t *testing.T) {
	t.Parallel()
	db, ctx := pgtest.DB(t), t.Context()
	r := relay.New(db, nil, clock.System{}, obs.Program{Log: zerolog.Nop(), Reg: prometheus.NewRegistry()})
	conn, err := db.Acquire(ctx)
	require.NoError(t, err)
	defer conn.Release()
	require.NoError(t, outbox.Listen(ctx, conn))
	const writers = 20
	for range writers {
		_, err := db.Exec(ctx, "NOTIFY outbox")
		require.NoError(t, err)
	}
	times := 0
	for woken := true; woken; {
		woken, err = r.Sleep(ctx, conn.Conn())
		require.NoError(t, err)
		if woken {
			times++
		}
		_, err = outbox.Read(ctx, conn, outbox.Cursor{}, 1)
		require.NoError(t, err)
	}
	require.NotZero(t, times)
	require.Less(t, times, writers/2)
	require.NoError(t, outbox.Unlisten(ctx, conn))
}

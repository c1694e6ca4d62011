package outbox_test

import (
	"sync/atomic"
	"testing"

	"github.com/jackc/pgx/v5"
	"github.com/jackc/pgx/v5/pgconn"
	"github.com/stretchr/testify/require"

	"hubstake/internal/core/event"
	"hubstake/internal/live/outbox"
	"hubstake/internal/platform/pg"
	"hubstake/internal/testkit"
	"hubstake/internal/testkit/pgtest"
)

// A notification takes a lock of the whole server, so there is one only while the relay is asleep.
func TestOnlyASleepingRelayIsNotified(t *testing.T) {
	t.Parallel()
	ctx, address := t.Context(), pgtest.URL(t)
	db := pgtest.Pool(t, address)
	cfg, err := pgx.ParseConfig(string(address))
	require.NoError(t, err)
	var heard atomic.Int64
	cfg.OnNotification = func(*pgconn.PgConn, *pgconn.Notification) { heard.Add(1) }
	relay, err := pgx.ConnectConfig(ctx, cfg)
	require.NoError(t, err)
	defer func() { _ = relay.Close(ctx) }()
	require.NoError(t, outbox.Listen(ctx, relay))
	write := func(asleep bool) {
		t.Helper()
		require.NoError(t, outbox.SetAsleep(ctx, relay, asleep))
		require.NoError(t, pg.InTx(ctx, db, func(tx pgx.Tx) error {
			e := event.Event{Site: "demo", Cmd: event.Marquee}
			return outbox.Write(ctx, tx, e, e, e)
		}))
	}
	reaches := func(n int64) {
		t.Helper()
		testkit.Eventually(t, func() bool {
			require.NoError(t, relay.Ping(ctx))
			return heard.Load() >= n
		})
		require.Equal(t, n, heard.Load(), "one for each transaction, in order")
	}
	write(false)
	write(true)
	reaches(1)
	write(false)
	write(true)
	reaches(2)
}

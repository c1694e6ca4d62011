package outbox_test

import (
	"testing"
	"time"

	"github.com/jackc/pgx/v5"
	"github.com/prometheus/client_golang/prometheus"
	"github.com/prometheus/client_golang/prometheus/testutil"
	"github.com/rs/zerolog"
	"github.com/stretchr/testify/require"

	"hubstake/internal/core/event"
	"hubstake/internal/core/id"
	"hubstake/internal/live/outbox"
	"hubstake/internal/platform/pg"
	"hubstake/internal/testkit/pgtest"
)

func TestWhatWaitsIsToldByShard(t *testing.T) {
	t.Parallel()
	db, ctx := pgtest.DB(t), t.Context()
	waiting, err := outbox.Wait(ctx, db, 10)
	require.NoError(t, err)
	require.Empty(t, waiting)

	site := event.Event{Site: "demo", Cmd: event.Marquee}
	require.NoError(t, pg.InTx(ctx, db, func(tx pgx.Tx) error {
		return outbox.Write(ctx, tx,
			event.Event{Site: "demo", Member: "kim01", Cmd: event.Cash},
			event.Event{Site: "demo", Member: "kim01", Cmd: event.Msg},
			event.Event{Site: "demo", Member: "kim01", Cmd: event.Login, Upline: "boss1"}, site, site)
	}))
	_, err = db.Exec(ctx, `UPDATE outbox_event SET at = at - interval '1 hour' WHERE cmd = 'MSG'`)
	require.NoError(t, err)
	waiting, err = outbox.Wait(ctx, db, 10)
	require.NoError(t, err)
	require.Len(t, waiting, 2)
	mine := waiting[id.Shard("kim01")]
	require.EqualValues(t, 2, mine.Rows)
	require.GreaterOrEqual(t, mine.Oldest, time.Hour)
	require.EqualValues(t, 3, waiting["site"].Rows, "what partners are told goes through the stream of the site")
	require.Less(t, waiting["site"].Oldest, time.Hour)

	rows := readAll(t, db, outbox.Cursor{}, 5)
	require.NoError(t, outbox.Store(ctx, db, outbox.Progress{Published: rows[3].Cursor}))
	waiting, err = outbox.Wait(ctx, db, 10)
	require.NoError(t, err)
	require.EqualValues(t, 1, waiting["site"].Rows)
	require.Len(t, waiting, 1)
}

func TestAnEmptyOutboxIsToldAndADatabaseThatIsAwayIsNot(t *testing.T) {
	t.Parallel()
	pool := pgtest.DB(t)
	reg := prometheus.NewPedanticRegistry()
	reg.MustRegister(outbox.NewMetrics(pool, zerolog.Nop()))
	count := func() int {
		n, err := testutil.GatherAndCount(reg)
		require.NoError(t, err)
		return n
	}
	require.Equal(t, id.Shards+2, count(), "each shard, the sites and the sum")
	pool.Close()
	require.Zero(t, count())
}

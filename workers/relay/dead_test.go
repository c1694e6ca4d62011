package relay_test

import (
	"bytes"
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

// One row that Redis will never take (faults.md, row 14) is put aside; everything before, beside and behind it arrives.
func TestARowThatCannotBePublishedIsPutAside(t *testing.T) {
	t.Parallel()
	db, rdb, ctx := pgtest.DB(t), client(t, rdstest.Server(t)), t.Context()
	poisoned, other := "kim01", ""
	for n := 0; other == ""; n++ { // a member of the same shard
		if m := "member" + strconv.Itoa(n); id.Shard(m) == id.Shard(poisoned) {
			other = m
		}
	}
	require.NoError(t, rdb.Set(ctx, live.BalanceKey(poisoned), "not a hash", 0).Err())
	cash := func(member string, n int) event.Event {
		return event.Event{
			Site: "demo", Member: member, Cmd: event.Cash, Data1: strconv.Itoa(n), Ver: int64(n),
			Trace: "00-0af7651916cd43dd8448eb211c80319c-b7ad6b7169203331-01",
		}
	}
	require.NoError(t, pg.InTx(ctx, db, func(tx pgx.Tx) error {
		return outbox.Write(ctx, tx, cash(other, 1), cash(poisoned, 2), cash(other, 3), event.Event{Site: "demo", Cmd: event.Marquee})
	}))
	reg := prometheus.NewRegistry()
	var log bytes.Buffer
	r := relay.New(db, rdb, clock.System{}, obs.Program{Log: zerolog.New(&log).Level(zerolog.ErrorLevel), Reg: reg})
	running, stop := context.WithCancel(ctx)
	var g errgroup.Group
	g.Go(func() error { return r.Run(running) })
	defer func() {
		stop()
		require.NoError(t, g.Wait())
		require.Regexp(t, `"trace_id":"0af7651916cd43dd8448eb211c80319c".*put aside`, log.String(), "the line leads to the trace of what made the event")
	}()

	testkit.Eventually(t, func() bool {
		waiting, err := outbox.Wait(ctx, db, 1)
		return err == nil && len(waiting) == 0
	})
	require.Equal(t, []string{"1", "3"}, published(t, rdb, 2)[other])
	n, err := rdb.XLen(ctx, live.SiteStreamKey("demo")).Result()
	require.NoError(t, err)
	require.EqualValues(t, 1, n)

	var cmd, member, refusal string
	require.NoError(t, db.QueryRow(ctx, "SELECT cmd, member, refusal FROM outbox_dead").Scan(&cmd, &member, &refusal), "exactly one row")
	require.Equal(t, []string{"CASH", poisoned}, []string{cmd, member})
	require.Contains(t, refusal, "WRONGTYPE")
	asked, err := rdb.XRange(ctx, live.RefreshKey, "-", "+").Result()
	require.NoError(t, err)
	require.Equal(t, poisoned, asked[0].Values["id"], "its projection is written again")
	families, err := reg.Gather()
	require.NoError(t, err)
	for _, f := range families {
		if f.GetName() == "outbox_dead_total" {
			require.EqualValues(t, 1, f.GetMetric()[0].GetCounter().GetValue())
		}
	}
}

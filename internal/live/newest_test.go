package live_test

import (
	"testing"

	"github.com/stretchr/testify/require"

	"hubstake/internal/core/event"
	"hubstake/internal/core/id"
	"hubstake/internal/live"
	"hubstake/internal/platform/redisx"
	"hubstake/internal/testkit/rdstest"
)

// Of several states of a member in one batch the newest is written, of each kind its own; the stream has an entry for every one.
func TestOfSeveralStatesInABatchTheNewestIsWritten(t *testing.T) {
	t.Parallel()
	ctx, mem := t.Context(), "kim01"
	rdb, err := redisx.Open(rdstest.Server(t).Patient())
	require.NoError(t, err)
	t.Cleanup(func() { _ = rdb.Close() })
	state := func(n string, cmd event.Cmd, ver int64, data string) live.Entry {
		return live.Entry{ID: n, Event: event.Event{Site: "demo", Member: mem, Cmd: cmd, Data1: data, Data2: "0", Ver: ver}}
	}
	stream := live.StreamKey(id.Shard(mem))
	require.NoError(t, rdb.ConfigResetStat(ctx).Err())
	n, err := live.Publish(ctx, rdb, stream, "e", "", []live.Entry{
		state("1-1", event.Cash, 1, "100"), state("1-2", event.Msg, 4, "2"), state("1-3", event.Cash, 3, "80"), state("1-4", event.Cash, 2, "90"), state("1-5", event.Msg, 4, "3"),
	})
	require.NoError(t, err)
	require.Equal(t, 5, n)
	require.EqualValues(t, 5, rdb.XLen(ctx, stream).Val())
	require.Equal(t, map[string]string{"ver": "3", "cash": "80", "points": "0", "mver": "4", "unread": "3"}, rdb.HGetAll(ctx, live.BalanceKey(mem)).Val())
	require.Contains(t, rdb.Info(ctx, "commandstats").Val(), "cmdstat_hset:calls=2,", "one for each state")
}

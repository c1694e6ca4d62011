package live_test

import (
	"context"
	"errors"
	"testing"

	"github.com/stretchr/testify/require"

	"hubstake/internal/core/event"
	"hubstake/internal/live"
	"hubstake/internal/platform/redisx"
	"hubstake/internal/testkit/rdstest"
)

// A replica that took over had not got the last entries: nothing new may come before they are there again.
func TestAStreamThatLostItsEndSaysSo(t *testing.T) {
	t.Parallel()
	rdb, ctx, mem := rdstest.Client(t), t.Context(), rdstest.ID()
	site := rdstest.ID()
	stream := live.SiteStreamKey(site)
	entry := func(n string) live.Entry {
		return live.Entry{ID: n, Event: event.Event{Site: site, Member: mem, Topic: "admin." + site, Cmd: event.Queue}}
	}
	at := func(s string) redisx.EntryID {
		i, ok := redisx.ParseEntryID(s)
		require.True(t, ok)
		return i
	}
	// Nothing was ever there, not even an epoch: that is a new stream, however much the publisher remembers.
	n, err := live.Batch{Stream: stream, Epoch: "e1", Last: at("9-9"), Entries: []live.Entry{entry("9-10")}}.Publish(ctx, rdb)
	require.NoError(t, err)
	require.Equal(t, 1, n)
	for _, want := range []string{"9-11", "10-1", "99-0", "18446744073709551615-1"} {
		_, err = live.Batch{Stream: stream, Epoch: "e2", Last: at(want), Entries: []live.Entry{entry("18446744073709551615-2")}}.Publish(ctx, rdb)
		var behind *live.TruncatedError
		require.ErrorAs(t, err, &behind, want)
		require.Equal(t, &live.TruncatedError{Stream: stream, End: at("9-10")}, behind)
		require.False(t, redisx.Refused(err))
		require.EqualValues(t, 1, rdb.XLen(ctx, stream).Val(), "nothing was done")
	}
	for _, is := range []string{"9-10", "9-9", "8-18446744073709551615", "0-0"} {
		_, err = live.Batch{Stream: stream, Epoch: "e2", Last: at(is)}.Publish(ctx, rdb)
		require.NoError(t, err, is)
	}
	require.NoError(t, rdb.XTrimMaxLen(ctx, stream, 0).Err())
	_, err = live.Batch{Stream: stream, Epoch: "e2", Last: at("9-10"), Entries: []live.Entry{entry("18446744073709551615-9223372036854775808")}}.Publish(ctx, rdb)
	require.NoError(t, err, "trimmed is not lost")
	_, err = live.Batch{Stream: stream, Epoch: "e2", Last: at("18446744073709551615-9223372036854775808")}.Publish(ctx, rdb)
	require.NoError(t, err)
	_, err = live.Batch{Stream: stream, Epoch: "e2", Last: at("18446744073709551615-9223372036854775809")}.Publish(ctx, rdb)
	require.Error(t, err)

	require.Equal(t, "e1", rdb.Get(ctx, live.EpochKey(stream)).Val())
	require.NoError(t, live.Renew(ctx, rdb, stream, "e3"))
	require.Equal(t, "e3", rdb.Get(ctx, live.EpochKey(stream)).Val())
}

func TestPublishAllTellsOfEachStreamWhatBecameOfIt(t *testing.T) {
	t.Parallel()
	rdb, ctx := rdstest.Client(t), t.Context()
	entry := func(n string) []live.Entry { return []live.Entry{{ID: n, Event: event.Event{Cmd: event.Marquee}}} }
	good, bad, behind := live.SiteStreamKey(rdstest.ID()), live.SiteStreamKey(rdstest.ID()), live.SiteStreamKey(rdstest.ID())
	require.NoError(t, rdb.Set(ctx, bad, "no stream", 0).Err())
	for i, n := range []string{"5-1", "5-2"} {
		require.NoError(t, rdb.ScriptFlush(ctx).Err(), "a server that was just started does not know the script")
		got := live.PublishAll(ctx, rdb, []live.Batch{
			{Stream: good, Epoch: "e", Entries: entry(n)},
			{Stream: bad, Epoch: "e", Entries: entry(n)},
			{Stream: behind, Epoch: "e", Last: redisx.EntryID{Hi: uint64(9 * i)}, Entries: entry(n)},
		})
		require.Equal(t, live.Result{New: 1}, got[0])
		require.True(t, redisx.Refused(got[1].Err), got[1].Err)
		if i == 0 {
			require.NoError(t, got[2].Err)
			continue
		}
		lost, ok := errors.AsType[*live.TruncatedError](got[2].Err)
		require.True(t, ok, got[2].Err)
		require.Equal(t, "5-1", lost.End.String())
	}
	require.EqualValues(t, 2, rdb.XLen(ctx, good).Val())
	require.Empty(t, live.PublishAll(ctx, rdb, nil))

	gone, cancel := context.WithCancel(ctx)
	cancel()
	for _, r := range live.PublishAll(gone, rdb, []live.Batch{{Stream: good}, {Stream: behind}}) {
		require.Error(t, r.Err)
		require.False(t, redisx.Refused(r.Err), r.Err)
	}
}

package rds_test

import (
	"testing"

	"github.com/stretchr/testify/require"

	"hubstake/internal/event"
	"hubstake/internal/platform/rds"
	"hubstake/internal/testkit/rdstest"
)

// A replica that took over had not got the last entries: nothing new may come before they are there again.
func TestAStreamThatLostItsEndSaysSo(t *testing.T) {
	t.Parallel()
	rdb, ctx, mem := rdstest.Client(t), t.Context(), rdstest.ID()
	site := rdstest.ID()
	stream := rds.SiteStreamKey(site)
	entry := func(n string) rds.Entry {
		return rds.Entry{ID: n, Event: event.Event{Site: site, Member: mem, Topic: "admin." + site, Cmd: event.Queue}}
	}
	at := func(s string) rds.EntryID {
		i, ok := rds.ParseEntryID(s)
		require.True(t, ok)
		return i
	}
	// Nothing was ever there, not even an epoch: that is a new stream, however much the publisher remembers.
	n, err := rds.PublishAfter(ctx, rdb, stream, "e1", "", at("9-9"), []rds.Entry{entry("9-10")})
	require.NoError(t, err)
	require.Equal(t, 1, n)
	for _, want := range []string{"9-11", "10-1", "99-0", "18446744073709551615-1"} {
		_, err = rds.PublishAfter(ctx, rdb, stream, "e2", "", at(want), []rds.Entry{entry("18446744073709551615-2")})
		var behind *rds.Behind
		require.ErrorAs(t, err, &behind, want)
		require.Equal(t, &rds.Behind{Stream: stream, End: at("9-10")}, behind)
		require.False(t, rds.Refused(err))
		require.EqualValues(t, 1, rdb.XLen(ctx, stream).Val(), "nothing was done")
	}
	for _, is := range []string{"9-10", "9-9", "8-18446744073709551615", "0-0"} {
		_, err = rds.PublishAfter(ctx, rdb, stream, "e2", "", at(is), nil)
		require.NoError(t, err, is)
	}
	require.NoError(t, rdb.XTrimMaxLen(ctx, stream, 0).Err())
	_, err = rds.PublishAfter(ctx, rdb, stream, "e2", "", at("9-10"), []rds.Entry{entry("18446744073709551615-9223372036854775808")})
	require.NoError(t, err, "trimmed is not lost")
	_, err = rds.PublishAfter(ctx, rdb, stream, "e2", "", at("18446744073709551615-9223372036854775808"), nil)
	require.NoError(t, err)
	_, err = rds.PublishAfter(ctx, rdb, stream, "e2", "", at("18446744073709551615-9223372036854775809"), nil)
	require.Error(t, err)

	require.Equal(t, "e1", rdb.Get(ctx, rds.EpochKey(stream)).Val())
	require.NoError(t, rds.Renew(ctx, rdb, stream, "e3"))
	require.Equal(t, "e3", rdb.Get(ctx, rds.EpochKey(stream)).Val())
}

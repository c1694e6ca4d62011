package outbox_test

import (
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"hubstake/internal/core/id"
	"hubstake/internal/live"
	"hubstake/internal/live/outbox"
	"hubstake/internal/platform/redisx"
	"hubstake/internal/testkit/pgtest"
	"hubstake/internal/testkit/rdstest"
)

// Rows and streams are compared: a row that is nowhere, and an entry that no row has ever said, are told; what is young, put
// aside or of before Redis lost its data is not.
func TestStreamsAreComparedWithTheOutbox(t *testing.T) {
	t.Parallel()
	db, ctx := pgtest.DB(t), t.Context()
	rdb, err := redisx.Open(rdstest.Server(t).Patient()) // streams have names of their own: no other test may write them
	require.NoError(t, err)
	t.Cleanup(func() { _ = rdb.Close() })
	const member = "kim01"
	stream := live.StreamKey(id.Shard(member))
	for _, text := range []string{"1", "2", "3", "4"} {
		_, err := db.Exec(ctx, `INSERT INTO outbox_event (site, member, cmd, data1, at) VALUES ('demo', $1, 'CASH', $2, now() - interval '1 minute')`, member, text)
		require.NoError(t, err)
	}
	rows := readAll(t, db, outbox.Cursor{}, 4)
	publish := func(rows ...outbox.Row) {
		t.Helper()
		var entries []live.Entry
		for _, r := range rows {
			entries = append(entries, live.Entry{ID: r.Cursor.String(), Event: r.Event})
		}
		_, err := live.Publish(ctx, rdb, stream, "e", "", entries)
		require.NoError(t, err)
	}
	compare := func() []string {
		t.Helper()
		differ, err := outbox.Compare(ctx, db, rdb)
		require.NoError(t, err)
		return differ
	}
	require.Empty(t, compare(), "nothing is published")
	publish(rows...)
	require.NoError(t, outbox.Store(ctx, db, outbox.Progress{Published: rows[3].Cursor}))
	require.Empty(t, compare())

	require.NoError(t, rdb.XDel(ctx, stream, rows[1].Cursor.String()).Err())
	require.Equal(t, []string{stream + " lacks " + rows[1].Cursor.String()}, compare())
	_, err = db.Exec(ctx, "UPDATE outbox_event SET at = now() WHERE data1 = '2'")
	require.NoError(t, err)
	require.Empty(t, compare(), "so young a row may still be on its way")
	_, err = db.Exec(ctx, "UPDATE outbox_event SET at = $1 WHERE data1 = '2'", time.Now().Add(-time.Minute))
	require.NoError(t, err)
	require.NotEmpty(t, compare())

	require.NoError(t, rdb.Del(ctx, stream).Err())
	publish(rows[2:]...)
	require.Empty(t, compare(), "a stream that began anew has nothing of before")

	_, err = db.Exec(ctx, "DELETE FROM outbox_event WHERE data1 = '3'")
	require.NoError(t, err)
	require.NoError(t, rdb.Del(ctx, stream).Err())
	publish(rows[0], rows[1], rows[2], rows[3])
	require.Equal(t, []string{stream + " has " + rows[2].Cursor.String() + ", which no row says"}, compare())
}

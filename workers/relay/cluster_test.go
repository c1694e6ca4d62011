package relay_test

import (
	"context"
	"strconv"
	"testing"

	"github.com/jackc/pgx/v5"
	"github.com/jackc/pgx/v5/pgxpool"
	"github.com/redis/go-redis/v9"
	"github.com/stretchr/testify/require"

	"hubstake/internal/core/event"
	"hubstake/internal/core/id"
	"hubstake/internal/live"
	"hubstake/internal/live/outbox"
	"hubstake/internal/platform/pg"
	"hubstake/internal/platform/redisx"
	"hubstake/internal/testkit"
	"hubstake/internal/testkit/pgtest"
	"hubstake/internal/testkit/rdstest"
)

// moves commits the nth move of a member's wallet.
func moves(t *testing.T, db *pgxpool.Pool, member string, n int) {
	t.Helper()
	require.NoError(t, pg.InTx(t.Context(), db, func(tx pgx.Tx) error {
		return outbox.Write(t.Context(), tx, event.Event{Site: "demo", Member: member, Cmd: event.Cash, Data1: strconv.Itoa(n), Data2: "0", Ver: int64(n)})
	}))
}

// holds waits until the stream says 1, 2 … n about the member and the projection is at n.
func holds(t *testing.T, rdb redis.UniversalClient, member string, n int) {
	t.Helper()
	var want, got []string
	for i := 1; i <= n; i++ {
		want = append(want, strconv.Itoa(i))
	}
	testkit.Eventually(t, func() bool {
		entries, err := rdb.XRange(context.Background(), live.StreamKey(id.Shard(member)), "-", "+").Result()
		got = nil
		for _, e := range entries {
			got = append(got, e.Values["data1"].(string))
		}
		return err == nil && len(got) >= n && rdb.HGet(context.Background(), live.BalanceKey(member), "cash").Val() == want[n-1]
	}, "%v", got)
	require.Equal(t, want, got)
}

// The master of a shard dies with entries that its replica never got. They are published again, before anything new, in order. In make test
// TestWhatIsLostTwiceComesBackTwice proves it with one server that loses them.
func TestMasterOfAClusterDiesWithWhatItsReplicaHadNot(t *testing.T) {
	t.Parallel()
	testkit.DeepOnly(t)
	const member = "kim01"
	c := rdstest.Cluster(t)
	rdb, err := redisx.Open(c.URL)
	require.NoError(t, err)
	t.Cleanup(func() { _ = rdb.Close() })
	db := pgtest.DB(t)
	stop := start(t, db, rdb)
	defer stop()
	for n := range 3 {
		moves(t, db, member, n+1)
	}
	holds(t, rdb, member, 3)

	master := c.Master(t, live.StreamKey(id.Shard(member)))
	replicas := c.Cut(t, master)
	moves(t, db, member, 4)
	moves(t, db, member, 5)
	holds(t, rdb, member, 5)
	c.Replace(t, master, replicas...)
	moves(t, db, member, 6)
	holds(t, rdb, member, 6)
	require.Contains(t, replicas, c.Master(t, live.StreamKey(id.Shard(member))))
}

// The relay that published the lost entries is gone too.
func TestANewLeaderMakesGoodWhatWasLostBeforeIt(t *testing.T) {
	t.Parallel()
	const member = "kim01"
	rdb, ctx := client(t, rdstest.Server(t)), t.Context()
	db, stream := pgtest.DB(t), live.StreamKey(id.Shard(member))
	stop := start(t, db, rdb)
	for n := range 5 {
		moves(t, db, member, n+1)
	}
	holds(t, rdb, member, 5)
	stop()
	epoch := rdb.Get(ctx, live.EpochKey(stream)).Val()

	last, err := rdb.XRevRangeN(ctx, stream, "+", "-", 3).Result()
	require.NoError(t, err)
	require.NoError(t, rdb.XDel(ctx, stream, last[0].ID, last[1].ID).Err())
	require.NoError(t, rdb.Do(ctx, "XSETID", stream, last[2].ID).Err()) // as the replica had it
	require.NoError(t, rdb.HSet(ctx, live.BalanceKey(member), "cash", "3", "ver", "3").Err())

	stop = start(t, db, rdb)
	defer stop()
	holds(t, rdb, member, 5)
	require.Equal(t, epoch, rdb.Get(ctx, live.EpochKey(stream)).Val(), "nothing is missing: no hub has to read anything anew")

	// More than is remembered: what is known comes back, and a new epoch tells the hubs.
	require.NoError(t, rdb.XDel(ctx, stream, last[2].ID).Err())
	all, err := rdb.XRange(ctx, stream, "-", "+").Result()
	require.NoError(t, err)
	for _, e := range all {
		require.NoError(t, rdb.XDel(ctx, stream, e.ID).Err())
	}
	require.NoError(t, rdb.Do(ctx, "XSETID", stream, "1-1").Err())
	holds(t, rdb, member, 5)
	testkit.Eventually(t, func() bool { return rdb.Get(ctx, live.EpochKey(stream)).Val() != epoch })
}

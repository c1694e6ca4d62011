package rds_test

import (
	"strconv"
	"strings"
	"testing"
	"time"

	"github.com/redis/go-redis/v9"
	"github.com/stretchr/testify/require"

	"hubstake/internal/event"
	"hubstake/internal/id"
	"hubstake/internal/platform/rds"
	"hubstake/internal/testkit/rdstest"
)

func TestPublishAppendsAndProjectsOnce(t *testing.T) {
	t.Parallel()
	rdb, ctx := rdstest.Server(t), t.Context()
	c, err := rds.Open(rdb.URL)
	require.NoError(t, err)
	t.Cleanup(func() { _ = c.Close() })
	at := time.UnixMilli(1_789_000_000_123)
	cash := func(n string, ver int64, amount string) rds.Entry {
		return rds.Entry{ID: n, Event: event.Event{Site: "demo", Member: "kim01", Cmd: event.Cash, Data1: amount, Data2: "7", Ver: ver, At: at}}
	}
	stream := rds.StreamKey(id.Shard("kim01"))
	batch := []rds.Entry{cash("10-1", 1, "100"), cash("10-2", 2, "90")}

	n, err := rds.Publish(ctx, c, stream, "e1", "", batch)
	require.NoError(t, err)
	require.Equal(t, 2, n)
	n, err = rds.Publish(ctx, c, stream, "e2", "", append(batch, cash("11-3", 3, "80")))
	require.NoError(t, err)
	require.Equal(t, 1, n, "a repeat after a crash adds only what was missing")

	entries, err := c.XRange(ctx, stream, "-", "+").Result()
	require.NoError(t, err)
	require.Len(t, entries, 3)
	require.Equal(t, redis.XMessage{ID: "11-3", Values: map[string]any{
		"member": "kim01", "cmd": "CASH", "data1": "80", "data2": "7", "ver": "3", "at": "1789000000123",
	}}, entries[2])
	epoch, err := c.Get(ctx, rds.EpochKey(stream)).Result()
	require.NoError(t, err)
	require.Equal(t, "e1", epoch, "an epoch lasts as long as the data")

	m, err := c.HGetAll(ctx, rds.BalanceKey("kim01")).Result()
	require.NoError(t, err)
	require.Equal(t, map[string]string{"ver": "3", "cash": "80", "points": "7"}, m)
}

func TestProjectionNeverGoesBack(t *testing.T) {
	t.Parallel()
	rdb, ctx, mem := rdstest.Client(t), t.Context(), rdstest.ID()
	newer := rds.Balance{Cash: "5", Points: "1", Version: 9, Unread: "2", MsgVersion: 3, Locked: "N", Permitted: "Y", LockVersion: 1}
	require.NoError(t, rds.PutBalance(ctx, rdb, mem, newer))
	older := newer
	older.Cash, older.Version, older.Unread, older.MsgVersion = "999", 8, "0", 4
	require.NoError(t, rds.PutBalance(ctx, rdb, mem, older))

	p := rdb.Pipeline()
	read := rds.QueueStates(ctx, p, mem)
	_, err := p.Exec(ctx)
	require.NoError(t, err)
	got, ok, err := read()
	require.NoError(t, err)
	require.True(t, ok)
	want := newer
	want.Unread, want.MsgVersion = "0", 4
	require.Equal(t, want, got.Balance, "each group of states has its own version")
}

func TestAnEndedSessionIsNotRevivedByASlowWriter(t *testing.T) {
	t.Parallel()
	rdb, ctx, mem, sid := rdstest.Client(t), t.Context(), rdstest.ID(), id.New()
	live := rds.Session{
		Member: mem, Site: "demo", Audience: "member", Topic: "t", Key: "k", State: rds.Live, Gen: 1, Version: 1,
		Expires: time.Now().Add(time.Hour).UTC().Truncate(time.Millisecond),
	}
	require.NoError(t, rds.PutSession(ctx, rdb, sid, live))
	out := rds.Entry{ID: "1-1", Event: event.Event{Site: "demo", Member: mem, SID: sid, Cmd: event.Logout, Data1: "U017", Ver: 2}}
	_, err := rds.Publish(ctx, rdb, "ev:"+id.Shard(mem), "e", "", []rds.Entry{out})
	// the shared stream may already hold a larger id: the projection moves all the same
	require.NoError(t, err)
	require.NoError(t, rds.PutSession(ctx, rdb, sid, live))
	got, ok, err := rds.GetSession(ctx, rdb, mem, sid)
	require.NoError(t, err)
	require.True(t, ok)
	require.Equal(t, rds.Replaced, got.State)
	require.Equal(t, "U017", got.Reason)
}

func TestKeysThatChangeTogetherShareASlot(t *testing.T) {
	t.Parallel()
	tag := func(key string) string { // what Redis Cluster hashes
		if _, rest, ok := strings.Cut(key, "{"); ok {
			if in, _, ok := strings.Cut(rest, "}"); ok && in != "" {
				return in
			}
		}
		return key
	}
	s := rds.StreamKey(id.Shard("kim01"))
	for _, key := range []string{rds.EpochKey(s), rds.OriginKey(s), rds.BalanceKey("kim01"), rds.SessionKey("kim01", "x")} {
		require.Equal(t, tag(s), tag(key))
	}
	site := rds.SiteStreamKey("demo")
	for _, key := range []string{rds.EpochKey(site), rds.OriginKey(site), rds.SiteKey("demo"), rds.OnlineKey("demo")} {
		require.Equal(t, tag(site), tag(key))
	}
}

// The hub looks at each session every five seconds, and must close it at the first look after its token has ended. So the record is still
// there then: one that is missing may have been lost, and is waited for.
func TestTheRecordOfASessionOutlivesItsToken(t *testing.T) {
	t.Parallel()
	rdb, ctx, mem, sid := rdstest.Client(t), t.Context(), rdstest.ID(), id.New()
	end := time.Now().Add(time.Hour).Truncate(time.Millisecond)
	require.NoError(t, rds.PutSession(ctx, rdb, sid, rds.Session{Member: mem, State: rds.Live, Game: 7, Version: 1, Expires: end}))
	gone, err := rdb.Do(ctx, "PEXPIRETIME", rds.SessionKey(mem, sid)).Int64()
	require.NoError(t, err)
	require.Equal(t, end.Add(15*time.Second).UnixMilli(), gone)
}

// A loss in one stream says nothing about members of other shards or about other sites.
func TestOnlyTheProjectionsOfOneStreamAreForgotten(t *testing.T) {
	t.Parallel()
	rdb, err := rds.Open(rdstest.Server(t).URL)
	require.NoError(t, err)
	t.Cleanup(func() { _ = rdb.Close() })
	ctx, mine, other := t.Context(), "kim01", ""
	for n := 0; other == ""; n++ {
		if m := "lee" + strconv.Itoa(n); id.Shard(m) != id.Shard(mine) {
			other = m
		}
	}
	for _, m := range []string{mine, other} {
		require.NoError(t, rds.PutBalance(ctx, rdb, m, rds.Balance{Cash: "1", Version: 1}))
		require.NoError(t, rds.PutSession(ctx, rdb, "s-"+m, rds.Session{Member: m, State: rds.Live, Version: 1, Expires: time.Now().Add(time.Hour)}))
		require.NoError(t, rds.PutSite(ctx, rdb, m, true, 1))
	}
	left := func(keys ...string) int64 { return rdb.Exists(ctx, keys...).Val() }
	require.NoError(t, rds.ForgetProjections(ctx, rdb, rds.SiteStreamKey(mine)))
	require.Zero(t, left(rds.SiteKey(mine)))
	require.EqualValues(t, 2, left(rds.BalanceKey(mine), rds.SessionKey(mine, "s-"+mine)))
	require.NoError(t, rds.ForgetProjections(ctx, rdb, rds.StreamKey(id.Shard(mine))))
	require.Zero(t, left(rds.BalanceKey(mine), rds.SessionKey(mine, "s-"+mine)))
	require.EqualValues(t, 3, left(rds.BalanceKey(other), rds.SessionKey(other, "s-"+other), rds.SiteKey(other)))
}

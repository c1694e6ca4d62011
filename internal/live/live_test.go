package live_test

import (
	"strconv"
	"strings"
	"testing"
	"time"

	"github.com/redis/go-redis/v9"
	"github.com/stretchr/testify/require"

	"hubstake/internal/core/event"
	"hubstake/internal/core/id"
	"hubstake/internal/live"
	"hubstake/internal/platform/redisx"
	"hubstake/internal/testkit/rdstest"
)

func TestPublishAppendsAndProjectsOnce(t *testing.T) {
	t.Parallel()
	rdb, ctx := rdstest.Server(t), t.Context()
	c, err := redisx.Open(rdb.Patient())
	require.NoError(t, err)
	t.Cleanup(func() { _ = c.Close() })
	at := time.UnixMilli(1_789_000_000_123)
	cash := func(n string, ver int64, amount string) live.Entry {
		return live.Entry{ID: n, Event: event.Event{Site: "demo", Member: "kim01", Cmd: event.Cash, Data1: amount, Data2: "7", Ver: ver, At: at}}
	}
	stream := live.StreamKey(id.Shard("kim01"))
	batch := []live.Entry{cash("10-1", 1, "100"), cash("10-2", 2, "90")}

	n, err := live.Publish(ctx, c, stream, "e1", "", batch)
	require.NoError(t, err)
	require.Equal(t, 2, n)
	n, err = live.Publish(ctx, c, stream, "e2", "", append(batch, cash("11-3", 3, "80")))
	require.NoError(t, err)
	require.Equal(t, 1, n, "a repeat after a crash adds only what was missing")

	entries, err := c.XRange(ctx, stream, "-", "+").Result()
	require.NoError(t, err)
	require.Len(t, entries, 3)
	require.Equal(t, redis.XMessage{ID: "11-3", Values: map[string]any{
		"member": "kim01", "cmd": "CASH", "data1": "80", "data2": "7", "ver": "3", "at": "1789000000123",
	}}, entries[2])
	epoch, err := c.Get(ctx, live.EpochKey(stream)).Result()
	require.NoError(t, err)
	require.Equal(t, "e1", epoch, "an epoch lasts as long as the data")

	m, err := c.HGetAll(ctx, live.BalanceKey("kim01")).Result()
	require.NoError(t, err)
	require.Equal(t, map[string]string{"ver": "3", "cash": "80", "points": "7"}, m)
}

func TestProjectionNeverGoesBack(t *testing.T) {
	t.Parallel()
	rdb, ctx, mem := rdstest.Client(t), t.Context(), rdstest.ID()
	newer := live.Balance{Cash: "5", Points: "1", Version: 9, Unread: "2", MsgVersion: 3, Locked: "N", Permitted: "Y", LockVersion: 1}
	require.NoError(t, live.PutBalance(ctx, rdb, nil, mem, newer))
	older := newer
	older.Cash, older.Version, older.Unread, older.MsgVersion = "999", 8, "0", 4
	require.NoError(t, live.PutBalance(ctx, rdb, nil, mem, older))

	got, err := rdb.HGetAll(ctx, live.BalanceKey(mem)).Result()
	require.NoError(t, err)
	require.Equal(t, map[string]string{
		"cash": "5", "points": "1", "ver": "9", "unread": "0", "mver": "4", "locked": "N", "permitted": "Y", "lver": "1",
	}, got, "each group of states has its own version")
}

func TestAnEndedSessionIsNotRevivedByASlowWriter(t *testing.T) {
	t.Parallel()
	rdb, ctx, mem, sid := rdstest.Client(t), t.Context(), rdstest.ID(), id.New()
	active := live.Session{
		Member: mem, Site: "demo", Audience: "member", Topic: "t", Key: "k", State: live.SessionLive, Gen: 1, Version: 1,
		Expires: time.Now().Add(time.Hour).UTC().Truncate(time.Millisecond),
	}
	require.NoError(t, live.PutSession(ctx, rdb, nil, sid, active))
	out := live.Entry{ID: "1-1", Event: event.Event{Site: "demo", Member: mem, SID: sid, Cmd: event.Logout, Data1: "U017", Ver: 2}}
	_, err := live.Publish(ctx, rdb, "ev:"+id.Shard(mem), "e", "", []live.Entry{out})
	// the shared stream may already hold a larger id: the projection moves all the same
	require.NoError(t, err)
	require.NoError(t, live.PutSession(ctx, rdb, nil, sid, active))
	got, ok, err := live.GetSession(ctx, rdb, mem, sid)
	require.NoError(t, err)
	require.True(t, ok)
	require.Equal(t, live.SessionReplaced, got.State)
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
	s := live.StreamKey(id.Shard("kim01"))
	for _, key := range []string{live.EpochKey(s), live.OriginKey(s), live.BalanceKey("kim01"), live.SessionKey("kim01", "x")} {
		require.Equal(t, tag(s), tag(key))
	}
	site := live.SiteStreamKey("demo")
	for _, key := range []string{live.EpochKey(site), live.OriginKey(site), live.SiteKey("demo"), live.OnlineKey("demo")} {
		require.Equal(t, tag(site), tag(key))
	}
}

// The hub looks at each session every five seconds, and must close it at the first look after its token has ended. So the record is still
// there then: one that is missing may have been lost, and is waited for.
func TestTheRecordOfASessionOutlivesItsToken(t *testing.T) {
	t.Parallel()
	rdb, ctx, mem, sid := rdstest.Client(t), t.Context(), rdstest.ID(), id.New()
	end := time.Now().Add(time.Hour).Truncate(time.Millisecond)
	require.NoError(t, live.PutSession(ctx, rdb, nil, sid, live.Session{Member: mem, State: live.SessionLive, Game: 7, Version: 1, Expires: end}))
	gone, err := rdb.Do(ctx, "PEXPIRETIME", live.SessionKey(mem, sid)).Int64()
	require.NoError(t, err)
	require.Equal(t, end.Add(15*time.Second).UnixMilli(), gone)
}

// A loss in one stream says nothing about members of other shards or about other sites.
func TestOnlyTheProjectionsOfOneStreamAreForgotten(t *testing.T) {
	t.Parallel()
	rdb, err := redisx.Open(rdstest.Server(t).Patient())
	require.NoError(t, err)
	t.Cleanup(func() { _ = rdb.Close() })
	ctx, mine, other := t.Context(), "kim01", ""
	for n := 0; other == ""; n++ {
		if m := "lee" + strconv.Itoa(n); id.Shard(m) != id.Shard(mine) {
			other = m
		}
	}
	for _, m := range []string{mine, other} {
		require.NoError(t, live.PutBalance(ctx, rdb, nil, m, live.Balance{Cash: "1", Version: 1}))
		require.NoError(t, live.PutSession(ctx, rdb, nil, "s-"+m, live.Session{Member: m, State: live.SessionLive, Version: 1, Expires: time.Now().Add(time.Hour)}))
		require.NoError(t, live.PutSite(ctx, rdb, nil, m, true, 1))
	}
	left := func(keys ...string) int64 { return rdb.Exists(ctx, keys...).Val() }
	require.NoError(t, live.ForgetProjections(ctx, rdb, live.SiteStreamKey(mine)))
	require.Zero(t, left(live.SiteKey(mine)))
	require.EqualValues(t, 2, left(live.BalanceKey(mine), live.SessionKey(mine, "s-"+mine)))
	require.NoError(t, live.ForgetProjections(ctx, rdb, live.StreamKey(id.Shard(mine))))
	require.Zero(t, left(live.BalanceKey(mine), live.SessionKey(mine, "s-"+mine)))
	require.EqualValues(t, 3, left(live.BalanceKey(other), live.SessionKey(other, "s-"+other), live.SiteKey(other)))
}

// A program reads a figure, PostgreSQL is set back, Redis is cleared for the new history, and only then the program writes: its figure
// has the highest version of all, so it would stay.
func TestAFigureOfALostHistoryIsNotWritten(t *testing.T) {
	t.Parallel()
	ctx, mem, sid, site := t.Context(), rdstest.ID(), rdstest.ID(), rdstest.ID()
	rdb, err := redisx.Open(rdstest.Server(t).Patient())
	require.NoError(t, err)
	t.Cleanup(func() { _ = rdb.Close() })
	streams := []string{live.StreamKey(id.Shard(mem)), live.SiteStreamKey(site)}
	before, err := live.ReadHistories(ctx, rdb, site)
	require.NoError(t, err)
	put := func(from live.Histories, text string, version int64) (errs [3]error) {
		session := live.Session{
			Member: mem, State: live.SessionLive, Reason: text, Rights: text, Game: version, Version: version, Expires: time.Now().Add(time.Hour),
		}
		balance := live.Balance{Cash: text, Unread: text, Locked: text, Version: version, MsgVersion: version, LockVersion: version}
		return [3]error{
			live.PutSession(ctx, rdb, from, sid, session), live.PutBalance(ctx, rdb, from, mem, balance), live.PutSite(ctx, rdb, from, site, true, version),
		}
	}
	keys := []string{live.SessionKey(mem, sid), live.BalanceKey(mem), live.SiteKey(site)}
	var other *live.OtherHistory
	for _, history := range []string{"a", "b"} { // the first one that Redis is tied to, and another one
		require.NoError(t, live.Clear(ctx, rdb, streams, history, redisx.EntryID{}))
		require.NoError(t, live.ClearProjections(ctx, rdb))
		for i, err := range put(before, "lost", 9) {
			require.ErrorAs(t, err, &other, keys[i])
			require.Equal(t, history, other.History)
		}
		require.Zero(t, rdb.Exists(ctx, keys...).Val())
		require.NoError(t, live.Settle(ctx, rdb, streams, history))
		now, err := live.ReadHistories(ctx, rdb, site)
		require.NoError(t, err)
		require.Equal(t, [3]error{}, put(now, history, 1))
		for i, err := range put(before, "lost", 9) {
			require.ErrorAs(t, err, &other, keys[i])
		}
		require.Equal(t, history, rdb.HGet(ctx, keys[0], "reason").Val())
		require.Equal(t, history, rdb.HGet(ctx, keys[1], "cash").Val())
		require.Equal(t, "1", rdb.HGet(ctx, keys[2], "iver").Val())
		before = now
	}
	for _, stream := range streams { // Redis lost everything: who knows what it will be filled from
		require.NoError(t, rdb.Del(ctx, live.OriginKey(stream)).Err())
	}
	for i, err := range put(before, "lost", 9) {
		require.ErrorAs(t, err, &other, keys[i])
	}
}

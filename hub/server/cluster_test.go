package server

import (
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"hubstake/internal/core/event"
	"hubstake/internal/core/id"
	"hubstake/internal/live"
	"hubstake/internal/testkit"
	"hubstake/internal/testkit/rdstest"
)

// pairUnderLoad starts two nodes with followers on both and a load. No connection may end during the test.
func (w *world) pairUnderLoad(t *testing.T, members int) (hubs []*hub, l *load, fs []*follower) {
	t.Helper()
	w.workers()
	unlimited := func(c *Config) { c.MaxPerSession = 0 }
	hubs = []*hub{w.hub(t, unlimited), w.hub(t, unlimited)}
	who, fs := w.crowd(t, members, 2, urls(hubs...))
	l = w.bus().load(5*time.Millisecond, who, "admin."+w.site)
	keepUp(t, l, fs)
	return hubs, l, fs
}

// stayed checks that every session is still the one that it was.
func stayed(t *testing.T, fs ...*follower) {
	t.Helper()
	for _, f := range fs {
		f.mu.Lock()
		require.Zero(t, f.attempts, "%s left", f.p.memID)
		f.mu.Unlock()
	}
}

// A real cluster of three masters and three replicas (faults.md rows 25, 26 and 28).
func TestRedisCluster(t *testing.T) {
	t.Parallel()
	c := rdstest.Cluster(t)
	w := newWorld(t, c.URL)
	hubs, l, all := w.pairUnderLoad(t, testkit.Size(4, 12))

	// Slots move under load: a member's and the site's.
	for _, key := range []string{live.StreamKey(id.Shard(all[0].p.memID)), live.SiteStreamKey(w.site)} {
		from, to := c.Master(t, key), c.Nodes[0]
		for _, n := range c.Nodes[:3] {
			if n != from {
				to = n
			}
		}
		c.Migrate(t, key, to)
		require.Same(t, to, c.Master(t, key))
		keepUp(t, l, all)
	}
	for _, f := range all {
		_, resyncs, _, _ := f.report()
		require.Zero(t, resyncs, "nothing was lost")
	}
	stayed(t, all...)

	// A master dies with what its replica had not.
	master := c.Master(t, live.SiteStreamKey(w.site))
	replicas := c.Cut(t, master)
	keepUp(t, l, all) // all of this is going to be lost
	c.Replace(t, master, replicas...)
	l.goesOn(t, 3)
	require.Positive(t, l.bus.lost.Load(), "the fail-over lost nothing: the test shows nothing")
	keepUp(t, l, all)
	l.end(t)
	converge(t, l, all)
	stayed(t, all...)
	for _, h := range hubs {
		require.Equal(t, 0.0, h.metric(t, "hub_misroute_total"))
	}

	// A follower that connects now gets what the others have, from the moved shards too.
	late := all[0].p.follow(t, urls(hubs...))
	want := all[0].sees()
	testkit.Eventually(t, func() bool { return late.sees() == want }, "%v", late)
}

// Sentinels choose another master; the old one dies with entries that the new one never got.
func TestRedisBehindSentinels(t *testing.T) {
	t.Parallel()
	s := rdstest.Sentinels(t)
	w := newWorld(t, s.URL)
	_, l, all := w.pairUnderLoad(t, 6)
	s.Replace(t)
	keepUp(t, l, all)
	l.end(t)
	converge(t, l, all)
	stayed(t, all...)
}

// The old master goes on by itself, cut off from the others, and old clients still write to it (faults.md row 28). Its entries are
// never newer than those of the new master, so no version goes back, and the hub leaves it.
func TestAnOldMasterBringsNothingBack(t *testing.T) {
	t.Parallel()
	srv := rdstest.Server(t)
	w := newWorld(t, srv.URL)
	w.workers()
	h := w.hub(t, nil)
	p := w.member()
	c := p.connect(h)
	c.personal()
	for v := int64(2); v < 5; v++ {
		w.publish(event.Event{Member: p.memID, Cmd: event.Cash, Data1: "new", Ver: v})
		require.Equal(t, v, c.message().Ver)
	}
	// As the old master has it: an older projection, an older end of the stream, and events that were never told elsewhere.
	stream := live.StreamKey(id.Shard(p.memID))
	last, err := w.rdb.XRevRangeN(t.Context(), stream, "+", "-", 2).Result()
	require.NoError(t, err)
	require.NoError(t, w.rdb.XDel(t.Context(), stream, last[0].ID, last[1].ID).Err())
	all, err := w.rdb.XRevRangeN(t.Context(), stream, "+", "-", 1).Result()
	require.NoError(t, err)
	require.NoError(t, w.rdb.Do(t.Context(), "XSETID", stream, all[0].ID).Err())
	w.hset(live.BalanceKey(p.memID), "cash", "old", "ver", 3)
	h.eventually(t, 1, "hub_epoch_changes_total")
	w.publish(event.Event{Member: p.memID, Cmd: event.Cash, Data1: "old", Ver: 3}, event.Event{Member: p.memID, Cmd: event.Msg, Data1: "1", Ver: 7})
	n := c.message()
	require.Equal(t, "MSG", n.Cmd, "an older version came after a newer one")
	again := p.connect(h) // a connection begins with what there is, and is put right by what comes
	require.Equal(t, "old", again.personal()["CASH"].Data1)
	w.publish(event.Event{Member: p.memID, Cmd: event.Cash, Data1: "newest", Ver: 5})
	require.Equal(t, "newest", c.message().Data1)
	require.Equal(t, "newest", again.message().Data1)
}

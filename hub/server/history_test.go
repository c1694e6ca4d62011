package server

import (
	"strconv"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"hubstake/internal/access/token"
	"hubstake/internal/core/event"
	"hubstake/internal/live"
	"hubstake/internal/platform/redisx"
	"hubstake/internal/testkit/rdstest"
)

// PostgreSQL was set back, and the relay has started the streams again: connected sessions show what PostgreSQL says now, although its
// versions are lower than those that they know.
func TestAnotherHistoryOfPostgreSQLIsShownThoughItsVersionsAreLower(t *testing.T) {
	t.Parallel()
	srv := rdstest.Server(t)
	w := newWorld(t, srv.URL)
	w.workers()
	h := w.hub(t, nil)
	p, staff, ctx := w.member(), w.login(rdstest.ID(), token.Admin), t.Context()
	serial := 0
	publish := func(history string, e event.Event) {
		serial++
		e.Site, e.At = w.site, w.clk.Now()
		_, err := live.Batch{Stream: live.StreamOf(e), Epoch: history + ".1", History: history, Entries: []live.Entry{
			{ID: "7-" + strconv.Itoa(serial), Event: e},
		}}.Publish(ctx, w.rdb)
		require.NoError(t, err)
	}
	queue := func(history, n string) {
		publish(history, event.Event{Topic: "admin." + w.site, Cmd: event.Queue, Data1: "in", Data2: n})
	}
	publish("h1", event.Event{Member: p.memID, Cmd: event.Cash, Data1: "1", Ver: 2})
	queue("h1", "1")
	c, s := p.connect(h), staff.connect(h)
	c.personal()
	s.subscribe("q", "/topic/admin."+w.site)
	publish("h1", event.Event{Member: p.memID, Cmd: event.Cash, Data1: "500", Ver: 500})
	require.Equal(t, "500", c.cmd(event.Cash).Data1)
	queue("h1", "2")
	require.Equal(t, "2", s.message().Data2)

	back := start()
	back.Cash, back.Version = "103", 103
	w.mu.Lock()
	w.truth[p.memID] = back
	w.mu.Unlock()
	streams, err := live.Streams(ctx, w.rdb)
	require.NoError(t, err)
	require.NoError(t, live.Clear(ctx, w.rdb, streams, "h2", redisx.EntryID{Hi: 3}))
	require.NoError(t, live.ClearProjections(ctx, w.rdb))
	require.NoError(t, live.Settle(ctx, w.rdb, streams, "h2"))

	require.Equal(t, "RESYNC", s.until(func(n note) bool { return n.Cmd != "QUEUE" }).Cmd)
	c.until(func(n note) bool { return n.Cmd == "RESYNC" })
	require.Equal(t, "103", c.cmd(event.Cash).Data1, "the truth, after the client was told to forget")
	serial = 0 // ids are given out again
	publish("h2", event.Event{Member: p.memID, Cmd: event.Cash, Data1: "104", Ver: 104})
	require.Equal(t, "104", c.until(func(n note) bool { return n.Cmd == "CASH" && n.Ver > 103 }).Data1)
	queue("h2", "3")
	require.Equal(t, "3", s.until(func(n note) bool { return n.Cmd != "RESYNC" }).Data2)
}

// A session is closed at the first look after its token has ended, which comes within five seconds.
func TestASocketClosesAtTheFirstLookAfterItsTokenEnded(t *testing.T) {
	t.Parallel()
	w := newWorld(t, rdstest.URL(t))
	clk := w.standsStill()
	h := w.hub(t, nil)
	p := w.member()
	end := clk.Now().Truncate(time.Second).Add(10 * time.Second)
	w.signer = w.signerAt(end.Add(-token.Life))
	p.token = w.sign(token.Claims{MemID: p.memID, Site: w.site, SID: p.sid, Topic: p.topic, Gen: 1, Audience: token.Member})
	p.record.Expires, p.record.Version = end, 2
	p.put()
	require.NoError(t, w.rdb.Persist(t.Context(), live.SessionKey(p.memID, p.sid)).Err(), "the clock of the test is not Redis's")
	c := p.connect(h)
	c.personal()
	clk.Advance(end.Sub(clk.Now()))
	h.reconciler.Kick()
	w.publish(event.Event{Member: p.memID, Cmd: event.Cash, Data1: "1", Ver: 2})
	require.Equal(t, "1", c.cmd(event.Cash).Data1)
	clk.Advance(time.Millisecond)
	require.Equal(t, "token-expired", c.failed().Header.Get("message"))
	require.Equal(t, 4401, c.code())
}

package server

import (
	"context"
	"net/http"
	"strconv"
	"strings"
	"testing"
	"time"

	"github.com/fasthttp/websocket"
	"github.com/stretchr/testify/require"

	"hubstake/internal/access/token"
	"hubstake/internal/core/event"
	"hubstake/internal/live"
	"hubstake/internal/testkit"
	"hubstake/internal/testkit/rdstest"
)

// hset changes a projection behind the back of the streams, as if the event were lost.
func (w *world) hset(key string, values ...any) {
	w.tb.Helper()
	require.NoError(w.tb, w.rdb.HSet(context.Background(), key, values...).Err())
}

func TestWatcherBringsWhatTheStreamsLost(t *testing.T) {
	t.Parallel()
	w := newWorld(t, rdstest.URL(t))
	w.workers()
	h := w.hub(t, nil)
	p := w.member()
	c := p.connect(h)
	c.personal()
	b := start()
	b.Cash, b.Version, b.Unread, b.MsgVersion = "77", 2, "4", 2
	w.balance(p.memID, b)
	require.Equal(t, "77", c.cmd(event.Cash).Data1)
	require.Equal(t, "4", c.cmd(event.Msg).Data1)
	require.NoError(t, live.PutSite(context.Background(), w.rdb, nil, w.site, true, 5))
	require.Equal(t, "Y", c.cmd(event.Maintenance).Data1)
	testkit.Eventually(t, func() bool {
		return w.rdb.ZScore(t.Context(), live.OnlineKey(w.site), p.memID).Val() > float64(time.Now().Add(-2*time.Minute).UnixMilli())
	})
}

func TestWatcherEndsSessions(t *testing.T) {
	t.Parallel()
	w := newWorld(t, rdstest.URL(t))
	h := w.hub(t, nil)
	replaced, ended, bare, expired := w.member(), w.member(), w.member(), w.member()
	a, b, c, d := replaced.connect(h), ended.connect(h), bare.connect(h), expired.connect(h)
	a.personal()
	b.personal()
	d.personal()
	set := func(p *person, values ...any) { w.hset(live.SessionKey(p.memID, p.sid), values...) }
	set(replaced, "state", live.SessionReplaced, "reason", "U017")
	set(ended, "state", live.SessionEnded, "reason", "U029")
	set(bare, "state", live.SessionReplaced)
	require.Equal(t, "U017", a.cmd(event.Logout).Data1)
	require.Equal(t, "U017", a.message().Cmd)
	require.Equal(t, 4401, a.code())
	require.Equal(t, "U029", b.cmd(event.Logout).Data1)
	require.Equal(t, 4401, b.code())
	require.Equal(t, "U017", c.failed().Header.Get("code"))
	require.Equal(t, 4401, c.code())
	h.eventually(t, 3, "hub_disconnects_total", "reason=auth")
}

func TestGameTokenThatIsOverIsToldOnce(t *testing.T) {
	t.Parallel()
	w := newWorld(t, rdstest.URL(t))
	h := w.hub(t, nil)
	p := w.member()
	c := p.connect(h)
	c.personal()
	key := live.SessionKey(p.memID, p.sid)
	w.hset(key, "game", time.Now().Add(time.Second).UnixMilli())
	require.Equal(t, "TK999", c.message().Cmd)
	w.hset(key, "game", time.Now().Add(time.Hour).UnixMilli()) // another game
	w.publish(event.Event{Member: p.memID, Cmd: event.Cash, Data1: "1", Ver: 2})
	require.Equal(t, "CASH", c.message().Cmd, "TK999 came twice")
	h.reconciler.Kick()
	w.hset(key, "game", -1) // closed by the server
	require.Equal(t, "TK999", c.message().Cmd)
}

func TestTokenThatIsNotRenewedEndsTheSession(t *testing.T) {
	t.Parallel()
	w := newWorld(t, rdstest.URL(t))
	clk := w.standsStill()
	h := w.hub(t, nil)
	p, q := w.member(), w.member()
	soon := clk.Now().Truncate(time.Second).Add(10 * time.Second)
	w.signer = w.signerAt(soon.Add(-token.Life)) // as if they had signed in two hours ago
	for _, x := range []*person{p, q} {
		x.token = w.sign(token.Claims{MemID: x.memID, Site: w.site, SID: x.sid, Topic: x.topic, Gen: 1, Audience: token.Member})
	}
	w.hset(live.SessionKey(p.memID, p.sid), "exp", soon.UnixMilli())
	c, d := p.connect(h), q.connect(h)
	d.personal()
	clk.Set(soon.Add(time.Millisecond))
	f := c.failed()
	require.Equal(t, "token-expired", f.Header.Get("message"))
	require.Equal(t, 4401, c.code())
	w.publish(event.Event{Member: q.memID, Cmd: event.Cash, Data1: "1", Ver: 2})
	require.Equal(t, "1", d.cmd(event.Cash).Data1, "who renewed in time goes on")
}

func TestRedisThatForgetsEverything(t *testing.T) {
	t.Parallel()
	for _, fault := range []string{"FLUSHALL", "kill and restart empty"} {
		t.Run(fault, func(t *testing.T) {
			t.Parallel()
			srv := rdstest.Server(t)
			w := newWorld(t, srv.URL)
			w.workers()
			h := w.hub(t, nil)
			p := w.member()
			staff := w.login(rdstest.ID(), token.Admin)
			c, s := p.connect(h), staff.connect(h)
			c.personal()
			s.subscribe("q", "/topic/admin."+w.site)
			w.publish(event.Event{Member: p.memID, Cmd: event.Cash, Data1: "1", Ver: 2},
				event.Event{Topic: "admin." + w.site, Cmd: event.Queue, Data1: "in", Data2: "1"})
			require.Equal(t, "1", c.message().Data1)
			require.Equal(t, "1", s.message().Data2)
			require.NoError(t, h.health.Ready(t.Context()))

			if fault == "FLUSHALL" {
				require.NoError(t, w.rdb.FlushAll(t.Context()).Err())
			} else {
				srv.Kill()
				require.Error(t, h.health.Ready(t.Context()))
			}
			b := start()
			b.Cash, b.Version = "55", 3 // decided while Redis was away
			w.mu.Lock()
			w.truth[p.memID] = b
			w.mu.Unlock()
			if fault != "FLUSHALL" {
				srv.Restart(t)
			}
			require.Equal(t, "55", c.cmd(event.Cash).Data1)
			require.Equal(t, "RESYNC", s.message().Cmd)
			testkit.Eventually(t, func() bool { return h.health.Ready(context.Background()) == nil })
			w.publish(event.Event{Member: p.memID, Cmd: event.Cash, Data1: "56", Ver: 4},
				event.Event{Topic: "admin." + w.site, Cmd: event.Queue, Data1: "in", Data2: "2"})
			require.Equal(t, "56", c.cmd(event.Cash).Data1)
			require.Equal(t, "2", s.message().Data2)

			again := p.connect(h) // its session is asked of the workers
			require.Equal(t, "56", again.personal()["CASH"].Data1)
		})
	}
}

func TestSessionThatRedisLostIsAskedOfTheWorkers(t *testing.T) {
	t.Parallel()
	w := newWorld(t, rdstest.URL(t))
	h := w.hub(t, nil)
	p := w.member()
	require.NoError(t, w.rdb.Del(t.Context(), live.SessionKey(p.memID, p.sid), live.BalanceKey(p.memID)).Err())
	c := open(t, h)
	c.send("CONNECT", "accept-version:1.2", "token:"+p.token)
	f := c.failed()
	require.Equal(t, "E002", f.Header.Get("code"))
	require.Equal(t, 1013, c.code(), "nobody answered")
	w.workers()
	again := p.connectAgain(h) // on a busy machine the first answers of the workers may come too late for the hub
	require.Equal(t, "1000", again.personal()["CASH"].Data1)
}

func TestDrainMovesAllClients(t *testing.T) {
	t.Parallel()
	w := newWorld(t, rdstest.URL(t))
	h := w.hub(t, func(c *Config) { c.Drain = 300 * time.Millisecond })
	var all []*testClient
	for range 5 {
		c := w.member().connect(h)
		c.personal()
		all = append(all, c)
	}
	begin := time.Now()
	go h.stop()
	for _, c := range all {
		require.Equal(t, 1012, c.code())
	}
	require.GreaterOrEqual(t, time.Since(begin), 200*time.Millisecond, "they are not told all at once")
	require.Error(t, h.health.Ready(context.Background()))
	h.stop()
	h.eventually(t, 5, "hub_disconnects_total", "reason=drain")
	require.Equal(t, 0.0, h.metric(t, "hub_drain_remaining"))
	require.Equal(t, 0.0, h.metric(t, "hub_subscriptions"))
}

func TestNoNewConnectionsWhileDraining(t *testing.T) {
	t.Parallel()
	w := newWorld(t, rdstest.URL(t))
	h := w.hub(t, nil)
	h.closing.Store(true)
	_, res, err := dial(h, http.Header{"Origin": {origin}})
	require.ErrorIs(t, err, websocket.ErrBadHandshake)
	require.Equal(t, http.StatusServiceUnavailable, res.StatusCode)
	n, err := strconv.Atoi(res.Header.Get("Retry-After"))
	require.NoError(t, err)
	require.Positive(t, n)
}

// stuck connects a member who does not read, and another who notices nothing of it; flood publishes to both until a
// figure of the hub has risen.
func (w *world) stuck(t *testing.T, h *hub) (flood func(figure ...string)) {
	slow, quick := w.member(), w.member()
	ws, _, err := dial(h, http.Header{"Origin": {origin}})
	require.NoError(t, err)
	t.Cleanup(func() { _ = ws.Close() })
	require.NoError(t, ws.WriteMessage(websocket.TextMessage, []byte("CONNECT\naccept-version:1.2\ntoken:"+slow.token+"\n\n\x00")))
	_, _, err = ws.ReadMessage()
	require.NoError(t, err)
	require.NoError(t, ws.WriteMessage(websocket.TextMessage, []byte("SUBSCRIBE\nid:0\ndestination:/topic/"+slow.topic+"\n\n\x00")))
	_, _, err = ws.ReadMessage() // from here on the test does not read
	require.NoError(t, err)
	c := quick.connect(h)
	c.personal()
	pad := strings.Repeat("x", 100_000)
	var ver int64 = 2
	return func(figure ...string) {
		deadline := time.After(testkit.Patience)
		for h.metric(t, figure[0], figure[1:]...) == 0 {
			select {
			case <-deadline:
				require.Fail(t, "it never came", figure)
			default:
			}
			w.publish(event.Event{Member: slow.memID, Cmd: event.Cash, Data1: pad, Ver: ver},
				event.Event{Member: quick.memID, Cmd: event.Cash, Data1: strconv.FormatInt(ver, 10), Ver: ver})
			require.Equal(t, ver, c.message().Ver, "the others notice nothing")
			ver++
		}
	}
}

func TestASlowReaderIsConflated(t *testing.T) {
	t.Parallel()
	w := newWorld(t, rdstest.URL(t))
	h := w.hub(t, func(c *Config) { c.MaxStall = testkit.Patience })
	flood := w.stuck(t, h)
	flood("hub_slow_consumers_total", "action=conflate")
	require.Zero(t, h.metric(t, "hub_slow_consumers_total", "action=disconnect"))
}

func TestASlowReaderIsCut(t *testing.T) {
	t.Parallel()
	w := newWorld(t, rdstest.URL(t))
	h := w.hub(t, func(c *Config) { c.MaxStall = time.Second })
	flood := w.stuck(t, h)
	flood("hub_slow_consumers_total", "action=disconnect")
	h.eventually(t, 1, "hub_disconnects_total", "reason=slow")
}

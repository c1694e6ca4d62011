package server

import (
	"math/rand/v2"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"hubstake/internal/access/token"
	"hubstake/internal/core/event"
	"hubstake/internal/core/id"
	"hubstake/internal/live"
	"hubstake/internal/platform/redisx"
	"hubstake/internal/testkit"
	"hubstake/internal/testkit/rdstest"
)

// life is a random history of sessions, topics and nodes.
type life struct {
	t     *testing.T
	w     *world
	nodes *fleet
	rnd   *rand.Rand
	load  *load
	open  []*follower
}

func (l *life) pick() *follower { return l.open[l.rnd.IntN(len(l.open))] }

// join adds a follower and makes sure that it knows an entry of each of its feeds, from which it can come back.
func (l *life) join(p *person, feeds ...string) {
	f := p.follow(l.t, l.nodes.url, feeds...)
	f.joins(l.t)
	l.open = append(l.open, f)
	for _, wr := range l.load.writers {
		for _, d := range feeds {
			if "/topic/"+wr.topic == d {
				wr.next(l.load.bus)
			}
		}
	}
	reach(l.t, l.load, []*follower{f})
}

func (l *life) member() string {
	for {
		if wr := l.load.writers[l.rnd.IntN(len(l.load.writers))]; wr.memID != "" {
			return wr.memID
		}
	}
}

func (l *life) forget(gone func(*follower) bool) {
	var rest []*follower
	for _, f := range l.open {
		if gone(f) {
			_, _, _, bad := f.report()
			require.Empty(l.t, bad)
			continue
		}
		rest = append(rest, f)
	}
	l.open = rest
}

// signOut ends a session: all its connections end, and nothing is heard on them any more (R6).
func (l *life) signOut(p *person) {
	l.w.mu.Lock()
	p.record.State, p.record.Reason, p.record.Version = live.SessionEnded, "U029", 2
	l.w.mu.Unlock()
	require.True(l.t, l.load.bus.say(event.Event{Member: p.memID, SID: p.sid, Cmd: event.Logout, Data1: "U029", Ver: 2}))
	l.forget(func(f *follower) bool {
		if f.p != p {
			return false
		}
		select {
		case <-f.done:
		case <-time.After(testkit.Patience):
			require.Fail(l.t, "still there after the end", "%v", f)
		}
		return true
	})
}

// step does one thing.
func (l *life) step() {
	switch n := l.rnd.IntN(100); {
	case n < 75:
		wr := l.load.writers[l.rnd.IntN(len(l.load.writers))]
		for range 1 + l.rnd.IntN(5) {
			wr.next(l.load.bus)
		}
	case n < 83:
		l.pick().cut()
	case n < 87 && len(l.open) < 20:
		l.join(l.w.login(l.member(), token.Member), "/topic/sports.1")
	case n < 90 && len(l.open) < 20:
		p := l.pick().p
		if p.record.Audience == string(token.Member) {
			l.join(p)
		}
	case n < 92:
		if p := l.pick().p; p.record.Audience == string(token.Member) {
			l.signOut(p)
		}
	case n < 94:
		if f := l.pick(); f.p.record.Audience == string(token.Member) {
			f.leave()
			l.forget(func(o *follower) bool { return o == f })
		}
	case n < 96:
		i := l.rnd.IntN(3)
		l.nodes.kill(i)
		l.nodes.start(l.t, i)
	case n < 97:
		i := l.rnd.IntN(3)
		l.nodes.term(l.t, i)
		l.nodes.start(l.t, i)
	default:
		reach(l.t, l.load, l.open)
	}
}

// Random sessions, topics, reconnects, ends of sessions and of nodes, over three nodes: all clients converge (R1), none receives
// another's messages (R2), no version goes back and no feed has a silent gap (R3), nothing is delivered that was never published (R4),
// and an ended session receives nothing more (R6).
func TestRandomLifeOnThreeNodes(t *testing.T) {
	t.Parallel()
	w := newWorld(t, rdstest.URL(t))
	w.workers()
	l := &life{t: t, w: w, nodes: w.fleet(t, 3), rnd: testkit.Rand(t)}
	partners := []string{rdstest.ID(), rdstest.ID()}
	l.load = &load{bus: w.bus()}
	for range 6 {
		memID := rdstest.ID()
		w.balance(memID, start())
		wr := &writer{memID: memID}
		wr.n.Store(1)
		l.load.writers = append(l.load.writers, wr)
	}
	for _, topic := range []string{"admin." + w.site, "partner." + partners[0], "partner." + partners[1], "sports.1"} {
		l.load.writers = append(l.load.writers, &writer{topic: topic})
	}
	for _, p := range partners {
		l.join(w.login(p, token.Partner), "/topic/partner."+p)
	}
	for range 2 {
		l.join(w.login(rdstest.ID(), token.Admin), "/topic/admin."+w.site, "/topic/sports.1")
	}
	for range testkit.Size(40, 300) {
		l.step()
	}
	converge(t, l.load, l.open)
	for i := range 3 {
		l.nodes.term(t, i)
	}
}

// A member's messages reach no other member, no matter who is connected and how many messages there are.
func TestTheWrongSubscriberGetsNothing(t *testing.T) {
	t.Parallel()
	w := newWorld(t, rdstest.URL(t))
	w.workers()
	unlimited := func(c *Config) { c.MaxPerSession = 0 }
	nodes := []*hub{w.hub(t, unlimited), w.hub(t, unlimited)}
	victim := w.member()
	partner := rdstest.ID()
	foreign := newWorld(t, w.url)
	foreign.spec, foreign.signer, foreign.kek, foreign.sealer = w.spec, w.signer, w.kek, w.sealer // a site of the same hub

	type ear struct {
		c    *testClient
		wake event.Event // what it has to hear first, after all that it must not hear
	}
	var ears []ear
	other, same := w.member(), w.login(victim.memID, token.Member)
	up, admin := w.login(rdstest.ID(), token.Partner), w.login(rdstest.ID(), token.Admin)
	abroad := foreign.login(rdstest.ID(), token.Admin)
	foreign.balance(abroad.memID, start())
	for _, n := range nodes {
		c := other.connect(n)
		c.personal()
		ears = append(ears, ear{c, event.Event{Member: other.memID, Cmd: event.Cash, Data1: "wake", Ver: 2}})

		c = w.guest().connect(n)
		c.subscribe("1", "/topic/site."+w.site)
		ears = append(ears, ear{c, event.Event{Cmd: event.Marquee, Data1: "wake", Ver: 2}})

		c = up.connect(n, "audience:partner")
		c.subscribe("1", "/topic/partner."+up.memID)
		ears = append(ears, ear{c, event.Event{Upline: up.memID, Cmd: event.Join, Data1: "wake"}})

		c = admin.connect(n, "audience:admin")
		c.subscribe("1", "/topic/sports.7")
		ears = append(ears, ear{c, event.Event{Topic: "sports.7", Cmd: "ODDS", Data1: "wake"}})

		c = abroad.connect(n, "audience:admin")
		c.subscribe("1", "/topic/admin."+foreign.site)
		ears = append(ears, ear{c, event.Event{Site: foreign.site, Topic: "admin." + foreign.site, Cmd: event.Queue, Data1: "wake"}})
	}
	twin := same.connect(nodes[0]) // the same member's other session hears all but what is for one session
	twin.personal()
	c := victim.connect(nodes[0])
	c.personal()
	last := testkit.Size[int64](50, 200)
	for v := int64(2); v <= last; v++ {
		w.publish(
			event.Event{Member: victim.memID, Cmd: event.Cash, Data1: "secret", Ver: v},
			event.Event{Upline: partner, Cmd: event.Join, Data1: "secret"},
			event.Event{Topic: "admin." + w.site, Cmd: event.Queue, Data1: "secret"},
			event.Event{Topic: "sports.8", Cmd: "ODDS", Data1: "secret"},
			event.Event{Member: victim.memID, SID: id.New(), Cmd: event.Logout, Data1: "U029", Ver: 2},
		)
		require.Equal(t, v, c.message().Ver)
	}
	for _, e := range ears {
		w.publish(e.wake)
		n := e.c.message()
		require.Equal(t, "wake", n.Data1, "%s heard %s", e.c.p.memID, n.Cmd)
	}
	twin.until(func(n note) bool { return n.Ver == last })
	for _, n := range nodes {
		require.Equal(t, 0.0, n.metric(t, "hub_misroute_total"))
	}
}

// All that can happen to one Redis, one after the other, under load and with two nodes (faults.md rows 22, 23, 24 and 27): every
// connection stays, all clients converge, and no feed has a gap without RESYNC.
func TestAllClientsConvergeAfterFaultsOfRedis(t *testing.T) {
	t.Parallel()
	srv := rdstest.Server(t)
	w := newWorld(t, srv.URL)
	hubs, l, all := w.pairUnderLoad(t, 8)
	for _, h := range hubs { // a stream that was empty when it was opened has its epoch noted within a second
		testkit.Eventually(t, func() bool {
			for n := range id.Shards {
				if h.tail.Epoch(live.StreamKey(id.ShardName(n))) != "" {
					return true
				}
			}
			return false
		})
	}
	set := func(maxmemory string) {
		testkit.Eventually(t, func() bool { return w.rdb.ConfigSet(t.Context(), "maxmemory", maxmemory).Err() == nil })
	}
	for _, fault := range []func(){
		func() { require.NoError(t, w.rdb.FlushAll(t.Context()).Err()) },
		func() {
			srv.Kill()
			srv.Restart(t)
		},
		func() {
			srv.Freeze(t)
			testkit.Eventually(t, func() bool { return hubs[0].health.Ready(t.Context()) != nil })
			srv.Thaw(t)
		},
		func() {
			set("1mb")
			testkit.Eventually(t, func() bool {
				_, err := live.Publish(t.Context(), w.rdb, live.SiteStreamKey("full"), "e", "", nil)
				return err != nil && !redisx.Refused(err)
			}, "an entry that finds no room is not one that is wrong")
			set("0")
		},
	} {
		fault()
		keepUp(t, l, all)
	}
	l.end(t)
	converge(t, l, all)
	stayed(t, all...)
	for _, h := range hubs {
		testkit.Eventually(t, func() bool { return h.metric(t, "hub_epoch_changes_total") >= 1 }, "the losses were not noticed")
	}
}

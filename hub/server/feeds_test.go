package server

import (
	"context"
	"fmt"
	"strconv"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"hubstake/internal/access/token"
	"hubstake/internal/core/event"
	"hubstake/internal/live"
	"hubstake/internal/testkit"
	"hubstake/internal/testkit/rdstest"
)

// publishAtOnce is publish in one step: the hub reads all of it together.
func (w *world) publishAtOnce(events ...event.Event) {
	w.tb.Helper()
	w.mu.Lock()
	defer w.mu.Unlock()
	entries := make([]live.Entry, len(events))
	for i, e := range events {
		e.Site, e.At = w.site, w.clk.Now()
		w.serial++
		entries[i] = live.Entry{ID: fmt.Sprintf("%d-%d", w.clk.Now().UnixMilli(), w.serial), Event: e}
	}
	_, err := live.Publish(context.Background(), w.rdb, live.StreamOf(entries[0].Event), "epoch-"+w.site, "", entries)
	require.NoError(w.tb, err)
}

// Partners in a tree, random facts about random members: each partner receives all facts of its own subtree, in order, and no others;
// the topics of the site and of the staff receive none.
func TestAPartnerHearsOfItsSubtreeAndOfNothingElse(t *testing.T) {
	t.Parallel()
	w := newWorld(t, rdstest.URL(t))
	h, other := w.hub(t, nil), w.hub(t, nil)
	// a ─ low ─ deep, and b beside them
	a, low, deep, b := w.login(rdstest.ID(), token.Partner), w.login(rdstest.ID(), token.Partner), w.login(rdstest.ID(), token.Partner), w.login(rdstest.ID(), token.Partner)
	paths := [][]*person{{a}, {low, a}, {deep, low, a}, {b}}
	clients := map[*person]*testClient{}
	for i, p := range []*person{a, low, deep, b} {
		clients[p] = p.connect([]*hub{h, other}[i%2])
		clients[p].subscribe("p", "/topic/partner."+p.memID)
	}
	guest, staff := w.guest().connect(h), w.login(rdstest.ID(), token.Admin).connect(h)
	guest.subscribe("s", "/topic/site."+w.site)
	staff.subscribe("q", "/topic/admin."+w.site)

	rng := testkit.Rand(t)
	want := map[*person][]string{}
	for n := range 100 {
		above := paths[rng.IntN(len(paths))]
		names := make([]string, len(above))
		for i, p := range above {
			names[i] = p.memID
		}
		e := event.Event{
			Upline: strings.Join(names, ","), Member: "kim01", Data1: "kim01", Data2: strconv.Itoa(n),
			Cmd: []event.Cmd{event.Join, event.Login, event.Leave, event.CashReq, event.Bet}[rng.IntN(5)],
		}
		if e.Cmd == event.Bet { // names several partners at once, and no member below them
			e.Member, e.Data1 = "", ""
		}
		w.publish(e)
		for _, p := range above {
			want[p] = append(want[p], string(e.Cmd)+e.Data2)
		}
	}
	w.publish(event.Event{Cmd: event.Marquee}, event.Event{Topic: "admin." + w.site, Cmd: event.Queue, Data1: "alarm"})
	for p, c := range clients {
		var got []string
		for range want[p] {
			n := c.message()
			got = append(got, n.Cmd+n.Data2)
		}
		require.Equal(t, want[p], got)
		require.Empty(t, c.frames)
	}
	require.Equal(t, "MARQUEE", guest.message().Cmd, "nothing of the partners' comes before it")
	require.Equal(t, "alarm", staff.message().Data1)
	require.Zero(t, h.metric(t, "hub_misroute_total")+other.metric(t, "hub_misroute_total"))
}

func TestAPartnersFeedIsResumedWithItsOwnMessagesOnly(t *testing.T) {
	t.Parallel()
	w := newWorld(t, rdstest.URL(t))
	h := w.hub(t, nil)
	a, b := w.login(rdstest.ID(), token.Partner), w.login(rdstest.ID(), token.Partner)
	fact := func(above *person, n string) event.Event {
		return event.Event{Upline: above.memID, Member: "kim01", Cmd: event.CashReq, Data1: "kim01", Data2: n}
	}
	c := a.connect(h)
	c.subscribe("p", "/topic/partner."+a.memID)
	w.publish(fact(a, "1"))
	first := c.message()
	require.NoError(t, c.ws.Close())
	w.publish(fact(b, "theirs"), fact(a, "2"), event.Event{Upline: b.memID + "," + a.memID, Cmd: event.Bet}, fact(b, "theirs"), fact(a, "3"))

	last := []string{"last-id:" + first.header.Get("message-id"), "epoch:" + first.header.Get("epoch")}
	again := a.connect(h)
	again.subscribe("p", "/topic/partner."+a.memID, last...)
	var got []string
	for range 3 {
		n := again.message()
		got = append(got, n.Cmd+n.Data2)
	}
	require.Equal(t, []string{"CASHREQ2", "BET", "CASHREQ3"}, got)

	// The place of another in the stream opens nothing: b gets what is b's after it.
	foreign := b.connect(h)
	foreign.subscribe("p", "/topic/partner."+b.memID, last...)
	require.Equal(t, "theirs", foreign.message().Data2)
	require.Equal(t, "BET", foreign.message().Cmd)
}

// A feed is bounded: a partner that falls behind, while connected or while away, gets RESYNC, and then the messages that come
// next.
func TestAPartnersFeedThatGrowsTooLongBecomesResync(t *testing.T) {
	t.Parallel()
	w := newWorld(t, rdstest.URL(t))
	h := w.hub(t, func(c *Config) { c.MaxFeed = 4 })
	p := w.login(rdstest.ID(), token.Partner)
	facts := func(from, to int) (out []event.Event) {
		for n := from; n <= to; n++ {
			out = append(out, event.Event{Upline: p.memID, Member: "kim01", Cmd: event.Login, Data1: "kim01", Data2: strconv.Itoa(n)})
		}
		return out
	}
	c := p.connect(h)
	c.subscribe("p", "/topic/partner."+p.memID)
	w.publishAtOnce(facts(1, 4)...)
	first := c.message()
	for n := 2; n <= 4; n++ {
		require.Equal(t, strconv.Itoa(n), c.message().Data2)
	}
	w.publishAtOnce(facts(5, 9)...) // one more than waits
	require.Equal(t, "RESYNC", c.message().Cmd)
	w.publish(facts(10, 10)...)
	require.Equal(t, "10", c.until(func(n note) bool { return n.Cmd != "RESYNC" }).Data2)
	require.Equal(t, 1.0, h.metric(t, "hub_gaps_total"))

	away := p.connect(h)
	away.subscribe("p", "/topic/partner."+p.memID, "last-id:"+first.header.Get("message-id"), "epoch:"+first.header.Get("epoch"))
	require.Equal(t, "RESYNC", away.message().Cmd)
	w.publish(facts(11, 11)...)
	require.Equal(t, "11", away.message().Data2)
	require.Equal(t, "11", c.message().Data2)
}

// The relay's ids of BET are larger than 63 bits allow: a feed is resumed from one like from any other.
func TestAPartnersFeedIsResumedFromABet(t *testing.T) {
	t.Parallel()
	w := newWorld(t, rdstest.URL(t))
	h := w.hub(t, nil)
	p := w.login(rdstest.ID(), token.Partner)
	publish := func(id string, cmd event.Cmd, n string) {
		e := live.Entry{ID: id, Event: event.Event{Site: w.site, Upline: p.memID, Cmd: cmd, Data2: n, At: w.clk.Now()}}
		_, err := live.Publish(context.Background(), w.rdb, live.StreamOf(e.Event), "epoch-"+w.site, "", []live.Entry{e})
		require.NoError(t, err)
	}
	c := p.connect(h)
	c.subscribe("p", "/topic/partner."+p.memID)
	publish("7-1", event.Login, "1")
	publish("7-9223372036854775808", event.Bet, "")
	publish("8-3", event.Login, "2")
	require.Equal(t, "1", c.message().Data2)
	bet := c.message()
	require.Equal(t, []string{"BET", "7-9223372036854775808"}, []string{bet.Cmd, bet.header.Get("message-id")})
	require.Equal(t, "2", c.message().Data2)
	again := p.connect(h)
	again.subscribe("p", "/topic/partner."+p.memID, "last-id:"+bet.header.Get("message-id"), "epoch:"+bet.header.Get("epoch"))
	require.Equal(t, "2", again.message().Data2)
}

// Odds travel in a stream of their own, and a hub that reads many versions together sends a client the newest of each market.
func TestOddsReachThoseWhoWatchTheMatch(t *testing.T) {
	t.Parallel()
	w := newWorld(t, rdstest.URL(t))
	h := w.hub(t, nil)
	here, elsewhere := w.guest().connect(h), w.member().connect(h)
	here.subscribe("7", "/topic/sports.7")
	elsewhere.subscribe("8", "/topic/sports.8")
	var prices []event.Event
	for i := range 300 {
		prices = append(prices, event.Event{Topic: "sports.7", Cmd: event.Odds, Data1: strconv.Itoa(i % 3), Data2: strconv.Itoa(i), Ver: int64(i)})
	}
	w.publishAtOnce(append(prices, event.Event{Topic: "sports.7", Cmd: event.Score, Data1: "7", Data2: "1:0", Ver: 1})...)
	newest := map[string]int64{}
	for {
		m := here.message()
		if m.Cmd == string(event.Score) {
			break
		}
		require.Greater(t, m.Ver, newest[m.Data1]-1)
		newest[m.Data1] = m.Ver
	}
	require.Equal(t, map[string]int64{"0": 297, "1": 298, "2": 299}, newest)
	require.Empty(t, elsewhere.frames)
	length, err := w.rdb.XLen(t.Context(), live.PlayStreamKey(w.site)).Result()
	require.NoError(t, err)
	require.EqualValues(t, 301, length)
}

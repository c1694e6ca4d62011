package server

import (
	"slices"
	"strconv"
	"testing"

	"github.com/stretchr/testify/require"

	"hubstake/internal/access/token"
	"hubstake/internal/core/event"
	"hubstake/internal/live"
	"hubstake/internal/testkit/rdstest"
)

// Each of the staff hears of the queues that they may work on, even when they resume the feed; a change of their rights takes effect while they
// are connected.
func TestStaffHearOnlyOfQueuesThatTheyHaveTheRightFor(t *testing.T) {
	t.Parallel()
	w := newWorld(t, rdstest.URL(t))
	w.workers()
	h := w.hub(t, nil)
	clerk := w.login(rdstest.ID(), token.Admin)
	give := func(rights ...string) {
		w.mu.Lock()
		clerk.record.Rights = live.RightsText(rights)
		w.mu.Unlock()
	}
	queue := func(kind, id string) {
		w.publish(event.Event{Topic: "admin." + w.site, Cmd: event.Queue, Data1: kind, Data2: id})
	}
	give("inquiry")
	clerk.put()
	c := clerk.connect(h)
	c.subscribe("q", "/topic/admin."+w.site)
	// heard returns what of one round through all kinds is heard.
	serial := 0
	heard := func(c *testClient) (kinds []string) {
		serial++
		id := strconv.Itoa(serial)
		for _, kind := range []string{"in", "signup", "out", "alarm", "inquiry", "reset", "another kind", "inspect"} {
			queue(kind, id)
		}
		w.publish(event.Event{Topic: "admin." + w.site, Cmd: "MARK", Data2: id})
		c.until(func(n note) bool {
			if n.Cmd == "QUEUE" {
				kinds = append(kinds, n.Data1)
			}
			return n.Cmd == "MARK" && n.Data2 == id
		})
		return kinds
	}
	becomes := func(want ...string) { // rights change in PostgreSQL alone: the watcher has them looked up
		t.Helper()
		for range 1000 {
			h.reconciler.Kick()
			if slices.Equal(want, heard(c)) {
				return
			}
		}
		require.Fail(t, "the rights are not those of PostgreSQL")
	}
	require.Equal(t, []string{"inquiry", "inspect"}, heard(c))
	give("cash")
	becomes("in", "out", "alarm", "inspect")
	give("member", "reset", "settings")
	becomes("signup", "reset", "another kind", "inspect")
	give()
	becomes()

	give("cash")
	becomes("in", "out", "alarm", "inspect")
	queue("in", "from")
	from := c.until(func(n note) bool { return n.Data2 == "from" })
	heard(c)
	again := clerk.connect(h)
	again.subscribe("q", "/topic/admin."+w.site, "last-id:"+from.header.Get("message-id"), "epoch:"+from.header.Get("epoch"))
	require.Equal(t, "in", again.message().Data1)
	require.Equal(t, "out", again.message().Data1, "what was missed comes by the same rights")
}

// partnerRights are rights of the partner area, each with the events of the downline and of the partner itself that it shows.
var partnerRights = map[string][]event.Cmd{
	"lower.read": {event.Join, event.Login, event.Leave}, "money.read": {event.CashReq, event.PT}, "play.read": {event.Bet},
	"lower.write": nil, "lower.modify": nil, "rate.modify": nil, "money.write": nil, "commission.read": nil, "message.write": nil, "agent.modify": nil,
}

// loginWith is login of a person of a partner's area with some rights.
func (w *world) loginWith(memID string, rights ...string) *person {
	w.tb.Helper()
	p := w.login(memID, token.Partner)
	w.mu.Lock()
	p.record.Rights = live.RightsText(rights)
	w.mu.Unlock()
	p.put()
	return p
}

// A person of a partner hears live of what the same rights show over HTTP, of nothing else, and never of the partner's own account as a member.
func TestAPersonOfAPartnerHearsWhatItsRightsShow(t *testing.T) {
	t.Parallel()
	w := newWorld(t, rdstest.URL(t))
	h := w.hub(t, nil)
	for name, cmds := range partnerRights {
		if !slices.ContainsFunc(cmds, func(c event.Cmd) bool { return c != event.PT }) {
			continue
		}
		p := w.loginWith(rdstest.ID(), name)
		w.balance(p.memID, start())
		c := p.connect(h)
		c.subscribe("own", "/topic/"+p.topic)
		c.subscribe("p", "/topic/partner."+p.memID)
		var want, got []string
		for _, cmd := range []event.Cmd{event.Join, event.Login, event.Leave, event.CashReq, event.Bet} {
			w.publish(event.Event{Upline: p.memID, Cmd: cmd, Data1: "kim01", Data2: "7"})
			if slices.Contains(cmds, cmd) {
				want = append(want, string(cmd))
			}
		}
		w.publish(
			event.Event{Upline: p.memID, Cmd: "MARK"},
			event.Event{Member: p.memID, Cmd: event.Cash, Data1: "9", Data2: "9", Ver: 5}, event.Event{Member: p.memID, Cmd: event.Msg, Data1: "4", Ver: 5},
			event.Event{Member: p.memID, Cmd: event.LockBet, Data1: "Y", Data2: "N", Ver: 5}, event.Event{Member: p.memID, Cmd: event.PT, Data1: "3", Ver: 5},
			event.Event{Member: p.memID, Cmd: "MARK"},
		)
		if slices.Contains(cmds, event.PT) {
			want = append(want, "PT")
		}
		for marks := 0; marks < 2; {
			if n := c.message(); n.Cmd == "MARK" {
				marks++
			} else {
				got = append(got, n.Cmd)
			}
		}
		slices.Sort(want)
		slices.Sort(got)
		require.Equal(t, want, got, name)
	}
	require.Zero(t, h.metric(t, "hub_misroute_total"))
}

// A topic of a partner is followed by persons of that partner who have a right for something on it.
func TestATopicOfAPartnerNeedsARightThatItShows(t *testing.T) {
	t.Parallel()
	w := newWorld(t, rdstest.URL(t))
	h := w.hub(t, nil)
	other := w.login(rdstest.ID(), token.Partner)
	refused := func(p *person, memID string) {
		t.Helper()
		conn := open(t, h)
		conn.hello(p)
		conn.send("SUBSCRIBE", "id:0", "destination:/topic/partner."+memID, "receipt:r1")
		require.Equal(t, "forbidden", conn.failed().Header.Get("code"))
		require.Equal(t, 4403, conn.code())
	}
	for name, cmds := range partnerRights {
		p := w.loginWith(rdstest.ID(), name)
		if len(cmds) == 0 {
			refused(p, p.memID)
		}
		refused(p, other.memID)
	}
	refused(w.loginWith(rdstest.ID()), other.memID)
	refused(w.loginWith(rdstest.ID(), "cash", "member", "settings"), other.memID)
}

// A session that loses a right is ended by LOGOUT: at once, also for a client that follows the downline and not its own topic. Sessions of other persons
// of the partner stay.
func TestAPersonThatLosesItsRightsIsCutAtOnce(t *testing.T) {
	t.Parallel()
	w := newWorld(t, rdstest.URL(t))
	h := w.hub(t, nil)
	memID := rdstest.ID()
	one, two := w.login(memID, token.Partner), w.login(memID, token.Partner)
	told, silent, stays := one.connect(h), one.connect(h), two.connect(h)
	told.subscribe("own", "/topic/"+one.topic)
	told.subscribe("p", "/topic/partner."+memID)
	silent.subscribe("p", "/topic/partner."+memID)
	stays.subscribe("p", "/topic/partner."+memID)
	w.publish(event.Event{Member: memID, SID: one.sid, Cmd: event.Logout, Data1: "ADMIN", Ver: 2})
	require.Equal(t, "LOGOUT", told.message().Cmd)
	require.Equal(t, 4401, told.code())
	require.Equal(t, "U029", silent.failed().Header.Get("code"))
	require.Equal(t, 4401, silent.code())
	w.publish(event.Event{Upline: memID, Cmd: event.Join, Data1: "kim01"})
	require.Equal(t, "JOIN", stays.message().Cmd)

	back := open(t, h)
	back.send("CONNECT", "accept-version:1.2", "token:"+one.token)
	require.Equal(t, "U029", back.failed().Header.Get("code"), "its token opens nothing more")
}

// Rights that change in PostgreSQL alone, because the right to refer was taken from the whole site, count at the watcher's next look.
func TestAPersonWithoutRightsHearsNothingMore(t *testing.T) {
	t.Parallel()
	w := newWorld(t, rdstest.URL(t))
	w.workers()
	h := w.hub(t, nil)
	p := w.login(rdstest.ID(), token.Partner)
	c := p.connect(h)
	c.subscribe("p", "/topic/partner."+p.memID)
	w.mu.Lock()
	p.record.Rights = live.RightsText(nil)
	w.mu.Unlock()
	for range 1000 {
		h.reconciler.Kick()
		w.publish(event.Event{Upline: p.memID, Cmd: event.Login, Data1: "kim01"}, event.Event{Upline: p.memID, Cmd: "MARK"})
		if c.message().Cmd == "MARK" {
			return
		}
		c.until(func(n note) bool { return n.Cmd == "MARK" })
	}
	require.Fail(t, "it hears of logins without the right")
}

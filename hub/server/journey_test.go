package server

import (
	"strconv"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"hubstake/internal/access/token"
	"hubstake/internal/core/event"
	"hubstake/internal/testkit"
	"hubstake/internal/testkit/rdstest"
)

func TestSnapshotThenTail(t *testing.T) {
	t.Parallel()
	w := newWorld(t, rdstest.URL(t))
	h := w.hub(t, nil)
	p := w.member()
	c := p.connect(h, "heart-beat:10000,10000")
	require.Equal(t, "1.2", c.headers.Get("version"))
	require.Equal(t, "25000,25000", c.headers.Get("heart-beat"))
	require.Equal(t, p.memID, c.headers.Get("user-name"))
	require.Contains(t, c.headers.Get("server"), "hubstake/")

	snap := c.personal()
	require.Equal(t, "1000", snap["CASH"].Data1)
	require.Equal(t, "10", snap["CASH"].Data2)
	require.Equal(t, int64(1), snap["CASH"].Ver)
	require.Equal(t, "0", snap["MSG"].Data1)
	require.Equal(t, "N", snap["LOCK_BET_YN"].Data1)
	require.Equal(t, "Y", snap["LOCK_BET_YN"].Data2)

	const trace = "00-0af7651916cd43dd8448eb211c80319c-b7ad6b7169203331-01"
	named, begin := "", time.Now()
	for ver := int64(2); named == ""; ver++ { // a state that the watcher found first names no trace
		require.Less(t, time.Since(begin), testkit.Patience)
		amount := strconv.FormatInt(1000-ver, 10)
		w.publish(event.Event{Member: p.memID, Cmd: event.Cash, Data1: amount, Data2: "10", Ver: ver, Trace: trace})
		n := c.message()
		require.Equal(t, amount, n.Data1)
		require.Equal(t, ver, n.Ver)
		require.NotZero(t, n.At)
		named = n.header.Get("traceparent")
	}
	require.Equal(t, trace, named)
	w.publish(event.Event{Member: p.memID, Cmd: event.Msg, Data1: "1", Ver: 2})
	require.Equal(t, "1", c.cmd(event.Msg).Data1)
	require.Equal(t, 1.0, h.metric(t, "hub_connections", "audience=member", "site="+w.site))
	require.Equal(t, 0.0, h.metric(t, "hub_misroute_total"))
}

func TestOlderVersionIsNeverShownAfterANewer(t *testing.T) {
	t.Parallel()
	w := newWorld(t, rdstest.URL(t))
	h := w.hub(t, nil)
	p := w.member()
	c := p.connect(h)
	c.personal()
	say := func(versions ...int64) {
		for _, ver := range versions {
			w.publish(event.Event{Member: p.memID, Cmd: event.Cash, Data1: strconv.FormatInt(ver, 10), Ver: ver})
		}
	}
	say(5)
	require.Equal(t, int64(5), c.message().Ver)
	say(3, 4, 5, 6)
	require.Equal(t, int64(6), c.message().Ver)
}

func TestTwoTabsOfOneSessionAndAnotherMember(t *testing.T) {
	t.Parallel()
	w := newWorld(t, rdstest.URL(t))
	h := w.hub(t, nil)
	p, other := w.member(), w.member()
	a, b, o := p.connect(h), p.connect(h), other.connect(h)
	a.personal()
	b.personal()
	o.personal()
	w.publish(
		event.Event{Member: p.memID, Cmd: event.Cash, Data1: "7", Ver: 2},
		event.Event{Member: other.memID, Cmd: event.Cash, Data1: "8", Ver: 2},
	)
	require.Equal(t, "7", a.message().Data1)
	require.Equal(t, "7", b.message().Data1)
	require.Equal(t, "8", o.message().Data1)
}

func TestSiteTopicReachesGuestsAndMembersOfTheSite(t *testing.T) {
	t.Parallel()
	w := newWorld(t, rdstest.URL(t))
	h := w.hub(t, nil)
	g, m := w.guest().connect(h), w.member().connect(h)
	g.subscribe("s", "/topic/site."+w.site)
	m.subscribe("s", "/topic/site."+w.site)
	m.personal()
	w.publish(event.Event{Site: rdstest.ID(), Cmd: event.Marquee, Data1: "foreign"})
	w.publish(event.Event{Cmd: event.Marquee, Data1: "안녕 \"x\""}, event.Event{Cmd: event.CashList})
	for _, c := range []*testClient{g, m} {
		n := c.message()
		require.Equal(t, "MARQUEE", n.Cmd)
		require.Equal(t, "안녕 \"x\"", n.Data1)
		require.Equal(t, "CASHLIST", c.message().Cmd)
	}
	require.Equal(t, 1.0, h.metric(t, "hub_connections", "audience=guest", "site="+w.site))
}

func TestMaintenanceIsInTheSnapshotAndOnTheStream(t *testing.T) {
	t.Parallel()
	w := newWorld(t, rdstest.URL(t))
	h := w.hub(t, nil)
	early := w.guest().connect(h)
	early.subscribe("s", "/topic/site."+w.site)
	w.publish(event.Event{Cmd: event.Maintenance, Data1: "Y", Ver: 1})
	require.Equal(t, "Y", early.cmd(event.Maintenance).Data1)
	late := w.guest().connect(h)
	late.subscribe("s", "/topic/site."+w.site)
	require.Equal(t, "Y", late.cmd(event.Maintenance).Data1)
	w.publish(event.Event{Cmd: event.Maintenance, Data1: "N", Ver: 2})
	require.Equal(t, "N", late.cmd(event.Maintenance).Data1)
	require.Equal(t, "N", early.cmd(event.Maintenance).Data1)
}

func TestStaffAndPartnersGetTheirFeeds(t *testing.T) {
	t.Parallel()
	w := newWorld(t, rdstest.URL(t))
	h := w.hub(t, nil)
	staff := w.login(rdstest.ID(), token.Admin)
	top, low := w.login(rdstest.ID(), token.Partner), w.login(rdstest.ID(), token.Partner)
	s, a, b := staff.connect(h, "audience:admin"), top.connect(h), low.connect(h)
	s.subscribe("q", "/topic/admin."+w.site)
	s.subscribe("own", "/topic/"+staff.topic)
	a.subscribe("p", "/topic/partner."+top.memID)
	b.subscribe("p", "/topic/partner."+low.memID)
	w.publish(
		event.Event{Topic: "admin." + w.site, Cmd: event.Queue, Data1: "in", Data2: "17"},
		event.Event{Upline: low.memID + "," + top.memID, Member: "kim01", Cmd: event.Login, Data1: "kim01"},
		event.Event{Upline: top.memID, Member: "lee01", Cmd: event.Join, Data1: "lee01"},
		event.Event{Topic: "admin." + w.site, Cmd: event.Queue, Data1: "out", Data2: "18"},
	)
	n := s.message()
	require.Equal(t, note{Cmd: "QUEUE", Data1: "in", Data2: "17", At: n.At, header: n.header}, n)
	require.Equal(t, "18", s.message().Data2)
	require.Equal(t, "LOGIN", b.message().Cmd)
	require.Equal(t, "LOGIN", a.message().Cmd)
	require.Equal(t, "JOIN", a.message().Cmd)
}

func TestResumeRepeatsAFeedOrSaysResync(t *testing.T) {
	t.Parallel()
	w := newWorld(t, rdstest.URL(t))
	h := w.hub(t, nil)
	staff := w.login(rdstest.ID(), token.Admin)
	queue := func(n string) event.Event {
		return event.Event{Topic: "admin." + w.site, Cmd: event.Queue, Data1: "in", Data2: n}
	}
	c := staff.connect(h)
	c.subscribe("q", "/topic/admin."+w.site)
	w.publish(queue("1"), event.Event{Cmd: event.Marquee}, queue("2"))
	first := c.message()
	require.Equal(t, "2", c.message().Data2)
	last, epoch := first.header.Get("message-id"), first.header.Get("epoch")
	require.NotEmpty(t, epoch)

	again := staff.connect(h)
	again.subscribe("q", "/topic/admin."+w.site, "last-id:"+last, "epoch:"+epoch)
	require.Equal(t, "2", again.message().Data2)
	w.publish(queue("3"))
	require.Equal(t, "3", again.message().Data2)

	for name, headers := range map[string][]string{
		"another epoch":    {"last-id:" + last, "epoch:other"},
		"no epoch":         {"last-id:" + last},
		"in the future":    {"last-id:99999999999999-0", "epoch:" + epoch},
		"before all":       {"last-id:1-0", "epoch:" + epoch},
		"not an id":        {"last-id:-7", "epoch:" + epoch},
		"not an id at all": {"last-id:x", "epoch:" + epoch},
	} {
		r := staff.connect(h)
		r.subscribe("q", "/topic/admin."+w.site, headers...)
		require.Equal(t, "RESYNC", r.message().Cmd, name)
		require.NoError(t, r.ws.Close())
		<-r.closed
	}
	require.Equal(t, 6.0, h.metric(t, "hub_resumes_total", "result=resync"))
	require.Equal(t, 1.0, h.metric(t, "hub_resumes_total", "result=replayed"))
}

func TestLogoutEndsOnlyThatSession(t *testing.T) {
	t.Parallel()
	w := newWorld(t, rdstest.URL(t))
	h := w.hub(t, nil)
	p := w.member()
	second := w.login(p.memID, token.Member)
	a, b := p.connect(h), second.connect(h)
	a.personal()
	b.personal()
	w.publish(event.Event{Member: p.memID, SID: p.sid, Cmd: event.Logout, Data1: "U017", Ver: 2})
	require.Equal(t, "U017", a.cmd(event.Logout).Data1)
	require.Equal(t, "U017", a.message().Cmd)
	require.Equal(t, 4401, a.code())
	w.publish(event.Event{Member: p.memID, Cmd: event.Cash, Data1: "5", Ver: 9})
	require.Equal(t, "5", b.message().Data1)

	again := open(t, h)
	again.send("CONNECT", "accept-version:1.2", "token:"+p.token)
	f := again.failed()
	require.Equal(t, "U017", f.Header.Get("code"))
	require.Equal(t, 4401, again.code())
}

// A LOGOUT between CONNECT and SUBSCRIBE finds no subscription. SUBSCRIBE reads the record again, so the end comes before any state and
// not only with the watcher's next look. When the watcher looks in between it ends the session itself: then another one is tried.
func TestASessionThatEndedBeforeItSubscribedIsToldSo(t *testing.T) {
	t.Parallel()
	w := newWorld(t, rdstest.URL(t))
	h := w.hub(t, nil)
	for {
		p := w.member()
		c := p.connect(h)
		w.publish(event.Event{Member: p.memID, SID: p.sid, Cmd: event.Logout, Data1: "U029", Ver: 2})
		c.send("SUBSCRIBE", "id:0", "destination:/topic/"+p.topic, "receipt:r")
		require.Equal(t, 4401, c.code())
		if f := <-c.frames; f.Command != "ERROR" {
			require.Equal(t, "RECEIPT", f.Command)
			n := c.open(<-c.frames)
			require.Equal(t, []string{"LOGOUT", "U029"}, []string{n.Cmd, n.Data1})
			require.Empty(t, c.frames)
			return
		}
	}
}

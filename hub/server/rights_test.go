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

package server

import (
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"hubstake/internal/access/token"
	"hubstake/internal/testkit"
	"hubstake/internal/testkit/rdstest"
)

// crowd is members with a follower each and staff that follows the queue of the site.
func (w *world) crowd(tb testing.TB, members, staff int, url func(int) string) (who []*person, fs []*follower) {
	tb.Helper()
	for range members {
		p := w.member()
		who, fs = append(who, p), append(fs, p.follow(tb, url))
	}
	for range staff {
		fs = append(fs, w.login(rdstest.ID(), token.Admin).follow(tb, url, "/topic/admin."+w.site))
	}
	for _, f := range fs {
		f.joins(tb)
	}
	return who, fs
}

// joins waits until everything is subscribed for the first time.
func (f *follower) joins(tb testing.TB) {
	tb.Helper()
	testkit.Eventually(tb, func() bool { joined, _, _, _ := f.report(); return joined > len(f.feeds) }, "%v", f)
}

// fleetCrowd is the crowd of the tests of a fleet: four members and a member of staff, or twelve and three.
func (w *world) fleetCrowd(tb testing.TB, url func(int) string) ([]*person, []*follower) {
	tb.Helper()
	return w.crowd(tb, testkit.Size(4, 12), testkit.Size(1, 3), url)
}

// Three nodes are replaced one after the other under load (faults.md row 6): all clients move, none misses a state, and no feed has a
// gap without RESYNC.
func TestRollingRestartOfThreeNodesLosesNothing(t *testing.T) {
	t.Parallel()
	w := newWorld(t, rdstest.URL(t))
	w.workers()
	nodes := w.fleet(t, 3)
	who, all := w.fleetCrowd(t, nodes.url)
	l := w.bus().load(10*time.Millisecond, who, "admin."+w.site)
	l.goesOn(t, 5)
	for i := range 3 {
		nodes.term(t, i)
		nodes.start(t, i)
		keepUp(t, l, all)
	}
	l.goesOn(t, 5)
	l.end(t)
	converge(t, l, all)
	moved, resyncs := 0, 0
	for _, f := range all {
		_, r, codes, _ := f.report()
		resyncs += r
		for _, c := range codes {
			require.Equal(t, 1012, c, "told to move, and by nothing else")
			moved++
		}
	}
	require.GreaterOrEqual(t, moved, len(all), "everybody had to move at least once")
	require.Zero(t, resyncs, "a feed that was followed from its last entry needs no RESYNC")
}

// kill -9 of nodes under load (row 4): clients go elsewhere and take up where they were.
func TestKilledNodesAreLeftWithoutAGap(t *testing.T) {
	t.Parallel()
	w := newWorld(t, rdstest.URL(t))
	w.workers()
	nodes := w.fleet(t, 3)
	who, all := w.fleetCrowd(t, nodes.url)
	l := w.bus().load(10*time.Millisecond, who, "admin."+w.site)
	l.goesOn(t, 5)
	nodes.kill(0)
	keepUp(t, l, all)
	nodes.kill(1)
	nodes.start(t, 0)
	keepUp(t, l, all)
	l.end(t)
	converge(t, l, all)
	for _, f := range all {
		_, resyncs, codes, _ := f.report()
		require.Empty(t, codes, "who is killed says nothing")
		require.Zero(t, resyncs)
	}
}

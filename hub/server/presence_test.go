package server

import (
	"testing"
	"time"

	"github.com/redis/go-redis/v9"
	"github.com/stretchr/testify/require"

	"hubstake/internal/access/token"
	"hubstake/internal/live"
	"hubstake/internal/testkit"
	"hubstake/internal/testkit/rdstest"
)

// Presence is a heartbeat for its listeners and no more: after a node dies it ends by expiring.
func TestPresenceFollowsHeartbeats(t *testing.T) {
	t.Parallel()
	w := newWorld(t, rdstest.URL(t))
	w.workers()
	nodes := w.fleet(t, 1)
	member, staff := w.member(), w.login(rdstest.ID(), token.Admin)
	m, s := member.follow(t, nodes.url), staff.follow(t, nodes.url, "/topic/admin."+w.site)
	m.joins(t)
	s.joins(t)
	score := func() float64 {
		z, err := w.rdb.ZScore(t.Context(), live.OnlineKey(w.site), member.memID).Result()
		if err != redis.Nil { //nolint:errorlint // go-redis answers the sentinel itself
			require.NoError(t, err)
		}
		return z
	}
	testkit.Eventually(t, func() bool { return score() > 0 })
	first := score()
	require.InDelta(t, float64(time.Now().UnixMilli()), first, float64(testkit.Patience.Milliseconds()))
	testkit.Eventually(t, func() bool { return score() > first }, "no second heart-beat")
	all, err := w.rdb.ZRange(t.Context(), live.OnlineKey(w.site), 0, -1).Result()
	require.NoError(t, err)
	require.Equal(t, []string{member.memID}, all, "staff is not among the members")

	nodes.kill(0)
	last := time.UnixMilli(int64(score()))
	require.EqualValues(t, 1, live.CountOnline(t.Context(), w.rdb, w.site, last))
	require.Zero(t, live.CountOnline(t.Context(), w.rdb, w.site, last.Add(31*time.Second)))
}

package live_test

import (
	"context"
	"testing"
	"time"

	"github.com/redis/go-redis/v9"
	"github.com/rs/zerolog"
	"github.com/stretchr/testify/require"
	"go.uber.org/goleak"

	"hubstake/internal/core/clock"
	"hubstake/internal/core/id"
	"hubstake/internal/live"
	"hubstake/internal/platform/redisx"
	"hubstake/internal/testkit/rdstest"
)

func TestMain(m *testing.M) { goleak.VerifyTestMain(m) }

type answer[T any] struct {
	v   T
	err error
}

func start(t *testing.T, rdb redis.UniversalClient) *live.Reader {
	t.Helper()
	r := live.NewReader(rdb, nil, clock.System{}, zerolog.Nop())
	ctx, cancel := context.WithCancel(context.Background())
	done := make(chan struct{})
	go func() {
		_ = r.Run(ctx)
		close(done)
	}()
	t.Cleanup(func() {
		cancel()
		<-done
	})
	return r
}

func session(t *testing.T, r *live.Reader, mem, sid string, wait time.Duration) <-chan answer[live.Session] {
	t.Helper()
	c := make(chan answer[live.Session], 1)
	require.NoError(t, r.Session(mem, sid, wait, func(s live.Session, err error) { c <- answer[live.Session]{s, err} }))
	return c
}

func TestReadsWhatIsThere(t *testing.T) {
	t.Parallel()
	rdb := rdstest.Client(t)
	r := start(t, rdb)
	mem, sid, site := rdstest.ID(), id.New(), rdstest.ID()
	want := live.Session{
		Member: mem, Site: site, Audience: "member", Topic: "t", Key: "k", State: live.SessionLive, Gen: 3, Game: 5, Version: 4,
		Expires: time.Now().Add(time.Hour).UTC().Truncate(time.Millisecond),
	}
	require.NoError(t, live.PutSession(t.Context(), rdb, nil, sid, want))
	got := <-session(t, r, mem, sid, 0)
	require.NoError(t, got.err)
	require.Equal(t, live.Session{Member: mem, Site: site, Audience: "member", Topic: "t", Key: "k", State: live.SessionLive, Gen: 3}, got.v)
	status := make(chan live.Session, 1)
	require.NoError(t, r.Status(mem, sid, false, 0, func(s live.Session, err error) { status <- s }))
	require.Equal(t, live.Session{State: live.SessionLive, Game: 5, Expires: want.Expires, Version: 4}, <-status)

	require.NoError(t, live.PutSite(t.Context(), rdb, nil, site, true, 7))
	c := make(chan live.SiteState, 1)
	require.NoError(t, r.Site(site, 0, func(s live.SiteState, err error) { c <- s }))
	require.Equal(t, live.SiteState{Maintenance: "Y", Version: 7}, <-c)
}

func TestMissingIsAskedForOnceAndWaitedFor(t *testing.T) {
	t.Parallel()
	srv := rdstest.Server(t)
	rdb, err := redisx.Open(srv.Patient())
	require.NoError(t, err)
	t.Cleanup(func() { _ = rdb.Close() })
	r := start(t, rdb)
	var waiting []<-chan answer[live.Session]
	for range 20 {
		waiting = append(waiting, session(t, r, "kim01", "s1", 5*time.Second))
	}
	short := session(t, r, "kim01", "s1", 100*time.Millisecond)
	require.ErrorIs(t, (<-short).err, live.ErrMissing)
	asked, err := rdb.XRange(t.Context(), live.RefreshKey, "-", "+").Result()
	require.NoError(t, err)
	require.Len(t, asked, 1)
	require.Equal(t, map[string]any{"kind": "session", "id": "s1", "member": "kim01"}, asked[0].Values)
	require.NoError(t, live.PutSession(t.Context(), rdb, nil, "s1", live.Session{Member: "kim01", State: live.SessionLive, Expires: time.Now().Add(time.Hour)}))
	for _, c := range waiting {
		got := <-c
		require.NoError(t, got.err)
		require.Equal(t, "kim01", got.v.Member)
	}
}

func TestStatesComeGroupByGroup(t *testing.T) {
	t.Parallel()
	rdb := rdstest.Client(t)
	r := start(t, rdb)
	mem := rdstest.ID()
	require.NoError(t, rdb.HSet(t.Context(), live.BalanceKey(mem), "cash", "5", "points", "1", "ver", "9").Err())
	c := make(chan live.States, 10)
	require.NoError(t, r.States(mem, 5*time.Second, func(s live.States, err error) { c <- s }))
	first := <-c
	require.True(t, first.HasWallet)
	require.False(t, first.Complete())
	require.Equal(t, "5", first.Cash)
	require.NoError(t, live.PutBalance(t.Context(), rdb, nil, mem, live.Balance{Cash: "6", Points: "1", Version: 10, Unread: "2", MsgVersion: 1, Locked: "N", Permitted: "Y", LockVersion: 1}))
	for s := range c {
		if s.Complete() {
			require.Equal(t, "6", s.Cash)
			return
		}
	}
}

func TestRedisAwayIsWaitedOutThenTold(t *testing.T) {
	t.Parallel()
	srv := rdstest.Server(t)
	rdb, err := redisx.Open(srv.Patient())
	require.NoError(t, err)
	t.Cleanup(func() { _ = rdb.Close() })
	r := start(t, rdb)
	srv.Kill()
	require.Error(t, (<-session(t, r, "a", "s", 0)).err)
	c := session(t, r, "a", "s", 9*time.Second)
	srv.Restart(t)
	require.NoError(t, live.PutSession(t.Context(), rdb, nil, "s", live.Session{Member: "a", State: live.SessionLive, Expires: time.Now().Add(time.Hour)}))
	require.NoError(t, (<-c).err)
}

func TestEndFailsWhoWaits(t *testing.T) {
	t.Parallel()
	r := live.NewReader(rdstest.Client(t), nil, clock.System{}, zerolog.Nop())
	ctx, cancel := context.WithCancel(context.Background())
	c := session(t, r, rdstest.ID(), "s", time.Hour)
	done := make(chan struct{})
	go func() {
		_ = r.Run(ctx)
		close(done)
	}()
	cancel()
	<-done
	require.Error(t, (<-c).err)
}

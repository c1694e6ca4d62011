package site_test

import (
	"sync"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"hubstake/internal/core/clock"
	"hubstake/internal/operator/audit"
	"hubstake/internal/operator/site"
	"hubstake/internal/testkit/pgtest"
)

func TestASiteGetsAndLosesHosts(t *testing.T) {
	t.Parallel()
	db, clk := pgtest.DB(t), clock.NewManual(time.Unix(0, 0))
	s := site.New(db, clk)
	ctx, by := t.Context(), audit.Actor{ID: "shell:root"}
	for _, id := range []string{"first", "second"} {
		require.NoError(t, s.Add(ctx, by, site.NewSite{ID: id, Name: id, Hosts: []string{id + ".test"}, Options: []byte("{}")}))
	}
	require.NoError(t, s.AddHost(ctx, by, "first", " Admin.First.Test "))
	clk.Advance(2 * time.Second)
	of, err := s.ByHost(ctx, "admin.first.test")
	require.NoError(t, err)
	require.Equal(t, "first", of)

	require.ErrorIs(t, s.AddHost(ctx, by, "first", "first.test"), site.ErrHostExists)
	require.ErrorIs(t, s.AddHost(ctx, by, "third", "third.test"), site.ErrUnknown)
	require.ErrorContains(t, s.AddHost(ctx, by, "first", "second.test"), "is a host of the site second")
	require.ErrorContains(t, s.AddHost(ctx, by, "first", "https://first.test"), "is no host name")
	require.ErrorIs(t, s.RemoveHost(ctx, by, "first", "second.test"), site.ErrNoHost)
	require.ErrorIs(t, s.RemoveHost(ctx, by, "third", "third.test"), site.ErrUnknown)
	require.ErrorIs(t, s.RemoveHost(ctx, by, "second", "second.test"), site.ErrLastHost)

	require.NoError(t, s.RemoveHost(ctx, by, "first", "FIRST.test"))
	clk.Advance(5 * time.Second)
	_, err = s.ByHost(ctx, "first.test")
	require.ErrorIs(t, err, site.ErrUnknown)
	require.Equal(t, []string{"first {admin.first.test}", "second {second.test}"}, pgtest.Column(t, db, "SELECT concat_ws(' ', site_id, hosts) FROM site_site ORDER BY 1"))
	require.Equal(t, []string{"site.host.add admin.first.test", "site.host.remove first.test"},
		pgtest.Column(t, db, "SELECT concat_ws(' ', action, target) FROM audit_entry WHERE action LIKE 'site.host.%' ORDER BY seq"))
}

// Of two sites that want a host at the same moment one gets it, and two that remove the last two hosts leave one.
func TestHostsAreChangedOneAfterTheOther(t *testing.T) {
	t.Parallel()
	db := pgtest.DB(t)
	s := site.New(db, clock.System{})
	ctx, by := t.Context(), audit.Actor{ID: "shell:root"}
	for _, id := range []string{"first", "second"} {
		require.NoError(t, s.Add(ctx, by, site.NewSite{ID: id, Name: id, Hosts: []string{id + ".test"}, Options: []byte("{}")}))
	}
	both := func(one, other func() error) int {
		var errs [2]error
		var pair sync.WaitGroup
		pair.Go(func() { errs[0] = one() })
		pair.Go(func() { errs[1] = other() })
		pair.Wait()
		done := 0
		for _, err := range errs {
			if err == nil {
				done++
			}
		}
		return done
	}
	require.Equal(t, 1, both(
		func() error { return s.AddHost(ctx, by, "first", "new.test") }, func() error { return s.AddHost(ctx, by, "second", "new.test") },
	))
	owner, err := s.ByHost(ctx, "new.test")
	require.NoError(t, err)
	require.Equal(t, 1, both(
		func() error { return s.RemoveHost(ctx, by, owner, "new.test") }, func() error { return s.RemoveHost(ctx, by, owner, owner+".test") },
	))
}

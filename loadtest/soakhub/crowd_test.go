package main

import (
	"context"
	"testing"
	"time"

	"github.com/stretchr/testify/require"
	"golang.org/x/sync/errgroup"

	"hubstake/loadtest/hubrig"
)

// The report of a crowd is what fails a soak, so a crowd must see traffic, come back after a cut and know the newest state.
func TestACrowdComesBackAndKnowsTheNewest(t *testing.T) {
	t.Parallel()
	set := settings{sessions: 30, slow: 2, rate: 300, churn: 20}
	s, err := hubrig.Start(t.Context(), hubrig.Options{Dir: t.TempDir(), Members: set.sessions, HubCPU: -1, LoadCPU: -1})
	require.NoError(t, err)
	defer s.Close()
	c, p := newCrowd(s, set.slow), newPublisher(s, set)
	living, leave := context.WithCancel(t.Context())
	var members, traffic errgroup.Group
	for i := range s.Members {
		members.Go(func() error {
			c.member(living, i)
			return nil
		})
	}
	defer func() {
		leave()
		require.NoError(t, members.Wait())
	}()
	require.NoError(t, until(t.Context(), 10*time.Second, func() bool { return c.counts().connected == set.sessions }))

	busy, calm := context.WithCancel(t.Context())
	traffic.Go(func() error { return p.run(busy) })
	traffic.Go(func() error {
		c.churn(busy, set.churn)
		return nil
	})
	require.NoError(t, until(t.Context(), 20*time.Second, func() bool {
		n := c.counts()
		return n.reconnects > 10 && n.received > 300
	}))
	x, err := take(t.Context(), s, time.Second)
	require.NoError(t, err)
	require.Positive(t, x.rss)
	require.Positive(t, x.heap)
	require.Positive(t, x.connections)
	calm()
	require.NoError(t, traffic.Wait())
	c.hurry.Store(true)
	require.NoError(t, until(t.Context(), 20*time.Second, func() bool { return c.behind(p.last) == 0 }))
	require.Empty(t, c.counts().wrong, c.counts().examples)
	require.Positive(t, c.lag(0.999), "what the members waited is known")

	require.Equal(t, 1, c.behind(func(i int) int64 {
		if i == 7 {
			return p.last(i) + 1
		}
		return p.last(i)
	}), "somebody who does not know the newest is seen")
}

func TestLagIsTheLongestOfItsShare(t *testing.T) {
	t.Parallel()
	c := newCrowd(&hubrig.Stand{}, 0)
	for ms := range int64(100) {
		c.lagged(ms + 1)
	}
	c.lagged(1 << 40)
	c.lagged(-5) // clocks that step back
	require.Equal(t, 50, c.lag(0.5))
	require.Equal(t, 100, c.lag(0.99))
	require.Equal(t, longest, c.lag(1))
}

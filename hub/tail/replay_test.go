package tail_test

import (
	"strconv"
	"testing"

	"github.com/redis/go-redis/v9"
	"github.com/stretchr/testify/require"

	"hubstake/hub/tail"
	"hubstake/internal/live"
	"hubstake/internal/testkit/rdstest"
)

// repeats is the answer to one Replay.
type repeats struct {
	who  int
	data []string
	ok   bool
}

// After the end of a node many clients come back at once: each gets the messages that it missed, or RESYNC if it missed too many.
func TestManyComeBackAtOnce(t *testing.T) {
	t.Parallel()
	rdb := rdstest.Client(t)
	s := start(t, rdb)
	site := rdstest.ID()
	stream := live.SiteStreamKey(site)
	const entries = 1500
	var ids []string
	require.NoError(t, rdb.Set(t.Context(), live.EpochKey(stream), "e1", 0).Err())
	cmds, err := rdb.Pipelined(t.Context(), func(p redis.Pipeliner) error {
		for i := range entries {
			p.XAdd(t.Context(), &redis.XAddArgs{Stream: stream, Values: []any{"cmd", "ODDS", "topic", "sports." + strconv.Itoa(i%2), "data1", i}})
		}
		return nil
	})
	require.NoError(t, err)
	for _, c := range cmds {
		ids = append(ids, c.(*redis.StringCmd).Val())
	}
	require.NoError(t, rdb.XDel(t.Context(), stream, ids[1400]).Err())
	s.acquire(t, stream, site)

	got := make(chan repeats, 400)
	ask := func(who int, last, epoch string) {
		from, ok := tail.ParseID(last)
		require.True(t, ok)
		s.Replay(stream, site, tail.TopicKey(site, "sports.1"), from, epoch, func(ms []*tail.Message, ok bool) {
			r := repeats{who: who, ok: ok}
			for _, m := range ms {
				r.data = append(r.data, m.Data1)
				require.Equal(t, "e1", m.Epoch)
			}
			got <- r
		})
	}
	saw := func(who int) int { return (who * 37) % entries } // the entry that each saw last
	for who := range 380 {
		ask(who, ids[saw(who)], "e1")
	}
	ask(380, ids[10], "e0")
	ask(381, ids[entries-1], "e0")
	ask(382, "1-1", "e1")                    // trimmed long ago
	ask(383, ids[1400], "e1")                // deleted
	ask(384, "18446744073709551614-1", "e1") // never was
	ask(385, ids[entries-1], "e1")           // saw all
	for range 386 {
		r := <-got
		if r.who >= 380 {
			require.Equal(t, r.who == 385, r.ok, "%d", r.who)
			require.Empty(t, r.data)
			continue
		}
		n := saw(r.who)
		left := entries - 1 - n
		if n < 1400 {
			left--
		}
		require.Equal(t, left <= 1000 && n != 1400, r.ok, "who saw %d", n)
		var want []string
		for i := n + 1; r.ok && i < entries; i++ {
			if i%2 == 1 && i != 1400 {
				want = append(want, strconv.Itoa(i))
			}
		}
		require.Equal(t, want, r.data, "who saw %d", n)
	}
}

// A failover of Redis lost the newest entry, which the hub has read. Until the relay publishes it again a client that comes back would miss it.
func TestAClientThatComesBackToAStreamWithoutItsEndReadsTheAPI(t *testing.T) {
	t.Parallel()
	rdb := rdstest.Client(t)
	s := start(t, rdb)
	site := rdstest.ID()
	stream := live.SiteStreamKey(site)
	require.NoError(t, rdb.Set(t.Context(), live.EpochKey(stream), "e1", 0).Err())
	var ids []string
	for i := range 3 {
		at, err := rdb.XAdd(t.Context(), &redis.XAddArgs{Stream: stream, Values: []any{"cmd", "ODDS", "topic", "sports.1", "data1", i}}).Result()
		require.NoError(t, err)
		ids = append(ids, at)
	}
	s.acquire(t, stream, site)
	first, ok := tail.ParseID(ids[0])
	require.True(t, ok)
	repeat := func() (n int, ok bool) {
		got := make(chan repeats, 1)
		s.Replay(stream, site, tail.TopicKey(site, "sports.1"), first, "e1", func(ms []*tail.Message, ok bool) { got <- repeats{who: len(ms), ok: ok} })
		r := <-got
		return r.who, r.ok
	}
	n, ok := repeat()
	require.True(t, ok)
	require.Equal(t, 2, n)
	require.NoError(t, rdb.XDel(t.Context(), stream, ids[2]).Err())
	n, ok = repeat()
	require.False(t, ok, "the entry after the second one is missing")
	require.Zero(t, n)
}

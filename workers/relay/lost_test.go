package relay_test

import (
	"fmt"
	"strconv"
	"testing"

	"github.com/jackc/pgx/v5"
	"github.com/redis/go-redis/v9"
	"github.com/stretchr/testify/require"
	"golang.org/x/sync/errgroup"

	"hubstake/internal/core/event"
	"hubstake/internal/core/id"
	"hubstake/internal/live"
	"hubstake/internal/live/outbox"
	"hubstake/internal/platform/pg"
	"hubstake/internal/testkit"
	"hubstake/internal/testkit/pgtest"
	"hubstake/internal/testkit/rdstest"
)

// lose takes the last n entries from a stream, as a crash of Redis does.
func lose(t *testing.T, rdb redis.UniversalClient, stream string, n int) {
	t.Helper()
	last, err := rdb.XRevRangeN(t.Context(), stream, "+", "-", int64(n)+1).Result()
	require.NoError(t, err)
	require.GreaterOrEqual(t, len(last), n)
	end := "0-1" // a stream of which nothing is left
	if len(last) > n {
		end = last[n].ID
	}
	_, err = rdb.TxPipelined(t.Context(), func(p redis.Pipeliner) error {
		for _, e := range last[:n] {
			p.XDel(t.Context(), stream, e.ID)
		}
		p.Do(t.Context(), "XSETID", stream, end)
		return nil
	})
	require.NoError(t, err)
}

// Redis dies with what it had not written yet, at any byte of its file, again and again; relays are replaced meanwhile. Each member's
// events are there afterwards, each once and in order.
func TestRedisDiesWithWhatItHadNotWritten(t *testing.T) {
	t.Parallel()
	members, rounds, rnd := testkit.Size(4, 8), testkit.Size(4, 16), testkit.Rand(t)
	server := rdstest.Durable(t)
	db, rdb, ctx := pgtest.DB(t), client(t, server), t.Context()
	next := make([]int, members)
	write := func(each int) {
		var writers errgroup.Group
		for m := range members {
			writers.Go(func() error {
				for range each {
					e := event.Event{Site: "demo", Member: fmt.Sprintf("member%d", m), Cmd: event.Cash, Data1: strconv.Itoa(next[m]), Data2: "0", Ver: int64(next[m])}
					if err := pg.InTx(ctx, db, func(tx pgx.Tx) error { return outbox.Write(ctx, tx, e) }); err != nil {
						return err
					}
					next[m]++
				}
				return nil
			})
		}
		require.NoError(t, writers.Wait())
	}
	arrived := func() {
		t.Helper()
		for m := range members {
			name, want, got := fmt.Sprintf("member%d", m), []string{}, []string{}
			for n := range next[m] {
				want = append(want, strconv.Itoa(n))
			}
			testkit.Eventually(t, func() bool {
				entries, err := rdb.XRange(ctx, live.StreamKey(id.Shard(name)), "-", "+").Result()
				got = got[:0]
				for _, e := range entries {
					if e.Values["member"] == name {
						got = append(got, e.Values["data1"].(string))
					}
				}
				return err == nil && len(got) >= len(want)
			}, name)
			require.Equal(t, want, got, name)
		}
	}
	stop := start(t, db, rdb)
	write(1)
	arrived()
	kept := server.Size(t)
	for round := range rounds {
		write(1 + rnd.IntN(4))
		if round%4 == 0 {
			arrived()
		}
		server.Kill()
		server.Lose(t, min(rnd.Int64N(6000), server.Size(t)-kept))
		if rnd.IntN(2) == 0 {
			stop()
			stop = start(t, db, rdb)
		}
		write(rnd.IntN(2))
		server.Restart(t)
	}
	arrived()
	stop()
}

// Entries that came back after a crash may be lost by the next one, even when the first took all that was remembered.
func TestWhatIsLostTwiceComesBackTwice(t *testing.T) {
	t.Parallel()
	const member = "kim01"
	db, rdb := pgtest.DB(t), client(t, rdstest.Server(t))
	stream := live.StreamKey(id.Shard(member))
	defer start(t, db, rdb)()
	for n := range 3 {
		moves(t, db, member, n+1)
	}
	holds(t, rdb, member, 3)
	lose(t, rdb, stream, 3)
	holds(t, rdb, member, 3)
	lose(t, rdb, stream, 2)
	holds(t, rdb, member, 3)
	moves(t, db, member, 4)
	holds(t, rdb, member, 4)
}

// A site's stream has no shard by which a new leader would know it, and perhaps nothing to come.
func TestANewLeaderLooksAtAQuietSite(t *testing.T) {
	t.Parallel()
	db, rdb, ctx := pgtest.DB(t), client(t, rdstest.Server(t)), t.Context()
	stream := live.SiteStreamKey("demo")
	said := func(n int64) func() bool {
		return func() bool { return rdb.XLen(ctx, stream).Val() == n }
	}
	stop := start(t, db, rdb)
	for range 2 {
		require.NoError(t, pg.InTx(ctx, db, func(tx pgx.Tx) error {
			return outbox.Write(ctx, tx, event.Event{Site: "demo", Cmd: event.Maintenance, Data1: "Y"})
		}))
	}
	testkit.Eventually(t, func() bool {
		waiting, err := outbox.Wait(ctx, db, 1)
		return err == nil && len(waiting) == 0 && said(2)()
	})
	stop()
	lose(t, rdb, stream, 1)
	defer start(t, db, rdb)()
	testkit.Eventually(t, said(2))
}

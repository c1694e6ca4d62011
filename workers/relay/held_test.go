package relay_test

import (
	"context"
	"errors"
	"fmt"
	"strings"
	"sync/atomic"
	"testing"

	"github.com/redis/go-redis/v9"
	"github.com/stretchr/testify/require"

	"hubstake/internal/core/event"
	"hubstake/internal/core/id"
	"hubstake/internal/live"
	"hubstake/internal/live/outbox"
	"hubstake/internal/platform/redisx"
	"hubstake/internal/testkit"
	"hubstake/internal/testkit/pgtest"
	"hubstake/internal/testkit/rdstest"
)

// refusing answers commands for the keys of some streams as a master does that has too few replicas, while on.
type refusing struct {
	on   atomic.Bool
	tags []string // of hash slots
}

var errNoReplicas = errors.New("NOREPLICAS Not enough good replicas to write.")

func (r *refusing) refuses(cmd redis.Cmder) bool {
	if !r.on.Load() || !strings.HasPrefix(cmd.Name(), "evalsha") {
		return false
	}
	for _, arg := range cmd.Args() {
		for _, tag := range r.tags {
			if key, ok := arg.(string); ok && key == tag {
				return true
			}
		}
	}
	return false
}

func (r *refusing) DialHook(next redis.DialHook) redis.DialHook { return next }

func (r *refusing) ProcessHook(next redis.ProcessHook) redis.ProcessHook {
	return func(ctx context.Context, cmd redis.Cmder) error {
		if r.refuses(cmd) {
			cmd.SetErr(errNoReplicas)
			return errNoReplicas
		}
		return next(ctx, cmd)
	}
}

func (r *refusing) ProcessPipelineHook(next redis.ProcessPipelineHook) redis.ProcessPipelineHook {
	return func(ctx context.Context, cmds []redis.Cmder) error {
		var rest []redis.Cmder
		var refused error
		for _, cmd := range cmds {
			if r.refuses(cmd) {
				cmd.SetErr(errNoReplicas)
				refused = errNoReplicas
				continue
			}
			rest = append(rest, cmd)
		}
		if len(rest) == 0 {
			return refused
		}
		return errors.Join(next(ctx, rest), refused)
	}
}

// A part of Redis refuses writes. The streams of the other parts go on, through a change of the leader too; the gauges name what waits and nothing
// else; and when the part is back, everything arrives there, once and in order.
func TestStreamsGoOnWithoutThoseThatCannotBeWritten(t *testing.T) {
	t.Parallel()
	db, ctx := pgtest.DB(t), t.Context()
	server := rdstest.Server(t)
	rdb, sees := client(t, server), client(t, server)
	member := func(not string) string {
		for n := 0; ; n++ {
			if m := fmt.Sprintf("member%d", n); id.Shard(m) != id.Shard(not) {
				return m
			}
		}
	}
	away := "kim01"
	well := member(away)
	fault := &refusing{tags: []string{live.StreamKey(id.Shard(away)), live.SiteStreamKey("demo")}}
	rdb.AddHook(fault)
	awaits := func() map[string]int64 {
		waiting, err := outbox.Wait(ctx, db, 10_000)
		require.NoError(t, err)
		rows := map[string]int64{}
		for shard, w := range waiting {
			rows[shard] = w.Rows
		}
		return rows
	}
	queue := func(n int) {
		write(ctx, t, db, event.Event{Topic: "admin.demo", Cmd: event.Queue, Data1: "in", Data2: fmt.Sprint(n)})
	}
	stop := start(t, db, rdb)
	moves(t, db, away, 1)
	moves(t, db, well, 1)
	holds(t, sees, away, 1)
	holds(t, sees, well, 1)

	fault.on.Store(true)
	for n := 2; n <= 700; n++ { // more than a batch
		moves(t, db, away, n)
		if n%100 == 0 {
			queue(n)
		}
	}
	for n := 2; n <= 20; n++ {
		moves(t, db, well, n)
	}
	write(ctx, t, db, bet(well, "boss1", 21))
	testkit.Eventually(t, func() bool { return sees.HGet(ctx, live.BalanceKey(well), "ver").Val() == "21" })
	want := map[string]int64{id.Shard(away): 699, "site": 7}
	testkit.Eventually(t, func() bool { return fmt.Sprint(awaits()) == fmt.Sprint(want) }, "what waits, and nothing else")
	stop()
	stop = start(t, db, rdb) // the next leader finds the part away
	write(ctx, t, db, bet(well, "boss1", 22))
	testkit.Eventually(t, func() bool { return sees.HGet(ctx, live.BalanceKey(well), "ver").Val() == "22" })
	require.Equal(t, want[id.Shard(away)], awaits()[id.Shard(away)])
	require.EqualValues(t, 1, sees.XLen(ctx, live.StreamKey(id.Shard(away))).Val())

	fault.on.Store(false)
	moves(t, db, away, 701)
	holds(t, sees, away, 701)
	allPublished(t, db)
	var said []string
	entries, err := sees.XRange(ctx, live.SiteStreamKey("demo"), "-", "+").Result()
	require.NoError(t, err)
	for _, e := range entries {
		if e.Values["cmd"] == string(event.Queue) {
			said = append(said, e.Values["data2"].(string))
		}
	}
	require.Equal(t, []string{"100", "200", "300", "400", "500", "600", "700"}, said)
	testkit.Eventually(t, func() bool { return len(told(t, sees)) > 0 }, "the partner hears that its downline bets")
	differ, err := outbox.Compare(ctx, db, sees)
	require.NoError(t, err)
	require.Empty(t, differ)
	require.Empty(t, pgtest.Column(t, db, "SELECT stream FROM outbox_held"))
	stop()
}

// A node of a cluster is dead, and no replica takes its place. The streams of the others go on, and those of the dead node have lost nothing when
// it is back. In make test TestStreamsGoOnWithoutThoseThatCannotBeWritten proves it with one server.
func TestStreamsOfOtherNodesGoOnWhenANodeIsDead(t *testing.T) {
	t.Parallel()
	testkit.DeepOnly(t)
	c := rdstest.Cluster(t)
	rdb, err := redisx.Open(c.URL)
	require.NoError(t, err)
	t.Cleanup(func() { _ = rdb.Close() })
	db := pgtest.DB(t)
	defer start(t, db, rdb)()
	away, well := "kim01", ""
	for n := 0; well == ""; n++ {
		if m := fmt.Sprintf("member%d", n); c.Master(t, live.StreamKey(id.Shard(m))) != c.Master(t, live.StreamKey(id.Shard(away))) {
			well = m
		}
	}
	moves(t, db, away, 1)
	moves(t, db, well, 1)
	holds(t, rdb, away, 1)
	holds(t, rdb, well, 1)
	master := c.Master(t, live.StreamKey(id.Shard(away)))
	replicas := c.Cut(t, master)
	master.Freeze(t)
	moves(t, db, away, 2)
	moves(t, db, well, 2)
	holds(t, rdb, well, 2)
	for _, r := range replicas {
		r.Thaw(t)
	}
	master.Thaw(t)
	moves(t, db, away, 3)
	holds(t, rdb, away, 3)
}

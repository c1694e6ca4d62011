package relay_test

import (
	"strconv"
	"sync"
	"testing"

	"github.com/jackc/pgx/v5/pgxpool"
	"github.com/stretchr/testify/require"

	"hubstake/internal/account/member"
	"hubstake/internal/core/event"
	"hubstake/internal/core/id"
	"hubstake/internal/live"
	"hubstake/internal/live/outbox"
	"hubstake/internal/platform/pg"
	"hubstake/internal/testkit"
	"hubstake/internal/testkit/pgtest"
	"hubstake/internal/testkit/rdstest"
	"hubstake/workers/relay"
)

// sessionStates are the states of the sessions of a past.
func (p *past) sessionStates(db *pgxpool.Pool) map[string]string {
	p.t.Helper()
	p.db = db
	states := map[string]string{}
	for _, sid := range []string{p.left, p.stays, p.own} {
		s, ok, err := p.service().Session(p.t.Context(), sid)
		require.NoError(p.t, err)
		require.True(p.t, ok)
		states[sid] = s.State
	}
	return states
}

// A planned switchover loses nothing: the standby has every row, on another timeline. All sessions stay, no stream begins again, no id is
// passed over, and a relay of the server before can publish nothing more.
func TestASwitchoverThatLostNothingChangesNothing(t *testing.T) {
	t.Parallel()
	server, rdb, ctx := pgtest.Own(t), client(t, rdstest.Server(t)), t.Context()
	db, r := relays(t, server.Migrated(t), rdb)
	defer func() { r.stop() }()
	p := before(t, db)
	stream := live.StreamKey(id.Shard("kim01"))
	epoch, lastID := rdb.Get(ctx, live.EpochKey(stream)).Val(), p.next()
	history := tiedNow(t, rdb)[stream]
	allPublished(t, db)
	promotion(t, server)()

	testkit.Eventually(t, func() bool { return tiedNow(t, rdb)[stream] != history }, "the relay goes on with the new primary")
	moves(t, db, "kim01", 2)
	allPublished(t, db)
	holds(t, rdb, "kim01", 2)
	require.Zero(t, r.changes(t))
	require.Equal(t, epoch, rdb.Get(ctx, live.EpochKey(stream)).Val(), "no hub reads anything again")
	require.Equal(t, map[string]string{p.left: member.Live, p.stays: member.Live, p.own: member.Live}, p.sessionStates(db))
	require.Less(t, p.next(), lastID+1000, "identities go on where they were, but for those that a crash passes over")
	_, err := live.Batch{Stream: stream, Epoch: live.NewEpoch(history), History: history, Entries: []live.Entry{
		{ID: "18446744073709551615-1", Event: event.Event{Site: "demo", Member: "kim01", Cmd: event.Cash, Data1: "late", Ver: 99}},
	}}.Publish(ctx, rdb)
	var other *live.OtherHistory
	require.ErrorAs(t, err, &other, "a relay that still follows the server before")
}

// spend has a server give out transaction ids, as years of work do.
func spend(t *testing.T, db *pgxpool.Pool, ids int) {
	t.Helper()
	_, err := db.Exec(t.Context(), `DO $$ BEGIN FOR i IN 1..`+strconv.Itoa(ids)+` LOOP PERFORM pg_current_xact_id(); COMMIT; END LOOP; END $$`)
	require.NoError(t, err)
}

// A database is moved by pg_dump, and the ids of the new server's transactions begin far below those that are stored. Rows that were not published yet
// arrive, and those that are written from now on, each once; nothing that was published comes again, and nothing is lost, so all sessions stay.
func TestADatabaseThatWasMovedIsHeard(t *testing.T) {
	t.Parallel()
	from, to, rdb, ctx := pgtest.Own(t), pgtest.Own(t), client(t, rdstest.Server(t)), t.Context()
	var mu sync.Mutex
	var told []int64 // what the business figures are told of kim01
	watched := func(db *pgxpool.Pool) (stop func()) {
		return start(t, db, rdb, func(r *relay.Relay) {
			r.Watch(func(rows []outbox.Row) {
				mu.Lock()
				defer mu.Unlock()
				for _, row := range rows {
					if row.Member == "kim01" {
						told = append(told, row.Ver)
					}
				}
			})
		})
	}
	db, err := pg.Open(ctx, from.Migrated(t), pg.Options{})
	require.NoError(t, err)
	spend(t, db, 20_000)
	stop := watched(db)
	p := before(t, db)
	for n := 2; n <= 4; n++ {
		moves(t, db, "kim01", n)
	}
	allPublished(t, db)
	testkit.Eventually(t, func() bool { mu.Lock(); defer mu.Unlock(); return len(told) == 4 })
	stop()
	for n := 5; n <= 7; n++ {
		moves(t, db, "kim01", n)
	}
	stream := live.StreamKey(id.Shard("kim01"))
	epoch := rdb.Get(ctx, live.EpochKey(stream)).Val()
	lastID := p.next()
	url := to.Take(t, from)
	db.Close()
	from.Stop()

	db, err = pg.Open(ctx, url, pg.Options{})
	require.NoError(t, err)
	defer db.Close()
	for n := 8; n <= 9; n++ { // the api runs before the workers
		moves(t, db, "kim01", n)
	}
	waiting, err := outbox.Wait(ctx, db, 1000)
	require.NoError(t, err)
	require.Positive(t, waiting[id.Shard("kim01")].Rows, "the gauge says that nothing is published")
	stop = watched(db)
	moves(t, db, "kim01", 10)
	allPublished(t, db)
	testkit.Eventually(t, func() bool { mu.Lock(); defer mu.Unlock(); return len(told) >= 10 })
	stop()
	require.Equal(t, []int64{1, 2, 3, 4, 5, 6, 7, 8, 9, 10}, told, "each once, in order")
	var got []string
	entries, err := rdb.XRange(ctx, stream, "-", "+").Result()
	require.NoError(t, err)
	for _, e := range entries {
		if e.Values["member"] == "kim01" {
			got = append(got, e.Values["data1"].(string))
		}
	}
	require.Equal(t, []string{"5", "6", "7", "8", "9", "10"}, got)
	require.Equal(t, "10", rdb.HGet(ctx, live.BalanceKey("kim01"), "cash").Val())
	require.NotEqual(t, live.EpochHistory(epoch), live.EpochHistory(rdb.Get(ctx, live.EpochKey(stream)).Val()), "hubs begin the stream again")
	require.Equal(t, map[string]string{p.left: member.Live, p.stays: member.Live, p.own: member.Live}, p.sessionStates(db))
	require.Less(t, p.next(), lastID+1000)
	differ, err := outbox.Compare(ctx, db, rdb)
	require.NoError(t, err)
	require.Empty(t, differ)

	r := launch(t, db, rdb)
	defer r.stop()
	moves(t, db, "kim01", 11)
	allPublished(t, db)
	require.Zero(t, r.changes(t), "the next leader finds the history")
}

// A dump that is older than what was published has lost the rest: then it counts as a restore.
func TestAMoveThatLostSomethingIsARestore(t *testing.T) {
	t.Parallel()
	from, to, rdb := pgtest.Own(t), pgtest.Own(t), client(t, rdstest.Server(t))
	db, r := relays(t, from.Migrated(t), rdb)
	spend(t, db, 20_000)
	p := before(t, db)
	testkit.Eventually(t, func() bool { // the cursor of the dump is of the server before
		stored, err := outbox.Load(t.Context(), db)
		return err == nil && stored.Published.XID > 20_000
	})
	url := to.Take(t, from)
	p.lose(db)
	r.stop()
	from.Stop()

	db, r = relays(t, url, rdb)
	defer func() { r.stop() }()
	testkit.Eventually(t, func() bool { return r.changes(t) == 1 })
	p.after(db, member.Ended)
}

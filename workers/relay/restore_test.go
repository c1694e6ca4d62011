package relay_test

import (
	"fmt"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"hubstake/internal/account/credential"
	"hubstake/internal/account/member"
	"hubstake/internal/core/clock"
	"hubstake/internal/core/event"
	"hubstake/internal/core/id"
	"hubstake/internal/live"
	"hubstake/internal/operator/site"
	"hubstake/internal/testkit/factory"
	"hubstake/internal/testkit/pgtest"
	"hubstake/internal/testkit/rdstest"
)

// Redis is started from an older file, and lost more of a stream than the relay remembers. Projections that are there and old would be
// believed: a session that was ended would be live, and a balance that of long ago.
func TestARedisThatWentBackFurtherThanIsRememberedIsNotBelieved(t *testing.T) {
	t.Parallel()
	server := rdstest.Durable(t)
	db, rdb, ctx := pgtest.DB(t), client(t, server), t.Context()
	r := launch(t, db, rdb)
	defer r.stop()
	const busy = "kim01"
	quiet := ""
	for n := 0; quiet == ""; n++ { // another member of the same shard
		if m := fmt.Sprintf("quiet%d", n); id.Shard(m) == id.Shard(busy) {
			quiet = m
		}
	}
	require.NoError(t, live.PutSession(ctx, rdb, tiedNow(t, rdb), "sid", live.Session{Member: busy, Site: "demo", State: live.SessionLive, Version: 1, Expires: time.Now().Add(time.Hour)}))
	moves(t, db, quiet, 1)
	allPublished(t, db)
	size := server.Size(t)
	write(ctx, t, db, event.Event{Site: "demo", Member: busy, SID: "sid", Cmd: event.Logout, Data1: "PASSWORD", Ver: 2})
	moves(t, db, quiet, 2)
	_, err := db.Exec(ctx, `INSERT INTO outbox_event (site, member, cmd, data1, data2, ver) SELECT 'demo', $1, 'CASH', n::text, '0', n FROM generate_series(1, 6000) AS n`, busy)
	require.NoError(t, err)
	allPublished(t, db)
	state := func() string { return rdb.HGet(ctx, live.SessionKey(busy, "sid"), "state").Val() }
	require.Equal(t, live.SessionEnded, state())
	stream := live.StreamKey(id.Shard(busy))
	epoch := rdb.Get(ctx, live.EpochKey(stream)).Val()

	server.Kill()
	server.Lose(t, server.Size(t)-size)
	server.Restart(t)
	require.Eventually(t, func() bool {
		now := rdb.Get(ctx, live.EpochKey(stream)).Val()
		return now != "" && now != epoch
	}, forever, 10*time.Millisecond, "the hubs are told to look at all sessions")
	require.NotEqual(t, live.SessionLive, state(), "the session that was ended")
	require.NotEqual(t, "1", rdb.HGet(ctx, live.BalanceKey(quiet), "cash").Val(), "a balance that nothing will correct")
	moves(t, db, busy, 7000)
	require.Eventually(t, func() bool { return rdb.HGet(ctx, live.BalanceKey(busy), "cash").Val() == "7000" }, forever, 10*time.Millisecond)
}

// A backup knows neither who logged out after it was made nor which identities were given out.
func TestARestoreRevivesNoSessionAndRepeatsNoIdentity(t *testing.T) {
	t.Parallel()
	for name, back := range map[string]func(*testing.T, *pgtest.Server) func() *pgtest.Server{
		"a cold copy is put back": coldCopy, "a standby that lagged is promoted": promotion,
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			server, rdb, ctx, clk := pgtest.Own(t), client(t, rdstest.Server(t)), t.Context(), clock.System{}
			url := server.Migrated(t)
			db, r := relays(t, url, rdb)
			keys, _ := factory.Keys(t, clk)
			service := func() *member.Service { return member.New(db, clk, site.New(db, clk), keys) }
			left, stays, clerk := factory.Member(t, db), factory.Member(t, db), factory.Staff(t, db)
			begin := func(memID string) string {
				g, err := service().Login(ctx, credential.Credentials{Site: "demo", MemID: memID, Password: factory.Password})
				require.NoError(t, err)
				return g.SID
			}
			gone, live := begin(left.MemID), begin(stays.MemID)
			_, err := db.Exec(ctx, `INSERT INTO member_session (session_id, site_id, member_id, audience, topic, hub_key, expires_at)
				VALUES ('desk', 'demo', $1, 'admin', 'desk-topic', '', now() + interval '1 hour')`, clerk.ID)
			require.NoError(t, err)
			next := func() (n int64) {
				require.NoError(t, db.QueryRow(ctx, `INSERT INTO cash_request (site_id, member_id, kind, currency, amount, status, processed_at)
					VALUES ('demo', $1, 'in', 'KRW', 10000, 1, now()) RETURNING id`, stays.MemID).Scan(&n))
				return n
			}
			moves(t, db, "kim01", 1)
			allPublished(t, db)
			r.stop()
			restore := back(t, server)

			db, r = relays(t, url, rdb)
			require.NoError(t, service().Logout(ctx, gone, "")) // a copy of the token may exist
			for n := 2; n < 50; n++ {
				moves(t, db, "kim01", n)
			}
			var lost int64
			for range 5 {
				lost = next()
			}
			allPublished(t, db)
			r.stop()
			restore()

			db, r = relays(t, url, rdb)
			defer func() { r.stop() }()
			require.Eventually(t, func() bool { return r.changes(t) == 1 }, forever, 10*time.Millisecond)
			moves(t, db, "kim01", 1)
			allPublished(t, db)
			states := map[string]string{}
			for _, sid := range []string{gone, live, "desk"} {
				s, ok, err := service().Session(ctx, sid)
				require.NoError(t, err)
				require.True(t, ok)
				states[sid] = s.State
			}
			require.Equal(t, map[string]string{gone: member.Ended, live: member.Live, "desk": member.Ended}, states)
			require.Greater(t, next(), lost, "an id that was given out in the lost time is not given out again")
		})
	}
}

package relay_test

import (
	"strconv"
	"testing"

	"github.com/jackc/pgx/v5"
	"github.com/stretchr/testify/require"

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

// A leader that is frozen, or whose machine is gone, keeps its connection and with it the lock. The server ends the session, and
// another relay takes over. A relay from which the server is gone without a word (faults.md 39: a failover, a network that swallows packets)
// connects again.
func TestALeaderThatIsGoneWithoutAWordIsReplaced(t *testing.T) {
	t.Parallel()
	for _, by := range testkit.Some(t, 1, []string{"another relay", "itself"}) {
		replaced := by == "another relay"
		t.Run("by "+by, func(t *testing.T) {
			t.Parallel()
			db, rdb, ctx := pgtest.DB(t), client(t, rdstest.Server(t)), t.Context()
			tell := func(n int) {
				require.NoError(t, pg.InTx(ctx, db, func(tx pgx.Tx) error {
					return outbox.Write(ctx, tx, event.Event{Site: "demo", Member: "kim01", Cmd: event.Cash, Data1: strconv.Itoa(n), Ver: int64(n)})
				}))
				testkit.Eventually(t, func() bool { return rdb.XLen(ctx, live.StreamKey(id.Shard("kim01"))).Val() == int64(n) })
			}
			between, pool := pgtest.Through(t, db)
			defer start(t, pool, rdb, (*relay.Relay).Impatient)()
			tell(1)
			between.Fail(replaced)
			if replaced {
				defer start(t, db, rdb)()
			}
			tell(2)
		})
	}
}

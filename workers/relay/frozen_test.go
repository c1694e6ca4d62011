package relay_test

import (
	"context"
	"net"
	"strconv"
	"sync"
	"testing"
	"time"

	"github.com/jackc/pgx/v5"
	"github.com/jackc/pgx/v5/pgxpool"
	"github.com/stretchr/testify/require"

	"hubstake/internal/core/event"
	"hubstake/internal/core/id"
	"hubstake/internal/live"
	"hubstake/internal/live/outbox"
	"hubstake/internal/platform/pg"
	"hubstake/internal/testkit/pgtest"
	"hubstake/internal/testkit/rdstest"
)

// ice holds back every byte of its connections while it is locked, and keeps them open: so does a program that is frozen, and a
// machine that is gone without a word.
type ice struct{ sync.RWMutex }

type iced struct {
	net.Conn
	ice *ice
}

func (c iced) Read(b []byte) (int, error) {
	n, err := c.Conn.Read(b)
	c.ice.RLock()
	defer c.ice.RUnlock()
	return n, err
}

func (c iced) Write(b []byte) (int, error) {
	c.ice.RLock()
	defer c.ice.RUnlock()
	return c.Conn.Write(b)
}

// A leader that is frozen, or whose machine is gone, keeps its connection and with it the lock. The server ends the session, and
// another relay takes over.
func TestAFrozenLeaderIsReplaced(t *testing.T) {
	t.Parallel()
	db, rdb, ctx := pgtest.DB(t), client(t, rdstest.Server(t)), t.Context()
	cfg, freezing := db.Config(), &ice{}
	dial := cfg.ConnConfig.DialFunc
	cfg.ConnConfig.DialFunc = func(ctx context.Context, network, address string) (net.Conn, error) {
		c, err := dial(ctx, network, address)
		return iced{c, freezing}, err
	}
	frozen, err := pgxpool.NewWithConfig(ctx, cfg)
	require.NoError(t, err)
	defer frozen.Close()
	tell := func(n int) {
		require.NoError(t, pg.InTx(ctx, db, func(tx pgx.Tx) error {
			return outbox.Write(ctx, tx, event.Event{Site: "demo", Member: "kim01", Cmd: event.Cash, Data1: strconv.Itoa(n), Ver: int64(n)})
		}))
		require.Eventually(t, func() bool { return rdb.XLen(ctx, live.StreamKey(id.Shard("kim01"))).Val() == int64(n) }, forever, 10*time.Millisecond)
	}
	stop := start(t, frozen, rdb)
	defer stop()
	tell(1)
	freezing.Lock()
	defer freezing.Unlock()
	defer start(t, db, rdb)()
	tell(2)
}

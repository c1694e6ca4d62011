package relay_test

import (
	"context"
	"errors"
	"net"
	"os"
	"strconv"
	"sync"
	"sync/atomic"
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

// network is what lies between a pool and the server. It may fail: then nothing arrives at either side, not even the end of a connection.
type network struct {
	mu     sync.Mutex
	conns  []*swallowed
	closed bool // to new connections
}

type swallowed struct {
	net.Conn
	gone  atomic.Bool
	until atomic.Int64 // the deadline, Unix nanoseconds; 0: none
}

func (c *swallowed) Read(b []byte) (int, error) {
	for {
		n, err := c.Conn.Read(b)
		switch until := c.until.Load(); {
		case !c.gone.Load():
			return n, err
		case until != 0 && time.Now().UnixNano() > until:
			return 0, os.ErrDeadlineExceeded
		case err != nil:
			<-time.After(time.Millisecond)
		}
	}
}

func (c *swallowed) SetDeadline(t time.Time) error {
	if t.IsZero() {
		c.until.Store(0)
	} else {
		c.until.Store(t.UnixNano())
	}
	return c.Conn.SetDeadline(t)
}

func (c *swallowed) Write(b []byte) (int, error) {
	if c.gone.Load() {
		return len(b), nil
	}
	return c.Conn.Write(b)
}

func (c *swallowed) Close() error {
	if c.gone.Load() {
		return c.SetDeadline(time.Unix(1, 0)) // who reads is told, the server is not
	}
	return c.Conn.Close()
}

// through returns a pool whose connections lead through a network of their own.
func through(t *testing.T, db *pgxpool.Pool) (*network, *pgxpool.Pool) {
	t.Helper()
	n, cfg := &network{}, db.Config()
	dial := cfg.ConnConfig.DialFunc
	cfg.ConnConfig.DialFunc = func(ctx context.Context, kind, address string) (net.Conn, error) {
		n.mu.Lock()
		defer n.mu.Unlock()
		if n.closed {
			return nil, errors.New("no way to the server")
		}
		c, err := dial(ctx, kind, address)
		if err != nil {
			return nil, err
		}
		n.conns = append(n.conns, &swallowed{Conn: c})
		return n.conns[len(n.conns)-1], nil
	}
	pool, err := pgxpool.NewWithConfig(t.Context(), cfg)
	require.NoError(t, err)
	t.Cleanup(func() {
		pool.Close()
		for _, c := range n.conns {
			_ = c.Conn.Close()
		}
	})
	return n, pool
}

// fail ends all connections without a word; later ones are refused, or work.
func (n *network) fail(forever bool) {
	n.mu.Lock()
	defer n.mu.Unlock()
	n.closed = forever
	for _, c := range n.conns {
		c.gone.Store(true)
	}
}

// A leader that is frozen, or whose machine is gone, keeps its connection and with it the lock. The server ends the session, and
// another relay takes over. A relay from which the server is gone without a word (faults.md 39: a failover, a network that swallows packets)
// connects again.
func TestALeaderThatIsGoneWithoutAWordIsReplaced(t *testing.T) {
	t.Parallel()
	for name, replaced := range map[string]bool{"by another relay": true, "by itself": false} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			db, rdb, ctx := pgtest.DB(t), client(t, rdstest.Server(t)), t.Context()
			tell := func(n int) {
				require.NoError(t, pg.InTx(ctx, db, func(tx pgx.Tx) error {
					return outbox.Write(ctx, tx, event.Event{Site: "demo", Member: "kim01", Cmd: event.Cash, Data1: strconv.Itoa(n), Ver: int64(n)})
				}))
				require.Eventually(t, func() bool { return rdb.XLen(ctx, live.StreamKey(id.Shard("kim01"))).Val() == int64(n) }, forever, 10*time.Millisecond)
			}
			between, pool := through(t, db)
			defer start(t, pool, rdb)()
			tell(1)
			between.fail(replaced)
			if replaced {
				defer start(t, db, rdb)()
			}
			tell(2)
		})
	}
}

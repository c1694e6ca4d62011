package pgtest

import (
	"context"
	"errors"
	"net"
	"os"
	"sync"
	"sync/atomic"
	"testing"
	"time"

	"github.com/jackc/pgx/v5/pgxpool"
	"github.com/stretchr/testify/require"
)

// Network is what lies between a pool and the server. It may fail: then nothing arrives at either side, not even the end of a connection.
type Network struct {
	mu     sync.Mutex
	conns  []*swallowed
	closed bool // to new connections
}

type swallowed struct {
	net.Conn
	gone  atomic.Bool
	ended atomic.Bool  // with the test: a reader is told
	until atomic.Int64 // the deadline, Unix nanoseconds; 0: none
}

func (c *swallowed) Read(b []byte) (int, error) {
	for {
		n, err := c.Conn.Read(b)
		switch until := c.until.Load(); {
		case !c.gone.Load(), c.ended.Load():
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

// Through returns a pool on the database of another one whose connections lead through a network of their own.
func Through(tb testing.TB, db *pgxpool.Pool) (*Network, *pgxpool.Pool) {
	tb.Helper()
	n, cfg := &Network{}, db.Config()
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
	pool, err := pgxpool.NewWithConfig(tb.Context(), cfg)
	require.NoError(tb, err)
	tb.Cleanup(func() {
		pool.Close()
		for _, c := range n.conns {
			c.ended.Store(true)
			_ = c.Conn.Close()
		}
	})
	return n, pool
}

// Fail ends all connections without a word; later ones are refused, or work.
func (n *Network) Fail(forever bool) {
	n.mu.Lock()
	defer n.mu.Unlock()
	n.closed = forever
	for _, c := range n.conns {
		c.gone.Store(true)
	}
}

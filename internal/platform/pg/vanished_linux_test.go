package pg_test

import (
	"context"
	"net"
	"strings"
	"sync/atomic"
	"syscall"
	"testing"

	"github.com/jackc/pgx/v5"
	"github.com/stretchr/testify/require"
	"golang.org/x/sys/unix"

	"hubstake/internal/testkit"
	"hubstake/internal/testkit/pgtest"
)

// failing is a connection through a network that fails in the middle of a burst: the rest of it never arrives, and nothing comes back.
type failing struct {
	net.Conn
	armed *atomic.Bool
}

func (c failing) Write(b []byte) (int, error) {
	if !c.armed.Load() {
		return c.Conn.Write(b)
	}
	raw, err := c.Conn.(syscall.Conn).SyscallConn()
	if err != nil {
		return 0, err
	}
	all := unix.SockFilter{Code: unix.BPF_RET | unix.BPF_K, K: 0} // takes nothing of any packet
	drop := &unix.SockFprog{Len: 1, Filter: &all}
	if err := raw.Control(func(fd uintptr) {
		err = unix.SetsockoptSockFprog(int(fd), unix.SOL_SOCKET, unix.SO_ATTACH_FILTER, drop)
	}); err != nil {
		return 0, err
	}
	if err != nil {
		return 0, err
	}
	_, _ = c.Conn.Write(b[:len(b)/2])
	return len(b), nil
}

// faults.md 39: a program whose machine or network is gone in the middle of a trip leaves a transaction that is not idle, because the rest
// of the trip is still to come. No limit of statements or idle transactions ends it, so its locks, and everything that waits for
// the oldest transaction, would last until the system's own keepalive: two hours.
func TestATransactionOfAMachineThatIsGoneEnds(t *testing.T) {
	t.Parallel()
	db, ctx := pgtest.DB(t), t.Context()
	var armed atomic.Bool
	cfg := db.Config().ConnConfig.Copy()
	dial := cfg.DialFunc
	cfg.DialFunc = func(ctx context.Context, network, address string) (net.Conn, error) {
		c, err := dial(ctx, network, address)
		return failing{c, &armed}, err
	}
	conn, err := pgx.ConnectConfig(ctx, cfg)
	require.NoError(t, err)
	const length = "SELECT length($1::text)"
	_, err = conn.Prepare(ctx, length, length)
	require.NoError(t, err)
	_, err = conn.Exec(ctx, "BEGIN")
	require.NoError(t, err)
	_, err = conn.Exec(ctx, "SELECT FROM outbox_cursor FOR UPDATE")
	require.NoError(t, err)
	armed.Store(true)
	sent := make(chan struct{})
	go func() {
		defer close(sent)
		trip := &pgx.Batch{}
		for range 4 {
			trip.Queue(length, strings.Repeat("x", 1000))
		}
		_ = conn.SendBatch(ctx, trip).Close()
	}()
	free := func() (n int) {
		require.NoError(t, db.QueryRow(ctx, "SELECT count(*) FROM (SELECT FROM outbox_cursor FOR UPDATE SKIP LOCKED) c").Scan(&n))
		return n
	}
	require.Zero(t, free())
	testkit.Eventually(t, func() bool { return free() == 1 })
	require.NoError(t, conn.PgConn().Conn().Close())
	<-sent
}

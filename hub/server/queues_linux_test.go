package server

import (
	"bufio"
	"context"
	"net"
	"os"
	"strconv"
	"strings"
	"testing"
	"time"

	"github.com/stretchr/testify/require"
	"golang.org/x/sys/unix"

	"hubstake/internal/testkit"
)

// somaxconn is how many connections may wait on one socket.
func somaxconn(t *testing.T) int {
	t.Helper()
	raw, err := os.ReadFile("/proc/sys/net/core/somaxconn")
	if err != nil {
		return 0
	}
	n, err := strconv.Atoi(strings.TrimSpace(string(raw)))
	require.NoError(t, err)
	return n
}

// More clients connect at once than one accept queue holds, while the hub accepts none: each succeeds at the first try, so no
// request for a connection is sent twice.
func TestAStormWaitsInTheKernel(t *testing.T) {
	t.Parallel()
	storm := somaxconn(t) * 3 / 2
	if room, err := files(); err != nil || storm == 0 || room < uint64(2*storm) {
		storm = 100 // then only that all sockets are read
	}
	q, err := newQueues("127.0.0.1:0")
	require.NoError(t, err)
	require.NotEmpty(t, q.sockets)
	all := make([]net.Conn, 0, storm)
	for range storm {
		c, err := net.Dial("tcp", q.Addr().String())
		require.NoError(t, err, "after %d", len(all))
		require.Zero(t, repeats(t, c), "after %d", len(all))
		all = append(all, c)
	}
	done := make(chan error, 1)
	go func() { done <- q.run(context.Background()) }()
	for range storm {
		c, err := q.Accept()
		require.NoError(t, err)
		_, err = c.Write([]byte("in\n"))
		require.NoError(t, err)
		require.NoError(t, c.Close())
	}
	for _, c := range all {
		line, err := bufio.NewReader(c).ReadString('\n')
		require.NoError(t, err)
		require.Equal(t, "in\n", line)
		require.NoError(t, c.Close())
	}
	require.NoError(t, q.Close())
	require.NoError(t, <-done)
	_, err = q.Accept()
	require.ErrorIs(t, err, net.ErrClosed)
}

// repeats is how often the kernel sent something of a connection again.
func repeats(t *testing.T, c net.Conn) (n uint32) {
	t.Helper()
	raw, err := c.(*net.TCPConn).SyscallConn()
	require.NoError(t, err)
	require.NoError(t, raw.Control(func(fd uintptr) {
		info, err := unix.GetsockoptTCPInfo(int(fd), unix.IPPROTO_TCP, unix.TCP_INFO)
		require.NoError(t, err)
		n = info.Total_retrans
	}))
	return n
}

func TestTwoNodesDoNotShareAnAddress(t *testing.T) {
	t.Parallel()
	q, err := newQueues("127.0.0.1:0")
	require.NoError(t, err)
	_, err = newQueues(q.Addr().String())
	require.ErrorContains(t, err, "address already in use")
	require.NoError(t, q.Close())
	again, err := newQueues(q.Addr().String())
	require.NoError(t, err, "it is free again at once")
	require.NoError(t, again.Close())
	_, err = newQueues("nonsense")
	require.Error(t, err)
}

func TestConnectionsThatWaitWhenTheListenerEndsAreClosed(t *testing.T) {
	t.Parallel()
	q, err := newQueues("127.0.0.1:0")
	require.NoError(t, err)
	ctx, cancel := context.WithCancel(t.Context())
	done := make(chan error, 1)
	go func() { done <- q.run(ctx) }()
	c, err := net.Dial("tcp", q.Addr().String())
	require.NoError(t, err)
	defer func() { _ = c.Close() }()
	cancel()
	require.NoError(t, <-done)
	require.NoError(t, c.SetReadDeadline(time.Now().Add(testkit.Patience)))
	_, err = c.Read(make([]byte, 1))
	require.Error(t, err)
	require.NotErrorIs(t, err, os.ErrDeadlineExceeded)
}

package rawio

import (
	"bytes"
	"io"
	"net"
	"os"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"hubstake/internal/testkit"
)

// pair returns two ends of a TCP connection, the first of them raw.
func pair(t *testing.T) (raw, other net.Conn) {
	t.Helper()
	ln, err := net.Listen("tcp", "127.0.0.1:0")
	require.NoError(t, err)
	defer func() { _ = ln.Close() }()
	other, err = net.Dial("tcp", ln.Addr().String())
	require.NoError(t, err)
	c, err := ln.Accept()
	require.NoError(t, err)
	raw = Conn(c)
	t.Cleanup(func() {
		_ = raw.Close()
		_ = other.Close()
	})
	return raw, other
}

func TestBytesArriveBothWays(t *testing.T) {
	t.Parallel()
	raw, other := pair(t)
	big := bytes.Repeat([]byte("0123456789abcdef"), 1<<18) // more than the kernel takes at once: the writer has to wait
	sent := make(chan error, 1)
	go func() {
		_, err := raw.Write(big)
		sent <- err
	}()
	got := make([]byte, len(big))
	_, err := io.ReadFull(other, got)
	require.NoError(t, err)
	require.NoError(t, <-sent)
	require.Equal(t, big, got)

	go func() {
		_, err := other.Write(big)
		sent <- err
	}()
	_, err = io.ReadFull(raw, got)
	require.NoError(t, err)
	require.NoError(t, <-sent)
	require.Equal(t, big, got)

	n, err := raw.Read(nil)
	require.NoError(t, err)
	require.Zero(t, n)
}

func TestTheEndIsTold(t *testing.T) {
	t.Parallel()
	raw, other := pair(t)
	require.NoError(t, other.Close())
	_, err := raw.Read(make([]byte, 1))
	require.ErrorIs(t, err, io.EOF)
	testkit.Eventually(t, func() bool {
		_, err = raw.Write([]byte("x")) // the other end answers the first with a reset
		return err != nil
	})
	require.NoError(t, raw.Close())
	_, err = raw.Read(make([]byte, 1))
	require.ErrorIs(t, err, net.ErrClosed)
	_, err = raw.Write([]byte("x"))
	require.ErrorIs(t, err, net.ErrClosed)
}

func TestDeadlinesHold(t *testing.T) {
	t.Parallel()
	raw, _ := pair(t)
	require.NoError(t, raw.SetDeadline(time.Now().Add(10*time.Millisecond)))
	_, err := raw.Read(make([]byte, 1))
	require.ErrorIs(t, err, os.ErrDeadlineExceeded)
	_, err = raw.Write(make([]byte, 64<<20))
	require.ErrorIs(t, err, os.ErrDeadlineExceeded)
}

func TestAClosedConnectionEndsWhoWaits(t *testing.T) {
	t.Parallel()
	raw, _ := pair(t)
	ended := make(chan error, 1)
	go func() {
		_, err := raw.Read(make([]byte, 1))
		ended <- err
	}()
	require.NoError(t, raw.Close())
	require.ErrorIs(t, <-ended, net.ErrClosed)
}

func TestOtherConnectionsStayAsTheyAre(t *testing.T) {
	t.Parallel()
	a, b := net.Pipe()
	defer func() { _, _ = a.Close(), b.Close() }()
	require.Same(t, a, Conn(a))
}

func TestAListenersConnectionsAreRaw(t *testing.T) {
	t.Parallel()
	inner, err := net.Listen("tcp", "127.0.0.1:0")
	require.NoError(t, err)
	ln := Listener(inner)
	other, err := net.Dial("tcp", ln.Addr().String())
	require.NoError(t, err)
	defer func() { _ = other.Close() }()
	c, err := ln.Accept()
	require.NoError(t, err)
	defer func() { _ = c.Close() }()
	require.IsType(t, &conn{}, c)
	require.NoError(t, ln.Close())
	_, err = ln.Accept()
	require.ErrorIs(t, err, net.ErrClosed)
}

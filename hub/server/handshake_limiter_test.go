package server

import (
	"net"
	"os"
	"testing"
	"time"

	"github.com/stretchr/testify/require"
)

// The HTTP server sets deadlines of its own as it reads. None of them moves the end of the handshake.
func TestAHandshakeEndsWhateverTheServerAllows(t *testing.T) {
	t.Parallel()
	l, err := net.Listen("tcp", "127.0.0.1:0")
	require.NoError(t, err)
	defer func() { _ = l.Close() }()
	peer, err := net.Dial("tcp", l.Addr().String())
	require.NoError(t, err)
	defer func() { _ = peer.Close() }()
	c, err := l.Accept()
	require.NoError(t, err)
	d := &handshakeLimiter{}
	d.pending.Add(1)
	k := &newSocket{TCPConn: c.(*net.TCPConn), of: d, until: time.Now().Add(-time.Second)}
	defer func() { _ = k.Close() }()
	_, err = peer.Write([]byte("GET"))
	require.NoError(t, err)
	for _, allowed := range []time.Time{{}, time.Now().Add(time.Hour)} {
		require.NoError(t, k.SetReadDeadline(allowed))
		_, err = k.Read(make([]byte, 1))
		require.ErrorIs(t, err, os.ErrDeadlineExceeded)
	}
	k.upgraded()
	require.Zero(t, d.pending.Load())
	require.NoError(t, k.SetReadDeadline(time.Time{}), "a connection has other limits")
	_, err = k.Read(make([]byte, 1))
	require.NoError(t, err)
}

package conn

import (
	"bytes"
	"context"
	"errors"
	"io"
	"net"
	"runtime"
	"strconv"
	"sync"
	"testing"
	"time"

	"github.com/gobwas/ws"
	"github.com/stretchr/testify/require"

	"hubstake/internal/testkit"
)

// silentHandler does nothing with what it is told but count the ends.
type silentHandler struct{ closed *sync.WaitGroup }

func (silentHandler) Data([]byte)    {}
func (silentHandler) Writable()      {}
func (h silentHandler) Closed(error) { h.closed.Done() }

// sockets makes n connected pairs.
func sockets(tb testing.TB, n int) (clients, servers []net.Conn) {
	tb.Helper()
	ln, err := net.Listen("tcp", "127.0.0.1:0")
	require.NoError(tb, err)
	defer func() { _ = ln.Close() }()
	for range n {
		c, err := net.Dial("tcp", ln.Addr().String())
		require.NoError(tb, err)
		s, err := ln.Accept()
		require.NoError(tb, err)
		clients, servers = append(clients, c), append(servers, s)
	}
	tb.Cleanup(func() {
		for _, c := range clients {
			_ = c.Close()
		}
	})
	return clients, servers
}

// Not parallel: it counts goroutines.
func TestIdleConnectionsHaveNoGoroutine(t *testing.T) {
	p := run("event loop")(t, &testOptions)
	clients, servers := sockets(t, 200)
	before := runtime.NumGoroutine()
	var ends sync.WaitGroup
	ends.Add(len(servers))
	for _, s := range servers {
		p.Serve(s, s, func(Conn) Handler { return silentHandler{&ends} })
	}
	require.LessOrEqual(t, runtime.NumGoroutine(), before)
	for _, c := range clients {
		_ = c.Close()
	}
	ends.Wait()
}

// early brings bytes that were read together with the upgrade, as fasthttp's reader does.
type early struct {
	net.Conn
	first io.Reader
}

func (e *early) Read(p []byte) (int, error) {
	if n, err := e.first.Read(p); n > 0 || !errors.Is(err, io.EOF) {
		return n, err
	}
	return e.Conn.Read(p)
}

func TestBytesThatCameWithTheUpgradeAreNotLost(t *testing.T) {
	t.Parallel()
	for name, first := range map[string][]byte{
		"a frame":          text("hello"),
		"part of a frame":  text("hello")[:4],
		"and then a close": append(text("hello"), frame(ws.OpClose, true, "\x03\xe8")...),
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			p := run("event loop")(t, &testOptions)
			clients, servers := sockets(t, 1)
			r := &recorder{writable: make(chan struct{}, 1), closed: make(chan error, 1)}
			p.Serve(&early{servers[0], bytes.NewReader(first)}, servers[0], func(c Conn) Handler {
				r.Conn = c
				return r
			})
			rest := bytes.TrimPrefix(append(text("hello"), frame(ws.OpClose, true, "\x03\xe8")...), first)
			_, err := clients[0].Write(rest)
			require.NoError(t, err)
			require.Equal(t, &PeerClosed{Code: 1000}, <-r.closed)
			require.Equal(t, "hello", r.data())
		})
	}
}

// Connections come and go, and descriptors are used again, while others write: nothing may reach the next owner of one.
func TestDescriptorsThatAreUsedAgain(t *testing.T) {
	t.Parallel()
	p := run("event loop")(t, &testOptions)
	var old []Conn
	for round := range 20 {
		clients, servers := sockets(t, 8)
		var ends sync.WaitGroup
		ends.Add(len(servers))
		conns := make([]Conn, len(servers))
		for i, s := range servers {
			p.Serve(s, s, func(c Conn) Handler {
				conns[i] = c
				return silentHandler{&ends}
			})
		}
		stale := make(chan struct{})
		go func() {
			defer close(stale)
			for _, c := range old {
				c.Send(Finish(append(Open(nil), "stale"...), 0))
				c.Close(1000, "stale")
			}
		}()
		for i, c := range clients {
			want := strconv.Itoa(round*100 + i)
			conns[i].Send(Finish(append(Open(nil), want...), 0))
			require.NoError(t, c.SetReadDeadline(time.Now().Add(testkit.Patience)))
			f, err := ws.ReadFrame(c)
			require.NoError(t, err)
			require.Equal(t, want, string(f.Payload))
			require.NoError(t, c.Close())
		}
		<-stale
		ends.Wait()
		old = conns
	}
}

func TestAConnectionAfterTheEndIsClosed(t *testing.T) {
	t.Parallel()
	p, err := EventLoop(&testOptions, 1)
	require.NoError(t, err)
	ctx, cancel := context.WithCancel(t.Context())
	done := make(chan error)
	go func() { done <- p.Run(ctx) }()
	clients, servers := sockets(t, 2)
	there, late := &recorder{closed: make(chan error, 1)}, &recorder{closed: make(chan error, 1)}
	p.Serve(servers[0], servers[0], func(Conn) Handler { return there })
	cancel()
	require.NoError(t, <-done)
	require.ErrorIs(t, <-there.closed, net.ErrClosed)
	p.Serve(servers[1], servers[1], func(Conn) Handler { return late })
	require.ErrorIs(t, <-late.closed, net.ErrClosed)
	for _, c := range clients {
		require.NoError(t, c.SetReadDeadline(time.Now().Add(testkit.Patience)))
		_, err := c.Read(make([]byte, 1))
		require.ErrorIs(t, err, io.EOF)
	}
}

package conn

import (
	"context"
	"io"
	"net"
	"syscall"
	"testing"
	"time"

	"github.com/gobwas/ws"
	"github.com/stretchr/testify/require"

	"hubstake/internal/platform/rawio"
	"hubstake/internal/testkit"
)

// host is a Greeting that does as it is told.
type host struct {
	verdict func(b []byte) Verdict
	gone    chan struct{}
}

func (h host) First(b []byte) Verdict { return h.verdict(b) }
func (h host) Gone()                  { close(h.gone) }

// greet gives a new socket to a running loop.
func greet(t *testing.T, opt *Options, verdict func(b []byte) Verdict) (client net.Conn, h host) {
	t.Helper()
	p := run("event loop")(t, opt)
	client, fd := bare(t)
	h = host{verdict, make(chan struct{})}
	p.(Greeter).Greet(fd, h)
	return client, h
}

// bare returns a connection and the descriptor of its other end.
func bare(t *testing.T) (client net.Conn, fd int) {
	t.Helper()
	clients, servers := sockets(t, 1)
	raw, err := servers[0].(*net.TCPConn).SyscallConn()
	require.NoError(t, err)
	require.NoError(t, raw.Control(func(old uintptr) { fd, err = syscall.Dup(int(old)) }))
	require.NoError(t, err)
	require.NoError(t, syscall.SetNonblock(fd, true))
	require.NoError(t, servers[0].Close())
	require.NoError(t, clients[0].SetDeadline(time.Now().Add(testkit.Patience)))
	return clients[0], fd
}

func TestAGreetedSocketBecomesAConnection(t *testing.T) {
	t.Parallel()
	r := &recorder{onData: echo, writable: make(chan struct{}, 1), closed: make(chan error, 1)}
	c, _ := greet(t, &testOptions, func(b []byte) Verdict {
		return Verdict{Answer: []byte("welcome"), Used: len("hello"), Open: func(c Conn) Handler {
			r.Conn = c
			c.Send(Finish(append(Open(nil), "first"...), 0))
			return r
		}}
	})
	_, err := c.Write(append([]byte("hello"), text("with it")...))
	require.NoError(t, err)
	answer := make([]byte, len("welcome"))
	_, err = io.ReadFull(c, answer)
	require.NoError(t, err)
	require.Equal(t, "welcome", string(answer), "before any frame")
	for _, want := range []string{"first", "with it"} {
		f, err := ws.ReadFrame(c)
		require.NoError(t, err)
		require.Equal(t, want, string(f.Payload))
	}
	_, err = c.Write(frame(ws.OpClose, true, "\x03\xe8"))
	require.NoError(t, err)
	require.Equal(t, &PeerClosed{Code: 1000}, <-r.closed)
}

func TestAGreetedSocketIsAnsweredAndClosed(t *testing.T) {
	t.Parallel()
	c, _ := greet(t, &testOptions, func([]byte) Verdict { return Verdict{Answer: []byte("no")} })
	_, err := c.Write([]byte("hello"))
	require.NoError(t, err)
	all, err := io.ReadAll(c)
	require.NoError(t, err)
	require.Equal(t, "no", string(all))
}

func TestAGreetedSocketIsHandedOver(t *testing.T) {
	t.Parallel()
	handed := make(chan int, 1)
	c, _ := greet(t, &testOptions, func(b []byte) Verdict { return Verdict{Hand: func(fd int) { handed <- fd }} })
	_, err := c.Write([]byte("hello"))
	require.NoError(t, err)
	fd := <-handed
	_, err = c.Write([]byte("more"))
	require.NoError(t, err)
	testkit.Eventually(t, func() bool {
		b := make([]byte, 10)
		n, _ := rawio.Read(fd, b)
		return string(b[:n]) == "more" // the loop reads no more of it
	})
	require.NoError(t, rawio.Close(fd))
}

func TestGreetedSocketsThatBringNothingAreCut(t *testing.T) {
	t.Parallel()
	opt := testOptions
	opt.Handshake = 10 * time.Millisecond
	c, h := greet(t, &opt, nil)
	<-h.gone
	_, err := c.Read(make([]byte, 1))
	require.ErrorIs(t, err, io.EOF)
}

func TestAPeerThatLeavesBeforeItsRequestIsGone(t *testing.T) {
	t.Parallel()
	opt := testOptions
	opt.Handshake = time.Hour
	c, h := greet(t, &opt, nil)
	require.NoError(t, c.Close())
	<-h.gone
}

func TestAGreetingThatPanicsEndsOnlyItsSocket(t *testing.T) {
	t.Parallel()
	told := make(chan any, 1)
	opt := testOptions
	opt.Panicked = func(p any) { told <- p }
	c, h := greet(t, &opt, func([]byte) Verdict { panic("as asked") })
	_, err := c.Write([]byte("hello"))
	require.NoError(t, err)
	require.Equal(t, "as asked", <-told)
	<-h.gone
	_, err = c.Read(make([]byte, 1))
	require.Error(t, err)
}

func TestGreetedSocketsEndWithTheLoop(t *testing.T) {
	t.Parallel()
	p, err := EventLoop(&testOptions, 1)
	require.NoError(t, err)
	ctx, cancel := context.WithCancel(t.Context())
	done := make(chan error)
	go func() { done <- p.Run(ctx) }()
	before, after := host{nil, make(chan struct{})}, host{nil, make(chan struct{})}
	client, fd := bare(t)
	p.(Greeter).Greet(fd, before)
	cancel()
	require.NoError(t, <-done)
	<-before.gone
	late, fd := bare(t)
	p.(Greeter).Greet(fd, after)
	<-after.gone
	for _, c := range []net.Conn{client, late} {
		_, err := c.Read(make([]byte, 1))
		require.ErrorIs(t, err, io.EOF)
	}
}

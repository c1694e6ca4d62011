package conn

import (
	"bytes"
	"context"
	"encoding/binary"
	"io"
	"net"
	"strings"
	"sync"
	"sync/atomic"
	"testing"
	"time"

	"github.com/gobwas/ws"
	"github.com/stretchr/testify/require"
	"go.uber.org/goleak"

	"hubstake/hub/limit"
	"hubstake/internal/core/clock"
	"hubstake/internal/testkit"
)

func TestMain(m *testing.M) { goleak.VerifyTestMain(m) }

var testOptions = Options{
	MaxMessage: 1 << 16, Handshake: time.Hour, MaxStall: time.Hour, Now: clock.System{}.Now, Panicked: func(p any) { panic(p) },
}

// paths make what the same tests are run on.
var paths = map[string]func(*Options) (Path, error){
	"goroutine":  func(o *Options) (Path, error) { return Goroutines(o), nil },
	"no socket":  func(o *Options) (Path, error) { return hidden{Goroutines(o)}, nil },
	"event loop": func(o *Options) (Path, error) { return EventLoop(o, 2) },
}

// hidden hides that connections are sockets.
type hidden struct{ Path }

func (h hidden) Serve(nc, _ net.Conn, open func(Conn) Handler) {
	h.Path.Serve(plain{nc}, plain{nc}, open)
}

type plain struct{ net.Conn }

// path is one way to carry connections, running.
type path func(t *testing.T, opt *Options) Path

func run(name string) path {
	return func(t *testing.T, opt *Options) Path {
		p, err := paths[name](opt)
		require.NoError(t, err)
		ctx, cancel := context.WithCancel(context.Background())
		done := make(chan error)
		go func() { done <- p.Run(ctx) }()
		t.Cleanup(func() {
			cancel()
			require.NoError(t, <-done)
		})
		return p
	}
}

// recorder is a Handler that keeps what it is told.
type recorder struct {
	Conn
	mu       sync.Mutex
	got      []byte
	pongs    int
	onData   func(r *recorder, p []byte)
	writable chan struct{}
	closed   chan error
}

func (r *recorder) Data(p []byte) {
	r.mu.Lock()
	if r.got = append(r.got, p...); len(p) == 0 {
		r.pongs++
	}
	r.mu.Unlock()
	if r.onData != nil {
		r.onData(r, p)
	}
}

func (r *recorder) Writable() {
	select {
	case r.writable <- struct{}{}:
	default:
	}
}

func (r *recorder) Closed(cause error) { r.closed <- cause }

func (r *recorder) data() string {
	r.mu.Lock()
	defer r.mu.Unlock()
	return string(r.got)
}

// start connects a raw client to a recorder.
func start(t *testing.T, serve path, opt *Options, onData func(*recorder, []byte)) (net.Conn, *recorder) {
	t.Helper()
	p := serve(t, opt)
	ln, err := net.Listen("tcp", "127.0.0.1:0")
	require.NoError(t, err)
	r := &recorder{onData: onData, writable: make(chan struct{}, 1), closed: make(chan error, 1)}
	opened := make(chan struct{})
	done := make(chan struct{})
	go func() {
		defer close(done)
		nc, err := ln.Accept()
		if err != nil {
			return
		}
		p.Serve(nc, nc, func(c Conn) Handler {
			r.Conn = c
			close(opened)
			return r
		})
	}()
	c, err := net.Dial("tcp", ln.Addr().String())
	require.NoError(t, err)
	<-opened
	t.Cleanup(func() {
		_ = c.Close()
		_ = ln.Close()
		<-done
	})
	require.NoError(t, c.SetDeadline(time.Now().Add(testkit.Patience)))
	return c, r
}

// frame is a masked client's frame.
func frame(op ws.OpCode, fin bool, payload string) []byte {
	f := ws.NewFrame(op, fin, []byte(payload))
	b, err := ws.CompileFrame(ws.MaskFrameWith(f, [4]byte{1, 2, 3, 4}))
	if err != nil {
		panic(err)
	}
	return b
}

func text(s string) []byte { return frame(ws.OpText, true, s) }

func eachPath(t *testing.T, f func(*testing.T, path)) {
	for name := range paths {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			f(t, run(name))
		})
	}
}

func echo(r *recorder, p []byte) {
	if len(p) > 0 {
		r.Send(Finish(append(Open(nil), p...), 0))
	}
}

func TestMessagesBothWays(t *testing.T) {
	t.Parallel()
	eachPath(t, func(t *testing.T, serve path) {
		c, r := start(t, serve, &testOptions, echo)
		for _, size := range []int{1, 125, 126, 4000} {
			msg := strings.Repeat("a", size)
			_, err := c.Write(text(msg))
			require.NoError(t, err)
			f, err := ws.ReadFrame(c)
			require.NoError(t, err)
			require.Equal(t, ws.OpText, f.Header.OpCode)
			require.Equal(t, msg, string(f.Payload))
		}
		_, err := c.Write(frame(ws.OpBinary, true, "\xff\x00"))
		require.NoError(t, err)
		f, err := ws.ReadFrame(c)
		require.NoError(t, err)
		require.Equal(t, ws.OpBinary, f.Header.OpCode, "what is not UTF-8 goes out as binary")
		_ = c.Close()
		require.ErrorIs(t, <-r.closed, io.EOF)
	})
}

func TestFragmentsAndPiecesOfOneByte(t *testing.T) {
	t.Parallel()
	eachPath(t, func(t *testing.T, serve path) {
		c, r := start(t, serve, &testOptions, nil)
		var in []byte
		in = append(in, frame(ws.OpText, false, "한")...)
		in = append(in, frame(ws.OpPing, true, "between")...)
		in = append(in, frame(ws.OpContinuation, false, "")...)
		in = append(in, frame(ws.OpContinuation, false, "\xea\xb8")...)
		in = append(in, frame(ws.OpContinuation, true, "\x80!")...)
		in = append(in, text("")...)
		in = append(in, text("next")...)
		for i := range in {
			_, err := c.Write(in[i : i+1])
			require.NoError(t, err)
		}
		_, err := c.Write(frame(ws.OpClose, true, "\x03\xe8bye"))
		require.NoError(t, err)
		f, err := ws.ReadFrame(c)
		require.NoError(t, err)
		require.Equal(t, ws.OpPong, f.Header.OpCode)
		require.Equal(t, "between", string(f.Payload))
		f, err = ws.ReadFrame(c)
		require.NoError(t, err)
		require.Equal(t, ws.OpClose, f.Header.OpCode)
		require.Equal(t, &PeerClosed{1000, "bye"}, <-r.closed)
		require.Equal(t, "한글!next", r.data())
	})
}

func TestViolationsAreClosedWithTheirCode(t *testing.T) {
	t.Parallel()
	unmasked, _ := ws.CompileFrame(ws.NewTextFrame([]byte("x")))
	reserved := text("x")
	reserved[0] |= 0x40
	huge := append([]byte{0x82, 0xff}, binary.BigEndian.AppendUint64(nil, 1<<40)...)
	huge = append(huge, 1, 2, 3, 4)
	highest := append([]byte{0x82, 0xff}, binary.BigEndian.AppendUint64(nil, 1<<63)...)
	highest = append(highest, 1, 2, 3, 4)
	around := append(frame(ws.OpText, false, "x"), 0x80, 0xff)
	around = append(binary.BigEndian.AppendUint64(around, 1<<63-1), 1, 2, 3, 4)
	for name, c := range map[string]struct {
		in   []byte
		code int
	}{
		"not masked":                 {unmasked, 1002},
		"reserved bit":               {reserved, 1002},
		"reserved opcode":            {frame(3, true, "x"), 1002},
		"continuation of nothing":    {frame(ws.OpContinuation, true, "x"), 1002},
		"new message within another": {append(frame(ws.OpText, false, "x"), text("y")...), 1002},
		"control frame in fragments": {frame(ws.OpPing, false, "x"), 1002},
		"control frame too long":     {frame(ws.OpPing, true, strings.Repeat("x", 126)), 1002},
		"close of one byte":          {frame(ws.OpClose, true, "\x03"), 1002},
		"close with code 999":        {frame(ws.OpClose, true, "\x03\xe7"), 1002},
		"close with bad reason":      {frame(ws.OpClose, true, "\x03\xe8\xff"), 1002},
		"text not UTF-8":             {text("a\xffb"), 1007},
		"text cut within a letter":   {text("a\xed\x95"), 1007},
		"surrogate":                  {text("\xed\xa0\x80"), 1007},
		"overlong":                   {text("\xc0\xaf"), 1007},
		"message too long":           {huge, 1009},
		"length with highest bit":    {highest, 1002},
		"fragments too long": {bytes.Repeat(append(frame(ws.OpText, false, strings.Repeat("x", 40000)),
			frame(ws.OpContinuation, false, strings.Repeat("x", 40000))...), 1), 1009},
		"fragments whose sum has no room": {around, 1009},
		"too many frames":                 {bytes.Repeat(text("x"), 40), 1008},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			eachPath(t, func(t *testing.T, serve path) {
				opt := testOptions
				opt.Frames = limit.Pace{PerSecond: 1, Burst: 30}
				conn, r := start(t, serve, &opt, nil)
				_, err := conn.Write(c.in)
				require.NoError(t, err)
				f, err := ws.ReadFrame(conn)
				require.NoError(t, err)
				code, _ := ws.ParseCloseFrameData(f.Payload)
				require.Equal(t, ws.OpClose, f.Header.OpCode)
				require.Equal(t, c.code, int(code))
				_ = conn.Close()
				var pe *ProtocolError
				require.ErrorAs(t, <-r.closed, &pe)
				require.Equal(t, c.code, pe.Code)
			})
		})
	}
}

func TestWeClose(t *testing.T) {
	t.Parallel()
	eachPath(t, func(t *testing.T, serve path) {
		c, r := start(t, serve, &testOptions, nil)
		require.True(t, r.Send(Finish(append(Open(nil), "last"...), 0)) || serve != nil)
		r.Close(4401, "ended")
		r.Close(1000, "again")
		f, err := ws.ReadFrame(c)
		require.NoError(t, err)
		require.Equal(t, "last", string(f.Payload))
		f, err = ws.ReadFrame(c)
		require.NoError(t, err)
		code, reason := ws.ParseCloseFrameData(f.Payload)
		require.Equal(t, 4401, int(code))
		require.Equal(t, "ended", reason)
		require.False(t, r.Send(Finish(append(Open(nil), "late"...), 0)))
		_, err = c.Write(frame(ws.OpClose, true, "\x11\x31"))
		require.NoError(t, err)
		_, err = c.Read(make([]byte, 1))
		require.ErrorIs(t, err, io.EOF)
		require.NoError(t, <-r.closed)
	})
}

func TestPeerThatIgnoresTheCloseIsCut(t *testing.T) {
	t.Parallel()
	eachPath(t, func(t *testing.T, serve path) {
		_, r := start(t, serve, &testOptions, nil)
		r.Close(1012, "drain")
		require.NoError(t, <-r.closed)
	})
}

// A slow reader must get everything that was sent, in order, while nothing waits for it.
func TestSlowReaderGetsEverything(t *testing.T) {
	t.Parallel()
	eachPath(t, func(t *testing.T, serve path) {
		c, r := start(t, serve, &testOptions, nil)
		require.NoError(t, c.(*net.TCPConn).SetReadBuffer(4096))
		var sent int
		for ready := true; ready || sent == 1; { // without a socket the first is kept already
			msg := bytes.Repeat([]byte{'a' + byte(sent%26)}, 60000)
			ready = r.Send(Finish(append(Open(nil), msg...), 0))
			sent++
			require.Less(t, sent, 10000)
		}
		for i := range sent {
			f, err := ws.ReadFrame(c)
			require.NoError(t, err)
			require.Len(t, f.Payload, 60000)
			require.Equal(t, 'a'+byte(i%26), f.Payload[59999])
		}
		<-r.writable
		r.Send(Finish(append(Open(nil), "more"...), 0))
		f, err := ws.ReadFrame(c)
		require.NoError(t, err)
		require.Equal(t, "more", string(f.Payload))
	})
}

func TestPeerThatDoesNotReadIsCut(t *testing.T) {
	t.Parallel()
	eachPath(t, func(t *testing.T, serve path) {
		opt := testOptions
		opt.MaxStall = 50 * time.Millisecond
		c, r := start(t, serve, &opt, nil)
		require.NoError(t, c.(*net.TCPConn).SetReadBuffer(4096))
		big := Finish(append(Open(nil), bytes.Repeat([]byte("x"), 16<<20)...), 0)
		r.Send(big)
		require.ErrorIs(t, <-r.closed, ErrStalled)
	})
}

func TestPongsShowLife(t *testing.T) {
	t.Parallel()
	eachPath(t, func(t *testing.T, serve path) {
		alive := make(chan struct{}, 1)
		c, r := start(t, serve, &testOptions, func(_ *recorder, p []byte) {
			if len(p) == 0 {
				alive <- struct{}{}
			}
		})
		r.Send(AppendPing(nil))
		f, err := ws.ReadFrame(c)
		require.NoError(t, err)
		require.Equal(t, ws.OpPing, f.Header.OpCode)
		_, err = c.Write(frame(ws.OpPong, true, ""))
		require.NoError(t, err)
		<-alive
	})
}

func TestHandlerThatPanicsEndsOnlyItsConnection(t *testing.T) {
	t.Parallel()
	eachPath(t, func(t *testing.T, serve path) {
		told := make(chan any, 1)
		opt := testOptions
		opt.Panicked = func(p any) { told <- p }
		c, r := start(t, serve, &opt, func(_ *recorder, p []byte) {
			if string(p) == "bad" {
				panic("as asked")
			}
		})
		_, err := c.Write(append(text("good"), text("bad")...))
		require.NoError(t, err)
		require.Equal(t, "as asked", <-told)
		require.ErrorIs(t, <-r.closed, errPanic)
		_, err = c.Read(make([]byte, 1))
		require.Error(t, err)
	})
}

// lastBreath panics when it is told of the end.
type lastBreath struct{ closed *atomic.Int32 }

func (lastBreath) Data([]byte) {}
func (lastBreath) Writable()   {}
func (h lastBreath) Closed(error) {
	h.closed.Add(1)
	panic("at the end")
}

func TestHandlerThatPanicsAtTheEndEndsOnce(t *testing.T) {
	t.Parallel()
	eachPath(t, func(t *testing.T, serve path) {
		told := make(chan any, 2)
		opt := testOptions
		opt.Panicked = func(p any) { told <- p }
		p := serve(t, &opt)
		ours, theirs := pair(t)
		var closed atomic.Int32
		served := make(chan struct{})
		go func() {
			defer close(served)
			p.Serve(theirs, theirs, func(Conn) Handler { return lastBreath{&closed} })
		}()
		require.NoError(t, ours.Close())
		require.Equal(t, "at the end", <-told)
		<-served
		// Another connection is carried as if nothing had been.
		next, nextEnd := pair(t)
		r := &recorder{writable: make(chan struct{}, 1), closed: make(chan error, 1)}
		go func() {
			p.Serve(nextEnd, nextEnd, func(c Conn) Handler {
				r.Conn = c
				return r
			})
		}()
		_, err := next.Write(frame(ws.OpClose, true, "\x03\xe8"))
		require.NoError(t, err)
		require.Equal(t, &PeerClosed{Code: 1000}, <-r.closed)
		require.Equal(t, int32(1), closed.Load())
		require.Empty(t, told)
	})
}

func TestHandlerThatPanicsWhenItMayWriteAgainOrBeforeItIsThere(t *testing.T) {
	t.Parallel()
	eachPath(t, func(t *testing.T, serve path) {
		told := make(chan any, 1)
		opt := testOptions
		opt.Panicked = func(p any) { told <- p }
		p := serve(t, &opt)
		for name, open := range map[string]func(Conn, *recorder) Handler{
			"not there": func(Conn, *recorder) Handler { panic("not there") },
			"writable": func(c Conn, r *recorder) Handler {
				require.False(t, c.Send(Finish(append(Open(nil), make([]byte, 16<<20)...), 0)))
				return jumpy{r}
			},
		} {
			ours, theirs := pair(t)
			r := &recorder{closed: make(chan error, 1)}
			served := make(chan struct{})
			go func() {
				defer close(served)
				p.Serve(theirs, theirs, func(c Conn) Handler { return open(c, r) })
			}()
			_, _ = io.Copy(io.Discard, ours)
			require.Equal(t, name, <-told)
			if name == "writable" {
				require.ErrorIs(t, <-r.closed, errPanic)
			}
			<-served
		}
	})
}

// jumpy panics when it may write again.
type jumpy struct{ *recorder }

func (jumpy) Writable() { panic("writable") }

// pair is two ends of one TCP connection; ours is closed at the end of the test.
func pair(t *testing.T) (ours, theirs net.Conn) {
	t.Helper()
	ln, err := net.Listen("tcp", "127.0.0.1:0")
	require.NoError(t, err)
	defer func() { _ = ln.Close() }()
	ours, err = net.Dial("tcp", ln.Addr().String())
	require.NoError(t, err)
	t.Cleanup(func() { _ = ours.Close() })
	theirs, err = ln.Accept()
	require.NoError(t, err)
	return ours, theirs
}

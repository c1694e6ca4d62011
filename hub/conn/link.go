package conn

import (
	"errors"
	"io"
	"sync"
	"time"

	"github.com/gobwas/ws"
)

const (
	pongRoom  = 4 << 10     // bytes of pongs that wait for a client that pings without reading
	closeWait = time.Second // for the peer's half of the closing handshake
)

var errPanic = errors.New("conn: the handler panicked")

// transport is what differs between the paths: how bytes reach the socket and how its reader is stopped. Its methods are
// called with the link's lock held.
type transport interface {
	// write takes what the kernel takes without waiting.
	write(b []byte) (int, error)

	// await makes the path write what is held as soon as the kernel takes it, then call drained.
	await()

	// hangUp ends the reading after that time, at the latest.
	hangUp(after time.Duration)
}

// link is the websocket above the socket, the same on every path. One goroutine feeds it; any goroutine may send.
type link struct {
	via transport
	opt *Options
	h   Handler
	in  parser

	mu      sync.Mutex
	held    []byte // what the kernel did not take
	cause   error  // why the connection ends; nil when we ended it
	waiting bool   // the path was asked to write
	closing bool   // Close was called, by us or for the peer's close
	broken  bool   // writing failed: nothing more can be sent
	deaf    bool   // after a violation: read on only so that the peer gets our close; the feeder's own
}

// Send implements Conn.
func (l *link) Send(frames []byte) bool {
	l.mu.Lock()
	defer l.mu.Unlock()
	if l.closing || l.broken {
		return false
	}
	return l.write(frames)
}

// write sends or keeps b; the lock is held.
func (l *link) write(b []byte) bool {
	if !l.waiting {
		n, err := l.via.write(b)
		if err != nil {
			l.fail(err)
			return false
		}
		if b = b[n:]; len(b) == 0 {
			return true
		}
	}
	l.held = append(l.held, b...)
	if !l.waiting {
		l.waiting = true
		l.via.await()
	}
	return false
}

// drained tells the handler that nothing is held any more.
func (l *link) drained() {
	l.mu.Lock()
	closing, broken := l.closing, l.broken
	if l.over() {
		l.via.hangUp(0)
	}
	l.mu.Unlock()
	if !closing && !broken {
		l.h.Writable()
	}
}

// fail ends a connection that cannot be written to; the lock is held. The reader notices.
func (l *link) fail(err error) {
	l.broken, l.held = true, nil
	if l.cause == nil && !l.closing {
		l.cause = err
	}
	l.via.hangUp(0)
}

// Close implements Conn.
func (l *link) Close(code int, reason string) { l.end(code, reason, nil) }

func (l *link) end(code int, reason string, cause error) {
	l.mu.Lock()
	defer l.mu.Unlock()
	if l.closing || l.broken {
		return
	}
	l.write(appendClose(nil, code, reason))
	if l.closing = true; l.cause == nil {
		l.cause = cause
	}
	if !l.broken {
		l.via.hangUp(closeWait)
	}
}

// feed takes what the peer sent and changes it.
func (l *link) feed(b []byte) {
	if l.deaf {
		return
	}
	err := l.in.feed(b, l.opt, (*incoming)(l))
	if err == nil {
		return
	}
	l.deaf = true
	var pe *ProtocolError
	if errors.As(err, &pe) {
		l.end(pe.Code, pe.Reason, err)
	}
}

// finished reports whether both halves of the closing handshake are done.
func (l *link) finished() bool {
	l.mu.Lock()
	defer l.mu.Unlock()
	return l.over()
}

// over is finished for who holds the lock.
func (l *link) over() bool {
	var pc *PeerClosed
	return l.closing && !l.waiting && errors.As(l.cause, &pc)
}

// why is the cause of the end when reading ended with err.
func (l *link) why(err error) error {
	l.mu.Lock()
	defer l.mu.Unlock()
	switch {
	case l.cause != nil:
		return l.cause
	case l.closing:
		return nil
	case errors.Is(err, io.EOF):
		return io.EOF
	}
	return err
}

// leave calls the handler's Closed; by then the connection is gone. There is no handler if making it panicked.
func (l *link) leave(cause error) {
	defer func() {
		if p := recover(); p != nil {
			l.opt.Panicked(p)
		}
	}()
	if l.h != nil {
		l.h.Closed(cause)
	}
}

// incoming is the parser's view of a link.
type incoming link

func (in *incoming) data(p []byte) {
	l := (*link)(in)
	l.mu.Lock()
	closing := l.closing
	l.mu.Unlock()
	if !closing {
		l.h.Data(p)
	}
}

func (in *incoming) pong() { in.data(nil) }

func (in *incoming) ping(p []byte) {
	l := (*link)(in)
	l.mu.Lock()
	if !l.closing && !l.broken && len(l.held) < pongRoom {
		l.write(appendControl(nil, ws.OpPong, p))
	}
	l.mu.Unlock()
	l.h.Data(nil)
}

func (in *incoming) close(code int, reason string) {
	l := (*link)(in)
	answer := code
	if code == int(ws.StatusNoStatusRcvd) {
		answer = 0
	}
	l.end(answer, "", &PeerClosed{code, reason})
	l.mu.Lock()
	if l.cause == nil && !l.broken { // the answer to our own close
		l.via.hangUp(0)
	}
	l.mu.Unlock()
}

package conn

import (
	"errors"
	"io"
	"net"
	"os"
	"sync"
	"syscall"
	"time"

	"github.com/gobwas/ws"
)

const (
	readSize  = 4 << 10
	pumpSize  = 4 << 10     // written under one deadline, so that a slow peer is told from one that stalls
	closeWait = time.Second // for the peer's half of the closing hand-shake
)

var readBuffers = sync.Pool{New: func() any { return new([readSize]byte) }}

// Stream is a Conn whose bytes are read by the goroutine that calls Serve. A second goroutine exists only
// while something waits to be written.
type Stream struct {
	nc  net.Conn
	try tryWriter
	opt *Options
	h   Handler

	mu      sync.Mutex
	held    []byte // what the kernel did not take
	spare   []byte
	pumping bool
	closing bool  // Close was called, by us or for the peer's close
	cause   error // why the connection ends; nil when we ended it
	broken  bool  // writing failed: nothing more can be sent
	wg      sync.WaitGroup
}

// Serve speaks websocket on nc, whose upgrade is done, until the connection ends; then nc is closed. kernel is the
// socket below nc, for writes that must not block; it may be nc itself. open is called first, with the Conn,
// and returns who handles it.
func Serve(nc, kernel net.Conn, opt *Options, open func(Conn) Handler) {
	s := &Stream{nc: nc, opt: opt}
	s.try.init(kernel)
	tune(kernel)
	s.h = open(s)
	cause := errPanic
	defer func() { // also when the handler panics: whatever it holds must not stay
		_ = nc.Close()
		s.wg.Wait()
		s.h.Closed(cause)
	}()
	cause = s.read()
}

var errPanic = errors.New("conn: the handler panicked")

// read runs until the connection has ended and tells why.
func (s *Stream) read() error {
	buf := readBuffers.Get().(*[readSize]byte)
	defer readBuffers.Put(buf)
	p := newParser(s.opt)
	deaf := false // after a violation: read on only so that the peer gets our close
	for {
		n, err := s.nc.Read(buf[:])
		if n > 0 && !deaf {
			if perr := p.feed(buf[:n], s.opt.Now, (*incoming)(s)); perr != nil {
				deaf = true
				var pe *ProtocolError
				if errors.As(perr, &pe) {
					s.end(pe.Code, pe.Reason, perr)
				}
			}
		}
		if err != nil {
			return s.why(err)
		}
		if s.finished() {
			return s.why(nil)
		}
	}
}

// finished tells that both halves of the closing hand-shake are done.
func (s *Stream) finished() bool {
	s.mu.Lock()
	defer s.mu.Unlock()
	var pc *PeerClosed
	return s.closing && errors.As(s.cause, &pc) && len(s.held) == 0 && !s.pumping
}

// why is the cause of the end when reading ended with err.
func (s *Stream) why(err error) error {
	s.mu.Lock()
	defer s.mu.Unlock()
	switch {
	case s.cause != nil:
		return s.cause
	case s.closing:
		return nil
	case errors.Is(err, io.EOF):
		return io.EOF
	}
	return err
}

// Send implements Conn.
func (s *Stream) Send(frames []byte) bool {
	s.mu.Lock()
	defer s.mu.Unlock()
	if s.closing || s.broken {
		return false
	}
	return s.write(frames)
}

// write sends or keeps b; the lock is held.
func (s *Stream) write(b []byte) bool {
	if len(s.held) == 0 && !s.pumping {
		n, err := s.try.write(b)
		if err != nil {
			s.fail(err)
			return false
		}
		if b = b[n:]; len(b) == 0 {
			return true
		}
	}
	s.held = append(s.held, b...)
	if !s.pumping {
		s.pumping = true
		s.wg.Go(s.pump)
	}
	return false
}

// pump writes what is held, then tells the handler.
func (s *Stream) pump() {
	for {
		s.mu.Lock()
		if len(s.held) == 0 || s.broken {
			s.pumping = false
			done, broken := s.closing, s.broken
			s.mu.Unlock()
			switch {
			case done:
				s.hurry()
			case !broken:
				s.h.Writable()
			}
			return
		}
		out := s.held
		s.held, s.spare = s.spare[:0], nil
		s.mu.Unlock()
		err := s.push(out)
		s.mu.Lock()
		if s.spare = out[:0]; cap(out) > 64<<10 {
			s.spare = nil
		}
		if err != nil {
			s.fail(err)
		}
		s.mu.Unlock()
	}
}

func (s *Stream) push(out []byte) error {
	for len(out) > 0 {
		n := min(len(out), pumpSize)
		_ = s.nc.SetWriteDeadline(s.opt.Now().Add(s.opt.MaxStall))
		if _, err := s.nc.Write(out[:n]); err != nil {
			if errors.Is(err, os.ErrDeadlineExceeded) {
				return ErrStalled
			}
			return err
		}
		out = out[n:]
	}
	return nil
}

// fail ends a connection that cannot be written to; the lock is held. The reader notices.
func (s *Stream) fail(err error) {
	s.broken, s.held = true, nil
	if s.cause == nil && !s.closing {
		s.cause = err
	}
	_ = s.nc.SetReadDeadline(time.Unix(1, 0))
}

// Close implements Conn.
func (s *Stream) Close(code int, reason string) { s.end(code, reason, nil) }

func (s *Stream) end(code int, reason string, cause error) {
	s.mu.Lock()
	defer s.mu.Unlock()
	if s.closing || s.broken {
		return
	}
	s.write(appendClose(nil, code, reason))
	if s.closing = true; s.cause == nil {
		s.cause = cause
	}
	if !s.broken {
		_ = s.nc.SetReadDeadline(s.opt.Now().Add(closeWait))
	}
}

// hurry ends the wait of a reader whose peer has closed already.
func (s *Stream) hurry() {
	if s.finished() {
		_ = s.nc.SetReadDeadline(time.Unix(1, 0))
	}
}

// incoming is the parser's view of a Stream.
type incoming Stream

func (in *incoming) data(p []byte) {
	s := (*Stream)(in)
	s.mu.Lock()
	closing := s.closing
	s.mu.Unlock()
	if !closing {
		s.h.Data(p)
	}
}

func (in *incoming) pong() { in.data(nil) }

func (in *incoming) ping(p []byte) {
	s := (*Stream)(in)
	s.mu.Lock()
	if !s.closing && !s.broken && len(s.held) < pumpSize { // who pings without reading gets no more pongs
		s.write(appendControl(nil, ws.OpPong, p))
	}
	s.mu.Unlock()
	s.h.Data(nil)
}

func (in *incoming) close(code int, reason string) {
	s := (*Stream)(in)
	answer := code
	if code == int(ws.StatusNoStatusRcvd) {
		answer = 0
	}
	s.end(answer, "", &PeerClosed{code, reason})
	s.mu.Lock()
	if s.cause == nil && !s.broken { // the answer to our own close
		s.cause = nil
		_ = s.nc.SetReadDeadline(time.Unix(1, 0))
	}
	s.mu.Unlock()
}

// tryWriter writes to a socket what it takes without waiting.
type tryWriter struct {
	raw syscall.RawConn
	fn  func(fd uintptr) bool
	b   []byte
	n   int
	err error
}

func (t *tryWriter) init(c net.Conn) {
	sc, ok := c.(syscall.Conn)
	if !ok {
		return
	}
	raw, err := sc.SyscallConn()
	if err != nil {
		return
	}
	t.raw = raw
	t.fn = func(fd uintptr) bool {
		t.n, t.err = writeNow(fd, t.b)
		return true
	}
}

// write returns how much was taken; without a socket that is nothing, and the pump writes it all.
func (t *tryWriter) write(b []byte) (int, error) {
	if t.raw == nil {
		return 0, nil
	}
	t.b = b
	err := t.raw.Write(t.fn)
	t.b = nil
	if err != nil {
		return 0, err
	}
	return t.n, t.err
}

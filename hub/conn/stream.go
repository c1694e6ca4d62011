package conn

import (
	"errors"
	"net"
	"os"
	"sync"
	"syscall"
	"time"
)

const (
	readSize = 4 << 10
	pumpSize = 4 << 10 // written under one deadline, so that a slow peer can be distinguished from one that stalls
)

var readBuffers = sync.Pool{New: func() any { return new([readSize]byte) }}

// stream is a Conn whose bytes are read by a goroutine of its own. A second one exists only while something waits to be
// written.
type stream struct {
	link
	nc    net.Conn
	try   tryWriter
	spare []byte
	wg    sync.WaitGroup
}

// serve is Path.Serve on the goroutine that calls it.
func serve(nc, kernel net.Conn, opt *Options, open func(Conn) Handler) {
	s := &stream{nc: nc}
	s.via, s.opt = s, opt
	s.try.init(kernel)
	tune(kernel)
	cause := errPanic
	defer func() { // even when the handler panics, so that the socket and the buffers are released
		if p := recover(); p != nil {
			opt.Panicked(p)
		}
		_ = nc.Close()
		s.mu.Lock()
		s.broken = true // no pump is started any longer
		s.mu.Unlock()
		s.wg.Wait()
		s.leave(cause)
	}()
	s.h = open(s)
	cause = s.read()
}

// read runs until the connection has ended and tells why.
func (s *stream) read() error {
	buf := readBuffers.Get().(*[readSize]byte)
	defer readBuffers.Put(buf)
	for {
		n, err := s.nc.Read(buf[:])
		if n > 0 {
			s.feed(buf[:n])
		}
		if err != nil {
			return s.why(err)
		}
		if s.finished() {
			return s.why(nil)
		}
	}
}

// write implements transport.
func (s *stream) write(b []byte) (int, error) { return s.try.write(b) }

// await implements transport.
func (s *stream) await() { s.wg.Go(s.pump) }

// hangUp implements transport.
func (s *stream) hangUp(after time.Duration) {
	at := time.Unix(1, 0)
	if after > 0 {
		at = s.opt.Now().Add(after)
	}
	_ = s.nc.SetReadDeadline(at)
}

// pump writes what is held, then tells the handler.
func (s *stream) pump() {
	defer func() {
		if p := recover(); p != nil {
			s.opt.Panicked(p)
			s.mu.Lock()
			s.fail(errPanic)
			s.mu.Unlock()
		}
	}()
	for {
		s.mu.Lock()
		if len(s.held) == 0 || s.broken {
			s.waiting = false
			s.mu.Unlock()
			s.drained()
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

func (s *stream) push(out []byte) error {
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
		t.n, t.err = writeNow(int(fd), t.b)
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

package conn

import (
	"context"
	"errors"
	"fmt"
	"net"
	"os"
	"sync"
	"sync/atomic"
	"syscall"
	"time"

	"golang.org/x/sync/errgroup"
	"golang.org/x/sys/unix"

	"hubstake/internal/platform/rawio"
)

const (
	loopBuffer = 64 << 10
	loopEvents = 256
	loopReads  = 4 // of one connection in a row; then it is the others' turn
)

// loop is the path without a goroutine, a stack or a buffer for each connection: after the upgrade it takes the
// descriptor over from the HTTP server and waits for all of them at once.
type loop struct {
	opt     *Options
	pollers []*poller
	next    atomic.Uint32
}

// EventLoop is the path of n loops for all connections; each works on one core.
func EventLoop(opt *Options, n int) (Path, error) {
	l := &loop{opt: opt}
	for range n {
		p, err := newPoller(opt)
		if err != nil {
			l.stop()
			return nil, fmt.Errorf("event loop: %w", err)
		}
		l.pollers = append(l.pollers, p)
	}
	return l, nil
}

// Serve implements Path. It returns at once, except for a connection that is not a socket or that came when no descriptor was left:
// the calling goroutine serves those.
func (l *loop) Serve(nc, kernel net.Conn, open func(Conn) Handler) {
	fd, early, err := detach(nc, kernel)
	if err != nil {
		serve(nc, kernel, l.opt, open)
		return
	}
	l.pollers[l.next.Add(1)%uint32(len(l.pollers))].take(fd, early, open)
}

// Run implements Path.
func (l *loop) Run(ctx context.Context) error {
	g, ctx := errgroup.WithContext(ctx)
	for _, p := range l.pollers {
		g.Go(func() error { return p.run(ctx) })
		g.Go(func() error {
			p.sweeps(ctx.Done())
			return nil
		})
	}
	return g.Wait()
}

func (l *loop) stop() {
	for _, p := range l.pollers {
		p.stop()
	}
}

// detach takes the descriptor out of the runtime's hands, with the bytes that were read together with the upgrade.
func detach(nc, kernel net.Conn) (fd int, early []byte, err error) {
	socket, ok := kernel.(syscall.Conn)
	if !ok {
		return 0, nil, fmt.Errorf("%T is no socket", kernel)
	}
	raw, err := socket.SyscallConn()
	if err != nil {
		return 0, nil, err
	}
	if cerr := raw.Control(func(old uintptr) {
		tuneFD(old)
		fd, err = unix.FcntlInt(old, unix.F_DUPFD_CLOEXEC, 0)
	}); cerr != nil || err != nil {
		return 0, nil, fmt.Errorf("duplicate: %w", errors.Join(cerr, err))
	}
	if nc != kernel { // a deadline that has passed keeps the reader from the socket, not from its buffer
		_ = nc.SetReadDeadline(time.Unix(1, 0))
		buf := readBuffers.Get().(*[readSize]byte)
		for err == nil {
			var n int
			n, err = nc.Read(buf[:])
			early = append(early, buf[:n]...)
		}
		readBuffers.Put(buf)
	}
	_ = kernel.Close()
	return fd, early, nil
}

// poller is one loop. Only its goroutine reads and closes sockets; any goroutine may write to them.
type poller struct {
	opt  *Options
	file *os.File        // the epoll descriptor, which the runtime's own poller watches: waiting costs no thread
	raw  syscall.RawConn // of file
	fd   int             // of file

	mu     sync.Mutex
	conns  []*polled // by descriptor
	closed bool

	greetings map[int32]greeting // sockets that have brought nothing yet, by descriptor

	buf    [loopBuffer]byte
	events [loopEvents]unix.EpollEvent
}

func newPoller(opt *Options) (*poller, error) {
	fd, err := unix.EpollCreate1(unix.EPOLL_CLOEXEC)
	if err != nil {
		return nil, fmt.Errorf("epoll: %w", err)
	}
	_ = unix.SetNonblock(fd, true) // by this the runtime knows that it can be watched
	p := &poller{opt: opt, fd: fd, greetings: map[int32]greeting{}, file: os.NewFile(uintptr(fd), "epoll")}
	if p.raw, err = p.file.SyscallConn(); err == nil {
		err = p.file.SetReadDeadline(time.Time{})
	}
	if err != nil {
		_ = p.file.Close()
		return nil, fmt.Errorf("epoll: %w", err)
	}
	return p, nil
}

// take makes a connection of a descriptor.
func (p *poller) take(fd int, early []byte, open func(Conn) Handler) {
	c := &polled{poller: p, fd: int32(fd)}
	c.via, c.opt = c, p.opt
	defer c.recover()
	c.h = open(c)
	if len(early) > 0 {
		c.feed(early)
	}
	if c.finished() {
		c.finish(c.why(nil))
	} else if err := p.watch(c); err != nil {
		c.finish(err)
	}
}

// watch begins to wait for what a connection brings.
func (p *poller) watch(c *polled) error {
	p.mu.Lock()
	defer p.mu.Unlock()
	if p.closed {
		return net.ErrClosed
	}
	for len(p.conns) <= int(c.fd) {
		p.conns = append(p.conns, nil)
	}
	p.conns[c.fd] = c
	c.mu.Lock()
	defer c.mu.Unlock()
	if err := c.control(unix.EPOLL_CTL_ADD); err != nil {
		p.conns[c.fd] = nil
		return fmt.Errorf("watch: %w", err)
	}
	c.watched = true
	return nil
}

// at is the connection of a descriptor.
func (p *poller) at(fd int32) *polled {
	p.mu.Lock()
	defer p.mu.Unlock()
	if int(fd) < len(p.conns) {
		return p.conns[fd]
	}
	return nil
}

// forget makes room for the next connection of the same descriptor.
func (p *poller) forget(c *polled) {
	p.mu.Lock()
	defer p.mu.Unlock()
	if int(c.fd) < len(p.conns) && p.conns[c.fd] == c {
		p.conns[c.fd] = nil
	}
}

// run waits and reads until ctx ends.
func (p *poller) run(ctx context.Context) error {
	defer context.AfterFunc(ctx, func() { _ = p.file.SetReadDeadline(time.Unix(1, 0)) })()
	defer p.stop()
	for {
		var n int
		var errno syscall.Errno
		if stopped := p.raw.Read(func(fd uintptr) bool {
			n, errno = rawio.EpollPoll(int(fd), p.events[:])
			return n > 0 || errno != 0 && errno != syscall.EINTR
		}); stopped != nil {
			return nil
		}
		if errno != 0 {
			return fmt.Errorf("event loop: %w", errno)
		}
		for _, e := range p.events[:n] {
			if c := p.at(e.Fd); c != nil {
				c.ready(e.Events)
			} else if g, ok := p.greetingOf(e.Fd); ok {
				p.first(e.Fd, g)
			}
		}
	}
}

// stop closes what is left.
func (p *poller) stop() {
	p.mu.Lock()
	p.closed = true
	rest := p.conns
	p.conns = nil
	silent := p.greetings
	p.greetings = nil
	p.mu.Unlock()
	for fd, g := range silent {
		_ = rawio.Close(int(fd))
		g.Gone()
	}
	for _, c := range rest {
		if c != nil {
			c.finish(c.why(net.ErrClosed))
		}
	}
	_ = p.file.Close()
}

package conn

import (
	"io"
	"net"
	"syscall"
	"time"

	"golang.org/x/sys/unix"

	"hubstake/internal/platform/rawio"
)

// polled is a Conn of a loop.
type polled struct {
	link
	poller  *poller
	stall   *time.Timer // runs while something is held
	fd      int32       // -1 when it is closed; only the loop changes it, and with the lock
	watched bool
}

// ready handles what the loop was told about the socket.
func (c *polled) ready(events uint32) {
	defer c.recover()
	if events&unix.EPOLLOUT != 0 {
		c.pour()
	}
	if events&^unix.EPOLLOUT == 0 {
		return
	}
	buf := c.poller.buf[:]
	for range loopReads {
		n, errno := rawio.Read(int(c.fd), buf)
		switch {
		case n > 0:
			if c.feed(buf[:n]); c.finished() {
				c.finish(c.why(nil))
				return
			}
			if n < len(buf) {
				return
			}
		case errno == 0:
			c.finish(c.why(io.EOF))
			return
		case errno == syscall.EAGAIN:
			return
		case errno != syscall.EINTR:
			c.finish(c.why(errno))
			return
		}
	}
}

// pour writes what is held.
func (c *polled) pour() {
	c.mu.Lock()
	if !c.waiting || c.broken {
		c.mu.Unlock()
		return
	}
	n, err := writeNow(int(c.fd), c.held)
	switch c.held = c.held[n:]; {
	case err != nil:
		c.fail(err)
	case len(c.held) == 0:
		c.held, c.waiting = nil, false
		c.stall.Stop()
		if err := c.control(unix.EPOLL_CTL_MOD); err != nil {
			c.fail(err)
		}
		c.mu.Unlock()
		c.drained()
		return
	case n > 0:
		c.stall.Reset(c.opt.MaxStall)
	}
	c.mu.Unlock()
}

// write implements transport.
func (c *polled) write(b []byte) (int, error) {
	if c.fd < 0 {
		return 0, net.ErrClosed
	}
	return writeNow(int(c.fd), b)
}

// await implements transport.
func (c *polled) await() {
	c.stall = time.AfterFunc(c.opt.MaxStall, c.stalled)
	if !c.watched {
		return
	}
	if err := c.control(unix.EPOLL_CTL_MOD); err != nil {
		c.fail(err)
	}
}

func (c *polled) stalled() {
	c.mu.Lock()
	defer c.mu.Unlock()
	if c.waiting && !c.broken {
		c.fail(ErrStalled)
	}
}

// hangUp implements transport. The loop notices that the socket was shut down.
func (c *polled) hangUp(after time.Duration) {
	if after > 0 {
		time.AfterFunc(after, c.shut)
	} else if c.fd >= 0 {
		_ = rawio.Shutdown(int(c.fd))
	}
}

func (c *polled) shut() {
	c.mu.Lock()
	defer c.mu.Unlock()
	c.hangUp(0)
}

// control tells epoll what to wait for; the lock is held.
func (c *polled) control(op int) error {
	e := unix.EpollEvent{Events: unix.EPOLLIN | unix.EPOLLRDHUP, Fd: c.fd}
	if c.waiting {
		e.Events |= unix.EPOLLOUT
	}
	return rawio.EpollCtl(c.poller.fd, op, int(c.fd), &e)
}

// recover ends a connection whose handler panicked.
func (c *polled) recover() {
	if p := recover(); p != nil {
		c.opt.Panicked(p)
		c.finish(errPanic)
	}
}

// finish is the end of the connection.
func (c *polled) finish(cause error) {
	c.poller.forget(c)
	c.mu.Lock()
	fd := c.fd
	c.fd, c.broken, c.held = -1, true, nil
	if c.stall != nil {
		c.stall.Stop()
	}
	c.mu.Unlock()
	_ = rawio.Close(int(fd))
	c.leave(cause)
}

package conn

import (
	"io"
	"syscall"
	"time"

	"golang.org/x/sys/unix"

	"hubstake/internal/platform/rawio"
)

// greetEvery is how often sockets that bring nothing are looked for.
const greetEvery = time.Second

// greeting is a socket of a loop that has brought nothing yet.
type greeting struct {
	Greeting
	until time.Time
}

// Greet implements Greeter.
func (l *loop) Greet(fd int, g Greeting) {
	p := l.pollers[l.next.Add(1)%uint32(len(l.pollers))]
	if !p.greet(fd, g) {
		_ = rawio.Close(fd)
		g.Gone()
	}
}

// greet begins to wait for the first bytes; it returns false when the loop has ended or cannot.
func (p *poller) greet(fd int, g Greeting) bool {
	p.mu.Lock()
	defer p.mu.Unlock()
	if p.closed {
		return false
	}
	p.greetings[int32(fd)] = greeting{g, p.opt.Now().Add(p.opt.Handshake)}
	if rawio.EpollCtl(p.fd, unix.EPOLL_CTL_ADD, fd, &unix.EpollEvent{Events: unix.EPOLLIN | unix.EPOLLRDHUP, Fd: int32(fd)}) != nil {
		delete(p.greetings, int32(fd))
		return false
	}
	return true
}

// greetingOf returns the greeting of a descriptor.
func (p *poller) greetingOf(fd int32) (greeting, bool) {
	p.mu.Lock()
	defer p.mu.Unlock()
	g, ok := p.greetings[fd]
	return g, ok
}

// first handles the first bytes of a socket.
func (p *poller) first(fd int32, g greeting) {
	n, errno := rawio.Read(int(fd), p.buf[:])
	if errno == syscall.EAGAIN || errno == syscall.EINTR {
		return
	}
	p.mu.Lock()
	delete(p.greetings, fd)
	p.mu.Unlock()
	if errno != 0 || n == 0 {
		_ = rawio.Close(int(fd))
		g.Gone()
		return
	}
	v, ok := p.judge(g, p.buf[:n])
	switch {
	case !ok:
		_ = rawio.Close(int(fd))
		g.Gone()
	case v.Hand != nil:
		_ = rawio.EpollCtl(p.fd, unix.EPOLL_CTL_DEL, int(fd), &unix.EpollEvent{})
		v.Hand(int(fd))
	case v.Open == nil:
		_, _ = writeNow(int(fd), v.Answer) // a new socket takes that; a peer that is gone needs none
		_ = rawio.Close(int(fd))
	default:
		p.upgrade(fd, v, p.buf[v.Used:n])
	}
}

// judge asks the greeting. ok is false when it panicked.
func (p *poller) judge(g greeting, b []byte) (v Verdict, ok bool) {
	defer func() {
		if r := recover(); r != nil {
			p.opt.Panicked(r)
		}
	}()
	return g.First(b), true
}

// upgrade answers a socket and makes a connection of it. The answer goes out before any other goroutine can know the connection.
func (p *poller) upgrade(fd int32, v Verdict, rest []byte) {
	written, err := writeNow(int(fd), v.Answer)
	if err == nil && written < len(v.Answer) {
		err = io.ErrShortWrite
	}
	c := &polled{poller: p, fd: fd, watched: true}
	c.via, c.opt = c, p.opt
	defer c.recover()
	p.mu.Lock()
	for len(p.conns) <= int(fd) {
		p.conns = append(p.conns, nil)
	}
	p.conns[fd] = c
	p.mu.Unlock()
	c.h = v.Open(c)
	if err != nil {
		c.finish(c.why(err))
		return
	}
	if len(rest) > 0 {
		c.feed(rest)
	}
	if c.finished() {
		c.finish(c.why(nil))
	}
}

// sweep ends sockets that have brought nothing in time. The loop, which alone closes, notices.
func (p *poller) sweep(now time.Time) {
	p.mu.Lock()
	defer p.mu.Unlock()
	for fd, g := range p.greetings {
		if now.After(g.until) {
			_ = rawio.Shutdown(int(fd))
		}
	}
}

// sweeps sweeps until done is closed.
func (p *poller) sweeps(done <-chan struct{}) {
	tick := time.NewTicker(greetEvery)
	defer tick.Stop()
	for {
		select {
		case <-done:
			return
		case <-tick.C:
			p.sweep(p.opt.Now())
		}
	}
}

package server

import (
	"context"
	"errors"
	"fmt"
	"net"
	"net/netip"
	"os"
	"syscall"
	"time"

	"hubstake/internal/platform/rawio"
)

// takeRaw hands what one socket accepts to visit, as descriptors.
func (q *queues) takeRaw(ctx context.Context, socket *net.TCPListener, visit func(fd int, from netip.Addr)) error {
	file, err := socket.File() // a listener itself cannot be waited for but by Accept
	if err != nil {
		return fmt.Errorf("listener: %w", err)
	}
	ended := make(chan struct{})
	go func() {
		defer close(ended)
		<-q.closed
		_ = file.Close()
	}()
	defer func() { <-ended }()
	raw, err := file.SyscallConn()
	if err != nil {
		return errors.Join(fmt.Errorf("listener: %w", err), q.Close())
	}
	for {
		var fd int
		var from netip.Addr
		var errno syscall.Errno
		if closed := raw.Read(func(listener uintptr) bool {
			fd, from, errno = rawio.Accept(int(listener))
			return errno != syscall.EAGAIN && errno != syscall.EINTR
		}); closed != nil {
			return nil
		}
		if errno == 0 {
			visit(fd, from)
			continue
		}
		q.refused(errno)
		pause := time.NewTimer(noDescriptorPause)
		select {
		case <-ctx.Done():
			pause.Stop()
			return q.Close()
		case <-pause.C:
		}
	}
}

// turnAway answers a socket for which there is no room.
func turnAway(fd int) {
	_, _ = rawio.Write(fd, []byte(busy)) // a new socket takes that without waiting
	_ = rawio.Close(fd)
}

// hand gives a socket and what was read of it to the HTTP server, on a goroutine that ends when the server has it or the listener is closed. The handshake
// is to be over by until.
func (q *queues) hand(d *handshakeLimiter, fd int, first []byte, until time.Time) {
	q.mu.Lock()
	defer q.mu.Unlock()
	if q.over {
		_ = rawio.Close(fd)
		d.pending.Add(-1)
		return
	}
	q.handing.Go(func() {
		file := os.NewFile(uintptr(fd), "socket")
		c, err := net.FileConn(file)
		_ = file.Close() // c has a descriptor of its own
		k := &newSocket{of: d, first: first, until: until}
		var ok bool
		if k.TCPConn, ok = c.(*net.TCPConn); err != nil || !ok {
			k.upgraded()
			return
		}
		select {
		case q.next <- accepted{k, nil}:
		case <-q.closed:
			_ = k.Close()
		}
	})
}

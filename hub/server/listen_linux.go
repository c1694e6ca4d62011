package server

import (
	"context"
	"fmt"
	"net"
	"syscall"

	"golang.org/x/sys/unix"

	"hubstake/hub/conn"
)

// listen opens n sockets on one address.
func listen(address string, n int) (sockets []net.Listener, err error) {
	if err := alone(address); err != nil {
		return nil, err
	}
	c := socketConfig()
	c.Control = func(_, _ string, raw syscall.RawConn) error {
		var err error
		if cerr := raw.Control(func(fd uintptr) {
			err = unix.SetsockoptInt(int(fd), unix.SOL_SOCKET, unix.SO_REUSEPORT, 1)
			conn.TuneListener(fd)
		}); cerr != nil {
			return fmt.Errorf("share a port: %w", cerr)
		}
		return err
	}
	for range n {
		l, err := c.Listen(context.Background(), "tcp", address)
		if err != nil {
			for _, open := range sockets {
				_ = open.Close()
			}
			return nil, fmt.Errorf("listen: %w", err)
		}
		sockets = append(sockets, l)
		address = l.Addr().String() // the same port for all when any would do
	}
	return sockets, nil
}

// alone fails when another process listens there already. Sockets that share a port would do so with another process as well, and
// two nodes by mistake on one address would each get half of the members.
func alone(address string) error {
	if _, port, err := net.SplitHostPort(address); err == nil && port == "0" {
		return nil
	}
	c := socketConfig()
	l, err := c.Listen(context.Background(), "tcp", address)
	if err != nil {
		return fmt.Errorf("listen: %w", err)
	}
	return l.Close()
}

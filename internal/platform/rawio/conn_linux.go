package rawio

import (
	"io"
	"net"
	"syscall"
)

// Conn returns c with raw reads and writes if it is a TCP connection, and c itself if it is not. Waiting, deadlines and closing stay
// those of c.
func Conn(c net.Conn) net.Conn {
	tcp, ok := c.(*net.TCPConn)
	if !ok {
		return c
	}
	raw, err := tcp.SyscallConn()
	if err != nil {
		return c
	}
	return &conn{TCPConn: tcp, raw: raw}
}

// conn is a TCP connection. Go's sockets are non-blocking, and its poller waits for them.
type conn struct {
	*net.TCPConn
	raw syscall.RawConn
}

// Read implements net.Conn.
func (c *conn) Read(b []byte) (n int, err error) {
	if len(b) == 0 {
		return 0, nil
	}
	var errno syscall.Errno
	waited := c.raw.Read(func(fd uintptr) bool {
		n, errno = retry(Read, int(fd), b)
		return errno != syscall.EAGAIN
	})
	switch {
	case waited != nil:
		return 0, waited
	case errno != 0:
		return 0, errno
	case n == 0:
		return 0, io.EOF
	}
	return n, nil
}

// Write implements net.Conn.
func (c *conn) Write(b []byte) (done int, err error) {
	var errno syscall.Errno
	waited := c.raw.Write(func(fd uintptr) bool {
		for done < len(b) {
			var n int
			if n, errno = retry(Write, int(fd), b[done:]); errno != 0 {
				return errno != syscall.EAGAIN
			}
			done += n
		}
		return true
	})
	switch {
	case waited != nil:
		return done, waited
	case errno != 0:
		return done, errno
	}
	return done, nil
}

// retry makes a call again that a signal interrupted.
func retry(call func(int, []byte) (int, syscall.Errno), fd int, b []byte) (n int, errno syscall.Errno) {
	for {
		if n, errno = call(fd, b); errno != syscall.EINTR {
			return n, errno
		}
	}
}

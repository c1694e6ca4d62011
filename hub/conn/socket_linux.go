package conn

import (
	"net"
	"syscall"

	"golang.org/x/sys/unix"

	"hubstake/internal/platform/rawio"
)

const (
	unsentLow   = 16 << 10 // bytes: more than this does not wait in the kernel, where it cannot be conflated
	userTimeout = 20_000   // ms: data that is not acknowledged for so long means that the peer is gone
)

// writeNow writes to a non-blocking socket; taking nothing is not an error.
func writeNow(fd int, b []byte) (int, error) {
	for {
		n, errno := rawio.Write(fd, b)
		switch errno {
		case 0:
			return n, nil
		case syscall.EINTR:
		case syscall.EAGAIN:
			return 0, nil
		default:
			return 0, errno
		}
	}
}

// tune sets what the kernel should do for a connection that is idle most of the time. A socket that refuses works all
// the same.
func tune(c net.Conn) {
	sc, ok := c.(syscall.Conn)
	if !ok {
		return
	}
	raw, err := sc.SyscallConn()
	if err != nil {
		return
	}
	_ = raw.Control(tuneFD)
}

// TuneListener sets the options of connections on a listening socket, which those that it accepts inherit: then Greet needs no call for each.
func TuneListener(fd uintptr) {
	_ = unix.SetsockoptInt(int(fd), unix.IPPROTO_TCP, unix.TCP_NODELAY, 1)
	tuneFD(fd)
}

func tuneFD(fd uintptr) {
	_ = unix.SetsockoptInt(int(fd), unix.IPPROTO_TCP, unix.TCP_NOTSENT_LOWAT, unsentLow)
	_ = unix.SetsockoptInt(int(fd), unix.IPPROTO_TCP, unix.TCP_USER_TIMEOUT, userTimeout)
}

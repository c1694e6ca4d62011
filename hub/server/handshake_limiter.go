package server

import (
	"errors"
	"fmt"
	"math"
	"net"
	"strconv"
	"sync/atomic"
	"syscall"
	"time"
)

// handshakeLimiter is the listener in front of everything. It counts the sockets that were accepted and have not been upgraded.
// They hold a descriptor each, so a crowd that never finishes its handshake must be turned away before accepting fails.
type handshakeLimiter struct {
	net.Listener
	most    int        // descriptors that connections may take, with or without an upgrade
	open    func() int // connections that were upgraded
	refused func()
	pending atomic.Int64
}

// busy is the answer to a socket for which not even a descriptor is left to read its request with.
const busy = "HTTP/1.1 503 Service Unavailable\r\nRetry-After: 5\r\nConnection: close\r\nContent-Length: 0\r\n\r\n"

// Accept implements net.Listener.
func (d *handshakeLimiter) Accept() (net.Conn, error) {
	for {
		c, err := d.Listener.Accept()
		if err != nil {
			return nil, err
		}
		if handed, ok := c.(*newSocket); ok { // it is counted
			return handed, nil
		}
		tcp, ok := c.(*net.TCPConn)
		if !ok {
			_ = c.Close()
			return nil, fmt.Errorf("handshake: a %T is no TCP connection", c)
		}
		if !d.enter() {
			_, _ = tcp.Write([]byte(busy)) // a new socket takes that without waiting
			_ = tcp.Close()
			continue
		}
		return &newSocket{TCPConn: tcp, of: d}, nil
	}
}

// enter counts a socket in, if there is room for it.
func (d *handshakeLimiter) enter() bool {
	if d.inUse() >= d.most {
		d.refused()
		return false
	}
	d.pending.Add(1)
	return true
}

// inUse is the number of descriptors that connections hold.
func (d *handshakeLimiter) inUse() int { return int(d.pending.Load()) + d.open() }

// newSocket is a socket whose handshake is not done.
type newSocket struct {
	*net.TCPConn
	of *handshakeLimiter
	in atomic.Bool

	first []byte    // was read already
	until time.Time // when the handshake must be over; zero: the server's own limit is all
}

// Read implements net.Conn.
func (k *newSocket) Read(b []byte) (int, error) {
	if len(k.first) > 0 {
		n := copy(b, k.first)
		k.first = k.first[n:]
		return n, nil
	}
	return k.TCPConn.Read(b)
}

// SetReadDeadline implements net.Conn.
func (k *newSocket) SetReadDeadline(t time.Time) error {
	if !k.until.IsZero() && !k.in.Load() && (t.IsZero() || t.After(k.until)) {
		t = k.until
	}
	return k.TCPConn.SetReadDeadline(t)
}

// upgraded takes the socket out of the count: from now on it is counted as a connection.
func (k *newSocket) upgraded() {
	if !k.in.Swap(true) {
		k.of.pending.Add(-1)
	}
}

// Close implements net.Conn.
func (k *newSocket) Close() error {
	k.upgraded()
	return k.TCPConn.Close()
}

// The rest of the process (Redis, the metrics listener, files) and sockets on their way between two counts need
// descriptors as well: some, and a share of all.
const (
	reserved      = 128
	reservedShare = 16
)

// room is how many connections there can be, as many as wanted (0: no limit) or as the limit of open files leaves, and how
// many sockets there may be: a few more, so that the next clients can be told that the node is full.
func room(wanted int, files uint64) (connections, sockets int, err error) {
	left := int64(min(files, math.MaxInt32)) * (reservedShare - 1) / reservedShare
	if left -= reserved; left <= 0 {
		return 0, 0, errors.New("the limit of open files is " + strconv.FormatUint(files, 10) + ", which leaves no room for connections; raise it (LimitNOFILE, ulimit -n)")
	}
	connections = int(left)
	if wanted > 0 {
		connections = min(connections, wanted)
	}
	return connections, int(left) + reserved/2, nil
}

// files is the process's limit of open files. Go raises it to what the system allows when the program starts.
func files() (uint64, error) {
	var l syscall.Rlimit
	if err := syscall.Getrlimit(syscall.RLIMIT_NOFILE, &l); err != nil {
		return 0, fmt.Errorf("limit of open files: %w", err)
	}
	return l.Cur, nil
}

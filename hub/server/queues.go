package server

import (
	"context"
	"errors"
	"net"
	"net/netip"
	"sync"
)

// queues is one listener made of several sockets on one port. Each has a queue of its own in the kernel for connections that
// wait to be accepted, as long as net.core.somaxconn (4096) allows. When nine thousand come back at once one queue overflows,
// and a client that did not fit tries again after 1, 3 and 7 seconds.
type queues struct {
	sockets []net.Listener
	next    chan accepted
	closed  chan struct{}
	once    sync.Once

	visit   func(fd int, from netip.Addr) // takes sockets before Accept; nil: Accept returns all of them
	refused func(error)                   // receives the error why no connection can be accepted; set with visit

	mu      sync.Mutex
	over    bool           // nothing is handed any more
	handing sync.WaitGroup // sockets on their way to Accept
}

type accepted struct {
	conn net.Conn
	err  error
}

// queueCount times somaxconn is what may wait.
const queueCount = 4

// newQueues listens on an address, with several sockets where the system can.
func newQueues(address string) (*queues, error) {
	sockets, err := listen(address, queueCount)
	if err != nil {
		return nil, err
	}
	return &queues{sockets: sockets, next: make(chan accepted), closed: make(chan struct{})}, nil
}

// run accepts until the listener is closed, or ctx ends, which closes it.
func (q *queues) run(ctx context.Context) error {
	stop := context.AfterFunc(ctx, func() { _ = q.Close() })
	defer stop()
	var g sync.WaitGroup
	errs := make([]error, len(q.sockets))
	for i, socket := range q.sockets {
		g.Go(func() {
			if tcp, ok := socket.(*net.TCPListener); ok && q.visit != nil {
				errs[i] = q.takeRaw(ctx, tcp, q.visit)
			} else {
				q.take(socket)
			}
		})
	}
	g.Wait()
	q.mu.Lock()
	q.over = true
	q.mu.Unlock()
	q.handing.Wait()
	return errors.Join(errs...)
}

// take hands over what one socket accepts.
func (q *queues) take(socket net.Listener) {
	for {
		c, err := socket.Accept()
		if errors.Is(err, net.ErrClosed) {
			return
		}
		select {
		case q.next <- accepted{c, err}:
		case <-q.closed:
			if err == nil {
				_ = c.Close()
			}
			return
		}
	}
}

// Accept implements net.Listener.
func (q *queues) Accept() (net.Conn, error) {
	select {
	case a := <-q.next:
		return a.conn, a.err
	case <-q.closed:
		return nil, net.ErrClosed
	}
}

// Close implements net.Listener.
func (q *queues) Close() (err error) {
	q.once.Do(func() {
		close(q.closed)
		for _, socket := range q.sockets {
			err = errors.Join(err, socket.Close())
		}
	})
	return err
}

// Addr implements net.Listener.
func (q *queues) Addr() net.Addr { return q.sockets[0].Addr() }

// socketConfig is for plain TCP: heartbeats and TCP_USER_TIMEOUT find peers that are gone, the kernel's keep-alive would be
// four more calls for each, and clients behind a load balancer do not speak multipath TCP.
func socketConfig() net.ListenConfig {
	c := net.ListenConfig{KeepAlive: -1}
	c.SetMultipathTCP(false)
	return c
}

//go:build !linux

package server

import (
	"context"
	"errors"
	"net"
	"net/netip"
	"time"
)

// Elsewhere no path greets sockets, so nothing here is called.

func (*queues) takeRaw(context.Context, *net.TCPListener, func(int, netip.Addr)) error {
	return errors.ErrUnsupported
}

func turnAway(int) {}

func (*queues) hand(*handshakeLimiter, int, []byte, time.Time) {}

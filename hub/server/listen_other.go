//go:build !linux

package server

import (
	"context"
	"fmt"
	"net"
)

// listen opens one socket: elsewhere a node serves a developer.
func listen(address string, _ int) ([]net.Listener, error) {
	c := socketConfig()
	l, err := c.Listen(context.Background(), "tcp", address)
	if err != nil {
		return nil, fmt.Errorf("listen: %w", err)
	}
	return []net.Listener{l}, nil
}

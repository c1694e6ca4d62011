package hubrig

import (
	"errors"
	"math/rand/v2"
	"net"
	"strconv"
)

// Ports below the range of outgoing connections: a hub that is started again finds its own still free.
const (
	portFrom = 20000
	portTo   = 32000
)

// freePort returns a loopback port without a listener.
func freePort() (int, error) {
	for range 200 {
		port := portFrom + rand.IntN(portTo-portFrom)
		if ln, err := net.Listen("tcp", loopback(port)); err == nil {
			return port, ln.Close()
		}
	}
	return 0, errors.New("no free port on loopback")
}

func loopback(port int) string { return net.JoinHostPort("127.0.0.1", strconv.Itoa(port)) }

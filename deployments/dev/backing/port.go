package backing

import (
	"errors"
	"fmt"
	"math/rand/v2"
	"net"
	"strconv"
)

// Below the range from which the kernel takes ports of outgoing connections, so that a port that was free a moment
// ago, or belongs to a program that is just being started again, is not taken by a client.
const (
	portFrom = 20000
	portTo   = 32000
)

// FreePort returns a loopback port without a listener, want itself when it is not 0 and free. Ports in taken are left out,
// so that several may be chosen before the first is used.
func FreePort(want int, taken map[int]bool) (int, error) {
	for try := range 200 {
		port := want
		if try > 0 || want == 0 {
			port = portFrom + rand.IntN(portTo-portFrom)
		}
		if taken[port] || !free(port) {
			continue
		}
		taken[port] = true
		return port, nil
	}
	return 0, errors.New("no free port on loopback")
}

func free(port int) bool {
	ln, err := net.Listen("tcp", Loopback(port))
	if err != nil {
		return false
	}
	return ln.Close() == nil
}

// Loopback is the address of a port on 127.0.0.1.
func Loopback(port int) string { return net.JoinHostPort("127.0.0.1", strconv.Itoa(port)) }

// CheckFree returns an error that says what to do when the port of the site is in use.
func CheckFree(port int) error {
	if !free(port) {
		return fmt.Errorf("port %d is in use by another program; choose another: HUBSTAKE_PORT=%d make run", port, port+1)
	}
	return nil
}

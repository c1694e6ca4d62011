// Package loopback finds ports of 127.0.0.1 for programs that must be told theirs before they start.
package loopback

import (
	"errors"
	"math/rand/v2"
	"net"
	"slices"
	"strconv"
	"sync"
)

// Below the range from which the kernel takes ports of outgoing connections, so that a port that was free a moment
// ago, or belongs to a program that is just being started again, is not taken by a client.
const (
	from = 20000
	to   = 32000
)

// held are the ports that this process has given away. For each it keeps the UDP socket of that number, which no other process can
// have at the same time and which the kernel closes with the process. TCP listeners are not in its way.
var held struct {
	sync.Mutex
	ports map[int]net.PacketConn
}

// Free returns a port of loopback without a listener, want itself when it is not 0 and free. No process that asks here is given the
// same one before this process ends. Ports in except are left out.
func Free(want int, except ...int) (int, error) {
	for try := range 200 {
		port := want
		if try > 0 || want == 0 {
			port = from + rand.IntN(to-from)
		}
		if !slices.Contains(except, port) && hold(port) {
			return port, nil
		}
	}
	return 0, errors.New("no free port on loopback")
}

// hold takes a port for this process, unless it is held or has a listener.
func hold(port int) bool {
	held.Lock()
	defer held.Unlock()
	if _, given := held.ports[port]; given || !IsFree(port) {
		return false
	}
	sign, err := net.ListenPacket("udp", Address(port))
	if err != nil {
		return false
	}
	if held.ports == nil {
		held.ports = map[int]net.PacketConn{}
	}
	held.ports[port] = sign
	return true
}

// IsFree says whether a port of loopback has no listener.
func IsFree(port int) bool {
	ln, err := net.Listen("tcp", Address(port))
	return err == nil && ln.Close() == nil
}

// FreeAddress is the address of a port of loopback as Free gives it.
func FreeAddress() (string, error) {
	port, err := Free(0)
	if err != nil {
		return "", err
	}
	return Address(port), nil
}

// Address is the address of a port on 127.0.0.1.
func Address(port int) string { return net.JoinHostPort("127.0.0.1", strconv.Itoa(port)) }

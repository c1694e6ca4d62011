// Package rawio makes system calls on descriptors that never block without telling Go's scheduler about them. An ordinary system call
// wakes the runtime's monitor thread. In a program that has one processor (GOMAXPROCS=1) the monitor then takes that processor away
// from every call that lasts longer than its round of 20 µs and hands it to another thread. This was an eighth of the hub's processor
// time, and a fifth of what a bet cost the api.
//
// A call that could block must not be made here: the scheduler cannot replace a processor whose call it does not know of.
package rawio

import "net"

// Listener returns ln whose connections have raw reads and writes.
func Listener(ln net.Listener) net.Listener { return listener{ln} }

type listener struct{ net.Listener }

func (l listener) Accept() (net.Conn, error) {
	c, err := l.Listener.Accept()
	if err != nil {
		return nil, err
	}
	return Conn(c), nil
}

//go:build !linux

package rawio

import "net"

// Conn returns c: only Linux has raw reads and writes.
func Conn(c net.Conn) net.Conn { return c }

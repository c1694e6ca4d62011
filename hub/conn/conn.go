// Package conn carries bytes over upgraded websockets. The protocol above it sees a small interface: bytes arrive in a callback, a
// write never blocks, a close has a code. Whether a goroutine for each connection or one loop for all moves the bytes is decided
// here, and no other package depends on it.
package conn

import (
	"errors"
	"fmt"
	"time"

	"hubstake/hub/limit"
)

// Conn is one open websocket. Its methods may be called from any goroutine.
type Conn interface {
	// Send takes websocket frames made by Open and Finish. It never blocks and keeps no reference to
	// frames: bytes that the kernel does not take now are kept and written later. It returns false when some were
	// kept; the caller should then send nothing more until Handler.Writable.
	Send(frames []byte) (ready bool)

	// Close starts the closing handshake. Frames sent before still go out, for at most a second.
	// Only the first call counts.
	Close(code int, reason string)
}

// Handler receives the events of a Conn. Data and Closed are never called at the same time.
type Handler interface {
	// Data brings the next bytes of the messages, however they were framed. p may be changed, and is valid
	// only during the call. It is empty when the peer only showed that it lives.
	Data(p []byte)

	// Writable reports that everything kept by Send is on its way.
	Writable()

	// Closed is the last call. cause is nil when Close ended the connection; else a *PeerClosed, a
	// *ProtocolError, ErrStalled or what the network said.
	Closed(cause error)
}

// Options are the limits of a connection, shared by all of them.
type Options struct {
	MaxMessage int           // bytes of one websocket message; 0: no limit
	Frames     limit.Pace    // of websocket frames
	Handshake  time.Duration // how long a socket may take until the first bytes of its request come
	MaxStall   time.Duration // how long a peer may take nothing while something waits
	Now        func() time.Time
	Panicked   func(any) // is called when a Handler panicked; its connection has ended, the others go on
}

// ErrStalled ends a connection whose peer took nothing for MaxStall.
var ErrStalled = errors.New("conn: the peer does not read")

// PeerClosed is the peer's own close.
type PeerClosed struct {
	Code   int // 1005 when it gave none
	Reason string
}

func (e *PeerClosed) Error() string {
	return fmt.Sprintf("conn: closed by the peer: %d %s", e.Code, e.Reason)
}

// ProtocolError is a violation of RFC 6455, or of a limit; the connection was closed with that code.
type ProtocolError struct {
	Code   int
	Reason string
}

func (e *ProtocolError) Error() string { return fmt.Sprintf("conn: %d %s", e.Code, e.Reason) }

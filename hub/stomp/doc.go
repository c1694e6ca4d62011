// Package stomp reads and writes STOMP 1.0, 1.1 and 1.2 frames with hard limits.
//
// The decoder takes bytes in pieces of any size and hands out whole frames. It holds
// at most one unfinished frame and refuses it as soon as a limit is passed: nothing is ever allocated
// because a peer announced it. The encoder appends to a buffer of its caller.
//
// Differences between the versions are handled in this package only: escaping, line ends, repeated headers and
// where a body is allowed.
package stomp

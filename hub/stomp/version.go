package stomp

import "strings"

// Version is a version of the protocol; the zero value means that none was agreed yet.
type Version uint8

// The versions, oldest first.
const (
	Unknown Version = iota
	V10
	V11
	V12
)

// String is the version as headers spell it.
func (v Version) String() string {
	switch v {
	case V10:
		return "1.0"
	case V11:
		return "1.1"
	case V12:
		return "1.2"
	}
	return ""
}

// Subprotocols are the websocket subprotocol names, the preferred one first.
func Subprotocols() []string { return []string{"v12.stomp", "v11.stomp", "v10.stomp"} }

// Supported lists all versions as the version header of an ERROR wants them.
const Supported = "1.0,1.1,1.2"

// Negotiate picks the highest version of an accept-version header. A CONNECT without that header comes
// from a 1.0 client. ok is false if they have no version in common.
func Negotiate(accept string, present bool) (v Version, ok bool) {
	if !present {
		return V10, true
	}
	for s := range strings.SplitSeq(accept, ",") {
		switch strings.TrimSpace(s) {
		case "1.0":
			v = max(v, V10)
		case "1.1":
			v = max(v, V11)
		case "1.2":
			v = max(v, V12)
		}
	}
	return v, v != Unknown
}

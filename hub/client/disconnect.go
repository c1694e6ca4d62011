package client

import (
	"errors"
	"io"

	"hubstake/hub/conn"
)

// Disconnect is one way in which a connection ends. The table below is the whole truth about them;
// hub/README.md repeats it for those who write clients.
type Disconnect struct {
	Name      string // the reason of the close frame
	Code      int    // of the close frame
	Reconnect string // what the client may do
	label     string // reason of hub_disconnects_total
	errorCode string // code header of the ERROR frame before; empty: there is none
}

// Values of Disconnect.Reconnect.
const (
	Never    = "no: signed out or refused for good"
	Renew    = "after renewing the token (/api/getToken); if that is refused, sign in"
	Soon     = "yes, after a random 0-5 s"
	Backoff  = "yes, with full jitter from 1 s up to 30 s"
	NotAgain = "no: it would be refused again"
)

// The table of disconnects.
var (
	Normal          = &Disconnect{"bye", 1000, Never, "client", ""}
	Drain           = &Disconnect{"drain", 1012, Soon, "drain", ""}
	Unauthorized    = &Disconnect{"unauthorized", 4401, Renew, "auth", "U029"}
	TokenExpired    = &Disconnect{"token-expired", 4401, Renew, "auth", "U029"}
	SignedOut       = &Disconnect{"ended", 4401, Never, "auth", ""}
	LoggedElsewhere = &Disconnect{"replaced", 4401, Never, "auth", ""}
	WasReplaced     = &Disconnect{"replaced", 4401, Never, "auth", "U017"}
	Forbidden       = &Disconnect{"forbidden", 4403, NotAgain, "auth", "forbidden"}
	Protocol        = &Disconnect{"protocol", 1002, NotAgain, "protocol", "protocol"}
	TooBig          = &Disconnect{"too-big", 1009, NotAgain, "protocol", "limit"}
	TooMany         = &Disconnect{"rate", 1008, Backoff, "protocol", "limit"}
	TooManyOpen     = &Disconnect{"too-many-connections", 4429, Backoff, "protocol", "limit"}
	ConnectTimeout  = &Disconnect{"connect-timeout", 4408, Backoff, "heartbeat", "timeout"}
	HeartbeatLost   = &Disconnect{"heartbeat", 4408, Soon, "heartbeat", ""}
	Slow            = &Disconnect{"slow", 4408, Soon, "slow", ""}
	Unavailable     = &Disconnect{"unavailable", 1013, Backoff, "error", "E002"}
)

// Disconnects lists the table.
func Disconnects() []*Disconnect {
	return []*Disconnect{
		Normal, Drain, Unauthorized, TokenExpired, SignedOut, LoggedElsewhere, WasReplaced, Forbidden, Protocol, TooBig,
		TooMany, TooManyOpen, ConnectTimeout, HeartbeatLost, Slow, Unavailable,
	}
}

// reasons are the labels of hub_disconnects_total.
var reasons = []string{"client", "heartbeat", "slow", "drain", "auth", "protocol", "error"}

// reasonOf is the label for an end that we did not decide.
func reasonOf(cause error) string {
	var (
		peer  *conn.PeerClosed
		proto *conn.ProtocolError
	)
	switch {
	case errors.As(cause, &peer), errors.Is(cause, io.EOF):
		return "client"
	case errors.As(cause, &proto):
		return "protocol"
	case errors.Is(cause, conn.ErrStalled):
		return "slow"
	}
	return "error"
}

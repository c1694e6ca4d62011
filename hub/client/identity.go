package client

import (
	"hubstake/hub/tail"
	"hubstake/internal/access/token"
)

// identity is the session behind a connection. Its names lie in one string, because a node keeps tens of thousands of
// them and each string of its own costs more than its letters.
type identity struct {
	text     string // the member's key in the registry, the session id, the destination of the own topic
	member   uint16 // where the key ends
	session  uint16 // where the session id ends
	audience token.Audience
	site     string
}

const ownTopic = "/topic/"

// identityOf takes what a token says. It is zero without a session.
func identityOf(c token.Claims) identity {
	if c.SID == "" {
		return identity{}
	}
	key, destination := tail.MemberKey(c.MemID), ""
	if c.Topic != "" {
		destination = ownTopic + c.Topic
	}
	return identity{
		text: key + c.SID + destination, member: uint16(len(key)), session: uint16(len(key) + len(c.SID)),
		audience: c.Audience, site: shared(c.Site),
	}
}

// known reports whether a token's session is behind the connection.
func (i *identity) known() bool { return i.session > 0 }

// MemID is empty for guests.
func (i *identity) MemID() string {
	if i.member == 0 {
		return ""
	}
	return i.text[len(tail.MemberKey("")):i.member]
}

// SID is the session id.
func (i *identity) SID() string { return i.text[i.member:i.session] }

// key is where the member's sessions stand in the registry.
func (i *identity) key() string { return i.text[:i.member] }

// destination of the session's own topic; empty for guests.
func (i *identity) destination() string { return i.text[i.session:] }

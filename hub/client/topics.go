package client

import (
	"strings"
	"unique"

	"hubstake/hub/tail"
	"hubstake/internal/access/token"
	"hubstake/internal/live"
)

// class is how the messages of a topic are dealt with.
type class uint8

const (
	feedTopic     class = iota // every message counts, and can be repeated from the stream
	personalTopic              // the session's own: states
	siteTopic                  // /topic/site.{siteId}: states
	partnerTopic               // /topic/partner.{memId}: a feed, for persons with a right that it needs
	playTopic                  // /topic/sports.{…}, /topic/minigame.{code}: a feed from a stream of its own, whose items conflate
)

// isFeed reports whether what was missed of a topic can be repeated from its stream.
func (c class) isFeed() bool { return c == feedTopic || c == playTopic || c == partnerTopic }

// topic is a destination that a client may subscribe to, with what is needed to serve it.
type topic struct {
	class       class
	destination string
	key         string // of the registry
}

// authorise applies the table "Topics" of realtime.md. Destinations that the table does not name are refused, wildcards and encoded
// names included: names are compared byte by byte and never decoded.
func (s *Client) authorise(destination string) (topic, bool) {
	who := &s.who
	if own := who.destination(); own != "" && destination == own {
		return topic{class: personalTopic, destination: own, key: who.key()}, true
	}
	name, ok := strings.CutPrefix(destination, ownTopic)
	if !ok || name == "" || len(name) > 128 {
		return topic{}, false
	}
	kind, rest, _ := strings.Cut(name, ".")
	if !plainName(rest) {
		return topic{}, false
	}
	switch kind {
	case "site":
		ok = rest == who.site
	case "partner":
		ok = who.audience == token.Partner && rest == who.MemID() && s.followsDownline()
	case "admin":
		ok = who.audience == token.Admin && rest == who.site
	default:
		ok = live.OfPlay(name)
	}
	if !ok {
		return topic{}, false
	}
	t := topic{destination: shared(destination), key: shared(tail.TopicKey(who.site, name))}
	switch {
	case kind == "site":
		t.class = siteTopic
	case kind == "partner":
		t.class = partnerTopic
	case live.OfPlay(name):
		t.class = playTopic
	}
	return t, true
}

// followsDownline reports whether the session may follow the topic of its partner, by its rights of now.
func (s *Client) followsDownline() bool {
	s.mu.Lock()
	defer s.mu.Unlock()
	return s.rights.FollowsDownline()
}

// shared is the one copy of a string that many sessions have.
func shared(s string) string { return unique.Make(s).Value() }

// plainName allows what our ids are made of.
func plainName(s string) bool {
	for i := range len(s) {
		c := s[i]
		if (c < 'a' || c > 'z') && (c < 'A' || c > 'Z') && (c < '0' || c > '9') && c != '-' && c != '_' {
			return false
		}
	}
	return s != ""
}

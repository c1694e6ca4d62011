package session

import (
	"strings"

	"hubstake/hub/tail"
	"hubstake/internal/id"
	"hubstake/internal/platform/token"
)

// topic is a destination that somebody may subscribe to, with what it takes to serve it.
type topic struct {
	personal bool   // the session's own
	site     bool   // /topic/site.{siteId}
	feed     bool   // every message counts, and can be repeated from the stream
	key      string // of the registry
	stream   string
	siteID   string // of the stream; empty for a personal one
}

// authorise decides the table "Topics" of realtime.md. Whatever it does not name is refused, wildcards and encoded names
// included: names are compared byte by byte and never decoded.
func (s *Session) authorise(destination string) (topic, bool) {
	name, ok := strings.CutPrefix(destination, "/topic/")
	if !ok || name == "" || len(name) > 128 {
		return topic{}, false
	}
	who := &s.who
	if who.Topic != "" && name == who.Topic {
		stream, _ := tail.Personal(id.Shard(who.MemID))
		return topic{personal: true, key: tail.MemberKey(who.MemID), stream: stream}, true
	}
	kind, rest, _ := strings.Cut(name, ".")
	if !plainName(rest) {
		return topic{}, false
	}
	stream, site := tail.Site(who.Site)
	t := topic{key: tail.TopicKey(site, name), stream: stream, siteID: site, feed: kind != "site", site: kind == "site"}
	switch kind {
	case "site":
		return t, rest == who.Site
	case "partner":
		return t, who.Audience == token.Partner && rest == who.MemID
	case "admin":
		return t, who.Audience == token.Admin && rest == who.Site
	case "sports", "minigame":
		return t, true
	}
	return topic{}, false
}

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

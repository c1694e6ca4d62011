package tail

import (
	"strconv"
	"strings"

	"github.com/go-json-experiment/json/jsontext"

	"hubstake/internal/event"
)

// Kind sorts messages by what a slow session needs of them. Of every kind but Feed it needs only the
// newest.
type Kind uint8

// The kinds, in the order in which they are written when several wait.
const (
	Cash Kind = iota
	Msg
	LockBet
	Inspect
	Marquee
	CashList
	GameOver
	Logout
	Replaced
	Kinds     // the number of kinds that conflate
	Feed      = Kinds
	Versioned = Inspect + 1 // kinds below it are states with a version: the newest wins
)

var kinds = map[event.Cmd]Kind{
	event.Cash: Cash, event.Msg: Msg, event.LockBet: LockBet, event.Inspect: Inspect, event.Marquee: Marquee,
	event.CashList: CashList, event.GameOver: GameOver, event.Logout: Logout, event.Replaced: Replaced,
}

// KindOf tells how messages of a command conflate.
func KindOf(c event.Cmd) Kind {
	if k, ok := kinds[c]; ok {
		return k
	}
	return Feed
}

// Message is one event ready to be sealed for any number of sessions. It is never changed.
type Message struct {
	Cmd    event.Cmd
	Kind   Kind
	Member string // whose state it is; empty for what is shared
	SID    string // only for this session
	Data1  string
	Ver    int64
	At     int64  // ms; when the fact was committed
	ID     ID     // of the stream entry; zero for what came from a projection
	Epoch  string // of the stream
	Trace  string // W3C traceparent
	JSON   []byte // what clients get
}

// NewMessage is the one place that knows what clients get of an event.
func NewMessage(cmd event.Cmd, data1, data2 string, ver, at int64) *Message {
	b := make([]byte, 0, 64+len(data1)+len(data2))
	b = append(b, `{"cmd":`...)
	b = appendString(b, string(cmd))
	b = append(b, `,"data1":`...)
	b = appendString(b, data1)
	b = append(b, `,"data2":`...)
	b = appendString(b, data2)
	b = append(b, `,"ver":`...)
	b = strconv.AppendInt(b, ver, 10)
	b = append(b, `,"at":`...)
	b = strconv.AppendInt(b, at, 10)
	return &Message{Cmd: cmd, Kind: KindOf(cmd), Data1: data1, Ver: ver, At: at, JSON: append(b, '}')}
}

func appendString(b []byte, s string) []byte {
	out, err := jsontext.AppendQuote(b, s)
	if err != nil { // not UTF-8: what can be read of it
		out, _ = jsontext.AppendQuote(b, strings.ToValidUTF8(s, "\uFFFD"))
	}
	return out
}

// ID is the id of a stream entry.
type ID struct{ Hi, Lo uint64 }

// ParseID reads ids of the form 812-77.
func ParseID(s string) (ID, bool) {
	hi, lo, ok := strings.Cut(s, "-")
	a, err1 := strconv.ParseUint(hi, 10, 64)
	b, err2 := strconv.ParseUint(lo, 10, 64)
	return ID{a, b}, ok && err1 == nil && err2 == nil
}

// After tells whether the entry comes later than the other.
func (i ID) After(o ID) bool { return i.Hi > o.Hi || i.Hi == o.Hi && i.Lo > o.Lo }

// Zero tells that there is no id.
func (i ID) Zero() bool { return i == ID{} }

// String is the id as Redis writes it.
func (i ID) String() string {
	return strconv.FormatUint(i.Hi, 10) + "-" + strconv.FormatUint(i.Lo, 10)
}

// Keys of the registry under which those stand who want what a stream carries.

// MemberKey is where the sessions of a member wait for its personal events.
func MemberKey(memID string) string { return "@" + memID }

// TopicKey is where the subscribers of a shared topic of a site wait; name is what follows /topic/.
func TopicKey(site, name string) string { return site + "/" + name }

// Target is a message with the key of those who get it.
type Target struct {
	Key string
	*Message
}

// targets appends what a stream entry means. site is empty for personal streams. Entries without a command, or of a
// command that only moves a projection, mean nothing.
func targets(dst []Target, site string, id ID, epoch string, values map[string]any) []Target {
	get := func(name string) string {
		s, _ := values[name].(string)
		return s
	}
	cmd := event.Cmd(get("cmd"))
	member := get("member")
	if cmd == "" || cmd == event.Game || site == "" && member == "" {
		return dst
	}
	ver, _ := strconv.ParseInt(get("ver"), 10, 64) // what is missing is zero
	at, _ := strconv.ParseInt(get("at"), 10, 64)
	m := NewMessage(cmd, get("data1"), get("data2"), ver, at)
	m.ID, m.Epoch, m.Trace = id, epoch, get("trace")
	if site == "" {
		m.Member, m.SID = member, get("sid")
		return append(dst, Target{MemberKey(member), m})
	}
	topic, path := get("topic"), get("path")
	if path != "" {
		for partner := range strings.SplitSeq(path, ",") {
			dst = append(dst, Target{TopicKey(site, "partner."+partner), m})
		}
	}
	switch {
	case topic != "":
		dst = append(dst, Target{TopicKey(site, topic), m})
	case path == "":
		dst = append(dst, Target{TopicKey(site, "site."+site), m})
	}
	return dst
}

package tail

import (
	"bytes"
	"strconv"
	"strings"
	"time"

	"github.com/go-json-experiment/json/jsontext"

	"hubstake/internal/core/event"
	"hubstake/internal/platform/redisx"
)

// Kind sorts messages by what a slow session needs of them. Of every kind but Feed it needs only the
// newest.
type Kind uint8

// The kinds, in the order in which they are written when several wait.
const (
	Cash Kind = iota
	Msg
	LockBet
	Maintenance
	Marquee
	CashList
	GameOver
	Logout
	Replaced
	Kinds     // the number of kinds that conflate
	Feed      = Kinds
	Versioned = Maintenance + 1 // kinds below it are states with a version: the newest wins
)

var kinds = map[event.Cmd]Kind{
	event.Cash: Cash, event.Msg: Msg, event.LockBet: LockBet, event.Maintenance: Maintenance, event.Marquee: Marquee,
	event.CashList: CashList, event.GameOver: GameOver, event.Logout: Logout, event.Replaced: Replaced,
}

// KindOf returns how messages of a command conflate.
func KindOf(c event.Cmd) Kind {
	if k, ok := kinds[c]; ok {
		return k
	}
	return Feed
}

// names finds a command without making a string of it.
var names = func() map[string]event.Cmd {
	m := make(map[string]event.Cmd, len(event.Commands)+2)
	for _, c := range event.Commands {
		m[string(c)] = c
	}
	m[string(event.Game)], m[string(event.Wallet)] = event.Game, event.Wallet
	return m
}()

// Message is one event ready to be sealed for any number of sessions. It is never changed.
type Message struct {
	Cmd    event.Cmd
	Kind   Kind
	Member string // whose state it is; empty for what is shared
	SID    string // only for this session
	Data1  string
	Item   string // of messages of the same item only the newest counts; empty: every one counts
	Ver    int64
	At     int64     // ms; when the fact was committed
	Read   time.Time // when its entry was read; zero for what came from a projection
	ID     ID        // of the stream entry; zero for what came from a projection
	Epoch  string    // of the stream
	Trace  string    // W3C traceparent
	JSON   []byte    // what clients get
}

// NewMessage makes a message of what a projection says.
func NewMessage(cmd event.Cmd, data1, data2 string, ver, at int64) *Message {
	b := appendJSON(make([]byte, 0, overhead+len(cmd)+len(data1)+len(data2)), string(cmd), data1, data2, ver, at)
	return &Message{Cmd: cmd, Kind: KindOf(cmd), Data1: data1, Ver: ver, At: at, JSON: b}
}

// overhead is what the JSON of a message has around cmd, data1 and data2.
const overhead = 80

// appendJSON is the one place that knows what clients get of an event.
func appendJSON[T string | []byte](b []byte, cmd string, data1, data2 T, ver, at int64) []byte {
	b = appendString(append(b, `{"cmd":`...), cmd)
	b = appendString(append(b, `,"data1":`...), data1)
	b = appendString(append(b, `,"data2":`...), data2)
	b = strconv.AppendInt(append(b, `,"ver":`...), ver, 10)
	b = strconv.AppendInt(append(b, `,"at":`...), at, 10)
	return append(b, '}')
}

func appendString[T string | []byte](b []byte, s T) []byte {
	out, err := jsontext.AppendQuote(b, s)
	if err != nil { // not UTF-8: what can be read of it
		out, _ = jsontext.AppendQuote(b, strings.ToValidUTF8(string(s), "\uFFFD"))
	}
	return out
}

// ID is the id of a stream entry.
type ID = redisx.EntryID

// ParseID reads ids of the form 812-77.
func ParseID(s string) (ID, bool) { return redisx.ParseEntryID(s) }

// Keys of the registry under which those stand who want what a stream carries.

// MemberKey is where the sessions of a member wait for its personal events.
func MemberKey(memID string) string { return memberKey + memID }

const memberKey = "@"

// TopicKey is where the subscribers of a shared topic of a site wait; name is what follows /topic/.
func TopicKey(site, name string) string { return site + "/" + name }

// Target is a message with the key of those who get it.
type Target struct {
	Key string
	*Message
}

// raw is what an entry says, as it lies in the buffer of the connection.
type raw struct{ cmd, member, sid, path, topic, trace, data1, data2, ver, at []byte }

func read(e *redisx.StreamEntry) (r raw) {
	for i := 0; i+1 < len(e.Fields); i += 2 {
		v := e.Fields[i+1]
		switch string(e.Fields[i]) {
		case "cmd":
			r.cmd = v
		case "member":
			r.member = v
		case "sid":
			r.sid = v
		case "path":
			r.path = v
		case "topic":
			r.topic = v
		case "trace":
			r.trace = v
		case "data1":
			r.data1 = v
		case "data2":
			r.data2 = v
		case "ver":
			r.ver = v
		case "at":
			r.at = v
		}
	}
	return r
}

// targets appends what a stream entry means. site is empty for personal streams. Entries without a command, or of a
// command that is not delivered, mean nothing. Nothing of the entry itself is kept.
func targets(dst []Target, site, epoch string, came time.Time, e *redisx.StreamEntry) []Target {
	r := read(e)
	if len(r.cmd) == 0 || site == "" && len(r.member) == 0 {
		return dst
	}
	cmd, known := names[string(r.cmd)]
	if !known {
		cmd = event.Cmd(r.cmd)
	}
	if cmd == event.Game || cmd == event.Wallet {
		return dst
	}
	m := &Message{Cmd: cmd, Kind: KindOf(cmd), Ver: integer(r.ver), At: integer(r.at), Read: came, ID: e.ID, Epoch: epoch}
	m.JSON = appendJSON(make([]byte, 0, overhead+len(cmd)+len(r.data1)+len(r.data2)), string(cmd), r.data1, r.data2, m.Ver, m.At)
	// All its texts are parts of one.
	var key int // length of a personal key
	var room [256]byte
	text := append(room[:0], r.data1...)
	text = append(text, r.trace...)
	if site == "" {
		key = len(memberKey) + len(r.member)
		text = append(text, r.sid...)
		text = append(text, memberKey...)
		text = append(text, r.member...)
	}
	all := string(text)
	cut := func(n int) (s string) {
		s, all = all[:n], all[n:]
		return s
	}
	m.Data1, m.Trace = cut(len(r.data1)), cut(len(r.trace))
	if site == "" {
		m.SID = cut(len(r.sid))
		name := cut(key)
		m.Member = name[len(memberKey):]
		return append(dst, Target{name, m})
	}
	m.Item = cmd.Item(m.Data1)
	if len(r.path) > 0 {
		for partner := range bytes.SplitSeq(r.path, []byte{','}) {
			dst = append(dst, Target{TopicKey(site, "partner."+string(partner)), m})
		}
	}
	switch {
	case len(r.topic) > 0:
		dst = append(dst, Target{TopicKey(site, string(r.topic)), m})
	case len(r.path) == 0:
		dst = append(dst, Target{TopicKey(site, "site."+site), m})
	}
	return dst
}

// integer reads a number; what is missing or none is zero.
func integer(b []byte) int64 {
	if len(b) == 0 {
		return 0
	}
	n, err := strconv.ParseInt(string(b), 10, 64)
	if err != nil {
		return 0
	}
	return n
}

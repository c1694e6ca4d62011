// Package event is the vocabulary of what happened: the commands that clients understand and the shape in
// which a fact travels from the outbox over Redis Streams to the hub.
package event

import "time"

// Cmd is the command of an event as clients see it (spec/events.tsv).
type Cmd string

// Personal states: each carries a version, and the newest wins.
const (
	Cash     Cmd = "CASH"        // data1 cash, data2 points of the wallet in the site's currency, in minor units; its version
	Msg      Cmd = "MSG"         // data1 number of unread messages; version of the counter
	LockBet  Cmd = "LOCK_BET_YN" // data1 locked Y/N, data2 permitted Y/N (D-34); version of the locks
	Logout   Cmd = "LOGOUT"      // data1 the code that says why; addressed to one session
	Replaced Cmd = "U017"        // the watcher: logged in elsewhere
	GameOver Cmd = "TK999"       // the watcher: the game token expired or was closed
)

// Events for all clients of a site.
const (
	Maintenance Cmd = "INSPECT"  // data1 Y or N: maintenance of the whole site (D-35)
	Marquee     Cmd = "MARQUEE"  // the ticker changed: read it again
	CashList    Cmd = "CASHLIST" // the public board of deposits and withdrawals changed: read it again
)

// States of the sportsbook, on the topic of their event, /topic/sports.{event}, or of their sport, /topic/sports.{sport}. Each is the whole
// state of what data1 names, with its version: of two for the same one, the newer replaces the older.
const (
	Odds  Cmd = "ODDS"  // data1 id of a market; data2 its state and prices as JSON; version of the market
	Score Cmd = "SCORE" // data1 id of an event; data2 its state, clock and scores as JSON; version of the event
	Sport Cmd = "SPORT" // data1 id of an event of the sport; data2 what lists show of it as JSON; version of the event
)

// Round is the state of a game of scheduled draws, on its topic, /topic/minigame.{code}: data1 the code; data2 its rounds that take bets or wait for their draw, and the last one that
// ended, as JSON.
const Round Cmd = "ROUND"

// Events for staff and partners. These are feeds, not states.
const (
	Queue   Cmd = "QUEUE"   // data1 signup, in, out, inspect, settings, inquiry, approval, account or alarm; data2 id of what changed or needs a person
	Join    Cmd = "JOIN"    // data1 memId: a member of the subtree was approved, or was moved into it with its own subtree
	Login   Cmd = "LOGIN"   // data1 memId: a session of the subtree began
	Leave   Cmd = "LEAVE"   // data1 memId: one ended, whatever ended it, or the member was moved out of the subtree
	CashReq Cmd = "CASHREQ" // data1 memId, data2 in, out, through or pt (the partner's own): a request of the subtree came or was decided
	Bet     Cmd = "BET"     // the subtree has bet since the last one, at most one a second: read the API; or a large bet: data1 memId, data2 the stake
	PT      Cmd = "PT"      // data1 the partner's own PT, in minor units; version of that wallet
)

// Probe answers a probe of delivery on the session that asked; data1 is what it asked with.
const Probe Cmd = "PROBE"

// Reality reminds a member of the time in this session (S-43): data1 the minutes since the login; data2 empty, or LIMIT when the
// member's own limit of session time is reached. The figures are read from the API.
const Reality Cmd = "REALITY"

// Resync tells a client that something may have been missed: read the API.
const Resync Cmd = "RESYNC"

// Game is not delivered: it moves the life of a session's game token into the projection that the
// hub's watcher reads (data1 = Unix ms of its end, or -1 when the server closed it).
const Game Cmd = "GAME"

// Wallet is not delivered: a wallet moved that is not in the site's currency (data and version as of Cash). Members are
// shown the wallet in the site's currency, so no projection follows it.
const Wallet Cmd = "WALLET"

// Moves reports whether a command tells of a move of money. Such an event is its member's, even when Upline names the partners who
// are told of a bet.
func (c Cmd) Moves() bool { return c == Cash || c == Wallet }

// Commands lists every command that a client may receive, for the generated contract.
var Commands = []Cmd{
	Cash, Msg, LockBet, Logout, Replaced, GameOver, Maintenance, Marquee, CashList,
	Odds, Score, Sport, Round, Queue, Join, Login, Leave, CashReq, Bet, PT, Probe, Reality, Resync,
}

// YN writes a flag the way the product does.
func YN(b bool) string {
	if b {
		return "Y"
	}
	return "N"
}

// Event is one fact with its audience. Exactly one audience applies: a member (Member set, Upline and Topic
// empty), the upline of a member (Upline), a named topic of the site (Topic), or the whole site.
type Event struct {
	Site   string // site id; never empty
	Member string // memId whose state this is
	Upline string // memIds of the partners above, nearest first, comma-separated: "path" on the wire; of a bet's move: those to be told BET
	Topic  string // for instance admin.demo, sports.123
	SID    string // only this session of the member
	Cmd    Cmd
	Data1  string
	Data2  string
	Ver    int64
	At     time.Time
	Trace  string // W3C traceparent, or empty
}

// Item names what a state of many is the state of, and is empty for every other event. A client that is slow needs only the newest
// event of each item.
func (c Cmd) Item(data1 string) string {
	switch c {
	case Odds, Score, Sport, Round:
		return string(c) + " " + data1
	default:
		return ""
	}
}

// Personal reports whether the event belongs to one member's stream rather than to the site's.
func (e Event) Personal() bool { return e.Member != "" && e.Upline == "" && e.Topic == "" }

// Package round keeps the vendor's promise about money: a round that took a stake ends, whatever breaks, either with its win
// told to the operator or with its stake given back.
//
// A round is written to disk before its bet is sent, when its outcome is drawn, and when it ends:
//
//	betting ──bet OK──▶ drawn ──win OK──▶ settled
//	   │  └──refused──▶ refused
//	   └──unknown, or the program died──▶ returning ──rollback OK──▶ returned
//	drawn, returning ──a final no of the operator──▶ disputed (an alarm; a person decides)
//
// A bet at a table, whose result comes later for all its players, waits between the two (later.go):
//
//	betting ──bet OK──▶ accepted ──the table's result──▶ drawn
//	                       └──the table lost its round──▶ returning
//
// An outcome is drawn after the bet was accepted and is on disk before anybody learns it, so it can neither be lost nor
// drawn again.
//
// Its numbers follow from a seed and from the key of the page (package fairness). The seed is drawn before the page makes the key, and its
// commitment is shown in the window before the spin; the seed itself is shown with the outcome. So neither side can choose the outcome, and
// the seed alone, which lies on disk until then, does not tell it (S-51, S-64).
package round

import (
	"time"

	"hubstake/internal/core/fairness"
	"hubstake/internal/core/money"
	"hubstake/internal/sim/game"
)

// Status of a round.
type Status string

// The states of a round; see the package comment.
const (
	Betting   Status = "betting"
	Accepted  Status = "accepted"
	Drawn     Status = "drawn"
	Settled   Status = "settled"
	Refused   Status = "refused"
	Returning Status = "returning"
	Returned  Status = "returned"
	Disputed  Status = "disputed"
)

// Unavailable is the Refusal of a round that this vendor itself could not begin.
const Unavailable = "UNAVAILABLE"

// Open reports whether the operator must still be told something.
func (s Status) Open() bool { return s == Betting || s == Accepted || s == Drawn || s == Returning }

// Play is one opened game window: what the operator launched, under an address that cannot be guessed.
type Play struct {
	ID       string    `json:"id"`
	Game     string    `json:"game"`
	Token    string    `json:"token"` // the operator's; never leaves this program except to the operator
	Member   string    `json:"member"`
	Nick     string    `json:"nick"`
	Currency string    `json:"currency"`
	Lang     string    `json:"lang"`
	Mobile   bool      `json:"mobile"`
	Own      bool      `json:"own,omitzero"` // played from the wallet that this vendor keeps
	LobbyURL string    `json:"lobbyUrl"`
	OpenedAt time.Time `json:"openedAt"`

	// Next is the seed of the next round of this window; its commitment is public. Zero in plays of before there were seeds.
	Next fairness.Hash `json:"next,omitzero"`

	// Totals of this window: rounds with an outcome, their stakes and wins.
	Spins  int          `json:"spins"`
	Staked money.Amount `json:"staked"`
	Won    money.Amount `json:"won"`
}

// Round is one game with money in it. Amounts are minor units of Currency.
type Round struct {
	ID       string        `json:"id"`
	Play     string        `json:"play"`
	Own      bool          `json:"own,omitzero"` // as its play
	Member   string        `json:"member"`
	Game     string        `json:"game"`
	Rules    string        `json:"rules"` // date of the rules that it was accepted under (S-57)
	Currency string        `json:"currency"`
	Key      string        `json:"key"`           // the page's; the same key is the same round
	Seed     fairness.Hash `json:"seed,omitzero"` // secret until there is an outcome; used for this round only
	Stake    money.Amount  `json:"stake"`
	Choice   game.Choice   `json:"choice,omitzero"`
	Status   Status        `json:"status"`
	Refusal  string        `json:"refusal,omitzero"` // the operator's status when it said no
	Outcome  *game.Outcome `json:"outcome,omitzero"`
	Bet      *Bet          `json:"bet,omitzero"`      // at a table; nil in a game that is played alone
	Jackpots []JackpotWin  `json:"jackpots,omitzero"` // what it won from the pools, beside the outcome
	AfterBet *money.Amount `json:"afterBet,omitzero"` // balance when the stake was taken, as the operator said
	Balance  *money.Amount `json:"balance,omitzero"`  // balance when the round ended, as the operator said
	BegunAt  time.Time     `json:"begunAt"`
	EndedAt  time.Time     `json:"endedAt,omitzero"`
}

// The transaction ids of a round follow from its id, so a repetition after a restart is the same transaction.
func (r *Round) betTx() string      { return "b" + r.ID }
func (r *Round) winTx() string      { return "w" + r.ID }
func (r *Round) rollbackTx() string { return "r" + r.ID }

// Message is the message of the stream that a round is drawn from; the seed is the other half.
func (r *Round) Message() string { return "hubstake/slot/1/" + r.Game + "/" + r.Key }

// Fair reports whether the outcome of a round follows from its seed, which may then be shown.
func (r *Round) Fair() bool { return r.Outcome != nil && r.Seed != (fairness.Hash{}) }

// Commitment is the public hash of the seed of a play's next round; empty until a seed was drawn.
func (p *Play) Commitment() string {
	if p.Next == (fairness.Hash{}) {
		return ""
	}
	return fairness.Commitment(p.Next).String()
}

// place is where at most one round may be open: a member's game (S-60).
func (r *Round) place() string { return r.Member + "\x00" + r.Game }

// Won is what the round paid, jackpots included; 0 while it has no outcome.
func (r *Round) Won() money.Amount {
	if r.Outcome == nil {
		return 0
	}
	won := r.Outcome.Win
	for _, j := range r.Jackpots {
		won += j.Amount
	}
	return won
}

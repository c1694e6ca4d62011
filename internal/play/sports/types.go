package sports

import (
	"time"

	"hubstake/internal/core/odds"
)

// MarketState is where a market stands.
type MarketState string

// States of a market. Closed waits for the result; bets on a resulted or void one can be settled.
const (
	Open      MarketState = "open"
	Suspended MarketState = "suspended"
	Closed    MarketState = "closed"
	Resulted  MarketState = "resulted"
	Void      MarketState = "void"
)

// Refusal is why a selection cannot be bet on now; empty: it can (sports_quotes).
type Refusal string

// Refusals of sports_quotes.
const (
	Off             Refusal = "off"
	ClosedNow       Refusal = "closed"
	SuspendedNow    Refusal = "suspended"
	SelectionIsDown Refusal = "inactive"
)

// Quote is a selection as a bet sees it: a row of sports_quotes.
type Quote struct {
	Site         string
	Market       int64
	Key          odds.Key
	Refusal      Refusal
	Price        odds.Price
	Version      int64 // of the price
	Event        int64
	EventVersion int64
	Sport        odds.Sport
	League       int64
	Kind         odds.Kind
	Period       odds.Period
	Line         odds.Line
	Live         bool
	StartsAt     time.Time
	PlannedAt    time.Time // when it was to begin as it was first offered
	Home, Away   int       // the score now
	HomeTeam     int64
	AwayTeam     int64
}

// Result is how a match ended, as bets are settled by it: the newest row of sports_result.
type Result struct {
	Void    string                // "cancelled", "abandoned" or "postponed": the match has no result; else empty
	Full    odds.Score            // of an abandoned match that of the moment; of another one without a result it means nothing
	Half    *odds.Score           // nil: not known
	Open    bool                  // the match was abandoned in its first half
	Scores  map[string]odds.Score // by period of play: those of sets decide what is counted within them
	Source  string                // the feed, or where staff has it from
	EndedAt time.Time             // when the first result came; a correction does not move it
}

package table

import (
	"slices"
	"strings"
	"time"

	"github.com/go-json-experiment/json/jsontext"

	"hubstake/internal/core/fairness"
	"hubstake/internal/core/money"
)

// Engines of the tables: what is played, and which script draws it.
const (
	EngineBaccarat = "baccarat"
	EngineRace     = "race"
)

// Game is what is played at a table. Everything about a round follows from the seed and the round's place among those of the seed.
// Implementations are immutable and safe for concurrent use.
type Game interface {
	// Info describes the table to players and operators.
	Info() Info
	// Offer returns what may be bet on in a round. It is public as soon as betting opens.
	Offer(seed fairness.Hash, turn int) Offer
	// Draw returns how a round ends.
	Draw(seed fairness.Hash, turn int) Draw
	// Board returns what a window shows of the rounds so far, oldest first.
	Board(results []jsontext.Value) any
}

// Offer is what may be bet on in a round.
type Offer struct {
	Prices map[string]money.Amount // by spot: returned for a win, in twentieths of the stake and with the stake
	Shown  jsontext.Value          // what there is to see of it; nil when it is always the same
}

// Draw is how a round ends.
type Draw struct {
	Result  jsontext.Value
	Show    time.Duration           // from the draw until the result is in sight
	Returns map[string]money.Amount // by spot, in twentieths of the stake and with the stake; a spot that lost is not in it
}

// Times are the lengths of a table's phases.
type Times struct {
	Prepare time.Duration // before betting opens on the first round of a seed
	Betting time.Duration // at least
	Closed  time.Duration // between the close and the draw
	Result  time.Duration // how long a result is shown before the next round
	Grid    time.Duration // draws are at multiples of it; 0: as soon as betting was long enough
}

// Kind is a kind of bets and what it returns in the long run, in basis points. The prices of a kind may differ from spot to spot, and
// its return with them, by as little as rounding makes.
type Kind struct {
	Code   string       `json:"code"`
	Units  money.Amount `json:"units"` // price, in twentieths of the stake and with the stake; 0 when it differs
	Side   bool         `json:"side"`  // the lower limit holds
	RTP    int          `json:"rtp"`
	RTPMax int          `json:"rtpMax"`
}

// Limits are what may be staked in a currency, in minor units. Each stake is a multiple of the lowest chip.
type Limits struct {
	Chips []money.Amount `json:"chips"`
	Most  money.Amount   `json:"most"` // on one spot in one round
	Side  money.Amount   `json:"side"` // the same on a spot of a side kind
}

// Info is everything that a player may read about a table before playing (S-57).
type Info struct {
	Code   string            `json:"code"`
	Engine string            `json:"engine"`
	ProcID int               `json:"procId"`
	Studio string            `json:"studio"`
	Names  map[string]string `json:"names"` // by language key: vn ko en th cn jp
	Kinds  []Kind            `json:"kinds"`
	Limits map[string]Limits `json:"limits"` // by currency
	Bets   int               `json:"bets"`   // of one member in one round, at most
	Turns  int               `json:"turns"`  // rounds that one seed decides
	Rules  string            `json:"rules"`  // date of the rules; a bet keeps the date it was accepted under

	Times Times `json:"-"`
}

// kind finds the kind of a spot: what its code has before the first dot.
func (i Info) kind(spot string) (Kind, bool) {
	code, _, _ := strings.Cut(spot, ".")
	at := slices.IndexFunc(i.Kinds, func(k Kind) bool { return k.Code == code })
	if at < 0 {
		return Kind{}, false
	}
	return i.Kinds[at], true
}

// limits of the tables, by currency.
var limits = map[string]Limits{
	money.KRW.Code: {Chips: []money.Amount{1_000, 5_000, 10_000, 50_000, 100_000, 500_000}, Most: 2_000_000, Side: 200_000},
	money.VND.Code: {Chips: []money.Amount{20_000, 100_000, 200_000, 1_000_000, 2_000_000, 10_000_000}, Most: 40_000_000, Side: 4_000_000},
	money.USD.Code: {Chips: []money.Amount{100, 500, 1_000, 5_000, 10_000, 50_000}, Most: 200_000, Side: 20_000},
}

// most is how many bets a member may place in one round.
const most = 20

// All returns the vendor's tables in the order of its catalogue.
func All() []Game { return []Game{Baccarat(), Race()} }

// Find returns the table of a code.
func Find(code string) (Game, bool) {
	for _, g := range All() {
		if g.Info().Code == code {
			return g, true
		}
	}
	return nil, false
}

// Package game holds the mathematics of the simulated vendor's games: what can happen, how likely it is and what it pays.
//
// An outcome depends on the random source and the stake alone: not on balance, history, bank or player (S-53). Money is whole
// minor units; pays are whole multiples of one twentieth of the stake (the unit), and every permitted stake is a multiple of
// twenty, so no win is ever rounded. RTP is kept in basis points and proven by the tests of this package.
package game

import (
	"fmt"
	"slices"

	"hubstake/internal/core/money"
)

// Units is how many parts a stake is divided into; pays are counted in these parts.
const Units = 20

// Kinds of a Step.
const (
	KindSpin   = "spin"   // the paid game
	KindFree   = "free"   // a free spin that the paid game won
	KindTumble = "tumble" // what fell after winning symbols left
	KindHold   = "hold"   // a respin with the coins held
)

// Engines: how a game finds its wins.
const (
	EngineLines   = "lines"   // symbols along lines from the left
	EngineWays    = "ways"    // symbols on neighbouring reels from the left, in any row
	EngineCluster = "cluster" // touching symbols, which burst
	EngineHold    = "hold"    // lines, and coins that stay for respins

	EngineRoulette = "roulette" // chips on the spots of a table, and one number
	EngineFishing  = "fishing"  // shots, each at a kind of fish
)

// Game is a game of reels. Implementations are immutable and safe for concurrent use.
type Game interface {
	// Info describes the game to players and operators.
	Info() Info
	// Play draws one complete outcome. unit is the stake divided by Units.
	Play(src Source, unit money.Amount) Outcome
}

// Symbol is one picture of a game and what it pays.
type Symbol struct {
	Name string `json:"name"` // also the name of its picture and of its text
	Role string `json:"role"` // "", "wild", "scatter" or "coin"
	Pays []Pay  `json:"pays"`
}

// Pay is one line of the pay table.
type Pay struct {
	Count int          `json:"count"` // at least so many
	Units money.Amount `json:"units"` // twentieths of the stake
}

// Free is the feature of free spins.
type Free struct {
	Scatters   int `json:"scatters"`
	Spins      int `json:"spins"`
	Multiplier int `json:"multiplier"`
	Most       int `json:"most"` // free spins in one game, retriggers included
}

// Hold is the feature of held coins: enough coins at once stay, the other places turn again, and each new coin stays too
// and gives all respins back. At the end every coin pays its value.
type Hold struct {
	Coins   int          `json:"coins"`   // coins that begin it
	Respins int          `json:"respins"` // without a new coin, then it ends
	Odds    int          `json:"odds"`    // each free place shows a coin once in so many respins
	Values  []CoinValue  `json:"values"`
	Full    money.Amount `json:"full"` // units on top when every place holds a coin
}

// CoinValue is a value of a coin and how many tickets of the draw it has.
type CoinValue struct {
	Units   money.Amount `json:"units"`
	Tickets int          `json:"tickets"`
}

// Info is everything that a player may read about a game before playing (S-57).
type Info struct {
	Code        string            `json:"code"`
	Engine      string            `json:"engine"`
	ProcID      int               `json:"procId"`
	Studio      string            `json:"studio"`
	Names       map[string]string `json:"names"` // by language key: vn ko en th cn jp
	Columns     int               `json:"columns"`
	Rows        int               `json:"rows"`
	Lines       [][]int           `json:"lines"`  // row of each column; empty for games without lines
	Strips      [][]int           `json:"strips"` // symbol numbers; empty for games without reels
	Symbols     []Symbol          `json:"symbols"`
	Free        []Free            `json:"free"`
	Hold        *Hold             `json:"hold"`        // nil without the feature
	Multipliers []int             `json:"multipliers"` // by tumble; the last one stays
	Jackpot     *Jackpot          `json:"jackpot"`     // nil for a game that takes part in none
	RTP         int               `json:"rtp"`         // basis points, jackpots included
	HitRate     int               `json:"hitRate"`     // basis points of games that pay anything
	Volatility  int               `json:"volatility"`  // 1 (calm) … 5 (wild), by the standard deviation of a game: see Volatility
	MaxWin      money.Amount      `json:"maxWin"`      // in units (twentieths of the stake); a win is cut there; jackpots come on top
	Tumbles     int               `json:"tumbles"`     // a game ends after so many at the latest; 0 when there are none
	Rules       string            `json:"rules"`       // date of the rules; a round keeps the date it was accepted under

	Spots []Spot `json:"spots,omitzero"` // of a betting table, by code
	Fish  []Fish `json:"fish,omitzero"`  // of a fishing game, the lowest price first
	Pause int    `json:"pause,omitzero"` // milliseconds that must lie between the beginnings of two rounds of a member; 0 when it is the page's affair
}

// Cell is a place in the window.
type Cell struct {
	Column int `json:"c"`
	Row    int `json:"r"`
}

// Win is one winning combination of a step.
type Win struct {
	Symbol int          `json:"symbol"`
	Count  int          `json:"count"`
	Line   int          `json:"line"` // number of the line from 0, -1 when the win is not on a line
	Ways   int          `json:"ways"` // ways that this symbol pays at once; 0 when the game has none
	Cells  []Cell       `json:"cells"`
	Amount money.Amount `json:"amount"` // with the step's multiplier
}

// Step is one picture of a game, in the order in which the player sees them.
type Step struct {
	Kind       string       `json:"kind"`
	Grid       [][]int      `json:"grid"`  // by column, from the top; -1 is an empty place
	Stops      []int        `json:"stops"` // strip position of each column's top cell; empty for games without reels
	Wins       []Win        `json:"wins"`
	Multiplier int          `json:"multiplier"`
	Awarded    int          `json:"awarded"` // free spins won here
	Left       int          `json:"left"`    // free spins or respins still to come after this step
	Amount     money.Amount `json:"amount"`  // sum of Wins

	Values [][]money.Amount `json:"values,omitzero"` // of held coins, by column; 0 elsewhere
}

// Outcome is a whole game: the paid part and everything that it led to.
type Outcome struct {
	Steps  []Step       `json:"steps"`
	Win    money.Amount `json:"win"`
	Capped bool         `json:"capped"` // the win reached Info.MaxWin and was cut there

	// Drawn decided a game without steps: the number of roulette, or the ticket of a shot, which catches below Fish.Catches.
	Drawn *int `json:"drawn,omitzero"`
}

func (o *Outcome) add(s Step) {
	for _, w := range s.Wins {
		s.Amount += w.Amount
	}
	o.Steps = append(o.Steps, s)
	o.Win += s.Amount
}

// full cuts the win at the game's limit and reports whether the game is over because of it. most is in units.
func (o *Outcome) full(most, unit money.Amount) bool {
	if limit := most * unit; o.Win > limit {
		o.Win, o.Capped = limit, true
	}
	return o.Capped
}

// pay finds what count of a symbol pays, in units.
func (s Symbol) pay(count int) money.Amount {
	var units money.Amount
	for _, p := range s.Pays {
		if count >= p.Count {
			units = p.Units
		}
	}
	return units
}

// Volatility classifies the standard deviation of a game's win, in stakes.
func Volatility(deviation float64) int {
	class := 1
	for _, bound := range []float64{2.2, 3.4, 5.2, 7.5} {
		if deviation > bound {
			class++
		}
	}
	return class
}

// All returns the vendor's games of reels in the order of its catalogue; Catalogue has the other games too.
func All() []Game {
	return []Game{
		MoonJar(), Tiger(), Palace(), Harvest(),
		Lanterns(), Lotus(), Mekong(), Drum(),
		Comet(), Nebula(), Polar(), Robots(),
		Koi(), Fox(), Sushi(), Wave(),
	}
}

// ErrStake says that a stake is not one of Stakes.
var ErrStake = fmt.Errorf("game: not a permitted stake")

// Stakes lists the stakes that may be chosen in a currency, smallest first, in minor units; nil for a currency that the
// vendor does not serve. Each is a multiple of Units.
func Stakes(currency string) []money.Amount {
	switch currency {
	case money.KRW.Code:
		return []money.Amount{200, 400, 1_000, 2_000, 4_000, 10_000, 20_000, 40_000, 100_000}
	case money.VND.Code:
		return []money.Amount{4_000, 8_000, 20_000, 40_000, 80_000, 200_000, 400_000, 800_000, 2_000_000}
	case money.USD.Code:
		return []money.Amount{20, 40, 100, 200, 400, 1_000, 2_000, 4_000, 10_000}
	}
	return nil
}

// Unit checks a stake and returns its twentieth.
func Unit(currency string, stake money.Amount) (money.Amount, error) {
	if !slices.Contains(Stakes(currency), stake) {
		return 0, fmt.Errorf("%w: %d %s", ErrStake, stake, currency)
	}
	return stake / Units, nil
}

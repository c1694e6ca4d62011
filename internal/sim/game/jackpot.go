package game

import (
	"slices"

	"hubstake/internal/core/money"
)

// RateParts is how many parts of a stake a Level's Rate counts, and of a minor unit the pools: a share of a stake in minor units is
// a whole number of pool parts, so nothing is ever rounded.
const RateParts = 10_000

// Jackpot is the progressive jackpots that a group of games fills together. Each level has one pool for each currency.
//
// A game holds one ticket of each level for every lowest stake that its stake contains, and its own draw decides after the reels
// whether one of them wins: Draw from the level's tickets, the same chance whatever stands in the pool and whenever it was last
// won. A pool that is won begins again with its seed. So the mean return of a level is its rate and, once in Tickets lowest
// stakes, its seed; both are part of the RTP of the games that take part.
type Jackpot struct {
	Group  string  `json:"group"`
	Levels []Level `json:"levels"`
}

// Level is one of a group's jackpots.
type Level struct {
	Code    string `json:"code"`
	Tickets int    `json:"tickets"` // one of so many wins
	Seed    int    `json:"seed"`    // a pool begins with so many lowest stakes
	Rate    int    `json:"rate"`    // parts of each stake (RateParts) that go into the pool
	Return  int    `json:"return"`  // basis points of the stakes that the level pays in the long run
}

// The levels.
const (
	LevelMini  = "mini"
	LevelMajor = "major"
	LevelGrand = "grand"
)

// LevelCodes lists the levels of every group, smallest first.
var LevelCodes = []string{LevelMini, LevelMajor, LevelGrand}

var levels = []Level{
	{Code: LevelMini, Tickets: 100_000, Seed: 100, Rate: 20, Return: 30},
	{Code: LevelMajor, Tickets: 2_000_000, Seed: 2_000, Rate: 20, Return: 30},
	{Code: LevelGrand, Tickets: 50_000_000, Seed: 50_000, Rate: 30, Return: 40},
}

var (
	coinJackpot = Jackpot{Group: "coins", Levels: levels}
	wayJackpot  = Jackpot{Group: "ways", Levels: levels}
)

// Jackpots returns the vendor's groups of jackpots with the codes of the games that take part.
func Jackpots() (groups []Jackpot, games map[string][]string) {
	games = map[string][]string{}
	for _, g := range All() {
		info := g.Info()
		if info.Jackpot == nil {
			continue
		}
		if games[info.Jackpot.Group] == nil {
			groups = append(groups, *info.Jackpot)
		}
		games[info.Jackpot.Group] = append(games[info.Jackpot.Group], info.Code)
	}
	return groups, games
}

// Won draws which levels a game of a permitted stake wins; usually none.
func (j Jackpot) Won(src Source, currency string, stake money.Amount) []string {
	var won []string
	held := int(stake / Stakes(currency)[0])
	for _, l := range j.Levels {
		if Draw(src, l.Tickets) < held {
			won = append(won, l.Code)
		}
	}
	return won
}

// Level finds a level by its code.
func (j Jackpot) Level(code string) (Level, bool) {
	i := slices.IndexFunc(j.Levels, func(l Level) bool { return l.Code == code })
	if i < 0 {
		return Level{}, false
	}
	return j.Levels[i], true
}

// SeedIn is what a pool of the level begins with, in minor units of a currency.
func (l Level) SeedIn(currency string) money.Amount {
	return money.Amount(l.Seed) * Stakes(currency)[0]
}

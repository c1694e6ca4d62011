package sports

import (
	"hubstake/internal/core/odds"
)

// family is how a sport is played and priced.
type family int

const (
	goals       family = iota // both sides score at any moment of a running clock
	possessions               // the sides attack in turn, on a running clock
	innings                   // the sides bat in turn, without a clock
	sets                      // points make sets, sets make the match
	fight                     // one ends it
)

// points is the outcome of an attack: so many points with this chance.
type points struct {
	points int
	chance float64
}

// rules are a sport as the simulator plays it. Times are seconds.
type rules struct {
	family  family
	leagues int // of the sport; all have perLeague teams
	players bool
	parts   []string // periods of play
	length  int      // of a period, on the clock
	breaks  []int    // after each period but the last
	added   [2]int   // stoppage time, least and most
	half    int      // periods of the first half; 0: the sport has none
	draws   bool

	home, away float64 // expected goals or runs of equal sides; of attacks the factor of their chance; of a point the home side's chance
	spread     float64 // how much a difference of strength of one changes them
	table      []points
	pace       float64 // seconds from attack to attack, of a half inning, from point to point

	target, last, cap int // points of a set, of the last set, and the score that ends it without a lead of two
	wins              int // sets that win the match

	goalStop    int        // betting stops so long after a goal
	incidents   []incident // what else is counted
	handicap    grid
	total       grid
	bothScore   bool
	exactScores int // goals of a side up to which exact scores are offered; -1: none
	lines       int // lines offered each way from the main one
	halfLines   int // the same for the first half; -1: none
}

// incident is something that is counted beside goals, with how often it happens to a side in a match.
type incident struct {
	name string
	rate float64
}

// red is the incident that weakens a side.
const red = "red"

// grid is where lines lie, in quarters: first, first+step, first-step and so on.
type grid struct{ first, step odds.Line }

// perLeague is the number of teams of a league.
const perLeague = 8

var book = map[odds.Sport]rules{
	odds.Soccer: {
		family: goals, leagues: 16, parts: []string{"h1", "h2"}, length: 2700, breaks: []int{900}, added: [2]int{60, 360}, half: 1, draws: true,
		home: 1.55, away: 1.2, spread: 0.42, goalStop: 45, incidents: []incident{{"corner", 5}, {"yellow", 1.8}, {red, 0.09}},
		handicap: grid{0, 1}, total: grid{0, 1}, bothScore: true, exactScores: 4, lines: 2, halfLines: 1,
	},
	odds.Basketball: {
		family: possessions, leagues: 7, parts: []string{"q1", "q2", "q3", "q4", "ot"}, length: 600, breaks: []int{120, 600, 120, 120}, half: 2,
		home: 1.02, away: 0.98, spread: 0.07, table: []points{{3, 0.15}, {2, 0.28}, {1, 0.05}}, pace: 14.5,
		handicap: grid{2, 12}, total: grid{2, 12}, exactScores: -1, lines: 2, halfLines: 1,
	},
	odds.Baseball: {
		family: innings, leagues: 6, parts: inningNames(), breaks: []int{}, home: 4.6, away: 4.3, spread: 0.2, pace: 420, goalStop: 25,
		handicap: grid{2, 4}, total: grid{2, 4}, exactScores: -1, lines: 1, halfLines: -1,
	},
	odds.Volleyball: {
		family: sets, leagues: 5, parts: []string{"s1", "s2", "s3", "s4", "s5"}, home: 0.505, spread: 0.014, pace: 28, target: 25, last: 15, cap: 99, wins: 3,
		handicap: grid{2, 4}, total: grid{2, 4}, exactScores: 3, lines: 1, halfLines: -1,
	},
	odds.Badminton: {
		family: sets, leagues: 4, players: true, parts: []string{"s1", "s2", "s3"}, home: 0.5, spread: 0.02, pace: 24, target: 21, last: 21, cap: 30, wins: 2,
		handicap: grid{2, 4}, total: grid{2, 4}, exactScores: 2, lines: 1, halfLines: -1,
	},
	odds.Hockey: {
		family: goals, leagues: 5, parts: []string{"p1", "p2", "p3"}, length: 1200, breaks: []int{900, 900}, draws: true,
		home: 3.0, away: 2.6, spread: 0.25, goalStop: 30, incidents: []incident{{"penalty", 3.5}},
		handicap: grid{2, 2}, total: grid{2, 2}, bothScore: true, exactScores: -1, lines: 1, halfLines: -1,
	},
	odds.Combat: {
		family: fight, leagues: 3, players: true, parts: []string{"r1", "r2", "r3"}, length: 300, breaks: []int{60, 60}, home: 0.5, spread: 0.6,
		exactScores: -1, lines: -1, halfLines: -1,
	},
	odds.Tennis: {
		family: sets, leagues: 6, players: true, parts: []string{"s1", "s2", "s3"}, home: 0.5, spread: 0.05, pace: 210, target: 6, last: 6, cap: 7, wins: 2,
		handicap: grid{2, 4}, total: grid{2, 4}, exactScores: 2, lines: 1, halfLines: -1,
	},
	odds.Handball: {
		family: possessions, leagues: 4, parts: []string{"h1", "h2"}, length: 1800, breaks: []int{600}, half: 1, draws: true,
		home: 1.02, away: 0.97, spread: 0.05, table: []points{{1, 0.47}}, pace: 30,
		handicap: grid{2, 4}, total: grid{2, 4}, exactScores: -1, lines: 2, halfLines: 1,
	},
	odds.AmericanFootball: {
		family: possessions, leagues: 3, parts: []string{"q1", "q2", "q3", "q4", "ot"}, length: 900, breaks: []int{120, 720, 120, 180}, half: 2,
		home: 1.05, away: 0.97, spread: 0.12, table: []points{{7, 0.24}, {3, 0.17}}, pace: 155, goalStop: 40,
		handicap: grid{2, 8}, total: grid{2, 8}, exactScores: -1, lines: 2, halfLines: 1,
	},
	odds.Esport: {
		family: sets, leagues: 5, parts: []string{"m1", "m2", "m3"}, home: 0.5, spread: 0.022, pace: 80, target: 13, last: 13, cap: 40, wins: 2,
		handicap: grid{2, 4}, total: grid{2, 4}, exactScores: 2, lines: 1, halfLines: -1,
	},
}

// mostInnings bounds a game of baseball; a game level after them goes to the side that bats last.
const mostInnings = 12

func inningNames() (names []string) {
	for i := range mostInnings {
		names = append(names, "i"+string([]byte{'0' + byte((i+1)/10), '0' + byte((i+1)%10)}))
	}
	return names
}

// Margins of the prices, in basis points of the stakes: the book of a market is so much above one whole, and up to bookSlack more for each
// selection because prices are rounded down.
var margins = map[odds.Kind]int{
	odds.OneXTwo: 600, odds.Winner: 500, odds.Handicap: 400, odds.Total: 400, odds.BothScore: 600, odds.OddEven: 600, odds.CorrectScore: 1800,
}

// bookSlack is the most that rounding adds to the book for a selection, in basis points.
const bookSlack = 55

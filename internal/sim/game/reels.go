package game

import (
	"strings"

	"hubstake/internal/core/money"
)

// reels is the common part of the games that turn strips and pay from the left, along lines or on all ways.
type reels struct {
	info    Info
	wild    int          // symbol number, -1 when the game has none
	scatter int          // symbol number, -1 when the game has none
	line    money.Amount // units staked on each line; 1 for ways, which pay by the whole stake
}

// strip reads a reel that is written with one letter for each symbol.
func strip(letters, reel string) []int {
	stops := make([]int, 0, len(reel))
	for _, r := range strings.ReplaceAll(reel, " ", "") {
		stops = append(stops, strings.IndexRune(letters, r))
	}
	return stops
}

// turn draws a stop for every reel: each stop of a reel is equally likely.
func (g *reels) turn(src Source) []int {
	stops := make([]int, len(g.info.Strips))
	for c, strip := range g.info.Strips {
		stops[c] = Draw(src, len(strip))
	}
	return stops
}

// window is what the player sees when the reels stand at stops.
func (g *reels) window(stops []int) [][]int {
	grid := make([][]int, len(stops))
	for c, stop := range stops {
		strip := g.info.Strips[c]
		grid[c] = make([]int, g.info.Rows)
		for r := range grid[c] {
			grid[c][r] = strip[(stop+r)%len(strip)]
		}
	}
	return grid
}

// linePay finds the best that the symbols of one line pay: their number from the left and the units for a line of one unit.
// A wild stands for every symbol but the scatter, and pays itself when a line of wilds is worth more.
func (g *reels) linePay(symbols []int) (symbol, count int, units money.Amount) {
	first, wilds := g.wild, 0
	for wilds < len(symbols) && symbols[wilds] == g.wild {
		wilds++
	}
	if wilds < len(symbols) {
		first = symbols[wilds]
	}
	if g.wild >= 0 {
		symbol, count, units = g.wild, wilds, g.info.Symbols[g.wild].pay(wilds)
	}
	if first == g.scatter || first < 0 {
		return symbol, count, units
	}
	n := wilds
	for n < len(symbols) && (symbols[n] == first || symbols[n] == g.wild) {
		n++
	}
	if pay := g.info.Symbols[first].pay(n); pay > units {
		symbol, count, units = first, n, pay
	}
	return symbol, count, units
}

// evaluate finds everything that pays, and counts the scatters.
func (g *reels) evaluate(grid [][]int, unit money.Amount, multiplier int) (wins []Win, scatters int) {
	if g.info.Engine == EngineWays {
		wins = g.ways(grid, unit, multiplier)
	} else {
		wins = g.lines(grid, unit, multiplier)
	}
	if g.scatter < 0 {
		return wins, 0
	}
	seen := Win{Symbol: g.scatter, Line: -1}
	for c, column := range grid {
		for r, s := range column {
			if s == g.scatter {
				seen.Cells = append(seen.Cells, Cell{c, r})
			}
		}
	}
	seen.Count = len(seen.Cells)
	// Scatters pay by the whole stake, wherever they stand.
	if units := g.info.Symbols[g.scatter].pay(seen.Count); units > 0 {
		seen.Amount = units * unit * money.Amount(multiplier)
		wins = append(wins, seen)
	}
	return wins, seen.Count
}

// lines finds every line that pays.
func (g *reels) lines(grid [][]int, unit money.Amount, multiplier int) []Win {
	wins := []Win{}
	symbols := make([]int, len(grid))
	for i, line := range g.info.Lines {
		for c, r := range line {
			symbols[c] = grid[c][r]
		}
		symbol, count, units := g.linePay(symbols)
		if units == 0 {
			continue
		}
		win := Win{Symbol: symbol, Count: count, Line: i, Amount: units * g.line * unit * money.Amount(multiplier)}
		for c := range count {
			win.Cells = append(win.Cells, Cell{c, line[c]})
		}
		wins = append(wins, win)
	}
	return wins
}

// ways finds the symbols that stand on neighbouring reels from the left, in any row. A symbol pays once for each way to
// choose one of its places on every reel. The first reel has no wild, so no way belongs to two symbols.
func (g *reels) ways(grid [][]int, unit money.Amount, multiplier int) []Win {
	wins := []Win{}
	for s, symbol := range g.info.Symbols {
		if symbol.Role != "" {
			continue
		}
		win := Win{Symbol: s, Line: -1, Ways: 1}
		for c, column := range grid {
			here := 0
			for r, at := range column {
				if at == s || at == g.wild {
					here++
					win.Cells = append(win.Cells, Cell{c, r})
				}
			}
			if here == 0 {
				break
			}
			win.Count, win.Ways = c+1, win.Ways*here
		}
		if units := symbol.pay(win.Count); units > 0 {
			win.Amount = units * money.Amount(win.Ways) * unit * money.Amount(multiplier)
			wins = append(wins, win)
		}
	}
	return wins
}

// award finds the free spins that a number of scatters wins.
func (g *reels) award(scatters int) (spins, multiplier int) {
	for _, f := range g.info.Free {
		if scatters >= f.Scatters {
			spins, multiplier = f.Spins, f.Multiplier
		}
	}
	return spins, multiplier
}

// Info describes the game.
func (g *reels) Info() Info { return g.info }

// Play turns the reels once, and again for each free spin that was won.
func (g *reels) Play(src Source, unit money.Amount) Outcome {
	var out Outcome
	kind, multiplier, left, given := KindSpin, 1, 0, 0
	for {
		stops := g.turn(src)
		step := Step{Kind: kind, Stops: stops, Grid: g.window(stops), Multiplier: multiplier}
		var scatters int
		step.Wins, scatters = g.evaluate(step.Grid, unit, multiplier)
		if spins, times := g.award(scatters); spins > 0 {
			spins = min(spins, g.info.Free[0].Most-given)
			given += spins
			left += spins
			step.Awarded, multiplier = spins, times
		}
		step.Left = left
		out.add(step)
		if out.full(g.info.MaxWin, unit) || left == 0 {
			return out
		}
		kind = KindFree
		left--
	}
}

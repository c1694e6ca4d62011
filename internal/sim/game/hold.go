package game

import "hubstake/internal/core/money"

// hold is a game of lines whose coins, enough of them at once, stay for respins. The coin is the game's scatter and pays
// nothing by its number.
type hold struct{ reels }

// Play turns the reels once, and plays the respins when enough coins stand in the window.
func (g *hold) Play(src Source, unit money.Amount) Outcome {
	var out Outcome
	stops := g.turn(src)
	step := Step{Kind: KindSpin, Stops: stops, Grid: g.window(stops), Multiplier: 1}
	var coins int
	step.Wins, coins = g.evaluate(step.Grid, unit, 1)
	h := g.info.Hold
	if coins < h.Coins {
		out.add(step)
		out.full(g.info.MaxWin, unit)
		return out
	}
	step.Awarded, step.Left = h.Respins, h.Respins
	step.Values = make([][]money.Amount, len(step.Grid))
	for c, column := range step.Grid {
		step.Values[c] = make([]money.Amount, len(column))
		for r, s := range column {
			if s == g.scatter {
				step.Values[c][r] = h.value(src) * unit
			}
		}
	}
	out.add(step)
	values := step.Values
	for left := h.Respins; left > 0; {
		values = copyGrid(values)
		left--
		if fresh := g.respin(src, values, unit); fresh > 0 {
			coins, left = coins+fresh, h.Respins
		}
		if coins == g.info.Columns*g.info.Rows {
			left = 0
		}
		step := Step{Kind: KindHold, Stops: []int{}, Grid: g.held(values), Wins: []Win{}, Multiplier: 1, Left: left, Values: values}
		if left == 0 {
			step.Wins = append(step.Wins, g.collect(values, coins, unit))
		}
		out.add(step)
	}
	out.full(g.info.MaxWin, unit)
	return out
}

// value draws what a coin is worth, in units.
func (h *Hold) value(src Source) money.Amount {
	all := 0
	for _, v := range h.Values {
		all += v.Tickets
	}
	ticket, at := Draw(src, all), 0
	for ticket >= h.Values[at].Tickets {
		ticket -= h.Values[at].Tickets
		at++
	}
	return h.Values[at].Units
}

// respin draws every place without a coin and returns how many new coins came.
func (g *hold) respin(src Source, values [][]money.Amount, unit money.Amount) (fresh int) {
	for _, column := range values {
		for r, v := range column {
			if v == 0 && Draw(src, g.info.Hold.Odds) == 0 {
				column[r] = g.info.Hold.value(src) * unit
				fresh++
			}
		}
	}
	return fresh
}

// held is the window of a respin: coins and empty places.
func (g *hold) held(values [][]money.Amount) [][]int {
	grid := make([][]int, len(values))
	for c, column := range values {
		grid[c] = make([]int, len(column))
		for r, v := range column {
			grid[c][r] = -1
			if v > 0 {
				grid[c][r] = g.scatter
			}
		}
	}
	return grid
}

// collect pays the held coins.
func (g *hold) collect(values [][]money.Amount, coins int, unit money.Amount) Win {
	win := Win{Symbol: g.scatter, Count: coins, Line: -1}
	for c, column := range values {
		for r, v := range column {
			if v > 0 {
				win.Cells = append(win.Cells, Cell{c, r})
				win.Amount += v
			}
		}
	}
	if coins == g.info.Columns*g.info.Rows {
		win.Amount += g.info.Hold.Full * unit
	}
	return win
}

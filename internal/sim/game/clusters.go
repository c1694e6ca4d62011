package game

import "hubstake/internal/core/money"

// clusters is the game that pays groups of touching symbols, lets them burst and the rest tumble down.
type clusters struct {
	info Info
}

// Info describes the game.
func (g *clusters) Info() Info { return g.info }

// Play fills the window and lets it tumble until nothing pays.
func (g *clusters) Play(src Source, unit money.Amount) Outcome {
	var out Outcome
	grid := make([][]int, g.info.Columns)
	kind := KindSpin
	for n := 0; ; n++ {
		for c := range grid {
			grid[c] = g.fill(src, grid[c])
		}
		multiplier := g.info.Multipliers[min(n, len(g.info.Multipliers)-1)]
		step := Step{Kind: kind, Stops: []int{}, Grid: copyGrid(grid), Multiplier: multiplier}
		step.Wins = g.evaluate(grid, unit, multiplier)
		out.add(step)
		if out.full(g.info.MaxWin, unit) || len(step.Wins) == 0 || n == g.info.Tumbles {
			return out
		}
		burst(grid, step.Wins)
		kind = KindTumble
	}
}

// fill puts new symbols above those that a column kept; each symbol is equally likely in each new cell.
func (g *clusters) fill(src Source, kept []int) []int {
	column := make([]int, 0, g.info.Rows)
	for range g.info.Rows - len(kept) {
		column = append(column, Draw(src, len(g.info.Symbols)))
	}
	return append(column, kept...)
}

// evaluate finds the groups of one symbol that touch side by side and are large enough to pay.
func (g *clusters) evaluate(grid [][]int, unit money.Amount, multiplier int) []Win {
	wins := []Win{}
	seen := make([]bool, g.info.Columns*g.info.Rows)
	for c := range grid {
		for r := range grid[c] {
			if seen[c*g.info.Rows+r] {
				continue
			}
			cells := g.group(grid, seen, Cell{c, r})
			if units := g.info.Symbols[grid[c][r]].pay(len(cells)); units > 0 {
				wins = append(wins, Win{
					Symbol: grid[c][r], Count: len(cells), Line: -1, Cells: cells,
					Amount: units * unit * money.Amount(multiplier),
				})
			}
		}
	}
	return wins
}

// group collects the cells that hang together with start and marks them as seen.
func (g *clusters) group(grid [][]int, seen []bool, start Cell) []Cell {
	symbol := grid[start.Column][start.Row]
	seen[start.Column*g.info.Rows+start.Row] = true
	cells := []Cell{start}
	for i := 0; i < len(cells); i++ {
		at := cells[i]
		for _, next := range [...]Cell{
			{at.Column - 1, at.Row}, {at.Column + 1, at.Row}, {at.Column, at.Row - 1}, {at.Column, at.Row + 1},
		} {
			if next.Column < 0 || next.Column >= g.info.Columns || next.Row < 0 || next.Row >= g.info.Rows {
				continue
			}
			if at := next.Column*g.info.Rows + next.Row; !seen[at] && grid[next.Column][next.Row] == symbol {
				seen[at] = true
				cells = append(cells, next)
			}
		}
	}
	return cells
}

// burst takes the winning cells out; what stood above them is now lower.
func burst(grid [][]int, wins []Win) {
	for _, w := range wins {
		for _, cell := range w.Cells {
			grid[cell.Column][cell.Row] = -1
		}
	}
	for c, column := range grid {
		kept := make([]int, 0, len(column))
		for _, s := range column {
			if s >= 0 {
				kept = append(kept, s)
			}
		}
		grid[c] = kept
	}
}

func copyGrid[T any](grid [][]T) [][]T {
	out := make([][]T, len(grid))
	for c := range grid {
		out[c] = append([]T(nil), grid[c]...)
	}
	return out
}

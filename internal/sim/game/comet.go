package game

import "hubstake/internal/core/money"

// clusters is the game that pays groups of touching symbols, lets them burst and the rest tumble down.
type clusters struct {
	info Info
}

// Comet is the rush: six columns of five, groups of four or more pay and burst, and every tumble raises the multiplier.
func Comet() Game {
	pays := func(units ...money.Amount) []Pay {
		counts := []int{4, 5, 6, 7, 8, 10, 12, 15}
		table := make([]Pay, len(units))
		for i, u := range units {
			table[i] = Pay{counts[i], u}
		}
		return table
	}
	return &clusters{info: Info{
		Code: "comet", ProcID: 203, Studio: "Orbit Works",
		Names: map[string]string{
			"vn": "Sao Chổi Rực Lửa", "ko": "혜성 러시", "en": "Comet Rush", "th": "ดาวหางพุ่งทะยาน", "cn": "彗星狂奔", "jp": "コメットラッシュ",
		},
		Columns: 6, Rows: 5, Lines: [][]int{}, Strips: [][]int{},
		Symbols: []Symbol{
			{"nova", "", pays(17, 28, 50, 100, 220, 500, 1500, 5000)},
			{"star", "", pays(10, 16, 32, 60, 130, 300, 1000, 3000)},
			{"ring", "", pays(6, 12, 24, 45, 95, 240, 700, 2000)},
			{"crystal", "", pays(5, 10, 18, 35, 75, 180, 500, 1500)},
			{"earth", "", pays(4, 8, 15, 28, 60, 140, 400, 1200)},
			{"meteor", "", pays(3, 6, 12, 22, 50, 120, 300, 1000)},
		},
		Free: []Free{}, Multipliers: []int{1, 2, 3, 5, 10, 20},
		RTP: 9610, HitRate: 5165, MaxWin: 100_000, Tumbles: 40, Rules: "2026-11-21",
	}}
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

func copyGrid(grid [][]int) [][]int {
	out := make([][]int, len(grid))
	for c := range grid {
		out[c] = append([]int(nil), grid[c]...)
	}
	return out
}

package draw

import "sync"

// Exclude reports whether no outcome lets both selections win, so that a member who bets on both takes less of a risk than the stakes say (D-20). Picks of keno
// exclude nothing (MostNumbers). A key that is no selection of the game excludes nothing either.
func (g Game) Exclude(a, b string) bool {
	won := wonBy()[g.rules]
	first, second := won[a], won[b]
	if first == nil || second == nil {
		return false
	}
	for i := range first {
		if first[i] && second[i] {
			return false
		}
	}
	return true
}

// MostNumbers reports whether the picks among selections have more than half of the numbers together: whatever is drawn, they bring back most of their stakes (D-20).
func (g Game) MostNumbers(selections ...string) bool {
	numbers := map[int]bool{}
	for _, key := range selections {
		if _, _, picks, err := g.find(key); err == nil {
			for _, n := range picks {
				numbers[n] = true
			}
		}
	}
	return 2*len(numbers) > g.Pool && len(numbers) > 0
}

// wonBy holds, by the rules of a kind and by the key of a selection, which of the kind's distinguishable outcomes it wins.
var wonBy = sync.OnceValue(func() map[rules]map[string][]bool {
	made := map[rules]map[string][]bool{}
	for r, markets := range books() {
		all := r.different()
		won := map[string][]bool{}
		for _, m := range markets {
			if m.Spots != nil {
				continue
			}
			for i, o := range all {
				key := m.winner(o)
				if won[key] == nil {
					won[key] = make([]bool, len(all))
				}
				won[key][i] = true
			}
		}
		made[r] = won
	}
	return made
})

// withSum returns so many different numbers of 1…pool that add up to sum, which some do.
func withSum(pool, drawn, sum int) []int {
	picked := make([]int, drawn)
	left := sum
	for i := range picked { // the lowest ones
		picked[i] = i + 1
		left -= i + 1
	}
	for i := drawn - 1; i >= 0 && left > 0; i-- { // the highest ones move up as far as they can
		move := min(left, pool-drawn)
		picked[i] += move
		left -= move
	}
	return picked
}

// different returns an outcome for each sum and power ball.
func (r ballRules) different() (all []Outcome) {
	for sum, n := range sums(r.pool, r.drawn) {
		for power := range powers {
			if n > 0 {
				all = append(all, Balls{Balls: withSum(r.pool, r.drawn, sum), Power: power})
			}
		}
	}
	return all
}

// different returns an outcome for each sum.
func (keno) different() (all []Outcome) {
	for sum, n := range sums(kenoPool, kenoDrawn) {
		if n > 0 {
			all = append(all, Keno{Balls: withSum(kenoPool, kenoDrawn, sum)})
		}
	}
	return all
}

// different returns everything that three coins can show.
func (coin) different() (all []Outcome) {
	for o := range throws {
		all = append(all, o)
	}
	return all
}

// different returns every ladder.
func (ladder) different() (all []Outcome) {
	for o := range ladders {
		all = append(all, o)
	}
	return all
}

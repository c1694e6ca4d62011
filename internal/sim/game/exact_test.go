package game

import (
	"math"
	"math/big"
	"slices"
	"testing"

	"github.com/stretchr/testify/require"

	"hubstake/internal/core/money"
	"hubstake/internal/testkit"
)

// The functions of this file compute what a game returns without drawing anything. Every stop of every reel is equally
// likely and the reels are independent, so means follow from what each reel shows at its stops.

// lineReturn is the mean pay of all lines of one turn, in stakes: each place of a reel shows each symbol as often as the
// strip has it, so all lines have the same mean.
func (g *reels) lineReturn() *big.Rat {
	units := new(big.Rat)
	symbols := make([]int, g.info.Columns)
	var walk func(column int, ways int64)
	walk = func(column int, ways int64) {
		if column == g.info.Columns {
			if _, _, pay := g.linePay(symbols); pay > 0 {
				units.Add(units, new(big.Rat).SetInt64(int64(pay)*ways))
			}
			return
		}
		count := make([]int64, len(g.info.Symbols))
		for _, s := range g.info.Strips[column] {
			count[s]++
		}
		for s, n := range count {
			if n > 0 {
				symbols[column] = s
				walk(column+1, ways*n)
			}
		}
	}
	walk(0, 1)
	ways := int64(1)
	for _, strip := range g.info.Strips {
		ways *= int64(len(strip))
	}
	lines := int64(len(g.info.Lines)) * int64(g.line)
	return units.Mul(units, big.NewRat(lines, ways*Units))
}

// wayReturn is the mean pay of all ways of one turn, in stakes. The number of ways of a symbol is the product of how often
// each reel shows it or a wild; the mean of a product of independent counts is the product of their means.
func (g *reels) wayReturn() *big.Rat {
	sum := new(big.Rat)
	for s, symbol := range g.info.Symbols {
		if symbol.Role != "" {
			continue
		}
		ways := big.NewRat(1, 1) // mean ways over the reels so far
		for c, strip := range g.info.Strips {
			places, stops := int64(0), int64(len(strip))
			for _, at := range strip {
				if at == s || at == g.wild {
					places += int64(g.info.Rows)
				}
			}
			ways.Mul(ways, big.NewRat(places, stops))
			after := big.NewRat(1, 1) // chance that the next reel ends the row
			if c+1 < len(g.info.Strips) {
				after = g.without(c+1, s)
			}
			pay := big.NewRat(int64(symbol.pay(c+1)), Units)
			sum.Add(sum, pay.Mul(pay, ways).Mul(pay, after))
		}
	}
	return sum
}

// without is the chance that a reel shows neither the symbol nor a wild.
func (g *reels) without(reel, symbol int) *big.Rat {
	strip, none := g.info.Strips[reel], int64(0)
	for stop := range strip {
		shown := false
		for r := range g.info.Rows {
			at := strip[(stop+r)%len(strip)]
			shown = shown || at == symbol || at == g.wild
		}
		if !shown {
			none++
		}
	}
	return big.NewRat(none, int64(len(strip)))
}

// scatterReturn is the mean pay of the scatters of one turn, in stakes.
func (g *reels) scatterReturn(shown []*big.Rat) *big.Rat {
	sum := new(big.Rat)
	if g.scatter < 0 {
		return sum
	}
	for n, p := range shown {
		pay := big.NewRat(int64(g.info.Symbols[g.scatter].pay(n)), Units)
		sum.Add(sum, pay.Mul(pay, p))
	}
	return sum
}

// scatterOdds is the chance of seeing 0, 1, 2 … scatters in the window.
func (g *reels) scatterOdds() []*big.Rat {
	odds := []*big.Rat{big.NewRat(1, 1)}
	for _, strip := range g.info.Strips {
		stops := make([]int64, g.info.Rows+1) // by scatters in view
		for stop := range strip {
			n := 0
			for r := range g.info.Rows {
				if strip[(stop+r)%len(strip)] == g.scatter {
					n++
				}
			}
			stops[n]++
		}
		next := make([]*big.Rat, len(odds)+g.info.Rows)
		for i := range next {
			next[i] = new(big.Rat)
		}
		for seen, p := range odds {
			for n, ways := range stops {
				next[seen+n].Add(next[seen+n], new(big.Rat).Mul(p, big.NewRat(ways, int64(len(strip)))))
			}
		}
		odds = next
	}
	return odds
}

// freeSpins is the mean number of free spins of one paid game, the limit on retriggers included: state by state, how likely
// it is that so many were played and so many are left.
func (g *reels) freeSpins(odds []*big.Rat) *big.Rat {
	mean := new(big.Rat)
	if len(g.info.Free) == 0 {
		return mean
	}
	most := g.info.Free[0].Most
	at := make([]*big.Rat, most+1) // by free spins given so far; the played ones are the loop's index
	for i := range at {
		at[i] = new(big.Rat)
	}
	turn := func(given int, p *big.Rat, into []*big.Rat) {
		for n, q := range odds {
			spins, _ := g.award(n)
			to := min(given+spins, most)
			into[to].Add(into[to], new(big.Rat).Mul(p, q))
		}
	}
	turn(0, big.NewRat(1, 1), at)
	for played := range most {
		next := make([]*big.Rat, most+1)
		for i := range next {
			next[i] = new(big.Rat)
		}
		for given, p := range at {
			if given > played && p.Sign() > 0 {
				mean.Add(mean, p)
				turn(given, p, next)
			}
		}
		at = next
	}
	return mean
}

// coinReturn is the mean of what held coins pay, in stakes: state by state, from the coins that the turn shows to the end of
// the respins. A state is the number of coins and of respins left; coins never leave, so each state leads to later ones.
func (g *reels) coinReturn(shown []*big.Rat) *big.Rat {
	h, places := g.info.Hold, g.info.Columns*g.info.Rows
	tickets, value := int64(0), new(big.Rat)
	for _, v := range h.Values {
		tickets += int64(v.Tickets)
		value.Add(value, big.NewRat(int64(v.Units)*int64(v.Tickets), 1))
	}
	value.Mul(value, big.NewRat(1, tickets))
	hit, miss := big.NewRat(1, int64(h.Odds)), big.NewRat(int64(h.Odds)-1, int64(h.Odds))
	// begun[n] is the mean pay in units from n coins with all respins left.
	begun := make([]*big.Rat, places+1)
	begun[places] = new(big.Rat).Mul(value, big.NewRat(int64(places), 1))
	begun[places].Add(begun[places], big.NewRat(int64(h.Full), 1))
	for n := places - 1; n >= h.Coins; n-- {
		more, none := new(big.Rat), big.NewRat(1, 1) // a respin: what new coins lead to, and the chance of none
		for fresh := range places - n + 1 {
			p := new(big.Rat).SetInt(new(big.Int).Binomial(int64(places-n), int64(fresh)))
			for i := range places - n {
				if i < fresh {
					p.Mul(p, hit)
				} else {
					p.Mul(p, miss)
				}
			}
			if fresh == 0 {
				none = p
			} else {
				more.Add(more, p.Mul(p, begun[n+fresh]))
			}
		}
		mean := new(big.Rat).Mul(value, big.NewRat(int64(n), 1)) // no respin left
		for range h.Respins {
			mean = new(big.Rat).Add(more, new(big.Rat).Mul(none, mean))
		}
		begun[n] = mean
	}
	sum := new(big.Rat)
	for n := h.Coins; n < len(shown); n++ {
		sum.Add(sum, new(big.Rat).Mul(shown[n], begun[n]))
	}
	return sum.Mul(sum, big.NewRat(1, Units))
}

// rtpOf is the whole return of a game of reels, in stakes: the paid turn, the same turn multiplied in each free spin, and the
// held coins.
func rtpOf(g *reels) *big.Rat {
	shown := g.scatterOdds()
	sum := g.scatterReturn(shown)
	if g.info.Engine == EngineWays {
		sum.Add(sum, g.wayReturn())
	} else {
		sum.Add(sum, g.lineReturn())
	}
	if len(g.info.Free) > 0 {
		times := g.freeSpins(shown)
		times.Mul(times, big.NewRat(int64(g.info.Free[0].Multiplier), 1))
		sum.Add(sum, times.Mul(times, sum))
	}
	if g.info.Hold != nil {
		sum.Add(sum, g.coinReturn(shown))
	}
	return sum
}

// hitOf is the chance that a game pays anything. Nothing pays on fewer than three reels, so the first three decide whether a
// line or a way pays; for the scatters the others are added by their number.
func hitOf(g *reels) *big.Rat {
	least := g.info.Columns*g.info.Rows + 1 // scatters that pay or hold
	if g.info.Hold != nil {
		least = g.info.Hold.Coins
	} else if g.scatter >= 0 {
		least = g.info.Symbols[g.scatter].Pays[0].Count
	}
	rest := *g // the reels behind the first three
	rest.info.Strips = g.info.Strips[3:]
	later := rest.scatterOdds()
	grid := make([][]int, g.info.Columns)
	for c := range grid {
		grid[c] = make([]int, g.info.Rows)
		for r := range grid[c] {
			grid[c][r] = -2 // matches nothing
		}
	}
	hits := new(big.Rat)
	counted := map[int]int64{} // windows that pay nothing yet, by scatters
	for a := range g.info.Strips[0] {
		for b := range g.info.Strips[1] {
			for c := range g.info.Strips[2] {
				seen := 0
				copy(grid, g.window([]int{a, b, c}))
				for _, column := range grid[:3] {
					for _, s := range column {
						if s == g.scatter {
							seen++
						}
					}
				}
				if wins, _ := g.evaluate(grid, 1, 1); len(wins) > 0 {
					seen = least
				}
				counted[min(seen, least)]++
			}
		}
	}
	for seen, windows := range counted {
		for n, p := range later {
			if seen+n >= least {
				hits.Add(hits, new(big.Rat).Mul(p, big.NewRat(windows, 1)))
			}
		}
	}
	stops := len(g.info.Strips[0]) * len(g.info.Strips[1]) * len(g.info.Strips[2])
	return hits.Mul(hits, big.NewRat(1, int64(stops)))
}

func basisPoints(r *big.Rat) int {
	scaled := new(big.Rat).Mul(r, big.NewRat(10_000, 1))
	return int(new(big.Int).Quo(scaled.Num(), scaled.Denom()).Int64())
}

// mostOf is the highest win of one turn, in units, with the stops that show it. Windows of the first three reels are taken in
// the order of the most that they could still come to, so only few are completed.
func (g *reels) mostOf() (most money.Amount) {
	type start struct {
		stops []int
		bound money.Amount
	}
	var starts []start
	for a := range g.info.Strips[0] {
		for b := range g.info.Strips[1] {
			for c := range g.info.Strips[2] {
				stops := []int{a, b, c}
				starts = append(starts, start{stops, g.bound(g.window(stops))})
			}
		}
	}
	slices.SortStableFunc(starts, func(a, b start) int { return int(b.bound - a.bound) })
	for _, s := range starts {
		if s.bound <= most {
			break
		}
		var complete func(stops []int)
		complete = func(stops []int) {
			if len(stops) == g.info.Columns {
				wins, _ := g.evaluate(g.window(stops), 1, 1)
				var sum money.Amount
				for _, w := range wins {
					sum += w.Amount
				}
				most = max(most, sum)
				return
			}
			for next := range g.info.Strips[len(stops)] {
				complete(append(slices.Clone(stops), next))
			}
		}
		complete(s.stops)
	}
	return most
}

// bound is what lines could pay at most when their first three symbols are known.
func (g *reels) bound(grid [][]int) (sum money.Amount) {
	for _, line := range g.info.Lines {
		var best money.Amount
		for filler := range g.info.Symbols {
			symbols := slices.Repeat([]int{filler}, g.info.Columns)
			for c := range grid {
				symbols[c] = grid[c][line[c]]
			}
			_, _, units := g.linePay(symbols)
			best = max(best, units)
		}
		sum += best * g.line
	}
	return sum
}

// reelsOf returns the reels of a game, or nil for a game without reels.
func reelsOf(g Game) *reels {
	switch g := g.(type) {
	case *reels:
		return g
	case *hold:
		return &g.reels
	}
	return nil
}

// TestReturnsExactly proves the stated RTP and hit rate of every game with reels, and the highest win of those whose win is one
// turn. The cut at MaxWin of the others is left out: see TestTheCutIsNegligible.
func TestReturnsExactly(t *testing.T) {
	t.Parallel()
	for _, offered := range All() {
		g := reelsOf(offered)
		if g == nil {
			require.Equal(t, EngineCluster, offered.Info().Engine, "proved by simulation: see the README")
			continue
		}
		t.Run(g.info.Code, func(t *testing.T) {
			t.Parallel()
			for _, f := range g.info.Free {
				require.Equal(t, g.info.Free[0].Multiplier, f.Multiplier, "one multiplier, or the mean is wrong")
				require.Equal(t, g.info.Free[0].Most, f.Most)
			}
			if g.info.Engine == EngineWays {
				require.NotContains(t, g.info.Strips[0], g.wild, "a wild on the first reel would pay for two symbols")
			}
			for _, s := range g.info.Symbols {
				for i, p := range s.Pays {
					require.GreaterOrEqual(t, p.Count, 3, "hitOf relies on it")
					require.True(t, i == 0 || p.Units > s.Pays[i-1].Units, "more symbols pay more: %s", s.Name)
				}
			}
			rtp := rtpOf(g)
			rtp.Add(rtp, jackpotsOf(g.info))
			t.Logf("RTP %s, hit rate %s", rtp.FloatString(6), hitOf(g).FloatString(6))
			require.Equal(t, g.info.RTP, basisPoints(rtp))
			require.Equal(t, g.info.HitRate, basisPoints(hitOf(g)))
			if len(g.info.Free) == 0 && g.info.Hold == nil {
				require.Equal(t, g.info.MaxWin, g.mostOf(), "the stated highest win can be won and nothing is cut")
			}
		})
	}
}

// TestMoonJarByWalking computes the smallest game a second way, through every position of its reels, and so checks the
// functions that the other games are proved with.
func TestMoonJarByWalking(t *testing.T) {
	t.Parallel()
	g := MoonJar().(*reels)
	var games, hits int64
	var paid, most money.Amount
	for a := range g.info.Strips[0] {
		for b := range g.info.Strips[1] {
			for c := range g.info.Strips[2] {
				wins, _ := g.evaluate(g.window([]int{a, b, c}), 1, 1)
				var sum money.Amount
				for _, w := range wins {
					sum += w.Amount
				}
				games++
				paid += sum
				most = max(most, sum)
				if sum > 0 {
					hits++
				}
			}
		}
	}
	require.EqualValues(t, 24*24*24, games)
	require.Zero(t, big.NewRat(int64(paid), games*Units).Cmp(rtpOf(g)))
	require.Zero(t, big.NewRat(hits, games).Cmp(hitOf(g)))
	require.Equal(t, most, g.mostOf())
}

// TestWaysByWalking does the same for ways, on short reels with a wild and scatters.
func TestWaysByWalking(t *testing.T) {
	t.Parallel()
	const letters = "WSab"
	g := &reels{wild: 0, scatter: 1, line: 1, info: Info{
		Engine: EngineWays, Columns: 4, Rows: 2, MaxWin: 1 << 40,
		Strips: [][]int{strip(letters, "SabaS"), strip(letters, "WabWSb"), strip(letters, "bWaS"), strip(letters, "abbWS")},
		Symbols: []Symbol{
			{"w", "wild", []Pay{}},
			{"s", "scatter", []Pay{{3, 20}, {4, 50}}},
			{"a", "", []Pay{{3, 7}, {4, 30}}},
			{"b", "", []Pay{{3, 5}, {4, 11}}},
		},
	}}
	var games, hits, paid int64
	var walk func(stops []int)
	walk = func(stops []int) {
		if len(stops) < g.info.Columns {
			for next := range g.info.Strips[len(stops)] {
				walk(append(slices.Clone(stops), next))
			}
			return
		}
		games++
		wins, _ := g.evaluate(g.window(stops), 1, 1)
		for _, w := range wins {
			paid += int64(w.Amount)
		}
		if len(wins) > 0 {
			hits++
		}
	}
	walk(nil)
	require.EqualValues(t, 5*6*4*5, games)
	require.Zero(t, big.NewRat(paid, games*Units).Cmp(rtpOf(g)))
	require.Zero(t, big.NewRat(hits, games).Cmp(hitOf(g)))
}

// TestTheCutIsNegligible: games with held coins state the sum of the dearest coins and the bonus of a full window as their
// highest win, so only a full window together with lines can be cut. The cut costs far less than a basis point of the RTP. In make test it is one
// of the games, by the seed.
func TestTheCutIsNegligible(t *testing.T) {
	t.Parallel()
	var held []*hold
	for _, offered := range All() {
		if g, ok := offered.(*hold); ok {
			held = append(held, g)
		}
	}
	for _, g := range testkit.Some(t, 1, held) {
		h, places := g.info.Hold, g.info.Columns*g.info.Rows
		dearest, second := h.Values[len(h.Values)-1], h.Values[len(h.Values)-2]
		require.Equal(t, g.info.MaxWin, money.Amount(places)*dearest.Units+h.Full)
		lines := g.mostOf()
		require.LessOrEqual(t, lines, h.Full+dearest.Units, "without a full window nothing is cut")

		// The return of a game whose coins are worth nothing and whose full window pays one stake is the chance of that window.
		sure := g.reels
		sure.info.Hold = &Hold{Coins: h.Coins, Respins: h.Respins, Odds: h.Odds, Values: []CoinValue{{0, 1}}, Full: Units}
		chance, _ := sure.coinReturn(g.scatterOdds()).Float64()
		// The coins come to the limit less the lines only if most of them are of the dearest value.
		tickets := 0
		for _, v := range h.Values {
			tickets += v.Tickets
		}
		if need := int64(places) - int64(lines/(dearest.Units-second.Units)); need > 0 {
			choices, _ := new(big.Float).SetInt(new(big.Int).Binomial(int64(places), need)).Float64()
			chance *= min(1, choices*math.Pow(float64(dearest.Tickets)/float64(tickets), float64(need)))
		}
		lost := chance * float64(lines) / Units
		t.Logf("%s: lines pay %d units at most, the cut takes at most %.1e of the RTP", g.info.Code, lines, lost)
		require.Less(t, lost, 1e-6)
	}
}

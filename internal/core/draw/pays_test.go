package draw_test

import (
	"flag"
	"fmt"
	"math/big"
	"os"
	"slices"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"hubstake/internal/core/draw"
	"hubstake/internal/core/odds"
)

var update = flag.Bool("update", false, "write the pay table of a new version")

// table writes everything that is paid.
func table() string {
	var b strings.Builder
	fmt.Fprintf(&b, "version %d\n", draw.Version)
	for _, g := range draw.Games() {
		fmt.Fprintf(&b, "\n%s: %s, every %s\n", g.Code, g.Kind, g.Every)
		for _, m := range g.Markets() {
			fmt.Fprintf(&b, "  %s returns %d\n", m.Key, m.RTP)
			for _, s := range m.Selections {
				fmt.Fprintf(&b, "    %s %s, %d of %d, returns %d", s.Key, s.Price, s.Ways, s.Of, s.RTP)
				if s.To > 0 {
					fmt.Fprintf(&b, ", %d to %d", s.From, s.To)
				}
				b.WriteString("\n")
			}
			for _, s := range m.Spots {
				fmt.Fprintf(&b, "    %d picks pay %v, return %d\n", s.Picks, s.Pays, s.RTP)
			}
		}
	}
	return b.String()
}

// accept reports whether a table may take the place of one that was kept: only under a new version.
func accept(kept, table string) error {
	version, _, _ := strings.Cut(table, "\n")
	if before, _, _ := strings.Cut(kept, "\n"); kept != table && before == version {
		return fmt.Errorf("what is paid has changed: raise Version from %s, then run this test with -update", version)
	}
	return nil
}

// S-57: nothing that is paid changes without a new version.
func TestThePayTableIsThatOfItsVersion(t *testing.T) {
	t.Parallel()
	const file = "testdata/pays.txt"
	require.Error(t, accept("version 1\n\na 1.95\n", "version 1\n\na 1.96\n"))
	require.NoError(t, accept("version 1\n\na 1.95\n", "version 2\n\na 1.96\n"))
	kept, err := os.ReadFile(file)
	require.NoError(t, err)
	require.NoError(t, accept(string(kept), table()))
	if *update {
		require.NoError(t, os.WriteFile(file, []byte(table()), 0o600))
		return
	}
	require.Equal(t, string(kept), table())
}

// wins are the rules of the selections as players are told, for a second reading of an outcome.
type wins map[string]func(draw.Outcome) bool

func ballWins(under, small, medium int) wins {
	w := wins{}
	number := func(market string, of func(draw.Balls) int, line int) {
		add := func(key string, won func(n int) bool) {
			w[market+key] = func(o draw.Outcome) bool { return won(of(o.(draw.Balls))) }
		}
		add(".odd", func(n int) bool { return n&1 == 1 })
		add(".even", func(n int) bool { return n&1 == 0 })
		add("_size.under", func(n int) bool { return n < line+1 })
		add("_size.over", func(n int) bool { return n > line })
		add("_combo.odd_under", func(n int) bool { return n&1 == 1 && n <= line })
		add("_combo.odd_over", func(n int) bool { return n&1 == 1 && n > line })
		add("_combo.even_under", func(n int) bool { return n&1 == 0 && n <= line })
		add("_combo.even_over", func(n int) bool { return n&1 == 0 && n > line })
		if market == "power" {
			add("_range.a", func(n int) bool { return slices.Contains([]int{0, 1, 2}, n) })
			add("_range.b", func(n int) bool { return slices.Contains([]int{3, 4}, n) })
			add("_range.c", func(n int) bool { return slices.Contains([]int{5, 6}, n) })
			add("_range.d", func(n int) bool { return slices.Contains([]int{7, 8, 9}, n) })
			return
		}
		add("_range.small", func(n int) bool { return n <= small })
		add("_range.medium", func(n int) bool { return n > small && n <= medium })
		add("_range.large", func(n int) bool { return n > medium })
	}
	number("power", func(b draw.Balls) int { return b.Power }, 4)
	number("sum", func(b draw.Balls) int { return total(b.Balls) }, under)
	return w
}

func total(balls []int) (sum int) {
	for _, n := range balls {
		sum += n
	}
	return sum
}

var (
	ladderWins = func() wins {
		w := wins{}
		for _, side := range []string{"left", "right"} {
			w["start."+side] = func(o draw.Outcome) bool { return o.(draw.Ladder).Start == side }
			for _, lines := range []int{3, 4} {
				w[fmt.Sprint("lines.", lines)] = func(o draw.Outcome) bool { return o.(draw.Ladder).Lines == lines }
				w[fmt.Sprint("combo.", side, "_", lines)] = func(o draw.Outcome) bool { l := o.(draw.Ladder); return l.Start == side && l.Lines == lines }
			}
		}
		w["end.odd"] = func(o draw.Outcome) bool { l := o.(draw.Ladder); return (l.Start == "left") == (l.Lines == 4) }
		w["end.even"] = func(o draw.Outcome) bool { l := o.(draw.Ladder); return (l.Start == "right") == (l.Lines == 4) }
		return w
	}()
	coinWins = func() wins {
		w := wins{}
		heads := func(o draw.Outcome) int {
			coins := o.(draw.Coin).Coins
			return strings.Count(coins[0]+coins[1]+coins[2], "head")
		}
		for i, name := range []string{"first", "second", "third"} {
			for _, face := range []string{"head", "tail"} {
				w[name+"."+face] = func(o draw.Outcome) bool { return o.(draw.Coin).Coins[i] == face }
			}
		}
		for n := range 4 {
			w[fmt.Sprint("heads.", n)] = func(o draw.Outcome) bool { return heads(o) == n }
		}
		w["same.yes"] = func(o draw.Outcome) bool { return heads(o)%3 == 0 }
		w["same.no"] = func(o draw.Outcome) bool { return heads(o)%3 != 0 }
		return w
	}()
	kenoWins = wins{
		"sum.odd":        func(o draw.Outcome) bool { return total(o.(draw.Keno).Balls)&1 == 1 },
		"sum.even":       func(o draw.Outcome) bool { return total(o.(draw.Keno).Balls)&1 == 0 },
		"sum_size.under": func(o draw.Outcome) bool { return total(o.(draw.Keno).Balls) < 781 },
		"sum_size.over":  func(o draw.Outcome) bool { return total(o.(draw.Keno).Balls) > 780 },
	}
)

// readings returns the rules of a game.
func readings(g draw.Game) wins {
	switch {
	case g.Kind == draw.KindLadder:
		return ladderWins
	case g.Kind == draw.KindCoin:
		return coinWins
	case g.Kind == draw.KindKeno:
		return kenoWins
	case g.Drawn == 4:
		return ballWins(41, 37, 46)
	default:
		return ballWins(72, 64, 80)
	}
}

// everyOutcome calls do for everything that can be drawn, the order of balls aside, with the number of draws that it stands for. Of keno it is one set of numbers
// for each sum, and the numbers of draws are those of a formula (gauss).
func everyOutcome(t *testing.T, g draw.Game, do func(o draw.Outcome, ways *big.Int)) {
	t.Helper()
	one := big.NewInt(1)
	switch g.Kind {
	case draw.KindLadder:
		for _, text := range []string{`"left","lines":3,"end":"even"`, `"left","lines":4,"end":"odd"`, `"right","lines":3,"end":"odd"`, `"right","lines":4,"end":"even"`} {
			o, err := draw.ParseOutcome(g, []byte(`{"start":`+text+`}`))
			require.NoError(t, err)
			do(o, one)
		}
	case draw.KindCoin:
		for n := range 8 {
			var o draw.Coin
			for i := range o.Coins {
				o.Coins[i] = []string{"head", "tail"}[n>>i&1]
			}
			do(o, one)
		}
	case draw.KindKeno:
		for sum, ways := range gauss(g.Pool, g.Drawn) {
			set := withSum(g.Pool, g.Drawn, sum)
			require.Equal(t, sum, total(set))
			do(draw.Keno{Balls: set}, ways)
		}
	case draw.KindBalls:
		subsets(g.Pool, g.Drawn, func(balls []int) {
			for power := range 10 {
				do(draw.Balls{Balls: balls, Power: power}, one)
			}
		})
	}
}

// subsets calls do for each set of k of 1…n.
func subsets(n, k int, do func([]int)) {
	set := make([]int, k)
	var from func(i, least int)
	from = func(i, least int) {
		if i == k {
			do(set)
			return
		}
		for set[i] = least; set[i] <= n-(k-1-i); set[i]++ {
			from(i+1, set[i]+1)
		}
	}
	from(0, 1)
}

// gauss returns the numbers of sets of k of 1…n by their sum: the coefficients of q^(k(k+1)/2) · ∏ (1-q^(n-k+i)) / (1-q^i), i = 1…k.
func gauss(n, k int) map[int]*big.Int {
	poly := make([]*big.Int, k*(n-k)+n+1) // the last factor is multiplied before it is divided by
	for i := range poly {
		poly[i] = new(big.Int)
	}
	poly[0].SetInt64(1)
	for i := 1; i <= k; i++ {
		for d := len(poly) - 1; d >= n-k+i; d-- {
			poly[d].Sub(poly[d], poly[d-(n-k+i)])
		}
		for d := i; d < len(poly); d++ {
			poly[d].Add(poly[d], poly[d-i])
		}
	}
	ways := map[int]*big.Int{}
	for d, w := range poly[:k*(n-k)+1] {
		ways[d+k*(k+1)/2] = w
	}
	return ways
}

// withSum returns a set of k of 1…n with a sum: the smallest one, of which the last numbers are moved up.
func withSum(n, k, sum int) []int {
	set := make([]int, k)
	for i := range set {
		set[i] = i + 1
	}
	for i := k - 1; i >= 0; i-- {
		step := min(sum-total(set), n-k)
		set[i] += step
	}
	return set
}

// The chance of every selection is counted over everything that can be drawn: exactly one selection of each market wins, prices return what is stated, as evenly as
// thousandths allow, and all of it is within 94 and 97.5 %.
func TestEveryReturnIsWhatTheRulesComeTo(t *testing.T) {
	t.Parallel()
	for _, g := range draw.Games() {
		if i := slices.IndexFunc(draw.Games(), func(o draw.Game) bool { return o.Kind == g.Kind && o.Pool == g.Pool }); draw.Games()[i].Code != g.Code {
			require.Equal(t, draw.Games()[i].Markets(), g.Markets(), "games of one kind pay the same")
			continue
		}
		t.Run(g.Code, func(t *testing.T) {
			t.Parallel()
			type counter struct {
				key  string
				wins func(draw.Outcome) bool
				ways *big.Int
			}
			var counters []counter
			won, all, seen := map[string]*big.Int{}, new(big.Int), 0
			for key, wins := range readings(g) {
				won[key] = new(big.Int)
				counters = append(counters, counter{key, wins, won[key]})
			}
			everyOutcome(t, g, func(o draw.Outcome, ways *big.Int) {
				all.Add(all, ways)
				seen++
				for _, c := range counters {
					wins := c.wins(o)
					if wins {
						c.ways.Add(c.ways, ways)
					}
					if g.Kind != draw.KindBalls || seen%97 == 0 {
						p, err := g.Pays(c.key, o)
						require.NoError(t, err)
						require.Equal(t, wins, p > 0, "%s of %v", c.key, o)
					}
				}
			})
			selections := 0
			for _, m := range g.Markets() {
				sum, best, worst := new(big.Int), new(big.Rat), big.NewRat(1, 1)
				for _, s := range m.Selections {
					selections++
					require.Contains(t, won, s.Key)
					sum.Add(sum, won[s.Key])
					chance := new(big.Rat).SetFrac(won[s.Key], all)
					require.Zero(t, chance.Cmp(big.NewRat(s.Ways, s.Of)), "%s: %s", s.Key, chance)
					r := returns(chance, s.Price)
					require.Equal(t, basisPoints(r), s.RTP, s.Key)
					if r.Cmp(best) > 0 {
						best = r
					}
					if r.Cmp(worst) < 0 {
						worst = r
					}
				}
				if m.Spots != nil {
					continue
				}
				require.Zero(t, sum.Cmp(all), "the selections of %s are everything that can be drawn", m.Key)
				require.Equal(t, basisPoints(worst), m.RTP, m.Key)
				require.GreaterOrEqual(t, m.RTP, 9_400, m.Key)
				require.LessOrEqual(t, best.Cmp(big.NewRat(975, 1000)), 0, m.Key)
				for _, s := range m.Selections {
					require.True(t, s.Price.Valid(), s.Key)
					require.Positive(t, returns(big.NewRat(s.Ways, s.Of), s.Price+1).Cmp(best), "%s could pay a thousandth more", s.Key)
				}
			}
			require.Len(t, counters, selections)
		})
	}
}

func returns(chance *big.Rat, p odds.Price) *big.Rat {
	return new(big.Rat).Mul(chance, big.NewRat(int64(p), 1000))
}

// basisPoints rounds down.
func basisPoints(r *big.Rat) int {
	return int(new(big.Int).Div(new(big.Int).Mul(r.Num(), big.NewInt(10_000)), r.Denom()).Int64())
}

// The formula counts what counting every set counts.
func TestTheFormulaOfSumsCountsSets(t *testing.T) {
	t.Parallel()
	for _, c := range [][2]int{{28, 5}, {20, 4}, {7, 3}} {
		counted := map[int]*big.Int{}
		subsets(c[0], c[1], func(set []int) {
			sum := total(set)
			if counted[sum] == nil {
				counted[sum] = new(big.Int)
			}
			counted[sum].Add(counted[sum], big.NewInt(1))
		})
		byFormula := gauss(c[0], c[1])
		require.Len(t, byFormula, len(counted))
		for sum, n := range counted {
			require.Zero(t, n.Cmp(byFormula[sum]), "%v: %d", c, sum)
		}
	}
}

// No other line is nearer to even than the one of each sum.
func TestLinesOfSumsAreTheMostEvenOnes(t *testing.T) {
	t.Parallel()
	for _, g := range draw.Games() {
		if g.Drawn == 0 {
			continue
		}
		under, err := g.Selection("sum_size.under")
		require.NoError(t, err)
		ways, total := gauss(g.Pool, g.Drawn), new(big.Int).Binomial(int64(g.Pool), int64(g.Drawn))
		apart := func(line int) *big.Int {
			n := new(big.Int).Neg(total)
			for sum, w := range ways {
				if sum <= line {
					n.Add(n, w).Add(n, w)
				}
			}
			return n.Abs(n)
		}
		for sum := range ways {
			require.LessOrEqual(t, apart(under.To).Cmp(apart(sum)), 0, "%s: %d is more even than %d", g.Code, sum, under.To)
		}
	}
}

// The chance of hits is that of picking one number after the other, each a hit by what is left.
func TestSpotsReturnWhatTheyState(t *testing.T) {
	t.Parallel()
	g, _ := draw.Of("keno")
	markets := g.Markets()
	spots := markets[len(markets)-1]
	require.Equal(t, "spots", spots.Key)
	require.Len(t, spots.Spots, 10)
	worst := 10_000
	for i, s := range spots.Spots {
		require.Equal(t, i+1, s.Picks)
		require.Len(t, s.Pays, s.Picks+1)
		chances := []*big.Rat{big.NewRat(1, 1)}
		for pick := range s.Picks {
			next := make([]*big.Rat, pick+2)
			for hits := range next {
				next[hits] = new(big.Rat)
				if hits <= pick {
					next[hits].Mul(chances[hits], big.NewRat(int64(48-(pick-hits)), int64(70-pick)))
				}
				if hits > 0 {
					next[hits].Add(next[hits], new(big.Rat).Mul(chances[hits-1], big.NewRat(int64(22-(hits-1)), int64(70-pick))))
				}
			}
			chances = next
		}
		all, sum := new(big.Rat), new(big.Rat)
		for hits, p := range s.Pays {
			all.Add(all, chances[hits])
			sum.Add(sum, returns(chances[hits], p))
			require.True(t, p == 0 || p.Valid(), "%d picks, %d hits: %d", s.Picks, hits, p)
			if hits > 0 {
				require.GreaterOrEqual(t, p, s.Pays[hits-1], "more hits pay no less")
			}
		}
		require.Zero(t, all.Cmp(big.NewRat(1, 1)))
		require.Equal(t, basisPoints(sum), s.RTP)
		require.InDelta(t, 9_510, s.RTP, 60, "%d picks", s.Picks)
		worst = min(worst, s.RTP)

		text := []string{}
		for n := range s.Picks {
			text = append(text, fmt.Sprint(61+n))
		}
		got, err := g.Selection("spots:" + strings.Join(text, "-"))
		require.NoError(t, err)
		require.Equal(t, s.Pays[s.Picks], got.Price)
		require.Equal(t, s.RTP, got.RTP)
		require.Zero(t, big.NewRat(got.Ways, got.Of).Cmp(chances[s.Picks]))
	}
	require.Equal(t, worst, spots.RTP)
}

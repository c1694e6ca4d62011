package draw_test

import (
	"cmp"
	"crypto/sha256"
	"flag"
	"fmt"
	"math"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"hubstake/internal/core/draw"
	"hubstake/internal/core/fairness"
	"hubstake/internal/testkit"
)

// With the defaults the draws are always the same, so the test cannot fail by chance; make draws takes a million of each game.
var (
	drawsFlag = flag.Int("draws", 0, "draws of each game that are tested; 0: 5,000, or 20,000 in make test-deep")
	seed      = flag.String("seed", "hubstake", "the draws follow from it")
)

// roundsOf yields draws as rounds make them: a seed of a hash chain, a message with randomness, and the stream of both. The chain is walked from its end.
func roundsOf(g draw.Game, n int, yield func(draw.Outcome)) {
	link := sha256.Sum256([]byte(*seed + g.Code))
	for no := range int64(n) {
		link = sha256.Sum256(link[:])
		beacon := sha256.Sum256(append([]byte("beacon"), link[:]...))
		yield(g.Draw(fairness.NewStream(link[:], fairness.DrawMessage(g.Code, no, beacon))))
	}
}

// trial is one test of the draws of a game: kind is its statistic, about is on what.
type trial struct {
	kind, about string
	add         func(draw.Outcome)
	p           func() float64 // evenly spread over 0…1 when draws are fair
}

func (t trial) String() string { return t.kind + " of " + t.about }

// trials returns the tests of a game.
func trials(g draw.Game) []trial {
	var all []trial
	read := readings(g)
	for _, m := range g.Markets() {
		if m.Spots != nil {
			continue
		}
		var chances []float64
		var wins []func(draw.Outcome) bool
		for _, s := range m.Selections {
			chances = append(chances, float64(s.Ways)/float64(s.Of))
			wins = append(wins, read[s.Key])
		}
		side := func(o draw.Outcome) int {
			return slices.IndexFunc(wins, func(won func(draw.Outcome) bool) bool { return won(o) })
		}
		all = append(all, frequencies("frequencies", m.Key, chances, side), gaps(m.Key, chances[0], wins[0]))
		if len(chances) == 2 {
			all = append(all, runs(m.Key, wins[0]))
		}
	}
	sides, die := die(g)
	even := slices.Repeat([]float64{1 / float64(sides)}, sides)
	all = append(all, frequencies("frequencies", "the die", even, die), pairs(sides, die), coupons(sides, die), correlation("the die", die))
	if g.Drawn == 0 {
		return all
	}
	all = append(all, numbersOf(g), overlaps(g), correlation("sums", func(o draw.Outcome) int { return total(drawn(o)) }))
	for i := range g.Drawn {
		place := slices.Repeat([]float64{1 / float64(g.Pool)}, g.Pool)
		all = append(all, frequencies("places", fmt.Sprint(i), place, func(o draw.Outcome) int { return drawn(o)[i] - 1 }))
	}
	if g.Kind == draw.KindBalls {
		return append(all, birthdays(g))
	}
	for n := 1; n <= 10; n++ {
		all = append(all, frequencies("hits", fmt.Sprint(n, " picks"), hypergeometric(g.Pool, g.Drawn, n), func(o draw.Outcome) (hits int) {
			for _, ball := range drawn(o) {
				if ball%7 == 0 && ball/7 <= n { // the picks are 7, 14, 21 …
					hits++
				}
			}
			return hits
		}))
	}
	return all
}

func drawn(o draw.Outcome) []int {
	if k, ok := o.(draw.Keno); ok {
		return k.Balls
	}
	return o.(draw.Balls).Balls
}

// die returns a part of the outcomes that has so many sides, all equally likely.
func die(g draw.Game) (sides int, of func(draw.Outcome) int) {
	switch g.Kind {
	case draw.KindLadder:
		return 4, func(o draw.Outcome) int {
			l := o.(draw.Ladder)
			return 2*(l.Lines-3) + strings.Index("left right", l.Start)/5
		}
	case draw.KindCoin:
		return 8, func(o draw.Outcome) (n int) {
			for _, c := range o.(draw.Coin).Coins {
				n = 2*n + strings.Index("head tail", c)/5
			}
			return n
		}
	case draw.KindKeno:
		return 10, func(o draw.Outcome) int { return o.(draw.Keno).Balls[0] % 10 }
	default:
		return 10, func(o draw.Outcome) int { return o.(draw.Balls).Power }
	}
}

// frequencies compares how often each cell comes with its chance.
func frequencies(kind, about string, chances []float64, cell func(draw.Outcome) int) trial {
	c := newCells(chances)
	return trial{kind: kind, about: about, add: func(o draw.Outcome) { c.counts[cell(o)]++ }, p: c.p}
}

// runs counts how often the side changes (Wald and Wolfowitz).
func runs(about string, won func(draw.Outcome) bool) trial {
	var sides [2]float64
	count, last := 1.0, -1
	add := func(o draw.Outcome) {
		side := 0
		if won(o) {
			side = 1
		}
		if last >= 0 && side != last {
			count++
		}
		sides[side]++
		last = side
	}
	return trial{kind: "runs", about: about, add: add, p: func() float64 {
		n := sides[0] + sides[1]
		mean := 2*sides[0]*sides[1]/n + 1
		return normal((count - mean) / math.Sqrt((mean-1)*(mean-2)/(n-1)))
	}}
}

// gaps compares the numbers of draws between two wins with their distribution.
func gaps(about string, chance float64, won func(draw.Outcome) bool) trial {
	const longest = 400
	chances := make([]float64, longest)
	left := 1.0
	for i := range chances {
		chances[i] = left * chance
		left -= chances[i]
	}
	chances[longest-1] += left
	c, gap := newCells(chances), 0
	return trial{kind: "gaps", about: about, p: c.p, add: func(o draw.Outcome) {
		if !won(o) {
			gap++
			return
		}
		c.counts[min(gap, longest-1)]++
		gap = 0
	}}
}

// pairs compares how often each pair of sides comes in a row; no draw is in two pairs.
func pairs(sides int, die func(draw.Outcome) int) trial {
	c, first := newCells(slices.Repeat([]float64{1 / float64(sides*sides)}, sides*sides)), -1
	return trial{kind: "pairs", about: "the die", p: c.p, add: func(o draw.Outcome) {
		if first < 0 {
			first = die(o)
			return
		}
		c.counts[first*sides+die(o)]++
		first = -1
	}}
}

// coupons compares how many draws it takes until every side was seen with its distribution.
func coupons(sides int, die func(draw.Outcome) int) trial {
	const longest = 500
	chances, state := make([]float64, longest), make([]float64, sides+1) // state: the chance that so many sides were seen
	state[0] = 1
	for i := range chances {
		for seen := sides; seen > 0; seen-- {
			fresh := state[seen-1] * float64(sides-seen+1) / float64(sides)
			if seen == sides {
				chances[i] = fresh // of being complete with the draw after i others
				continue
			}
			state[seen] = state[seen]*float64(seen)/float64(sides) + fresh
		}
		state[0] = 0
	}
	c, seen, took := newCells(chances), map[int]bool{}, 0
	return trial{kind: "coupons", about: "the die", p: c.p, add: func(o draw.Outcome) {
		seen[die(o)] = true
		took++
		if len(seen) == sides {
			c.counts[min(took, longest)-1]++
			clear(seen)
			took = 0
		}
	}}
}

// correlation is that of each draw with the next one.
func correlation(about string, value func(draw.Outcome) int) trial {
	var n, sum, squares, products, first, last float64
	add := func(o draw.Outcome) {
		v := float64(value(o))
		if n == 0 {
			first = v
		}
		products += v * last
		n, sum, squares, last = n+1, sum+v, squares+v*v, v
	}
	return trial{kind: "correlation", about: about, add: add, p: func() float64 {
		products += last * first // around the end
		return normal((n*products - sum*sum) / (n*squares - sum*sum) * math.Sqrt(n))
	}}
}

// numbersOf compares how often each number is drawn. Numbers of one draw exclude each other, which makes the chi-square smaller by (pool-drawn)/(pool-1).
func numbersOf(g draw.Game) trial {
	counts, n := make([]float64, g.Pool), 0.0
	add := func(o draw.Outcome) {
		n++
		for _, ball := range drawn(o) {
			counts[ball-1]++
		}
	}
	return trial{kind: "numbers", about: "the balls", add: add, p: func() float64 {
		expected, sum := n*float64(g.Drawn)/float64(g.Pool), 0.0
		for _, c := range counts {
			sum += (c - expected) * (c - expected) / expected
		}
		return chiSquare(sum*float64(g.Pool-1)/float64(g.Pool-g.Drawn), g.Pool-1)
	}}
}

// overlaps compares how many balls a draw has in common with the one before.
func overlaps(g draw.Game) trial {
	c := newCells(hypergeometric(g.Pool, g.Drawn, g.Drawn))
	var before []int
	return trial{kind: "overlaps", about: "the balls", p: c.p, add: func(o draw.Outcome) {
		balls, common := drawn(o), 0
		for _, ball := range balls {
			if slices.Contains(before, ball) {
				common++
			}
		}
		if before != nil {
			c.counts[common]++
		}
		before = balls
	}}
}

// birthdays counts the pairs of equal outcomes, whatever the order of their balls, in every thousand draws.
func birthdays(g draw.Game) trial {
	const group = 1_000
	days := 10.0
	for i := range g.Drawn {
		days *= float64(g.Pool-i) / float64(i+1)
	}
	seen, n, inGroup, equal, groups := map[[6]int]int{}, 0, 0, 0.0, 0.0
	add := func(o draw.Outcome) {
		var key [6]int
		copy(key[:], drawn(o))
		slices.Sort(key[:])
		key[0] += 100 * o.(draw.Balls).Power // the rest of a shorter draw is 0
		inGroup += seen[key]
		seen[key]++
		if n++; n == group {
			equal, groups = equal+float64(inGroup), groups+1
			n, inGroup = 0, 0
			clear(seen)
		}
	}
	return trial{kind: "birthdays", about: "the outcomes", add: add, p: func() float64 {
		if groups == 0 {
			return 0 // the test would say nothing
		}
		mean := groups * group * (group - 1) / 2 / days
		return normal((equal - mean) / math.Sqrt(mean*(1-1/days)))
	}}
}

// hypergeometric returns the chances of the numbers of hits of picks.
func hypergeometric(pool, drawn, picks int) []float64 {
	chances := []float64{1}
	for pick := range picks {
		next := make([]float64, pick+2)
		for hits, p := range chances {
			hit := float64(drawn-hits) / float64(pool-pick)
			next[hits+1] += p * hit
			next[hits] += p * (1 - hit)
		}
		chances = next
	}
	return chances
}

// strange reports whether a p is beyond what fair draws come to, too uneven or too even, when all of so many tests are within it with 99 %.
func strange(p float64, tests int) bool {
	each := 1 - math.Pow(0.99, 1/float64(tests))
	return p < each/2 || p > 1-each/2
}

// S-52: the draws of real rounds stand all tests of randomness, 99 % of all tests together.
func TestDrawsAreFair(t *testing.T) {
	t.Parallel()
	tests, draws := 0, cmp.Or(*drawsFlag, testkit.Size(5_000, 20_000))
	for _, g := range draw.Games() {
		tests += len(trials(g))
	}
	for _, g := range draw.Games() {
		t.Run(g.Code, func(t *testing.T) {
			t.Parallel()
			all := trials(g)
			roundsOf(g, draws, func(o draw.Outcome) {
				for _, test := range all {
					test.add(o)
				}
			})
			worst, of := 1.0, trial{}
			for _, test := range all {
				p := test.p()
				require.False(t, strange(p, tests), "%s of %d draws of %s: p = %g", test, draws, g.Code, p)
				if p := 2 * min(p, 1-p); p < worst {
					worst, of = p, test
				}
			}
			t.Logf("%s: %d draws, %d of %d tests, the least likely is %s: %.4f", g.Code, draws, len(all), tests, of, worst)
		})
	}
}

// bias is a way in which draws are not fair, and the tests that must find it.
type bias struct {
	name  string
	games []string
	found []string
	make  func() (before func(), source draw.Source)
}

// Each test can fail: it finds a bias that was planted.
func TestPlantedBiasesAreFound(t *testing.T) {
	t.Parallel()
	fresh := func() *rand.Rand { return rand.New(rand.NewPCG(7, 7)) }
	found := map[string]bool{}
	biases := []bias{
		{
			name: "low numbers come too often", games: []string{"pwball", "meta3", "keno", "ladders", "coin3"}, found: []string{"frequencies"},
			make: func() (func(), draw.Source) {
				r := fresh()
				return func() {}, numbers(func(n int64) int64 {
					if r.IntN(25) == 0 {
						return 0
					}
					return r.Int64N(n)
				})
			},
		},
		{
			name: "every tenth draw is that before", games: []string{"pwball", "eos5", "meta3", "keno", "ladders", "coin3"},
			found: []string{"runs", "gaps", "pairs", "coupons", "correlation", "overlaps", "birthdays"},
			make: func() (func(), draw.Source) {
				r := fresh()
				s := &again{r: r}
				return s.next, numbers(s.number)
			},
		},
		{
			name: "balls are sorted", games: []string{"pwball", "meta3", "keno"}, found: []string{"places"},
			make: func() (func(), draw.Source) { return func() {}, sorted{numbers(fresh().Int64N)} },
		},
		{
			name: "ball 7 is too often among them", games: []string{"pwball", "meta3", "keno"}, found: []string{"numbers", "hits"},
			make: func() (func(), draw.Source) {
				r := fresh()
				return func() {}, lucky{numbers(r.Int64N), r}
			},
		},
		{
			name: "every number comes equally often in a row", games: []string{"pwball", "meta3"}, found: []string{"frequencies", "coupons"},
			make: func() (func(), draw.Source) {
				r := fresh()
				var left []int
				return func() {}, numbers(func(n int64) int64 {
					if n != 10 {
						return r.Int64N(n)
					}
					if len(left) == 0 {
						left = r.Perm(10)
					}
					next := left[0]
					left = left[1:]
					return int64(next)
				})
			},
		},
	}
	for _, b := range biases {
		for _, code := range b.games {
			g, _ := draw.Of(code)
			all := trials(g)
			before, source := b.make()
			for range 50_000 {
				before()
				o := g.Draw(source)
				for _, test := range all {
					test.add(o)
				}
			}
			caught := map[string]bool{}
			for _, test := range all {
				if strange(test.p(), 500) {
					caught[test.kind] = true
					found[test.kind+" in "+string(g.Kind)] = true
				}
			}
			for _, kind := range b.found {
				if slices.ContainsFunc(all, func(test trial) bool { return test.kind == kind }) {
					require.True(t, caught[kind], "%s of %s do not find that %s", kind, code, b.name)
				}
			}
		}
	}
	for _, g := range draw.Games() {
		for _, test := range trials(g) {
			require.True(t, found[test.kind+" in "+string(g.Kind)], "no bias is found by %s of %s", test, g.Code)
		}
	}
}

// again gives the numbers of the draw before in every tenth one.
type again struct {
	r    *rand.Rand
	kept []int64 // of the draw
	at   int     // in kept, when it is given again
	same bool
}

func (s *again) next() {
	s.same, s.at = len(s.kept) > 0 && s.r.IntN(10) == 0, 0
	if !s.same {
		s.kept = s.kept[:0]
	}
}

func (s *again) number(n int64) int64 {
	if s.same {
		s.at++
		return s.kept[s.at-1]
	}
	s.kept = append(s.kept, s.r.Int64N(n))
	return s.kept[len(s.kept)-1]
}

// sorted gives samples in ascending order.
type sorted struct{ draw.Source }

func (s sorted) Sample(n, k int) []int {
	balls := s.Source.Sample(n, k)
	slices.Sort(balls)
	return balls
}

// lucky puts 7 into one of twenty samples.
type lucky struct {
	draw.Source
	r *rand.Rand
}

func (s lucky) Sample(n, k int) []int {
	balls := s.Source.Sample(n, k)
	if s.r.IntN(20) == 0 && !slices.Contains(balls, 7) {
		balls[s.r.IntN(k)] = 7
	}
	return balls
}

package game

import (
	"cmp"
	"flag"
	"math"
	"math/rand/v2"
	"slices"
	"testing"

	"github.com/stretchr/testify/require"

	"hubstake/internal/core/money"
	"hubstake/internal/testkit"
)

var gamesFlag = flag.Int("sim.games", 0, "games to play in TestSimulation; 0: 5,000, or 120,000 in make test-deep")

// games is how many games of each kind TestSimulation plays; the README tells the figures of a long run.
func games() int { return cmp.Or(*gamesFlag, testkit.Size(5_000, 120_000)) }

// seeded repeats the same series of words in every run.
type seeded struct{ *rand.PCG }

func (s seeded) Uint32() uint32 { return uint32(s.Uint64() >> 32) }

// TestSimulation plays each game as players do, from a fixed seed, and compares what came back with what is stated. The
// tolerance is four standard errors of the run itself: a game that is off by more than chance allows fails.
func TestSimulation(t *testing.T) {
	t.Parallel()
	for _, g := range All() {
		info := g.Info()
		t.Run(info.Code, func(t *testing.T) {
			t.Parallel()
			src := seeded{rand.NewPCG(2026, uint64(info.ProcID))}
			var sum, squares, hits, n float64
			n = float64(games())
			cut := 0
			for range games() {
				out := g.Play(src, 1)
				if out.Capped {
					cut++
				}
				won := float64(out.Win) / Units
				sum += won
				squares += won * won
				if won > 0 {
					hits++
				}
			}
			mean := sum / n
			deviation := math.Sqrt(squares/n - mean*mean)
			se := deviation / math.Sqrt(n)
			t.Logf("%s: deviation %.2f, RTP %.4f ± %.4f (stated %.4f), hit rate %.4f (stated %.4f), %d cut", info.Code, deviation, mean, se,
				float64(info.RTP)/10_000, hits/n, float64(info.HitRate)/10_000, cut)
			jackpots, _ := jackpotsOf(info).Float64() // drawn beside the game: TestJackpotsReturnWhatTheyState
			require.InDelta(t, float64(info.RTP)/10_000-jackpots, mean, 4*se)
			require.InDelta(t, float64(info.HitRate)/10_000, hits/n, 4*math.Sqrt(0.25/n))
			// Rare wins make the deviation of a run uncertain itself, so a run may come out a little beyond the stated class.
			require.LessOrEqual(t, Volatility(deviation*0.7), info.Volatility, "stated volatility")
			if !testing.Short() { // a short run has too few of the rare wins
				require.GreaterOrEqual(t, Volatility(deviation*1.4), info.Volatility, "stated volatility")
			}
			require.GreaterOrEqual(t, info.RTP, 9_400)
			require.LessOrEqual(t, info.RTP, 9_700)
		})
	}
}

// TestOutcomesAddUp checks on many games what the page and the wallet rely on.
func TestOutcomesAddUp(t *testing.T) {
	t.Parallel()
	for _, g := range All() {
		info := g.Info()
		t.Run(info.Code, func(t *testing.T) {
			t.Parallel()
			src := seeded{rand.NewPCG(7, uint64(info.ProcID))}
			for range testkit.Size(300, 3_000) {
				out := g.Play(src, 10)
				var total money.Amount
				for i, step := range out.Steps {
					var sum money.Amount
					require.Len(t, step.Grid, info.Columns)
					for _, w := range step.Wins {
						sum += w.Amount
						require.Positive(t, w.Amount)
						if w.Ways > 0 {
							require.GreaterOrEqual(t, len(w.Cells), w.Count)
						} else {
							require.Len(t, w.Cells, w.Count)
						}
						for _, c := range w.Cells {
							at := step.Grid[c.Column][c.Row]
							require.True(t, at == w.Symbol || info.Symbols[at].Role == "wild")
						}
					}
					require.Equal(t, sum, step.Amount)
					total += sum
					require.Equal(t, i > 0, step.Kind != KindSpin)
				}
				require.Zero(t, out.Steps[len(out.Steps)-1].Left)
				if !out.Capped {
					require.Equal(t, total, out.Win)
				}
				require.LessOrEqual(t, out.Win, info.MaxWin*10)
			}
		})
	}
}

// TestTumbleKeepsWhatDidNotWin: what stays in a column stands at its bottom in the same order.
func TestTumbleKeepsWhatDidNotWin(t *testing.T) {
	t.Parallel()
	src := seeded{rand.NewPCG(11, 11)}
	for range testkit.Size(200, 2_000) {
		out := Comet().Play(src, 1)
		for i := 1; i < len(out.Steps); i++ {
			before := copyGrid(out.Steps[i-1].Grid)
			burst(before, out.Steps[i-1].Wins)
			for c, kept := range before {
				now := out.Steps[i].Grid[c]
				require.Equal(t, kept, now[len(now)-len(kept):])
			}
		}
	}
}

// wins is a source that always makes the same symbol: the richest that a game could be.
type same struct{}

func (same) Uint32() uint32 { return 0 }

func TestAWinIsCutAtTheStatedLimit(t *testing.T) {
	t.Parallel()
	info := Comet().Info()
	out := Comet().Play(same{}, 50)
	require.True(t, out.Capped)
	require.Equal(t, info.MaxWin*50, out.Win)
	require.LessOrEqual(t, len(out.Steps), info.Tumbles+1)
}

func TestLinePay(t *testing.T) {
	t.Parallel()
	g := Lanterns().(*reels)
	const wild, scatter, bowl, hat = 0, 1, 2, 3
	for name, tc := range map[string]struct {
		line          []int
		symbol, count int
		units         money.Amount
	}{
		"five of a kind":          {[]int{bowl, bowl, bowl, bowl, bowl}, bowl, 5, 1000},
		"wilds stand in":          {[]int{bowl, wild, wild, bowl, hat}, bowl, 4, 200},
		"a gap ends the line":     {[]int{bowl, bowl, hat, bowl, bowl}, bowl, 0, 0},
		"not from the right":      {[]int{hat, bowl, bowl, bowl, bowl}, hat, 0, 0},
		"scatter is not on lines": {[]int{scatter, wild, wild, bowl, bowl}, scatter, 0, 0},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			symbol, count, units := g.linePay(tc.line)
			require.Equal(t, tc.units, units)
			if units > 0 {
				require.Equal(t, tc.symbol, symbol)
				require.Equal(t, tc.count, count)
			}
		})
	}
	jar := MoonJar().(*reels)
	symbol, _, units := jar.linePay([]int{0, 0, 0})
	require.Equal(t, 0, symbol)
	require.Equal(t, money.Amount(200), units, "a line of wilds pays as itself")
}

func TestStakesDivideExactly(t *testing.T) {
	t.Parallel()
	for _, currency := range []string{"KRW", "VND", "USD"} {
		stakes := Stakes(currency)
		require.NotEmpty(t, stakes)
		require.True(t, slices.IsSorted(stakes))
		for _, s := range stakes {
			require.Zero(t, s%Units)
			unit, err := Unit(currency, s)
			require.NoError(t, err)
			require.Equal(t, s, unit*Units)
		}
		for _, bad := range []money.Amount{0, -stakes[0], stakes[0] + 1, stakes[len(stakes)-1] * 2} {
			_, err := Unit(currency, bad)
			require.ErrorIs(t, err, ErrStake)
		}
	}
	_, err := Unit("XXX", 1000)
	require.ErrorIs(t, err, ErrStake)
}

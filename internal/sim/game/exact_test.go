package game

import (
	"math/big"
	"testing"

	"github.com/stretchr/testify/require"

	"hubstake/internal/core/money"
)

// exactReels computes what a reel game returns without drawing anything: every stop of every reel is equally likely, so
// the mean pay of a line follows from how often each symbol is on each reel, and the number of scatters from how many
// stops of each reel show one.
type exactReels struct {
	line    *big.Rat // mean pay of all lines of one turn, in stakes
	scatter *big.Rat // mean pay of the scatters of one turn, in stakes
	shown   []*big.Rat
}

func exact(g *reels) exactReels {
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
	units.Mul(units, big.NewRat(lines, ways*Units))

	e := exactReels{line: units, scatter: new(big.Rat), shown: g.scatterOdds()}
	for n, p := range e.shown {
		if g.scatter >= 0 {
			pay := int64(g.info.Symbols[g.scatter].pay(n))
			e.scatter.Add(e.scatter, new(big.Rat).Mul(p, big.NewRat(pay, Units)))
		}
	}
	return e
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

func basisPoints(r *big.Rat) int {
	scaled := new(big.Rat).Mul(r, big.NewRat(10_000, 1))
	return int(new(big.Int).Quo(scaled.Num(), scaled.Denom()).Int64())
}

// TestMoonJarExactly proves the stated RTP, hit rate and greatest win by walking through every position of the reels.
func TestMoonJarExactly(t *testing.T) {
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
	walked := big.NewRat(int64(paid), games*Units)
	require.Zero(t, walked.Cmp(exact(g).line), "both ways of computing the RTP agree")
	require.Equal(t, g.info.RTP, basisPoints(walked))
	require.Equal(t, g.info.HitRate, basisPoints(big.NewRat(hits, games)))
	require.Equal(t, g.info.MaxWin, most, "the stated greatest win can be won and nothing is cut")
}

// TestLanternsExactly proves the stated RTP: lines and scatters of the paid turn, and the same, multiplied, in the mean
// number of free spins.
func TestLanternsExactly(t *testing.T) {
	t.Parallel()
	g := Lanterns().(*reels)
	e := exact(g)
	turn := new(big.Rat).Add(e.line, e.scatter)
	free := g.freeSpins(e.shown)
	for _, f := range g.info.Free {
		require.Equal(t, g.info.Free[0].Multiplier, f.Multiplier, "one multiplier, or the mean below is wrong")
		require.Equal(t, g.info.Free[0].Most, f.Most)
	}
	feature := new(big.Rat).Mul(free, big.NewRat(int64(g.info.Free[0].Multiplier), 1))
	feature.Mul(feature, turn)
	rtp := new(big.Rat).Add(turn, feature)
	t.Logf("lines %s scatters %s free spins per game %s feature %s total %s",
		e.line.FloatString(5), e.scatter.FloatString(5), free.FloatString(5), feature.FloatString(5), rtp.FloatString(6))
	require.Equal(t, g.info.RTP, basisPoints(rtp))
}

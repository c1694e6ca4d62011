package odds_test

import (
	"bufio"
	"fmt"
	"math/big"
	"math/rand/v2"
	"os"
	"slices"
	"strconv"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"
	"pgregory.net/rapid"

	"hubstake/internal/core/money"
	"hubstake/internal/core/odds"
)

// byDefinition is what a bet pays, straight from the definitions in rational numbers and from no code of the package: each leg is split
// into the parts of a unit stake that win, are returned and lose.
func byDefinition(stake int64, legs []odds.Leg) *big.Rat {
	pays, counted := big.NewRat(stake, 1), 0
	for _, l := range legs {
		var wins, back *big.Rat
		switch l.Outcome.Verdict {
		case odds.Won:
			wins, back = big.NewRat(1, 1), new(big.Rat)
		case odds.HalfWon:
			wins, back = big.NewRat(1, 2), big.NewRat(1, 2)
		case odds.Push, odds.Void:
			wins, back = new(big.Rat), big.NewRat(1, 1)
		case odds.HalfLost:
			wins, back = new(big.Rat), big.NewRat(1, 2)
		case odds.DeadHeat:
			wins, back = big.NewRat(int64(l.Outcome.Places), int64(l.Outcome.Tied)), new(big.Rat)
		default:
			wins, back = new(big.Rat), new(big.Rat)
		}
		pays.Mul(pays, back.Add(back, wins.Mul(wins, big.NewRat(int64(l.Price), 1000))))
		if l.Price >= 1300 && l.Outcome.Verdict != odds.Void && l.Outcome.Verdict != odds.Push {
			counted++
		}
	}
	switch {
	case counted >= 9:
		pays.Mul(pays, big.NewRat(109, 100))
	case counted >= 6:
		pays.Mul(pays, big.NewRat(106, 100))
	case counted >= 3:
		pays.Mul(pays, big.NewRat(103, 100))
	}
	return pays
}

func floor(r *big.Rat) int64 { return new(big.Int).Div(r.Num(), r.Denom()).Int64() }

// statusByDefinition is how a bet stands.
func statusByDefinition(stake int64, legs []odds.Leg, pays int64) odds.Status {
	switch all := func(v odds.Verdict) bool {
		return !slices.ContainsFunc(legs, func(l odds.Leg) bool { return l.Outcome.Verdict != v })
	}; {
	case slices.ContainsFunc(legs, func(l odds.Leg) bool { return l.Outcome.Verdict == odds.Lost }):
		return odds.BetLost
	case slices.ContainsFunc(legs, func(l odds.Leg) bool { return l.Outcome.Verdict == odds.Open }):
		return odds.BetOpen
	case all(odds.Void):
		return odds.BetCancelled
	case pays > stake:
		return odds.BetWon
	case pays == stake:
		return odds.BetDrawn
	default:
		return odds.BetLost
	}
}

// golden is a row of testdata/payouts.tsv: stake, legs as "price outcome", what it pays, how it stands.
type golden struct {
	stake  int64
	legs   []odds.Leg
	pays   int64
	status odds.Status
}

func (g golden) String() string {
	legs := make([]string, len(g.legs))
	for i, l := range g.legs {
		outcome := l.Outcome.String()
		if outcome == "" {
			outcome = "open"
		}
		legs[i] = fmt.Sprintf("%d %s", l.Price, outcome)
	}
	return fmt.Sprintf("%d\t%s\t%d\t%s", g.stake, strings.Join(legs, ", "), g.pays, g.status)
}

func rows(t *testing.T, file string) (out []golden) {
	t.Helper()
	f, err := os.Open(file)
	require.NoError(t, err)
	defer func() { _ = f.Close() }()
	for s := bufio.NewScanner(f); s.Scan(); {
		if s.Text() == "" || strings.HasPrefix(s.Text(), "#") {
			continue
		}
		cells := strings.Split(s.Text(), "\t")
		require.GreaterOrEqual(t, len(cells), 4, s.Text())
		g := golden{status: odds.Status(cells[3])}
		g.stake, err = strconv.ParseInt(cells[0], 10, 64)
		require.NoError(t, err)
		g.pays, err = strconv.ParseInt(cells[2], 10, 64)
		require.NoError(t, err)
		for leg := range strings.SplitSeq(cells[1], ", ") {
			price, outcome, _ := strings.Cut(leg, " ")
			p, err := strconv.ParseInt(price, 10, 64)
			require.NoError(t, err)
			if outcome == "open" {
				outcome = ""
			}
			o, err := odds.ParseOutcome(outcome)
			require.NoError(t, err)
			g.legs = append(g.legs, odds.Leg{Price: odds.Price(p), Outcome: o})
		}
		out = append(out, g)
	}
	return out
}

// The rows that were reckoned by hand, and those of a seeded generator whose figures are byDefinition's.
func TestPayoutsOfTheGoldenTables(t *testing.T) {
	t.Parallel()
	byHand, made := rows(t, "testdata/payouts-by-hand.tsv"), rows(t, "testdata/payouts.tsv")
	require.GreaterOrEqual(t, len(byHand), 40)
	require.GreaterOrEqual(t, len(made), 240)
	for _, g := range append(byHand, made...) {
		status, pays := odds.Settle(money.Amount(g.stake), g.legs, odds.StandardBonuses(), 0)
		require.Equal(t, []any{g.status, money.Amount(g.pays)}, []any{status, pays}, g)
		if g.status == odds.BetWon || g.status == odds.BetDrawn || g.status == odds.BetCancelled {
			require.Equal(t, g.pays, floor(byDefinition(g.stake, g.legs)), g)
		}
	}
}

var verdicts = []odds.Outcome{
	{Verdict: odds.Won},
	{Verdict: odds.Won},
	{Verdict: odds.Won},
	{Verdict: odds.HalfWon},
	{Verdict: odds.Push},
	{Verdict: odds.HalfLost},
	odds.Voided,
	{Verdict: odds.DeadHeat, Places: 1, Tied: 2},
	{Verdict: odds.DeadHeat, Places: 2, Tied: 3},
}

// generated makes the rows of testdata/payouts.tsv from a seed.
func generated() (out []golden) {
	r := rand.New(rand.NewPCG(12, 2026))
	for n := range 240 {
		g := golden{stake: 1 + r.Int64N(1_000_000)}
		for range 1 + n%12 {
			l := odds.Leg{Price: odds.Price(1010 + r.Int64N(1500)), Outcome: verdicts[r.IntN(len(verdicts))]}
			switch r.IntN(40) {
			case 0:
				l.Outcome = odds.Outcome{Verdict: odds.Lost}
			case 1:
				l.Outcome = odds.Outcome{}
			}
			g.legs = append(g.legs, l)
		}
		g.pays = floor(byDefinition(g.stake, g.legs))
		if g.status = statusByDefinition(g.stake, g.legs, g.pays); g.status == odds.BetOpen || g.status == odds.BetLost && g.pays > g.stake {
			g.pays = 0
		}
		out = append(out, g)
	}
	return out
}

// The table is a file so that a change of the rule shows as a change of figures.
func TestTheGoldenTableIsWhatTheDefinitionsSay(t *testing.T) {
	t.Parallel()
	var b strings.Builder
	b.WriteString("# stake, legs (price in thousandths, outcome), payout, status: made by generated() from the definitions in rational numbers\n")
	for _, g := range generated() {
		fmt.Fprintln(&b, g)
	}
	const file = "testdata/payouts.tsv"
	if os.Getenv("UPDATE") != "" {
		require.NoError(t, os.WriteFile(file, []byte(b.String()), 0o644))
	}
	kept, err := os.ReadFile(file)
	require.NoError(t, err)
	require.Equal(t, b.String(), string(kept))
}

func legsOf(rt *rapid.T) []odds.Leg {
	legs := make([]odds.Leg, rapid.IntRange(1, 15).Draw(rt, "legs"))
	for i := range legs {
		legs[i] = odds.Leg{Price: odds.Price(rapid.Int64Range(1001, 60_000).Draw(rt, "price")), Outcome: rapid.SampledFrom(verdicts).Draw(rt, "outcome")}
	}
	return legs
}

func TestPayoutsAreExactAndRoundedDownOnce(t *testing.T) {
	t.Parallel()
	rapid.Check(t, func(rt *rapid.T) {
		stake, legs := rapid.Int64Range(1, 1_000_000).Draw(rt, "stake"), legsOf(rt)
		exact := byDefinition(stake, legs)
		want := money.Max
		if f := new(big.Int).Div(exact.Num(), exact.Denom()); f.IsInt64() && f.Int64() < int64(money.Max) {
			want = money.Amount(f.Int64())
		}
		status, pays := odds.Settle(money.Amount(stake), legs, odds.StandardBonuses(), 0)
		require.Equal(rt, want, pays)
		require.Equal(rt, statusByDefinition(stake, legs, int64(want)), status)
		most := money.Amount(rapid.Int64Range(stake, 10*stake).Draw(rt, "most"))
		_, capped := odds.Settle(money.Amount(stake), legs, odds.StandardBonuses(), most)
		require.Equal(rt, min(want, most), capped)
	})
}

// The estimate of acceptance is the most that a bet can pay, and exactly what it pays when all legs win.
func TestNoOutcomePaysMoreThanTheEstimate(t *testing.T) {
	t.Parallel()
	rapid.Check(t, func(rt *rapid.T) {
		stake, legs := money.Amount(rapid.Int64Range(1, 1_000_000).Draw(rt, "stake")), legsOf(rt)
		estimate := odds.Estimate(stake, legs, odds.StandardBonuses())
		_, pays := odds.Settle(stake, legs, odds.StandardBonuses(), 0)
		require.LessOrEqual(rt, pays, estimate)
		for i := range legs {
			legs[i].Outcome = odds.Outcome{Verdict: odds.Won}
		}
		_, pays = odds.Settle(stake, legs, odds.StandardBonuses(), 0)
		require.Equal(rt, estimate, pays)
	})
}

// One unit more than the largest stake would pay more than the limit.
func TestTheLargestStakePaysAtMostTheLimit(t *testing.T) {
	t.Parallel()
	rapid.Check(t, func(rt *rapid.T) {
		legs, most := legsOf(rt), money.Amount(rapid.Int64Range(0, 10_000_000).Draw(rt, "most"))
		stake := odds.MaxStake(legs, odds.StandardBonuses(), most)
		require.LessOrEqual(rt, odds.Estimate(stake, legs, odds.StandardBonuses()), most)
		if stake < most {
			require.Greater(rt, odds.Estimate(stake+1, legs, odds.StandardBonuses()), most)
		}
	})
}

// The order of the legs does not matter, and a void leg is as if it were not there.
func TestLegsHaveNoOrderAndVoidLegsNoWeight(t *testing.T) {
	t.Parallel()
	rapid.Check(t, func(rt *rapid.T) {
		stake, legs := money.Amount(rapid.Int64Range(1, 1_000_000).Draw(rt, "stake")), legsOf(rt)
		status, pays := odds.Settle(stake, legs, odds.StandardBonuses(), 0)
		other := slices.Clone(legs)
		slices.Reverse(other)
		rest := slices.DeleteFunc(slices.Clone(legs), func(l odds.Leg) bool { return l.Outcome == odds.Voided })
		s, p := odds.Settle(stake, other, odds.StandardBonuses(), 0)
		require.Equal(rt, []any{status, pays}, []any{s, p})
		if len(rest) > 0 {
			s, p = odds.Settle(stake, rest, odds.StandardBonuses(), 0)
			require.Equal(rt, []any{status, pays}, []any{s, p})
		}
	})
}

func TestALostLegDecidesWhateverIsOpen(t *testing.T) {
	t.Parallel()
	status, pays := odds.Settle(1000, []odds.Leg{{Price: 2000}, {Price: 2000, Outcome: odds.Outcome{Verdict: odds.Lost}}}, odds.StandardBonuses(), 0)
	require.Equal(t, []any{odds.BetLost, money.Amount(0)}, []any{status, pays})
	status, _ = odds.Settle(1000, []odds.Leg{{Price: 2000}, {Price: 2000, Outcome: odds.Voided}}, odds.StandardBonuses(), 0)
	require.Equal(t, odds.BetOpen, status)
}

func TestTheCombinedPriceIsRoundedDown(t *testing.T) {
	t.Parallel()
	require.Equal(t, odds.Price(1955), odds.Combined(1955))
	require.Equal(t, odds.Price(3822), odds.Combined(1955, 1955)) // 3.822025
	require.Equal(t, odds.Price(1000), odds.Combined())
	huge := slices.Repeat([]odds.Price{60_000}, 40)
	require.Positive(t, odds.Combined(huge...))
}

func TestOutcomesAreStoredAsText(t *testing.T) {
	t.Parallel()
	for _, o := range append([]odds.Outcome{{}, {Verdict: odds.Lost}}, verdicts...) {
		again, err := odds.ParseOutcome(o.String())
		require.NoError(t, err)
		require.Equal(t, o, again)
	}
	for _, bad := range []string{"win", "dead-heat", "dead-heat 1/1", "dead-heat 0/2", "dead-heat 2/1", "dead-heat 1/65", "dead-heat x/2", "dead-heat 1"} {
		_, err := odds.ParseOutcome(bad)
		require.Error(t, err, bad)
	}
}

package game

import (
	"math"
	"math/big"
	"math/rand/v2"
	"slices"
	"testing"

	"github.com/stretchr/testify/require"

	"hubstake/internal/core/money"
)

// at is a source whose only word makes Draw return a wanted number.
type at uint32

func (a at) Uint32() uint32 { return uint32(a) }

func accept(t *testing.T, g Offered, stake money.Amount, c Choice) Ticket {
	t.Helper()
	ticket, err := g.Accept("KRW", stake, c)
	require.NoError(t, err)
	return ticket
}

// Every spot of the table returns 36/37: each of the 37 numbers is played once.
func TestEverySpotOfRouletteReturnsTheSame(t *testing.T) {
	t.Parallel()
	g := Roulette()
	want := big.NewRat(36, 37)
	for _, spot := range g.Info().Spots {
		ticket := accept(t, g, 1_000, Choice{Chips: []Chip{{spot.Code, 1_000}}})
		var won money.Amount
		for n := range pockets {
			out := ticket(at(n))
			require.Equal(t, n, *out.Drawn)
			require.Equal(t, slices.Contains(spot.Numbers, n), out.Win > 0, "%s at %d", spot.Code, n)
			won += out.Win
		}
		require.Zero(t, big.NewRat(int64(won), 1_000*pockets).Cmp(want), spot.Code)
	}
	rtp, _ := want.Float64()
	require.InDelta(t, rtp*10_000, float64(g.Info().RTP), 0.5)
}

// The layout follows from what players of European roulette know: how many spots of each kind there are and what they pay.
func TestTheTableOfRoulette(t *testing.T) {
	t.Parallel()
	count, pays := map[string]int{}, map[string]int{}
	seen := map[string]bool{}
	for _, s := range Roulette().Info().Spots {
		count[s.Kind]++
		require.True(t, pays[s.Kind] == 0 || pays[s.Kind] == s.Pays, s.Code)
		pays[s.Kind] = s.Pays
		require.True(t, slices.IsSorted(s.Numbers), s.Code)
		require.False(t, seen[s.Code], s.Code)
		seen[s.Code] = true
	}
	require.Equal(t, map[string]int{
		SpotStraight: 37, SpotSplit: 60, SpotStreet: 14, SpotCorner: 23, SpotLine: 11, SpotDozen: 3, SpotColumn: 3, SpotEven: 6,
	}, count)
	require.Equal(t, map[string]int{
		SpotStraight: 35, SpotSplit: 17, SpotStreet: 11, SpotCorner: 8, SpotLine: 5, SpotDozen: 2, SpotColumn: 2, SpotEven: 1,
	}, pays)
	for code, numbers := range map[string][]int{
		"split-17-20": {17, 20}, "street-34-35-36": {34, 35, 36}, "corner-0-1-2-3": {0, 1, 2, 3}, "corner-32-33-35-36": {32, 33, 35, 36},
		"line-1-2-3-4-5-6": {1, 2, 3, 4, 5, 6}, "column-3": {3, 6, 9, 12, 15, 18, 21, 24, 27, 30, 33, 36},
	} {
		s, known := spotOf(code)
		require.True(t, known, code)
		require.Equal(t, numbers, s.Numbers)
	}
	require.Len(t, reds, 18)
}

// Several chips are the sum of what each is worth.
func TestChipsOfARoundAddUp(t *testing.T) {
	t.Parallel()
	ticket := accept(t, Roulette(), 2_000, Choice{Chips: []Chip{{"straight-17", 200}, {"split-17-20", 400}, {"black", 1_000}, {"dozen-1", 400}}})
	for number, want := range map[int]money.Amount{17: 200*36 + 400*18 + 1_000*2, 20: 400*18 + 1_000*2, 4: 1_000*2 + 400*3, 0: 0, 19: 0} {
		require.Equal(t, want, ticket(at(number)).Win, number)
	}
}

func TestRouletteRefusesBadChoices(t *testing.T) {
	t.Parallel()
	g := Roulette()
	one := func(spot string, amount money.Amount) Choice { return Choice{Chips: []Chip{{spot, amount}}} }
	for name, tc := range map[string]struct {
		stake  money.Amount
		choice Choice
		want   error
	}{
		"no chips":              {200, Choice{}, ErrChoice},
		"a fish":                {200, Choice{Fish: "sardine"}, ErrChoice},
		"chips and a fish":      {200, Choice{Fish: "sardine", Chips: []Chip{{"red", 200}}}, ErrChoice},
		"no such spot":          {200, one("straight-37", 200), ErrChoice},
		"numbers that are far":  {200, one("split-1-36", 200), ErrChoice},
		"a spot twice":          {400, Choice{Chips: []Chip{{"red", 200}, {"red", 200}}}, ErrChoice},
		"more than the stake":   {200, one("red", 400), ErrStake},
		"less than the stake":   {400, one("red", 200), ErrStake},
		"half a chip":           {300, one("red", 300), ErrStake},
		"a chip of nothing":     {200, Choice{Chips: []Chip{{"red", 200}, {"odd", 0}}}, ErrStake},
		"a negative chip":       {200, Choice{Chips: []Chip{{"red", 400}, {"odd", -200}}}, ErrStake},
		"an overflow":           {200, Choice{Chips: []Chip{{"red", math.MaxInt64 - 7}, {"odd", math.MaxInt64 - 7}}}, ErrStake},
		"above the table":       {100_200, one("red", 100_200), ErrStake},
		"below the table":       {0, one("red", 200), ErrStake},
		"a currency of no kind": {200, one("red", 200), ErrStake},
	} {
		currency := "KRW"
		if name == "a currency of no kind" {
			currency = "BTC"
		}
		_, err := g.Accept(currency, tc.stake, tc.choice)
		require.ErrorIs(t, err, tc.want, name)
	}
}

// A shot at any fish returns 96 % exactly: each of its tickets is drawn once.
func TestEveryFishReturnsTheSame(t *testing.T) {
	t.Parallel()
	for _, g := range []Offered{Reef(), Trench()} {
		info := g.Info()
		last := 0
		for _, fish := range info.Fish {
			require.Greater(t, fish.Times, last, "the lowest price first")
			last = fish.Times
			ticket := accept(t, g, 1_000, Choice{Fish: fish.Name})
			var won money.Amount
			for n := range fish.Shots {
				out := ticket(at(n))
				require.Equal(t, n, *out.Drawn)
				require.Contains(t, []money.Amount{0, money.Amount(1_000 * fish.Times)}, out.Win)
				won += out.Win
			}
			require.Zero(t, big.NewRat(int64(won), int64(1_000*fish.Shots)).Cmp(big.NewRat(int64(info.RTP), 10_000)), fish.Name)
		}
		require.EqualValues(t, last*Units, info.MaxWin)
	}
}

func TestFishingRefusesBadChoices(t *testing.T) {
	t.Parallel()
	for name, tc := range map[string]struct {
		stake  money.Amount
		choice Choice
		want   error
	}{
		"no fish":              {200, Choice{}, ErrChoice},
		"a fish of the trench": {200, Choice{Fish: "dragon"}, ErrChoice},
		"chips":                {200, Choice{Fish: "shark", Chips: []Chip{{"red", 200}}}, ErrChoice},
		"an odd stake":         {300, Choice{Fish: "shark"}, ErrStake},
		"no stake":             {0, Choice{Fish: "shark"}, ErrStake},
	} {
		_, err := Reef().Accept("KRW", tc.stake, tc.choice)
		require.ErrorIs(t, err, tc.want, name)
	}
	_, err := machine{Comet()}.Accept("KRW", 200, Choice{Fish: "shark"})
	require.ErrorIs(t, err, ErrChoice, "a game of reels has nothing to choose")
}

// TestSimulationOfGamesWithAChoice plays each spot and each fish from a fixed seed; the tolerance is four standard errors.
func TestSimulationOfGamesWithAChoice(t *testing.T) {
	t.Parallel()
	choices := map[string]Choice{}
	offered := map[string]Offered{}
	for _, kind := range []string{"straight-0", "split-17-20", "street-1-2-3", "corner-0-1-2-3", "line-31-32-33-34-35-36", "dozen-2", "column-1", "red"} {
		choices[kind], offered[kind] = Choice{Chips: []Chip{{kind, 1_000}}}, Roulette()
	}
	for _, g := range []Offered{Reef(), Trench()} {
		for _, fish := range g.Info().Fish {
			choices[fish.Name], offered[fish.Name] = Choice{Fish: fish.Name}, g
		}
	}
	for name, choice := range choices {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			src := seeded{rand.NewPCG(2026, 11)}
			ticket := accept(t, offered[name], 1_000, choice)
			var sum, squares float64
			n := float64(games())
			for range games() {
				won := float64(ticket(src).Win) / 1_000
				sum += won
				squares += won * won
			}
			mean := sum / n
			se := math.Sqrt((squares/n - mean*mean) / n)
			require.InDelta(t, float64(offered[name].Info().RTP)/10_000, mean, 4*se)
		})
	}
}

func TestFindKnowsTheCatalogue(t *testing.T) {
	t.Parallel()
	codes := map[string]bool{}
	for _, g := range Catalogue() {
		info := g.Info()
		require.False(t, codes[info.Code], info.Code)
		codes[info.Code] = true
		found, ok := Find(info.Code)
		require.True(t, ok)
		require.Equal(t, info, found.Info())
	}
	require.Len(t, codes, len(All())+3)
	_, ok := Find("poker")
	require.False(t, ok)
}

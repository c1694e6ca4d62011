package odds_test

import (
	"math/big"
	"testing"

	"github.com/stretchr/testify/require"
	"pgregory.net/rapid"

	"hubstake/internal/core/money"
	"hubstake/internal/core/odds"
)

func TestABetIsWorthWhatItsPricesSay(t *testing.T) {
	t.Parallel()
	won, void, lost, open := odds.Outcome{Verdict: odds.Won}, odds.Voided, odds.Outcome{Verdict: odds.Lost}, odds.Outcome{}
	for _, c := range []struct {
		about  string
		legs   []odds.Leg
		now    []odds.Chance
		margin int64
		most   money.Amount
		want   money.Amount
	}{
		{"the price did not move", []odds.Leg{{2000, open}}, []odds.Chance{{Price: 2000}}, 500, 0, 9_500},
		{"it became likelier", []odds.Leg{{2000, open}}, []odds.Chance{{Price: 1250}}, 500, 0, 15_200},
		{"it became less likely", []odds.Leg{{2000, open}}, []odds.Chance{{Price: 8000}}, 500, 0, 2_375},
		{"the margin of the prices is not part of the chance", []odds.Leg{{1900, open}}, []odds.Chance{{1900, odds.Book(1900, 1900)}}, 500, 0, 9_024},
		{"and it counts for each leg", []odds.Leg{{1900, open}, {1900, open}}, []odds.Chance{{1900, odds.Book(1900, 1900)}, {1900, odds.Book(1900, 1900)}}, 500, 0, 8_573},
		{"no margin", []odds.Leg{{2000, open}}, []odds.Chance{{Price: 3000}}, 0, 0, 6_666},
		{"one leg won", []odds.Leg{{2000, won}, {3000, open}}, []odds.Chance{{}, {Price: 3000}}, 0, 0, 20_000},
		{"one leg is void", []odds.Leg{{2000, void}, {3000, open}}, []odds.Chance{{}, {Price: 2000}}, 0, 0, 15_000},
		{"half of one leg won", []odds.Leg{{2000, odds.Outcome{Verdict: odds.HalfWon}}, {3000, open}}, []odds.Chance{{}, {Price: 3000}}, 0, 0, 15_000},
		{"one leg lost", []odds.Leg{{2000, lost}, {3000, open}}, []odds.Chance{{}, {Price: 1100}}, 500, 0, 0},
		{"no more than the site pays for a bet", []odds.Leg{{90_000, won}, {2000, open}}, []odds.Chance{{}, {Price: 1010}}, 500, 50_000, 50_000},
		{"nothing", []odds.Leg{{2000, open}}, []odds.Chance{{Price: 2000}}, 10_000, 0, 0},
	} {
		require.Equal(t, c.want, odds.CashOut(10_000, c.legs, c.now, c.margin, c.most), c.about)
	}
}

// The worth is what the definition says, in rational numbers, and never more than the bet could pay.
func TestTheWorthOfABetIsItsDefinition(t *testing.T) {
	t.Parallel()
	rapid.Check(t, func(t *rapid.T) {
		stake, margin := rapid.Int64Range(1, 1_000_000_000).Draw(t, "stake"), rapid.Int64Range(0, 5_000).Draw(t, "margin")
		legs, now := make([]odds.Leg, rapid.IntRange(1, 9).Draw(t, "legs")), []odds.Chance(nil)
		worth := new(big.Rat).Mul(big.NewRat(stake, 1), big.NewRat(10_000-margin, 10_000))
		for i := range legs {
			legs[i] = odds.Leg{Price: odds.Price(rapid.Int32Range(1001, 50_000).Draw(t, "price"))}
			now = append(now, odds.Chance{Price: odds.Price(rapid.Int32Range(1001, 50_000).Draw(t, "now")), Book: rapid.Int64Range(1_000_000, 1_500_000).Draw(t, "book")})
			if rapid.Bool().Draw(t, "won") {
				legs[i].Outcome = odds.Outcome{Verdict: odds.Won}
				worth.Mul(worth, big.NewRat(int64(legs[i].Price), 1000))
			} else {
				worth.Mul(worth, big.NewRat(int64(legs[i].Price), int64(now[i].Price)))
				worth.Mul(worth, big.NewRat(1_000_000, now[i].Book))
			}
		}
		got := odds.CashOut(money.Amount(stake), legs, now, margin, 0)
		if want := new(big.Int).Div(worth.Num(), worth.Denom()); want.IsInt64() && want.Int64() < int64(money.Max) && int64(got) != want.Int64() {
			t.Fatalf("%d, want %d", got, want)
		}
		if most := odds.Estimate(money.Amount(stake), legs, odds.Bonuses{}); got > most {
			t.Fatalf("%d is more than the bet pays when every leg wins: %d", got, most)
		}
	})
}

func TestABookIsWhatItsPricesComeTo(t *testing.T) {
	t.Parallel()
	require.Equal(t, int64(1_000_000), odds.Book(2000, 2000))
	require.Equal(t, int64(1_052_632), odds.Book(1900, 1900))
	require.Equal(t, int64(1_050_529), odds.Book(2000, 3400, 3900))
	require.Equal(t, int64(1_000_000), odds.Book(2000), "a selection without the others says nothing")
	require.Equal(t, int64(1_000_000), odds.Book(0))
}

// Bets on everything that can happen, all of them cashed out, bring no more than was staked, however the margins of the prices moved meanwhile.
func TestACashOutOfEverythingIsNoGain(t *testing.T) {
	t.Parallel()
	rapid.Check(t, func(t *rapid.T) {
		const stake = 10_000
		legs, margin := rapid.IntRange(1, 4).Draw(t, "legs"), rapid.Int64Range(0, 1_000).Draw(t, "margin")
		taken := make([][2]odds.Price, legs)
		now := make([][2]odds.Price, legs)
		for i := range legs {
			p := rapid.Int32Range(1_050, 20_000).Draw(t, "taken")
			taken[i] = [2]odds.Price{odds.Price(p), odds.Price(int64(p) * 1000 / int64(p-1000))}
			now[i] = [2]odds.Price{odds.Price(rapid.Int32Range(1_010, 3_000).Draw(t, "one")), odds.Price(rapid.Int32Range(1_010, 3_000).Draw(t, "other"))}
			if odds.Book(now[i][0], now[i][1]) == 1_000_000 {
				now[i] = taken[i] // prices below a whole book are no prices
			}
		}
		var got, staked float64
		for bits := range 1 << legs {
			of, chances, chance := make([]odds.Leg, legs), make([]odds.Chance, legs), 1.0
			for i := range legs {
				side := bits >> i & 1
				of[i], chances[i] = odds.Leg{Price: taken[i][side]}, odds.Chance{Price: now[i][side], Book: odds.Book(now[i][0], now[i][1])}
				chance /= float64(taken[i][side]) / 1000
			}
			part := stake * chance // as much as makes every outcome pay the same
			staked += part
			got += float64(odds.CashOut(money.Amount(part*1000), of, chances, margin, 0)) / 1000
		}
		if got > staked*1.0001 {
			t.Fatalf("%.2f for %.2f", got, staked)
		}
	})
}

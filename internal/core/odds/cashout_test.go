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
		now    []odds.Price
		margin int64
		most   money.Amount
		want   money.Amount
	}{
		{"the price did not move", []odds.Leg{{2000, open}}, []odds.Price{2000}, 500, 0, 9_500},
		{"it became likelier", []odds.Leg{{2000, open}}, []odds.Price{1250}, 500, 0, 15_200},
		{"it became less likely", []odds.Leg{{2000, open}}, []odds.Price{8000}, 500, 0, 2_375},
		{"no margin", []odds.Leg{{2000, open}}, []odds.Price{3000}, 0, 0, 6_666},
		{"one leg won", []odds.Leg{{2000, won}, {3000, open}}, []odds.Price{0, 3000}, 0, 0, 20_000},
		{"one leg is void", []odds.Leg{{2000, void}, {3000, open}}, []odds.Price{0, 2000}, 0, 0, 15_000},
		{"half of one leg won", []odds.Leg{{2000, odds.Outcome{Verdict: odds.HalfWon}}, {3000, open}}, []odds.Price{0, 3000}, 0, 0, 15_000},
		{"one leg lost", []odds.Leg{{2000, lost}, {3000, open}}, []odds.Price{0, 1100}, 500, 0, 0},
		{"no more than the site pays for a bet", []odds.Leg{{90_000, won}, {2000, open}}, []odds.Price{0, 1010}, 500, 50_000, 50_000},
		{"nothing", []odds.Leg{{2000, open}}, []odds.Price{2000}, 10_000, 0, 0},
	} {
		require.Equal(t, c.want, odds.CashOut(10_000, c.legs, c.now, c.margin, c.most), c.about)
	}
}

// The worth is what the definition says, in rational numbers, and never more than the bet could pay.
func TestTheWorthOfABetIsItsDefinition(t *testing.T) {
	t.Parallel()
	rapid.Check(t, func(t *rapid.T) {
		stake, margin := rapid.Int64Range(1, 1_000_000_000).Draw(t, "stake"), rapid.Int64Range(0, 5_000).Draw(t, "margin")
		legs, now := make([]odds.Leg, rapid.IntRange(1, 9).Draw(t, "legs")), []odds.Price(nil)
		worth := new(big.Rat).Mul(big.NewRat(stake, 1), big.NewRat(10_000-margin, 10_000))
		for i := range legs {
			legs[i] = odds.Leg{Price: odds.Price(rapid.Int32Range(1001, 50_000).Draw(t, "price"))}
			now = append(now, odds.Price(rapid.Int32Range(1001, 50_000).Draw(t, "now")))
			if rapid.Bool().Draw(t, "won") {
				legs[i].Outcome = odds.Outcome{Verdict: odds.Won}
				worth.Mul(worth, big.NewRat(int64(legs[i].Price), 1000))
			} else {
				worth.Mul(worth, big.NewRat(int64(legs[i].Price), int64(now[i])))
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

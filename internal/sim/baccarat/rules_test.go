package baccarat

import (
	"fmt"
	"math/big"
	"testing"

	"github.com/stretchr/testify/require"

	"hubstake/internal/core/fairness"
	"hubstake/internal/core/id"
)

// cardOf returns a card of a value.
func cardOf(value int) Card { return Card((value + 9) % 10) } // an ace is card 0, a ten card 9

// The table of the third card as rule books print it: by the banker's two cards and the player's third, S stands and D draws.
func TestTheThirdCardIsThatOfTheTable(t *testing.T) {
	t.Parallel()
	//                  player's third card: none 0 … 9
	for banker, row := range []string{
		0: "DDDDDDDDDDD", 1: "DDDDDDDDDDD", 2: "DDDDDDDDDDD",
		3: "DDDDDDDDDSD",
		4: "DSSDDDDDDSS",
		5: "DSSSSDDDDSS",
		6: "SSSSSSSDDSS",
		7: "SSSSSSSSSSS",
	} {
		for third := -1; third <= 9; third++ {
			require.Equal(t, row[third+1] == 'D', bankerDraws(banker, third), "banker %d, player's third %d", banker, third)
		}
	}
	for name, tc := range map[string]struct {
		cards          [6]int // values, in the order of dealing
		player, banker int    // cards
		winner         string
	}{
		"natural ends it":               {[6]int{9, 2, 0, 3, 1, 1}, 2, 2, Player},
		"banker's natural ends it":      {[6]int{0, 4, 0, 4, 9, 9}, 2, 2, Banker},
		"both stand":                    {[6]int{6, 7, 0, 0, 9, 9}, 2, 2, Banker},
		"player stands, banker draws":   {[6]int{6, 5, 0, 0, 3, 9}, 2, 3, Banker},
		"player draws an 8, three":      {[6]int{0, 3, 0, 0, 8, 9}, 3, 2, Player},
		"six draws to a six":            {[6]int{0, 6, 0, 0, 6, 1}, 3, 3, Banker},
		"six stands after a five":       {[6]int{0, 6, 0, 0, 5, 1}, 3, 2, Banker},
		"equal points":                  {[6]int{6, 6, 0, 0, 1, 1}, 2, 2, Tie},
		"a player of five always draws": {[6]int{5, 7, 0, 0, 2, 1}, 3, 2, Tie},
	} {
		var cards []Card
		for _, v := range tc.cards {
			cards = append(cards, cardOf(v))
		}
		h, taken := deal(cards)
		require.Len(t, h.Player, tc.player, name)
		require.Len(t, h.Banker, tc.banker, name)
		require.Equal(t, tc.player+tc.banker, taken, name)
		require.Equal(t, tc.winner, h.Winner, name)
	}
}

// Every order of six card values of eight decks is dealt by the rules themselves. The numbers are those that the literature gives.
func TestTheReturnsAreExact(t *testing.T) {
	t.Parallel()
	ways := map[string]*big.Int{Player: new(big.Int), Banker: new(big.Int), Tie: new(big.Int)}
	var left [10]int64
	for v := range left {
		left[v] = 4 * Decks
	}
	left[0] = 16 * Decks
	var cards [6]Card
	var walk func(n int, count int64)
	walk = func(n int, count int64) {
		if n == len(cards) {
			h, _ := deal(cards[:])
			ways[h.Winner].Add(ways[h.Winner], big.NewInt(count))
			return
		}
		for v, more := range left {
			if more > 0 {
				left[v]--
				cards[n] = cardOf(v)
				walk(n+1, count*more)
				left[v]++
			}
		}
	}
	walk(0, 1)
	require.Equal(t, "2292252566437888", ways[Banker].String())
	require.Equal(t, "2230518282592256", ways[Player].String())
	require.Equal(t, "475627426473216", ways[Tie].String())

	all := new(big.Int).Add(ways[Tie], new(big.Int).Add(ways[Player], ways[Banker]))
	returned := func(spot string) string {
		sum := new(big.Int)
		for winner, n := range ways {
			pays := Hand{Winner: winner}.Returns()[spot]
			sum.Add(sum, new(big.Int).Mul(n, big.NewInt(int64(pays))))
		}
		points := new(big.Rat).SetFrac(sum.Mul(sum, big.NewInt(10_000)), new(big.Int).Mul(all, big.NewInt(20)))
		return points.FloatString(0)
	}
	require.Equal(t, fmt.Sprint(Returns[SpotBanker]), returned(SpotBanker))
	require.Equal(t, fmt.Sprint(Returns[SpotPlayer]), returned(SpotPlayer))
	require.Equal(t, fmt.Sprint(Returns[SpotTie]), returned(SpotTie))
	// A second card of the rank of the first: 31 of the 415 that are left.
	pair := big.NewRat(31*int64(pairPays)*10_000, 415*20)
	require.Equal(t, fmt.Sprint(Returns[SpotPlayerPair]), pair.FloatString(0))
	require.Equal(t, fmt.Sprint(Returns[SpotBankerPair]), pair.FloatString(0))
}

// A tie gives the stakes on both sides back, and the commission is 5 % of the win.
func TestWhatARoundReturns(t *testing.T) {
	t.Parallel()
	require.Equal(t, map[string]int64{"player": 40}, plain(Hand{Winner: Player}))
	require.Equal(t, map[string]int64{"banker": 39}, plain(Hand{Winner: Banker}))
	require.Equal(t, map[string]int64{"player": 20, "banker": 20, "tie": 180, "playerPair": 240, "bankerPair": 240},
		plain(Hand{Winner: Tie, PlayerPair: true, BankerPair: true}))
}

func plain(h Hand) map[string]int64 {
	out := map[string]int64{}
	for spot, units := range h.Returns() {
		out[spot] = int64(units)
	}
	return out
}

// A shoe has each card eight times, its seed decides all of it, and its rounds follow each other without a gap.
func TestAShoeIsDealtInOrder(t *testing.T) {
	t.Parallel()
	seed := fairness.Hash(id.Key())
	shoe, counts := Shoe(seed), map[Card]int{}
	for _, c := range shoe {
		counts[c]++
	}
	require.Len(t, counts, 52)
	for c, n := range counts {
		require.Equal(t, Decks, n, c)
	}
	require.Equal(t, shoe, Shoe(seed))
	require.NotEqual(t, shoe, Shoe(fairness.Hash(id.Key())))
	at := 0
	for n := range Rounds {
		h := Deal(seed, n)
		dealt := []Card{h.Player[0], h.Banker[0], h.Player[1], h.Banker[1]}
		dealt = append(append(dealt, h.Player[2:]...), h.Banker[2:]...)
		require.Equal(t, shoe[at:at+len(dealt)], dealt)
		at += len(dealt)
	}
	require.LessOrEqual(t, Rounds*6, Decks*52, "the last round has cards whatever came before")
}

func TestTheBigRoad(t *testing.T) {
	t.Parallel()
	road := func(rounds string) string {
		var marks []Mark
		for _, r := range rounds {
			marks = append(marks, Mark{Winner: map[rune]string{'P': Player, 'B': Banker, 'T': Tie}[r]})
		}
		out := ""
		for _, p := range BigRoad(marks) {
			out += fmt.Sprintf("%.1s%d,%d/%d ", p.Winner, p.Column, p.Row, p.Ties)
		}
		return out
	}
	require.Empty(t, road(""))
	require.Equal(t, "0,0/2 ", road("TT"), "ties before the first win wait for it")
	require.Equal(t, "p0,0/2 ", road("TTP"))
	require.Equal(t, "b0,0/0 b0,1/1 p1,0/0 b2,0/0 ", road("BBTPB"))
	require.Equal(t, "p0,0/0 p0,1/0 p0,2/0 p0,3/0 p0,4/0 p0,5/0 p1,5/0 p2,5/0 b1,0/0 ", road("PPPPPPPPB"), "a long row turns at the bottom")
	require.Equal(t, "p0,0/0 p0,1/0 p0,2/0 p0,3/0 p0,4/0 p0,5/0 p1,5/0 b1,0/0 b1,1/0 b1,2/0 b1,3/0 b1,4/0 b2,4/0 b3,4/0 ",
		road("PPPPPPPBBBBBBB"), "and before a taken place")
}

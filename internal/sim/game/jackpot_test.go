package game

import (
	"math/big"
	"testing"

	"github.com/stretchr/testify/require"

	"hubstake/internal/core/money"
)

// jackpotReturn is the mean return of a level to a player who always stakes the same, in stakes. The number of games up to a win is
// geometric with mean tickets/held; the pool then holds the seed and what all of them brought.
func jackpotReturn(l Level, currency string, stake money.Amount) *big.Rat {
	lowest := int64(Stakes(currency)[0])
	games := big.NewRat(int64(l.Tickets)*lowest, int64(stake))
	paid := big.NewRat(int64(l.Rate)*int64(stake), RateParts)
	paid.Mul(paid, games).Add(paid, big.NewRat(int64(l.SeedIn(currency)), 1))
	staked := games.Mul(games, big.NewRat(int64(stake), 1))
	return paid.Quo(paid, staked)
}

// jackpotsOf is what all levels of a game return, in stakes; nothing for a game that takes part in none.
func jackpotsOf(info Info) *big.Rat {
	sum := new(big.Rat)
	if info.Jackpot == nil {
		return sum
	}
	for _, l := range info.Jackpot.Levels {
		sum.Add(sum, jackpotReturn(l, money.KRW.Code, Stakes(money.KRW.Code)[0]))
	}
	return sum
}

// A level returns exactly what it states, in every currency and whatever is staked: no stake has better odds than another.
func TestJackpotsReturnWhatTheyState(t *testing.T) {
	t.Parallel()
	groups, games := Jackpots()
	require.Len(t, groups, 2)
	for _, j := range groups {
		require.Len(t, games[j.Group], 4)
		require.Len(t, j.Levels, len(LevelCodes))
		for i, l := range j.Levels {
			require.Equal(t, LevelCodes[i], l.Code)
			for _, currency := range []string{"KRW", "VND", "USD"} {
				for _, stake := range Stakes(currency) {
					require.Zero(t, jackpotReturn(l, currency, stake).Cmp(big.NewRat(int64(l.Return), 10_000)), "%s %s %d", l.Code, currency, stake)
					require.Zero(t, stake%Stakes(currency)[0], "a stake holds whole tickets")
				}
			}
		}
	}
}

// word is a source that gives one word again and again.
type word uint32

func (w word) Uint32() uint32 { return uint32(w) }

// TestEachTicketWinsOnce walks every outcome of a small draw: a stake of n lowest stakes wins in exactly n of them.
func TestEachTicketWinsOnce(t *testing.T) {
	t.Parallel()
	j := Jackpot{Levels: []Level{{Code: LevelMini, Tickets: 1_000}}}
	for _, stake := range Stakes("KRW") {
		wins := 0
		for w := range 1_000 {
			wins += len(j.Won(word(w), "KRW", stake))
		}
		require.EqualValues(t, stake/200, wins)
	}
}

// A source that never comes near a winning ticket wins nothing, and one of ticket 0 wins all levels.
func TestLevelsAreDrawnOneByOne(t *testing.T) {
	t.Parallel()
	require.Empty(t, coinJackpot.Won(word(99_999), "KRW", 200))
	require.Equal(t, LevelCodes, coinJackpot.Won(word(0), "KRW", 200))
	require.Equal(t, []string{LevelMini}, coinJackpot.Won(word(100_001), "KRW", 400), "ticket 1 of mini, 100,001 of the others")
	_, known := coinJackpot.Level("mega")
	require.False(t, known)
}

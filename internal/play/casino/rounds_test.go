package casino_test

import (
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"hubstake/internal/core/money"
	"hubstake/internal/play/casino"
	"hubstake/internal/testkit/factory"
)

// D-43: the result of a round.
func TestResultsOfRounds(t *testing.T) {
	t.Parallel()
	b := sit(t, 100_000)
	since := b.clk.Now()
	play := func(round, stake string, then func(tx string)) {
		b.clk.Advance(time.Second)
		b.do(bet("b"+round, round, stake))
		then("b" + round)
	}
	play("lost", "1000", func(tx string) { b.do(win("w"+tx, tx, "lost", "0")) })
	play("won", "2000", func(tx string) { b.do(win("w"+tx, tx, "won", "6000")) })
	play("tied", "4000", func(tx string) { b.do(win("w"+tx, tx, "tied", "4000")) })
	play("void", "8000", func(tx string) { b.do(rollback("x"+tx, tx, "void")) })
	play("open", "16000", func(string) {})

	all := casino.Search{Member: b.member, Since: since, Until: b.clk.Now().Add(time.Second), Currency: "KRW", Count: 10}
	rounds, totals, err := casino.Rounds(t.Context(), b.db, all)
	require.NoError(t, err)
	require.Equal(t, casino.Totals{Rounds: 5, Stake: 7_000, Payout: 10_000, OpenStake: 16_000}, totals, "the cancelled round has no amounts")
	page := all
	page.Count, page.Skip = 2, 2
	part, same, err := casino.Rounds(t.Context(), b.db, page)
	require.NoError(t, err)
	require.Equal(t, rounds[2:4], part)
	require.Equal(t, totals, same, "the totals are those of the selection, whichever page is shown")
	open := all
	open.Open = true
	waiting, totals, err := casino.Rounds(t.Context(), b.db, open)
	require.NoError(t, err)
	require.Equal(t, rounds[:1], waiting)
	require.Equal(t, casino.Totals{Rounds: 1, OpenStake: 16_000}, totals)
	other := all
	other.Currency = "VND"
	_, totals, err = casino.Rounds(t.Context(), b.db, other)
	require.NoError(t, err)
	require.Equal(t, casino.Totals{Rounds: 5}, totals, "amounts of two currencies are not added up")
	type line struct {
		id            string
		result        casino.Result
		stake, payout money.Amount
		before, after money.Amount
	}
	var got []line
	for _, r := range rounds {
		got = append(got, line{r.RoundID, r.Result, r.Stake, r.Payout, r.BalanceBefore, r.BalanceAfter})
	}
	require.Equal(t, []line{
		{"open", casino.Wait, 16_000, 0, 103_000, 87_000},
		{"void", casino.Cancel, 8_000, 0, 103_000, 103_000},
		{"tied", casino.Tie, 4_000, 4_000, 103_000, 103_000},
		{"won", casino.Pass, 2_000, 6_000, 99_000, 103_000},
		{"lost", casino.Fail, 1_000, 0, 100_000, 99_000},
	}, got)

	one, ok, err := casino.RoundOf(t.Context(), b.db, b.member, rounds[3].ID)
	require.NoError(t, err)
	require.True(t, ok)
	require.Equal(t, rounds[3], one)
	_, ok, err = casino.RoundOf(t.Context(), b.db, factory.Member(t, b.db).MemID, rounds[3].ID)
	require.NoError(t, err)
	require.False(t, ok, "somebody else's round is as good as none")

	_, totals, err = casino.Rounds(t.Context(), b.db, casino.Search{
		Member: b.member, Since: since, Until: b.clk.Now().Add(time.Second), Games: []string{}, Count: 10,
	})
	require.NoError(t, err)
	require.Zero(t, totals, "no game of the group, no rounds")
}

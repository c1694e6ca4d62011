package bet_test

import (
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"hubstake/internal/core/fault"
	"hubstake/internal/core/money"
	"hubstake/internal/core/odds"
	"hubstake/internal/play/bet"
	"hubstake/internal/testkit/factory"
)

// D-22, D-23: a member is told the limits by which bets are judged, and how many cancellations are left today.
func TestAMemberIsToldWhatMayBeBet(t *testing.T) {
	t.Parallel()
	b := twoMatches(t)
	m := b.Member(100_000, func(m *factory.M) { m.Level = 2 })
	a, err := b.Bets.Allowance(t.Context(), m)
	require.NoError(t, err)
	require.Equal(t, bet.Allowance{
		MinStake: 10_000, MaxStake: 2_000_000, MaxWin: 6_000_000, MinPrice: 1100, MaxPrice: 1_000_000, MaxLegs: 20, Bonuses: odds.StandardBonuses(), Accept: bet.None,
		Delay: 5 * time.Second, CancelAge: 5 * time.Minute, CancelAhead: 10 * time.Minute, Cancels: 3, CancelsLeft: 3,
	}, a)
	tenth, err := b.Bets.Allowance(t.Context(), b.Member(0, func(m *factory.M) { m.Level = 10 }))
	require.NoError(t, err)
	require.Equal(t, money.Amount(10_000_000), tenth.MaxWin, "the site's, which is smaller than thirty millions of the level")

	r := b.Place(m, 10_000, b.Home("M1"))
	require.NoError(t, b.Bets.Cancel(t.Context(), m, "KRW", r.ID, ""))
	_, err = b.DB.Exec(t.Context(), `UPDATE site_site SET options = options || '{"maxStake":300000}'; UPDATE member_member SET bet_locked = true`)
	require.NoError(t, err)
	a, err = b.Bets.Allowance(t.Context(), m)
	require.NoError(t, err, "a locked member is told, too")
	require.Equal(t, []any{money.Amount(600_000), int64(2)}, []any{a.MaxStake, a.CancelsLeft})
	_, err = b.DB.Exec(t.Context(), `UPDATE bet_bet SET ended_at = ended_at - interval '25 h' WHERE state = 'cancelled'`)
	require.NoError(t, err)
	a, err = b.Bets.Allowance(t.Context(), m)
	require.NoError(t, err)
	require.Equal(t, int64(3), a.CancelsLeft, "the next day")
	_, err = b.Bets.Allowance(t.Context(), "stranger")
	require.ErrorIs(t, err, fault.GameUnavailable)
}

// D-26: a slip that does not say is judged by the choice that its member stored; a slip that says is judged by its own.
func TestAStoredChoiceHoldsForSlipsThatDoNotSay(t *testing.T) {
	t.Parallel()
	b := twoMatches(t)
	m, other := b.Member(100_000), b.Member(100_000)
	saw := b.Home("M1")
	b.Price("M1", 1900)
	place := func(member string, stake money.Amount, accept bet.Choice, key string) (bet.Receipt, error) {
		o := b.Order(member, stake, saw)
		o.Slip.Accept, o.Key = accept, key
		return b.Bets.Place(t.Context(), o)
	}
	_, err := place(m, 10_000, bet.Stored, "")
	require.ErrorIs(t, err, fault.OddsChanged, "a member who never chose is asked")
	for _, c := range []bet.Choice{"", "all", "none\x00"} {
		require.ErrorIs(t, b.Bets.SetChoice(t.Context(), m, c), bet.ErrForm)
	}
	require.NoError(t, b.Bets.SetChoice(t.Context(), m, bet.Better))
	require.NoError(t, b.Bets.SetChoice(t.Context(), m, bet.Any))
	a, err := b.Bets.Allowance(t.Context(), m)
	require.NoError(t, err)
	require.Equal(t, bet.Any, a.Accept)
	first, err := place(m, 11_000, bet.Stored, "k1")
	require.NoError(t, err)
	require.Equal(t, []odds.Price{1900}, first.Ticket.Prices)
	_, err = place(m, 12_000, bet.None, "")
	require.ErrorIs(t, err, fault.OddsChanged)
	_, err = place(other, 12_000, bet.Stored, "")
	require.ErrorIs(t, err, fault.OddsChanged, "another member's choice is its own")

	require.NoError(t, b.Bets.SetChoice(t.Context(), m, bet.None))
	again, err := place(m, 11_000, bet.Stored, "k1")
	require.NoError(t, err, "the same slip under the same key is the same bet, whatever was chosen since")
	require.Equal(t, first.ID, again.ID)
	var accept string
	require.NoError(t, b.DB.QueryRow(t.Context(), `SELECT accept FROM bet_bet WHERE id = $1`, first.ID).Scan(&accept))
	require.Equal(t, "any", accept, "by which a bet that waits would be decided")
	b.Sound()
}

package bet_test

import (
	"testing"

	"github.com/stretchr/testify/require"

	"hubstake/internal/core/money"
	"hubstake/internal/core/odds"
	"hubstake/internal/testkit/pgtest"
)

// D-20: the match is the unit of a hedge, whichever feeds tell of it and whichever side they call the home one. The same side twice is no hedge.
func TestOppositePicksOverTwoFeedsAreNoTurnover(t *testing.T) {
	t.Parallel()
	b := twoMatches(t)
	b.Twin("M1")
	b.Twin("M2")
	m := b.Member(1_000_000)
	home := b.Place(m, 10_000, b.Home("M1"))
	same := b.Place(m, 10_000, b.Leg("M1 twin", odds.OneXTwo, odds.Away))
	other := b.Place(m, 10_000, b.Home("M2"))
	hedged := func() []string {
		return pgtest.Column(t, b.DB, `SELECT h.id FROM member_member m, bet_hedged(m.member_id, now() - interval '1 day') h ORDER BY 1`)
	}
	require.Empty(t, hedged(), "both are on the side that one feed calls the away side")
	draw := b.Place(m, 10_000, b.Leg("M1 twin", odds.OneXTwo, odds.Draw))
	require.ElementsMatch(t, []string{home.ID, same.ID, draw.ID}, hedged())
	against := b.Place(m, 10_000, b.Leg("M2 twin", odds.OneXTwo, odds.Home))
	require.ElementsMatch(t, []string{home.ID, same.ID, draw.ID, other.ID, against.ID}, hedged())
}

// The bets of all feeds count for the most that one match may pay.
func TestTheLiabilityOfAMatchIsThatOfAllItsFeeds(t *testing.T) {
	t.Parallel()
	b := twoMatches(t)
	b.Twin("M1")
	m := b.Member(1_000_000)
	b.Place(m, 10_000, b.Home("M1"))
	b.Place(m, 10_000, b.Leg("M1 twin", odds.OneXTwo, odds.Home))
	b.Place(m, 15_000, b.Home("M2"))
	all, err := b.Bets.Liabilities(t.Context())
	require.NoError(t, err)
	for _, l := range all {
		if l.Site == b.Site {
			require.Equal(t, []any{money.Amount(89_000), money.Amount(59_000)}, []any{l.Pays, l.MatchPays})
			return
		}
	}
	require.Fail(t, "the site has no figures")
}

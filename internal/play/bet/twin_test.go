package bet_test

import (
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"hubstake/internal/core/fixture"
	"hubstake/internal/core/money"
	"hubstake/internal/core/odds"
	"hubstake/internal/play/bet"
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

// Two feeds that tell of one match contradict each other: the one that is behind takes no bet and cashes nothing out until they agree, because a member who reads the
// other one knows more than its prices.
func TestAMatchThatAnotherFeedKnowsBetterTakesNoBet(t *testing.T) {
	t.Parallel()
	b := twoMatches(t)
	set(t, b, `{"sportsCashOut":true}`)
	b.Twin("M1")
	b.Twin("M2")
	m := b.Member(1_000_000)
	before := b.Place(m, 10_000, b.Home("M1"))
	refused := func(leg bet.Leg) {
		t.Helper()
		_, err := b.Bets.Place(t.Context(), b.Order(m, 11_000, leg))
		var r *bet.Refusal
		require.ErrorAs(t, err, &r)
		require.Equal(t, bet.Suspended, r.Reason)
	}
	// the second feed has it in play, the first one does not
	b.TwinStands("M1", fixture.Live, odds.Score{})
	refused(b.Home("M1"))
	refusedFor(t, b, m, before.ID, 9_000, bet.Suspended)
	b.Place(m, 10_000, b.Home("M2"))

	b.Apply(b.Event("M1", 0, fixture.Live, odds.Score{}))
	waits := b.Place(m, 12_000, b.Home("M1"))
	require.Equal(t, bet.Waiting, waits.State)
	// a goal of the side that the second feed calls the home one
	b.TwinStands("M1", fixture.Live, odds.Score{Home: 1})
	refused(b.Home("M1"))
	refusedFor(t, b, m, before.ID, 9_000, bet.Suspended)
	_, err := b.DB.Exec(t.Context(), `UPDATE bet_bet SET due_at = now() WHERE state = 'wait'`)
	require.NoError(t, err)
	b.Price("M1", 2000)
	_, err = b.Bets.Confirm(t.Context(), 10)
	require.NoError(t, err)
	require.Equal(t, "refused: void 0 0", b.State(waits.ID))

	b.Apply(b.Event("M1", 0, fixture.Live, odds.Score{Away: 1}))
	b.Place(m, 13_000, b.Home("M1"))
	// it is over for the second feed
	b.TwinStands("M1", fixture.Ended, odds.Score{Home: 1})
	refused(b.Home("M1"))
	b.Sound()
}

// A match that one feed put off already and the other one did not yet is the same match: its two sides make no folder.
func TestAMatchThatOneFeedPutOffIsTheSameMatch(t *testing.T) {
	t.Parallel()
	b := twoMatches(t)
	b.Twin("M1")
	m := b.Member(1_000_000)
	b.Apply(b.Event("M1", 26*time.Hour, fixture.Scheduled, odds.Score{}))
	_, err := b.Bets.Place(t.Context(), b.Order(m, 10_000, b.Home("M1"), b.Leg("M1 twin", odds.OneXTwo, odds.Away)))
	var r *bet.Refusal
	require.ErrorAs(t, err, &r, "2.00 x 2.00 for one and the same side")
	require.Equal(t, bet.SameMatch, r.Reason)
	home := b.Place(m, 10_000, b.Home("M1"))
	against := b.Place(m, 10_000, b.Leg("M1 twin", odds.OneXTwo, odds.Home))
	require.ElementsMatch(t, []string{home.ID, against.ID},
		pgtest.Column(t, b.DB, `SELECT h.id FROM member_member m, bet_hedged(m.member_id, now() - interval '1 day') h ORDER BY 1`))
}

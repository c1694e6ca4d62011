package sports_test

import (
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"hubstake/internal/core/fixture"
	"hubstake/internal/core/odds"
	"hubstake/internal/play/sports"
)

// D-24: a match in play that its feed does not name any more is suspended at once, leaves the live list after the longest length of its sport, is shown to staff, and is void
// after 48 hours; the feed's next word before lifts it.
func TestAMatchThatVanishedIsSuspendedAndVoidInTheEnd(t *testing.T) {
	d := newDesk(t)
	m := d.Member(100_000)
	bet := d.Place(m, 10_000, d.Home("M1"))
	d.Match("M2", -time.Hour, fixture.Live)
	live := d.Event("M1", 0, fixture.Live, odds.Score{})
	d.Apply(live)
	listed := func(list sports.Shown) (names []string) {
		found, _, err := d.office.List(t.Context(), d.Site, "en", list, sports.Wanted{}, sports.After{}, 10)
		require.NoError(t, err)
		for _, one := range found {
			names = append(names, one.FeedID)
		}
		return names
	}
	onPage := func() int {
		found, _, err := d.Sports.Matches(t.Context(), d.Site, "en", sports.Wanted{Live: true}, sports.After{}, 10)
		require.NoError(t, err)
		return len(found)
	}
	require.Empty(t, listed(sports.ShowLost))
	require.Equal(t, 2, onPage())

	require.Equal(t, 1, d.Whole(d.Event("M2", -time.Hour, fixture.Live, odds.Score{})).Lost)
	require.Equal(t, []string{"M1"}, listed(sports.ShowLost))
	_, err := d.Bets.Place(t.Context(), d.Order(m, 20_000, d.Home("M1")))
	require.Error(t, err, "no bet is taken")
	require.Zero(t, d.Whole(d.Event("M2", -time.Hour, fixture.Live, odds.Score{})).Lost, "once")
	require.Zero(t, d.Whole(d.Event("M1", 0, fixture.Live, odds.Score{}), d.Event("M2", -time.Hour, fixture.Live, odds.Score{})).Lost)
	require.Empty(t, listed(sports.ShowLost), "it is told again")
	require.Equal(t, 2, onPage())

	require.Equal(t, 1, d.Whole(d.Event("M2", -time.Hour, fixture.Live, odds.Score{})).Lost)
	began := func(ago time.Duration) {
		_, err := d.DB.Exec(t.Context(), `UPDATE sports_event SET starts_at = now() - $1::interval WHERE feed_id = 'M1'`, ago)
		require.NoError(t, err)
	}
	began(odds.Soccer.LongestLength() + time.Minute)
	require.Equal(t, 1, onPage(), "it is off the live list")
	n, err := d.Sports.VoidLost(t.Context())
	require.NoError(t, err)
	require.Zero(t, n)
	began(48*time.Hour + time.Minute)
	n, err = d.Sports.VoidLost(t.Context())
	require.NoError(t, err)
	require.Equal(t, 1, n)
	require.Empty(t, listed(sports.ShowLost))
	require.Equal(t, 1, d.settleAll())
	require.Equal(t, "void: void 0 0", d.State(bet.ID))
	d.Sound()
}

// A feed that tells changes alone vanishes by silence: a match in play on which bets are taken, and one that should be over by the longest length.
func TestAMatchOfWhichNothingIsToldIsLost(t *testing.T) {
	d := newDesk(t)
	d.Match("M2", -time.Hour, fixture.Live)
	d.Match("M3", time.Hour, fixture.Scheduled)
	lost := func() int {
		n, err := d.Sports.SuspendLost(t.Context())
		require.NoError(t, err)
		return n
	}
	require.Zero(t, lost())
	silent := func(match string, ago time.Duration) {
		for _, sql := range []string{
			`UPDATE sports_event SET changed_at = now() - $2::interval WHERE feed_id = $1`,
			`UPDATE sports_market SET quoted_at = now() - $2::interval WHERE event_id = (SELECT id FROM sports_event WHERE feed_id = $1)`,
		} {
			_, err := d.DB.Exec(t.Context(), sql, match, ago)
			require.NoError(t, err)
		}
	}
	silent("M2", 20*time.Minute)
	silent("M3", 20*time.Minute)
	require.Equal(t, 1, lost(), "M3 has not begun")
	require.Zero(t, lost(), "once")
	_, err := d.DB.Exec(t.Context(), `UPDATE sports_event SET starts_at = now() - $1::interval WHERE feed_id = 'M3'`, odds.Soccer.LongestLength()+time.Minute)
	require.NoError(t, err)
	require.Equal(t, 1, lost(), "it should be over")
	n, err := d.Sports.LostMatches(t.Context())
	require.NoError(t, err)
	require.Equal(t, 2, n)
	d.Apply(d.Event("M2", -time.Hour, fixture.Live, odds.Score{Home: 1}))
	n, err = d.Sports.LostMatches(t.Context())
	require.NoError(t, err)
	require.Equal(t, 1, n)
}

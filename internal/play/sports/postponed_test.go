package sports_test

import (
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"hubstake/internal/core/fixture"
	"hubstake/internal/core/odds"
)

// D-24: a match that is put off by more than 48 hours has no result; one that is put off by less, or is over, stays.
func TestAMatchThatIsPutOffTooLongIsVoid(t *testing.T) {
	t.Parallel()
	b := shelf(t)
	put := func(id, home, away string, later time.Duration, state fixture.EventState) {
		b.apply(b.change(fixture.Change{Event: &fixture.Event{ID: id, Sport: odds.Soccer, League: "L1", Home: home, Away: away, StartsAt: noon.Add(2*time.Hour + later), State: state}}))
	}
	void := func() int {
		n, err := b.s.VoidPostponed(b.ctx)
		require.NoError(t, err)
		return n
	}
	state := func() (event, market string) {
		require.NoError(t, b.db.QueryRow(b.ctx, `
			SELECT e.state, m.state FROM sports_event e JOIN sports_market m ON m.event_id = e.id WHERE e.feed_id = 'M1' AND m.kind = '1x2'`).Scan(&event, &market))
		return event, market
	}
	require.Zero(t, void())
	put("M1", "A", "B", 48*time.Hour, fixture.Scheduled)
	require.Zero(t, void(), "48 hours are allowed")
	put("M1", "A", "B", 0, fixture.Postponed)
	b.clk.Advance(49 * time.Hour)
	require.Zero(t, void(), "the time is not over")
	b.clk.Advance(2 * time.Hour)
	require.Equal(t, []int{1, 0}, []int{void(), void()})
	event, market := state()
	require.Equal(t, []string{"cancelled", "void"}, []string{event, market})
	var why string
	require.NoError(t, b.db.QueryRow(b.ctx, `SELECT void FROM sports_result`).Scan(&why))
	require.Equal(t, "postponed", why)
}

func TestAMatchThatIsMovedTooFarIsVoid(t *testing.T) {
	t.Parallel()
	b := shelf(t)
	b.apply(b.change(fixture.Change{Event: &fixture.Event{
		ID: "M1", Sport: odds.Soccer, League: "L1", Home: "A", Away: "B", StartsAt: noon.Add(50*time.Hour + time.Second), State: fixture.Scheduled,
	}}))
	n, err := b.s.VoidPostponed(b.ctx)
	require.NoError(t, err)
	require.Equal(t, 1, n)
}

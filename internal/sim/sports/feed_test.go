package sports

import (
	"slices"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"hubstake/internal/core/fixture"
	"hubstake/internal/sim/chaos"
)

// span is a feed under a fault, and what the calendar says in the ten minutes that are asked for.
type span struct {
	feed   *Feed
	box    *chaos.Box
	cursor string
	now    time.Time
	want   Page
}

func newSpan(t *testing.T, s chaos.Settings) *span {
	t.Helper()
	p := &span{box: &chaos.Box{}, cursor: cursor{after: lastOf(secondOf(morning))}.String(), now: morning.Add(2 * time.Minute)}
	require.NoError(t, p.box.Set(s))
	c := New(1)
	p.feed = NewFeed(c, p.box)
	var err error
	p.want, err = c.Changes(p.cursor, p.now, MostChanges)
	require.NoError(t, err)
	require.Greater(t, len(p.want.Changes), 50)
	return p
}

func (p *span) page(t *testing.T, cursor string, now time.Time) Page {
	t.Helper()
	page, err := p.feed.Page(cursor, now, MostChanges)
	require.NoError(t, err)
	return page
}

func TestWithoutAFaultTheFeedIsTheCalendar(t *testing.T) {
	t.Parallel()
	p := newSpan(t, chaos.Settings{})
	require.Equal(t, p.want, p.page(t, p.cursor, p.now))
}

func TestALateFeedTellsEverythingLater(t *testing.T) {
	t.Parallel()
	p := newSpan(t, chaos.Settings{Sports: chaos.SportsLate, DelayMs: 30_000})
	require.Equal(t, p.want, p.page(t, p.cursor, p.now.Add(30*time.Second)))
	require.Equal(t, Page{Cursor: p.cursor, Changes: []fixture.Change{}}, p.page(t, p.cursor, morning.Add(10*time.Second)), "it stands still first")
}

func TestADuplicateFeedTellsEachChangeTwice(t *testing.T) {
	t.Parallel()
	p := newSpan(t, chaos.Settings{Sports: chaos.SportsDuplicate, Times: 1})
	page := p.page(t, p.cursor, p.now)
	require.Len(t, page.Changes, 2*len(p.want.Changes))
	require.Equal(t, p.want.Changes[0], page.Changes[0])
	require.Equal(t, p.want.Changes[0], page.Changes[1])
	require.Equal(t, p.want, p.page(t, p.cursor, p.now), "once only")
}

func TestAnUnorderedFeedTellsOldChangesAfterNewerOnesAndLosesNone(t *testing.T) {
	t.Parallel()
	p := newSpan(t, chaos.Settings{Sports: chaos.SportsOrder, Times: 2})
	all, at, back := []fixture.Change{}, p.cursor, 0
	for _, now := range []time.Time{morning.Add(time.Minute), morning.Add(90 * time.Second), p.now} {
		page := p.page(t, at, now)
		all, at = append(all, page.Changes...), page.Cursor
	}
	for i := range all[1:] {
		if all[i+1].Seq < all[i].Seq {
			back++
		}
	}
	require.Positive(t, back)
	slices.SortFunc(all, func(x, y fixture.Change) int { return int(x.Seq - y.Seq) })
	require.Equal(t, p.want.Changes, all)
}

func TestAContradictingFeedTellsAnotherResultWithoutSayingThatItIsACorrection(t *testing.T) {
	t.Parallel()
	p := newSpan(t, chaos.Settings{Sports: chaos.SportsContradict})
	page := p.page(t, p.cursor, p.now)
	last := page.Changes[len(page.Changes)-1]
	require.NotNil(t, last.Result)
	require.Empty(t, last.Check())
	require.False(t, last.Result.Correction)
	r := newReader(t)
	r.read(New(1), morning.Add(-6*time.Hour), MostChanges)
	r.read(New(1), p.now, MostChanges)
	told := r.results[last.Result.Event]
	require.Equal(t, told.Full.Home+1, last.Result.Full.Home)
	require.Equal(t, told.Full.Away, last.Result.Full.Away)
}

func TestAnAbsurdFeedTellsNothingThatCouldBeUsed(t *testing.T) {
	t.Parallel()
	p := newSpan(t, chaos.Settings{Sports: chaos.SportsAbsurd})
	reasons := map[fixture.Reason]int{}
	for _, change := range p.page(t, p.cursor, p.now).Changes {
		if change.Event != nil || change.Market != nil && len(change.Market.Prices) > 0 {
			reason := change.Check()
			require.NotEmpty(t, reason)
			reasons[reason]++
		}
	}
	require.Len(t, reasons, 2, "absurd and crossed: %v", reasons)
	again, err := New(1).Changes(p.cursor, p.now, MostChanges)
	require.NoError(t, err)
	require.Equal(t, p.want, again, "the calendar is unharmed")
}

package sports

import (
	"fmt"
	"maps"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"hubstake/internal/core/fixture"
	"hubstake/internal/core/odds"
)

var morning = time.Date(2026, 11, 20, 9, 0, 0, 0, time.UTC)

// reader keeps what the feed says, and refuses what a reader must not hear from a feed without faults.
type reader struct {
	t       *testing.T
	cursor  string
	seq     int64
	names   map[string]bool // leagues and teams
	events  map[string]fixture.Event
	results map[string]fixture.Result
	markets map[string]map[string]fixture.Market // by match and question
	heard   int
}

func newReader(t *testing.T) *reader {
	t.Helper()
	return &reader{
		t: t, names: map[string]bool{}, events: map[string]fixture.Event{}, results: map[string]fixture.Result{}, markets: map[string]map[string]fixture.Market{},
	}
}

func (r *reader) clone() *reader {
	c := *r
	c.names, c.events, c.results = maps.Clone(r.names), maps.Clone(r.events), maps.Clone(r.results)
	c.markets = map[string]map[string]fixture.Market{}
	for id, list := range r.markets {
		c.markets[id] = maps.Clone(list)
	}
	return &c
}

// read reads the feed up to a moment.
func (r *reader) read(c *Calendar, now time.Time, limit int) {
	for {
		page, err := c.Changes(r.cursor, now, limit)
		require.NoError(r.t, err)
		require.LessOrEqual(r.t, len(page.Changes), limit)
		for _, change := range page.Changes {
			r.take(change, now)
		}
		require.False(r.t, page.More && page.Cursor == r.cursor)
		r.cursor = page.Cursor
		if !page.More {
			require.NotNil(r.t, page.Vouched)
			require.Equal(r.t, now.Truncate(time.Second), *page.Vouched)
			return
		}
	}
}

func question(m fixture.Market) string { return fmt.Sprint(m.Kind, " ", m.Period, " ", m.Line) }

// must fails the test unless ok. It is cheap enough for each of a million changes.
func (r *reader) must(ok bool, about ...any) {
	if !ok {
		r.t.Helper()
		require.Fail(r.t, "the feed breaks its word", about...)
	}
}

func (r *reader) notBack(was, is odds.Score, about ...any) {
	r.must(is.Home >= was.Home && is.Away >= was.Away, "%v: %v after %v", about, is, was)
}

func (r *reader) take(c fixture.Change, now time.Time) {
	r.heard++
	reason := c.Check()
	r.must(reason == "", "%s: %+v %+v", reason, c.Event, c.Market)
	r.must(c.Seq > r.seq && c.Seq < 1<<53, "seq %d", c.Seq)
	r.must(!c.At.After(now), "at %s", c.At)
	r.seq = c.Seq
	switch {
	case c.League != nil:
		r.names[c.League.ID] = true
	case c.Team != nil:
		r.names[c.Team.ID] = true
	case c.Event != nil:
		r.takeEvent(*c.Event)
	case c.Market != nil:
		r.takeMarket(*c.Market)
	case c.Result != nil:
		_, twice := r.results[c.Result.Event]
		e := r.events[c.Result.Event]
		r.must(!twice, "a second result of %s", e.ID)
		r.must(e.State == fixture.Ended && c.Result.Void == "" || e.State == fixture.Cancelled && c.Result.Void != "", "%v of %v", c.Result, e)
		r.must(e.Score == c.Result.Full, "%v of %v", c.Result, e)
		r.results[c.Result.Event] = *c.Result
	}
}

func (r *reader) takeEvent(e fixture.Event) {
	r.must(r.names[e.League] && r.names[e.Home] && r.names[e.Away], "%s has names", e.ID)
	if was, ok := r.events[e.ID]; ok {
		order := []fixture.EventState{fixture.Scheduled, fixture.Live, fixture.Ended, fixture.Cancelled}
		r.must(slices.Index(order, e.State) >= slices.Index(order, was.State), "%s: %s after %s", e.ID, e.State, was.State)
		r.must(was.StartsAt.Equal(e.StartsAt), "%s", e.ID)
		r.notBack(was.Score, e.Score, e.ID)
		for part, score := range was.Scores {
			r.notBack(score, e.Scores[part], e.ID, part)
		}
		for kind, n := range was.Cards {
			r.notBack(n, e.Cards[kind], e.ID, kind)
		}
	}
	r.events[e.ID] = e
	if e.State == fixture.Ended || e.State == fixture.Cancelled {
		delete(r.markets, e.ID)
	}
}

func (r *reader) takeMarket(m fixture.Market) {
	e := r.events[m.Event]
	r.must(e.State == fixture.Scheduled || e.State == fixture.Live, "%v of %v", m, e)
	if r.markets[m.Event] == nil {
		r.markets[m.Event] = map[string]fixture.Market{}
	}
	r.must(r.markets[m.Event][question(m)].State != fixture.Closed, "a closed market is told of again: %v", m)
	if m.State == fixture.Open {
		r.book(m)
	} else {
		r.must(len(m.Prices) == 0, "%v", m)
	}
	r.markets[m.Event][question(m)] = m
	lines := 0
	for _, other := range r.markets[m.Event] {
		if other.Kind == m.Kind && other.Period == m.Period {
			lines++
		}
	}
	r.must(lines <= 40, "%d lines: more than a reader bears", lines)
}

// book checks the prices of a market against the stated margin.
func (r *reader) book(m fixture.Market) {
	sum := 0
	for _, p := range m.Prices {
		r.must(p.Price.Valid(), "%v", m)
		sum += int(p.Price.Implied())
	}
	least, most := Margin(m.Kind, len(m.Prices))
	r.must(sum >= 1_000_000+100*least-10 && sum <= 1_000_000+100*most, "%d: %v", sum, m)
}

// require compares what a reader knows with the calendar.
func (r *reader) require(c *Calendar, now time.Time) {
	r.t.Helper()
	seen := 0
	for _, m := range c.Open(now) {
		require.Equal(r.t, withoutClock(m.Event), withoutClock(r.events[m.Event.ID]))
		seen++
		if m.Result != nil {
			require.Equal(r.t, *m.Result, r.results[m.Event.ID])
		}
		var open []fixture.Market
		for _, market := range r.markets[m.Event.ID] {
			if market.State == fixture.Open {
				open = append(open, market)
			}
		}
		require.ElementsMatch(r.t, m.Markets, open, m.Event.ID)
	}
	require.Positive(r.t, seen)
	for id, e := range r.events {
		_, known := r.results[id]
		over := e.State == fixture.Ended || e.State == fixture.Cancelled
		require.True(r.t, known || !over || e.StartsAt.Add(longestPlay*time.Second).After(now), "%s has no result", id)
		require.True(r.t, over || e.StartsAt.Add(longestPlay*time.Second).After(now), "%s never ended", id)
	}
}

// withoutClock drops the clock, which runs on between changes.
func withoutClock(e fixture.Event) fixture.Event {
	e.Clock = 0
	return e
}

func TestTheSameSeedAndTimeGiveTheSameState(t *testing.T) {
	t.Parallel()
	x, y := New(7), New(7)
	days := []int{40, 3, 700, 11}
	want := map[int][]Match{}
	for _, day := range days {
		want[day] = x.Open(morning.AddDate(0, 0, day))
	}
	slices.Sort(days)
	for _, day := range days { // in another order, and after a walk through the hours before
		at := morning.AddDate(0, 0, day)
		_ = y.Open(at.Add(-3 * time.Hour))
		require.Equal(t, want[day], y.Open(at))
	}
	require.NotEqual(t, want[3], New(8).Open(morning.AddDate(0, 0, 3)))
}

func TestAboutThreeHundredMatchesOfAllSportsAreOnOfferAtAnyTime(t *testing.T) {
	t.Parallel()
	c := New(1)
	for i := range 40 {
		at := morning.Add(time.Duration(i) * 619 * time.Minute)
		count, playing, sports := 0, 0, map[odds.Sport]int{}
		for _, m := range c.Open(at) {
			if m.Event.State == fixture.Scheduled || m.Event.State == fixture.Live {
				count++
				sports[m.Event.Sport]++
			}
			if m.Event.State == fixture.Live {
				playing++
			}
		}
		require.InDelta(t, 300, count, 45, at)
		require.Greater(t, playing, 5)
		require.Len(t, sports, len(odds.Sports))
	}
}

func TestEveryMatchEndsWithAResultAndNoScoreGoesBack(t *testing.T) {
	t.Parallel()
	c, r := New(3), newReader(t)
	at := morning
	for ; at.Before(morning.Add(8 * time.Hour)); at = at.Add(10 * time.Minute) {
		r.read(c, at, MostChanges)
	}
	at = at.Add(-10 * time.Minute)
	r.require(c, at)
	halves, kinds, reasons := 0, map[odds.Sport]map[odds.Kind]bool{}, map[odds.Sport]int{}
	for id, result := range r.results {
		if result.Void == "" {
			reasons[r.events[id].Sport]++
		}
		if result.Half != nil {
			halves++
		}
	}
	for _, m := range c.Open(at) {
		for _, market := range m.Markets {
			if kinds[m.Event.Sport] == nil {
				kinds[m.Event.Sport] = map[odds.Kind]bool{}
			}
			kinds[m.Event.Sport][market.Kind] = true
		}
	}
	require.Len(t, reasons, len(odds.Sports), "every sport was played: %v", reasons)
	require.Positive(t, halves)
	for _, sport := range odds.Sports {
		require.NotEmpty(t, kinds[sport], sport)
	}
	require.Len(t, kinds[odds.Soccer], 6)
}

func TestEachChangeIsToldOnceAndInOrderWhateverThePageSize(t *testing.T) {
	t.Parallel()
	from, to := morning, morning.Add(14*time.Minute)
	series := func(limit int, step time.Duration) (all []fixture.Change) {
		c := New(5)
		start, err := c.Changes("", from, MostChanges)
		require.NoError(t, err)
		for start.More {
			start, err = c.Changes(start.Cursor, from, MostChanges)
			require.NoError(t, err)
		}
		cursor, last := start.Cursor, int64(0)
		for at := from; !at.After(to); at = at.Add(step) {
			for more := true; more; {
				page, err := c.Changes(cursor, at, limit)
				require.NoError(t, err)
				require.LessOrEqual(t, len(page.Changes), limit)
				for _, change := range page.Changes {
					require.True(t, change.At.After(from) && !change.At.After(at))
					require.Greater(t, change.Seq, last, "in order")
					last = change.Seq
					all = append(all, change)
				}
				cursor, more = page.Cursor, page.More
			}
		}
		return all
	}
	want := series(MostChanges, 14*time.Minute)
	require.Greater(t, len(want), 1000)
	require.Equal(t, want, series(MostChanges, time.Minute))
	require.Equal(t, want, series(311, 2*time.Minute))
	require.Equal(t, want[:40], firstOf(t, 5, from, to, 1, 40))
	require.Equal(t, want[:200], firstOf(t, 5, from, to, 7, 200))
}

// firstOf reads pages of a size, each from a calendar of its own, as after a restart.
func firstOf(t *testing.T, seed uint64, from, to time.Time, size, count int) (all []fixture.Change) {
	t.Helper()
	cursor := cursor{after: lastOf(secondOf(from))}.String()
	c := New(seed)
	for len(all) < count {
		if len(all)%70 == 0 {
			c = New(seed)
		}
		page, err := c.Changes(cursor, to, size)
		require.NoError(t, err)
		all, cursor = append(all, page.Changes...), page.Cursor
	}
	return all[:count]
}

func TestAListOfStatesIsTheSameWhateverThePageSizeAndLeadsIntoTheFeed(t *testing.T) {
	t.Parallel()
	c := New(2)
	later := morning.Add(3 * time.Minute)
	small, large := newReader(t), newReader(t)
	page, err := c.Changes("", morning, 40)
	require.NoError(t, err)
	require.Nil(t, page.Vouched, "prices are not vouched for before all are told")
	for _, change := range page.Changes {
		small.take(change, morning)
	}
	small.cursor = page.Cursor
	small.read(c, later, 97) // the list goes on as it was at the moment of its first page
	large.read(c, morning, MostChanges)
	large.read(c, later, MostChanges)
	require.Equal(t, large.heard, small.heard)
	small.require(c, later)
	large.require(c, later)
}

func TestAReaderThatWasAwayCatchesUp(t *testing.T) {
	t.Parallel()
	c, r := New(9), newReader(t)
	r.read(c, morning, MostChanges)
	for _, away := range []time.Duration{14 * time.Minute, 16 * time.Minute, 5 * time.Hour, 40 * time.Hour} {
		one := r.clone()
		at := morning.Add(away)
		one.read(c, at, 500)
		one.require(c, at)
		for id := range r.events {
			require.True(t, one.events[id].StartsAt.Add(longestPlay*time.Second).After(at) || one.results[id].Event != "", "%s has a result", id)
		}
	}
}

func TestCursorsOfOthersAreRefused(t *testing.T) {
	t.Parallel()
	c := New(1)
	for _, text := range []string{"x", "-1", "1.2.3", "01", "1.-2", "99999999999999999999", " 1", "1.", "9007199254740992", "+5"} {
		_, err := c.Changes(text, morning, 10)
		require.ErrorIs(t, err, ErrCursor, text)
	}
	ahead := cursor{after: lastOf(secondOf(morning) + 60)}.String()
	page, err := c.Changes(ahead, morning, 10)
	require.NoError(t, err)
	require.Equal(t, Page{Cursor: ahead, Changes: []fixture.Change{}}, page, "nothing is told twice after a clock was set back")
}

func TestNamesAreThereInSixLanguagesAndDiffer(t *testing.T) {
	t.Parallel()
	seen := map[string]bool{}
	add := func(id string, sport odds.Sport, names map[string]string) {
		require.ElementsMatch(t, languages, slices.Collect(maps.Keys(names)), id)
		require.False(t, seen[id])
		seen[id] = true
		for lang, text := range names {
			require.True(t, fixture.Text(text) && !strings.Contains(text, "%"), text)
			key := fmt.Sprint(sport, lang, text)
			require.False(t, seen[key], "two of %s are called %s", sport, text)
			seen[key] = true
		}
	}
	for _, l := range New(1).leagues {
		add(l.fixture.ID, l.sport, l.fixture.Names)
		for _, team := range l.teams {
			add(team.ID, l.sport, team.Names)
		}
	}
}

func TestTeamsMeetEachOtherInTurnAndNeverPlayTwiceAtOnce(t *testing.T) {
	t.Parallel()
	pairs := map[[2]int]int{}
	for round := range int64(perLeague * (perLeague - 1)) {
		home, away := pairing(round)
		require.NotEqual(t, home, away)
		pairs[[2]int{home, away}]++
	}
	require.Len(t, pairs, perLeague*(perLeague-1), "each at home against each")
	c := New(4)
	for _, l := range c.leagues {
		for round := range int64(25) {
			m, next := c.match(l, round+3000), c.match(l, round+3001)
			require.Less(t, m.end()-m.kickOff, int64(longestPlay))
			require.Less(t, m.end(), next.kickOff, "%s", l.fixture.ID)
		}
	}
}

// Betting on the first selection of every market returns what the margin leaves, before the match and during it, as far as the model knows the game.
func TestPricesAreFairUpToTheMargin(t *testing.T) {
	t.Parallel()
	c := New(6)
	sums := map[string]*account{}
	for _, l := range c.leagues {
		for round := int64(2000); round < 2120; round++ {
			m := c.play(l, round)
			last := &m.steps[len(m.steps)-1]
			if last.state == cancelled {
				continue
			}
			full, half := odds.Score{Home: int(last.home), Away: int(last.away)}, m.halfScore(last)
			for _, after := range []int64{-1, 15 * 60, 40 * 60} {
				s := &m.steps[m.stepAt(m.kickOff+after)]
				if s.stop != 0 {
					continue
				}
				for _, market := range m.markets(s) {
					score := full
					if market.Period == odds.Half1 {
						score = half
					}
					key := fmt.Sprintf("%s %s %s after %d seconds", l.sport, market.Kind, market.Period, after)
					if sums[key] == nil {
						sums[key] = &account{kind: market.Kind}
					}
					sums[key].bet(t, market, score)
				}
			}
		}
	}
	for key, a := range sums {
		if a.staked > 400 { // few bets say little
			require.InDelta(t, 10_000/float64(10_000+margins[a.kind]), a.returned/a.staked, 0.1, key)
		}
	}
}

// account adds up bets on the first selections of markets of a kind, each of a stake that wins one unit.
type account struct {
	kind             odds.Kind
	staked, returned float64
}

func (a *account) bet(t *testing.T, market fixture.Market, score odds.Score) {
	t.Helper()
	first := market.Prices[0]
	var listed []odds.Key
	for _, p := range market.Prices {
		listed = append(listed, p.Key)
	}
	o, err := odds.OutcomeOf(market.Kind, market.Line, first.Key, score, listed)
	require.NoError(t, err)
	stake := 1000 / float64(first.Price)
	a.staked += stake
	switch o.Verdict {
	case odds.Won:
		a.returned++
	case odds.HalfWon:
		a.returned += (1 + stake) / 2
	case odds.Push:
		a.returned += stake
	case odds.HalfLost:
		a.returned += stake / 2
	}
}

func BenchmarkAPollEachSecond(b *testing.B) {
	c := New(1)
	at := morning
	page, err := c.Changes("", at, MostChanges)
	require.NoError(b, err)
	changes := 0
	for b.Loop() {
		at = at.Add(time.Second)
		if page, err = c.Changes(page.Cursor, at, MostChanges); err != nil {
			b.Fatal(err)
		}
		changes += len(page.Changes)
	}
	b.ReportMetric(float64(changes)/float64(b.N), "changes/poll")
}

package sports

import (
	"errors"
	"fmt"
	"slices"
	"strconv"
	"strings"
	"time"

	"hubstake/internal/core/fixture"
	"hubstake/internal/core/odds"
)

// Page is a part of the feed.
type Page struct {
	Cursor  string           `json:"cursor"`            // the next question begins here
	Vouched *time.Time       `json:"vouched,omitempty"` // up to then every price that was told stands; absent within a list of states
	More    bool             `json:"more"`              // there is more now
	Changes []fixture.Change `json:"changes"`
}

// ErrCursor reports a cursor that this feed never gave.
var ErrCursor = errors.New("sports: not a cursor of this feed")

// MostChanges bounds a page.
const MostChanges = 2000

// replayed is how far back each change is told one by one. A reader that was away for longer gets the present state of each match that it may not know,
// and of those that ended meanwhile the result, as far back as remembered.
const (
	replayed   = 15 * 60
	remembered = 7 * 24 * 3600
)

// A Seq holds, from the highest bits: the second of the calendar, the league, the number of the match in it, and the number of the change among those of
// the match in that second. It orders all changes of the feed and fits the whole numbers of a float64, as some readers of JSON have no others.
const (
	leagueBits = 7
	roundBits  = 8
	orderBits  = 8
	placeBits  = leagueBits + roundBits
)

// place orders matches within a second.
func (m *match) place() int64 { return int64(m.index)<<roundBits | m.round&(1<<roundBits-1) }

func (m *match) seq(second int64, order int) int64 {
	return (second<<placeBits|m.place())<<orderBits | int64(order)
}

// lastOf is the highest Seq of a second.
func lastOf(second int64) int64 { return (second+1)<<(placeBits+orderBits) - 1 }

func secondIn(seq int64) int64 { return seq >> (placeBits + orderBits) }

// cursor is a place in the feed: after a change, or within the list of the present states at the second of after.
type cursor struct {
	after  int64
	listed bool
	since  int64 // the second that a listed reader knew; -1: it knew nothing
}

func (c cursor) String() string {
	if c.listed {
		return fmt.Sprintf("%d.%d", c.after, c.since)
	}
	return strconv.FormatInt(c.after, 10)
}

func parseCursor(text string) (c cursor, err error) {
	after, since, listed := strings.Cut(text, ".")
	c.listed = listed
	if c.after, err = strconv.ParseInt(after, 10, 64); err == nil && listed {
		c.since, err = strconv.ParseInt(since, 10, 64)
	}
	if err != nil || c.after < 0 || c.after >= 1<<53 || c.since < -1 || c.String() != text {
		return cursor{}, fmt.Errorf("%w: %.64q", ErrCursor, text)
	}
	return c, nil
}

// Changes returns the changes after a cursor that are known at a moment, oldest first and at most limit of them (1 … MostChanges). The empty cursor is that of a
// reader who knows nothing: it gets the present state of all matches first. The same cursor and moment always give the same page. A cursor that is ahead of the
// moment, as after a clock was set back, gets an empty page. The error is ErrCursor.
func (c *Calendar) Changes(after string, now time.Time, limit int) (Page, error) {
	second := secondOf(now)
	from := cursor{listed: true, since: -1, after: lastOf(second - 1)}
	if after != "" {
		var err error
		if from, err = parseCursor(after); err != nil {
			return Page{}, err
		}
	}
	known := secondIn(from.after)
	if known > second {
		return Page{Cursor: from.String(), Changes: []fixture.Change{}}, nil
	}
	if known < second-replayed {
		since := known // of a list that was not read to its end, the second at which it was made
		if from.listed && from.since >= 0 {
			since = from.since
		}
		from = cursor{listed: true, since: since, after: lastOf(second - 1)}
	}
	if from.listed {
		return c.list(from, second, limit), nil
	}
	return c.replay(from, second, limit), nil
}

// told is a step of a match that is told at a second.
type told struct {
	*match
	second int64
	step   int
}

// replay returns the changes after a cursor, one by one.
func (c *Calendar) replay(from cursor, now int64, limit int) Page {
	begin := secondIn(from.after)
	var all []told
	for _, m := range c.between(begin, now) {
		for i := max(0, m.stepAt(begin-1)+1); i < len(m.steps); i++ {
			second := m.kickOff + int64(m.steps[i].at)
			if second > now {
				break
			}
			all = append(all, told{m, second, i})
		}
	}
	slices.SortFunc(all, func(x, y told) int { return int(x.seq(x.second, 0) - y.seq(y.second, 0)) })
	page := Page{Changes: make([]fixture.Change, 0, min(limit, 4*len(all)))}
	for _, t := range all {
		if t.seq(t.second, 1<<orderBits-1) <= from.after {
			continue
		}
		for _, change := range t.changes(t.step) {
			if change.Seq <= from.after {
				continue
			}
			if len(page.Changes) == limit {
				page.More = true
				last := page.Changes[limit-1].Seq
				page.Cursor = cursor{after: last}.String()
				vouched := timeOf(secondIn(last) - 1) // the rest of its second is still to come
				page.Vouched = &vouched
				return page
			}
			page.Changes = append(page.Changes, change)
		}
	}
	vouched := timeOf(now)
	page.Cursor, page.Vouched = cursor{after: lastOf(now)}.String(), &vouched
	return page
}

// list returns the present states of matches, as they are at the second of the cursor.
func (c *Calendar) list(from cursor, now int64, limit int) Page {
	at := secondIn(from.after)
	if from.after == lastOf(at) { // the beginning
		at++
	}
	page := Page{Changes: []fixture.Change{}}
	since := from.since
	if since < 0 {
		since = at
	}
	for _, m := range c.between(max(since, at-remembered), at) {
		if m.seq(at, 1<<orderBits-1) <= from.after {
			continue
		}
		for _, change := range m.state(from.since, at) {
			if change.Seq <= from.after {
				continue
			}
			if len(page.Changes) == limit {
				page.More = true
				page.Cursor = cursor{listed: true, since: from.since, after: page.Changes[limit-1].Seq}.String()
				return page
			}
			page.Changes = append(page.Changes, change)
		}
	}
	vouched := timeOf(at)
	page.Cursor, page.Vouched, page.More = cursor{after: lastOf(at)}.String(), &vouched, at < now
	return page
}

// numbered gives changes of a match at a second their numbers.
func (m *match) numbered(second int64, changes []fixture.Change) []fixture.Change {
	for i := range changes {
		changes[i].Seq, changes[i].At = m.seq(second, i), timeOf(second)
	}
	return changes
}

// introduce are the changes that a match needs to be understood.
func (m *match) introduce() []fixture.Change {
	return []fixture.Change{{League: &m.league.fixture}, {Team: &m.teams[m.home]}, {Team: &m.teams[m.away]}}
}

// changes are what a step tells beyond the one before it.
func (m *match) changes(i int) []fixture.Change {
	s := &m.steps[i]
	var out []fixture.Change
	var before *step
	if i == 0 {
		out = m.introduce()
	} else {
		before = &m.steps[i-1]
	}
	if before == nil || m.moved(before, s) || s.repeats(i) {
		e := m.event(s)
		out = append(out, fixture.Change{Event: &e})
	}
	if int(s.priced) == i {
		var known []fixture.Market
		if before != nil {
			known = m.markets(before)
		}
		out = m.offer(out, known, m.markets(s), s, s.repeats(i))
	}
	if s.result && (before == nil || !before.result) {
		out = append(out, fixture.Change{Result: m.result(s)})
	}
	return m.numbered(m.kickOff+int64(s.at), out)
}

// repeats reports whether the i-th step tells the whole match with all markets on offer, even what did not change: a reader that could not believe a
// change, or lost one, has all of it again after about an hour before the match, and after a few minutes in play.
func (s *step) repeats(i int) bool {
	if s.state == live {
		return i%16 == 0
	}
	return i%6 == 0
}

// moved reports whether a step tells more than prices. The clock runs on without being told.
func (m *match) moved(before, s *step) bool {
	return before.state != s.state || before.part != s.part || before.pause != s.pause || before.stop != s.stop || before.home != s.home ||
		before.away != s.away || before.inPart != s.inPart || before.counts != s.counts
}

// offer adds the markets that differ from those that are known, or all; of a match that is over none, as its end closes them.
func (m *match) offer(out []fixture.Change, known, next []fixture.Market, s *step, all bool) []fixture.Change {
	if s.state >= ended {
		return out
	}
	slices.SortFunc(known, func(x, y fixture.Market) int { return asks(&x, &y) })
	slices.SortFunc(next, func(x, y fixture.Market) int { return asks(&x, &y) })
	find := func(list []fixture.Market, market *fixture.Market) (int, bool) {
		return slices.BinarySearchFunc(list, *market, func(x, y fixture.Market) int { return asks(&x, &y) })
	}
	for i := range known {
		if _, ok := find(next, &known[i]); !ok {
			out = append(out, fixture.Change{Market: &fixture.Market{
				Event: m.id, Kind: known[i].Kind, Period: known[i].Period, Line: known[i].Line, State: m.gone(&known[i], s),
			}})
		}
	}
	for i := range next {
		if at, ok := find(known, &next[i]); all || !ok || !sameOffer(&known[at], &next[i]) {
			out = append(out, fixture.Change{Market: &next[i]})
		}
	}
	return out
}

// state is everything about a match at a second, for a reader that knew it at the second since, perhaps not all of that second; -1: not at all.
func (m *match) state(since, second int64) []fixture.Change {
	i := m.stepAt(second)
	if i < 0 || since < 0 && m.steps[i].result {
		return nil
	}
	s := &m.steps[i]
	e := m.event(s)
	out := append(m.introduce(), fixture.Change{Event: &e})
	next := m.markets(s)
	var gone []fixture.Market
	for _, knew := range []int64{since - 1, since} {
		if at := m.stepAt(knew); since >= 0 && at >= 0 {
			for _, market := range m.markets(&m.steps[at]) {
				if asked := func(x fixture.Market) bool { return asks(&x, &market) == 0 }; !slices.ContainsFunc(next, asked) && !slices.ContainsFunc(gone, asked) {
					gone = append(gone, market)
				}
			}
		}
	}
	out = m.offer(out, gone, nil, s, false)
	out = m.offer(out, nil, next, s, true)
	if s.result {
		out = append(out, fixture.Change{Result: m.result(s)})
	}
	return m.numbered(second, out)
}

// Match is a match as it stands at a moment.
type Match struct {
	Event   fixture.Event
	Markets []fixture.Market
	Result  *fixture.Result // nil: not known
}

// Open returns the matches that are on offer or played at a moment, in the order of leagues.
func (c *Calendar) Open(now time.Time) (all []Match) {
	second := secondOf(now)
	for _, m := range c.between(second, second) {
		s := &m.steps[max(0, m.stepAt(second))]
		one := Match{Event: m.event(s), Markets: m.markets(s)}
		if s.result {
			one.Result = m.result(s)
		}
		all = append(all, one)
	}
	return all
}

// Margin returns the bounds of the book of a market with so many selections, in basis points above one whole.
func Margin(kind odds.Kind, selections int) (least, most int) {
	return margins[kind], margins[kind] + bookSlack*selections
}

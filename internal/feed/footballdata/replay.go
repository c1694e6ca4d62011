package footballdata

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"slices"
	"sort"
	"strconv"
	"strings"
	"time"

	"hubstake/internal/core/clock"
	"hubstake/internal/core/fixture"
	"hubstake/internal/core/odds"
)

// Moments of a match after its start, in the season's time. The files have neither the clock nor the minutes of goals.
const (
	halfTime   = 45 * time.Minute
	secondHalf = 60 * time.Minute
	fullTime   = 110 * time.Minute
	// lapse is when a match without a result counts as postponed for good (D-24).
	lapse = 48 * time.Hour
)

const (
	defaultMost = 500
	maxSpeed    = 1_000_000
	maxLead     = 30 * 24 * time.Hour
	// perSecond bounds the changes of a second of the season; seq is the second and a number in it.
	perSecond = 100_000
)

// ErrCursor reports a cursor that no replay wrote.
var ErrCursor = errors.New("footballdata: not a cursor of a replay")

// Options say how a season is replayed.
type Options struct {
	Speed int           // how many times faster than it was played, 1 to 1,000,000
	Lead  time.Duration // how long before its start a match is offered, in the season's time, at most 30 days
	Most  int           // changes of a batch; 0: 500
}

// Replay plays seasons again by a clock, faster. Its first moment, the offer of the first match, is when it is first asked; all others follow at
// their distance divided by the speed. Matches carry the start by the clock, so that bets end when the replayed match begins.
//
// A replay keeps no state: the cursor says when it began and how far it was read. The Seq of a change depends on the matches alone, so the same files
// give the same changes after a restart, and files of later matches may be added. It is safe for concurrent use; batches share memory, so callers must
// not change what the changes point to.
type Replay struct {
	clk     clock.Clock
	o       Options
	moments []moment // in the order of seq
}

// moment is a change with its time in the season.
type moment struct {
	at     time.Time
	change fixture.Change
}

// NewReplay returns a replay of the matches of one or more files. The error says which match is given twice, which
// option is out of bounds, or where nothing is played for so long that the replay would be silent.
func NewReplay(matches []Match, clk clock.Clock, o Options) (*Replay, error) {
	if o.Most == 0 {
		o.Most = defaultMost
	}
	if o.Speed < 1 || o.Speed > maxSpeed || o.Lead < 0 || o.Lead > maxLead || o.Most < 0 || len(matches) == 0 {
		return nil, fmt.Errorf("footballdata: no replay of %d matches with speed %d, lead %s and batches of %d", len(matches), o.Speed, o.Lead, o.Most)
	}
	r := &Replay{clk: clk, o: o}
	matches = slices.Clone(matches)
	slices.SortFunc(matches, func(a, b Match) int { return cmp.Or(a.StartsAt.Compare(b.StartsAt), cmp.Compare(a.ID(), b.ID())) })
	if groups := apart(matches); len(groups) > 1 {
		before := groups[0]
		return nil, fmt.Errorf("footballdata: no match from %s to %s: play the files apart", before[len(before)-1].Date, groups[1][0].Date)
	}
	named := map[string]bool{}
	for _, m := range matches {
		if named["match "+m.ID()] {
			return nil, fmt.Errorf("footballdata: match %s is given twice", m.ID())
		}
		named["match "+m.ID()] = true
		offered := m.StartsAt.Add(-o.Lead)
		if !named["league "+m.Division] {
			named["league "+m.Division] = true
			r.add(offered, fixture.Change{League: league(m.Division)})
		}
		for _, name := range []string{m.Home, m.Away} {
			if !named["team "+name] {
				named["team "+name] = true
				r.add(offered, fixture.Change{Team: team(name)})
			}
		}
		r.addMatch(m, offered)
	}
	slices.SortStableFunc(r.moments, func(a, b moment) int { return a.at.Compare(b.at) })
	return r, r.number()
}

func (r *Replay) add(at time.Time, c fixture.Change) { r.moments = append(r.moments, moment{at, c}) }

// addMatch adds the life of a match: the offer with its prices, the start, which ends all betting because the file has no prices in play, the break,
// and the result.
func (r *Replay) addMatch(m Match, offered time.Time) {
	begins := m.StartsAt
	event := func(at time.Time, state fixture.EventState, edit func(*fixture.Event)) {
		e := &fixture.Event{ID: m.ID(), Sport: odds.Soccer, League: m.Division, Home: m.Home, Away: m.Away, StartsAt: begins, State: state}
		if edit != nil {
			edit(e)
		}
		r.add(at, fixture.Change{Event: e})
	}
	markets := func(at time.Time, state fixture.MarketState) {
		for _, q := range m.Markets {
			q.Event, q.State = m.ID(), state
			if state != fixture.Open {
				q.Prices = nil
			}
			r.add(at, fixture.Change{Market: &q})
		}
	}
	event(offered, fixture.Scheduled, nil)
	markets(offered, fixture.Open)
	if m.Fixture { // it is played, and the file does not say how it ended
		event(begins, fixture.Live, func(e *fixture.Event) { e.Period = "h1" })
		markets(begins, fixture.Closed)
		event(begins.Add(fullTime), fixture.Ended, nil)
		return
	}
	if m.Full == nil {
		event(begins, fixture.Postponed, nil)
		markets(begins, fixture.Closed)
		r.add(begins.Add(lapse), fixture.Change{Result: &fixture.Result{Event: m.ID(), Void: "postponed"}})
		return
	}
	event(begins, fixture.Live, func(e *fixture.Event) { e.Period = "h1" })
	markets(begins, fixture.Closed)
	var scores map[string]odds.Score
	if m.Half != nil {
		for _, p := range []struct {
			name string
			at   time.Duration
		}{{"break", halfTime}, {"h2", secondHalf}} {
			event(begins.Add(p.at), fixture.Live, func(e *fixture.Event) {
				e.Period, e.Clock, e.Score, e.Scores = p.name, int(halfTime.Seconds()), *m.Half, map[string]odds.Score{"h1": *m.Half}
			})
		}
		scores = map[string]odds.Score{"h1": *m.Half, "h2": {Home: m.Full.Home - m.Half.Home, Away: m.Full.Away - m.Half.Away}}
	}
	event(begins.Add(fullTime), fixture.Ended, func(e *fixture.Event) { e.Score, e.Scores = *m.Full, scores })
	r.add(begins.Add(fullTime), fixture.Change{Result: &fixture.Result{Event: m.ID(), Full: *m.Full, Half: m.Half, Scores: scores}})
}

// number gives each change its Seq.
func (r *Replay) number() error {
	n := int64(0)
	for i := range r.moments {
		second := r.moments[i].at.Unix()
		if n++; i == 0 || r.moments[i-1].at.Unix() != second {
			n = 1
		}
		if n >= perSecond {
			return fmt.Errorf("footballdata: more than %d changes at %s", perSecond, r.moments[i].at)
		}
		r.moments[i].change.Seq = second*perSecond + n
	}
	return nil
}

// Begins is the first moment of the season. A clock that stands there sees the matches at the times at which they were played, with speed 1.
func (r *Replay) Begins() time.Time { return r.moments[0].at }

// Next returns the changes that are due by the clock after the cursor, oldest first; an empty cursor begins the replay now. A cursor of another
// speed goes on at the moment of the season that it reached. The error is ErrCursor.
func (r *Replay) Next(_ context.Context, from string) (fixture.Batch, error) {
	now := r.clk.Now()
	c, err := r.parse(from, now)
	if err != nil {
		return fixture.Batch{}, err
	}
	b := fixture.Batch{Vouched: now}
	for _, m := range r.moments[r.after(c.seq):] {
		at := c.real(m.at)
		if at.After(now) {
			break
		}
		if len(b.Changes) == r.o.Most {
			b.More, b.Vouched = true, b.Changes[len(b.Changes)-1].At // later changes may take back prices
			break
		}
		b.Changes = append(b.Changes, m.by(c, at))
		c.seq = m.change.Seq
	}
	b.Cursor = c.String()
	return b, nil
}

// Due returns when the next change after the cursor is due by the clock; false when the replay is over. The error is ErrCursor.
func (r *Replay) Due(cursor string) (time.Time, bool, error) {
	c, err := r.parse(cursor, r.clk.Now())
	if err != nil {
		return time.Time{}, false, err
	}
	next := r.after(c.seq)
	if next == len(r.moments) {
		return time.Time{}, false, nil
	}
	return c.real(r.moments[next].at), true, nil
}

// after returns the place of the first change behind seq.
func (r *Replay) after(seq int64) int {
	return sort.Search(len(r.moments), func(i int) bool { return r.moments[i].change.Seq > seq })
}

// by returns the change as it happens by the clock.
func (m moment) by(c cursor, at time.Time) fixture.Change {
	out := m.change
	out.At = at
	if out.Event != nil {
		e := *out.Event
		e.StartsAt = c.real(e.StartsAt)
		out.Event = &e
	}
	return out
}

// cursor says at which moment by the clock which moment of the season was, and the last change that was read.
type cursor struct {
	clock, season time.Time // in whole milliseconds
	speed         int64
	seq           int64
}

// real returns when a moment of the season is by the clock, in whole microseconds, as the database keeps times.
func (c cursor) real(season time.Time) time.Time {
	return c.clock.Add((season.Sub(c.season) / time.Duration(c.speed)).Truncate(time.Microsecond))
}

// String is the cursor as it is stored: milliseconds of both moments, the speed, the last Seq.
func (c cursor) String() string {
	return fmt.Sprintf("%d/%d/%d/%d", c.clock.UnixMilli(), c.season.UnixMilli(), c.speed, c.seq)
}

// parse reads what String wrote, and moves it to the replay's speed.
func (r *Replay) parse(text string, now time.Time) (cursor, error) {
	speed := int64(r.o.Speed)
	if text == "" {
		return cursor{clock: now.Truncate(time.Millisecond), season: r.Begins(), speed: speed}, nil
	}
	parts := strings.Split(text, "/")
	if len(parts) != 4 {
		return cursor{}, fmt.Errorf("%w: %.64q", ErrCursor, text)
	}
	var n [4]int64
	for i, part := range parts {
		var err error
		if n[i], err = strconv.ParseInt(part, 10, 64); err != nil || n[i] < 0 {
			return cursor{}, fmt.Errorf("%w: %.64q", ErrCursor, text)
		}
	}
	c := cursor{clock: time.UnixMilli(n[0]).UTC(), season: time.UnixMilli(n[1]).UTC(), speed: n[2], seq: n[3]}
	const latest = 4_102_444_800_000 // 2100
	if n[0] > latest || n[1] > latest || c.speed < 1 || c.speed > maxSpeed {
		return cursor{}, fmt.Errorf("%w: %.64q", ErrCursor, text)
	}
	if c.speed != speed {
		passed := max(0, now.UnixMilli()-n[0]) // a clock that was set back moves nothing
		c.season = c.season.Add(time.Duration(min(passed*c.speed, maxPassed)) * time.Millisecond)
		c.clock, c.speed = now.Truncate(time.Millisecond), speed
	}
	return c, nil
}

// maxPassed bounds a season's time in milliseconds: 200 years.
const maxPassed = 200 * 365 * 24 * 3600 * 1000

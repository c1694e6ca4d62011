package sports

import (
	"sort"
	"time"

	"hubstake/internal/core/fixture"
	"hubstake/internal/core/odds"
)

// states of a match, as a step holds them.
const (
	scheduled = iota
	live
	ended
	cancelled
)

var eventStates = [...]fixture.EventState{scheduled: fixture.Scheduled, live: fixture.Live, ended: fixture.Ended, cancelled: fixture.Cancelled}

// stops are the reasons why betting stops for a while; the first is that it does not.
var stops = [...]string{"", "goal", "red_card"}

const (
	stopGoal = 1
	stopRed  = 2
)

// counted is how many kinds of incidents a match may count.
const counted = 3

// step is a moment at which the feed has something to say about a match, with where the match stands then.
type step struct {
	at         int32 // seconds from the kick-off
	priced     int32 // the step whose prices hold; its own when prices are made at this one
	clock      int32
	state      uint8
	part       int8 // index of the period of play; -1 before the first
	pause      bool // the break after it
	stop       uint8
	result     bool // the result is known
	home, away int16
	inPart     [2]int16 // the score of the period
	counts     [counted][2]uint8
	left       [2]float32 // how much of its match each side has left to score in, of 1; more or less when a side is weakened
	leftHalf   [2]float32 // the same of the first half
}

// match is a match with its whole course.
type match struct {
	*league
	id         string // in the feed; it holds the seed, so that another seed's match is another match
	seed       uint64
	round      int64
	kickOff    int64 // second of the calendar
	home, away int   // indexes of teams
	difference float64
	steps      []step // by at
	parts      []odds.Score

	lines map[lineKey]odds.Line // the main line before the match, which the lines on offer stay near
}

type lineKey struct {
	kind   odds.Kind
	period odds.Period
}

func (m *match) first() int64 { return m.kickOff + int64(m.steps[0].at) }
func (m *match) end() int64   { return m.kickOff + int64(m.steps[len(m.steps)-1].at) }

// stepAt returns the last step until a second of the calendar; -1 before the first.
func (m *match) stepAt(second int64) int {
	return sort.Search(len(m.steps), func(i int) bool { return m.kickOff+int64(m.steps[i].at) > second }) - 1
}

// mood is how the opinion of bettors differs from the true strengths at a step, between -1 and 1: of kind 0 about the sides, of kind 1 about the goals.
func (m *match) mood(s *step, kind uint64) float64 {
	at := m.kickOff + int64(s.at)
	slow := wander(at, 3*3600, m.seed, 5+kind, uint64(m.index), uint64(m.round))
	quick := wander(at, 900, m.seed, 7+kind, uint64(m.index), uint64(m.round))
	return 0.75*slow + 0.25*quick
}

// event is the whole state of the match at a step.
func (m *match) event(s *step) fixture.Event {
	e := fixture.Event{
		ID: m.id, Sport: m.sport, League: m.league.fixture.ID, Home: m.teams[m.home].ID, Away: m.teams[m.away].ID,
		StartsAt: timeOf(m.kickOff), State: eventStates[s.state], Clock: int(s.clock), Suspended: stops[s.stop],
		Score: odds.Score{Home: int(s.home), Away: int(s.away)},
	}
	if s.part < 0 {
		return e
	}
	e.Period = m.rules.parts[s.part]
	e.Scores = map[string]odds.Score{e.Period: {Home: int(s.inPart[0]), Away: int(s.inPart[1])}}
	for i := range s.part {
		e.Scores[m.rules.parts[i]] = m.parts[i]
	}
	switch {
	case s.state == ended:
		e.Period = ""
	case s.pause:
		e.Period = "break"
	}
	for i, what := range m.rules.incidents {
		if e.Cards == nil {
			e.Cards = map[string]odds.Score{}
		}
		e.Cards[what.name] = odds.Score{Home: int(s.counts[i][0]), Away: int(s.counts[i][1])}
	}
	return e
}

// halfScore is the score of the first half, or what there is of it.
func (m *match) halfScore(s *step) (sum odds.Score) {
	for i := range min(m.rules.half, int(s.part)+1) {
		part := odds.Score{Home: int(s.inPart[0]), Away: int(s.inPart[1])}
		if i < int(s.part) {
			part = m.parts[i]
		}
		sum.Home, sum.Away = sum.Home+part.Home, sum.Away+part.Away
	}
	return sum
}

// halfOver reports whether the first half is over; a sport without halves has none to wait for.
func (m *match) halfOver(s *step) bool {
	return m.rules.half == 0 || s.state >= ended || int(s.part) >= m.rules.half || s.pause && int(s.part) == m.rules.half-1
}

// result is how the match ended.
func (m *match) result(s *step) *fixture.Result {
	if s.state == cancelled {
		return &fixture.Result{Event: m.id, Void: "cancelled"}
	}
	e := m.event(s)
	r := &fixture.Result{Event: e.ID, Full: e.Score, Scores: e.Scores}
	if m.rules.half > 0 {
		half := m.halfScore(s)
		r.Half = &half
	}
	return r
}

func timeOf(second int64) time.Time { return epoch.Add(time.Duration(second) * time.Second) }

func secondOf(t time.Time) int64 { return int64(t.Sub(epoch) / time.Second) }

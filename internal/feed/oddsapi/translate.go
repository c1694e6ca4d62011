package oddsapi

import (
	"cmp"
	"encoding/json"
	"errors"
	"maps"
	"slices"
	"strconv"
	"strings"
	"time"

	"hubstake/internal/core/fixture"
	"hubstake/internal/core/odds"
)

// match is an element of the answers of odds and of scores; each has its own half of the fields.
type match struct {
	ID       string    `json:"id"`
	Title    string    `json:"sport_title"`
	StartsAt time.Time `json:"commence_time"`
	Home     string    `json:"home_team"`
	Away     string    `json:"away_team"`

	Bookmakers []json.RawMessage `json:"bookmakers"`

	Completed bool `json:"completed"`
	Scores    []struct {
		Name  string `json:"name"`
		Score string `json:"score"`
	} `json:"scores"`
}

type bookmaker struct {
	Key        string            `json:"key"`
	LastUpdate time.Time         `json:"last_update"`
	Markets    []json.RawMessage `json:"markets"`
}

type market struct {
	Key        string    `json:"key"`
	LastUpdate time.Time `json:"last_update"`
	Outcomes   []outcome `json:"outcomes"`
}

// outcome keeps its numbers as they are written: they are read exactly, never by way of a float.
type outcome struct {
	Name  string          `json:"name"`
	Price json.RawMessage `json:"price"`
	Point json.RawMessage `json:"point"`
}

// translation makes changes of the answers to one question.
type translation struct {
	o       Options
	sport   odds.Sport
	at      time.Time
	seq     int64
	open    map[line]bool
	named   map[string]bool
	changes []fixture.Change
}

func (t *translation) add(c fixture.Change) {
	c.Seq, c.At = t.seq, t.at
	t.changes = append(t.changes, c)
}

// name describes a league or a team once.
func (t *translation) name(id string, c fixture.Change) {
	if t.o.Describe && !t.named[id] {
		t.named[id] = true
		t.add(c)
	}
}

// league translates the answers for one league. A match may be in both, or in one.
func (t *translation) league(key string, prices, scores Elements) {
	byID := map[string]*match{}
	var order []string
	for _, raw := range prices {
		if m, ok := t.decode(raw); ok && byID[m.ID] == nil {
			byID[m.ID] = m
			order = append(order, m.ID)
		}
	}
	for _, raw := range scores {
		m, ok := t.decode(raw)
		switch known := byID[m.ID]; {
		case !ok: // noted already; its match has no score that can be believed
			delete(byID, m.ID)
		case known == nil:
			byID[m.ID] = m
			order = append(order, m.ID)
		case known.Home != m.Home || known.Away != m.Away:
			t.doubt(m.ID)
			delete(byID, m.ID)
		default:
			known.Completed, known.Scores = m.Completed, m.Scores
		}
	}
	for _, id := range order {
		if m := byID[id]; m != nil {
			t.match(key, m)
		}
	}
}

// decode reads an element. One that cannot be read is parked; when at least its id can be, its match is suspended.
func (t *translation) decode(raw json.RawMessage) (*match, bool) {
	var m match
	err := json.Unmarshal(raw, &m)
	if err == nil && fixture.Text(m.ID) {
		return &m, true
	}
	var only struct {
		ID string `json:"id"`
	}
	if json.Unmarshal(raw, &only) != nil || !fixture.Text(only.ID) {
		t.add(fixture.Change{Bad: raw})
		return &match{}, false
	}
	t.doubt(only.ID)
	return &match{ID: only.ID}, false
}

// doubt adds a change that is parked as malformed and suspends the match.
func (t *translation) doubt(id string) { t.add(fixture.Change{Event: &fixture.Event{ID: id}}) }

func (t *translation) match(key string, m *match) {
	score, known, err := m.score()
	if err != nil {
		t.doubt(m.ID)
		return
	}
	title := m.Title
	if !fixture.Text(title) {
		title = key
	}
	t.name("league "+key, fixture.Change{League: &fixture.League{ID: key, Sport: t.sport, Names: map[string]string{"en": title}}})
	for _, team := range []string{m.Home, m.Away} {
		if fixture.Text(team) {
			t.name("team "+team, fixture.Change{Team: &fixture.Team{ID: team, Sport: t.sport, Names: map[string]string{"en": team}}})
		}
	}
	e := &fixture.Event{ID: m.ID, Sport: t.sport, League: key, Home: m.Home, Away: m.Away, StartsAt: m.StartsAt.UTC(), State: fixture.Scheduled, Score: score}
	switch {
	case m.Completed:
		e.State = fixture.Ended
	case !m.StartsAt.After(t.at):
		e.State = fixture.Live
	}
	t.add(fixture.Change{Event: e})
	if !m.Completed {
		t.markets(m)
		return
	}
	if known { // otherwise staff enters the result
		t.add(fixture.Change{Result: &fixture.Result{Event: m.ID, Full: score, ExtraTime: t.extraTime(key, m)}})
	}
}

var errScore = errors.New("oddsapi: not a score")

// score returns the score of both sides; known is false before there is one.
func (m *match) score() (s odds.Score, known bool, err error) {
	if len(m.Scores) == 0 {
		return odds.Score{}, false, nil
	}
	found := map[string]int{}
	for _, side := range m.Scores {
		n, err := strconv.Atoi(side.Score)
		if err != nil || side.Score == "" || strings.Trim(side.Score, "0123456789") != "" {
			return odds.Score{}, false, errScore
		}
		found[side.Name] = n
	}
	home, hasHome := found[m.Home]
	away, hasAway := found[m.Away]
	if !hasHome || !hasAway || len(m.Scores) != 2 || len(found) != 2 {
		return odds.Score{}, false, errScore
	}
	return odds.Score{Home: home, Away: away}, true, nil
}

// kindOf are the markets that are read; lay prices and outrights are not.
var kindOf = map[string]odds.Kind{"h2h": odds.Winner, "spreads": odds.Handicap, "totals": odds.Total}

// markets translates the markets of the first bookmaker in the configured order that has any.
func (t *translation) markets(m *match) {
	byKey := map[string]bookmaker{}
	for _, raw := range m.Bookmakers {
		var b bookmaker
		if json.Unmarshal(raw, &b) == nil && byKey[b.Key].Key == "" {
			byKey[b.Key] = b
		}
	}
	for _, key := range t.o.Bookmakers {
		took := false
		for _, raw := range byKey[key].Markets {
			var q market
			err := json.Unmarshal(raw, &q)
			if err != nil {
				var only struct {
					Key string `json:"key"`
				}
				if json.Unmarshal(raw, &only) != nil {
					t.add(fixture.Change{Bad: raw})
					continue
				}
				q = market{Key: only.Key} // without outcomes it is malformed
			}
			if kindOf[q.Key] == "" {
				continue
			}
			took = true
			if q.LastUpdate.IsZero() {
				q.LastUpdate = byKey[key].LastUpdate
			}
			t.market(m, q)
		}
		if took {
			return
		}
	}
}

// market adds a change for each line of a market. The two sides of a handicap have opposite points; a side whose opposite is absent leaves its
// line incomplete, which is malformed.
func (t *translation) market(m *match, q market) {
	kind := kindOf[q.Key]
	if kind != odds.Winner && t.sport.Inner() != "" {
		return // its lines are in games, points or rounds, and the scores of the API in sets and bouts
	}
	if kind == odds.Winner && (t.sport == odds.Soccer || slices.ContainsFunc(q.Outcomes, func(o outcome) bool { return o.Name == "Draw" })) {
		if t.sport != odds.Soccer && t.sport != odds.Handball {
			return // the final score, with overtime, does not decide it
		}
		kind = odds.OneXTwo
	}
	lines, readable := map[odds.Line][]fixture.Price{}, len(q.Outcomes) > 0
	for _, o := range q.Outcomes {
		at, price, ok := o.read(m, kind)
		readable = readable && ok
		lines[at] = append(lines[at], price)
	}
	if len(lines) == 0 {
		lines[0] = nil
	}
	for _, at := range slices.Sorted(maps.Keys(lines)) {
		prices := lines[at]
		if !readable {
			prices = nil
		}
		slices.SortStableFunc(prices, func(a, b fixture.Price) int {
			return cmp.Compare(slices.Index(kind.Keys(), a.Key), slices.Index(kind.Keys(), b.Key))
		})
		c := fixture.Change{Seq: t.seq, At: t.at, Market: &fixture.Market{
			Event: m.ID, Kind: kind, Period: odds.Full, Line: at, State: fixture.Open, Prices: prices,
		}}
		// A moment that has not come yet must not make all later prices old.
		if !q.LastUpdate.IsZero() && q.LastUpdate.Before(t.at) {
			c.Seq, c.At = q.LastUpdate.UnixMilli(), q.LastUpdate.UTC()
		}
		if c.Check() == "" {
			t.open[line{m.ID, kind, at}] = true
		}
		t.changes = append(t.changes, c)
	}
}

// read returns the line and the price of an outcome. A number that is not a price is the price 0, which is absurd; anything else that cannot be
// read makes ok false.
func (o outcome) read(m *match, kind odds.Kind) (at odds.Line, p fixture.Price, ok bool) {
	ok = true
	switch name := o.Name; {
	case kind == odds.Total && name == "Over":
		p.Key = odds.Over
	case kind == odds.Total && name == "Under":
		p.Key = odds.Under
	case kind == odds.Total:
		ok = false
	case name == m.Home:
		p.Key = odds.Home
	case name == m.Away:
		p.Key = odds.Away
	case name == "Draw" && kind == odds.OneXTwo:
		p.Key = odds.Draw
	default:
		ok = false
	}
	if kind.HasLine() {
		var err error
		if at, err = odds.ParseLine(string(o.Point)); err != nil {
			return 0, p, false
		}
		if kind == odds.Handicap && p.Key == odds.Away {
			at = -at
		}
	}
	price, err := odds.ParsePrice(string(o.Price))
	if err != nil && (len(o.Price) == 0 || !strings.ContainsRune("-0123456789", rune(o.Price[0]))) {
		ok = false
	}
	p.Price = price
	return at, p, ok
}

// suspendMissing takes back the markets that were open and are not in the answers any more: a line that moved, a match without prices.
func (t *translation) suspendMissing(before map[line]bool) {
	missing := slices.Collect(maps.Keys(before))
	slices.SortFunc(missing, func(a, b line) int {
		return cmp.Or(cmp.Compare(a.event, b.event), cmp.Compare(a.kind, b.kind), cmp.Compare(a.line, b.line))
	})
	for _, l := range missing {
		if !t.open[l] {
			t.add(fixture.Change{Market: &fixture.Market{Event: l.event, Kind: l.kind, Period: odds.Full, Line: l.line, State: fixture.Suspended}})
		}
	}
}

package sports

import (
	"slices"
	"sync"
	"time"

	"hubstake/internal/core/fixture"
	"hubstake/internal/core/odds"
	"hubstake/internal/sim/chaos"
)

// Feed is a calendar that misbehaves on demand. It is safe for concurrent use. Only a feed with chaos.SportsOrder remembers anything: the changes that it
// holds back for the next page of any reader.
type Feed struct {
	calendar *Calendar
	box      *chaos.Box

	mu   sync.Mutex
	held []fixture.Change
}

// NewFeed returns the feed of a calendar with the faults of a box.
func NewFeed(c *Calendar, box *chaos.Box) *Feed { return &Feed{calendar: c, box: box} }

// Page returns a page as Calendar.Changes does, with the fault in force. A fault may add changes beyond limit.
func (f *Feed) Page(after string, now time.Time, limit int) (Page, error) {
	var s chaos.Settings
	if f.box.Get().Sports != "" {
		s = f.box.Take()
	}
	told := now
	if s.Sports == chaos.SportsLate {
		told = now.Add(-s.Delay())
	}
	page, err := f.calendar.Changes(after, told, limit)
	if err != nil {
		return Page{}, err
	}
	switch s.Sports {
	case chaos.SportsSilent:
		return Page{Cursor: after, Changes: []fixture.Change{}}, nil
	case chaos.SportsDuplicate:
		twice := make([]fixture.Change, 0, 2*len(page.Changes))
		for _, c := range page.Changes {
			twice = append(twice, c, c)
		}
		page.Changes = twice
	case chaos.SportsContradict:
		if page.Vouched != nil {
			told = *page.Vouched // of a match that ends on a later page nothing is known
		}
		page.Changes = append(page.Changes, f.calendar.contradiction(page.Changes, told)...)
	case chaos.SportsAbsurd:
		for i := range page.Changes {
			page.Changes[i] = absurd(page.Changes[i])
		}
	}
	page.Changes = f.reorder(page.Changes, s.Sports == chaos.SportsOrder)
	return page, nil
}

// reorder holds every second change back until the next page. The changes that it held come after newer ones, or first when the fault is over.
func (f *Feed) reorder(changes []fixture.Change, on bool) []fixture.Change {
	f.mu.Lock()
	defer f.mu.Unlock()
	held := f.held
	f.held = nil
	if !on && held == nil {
		return changes
	}
	if !on {
		return append(held, changes...)
	}
	now := []fixture.Change{}
	for i, c := range changes {
		if i%2 == 1 && (c.Market != nil || c.Event != nil) {
			f.held = append(f.held, c)
		} else {
			now = append(now, c)
		}
	}
	return append(now, held...)
}

// contradiction returns results that contradict those of a page, or else the last one that was told, and are no corrections.
func (c *Calendar) contradiction(changes []fixture.Change, now time.Time) (others []fixture.Change) {
	contradict := func(told fixture.Change) {
		r := *told.Result
		r.Full.Home++
		told.Result = &r
		told.Seq++
		others = append(others, told)
	}
	for _, change := range changes {
		if change.Result != nil && change.Result.Void == "" {
			contradict(change)
		}
	}
	if len(others) > 0 {
		return others
	}
	second := secondOf(now)
	var last *match
	for _, m := range c.between(second-6*3600, second) {
		if s := &m.steps[len(m.steps)-1]; m.end() < second && s.state == ended && (last == nil || m.end() > last.end()) {
			last = m
		}
	}
	if last != nil {
		const order = 1<<orderBits - 2 // above all changes of the match in this second
		contradict(fixture.Change{Seq: last.seq(second, order), At: timeOf(second), Result: last.result(&last.steps[len(last.steps)-1])})
	}
	return others
}

// absurd returns a change with numbers that cannot be: by turns a price of nothing, a negative one, one far too high, and prices that pay more than all
// stakes; of a match a negative score.
func absurd(c fixture.Change) fixture.Change {
	switch {
	case c.Event != nil:
		e := *c.Event
		e.Score.Away = -1 - e.Score.Away
		c.Event = &e
	case c.Market != nil && len(c.Market.Prices) > 0:
		m := *c.Market
		m.Prices = slices.Clone(m.Prices)
		switch c.Seq % 4 {
		case 0:
			m.Prices[0].Price = 0
		case 1:
			m.Prices[0].Price = -m.Prices[0].Price
		case 2:
			m.Prices[0].Price = 50 * odds.MaxPrice
		default:
			for i := range m.Prices {
				m.Prices[i].Price = odds.Price(1000 * (len(m.Prices) + 9))
			}
		}
		c.Market = &m
	}
	return c
}

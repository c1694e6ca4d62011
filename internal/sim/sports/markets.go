package sports

import (
	"cmp"
	"slices"

	"hubstake/internal/core/fixture"
	"hubstake/internal/core/odds"
)

// A market is on offer while the price of its favorite implies less than surest. Lines are on offer while both sides have at least a chance of leastOfLine.
const (
	surest      = 0.98
	leastOfLine = 0.14
	leastChance = 0.0015 // of a selection; one with less is priced as if it had so much
)

// window is how many lines of the grid each way from the main line before the match may ever be on offer: a reader bounds the lines of a market.
const window = 17

// ticks are the steps of prices: below each bound, in thousandths.
var ticks = []struct{ below, tick odds.Price }{{1200, 2}, {2000, 5}, {5000, 10}, {10_000, 50}, {100_000, 500}, {odds.MaxPrice + 1, 5000}}

// chanceOf is a selection with its chance.
type chanceOf struct {
	key    odds.Key
	chance float64
	off    bool
}

// quote returns a market with prices for these chances, which add up to one; ok is false when a favorite is too sure to be on offer.
func (m *match) quote(kind odds.Kind, period odds.Period, line odds.Line, chances ...chanceOf) (market fixture.Market, ok bool) {
	sum := 0.0
	for _, c := range chances {
		sum += max(leastChance, c.chance)
	}
	market = fixture.Market{Event: m.id, Kind: kind, Period: period, Line: line, State: fixture.Open, Prices: make([]fixture.Price, len(chances))}
	book := 1 + float64(margins[kind])/10_000
	for i, c := range chances {
		implied := max(leastChance, c.chance) / sum * book
		if implied > surest {
			return fixture.Market{}, false
		}
		price := odds.Price(1000 / implied)
		for _, t := range ticks {
			if price < t.below {
				price -= price % t.tick
				break
			}
		}
		market.Prices[i] = fixture.Price{Key: c.key, Price: price, Off: c.off}
	}
	return market, true
}

// versus returns the chance of the side that is ahead when a number and the line, in quarters, add up to more than zero, as the price must be made by:
// halves of stakes that are returned count for neither side.
func (d *spreadOf) versus(line odds.Line) float64 {
	// ahead is 4*n + line: 2 and more wins, 1 wins half, 0 is returned, -1 loses half
	whole := func(quarters int) (n int, exact bool) {
		n = (quarters - int(line)) >> 2
		return n, n*4 == quarters-int(line)
	}
	n, exact := whole(2)
	if !exact {
		n++
	}
	won := d.atLeast(n)
	returned := 0.0
	if n, exact := whole(0); exact {
		returned = d.exactly(n)
	}
	halfWon, halfLost := 0.0, 0.0
	if n, exact := whole(1); exact {
		halfWon = d.exactly(n)
	}
	if n, exact := whole(-1); exact {
		halfLost = d.exactly(n)
	}
	lost := max(0, 1-won-returned-halfWon-halfLost)
	for_, against := won+halfWon/2, lost+halfLost/2
	if for_+against <= 0 {
		return 1
	}
	return for_ / (for_ + against)
}

// side is the chance of the first selection of a line.
func (o *outlook) side(kind odds.Kind, line odds.Line) float64 {
	if kind == odds.Total {
		return o.sum.versus(-line)
	}
	return o.difference.versus(line)
}

// nearest returns the line of the grid at which both sides are closest to even, of those that may be on offer.
func (g grid) nearest(o *outlook, kind odds.Kind, low, high odds.Line) odds.Line {
	even := func(line odds.Line) float64 {
		p := o.side(kind, line)
		return max(p-0.5, 0.5-p)
	}
	best := low
	for line := low; line <= high; line += g.step {
		if even(line) < even(best) {
			best = line
		}
	}
	return best
}

// mainLines are the main lines of a match before it begins.
func (m *match) mainLines(s *step) map[lineKey]odds.Line {
	r := &m.rules
	lines := map[lineKey]odds.Line{}
	if r.lines < 0 {
		return lines
	}
	add := func(o *outlook, period odds.Period) {
		// Far more than any first expectation, on the grid, and of totals above zero.
		far := odds.Line(60) * r.handicap.step
		lines[lineKey{odds.Handicap, period}] = r.handicap.nearest(o, odds.Handicap, r.handicap.first-far, r.handicap.first+far)
		lines[lineKey{odds.Total, period}] = r.total.nearest(o, odds.Total, r.total.lowest(), r.total.lowest()+4*far)
	}
	full := m.outlook(s)
	add(&full, odds.Full)
	if r.half > 0 && r.halfLines >= 0 {
		half := m.halfOutlook(s)
		add(&half, odds.Half1)
	}
	return lines
}

// lowest is the lowest line of a total: half a goal, or what the grid has first above it.
func (g grid) lowest() odds.Line {
	line := g.first
	for line < 2 {
		line += g.step
	}
	return line
}

// markets returns the markets that are on offer at a step, in an order that is always the same.
func (m *match) markets(s *step) (all []fixture.Market) {
	if s.state >= ended {
		return nil
	}
	s = &m.steps[s.priced]
	add := func(market fixture.Market, ok bool) {
		if ok {
			all = append(all, market)
		}
	}
	r := &m.rules
	full := m.outlook(s)
	m.outright(&full, odds.Full, r.draws, add)
	m.onLines(&full, odds.Full, r.lines, add)
	if r.bothScore && (s.home == 0 || s.away == 0) {
		yes := 1.0
		if s.home == 0 {
			yes *= 1 - full.home[0]
		}
		if s.away == 0 {
			yes *= 1 - full.away[0]
		}
		add(m.quote(odds.BothScore, odds.Full, 0, chanceOf{key: odds.Yes, chance: yes}, chanceOf{key: odds.No, chance: 1 - yes}))
	}
	if r.family != sets && r.family != fight {
		odd := 0.0
		for i, p := range full.sum.chance {
			if (full.sum.low+i)%2 == 1 {
				odd += p
			}
		}
		add(m.quote(odds.OddEven, odds.Full, 0, chanceOf{key: odds.Odd, chance: odd}, chanceOf{key: odds.Even, chance: 1 - odd}))
	}
	if r.exactScores >= 0 {
		add(m.exact(s, &full))
	}
	if r.half > 0 && !m.halfOver(s) {
		half := m.halfOutlook(s)
		if r.draws {
			m.outright(&half, odds.Half1, true, add)
		}
		m.onLines(&half, odds.Half1, r.halfLines, add)
	}
	return all
}

// outright adds the market of who wins.
func (m *match) outright(o *outlook, period odds.Period, draws bool, add func(fixture.Market, bool)) {
	home, draw := o.difference.atLeast(1), o.difference.exactly(0)
	if draws {
		add(m.quote(odds.OneXTwo, period, 0, chanceOf{key: odds.Home, chance: home}, chanceOf{key: odds.Draw, chance: draw},
			chanceOf{key: odds.Away, chance: max(0, 1-home-draw)}))
		return
	}
	add(m.quote(odds.Winner, period, 0, chanceOf{key: odds.Home, chance: home}, chanceOf{key: odds.Away, chance: 1 - home}))
}

// onLines adds the handicaps and totals: the line at which the sides are closest to even, and so many each way.
func (m *match) onLines(o *outlook, period odds.Period, each int, add func(fixture.Market, bool)) {
	if each < 0 {
		return
	}
	for _, kind := range []odds.Kind{odds.Handicap, odds.Total} {
		g, keys := m.rules.handicap, kind.Keys()
		center := m.lines[lineKey{kind, period}]
		low, high := center-window*g.step, center+window*g.step
		if kind == odds.Total {
			g = m.rules.total
			low, high = max(g.lowest(), center-window*g.step), center+window*g.step
		}
		best := g.nearest(o, kind, low, high)
		for line := max(low, best-odds.Line(each)*g.step); line <= min(high, best+odds.Line(each)*g.step); line += g.step {
			if p := o.side(kind, line); p >= leastOfLine && p <= 1-leastOfLine {
				add(m.quote(kind, period, line, chanceOf{key: keys[0], chance: p}, chanceOf{key: keys[1], chance: 1 - p}))
			}
		}
	}
}

// exact returns the market of the exact score: those that can still be, and all others as one.
func (m *match) exact(s *step, o *outlook) (fixture.Market, bool) {
	most, listed := m.rules.exactScores, 0.0
	var chances []chanceOf
	for x := int(s.home); x <= most; x++ {
		for y := int(s.away); y <= most; y++ {
			var p float64
			if o.exact != nil {
				if p = o.exact[x*(most+1)+y]; p == 0 {
					continue
				}
			} else if x-int(s.home) < len(o.home) && y-int(s.away) < len(o.away) {
				p = o.home[x-int(s.home)] * o.away[y-int(s.away)]
			}
			listed += p
			chances = append(chances, chanceOf{key: odds.ScoreKey(x, y), chance: p})
		}
	}
	if len(chances) < 2 {
		return fixture.Market{}, false
	}
	other := chanceOf{key: odds.Other, chance: max(0, 1-listed)}
	if o.exact != nil { // all scores of sets have selections
		other.off = true
	}
	return m.quote(odds.CorrectScore, odds.Full, 0, append(chances, other)...)
}

// gone returns the state of a market that was on offer and is not at a step: closed when it is decided, or suspended.
func (m *match) gone(market *fixture.Market, s *step) fixture.MarketState {
	home, away := int(s.home), int(s.away)
	if market.Period == odds.Half1 {
		if m.halfOver(s) {
			return fixture.Closed
		}
		score := m.halfScore(s)
		home, away = score.Home, score.Away
	}
	decided := false
	switch market.Kind {
	case odds.Total:
		decided = 4*(home+away)-int(market.Line) >= 2
	case odds.BothScore:
		decided = home > 0 && away > 0
	case odds.CorrectScore:
		decided = max(home, away) > m.rules.exactScores
	}
	if decided {
		return fixture.Closed
	}
	return fixture.Suspended
}

// asks orders markets by what they ask.
func asks(x, y *fixture.Market) int {
	return cmp.Or(cmp.Compare(x.Period, y.Period), cmp.Compare(x.Kind, y.Kind), cmp.Compare(x.Line, y.Line))
}

// sameOffer reports whether two states of a market are the same.
func sameOffer(x, y *fixture.Market) bool {
	return x.State == y.State && slices.Equal(x.Prices, y.Prices)
}

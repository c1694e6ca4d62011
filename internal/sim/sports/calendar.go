package sports

import (
	"fmt"
	"slices"
	"strconv"
	"sync"
	"time"

	"hubstake/internal/core/fixture"
	"hubstake/internal/core/odds"
)

// epoch is when the calendar begins. The seconds since then have 30 bits in a Seq, which is enough until 2059.
var epoch = time.Date(2025, 1, 1, 0, 0, 0, 0, time.UTC)

// The calendar in seconds: each league has a match every interval, give or take, and offers it between the shortest and the longest lead before.
const (
	interval     = 4*3600 + 45*60
	shortestLead = 12 * 3600
	longestLead  = 30 * 3600
	mostShift    = 20 * 60
	longestPlay  = 6 * 3600 // with the result; a test plays every sport against it
)

// league is a competition of the calendar.
type league struct {
	index     int
	sport     odds.Sport
	rules     rules
	fixture   fixture.League
	teams     []fixture.Team
	strengths []float64
}

// Calendar is all matches of a seed. It is safe for concurrent use.
type Calendar struct {
	seed    uint64
	leagues []*league

	mu    sync.Mutex
	cache map[matchKey]*match
}

// matchKey names a match: the league and its number there.
type matchKey struct {
	league int
	round  int64
}

// mostCached bounds the matches that are remembered; past it all are forgotten, and those that are needed are played again.
const mostCached = 1500

// New returns the calendar of a seed.
func New(seed uint64) *Calendar {
	c := &Calendar{seed: seed, cache: map[matchKey]*match{}}
	for _, sport := range odds.Sports {
		for i := range book[sport].leagues {
			c.leagues = append(c.leagues, newLeague(seed, len(c.leagues), sport, i))
		}
	}
	return c
}

func newLeague(seed uint64, index int, sport odds.Sport, i int) *league {
	r := book[sport]
	where, division := countries[(i+int(sport[0]))%len(countries)], i/len(countries)
	title := competitions[sport]
	if division > 0 {
		title = secondDivision
	}
	id := fmt.Sprintf("%s-%d", sport, i+1)
	l := &league{
		index: index, sport: sport, rules: r,
		fixture: fixture.League{ID: id, Sport: sport, Names: title.with(where.name), Rank: 10*(division+1) + i%len(countries)},
	}
	for j := range perLeague {
		town := where.towns[(j+division*2)%len(where.towns)]
		var names map[string]string
		switch {
		case r.players:
			k := i*perLeague + j
			names = player(given[(k*5+int(sport[0]))%len(given)], families[k*7%len(families)])
		case sport == odds.Soccer:
			names = clubs[(j+i)%len(clubs)].with(town)
		default:
			names = teams[(j+i+int(sport[0])+int(sport[1]))%len(teams)].with(town)
		}
		l.teams = append(l.teams, fixture.Team{ID: id + "-" + strconv.Itoa(j+1), Sport: sport, Names: names})
		l.strengths = append(l.strengths, newSource(seed, 1, uint64(index), uint64(j)).normal())
	}
	return l
}

// kickOff returns when the match of this number begins, in seconds of the calendar: on a multiple of five minutes.
func (c *Calendar) kickOff(l *league, round int64) int64 {
	const grain = 300
	offset := newSource(c.seed, 2, uint64(l.index)).below(interval / grain)
	shift := newSource(c.seed, 3, uint64(l.index), uint64(round)).between(-mostShift/grain, mostShift/grain)
	return round*interval + int64(offset+shift)*grain
}

// pairing returns the teams of the match of this number: each meets each in rounds, at home and away in turn.
func pairing(round int64) (home, away int) {
	const games = perLeague / 2
	day, game := int(round/games%(perLeague-1)), int(round%games)
	turn := round / games / (perLeague - 1) % 2
	if game == 0 {
		home, away = perLeague-1, day
	} else {
		home, away = (day+game)%(perLeague-1), (day-game+perLeague-1)%(perLeague-1)
	}
	if (int64(day+game)+turn)%2 == 1 {
		home, away = away, home
	}
	return home, away
}

// match returns a match, played to its end.
func (c *Calendar) match(l *league, round int64) *match {
	key := matchKey{l.index, round}
	c.mu.Lock()
	defer c.mu.Unlock()
	m := c.cache[key]
	if m == nil {
		if len(c.cache) >= mostCached {
			clear(c.cache)
		}
		m = c.play(l, round)
		c.cache[key] = m
	}
	return m
}

// between returns the matches on which something is told from one second to another, both included, or that are on offer then, in the order of
// leagues and their numbers.
func (c *Calendar) between(from, to int64) (all []*match) {
	for _, l := range c.leagues {
		first, last := (from-longestPlay-interval-mostShift)/interval, (to+longestLead+mostShift)/interval
		var ours []*match
		for round := max(0, first); round <= last; round++ {
			if kickOff := c.kickOff(l, round); kickOff-longestLead > to || kickOff+longestPlay < from {
				continue
			}
			if m := c.match(l, round); m.first() <= to && m.end() >= from {
				ours = append(ours, m)
			}
		}
		slices.SortFunc(ours, func(x, y *match) int { return int(x.place() - y.place()) })
		all = append(all, ours...)
	}
	return all
}

// Package sports shows the sportsbook: leagues, matches and their prices. Guests read it as members do (S-57).
package sports

import (
	"context"
	"errors"
	"time"

	"hubstake/internal/access/httpx"
	"hubstake/internal/core/fault"
	"hubstake/internal/core/odds"
	"hubstake/internal/play/sports"
)

// API holds the service that the calls need.
type API struct{ book *sports.Service }

// New returns the area's API.
func New(book *sports.Service) *API { return &API{book} }

// Routes lists the calls.
func (a *API) Routes() []httpx.Route {
	return []httpx.Route{
		httpx.Post("/api/sports/tree", httpx.Public, a.tree),
		httpx.Post("/api/sports/matches", httpx.Public, a.matches),
		httpx.Post("/api/sports/match", httpx.Public, a.match),
		httpx.Post("/api/sports/results", httpx.Public, a.results),
	}
}

// Sport is a sport with its matches.
type Sport struct {
	Sport    odds.Sport `json:"sport"`
	Live     int        `json:"live"`
	Upcoming int        `json:"upcoming"`
	Leagues  []League   `json:"leagues"`
}

// League is a league with its matches.
type League struct {
	LeagueIdx int64  `json:"leagueIdx"`
	Name      string `json:"name"`    // in the reader's language where it is known
	Country   string `json:"country"` // ISO 3166-1 alpha-2, "EU" for international; may be empty
	Live      int    `json:"live"`
	Upcoming  int    `json:"upcoming"`
}

// TreeAnswer lists the sports that have matches.
type TreeAnswer struct {
	Sports []Sport `json:"sports"`
}

func (a *API) tree(ctx context.Context, who httpx.Caller, _ httpx.None) (TreeAnswer, error) {
	found, err := a.book.Tree(ctx, who.Site, who.Lang)
	if err != nil {
		return TreeAnswer{}, err
	}
	out := TreeAnswer{Sports: make([]Sport, len(found))}
	for i, s := range found {
		out.Sports[i] = Sport{Sport: s.Sport, Live: s.Live, Upcoming: s.Upcoming, Leagues: make([]League, len(s.Leagues))}
		for k, l := range s.Leagues {
			out.Sports[i].Leagues[k] = League{LeagueIdx: l.ID, Name: l.Name, Country: l.Country, Live: l.Live, Upcoming: l.Upcoming}
		}
	}
	return out, nil
}

// Match is a match with prices.
type Match struct {
	EventIdx   int64           `json:"eventIdx"`
	Sport      odds.Sport      `json:"sport"`
	LeagueIdx  int64           `json:"leagueIdx"`
	LeagueName string          `json:"leagueName"`
	Country    string          `json:"country"`
	Home       string          `json:"home"`
	Away       string          `json:"away"`
	Progress   sports.Progress `json:"progress"`
	Markets    []sports.Market `json:"markets"`
	Count      int             `json:"count"` // of all markets that are not over
}

// After names the last match of a page.
type After struct {
	StartsAt time.Time `json:"startsAt"`
	EventIdx int64     `json:"eventIdx"`
}

// position is where the next page begins; without a page before it is the first one.
func (a *After) position() sports.After {
	if a == nil {
		return sports.After{}
	}
	return sports.After{StartsAt: a.StartsAt, ID: a.EventIdx}
}

// afterOf returns nil after the last page.
func afterOf(next *sports.After) *After {
	if next == nil {
		return nil
	}
	return &After{next.StartsAt, next.ID}
}

// MatchesRequest says which matches are listed: those that can be bet on, by their start.
type MatchesRequest struct {
	Sport     odds.Sport `json:"sport,omitzero"`
	LeagueIdx int64      `json:"leagueIdx,omitzero"`
	Live      bool       `json:"live,omitzero"` // only those in play
	FromAt    time.Time  `json:"fromAt,omitzero"`
	ToAt      time.Time  `json:"toAt,omitzero"`      // not included
	EventIdxs []int64    `json:"eventIdxs,omitzero"` // only these, such as favourites
	Search    string     `json:"search,omitzero"`
	After     *After     `json:"after,omitzero"` // the last match of the page before
	Count     int        `json:"count,omitzero"` // at most 200; 50 when it is missing
}

// MatchesAnswer is a page of matches.
type MatchesAnswer struct {
	List []Match `json:"list"`
	Next *After  `json:"next"` // null: it was the last page
}

// defaultCount is the size of a page.
const defaultCount = 50

// size is how many matches a page has when so many were asked for.
func size(count int) int {
	if count <= 0 {
		return defaultCount
	}
	return count
}

func (a *API) matches(ctx context.Context, who httpx.Caller, req MatchesRequest) (MatchesAnswer, error) {
	if len(req.EventIdxs) > sports.MaxPage {
		return MatchesAnswer{}, fault.Failed
	}
	found, next, err := a.book.Matches(ctx, who.Site, who.Lang, sports.Wanted{
		Sport: req.Sport, League: req.LeagueIdx, Live: req.Live, From: req.FromAt, To: req.ToAt, IDs: req.EventIdxs, Search: req.Search,
	}, req.After.position(), size(req.Count))
	if err != nil {
		return MatchesAnswer{}, err
	}
	out := MatchesAnswer{List: make([]Match, len(found)), Next: afterOf(next)}
	for i, f := range found {
		out.List[i] = matchOf(f)
	}
	return out, nil
}

func matchOf(f sports.Fixture) Match {
	m := Match{
		EventIdx: f.ID, Sport: f.Sport, LeagueIdx: f.League, LeagueName: f.LeagueName, Country: f.Country, Home: f.Home, Away: f.Away, Progress: f.Progress,
		Markets: f.Markets, Count: f.Count,
	}
	if m.Markets == nil {
		m.Markets = []sports.Market{}
	}
	return m
}

// MatchRequest names a match.
type MatchRequest struct {
	EventIdx int64 `json:"eventIdx"`
}

func (a *API) match(ctx context.Context, who httpx.Caller, req MatchRequest) (Match, error) {
	f, err := a.book.Match(ctx, who.Site, who.Lang, req.EventIdx)
	if errors.Is(err, sports.ErrNoMatch) {
		return Match{}, fault.GameUnavailable
	} else if err != nil {
		return Match{}, err
	}
	return matchOf(f), nil
}

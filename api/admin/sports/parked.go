package sports

import (
	"context"
	"time"

	"hubstake/api/admin/caller"
	"hubstake/internal/access/httpx"
	"hubstake/internal/core/fault"
	"hubstake/internal/core/fixture"
	"hubstake/internal/core/odds"
	"hubstake/internal/play/sports"
)

// ParkedAfter names the last change of a page.
type ParkedAfter struct {
	LastAt time.Time `json:"lastAt"`
	Idx    int64     `json:"idx"`
}

// ParkedRequest asks for changes of feeds that could not be used, and that staff has not dealt with, the latest first.
type ParkedRequest struct {
	Reason fixture.Reason `json:"reason,omitzero"` // empty: all
	After  *ParkedAfter   `json:"after,omitzero"`  // the last change of the page before
	Count  int            `json:"count,omitzero"`  // at most 50; 20 when it is missing
}

// Parked is a change that could not be used. The same complaint about the same thing is one row, however often the feed repeats it.
type Parked struct {
	Idx     int64          `json:"idx"`
	Feed    string         `json:"feed"`
	Kind    string         `json:"kind"`   // league, team, event, market, result or batch
	FeedID  string         `json:"feedId"` // what the feed calls it; of a market and a result the match
	Reason  fixture.Reason `json:"reason"`
	Times   int64          `json:"times"`
	FirstAt time.Time      `json:"firstAt"`
	LastAt  time.Time      `json:"lastAt"`
	Body    string         `json:"body"` // what the feed sent last, up to 1,000 characters
	// Of a match: its sport, and what the feed calls league and teams; else empty.
	Sport  odds.Sport `json:"sport"`
	League string     `json:"league"`
	Home   string     `json:"home"`
	Away   string     `json:"away"`
	// Unknown are the names for which the change is parked: each may be given its league or its team.
	Unknown []sports.Unknown `json:"unknown"`
}

// ParkedAnswer is a page of changes.
type ParkedAnswer struct {
	List []Parked     `json:"list"`
	Next *ParkedAfter `json:"next"` // null: it was the last page
}

func (a *API) parked(ctx context.Context, _ httpx.Caller, req ParkedRequest) (ParkedAnswer, error) {
	after := sports.ParkedAfter{}
	if req.After != nil {
		after = sports.ParkedAfter{LastAt: req.After.LastAt, ID: req.After.Idx}
	}
	found, next, err := a.office.Parked(ctx, req.Reason, after, size(req.Count))
	if err != nil {
		return ParkedAnswer{}, err
	}
	out := ParkedAnswer{List: make([]Parked, len(found))}
	if next != nil {
		out.Next = &ParkedAfter{next.LastAt, next.ID}
	}
	for i, p := range found {
		out.List[i] = Parked{
			Idx: p.ID, Feed: p.Feed, Kind: p.Kind, FeedID: p.FeedID, Reason: p.Reason, Times: p.Times, FirstAt: p.FirstAt, LastAt: p.LastAt, Body: p.Body,
			Sport: p.Sport, League: p.League, Home: p.Home, Away: p.Away, Unknown: append([]sports.Unknown{}, p.Unknown...),
		}
	}
	return out, nil
}

// SettleRequest deals with a parked change. C019: it is not on the list any more.
type SettleRequest struct {
	Idx int64 `json:"idx"`
	// How is dismiss (it comes back when the feed repeats it) or alias (a name of the feed is one of our teams or leagues: the feed's next change with it applies).
	How       string `json:"how"`
	Name      string `json:"name,omitzero"`      // of an alias: the feed's name; may be missing when the change has one unknown name
	TeamIdx   int64  `json:"teamIdx,omitzero"`   // of an alias: this or leagueIdx
	LeagueIdx int64  `json:"leagueIdx,omitzero"` // of the sport of the match, as teamIdx
}

func (a *API) settle(ctx context.Context, who httpx.Caller, req SettleRequest) (httpx.None, error) {
	alias := sports.Alias{Parked: req.Idx, Name: req.Name, Target: req.TeamIdx}
	switch {
	case req.How == "dismiss" && req.Name == "" && req.TeamIdx == 0 && req.LeagueIdx == 0:
		return httpx.None{}, a.office.Dismiss(ctx, who.Site, caller.Actor(who), req.Idx)
	case req.How == "alias" && req.TeamIdx > 0 && req.LeagueIdx == 0:
		return httpx.None{}, a.office.AddAlias(ctx, who.Site, caller.Actor(who), "team", alias)
	case req.How == "alias" && req.LeagueIdx > 0 && req.TeamIdx == 0:
		alias.Target = req.LeagueIdx
		return httpx.None{}, a.office.AddAlias(ctx, who.Site, caller.Actor(who), "league", alias)
	}
	return httpx.None{}, fault.Failed
}

// NamesRequest asks for our teams or leagues of a sport, at most a hundred.
type NamesRequest struct {
	Kind   string     `json:"kind"` // team or league
	Sport  odds.Sport `json:"sport"`
	Search string     `json:"search,omitzero"` // in any language; shorter than two letters: all
}

// Name is a team or a league.
type Name struct {
	Idx      int64  `json:"idx"`
	Name     string `json:"name"`     // in the reader's language where it is known
	Country  string `json:"country"`  // of a league: ISO 3166-1 alpha-2, "EU" for international; may be empty
	Off      bool   `json:"off"`      // of a league: the site switched it off by itself
	SportOff bool   `json:"sportOff"` // of a league: the site switched its whole sport off
	Margin   int    `json:"margin"`   // of a league: basis points that are taken off the winnings of the feed's prices
}

// NamesAnswer lists leagues in the order of the pages, teams by their names.
type NamesAnswer struct {
	List     []Name `json:"list"`
	SportOff bool   `json:"sportOff"` // of leagues: the site switched their whole sport off, which may have none
}

func (a *API) names(ctx context.Context, who httpx.Caller, req NamesRequest) (out NamesAnswer, err error) {
	var found []sports.Named
	switch req.Kind {
	case "team":
		found, err = a.office.Teams(ctx, who.Lang, req.Sport, req.Search)
	case "league":
		if out.SportOff, err = a.office.SportOff(ctx, who.Site, req.Sport); err == nil {
			found, err = a.office.Leagues(ctx, who.Site, who.Lang, req.Sport, req.Search)
		}
	default:
		err = fault.Failed
	}
	out.List = make([]Name, len(found))
	for i, n := range found {
		out.List[i] = Name{Idx: n.ID, Name: n.Name, Country: n.Country, Off: n.Off, SportOff: n.SportOff, Margin: n.Margin}
	}
	return out, err
}

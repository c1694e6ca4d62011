// Package sports is the back office's part of the sportsbook: matches with what is staked on them, their suspension, their results, what feeds said that could
// not be used, and the offer. Matches and their results are shared by all sites; stakes are those of the site.
package sports

import (
	"context"
	"slices"
	"time"

	"hubstake/api/admin/caller"
	"hubstake/internal/access/httpx"
	"hubstake/internal/core/fault"
	"hubstake/internal/core/money"
	"hubstake/internal/core/odds"
	"hubstake/internal/core/right"
	"hubstake/internal/play/bet"
	"hubstake/internal/play/pattern"
	"hubstake/internal/play/settle"
	"hubstake/internal/play/sports"
)

// API holds the services that the calls need.
type API struct {
	office      *sports.Office
	bets        *bet.Service
	corrections *settle.Office
	book        *sports.Service
	patterns    *pattern.Service
}

// New returns the area's API.
func New(office *sports.Office, bets *bet.Service, corrections *settle.Office, book *sports.Service, patterns *pattern.Service) *API {
	return &API{office: office, bets: bets, corrections: corrections, book: book, patterns: patterns}
}

// Routes lists the calls.
func (a *API) Routes() []httpx.Route {
	reads, acts := httpx.Needs(right.Sports), httpx.Needs(right.Trade)
	return []httpx.Route{
		httpx.Post("/api/admin/sports/matches", httpx.Staff, a.matches, reads),
		httpx.Post("/api/admin/sports/hold", httpx.Staff, a.hold, acts),
		httpx.Post("/api/admin/sports/parked", httpx.Staff, a.parked, reads),
		httpx.Post("/api/admin/sports/parked/settle", httpx.Staff, a.settle, acts),
		httpx.Post("/api/admin/sports/feeds", httpx.Staff, a.feeds, reads),
		httpx.Post("/api/admin/sports/feeds/restart", httpx.Staff, a.restartFeed, acts),
		httpx.Post("/api/admin/sports/names", httpx.Staff, a.names, reads),
		httpx.Post("/api/admin/sports/offer", httpx.Staff, a.offer, acts),
		httpx.Post("/api/admin/sports/result", httpx.Staff, a.result, acts),
		httpx.Post("/api/admin/sports/markets", httpx.Staff, a.markets, reads),
		httpx.Post("/api/admin/sports/markets/void", httpx.Staff, a.voidMarket, acts),
		httpx.Post("/api/admin/sports/placed", httpx.Staff, a.previewPlaced, reads),
		httpx.Post("/api/admin/sports/placed/void", httpx.Staff, a.voidPlaced, acts),
		httpx.Post("/api/admin/sports/placed/undo", httpx.Staff, a.undoPlaced, acts),
		httpx.Post("/api/admin/sports/correction", httpx.Staff, a.preview, reads),
		httpx.Post("/api/admin/sports/correct", httpx.Staff, a.correct, acts),
		httpx.Post("/api/admin/sports/patterns", httpx.Staff, a.listPatterns, reads),
		httpx.Post("/api/admin/sports/patterns/settle", httpx.Staff, a.settlePattern, acts),
	}
}

// After names the last match of a page.
type After struct {
	StartsAt time.Time `json:"startsAt"`
	EventIdx int64     `json:"eventIdx"`
}

// MatchesRequest says which matches are listed, by their start. E001: there is no such list or sport.
type MatchesRequest struct {
	// State is live, upcoming (scheduled or put off), unsettled (over, and a market waits for its result, or bets wait to be settled), held (suspended by staff, and
	// not over), otherwise (with ended bets of the site that hold no more), lost (that should have begun, and of which the feed says nothing) or over (that began in the
	// last 92 days, the latest first).
	State     sports.Shown `json:"state"`
	Sport     odds.Sport   `json:"sport,omitzero"`
	LeagueIdx int64        `json:"leagueIdx,omitzero"`
	Search    string       `json:"search,omitzero"` // in the names of teams and league, in any language
	After     *After       `json:"after,omitzero"`  // the last match of the page before
	Count     int          `json:"count,omitzero"`  // at most 50; 20 when it is missing
}

// Match is a match as staff sees it.
type Match struct {
	EventIdx   int64           `json:"eventIdx"`
	Sport      odds.Sport      `json:"sport"`
	Unit       odds.Measure    `json:"unit"`      // what the score counts
	InnerUnit  odds.Measure    `json:"innerUnit"` // what the scores of the parts count; empty: its parts have none
	Parts      []string        `json:"parts"`     // the parts that have such scores, in their order: s1, s2
	Halves     bool            `json:"halves"`    // it has a first half
	Overtime   bool            `json:"overtime"`  // it may have extra time, which does not count (D-65)
	LeagueIdx  int64           `json:"leagueIdx"`
	LeagueName string          `json:"leagueName"`
	Country    string          `json:"country"`
	Home       string          `json:"home"`
	Away       string          `json:"away"`
	Progress   sports.Progress `json:"progress"` // without the scores by period
	Feed       string          `json:"feed"`
	FeedID     string          `json:"feedId"` // what the feed calls the match
	HeldBy     string          `json:"heldBy"` // staff who suspended it; empty: it is not suspended by staff
	Off        bool            `json:"off"`    // the site does not offer its league or its sport
	Margin     int             `json:"margin"` // of the league, in basis points
	Parked     int64           `json:"parked"` // changes of the feed about the match that could not be used
	Voided     int64           `json:"voided"` // markets that staff voided
	Result     *Result         `json:"result"` // null: there is no result
	Open       Open            `json:"open"`
	Otherwise  Otherwise       `json:"otherwise"` // in the list otherwise; else 0
}

// Otherwise are the site's ended bets on the match that hold no more, until staff corrects them.
type Otherwise struct {
	Voids  int `json:"voids"`  // void, although the outcome is known
	Late   int `json:"late"`   // struck after what the book did not know yet
	Others int `json:"others"` // settled by an outcome that changed
}

// Result is the newest result of a match.
type Result struct {
	sports.Ended
	Version int       `json:"version"`
	Source  string    `json:"source"`  // who says so: a feed, or where staff has it from
	SetBy   string    `json:"setBy"`   // staff who entered it; empty: a feed did
	EndedAt time.Time `json:"endedAt"` // when the first result came
}

// Open are the site's bets, of the site of the book those of all sites, with a leg on the match that have not ended, those that wait in play included. Figures of 10,000 bets or more may be five seconds old.
type Open struct {
	Bets   int64        `json:"bets"`
	Stakes money.Amount `json:"stakes"`
	Pays   money.Amount `json:"pays"`   // when all of them win
	Winner []Outcome    `json:"winner"` // by the selections of the winner market of the whole match; empty: no bet is on it
}

// Outcome is what the bets on a selection of the winner market stake and may pay. A folder counts as if its other legs won.
type Outcome struct {
	Key    odds.Key     `json:"key"`
	Bets   int64        `json:"bets"`
	Stakes money.Amount `json:"stakes"`
	Pays   money.Amount `json:"pays"`
	Worst  money.Amount `json:"worst"` // the stakes on the winner market less pays; negative: what the site loses at most when this selection wins
}

// MatchesAnswer is a page of matches.
type MatchesAnswer struct {
	List []Match `json:"list"`
	Next *After  `json:"next"` // null: it was the last page
}

// Sizes of a page.
const (
	defaultCount = 20
	maxCount     = 50
)

func size(count int) int {
	if count <= 0 {
		return defaultCount
	}
	return min(count, maxCount)
}

func (a *API) matches(ctx context.Context, who httpx.Caller, req MatchesRequest) (MatchesAnswer, error) {
	if !req.State.Known() || req.Sport != "" && !slices.Contains(odds.Sports, req.Sport) {
		return MatchesAnswer{}, fault.Failed
	}
	after := sports.After{}
	if req.After != nil {
		after = sports.After{StartsAt: req.After.StartsAt, ID: req.After.EventIdx}
	}
	found, next, err := a.office.List(ctx, who.Site, who.Lang, req.State, sports.Wanted{Sport: req.Sport, League: req.LeagueIdx, Search: req.Search}, after, size(req.Count))
	if err != nil {
		return MatchesAnswer{}, err
	}
	ids := make([]int64, len(found))
	for i, m := range found {
		ids[i] = m.ID
	}
	open, err := a.bets.Exposure(ctx, who.Site, ids)
	if err != nil {
		return MatchesAnswer{}, err
	}
	var otherwise map[int64]settle.Otherwise
	if req.State == sports.ShowOtherwise {
		if otherwise, err = a.corrections.Otherwise(ctx, who.Site); err != nil {
			return MatchesAnswer{}, err
		}
	}
	out := MatchesAnswer{List: make([]Match, len(found))}
	if next != nil {
		out.Next = &After{next.StartsAt, next.ID}
	}
	for i, m := range found {
		out.List[i] = matchOf(m, open[m.ID])
		out.List[i].Otherwise = Otherwise(otherwise[m.ID])
	}
	return out, nil
}

func matchOf(m sports.Listed, open bet.Exposure) Match {
	out := Match{
		EventIdx: m.ID, Sport: m.Sport, Unit: m.Sport.Measure(), Parts: m.Sport.Parts(), Halves: m.Sport.Halves(), Overtime: m.Sport.RegularTime(), LeagueIdx: m.League, LeagueName: m.LeagueName, Country: m.Country, Home: m.Home, Away: m.Away, Progress: m.Progress,
		Feed: m.Feed, FeedID: m.FeedID, HeldBy: m.HeldBy, Off: m.Off, Margin: m.Margin, Parked: m.Parked, Voided: m.Voided,
		Open: Open{Bets: open.Bets, Stakes: open.Stakes, Pays: open.Pays, Winner: make([]Outcome, len(open.Winner))},
	}
	for i, one := range open.Winner {
		out.Open.Winner[i] = Outcome(one)
	}
	if len(out.Parts) > 0 {
		out.InnerUnit = m.Sport.Inner()
	}
	if r := m.Result; r != nil {
		out.Result = &Result{
			Ended: sports.Ended{Void: r.Void, Full: r.Full, Half: r.Half, HalfOpen: r.Open, Scores: r.Scores}, Version: m.ResultVersion, Source: r.Source, SetBy: m.ResultBy, EndedAt: r.EndedAt,
		}
	}
	return out
}

// HoldRequest suspends a match at once, or releases it. C019: it is so already, or the match is over.
type HoldRequest struct {
	EventIdx int64  `json:"eventIdx"`
	Hold     bool   `json:"hold"`   // whatever the feed says then, staff alone releases it
	Reason   string `json:"reason"` // up to 200 characters
}

func (a *API) hold(ctx context.Context, who httpx.Caller, req HoldRequest) (httpx.None, error) {
	return httpx.None{}, a.office.Hold(ctx, who.Site, caller.Actor(who), req.EventIdx, req.Hold, req.Reason)
}

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

// ResultsRequest says which results are listed, by the starts of their matches: at most 92 days of them.
type ResultsRequest struct {
	Sport     odds.Sport `json:"sport,omitzero"`
	LeagueIdx int64      `json:"leagueIdx,omitzero"`
	FromAt    time.Time  `json:"fromAt,omitzero"` // missing: 31 days before toAt
	ToAt      time.Time  `json:"toAt,omitzero"`   // not included; missing: now
	Search    string     `json:"search,omitzero"`
	After     *After     `json:"after,omitzero"` // the last match of the page before
	Count     int        `json:"count,omitzero"` // at most 200; 50 when it is missing
}

// MatchResult is a match that ended, or that was called off.
type MatchResult struct {
	EventIdx   int64                  `json:"eventIdx"`
	Sport      odds.Sport             `json:"sport"`
	LeagueIdx  int64                  `json:"leagueIdx"`
	LeagueName string                 `json:"leagueName"`
	Country    string                 `json:"country"`
	Home       string                 `json:"home"`
	Away       string                 `json:"away"`
	StartsAt   time.Time              `json:"startsAt"`
	EndedAt    time.Time              `json:"endedAt"` // when its first result came
	Source     string                 `json:"source"`  // who says so: a feed, or where staff has it from
	Void       string                 `json:"void"`    // cancelled, abandoned or postponed: the match has no result, and full is 0:0; else empty
	Full       odds.Score             `json:"full"`
	Half       *odds.Score            `json:"half"`   // null: not known
	Scores     map[string]odds.Score  `json:"scores"` // by period of play
	Markets    []sports.SettledMarket `json:"markets"`
}

// ResultsAnswer is a page of results, the latest match first.
type ResultsAnswer struct {
	List []MatchResult `json:"list"`
	Next *After        `json:"next"` // null: it was the last page
}

func (a *API) results(ctx context.Context, who httpx.Caller, req ResultsRequest) (ResultsAnswer, error) {
	found, next, err := a.book.Results(ctx, who.Site, who.Lang, sports.Wanted{
		Sport: req.Sport, League: req.LeagueIdx, From: req.FromAt, To: req.ToAt, Search: req.Search,
	}, req.After.position(), size(req.Count))
	if errors.Is(err, sports.ErrPeriod) {
		return ResultsAnswer{}, fault.Failed
	} else if err != nil {
		return ResultsAnswer{}, err
	}
	out := ResultsAnswer{List: make([]MatchResult, len(found)), Next: afterOf(next)}
	for i, f := range found {
		out.List[i] = resultOf(f)
	}
	return out, nil
}

func resultOf(f sports.Finished) MatchResult {
	m := MatchResult{
		EventIdx: f.ID, Sport: f.Sport, LeagueIdx: f.League, LeagueName: f.LeagueName, Country: f.Country, Home: f.Home, Away: f.Away,
		StartsAt: f.Progress.StartsAt, EndedAt: f.Result.EndedAt, Source: f.Result.Source, Void: f.Result.Void, Scores: f.Result.Scores, Markets: f.Settled,
	}
	if m.Void == "" {
		m.Full, m.Half = f.Result.Full, f.Result.Half
	}
	if m.Markets == nil {
		m.Markets = []sports.SettledMarket{}
	}
	return m
}

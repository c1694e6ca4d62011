// Package minigame is the back office's part of the scheduled draws: their rounds with what is staked on them, a round that is voided before its draw, and what each game returned.
// Rounds are shared by all sites; stakes are those of the site.
package minigame

import (
	"context"
	"time"

	"hubstake/api/admin/caller"
	"hubstake/internal/access/httpx"
	"hubstake/internal/core/clock"
	"hubstake/internal/core/draw"
	"hubstake/internal/core/fault"
	"hubstake/internal/core/money"
	"hubstake/internal/core/paging"
	"hubstake/internal/core/right"
	"hubstake/internal/play/minigame"
)

// API holds the services that the calls need.
type API struct {
	office *minigame.Office
	draws  *minigame.Service
	clk    clock.Clock
}

// New returns the area's API.
func New(office *minigame.Office, draws *minigame.Service, clk clock.Clock) *API {
	return &API{office, draws, clk}
}

// Routes lists the calls.
func (a *API) Routes() []httpx.Route {
	reads, acts := httpx.Needs(right.Sports), httpx.Needs(right.Trade)
	return []httpx.Route{
		httpx.Post("/api/admin/minigame/rounds", httpx.Staff, a.rounds, reads),
		httpx.Post("/api/admin/minigame/void", httpx.Staff, a.void, acts),
		httpx.Post("/api/admin/minigame/performance", httpx.Staff, a.performance, reads),
	}
}

// RoundsRequest asks for a page of the rounds of a game.
type RoundsRequest struct {
	GameCode string `json:"gameCode"`
	paging.Request
}

// Round is a round with what the site's members staked on it.
type Round struct {
	minigame.Published
	EndedBy   string       `json:"endedBy"` // staff that voided it; empty: it was not
	SettledAt *time.Time   `json:"settledAt"`
	Bets      int64        `json:"bets"`
	Stakes    money.Amount `json:"stakes"`
	Paid      money.Amount `json:"paid"`
}

// RoundsAnswer is a page of rounds, newest first.
type RoundsAnswer struct {
	List     []Round     `json:"list"`
	PageInfo paging.Info `json:"pageInfo"`
}

func (a *API) rounds(ctx context.Context, who httpx.Caller, req RoundsRequest) (RoundsAnswer, error) {
	g, ok := draw.Of(req.GameCode)
	if !ok {
		return RoundsAnswer{}, fault.Failed
	}
	list, total, err := a.office.Rounds(ctx, who.Site, g, req.Slice())
	if err != nil {
		return RoundsAnswer{}, err
	}
	out := RoundsAnswer{List: make([]Round, len(list)), PageInfo: req.Info(total)}
	for i, r := range list {
		out.List[i] = Round{Published: r.Published, EndedBy: r.EndedBy, SettledAt: r.SettledAt, Bets: r.Bets, Stakes: r.Stakes, Paid: r.Paid}
	}
	return out, nil
}

// VoidRequest names a round that was not drawn, and says why it is void.
type VoidRequest struct {
	GameCode string `json:"gameCode"`
	No       int64  `json:"no"`
	Reason   string `json:"reason"`
}

func (a *API) void(ctx context.Context, who httpx.Caller, req VoidRequest) (httpx.None, error) {
	return httpx.None{}, a.office.Void(ctx, who.Site, caller.Actor(who), minigame.Round{Game: req.GameCode, No: req.No}, req.Reason)
}

// PerformanceRequest says since when; 30 days when it is missing, and at most a year.
type PerformanceRequest struct {
	Days int `json:"days,omitzero"`
}

// Day is what bets on a game staked and were paid on a day of UTC (S-94).
type Day struct {
	Day    string       `json:"day"` // yyyy-MM-dd
	Game   string       `json:"game"`
	Bets   int64        `json:"bets"`
	Stakes money.Amount `json:"stakes"`
	Paid   money.Amount `json:"paid"`
	Voids  int64        `json:"voids"`
	Void   money.Amount `json:"void"` // stakes that were given back
}

// Return is what a game returned in the last 30 days over all sites, beside what it states (S-58).
type Return struct {
	Game      string `json:"game"`
	Bets      int64  `json:"bets"`
	Paid      int64  `json:"paid"`      // of the stakes, in basis points; 0: there were no bets
	Stated    int64  `json:"stated"`    // what the pay table says of the same bets, in basis points
	Deviation int64  `json:"deviation"` // of one from the other, in hundredths of a standard deviation of chance
}

// PerformanceAnswer is the report of the games' performance.
type PerformanceAnswer struct {
	Days    []Day    `json:"days"` // newest first
	Returns []Return `json:"returns"`
}

func (a *API) performance(ctx context.Context, who httpx.Caller, req PerformanceRequest) (PerformanceAnswer, error) {
	if req.Days == 0 {
		req.Days = 30
	}
	if req.Days < 0 || req.Days > 366 {
		return PerformanceAnswer{}, fault.Failed
	}
	days, err := a.draws.Performance(ctx, who.Site, a.clk.Now().AddDate(0, 0, -req.Days))
	if err != nil {
		return PerformanceAnswer{}, err
	}
	returns, err := a.draws.Returns(ctx)
	if err != nil {
		return PerformanceAnswer{}, err
	}
	out := PerformanceAnswer{Days: make([]Day, len(days)), Returns: make([]Return, len(returns))}
	for i, d := range days {
		out.Days[i] = Day{Day: d.Day.UTC().Format(time.DateOnly), Game: d.Game, Bets: d.Bets, Stakes: d.Stakes, Paid: d.Paid, Voids: d.Voids, Void: d.Void}
	}
	for i, r := range returns {
		out.Returns[i] = Return(r)
	}
	return out, nil
}

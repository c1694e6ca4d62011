// Package level is what staff sets of the limits of members' levels.
package level

import (
	"context"
	"strconv"

	"hubstake/api/admin/caller"
	"hubstake/internal/access/httpx"
	"hubstake/internal/core/money"
	"hubstake/internal/core/right"
	"hubstake/internal/operator/settings"
	"hubstake/internal/operator/site"
)

// API holds what the calls need.
type API struct {
	sites    *site.Service
	settings *settings.Service
}

// New returns the area's API.
func New(sites *site.Service, s *settings.Service) *API { return &API{sites: sites, settings: s} }

// Routes lists the calls.
func (a *API) Routes() []httpx.Route {
	needs := httpx.Needs(right.Settings)
	return []httpx.Route{
		httpx.Post("/api/admin/level/list", httpx.Staff, a.list, needs),
		httpx.Post("/api/admin/level/save", httpx.Staff, a.save, needs),
	}
}

// Row are the limits of the members of a level; 0: what the site has for all.
type Row struct {
	Level       int          `json:"level"` // 1 to 10
	DepositMin  money.Amount `json:"depositMin"`
	DepositMax  money.Amount `json:"depositMax"`
	WithdrawMin money.Amount `json:"withdrawMin"`
	WithdrawMax money.Amount `json:"withdrawMax"`
	MaxStake    money.Amount `json:"maxStake"` // of one vendor bet
}

// ListAnswer are all levels.
type ListAnswer struct {
	List []Row `json:"list"`
	Site Row   `json:"site"` // what holds where a level has no limit of its own; maxStake is level 1's and is times the level
}

func (a *API) list(ctx context.Context, who httpx.Caller, _ httpx.None) (ListAnswer, error) {
	st, err := a.sites.Fresh(ctx, who.Site)
	if err != nil {
		return ListAnswer{}, err
	}
	o := st.Options
	out := ListAnswer{
		List: make([]Row, site.MaxLevel), Site: Row{0, o.DepositMin, o.DepositMax, o.WithdrawMin, o.WithdrawMax, o.MaxStake},
	}
	for i := range out.List {
		l := st.Options.Levels[strconv.Itoa(i+1)]
		out.List[i] = Row{
			Level: i + 1, DepositMin: l.DepositMin, DepositMax: l.DepositMax, WithdrawMin: l.WithdrawMin, WithdrawMax: l.WithdrawMax,
			MaxStake: l.MaxStake,
		}
	}
	return out, nil
}

func (a *API) save(ctx context.Context, who httpx.Caller, req Row) (ListAnswer, error) {
	err := a.settings.SetLevel(ctx, who.Site, caller.Actor(who), req.Level, site.Level{
		DepositMin: req.DepositMin, DepositMax: req.DepositMax, WithdrawMin: req.WithdrawMin, WithdrawMax: req.WithdrawMax, MaxStake: req.MaxStake,
	})
	if err != nil {
		return ListAnswer{}, err
	}
	return a.list(ctx, who, httpx.None{})
}

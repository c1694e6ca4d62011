// Package settings is what staff reads and changes of the options of a site, and its earlier versions.
package settings

import (
	"context"
	"maps"
	"slices"
	"time"

	"hubstake/api/admin/caller"
	"hubstake/internal/access/httpx"
	"hubstake/internal/core/paging"
	"hubstake/internal/core/right"
	"hubstake/internal/operator/settings"
)

// API holds what the calls need.
type API struct {
	settings *settings.Service
}

// New returns the area's API.
func New(s *settings.Service) *API { return &API{settings: s} }

// Routes lists the calls.
func (a *API) Routes() []httpx.Route {
	needs := httpx.Needs(right.Settings)
	return []httpx.Route{
		httpx.Post("/api/admin/site/settings", httpx.Staff, a.read, needs),
		httpx.Post("/api/admin/site/settings/save", httpx.Staff, a.save, needs),
		httpx.Post("/api/admin/site/settings/history", httpx.Staff, a.history, needs),
		httpx.Post("/api/admin/site/settings/restore", httpx.Staff, a.restore, needs),
		httpx.Post("/api/admin/site/settings/plans", httpx.Staff, a.plans, needs),
		httpx.Post("/api/admin/site/settings/plans/cancel", httpx.Staff, a.cancel, needs),
	}
}

// Limit is the range of an option that is a number.
type Limit struct {
	Option string `json:"option"`
	Min    int64  `json:"min"`
	Max    int64  `json:"max"`
}

// Fixed are options that a running site keeps.
type Fixed struct {
	Currency  string `json:"currency"`
	TimeZone  string `json:"timeZone"`
	Country   string `json:"country"`
	PinLength int    `json:"pinLength"`
}

// Answer are the settings as they are now.
type Answer struct {
	Version      int64           `json:"version"` // 0: never changed
	Values       settings.Values `json:"values"`
	Defaults     settings.Values `json:"defaults"`
	Limits       []Limit         `json:"limits"`
	SecondPerson []string        `json:"secondPerson"` // options whose change needs a second person
	Fixed        Fixed           `json:"fixed"`
}

func (a *API) read(ctx context.Context, who httpx.Caller, _ httpx.None) (Answer, error) {
	s, err := a.settings.Read(ctx, who.Site)
	if err != nil {
		return Answer{}, err
	}
	out := Answer{Version: s.Version, Values: s.Values, Defaults: s.Defaults, SecondPerson: s.SecondPerson, Fixed: Fixed{
		Currency: s.Options.Currency, TimeZone: s.Options.TimeZone, Country: s.Options.Country, PinLength: s.Options.PinLength,
	}}
	limits := settings.Limits()
	for _, name := range slices.Sorted(maps.Keys(limits)) {
		out.Limits = append(out.Limits, Limit{name, limits[name].Min, limits[name].Max})
	}
	return out, nil
}

// SaveRequest changes the settings that it has, all or none.
type SaveRequest struct {
	Version int64           `json:"version"` // that the form showed; C019: they were changed since
	Values  settings.Values `json:"values"`
	Note    string          `json:"note,omitzero"` // for other staff, up to 200 letters
	At      *time.Time      `json:"at,omitzero"`   // from when they hold; null: at once. U047: not within the coming year
}

func (a *API) save(ctx context.Context, who httpx.Caller, req SaveRequest) (Answer, error) {
	err := a.settings.Save(ctx, who.Site, caller.Actor(who), settings.Form{Version: req.Version, Values: req.Values, Note: req.Note, At: req.At})
	if err != nil {
		return Answer{}, err
	}
	return a.read(ctx, who, httpx.None{})
}

// RestoreRequest brings back the values of an earlier version as a new one.
type RestoreRequest struct {
	Version int64  `json:"version"`         // the current one, as the page showed it; C019: they were changed since
	Restore int64  `json:"restore"`         // 0: the values from before the first change
	Option  string `json:"option,omitzero"` // levels: only the limits of levels go back; empty: all
	Note    string `json:"note,omitzero"`
}

func (a *API) restore(ctx context.Context, who httpx.Caller, req RestoreRequest) (Answer, error) {
	if err := a.settings.Restore(ctx, who.Site, caller.Actor(who), req.Version, req.Restore, req.Option, req.Note); err != nil {
		return Answer{}, err
	}
	return a.read(ctx, who, httpx.None{})
}

// Row is a version.
type Row struct {
	Version    int64           `json:"version"`
	SetBy      string          `json:"setBy"`
	ApprovedBy string          `json:"approvedBy"` // empty: no second person was needed
	SetAt      time.Time       `json:"setAt"`
	Before     settings.Values `json:"before"` // only what it changed
	After      settings.Values `json:"after"`
	Note       string          `json:"note"`
	Restores   *int64          `json:"restores"` // the version whose values it brought back
}

// HistoryAnswer is a page of versions, newest first.
type HistoryAnswer struct {
	List     []Row       `json:"list"`
	PageInfo paging.Info `json:"pageInfo"`
}

// HistoryRequest asks for versions.
type HistoryRequest struct {
	Option string `json:"option,omitzero"` // only versions that changed this option; empty: all
	paging.Request
}

func (a *API) history(ctx context.Context, who httpx.Caller, req HistoryRequest) (HistoryAnswer, error) {
	found, total, err := a.settings.History(ctx, who.Site, req.Option, req.Slice())
	out := HistoryAnswer{List: make([]Row, len(found)), PageInfo: req.Info(total)}
	for i, v := range found {
		out.List[i] = Row(v)
	}
	return out, err
}

// Package site is the maintenance of a site, and the head of the back office's page.
package site

import (
	"context"
	"time"

	"github.com/jackc/pgx/v5/pgxpool"

	"hubstake/api/admin/caller"
	"hubstake/internal/access/httpx"
	"hubstake/internal/accounting/report"
	"hubstake/internal/core/right"
	"hubstake/internal/funds/cash"
	"hubstake/internal/operator/approval"
	"hubstake/internal/operator/notice"
	"hubstake/internal/operator/site"
)

// API holds what the calls need.
type API struct {
	db      *pgxpool.Pool
	sites   *site.Service
	reports *report.Service
	notices *notice.Service
	online  func(ctx context.Context, siteID string) int64
}

// New returns the area's API. online counts the members of a site with a live connection; -1 when that is not
// known now.
func New(
	db *pgxpool.Pool, sites *site.Service, reports *report.Service, notices *notice.Service, online func(ctx context.Context, siteID string) int64,
) *API {
	return &API{db: db, sites: sites, reports: reports, notices: notices, online: online}
}

// Routes lists the calls.
func (a *API) Routes() []httpx.Route {
	return []httpx.Route{
		httpx.Post("/api/admin/site/inspect", httpx.Staff, a.maintenance, httpx.Needs(right.Maintenance)),
		httpx.Post("/api/admin/site/pause", httpx.Staff, a.pause, httpx.Needs(right.Maintenance)),
		httpx.Post("/api/admin/site/switches", httpx.Staff, a.switches, httpx.Needs(right.Maintenance)),
		httpx.Post("/api/admin/site/status", httpx.Staff, a.status, httpx.Passive),
	}
}

// MaintenanceRequest begins or ends the maintenance of the whole site.
type MaintenanceRequest struct {
	On     bool   `json:"on"`
	Reason string `json:"reason,omitzero"` // for other staff, up to 200 letters; members do not see it
}

// MaintenanceAnswer is the state of the site afterwards.
type MaintenanceAnswer struct {
	Maintenance bool `json:"inspect"`
}

// maintenance changes nothing when the site already is in that state.
func (a *API) maintenance(ctx context.Context, who httpx.Caller, req MaintenanceRequest) (MaintenanceAnswer, error) {
	return MaintenanceAnswer{Maintenance: req.On}, a.sites.SetMaintenance(ctx, caller.Actor(who), who.Site, req.On, req.Reason)
}

// PauseRequest begins or ends the maintenance of one function: signup, login, betting, deposit, withdrawal or points (D-46).
type PauseRequest struct {
	Function site.Function `json:"function"`
	On       bool          `json:"on"`
	Reason   string        `json:"reason,omitzero"` // as of the whole site
}

// PauseAnswer are the functions under maintenance after it.
type PauseAnswer struct {
	Paused []site.Function `json:"paused"`
}

// pause is maintenance for a function.
func (a *API) pause(ctx context.Context, who httpx.Caller, req PauseRequest) (PauseAnswer, error) {
	if err := a.sites.SetPaused(ctx, caller.Actor(who), who.Site, req.Function, req.On, req.Reason); err != nil {
		return PauseAnswer{}, err
	}
	s, err := a.sites.Fresh(ctx, who.Site)
	return PauseAnswer{Paused: s.Options.Paused()}, err
}

// SwitchRow is what can be put under maintenance, and who switched it last.
type SwitchRow struct {
	Name   string     `json:"name"` // site, signup, login, betting, deposit, withdrawal or points
	Code   string     `json:"code"` // what members are told while it is on
	On     bool       `json:"on"`
	SetBy  string     `json:"setBy"` // empty: not set yet
	Reason string     `json:"reason"`
	SetAt  *time.Time `json:"setAt"`
}

// SwitchesAnswer are all switches, the whole site first.
type SwitchesAnswer struct {
	List []SwitchRow `json:"list"`
}

func (a *API) switches(ctx context.Context, who httpx.Caller, _ httpx.None) (SwitchesAnswer, error) {
	found, err := a.sites.Switches(ctx, who.Site)
	out := SwitchesAnswer{List: make([]SwitchRow, len(found))}
	for i, s := range found {
		out.List[i] = SwitchRow{Name: s.Name, Code: s.Code, On: s.On, SetBy: s.By, Reason: s.Reason, SetAt: s.At}
	}
	return out, err
}

// StatusAnswer is the head of the back office's page.
type StatusAnswer struct {
	Maintenance    bool            `json:"inspect"`
	Paused         []site.Function `json:"paused"` // functions under maintenance
	Ready          bool            `json:"ready"`  // the site has all that members need to play
	Online         int64           `json:"online"` // members with a live connection
	PendingSignups int64           `json:"pendingSignups"`
	PendingIn      int64           `json:"pendingIn"`
	PendingOut     int64           `json:"pendingOut"`
	PendingPT      int64           `json:"pendingPt"`      // withdrawals of partners
	PendingResets  int64           `json:"pendingResets"`  // members who forgot a password or PIN; 0 without the right
	PendingDetails int64           `json:"pendingDetails"` // members who ask for a change of phone, name or bank account; 0 without the right
	// PendingApprovals are the requests of other staff that the caller may decide about; 0 without the right.
	PendingApprovals int64 `json:"pendingApprovals"`
	// UnseenNotices are the security notices that the caller has not seen, up to a hundred; 0 without the right.
	UnseenNotices int64 `json:"unseenNotices"`
}

func (a *API) status(ctx context.Context, who httpx.Caller, _ httpx.None) (out StatusAnswer, err error) {
	s, err := a.sites.Fresh(ctx, who.Site)
	if err != nil {
		return out, err
	}
	queues, err := cash.Pending(ctx, a.db, who.Site)
	if err != nil {
		return out, err
	}
	out = StatusAnswer{
		Maintenance: s.Maintenance, Paused: s.Options.Paused(), Online: a.online(ctx, who.Site), PendingIn: queues[cash.In].Count, PendingOut: queues[cash.Out].Count, PendingPT: queues[cash.PT].Count,
	}
	if who.Has(right.Approve) {
		if out.PendingApprovals, err = approval.Waiting(ctx, a.db, who.Site, who.MemID); err != nil {
			return out, err
		}
	}
	if who.Has(right.Staff) {
		if out.UnseenNotices, err = a.notices.Unseen(ctx, who.Site, who.MemID); err != nil {
			return out, err
		}
	}
	if who.Has(right.Reset) {
		if out.PendingResets, err = a.reports.PendingResets(ctx, who.Site); err != nil {
			return out, err
		}
		if out.PendingDetails, err = a.reports.PendingDetails(ctx, who.Site); err != nil {
			return out, err
		}
	}
	start, err := a.reports.Start(ctx, who.Site)
	if err != nil {
		return out, err
	}
	out.Ready = start.Ready()
	out.PendingSignups, err = a.reports.PendingSignUps(ctx, who.Site)
	return out, err
}

package admin

import (
	"context"
	"time"

	"github.com/jackc/pgx/v5"

	"hubstake/internal/core/event"
	"hubstake/internal/funds/cash"
	"hubstake/internal/operator/audit"
	"hubstake/internal/operator/site"
	"hubstake/internal/platform/httpx"
	"hubstake/internal/platform/outbox"
)

func (a *API) siteRoutes() []httpx.Route {
	return []httpx.Route{
		httpx.Post("/api/admin/site/inspect", httpx.Staff, a.siteInspect, httpx.Right("site")),
		httpx.Post("/api/admin/site/pause", httpx.Staff, a.sitePause, httpx.Right("site")),
		httpx.Post("/api/admin/site/switches", httpx.Staff, a.siteSwitches, httpx.Right("site")),
		httpx.Post("/api/admin/site/status", httpx.Staff, a.siteStatus, httpx.Passive),
	}
}

// InspectRequest begins or ends the maintenance of the whole site.
type InspectRequest struct {
	On     bool   `json:"on"`
	Reason string `json:"reason,omitzero"` // for other staff, up to 200 letters; members do not see it
}

// InspectAnswer is how the site stands after it.
type InspectAnswer struct {
	Inspect bool `json:"inspect"`
}

// siteInspect: the state, its events and its audit are one (D-35). What is so already changes nothing.
func (a *API) siteInspect(ctx context.Context, who httpx.Caller, req InspectRequest) (InspectAnswer, error) {
	err := a.switched(ctx, who, site.Whole, req, func(tx pgx.Tx) (bool, error) {
		return a.Sites.SetInspect(ctx, tx, who.Site, req.On, who.Trace)
	})
	return InspectAnswer{Inspect: req.On}, err
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

// sitePause is siteInspect for a function.
func (a *API) sitePause(ctx context.Context, who httpx.Caller, req PauseRequest) (PauseAnswer, error) {
	all := InspectRequest{On: req.On, Reason: req.Reason}
	err := a.switched(ctx, who, string(req.Function), all, func(tx pgx.Tx) (bool, error) {
		return a.Sites.SetPaused(ctx, tx, who.Site, req.Function, req.On, who.Trace)
	})
	if err != nil {
		return PauseAnswer{}, err
	}
	s, err := a.Sites.Fresh(ctx, who.Site)
	return PauseAnswer{Paused: s.Options.Paused()}, err
}

// switched changes what is under maintenance; when that made a difference, the other staff see it at once, and who it was and
// why is kept.
func (a *API) switched(ctx context.Context, who httpx.Caller, name string, req InspectRequest, change func(pgx.Tx) (bool, error)) error {
	reason, err := site.Reason(req.Reason)
	if err != nil {
		return err //nolint:wrapcheck // a fault
	}
	action, target := "site.pause", name
	if name == site.Whole {
		action, target = "site.inspect", who.Site
	}
	return audit.Act(ctx, a.DB, func(tx pgx.Tx) (*audit.Entry, error) {
		changed, err := change(tx)
		if err != nil || !changed {
			return nil, err
		}
		if err := a.Sites.Switched(ctx, tx, who.Site, name, actor(who).ID, reason); err != nil {
			return nil, err
		}
		err = outbox.Write(ctx, tx, event.Event{
			Site: who.Site, Topic: "admin." + who.Site, Cmd: event.Queue, Data1: "inspect", Data2: who.Site, Trace: who.Trace,
		})
		if err != nil {
			return nil, err
		}
		detail := map[string]any{"on": req.On, "reason": reason}
		return &audit.Entry{Actor: actor(who), Site: who.Site, Action: action, Target: target, Detail: detail}, nil
	})
}

// SwitchRow is what can be put under maintenance, and who switched it last.
type SwitchRow struct {
	Name   string     `json:"name"` // site, signup, login, betting, deposit, withdrawal or points
	Code   string     `json:"code"` // what members are told while it is on
	On     bool       `json:"on"`
	SetBy  string     `json:"setBy"` // empty: nobody so far
	Reason string     `json:"reason"`
	SetAt  *time.Time `json:"setAt"`
}

// SwitchesAnswer are all switches, the whole site first.
type SwitchesAnswer struct {
	List []SwitchRow `json:"list"`
}

func (a *API) siteSwitches(ctx context.Context, who httpx.Caller, _ httpx.None) (SwitchesAnswer, error) {
	found, err := a.Sites.Switches(ctx, who.Site)
	out := SwitchesAnswer{List: make([]SwitchRow, len(found))}
	for i, s := range found {
		out.List[i] = SwitchRow{s.Name, s.Code, s.On, s.By, s.Reason, s.At}
	}
	return out, err
}

// StatusAnswer is the head of the back office's page.
type StatusAnswer struct {
	Inspect        bool            `json:"inspect"`
	Paused         []site.Function `json:"paused"` // functions under maintenance
	Online         int64           `json:"online"` // members with a live connection
	PendingSignups int64           `json:"pendingSignups"`
	PendingIn      int64           `json:"pendingIn"`
	PendingOut     int64           `json:"pendingOut"`
}

func (a *API) siteStatus(ctx context.Context, who httpx.Caller, _ httpx.None) (out StatusAnswer, err error) {
	s, err := a.Sites.Fresh(ctx, who.Site)
	if err != nil {
		return out, err
	}
	queues, err := cash.Pending(ctx, a.DB, who.Site)
	if err != nil {
		return out, err
	}
	out = StatusAnswer{
		Inspect: s.Inspect, Paused: s.Options.Paused(), Online: a.Online(ctx, who.Site), PendingIn: queues[cash.In].Count, PendingOut: queues[cash.Out].Count,
	}
	out.PendingSignups, err = a.Reports.PendingSignUps(ctx, who.Site)
	return out, err
}

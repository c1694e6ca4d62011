// Package staff is what staff does to other staff.
package staff

import (
	"context"

	"hubstake/api/admin/caller"
	"hubstake/internal/access/httpx"
	"hubstake/internal/account/staff"
	"hubstake/internal/core/right"
)

// API holds what the calls need.
type API struct {
	staff *staff.Service
}

// New returns the area's API.
func New(staff *staff.Service) *API { return &API{staff: staff} }

// Routes lists the calls.
func (a *API) Routes() []httpx.Route {
	return []httpx.Route{
		httpx.Post("/api/admin/staff/unlock", httpx.Staff, a.unlock, httpx.Needs(right.Site)),
	}
}

// UnlockRequest names a member of staff of the site, locked by wrong passwords or one-time codes (S-77).
type UnlockRequest struct {
	MemID string `json:"memId"` // a staff ID
}

func (a *API) unlock(ctx context.Context, who httpx.Caller, req UnlockRequest) (httpx.None, error) {
	return httpx.None{}, a.staff.Unlock(ctx, caller.Actor(who), who.Site, req.MemID)
}

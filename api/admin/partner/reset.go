package partner

import (
	"context"

	"hubstake/api/admin/caller"
	"hubstake/internal/access/httpx"
)

// ResetRequest names a partner that lost its authenticator. Persons of its sub-staff are reset by the partner.
type ResetRequest struct {
	MemID  string `json:"memId"`
	Reason string `json:"reason"`
}

func (a *API) reset(ctx context.Context, who httpx.Caller, req ResetRequest) (httpx.None, error) {
	return httpx.None{}, a.agents.StaffReset(ctx, caller.Actor(who), who.Site, req.MemID, req.Reason)
}

package partner

import (
	"context"
	"time"

	"hubstake/api/admin/caller"
	"hubstake/internal/access/httpx"
)

// ResetRequest names a login of the partner area.
type ResetRequest struct {
	Login  string `json:"login"` // memId or memId.name
	Reason string `json:"reason"`
}

// ResetAnswer has the one-time password of sub-staff, which is shown this once. A partner keeps its own password.
type ResetAnswer struct {
	Password string     `json:"password,omitzero"`
	Until    *time.Time `json:"until,omitzero"`
}

func (a *API) reset(ctx context.Context, who httpx.Caller, req ResetRequest) (ResetAnswer, error) {
	once, err := a.agents.StaffReset(ctx, caller.Actor(who), who.Site, req.Login, req.Reason)
	if err != nil || once == nil {
		return ResetAnswer{}, err
	}
	return ResetAnswer{Password: once.Password, Until: &once.Until}, nil
}

// Package agents is the accounts of a partner's sub-staff.
package agents

import (
	"context"
	"time"

	"hubstake/internal/access/httpx"
	"hubstake/internal/core/right"
	"hubstake/internal/operator/audit"
	"hubstake/internal/partners/agent"
)

// API holds what the calls need.
type API struct{ agents *agent.Service }

// New returns the area's API.
func New(agents *agent.Service) *API { return &API{agents: agents} }

// Routes lists the calls.
func (a *API) Routes() []httpx.Route {
	manage := httpx.Needs(right.AgentModify)
	return []httpx.Route{
		httpx.Post("/api/partner/agent/list", httpx.Partner, a.list, manage),
		httpx.Post("/api/partner/agent/add", httpx.Partner, a.add, manage),
		httpx.Post("/api/partner/agent/change", httpx.Partner, a.change, manage),
		httpx.Post("/api/partner/agent/active", httpx.Partner, a.active, manage),
		httpx.Post("/api/partner/agent/reset", httpx.Partner, a.reset, manage),
	}
}

// Profile is what is set of an account.
type Profile struct {
	Name   string         `json:"name"` // of the person, 1 to 60 characters
	Rights []right.OfArea `json:"rights"`
}

func (p Profile) domain() agent.Profile {
	return agent.Profile{Name: p.Name, Rights: right.FromWire(p.Rights)}
}

// Account is one of the sub-staff.
type Account struct {
	AgentID string `json:"agentId"` // memId.name
	Profile
	Active        bool       `json:"active"`
	Version       int32      `json:"version"`
	OneTimeUntil  *time.Time `json:"oneTimeUntil"` // not null: it waits for its person, until then
	Locked        bool       `json:"locked"`       // by wrong one-time codes
	RecoveryCodes int        `json:"recoveryCodes"`
	CreatedBy     string     `json:"createdBy"`
	CreatedAt     time.Time  `json:"createdAt"`
	LastLoginAt   *time.Time `json:"lastLoginAt"`
	LastLoginIP   string     `json:"lastLoginIp"` // empty: never
}

// ListAnswer are the accounts by ID, and how many there may be.
type ListAnswer struct {
	List []Account `json:"list"`
	Most int       `json:"most"`
}

func (a *API) list(ctx context.Context, who httpx.Caller, _ httpx.None) (ListAnswer, error) {
	found, err := a.agents.List(ctx, who.Site, who.MemID)
	out := ListAnswer{List: make([]Account, len(found)), Most: agent.Most}
	for i, r := range found {
		out.List[i] = Account{
			AgentID: r.ID, Profile: Profile{Name: r.Name, Rights: right.ToWire(r.Rights)}, Active: r.Active, Version: r.Version, OneTimeUntil: r.OneTimeUntil, Locked: r.Locked,
			RecoveryCodes: r.RecoveryCodes, CreatedBy: r.CreatedBy, CreatedAt: r.CreatedAt, LastLoginAt: r.LastLoginAt,
		}
		if r.LastLoginIP.IsValid() {
			out.List[i].LastLoginIP = r.LastLoginIP.String()
		}
	}
	return out, err
}

func act(who httpx.Caller, agentID string) agent.Act {
	return agent.Act{Actor: audit.Actor{ID: who.Agent, IP: who.IP, Trace: who.Trace}, Site: who.Site, Partner: who.MemID, ID: agentID}
}

// AddRequest makes an account.
type AddRequest struct {
	Suffix string `json:"suffix"` // what stands after the dot of its ID: 2 to 12 small letters and digits
	Profile
}

// OneTime is the password with which an account is enrolled. No call shows it again.
type OneTime struct {
	Password string    `json:"password"`
	Until    time.Time `json:"until"`
}

// AddAnswer is the account that was made.
type AddAnswer struct {
	AgentID string `json:"agentId"`
	OneTime
}

func (a *API) add(ctx context.Context, who httpx.Caller, req AddRequest) (AddAnswer, error) {
	id, once, err := a.agents.Add(ctx, act(who, ""), req.Suffix, req.domain())
	return AddAnswer{AgentID: id, OneTime: OneTime(once)}, err
}

// ChangeRequest sets name and rights of an account.
type ChangeRequest struct {
	AgentID string `json:"agentId"`
	Version int32  `json:"version"` // of the account as it was shown; C019: it was changed since
	Profile
}

func (a *API) change(ctx context.Context, who httpx.Caller, req ChangeRequest) (httpx.None, error) {
	return httpx.None{}, a.agents.Change(ctx, act(who, req.AgentID), req.Version, req.domain())
}

// ActiveRequest ends an account, or opens it again.
type ActiveRequest struct {
	AgentID string `json:"agentId"`
	Active  bool   `json:"active"`
	Reason  string `json:"reason"` // 1 to 200 characters
}

func (a *API) active(ctx context.Context, who httpx.Caller, req ActiveRequest) (httpx.None, error) {
	return httpx.None{}, a.agents.SetActive(ctx, act(who, req.AgentID), req.Active, req.Reason)
}

// ResetRequest gives an account a new beginning whose person lost password, authenticator or both.
type ResetRequest struct {
	AgentID string `json:"agentId"`
	Reason  string `json:"reason"` // 1 to 200 characters
}

func (a *API) reset(ctx context.Context, who httpx.Caller, req ResetRequest) (OneTime, error) {
	once, err := a.agents.Reset(ctx, act(who, req.AgentID), req.Reason)
	return OneTime(once), err
}

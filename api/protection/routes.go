// Package protection is what a member sets for their own protection: limits, timeout, self-exclusion, reminders (S-36 … S-45).
package protection

import (
	"context"

	"hubstake/internal/access/httpx"
	"hubstake/internal/access/limit"
	"hubstake/internal/account/credential"
	"hubstake/internal/account/protection"
)

// API holds the service that the calls need.
type API struct {
	protection *protection.Service
}

// New returns the area's API.
func New(p *protection.Service) *API { return &API{protection: p} }

// Routes lists the calls. A call that changes something answers with the new state.
func (a *API) Routes() []httpx.Route {
	pace := httpx.Pace(limit.Money)
	return []httpx.Route{
		httpx.Post("/api/protection/info", httpx.Member, a.info),
		httpx.Post("/api/protection/limit/set", httpx.Member, a.set, pace),
		httpx.Post("/api/protection/limit/remove", httpx.Member, a.remove, pace),
		httpx.Post("/api/protection/limit/confirm", httpx.Member, a.confirm, pace),
		httpx.Post("/api/protection/limit/cancel", httpx.Member, a.cancel, pace),
		httpx.Post("/api/protection/timeout", httpx.Member, a.timeout, pace),
		httpx.Post("/api/protection/exclude", httpx.Member, a.exclude, httpx.Pace(limit.PIN)),
		httpx.Post("/api/protection/reminder/set", httpx.Member, a.interval, pace),
		httpx.Post("/api/protection/reminder/answer", httpx.Member, a.answer),
		httpx.Post("/api/protection/session", httpx.Member, a.session, httpx.Passive),
	}
}

func who(c httpx.Caller) protection.Who {
	return protection.Who{Site: c.Site, Member: c.MemID, IP: c.IP, Trace: c.Trace}
}

// state is the answer of whatever changed something.
func (a *API) state(ctx context.Context, c httpx.Caller, err error) (Info, error) {
	if err != nil {
		return Info{}, err
	}
	st, err := a.protection.Of(ctx, c.MemID)
	if err != nil {
		return Info{}, err
	}
	return Shown(st), nil
}

func (a *API) info(ctx context.Context, c httpx.Caller, _ httpx.None) (Info, error) {
	return a.state(ctx, c, nil)
}

// TimeoutRequest asks for a pause of 1, 7, 30 or 42 days of 24 hours, from now on.
type TimeoutRequest struct {
	Days int `json:"days"`
}

func (a *API) timeout(ctx context.Context, c httpx.Caller, req TimeoutRequest) (Info, error) {
	return a.state(ctx, c, a.protection.Timeout(ctx, who(c), req.Days))
}

// ExcludeRequest asks to be kept out for 6, 12, 24 or 60 months, from now on. It cannot be lifted before.
type ExcludeRequest struct {
	Months  int               `json:"months"`
	Agree   bool              `json:"agree"` // the member has read what it means
	MemPass credential.Secret `json:"memPass"`
}

func (a *API) exclude(ctx context.Context, c httpx.Caller, req ExcludeRequest) (Info, error) {
	return a.state(ctx, c, a.protection.Exclude(ctx, protection.Exclusion{
		Who: who(c), Months: req.Months, Agreed: req.Agree, Password: req.MemPass,
		Origin: credential.Origin{IP: c.IP, UserAgent: c.UserAgent, Trace: c.Trace},
	}))
}

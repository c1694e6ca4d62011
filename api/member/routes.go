// Package member is the part of the API that makes a visitor a member: signup, login, the session and its renewal.
package member

import (
	"hubstake/internal/access/httpx"
	"hubstake/internal/access/limit"
	"hubstake/internal/account/credential"
	"hubstake/internal/account/member"
	"hubstake/internal/operator/content"
)

// API holds what the calls need.
type API struct {
	members  *member.Service
	content  *content.Service
	canaries []string
}

// New returns the area's API. canaries are the memIds that may probe.
func New(m *member.Service, c *content.Service, canaries []string) *API {
	return &API{members: m, content: c, canaries: canaries}
}

// Routes lists the calls. Calls that a page makes by itself do not count as the member's activity (D-09).
func (a *API) Routes() []httpx.Route {
	return []httpx.Route{
		httpx.Post("/api/member/guest", httpx.Public, a.guest),
		httpx.Post("/api/member/check", httpx.Public, a.check, httpx.Pace(limit.Check), httpx.Tries(func(r CheckRequest) string { return credential.FoldID(r.Referrer) })),
		httpx.Post("/api/member/signup", httpx.Public, a.signUp, httpx.Pace(limit.SignUp)),
		httpx.Post("/api/member/login", httpx.Public, a.login, httpx.Pace(limit.LogIn), httpx.Tries(func(r LoginRequest) string { return credential.FoldID(r.MemID) })),
		httpx.Post("/api/member/reset/ask", httpx.Public, a.askReset, httpx.Pace(limit.Reset), httpx.Tries(func(r ResetRequest) string { return credential.FoldID(r.MemID) })),
		httpx.Post("/api/member/reset/state", httpx.Public, a.resetState, httpx.Pace(limit.Case)),
		httpx.Post("/api/member/reset/finish", httpx.Public, a.finishReset, httpx.Pace(limit.Case)),
		httpx.Post("/api/getToken", httpx.Member, a.renew, httpx.Passive),
		httpx.Post("/api/member/info", httpx.Member, a.info),
		httpx.Post("/api/member/update", httpx.Member, a.update, httpx.Pace(limit.PIN)),
		httpx.Post("/api/member/details/ask", httpx.Member, a.askDetails, httpx.Pace(limit.PIN)),
		httpx.Post("/api/member/details/list", httpx.Member, a.ownDetails),
		httpx.Post("/api/member/details/withdraw", httpx.Member, a.withdrawDetails),
		httpx.Post("/api/member/agree", httpx.Member, a.agree),
		httpx.Post("/api/member/sessions", httpx.Member, a.devices),
		httpx.Post("/api/member/sessions/end", httpx.Member, a.endDevice),
		httpx.Post("/api/member/sessions/endOthers", httpx.Member, a.endOthers),
		httpx.Post("/api/member/logins", httpx.Member, a.logins),
		httpx.Post("/api/member/logout", httpx.Member, a.logout, httpx.Passive),
		httpx.Post("/api/member/probe", httpx.Member, a.probe, httpx.Passive),
	}
}

func origin(who httpx.Caller) credential.Origin {
	return credential.Origin{IP: who.IP, UserAgent: who.UserAgent, Trace: who.Trace}
}

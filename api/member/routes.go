// Package member is the part of the API that makes a visitor a member: sign-up, log-in, the session and its renewal.
package member

import (
	"hubstake/internal/member"
	"hubstake/internal/platform/httpx"
)

// API holds the service that the calls need.
type API struct {
	members *member.Service
}

// New returns the area's API.
func New(m *member.Service) *API { return &API{members: m} }

// Routes lists the calls. What a page does by itself does not count as the member's activity (D-09).
func (a *API) Routes() []httpx.Route {
	return []httpx.Route{
		httpx.Post("/api/member/guest", httpx.Public, a.guest),
		httpx.Post("/api/member/check", httpx.Public, a.check),
		httpx.Post("/api/member/signup", httpx.Public, a.signUp),
		httpx.Post("/api/member/login", httpx.Public, a.login),
		httpx.Post("/api/getToken", httpx.Member, a.renew, httpx.Passive),
		httpx.Post("/api/member/info", httpx.Member, a.info),
		httpx.Post("/api/member/logout", httpx.Member, a.logout, httpx.Passive),
	}
}

func origin(who httpx.Caller) member.Origin {
	return member.Origin{IP: who.IP, UserAgent: who.UserAgent, Trace: who.Trace}
}

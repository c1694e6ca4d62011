// Package message shows a member the messages of the site.
package message

import (
	"hubstake/internal/access/httpx"
	"hubstake/internal/operator/message"
)

// API holds the service that the calls need.
type API struct {
	messages *message.Service
}

// New returns the area's API.
func New(m *message.Service) *API { return &API{messages: m} }

// Routes lists the calls.
func (a *API) Routes() []httpx.Route {
	return []httpx.Route{
		httpx.Post("/api/board/msgList", httpx.Member, a.list),
		httpx.Post("/api/board/msgRead", httpx.Member, a.read),
		httpx.Post("/api/board/msgUpdate", httpx.Member, a.update),
	}
}

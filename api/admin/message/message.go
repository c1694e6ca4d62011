// Package message is how staff writes to a member.
package message

import (
	"context"

	"hubstake/api/admin/caller"
	"hubstake/internal/access/httpx"
	"hubstake/internal/account/member"
	"hubstake/internal/core/right"
)

// API holds what the calls need.
type API struct {
	members *member.Service
}

// New returns the area's API.
func New(members *member.Service) *API { return &API{members: members} }

// Routes lists the calls.
func (a *API) Routes() []httpx.Route {
	return []httpx.Route{
		httpx.Post("/api/admin/message/send", httpx.Staff, a.send, httpx.Needs(right.Message)),
	}
}

// SendRequest is a message to one member.
type SendRequest struct {
	MemID   string `json:"memId"`
	Title   string `json:"title"`
	Content string `json:"content"` // plain text
}

func (a *API) send(ctx context.Context, who httpx.Caller, req SendRequest) (httpx.None, error) {
	return httpx.None{}, a.members.SendMessage(ctx, caller.Act(who, req.MemID), req.Title, req.Content)
}

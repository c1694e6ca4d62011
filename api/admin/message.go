package admin

import (
	"context"

	"hubstake/internal/access/httpx"
	"hubstake/internal/core/right"
)

func (a *API) messageRoutes() []httpx.Route {
	return []httpx.Route{
		httpx.Post("/api/admin/message/send", httpx.Staff, a.messageSend, httpx.Needs(right.Message)),
	}
}

// MessageRequest is a letter to one member.
type MessageRequest struct {
	MemID   string `json:"memId"`
	Title   string `json:"title"`
	Content string `json:"content"` // plain text
}

func (a *API) messageSend(ctx context.Context, who httpx.Caller, req MessageRequest) (httpx.None, error) {
	return httpx.None{}, a.Members.SendMessage(ctx, on(who, req.MemID), req.Title, req.Content)
}

package admin

import (
	"context"
	"strings"
	"unicode/utf8"

	"github.com/jackc/pgx/v5"

	"hubstake/internal/core/fault"
	"hubstake/internal/operator/audit"
	"hubstake/internal/operator/message"
	"hubstake/internal/platform/httpx"
)

// The longest letter, in code points.
const (
	maxTitle   = 100
	maxContent = 5_000
)

func (a *API) messageRoutes() []httpx.Route {
	return []httpx.Route{
		httpx.Post("/api/admin/message/send", httpx.Staff, a.messageSend, httpx.Right("message")),
	}
}

// MessageRequest is a letter to one member.
type MessageRequest struct {
	MemID   string `json:"memId"`
	Title   string `json:"title"`
	Content string `json:"content"` // plain text
}

// messageSend: the letter and its audit are one. No such member of the site is U001.
func (a *API) messageSend(ctx context.Context, who httpx.Caller, req MessageRequest) (httpx.None, error) {
	l := message.Notification{
		Site: who.Site, Member: req.MemID, Title: strings.TrimSpace(req.Title), Content: strings.TrimSpace(req.Content), Trace: who.Trace,
	}
	if l.Title == "" || utf8.RuneCountInString(l.Title) > maxTitle || utf8.RuneCountInString(l.Content) > maxContent {
		return httpx.None{}, fault.Failed
	}
	return httpx.None{}, audit.Act(ctx, a.DB, func(tx pgx.Tx) (*audit.Entry, error) {
		p, err := a.Members.Profile(ctx, tx, req.MemID)
		if err != nil {
			return nil, err
		}
		if p.Site != who.Site {
			return nil, fault.MemberNotFound
		}
		return &audit.Entry{
			Actor: actor(who), Site: who.Site, Action: "message.send", Target: req.MemID, Detail: map[string]string{"title": l.Title},
		}, a.Messages.Send(ctx, tx, l)
	})
}

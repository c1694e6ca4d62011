// Package message is how staff writes to a member, and sees what the member was sent.
package message

import (
	"context"
	"time"

	"hubstake/api/admin/caller"
	"hubstake/internal/access/httpx"
	"hubstake/internal/account/member"
	"hubstake/internal/core/paging"
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
		httpx.Post("/api/admin/message/list", httpx.Staff, a.list, httpx.Needs(right.Message)),
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

// ListRequest asks for a page of the messages of a member, in days.
type ListRequest struct {
	MemID string `json:"memId"`
	paging.Days
	paging.Request
}

// Row is a message that a member was sent, by staff or by the product.
type Row struct {
	Idx       int64      `json:"idx"`
	Title     string     `json:"title"`
	Content   string     `json:"content"`
	SentAt    time.Time  `json:"sentAt"`
	ReadAt    *time.Time `json:"readAt"`    // null: not yet
	DeletedAt *time.Time `json:"deletedAt"` // when the member deleted it; null: not
}

// ListAnswer is a page of messages, newest first.
type ListAnswer struct {
	List     []Row       `json:"list"`
	PageInfo paging.Info `json:"pageInfo"`
}

func (a *API) list(ctx context.Context, who httpx.Caller, req ListRequest) (ListAnswer, error) {
	found, total, err := a.members.Messages(ctx, who.Site, req.MemID, req.Days, req.Slice())
	out := ListAnswer{List: make([]Row, len(found)), PageInfo: req.Info(total)}
	for i, m := range found {
		out.List[i] = Row{Idx: m.ID, Title: m.Title, Content: m.Content, SentAt: m.SentAt, ReadAt: m.ReadAt, DeletedAt: m.DeletedAt}
	}
	return out, err
}

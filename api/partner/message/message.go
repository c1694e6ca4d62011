// Package message is how a partner writes to the accounts below it.
package message

import (
	"context"

	"hubstake/api/partner/caller"
	"hubstake/internal/access/httpx"
	"hubstake/internal/access/limit"
	"hubstake/internal/core/right"
	"hubstake/internal/partners/partner"
)

// API holds the service that the call needs.
type API struct {
	partners *partner.Service
}

// New returns the area's API.
func New(partners *partner.Service) *API { return &API{partners: partners} }

// Routes lists the call.
func (a *API) Routes() []httpx.Route {
	return []httpx.Route{
		httpx.Post("/api/partner/message/send", httpx.Partner, a.send, httpx.Needs(right.MessageWrite), httpx.Pace(limit.Money), httpx.Idempotent),
	}
}

// SendRequest is a message to accounts below.
type SendRequest struct {
	To      partner.MessageTo `json:"to"`             // member, children or downline
	MemID   string            `json:"memId,omitzero"` // of member
	Title   string            `json:"title"`          // up to 100 characters
	Content string            `json:"content"`        // plain text, up to 2,000 characters
	After   string            `json:"after,omitzero"` // of many: after of the call before
}

// SendAnswer is how far the message got.
type SendAnswer struct {
	Sent  int    `json:"sent"`  // accounts that this call wrote to
	After string `json:"after"` // ask again with it; empty: everyone has the message
}

func (a *API) send(ctx context.Context, who httpx.Caller, req SendRequest) (SendAnswer, error) {
	r, err := a.partners.SendMessage(ctx, caller.By(who), partner.MessageInput{
		To: req.To, Member: req.MemID, Title: req.Title, Content: req.Content, After: req.After, IdempotencyKey: who.IdempotencyKey,
	})
	return SendAnswer{Sent: r.Sent, After: r.After}, err
}

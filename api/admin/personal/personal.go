// Package personal is how staff has masked personal data shown in the clear, with a reason (S-98).
package personal

import (
	"context"

	"hubstake/api/admin/caller"
	"hubstake/internal/access/httpx"
	"hubstake/internal/account/member"
	"hubstake/internal/account/personal"
	"hubstake/internal/core/fault"
	"hubstake/internal/core/right"
	"hubstake/internal/funds/cash"
	"hubstake/internal/operator/audit"
	"hubstake/internal/support/inquiry"
)

// shower shows personal data of its subjects, and the audit keeps it.
type shower interface {
	Show(ctx context.Context, siteID string, by audit.Actor, l personal.Look) ([]personal.Shown, error)
}

// source is where the data of a subject are, and the right that shows them masked.
type source struct {
	right right.Right
	from  shower
}

// API holds what the call needs.
type API struct {
	sources map[personal.Subject]source
}

// New returns the area's API.
func New(members *member.Service, c *cash.Service, inquiries *inquiry.Service) *API {
	return &API{sources: map[personal.Subject]source{
		personal.OfMember:  {right.Member, members},
		personal.OfBlock:   {right.Block, members},
		personal.OfReset:   {right.Reset, members},
		personal.OfDetails: {right.Reset, members},
		personal.OfRequest: {right.Cash, c},
		personal.OfInquiry: {right.Inquiry, inquiries},
	}}
}

// Routes lists the calls.
func (a *API) Routes() []httpx.Route {
	return []httpx.Route{
		httpx.Post("/api/admin/personal/show", httpx.Staff, a.show, httpx.Needs(right.Personal), httpx.Fresh),
	}
}

// ShowRequest names what is shown and why: a usual reason, own words, or both.
type ShowRequest struct {
	Subject personal.Subject `json:"subject"`          // member, request, block, reset, details or inquiry
	ID      string           `json:"id"`               // the memId, or the idx
	Fields  []personal.Field `json:"fields"`           // name, phone, accountNo, accountHolder, depositor, value or contact
	Purpose personal.Purpose `json:"purpose,omitzero"` // payout, deposit, signup, identity, contact, fraud or authority
	Words   string           `json:"words,omitzero"`   // up to 200 letters
}

// Value is a value in the clear.
type Value struct {
	Field  personal.Field `json:"field"`
	Value  string         `json:"value"`
	Before string         `json:"before"` // of a request for other details: what the member has now
}

// ShowAnswer has the values in the order in which they were asked for.
type ShowAnswer struct {
	List []Value `json:"list"`
}

// show needs the right of the subject as well: staff who may not see data masked do not see them in the clear either.
func (a *API) show(ctx context.Context, who httpx.Caller, req ShowRequest) (ShowAnswer, error) {
	of, known := a.sources[req.Subject]
	if !known {
		return ShowAnswer{}, fault.Failed
	}
	if !who.Has(of.right) {
		return ShowAnswer{}, fault.NoAccess
	}
	shown, err := of.from.Show(ctx, who.Site, caller.Actor(who), personal.Look{
		Subject: req.Subject, ID: req.ID, Fields: req.Fields, Purpose: req.Purpose, Words: req.Words,
	})
	out := ShowAnswer{List: make([]Value, len(shown))}
	for i, v := range shown {
		out.List[i] = Value(v)
	}
	return out, err
}

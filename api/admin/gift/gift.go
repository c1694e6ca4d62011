// Package gift is how staff gives points to members.
package gift

import (
	"context"
	"time"

	"hubstake/api/admin/caller"
	"hubstake/internal/access/httpx"
	"hubstake/internal/core/money"
	"hubstake/internal/core/paging"
	"hubstake/internal/core/right"
	"hubstake/internal/funds/promo"
)

// API holds what the calls need.
type API struct {
	promos *promo.Service
}

// New returns the area's API.
func New(promos *promo.Service) *API { return &API{promos: promos} }

// Routes lists the calls.
func (a *API) Routes() []httpx.Route {
	needs := httpx.Needs(right.Gift)
	return []httpx.Route{
		httpx.Post("/api/admin/gift/send", httpx.Staff, a.send, needs),
		httpx.Post("/api/admin/gift/list", httpx.Staff, a.list, needs),
	}
}

// SendRequest sends points of the house to a member, who takes them on the gift page.
type SendRequest struct {
	RequestID string      `json:"requestId"` // 8 to 64 letters, digits and hyphens, made by the page: the same sends once
	MemID     string      `json:"memId"`
	PointAmt  money.Input `json:"pointAmt"`
	Memo      string      `json:"memo,omitzero"` // the member reads it
	Days      int         `json:"days"`          // how long it waits, 1 to 366
}

// Row is a gift as the back office sees it.
type Row struct {
	Idx       int64        `json:"idx"`
	ByStaff   bool         `json:"byStaff"`
	Sender    string       `json:"sender"` // staff id or memId
	MemID     string       `json:"memId"`
	PointAmt  money.Amount `json:"pointAmt"`
	Memo      string       `json:"memo"`
	State     string       `json:"state"` // sent, taken or expired
	SentAt    time.Time    `json:"sentAt"`
	ExpiresAt time.Time    `json:"expiresAt"`
	ClosedAt  *time.Time   `json:"closedAt"`
}

func row(g promo.Gift) Row {
	return Row{
		Idx: g.ID, ByStaff: g.ByStaff, Sender: g.Sender, MemID: g.Member, PointAmt: g.Points, Memo: g.Memo, State: g.State,
		SentAt: g.SentAt, ExpiresAt: g.ExpiresAt, ClosedAt: g.ClosedAt,
	}
}

func (a *API) send(ctx context.Context, who httpx.Caller, req SendRequest) (Row, error) {
	g, err := a.promos.GiftPoints(ctx, caller.Actor(who), who.Site, promo.PointTransfer{
		Request: req.RequestID, To: req.MemID, Points: req.PointAmt, Memo: req.Memo,
	}, req.Days)
	return row(g), err
}

// ListRequest searches gifts of the site.
type ListRequest struct {
	MemID string `json:"memId,omitzero"` // who was given them; empty for all
	paging.Request
}

// ListAnswer is a page of gifts, newest first.
type ListAnswer struct {
	List     []Row       `json:"list"`
	PageInfo paging.Info `json:"pageInfo"`
}

func (a *API) list(ctx context.Context, who httpx.Caller, req ListRequest) (ListAnswer, error) {
	found, total, err := a.promos.StaffGifts(ctx, who.Site, req.MemID, req.Slice())
	out := ListAnswer{List: make([]Row, len(found)), PageInfo: req.Info(total)}
	for i, g := range found {
		out.List[i] = row(g)
	}
	return out, err
}

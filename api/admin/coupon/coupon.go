// Package coupon is how staff issues and revokes coupons.
package coupon

import (
	"context"
	"time"

	"hubstake/api/admin/caller"
	"hubstake/internal/access/httpx"
	"hubstake/internal/core/fault"
	"hubstake/internal/core/money"
	"hubstake/internal/core/paging"
	"hubstake/internal/core/right"
	"hubstake/internal/funds/promo"
	"hubstake/internal/ledger/wallet"
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
		httpx.Post("/api/admin/coupon/issue", httpx.Staff, a.issue, needs),
		httpx.Post("/api/admin/coupon/revoke", httpx.Staff, a.revoke, needs),
		httpx.Post("/api/admin/coupon/list", httpx.Staff, a.list, needs),
	}
}

// IssueRequest issues one coupon to each of the members, or count that any holder of the code may use: one of the two.
type IssueRequest struct {
	RequestID string       `json:"requestId"` // 8 to 64 letters, digits and hyphens, made by the page: the same issues once
	MemIDs    []string     `json:"memIds,omitzero"`
	Count     int          `json:"count,omitzero"` // up to 200, as the members
	Unit      wallet.Unit  `json:"unit"`           // cash or point
	Amount    money.Amount `json:"amount"`
	Rolling   int64        `json:"rolling"`           // basis points of the amount that must be played
	Giftable  bool         `json:"giftable,omitzero"` // its member may give it to another one, once; only with memIds
	Days      int          `json:"days"`              // until it expires, 1 to 366
	Note      string       `json:"note,omitzero"`     // members read it
}

// IssueAnswer names what was issued; the list shows the codes.
type IssueAnswer struct {
	Batch   int64 `json:"batch"`
	Coupons int   `json:"coupons"`
}

func (a *API) issue(ctx context.Context, who httpx.Caller, req IssueRequest) (IssueAnswer, error) {
	b, err := a.promos.IssueCoupons(ctx, caller.Actor(who), who.Site, promo.Issue{
		Request: req.RequestID, Members: req.MemIDs, Count: req.Count, Unit: req.Unit, Amount: req.Amount, Rolling: req.Rolling,
		Giftable: req.Giftable, Days: req.Days, Note: req.Note,
	})
	return IssueAnswer{b.ID, b.Coupons}, err
}

// RevokeRequest names a coupon.
type RevokeRequest struct {
	Idx int64 `json:"idx"`
}

func (a *API) revoke(ctx context.Context, who httpx.Caller, req RevokeRequest) (httpx.None, error) {
	return httpx.None{}, a.promos.RevokeCoupon(ctx, caller.Actor(who), who.Site, req.Idx)
}

// ListRequest searches coupons of the site.
type ListRequest struct {
	Batch       int64  `json:"batch,omitzero"`
	State       string `json:"state,omitzero"` // issued, used, expired or revoked; empty for all
	MemID       string `json:"memId,omitzero"`
	paging.Days        // of the issue, with memId only
	paging.Request
}

// Row is a coupon as the back office sees it.
type Row struct {
	Idx       int64        `json:"idx"`
	Batch     int64        `json:"batch"`
	Code      string       `json:"code"`
	MemID     string       `json:"memId"` // empty: no owner yet
	Unit      wallet.Unit  `json:"unit"`
	Amount    money.Amount `json:"amount"`
	Rolling   int64        `json:"rolling"`
	Giftable  bool         `json:"giftable"`
	Note      string       `json:"note"`
	State     string       `json:"state"`
	GivenBy   string       `json:"givenBy"`
	IssuedBy  string       `json:"issuedBy"`
	IssuedAt  time.Time    `json:"issuedAt"`
	ExpiresAt time.Time    `json:"expiresAt"`
	ClosedAt  *time.Time   `json:"closedAt"`
}

// ListAnswer is a page of coupons, newest first.
type ListAnswer struct {
	List     []Row       `json:"list"`
	PageInfo paging.Info `json:"pageInfo"`
}

func (a *API) list(ctx context.Context, who httpx.Caller, req ListRequest) (ListAnswer, error) {
	if req.MemID == "" && req.Days != (paging.Days{}) {
		return ListAnswer{}, fault.Failed
	}
	found, total, err := a.promos.StaffCoupons(ctx, who.Site, promo.CouponSearch{
		Batch: req.Batch, State: req.State, Member: req.MemID, Days: req.Days, Slice: req.Slice(),
	})
	out := ListAnswer{List: make([]Row, len(found)), PageInfo: req.Info(total)}
	for i, c := range found {
		out.List[i] = Row{
			Idx: c.ID, Batch: c.Batch, Code: c.Code, MemID: c.Member, Unit: c.Unit, Amount: c.Amount, Rolling: c.Rolling,
			Giftable: c.Giftable, Note: c.Note, State: c.State, GivenBy: c.GivenBy, IssuedBy: c.IssuedBy, IssuedAt: c.IssuedAt,
			ExpiresAt: c.ExpiresAt, ClosedAt: c.ClosedAt,
		}
	}
	return out, err
}

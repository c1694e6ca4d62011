package admin

import (
	"context"
	"time"

	"hubstake/internal/access/httpx"
	"hubstake/internal/core/money"
	"hubstake/internal/core/paging"
	"hubstake/internal/funds/promo"
	"hubstake/internal/ledger/wallet"
)

// CouponIssueRequest issues one coupon to each of the members, or count that whoever has the code may use: one of the two.
type CouponIssueRequest struct {
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

// CouponIssueAnswer names what was issued; the list shows the codes.
type CouponIssueAnswer struct {
	Batch   int64 `json:"batch"`
	Coupons int   `json:"coupons"`
}

func (a *API) couponIssue(ctx context.Context, who httpx.Caller, req CouponIssueRequest) (CouponIssueAnswer, error) {
	b, err := a.Promos.IssueCoupons(ctx, actor(who), who.Site, promo.Issue{
		Request: req.RequestID, Members: req.MemIDs, Count: req.Count, Unit: req.Unit, Amount: req.Amount, Rolling: req.Rolling,
		Giftable: req.Giftable, Days: req.Days, Note: req.Note,
	})
	return CouponIssueAnswer{b.ID, b.Coupons}, err
}

// CouponRevokeRequest names a coupon.
type CouponRevokeRequest struct {
	Idx int64 `json:"idx"`
}

func (a *API) couponRevoke(ctx context.Context, who httpx.Caller, req CouponRevokeRequest) (httpx.None, error) {
	return httpx.None{}, a.Promos.RevokeCoupon(ctx, actor(who), who.Site, req.Idx)
}

// CouponDeskRequest searches coupons of the site.
type CouponDeskRequest struct {
	Batch int64  `json:"batch,omitzero"`
	State string `json:"state,omitzero"` // issued, used, expired or revoked; empty for all
	MemID string `json:"memId,omitzero"`
	paging.Request
}

// DeskCouponRow is a coupon as the back office sees it.
type DeskCouponRow struct {
	Idx       int64        `json:"idx"`
	Batch     int64        `json:"batch"`
	Code      string       `json:"code"`
	MemID     string       `json:"memId"` // empty: nobody's yet
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

// CouponDeskAnswer is a page of coupons, newest first.
type CouponDeskAnswer struct {
	List     []DeskCouponRow `json:"list"`
	PageInfo paging.Info     `json:"pageInfo"`
}

func (a *API) couponDesk(ctx context.Context, who httpx.Caller, req CouponDeskRequest) (CouponDeskAnswer, error) {
	found, total, err := a.Promos.StaffCoupons(ctx, who.Site, promo.CouponSearch{
		Batch: req.Batch, State: req.State, Member: req.MemID, Slice: req.Slice(),
	})
	out := CouponDeskAnswer{List: make([]DeskCouponRow, len(found)), PageInfo: req.Info(total)}
	for i, c := range found {
		out.List[i] = DeskCouponRow{
			c.ID, c.Batch, c.Code, c.Member, c.Unit, c.Amount, c.Rolling, c.Giftable, c.Note, c.State, c.GivenBy, c.IssuedBy, c.IssuedAt,
			c.ExpiresAt, c.ClosedAt,
		}
	}
	return out, err
}

// GiftSendRequest sends points of the house to a member, who takes them on the gift page.
type GiftSendRequest struct {
	RequestID string      `json:"requestId"` // 8 to 64 letters, digits and hyphens, made by the page: the same sends once
	MemID     string      `json:"memId"`
	PointAmt  money.Input `json:"pointAmt"`
	Memo      string      `json:"memo,omitzero"` // the member reads it
	Days      int         `json:"days"`          // how long it waits, 1 to 366
}

// GiftDeskRow is a gift as the back office sees it.
type GiftDeskRow struct {
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

func giftRow(g promo.Gift) GiftDeskRow {
	return GiftDeskRow{g.ID, g.ByStaff, g.Sender, g.Member, g.Points, g.Memo, g.State, g.SentAt, g.ExpiresAt, g.ClosedAt}
}

func (a *API) giftSend(ctx context.Context, who httpx.Caller, req GiftSendRequest) (GiftDeskRow, error) {
	g, err := a.Promos.GiftPoints(ctx, actor(who), who.Site, promo.PointTransfer{
		Request: req.RequestID, To: req.MemID, Points: req.PointAmt, Memo: req.Memo,
	}, req.Days)
	return giftRow(g), err
}

// GiftDeskRequest searches gifts of the site.
type GiftDeskRequest struct {
	MemID string `json:"memId,omitzero"` // who was given them; empty for all
	paging.Request
}

// GiftDeskAnswer is a page of gifts, newest first.
type GiftDeskAnswer struct {
	List     []GiftDeskRow `json:"list"`
	PageInfo paging.Info   `json:"pageInfo"`
}

func (a *API) giftDesk(ctx context.Context, who httpx.Caller, req GiftDeskRequest) (GiftDeskAnswer, error) {
	found, total, err := a.Promos.StaffGifts(ctx, who.Site, req.MemID, req.Slice())
	out := GiftDeskAnswer{List: make([]GiftDeskRow, len(found)), PageInfo: req.Info(total)}
	for i, g := range found {
		out.List[i] = giftRow(g)
	}
	return out, err
}

package promo

import (
	"context"
	"time"

	"hubstake/internal/access/httpx"
	"hubstake/internal/core/money"
	"hubstake/internal/core/paging"
	"hubstake/internal/ledger/wallet"
)

// CouponListRequest asks for a page of the member's coupons.
type CouponListRequest struct {
	State string `json:"state,omitzero"` // issued, used, expired or revoked; empty for all
	paging.Request
}

// CouponRow is a coupon of the member.
type CouponRow struct {
	Idx       int64        `json:"idx"`
	Code      string       `json:"code"` // 16 of A-Z and 2-7
	Unit      wallet.Unit  `json:"unit"` // cash or point
	Amount    money.Amount `json:"amount"`
	Rolling   int64        `json:"rolling"`  // of the amount that must be played before a withdrawal, in basis points
	Giftable  bool         `json:"giftable"` // may be given to another member, once
	Note      string       `json:"note"`
	State     string       `json:"state"`
	GivenBy   string       `json:"givenBy"` // memId of the member who gave it, or empty
	IssuedAt  time.Time    `json:"issuedAt"`
	ExpiresAt time.Time    `json:"expiresAt"`
	ClosedAt  *time.Time   `json:"closedAt"` // used, expired or revoked
}

// CouponListAnswer is a page of coupons, newest first.
type CouponListAnswer struct {
	List     []CouponRow `json:"list"`
	PageInfo paging.Info `json:"pageInfo"`
}

func (a *API) couponList(ctx context.Context, c httpx.Caller, req CouponListRequest) (CouponListAnswer, error) {
	found, total, err := a.promos.Coupons(ctx, who(c), req.State, req.Slice())
	out := CouponListAnswer{List: make([]CouponRow, len(found)), PageInfo: req.Info(total)}
	for i, f := range found {
		out.List[i] = CouponRow{
			Idx: f.ID, Code: f.Code, Unit: f.Unit, Amount: f.Amount, Rolling: f.Rolling, Giftable: f.Giftable, Note: f.Note, State: f.State,
			GivenBy: f.GivenBy, IssuedAt: f.IssuedAt, ExpiresAt: f.ExpiresAt, ClosedAt: f.ClosedAt,
		}
	}
	return out, err
}

// CouponUseRequest names a coupon by its code, with or without spaces and hyphens.
type CouponUseRequest struct {
	Code string `json:"code"`
}

// CouponUseAnswer is what it gave, and what the member has now.
type CouponUseAnswer struct {
	Amount money.Amount `json:"amount"`
	Balance
}

func (a *API) couponUse(ctx context.Context, c httpx.Caller, req CouponUseRequest) (CouponUseAnswer, error) {
	amount, state, err := a.promos.UseCoupon(ctx, who(c), req.Code)
	return CouponUseAnswer{amount, balance(state)}, err
}

// CouponGiftRequest gives a coupon to another member.
type CouponGiftRequest struct {
	Code  string `json:"code"`
	MemID string `json:"memId"` // who gets it
}

func (a *API) couponGift(ctx context.Context, c httpx.Caller, req CouponGiftRequest) (httpx.None, error) {
	return httpx.None{}, a.promos.GiveCoupon(ctx, who(c), req.Code, req.MemID)
}

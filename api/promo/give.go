package promo

import (
	"context"
	"time"

	"hubstake/internal/access/httpx"
	"hubstake/internal/core/money"
	"hubstake/internal/core/paging"
	"hubstake/internal/funds/promo"
)

// GiveListRequest asks for a page of gifts: those that the member was sent, or has sent.
type GiveListRequest struct {
	Sent bool `json:"sent,omitzero"`
	paging.Request
}

// GiftRow is points that were sent.
type GiftRow struct {
	Idx       int64        `json:"idx"`
	ByStaff   bool         `json:"byStaff"`
	Sender    string       `json:"sender"` // memId; empty: the house
	MemID     string       `json:"memId"`  // who is given it
	PointAmt  money.Amount `json:"pointAmt"`
	Memo      string       `json:"memo"`
	State     string       `json:"state"` // sent (can be taken), taken or expired
	SentAt    time.Time    `json:"sentAt"`
	ExpiresAt time.Time    `json:"expiresAt"`
	ClosedAt  *time.Time   `json:"closedAt"`
}

// GiveListAnswer is a page of gifts, newest first.
type GiveListAnswer struct {
	List     []GiftRow   `json:"list"`
	PageInfo paging.Info `json:"pageInfo"`
}

func (a *API) giveList(ctx context.Context, c httpx.Caller, req GiveListRequest) (GiveListAnswer, error) {
	found, total, err := a.promos.Gifts(ctx, who(c), req.Sent, req.Slice())
	out := GiveListAnswer{List: make([]GiftRow, len(found)), PageInfo: req.Info(total)}
	for i, g := range found {
		out.List[i] = gift(g)
	}
	return out, err
}

func gift(g promo.Gift) GiftRow {
	return GiftRow{
		Idx: g.ID, ByStaff: g.ByStaff, Sender: g.Sender, MemID: g.Member, PointAmt: g.Points, Memo: g.Memo, State: g.State,
		SentAt: g.SentAt, ExpiresAt: g.ExpiresAt, ClosedAt: g.ClosedAt,
	}
}

// GiveTakeRequest names a gift.
type GiveTakeRequest struct {
	Idx int64 `json:"idx"`
}

func (a *API) giveTake(ctx context.Context, c httpx.Caller, req GiveTakeRequest) (Balance, error) {
	state, err := a.promos.TakeGift(ctx, who(c), req.Idx)
	return balance(state), err
}

// GiveSendRequest sends points to another member, where the site lets members do that.
type GiveSendRequest struct {
	RequestID string      `json:"requestId"` // 8 to 64 letters, digits and hyphens, made by the page: the same sends once
	MemID     string      `json:"memId"`
	PointAmt  money.Input `json:"pointAmt"`
	Memo      string      `json:"memo,omitzero"`
}

// GiveSendAnswer is the gift, and what the member has now.
type GiveSendAnswer struct {
	Gift GiftRow `json:"gift"`
	Balance
}

func (a *API) giveSend(ctx context.Context, c httpx.Caller, req GiveSendRequest) (GiveSendAnswer, error) {
	g, state, err := a.promos.SendPoints(ctx, who(c), promo.PointTransfer{Request: req.RequestID, To: req.MemID, Points: req.PointAmt, Memo: req.Memo})
	return GiveSendAnswer{gift(g), balance(state)}, err
}

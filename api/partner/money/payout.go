package money

import (
	"context"
	"time"

	"hubstake/api/partner/list"
	"hubstake/internal/access/httpx"
	"hubstake/internal/core/money"
	"hubstake/internal/funds/cash"
	"hubstake/internal/partners/partner"
)

// PayoutsRequest asks for a page of the members who ask to be paid out.
type PayoutsRequest struct {
	All    bool  `json:"all,omitzero"`    // those that were decided too
	Before int64 `json:"before,omitzero"` // the id of the last row of the page before
	Count  int   `json:"count_per_list,omitzero"`
}

// Payout is a request of a member to be paid out by the partner.
type Payout struct {
	ID          int64        `json:"id"`
	MemID       string       `json:"memId"`
	Amount      money.Amount `json:"amount"`
	Status      int16        `json:"status"` // 0 requested, 1 paid, -1 cancelled by the member, -2 refused
	RequestedAt time.Time    `json:"requestedAt"`
	ProcessedAt *time.Time   `json:"processedAt"`
	ProcessedBy string       `json:"processedBy"`
	Memo        string       `json:"memo"` // why it was refused
}

// PayoutsAnswer is a page, newest first.
type PayoutsAnswer struct {
	List []Payout `json:"list"`
	Next int64    `json:"next"` // the next page is before it; 0: there is none
}

func (a *API) payouts(ctx context.Context, who httpx.Caller, req PayoutsRequest) (PayoutsAnswer, error) {
	count := list.Size(req.Count)
	rows, err := a.sends.Payouts(ctx, who.Site, who.MemID, !req.All, req.Before, count+1)
	if err != nil {
		return PayoutsAnswer{}, err
	}
	out := PayoutsAnswer{}
	if len(rows) > int(count) {
		rows = rows[:count]
		out.Next = rows[count-1].ID
	}
	out.List = make([]Payout, len(rows))
	for i, r := range rows {
		out.List[i] = Payout{
			ID: r.ID, MemID: r.Member, Amount: r.Amount, Status: int16(r.Status), RequestedAt: r.RequestedAt, ProcessedAt: r.ProcessedAt,
			ProcessedBy: r.ProcessedBy, Memo: r.Memo,
		}
	}
	return out, nil
}

// PayoutRequest names a request of a member as the list showed it. Another member, amount or moment is C019.
type PayoutRequest struct {
	ID          int64        `json:"id"`
	MemID       string       `json:"memId"`
	Amount      money.Amount `json:"amount"`
	RequestedAt time.Time    `json:"requestedAt"`
}

func (r PayoutRequest) input(who httpx.Caller) partner.PayoutInput {
	return partner.PayoutInput{
		Sender: sender(who), Shown: cash.Shown{ID: r.ID, Member: r.MemID, Amount: r.Amount, RequestedAt: r.RequestedAt},
	}
}

func (a *API) acceptPayout(ctx context.Context, who httpx.Caller, req PayoutRequest) (Send, error) {
	s, err := a.sends.AcceptPayout(ctx, req.input(who))
	return answer(who, s, err)
}

// PayoutRefusal refuses a request with a reason.
type PayoutRefusal struct {
	PayoutRequest
	Reason string `json:"reason"` // up to 200 characters; the member reads it
}

func (a *API) refusePayout(ctx context.Context, who httpx.Caller, req PayoutRefusal) (httpx.None, error) {
	in := req.input(who)
	in.Reason = req.Reason
	return httpx.None{}, a.sends.RefusePayout(ctx, in)
}

// Package money is a partner's own money: what it pays to the accounts directly below it, what it recalls, what it withdraws to its bank account, and the moves
// of its PT.
package money

import (
	"context"
	"time"

	"hubstake/internal/access/httpx"
	"hubstake/internal/access/limit"
	"hubstake/internal/accounting/report"
	"hubstake/internal/core/money"
	"hubstake/internal/core/right"
	"hubstake/internal/funds/cash"
	"hubstake/internal/operator/audit"
	"hubstake/internal/partners/partner"
)

// API holds the services that the calls need.
type API struct {
	sends   *partner.Sends
	reports *report.Service
	cash    *cash.Service
}

// New returns the area's API.
func New(sends *partner.Sends, reports *report.Service, cash *cash.Service) *API {
	return &API{sends: sends, reports: reports, cash: cash}
}

// Routes lists the calls.
func (a *API) Routes() []httpx.Route {
	return []httpx.Route{
		httpx.Post("/api/partner/money/purse", httpx.Partner, a.purse, httpx.Needs(right.MoneyRead), httpx.Passive),
		httpx.Post("/api/partner/money/targets", httpx.Partner, a.targets, httpx.Needs(right.MoneyWrite)),
		httpx.Post("/api/partner/money/pay", httpx.Partner, a.pay, httpx.Needs(right.MoneyWrite), httpx.Pace(limit.Money), httpx.Idempotent),
		httpx.Post("/api/partner/money/recall", httpx.Partner, a.recall, httpx.Needs(right.MoneyWrite), httpx.Pace(limit.Money), httpx.Idempotent),
		httpx.Post("/api/partner/money/reverse", httpx.Partner, a.reverse, httpx.Needs(right.MoneyWrite), httpx.Pace(limit.Money), httpx.Idempotent),
		httpx.Post("/api/partner/money/payouts", httpx.Partner, a.payouts, httpx.Needs(right.MoneyRead)),
		httpx.Post("/api/partner/money/payouts/accept", httpx.Partner, a.acceptPayout, httpx.Needs(right.MoneyWrite), httpx.Pace(limit.Money), httpx.Idempotent),
		httpx.Post("/api/partner/money/payouts/refuse", httpx.Partner, a.refusePayout, httpx.Needs(right.MoneyWrite), httpx.Pace(limit.Money)),
		httpx.Post("/api/partner/money/withdrawal", httpx.Partner, a.terms, httpx.Needs(right.MoneyRead)),
		httpx.Post("/api/partner/money/withdrawals", httpx.Partner, a.withdrawals, httpx.Needs(right.MoneyRead)),
		httpx.Post("/api/partner/money/withdraw", httpx.Partner, a.withdraw, httpx.Needs(right.MoneyWrite), httpx.Pace(limit.Money), httpx.Idempotent),
		httpx.Post("/api/partner/money/withdraw/cancel", httpx.Partner, a.cancel, httpx.Needs(right.MoneyWrite), httpx.Pace(limit.Money)),
		httpx.Post("/api/partner/money/sends", httpx.Partner, a.list, httpx.Needs(right.MoneyRead)),
		httpx.Post("/api/partner/money/sends/csv", httpx.Partner, a.sendsFile, httpx.Needs(right.MoneyRead)),
		httpx.Post("/api/partner/money/pt", httpx.Partner, a.ledger, httpx.Needs(right.MoneyRead)),
		httpx.Post("/api/partner/money/pt/csv", httpx.Partner, a.ledgerFile, httpx.Needs(right.MoneyRead)),
	}
}

// Purse is the partner's PT and what it may do with it.
type Purse struct {
	PT      money.Amount `json:"pt"`
	Version int64        `json:"version"` // of the PT; the event PT has it
	May     bool         `json:"may"`     // pay and recall (U021)
	DayMax  money.Amount `json:"dayMax"`
	Today   money.Amount `json:"today"` // paid today by the site's clock
	Left    money.Amount `json:"left"`  // what may still be paid today
	// RecallLeft and PayoutLeft may still be recalled and paid out today; each has the day's maximum for itself.
	RecallLeft money.Amount `json:"recallLeft"`
	PayoutLeft money.Amount `json:"payoutLeft"`
}

func (a *API) purse(ctx context.Context, who httpx.Caller, _ httpx.None) (Purse, error) {
	p, err := a.sends.Purse(ctx, who.Site, who.MemID)
	return Purse{PT: p.PT, Version: p.Version, May: p.May, DayMax: p.DayMax, Today: p.Today, Left: p.Left(), RecallLeft: p.RecallLeft(), PayoutLeft: p.PayoutLeft()}, err
}

// TargetsRequest asks for accounts directly below.
type TargetsRequest struct {
	Query string `json:"query"` // the beginning of a memId or nickname; empty: the first ones
}

// Target is an account that may be paid.
type Target struct {
	MemID   string        `json:"memId"`
	Nick    string        `json:"nick"`
	Partner bool          `json:"partner"`
	Balance *money.Amount `json:"balance"` // cash, or PT of a partner; null without the right to see money
	// Recallable is what was paid to the account, was not taken back and is still there; null without the right to see money.
	Recallable *money.Amount `json:"recallable"`
}

// TargetsAnswer lists up to 20 accounts.
type TargetsAnswer struct {
	List []Target `json:"list"`
}

func (a *API) targets(ctx context.Context, who httpx.Caller, req TargetsRequest) (TargetsAnswer, error) {
	found, err := a.sends.Targets(ctx, who.Site, who.MemID, req.Query)
	if err != nil {
		return TargetsAnswer{}, err
	}
	list := make([]Target, len(found))
	for i, t := range found {
		list[i] = Target{MemID: t.MemID, Nick: t.Nick, Partner: t.Partner, Balance: shown(who, t.Balance), Recallable: shown(who, t.Recallable)}
	}
	return TargetsAnswer{List: list}, nil
}

// SendRequest pays or recalls.
type SendRequest struct {
	MemID  string      `json:"memId"` // directly below
	Amount money.Input `json:"amount"`
	Reason string      `json:"reason"` // up to 200 characters; the member reads it
}

// ReverseRequest reverses a payment or a recall.
type ReverseRequest struct {
	ID     int64  `json:"id"`
	Reason string `json:"reason"` // up to 200 characters; the member reads it
}

// Send is a payment, a recall or a reversal.
type Send struct {
	ID              int64            `json:"id"`
	Kind            partner.SendKind `json:"kind"` // pay, recall, reverse or payout
	MemID           string           `json:"memId"`
	ToPartner       bool             `json:"toPartner"` // PT of a partner moved, not cash of a member
	Gains           bool             `json:"gains"`     // the other side got the amount; else it was taken from it
	Amount          money.Amount     `json:"amount"`
	Reason          string           `json:"reason"`
	Agent           string           `json:"agent"`      // the person who did it
	Reverses        int64            `json:"reverses"`   // of a reversal: which send; else 0
	ReversedBy      int64            `json:"reversedBy"` // the reversal, or 0
	Back            money.Amount     `json:"back"`       // of a payment: what was recalled or reversed since
	Request         int64            `json:"request"`    // of a pay-out: the request of the member; else 0
	PT              *money.Amount    `json:"pt"`         // the partner's, after it; null without the right to see money
	At              time.Time        `json:"at"`
	ReversibleUntil *time.Time       `json:"reversibleUntil"` // null: it cannot be reversed
}

// shown is an amount as the caller may see it: nil without the right to see money.
func shown(who httpx.Caller, a money.Amount) *money.Amount {
	if !who.Has(right.MoneyRead) {
		return nil
	}
	return &a
}

func send(who httpx.Caller, s partner.Send) Send {
	out := Send{
		ID: s.ID, Kind: s.Kind, MemID: s.Member, ToPartner: s.ToPartner, Gains: s.Gains, Amount: s.Amount, Reason: s.Reason, Agent: s.Agent,
		Reverses: s.Reverses, ReversedBy: s.ReversedBy, Back: s.Back, Request: s.Request, PT: shown(who, s.After), At: s.At,
	}
	if until := s.ReversibleUntil(); !until.IsZero() {
		out.ReversibleUntil = &until
	}
	return out
}

func sender(who httpx.Caller) partner.Sender {
	return partner.Sender{
		Site: who.Site, Partner: who.MemID, Agent: audit.Actor{ID: who.Agent, IP: who.IP, Trace: who.Trace}, IdempotencyKey: who.IdempotencyKey,
	}
}

func (a *API) pay(ctx context.Context, who httpx.Caller, req SendRequest) (Send, error) {
	s, err := a.sends.Pay(ctx, partner.SendInput{Sender: sender(who), Member: req.MemID, Amount: req.Amount, Reason: req.Reason})
	return answer(who, s, err)
}

func (a *API) recall(ctx context.Context, who httpx.Caller, req SendRequest) (Send, error) {
	s, err := a.sends.Recall(ctx, partner.SendInput{Sender: sender(who), Member: req.MemID, Amount: req.Amount, Reason: req.Reason})
	return answer(who, s, err)
}

func (a *API) reverse(ctx context.Context, who httpx.Caller, req ReverseRequest) (Send, error) {
	s, err := a.sends.Reverse(ctx, partner.ReverseInput{Sender: sender(who), ID: req.ID, Reason: req.Reason})
	return answer(who, s, err)
}

func answer(who httpx.Caller, s partner.Send, err error) (Send, error) {
	if err != nil {
		return Send{}, err
	}
	return send(who, s), nil
}

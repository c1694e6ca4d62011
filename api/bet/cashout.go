package bet

import (
	"context"
	"errors"
	"time"

	"hubstake/internal/access/httpx"
	"hubstake/internal/core/fault"
	"hubstake/internal/core/money"
	"hubstake/internal/play/bet"
)

// CashOutRequest names a bet of the caller, and the amount for which the caller ends it before its matches are over: the offer that the page showed.
type CashOutRequest struct {
	BetIdx int64        `json:"betIdx"`
	Amount money.Amount `json:"amount"`
	Accept bet.Choice   `json:"accept,omitzero"` // which changes of its value are taken without asking: none, better or any (D-26); missing: the member's own choice
}

// CashedOut is a bet that was ended, for another amount than was asked for when the caller takes that change, or that is decided at the end of the delay.
type CashedOut struct {
	BetID  string       `json:"betId"`
	Amount money.Amount `json:"amount"`
	DueAt  *time.Time   `json:"dueAt"` // a match is in play: when it is decided; null: the bet has ended
}

// NotCashedOut is the detail of a bet that cannot be ended for the amount.
type NotCashedOut struct {
	Why    string       `json:"why"`    // ended; changed or score: it is worth something else now; unknown, off, closed, suspended or inactive: a leg of it has no price
	Amount money.Amount `json:"amount"` // the offer of now; 0: none
}

func (a *API) cashOut(ctx context.Context, who httpx.Caller, req CashOutRequest) (CashedOut, error) {
	r, err := a.round(ctx, who, req.BetIdx)
	if err != nil {
		return CashedOut{}, err
	}
	c, err := a.bets.CashOut(ctx, who.MemID, r.Currency, r.RoundID, req.Amount, req.Accept, who.Trace)
	var no *bet.NoCashOut
	switch {
	case errors.Is(err, bet.ErrForm):
		return CashedOut{}, fault.Failed
	case errors.Is(err, bet.ErrEnded):
		return CashedOut{}, httpx.WithDetail(fault.GameUnavailable, NotCashedOut{Why: string(bet.Ended)})
	case errors.As(err, &no):
		return CashedOut{}, httpx.WithDetail(fault.GameUnavailable, NotCashedOut{string(no.Reason), no.Amount})
	case err != nil:
		return CashedOut{}, err
	}
	return CashedOut{c.Bet, c.Amount, c.DueAt}, nil
}

// CashOutOffer is what a bet can be ended for now, and what became of the request of a moment ago.
type CashOutOffer struct {
	Amount  money.Amount `json:"amount"`  // 0: there is none, because of why
	Why     bet.Reason   `json:"why"`     // closed: a match is over, and the bet waits for its result; off, suspended or inactive: a leg has no price
	Asked   money.Amount `json:"asked"`   // what the caller took, and waits for; 0: nothing
	DueAt   *time.Time   `json:"dueAt"`   // until when
	Refused bet.Reason   `json:"refused"` // why the last request was refused, for a minute
	// RefusedAmount is what that request was for; 0: none was refused.
	RefusedAmount money.Amount `json:"refusedAmount"`
}

func cashOutOf(c *bet.CashOutState) *CashOutOffer {
	if c == nil {
		return nil
	}
	return &CashOutOffer{Amount: c.Amount, Why: c.Reason, Asked: c.Asked, DueAt: c.DueAt, Refused: c.Refused, RefusedAmount: c.RefusedAmount}
}

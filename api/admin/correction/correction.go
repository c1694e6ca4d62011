// Package correction is how staff puts a member's money right.
package correction

import (
	"context"

	"hubstake/api/admin/caller"
	"hubstake/internal/access/httpx"
	"hubstake/internal/core/money"
	"hubstake/internal/core/right"
	"hubstake/internal/funds/correction"
	"hubstake/internal/ledger/wallet"
)

// API holds what the calls need.
type API struct {
	corrections *correction.Service
}

// New returns the area's API.
func New(corrections *correction.Service) *API { return &API{corrections: corrections} }

// Routes lists the calls.
func (a *API) Routes() []httpx.Route {
	return []httpx.Route{httpx.Post("/api/admin/cash/correct", httpx.Staff, a.correct, httpx.Needs(right.Correct))}
}

// Request gives money or points to a member, or takes them, by an entry of its own.
type Request struct {
	RequestID string      `json:"requestId"` // 8 to 64 letters, digits and hyphens, made by the page: the same corrects once
	MemID     string      `json:"memId"`
	Unit      wallet.Unit `json:"unit"` // cash or point
	Take      bool        `json:"take"` // from the member; else it is given
	Amount    money.Input `json:"amount"`
	Reason    string      `json:"reason"` // up to 200 characters; the member does not read it
}

// Answer is the member's wallet after it.
type Answer struct {
	Cash   money.Amount `json:"cash"`
	Points money.Amount `json:"points"`
}

// correct is U035 when it waits for a second person.
func (a *API) correct(ctx context.Context, who httpx.Caller, req Request) (Answer, error) {
	w, err := a.corrections.Correct(ctx, who.Site, caller.Actor(who), correction.Correction{
		Request: req.RequestID, Member: req.MemID, Unit: req.Unit, Take: req.Take, Amount: req.Amount, Reason: req.Reason,
	})
	return Answer{Cash: w.Cash, Points: w.Points}, err
}

package sports

import (
	"context"
	"slices"

	"hubstake/api/admin/caller"
	"hubstake/internal/access/httpx"
	"hubstake/internal/core/fault"
	"hubstake/internal/core/right"
	"hubstake/internal/play/settle"
)

// CorrectionRequest asks what a correction would do: to the ended bets on a match that hold no more, those that are void although the outcome is known among them, or to
// one bet, which would become void. E001: not one of both, or there is no such bet.
type CorrectionRequest struct {
	EventIdx int64 `json:"eventIdx,omitzero"`
	BetIdx   int64 `json:"betIdx,omitzero"` // of its round
	Undo     bool  `json:"undo,omitzero"`   // the bet is void, and would end by the outcomes of its matches
	Aged     bool  `json:"aged,omitzero"`   // also bets that ended more than 30 days ago: of masters alone (U029)
}

func (r CorrectionRequest) wish() settle.Wish {
	return settle.Wish{Event: r.EventIdx, Bet: r.BetIdx, Undo: r.Undo, Aged: r.Aged}
}

// mayAge refuses old bets to all but masters.
func (r CorrectionRequest) mayAge(who httpx.Caller) error {
	if r.Aged && !slices.Contains(who.Rights, right.Staff) {
		return fault.NoAccess
	}
	return nil
}

func (a *API) preview(ctx context.Context, who httpx.Caller, req CorrectionRequest) (settle.Preview, error) {
	if err := req.mayAge(who); err != nil {
		return settle.Preview{}, err
	}
	return a.corrections.Preview(ctx, who.Site, req.wish())
}

// CorrectRequest orders a correction as it was shown. C019: it would do something else by now, or nothing, or the match is being settled.
type CorrectRequest struct {
	CorrectionRequest
	settle.Figures        // as they were shown
	Reason         string `json:"reason"` // up to 200 characters; the members whose bets it changes read it
}

// correct is U035 when it waits for a second person.
func (a *API) correct(ctx context.Context, who httpx.Caller, req CorrectRequest) (httpx.None, error) {
	if err := req.mayAge(who); err != nil {
		return httpx.None{}, err
	}
	return httpx.None{}, a.corrections.Correct(ctx, who.Site, caller.Actor(who), req.wish(), req.Figures, req.Reason)
}

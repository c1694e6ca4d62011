package sports

import (
	"context"

	"hubstake/api/admin/caller"
	"hubstake/internal/access/httpx"
	"hubstake/internal/core/odds"
	"hubstake/internal/play/sports"
)

// ResultRequest enters the result of a match, or corrects it. C019: the match has another result than was shown, it has this one already, or it has not begun.
type ResultRequest struct {
	EventIdx int64       `json:"eventIdx"`
	Version  int         `json:"version"`       // of the result that staff was shown; 0: there was none
	Full     odds.Score  `json:"full"`          // by which bets on the whole match are settled
	Half     *odds.Score `json:"half"`          // by which bets on the first half are settled; null: they wait
	Void     string      `json:"void,omitzero"` // cancelled, abandoned or postponed: the match has no result, and its bets are void
	Source   string      `json:"source"`        // where staff has it from, up to 200 characters
	Reason   string      `json:"reason"`        // up to 200 characters; the second person reads it
}

// result is U035 when it waits for a second person.
func (a *API) result(ctx context.Context, who httpx.Caller, req ResultRequest) (httpx.None, error) {
	return httpx.None{}, a.office.EnterResult(ctx, who.Site, caller.Actor(who), sports.EnteredResult{
		Event: req.EventIdx, Version: req.Version, Ended: sports.Ended{Void: req.Void, Full: req.Full, Half: req.Half}, Source: req.Source,
	}, req.Reason)
}

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
	Version  int         `json:"version"` // of the result that staff was shown; 0: there was none
	Full     odds.Score  `json:"full"`    // by which bets on the whole match are settled: of soccer and handball the score after the regular time
	Half     *odds.Score `json:"half"`    // by which bets on the first half are settled; null: they wait
	// Void is cancelled, abandoned or postponed: the match has no result. The bets on a cancelled or postponed one are void; of an abandoned one those stand that the
	// scores of the moment had decided.
	Void     string `json:"void,omitzero"`
	HalfOpen bool   `json:"halfOpen,omitzero"` // the match was abandoned in its first half, and half is the score of the moment
	// Scores are those of the parts, as Match.parts names them, by which bets in Match.innerUnit are settled; absent: they wait.
	Scores map[string]odds.Score `json:"scores,omitzero"`
	Source string                `json:"source"` // where staff has it from, up to 200 characters
	Reason string                `json:"reason"` // up to 200 characters; the second person reads it
}

// result is U035 when it waits for a second person.
func (a *API) result(ctx context.Context, who httpx.Caller, req ResultRequest) (httpx.None, error) {
	return httpx.None{}, a.office.EnterResult(ctx, who.Site, caller.Actor(who), sports.EnteredResult{
		Event: req.EventIdx, Version: req.Version, Ended: sports.Ended{Void: req.Void, Full: req.Full, Half: req.Half, HalfOpen: req.HalfOpen, Scores: req.Scores}, Source: req.Source,
	}, req.Reason)
}

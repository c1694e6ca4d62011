package sports

import (
	"context"

	"hubstake/api/admin/caller"
	"hubstake/internal/access/httpx"
	"hubstake/internal/play/settle"
)

// PlacedRequest asks what it would do to void the site's bets with a leg on a market that were placed from one moment to another one, both included; at most seven days.
// E001: no such time, or no such market of the match.
type PlacedRequest struct {
	settle.Placed
}

func (a *API) previewPlaced(ctx context.Context, who httpx.Caller, req PlacedRequest) (settle.PlacedPreview, error) {
	return a.corrections.PreviewPlaced(ctx, who.Site, req.Placed)
}

// VoidPlacedRequest voids these bets as it was shown: the leg counts 1.00, and a bet on nothing else is given back. C019: it would do something else by now, or
// nothing, or the match is being settled.
type VoidPlacedRequest struct {
	settle.Placed
	settle.PlacedFigures        // as they were shown
	Reason               string `json:"reason"` // up to 200 characters; the members whose bets it ends read it
}

// voidPlaced is U035 when it waits for a second person.
func (a *API) voidPlaced(ctx context.Context, who httpx.Caller, req VoidPlacedRequest) (httpx.None, error) {
	return httpx.None{}, a.corrections.VoidPlaced(ctx, who.Site, caller.Actor(who), req.Placed, req.PlacedFigures, req.Reason)
}

// UndoPlacedRequest takes it back: the legs are decided by their market again. Bets that ended by it are listed among those that hold no more, and end otherwise by a
// correction. C019: it was taken back already. U035: its open folders may pay so much that a second person decides, who was asked.
type UndoPlacedRequest struct {
	Idx    int64  `json:"idx"`
	Reason string `json:"reason"` // up to 200 characters
}

func (a *API) undoPlaced(ctx context.Context, who httpx.Caller, req UndoPlacedRequest) (httpx.None, error) {
	return httpx.None{}, a.corrections.UndoPlaced(ctx, who.Site, caller.Actor(who), req.Idx, req.Reason)
}

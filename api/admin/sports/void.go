package sports

import (
	"context"
	"time"

	"hubstake/api/admin/caller"
	"hubstake/internal/access/httpx"
	"hubstake/internal/core/money"
	"hubstake/internal/core/odds"
	"hubstake/internal/play/sports"
)

// MarketsRequest asks for all markets of a match. E001: there is no such match.
type MarketsRequest struct {
	EventIdx int64 `json:"eventIdx"`
}

// Market is a market as staff sees it. Bets and stakes are those of the bets on it that have not ended: the site's, of the site of the book those of all sites.
type Market struct {
	MarketIdx  int64              `json:"marketIdx"`
	Kind       odds.Kind          `json:"kind"`
	Period     odds.Period        `json:"period"`
	Unit       odds.Measure       `json:"unit"`  // what is counted; empty: what the match's score counts
	Line       odds.Line          `json:"line"`  // quarters
	State      sports.MarketState `json:"state"` // open, suspended, closed (it waits for the result), resulted or void
	Bets       int64              `json:"bets"`
	Stakes     money.Amount       `json:"stakes"`     // whole stakes of folders, too
	VoidedBy   string             `json:"voidedBy"`   // staff; empty: staff did not void it
	VoidReason string             `json:"voidReason"` // of that
	VoidedAt   *time.Time         `json:"voidedAt"`   // null: staff did not void it
}

// MarketsAnswer lists markets in the order of the pages.
type MarketsAnswer struct {
	List []Market `json:"list"`
}

func (a *API) markets(ctx context.Context, who httpx.Caller, req MarketsRequest) (MarketsAnswer, error) {
	found, err := a.office.Markets(ctx, req.EventIdx)
	if err != nil {
		return MarketsAnswer{}, err
	}
	stakes, err := a.bets.MarketStakes(ctx, who.Site, req.EventIdx)
	if err != nil {
		return MarketsAnswer{}, err
	}
	out := MarketsAnswer{List: make([]Market, len(found))}
	for i, m := range found {
		open := stakes[m.ID]
		out.List[i] = Market{
			MarketIdx: m.ID, Kind: m.Kind, Period: m.Period, Unit: m.Unit, Line: m.Line, State: m.State, Bets: open.Bets, Stakes: open.Stakes,
			VoidedBy: m.VoidedBy, VoidReason: m.VoidReason, VoidedAt: m.VoidedAt,
		}
	}
	return out, nil
}

// VoidRequest makes a market void, on all sites: in bets that are open it counts 1.00, whatever result the match has or gets, until staff takes that back. Then the
// result decides it again; bets that ended meanwhile are corrected. C019: staff voided it already, or took that back. E001: no such match, no such market of it, or no
// reason.
type VoidRequest struct {
	EventIdx  int64  `json:"eventIdx"`
	MarketIdx int64  `json:"marketIdx"`
	Undo      bool   `json:"undo,omitzero"` // it is void by staff, and is not any more
	Reason    string `json:"reason"`        // up to 200 characters; the second person reads it
}

// voidMarket is U035 when it waits for a second person.
func (a *API) voidMarket(ctx context.Context, who httpx.Caller, req VoidRequest) (httpx.None, error) {
	if req.Undo {
		return httpx.None{}, a.office.UnvoidMarket(ctx, who.Site, caller.Actor(who), req.EventIdx, req.MarketIdx, req.Reason)
	}
	return httpx.None{}, a.office.VoidMarket(ctx, who.Site, caller.Actor(who), req.EventIdx, req.MarketIdx, req.Reason)
}

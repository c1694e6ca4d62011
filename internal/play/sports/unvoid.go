package sports

import (
	"context"
	"fmt"
	"strconv"

	"github.com/jackc/pgx/v5"

	"hubstake/internal/operator/approval"
	"hubstake/internal/operator/audit"
)

// UnvoidMarket takes back that staff voided a market, or asks for the second person that this needs (U035), as VoidMarket does (D-66). The market is decided by the result
// of its match again, or waits for it; no bet is taken on it any more. Open bets follow. Bets that ended by the void stay as they are until staff corrects them
// (settle.Office). C019: the market is not void by staff. E001: no such match, no such market of it, or no reason.
func (o *Office) UnvoidMarket(ctx context.Context, siteID string, by audit.Actor, event, market int64, reason string) error {
	reason, err := words(reason)
	if err != nil {
		return err
	}
	v := VoidedMarket{Event: event, Market: market, Undo: true}
	return o.doOrAsk(ctx, siteID, by, reason, func(tx pgx.Tx) (approval.Effect, error) {
		return o.unvoid(ctx, tx, v, reason)
	}, func(tx pgx.Tx) (target string, detail any, err error) {
		_, asked, _, err := o.mayVoid(ctx, tx, v)
		return fmt.Sprintf("unvoid %d", market), askedMarket{&asked}, err
	})
}

// unvoid takes the void of a market back in tx.
func (o *Office) unvoid(ctx context.Context, tx pgx.Tx, v VoidedMarket, reason string) (out approval.Effect, err error) {
	h, v, _, err := o.mayVoid(ctx, tx, v)
	if err != nil {
		return out, err
	}
	if err := h.a.loadResults(ctx, []int64{v.Event}); err != nil {
		return out, err
	}
	full, half, inner := Closed, Closed, Closed
	if h.m.half != nil {
		half = Resulted
	}
	if r := h.a.results[v.Event]; r != nil && h.m.over() && r.ends(h.m) {
		full, half, inner = r.states()
	}
	err = h.a.changeMarkets(ctx, `
		UPDATE sports_market
		   SET state = CASE WHEN unit <> '' THEN $4 WHEN period = 'half1' THEN $3 ELSE $2 END, version = version + 1, voided_by = '', void_reason = '', voided_at = NULL
		 WHERE id = $1 RETURNING id`, v.Market, string(full), string(half), string(inner))
	if err != nil {
		return out, err
	}
	// The version of what decides the bets was one more while the market was void: it must not be again as it was before.
	if _, err := tx.Exec(ctx, `UPDATE sports_event SET decided = decided + 2 WHERE id = $1`, v.Event); err != nil {
		return out, fmt.Errorf("sports: unvoid: %w", err)
	}
	if err := h.a.tell(ctx); err != nil {
		return out, err
	}
	out.Entry = audit.Entry{Action: "sports.unvoid", Target: strconv.FormatInt(v.Event, 10)}
	out.Detail = map[string]any{
		"home": h.home, "away": h.away, "market": v.Market, "kind": v.Kind, "period": v.Period, "unit": v.Unit, "line": v.Line, "reason": reason,
	}
	return out, nil
}

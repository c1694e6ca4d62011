package sports

import (
	"cmp"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"slices"
	"strconv"
	"time"

	"github.com/jackc/pgx/v5"

	"hubstake/internal/core/fault"
	"hubstake/internal/core/odds"
	"hubstake/internal/operator/approval"
	"hubstake/internal/operator/audit"
)

// ListedMarket is a market as staff sees it.
type ListedMarket struct {
	ID         int64
	Kind       odds.Kind
	Period     odds.Period
	Unit       odds.Measure // empty: that of the match's score
	Line       odds.Line    // quarters
	State      MarketState
	VoidedBy   string     // staff; empty: staff did not void it
	VoidReason string     // of that
	VoidedAt   *time.Time // nil: it was not
}

// Markets returns all markets of a match, in the order of the pages. E001: there is no such match.
func (o *Office) Markets(ctx context.Context, event int64) ([]ListedMarket, error) {
	rows, err := o.db.Query(ctx, `
		SELECT m.id, m.kind, m.period, m.unit, m.line, m.state, m.voided_by, m.void_reason, m.voided_at FROM sports_market m WHERE m.event_id = $1`, event)
	if err != nil {
		return nil, fmt.Errorf("sports: markets: %w", err)
	}
	list, err := pgx.CollectRows(rows, pgx.RowToStructByPos[ListedMarket])
	if err != nil {
		return nil, fmt.Errorf("sports: markets: %w", err)
	}
	if len(list) == 0 {
		var known bool
		if err := o.db.QueryRow(ctx, `SELECT EXISTS (SELECT FROM sports_event WHERE id = $1)`, event).Scan(&known); err != nil {
			return nil, fmt.Errorf("sports: markets: %w", err)
		}
		if !known {
			return nil, fault.Failed.Wrap(ErrNoMatch)
		}
	}
	slices.SortFunc(list, func(x, y ListedMarket) int {
		return cmp.Or(cmp.Compare(x.Period, y.Period), cmp.Compare(slices.Index(odds.Kinds, x.Kind), slices.Index(odds.Kinds, y.Kind)),
			cmp.Compare(x.Unit, y.Unit), cmp.Compare(x.Line, y.Line))
	})
	return list, nil
}

// VoidedMarket is a market that staff voids, as a request for approval keeps it.
type VoidedMarket struct {
	Event  int64        `json:"eventIdx"`
	Market int64        `json:"marketIdx"`
	Home   string       `json:"home"`
	Away   string       `json:"away"`
	Kind   odds.Kind    `json:"kind"`
	Period odds.Period  `json:"period"`
	Unit   odds.Measure `json:"unit,omitempty"` // empty: that of the match's score
	Line   odds.Line    `json:"line"`           // quarters
	Undo   bool         `json:"undo,omitzero"`  // it is void, and is to be decided by the result again
}

// askedMarket is the detail of a request that a market becomes void. It has no field of a result, so that the release before, which takes it for one, finds no
// match and refuses it.
type askedMarket struct {
	Market *VoidedMarket `json:"market"`
}

// AskedMarket returns the market that a request for approval wants to void; nil: it wants to enter a result.
func AskedMarket(detail json.RawMessage) (*VoidedMarket, error) {
	var a askedMarket
	if err := json.Unmarshal(detail, &a); err != nil {
		return nil, fmt.Errorf("asked market: %w", err)
	}
	return a.Market, nil
}

// errNoMarket says that a match has no such market.
var errNoMarket = errors.New("sports: the match has no such market")

// VoidMarket makes a market of a match void, or asks for the second person that this needs (U035), as a result does. On all sites, it counts 1.00 in bets that
// are open, and a bet on nothing else is given back, whatever result the match has or gets. Bets that ended stay as they are (settle.Outdated). C019: staff
// voided it already. E001: no such match, no such market of it, or no reason.
func (o *Office) VoidMarket(ctx context.Context, siteID string, by audit.Actor, event, market int64, reason string) error {
	reason, err := words(reason)
	if err != nil {
		return err
	}
	v := VoidedMarket{Event: event, Market: market}
	return o.doOrAsk(ctx, siteID, by, reason, func(tx pgx.Tx) (approval.Effect, error) {
		return o.void(ctx, tx, by, v, reason)
	}, func(tx pgx.Tx) (target string, detail any, err error) {
		_, asked, _, err := o.mayVoid(ctx, tx, v)
		return fmt.Sprintf("market %d", market), askedMarket{&asked}, err
	})
}

// mayVoid locks the feed and the match of a market, and returns the market in words, with the state that it has now.
func (o *Office) mayVoid(ctx context.Context, tx pgx.Tx, v VoidedMarket) (h heldMatch, full VoidedMarket, was MarketState, err error) {
	full = v
	if h, err = o.lockDecided(ctx, tx, v.Event); err != nil {
		return h, full, was, err
	}
	full.Home, full.Away = h.home, h.away
	var voidedBy string
	err = tx.QueryRow(ctx, `SELECT kind, period, unit, line, state, voided_by FROM sports_market WHERE id = $1 AND event_id = $2`, v.Market, v.Event).
		Scan(&full.Kind, &full.Period, &full.Unit, &full.Line, &was, &voidedBy)
	switch {
	case errors.Is(err, pgx.ErrNoRows):
		return h, full, was, fault.Failed.Wrap(errNoMarket)
	case err != nil:
		return h, full, was, fmt.Errorf("sports: void: %w", err)
	case (voidedBy != "") != v.Undo:
		return h, full, was, fault.PaymentProblem.Wrap(errUnchanged)
	}
	return h, full, was, nil
}

// void makes a market void in tx in the name of by.
func (o *Office) void(ctx context.Context, tx pgx.Tx, by audit.Actor, v VoidedMarket, reason string) (out approval.Effect, err error) {
	h, v, was, err := o.mayVoid(ctx, tx, v)
	if err != nil {
		return out, err
	}
	err = h.a.changeMarkets(ctx, `
		UPDATE sports_market
		   SET state = 'void', feed_state = 'closed', stale = false, version = version + 1, closed_at = coalesce(closed_at, $2::timestamptz),
		       voided_by = $3, void_reason = $4, voided_at = $2
		 WHERE id = $1 RETURNING id`, v.Market, h.a.now, by.ID, reason)
	if err != nil {
		return out, err
	}
	if err := h.a.tell(ctx); err != nil {
		return out, err
	}
	out.Entry = audit.Entry{Action: "sports.void", Target: strconv.FormatInt(v.Event, 10)}
	out.Detail = map[string]any{
		"home": v.Home, "away": v.Away, "market": v.Market, "kind": v.Kind, "period": v.Period, "unit": v.Unit, "line": v.Line, "was": was, "reason": reason,
	}
	return out, nil
}

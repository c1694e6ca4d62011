package settle

import (
	"context"
	"errors"
	"fmt"
	"time"

	"github.com/jackc/pgx/v5"

	"hubstake/internal/core/money"
	"hubstake/internal/core/odds"
	"hubstake/internal/operator/message"
	"hubstake/internal/platform/pg"
	"hubstake/internal/play/bet"
)

// window is how long after its end a bet is corrected without the right to correct old ones.
const window = 30 * 24 * time.Hour

// scope says which bets of a site are meant: the ended ones on a match that hold no more, one bet, which is voided or gets back what that took, or those on a market that
// were placed within a time.
type scope struct {
	site   string
	event  int64   // 0: one bet
	bet    string  // empty: the match
	undo   bool    // the bet is void, and ends by its outcomes
	placed *Placed // nil: not the bets of a time
	window int64   // the number of that time, once it was ordered
	aged   bool    // also bets that ended longer ago than the window
}

// decided is a bet that ended, with the outcomes of now.
type decided struct {
	slip
	state bet.State
	paid  money.Amount
	times int // how often it was corrected
}

// next returns how the bet ends by an order, and whether that is known and is another end than it has.
func (d *decided) next(o scope) (bet.Ending, bool) {
	if o.bet == "" || o.undo {
		if o.placed != nil {
			d.voidLegs(o.placed.Market)
		}
		e, ok := d.ending(d.state)
		switch {
		case !ok, d.state == bet.CashedOut && e.To != bet.Voided && o.placed != nil, d.state == bet.Voided && e.To == bet.Voided:
			return e, false // in a time that staff voided a cash-out is final but for a bet that is void as a whole; settle_ended names those that are not final otherwise
		}
		return e, true
	}
	e := bet.Ending{Bet: d.id, Member: d.member, Currency: d.currency, From: d.state, To: bet.Voided}
	for range d.legs {
		e.Outcomes = append(e.Outcomes, odds.Voided)
	}
	return e, true
}

// voidLegs makes the legs on a market void.
func (b *slip) voidLegs(market int64) {
	for i := range b.legs {
		if b.markets[i] == market {
			b.legs[i].Outcome = odds.Voided
		}
	}
}

// ended returns the next slice of the bets of a scope with their legs, and the id after which the following one begins; empty: it was the last.
func (s *Service) ended(ctx context.Context, o scope, after string) (bets []*decided, last string, err error) {
	var within *time.Duration
	if !o.aged {
		within = new(window)
	}
	var event *int64
	var one *string
	if o.bet == "" {
		event = &o.event
	} else {
		one = &o.bet
	}
	const columns = `SELECT id, member, currency, stake, most, state, paid, corrected FROM `
	sql, args := columns+`settle_ended($1, $2, $3, $4, $5, $6, $7)`, []any{o.site, event, one, o.undo, within, after, s.o.Slice}
	if p := o.placed; p != nil {
		sql, args = columns+`settle_placed($1, $2, $3, $4, $5, $6, $7)`, []any{o.site, p.Market, p.From, p.To, within, after, s.o.Slice}
	}
	rows, err := s.db.Query(ctx, sql, args...)
	if err != nil {
		return nil, "", fmt.Errorf("ended bets: %w", err)
	}
	byID, ids := map[string]*slip{}, []string{}
	var d decided
	_, err = pgx.ForEachRow(rows, []any{&d.id, &d.member, &d.currency, &d.stake, &d.most, &d.state, &d.paid, &d.times}, func() error {
		one := d
		byID[d.id], bets, ids = &one.slip, append(bets, &one), append(ids, d.id)
		return nil
	})
	if err != nil {
		return nil, "", fmt.Errorf("ended bets: %w", err)
	}
	if len(bets) == s.o.Slice {
		last = bets[len(bets)-1].id
	}
	return bets, last, s.readLegs(ctx, byID, ids)
}

// order is one of staff that waits to be carried out.
type order struct {
	id     int64
	scope  scope
	reason string
}

// Correct carries out the order that waits longest: each bet of it once, whichever node does it and however often. ok is false when none is due. An order waits
// while markets of its match are being settled. One that fails is tried again later.
func (s *Service) Correct(ctx context.Context) (bets map[bet.State]int, ok bool, err error) {
	var o order
	var at time.Time
	var event *int64
	var one *string
	err = s.db.QueryRow(ctx, `
		UPDATE settle_order SET due_at = clock_timestamp() + $1::interval, tries = tries + 1
		 WHERE id = (SELECT id FROM settle_order WHERE done_at IS NULL AND due_at <= clock_timestamp() AND NOT settle_busy(event_id)
		              ORDER BY due_at LIMIT 1 FOR UPDATE SKIP LOCKED)
		RETURNING id, site_id, event_id, bet_id, aged, reason, due_at, undo, coalesce(window_id, 0)`, s.o.Lease).
		Scan(&o.id, &o.scope.site, &event, &one, &o.scope.aged, &o.reason, &at, &o.scope.undo, &o.scope.window)
	if errors.Is(err, pgx.ErrNoRows) {
		return nil, false, nil
	} else if err != nil {
		return nil, false, fmt.Errorf("settle: order: %w", err)
	}
	if event != nil {
		o.scope.event = *event
	}
	if one != nil {
		o.scope.bet = *one
	}
	bets, err = s.carryOut(ctx, o)
	if err != nil {
		_, failed := s.db.Exec(context.WithoutCancel(ctx), `
			UPDATE settle_order SET due_at = clock_timestamp() + $3::interval * (1 << least(tries - 1, 6)), fault = left($4, 500) WHERE id = $1 AND due_at = $2`,
			o.id, at, s.o.Retry, err.Error())
		return bets, true, errors.Join(fmt.Errorf("settle: order %d: %w", o.id, err), failed)
	}
	return bets, true, nil
}

// carryOut corrects the bets of an order.
func (s *Service) carryOut(ctx context.Context, o order) (n map[bet.State]int, err error) {
	n = map[bet.State]int{}
	if o.scope.window != 0 {
		if err := s.takeWindow(ctx, &o.scope); err != nil {
			return n, err
		}
	}
	for after := ""; ; {
		bets, last, err := s.ended(ctx, o.scope, after)
		if err != nil {
			return n, err
		}
		if err := s.each(len(bets), n, func(i int) (bet.State, error) { return s.correct(ctx, o, bets[i]) }); err != nil {
			return n, err
		}
		if last == "" {
			break
		}
		after = last
	}
	_, err = s.db.Exec(ctx, `
		UPDATE settle_order o SET done_at = clock_timestamp(), fault = '', bets = settle_corrected_bets(o.id) WHERE id = $1 AND done_at IS NULL`, o.id)
	if err != nil {
		return n, fmt.Errorf("order: %w", err)
	}
	return n, nil
}

// correct ends a bet otherwise, unless it is not decided any more, or was corrected meanwhile: then the state is empty.
func (s *Service) correct(ctx context.Context, o order, d *decided) (bet.State, error) {
	e, ok := d.next(o.scope)
	if !ok {
		return "", nil
	}
	e.Order, e.Reason, e.Corrected = o.id, o.reason, d.times
	end := s.bets.Correct
	if d.state == bet.Placed {
		end = s.bets.End
	}
	switch err := end(ctx, e); {
	case errors.Is(err, bet.ErrEnded) && (o.scope.bet == "" || o.scope.undo):
		return "", nil
	case err != nil: // even if the only bet of the order ended meanwhile: it is looked at again as it stands then
		return "", err
	}
	return e.To, nil
}

// NotifyMember sends the message about one corrected bet, in its member's language, and reports whether there was one to send.
func (s *Service) NotifyMember(ctx context.Context, messages *message.Service) (ok bool, err error) {
	err = pg.InTx(ctx, s.db, func(tx pgx.Tx) error {
		if err := pg.Brief(ctx, tx); err != nil {
			return err
		}
		var c told
		err := tx.QueryRow(ctx, `SELECT bet, n, site, member, lang, currency, was, was_paid, state, paid, reason FROM settle_untold()`).
			Scan(&c.bet, &c.n, &c.site, &c.member, &c.lang, &c.currency, &c.was, &c.wasPaid, &c.is, &c.paid, &c.reason)
		if ok = err == nil; errors.Is(err, pgx.ErrNoRows) {
			return nil
		} else if err != nil {
			return err
		}
		title, content := c.letter()
		if err := messages.Send(ctx, tx, message.Notification{Site: c.site, Member: c.member, Title: title, Content: content}); err != nil {
			return err
		}
		_, err = tx.Exec(ctx, `SELECT settle_told($1, $2)`, c.bet, c.n)
		return err
	})
	if err != nil {
		return false, fmt.Errorf("settle: message: %w", err)
	}
	return ok, nil
}

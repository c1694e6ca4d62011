package settle

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"time"

	"github.com/jackc/pgx/v5"

	"hubstake/internal/core/fault"
	"hubstake/internal/core/money"
	"hubstake/internal/core/odds"
	"hubstake/internal/operator/approval"
	"hubstake/internal/operator/audit"
	"hubstake/internal/operator/site"
	"hubstake/internal/play/bet"
)

// Placed says which bets of a site staff voids because of when they were placed (D-66): those with a leg on a market that were placed from one moment to another one, both
// included. The leg becomes void, so that a bet on nothing else is given back, and a folder goes on or is paid without it.
type Placed struct {
	Event  int64     `json:"eventIdx"`
	Market int64     `json:"marketIdx"`
	From   time.Time `json:"from"`
	To     time.Time `json:"to"`
}

// maxPlaced bounds the time whose bets are voided at once.
const maxPlaced = 7 * 24 * time.Hour

// PlacedFigures are what staff sees before it is ordered, and must be the same when it is.
type PlacedFigures struct {
	Figures
	Stakes money.Amount `json:"stakes"` // of all these bets
	Paid   money.Amount `json:"paid"`   // to those that have ended
	GoOn   int          `json:"goOn"`   // folders among them that stay open, with a leg that counts 1.00
}

// PlacedPreview is what voiding the bets of a time would do now.
type PlacedPreview struct {
	PlacedFigures
	Members int          `json:"members"` // of bets that end otherwise
	Debtors int          `json:"debtors"` // members who have spent what would be taken back
	Debt    money.Amount `json:"debt"`    // what they would owe: no balance becomes negative
	Busy    bool         `json:"busy"`    // markets of the match are being settled: the figures are not final
	List    []Change     `json:"list"`    // the largest changes, at most 100
	Windows []Window     `json:"windows"` // of the market, the latest first, at most 10
	may     money.Amount // what its open folders that go on pay at most
}

// Window is a time whose bets on a market staff voided.
type Window struct {
	Idx      int64      `json:"idx"`
	From     time.Time  `json:"from"`
	To       time.Time  `json:"to"`
	By       string     `json:"by"`
	Reason   string     `json:"reason"`
	At       time.Time  `json:"at"`
	UndoneAt *time.Time `json:"undoneAt"` // null: it holds
}

// check refuses what is no time of a market. E001.
func (p Placed) check() error {
	if p.Event <= 0 || p.Market <= 0 || p.From.IsZero() || p.To.Before(p.From) || p.To.Sub(p.From) > maxPlaced {
		return fault.Failed
	}
	return nil
}

// PreviewPlaced returns what voiding the bets of a time would do now. E001: no such time, or no such market of the match.
func (o *Office) PreviewPlaced(ctx context.Context, siteID string, w Placed) (PlacedPreview, error) {
	p, err := o.previewPlaced(ctx, siteID, w)
	if err != nil {
		return p, err
	}
	rows, err := o.settle.db.Query(ctx, `
		SELECT id, from_at, to_at, set_by, reason, at, undone_at FROM settle_window WHERE site_id = $1 AND event_id = $2 AND market_id = $3 ORDER BY id DESC LIMIT 10`,
		siteID, w.Event, w.Market)
	if err != nil {
		return p, fmt.Errorf("settle: windows: %w", err)
	}
	if p.Windows, err = pgx.CollectRows(rows, pgx.RowToStructByPos[Window]); err != nil {
		return p, fmt.Errorf("settle: windows: %w", err)
	}
	return p, nil
}

func (o *Office) previewPlaced(ctx context.Context, siteID string, w Placed) (p PlacedPreview, err error) {
	if err := w.check(); err != nil {
		return p, err
	}
	var known bool
	err = o.settle.db.QueryRow(ctx, `SELECT settle_has_market($1, $2), settle_result($1), settle_busy($1)`, w.Event, w.Market).Scan(&known, &p.Version, &p.Busy)
	if err != nil {
		return p, fmt.Errorf("settle: preview: %w", err)
	}
	if !known {
		return p, fault.Failed.Wrap(ErrNoBet)
	}
	s := scope{site: siteID, event: w.Event, placed: &w}
	var all Preview
	sums, currency := map[string]money.Amount{}, ""
	for after := ""; ; {
		bets, last, err := o.settle.ended(ctx, s, after)
		if err != nil {
			return p, err
		}
		for _, d := range bets {
			currency = d.currency
			p.Stakes, p.Paid = p.Stakes+d.stake, p.Paid+d.paid
			if !all.add(d, s, sums) {
				p.may += d.mayPay()
			}
		}
		if last == "" {
			break
		}
		after = last
	}
	all.trim()
	if err := o.debts(ctx, &all, sums, currency); err != nil {
		return p, err
	}
	p.Bets, p.Gain, p.Loss, p.GoOn = all.Bets, all.Gain, all.Loss, all.Undecided
	p.Members, p.Debtors, p.Debt, p.List = len(sums), all.Debtors, all.Debt, append([]Change{}, all.List...)
	return p, nil
}

// errNoWindow explains a C019 in the log.
var errNoWindow = errors.New("settle: there is no such time, or it was taken back already")

// mayPay returns what an open bet pays at most, if every leg wins; 0 of one that has ended. Without a leg it pays less, so neither the void of a leg nor its undoing moves more.
func (d *decided) mayPay() money.Amount {
	if d.state != bet.Placed {
		return 0 // only a correction pays it, which counts for itself
	}
	pays := odds.Estimate(d.stake, d.legs, d.bonuses)
	if d.most > 0 {
		pays = min(pays, d.most)
	}
	return pays
}

// VoidPlaced voids the bets of a time as staff was shown it, or asks for the second person that this needs (U035): by what moves, and by what the folders that go
// on may pay, because a leg that would lose them no longer does. The time ends now at the latest: the bets of a later moment are not shown, so they are not voided.
// C019: it would do something else by now, or nothing; markets of the match are being settled, or an order about it is being carried out. E001: no such time, or no
// reason; the members whose bets end by it read the reason.
func (o *Office) VoidPlaced(ctx context.Context, siteID string, by audit.Actor, w Placed, seen PlacedFigures, reason string) error {
	reason, err := reasonOf(reason)
	if err != nil {
		return err
	}
	if now := o.clk.Now(); w.To.After(now) {
		w.To = now
	}
	p, err := o.previewPlaced(ctx, siteID, w)
	if err != nil {
		return err
	}
	if p.Busy || p.Bets+p.GoOn == 0 || p.PlacedFigures != seen {
		return fault.PaymentProblem.Wrap(errOtherwise)
	}
	what := Asked{Event: w.Event, Placed: &w, Figures: seen.Figures, Debt: p.Debt, Stakes: p.Stakes, Moves: max(seen.Gain+seen.Loss+p.may, p.Stakes)}
	return o.giveOrAsk(ctx, siteID, by, what, what.Moves, reason)
}

// giveWindow stores the time of an order, and returns its number.
func giveWindow(ctx context.Context, tx pgx.Tx, siteID, by string, w Placed, reason string) (id int64, err error) {
	err = tx.QueryRow(ctx, `
		INSERT INTO settle_window (site_id, event_id, market_id, from_at, to_at, reason, set_by, at) VALUES ($1, $2, $3, $4, $5, $6, $7, clock_timestamp()) RETURNING id`,
		siteID, w.Event, w.Market, w.From, w.To, reason, by).Scan(&id)
	if err == nil {
		_, err = tx.Exec(ctx, `SELECT settle_decided($1)`, w.Event)
	}
	if err != nil {
		return 0, fmt.Errorf("settle: window: %w", err)
	}
	return id, nil
}

// takeWindow marks the legs of the time of an order, and makes the bets of that time its scope.
func (s *Service) takeWindow(ctx context.Context, o *scope) error {
	var w Placed
	var undone bool
	err := s.db.QueryRow(ctx, `SELECT event_id, market_id, from_at, to_at, undone_at IS NOT NULL FROM settle_window WHERE id = $1`, o.window).
		Scan(&w.Event, &w.Market, &w.From, &w.To, &undone)
	if err != nil {
		return fmt.Errorf("window: %w", err)
	}
	if o.placed = &w; undone {
		o.placed.To = o.placed.From.Add(-1) // it was taken back before it was carried out: no bet is meant
	}
	_, err = s.mark(ctx, w.Event)
	return err
}

// UndoPlaced takes the void of the bets of a time back, or asks for the second person that this needs (U035): by what the open folders of the time may pay. They count
// their legs again; bets that ended by it are listed as void with a known outcome and ended otherwise only by a correction, with its preview, its second person and its
// letters. C019: it was taken back already. E001: no reason.
func (o *Office) UndoPlaced(ctx context.Context, siteID string, by audit.Actor, window int64, reason string) error {
	reason, err := reasonOf(reason)
	if err != nil {
		return err
	}
	w := Placed{}
	what := Asked{Placed: &w, Undo: true, Window: window}
	err = o.settle.db.QueryRow(ctx, `SELECT event_id, market_id, from_at, to_at FROM settle_window WHERE id = $1 AND site_id = $2 AND undone_at IS NULL`, window, siteID).
		Scan(&w.Event, &w.Market, &w.From, &w.To)
	if errors.Is(err, pgx.ErrNoRows) {
		return fault.PaymentProblem.Wrap(errNoWindow)
	} else if err != nil {
		return fmt.Errorf("settle: window: %w", err)
	}
	what.Event = w.Event
	for after := ""; ; {
		bets, last, err := o.settle.ended(ctx, scope{site: siteID, event: w.Event, placed: &w}, after)
		if err != nil {
			return err
		}
		for _, d := range bets {
			if may := d.mayPay(); may > 0 {
				what.Bets, what.Stakes, what.Moves = what.Bets+1, what.Stakes+d.stake, what.Moves+may
			}
		}
		if last == "" {
			break
		}
		after = last
	}
	return o.giveOrAsk(ctx, siteID, by, what, what.Moves, reason)
}

// undoWindow is give for a time whose void is taken back.
func (o *Office) undoWindow(ctx context.Context, tx pgx.Tx, siteID, by string, a Asked, reason string) (out approval.Effect, err error) {
	done, err := tx.Exec(ctx, `
		UPDATE settle_window SET undone_by = $3, undone_at = clock_timestamp() WHERE id = $1 AND site_id = $2 AND undone_at IS NULL`, a.Window, siteID, by)
	if err != nil {
		return out, fmt.Errorf("settle: window: %w", err)
	}
	if done.RowsAffected() == 0 {
		return out, fault.PaymentProblem.Wrap(errNoWindow)
	}
	for _, sql := range []string{`SELECT settle_hold($1)`, `SELECT late, bets FROM settle_late($1)`} {
		if _, err := tx.Exec(ctx, sql, a.Event); err != nil {
			return out, fmt.Errorf("settle: marks: %w", err)
		}
	}
	out.Entry = audit.Entry{Action: "sports.unvoidbets", Target: fmt.Sprint(a.Window)}
	out.Detail = map[string]any{"event": a.Event, "market": a.Placed.Market, "bets": a.Bets, "stakes": a.Stakes, "reason": reason}
	return out, nil
}

// giveOrAsk gives an order, or asks for the second person that an amount of it needs.
func (o *Office) giveOrAsk(ctx context.Context, siteID string, by audit.Actor, what Asked, amount money.Amount, reason string) (err error) {
	if what.Home, what.Away, err = o.match(ctx, scope{event: what.Event, bet: what.Bet}); err != nil {
		return err
	}
	st, err := o.sites.Fresh(ctx, siteID)
	if err != nil {
		return fmt.Errorf("settle: correct: %w", err)
	}
	var asked bool
	err = audit.Act(ctx, o.settle.db, func(tx pgx.Tx) (entry *audit.Entry, err error) {
		entry, asked, err = o.approvals.Attempt(ctx, tx, st, by, func(tx pgx.Tx) (approval.Effect, *approval.Subject, error) {
			done, err := o.give(ctx, tx, siteID, by.ID, what, reason)
			if err != nil {
				return done, nil, err
			}
			needs, err := approval.NeedsSecond(ctx, tx, o.clk.Now(), st, approval.Act{Kind: site.BetCorrection, Staff: by.ID, Amount: amount})
			if err != nil || !needs {
				return done, nil, err
			}
			detail, err := json.Marshal(what)
			return done, &approval.Subject{
				Kind: site.BetCorrection, Target: what.target(), Currency: st.Options.Currency, Unit: "cash", Amount: amount, Detail: detail, Reason: reason,
			}, err
		})
		return entry, err
	})
	if err == nil && asked {
		err = fault.SecondPersonNeeded
	}
	return err
}

// Otherwise counts the bets of a site on a match that hold no more.
type Otherwise struct {
	Voids  int // void, although the outcome is known
	Late   int // struck after what the book did not know
	Others int // settled by outcomes that changed
}

// Otherwise returns the matches of which bets of a site hold no more, until staff corrects them.
func (o *Office) Otherwise(ctx context.Context, siteID string) (map[int64]Otherwise, error) {
	rows, err := o.settle.db.Query(ctx, `SELECT event_id, voids, late, others FROM settle_otherwise_matches($1)`, siteID)
	if err != nil {
		return nil, fmt.Errorf("settle: otherwise: %w", err)
	}
	all := map[int64]Otherwise{}
	var event int64
	var n Otherwise
	_, err = pgx.ForEachRow(rows, []any{&event, &n.Voids, &n.Late, &n.Others}, func() error {
		all[event] = n
		return nil
	})
	if err != nil {
		return nil, fmt.Errorf("settle: otherwise: %w", err)
	}
	return all, nil
}

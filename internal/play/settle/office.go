package settle

import (
	"cmp"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"slices"
	"strconv"
	"strings"
	"time"
	"unicode"
	"unicode/utf8"

	"github.com/jackc/pgx/v5"

	"hubstake/internal/core/clock"
	"hubstake/internal/core/fault"
	"hubstake/internal/core/money"
	"hubstake/internal/core/right"
	"hubstake/internal/operator/approval"
	"hubstake/internal/operator/audit"
	"hubstake/internal/operator/site"
	"hubstake/internal/play/bet"
	"hubstake/internal/play/sports"
)

// Office is the staff's side of settlement: bets that ended are ended otherwise when something was wrong (S-65), with a preview, and above an amount with a
// second person (S-72).
type Office struct {
	clk       clock.Clock
	settle    *Service
	book      *sports.Service
	sites     *site.Service
	approvals *approval.Service
}

// NewOffice returns an office, which gives the orders that approvals lets through.
func NewOffice(clk clock.Clock, settle *Service, book *sports.Service, sites *site.Service, approvals *approval.Service) *Office {
	o := &Office{clk: clk, settle: settle, book: book, sites: sites, approvals: approvals}
	approvals.Handle(site.BetCorrection, approval.Action{Right: right.Trade, Do: o.approved})
	return o
}

// Wish says which bets of a site are corrected: the ended ones on a match that hold no more, those that are void although the outcome is known among them; or one bet, which
// becomes void whatever its matches say, or ends by their outcomes after it was void.
type Wish struct {
	Event int64 // 0: the bet
	Bet   int64 // the number of its round; 0: the match
	Undo  bool  // the bet is void, and is to end by its outcomes
	Aged  bool  // also bets that ended more than 30 days ago
}

// Change is what a correction does to a bet.
type Change struct {
	Bet    string       `json:"bet"`
	MemID  string       `json:"memId"`
	Stake  money.Amount `json:"stake"`
	From   bet.State    `json:"from"`
	Paid   money.Amount `json:"paid"` // so far
	To     bet.State    `json:"to"`
	Pays   money.Amount `json:"pays"`   // then; of a void bet 0, and the stake goes back
	Change money.Amount `json:"change"` // of the member's cash
}

// Ordered is an order that was given.
type Ordered struct {
	Idx    int64      `json:"idx"`
	By     string     `json:"by"` // staff who asked for it
	Reason string     `json:"reason"`
	At     time.Time  `json:"at"`
	DoneAt *time.Time `json:"doneAt"` // null: it is being carried out
	Bets   int        `json:"bets"`   // that were ended by it
}

// Figures are what staff sees of a correction before it is ordered, and must be the same when it is.
type Figures struct {
	Version int          `json:"version"` // of what decides the bets on the match: its result, and markets that staff voided; 0 of one bet
	Bets    int          `json:"bets"`
	Gain    money.Amount `json:"gain"` // that members get
	Loss    money.Amount `json:"loss"` // that is taken from members
}

// Preview is what a correction would do now.
type Preview struct {
	Figures
	Members   int          `json:"members"`
	Undecided int          `json:"undecided"` // bets that stay as they are, because a leg of them has no outcome any more
	Debtors   int          `json:"debtors"`   // members who have spent what would be taken back
	Debt      money.Amount `json:"debt"`      // what they would owe: no balance becomes negative
	Busy      bool         `json:"busy"`      // markets of the match are being settled: the figures are not final
	List      []Change     `json:"list"`      // the largest changes, at most 100
	Orders    []Ordered    `json:"orders"`    // about the same, the latest first, at most 10
}

// mostChanges bounds the changes that a preview lists.
const mostChanges = 100

// ErrNoBet says that the site has no such match with bets, or no such bet.
var ErrNoBet = errors.New("settle: no such bet")

// scopeOf finds what is meant. E001: not one of both, or no such bet.
func (o *Office) scopeOf(ctx context.Context, siteID string, w Wish) (scope, error) {
	s := scope{site: siteID, event: w.Event, undo: w.Undo, aged: w.Aged}
	if (w.Event > 0) == (w.Bet > 0) || w.Event < 0 || w.Bet < 0 || w.Undo && w.Bet == 0 {
		return s, fault.Failed
	}
	if w.Bet > 0 {
		err := o.settle.db.QueryRow(ctx, `SELECT id FROM settle_bet($1, $2)`, siteID, w.Bet).Scan(&s.bet)
		if errors.Is(err, pgx.ErrNoRows) {
			return s, fault.Failed.Wrap(ErrNoBet)
		} else if err != nil {
			return s, fmt.Errorf("settle: bet: %w", err)
		}
	}
	return s, nil
}

// Preview returns what a correction would do now. E001: no such bet.
func (o *Office) Preview(ctx context.Context, siteID string, w Wish) (Preview, error) {
	s, err := o.scopeOf(ctx, siteID, w)
	if err != nil {
		return Preview{}, err
	}
	p, err := o.preview(ctx, s)
	if err != nil {
		return p, err
	}
	rows, err := o.settle.db.Query(ctx, `
		SELECT id, asked_by, reason, at, done_at, bets FROM settle_order WHERE site_id = $1 AND (event_id = nullif($2::bigint, 0) OR bet_id = nullif($3::text, ''))
		 ORDER BY id DESC LIMIT 10`, siteID, s.event, s.bet)
	if err != nil {
		return p, fmt.Errorf("settle: orders: %w", err)
	}
	if p.Orders, err = pgx.CollectRows(rows, pgx.RowToStructByPos[Ordered]); err != nil {
		return p, fmt.Errorf("settle: orders: %w", err)
	}
	return p, nil
}

func (o *Office) preview(ctx context.Context, s scope) (p Preview, err error) {
	p.List = []Change{}
	if s.bet == "" {
		if err := o.settle.db.QueryRow(ctx, `SELECT settle_result($1), settle_busy($1)`, s.event).Scan(&p.Version, &p.Busy); err != nil {
			return p, fmt.Errorf("settle: preview: %w", err)
		}
	}
	sums, currency := map[string]money.Amount{}, ""
	for after := ""; ; {
		bets, last, err := o.settle.ended(ctx, s, after)
		if err != nil {
			return p, err
		}
		for _, d := range bets {
			currency = d.currency
			p.add(d, s, sums)
		}
		if last == "" {
			break
		}
		after = last
	}
	p.trim()
	p.Members = len(sums)
	return p, o.debts(ctx, &p, sums, currency)
}

// add counts a bet, and the change of its member's cash, and reports whether it ends otherwise.
func (p *Preview) add(d *decided, s scope, sums map[string]money.Amount) bool {
	e, ok := d.next(s)
	if !ok {
		p.Undecided++
		return false
	}
	c := Change{Bet: d.id, MemID: d.member, Stake: d.stake, From: d.state, Paid: d.paid, To: e.To, Pays: e.Pays, Change: e.Pays - d.paid}
	switch {
	case e.To == bet.Voided:
		c.Change += d.stake
	case d.state == bet.Voided:
		c.Change -= d.stake // which was given back
	}
	p.Bets++
	p.Gain += max(c.Change, 0)
	p.Loss += max(-c.Change, 0)
	sums[d.member] += c.Change
	p.List = append(p.List, c)
	if len(p.List) >= 2*mostChanges {
		p.trim()
	}
	return true
}

// trim keeps the largest changes.
func (p *Preview) trim() {
	slices.SortStableFunc(p.List, func(a, b Change) int {
		return cmp.Or(cmp.Compare(max(b.Change, -b.Change), max(a.Change, -a.Change)), strings.Compare(a.Bet, b.Bet))
	})
	p.List = p.List[:min(len(p.List), mostChanges)]
}

// debts reckons who would owe what.
func (o *Office) debts(ctx context.Context, p *Preview, sums map[string]money.Amount, currency string) error {
	var poorer []string
	for m, change := range sums {
		if change < 0 {
			poorer = append(poorer, m)
		}
	}
	if len(poorer) == 0 {
		return nil
	}
	rows, err := o.settle.db.Query(ctx, `SELECT member, cash FROM settle_cash($1, $2)`, poorer, currency)
	if err != nil {
		return fmt.Errorf("settle: cash: %w", err)
	}
	var m string
	var cash money.Amount
	_, err = pgx.ForEachRow(rows, []any{&m, &cash}, func() error {
		if short := -sums[m] - cash; short > 0 {
			p.Debtors, p.Debt = p.Debtors+1, p.Debt+short
		}
		return nil
	})
	if err != nil {
		return fmt.Errorf("settle: cash: %w", err)
	}
	return nil
}

// Asked is what a request for approval keeps of a correction.
type Asked struct {
	Event  int64   `json:"eventIdx,omitzero"`
	Bet    string  `json:"bet"`             // empty: all ended bets on the match, or those of a time
	Undo   bool    `json:"undo,omitzero"`   // the bet is void, and is to end by its outcomes; the void of the bets of a time is taken back
	Placed *Placed `json:"placed,omitzero"` // the time whose bets become void
	Window int64   `json:"window,omitzero"` // the number of that time, if its void is taken back
	Aged   bool    `json:"aged,omitzero"`
	Home   string  `json:"home"`
	Away   string  `json:"away"`
	Figures
	Debt   money.Amount `json:"debt"`
	Stakes money.Amount `json:"stakes,omitzero"` // of the bets of a time
	Moves  money.Amount `json:"moves,omitzero"`  // by the bets of a time, at most: with what its folders that go on may pay
}

// AskedCorrection returns what a request for approval wants to correct.
func AskedCorrection(detail json.RawMessage) (a Asked, err error) {
	if err := json.Unmarshal(detail, &a); err != nil {
		return a, fmt.Errorf("asked correction: %w", err)
	}
	return a, nil
}

// maxReason bounds a reason, in code points.
const maxReason = 200

// Why a correction is refused with C019, for the log.
var (
	errOtherwise = errors.New("settle: the correction would do something else than was shown, or nothing")
	errUnderWay  = errors.New("settle: an order about the same bets is being carried out")
)

// Correct orders a correction as staff was shown it, or asks for the second person that it needs (U035). C019: it would do something else by now, or nothing;
// markets of the match are being settled, or an order about the same bets is being carried out. E001: no such bet, or no reason; the member reads it.
func (o *Office) Correct(ctx context.Context, siteID string, by audit.Actor, w Wish, seen Figures, reason string) error {
	reason, err := reasonOf(reason)
	if err != nil {
		return err
	}
	s, err := o.scopeOf(ctx, siteID, w)
	if err != nil {
		return err
	}
	p, err := o.preview(ctx, s)
	if err != nil {
		return err
	}
	if p.Busy || p.Bets == 0 || p.Figures != seen {
		return fault.PaymentProblem.Wrap(errOtherwise)
	}
	return o.giveOrAsk(ctx, siteID, by, Asked{Event: s.event, Bet: s.bet, Undo: s.undo, Aged: s.aged, Figures: seen, Debt: p.Debt}, seen.Gain+seen.Loss, reason)
}

// reasonOf brings a reason to the form in which it is kept. E001: there is none, or it cannot be printed.
func reasonOf(reason string) (string, error) {
	if reason = strings.TrimSpace(reason); reason == "" || !utf8.ValidString(reason) || utf8.RuneCountInString(reason) > maxReason ||
		strings.ContainsFunc(reason, func(r rune) bool { return !unicode.IsPrint(r) }) {
		return "", fault.Failed
	}
	return reason, nil
}

// match returns the names of the match of a scope in English, of a bet those of its first match.
func (o *Office) match(ctx context.Context, s scope) (home, away string, err error) {
	event := s.event
	if s.bet != "" {
		if err := o.settle.db.QueryRow(ctx, `SELECT settle_first($1)`, s.bet).Scan(&event); err != nil {
			return "", "", fmt.Errorf("settle: match: %w", err)
		}
	}
	played, err := o.book.Played(ctx, "en", []int64{event})
	if err != nil {
		return "", "", err
	}
	return played[event].Home, played[event].Away, nil
}

// target names what is corrected, for the audit and for requests: there is one open request for each.
func (a Asked) target() string {
	if a.Bet != "" {
		return "bet " + a.Bet
	}
	if a.Window != 0 {
		return fmt.Sprintf("unvoid %d", a.Window)
	}
	if p := a.Placed; p != nil {
		return fmt.Sprintf("market %d %d-%d", p.Market, p.From.UnixMilli(), p.To.UnixMilli())
	}
	return strconv.FormatInt(a.Event, 10)
}

// give writes an order in tx.
func (o *Office) give(ctx context.Context, tx pgx.Tx, siteID, by string, a Asked, reason string) (out approval.Effect, err error) {
	if a.Window != 0 {
		return o.undoWindow(ctx, tx, siteID, by, a, reason)
	}
	var version int
	if err := tx.QueryRow(ctx, `SELECT settle_result($1)`, a.Event).Scan(&version); err != nil {
		return out, fmt.Errorf("settle: correct: %w", err)
	}
	if version != a.Version {
		return out, fault.PaymentProblem.Wrap(errOtherwise)
	}
	var window int64
	if a.Placed != nil {
		if window, err = giveWindow(ctx, tx, siteID, by, *a.Placed, reason); err != nil {
			return out, err
		}
	}
	done, err := tx.Exec(ctx, `
		INSERT INTO settle_order (site_id, event_id, bet_id, aged, reason, asked_by, at, due_at, undo, window_id)
		VALUES ($1, nullif($2::bigint, 0), nullif($3::text, ''), $4, $5, $6, clock_timestamp(), clock_timestamp(), $7, nullif($8::bigint, 0)) ON CONFLICT DO NOTHING`,
		siteID, a.Event, a.Bet, a.Aged, reason, by, a.Undo, window)
	if err != nil {
		return out, fmt.Errorf("settle: correct: %w", err)
	}
	if done.RowsAffected() == 0 {
		return out, fault.PaymentProblem.Wrap(errUnderWay)
	}
	out.Entry = audit.Entry{Action: "sports.correct", Target: a.target()}
	if a.Placed != nil {
		out.Entry.Action = "sports.voidbets"
	}
	out.Detail = map[string]any{
		"home": a.Home, "away": a.Away, "version": a.Version, "bets": a.Bets, "gain": a.Gain, "loss": a.Loss, "debt": a.Debt, "aged": a.Aged, "reason": reason,
	}
	if p := a.Placed; p != nil {
		out.Detail["market"], out.Detail["from"], out.Detail["to"], out.Detail["stakes"] = p.Market, p.From, p.To, a.Stakes
	}
	if a.Undo {
		out.Detail["undo"] = true
	}
	return out, nil
}

// approved is approval.Action.Do of a correction.
func (o *Office) approved(ctx context.Context, tx pgx.Tx, st site.Site, _ audit.Actor, r approval.Request) (out approval.Effect, err error) {
	a, err := AskedCorrection(r.Detail)
	if err != nil {
		return out, err
	}
	return o.give(ctx, tx, st.ID, r.AskedBy, a, r.Reason)
}

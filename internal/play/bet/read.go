package bet

import (
	"context"
	"errors"
	"fmt"
	"time"

	"github.com/jackc/pgx/v5"

	"hubstake/internal/core/fault"
	"hubstake/internal/core/fixture"
	"hubstake/internal/core/money"
	"hubstake/internal/core/odds"
	"hubstake/internal/operator/site"
	"hubstake/internal/play/sports"
)

// Bet is a bet as its member sees it.
type Bet struct {
	ID, Site, Member, Currency string
	Stake, Pays, Paid          money.Amount // Pays: when every leg wins
	Combined, Bonus            odds.Price
	Live                       bool
	State                      State
	Reason                     string // why it was refused after the delay
	PlacedAt                   time.Time
	DueAt, EndedAt             *time.Time
	Begins                     time.Time // of the first match
	Rules                      int       // the version of the house rules under which it was accepted (S-71); 0: the site had none
	Legs                       []BetLeg
	Corrections                []Corrected // by Find alone
}

// Corrected is how a bet stood before it was corrected, and what it became then (S-65).
type Corrected struct {
	Was     State        `json:"was"`
	WasPaid money.Amount `json:"wasPaid"`
	WasAt   *time.Time   `json:"wasAt"` // when it had ended so; null: it was open
	Is      State        `json:"is"`
	Paid    money.Amount `json:"paid"`
	Reason  string       `json:"reason"` // of staff
	At      time.Time    `json:"at"`
}

// BetLeg is a leg of a bet. Outcome is that by which the bet was settled, or will be once all its legs have one.
type BetLeg struct {
	Event, Market int64
	Sport         odds.Sport
	Kind          odds.Kind
	Period        odds.Period
	Line          odds.Line
	Key           odds.Key
	Price         odds.Price
	Outcome       odds.Outcome
	State         fixture.EventState // of the match, now
	StartsAt      time.Time
	Late          Late // why the leg is void whatever its market says; empty: it is not
}

// Late is why a leg is void by itself: its bet was struck after what the book did not know yet (D-24), or in a time whose bets staff voided (D-66).
type Late string

// The reasons; all but the last are those of sports_truth.
const (
	AfterStart Late = sports.TruthStart    // the match had begun when the bet was placed before it
	AfterScore Late = sports.TruthScore    // a goal had fallen, in play
	AfterEnd   Late = sports.TruthEnd      // the match was over, in play
	AtNoScore  Late = sports.TruthAnnulled // the score did not count, in play
	ByStaff    Late = "staff"
)

// Lates lists all reasons.
var Lates = []Late{AfterStart, AfterScore, AfterEnd, AtNoScore, ByStaff}

// Running is a bet that has not ended: it waits, or its matches are not all decided.
type Running struct {
	Bet
	Round       int64         // the number of its round, by which the calls name it
	CancelUntil *time.Time    // until when the member may cancel it (D-23); nil: not, or not any more
	CashOut     *CashOutState // nil: the site has none, or the bet waits
}

const betColumns = `b.id, b.site_id, b.member_id, b.currency, b.stake, b.pays, b.paid, b.combined, b.bonus, b.live, b.state, b.reason, b.placed_at, b.due_at, b.ended_at, b.rules`

// fields are where betColumns are scanned to.
func (b *Bet) fields() []any {
	return []any{
		&b.ID, &b.Site, &b.Member, &b.Currency, &b.Stake, &b.Pays, &b.Paid, &b.Combined, &b.Bonus, &b.Live, &b.State, &b.Reason, &b.PlacedAt, &b.DueAt, &b.EndedAt, &b.Rules,
	}
}

// Find returns a bet of a member, or fault.BetNotFound.
func (s *Service) Find(ctx context.Context, member, id string) (Bet, error) {
	var b Bet
	err := s.db.QueryRow(ctx, `SELECT `+betColumns+` FROM bet_bet b WHERE b.id = $1 AND b.member_id = $2`, id, member).Scan(b.fields()...)
	if errors.Is(err, pgx.ErrNoRows) {
		return Bet{}, fault.BetNotFound
	} else if err != nil {
		return Bet{}, fmt.Errorf("bet: %w", err)
	}
	legs, err := s.legs(ctx, id)
	if err != nil {
		return Bet{}, err
	}
	b.take(legs[id])
	rows, err := s.db.Query(ctx, `SELECT was, was_paid, was_at, state, paid, reason, at FROM bet_correction WHERE bet_id = $1 ORDER BY n`, id)
	if err != nil {
		return Bet{}, fmt.Errorf("bet: corrections: %w", err)
	}
	if b.Corrections, err = pgx.AppendRows(b.Corrections, rows, pgx.RowToStructByPos[Corrected]); err != nil {
		return Bet{}, fmt.Errorf("bet: corrections: %w", err)
	}
	return b, nil
}

// Running returns the newest bets of a member that have not ended, at most count.
func (s *Service) Running(ctx context.Context, member string, count int) ([]Running, error) {
	var list []Running
	var cancelled int64
	var options []byte
	q := &pgx.Batch{}
	q.Queue(`SELECT o.round, `+betColumns+` FROM bet_open($1, $2) o JOIN bet_bet b ON b.id = o.id ORDER BY b.placed_at DESC, o.round DESC`, member, count).
		Query(func(rows pgx.Rows) (err error) {
			list, err = pgx.CollectRows(rows, func(row pgx.CollectableRow) (r Running, err error) {
				err = row.Scan(append([]any{&r.Round}, r.fields()...)...)
				return r, err
			})
			return err
		})
	q.Queue(`SELECT cancelled, options FROM bet_bettor($1)`, member).QueryRow(func(row pgx.Row) error { return row.Scan(&cancelled, &options) })
	if err := s.db.SendBatch(ctx, q).Close(); err != nil {
		return nil, fmt.Errorf("bet: running: %w", err)
	}
	here, err := s.rules.Site.With(options)
	if err != nil {
		return nil, fmt.Errorf("bet: running: %w", err)
	}
	ids := make([]string, len(list))
	for i := range list {
		ids[i] = list[i].ID
	}
	legs, err := s.legs(ctx, ids...)
	if err != nil {
		return nil, err
	}
	for i := range list {
		b := &list[i]
		b.take(legs[b.ID])
		b.CancelUntil = s.cancelUntil(b.Bet, here, cancelled)
	}
	if err := s.cashOuts(ctx, here, list); err != nil {
		return nil, err
	}
	return list, nil
}

// cancelUntil returns until when the member may cancel a bet, by the rules of bet_stands; nil: not, or not any more.
func (s *Service) cancelUntil(b Bet, here site.Sportsbook, cancelled int64) *time.Time {
	if b.State != Placed || b.Live || cancelled >= here.SportsCancelsPerDay {
		return nil
	}
	until := b.PlacedAt.Add(here.CancelAge())
	for _, l := range b.Legs {
		if l.State != fixture.Scheduled {
			return nil
		}
		if ahead := l.StartsAt.Add(-here.CancelAhead()); ahead.Before(until) {
			until = ahead
		}
	}
	if !until.After(s.clk.Now()) {
		return nil
	}
	return &until
}

// legs reads the legs of bets, by the bet.
func (s *Service) legs(ctx context.Context, ids ...string) (map[string][]BetLeg, error) {
	all := make(map[string][]BetLeg, len(ids))
	if len(ids) == 0 {
		return all, nil
	}
	rows, err := s.db.Query(ctx, `
		SELECT bet_id, event_id, market_id, sport, kind, period, line, key, price, outcome, state, starts_at, late FROM bet_legs($1)`, ids)
	if err != nil {
		return nil, fmt.Errorf("bet: legs: %w", err)
	}
	var id, outcome string
	var l BetLeg
	_, err = pgx.ForEachRow(rows, []any{
		&id, &l.Event, &l.Market, &l.Sport, &l.Kind, &l.Period, &l.Line, &l.Key, &l.Price, &outcome, &l.State, &l.StartsAt, &l.Late,
	}, func() (err error) {
		l.Outcome, err = odds.ParseOutcome(outcome)
		all[id] = append(all[id], l)
		return err
	})
	if err != nil {
		return nil, fmt.Errorf("bet: legs: %w", err)
	}
	return all, nil
}

// Heading is what a list says of a bet: its first match, how many legs it has, its odds without the bonus, what it pays when every leg wins, and
// whether it waits.
type Heading struct {
	Event int64
	Legs  int
	Odds  odds.Price
	Pays  money.Amount
	Waits bool // in play: it is accepted or refused within seconds
}

// Headings returns the headings of bets, by the bet. An id without a bet is left out.
func (s *Service) Headings(ctx context.Context, ids []string) (map[string]Heading, error) {
	all := make(map[string]Heading, len(ids))
	if len(ids) == 0 {
		return all, nil
	}
	rows, err := s.db.Query(ctx, `
		SELECT b.id, min(l.event_id) FILTER (WHERE l.place = 0), count(*), b.combined, b.pays, b.state
		FROM bet_leg l JOIN bet_bet b ON b.id = l.bet_id WHERE l.bet_id = ANY ($1) GROUP BY b.id`, ids)
	if err != nil {
		return nil, fmt.Errorf("bet: headings: %w", err)
	}
	var id string
	var h Heading
	var state State
	if _, err = pgx.ForEachRow(rows, []any{&id, &h.Event, &h.Legs, &h.Odds, &h.Pays, &state}, func() error {
		h.Waits = state == Waiting
		all[id] = h
		return nil
	}); err != nil {
		return nil, fmt.Errorf("bet: headings: %w", err)
	}
	return all, nil
}

// take makes legs those of the bet.
func (b *Bet) take(legs []BetLeg) {
	b.Legs = legs
	for _, l := range legs {
		if b.Begins.IsZero() || l.StartsAt.Before(b.Begins) {
			b.Begins = l.StartsAt
		}
	}
}

// receipt is that of a bet that was placed before.
func (s *Service) receipt(ctx context.Context, o Order, id string, balance money.Amount) (Receipt, error) {
	b, err := s.Find(ctx, o.Member, id)
	if err != nil {
		return Receipt{}, err
	}
	r := Receipt{ID: id, State: b.State, Stake: b.Stake, Balance: balance, Ticket: Ticket{
		Combined: b.Combined, Bonus: b.Bonus, Pays: b.Pays, Live: b.Live, Begins: b.Begins,
	}}
	for _, l := range b.Legs {
		r.Ticket.Prices = append(r.Ticket.Prices, l.Price)
	}
	return r, nil
}

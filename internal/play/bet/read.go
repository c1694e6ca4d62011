package bet

import (
	"context"
	"errors"
	"fmt"
	"time"

	"github.com/jackc/pgx/v5"

	"hubstake/internal/core/fault"
	"hubstake/internal/core/money"
	"hubstake/internal/core/odds"
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
	Legs                       []BetLeg
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
	StartsAt      time.Time
}

// Find returns a bet of a member, or fault.BetNotFound.
func (s *Service) Find(ctx context.Context, member, id string) (Bet, error) {
	b := Bet{ID: id, Member: member}
	err := s.db.QueryRow(ctx, `
		SELECT site_id, currency, stake, pays, paid, combined, bonus, live, state, reason, placed_at, due_at, ended_at
		  FROM bet_bet WHERE id = $1 AND member_id = $2`, id, member).
		Scan(&b.Site, &b.Currency, &b.Stake, &b.Pays, &b.Paid, &b.Combined, &b.Bonus, &b.Live, &b.State, &b.Reason, &b.PlacedAt, &b.DueAt, &b.EndedAt)
	if errors.Is(err, pgx.ErrNoRows) {
		return Bet{}, fault.BetNotFound
	} else if err != nil {
		return Bet{}, fmt.Errorf("bet: %w", err)
	}
	rows, err := s.db.Query(ctx, `SELECT event_id, market_id, sport, kind, period, line, key, price, outcome, starts_at FROM bet_legs($1)`, id)
	if err != nil {
		return Bet{}, fmt.Errorf("bet: legs: %w", err)
	}
	var l BetLeg
	var outcome string
	_, err = pgx.ForEachRow(rows, []any{&l.Event, &l.Market, &l.Sport, &l.Kind, &l.Period, &l.Line, &l.Key, &l.Price, &outcome, &l.StartsAt}, func() error {
		if l.Outcome, err = odds.ParseOutcome(outcome); err != nil {
			return err
		}
		if b.Begins.IsZero() || l.StartsAt.Before(b.Begins) {
			b.Begins = l.StartsAt
		}
		b.Legs = append(b.Legs, l)
		return nil
	})
	if err != nil {
		return Bet{}, fmt.Errorf("bet: legs: %w", err)
	}
	return b, nil
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

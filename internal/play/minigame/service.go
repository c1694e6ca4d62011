package minigame

import (
	"context"
	"crypto/sha256"
	"errors"
	"fmt"
	"time"

	"github.com/jackc/pgx/v5/pgxpool"

	"hubstake/internal/core/clock"
	"hubstake/internal/core/draw"
	"hubstake/internal/core/fault"
	"hubstake/internal/core/money"
	"hubstake/internal/core/odds"
	"hubstake/internal/play/bet"
	"hubstake/internal/play/casino"
	"hubstake/internal/play/provider"
)

// State is where a bet stands.
type State string

// The states of a bet.
const (
	Placed State = "open"
	Won    State = "won"
	Lost   State = "lost"
	Voided State = "void" // the round has no draw: the stake went back
)

// Rules are the figures of bets on draws.
type Rules struct {
	bet.Rules
}

// Defaults are the rules of D-22 and D-48.
func Defaults() Rules { return Rules{bet.Defaults()} }

// Service places bets on draws and ends them. Its money moves in the transactions of the service of providers' operations.
type Service struct {
	db      *pgxpool.Pool
	clk     clock.Clock
	writer  *casino.House
	rules   Rules
	metrics Metrics
}

// New returns a service that takes part in the writer's transactions.
func New(db *pgxpool.Pool, clk clock.Clock, writer *casino.Service, rules Rules) *Service {
	s := &Service{db: db, clk: clk, rules: rules}
	s.writer = writer.Attach(casino.Draws, s)
	return s
}

// Measure has the service count what becomes of bets. It is called before the first of them.
func (s *Service) Measure(m Metrics) { s.metrics = m }

// Open makes the provider whose rounds the bets are; one that is there stays as it is. While it is switched off, every bet is refused.
func Open(ctx context.Context, db *pgxpool.Pool) error {
	return provider.Ensure(ctx, db, casino.Draws, casino.Draws)
}

// Order is a bet that a member asks for.
type Order struct {
	Site, Member, Currency string
	Key                    string // names the bet: the same order under the same key is one bet. Empty: it has none
	Game                   string
	No                     int64      // of the round
	Selection              string     // a key of package draw
	Price                  odds.Price // that the member saw
	Stake                  money.Amount
	Trace                  string // a W3C traceparent, or empty
}

// Receipt is a bet that was placed.
type Receipt struct {
	ID      string
	Price   odds.Price   // the highest that it can pay
	Pays    money.Amount // at that price
	Stake   money.Amount
	Balance money.Amount // the member's cash afterwards
}

// Place places a bet, or returns why not: a fault, with a *bet.Refusal beneath when another stake would be accepted. bet.ErrForm: it is no bet on a draw. bet.ErrKey: the
// key is that of another bet. After any other error nothing is known, and the same order under the same key finds out.
//
// B0099: the round is not open, or the game is switched off. B002: bets of the round are being settled (D-47).
func (s *Service) Place(ctx context.Context, o Order) (Receipt, error) {
	start := s.clk.Now()
	r, repeated, err := s.place(ctx, o)
	s.metrics.placed(o.Game, repeated, err, s.clk.Now().Sub(start))
	return r, err
}

func (s *Service) place(ctx context.Context, o Order) (r Receipt, repeated bool, err error) {
	g, ok := draw.Of(o.Game)
	if !ok {
		return Receipt{}, false, fault.GameUnavailable
	}
	selection, err := g.Selection(o.Selection)
	if err != nil {
		return Receipt{}, false, fmt.Errorf("%w: %w", bet.ErrForm, err)
	}
	c, ok := money.ByCode(o.Currency)
	if !ok || o.Stake <= 0 || o.Stake > money.Max || o.No <= 0 {
		return Receipt{}, false, fmt.Errorf("%w: a stake of %d %.8q on round %d", bet.ErrForm, o.Stake, o.Currency, o.No)
	}
	p := &placement{Order: o, id: bet.Name("D", o.Member, o.Key), game: g, price: selection.Price}
	a, err := s.writer.Carry(ctx, provider.Operation{
		Kind: provider.Bet, TxID: p.id, RoundID: p.id, Member: o.Member, Currency: o.Currency, Amount: c.Format(o.Stake), Game: o.Game,
	}, p, o.print(), o.Trace)
	if errors.Is(err, casino.ErrDeclined) {
		return Receipt{}, false, p.refusal
	}
	if err := bet.Taken(a, err); err != nil {
		return Receipt{}, false, err
	}
	// The price is that of the order, even if it comes again after the pay table changed.
	return Receipt{ID: p.id, Price: o.Price, Pays: estimate(o.Stake, o.Price), Stake: o.Stake, Balance: a.Balance}, a.Repeated, nil
}

// estimate is what a bet pays at a price.
func estimate(stake money.Amount, price odds.Price) money.Amount {
	return odds.Estimate(stake, []odds.Leg{{Price: price}}, odds.Bonuses{})
}

// print is a hash of all that the order says.
func (o Order) print() []byte {
	sum := sha256.Sum256(fmt.Appendf(nil, "%s %d %s %d %d", o.Game, o.No, o.Selection, o.Price, o.Stake))
	return sum[:]
}

// Round names a round of a game.
type Round struct {
	Game string
	No   int64
}

// lookBack is how far back a member's other bets on a round are looked for: longer than any round takes bets.
const lookBack = 15 * time.Minute

package bet

import (
	"context"
	"crypto/sha256"
	"encoding/base32"
	"encoding/binary"
	"errors"
	"fmt"
	"slices"
	"strings"
	"time"

	"github.com/jackc/pgx/v5/pgxpool"

	"hubstake/internal/core/clock"
	"hubstake/internal/core/fault"
	"hubstake/internal/core/id"
	"hubstake/internal/core/money"
	"hubstake/internal/core/odds"
	"hubstake/internal/ledger/wallet"
	"hubstake/internal/operator/site"
	"hubstake/internal/play/casino"
	"hubstake/internal/play/provider"
)

// Game is the code under which rounds of the sportsbook stand in the history and in reports.
const Game = "sportsbook"

// State is where a bet stands.
type State string

// The states. Waiting bets have their stake taken and are accepted or refused after the delay of play (D-26).
const (
	Waiting   State = "wait"
	Placed    State = "open"
	Won       State = "won"
	Lost      State = "lost"
	Drawn     State = "drawn"     // as much came back as was staked
	CashedOut State = "cashed"    // by the member, for what the bet was worth (Service.CashOut)
	Cancelled State = "cancelled" // by the member (D-23)
	Voided    State = "void"      // every leg is void (D-24)
	Refused   State = "refused"   // after the delay
)

// Rules are the figures of the book.
type Rules struct {
	Site       site.Sportsbook // of a site whose options do not say otherwise (D-22 to D-26, D-51)
	Twice      time.Duration   // within which the same bet is a duplicate (D-48)
	MinCounted odds.Price      // a leg below it takes the bet out of the turnover (D-20)
}

// Defaults are the rules of D-20, D-22 to D-26, D-48 and D-51.
func Defaults() Rules {
	return Rules{Site: site.Defaults().Sportsbook(), Twice: 3 * time.Second, MinCounted: 1300}
}

// LimitsOf returns those of a level of members. The largest stake is what the gate says of it.
func LimitsOf(s site.Sportsbook, level int, most money.Amount) Limits {
	l := Limits{
		MaxStake: most, SiteMaxWin: s.SportsMaxPayout, MinPrice: s.SportsMinOdds, MaxPrice: s.SportsMaxOdds, MaxLegs: s.SportsMaxLegs, Bonuses: s.Bonuses(),
	}
	l.MinStake, l.MaxWin = s.OfLevel(level)
	l.LeastStake, l.MostStake = s.Stakes()
	for _, pair := range s.SportsPairs {
		one, other, _ := strings.Cut(pair, "+")
		l.Pairs = append(l.Pairs, [2]Term{Term(one), Term(other)})
	}
	return l
}

// Service places bets and ends them. Its money moves in the transactions of the service of providers' operations.
type Service struct {
	db     *pgxpool.Pool
	clk    clock.Clock
	writer *casino.House
	rules  Rules

	metrics   Metrics
	exposures exposures
}

// New returns a service that takes part in the writer's transactions.
func New(db *pgxpool.Pool, clk clock.Clock, writer *casino.Service, rules Rules) *Service {
	s := &Service{db: db, clk: clk, rules: rules}
	s.writer = writer.Attach(casino.Book, s)
	return s
}

// Measure has the service count what becomes of slips and of bets that waited. It is called before the first of them.
func (s *Service) Measure(m Metrics) { s.metrics = m }

// Open makes the provider whose rounds the bets are; one that is there stays as it is. While it is switched off, every bet is refused.
func Open(ctx context.Context, db *pgxpool.Pool) error {
	return provider.Ensure(ctx, db, casino.Book, casino.Book)
}

// Order is a slip that a member sends.
type Order struct {
	Site, Member, Currency string
	Key                    string // names the bet: the same order under the same key is one bet. Empty: it has none
	Slip                   Slip
	Trace                  string // a W3C traceparent, or empty
}

// Receipt is a bet that was placed.
type Receipt struct {
	ID      string
	State   State // Waiting or Placed
	Ticket  Ticket
	Stake   money.Amount
	Balance money.Amount // the member's cash afterwards
}

// ErrKey says that the key is that of another bet.
var ErrKey = errors.New("bet: the key is that of another bet")

// Place places a bet, or returns why not: a fault, with a *Refusal beneath when another slip would be placed. ErrForm: it is no slip. ErrKey. After any
// other error nothing is known, and the same order under the same key finds out.
func (s *Service) Place(ctx context.Context, o Order) (Receipt, error) {
	start := s.clk.Now()
	r, repeated, err := s.place(ctx, o)
	if err != nil {
		err = s.settling(ctx, o.Slip, err)
	}
	s.metrics.slip(r, repeated, err, s.clk.Now().Sub(start))
	return r, err
}

// settling says of a slip that is refused because a market is closed that the market is being settled, if it is (D-47).
func (s *Service) settling(ctx context.Context, slip Slip, refused error) error {
	var r *Refusal
	if !errors.As(refused, &r) || r.Reason != Closed {
		return refused
	}
	legs := make([]Leg, len(r.Legs))
	for i, place := range r.Legs {
		legs[i] = slip.Legs[place]
	}
	busy, err := s.isSettling(ctx, legs)
	if err == nil && busy {
		r.Fault = fault.MarketSettling
	}
	return refused
}

// isSettling reports whether bets of the market of a leg are being settled.
func (s *Service) isSettling(ctx context.Context, legs []Leg) (busy bool, err error) {
	markets := make([]int64, len(legs))
	for i, l := range legs {
		markets[i] = l.Market
	}
	if err := s.db.QueryRow(ctx, `SELECT bet_settling($1)`, markets).Scan(&busy); err != nil {
		return false, fmt.Errorf("bet: settling: %w", err)
	}
	return busy, nil
}

// place is Place; repeated: the same order under the same key was placed before.
func (s *Service) place(ctx context.Context, o Order) (r Receipt, repeated bool, err error) {
	if err := o.Slip.chosen(None).Check(); err != nil {
		return Receipt{}, false, err
	}
	c, ok := money.ByCode(o.Currency)
	if !ok {
		return Receipt{}, false, fmt.Errorf("%w: currency %.8q", ErrForm, o.Currency)
	}
	p := &placement{Order: o, id: Name("S", o.Member, o.Key), same: o.Slip.same()}
	a, err := s.writer.Carry(ctx, provider.Operation{
		Kind: provider.Bet, TxID: p.id, RoundID: p.id, Member: o.Member, Currency: o.Currency, Amount: c.Format(o.Slip.Stake), Game: Game,
	}, p, o.Slip.print(), o.Trace)
	if errors.Is(err, casino.ErrDeclined) {
		return Receipt{}, false, p.refusal
	}
	if err == nil && a.Repeated {
		r, err = s.receipt(ctx, o, p.id, a.Balance)
		return r, true, err
	}
	if err := Taken(a, err); err != nil {
		return Receipt{}, false, err
	}
	return Receipt{ID: p.id, State: p.state(), Ticket: p.ticket, Stake: o.Slip.Stake, Balance: a.Balance}, false, nil
}

// refusedBy is the fault of a status; nil for OK.
func refusedBy(status provider.Status) error {
	switch status {
	case provider.OK:
		return nil
	case provider.InsufficientFunds, provider.WrongCurrency: // of members without a wallet in the site's currency
		return fault.NoMoney
	case provider.LimitReached:
		return fault.LimitReached
	case provider.Duplicate:
		return ErrKey
	default:
		return fmt.Errorf("bet: refused with %s", status)
	}
}

// Name returns the id of a bet of a kind: of a member and a key always the same, and a new one without a key.
func Name(kind, member, key string) string {
	if key == "" {
		return kind + id.New()
	}
	sum := sha256.Sum256([]byte(member + "\x00" + key))
	return kind + strings.ToLower(base32.StdEncoding.EncodeToString(sum[:15]))
}

// Taken returns why a stake was not taken, by what the writer answered; nil: it was. PreviousBetsSettling: the wallet was held for too long. ErrKey: the bet's name is that
// of another one. A bet that its companion declined is left to the caller.
func Taken(a provider.Answer, err error) error {
	switch {
	case errors.Is(err, wallet.ErrBusy), errors.Is(err, wallet.ErrRolledBack):
		return fault.PreviousBetsSettling.With("seconds", "30")
	case err != nil:
		return fmt.Errorf("bet: %w", err)
	default:
		return refusedBy(a.Status)
	}
}

// same is a hash of the selections and the stake, whatever their prices and order.
func (s Slip) same() []byte {
	names := make([]string, len(s.Legs))
	for i, l := range s.Legs {
		names[i] = fmt.Sprintf("%d %s", l.Market, l.Key)
	}
	slices.Sort(names)
	return hashOf(s.Stake, names)
}

// print is a hash of all that the slip says.
func (s Slip) print() []byte {
	names := make([]string, len(s.Legs), len(s.Legs)+1)
	for i, l := range s.Legs {
		names[i] = fmt.Sprintf("%d %s %d %d", l.Market, l.Key, l.Price, l.Version)
	}
	return hashOf(s.Stake, append(names, string(s.Accept)))
}

func hashOf(stake money.Amount, names []string) []byte {
	h := sha256.New()
	_ = binary.Write(h, binary.BigEndian, int64(stake))
	for _, n := range names {
		h.Write([]byte(n + "\n"))
	}
	return h.Sum(nil)
}

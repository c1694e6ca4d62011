package round

import (
	"context"
	"errors"
	"fmt"
	"regexp"
	"sync"
	"time"

	"github.com/prometheus/client_golang/prometheus"
	"github.com/rs/zerolog"

	"hubstake/internal/core/clock"
	"hubstake/internal/core/fairness"
	"hubstake/internal/core/id"
	"hubstake/internal/core/money"
	"hubstake/internal/sim/chaos"
	"hubstake/internal/sim/game"
	"hubstake/internal/sim/wallet"
)

// Reasons why a spin does not begin. A refusal by the operator is not an error but the round's Refusal.
var (
	ErrKey     = errors.New("round: key is not 8 to 64 letters, digits, - or _")
	ErrReused  = errors.New("round: key was used for another stake or choice")
	ErrBusy    = errors.New("round: another round of this game is open")
	ErrFast    = errors.New("round: too soon after the last round of this game")
	ErrClosing = errors.New("round: the program is ending")
)

// How long the operator is asked before a bet is given up or a win is left to the background, and how plays are kept.
var (
	betPatience     = wallet.Patience{Tries: 4, Attempt: 3 * time.Second, First: 250 * time.Millisecond}
	winPatience     = wallet.Patience{Tries: 3, Attempt: 3 * time.Second, First: 250 * time.Millisecond}
	oncePatience    = wallet.Patience{Tries: 1, Attempt: 3 * time.Second}
	balancePatience = wallet.Patience{Tries: 2, Attempt: 3 * time.Second, First: 200 * time.Millisecond}
)

const (
	playsKept  = 24 * time.Hour
	roundsKept = 120 * 24 * time.Hour // as long as the operator keeps transaction ids (money.md)
)

var validKey = regexp.MustCompile(`^[A-Za-z0-9_-]{8,64}$`)

// Wallet is where the money of a round is. A status other than OK is an answer, not an error.
type Wallet interface {
	Call(ctx context.Context, op string, req wallet.Request, p wallet.Patience, f chaos.Settings) (wallet.Answer, error)
}

// Wallets are the two that a play may be played from: the operator's, and the one that this vendor keeps for the member.
type Wallets struct{ Operator, Own Wallet }

func (w Wallets) of(own bool) Wallet {
	if own {
		return w.Own
	}
	return w.Operator
}

// Draws makes the source of a round's numbers from its seed and message: game.NewStream, but in tests.
type Draws func(seed fairness.Hash, message string) game.Source

// Service plays rounds. It is safe for concurrent use; Run must run beside it.
type Service struct {
	store   *Store
	wallets Wallets
	box     *chaos.Box
	draws   Draws
	clk     clock.Clock
	log     zerolog.Logger
	games   map[string]game.Offered
	m       metrics

	mu      sync.Mutex
	closing bool
	flights map[string]*flight   // by place: spins under way
	begun   map[string]time.Time // by place: the last beginning in games with a pause
	pending map[string]*delivery // by round id: rounds that the operator must still be told about
	tables  tables
	wake    chan struct{}
	spins   sync.WaitGroup
}

// flight is a spin under way; done closes when round is final for the page.
type flight struct {
	round *Round
	done  chan struct{}
}

type metrics struct {
	spins, staked, won *prometheus.CounterVec
	jackpots           *prometheus.CounterVec
	disputed           prometheus.Counter
}

// New returns a service that first takes up the rounds that an earlier process left open.
func New(store *Store, wallets Wallets, box *chaos.Box, draws Draws, clk clock.Clock, log zerolog.Logger, reg prometheus.Registerer) (*Service, error) {
	counter := func(name, help string, labels ...string) *prometheus.CounterVec {
		return prometheus.NewCounterVec(prometheus.CounterOpts{Name: name, Help: help}, labels)
	}
	s := &Service{
		store: store, wallets: wallets, box: box, draws: draws, clk: clk, log: log,
		games: map[string]game.Offered{}, begun: map[string]time.Time{}, flights: map[string]*flight{}, pending: map[string]*delivery{},
		wake: make(chan struct{}, 1), tables: newTables(),
		m: metrics{
			spins:    counter("sim_spins_total", "Spins by what became of them.", "game", "result"),
			staked:   counter("sim_stake_minor_units_total", "Stakes of drawn rounds; with the wins, the RTP in fact (S-58).", "game", "currency"),
			won:      counter("sim_win_minor_units_total", "Wins of drawn rounds.", "game", "currency"),
			jackpots: counter("sim_jackpots_total", "Jackpots that rounds have drawn.", "group", "level"),
			disputed: prometheus.NewCounter(prometheus.CounterOpts{
				Name: "sim_rounds_disputed_total", Help: "Wins or rollbacks that the operator finally refused; must stay 0.",
			}),
		},
	}
	for _, g := range game.Catalogue() {
		s.games[g.Info().Code] = g
	}
	open, err := store.Recover()
	if err != nil {
		return nil, err
	}
	for _, r := range open {
		if r.Status == Accepted {
			s.tables.waiting[r.ID] = r
			continue
		}
		s.pending[r.ID] = &delivery{round: r, due: clk.Now()}
	}
	if len(open) > 0 {
		log.Warn().Int("rounds", len(open)).Msg("rounds were left open by the last process")
	}
	reg.MustRegister(s.m.spins, s.m.staked, s.m.won, s.m.jackpots, s.m.disputed,
		prometheus.NewGaugeFunc(prometheus.GaugeOpts{
			Name: "sim_rounds_open", Help: "Rounds that the operator must still be told about.",
		}, func() float64 { n, _ := s.backlog(); return float64(n) }),
		prometheus.NewGaugeFunc(prometheus.GaugeOpts{
			Name: "sim_rounds_open_oldest_seconds", Help: "Age of the oldest of them.",
		}, func() float64 { _, age := s.backlog(); return age.Seconds() }))
	return s, nil
}

// Open keeps a new play under an address that cannot be guessed.
func (s *Service) Open(p Play) (Play, error) {
	p.ID, p.OpenedAt, p.Next = id.New(), s.clk.Now(), newSeed()
	if err := s.store.PutPlay(p); err != nil {
		return Play{}, fmt.Errorf("open play: %w", err)
	}
	return p, nil
}

// Play finds a play, or ErrNotFound.
func (s *Service) Play(id string) (Play, error) { return s.store.Play(id) }

// Last lists a member's rounds, newest first (S-59).
func (s *Service) Last(member, gameCode string, limit int) ([]Round, error) {
	return s.store.Last(member, gameCode, limit)
}

// Newest lists settled rounds of games of reels of all members that began before a moment, newest first.
func (s *Service) Newest(before time.Time, limit int) ([]Round, error) {
	return s.store.Newest(before, limit)
}

// Balance asks the wallet of a play; the status is OK or why there is no balance.
func (s *Service) Balance(ctx context.Context, p Play) (*money.Amount, string, error) {
	answer, err := s.wallets.of(p.Own).Call(ctx, wallet.Balance, wallet.Request{Token: p.Token, MemberID: p.Member, Currency: p.Currency},
		balancePatience, chaos.Settings{DelayMs: s.box.Get().DelayMs})
	if err != nil {
		return nil, "", err
	}
	return amount(p.Currency, answer), answer.Status, nil
}

// Spin plays one round of a game in which nothing is chosen; see Bet.
func (s *Service) Spin(ctx context.Context, p Play, stake money.Amount, key string) (*Round, error) {
	return s.Bet(ctx, p, Wager{Stake: stake, Key: key})
}

// Wager is what a page asks to play for. The same key is the same round.
type Wager struct {
	Stake  money.Amount
	Choice game.Choice
	Key    string
}

// Bet plays one round, or returns the one that the key began. It comes back early, and the round goes on, when ctx ends.
func (s *Service) Bet(ctx context.Context, p Play, w Wager) (*Round, error) {
	if !validKey.MatchString(w.Key) {
		return nil, ErrKey
	}
	ticket, err := s.games[p.Game].Accept(p.Currency, w.Stake, w.Choice)
	if err != nil {
		return nil, err
	}
	f, err := s.begin(p, w, ticket)
	if err != nil {
		return nil, err
	}
	select {
	case <-f.done:
		return f.round, nil
	case <-ctx.Done():
		return nil, ctx.Err()
	}
}

// begin finds or starts the flight of a key.
func (s *Service) begin(p Play, w Wager, ticket game.Ticket) (*flight, error) {
	s.mu.Lock()
	defer s.mu.Unlock()
	info := s.games[p.Game].Info()
	r := &Round{
		ID: id.New(), Play: p.ID, Own: p.Own, Member: p.Member, Game: p.Game, Rules: info.Rules,
		Currency: p.Currency, Key: w.Key, Stake: w.Stake, Choice: w.Choice, Status: Betting, BegunAt: s.clk.Now(),
	}
	if f := s.flights[r.place()]; f != nil {
		switch {
		case f.round.Play != p.ID || f.round.Key != w.Key:
			return nil, ErrBusy
		case !w.of(f.round):
			return nil, ErrReused
		}
		return f, nil
	}
	switch old, err := s.store.ByKey(p.ID, w.Key); {
	case err == nil && !w.of(old):
		return nil, ErrReused
	case err == nil:
		done := make(chan struct{})
		close(done)
		return &flight{old, done}, nil
	case !errors.Is(err, ErrNotFound):
		return nil, fmt.Errorf("find round: %w", err)
	}
	if s.closing {
		return nil, ErrClosing
	}
	for _, d := range s.pending {
		if d.round.place() == r.place() {
			return nil, ErrBusy
		}
	}
	if info.Pause > 0 {
		if r.BegunAt.Sub(s.begun[r.place()]) < time.Duration(info.Pause)*time.Millisecond {
			return nil, ErrFast
		}
		s.begun[r.place()] = r.BegunAt
	}
	f := &flight{round: r, done: make(chan struct{})}
	s.flights[r.place()] = f
	s.spins.Add(1)
	go s.fly(f, p, ticket)
	return f, nil
}

// of reports whether a round is of this wager.
func (w Wager) of(r *Round) bool { return w.Stake == r.Stake && w.Choice.Equal(r.Choice) }

// fly plays a round to its end or hands it to the background, without regard to who waits.
func (s *Service) fly(f *flight, p Play, ticket game.Ticket) {
	defer s.spins.Done()
	err := s.play(context.Background(), f.round, p, ticket)
	if err != nil {
		s.log.Error().Err(err).Str("round", f.round.ID).Str("status", string(f.round.Status)).Msg("round is not finished")
	}
	// Waiting callers get a copy that the background no longer changes.
	done := *f.round
	s.mu.Lock()
	if f.round.Status.Open() {
		s.pending[f.round.ID] = &delivery{round: f.round, due: s.clk.Now()}
	}
	delete(s.flights, f.round.place())
	f.round = &done
	s.mu.Unlock()
	s.m.spins.WithLabelValues(done.Game, string(done.Status)).Inc()
	close(f.done)
	s.nudge()
}

// Close lets no new spin begin and waits for those under way.
func (s *Service) Close() {
	s.mu.Lock()
	s.closing = true
	s.mu.Unlock()
	s.spins.Wait()
}

// backlog counts open rounds and tells the age of the oldest.
func (s *Service) backlog() (n int, oldest time.Duration) {
	s.mu.Lock()
	defer s.mu.Unlock()
	now := s.clk.Now()
	for _, d := range s.pending {
		n++
		oldest = max(oldest, now.Sub(d.round.BegunAt))
	}
	return n, oldest
}

// amount reads the balance of an answer; nil when there is none to be read.
func amount(currency string, a wallet.Answer) *money.Amount {
	c, ok := money.ByCode(currency)
	if !ok || a.Balance == "" {
		return nil
	}
	n, err := c.Parse(a.Balance)
	if err != nil {
		return nil
	}
	return &n
}

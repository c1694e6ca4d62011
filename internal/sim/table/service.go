package table

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"sync"
	"time"

	"github.com/prometheus/client_golang/prometheus"
	"github.com/rs/zerolog"
	"golang.org/x/sync/errgroup"

	"hubstake/internal/core/clock"
	"hubstake/internal/core/money"
	"hubstake/internal/sim/round"
)

// Reasons why a bet is not taken. Those of package round are added to them.
var (
	ErrUnknown = errors.New("table: no such table")
	ErrSpot    = errors.New("table: no such spot")
	ErrStake   = errors.New("table: not a permitted stake")
	ErrMany    = errors.New("table: no more bets in this round")
	ErrOver    = errors.New("table: the round of the bet is over")
)

// answerTime is how long after the close the operator may answer a bet; it is less than Times.Closed, so that no result is in sight.
const answerTime = 1500 * time.Millisecond

// retryAfter is the pause before a write that the disk refused is tried again. Meanwhile the table stands still.
const retryAfter = time.Second

// Service runs the tables. It is safe for concurrent use; Run must run beside it.
type Service struct {
	store  *Store
	bets   *round.Service
	clk    clock.Clock
	log    zerolog.Logger
	tables map[string]*live
	rounds *prometheus.CounterVec
}

// live is a table at work.
type live struct {
	game Game
	info Info

	mu      sync.Mutex
	seed    Seed
	round   Round
	offer   Offer
	past    []Round // with a result, oldest first
	version int     // counts the changes of what everyone sees
	crowd   map[string]int
	windows map[*Window]bool
	closed  bool
}

// New returns the service with all of its tables. It takes up the rounds that an earlier process left, and listens to bets.
func New(store *Store, bets *round.Service, games []Game, clk clock.Clock, log zerolog.Logger, reg prometheus.Registerer) *Service {
	s := &Service{
		store: store, bets: bets, clk: clk, log: log, tables: map[string]*live{},
		rounds: prometheus.NewCounterVec(prometheus.CounterOpts{
			Name: "sim_table_rounds_total", Help: "Rounds that tables have settled.",
		}, []string{"table"}),
	}
	for _, g := range games {
		info := g.Info()
		s.tables[info.Code] = &live{game: g, info: info, windows: map[*Window]bool{}}
	}
	reg.MustRegister(s.rounds,
		prometheus.NewGaugeFunc(prometheus.GaugeOpts{
			Name: "sim_table_windows", Help: "Windows that listen to a table.",
		}, func() float64 { return float64(s.listening()) }),
		prometheus.NewGaugeFunc(prometheus.GaugeOpts{
			Name: "sim_table_bets_oldest_seconds", Help: "Age of the oldest bet that waits for the result of its table; 0 without.",
		}, func() float64 { return s.oldest().Seconds() }),
	)
	bets.OnBet(func(r round.Round) {
		if t := s.tables[r.Game]; t != nil {
			t.tell(r.Member)
		}
	})
	return s
}

// Run plays the rounds of all tables until ctx ends.
func (s *Service) Run(ctx context.Context) error {
	var g errgroup.Group
	for _, t := range s.tables {
		g.Go(func() error {
			s.run(ctx, t)
			return nil
		})
	}
	g.Go(func() error {
		for {
			now := s.clk.Now()
			if err := s.store.prune(now.Add(-roundsKept), now.Add(-seedsKept)); err != nil {
				s.log.Error().Err(err).Msg("old rounds of tables are not forgotten")
			}
			if !clock.Pause(ctx, pruneEvery) {
				return nil
			}
		}
	})
	err := g.Wait()
	s.Close()
	return err
}

// Close ends the streams of all windows.
func (s *Service) Close() {
	for _, t := range s.tables {
		t.close()
	}
}

// run plays one round after the other. Each step can be repeated, so a step that fails is.
func (s *Service) run(ctx context.Context, t *live) {
	steps := []func(context.Context, *live) (time.Time, error){s.closeBets, s.draw, s.settle, s.next}
	if !s.insist(ctx, t, s.takeUp) {
		return
	}
	for {
		for _, step := range steps {
			if !s.insist(ctx, t, step) {
				return
			}
		}
	}
}

// insist waits until the step before is over, carries a step out and repeats it until it works; false when ctx ended first.
func (s *Service) insist(ctx context.Context, t *live, step func(context.Context, *live) (time.Time, error)) bool {
	for {
		until, err := step(ctx, t)
		if err == nil {
			return clock.Pause(ctx, until.Sub(s.clk.Now()))
		}
		if ctx.Err() != nil {
			return false
		}
		s.log.Error().Err(err).Str("table", t.info.Code).Msg("table stands still")
		if !clock.Pause(ctx, retryAfter) {
			return false
		}
	}
}

// takeUp finds the round that the last process was at, or begins the first one, and ends the bets on rounds before it. It returns when
// betting closes.
func (s *Service) takeUp(_ context.Context, t *live) (time.Time, error) {
	list, err := s.store.rounds(t.info.Code, t.shown()+1)
	if err != nil {
		return time.Time{}, err
	}
	if len(list) == 0 {
		return s.begin(t, nil)
	}
	last := list[0]
	seed, err := s.store.Seed(t.info.Code, last.SeedNo)
	if err != nil {
		return time.Time{}, err
	}
	if err := s.endOld(t, last.No); err != nil {
		return time.Time{}, err
	}
	slices.Reverse(list)
	t.mu.Lock()
	t.past = nil
	for _, r := range list[:len(list)-1] {
		if len(r.Result) > 0 {
			t.past = append(t.past, r)
		}
	}
	t.set(seed, last)
	t.mu.Unlock()
	return last.CloseAt, nil
}

// endOld settles the accepted bets on rounds before no; a bet whose round is not known any more is given back.
func (s *Service) endOld(t *live, no uint64) error {
	for _, bet := range s.bets.Waiting(t.info.Code) {
		if bet.Bet.No >= no {
			continue
		}
		r, err := s.store.round(t.info.Code, bet.Bet.No)
		var seed Seed
		if err == nil {
			seed, err = s.store.Seed(t.info.Code, r.SeedNo)
		}
		switch {
		case errors.Is(err, errNotFound):
			s.log.Error().Str("round", bet.ID).Uint64("no", bet.Bet.No).Msg("the table does not know the round of a bet")
			err = s.bets.Void(bet.ID)
		case err == nil:
			d := t.game.Draw(seed.Seed, r.Turn)
			err = s.bets.Settle(bet.ID, d.Result, d.Returns)
		}
		if err != nil {
			return err
		}
	}
	return nil
}

// shown is how many rounds before the current one a window shows.
func (t *live) shown() int { return max(t.info.Turns, 20) }

// begin writes the next round, with a new seed when the last one has decided all of its rounds, and returns when betting closes. last is
// nil for the first round of a table.
func (s *Service) begin(t *live, last *Round) (time.Time, error) {
	now, times := s.clk.Now(), t.info.Times
	t.mu.Lock()
	seed := t.seed
	t.mu.Unlock()
	r, open := Round{No: 1, OpenAt: now}, false
	if last != nil {
		r.No, r.SeedNo, r.Turn = last.No+1, last.SeedNo, last.Turn+1
		open = r.Turn < t.info.Turns
	}
	var fresh *Seed
	if !open {
		fresh = newSeed(seed.No+1, now)
		seed, r.SeedNo, r.Turn = *fresh, fresh.No, 0
		r.OpenAt = now.Add(times.Prepare)
	}
	r.DrawAt = r.OpenAt.Add(times.Betting + times.Closed)
	if times.Grid > 0 {
		r.DrawAt = r.DrawAt.Add(times.Grid - 1).Truncate(times.Grid)
	}
	r.CloseAt = r.DrawAt.Add(-times.Closed)
	if err := s.store.put(t.info.Code, fresh, &r); err != nil {
		return time.Time{}, fmt.Errorf("begin round: %w", err)
	}
	t.mu.Lock()
	if last != nil {
		t.past = append(t.past, *last)
		t.past = t.past[max(0, len(t.past)-t.shown()):]
	}
	t.set(seed, r)
	t.mu.Unlock()
	return r.CloseAt, nil
}

// set makes a round the current one. The lock is held.
func (t *live) set(seed Seed, r Round) {
	t.seed, t.round, t.crowd = seed, r, nil
	t.offer = t.game.Offer(seed.Seed, r.Turn)
	t.publish()
}

// closeBets shows that betting is over; the bets are in when the operator has had its time.
func (s *Service) closeBets(_ context.Context, t *live) (time.Time, error) {
	t.mu.Lock()
	defer t.mu.Unlock()
	t.publish()
	return t.round.DrawAt, nil
}

// draw writes how the round ends and shows it.
func (s *Service) draw(ctx context.Context, t *live) (time.Time, error) {
	if err := s.bets.Placed(ctx, t.info.Code); err != nil {
		return time.Time{}, err
	}
	t.mu.Lock()
	r, seed := t.round, t.seed
	t.mu.Unlock()
	if len(r.Result) == 0 {
		d := t.game.Draw(seed.Seed, r.Turn)
		r.Result = d.Result
		r.ResultAt = r.DrawAt.Add(d.Show)
		if now := s.clk.Now(); r.ResultAt.Before(now) { // the program was away; the result is shown as long as any other (S-54)
			r.ResultAt = now
		}
		r.EndAt = r.ResultAt.Add(t.info.Times.Result)
		if err := s.store.put(t.info.Code, nil, &r); err != nil {
			return time.Time{}, fmt.Errorf("write result: %w", err)
		}
	}
	crowd := crowdOf(s.bets.Waiting(t.info.Code))
	t.mu.Lock()
	defer t.mu.Unlock()
	t.round, t.crowd = r, crowd
	t.publish()
	return r.ResultAt, nil
}

// crowdOf counts the members on each spot.
func crowdOf(bets []round.Round) map[string]int {
	members := map[string]map[string]bool{}
	for _, b := range bets {
		for _, spot := range b.Bet.Spots {
			if members[spot.Code] == nil {
				members[spot.Code] = map[string]bool{}
			}
			members[spot.Code][b.Member] = true
		}
	}
	crowd := map[string]int{}
	for spot, m := range members {
		crowd[spot] = len(m)
	}
	return crowd
}

// settle ends the bets of the round and shows the result.
func (s *Service) settle(_ context.Context, t *live) (time.Time, error) {
	t.mu.Lock()
	r, seed := t.round, t.seed
	t.mu.Unlock()
	d := t.game.Draw(seed.Seed, r.Turn)
	for _, bet := range s.bets.Waiting(t.info.Code) {
		if bet.Bet.No != r.No {
			continue
		}
		if err := s.bets.Settle(bet.ID, d.Result, d.Returns); err != nil {
			return time.Time{}, err
		}
	}
	if r.Turn == t.info.Turns-1 && seed.RevealedAt.IsZero() {
		seed.RevealedAt = s.clk.Now()
		if err := s.store.put(t.info.Code, &seed, nil); err != nil {
			return time.Time{}, fmt.Errorf("reveal seed: %w", err)
		}
	}
	s.rounds.WithLabelValues(t.info.Code).Inc()
	t.mu.Lock()
	defer t.mu.Unlock()
	t.seed = seed
	t.publish()
	return r.EndAt, nil
}

// next begins the round after this one.
func (s *Service) next(_ context.Context, t *live) (time.Time, error) {
	t.mu.Lock()
	last := t.round
	t.mu.Unlock()
	return s.begin(t, &last)
}

// Stake is a part of a bet.
type Stake struct {
	Spot   string       `json:"spot"`
	Amount money.Amount `json:"amount"`
}

// Order is a bet that a window asks for. No is the round of the table that it means.
type Order struct {
	No     uint64  `json:"no"`
	Stakes []Stake `json:"stakes"`
	Key    string  `json:"key"`
}

// Place takes a bet in the current round, or returns the bet that the key began. A refusal of the operator is no error but in the bet.
func (s *Service) Place(ctx context.Context, p round.Play, o Order) (*round.Round, error) {
	t := s.tables[p.Game]
	if t == nil {
		return nil, ErrUnknown
	}
	t.mu.Lock()
	r, offer := t.round, t.offer
	t.mu.Unlock()
	bet := round.Bet{No: r.No, SeedNo: r.SeedNo, Turn: r.Turn, Offer: offer.Shown}
	for _, st := range o.Stakes {
		price, ok := offer.Prices[st.Spot]
		if !ok {
			return nil, fmt.Errorf("%w: %q", ErrSpot, st.Spot)
		}
		bet.Spots = append(bet.Spots, round.Spot{Code: st.Spot, Stake: st.Amount, Units: price})
	}
	allow := func(mine []round.Round) error {
		if o.No != r.No || r.No == 0 {
			return ErrOver
		}
		if s.clk.Now().Before(r.OpenAt) {
			return round.ErrLate
		}
		return t.info.allow(p.Currency, bet, mine)
	}
	return s.bets.Place(ctx, round.Placing{
		Play: p, Bet: bet, Rules: t.info.Rules, Key: o.Key, Close: r.CloseAt, Until: r.CloseAt.Add(answerTime), Allow: allow,
	})
}

// allow checks the stakes of a bet beside those that the member has in the round.
func (i Info) allow(currency string, bet round.Bet, mine []round.Round) error {
	l, ok := i.Limits[currency]
	if !ok || len(bet.Spots) == 0 {
		return ErrStake
	}
	if len(mine) >= i.Bets {
		return ErrMany
	}
	staked := map[string]money.Amount{}
	for _, r := range mine {
		for _, spot := range r.Bet.Spots {
			staked[spot.Code] += spot.Stake
		}
	}
	twice := map[string]bool{}
	for _, spot := range bet.Spots {
		k, known := i.kind(spot.Code)
		limit := l.Most
		if k.Side {
			limit = l.Side
		}
		// Compared without adding, so that no amount can run over.
		if !known || twice[spot.Code] || spot.Stake < l.Chips[0] || spot.Stake%l.Chips[0] != 0 || spot.Stake > limit-staked[spot.Code] {
			return fmt.Errorf("%w: %d on %s", ErrStake, spot.Stake, spot.Code)
		}
		twice[spot.Code] = true
	}
	return nil
}

// oldest returns how long the longest waiting bet has waited.
func (s *Service) oldest() (age time.Duration) {
	now := s.clk.Now()
	for code := range s.tables {
		for _, bet := range s.bets.Waiting(code) {
			age = max(age, now.Sub(bet.BegunAt))
		}
	}
	return age
}

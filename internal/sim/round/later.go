package round

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"time"

	"github.com/go-json-experiment/json/jsontext"

	"hubstake/internal/core/id"
	"hubstake/internal/core/money"
	"hubstake/internal/sim/chaos"
	"hubstake/internal/sim/game"
	"hubstake/internal/sim/wallet"
)

// Bet is what a round at a table stands on: the result comes later and is the same for all players of the table.
type Bet struct {
	No     uint64         `json:"no"`     // the table's round
	SeedNo uint64         `json:"seedNo"` // of the table: what decides it
	Turn   int            `json:"turn"`   // the place of the table's round among those of the seed, from 0
	Spots  []Spot         `json:"spots"`
	Offer  jsontext.Value `json:"offer,omitzero"`  // the runners and such, as they were shown
	Result jsontext.Value `json:"result,omitzero"` // once it is known
}

// Spot is a part of the stake and its terms at acceptance.
type Spot struct {
	Code  string       `json:"code"`
	Stake money.Amount `json:"stake"`
	Units money.Amount `json:"units"` // returned for a win, in twentieths of the stake and with the stake
	Win   money.Amount `json:"win"`
}

// stake is what the bet costs.
func (b Bet) stake() (sum money.Amount) {
	for _, s := range b.Spots {
		sum += s.Stake
	}
	return sum
}

// same reports whether two bets are on the same spots. The rounds of the table may differ: a page that repeats a key after the close
// means its first bet.
func (b Bet) same(other Bet) bool {
	return slices.EqualFunc(b.Spots, other.Spots, func(a, b Spot) bool { return a.Code == b.Code && a.Stake == b.Stake })
}

// ErrLate says that the table takes no more bets in this round.
var ErrLate = errors.New("round: betting is closed")

// tables is what the service knows about bets at tables. The service's lock guards it.
type tables struct {
	placing map[string]*flight // by play and key: bets whose stake is being asked for
	waiting map[string]*Round  // by id: accepted bets, which are never changed in place
	told    func(r Round)      // of each change of a bet; nil when no table wants to know
}

func newTables() tables {
	return tables{placing: map[string]*flight{}, waiting: map[string]*Round{}}
}

// Placing is a bet that is to be placed.
type Placing struct {
	Play  Play
	Bet   Bet
	Rules string
	Key   string
	// Close is when the table takes no more bets (S-68); Until is when the operator's answer must be there, and what is not known by
	// then is given back. The result is drawn after it.
	Close, Until time.Time
	// Allow sees the bets that the member has in this round of the table already, and may refuse one more.
	Allow func(mine []Round) error
}

// OnBet has told called after each change of a bet at a table. It must be set before the first bet and must not block.
func (s *Service) OnBet(told func(r Round)) {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.tables.told = told
}

// Place takes the stake of a bet, or returns the bet that the key began. It comes back early, and the bet goes on, when ctx ends.
func (s *Service) Place(ctx context.Context, pl Placing) (*Round, error) {
	if !validKey.MatchString(pl.Key) {
		return nil, ErrKey
	}
	f, err := s.beginBet(pl)
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

func (s *Service) beginBet(pl Placing) (*flight, error) {
	s.mu.Lock()
	defer s.mu.Unlock()
	place := string(keyOf(pl.Play.ID, pl.Key))
	if f := s.tables.placing[place]; f != nil {
		if !f.round.Bet.same(pl.Bet) {
			return nil, ErrReused
		}
		return f, nil
	}
	switch old, err := s.store.ByKey(pl.Play.ID, pl.Key); {
	case err == nil && (old.Bet == nil || !old.Bet.same(pl.Bet)):
		return nil, ErrReused
	case err == nil:
		done := make(chan struct{})
		close(done)
		return &flight{old, done}, nil
	case !errors.Is(err, ErrNotFound):
		return nil, fmt.Errorf("find bet: %w", err)
	}
	now := s.clk.Now()
	switch {
	case s.closing:
		return nil, ErrClosing
	case !now.Before(pl.Close):
		return nil, ErrLate
	}
	if err := pl.Allow(s.betsOf(pl.Play, pl.Bet.No)); err != nil {
		return nil, err
	}
	p := pl.Play
	f := &flight{done: make(chan struct{}), round: &Round{
		ID: id.New(), Play: p.ID, Own: p.Own, Member: p.Member, Game: p.Game, Rules: pl.Rules, Currency: p.Currency, Key: pl.Key,
		Stake: pl.Bet.stake(), Bet: &pl.Bet, Status: Betting, BegunAt: now,
	}}
	s.tables.placing[place] = f
	s.spins.Add(1)
	go s.flyBet(f, pl, place)
	return f, nil
}

// betsOf lists the member's bets in a round of a table that are accepted or under way.
func (s *Service) betsOf(p Play, no uint64) (mine []Round) {
	add := func(r *Round) {
		if r.Member == p.Member && r.Game == p.Game && r.Bet.No == no {
			mine = append(mine, Round{ID: r.ID, Bet: r.Bet, Stake: r.Stake})
		}
	}
	for _, f := range s.tables.placing {
		add(f.round)
	}
	for _, r := range s.tables.waiting {
		add(r)
	}
	return mine
}

func (s *Service) flyBet(f *flight, pl Placing, place string) {
	defer s.spins.Done()
	r := f.round
	ctx, cancel := context.WithTimeout(context.Background(), pl.Until.Sub(s.clk.Now()))
	defer cancel()
	if err := s.place(ctx, r, pl.Play); err != nil {
		s.log.Error().Err(err).Str("round", r.ID).Str("status", string(r.Status)).Msg("bet is not placed")
	}
	done := *r
	s.mu.Lock()
	switch {
	case r.Status == Accepted:
		s.tables.waiting[r.ID] = r
	case r.Status.Open():
		s.pending[r.ID] = &delivery{round: r, due: s.clk.Now()}
	}
	delete(s.tables.placing, place)
	f.round = &done
	s.mu.Unlock()
	s.m.spins.WithLabelValues(done.Game, string(done.Status)).Inc()
	close(f.done)
	s.changed(&done)
	s.nudge()
}

// place takes the stake. A stake of which nothing is known is given back by the background, so that the table does not wait for it.
func (s *Service) place(ctx context.Context, r *Round, p Play) error {
	f := s.box.Take()
	if err := s.store.Put(r); err != nil {
		// Nothing was sent, so nothing is owed.
		r.Status, r.Refusal, r.EndedAt = Refused, Unavailable, s.clk.Now()
		return fmt.Errorf("write bet: %w", err)
	}
	if f.OutOfOrder == chaos.RollbackFirst {
		s.outOfOrder(ctx, r, wallet.Rollback, s.rollbackRequest(r), f)
	}
	if taken, err := s.takeStake(ctx, r, p, f); !taken {
		return err
	}
	r.Status = Accepted
	if err := s.store.Put(r); err != nil {
		r.Status = Returning // on disk it is betting, which a restart gives back too
		return fmt.Errorf("write accepted bet: %w", err)
	}
	return nil
}

// Placed waits for the bets of a game whose stake is being asked for, or for ctx. Their number is final once no bet may begin any more.
func (s *Service) Placed(ctx context.Context, gameCode string) error {
	s.mu.Lock()
	var flights []*flight
	for _, f := range s.tables.placing {
		if f.round.Game == gameCode {
			flights = append(flights, f)
		}
	}
	s.mu.Unlock()
	for _, f := range flights {
		select {
		case <-f.done:
		case <-ctx.Done():
			return ctx.Err()
		}
	}
	return nil
}

// Waiting lists the accepted bets of a game, which wait for a result.
func (s *Service) Waiting(gameCode string) []Round {
	s.mu.Lock()
	defer s.mu.Unlock()
	var list []Round
	for _, r := range s.tables.waiting {
		if r.Game == gameCode {
			list = append(list, *r)
		}
	}
	return list
}

// Settle ends a waiting bet with a result, for which returns lists what each spot returns in twentieths of its stake. The operator is
// told by the background. A bet that does not wait any more is left as it is.
func (s *Service) Settle(roundID string, result jsontext.Value, returns map[string]money.Amount) error {
	return s.decide(roundID, func(r *Round) error {
		bet := *r.Bet
		bet.Spots, bet.Result = slices.Clone(bet.Spots), result
		out := game.Outcome{Steps: []game.Step{}}
		for i, spot := range bet.Spots {
			bet.Spots[i].Win = spot.Stake / game.Units * returns[spot.Code]
			out.Win += bet.Spots[i].Win
		}
		r.Bet, r.Outcome, r.Status = &bet, &out, Drawn
		if err := s.store.Draw(r, nil); err != nil {
			return fmt.Errorf("write result of bet: %w", err)
		}
		s.m.staked.WithLabelValues(r.Game, r.Currency).Add(float64(r.Stake))
		s.m.won.WithLabelValues(r.Game, r.Currency).Add(float64(r.Won()))
		return nil
	})
}

// Void gives the stake of a waiting bet back.
func (s *Service) Void(roundID string) error {
	return s.decide(roundID, func(r *Round) error {
		r.Status = Returning
		if err := s.store.Put(r); err != nil {
			return fmt.Errorf("write void bet: %w", err)
		}
		return nil
	})
}

// decide changes a waiting bet, which write keeps, and hands it to the background. Only the table of a bet decides it, one at a time.
func (s *Service) decide(roundID string, write func(r *Round) error) error {
	s.mu.Lock()
	old := s.tables.waiting[roundID]
	s.mu.Unlock()
	if old == nil {
		return nil
	}
	r := *old
	if err := write(&r); err != nil {
		return err
	}
	decided := r // the background changes r
	s.mu.Lock()
	delete(s.tables.waiting, roundID)
	s.pending[roundID] = &delivery{round: &r, due: s.clk.Now()}
	s.mu.Unlock()
	s.changed(&decided)
	s.nudge()
	return nil
}

// changed tells the tables of a bet that changed. The service's lock is not held.
func (s *Service) changed(r *Round) {
	if r.Bet == nil {
		return
	}
	s.mu.Lock()
	told := s.tables.told
	s.mu.Unlock()
	if told != nil {
		told(*r)
	}
}

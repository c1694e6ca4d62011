package round

import (
	"context"
	"errors"
	"fmt"
	"maps"
	"time"

	"golang.org/x/sync/errgroup"

	"hubstake/internal/core/money"
	"hubstake/internal/sim/chaos"
	"hubstake/internal/sim/game"
	"hubstake/internal/sim/wallet"
)

// Bounds of the background: how many rounds are told at once and how long a silent operator is left in peace.
const (
	deliveries = 8
	firstPause = time.Second
	maxPause   = 30 * time.Second
	pruneEvery = time.Hour
)

// delivery is a round that the operator must still be told about. It has no end: a win is owed until it is acknowledged;
// sim_rounds_open_oldest_seconds shows when a person must look.
type delivery struct {
	round *Round
	due   time.Time
	pause time.Duration
}

// play takes the stake, draws, and tells the win. An error leaves the round open for the background.
func (s *Service) play(ctx context.Context, r *Round, p Play, ticket game.Ticket) error {
	f := s.box.Take()
	if err := s.store.Begin(r); err != nil {
		// Nothing was sent, so nothing is owed.
		r.Status, r.Refusal, r.EndedAt = Refused, Unavailable, s.clk.Now()
		return fmt.Errorf("write round: %w", err)
	}
	src := s.draws(r.Seed, r.Message())
	var early *game.Outcome
	switch f.OutOfOrder {
	case chaos.WinFirst:
		out := ticket(src)
		early = &out
		s.outOfOrder(ctx, r, wallet.Win, s.winRequest(r, out.Win), f)
	case chaos.RollbackFirst:
		s.outOfOrder(ctx, r, wallet.Rollback, s.rollbackRequest(r), f)
	}
	if taken, err := s.takeStake(ctx, r, p, f); !taken {
		if err != nil && r.Status == Returning {
			err = errors.Join(err, s.tell(ctx, r, oncePatience, chaos.Settings{}))
		}
		return err
	}
	// A win that was told before its bet, on demand, cannot have another amount after it: such a round takes part in no jackpot.
	var jackpot *game.Jackpot
	r.Outcome = early
	if r.Outcome == nil {
		out := ticket(src)
		r.Outcome, jackpot = &out, s.games[r.Game].Info().Jackpot
		s.drawJackpots(r, src, f.Jackpot)
	}
	r.Status = Drawn
	if err := s.store.Draw(r, jackpot); err != nil {
		// The outcome is not on disk and no player has seen it: the round counts as undrawn, and the stake goes back.
		r.Status, r.Outcome, r.Jackpots = Returning, nil, nil
		return fmt.Errorf("write outcome: %w", err)
	}
	s.m.staked.WithLabelValues(r.Game, r.Currency).Add(float64(r.Stake))
	s.m.won.WithLabelValues(r.Game, r.Currency).Add(float64(r.Won()))
	return s.tell(ctx, r, winPatience, f)
}

// takeStake asks for the stake and reports whether it was taken. If not, the round has ended or, with an error, is returning.
func (s *Service) takeStake(ctx context.Context, r *Round, p Play, f chaos.Settings) (bool, error) {
	c, _ := money.ByCode(r.Currency)
	answer, err := s.wallets.of(r.Own).Call(ctx, wallet.Bet, wallet.Request{
		TxID: r.betTx(), RoundID: r.ID, Token: p.Token, MemberID: r.Member, Game: r.Game,
		Currency: r.Currency, Amount: c.Format(r.Stake),
	}, betPatience, f)
	switch {
	case err != nil:
		r.Status = Returning
		return false, errors.Join(err, s.store.Put(r))
	case answer.Status == wallet.RolledBack:
		return false, s.end(r, Returned, answer)
	case answer.Status != wallet.OK:
		r.Refusal = answer.Status
		return false, s.end(r, Refused, answer)
	}
	r.AfterBet = amount(r.Currency, answer)
	return true, nil
}

// outOfOrder sends a call before its time, as a vendor with several queues would. Its answer decides nothing here.
func (s *Service) outOfOrder(ctx context.Context, r *Round, op string, req wallet.Request, f chaos.Settings) {
	f.LoseAnswer = 0
	answer, err := s.wallets.of(r.Own).Call(ctx, op, req, oncePatience, f)
	s.log.Info().Err(err).Str("op", op).Str("status", answer.Status).Msg("sent before its bet on demand")
}

func (s *Service) winRequest(r *Round, won money.Amount) wallet.Request {
	c, _ := money.ByCode(r.Currency)
	return wallet.Request{
		TxID: r.winTx(), RefTxID: r.betTx(), RoundID: r.ID, MemberID: r.Member,
		Currency: r.Currency, Amount: c.Format(won), Closes: true,
	}
}

func (s *Service) rollbackRequest(r *Round) wallet.Request {
	return wallet.Request{TxID: r.rollbackTx(), RefTxID: r.betTx(), RoundID: r.ID, MemberID: r.Member, Currency: r.Currency}
}

// tell sends the win of a drawn round (one of 0 too: it closes the round) or the rollback of a returning one.
func (s *Service) tell(ctx context.Context, r *Round, p wallet.Patience, f chaos.Settings) error {
	op, req, done := wallet.Rollback, s.rollbackRequest(r), Returned
	if r.Status == Drawn {
		op, req, done = wallet.Win, s.winRequest(r, r.Won()), Settled
	}
	answer, err := s.wallets.of(r.Own).Call(ctx, op, req, p, f)
	if err != nil {
		return err
	}
	switch answer.Status {
	case wallet.OK:
		return s.end(r, done, answer)
	case wallet.NotFound:
		if op == wallet.Rollback { // an operator without tombstones: it never saw the bet
			return s.end(r, done, answer)
		}
	case wallet.Duplicate, wallet.BadAmount, wallet.WrongCurrency, wallet.RolledBack, wallet.Settled:
		r.Refusal = answer.Status
		s.m.disputed.Inc()
		s.log.Error().Str("round", r.ID).Str("op", op).Str("status", answer.Status).Msg("the operator refused for good")
		return s.end(r, Disputed, answer)
	}
	return fmt.Errorf("%s of round: operator said %s", op, answer.Status)
}

// end writes the last state of a round. When that fails the round stays open on disk and is told again after a restart,
// which the operator answers as before.
func (s *Service) end(r *Round, status Status, answer wallet.Answer) error {
	before := r.Status
	r.Status, r.Balance, r.EndedAt = status, amount(r.Currency, answer), s.clk.Now()
	if err := s.store.Put(r); err != nil {
		if before == Drawn || before == Returning {
			r.Status = before
		}
		return fmt.Errorf("write end of round: %w", err)
	}
	return nil
}

// Run tells the operator about open rounds until ctx ends, and forgets what is too old.
func (s *Service) Run(ctx context.Context) error {
	prune := time.NewTicker(pruneEvery)
	defer prune.Stop()
	if err := s.prune(); err != nil {
		return err
	}
	for {
		next := s.deliver(ctx)
		timer := time.NewTimer(next)
		select {
		case <-ctx.Done():
			timer.Stop()
			return nil
		case <-prune.C:
			if err := s.prune(); err != nil {
				s.log.Error().Err(err).Msg("old rounds are not forgotten")
			}
		case <-s.wake:
		case <-timer.C:
		}
		timer.Stop()
	}
}

func (s *Service) prune() error {
	now := s.clk.Now()
	s.mu.Lock()
	maps.DeleteFunc(s.begun, func(_ string, at time.Time) bool { return now.Sub(at) > pruneEvery })
	s.mu.Unlock()
	return s.store.Prune(now.Add(-playsKept), now.Add(-roundsKept))
}

// nudge makes Run look again.
func (s *Service) nudge() {
	select {
	case s.wake <- struct{}{}:
	default:
	}
}

// deliver tells every round that is due and returns when the next one will be.
func (s *Service) deliver(ctx context.Context) time.Duration {
	var g errgroup.Group
	g.SetLimit(deliveries)
	for _, d := range s.dueNow() {
		g.Go(func() error {
			err := s.tell(ctx, d.round, oncePatience, chaos.Settings{})
			s.mu.Lock()
			defer s.changed(d.round)
			defer s.mu.Unlock()
			if !d.round.Status.Open() {
				delete(s.pending, d.round.ID)
				return nil
			}
			d.pause = min(max(d.pause*2, firstPause), maxPause)
			d.due = s.clk.Now().Add(d.pause)
			s.log.Warn().Err(err).Str("round", d.round.ID).Dur("again_in", d.pause).Msg("operator not told yet")
			return nil
		})
	}
	_ = g.Wait()

	s.mu.Lock()
	defer s.mu.Unlock()
	next, now := maxPause, s.clk.Now()
	for _, d := range s.pending {
		next = min(next, max(0, d.due.Sub(now)))
	}
	return next
}

func (s *Service) dueNow() []*delivery {
	s.mu.Lock()
	defer s.mu.Unlock()
	var due []*delivery
	now := s.clk.Now()
	for _, d := range s.pending {
		if !d.due.After(now) {
			due = append(due, d)
		}
	}
	return due
}

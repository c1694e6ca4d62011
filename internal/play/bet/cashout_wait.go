package bet

import (
	"context"
	"errors"
	"fmt"
	"time"

	"github.com/jackc/pgx/v5"

	"hubstake/internal/core/money"
	"hubstake/internal/ledger/wallet"
	"hubstake/internal/platform/pg"
	"hubstake/internal/play/sports"
)

// ask stores that a member asked to cash a bet out while a match is in play.
func (s *Service) ask(ctx context.Context, b Bet, c cashable, amount money.Amount, accept Choice) (Cashing, error) {
	waits := Cashing{Bet: b.ID, Amount: amount}
	err := pg.InTx(ctx, s.db, func(tx pgx.Tx) error {
		if err := pg.Brief(ctx, tx); err != nil {
			return err
		}
		if _, err := wallet.Lock(ctx, tx, b.Member, b.Currency); err != nil {
			return err
		}
		book := s.readBook(b.Site, []string{b.ID}, c.legs, (*sports.Asked).Queue)
		if err := tx.SendBatch(ctx, book.batch).Close(); err != nil {
			return fmt.Errorf("quotes: %w", err)
		}
		here, err := book.here()
		if err != nil {
			return err
		}
		scores := book.scores(c.legs)
		asked := &cashOut{cashable: c, accept: accept, scores: scores}
		if err := asked.judge(amount, here, book.known, book.quotes); err != nil {
			if _, taken := asked.takes(amount, err); !taken {
				return err
			}
		}
		flat := make([]int32, 0, 2*len(scores))
		for _, one := range scores {
			flat = append(flat, int32(one[0]), int32(one[1]))
		}
		// One that waits goes on: asking again is no way to wait for a better moment.
		if _, err := tx.Exec(ctx, `
			INSERT INTO bet_cash_out (bet_id, amount, asked_at, due_at, scores, accept)
			SELECT id, $2, clock_timestamp(), clock_timestamp() + $3::interval, $4, $5 FROM bet_bet WHERE id = $1 AND state = 'open'
			ON CONFLICT (bet_id) DO UPDATE SET amount = excluded.amount, asked_at = excluded.asked_at, due_at = excluded.due_at, scores = excluded.scores,
			       accept = excluded.accept, refused = ''
			 WHERE bet_cash_out.due_at IS NULL`, b.ID, int64(amount), here.rules.Delay(), flat, accept); err != nil {
			return fmt.Errorf("cash-out: %w", err)
		}
		err = tx.QueryRow(ctx, `SELECT amount, due_at FROM bet_cash_out WHERE bet_id = $1 AND due_at IS NOT NULL`, b.ID).Scan(&waits.Amount, &waits.DueAt)
		if errors.Is(err, pgx.ErrNoRows) {
			return ErrEnded
		}
		return err
	})
	if err != nil {
		return Cashing{}, fmt.Errorf("bet %s: %w", b.ID, err)
	}
	return waits, nil
}

// DecideCashOuts decides requests to cash a bet out whose delay is over: each is paid what its member took, or
// what it is worth by now when its member takes that change, or refused with a reason. One whose feed said nothing since
// goes on waiting, as in Confirm. It returns how many it decided; at most count. One that fails stops no other.
func (s *Service) DecideCashOuts(ctx context.Context, count int) (int, error) {
	return s.decide(ctx, `SELECT bet_id FROM bet_cash_out WHERE due_at <= clock_timestamp() ORDER BY due_at LIMIT $1`, count, s.decideCashOut)
}

func (s *Service) decideCashOut(ctx context.Context, id string) error {
	reason, err := s.cashOutAsked(ctx, id)
	s.metrics.cashOut(reason, err)
	return err
}

// cashOutAsked ends a bet as its member asked, or returns why not.
func (s *Service) cashOutAsked(ctx context.Context, id string) (Reason, error) {
	var member string
	var amount money.Amount
	var at time.Time
	var flat []int32
	var accept Choice
	var vouched bool
	err := s.db.QueryRow(ctx, `
		SELECT b.member_id, c.amount, c.accept, c.asked_at, c.scores, bet_cash_out_vouched(b.id) FROM bet_cash_out c JOIN bet_bet b ON b.id = c.bet_id
		 WHERE c.bet_id = $1 AND c.due_at IS NOT NULL`, id).Scan(&member, &amount, &accept, &at, &flat, &vouched)
	if errors.Is(err, pgx.ErrNoRows) {
		return "", ErrEnded
	} else if err != nil {
		return "", fmt.Errorf("bet %s: cash-out: %w", id, err)
	}
	b, err := s.Find(ctx, member, id)
	if err != nil {
		return "", fmt.Errorf("bet %s: cash-out: %w", id, err)
	}
	c, err := s.cashable(ctx, b)
	if err != nil {
		return "", err
	}
	asked := &cashOut{cashable: c, accept: accept, scores: make([][2]int, len(c.legs)), askedAt: &at}
	for i := range asked.scores {
		asked.scores[i] = [2]int{int(flat[2*i]), int(flat[2*i+1])}
	}
	if !vouched && b.State == Placed {
		if err = s.look(ctx, asked, amount); err == nil {
			_, err = s.db.Exec(ctx, `UPDATE bet_cash_out SET due_at = clock_timestamp() + $2::interval WHERE bet_id = $1 AND asked_at = $3 AND due_at IS NOT NULL`, id, silence, at)
			return "", errors.Join(errSilent, err)
		}
	} else {
		_, err = s.cashNow(ctx, b, asked, amount, "")
	}
	var no *NoCashOut
	reason := Ended
	switch {
	case errors.As(err, &no):
		reason = no.Reason
	case errors.Is(err, ErrEnded):
	default:
		return "", err
	}
	refused, err := s.db.Exec(ctx, `UPDATE bet_cash_out SET due_at = NULL, refused = $2 WHERE bet_id = $1 AND asked_at = $3 AND due_at IS NOT NULL`, id, reason, at)
	switch {
	case err != nil:
		return "", fmt.Errorf("bet %s: cash-out: %w", id, err)
	case refused.RowsAffected() == 0:
		return "", ErrEnded // another node decided it
	}
	return reason, nil
}

// look judges a cash-out by what is known now, and holds nothing. A change that the member takes is no refusal.
func (s *Service) look(ctx context.Context, c *cashOut, amount money.Amount) error {
	book := s.readBook(c.site, []string{c.bet}, c.legs, (*sports.Asked).QueueLook)
	if err := s.db.SendBatch(ctx, book.batch).Close(); err != nil {
		return fmt.Errorf("bet: cash-out: %w", err)
	}
	here, err := book.here()
	if err != nil {
		return err
	}
	err = c.judge(amount, here, book.known, book.quotes)
	if _, taken := c.takes(amount, err); taken {
		return nil
	}
	return err
}

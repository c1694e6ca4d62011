package settle

import (
	"context"
	"errors"
	"fmt"

	"github.com/jackc/pgx/v5"

	"hubstake/internal/platform/pg"
	"hubstake/internal/play/bet"
)

// CompareLate compares the bets on a match with when something happened in it that the book learnt late (sports_truth): legs that were struck after it are void
// (D-24). Open bets are ended by that where it decides them; those that ended before are counted by Outdated until staff corrects them. late counts the bets by
// their new marks. ok is false when nothing is due. Whichever node does it and however often: the marks are the same.
func (s *Service) CompareLate(ctx context.Context) (n map[bet.State]int, late map[bet.Late]int, ok bool, err error) {
	n = map[bet.State]int{}
	var event int64
	err = s.db.QueryRow(ctx, `SELECT event_id FROM settle_truth_next()`).Scan(&event)
	if errors.Is(err, pgx.ErrNoRows) {
		return n, nil, false, nil
	}
	if err == nil {
		late, err = s.compare(ctx, event, n)
	}
	if err != nil {
		return n, late, true, fmt.Errorf("settle: late bets: %w", err)
	}
	return n, late, true, nil
}

// compareMarket compares the bets on the match of a market, if that is still to be done.
func (s *Service) compareMarket(ctx context.Context, market int64, n map[bet.State]int) (map[bet.Late]int, error) {
	var event *int64
	if err := s.db.QueryRow(ctx, `SELECT settle_truth_due($1)`, market).Scan(&event); err != nil {
		return nil, fmt.Errorf("late bets: %w", err)
	}
	if event == nil {
		return nil, nil
	}
	return s.compare(ctx, *event, n)
}

func (s *Service) compare(ctx context.Context, event int64, n map[bet.State]int) (late map[bet.Late]int, err error) {
	var version int64
	if err := s.db.QueryRow(ctx, `SELECT settle_truth_version($1)`, event).Scan(&version); err != nil {
		return nil, fmt.Errorf("truths: %w", err)
	}
	if late, err = s.mark(ctx, event); err != nil {
		return nil, err
	}
	if err := s.endLate(ctx, event, n); err != nil {
		return late, err
	}
	if _, err := s.db.Exec(ctx, `SELECT settle_truth_done($1, $2)`, event, version); err != nil {
		return late, fmt.Errorf("truths: %w", err)
	}
	return late, nil
}

// mark brings the marks of the legs on a match in line with what is known.
func (s *Service) mark(ctx context.Context, event int64) (late map[bet.Late]int, err error) {
	err = pg.InTx(ctx, s.db, func(tx pgx.Tx) error {
		late = map[bet.Late]int{}
		if err := pg.Brief(ctx, tx); err != nil {
			return err
		}
		if _, err := tx.Exec(ctx, `SELECT settle_hold($1)`, event); err != nil {
			return fmt.Errorf("match: %w", err)
		}
		rows, err := tx.Query(ctx, `SELECT late, bets FROM settle_late($1)`, event)
		if err != nil {
			return fmt.Errorf("marks: %w", err)
		}
		var why bet.Late
		var bets int
		_, err = pgx.ForEachRow(rows, []any{&why, &bets}, func() error {
			if why != "" { // else a mark was taken off
				late[why] = bets
			}
			return nil
		})
		if err != nil {
			return fmt.Errorf("marks: %w", err)
		}
		return nil
	})
	return late, err
}

// endLate ends the open bets on a match that are decided by their marks.
func (s *Service) endLate(ctx context.Context, event int64, n map[bet.State]int) error {
	return s.endOpen(ctx, `SELECT id, member, currency, stake, most, placed FROM settle_late_bets($1, $2, $3)`, event, n)
}

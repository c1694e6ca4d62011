package bet

import (
	"context"
	"fmt"
	"time"

	"github.com/jackc/pgx/v5"

	"hubstake/internal/core/money"
)

// Liability is what the bets of a site that have not ended stake and may pay.
type Liability struct {
	Site         string
	Bets         int64
	Stakes, Pays money.Amount
	MatchPays    money.Amount // the most that those on one match may pay
}

// Liabilities returns the liability of every site. It reads all bets that have not ended.
func (s *Service) Liabilities(ctx context.Context) ([]Liability, error) {
	rows, err := s.db.Query(ctx, `SELECT site, bets, stakes, pays, match_pays FROM bet_liability()`)
	if err != nil {
		return nil, fmt.Errorf("bet: liabilities: %w", err)
	}
	all, err := pgx.CollectRows(rows, pgx.RowToStructByPos[Liability])
	if err != nil {
		return nil, fmt.Errorf("bet: liabilities: %w", err)
	}
	return all, nil
}

// Overdue returns how many matches began so long ago, have bets that wait for them, and have no result. Matches that were put off do not count.
func (s *Service) Overdue(ctx context.Context, after time.Duration) (matches int, err error) {
	if err := s.db.QueryRow(ctx, `SELECT bet_overdue($1)`, after).Scan(&matches); err != nil {
		return 0, fmt.Errorf("bet: overdue matches: %w", err)
	}
	return matches, nil
}

// Waits returns how many bets in play wait to be decided, and for how long the delay of the oldest has been over; 0: no delay is over.
func (s *Service) Waits(ctx context.Context) (bets int, overdue time.Duration, err error) {
	err = s.db.QueryRow(ctx, `
		SELECT count(*), greatest(clock_timestamp() - min(due_at), interval '0') FROM bet_bet WHERE due_at IS NOT NULL`).Scan(&bets, &overdue)
	if err != nil {
		return 0, 0, fmt.Errorf("bet: waits: %w", err)
	}
	return bets, overdue, nil
}

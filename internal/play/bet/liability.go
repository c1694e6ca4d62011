package bet

import (
	"context"
	"fmt"
	"time"

	"github.com/jackc/pgx/v5"

	"hubstake/internal/core/money"
	"hubstake/internal/core/odds"
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

// Overdue are the matches of a sport that should be over by the clock, have bets that wait for them, and have no result.
type Overdue struct {
	Sport   odds.Sport
	Matches int
	Oldest  time.Duration // since the usual end of the one that waits longest; 0: none waits
}

// Overdue returns the overdue matches of every sport: the usual length of the sport has passed since their start. Matches that were put off do not count.
func (s *Service) Overdue(ctx context.Context) ([]Overdue, error) {
	lengths := make([]time.Duration, len(odds.Sports))
	for i, sport := range odds.Sports {
		lengths[i] = sport.UsualLength()
	}
	rows, err := s.db.Query(ctx, `SELECT sport, matches, oldest FROM bet_overdue_matches($1, $2)`, odds.Sports, lengths)
	if err != nil {
		return nil, fmt.Errorf("bet: overdue matches: %w", err)
	}
	all, err := pgx.CollectRows(rows, pgx.RowToStructByPos[Overdue])
	if err != nil {
		return nil, fmt.Errorf("bet: overdue matches: %w", err)
	}
	return all, nil
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

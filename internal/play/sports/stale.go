package sports

import (
	"context"
	"fmt"
	"time"

	"github.com/jackc/pgx/v5"

	"hubstake/internal/platform/pg"
)

// old selects the open markets of a feed whose prices are too old: $1 the feed, $2 now, $3 and $4 the limits in microseconds, live and before.
const old = `
  FROM sports_event e JOIN sports_market m ON m.event_id = e.id LEFT JOIN sports_cursor c ON c.feed = e.feed
 WHERE e.feed = $1 AND e.state IN ('scheduled', 'live') AND m.state = 'open'
   AND greatest(m.quoted_at, c.vouched_at) < $2::timestamptz - CASE WHEN e.state = 'live' THEN $3::bigint ELSE $4::bigint END * interval '1 microsecond'`

// Unvouched returns the feeds that have matches on offer and did not vouch for their prices within the shorter limit: those that SuspendStale should
// look at, whether a program still reads them or not.
func (s *Service) Unvouched(ctx context.Context) ([]string, error) {
	rows, err := s.db.Query(ctx, `
		SELECT DISTINCT e.feed FROM sports_event e LEFT JOIN sports_cursor c ON c.feed = e.feed
		 WHERE e.state IN ('scheduled', 'live') AND (c.vouched_at IS NULL OR c.vouched_at < $1) ORDER BY e.feed`,
		s.clk.Now().Add(-min(s.o.StaleLive, s.o.StaleBefore)))
	if err != nil {
		return nil, fmt.Errorf("sports: unvouched: %w", err)
	}
	feeds, err := pgx.CollectRows(rows, pgx.RowTo[string])
	if err != nil {
		return nil, fmt.Errorf("sports: unvouched: %w", err)
	}
	return feeds, nil
}

// NewestPrices returns when each feed last made a price of a match on offer, or vouched for all its prices. A feed that did neither is absent.
func (s *Service) NewestPrices(ctx context.Context, feeds []string) (map[string]time.Time, error) {
	rows, err := s.db.Query(ctx, `
		SELECT f.feed, greatest(c.vouched_at, (SELECT max(m.quoted_at) FROM sports_event e JOIN sports_market m ON m.event_id = e.id
		                                        WHERE e.feed = f.feed AND e.state IN ('scheduled', 'live')))
		  FROM unnest($1::text[]) AS f (feed) LEFT JOIN sports_cursor c ON c.feed = f.feed`, feeds)
	if err != nil {
		return nil, fmt.Errorf("sports: newest prices: %w", err)
	}
	newest := map[string]time.Time{}
	var feed string
	var at *time.Time
	_, err = pgx.ForEachRow(rows, []any{&feed, &at}, func() error {
		if at != nil {
			newest[feed] = *at
		}
		return nil
	})
	if err != nil {
		return nil, fmt.Errorf("sports: newest prices: %w", err)
	}
	return newest, nil
}

// SuspendStale suspends the open markets of a feed whose prices the feed did not confirm for too long, and returns how many. The feed's next word about a market,
// or its word that all its prices stand, opens it again.
func (s *Service) SuspendStale(ctx context.Context, feed string) (n int, err error) {
	now := s.clk.Now()
	var fresh bool // the feed answers for all prices: nothing to look for
	err = s.db.QueryRow(ctx, `SELECT coalesce((SELECT vouched_at >= $2 FROM sports_cursor WHERE feed = $1), false)`,
		feed, now.Add(-min(s.o.StaleLive, s.o.StaleBefore))).Scan(&fresh)
	if err != nil {
		return 0, fmt.Errorf("sports: stale: %w", err)
	}
	if fresh {
		return 0, nil
	}
	args := []any{feed, now, s.o.StaleLive.Microseconds(), s.o.StaleBefore.Microseconds()}
	err = pg.InTx(ctx, s.db, func(tx pgx.Tx) error {
		if err := pg.Brief(ctx, tx); err != nil {
			return err
		}
		// As in Apply, the feed's cursor comes first: the two lock matches and markets in different orders.
		if err := lockFeed(ctx, tx, feed); err != nil {
			return err
		}
		var out Outcome
		a := s.begin(tx, feed, &out)
		// Bets that hold a match are stored first; what they saw was not too old when they asked.
		rows, err := tx.Query(ctx, `SELECT id FROM sports_event WHERE id IN (SELECT e.id `+old+`) ORDER BY id FOR UPDATE`, args...)
		if err != nil {
			return fmt.Errorf("matches: %w", err)
		}
		events, err := pgx.CollectRows(rows, pgx.RowTo[int64])
		if err != nil || len(events) == 0 {
			return err
		}
		err = a.changeMarkets(ctx, `
			UPDATE sports_market SET stale = true, state = 'suspended', version = version + 1
			 WHERE id IN (SELECT m.id `+old+` AND e.id = ANY ($5)) AND state = 'open' RETURNING id`, append(args, events)...)
		if err != nil {
			return err
		}
		n = len(a.facts)
		return a.tell(ctx)
	})
	if err != nil {
		return 0, fmt.Errorf("sports: stale: %w", err)
	}
	return n, nil
}

package sports

import (
	"context"
	"fmt"
	"time"

	"github.com/jackc/pgx/v5"

	"hubstake/internal/core/fixture"
	"hubstake/internal/core/odds"
	"hubstake/internal/platform/pg"
)

// Lost is the reason of a suspension of a match that should have begun and of which its feed says nothing any more, and the source of the results that VoidLost
// writes.
const Lost = "lost"

// silence is how long a feed that tells changes alone may say nothing of a match on which bets are taken in play, and of one that should be over.
const silence = 15 * time.Minute

// takeVanished suspends the matches that should have begun and that a feed left out which names every one that it has.
func (a *application) takeVanished(ctx context.Context, b fixture.Batch) error {
	if !b.Whole || b.More {
		return nil
	}
	named := []string{}
	for _, c := range b.Changes {
		if kind, id := c.ID(); kind == "event" || kind == "market" || kind == "result" {
			named = append(named, id)
		}
	}
	return a.lose(ctx, `
		SELECT e.feed_id FROM sports_event e
		 WHERE e.feed = $1 AND (e.state = 'live' OR e.state = 'scheduled' AND e.starts_at <= $2) AND e.lost_at IS NULL AND e.feed_id <> ALL ($3)`, a.feed, a.now, named)
}

// lose suspends the matches that a query names, and notes that they are lost. The feed's next word about one lifts both.
func (a *application) lose(ctx context.Context, query string, args ...any) error {
	rows, err := a.tx.Query(ctx, query, args...)
	if err != nil {
		return fmt.Errorf("lost matches: %w", err)
	}
	ids, err := pgx.CollectRows(rows, pgx.RowTo[string])
	if err != nil {
		return fmt.Errorf("lost matches: %w", err)
	}
	if err := a.loadEvents(ctx, ids, " FOR UPDATE OF e"); err != nil {
		return err
	}
	for _, id := range ids {
		e := a.events[id]
		if e == nil || e.over() || e.lost {
			continue // it ended while the question was asked
		}
		if e.lost = true; !e.feedSuspended || e.reason != Lost {
			e.feedSuspended, e.reason = true, Lost
			e.change()
		}
		a.Lost++
	}
	return a.writeEvents(ctx)
}

// SuspendLost suspends the matches of feeds that tell changes alone of which nothing was told for too long: those on which bets are taken in play, and those that should be
// over. It returns how many. They are off the live list after the longest length of their sport, and staff is shown them (ShowLost).
func (s *Service) SuspendLost(ctx context.Context) (n int, err error) {
	lengths := make([]time.Duration, len(odds.Sports))
	for i, sport := range odds.Sports {
		lengths[i] = sport.LongestLength()
	}
	const silent = ` FROM sports_event e JOIN unnest($2::text[], $3::interval[]) AS u (sport, longest) ON u.sport = e.sport
		 WHERE e.state IN ('scheduled', 'live') AND e.starts_at < $1::timestamptz AND e.lost_at IS NULL AND e.changed_at < $1::timestamptz - $4::interval
		   AND NOT EXISTS (SELECT FROM sports_market m WHERE m.event_id = e.id AND m.quoted_at >= $1::timestamptz - $4::interval)
		   AND (e.starts_at < $1::timestamptz - u.longest
		        OR e.state = 'live' AND EXISTS (SELECT FROM sports_market m WHERE m.event_id = e.id AND m.state IN ('open', 'suspended')))`
	args := []any{s.clk.Now(), odds.Sports, lengths, silence}
	rows, err := s.db.Query(ctx, `SELECT DISTINCT e.feed`+silent, args...)
	if err != nil {
		return 0, fmt.Errorf("sports: lost: %w", err)
	}
	feeds, err := pgx.CollectRows(rows, pgx.RowTo[string])
	if err != nil {
		return 0, fmt.Errorf("sports: lost: %w", err)
	}
	for _, feed := range feeds {
		lost := 0
		err := s.ofFeed(ctx, feed, func(a *application) error {
			err := a.lose(ctx, `SELECT e.feed_id`+silent+` AND e.feed = $5`, append(args, feed)...)
			lost = a.Lost
			return err
		})
		if err != nil {
			return n, fmt.Errorf("sports: lost: %w", err)
		}
		n += lost
	}
	return n, nil
}

// VoidLost ends matches that are lost and began more than 48 hours ago: they have no result, and bets on them are void (D-24). It returns how many.
func (s *Service) VoidLost(ctx context.Context) (n int, err error) {
	const overdue = ` FROM sports_event e WHERE e.lost_at IS NOT NULL AND e.state IN ('scheduled', 'live') AND e.starts_at < $1::timestamptz - $2::interval`
	rows, err := s.db.Query(ctx, `SELECT e.feed, array_agg(e.feed_id)`+overdue+` GROUP BY e.feed`, s.clk.Now(), longestDelay)
	if err != nil {
		return 0, fmt.Errorf("sports: lost: %w", err)
	}
	late := map[string][]string{}
	var feed string
	var ids []string
	if _, err = pgx.ForEachRow(rows, []any{&feed, &ids}, func() error {
		late[feed], ids = ids, nil
		return nil
	}); err != nil {
		return 0, fmt.Errorf("sports: lost: %w", err)
	}
	for feed, ids := range late {
		ended := 0
		err := s.ofFeed(ctx, feed, func(a *application) error {
			ended = 0
			if err := a.loadEvents(ctx, ids, " FOR UPDATE OF e"); err != nil {
				return err
			}
			var known []int64
			for _, e := range a.events {
				known = append(known, e.id)
			}
			if err := a.loadResults(ctx, known); err != nil {
				return err
			}
			for _, e := range a.events { // the feed may have said more since the question
				if e.lost && !e.over() && a.results[e.id] == nil {
					a.addResult(e, &result{void: string(fixture.Cancelled), source: Lost, seq: e.seq})
					ended++
				}
			}
			if err := a.writeEvents(ctx); err != nil {
				return err
			}
			return a.writeResults(ctx)
		})
		if n += ended; err != nil {
			return n, fmt.Errorf("sports: lost: %w", err)
		}
	}
	return n, nil
}

// ofFeed changes matches of a feed in one transaction, and tells pages of them.
func (s *Service) ofFeed(ctx context.Context, feed string, do func(*application) error) error {
	return pg.InTx(ctx, s.db, func(tx pgx.Tx) error {
		if err := pg.Brief(ctx, tx); err != nil {
			return err
		}
		// As in Apply, the feed's cursor comes first.
		if err := lockFeed(ctx, tx, feed); err != nil {
			return err
		}
		a := s.begin(tx, feed, &Outcome{})
		if err := do(a); err != nil {
			return err
		}
		return a.tell(ctx)
	})
}

// LostMatches counts the matches that are lost and not ended yet.
func (s *Service) LostMatches(ctx context.Context) (n int, err error) {
	err = s.db.QueryRow(ctx, `SELECT count(*) FROM sports_event WHERE lost_at IS NOT NULL AND state IN ('scheduled', 'live')`).Scan(&n)
	if err != nil {
		return 0, fmt.Errorf("sports: lost: %w", err)
	}
	return n, nil
}

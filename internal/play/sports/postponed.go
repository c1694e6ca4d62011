package sports

import (
	"context"
	"fmt"
	"slices"
	"time"

	"github.com/jackc/pgx/v5"

	"hubstake/internal/platform/pg"
)

// longestDelay is how much later than planned a match may begin; beyond it, its bets are void (D-24).
const longestDelay = 48 * time.Hour

// Postponed is the source of the results that VoidPostponed writes.
const Postponed = "postponed"

// VoidPostponed ends matches that are put off for more than 48 hours, or are put off without a date since then: they have no result, and bets on them are void
// (D-24). It returns how many.
func (s *Service) VoidPostponed(ctx context.Context) (n int, err error) {
	rows, err := s.db.Query(ctx, `
		SELECT feed, array_agg(feed_id) FROM sports_event
		 WHERE state = 'scheduled' AND starts_at > planned_at + $1::interval OR state = 'postponed' AND greatest(starts_at, $2) > planned_at + $1::interval
		 GROUP BY feed`, longestDelay, s.clk.Now())
	if err != nil {
		return 0, fmt.Errorf("sports: postponed: %w", err)
	}
	late := map[string][]string{}
	var feed string
	var ids []string
	if _, err = pgx.ForEachRow(rows, []any{&feed, &ids}, func() error {
		late[feed] = slices.Clone(ids)
		return nil
	}); err != nil {
		return 0, fmt.Errorf("sports: postponed: %w", err)
	}
	for feed, ids := range late {
		ended, err := s.voidPostponed(ctx, feed, ids)
		if n += ended; err != nil {
			return n, fmt.Errorf("sports: postponed: %w", err)
		}
	}
	return n, nil
}

func (s *Service) voidPostponed(ctx context.Context, feed string, ids []string) (n int, err error) {
	err = pg.InTx(ctx, s.db, func(tx pgx.Tx) error {
		n = 0
		if err := pg.Brief(ctx, tx); err != nil {
			return err
		}
		// As in Apply, the feed's cursor comes first.
		if err := lockFeed(ctx, tx, feed); err != nil {
			return err
		}
		var out Outcome
		a := s.begin(tx, feed, &out)
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
		for _, e := range a.events {
			// The feed may have said more since the question.
			if a.results[e.id] == nil && !e.over() && !e.live() && (e.startsAt.After(e.plannedAt.Add(longestDelay)) || a.now.After(e.plannedAt.Add(longestDelay))) {
				a.addResult(e, &result{void: Postponed, source: Postponed, seq: e.seq})
				n++
			}
		}
		if err := a.writeEvents(ctx); err != nil {
			return err
		}
		if err := a.writeResults(ctx); err != nil {
			return err
		}
		return a.tell(ctx)
	})
	return n, err
}

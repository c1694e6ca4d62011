package sports

import (
	"context"
	"errors"
	"fmt"
	"time"

	"github.com/jackc/pgx/v5"

	"hubstake/internal/core/fault"
	"hubstake/internal/core/fixture"
	"hubstake/internal/operator/audit"
)

// refusal is how far the numbers of a batch are behind those that are stored, by its changes that are newer by their time.
type refusal struct{ stored, seen int64 }

// refuse notes a change that is not taken because of its number, although it is newer by its time and says something else.
func (a *application) refuse(stored, seen int64) {
	a.Refused++
	a.refused = refusal{max(a.refused.stored, stored), max(a.refused.seen, seen)}
}

// refusedWindow is how long a refused change counts: a feed that goes on without another one needs no staff.
const refusedWindow = 24 * time.Hour

func (a *application) writeRefused(ctx context.Context) error {
	if a.Refused == 0 {
		return nil
	}
	_, err := a.tx.Exec(ctx, `
		UPDATE sports_cursor c
		   SET refused = $3 + CASE WHEN recent THEN c.refused ELSE 0 END, refused_at = $2,
		       refused_stored = greatest($4, CASE WHEN recent THEN c.refused_stored END), refused_seen = greatest($5, CASE WHEN recent THEN c.refused_seen END)
		  FROM (SELECT feed, coalesce(refused_at > $6, false) AS recent FROM sports_cursor WHERE feed = $1) w
		 WHERE c.feed = w.feed`, a.feed, a.now, a.Refused, a.refused.stored, a.refused.seen, a.now.Add(-refusedWindow))
	if err != nil {
		return fmt.Errorf("refused: %w", err)
	}
	return nil
}

// FeedNumbers are the numbers of a feed that went back. Its matches that changed since stay suspended until its numbers pass the stored ones, or until staff lets it
// begin again.
type FeedNumbers struct {
	Feed    string
	Refused int64 // changes that were not taken because of that
	Stored  int64 // the highest number that is stored
	Seen    int64 // the highest number that was refused
	LastAt  time.Time
}

// RefusedNumbers returns the feeds with changes that were refused within a day because of their numbers.
func (s *Service) RefusedNumbers(ctx context.Context) ([]FeedNumbers, error) {
	rows, err := s.db.Query(ctx, `
		SELECT feed, refused, refused_stored, refused_seen, refused_at FROM sports_cursor WHERE refused_at > $1 ORDER BY feed`, s.clk.Now().Add(-refusedWindow))
	if err != nil {
		return nil, fmt.Errorf("sports: refused numbers: %w", err)
	}
	found, err := pgx.CollectRows(rows, pgx.RowToStructByPos[FeedNumbers])
	if err != nil {
		return nil, fmt.Errorf("sports: refused numbers: %w", err)
	}
	return found, nil
}

// BeginAgain lets the numbers of a feed begin again after they went back: the stored ones are forgotten, and the feed is read from its beginning. Its open
// markets are suspended until it tells their prices, because those that are stored may be of before. A match that has a result keeps its number, so that the feed's
// history does not bring it back to life; a correction of its result must be newer by its time. C019: its numbers did not go back, or a colleague was first. E001: no reason.
func (o *Office) BeginAgain(ctx context.Context, siteID string, by audit.Actor, feed, reason string) error {
	reason, err := words(reason)
	if err != nil {
		return err
	}
	return audit.Act(ctx, o.db, func(tx pgx.Tx) (*audit.Entry, error) {
		if err := decides(ctx, tx, siteID); err != nil {
			return nil, err
		}
		var n FeedNumbers
		err := tx.QueryRow(ctx, `
			SELECT refused, refused_stored, refused_seen FROM sports_cursor WHERE feed = $1 AND refused_at > $2 FOR UPDATE`,
			feed, o.clk.Now().Add(-refusedWindow)).Scan(&n.Refused, &n.Stored, &n.Seen)
		if errors.Is(err, pgx.ErrNoRows) {
			return nil, fault.PaymentProblem.Wrap(errUnchanged)
		}
		if err != nil {
			return nil, fmt.Errorf("sports: begin again: %w", err)
		}
		a := o.book.begin(tx, feed, &Outcome{Parked: map[fixture.Reason]int{}})
		matches, err := a.forgetNumbers(ctx)
		if err != nil {
			return nil, fmt.Errorf("sports: begin again: %w", err)
		}
		return &audit.Entry{Actor: by, Site: siteID, Action: "sports.renumber", Target: feed, Detail: map[string]any{
			"refused": n.Refused, "stored": n.Stored, "seen": n.Seen, "matches": matches, "markets": len(a.facts), "reason": reason,
		}}, a.tell(ctx)
	})
}

// forgetNumbers sets the stored numbers of the feed back, in a transaction that holds its cursor, and returns of how many matches.
func (a *application) forgetNumbers(ctx context.Context) (matches int, err error) {
	since := a.now.Add(-longestPeriod)
	// Bets that hold a match are stored first.
	rows, err := a.tx.Query(ctx, `
		SELECT e.id FROM sports_event e
		 WHERE e.feed = $1 AND (e.state IN ('scheduled', 'live', 'postponed') OR e.starts_at >= $2)
		   AND NOT EXISTS (SELECT FROM sports_result r WHERE r.event_id = e.id)
		 ORDER BY e.id FOR UPDATE`, a.feed, since)
	if err != nil {
		return 0, fmt.Errorf("matches: %w", err)
	}
	events, err := pgx.CollectRows(rows, pgx.RowTo[int64])
	if err != nil {
		return 0, fmt.Errorf("matches: %w", err)
	}
	err = a.changeMarkets(ctx, `
		UPDATE sports_market SET feed_state = 'suspended', state = 'suspended', version = version + 1 WHERE event_id = ANY ($1) AND state = 'open' RETURNING id`, events)
	if err != nil {
		return 0, err
	}
	for _, step := range []struct {
		sql  string
		args []any
	}{
		{`UPDATE sports_event SET seq = 0 WHERE id = ANY ($1)`, []any{events}},
		{`UPDATE sports_market SET seq = 0, feed_state = 'suspended' WHERE event_id = ANY ($1) AND state = 'suspended'`, []any{events}},
		{`UPDATE sports_result SET seq = 0 WHERE event_id IN (SELECT id FROM sports_event WHERE feed = $1 AND starts_at >= $2)`, []any{a.feed, since}},
		{`UPDATE sports_cursor
		     SET cursor = '', vouched_at = NULL, refused = 0, refused_stored = 0, refused_seen = 0, refused_at = NULL WHERE feed = $1`, []any{a.feed}},
	} {
		if _, err := a.tx.Exec(ctx, step.sql, step.args...); err != nil {
			return 0, fmt.Errorf("numbers: %w", err)
		}
	}
	return len(events), nil
}

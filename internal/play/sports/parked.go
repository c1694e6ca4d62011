package sports

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"strconv"
	"time"

	"github.com/jackc/pgx/v5"

	"hubstake/internal/core/fault"
	"hubstake/internal/core/fixture"
	"hubstake/internal/core/odds"
	"hubstake/internal/operator/audit"
)

// ParkedChange is a change of a feed that could not be used. The same complaint about the same thing is one, however often the feed repeats it.
type ParkedChange struct {
	ID              int64
	Feed            string
	Kind            string // league, team, event, market, result or batch
	FeedID          string // what the feed calls it; of a market and a result the match
	Reason          fixture.Reason
	Times           int64
	FirstAt, LastAt time.Time
	Body            string // what the feed sent last, shortened

	// Of a match: its sport, and what the feed calls league and teams.
	Sport              odds.Sport
	League, Home, Away string
	Unknown            []Unknown // the names for which the change is parked: staff gives each its league or team
}

// Unknown is a name of a feed that has no league or team of ours yet.
type Unknown struct {
	Kind string `json:"kind"` // league or team
	Name string `json:"name"` // the feed's ID of it, which of some feeds is the name
}

// ParkedAfter is the last change of a page; the next page begins behind it. Zero: the first page.
type ParkedAfter struct {
	LastAt time.Time
	ID     int64
}

// mostBody is how much of a parked change is shown, in characters.
const mostBody = 1000

// Parked returns a page of at most so many changes that staff has not dealt with, the latest first, and where the next page begins; nil after the last one. An
// empty reason: all.
func (o *Office) Parked(ctx context.Context, reason fixture.Reason, after ParkedAfter, count int) ([]ParkedChange, *ParkedAfter, error) {
	count = min(max(count, 1), MaxPage)
	if after == (ParkedAfter{}) {
		after.LastAt = o.clk.Now().Add(longestPeriod)
	}
	rows, err := o.db.Query(ctx, `
		SELECT p.id, p.feed, p.kind, p.feed_id, p.reason, p.times, p.first_at, p.last_at, p.body
		  FROM sports_parked p WHERE p.done_at IS NULL AND ($1 = '' OR p.reason = $1) AND (p.last_at, p.id) < ($2, $3)
		 ORDER BY p.last_at DESC, p.id DESC LIMIT $4`, string(reason), after.LastAt, after.ID, count+1)
	if err != nil {
		return nil, nil, fmt.Errorf("sports: parked: %w", err)
	}
	found, err := pgx.CollectRows(rows, readParked)
	if err != nil {
		return nil, nil, fmt.Errorf("sports: parked: %w", err)
	}
	var next *ParkedAfter
	if len(found) > count {
		found = found[:count]
		next = &ParkedAfter{found[count-1].LastAt, found[count-1].ID}
	}
	for i := range found {
		if err := findUnknown(ctx, o.db, &found[i]); err != nil {
			return nil, nil, err
		}
	}
	return found, next, nil
}

func readParked(row pgx.CollectableRow) (p ParkedChange, err error) {
	var body []byte
	if err := row.Scan(&p.ID, &p.Feed, &p.Kind, &p.FeedID, &p.Reason, &p.Times, &p.FirstAt, &p.LastAt, &body); err != nil {
		return p, err
	}
	var c fixture.Change
	if json.Unmarshal(body, &c) == nil && c.Event != nil { // anything may be parked: what cannot be read has no names
		p.Sport, p.League, p.Home, p.Away = c.Event.Sport, c.Event.League, c.Event.Home, c.Event.Away
	}
	text := []rune(string(body))
	p.Body = string(text[:min(len(text), mostBody)])
	return p, nil
}

// findUnknown looks for the names of a parked match that have no alias now.
func findUnknown(ctx context.Context, db querier, p *ParkedChange) error {
	var kind string
	var names []string
	switch p.Reason {
	case UnknownLeague:
		kind, names = "league", []string{p.League}
	case UnknownTeam:
		kind, names = "team", []string{p.Home, p.Away}
	default:
		return nil
	}
	rows, err := db.Query(ctx, `
		SELECT u.name FROM unnest($3::text[]) WITH ORDINALITY AS u (name, place)
		 WHERE u.name <> '' AND NOT EXISTS (SELECT FROM sports_alias a WHERE a.feed = $1 AND a.kind = $2 AND a.feed_id = u.name) ORDER BY u.place`, p.Feed, kind, names)
	if err != nil {
		return fmt.Errorf("sports: unknown names: %w", err)
	}
	found, err := pgx.CollectRows(rows, pgx.RowTo[string])
	if err != nil {
		return fmt.Errorf("sports: unknown names: %w", err)
	}
	for _, name := range found {
		p.Unknown = append(p.Unknown, Unknown{kind, name})
	}
	return nil
}

// lockParked locks a parked change, after its feed. C019: staff dealt with it already, or there is no such change.
func lockParked(ctx context.Context, tx pgx.Tx, id int64) (p ParkedChange, err error) {
	var feed string
	if err = tx.QueryRow(ctx, `SELECT feed FROM sports_parked WHERE id = $1`, id).Scan(&feed); err != nil {
		return p, notListed(err)
	}
	if err := lockFeed(ctx, tx, feed); err != nil {
		return p, err
	}
	rows, err := tx.Query(ctx, `
		SELECT id, feed, kind, feed_id, reason, times, first_at, last_at, body FROM sports_parked WHERE id = $1 AND done_at IS NULL FOR UPDATE`, id)
	if err != nil {
		return p, notListed(err)
	}
	if p, err = pgx.CollectExactlyOneRow(rows, readParked); err != nil {
		return p, notListed(err)
	}
	err = findUnknown(ctx, tx, &p)
	return p, err
}

// notListed is the error of a read of a parked change.
func notListed(err error) error {
	if errors.Is(err, pgx.ErrNoRows) {
		return fault.PaymentProblem.Wrap(errUnchanged)
	}
	return fmt.Errorf("sports: parked: %w", err)
}

func (o *Office) closeParked(ctx context.Context, tx pgx.Tx, by audit.Actor, id int64) error {
	if _, err := tx.Exec(ctx, `UPDATE sports_parked SET done_by = $2, done_at = $3 WHERE id = $1`, id, by.ID, o.clk.Now()); err != nil {
		return fmt.Errorf("sports: parked: %w", err)
	}
	return nil
}

// Dismiss takes a parked change off the list until the feed repeats it. C019: it is not on the list.
func (o *Office) Dismiss(ctx context.Context, siteID string, by audit.Actor, id int64) error {
	return audit.Act(ctx, o.db, func(tx pgx.Tx) (*audit.Entry, error) {
		if err := decides(ctx, tx, siteID); err != nil {
			return nil, err
		}
		p, err := lockParked(ctx, tx, id)
		if err != nil {
			return nil, err
		}
		return &audit.Entry{Actor: by, Site: siteID, Action: "sports.dismiss", Target: strconv.FormatInt(id, 10), Detail: map[string]any{
			"feed": p.Feed, "kind": p.Kind, "feedId": p.FeedID, "reason": p.Reason, "times": p.Times,
		}}, o.closeParked(ctx, tx, by, id)
	})
}

// Alias says that a name for which a change is parked is one of our leagues or teams.
type Alias struct {
	Parked int64
	Name   string // of the feed; may be empty when one name alone is unknown
	Target int64  // the league or the team
}

// AddAlias gives a feed's name its league or team: the next change of the feed that has the name applies. The parked change leaves the list when all of its names are
// known. E001: the name is not one of those that are unknown, or there is no such league or team of the sport. C019: the change is not on the list.
func (o *Office) AddAlias(ctx context.Context, siteID string, by audit.Actor, kind string, n Alias) error {
	return audit.Act(ctx, o.db, func(tx pgx.Tx) (*audit.Entry, error) {
		if err := decides(ctx, tx, siteID); err != nil {
			return nil, err
		}
		p, err := lockParked(ctx, tx, n.Parked)
		if err != nil {
			return nil, err
		}
		feedName, rest := "", 0
		for _, u := range p.Unknown {
			if u.Kind == kind && (u.Name == n.Name || n.Name == "" && len(p.Unknown) == 1) {
				feedName = u.Name
			} else {
				rest++
			}
		}
		if feedName == "" {
			return nil, fault.Failed
		}
		called, err := o.addAlias(ctx, tx, p, kind, feedName, n.Target)
		if err != nil {
			return nil, err
		}
		if rest == 0 {
			if err := o.closeParked(ctx, tx, by, n.Parked); err != nil {
				return nil, err
			}
		}
		return &audit.Entry{Actor: by, Site: siteID, Action: "sports.alias", Target: strconv.FormatInt(n.Parked, 10), Detail: map[string]any{
			"feed": p.Feed, "kind": kind, "feedId": feedName, "target": n.Target, "name": called,
		}}, nil
	})
}

// addAlias stores an alias and returns what its target is called.
func (o *Office) addAlias(ctx context.Context, tx pgx.Tx, p ParkedChange, kind, feedName string, target int64) (called string, err error) {
	sql := `SELECT ` + name("t") + ` FROM sports_team t WHERE t.id = $1 AND t.sport = $3`
	if kind == "league" {
		sql = `SELECT ` + name("t") + ` FROM sports_league t WHERE t.id = $1 AND t.sport = $3`
	}
	err = tx.QueryRow(ctx, sql, target, "en", p.Sport).Scan(&called)
	if errors.Is(err, pgx.ErrNoRows) {
		return "", fault.Failed
	}
	if err != nil {
		return "", fmt.Errorf("sports: alias: %w", err)
	}
	_, err = tx.Exec(ctx, `INSERT INTO sports_alias (feed, kind, feed_id, target_id) VALUES ($1, $2, $3, $4)`, p.Feed, kind, feedName, target)
	if err != nil {
		return "", fmt.Errorf("sports: alias: %w", err)
	}
	return called, nil
}

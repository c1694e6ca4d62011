package sports

import (
	"context"
	"encoding/json"
	"fmt"

	"github.com/jackc/pgx/v5"

	"hubstake/internal/core/fixture"
	"hubstake/internal/core/odds"
)

// names are our leagues and teams by the feed's ids.
type names struct{ leagues, teams map[string]int64 }

// takeNames finds the leagues and teams of the changes, adds those that the feed describes and we do not have, and fills in names in languages that
// ours lack: a name that staff corrected stays.
func (a *application) takeNames(ctx context.Context, changes []fixture.Change) error {
	a.names = names{map[string]int64{}, map[string]int64{}}
	leagues, teams := map[string]bool{}, map[string]bool{}
	for _, c := range changes {
		switch {
		case c.League != nil:
			leagues[c.League.ID] = true
		case c.Team != nil:
			teams[c.Team.ID] = true
		case c.Event != nil:
			leagues[c.Event.League], teams[c.Event.Home], teams[c.Event.Away] = true, true, true
		}
	}
	if err := a.aliases(ctx, "league", leagues, a.names.leagues); err != nil {
		return err
	}
	if err := a.aliases(ctx, "team", teams, a.names.teams); err != nil {
		return err
	}
	for _, c := range changes {
		var err error
		switch {
		case c.League != nil:
			l := c.League
			err = a.takeName(ctx, "league", l.ID, l.Names, a.names.leagues, func(names []byte) pgx.Row {
				return a.tx.QueryRow(ctx, `INSERT INTO sports_league (sport, country, names, rank) VALUES ($1, $2, $3, coalesce(nullif($4, 0), 1000)) RETURNING id`,
					l.Sport, l.Country, names, l.Rank)
			})
		case c.Team != nil:
			t := c.Team
			err = a.takeName(ctx, "team", t.ID, t.Names, a.names.teams, func(names []byte) pgx.Row {
				return a.tx.QueryRow(ctx, `INSERT INTO sports_team (sport, names) VALUES ($1, $2) RETURNING id`, t.Sport, names)
			})
		}
		if err != nil {
			return err
		}
	}
	return nil
}

func (a *application) takeName(ctx context.Context, kind, feedID string, texts map[string]string, known map[string]int64, insert func([]byte) pgx.Row) error {
	names, err := json.Marshal(texts)
	if err != nil {
		return fmt.Errorf("%s: %w", kind, err)
	}
	a.Applied++
	if id, ok := known[feedID]; ok {
		_, err := a.tx.Exec(ctx, `UPDATE sports_`+kind+` SET names = $2::jsonb || names WHERE id = $1 AND NOT names @> ($2::jsonb || names)`, id, names)
		if err != nil {
			return fmt.Errorf("%s: %w", kind, err)
		}
		return nil
	}
	var id int64
	if err := insert(names).Scan(&id); err != nil {
		return fmt.Errorf("%s: %w", kind, err)
	}
	known[feedID] = id
	return a.addAlias(ctx, kind, feedID, id)
}

func (a *application) addAlias(ctx context.Context, kind, feedID string, id int64) error {
	_, err := a.tx.Exec(ctx, `INSERT INTO sports_alias (feed, kind, feed_id, target_id) VALUES ($1, $2, $3, $4) ON CONFLICT DO NOTHING`, a.feed, kind, feedID, id)
	if err != nil {
		return fmt.Errorf("%s: %w", kind, err)
	}
	return nil
}

// aliases reads which of ours the feed's ids are.
func (a *application) aliases(ctx context.Context, kind string, wanted map[string]bool, known map[string]int64) error {
	if len(wanted) == 0 {
		return nil
	}
	ids := make([]string, 0, len(wanted))
	for id := range wanted {
		ids = append(ids, id)
	}
	rows, err := a.tx.Query(ctx, `SELECT feed_id, target_id FROM sports_alias WHERE feed = $1 AND kind = $2 AND feed_id = ANY ($3)`, a.feed, kind, ids)
	if err != nil {
		return fmt.Errorf("aliases: %w", err)
	}
	var feedID string
	var id int64
	_, err = pgx.ForEachRow(rows, []any{&feedID, &id}, func() error {
		known[feedID] = id
		return nil
	})
	if err != nil {
		return fmt.Errorf("aliases: %w", err)
	}
	return nil
}

// team returns our team of a feed's id. A feed that knows names only (its id is the name) means the one team of the sport that is called so in any
// language; the match is remembered.
func (a *application) team(ctx context.Context, feedID string, sport odds.Sport) (id int64, ok bool, err error) {
	if id, ok = a.names.teams[feedID]; ok {
		return id, true, nil
	}
	rows, err := a.tx.Query(ctx, `
		SELECT t.id FROM sports_team t
		 WHERE t.sport = $1 AND EXISTS (SELECT FROM jsonb_each_text(t.names) n WHERE lower(n.value) = lower($2)) LIMIT 2`, sport, feedID)
	if err != nil {
		return 0, false, fmt.Errorf("team by name: %w", err)
	}
	found, err := pgx.CollectRows(rows, pgx.RowTo[int64])
	if err != nil || len(found) != 1 {
		return 0, false, err
	}
	a.names.teams[feedID] = found[0]
	return found[0], true, a.addAlias(ctx, "team", feedID, found[0])
}

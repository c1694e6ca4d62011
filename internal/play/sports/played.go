package sports

import (
	"context"
	"fmt"
	"time"

	"github.com/jackc/pgx/v5"

	"hubstake/internal/core/odds"
)

// played selects matches with their names, where they stand and how they ended; the caller adds conditions. $2 is the reader's language.
var played = `
	SELECT e.id, e.sport, l.id, ` + name("l") + `, l.country, ` + name("h") + `, ` + name("w") + `, e.state, e.starts_at, e.period, e.clock, e.clock_at,
	       e.home_score, e.away_score, e.version, r.void, r.home, r.away, r.half_home, r.half_away, coalesce(r.half_open, false), r.scores, r.source,
	       (SELECT f.at FROM sports_result f WHERE f.event_id = e.id ORDER BY f.version LIMIT 1)
	  FROM sports_event e JOIN sports_league l ON l.id = e.league_id JOIN sports_team h ON h.id = e.home_id JOIN sports_team w ON w.id = e.away_id
	  LEFT JOIN LATERAL (SELECT * FROM sports_result r WHERE r.event_id = e.id ORDER BY r.version DESC LIMIT 1) r ON true `

// ending are the columns of a result that may not be there.
type ending struct {
	void, source                   *string
	home, away, halfHome, halfAway *int
	open                           bool
	scores                         map[string]odds.Score
	at                             *time.Time
}

// result returns nil when there is no result.
func (e ending) result() *Result {
	if e.void == nil {
		return nil
	}
	r := &Result{Void: *e.void, Full: odds.Score{Home: *e.home, Away: *e.away}, Half: scoreOf(e.halfHome, e.halfAway), Open: e.open, Scores: e.scores, Source: *e.source, EndedAt: *e.at}
	return r
}

func readPlayed(rows pgx.Rows, err error) ([]Fixture, error) {
	if err != nil {
		return nil, fmt.Errorf("sports: played: %w", err)
	}
	found, err := pgx.CollectRows(rows, func(row pgx.CollectableRow) (f Fixture, err error) {
		p, e := &f.Progress, ending{}
		err = row.Scan(&f.ID, &f.Sport, &f.League, &f.LeagueName, &f.Country, &f.Home, &f.Away, &p.State, &p.StartsAt, &p.Period, &p.Clock, &p.ClockAt,
			&p.Home, &p.Away, &p.Version, &e.void, &e.home, &e.away, &e.halfHome, &e.halfAway, &e.open, &e.scores, &e.source, &e.at)
		f.Result = e.result()
		return f, err
	})
	if err != nil {
		return nil, fmt.Errorf("sports: played: %w", err)
	}
	return found, nil
}

// Played returns matches by their ids as bets on them show them, whether their site still offers them or not: without markets, of the progress the
// state, the times and the score. An id without a match is left out.
func (s *Service) Played(ctx context.Context, lang string, ids []int64) (map[int64]Fixture, error) {
	all := make(map[int64]Fixture, len(ids))
	if len(ids) == 0 {
		return all, nil
	}
	found, err := readPlayed(s.db.Query(ctx, played+`WHERE e.id = ANY ($1)`, ids, lang))
	for _, f := range found {
		all[f.ID] = f
	}
	return all, err
}

package sports

import (
	"fmt"

	"github.com/jackc/pgx/v5"

	"hubstake/internal/core/odds"
)

// Asked are selections of which a bet needs quotes, without repeats.
type Asked struct {
	sites   []string
	markets []int64
	keys    []string
	seen    map[question]bool
}

type question struct {
	site   string
	market int64
	key    odds.Key
}

// Add asks for a selection as a site offers it.
func (a *Asked) Add(site string, market int64, key odds.Key) {
	if a.seen == nil {
		a.seen = map[question]bool{}
	}
	if k := (question{site, market, key}); !a.seen[k] {
		a.seen[k] = true
		a.sites, a.markets, a.keys = append(a.sites, site), append(a.markets, market), append(a.keys, string(key))
	}
}

const quoteColumns = `site, market_id, key, refusal, price, version, event_id, event_version, sport, league_id, kind, period, line, live, starts_at, home_score,
       away_score, home_id, away_id, planned_at`

// Queue queues the question, which holds the matches until the transaction ends (sports_quotes). take gets the quotes; an unknown selection has none.
func (a *Asked) Queue(q *pgx.Batch, take func(Quote)) {
	a.queue(q, `SELECT `+quoteColumns+` FROM sports_quotes($1, $2, $3)`, take)
}

// QueueLook queues the question and holds nothing: for showing.
func (a *Asked) QueueLook(q *pgx.Batch, take func(Quote)) {
	a.queue(q, `SELECT `+quoteColumns+` FROM sports_offered($1, $2, $3)`, take)
}

func (a *Asked) queue(q *pgx.Batch, sql string, take func(Quote)) {
	q.Queue(sql, a.sites, a.markets, a.keys).Query(func(rows pgx.Rows) error {
		var o Quote
		_, err := pgx.ForEachRow(rows, []any{
			&o.Site, &o.Market, &o.Key, &o.Refusal, &o.Price, &o.Version, &o.Event, &o.EventVersion, &o.Sport, &o.League, &o.Kind, &o.Period, &o.Line, &o.Live,
			&o.StartsAt, &o.Home, &o.Away, &o.HomeTeam, &o.AwayTeam, &o.PlannedAt,
		}, func() error {
			take(o)
			return nil
		})
		if err != nil {
			return fmt.Errorf("quotes: %w", err)
		}
		return nil
	})
}

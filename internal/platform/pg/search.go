package pg

import (
	"context"
	"fmt"

	"github.com/jackc/pgx/v5"
)

// searchIndexes are the folded forms that are searched for a part, by their trigrams. They stand on functions, which are applied after the numbered files.
var searchIndexes = map[string]string{
	"member_member_folded": "member_member USING gin (search_fold(search) gin_trgm_ops)",
	"sports_team_folded":   "sports_team USING gin (sports_folded(names) gin_trgm_ops)",
	"sports_league_folded": "sports_league USING gin (sports_folded(names) gin_trgm_ops)",
}

// applySearchIndexes makes the indexes that the database lacks, without stopping writers. A server without pg_trgm has none: searches read the tables.
// Functions of an earlier release have no folded forms.
func applySearchIndexes(ctx context.Context, conn *pgx.Conn) error {
	for name, on := range searchIndexes {
		var able, done, broken bool
		err := conn.QueryRow(ctx, `SELECT EXISTS (SELECT FROM pg_extension WHERE extname = 'pg_trgm')
			AND to_regprocedure('search_fold(text)') IS NOT NULL AND to_regprocedure('sports_folded(jsonb)') IS NOT NULL, coalesce(bool_or(indisvalid), false), coalesce(bool_or(NOT indisvalid), false)
			  FROM pg_index WHERE indexrelid = to_regclass($1)`, name).Scan(&able, &done, &broken)
		if err != nil || done || !able {
			if err != nil {
				return fmt.Errorf("%s: %w", name, err)
			}
			continue
		}
		if broken { // an interrupted build left it behind
			if _, err := conn.Exec(ctx, "DROP INDEX CONCURRENTLY IF EXISTS "+name); err != nil {
				return fmt.Errorf("%s: %w", name, err)
			}
		}
		if _, err := conn.Exec(ctx, "CREATE INDEX CONCURRENTLY "+name+" ON "+on); err != nil {
			return fmt.Errorf("%s: %w", name, err)
		}
	}
	return nil
}

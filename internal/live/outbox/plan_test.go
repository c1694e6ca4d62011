package outbox_test

import (
	"strings"
	"testing"

	"github.com/jackc/pgx/v5"
	"github.com/stretchr/testify/require"

	"hubstake/internal/live/outbox"
	"hubstake/internal/testkit/pgtest"
)

// ORDER BY xid once meant the number that is selected under that name: all that waited was read and sorted for each part, so that
// a relay with a long way to catch up became slower the longer the way was.
func TestAPartIsReadInTheOrderOfTheIndex(t *testing.T) {
	t.Parallel()
	db := pgtest.Fresh(t)
	conn, err := db.Acquire(t.Context())
	require.NoError(t, err)
	defer conn.Release()
	// A small table is sorted for being small; here only what has to be sorted is.
	for _, what := range []string{"enable_sort", "enable_incremental_sort", "enable_seqscan", "enable_bitmapscan"} {
		_, err := conn.Exec(t.Context(), "SET "+what+" = off")
		require.NoError(t, err)
	}
	for name, sql := range map[string]string{"Read": outbox.ReadSQL, "Last": outbox.LastSQL} {
		rows, err := conn.Query(t.Context(), "EXPLAIN (COSTS OFF) "+sql, pgx.QueryExecModeSimpleProtocol, "5", int64(7), 500)
		require.NoError(t, err)
		lines, err := pgx.CollectRows(rows, pgx.RowTo[string])
		require.NoError(t, err)
		plan := strings.Join(lines, "\n")
		require.Contains(t, plan, "Index Scan", name)
		require.NotContains(t, plan, "->  Sort", "%s:\n%s", name, plan)
	}
}

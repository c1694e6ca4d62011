package outbox_test

import (
	"strconv"
	"testing"
	"time"

	"github.com/jackc/pgx/v5"
	"github.com/stretchr/testify/require"

	"hubstake/internal/core/event"
	"hubstake/internal/live/outbox"
	"hubstake/internal/platform/pg"
	"hubstake/internal/testkit"
	"hubstake/internal/testkit/pgtest"
)

func write(t *testing.T, tx pgx.Tx, data string) {
	t.Helper()
	require.NoError(t, outbox.Write(t.Context(), tx, event.Event{Site: "demo", Member: "kim01", Cmd: event.Cash, Data1: data}))
}

// readAll waits for n rows: a transaction of another database on the same server holds the horizon back for a moment.
func readAll(t *testing.T, db outbox.Querier, after outbox.Cursor, n int) (rows []outbox.Row) {
	t.Helper()
	testkit.Eventually(t, func() bool {
		var err error
		rows, err = outbox.Read(t.Context(), db, after, 10)
		return err == nil && len(rows) >= n
	})
	return rows
}

func data(rows []outbox.Row) []string {
	var out []string
	for _, r := range rows {
		out = append(out, r.Data1)
	}
	return out
}

func TestATransactionThatCommitsLateIsNotLost(t *testing.T) {
	t.Parallel()
	db, ctx := pgtest.DB(t), t.Context()
	late, err := db.Begin(ctx)
	require.NoError(t, err)
	write(t, late, "late") // takes the smaller id, commits second
	require.NoError(t, pg.InTx(ctx, db, func(tx pgx.Tx) error { write(t, tx, "early"); return nil }))

	rows, err := outbox.Read(ctx, db, outbox.Cursor{}, 10)
	require.NoError(t, err)
	require.Empty(t, rows, "while the older transaction runs, nothing behind it may be read")
	require.NoError(t, late.Commit(ctx))
	rows = readAll(t, db, outbox.Cursor{}, 2)
	require.Equal(t, []string{"late", "early"}, data(rows))

	rows = readAll(t, db, rows[0].Cursor, 1)
	require.Equal(t, []string{"early"}, data(rows))
}

func TestWhatIsRolledBackIsNeverRead(t *testing.T) {
	t.Parallel()
	db, ctx := pgtest.DB(t), t.Context()
	tx, err := db.Begin(ctx)
	require.NoError(t, err)
	write(t, tx, "phantom")
	require.NoError(t, tx.Rollback(ctx))
	rows, err := outbox.Read(ctx, db, outbox.Cursor{}, 10)
	require.NoError(t, err)
	require.Empty(t, rows)
}

func TestCursorOnlyMovesForward(t *testing.T) {
	t.Parallel()
	db, ctx := pgtest.DB(t), t.Context()
	for _, p := range []outbox.Progress{
		{Published: outbox.Cursor{XID: 900, ID: 5}, Told: outbox.Cursor{XID: 901, ID: 1}},
		{Published: outbox.Cursor{XID: 899, ID: 9}, Told: outbox.Cursor{XID: 901, ID: 2}},
		{Published: outbox.Cursor{XID: 900, ID: 6}, Told: outbox.Cursor{XID: 900, ID: 7}},
	} {
		require.NoError(t, outbox.Store(ctx, db, p))
	}
	p, err := outbox.Load(ctx, db)
	require.NoError(t, err)
	require.Equal(t, outbox.Progress{Published: outbox.Cursor{XID: 900, ID: 6}, Told: outbox.Cursor{XID: 901, ID: 2}}, p)
}

func TestRotateDropsOnlyWhatIsPublishedAndOld(t *testing.T) {
	t.Parallel()
	db, ctx := pgtest.DB(t), t.Context()
	now := time.Now().UTC()
	require.NoError(t, outbox.Rotate(ctx, db, now))
	require.NoError(t, outbox.Rotate(ctx, db, now), "twice is once")
	for n := range 2 { // one row tomorrow, one the day after
		at := now.AddDate(0, 0, n+1)
		_, err := db.Exec(ctx, `INSERT INTO outbox_event (site, cmd, data1, at) VALUES ('demo', 'CASH', $1, $2)`, strconv.Itoa(n), at)
		require.NoError(t, err)
	}
	rows := readAll(t, db, outbox.Cursor{}, 2)
	require.Len(t, rows, 2)
	require.NoError(t, outbox.Store(ctx, db, outbox.Progress{Published: rows[0].Cursor}))

	require.NoError(t, outbox.Rotate(ctx, db, now.AddDate(0, 0, 30)))
	rows = readAll(t, db, outbox.Cursor{}, 1)
	require.Equal(t, []string{"1"}, data(rows), "what waits is kept, however old")
}

package audit_test

import (
	"errors"
	"net/netip"
	"testing"

	"github.com/jackc/pgx/v5"
	"github.com/stretchr/testify/require"

	"hubstake/internal/operator/audit"
	"hubstake/internal/testkit/pgtest"
)

func TestAnEntryStandsWithItsActionAndForGood(t *testing.T) {
	t.Parallel()
	db, ctx := pgtest.DB(t), t.Context()
	entry := audit.Entry{
		Actor: audit.Actor{ID: "staff1", IP: netip.MustParseAddr("2001:db8::1"), Trace: "00-1"},
		Site:  "demo", Action: "cash.approve", Target: "7", Detail: map[string]int{"amount": 5},
	}
	write := func(e audit.Entry, after error) error {
		return audit.Act(ctx, db, func(pgx.Tx) (*audit.Entry, error) { return &e, after })
	}
	require.NoError(t, write(entry, nil))
	require.Error(t, write(entry, errors.New("the action failed")))
	for _, spoil := range []func(*audit.Entry){
		func(e *audit.Entry) { e.Site = "" }, func(e *audit.Entry) { e.ID = "" },
		func(e *audit.Entry) { e.Action = "" }, func(e *audit.Entry) { e.Target = "" },
		func(e *audit.Entry) { e.Detail = func() {} },
	} {
		e := entry
		spoil(&e)
		require.Error(t, write(e, nil))
	}
	entry.IP, entry.Detail = netip.Addr{}, nil
	require.NoError(t, write(entry, nil), "a program acts from nowhere")

	rows, err := db.Query(ctx, `SELECT concat_ws(' ', site_id, actor, action, target, detail, ip, trace) FROM audit_entry ORDER BY id`)
	require.NoError(t, err)
	got, err := pgx.CollectRows(rows, pgx.RowTo[string])
	require.NoError(t, err)
	require.Equal(t, []string{
		`demo staff1 cash.approve 7 {"amount": 5} 2001:db8::1 00-1`, `demo staff1 cash.approve 7 {} 00-1`,
	}, got)
	for _, sql := range []string{"UPDATE audit_entry SET actor = 'nobody'", "DELETE FROM audit_entry"} {
		_, err := db.Exec(ctx, sql)
		require.ErrorContains(t, err, "append-only")
	}
}

func TestAnActionThatChangedNothingLeavesNoEntry(t *testing.T) {
	t.Parallel()
	db := pgtest.DB(t)
	require.NoError(t, audit.Act(t.Context(), db, func(pgx.Tx) (*audit.Entry, error) { return audit.Nothing, nil }))
	var n int
	require.NoError(t, db.QueryRow(t.Context(), "SELECT (SELECT count(*) FROM audit_entry) + (SELECT count(*) FROM audit_head)").Scan(&n))
	require.Zero(t, n)
}

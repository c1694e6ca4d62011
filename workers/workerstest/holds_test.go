package workerstest_test

import (
	"context"
	"fmt"
	"testing"
	"time"

	"github.com/jackc/pgx/v5/pgxpool"
	"github.com/stretchr/testify/require"

	books "hubstake/internal/accounting/reconcile"
	"hubstake/internal/accounting/report"
	"hubstake/internal/core/clock"
	"hubstake/internal/live/outbox"
	"hubstake/internal/operator/site"
	earnings "hubstake/internal/partners/commission"
	"hubstake/internal/platform/pg"
	"hubstake/internal/testkit"
	"hubstake/internal/testkit/factory"
	"hubstake/internal/testkit/pgtest"
)

// A transaction that has an id keeps every event that is committed after it from being published, to all members of all sites. Each job works on
// a day here while its parts are watched: none may hold an id for most of the time that it works, unless that is short. Time counts in looks of one
// connection, which a slow machine makes rarer for reading and writing alike. Own databases only are looked at, so other tests do no harm.
func TestNoJobHoldsDeliveryBackWhileItReads(t *testing.T) {
	t.Parallel()
	rounds := testkit.Size(60_000, 300_000)
	address := pgtest.FreshURL(t)
	_, err := pg.Migrate(t.Context(), address)
	require.NoError(t, err)
	db, err := pg.Open(t.Context(), address, pg.Options{StatementTimeout: testkit.Patience, IdleTimeout: testkit.Patience})
	require.NoError(t, err)
	t.Cleanup(db.Close)
	now := time.Now().UTC()
	clk := clock.NewManual(now)
	factory.Site(t, db)
	head := factory.Partner(t, db)
	m := factory.Member(t, db, func(m *factory.M) { m.Parent = head.MemID })
	for _, sql := range []string{
		`INSERT INTO casino_round (vendor_id, round_id, member_id, site_id, currency, bets, stake, payout, state, balance_before, balance_after, created_at, closed_at)
		 SELECT 'sim', 'r' || n, '` + m.MemID + `', 'demo', 'KRW', 1, 1000, 0, 'closed', 0, 0, now(), now() FROM generate_series(1, %d) n`,
		`INSERT INTO casino_tx (vendor_id, tx_id, kind, member_id, round_id, currency, amount, req_hash, status, balance_after)
		 SELECT 'sim', 'w' || n, 'win', '` + m.MemID + `', 'r' || n, 'KRW', 0, '', 'OK', 0 FROM generate_series(1, %d) n`,
		`INSERT INTO wallet_ledger (member_id, currency, version, unit, contra, kind, amount, balance_after, ref)
		 SELECT '` + m.MemID + `', 'KRW', 1000 + n, 'cash', 'deposit', 'deposit', 1, n, 'x' || n FROM generate_series(1, %d) n`,
	} {
		_, err := db.Exec(t.Context(), fmt.Sprintf(sql, rounds))
		require.NoError(t, err)
	}
	_, err = db.Exec(t.Context(), "ANALYZE")
	require.NoError(t, err)
	sites := site.New(db, clk)
	reports, accruals := report.New(db, clk, sites, factory.Box()), earnings.New(db, clk, sites, nil)
	proofs := books.New(db, clk, nil)
	later := time.Date(now.Year()+5, now.Month()+1, 2, 0, 0, 0, 0, time.UTC)
	for _, job := range []struct {
		name string
		do   func(context.Context) error
	}{
		{"the first look of the invariants", func(ctx context.Context) error { _, err := proofs.Step(ctx); return err }},
		{"the mark of winners", reports.CollectWinners},
		{"winners", reports.CollectWinners},
		{"figures of play", reports.AddUpPlay},
		{"open rounds", reports.CollectOpenRounds},
		{"the mark of commissions", accruals.Accrue},
		{"commissions", accruals.Accrue},
		{"sums of commissions", func(ctx context.Context) error { return accruals.AddUp(ctx, "demo") }},
		{"cash of partners", func(ctx context.Context) error { return accruals.AddUpCash(ctx, "demo") }},
		{"a look of the invariants", func(ctx context.Context) error { _, err := proofs.Step(ctx); return err }},
		{"a full look", func(ctx context.Context) error { _, err := proofs.Full(ctx); return err }},
		{"partitions of the outbox", func(ctx context.Context) error { return outbox.Rotate(ctx, db, now) }},
		{"a month is archived", func(ctx context.Context) error { _, err := pg.RotateMonths(ctx, db, later); return err }},
	} {
		held, all := watchIDs(t, db, func() error { return job.do(t.Context()) }, job.name)
		require.False(t, held > 1000 && held > all/2, "%s: one transaction had an id in %d of %d looks", job.name, held, all)
	}
}

// watchIDs does a job, and returns the longest row of looks at which one transaction had an id, and how many looks there were.
func watchIDs(t *testing.T, db *pgxpool.Pool, do func() error, name string) (longest, looks int) {
	t.Helper()
	conn, err := db.Acquire(t.Context())
	require.NoError(t, err)
	defer conn.Release()
	done := make(chan error, 1)
	go func() { done <- do() }()
	row, last := 0, ""
	for {
		var id string
		require.NoError(t, conn.QueryRow(t.Context(), `SELECT coalesce(min(backend_xid::text), '') FROM pg_stat_activity
			WHERE datname = current_database() AND backend_xid IS NOT NULL AND backend_type = 'client backend'`).Scan(&id))
		looks++
		if row++; id == "" || id != last {
			row = 0
		}
		last = id
		longest = max(longest, row)
		select {
		case err := <-done:
			require.NoError(t, err, name)
			return longest, looks
		default:
		}
	}
}

package workerstest_test

import (
	"context"
	"log/slog"
	"testing"

	"github.com/jackc/pgx/v5"
	"github.com/prometheus/client_golang/prometheus"
	"github.com/prometheus/client_golang/prometheus/testutil"
	"github.com/rs/zerolog"
	"github.com/stretchr/testify/require"

	books "hubstake/internal/accounting/reconcile"
	"hubstake/internal/accounting/report"
	"hubstake/internal/core/clock"
	"hubstake/internal/funds/cash"
	"hubstake/internal/operator/site"
	"hubstake/internal/platform/pg"
	"hubstake/internal/play/transfer"
	"hubstake/internal/testkit"
	"hubstake/internal/testkit/factory"
	"hubstake/internal/testkit/pgtest"
	"hubstake/workers/jackpots"
	"hubstake/workers/jobs"
	"hubstake/workers/reconcile"
)

// The jobs run by themselves at the start: an idle member is logged out and told so, an active one stays, and tomorrow's
// partitions are there.
func TestTheJobsRunAtTheStart(t *testing.T) {
	t.Parallel()
	db, clk := pgtest.DB(t), clock.System{}
	members := factory.Members(t, db, clk)
	idle, busy := factory.Member(t, db), factory.Member(t, db)
	require.NoError(t, pg.InTx(t.Context(), db, func(tx pgx.Tx) error {
		_, err := members.Provision(t.Context(), tx, "demo", []string{idle.MemID, busy.MemID})
		return err
	}))
	_, err := db.Exec(t.Context(), "UPDATE member_session SET seen_at = now() - interval '31 minutes' WHERE member_id = $1", idle.MemID)
	require.NoError(t, err)

	reg := prometheus.NewRegistry()
	proofs := reconcile.New(books.New(db, clk, nil), zerolog.Nop())
	jobs, err := jobs.Client(db, members, cash.NewBoards(db, clk, site.New(db, clk)), report.New(db, clk, site.New(db, clk), factory.Box()), proofs, transfer.New(db, clk, zerolog.Nop(), nil, nil), jackpots.New(nil, nil, zerolog.Nop()), clk, slog.New(slog.DiscardHandler), reg)
	require.NoError(t, err)
	ctx, cancel := context.WithCancel(t.Context())
	defer cancel()
	require.NoError(t, jobs.Start(ctx))
	defer func() { require.NoError(t, jobs.Stop(context.WithoutCancel(ctx))) }()

	testkit.Eventually(t, func() bool {
		all, err := testutil.GatherAndCount(reg, "worker_jobs_total") // of each ok and failed
		done, err2 := testutil.GatherAndCount(reg, "worker_last_success_timestamp_seconds")
		return err == nil && err2 == nil && all > 0 && done == all/2
	}, "all jobs succeed")

	var sid, state, reason string
	require.NoError(t, db.QueryRow(t.Context(), "SELECT session_id, state, reason FROM member_session WHERE member_id = $1", idle.MemID).
		Scan(&sid, &state, &reason))
	require.Equal(t, []string{"ended", "IDLE"}, []string{state, reason})
	var told string
	require.NoError(t, db.QueryRow(t.Context(), "SELECT data1 FROM outbox_event WHERE cmd = 'LOGOUT' AND sid = $1", sid).Scan(&told))
	require.Equal(t, "IDLE", told)
	require.NoError(t, db.QueryRow(t.Context(), "SELECT state FROM member_session WHERE member_id = $1", busy.MemID).Scan(&state))
	require.Equal(t, "live", state)

	var partitions int
	tomorrow := "outbox_event_" + clk.Now().AddDate(0, 0, 1).Format("20060102")
	require.NoError(t, db.QueryRow(t.Context(), "SELECT count(*) FROM pg_class WHERE relname = $1", tomorrow).Scan(&partitions))
	require.Equal(t, 1, partitions)
}

// Jobs that read whole tables may take hours. As many of them as there are slots are held here; short jobs run meanwhile.
func TestShortJobsDoNotWaitForLongOnes(t *testing.T) {
	t.Parallel()
	address := pgtest.URL(t)
	db, clk := pgtest.Pool(t, address), clock.System{}
	hold, err := pgtest.Pool(t, address).Begin(t.Context())
	require.NoError(t, err)
	_, err = hold.Exec(t.Context(), "SET idle_in_transaction_session_timeout = 0")
	require.NoError(t, err)
	_, err = hold.Exec(t.Context(), "LOCK TABLE wallet_ref, audit_head, wallet_ledger, audit_entry IN ACCESS EXCLUSIVE MODE")
	require.NoError(t, err)
	reg := prometheus.NewRegistry()
	members := factory.Members(t, db, clk)
	proofs := reconcile.New(books.New(db, clk, nil), zerolog.Nop())
	jobs, err := jobs.Client(db, members, cash.NewBoards(db, clk, site.New(db, clk)), report.New(db, clk, site.New(db, clk), factory.Box()), proofs, transfer.New(db, clk, zerolog.Nop(), nil, nil), jackpots.New(nil, nil, zerolog.Nop()), clk, slog.New(slog.DiscardHandler), reg)
	require.NoError(t, err)
	ctx, cancel := context.WithCancel(t.Context())
	defer cancel()
	require.NoError(t, jobs.Start(ctx))
	defer func() {
		require.NoError(t, hold.Rollback(context.WithoutCancel(ctx)))
		require.NoError(t, jobs.Stop(context.WithoutCancel(ctx)))
	}()
	count := func(sql string) (n int) {
		require.NoError(t, db.QueryRow(t.Context(), sql).Scan(&n))
		return n
	}
	testkit.Eventually(t, func() bool {
		return count("SELECT count(*) FROM river_job WHERE queue = 'long' AND state = 'running'") == 2
	})
	testkit.Eventually(t, func() bool {
		return count("SELECT count(*) FROM river_job WHERE kind = 'outbox_rotation' AND state = 'completed'") == 1
	})
	require.Zero(t, count("SELECT count(*) FROM river_job WHERE queue = 'default' AND kind IN ('month_rotation', 'invariants_full', 'audit')"))
}

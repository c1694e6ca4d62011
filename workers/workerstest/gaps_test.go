package workerstest_test

import (
	"context"
	"errors"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/jackc/pgx/v5"
	"github.com/prometheus/client_golang/prometheus"
	"github.com/redis/go-redis/v9"
	"github.com/rs/zerolog"
	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	books "hubstake/internal/accounting/reconcile"
	"hubstake/internal/accounting/report"
	"hubstake/internal/core/clock"
	"hubstake/internal/core/event"
	"hubstake/internal/core/id"
	"hubstake/internal/live"
	"hubstake/internal/live/outbox"
	"hubstake/internal/operator/site"
	earnings "hubstake/internal/partners/commission"
	"hubstake/internal/platform/obs"
	"hubstake/internal/platform/pg"
	"hubstake/internal/platform/redisx"
	"hubstake/internal/testkit"
	"hubstake/internal/testkit/factory"
	"hubstake/internal/testkit/pgtest"
	"hubstake/internal/testkit/rdstest"
	"hubstake/workers/commission"
	"hubstake/workers/relay"
)

// A restore moves identities a billion ahead. Every cursor that follows the transactions of providers passes such a gap at once: here it is a
// million times as wide, so that one that walks it in parts never arrives.
func TestEveryCursorJumpsOverIDsThatWereNeverGivenOut(t *testing.T) {
	t.Parallel()
	db, clk := pgtest.DB(t), clock.System{}
	factory.Site(t, db)
	m := factory.Member(t, db)
	sites := site.New(db, clk)
	reports := report.New(db, clk, sites, factory.Box())
	proofs := books.New(db, clk, nil)
	follow := map[string]func(context.Context) error{
		"commission_cursor":        earnings.New(db, clk, sites, nil).Accrue,
		"invariant_cursor":         func(ctx context.Context) error { _, err := proofs.Step(ctx); return err },
		"report_open_round_cursor": reports.CollectOpenRounds,
		"report_play_cursor":       reports.AddUpPlay,
		"report_winner_cursor":     reports.CollectWinners,
	}
	tables := pgtest.Column(t, db, `SELECT attrelid::regclass::text FROM pg_attribute JOIN pg_class c ON c.oid = attrelid
		WHERE relkind = 'r' AND relnamespace = 'public'::regnamespace AND attname = 'tx' AND relname LIKE '%cursor' AND atttypid = 'bigint'::regtype ORDER BY 1`)
	var known []string
	for table := range follow {
		known = append(known, table)
	}
	slices.Sort(known)
	require.Equal(t, known, tables, "every cursor over casino_tx is in this test")

	ctx, cancel := context.WithTimeout(t.Context(), testkit.Patience)
	defer cancel()
	current := func(table string) {
		testkit.Eventually(t, func() bool { // transactions of other tests on the server hold the marks back for a while
			require.NoError(t, follow["report_winner_cursor"](ctx)) // which knows how far the others may go
			require.NoError(t, follow[table](ctx), table)
			return pgtest.Column(t, db, "SELECT ((SELECT tx FROM "+table+") >= max(our_tx_id))::text FROM casino_tx")[0] == "true"
		}, table)
	}
	exec := func(sql string, args ...any) {
		t.Helper()
		_, err := db.Exec(ctx, sql, args...)
		require.NoError(t, err)
	}
	bet := func(id string) {
		exec(`INSERT INTO casino_tx (vendor_id, tx_id, kind, member_id, round_id, currency, amount, req_hash, status, balance_after)
			VALUES ('sim', $1, 'bet', $2, 'r', 'KRW', 1, '', 'REFUSED', 0)`, id, m.MemID)
	}
	require.NoError(t, follow["invariant_cursor"](ctx)) // it begins
	for n, leap := range []int64{1, 1_000_000_000_000_000, 70_000, 1_000_000_000_000_000} {
		bet("before" + string(rune('a'+n)))
		exec("SELECT identities_ahead($1)", leap)
		bet("after" + string(rune('a'+n)))
		for _, table := range tables {
			current(table)
		}
	}
}

// The work of a step waits for a lock. Meanwhile the lag is what it is, not what it was when the work began.
func TestTheLagOfCommissionsGrowsWhileTheWorkHangs(t *testing.T) {
	t.Parallel()
	db, clk, reg := pgtest.DB(t), clock.NewManual(time.Date(2026, 9, 7, 3, 0, 0, 0, time.UTC)), prometheus.NewRegistry()
	factory.Site(t, db)
	w := commission.New(db, earnings.New(db, clk, site.New(db, clk), nil), clk, zerolog.Nop(), reg)
	w.Step(t.Context())
	w.Step(t.Context())
	require.InDelta(t, 0, gatherMetric(t, reg, "commission_accrual_lag_seconds"), 1)

	hold, err := db.Begin(t.Context())
	require.NoError(t, err)
	_, err = hold.Exec(t.Context(), "SELECT FROM commission_cursor FOR UPDATE")
	require.NoError(t, err)
	clk.Advance(10 * time.Minute)
	done := make(chan struct{})
	go func() {
		defer close(done)
		w.Step(t.Context())
	}()
	testkit.Eventually(t, func() bool {
		return len(pgtest.Column(t, db, "SELECT pid FROM pg_stat_activity WHERE datname = current_database() AND wait_event_type = 'Lock'")) > 0
	}, "the step waits")
	require.GreaterOrEqual(t, gatherMetric(t, reg, "commission_accrual_lag_seconds"), 600.0)
	require.NoError(t, hold.Rollback(t.Context()))
	<-done
	require.Less(t, gatherMetric(t, reg, "commission_accrual_lag_seconds"), 600.0+1)
}

// A database that is moved to another server brings transaction ids that no transaction here has reached. Everything that follows
// transactions goes on, whatever it stored.
func TestEveryStoredTransactionIDSurvivesAMoveToAnotherServer(t *testing.T) {
	t.Parallel()
	db, clk, rdb := pgtest.DB(t), clock.System{}, ownRedis(t)
	factory.Site(t, db)
	m := factory.Member(t, db, func(m *factory.M) { m.Cash = 10_000 })
	sites := site.New(db, clk)
	reports, accruals, proofs := report.New(db, clk, sites, factory.Box()), earnings.New(db, clk, sites, nil), books.New(db, clk, nil)
	_, err := proofs.Step(t.Context()) // it begins
	require.NoError(t, err)
	columns := pgtest.Column(t, db, `SELECT c.relname || '.' || a.attname FROM pg_attribute a JOIN pg_class c ON c.oid = a.attrelid
		WHERE c.relnamespace = 'public'::regnamespace AND c.relkind IN ('r', 'p') AND NOT c.relispartition AND a.atttypid = 'xid8'::regtype AND NOT a.attisdropped`)
	slices.Sort(columns)
	require.Equal(t, []string{
		"commission_cursor.mark_xid", "invariant_cursor.tx_mark_xid", "invariant_cursor.xid", "outbox_cursor.told_xid", "outbox_cursor.xid",
		"outbox_dead.xid", "outbox_event.xid", "outbox_held.xid", "report_winner_cursor.mark_xid",
	}, columns, "whatever stores a transaction id has its part in this test")
	for _, column := range columns {
		if table, name, _ := strings.Cut(column, "."); strings.HasSuffix(table, "_cursor") {
			_, err := db.Exec(t.Context(), "UPDATE "+table+" SET "+name+" = '9000000000000'")
			require.NoError(t, err)
		}
	}
	for _, sql := range []string{ // as the server before wrote them
		`INSERT INTO outbox_event (xid, site, member, cmd, data1, data2, ver) VALUES ('8999999999999', 'demo', '` + m.MemID + `', 'MSG', 'published', '0', 0), ('9000000000001', 'demo', '` + m.MemID + `', 'MSG', 'waiting', '0', 0)`,
		`INSERT INTO casino_tx (vendor_id, tx_id, kind, member_id, round_id, currency, amount, req_hash, status, balance_after)
		 VALUES ('sim', 'x', 'bet', '` + m.MemID + `', 'r', 'KRW', 1, '', 'REFUSED', 0)`,
	} {
		_, err := db.Exec(t.Context(), sql)
		require.NoError(t, err)
	}
	r := relay.New(db, rdb, clk, obs.Program{Log: zerolog.Nop(), Reg: prometheus.NewRegistry()})
	ctx, cancel := context.WithCancel(t.Context())
	done := make(chan error, 1)
	go func() { done <- r.Run(ctx) }()
	defer func() {
		cancel()
		require.NoError(t, <-done)
	}()
	require.NoError(t, pg.InTx(ctx, db, func(tx pgx.Tx) error {
		return outbox.Write(ctx, tx, event.Event{Site: "demo", Member: m.MemID, Cmd: event.Msg, Data1: "new", Data2: "0", Ver: 1 << 40})
	}))
	said := map[string]int{}
	testkit.Eventually(t, func() bool {
		entries, err := rdb.XRange(ctx, live.StreamKey(id.Shard(m.MemID)), "-", "+").Result()
		clear(said)
		for _, e := range entries {
			if e.Values["member"] == m.MemID {
				said[e.Values["data1"].(string)]++
			}
		}
		return err == nil && said["new"] > 0
	})
	require.Equal(t, []int{1, 0, 1}, []int{said["waiting"], said["published"], said["new"]})
	testkit.Eventually(t, func() bool {
		found, err := proofs.Step(ctx)
		err = errors.Join(err, accruals.Accrue(ctx), reports.CollectWinners(ctx), reports.AddUpPlay(ctx), reports.CollectOpenRounds(ctx))
		return assert.NoError(t, err) && assert.Empty(t, found) && len(pgtest.Column(t, db, `SELECT c.tx::text FROM (SELECT min(tx) AS tx FROM (SELECT tx FROM commission_cursor UNION ALL SELECT tx FROM report_winner_cursor UNION ALL
			SELECT tx FROM report_play_cursor UNION ALL SELECT tx FROM report_open_round_cursor UNION ALL SELECT tx FROM invariant_cursor) a) c
			WHERE c.tx >= (SELECT max(our_tx_id) FROM casino_tx)`)) == 1
	})
	for _, column := range columns {
		table, name, _ := strings.Cut(column, ".")
		require.Empty(t, pgtest.Column(t, db, "SELECT "+name+"::text FROM "+table+" WHERE "+name+" > pg_snapshot_xmax(pg_current_snapshot())"), column)
	}
}

// ownRedis is a Redis that no other relay writes to.
func ownRedis(t *testing.T) redis.UniversalClient {
	t.Helper()
	rdb, err := redisx.Open(rdstest.Server(t).Patient())
	require.NoError(t, err)
	t.Cleanup(func() { _ = rdb.Close() })
	return rdb
}

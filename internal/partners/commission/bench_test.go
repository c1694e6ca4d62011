package commission_test

import (
	"fmt"
	"io"
	"os"
	"runtime"
	"strconv"
	"strings"
	"testing"
	"time"

	"github.com/jackc/pgx/v5"
	"github.com/jackc/pgx/v5/pgxpool"
	"github.com/stretchr/testify/require"

	"hubstake/internal/core/clock"
	"hubstake/internal/operator/site"
	"hubstake/internal/partners/commission"
	"hubstake/internal/testkit/pgtest"
)

// The size of the day of issue 14: HUBSTAKE_PARTNER_BETS makes it smaller.
const (
	benchPartners = 2000
	benchMembers  = 100_000
)

// seedSQL makes a tree of six levels: each partner is below one of the level above; and bets of its members.
var seedSQL = []string{
	`INSERT INTO site_site (site_id, name) VALUES ('demo', 'Demo')`,
	`INSERT INTO provider_provider (vendor_id, family) VALUES ('sim', 'seamless') ON CONFLICT DO NOTHING`,
	`INSERT INTO game_product (proc_id, vendor_id, group_code, name, lobby_symbol, image)
	 SELECT 'p' || g, 'sim', (ARRAY['casino', 'slot', 'minigame', 'slot'])[1 + g % 4], 'n', 'l', 'i' FROM generate_series(0, 19) g`,
	`INSERT INTO game_game (code, proc_id, name_kor, name_eng, thumbnail) SELECT 'g' || g, 'p' || g, 'k', 'e', 't' FROM generate_series(0, 19) g`,
	`INSERT INTO member_member (member_id, site_id, role, partner_level, parent_id, upline, nick, nick_key, name, phone, bank_name, account_no, account_holder, status, pass_hash, pin_hash)
	 WITH RECURSIVE level (n, l) AS (SELECT n, CASE WHEN n < 1 THEN 1 WHEN n < 6 THEN 2 WHEN n < 31 THEN 3 WHEN n < 156 THEN 4 WHEN n < 700 THEN 5 ELSE 6 END FROM generate_series(0, $1::int - 1) n),
	   up (n, parent) AS (SELECT n, CASE l WHEN 1 THEN NULL WHEN 2 THEN 0 WHEN 3 THEN 1 + n % 5 WHEN 4 THEN 6 + n % 25 WHEN 5 THEN 31 + n % 125 ELSE 156 + n % 544 END FROM level),
	   path (n, parent, upline) AS (
	     SELECT n, parent, '{}'::text[] FROM up WHERE parent IS NULL
	     UNION ALL SELECT u.n, u.parent, ARRAY['ptn' || lpad(u.parent::text, 5, '0')] || p.upline FROM up u JOIN path p ON p.n = u.parent)
	 SELECT 'ptn' || lpad(p.n::text, 5, '0'), 'demo', 'partner', l.l, CASE WHEN p.parent IS NULL THEN NULL ELSE 'ptn' || lpad(p.parent::text, 5, '0') END, p.upline,
	        'ptn' || p.n, 'ptn' || p.n, 'Kim', '+821' || lpad(p.n::text, 8, '0'), 'Kookmin', '1' || lpad(p.n::text, 8, '0'), 'Kim', 'normal', '', ''
	   FROM path p JOIN level l USING (n) ORDER BY l.l, p.n`,
	`INSERT INTO member_member (member_id, site_id, parent_id, upline, nick, nick_key, name, phone, bank_name, account_no, account_holder, status, pass_hash, pin_hash)
	 SELECT 'mem' || lpad(n::text, 7, '0'), 'demo', p.member_id, ARRAY[p.member_id] || p.upline, 'mem' || n, 'mem' || n, 'Kim', '+822' || lpad(n::text, 8, '0'), 'Kookmin', '2' || lpad(n::text, 8, '0'), 'Kim', 'normal', '', ''
	   FROM generate_series(0, $1::int - 1) n JOIN member_member p ON p.member_id = 'ptn' || lpad((156 + n % 1844)::text, 5, '0')`,
	`INSERT INTO partner_rate (member_id, site_id, since, rates, changed_by)
	 SELECT member_id, 'demo', '2026-01-01', array_fill(100 - 10 * partner_level, ARRAY[13]), 'x' FROM member_member WHERE role = 'partner'`,
	`INSERT INTO casino_round (vendor_id, round_id, member_id, site_id, game_code, currency, bets, stake, payout, state, balance_before, balance_after, created_at, closed_at)
	 SELECT 'sim', 'r' || n, 'mem' || lpad((n % $2)::text, 7, '0'), 'demo', 'g' || n % 20, 'KRW', 1, 1000 + n % 9000, CASE n % 3 WHEN 0 THEN n % 20000 ELSE 0 END, 'closed', 0, 0,
	        '2026-09-10 00:00+09'::timestamptz + n * interval '1 millisecond', '2026-09-10 00:00+09'::timestamptz + n * interval '1 millisecond' FROM generate_series(1, $1::int) n`,
	`INSERT INTO casino_tx (vendor_id, tx_id, kind, member_id, round_id, currency, amount, req_hash, status, balance_after, created_at)
	 SELECT 'sim', 'w' || n, 'win', 'mem' || lpad((n % $2)::text, 7, '0'), 'r' || n, 'KRW', 0, '', 'OK', 0, '2026-09-10 00:00+09'::timestamptz + n * interval '1 millisecond' FROM generate_series(1, $1::int) n`,
	`INSERT INTO commission_through (site_id, closed, settled) VALUES ('demo', '2026-09-09', '2026-09-09')`,
	`VACUUM ANALYZE`,
}

// BenchmarkSettlement notes and settles a day of a large tree and writes the statement of its head, then proves the invariants (make bench-partner). It reports the processor time that
// the accrual costs a bet, of this process and of PostgreSQL, and the memory that the settlement holds.
func BenchmarkSettlement(b *testing.B) {
	bets := 1_000_000
	if n, err := strconv.Atoi(os.Getenv("HUBSTAKE_PARTNER_BETS")); err == nil {
		bets = n
	}
	db, clk := pgtest.DB(b), clock.NewManual(time.Date(2026, 9, 11, 0, 10, 0, 0, time.FixedZone("KST", 9*60*60)))
	for _, sql := range seedSQL {
		args := []any{}
		switch {
		case strings.Contains(sql, "$2"):
			args = append(args, bets, benchMembers)
		case strings.Contains(sql, "'ptn' || lpad((156"):
			args = append(args, benchMembers)
		case strings.Contains(sql, "$1"):
			args = append(args, benchPartners)
		}
		_, err := db.Exec(b.Context(), sql, args...)
		require.NoError(b, err)
	}
	svc := commission.New(db, clk, site.New(db, clk), box(b))
	for b.Loop() {
		before, start := cpu(b, db), time.Now()
		for {
			require.NoError(b, svc.Accrue(b.Context()))
			var all bool
			require.NoError(b, db.QueryRow(b.Context(), "SELECT tx = (SELECT max(our_tx_id) FROM casino_tx) AND at >= $1 FROM commission_cursor", clk.Now().Add(-time.Second)).Scan(&all))
			if all {
				break
			}
		}
		b.ReportMetric(float64(time.Since(start).Microseconds())/float64(bets), "µs-accrual/bet")
		b.ReportMetric(float64((cpu(b, db)-before).Microseconds())/float64(bets), "µs-cpu-accrual/bet")
		start = time.Now()
		require.NoError(b, svc.AddUp(b.Context(), "demo"))
		b.ReportMetric(float64(time.Since(start).Microseconds())/float64(bets), "µs-sums/bet")
		start = time.Now()
		done, most := make(chan struct{}), make(chan uint64)
		go func() { most <- watch(done) }()
		n, err := svc.Settle(b.Context(), "demo")
		require.NoError(b, err)
		close(done)
		b.ReportMetric(time.Since(start).Seconds(), "s-settlement")
		b.ReportMetric(float64(<-most)/(1<<20), "MiB-settlement")
		b.ReportMetric(float64(n), "statements")
		start = time.Now()
		var size counter
		require.NoError(b, svc.Write(b.Context(), &size, "demo", "ptn00000", time.Date(2026, 9, 10, 0, 0, 0, 0, time.UTC)))
		b.ReportMetric(time.Since(start).Seconds(), "s-statement")
		b.ReportMetric(float64(size)/(1<<20), "MiB-statement")
		_, err = db.Exec(b.Context(), "ANALYZE") // as PostgreSQL does by itself after a minute
		require.NoError(b, err)
		start = time.Now()
		bad, err := commission.Check(b.Context(), db)
		require.NoError(b, err)
		require.Empty(b, bad)
		b.ReportMetric(time.Since(start).Seconds(), "s-invariants")
	}
}

type counter int64

func (c *counter) Write(b []byte) (int, error) {
	*c += counter(len(b))
	return len(b), nil
}

var _ io.Writer = (*counter)(nil)

// watch returns the most memory in use until done.
func watch(done <-chan struct{}) (most uint64) {
	tick := time.NewTicker(20 * time.Millisecond)
	defer tick.Stop()
	for {
		var m runtime.MemStats
		runtime.ReadMemStats(&m)
		most = max(most, m.HeapInuse+m.StackInuse)
		select {
		case <-done:
			return most
		case <-tick.C:
		}
	}
}

// cpu is the processor time that this process and PostgreSQL on this machine spent so far, without its cleaning.
func cpu(b *testing.B, db *pgxpool.Pool) time.Duration {
	b.Helper()
	rows, err := db.Query(b.Context(), "SELECT pid FROM pg_stat_activity WHERE backend_type NOT LIKE 'autovacuum%'")
	require.NoError(b, err)
	pids, err := pgx.CollectRows(rows, pgx.RowTo[int])
	require.NoError(b, err)
	var ticks int64
	for _, pid := range append(pids, os.Getpid()) {
		text, err := os.ReadFile(fmt.Sprintf("/proc/%d/stat", pid))
		require.NoError(b, err)
		_, after, _ := strings.Cut(string(text), ") ")
		fields := strings.Fields(after)
		for _, f := range fields[11:13] { // utime, stime: 100 a second
			n, err := strconv.ParseInt(f, 10, 64)
			require.NoError(b, err)
			ticks += n
		}
	}
	return time.Duration(ticks) * 10 * time.Millisecond
}

package reconcile_test

import (
	"context"
	"fmt"
	"os"
	"slices"
	"sync/atomic"
	"testing"
	"time"

	"github.com/jackc/pgx/v5"
	"github.com/stretchr/testify/require"
	"golang.org/x/sync/errgroup"

	"hubstake/internal/accounting/reconcile"
	"hubstake/internal/core/clock"
	"hubstake/internal/ledger/wallet"
	"hubstake/internal/platform/pg"
	"hubstake/internal/play/casino"
	"hubstake/internal/play/provider"
	"hubstake/internal/testkit"
	"hubstake/internal/testkit/factory"
	"hubstake/internal/testkit/pgtest"
)

// parts returns how many parts of looks were stored.
func (w *world) parts() (n int) {
	w.Helper()
	require.NoError(w, w.db.QueryRow(w.Context(), "SELECT revision FROM invariant_cursor").Scan(&n))
	return n
}

// caughtUp looks until every transaction of a vendor was read and returns all that was found.
func (w *world) caughtUp() (found []wallet.Violation) {
	w.Helper()
	testkit.Eventually(w, func() (done bool) {
		found = append(found, w.step()...)
		require.NoError(w, w.db.QueryRow(w.Context(), `
			SELECT c.tx = coalesce((SELECT max(our_tx_id) FROM casino_tx), 0)
			       AND NOT EXISTS (SELECT FROM wallet_balance b LEFT JOIN invariant_proof p USING (member_id, currency) WHERE b.version IS DISTINCT FROM p.version)
			  FROM invariant_cursor c`).Scan(&done))
		return done
	})
	return found
}

func subjects(found []wallet.Violation, check string) (out []string) {
	for _, v := range found {
		if v.Check == check {
			out = append(out, v.Subject)
		}
	}
	slices.Sort(out)
	return out
}

func TestALookReadsABacklogInBoundedParts(t *testing.T) {
	t.Parallel()
	w := build(t)
	w.s.SetPart(10)
	require.Empty(t, w.step())
	for n := range 6 { // 14 moves each of one member: the bound falls into the middle of its history
		w.play(n)
		other := factory.Member(t, w.db, func(m *factory.M) { m.Cash = 100 })
		require.NotEmpty(t, other.MemID)
	}
	before := w.parts()
	require.Empty(t, w.caughtUp(), "a sound backlog has no violation, wherever it is cut")
	require.GreaterOrEqual(t, w.parts()-before, 8, "84 rows of one wallet, at most 10 in a part")

	before = w.parts()
	require.Empty(t, w.step())
	require.LessOrEqual(t, w.parts()-before, 2, "nothing happened")
}

// One row is wrong in the middle of the history of one wallet, and one in a wallet that comes last. Each is found once.
func TestACorruptionIsFoundAcrossParts(t *testing.T) {
	t.Parallel()
	w := build(t)
	w.s.SetPart(10)
	require.Empty(t, w.step())
	for n := range 6 {
		w.play(n)
	}
	w.exec("ALTER TABLE wallet_ledger DISABLE TRIGGER USER")
	w.exec("UPDATE wallet_ledger SET balance_after = balance_after + 1 WHERE ref = 'acme:b3'")
	w.exec("UPDATE wallet_balance SET balance = balance + 1 WHERE member_id = $1 AND currency = 'KRW'", w.m.MemID)
	var version int64
	require.NoError(t, w.db.QueryRow(t.Context(), "SELECT version FROM wallet_ledger WHERE ref = 'acme:b3'").Scan(&version))
	found := w.caughtUp()
	require.Equal(t, []string{fmt.Sprintf("%s KRW v%d", w.m.MemID, version)}, subjects(found, "running_balance"))
	require.Equal(t, []string{w.m.MemID + " KRW"}, subjects(found, "balance_is_ledger"))
	require.Equal(t, []string{"KRW"}, subjects(found, "accounts_sum_to_zero"))
	require.Empty(t, subjects(found, "versions_without_hole"))
}

// stopClock ends a look after some of its parts, as the end of its job would.
type stopClock struct {
	left atomic.Int32
	stop context.CancelFunc
}

func (c *stopClock) Now() time.Time {
	if c.left.Add(-1) == 0 {
		c.stop()
	}
	return time.Now()
}

func TestACancelledLookKeepsItsProgress(t *testing.T) {
	t.Parallel()
	own := pgtest.Own(t) // transactions of other tests would hold back the cursor
	w := buildOn(t, pgtest.Pool(t, own.Migrated(t)))
	w.s.SetPart(10)
	require.Empty(t, w.step())
	for n := range 6 {
		w.play(n)
	}
	w.exec("ALTER TABLE wallet_ledger DISABLE TRIGGER USER")
	w.exec("UPDATE wallet_ledger SET balance_after = balance_after + 1 WHERE ref = 'acme:b0'")

	ctx, stop := context.WithCancel(t.Context())
	defer stop()
	c := &stopClock{stop: stop}
	c.left.Store(7)
	cut := reconcile.New(w.db, c, nil)
	cut.SetPart(10)
	before := w.parts()
	_, err := cut.Step(ctx)
	require.ErrorIs(t, err, context.Canceled)
	kept := w.parts() - before
	require.Positive(t, kept, "its first parts are stored")
	var stored int
	require.NoError(t, w.db.QueryRow(t.Context(), "SELECT count(*) FROM invariant_violation WHERE check_name = 'running_balance'").Scan(&stored))
	require.Equal(t, 1, stored, "with what they found")

	require.Empty(t, subjects(w.caughtUp(), "running_balance"), "what they read is not read again")
}

// An id is drawn before its transaction commits. The transaction that commits late is looked at too, and none twice: a wrong answer is
// told by exactly one look.
func TestEachTransactionIsLookedAtOnce(t *testing.T) {
	t.Parallel()
	w := build(t)
	w.s.SetPart(7)
	require.Empty(t, w.step())
	late := factory.Member(t, w.db, func(m *factory.M) { m.Cash = 1000 })
	tx, err := w.db.Begin(t.Context())
	require.NoError(t, err)
	draw := func(tx pgx.Tx, member, id string) { // a refused bet, whose stored answer is impossible
		_, err := tx.Exec(t.Context(), "SELECT FROM wallet_balance WHERE member_id = $1 FOR UPDATE", member)
		require.NoError(t, err)
		_, err = tx.Exec(t.Context(), `INSERT INTO casino_tx (vendor_id, tx_id, kind, member_id, currency, amount, req_hash, status, balance_after)
			VALUES ('acme', $1, 'bet', $2, 'KRW', 5, '', 'INSUFFICIENT_FUNDS', -1)`, id, member)
		require.NoError(t, err)
	}
	draw(tx, late.MemID, "late")
	var want []string
	var found []wallet.Violation
	for n := range 20 {
		id := fmt.Sprintf("t%02d", n)
		want = append(want, "acme:"+id)
		require.NoError(t, pgx.BeginFunc(t.Context(), w.db, func(tx pgx.Tx) error { draw(tx, w.m.MemID, id); return nil }))
		if n%5 == 0 {
			found = append(found, w.step()...)
		}
	}
	require.NotContains(t, subjects(found, "casino_tx_answer_is_stored"), "acme:late")
	require.NoError(t, tx.Commit(t.Context()))
	found = append(found, w.caughtUp()...)
	found = append(found, w.step()...)
	require.Equal(t, append([]string{"acme:late"}, want...), subjects(found, "casino_tx_answer_is_stored"))
}

func TestTwoLooksAtOnceDoNotBothMoveTheCursor(t *testing.T) {
	t.Parallel()
	w := build(t)
	w.s.SetPart(10)
	require.Empty(t, w.step())
	for n := range 4 {
		w.play(n)
	}
	done := make(chan []wallet.Violation, 4)
	for range cap(done) {
		go func() {
			found, _ := w.s.Step(w.Context()) // one of them is refused where the other was first
			done <- found
		}()
	}
	for range cap(done) {
		require.Empty(t, <-done)
	}
	require.Empty(t, w.caughtUp())
	require.Empty(t, w.full())
}

// BenchmarkStepPerBet tells what a bet costs the look of the minute: us/bet as it took, cpu-us/bet of the backend of
// PostgreSQL (on this machine; the goal is below 15). Other load on the machine affects the first only.
func BenchmarkStepPerBet(b *testing.B) {
	b.StopTimer()
	const members, bets = 1_000, 60_000
	url := pgtest.URL(b)
	db, err := pg.Open(b.Context(), url, pg.Options{})
	require.NoError(b, err)
	b.Cleanup(db.Close)
	one, err := pg.Open(b.Context(), url, pg.Options{MaxConns: 1})
	require.NoError(b, err)
	b.Cleanup(one.Close)
	var pid int
	require.NoError(b, one.QueryRow(b.Context(), "SELECT pg_backend_pid()").Scan(&pid))
	cpu := func() (ns float64) { // schedstat: ns on a processor, ns waiting for one, time slices
		text, err := os.ReadFile(fmt.Sprintf("/proc/%d/schedstat", pid))
		require.NoError(b, err)
		_, err = fmt.Sscan(string(text), &ns)
		require.NoError(b, err)
		return ns
	}
	s := reconcile.New(one, clock.System{}, nil)
	require.NoError(b, provider.Upsert(b.Context(), db, "acme", "plain", provider.Settings{}))
	ids := make([]string, members)
	for i := range ids {
		ids[i] = factory.Member(b, db, func(m *factory.M) { m.Cash = 1_000_000 }).MemID
	}
	apply, err := casino.New(db, clock.System{}, wallet.WriterOptions{Timeout: testkit.Patience})
	require.NoError(b, err)
	b.Cleanup(apply.Close)
	look := func() {
		found, err := s.Step(b.Context())
		require.NoError(b, err)
		require.Empty(b, found)
	}
	look()
	var n atomic.Int64
	var used float64
	for range b.N {
		var g errgroup.Group
		for range 64 {
			g.Go(func() error {
				for range bets / 64 {
					i := n.Add(1)
					o := provider.Operation{Kind: provider.Bet, TxID: fmt.Sprint("b", i), RoundID: fmt.Sprint("r", i), Amount: "1", Member: ids[i%members], Currency: "KRW"}
					if a, err := apply.Apply(b.Context(), "acme", o, ""); err != nil || a.Status != provider.OK {
						return fmt.Errorf("%v %w", a, err)
					}
				}
				return nil
			})
		}
		require.NoError(b, g.Wait())
		_, err := db.Exec(b.Context(), "ANALYZE")
		require.NoError(b, err)
		before := cpu()
		b.StartTimer()
		look()
		b.StopTimer()
		used += cpu() - before
	}
	b.ReportMetric(float64(b.Elapsed().Microseconds())/float64(n.Load()), "us/bet")
	b.ReportMetric(used/1000/float64(n.Load()), "cpu-us/bet")
}

package casino_test

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"strings"
	"sync/atomic"
	"testing"
	"time"

	"github.com/jackc/pgx/v5"
	"github.com/jackc/pgx/v5/pgxpool"
	"github.com/prometheus/client_golang/prometheus"
	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
	"golang.org/x/sync/errgroup"
	"pgregory.net/rapid"

	"hubstake/internal/core/clock"
	"hubstake/internal/core/money"
	"hubstake/internal/ledger/wallet"
	"hubstake/internal/platform/pg"
	"hubstake/internal/play/casino"
	"hubstake/internal/play/provider"
	"hubstake/internal/testkit"
	"hubstake/internal/testkit/factory"
	"hubstake/internal/testkit/pgtest"
)

// side is one of two databases that are told the same.
type side struct {
	*table
	members [2]string
	tokens  [3]string // of the first member: one alive, one expired; and one that was never issued
}

// fresh makes the members of a case.
func (s *side) fresh(t *testing.T, cash money.Amount) {
	t.Helper()
	for i := range s.members {
		s.members[i] = factory.Member(t, s.db, func(m *factory.M) { m.Cash = cash }).MemID
	}
	s.member = s.members[0]
	s.tokens = [3]string{s.launch(time.Hour), s.launch(-time.Hour), "nobody's"}
}

// switches sets which games are offered.
func (s *side) switches(comet, moonjar bool) {
	s.t.Helper()
	s.exec(`INSERT INTO game_game (code, proc_id, name_kor, name_eng, thumbnail) VALUES ('comet', '201', 'k', 'e', 't') ON CONFLICT DO NOTHING`)
	s.exec(`UPDATE game_game SET active = CASE code WHEN 'comet' THEN $1::boolean ELSE $2::boolean END`, comet, moonjar)
}

// as makes an operation one of this side's members and tokens.
func (s *side) as(o provider.Operation) provider.Operation {
	if o.Member != "" {
		o.Member = s.members[o.Member[0]-'0']
	}
	if o.Token != "" {
		o.Token = s.tokens[o.Token[0]-'0']
	}
	return o
}

// rows are all that the case left, without what differs between any two databases.
func (s *side) rows(t *testing.T) []string {
	t.Helper()
	rows, err := s.db.Query(t.Context(), `
		SELECT 'tx ' || (to_jsonb(t) - 'our_tx_id')::text FROM casino_tx t WHERE member_id = ANY ($1)
		UNION ALL SELECT 'round ' || (to_jsonb(r) - 'id')::text FROM casino_round r WHERE member_id = ANY ($1)
		UNION ALL SELECT 'flow ' || (to_jsonb(f))::text FROM protection_flow f WHERE member_id = ANY ($1)
		       AND (lost <> 0 OR wagered <> 0) -- a row of nothing says nothing: a bet and its rollback in one batch leave none
		UNION ALL SELECT 'need ' || (to_jsonb(n) - 'position')::text FROM turnover_need n WHERE member_id = ANY ($1)
		UNION ALL SELECT 'debt ' || (to_jsonb(d))::text FROM casino_debt d WHERE member_id = ANY ($1)
		UNION ALL SELECT 'ledger ' || (to_jsonb(l) - 'created_at')::text FROM wallet_ledger l WHERE member_id = ANY ($1)
		UNION ALL SELECT 'wallet ' || (to_jsonb(b))::text FROM wallet_balance b WHERE member_id = ANY ($1)
		UNION ALL SELECT 'session ' || (to_jsonb(s) - 'session_id' - 'created_at')::text FROM member_session s WHERE member_id = ANY ($1)
		UNION ALL SELECT 'event ' || (to_jsonb(e) - 'xid' - 'id' - 'at')::text FROM outbox_event e WHERE member = ANY ($1)`, s.members[:])
	require.NoError(t, err)
	out, err := pgx.CollectRows(rows, pgx.RowTo[string])
	require.NoError(t, err)
	for i := range out {
		out[i] = strings.NewReplacer(s.members[0], "member-0", s.members[1], "member-1").Replace(out[i])
	}
	slices.Sort(out)
	return out
}

// anything draws operations of few names, so that they meet.
func anything(prefix string) *rapid.Generator[provider.Operation] {
	return rapid.Custom(func(rt *rapid.T) provider.Operation {
		id := func(kind string, last int) string {
			return fmt.Sprint(prefix, kind, rapid.IntRange(1, last).Draw(rt, kind))
		}
		o := provider.Operation{
			RoundID:  id("r", 2),
			Member:   rapid.SampledFrom([]string{"0", "0", "0", "1"}).Draw(rt, "member"),
			Currency: rapid.SampledFrom([]string{"KRW", "KRW", "KRW", "KRW", "KRW", "KRW", "VND"}).Draw(rt, "currency"),
			Token:    rapid.SampledFrom([]string{"", "", "", "", "", "0", "0", "1", "2"}).Draw(rt, "token"),
		}
		if o.Token != "" && rapid.Bool().Draw(rt, "token only") {
			o.Member = ""
		}
		amount := rapid.SampledFrom([]string{"0", "1", "400", "1000", "2500", "1000001"})
		campaign := rapid.SampledFrom([]string{"", "", "", prefix + "c"})
		switch rapid.IntRange(0, 3).Draw(rt, "kind") {
		case 0:
			o.Kind, o.TxID, o.Amount, o.Campaign = provider.Bet, id("b", 4), amount.Draw(rt, "amount"), campaign.Draw(rt, "campaign")
			if o.Amount == "0" {
				o.Campaign = prefix + "c"
			}
			o.Game = rapid.SampledFrom([]string{"", "comet"}).Draw(rt, "game")
		case 1:
			o.Kind, o.TxID, o.RefTxID, o.Amount = provider.Win, id("w", 3), id("b", 4), amount.Draw(rt, "amount")
			o.Campaign, o.Closes = campaign.Draw(rt, "campaign"), rapid.Bool().Draw(rt, "closes")
			if o.Campaign != "" && rapid.Bool().Draw(rt, "bonus") {
				o.RefTxID = ""
			}
		case 2:
			o.Kind, o.TxID, o.RefTxID = provider.Rollback, id("x", 4), id("b", 4)
		default:
			o.Kind, o.TxID, o.RefTxID = provider.Rollback, id("x", 4), id("w", 3)
		}
		return o
	})
}

// Operations that share a transaction get the same answers and leave the same rows as if each had its own, for all operations,
// orders and sizes of batches.
func TestABatchIsItsOperationsOneByOne(t *testing.T) {
	t.Parallel()
	alone, together := &side{table: sit(t, 0)}, &side{table: sit(t, 0)}
	together.clk.Advance(alone.clk.Now().Sub(together.clk.Now()))
	n := 0
	rapid.Check(t, func(rt *rapid.T) {
		n++
		settings := provider.Settings{
			RollbackUnknown: rapid.SampledFrom([]provider.Status{"", provider.NotFound}).Draw(rt, "rollback unknown"),
			WinRollback:     rapid.SampledFrom([]provider.Shortage{"", provider.RefuseDebt}).Draw(rt, "win rollback"),
		}
		cash := money.Amount(rapid.Int64Range(0, 3_000).Draw(rt, "cash"))
		some := rapid.SampledFrom([]money.Amount{0, 0, 400, 1_500, 4_000})
		limits := map[string]money.Amount{"wager": some.Draw(rt, "stakes"), "loss": some.Draw(rt, "losses")}
		mostly := rapid.SampledFrom([]bool{true, true, true, false})
		comet, moonjar := mostly.Draw(rt, "comet"), mostly.Draw(rt, "moonjar")
		for _, s := range []*side{alone, together} {
			require.NoError(rt, provider.Upsert(t.Context(), s.db, acme, "seamless", settings))
			s.fresh(t, cash)
			s.switches(comet, moonjar)
			for kind, amount := range limits {
				if amount > 0 {
					s.limit(kind, 1, amount)
				}
			}
		}
		ops := rapid.SliceOfN(anything(fmt.Sprint("p", n, "-")), 1, 16).Draw(rt, "operations")
		for len(ops) > 0 {
			batch := ops[:rapid.IntRange(1, len(ops)).Draw(rt, "batch")]
			ops = ops[len(batch):]
			want, all := make([]provider.Answer, len(batch)), make([]provider.Operation, len(batch))
			for i, o := range batch {
				var err error
				want[i], err = alone.s.Apply(t.Context(), acme, alone.as(o), "")
				require.NoError(rt, err)
				all[i] = together.as(o)
			}
			got, err := together.s.OneBatch(t.Context(), acme, all)
			require.NoError(rt, err)
			for i := range batch {
				require.Equal(rt, want[i].OurTxID != 0, got[i].OurTxID != 0, "%+v", batch[i])
				want[i].OurTxID, got[i].OurTxID = 0, 0
				require.Equal(rt, want[i], got[i], "%+v", batch[i])
			}
		}
		require.Equal(rt, alone.rows(t), together.rows(t))
	})
	sound(t, together.db)
}

// hold takes a lock of its own and returns what gives it back.
func (b *table) hold(sql string, args ...any) (release func()) {
	b.t.Helper()
	tx, err := b.db.Begin(b.t.Context())
	require.NoError(b.t, err)
	b.t.Cleanup(func() { _ = tx.Rollback(context.Background()) }) // nothing is left of it when the test went well
	_, err = tx.Exec(b.t.Context(), `SET LOCAL idle_in_transaction_session_timeout = 0`)
	require.NoError(b.t, err)
	_, err = tx.Exec(b.t.Context(), sql, args...)
	require.NoError(b.t, err)
	return func() { require.NoError(b.t, tx.Rollback(b.t.Context())) }
}

// holdWallets stops every batch at its first statement. (A batch does not wait for the rows of single wallets.)
const holdWallets = `LOCK TABLE wallet_balance IN EXCLUSIVE MODE`

// stuck waits until n backends wait for a lock and returns them.
func (b *table) stuck(n int) (pids []int32) {
	b.t.Helper()
	testkit.Eventually(b.t, func() bool {
		rows, err := b.db.Query(b.t.Context(), `SELECT pid FROM pg_stat_activity WHERE datname = current_database() AND wait_event_type = 'Lock'`)
		if err != nil {
			return false
		}
		pids, err = pgx.CollectRows(rows, pgx.RowTo[int32])
		return err == nil && len(pids) == n
	})
	return pids
}

// send carries out bets of the member at once; each has a result.
func (b *table) send(s *casino.Service, ids ...string) <-chan error {
	out := make(chan error, len(ids))
	for _, id := range ids {
		go func() {
			o := bet(id, "r"+id, "100")
			o.Member, o.Currency = b.member, "KRW"
			a, err := s.Apply(b.t.Context(), acme, o, "")
			if err == nil && a.Status != provider.OK {
				err = fmt.Errorf("%s: %s", id, a.Status)
			}
			out <- err
		}()
	}
	return out
}

// patientOptions returns the options of a writer that waits long for locks, for tests that do not judge the duration.
func patientOptions() wallet.WriterOptions {
	return wallet.WriterOptions{LockTimeout: testkit.Patience, Timeout: testkit.Patience}
}

// The server ends a batch's backend, before and after it decided: exactly the callers of that batch are told that nothing is
// known, the next batch is carried out, and the repeats find that nothing was lost or doubled.
func TestABackendThatDiesInTheMiddleOfABatch(t *testing.T) {
	t.Parallel()
	for name, lock := range map[string]string{
		"while it waits for the wallet": holdWallets,
		"while it writes":               `LOCK TABLE casino_tx IN SHARE MODE`,
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			b := sit(t, 10_000)
			s := b.service(t, wallet.WriterOptions{Lanes: 1, LockTimeout: testkit.Patience, Timeout: testkit.Patience})
			release := b.hold(lock)
			first := b.send(s, "b1")
			pid := b.stuck(1)[0]
			next := b.send(s, "b2", "b3")
			testkit.Eventually(t, func() bool { return s.Waiting() == 2 })
			b.exec(`SELECT pg_terminate_backend($1)`, pid)
			require.Error(t, <-first)
			release()
			require.NoError(t, <-next)
			require.NoError(t, <-next)
			require.NoError(t, <-b.send(s, "b1"), "the repeat")
			b.sound(9_700)
		})
	}
}

// Backends die all the time while many callers bet for few members, each repeating until it is answered.
func TestBackendsThatDieUnderLoad(t *testing.T) {
	t.Parallel()
	b := sit(t, 100_000)
	s := b.service(t, wallet.WriterOptions{LockTimeout: testkit.Patience})
	members := []string{b.member}
	for range 3 {
		members = append(members, factory.Member(t, b.db, func(m *factory.M) { m.Cash = 100_000 }).MemID)
	}
	const callers, each = 24, 10
	var left, done atomic.Int64
	left.Store(callers)
	var g errgroup.Group
	for c := range callers {
		g.Go(func() error {
			defer left.Add(-1)
			for i := range each {
				o := bet(fmt.Sprint("b", c, "-", i), fmt.Sprint("r", c, "-", i), "10")
				o.Member, o.Currency = members[(c+i)%len(members)], "KRW"
				for {
					a, err := s.Apply(t.Context(), acme, o, "")
					if t.Context().Err() != nil {
						return t.Context().Err()
					}
					if err == nil && a.Status != provider.OK {
						return fmt.Errorf("%+v", a)
					}
					if err == nil {
						done.Add(1)
						break
					}
				}
			}
			return nil
		})
	}
	kills, last := 0, int64(0)
	testkit.Eventually(t, func() bool {
		now := done.Load()
		if now-last < 6 { // on a slow machine as often as on a fast one: by what was done, not by the clock
			return left.Load() == 0
		}
		last = now
		var n int
		_ = b.db.QueryRow(t.Context(), `SELECT count(pg_terminate_backend(pid)) FROM pg_stat_activity
			WHERE datname = current_database() AND pid <> pg_backend_pid() AND state <> 'idle' AND query NOT LIKE '%pg_stat_activity%'`).Scan(&n)
		kills += n
		return left.Load() == 0
	})
	require.NoError(t, g.Wait())
	require.Positive(t, kills)
	sound(t, b.db)
	var cash int64
	require.NoError(t, b.db.QueryRow(t.Context(), `SELECT sum(balance) FROM wallet_balance`).Scan(&cash))
	require.Equal(t, int64(400_000-callers*each*10), cash)
}

func TestAFullQueueIsToldAtOnce(t *testing.T) {
	t.Parallel()
	b := sit(t, 10_000)
	s := b.service(t, wallet.WriterOptions{Lanes: 1, Queue: 2, LockTimeout: testkit.Patience, Timeout: testkit.Patience})
	release := b.hold(holdWallets)
	first := b.send(s, "b1")
	b.stuck(1)
	waiting := b.send(s, "b2", "b3")
	testkit.Eventually(t, func() bool { return s.Waiting() == 2 })
	require.ErrorIs(t, <-b.send(s, "b4"), wallet.ErrBusy)
	release()
	require.NoError(t, errors.Join(<-first, <-waiting, <-waiting))
	b.sound(9_700)
}

// Ending the service carries out what waits and refuses what comes later.
func TestClosingDrains(t *testing.T) {
	t.Parallel()
	b := sit(t, 10_000)
	s := b.service(t, wallet.WriterOptions{Lanes: 1, LockTimeout: testkit.Patience, Timeout: testkit.Patience})
	release := b.hold(holdWallets)
	first := b.send(s, "b1")
	b.stuck(1)
	waiting := b.send(s, "b2", "b3", "b4")
	testkit.Eventually(t, func() bool { return s.Waiting() == 3 })
	closed := make(chan struct{})
	go func() {
		s.Close()
		close(closed)
	}()
	release()
	require.NoError(t, errors.Join(<-first, <-waiting, <-waiting, <-waiting))
	<-closed
	require.ErrorIs(t, <-b.send(s, "b5"), wallet.ErrClosed)
	b.sound(9_600)
}

// Wallets that another transaction holds, as a node does that froze in the middle of a batch, stop the bets of their own members
// and nothing else: every bet of the others succeeds, and none of them waits for a connection of the pool that everything else uses.
func TestWalletsHeldElsewhereStopNeitherOtherMembersNorThePool(t *testing.T) {
	t.Parallel()
	const held, free, each = 40, 8, 25
	url := pgtest.URL(t)
	open := func(most int32) *pgxpool.Pool {
		db, err := pg.Open(t.Context(), url, pg.Options{MaxConns: most, StatementTimeout: testkit.Patience})
		require.NoError(t, err)
		t.Cleanup(db.Close)
		return db
	}
	b := on(t, open(4), 10_000)
	var members []string
	for range held + free {
		members = append(members, factory.Member(t, b.db, func(m *factory.M) { m.Cash = 10_000 }).MemID)
	}
	frozen := *b
	frozen.db = open(2)
	release := frozen.hold(`SELECT 1 FROM wallet_balance WHERE member_id = ANY ($1) ORDER BY member_id FOR UPDATE`, members[:held])

	s := b.service(t, wallet.WriterOptions{HeldTries: 4, Timeout: testkit.Patience})
	waits := b.db.Stat().EmptyAcquireCount()
	place := func(i, n int) error {
		o := bet(fmt.Sprint("b", i, "-", n), fmt.Sprint("r", i, "-", n), "10")
		o.Member, o.Currency = members[i], "KRW"
		a, err := s.Apply(t.Context(), acme, o, "")
		if err == nil && a.Status != provider.OK {
			err = fmt.Errorf("%+v", a)
		}
		return err
	}
	var over atomic.Bool
	var busy atomic.Int64
	var blocked, others errgroup.Group
	for i := range held {
		blocked.Go(func() error {
			for !over.Load() { // providers repeat
				if err := place(i, 0); !errors.Is(err, wallet.ErrBusy) {
					return fmt.Errorf("a bet on a held wallet was answered: %v", err) //nolint:errorlint // nil as well
				}
				busy.Add(1)
			}
			return nil
		})
	}
	for i := held; i < held+free; i++ {
		others.Go(func() error {
			for n := range each {
				if err := place(i, n); err != nil {
					return err
				}
			}
			return nil
		})
	}
	others.Go(func() error { // any other page of the same node
		for range each {
			if _, err := b.db.Exec(t.Context(), "SELECT 1"); err != nil {
				return err
			}
		}
		return nil
	})
	require.NoError(t, others.Wait())
	testkit.Eventually(t, func() bool { return busy.Load() > 0 })
	over.Store(true)
	require.NoError(t, blocked.Wait())
	require.Equal(t, waits, b.db.Stat().EmptyAcquireCount(), "waits for a connection of the common pool")
	release()
	for i := range held {
		o := bet(fmt.Sprint("b", i, "-0"), fmt.Sprint("r", i, "-0"), "10")
		o.Member = members[i]
		b.is(b.do(o), provider.OK, 9_990)
	}
	sound(t, b.db)
}

// One id that a provider sends for two members at once, at two nodes: one of them gets DUPLICATE_TRANSACTION, and all others in
// both batches are carried out together.
func TestOneIdForTwoMembersDoesNotSwitchGroupCommitOff(t *testing.T) {
	t.Parallel()
	b := sit(t, 10_000)
	for _, sql := range []string{ // an insert of these ids waits for the test
		`CREATE FUNCTION wait_for_test() RETURNS trigger LANGUAGE plpgsql AS $$
		 BEGIN PERFORM pg_advisory_xact_lock_shared(CASE NEW.tx_id WHEN 'same' THEN 2 ELSE 1 END); RETURN NEW; END $$`,
		`CREATE TRIGGER wait_for_test BEFORE INSERT ON casino_tx FOR EACH ROW WHEN (NEW.tx_id = 'same' OR NEW.tx_id LIKE 'first%') EXECUTE FUNCTION wait_for_test()`,
	} {
		b.exec(sql)
	}
	first, second := b.hold(`SELECT pg_advisory_xact_lock(1)`), b.hold(`SELECT pg_advisory_xact_lock(2)`)
	const others = 5
	answers := make(chan provider.Answer, 2)
	var nodes []*prometheus.Registry
	var g errgroup.Group
	for n := range 2 {
		reg := prometheus.NewRegistry()
		o := patientOptions()
		o.Lanes, o.Metrics = 1, wallet.NewWriterMetrics(reg, clock.System{})
		s := b.service(t, o)
		nodes = append(nodes, reg)
		apply := func(id string, then func(provider.Answer)) {
			m := factory.Member(t, b.db, func(m *factory.M) { m.Cash = 1_000 }).MemID
			g.Go(func() error {
				o := bet(id, "r"+id, "100")
				o.Member, o.Currency = m, "KRW"
				a, err := s.Apply(t.Context(), acme, o, "")
				if err != nil {
					return err
				}
				then(a)
				return nil
			})
		}
		ok := func(a provider.Answer) { assert.Equal(t, provider.OK, a.Status) }
		apply(fmt.Sprint("first", n), ok)
		b.stuck(n + 1)
		apply("same", func(a provider.Answer) { answers <- a })
		for i := range others {
			apply(fmt.Sprint("other", n, "-", i), ok)
		}
		testkit.Eventually(t, func() bool { return s.Waiting() == others+1 })
	}
	first()
	testkit.Eventually(t, func() bool { // both batches with the id have read that it is new
		var n int
		require.NoError(t, b.db.QueryRow(t.Context(), `SELECT count(*) FROM pg_locks WHERE locktype = 'advisory' AND objid = 2 AND NOT granted`).Scan(&n))
		return n == 2
	})
	second()
	require.NoError(t, g.Wait())
	require.ElementsMatch(t, []provider.Status{provider.OK, provider.Duplicate}, []provider.Status{(<-answers).Status, (<-answers).Status})
	batches := map[string]float64{}
	for _, reg := range nodes {
		for result, n := range counted(t, reg, "wallet_batches_total") {
			batches[result] += n
		}
	}
	require.Equal(t, map[string]float64{"ok": 4, "collided": 1, "failed": 0, "unknown": 0, "refused": 0}, batches)
	sound(t, b.db)
}

// counted returns the values of a counter by its label.
func counted(t *testing.T, reg *prometheus.Registry, name string) map[string]float64 {
	t.Helper()
	families, err := reg.Gather()
	require.NoError(t, err)
	all := map[string]float64{}
	for _, f := range families {
		for _, m := range f.GetMetric() {
			if f.GetName() == name {
				all[m.GetLabel()[0].GetValue()] = m.GetCounter().GetValue()
			}
		}
	}
	return all
}

// The row of a member's session is written with a bet once a minute. A transaction that holds it stops no batch.
func TestASessionHeldElsewhereStopsNoBatch(t *testing.T) {
	t.Parallel()
	b := sit(t, 10_000)
	s := b.service(t, patientOptions())
	token := b.launch(time.Hour)
	b.exec(`UPDATE member_session SET seen_at = seen_at - interval '1 hour' WHERE member_id = $1`, b.member)
	release := b.hold(`SELECT 1 FROM member_session WHERE member_id = $1 FOR UPDATE`, b.member)
	o := bet("b1", "r1", "100")
	o.Token, o.Currency = token, "KRW"
	a, err := s.Apply(t.Context(), acme, o, "")
	require.NoError(t, err)
	require.Equal(t, provider.OK, a.Status)
	release()
}

package wallet_test

import (
	"errors"
	"fmt"
	"testing"

	"github.com/jackc/pgx/v5"
	"github.com/jackc/pgx/v5/pgxpool"
	"github.com/prometheus/client_golang/prometheus"
	"github.com/stretchr/testify/require"
	"pgregory.net/rapid"

	"hubstake/internal/core/clock"
	"hubstake/internal/core/money"
	"hubstake/internal/ledger/wallet"
	"hubstake/internal/testkit"
	"hubstake/internal/testkit/factory"
	"hubstake/internal/testkit/pgtest"
)

// posting is a move in a batch, and what became of it.
type posting struct {
	wallet.Move
	once     bool // by its kind and reference
	state    wallet.State
	err      error
	repeated bool
	panic    bool
	defect   error
	frozen   chan struct{} // says that the batch has its wallets, and waits until it may go on
	sql      string        // something else to be written with it
}

// posts is the work of a batch of moves.
type posts struct {
	*wallet.Book
	all []*posting
}

func (p posts) Read(q *pgx.Batch) {
	for _, m := range p.all {
		p.Want(m.Member, m.Currency)
		if m.once {
			p.WantOnce(m.Kind, m.Ref)
		}
	}
	p.Lock(q)
}

func (p posts) ReadMore(q *pgx.Batch) { p.FindHeld(q) }

func (p posts) Write(q *pgx.Batch) error {
	for _, m := range p.all {
		if m.frozen != nil {
			m.frozen <- struct{}{}
			<-m.frozen
			m.frozen = nil
		}
		if m.panic {
			panic("a defect")
		}
		if m.defect != nil {
			return m.defect
		}
		if m.once {
			m.state, m.repeated, m.err = p.PostOnce(m.Move)
		} else {
			m.state, m.err = p.Post(m.Move, "", "")
		}
		if m.sql != "" {
			q.Queue(m.sql)
		}
	}
	p.Book.Write(q)
	return nil
}

func (p posts) Held(i int) bool { return p.Book.Held(p.all[i].Member, p.all[i].Currency) }

// writer has one lane, so that tests know what makes a batch.
func writer(tb testing.TB, db *pgxpool.Pool, o wallet.WriterOptions) *wallet.Writer[*posting] {
	tb.Helper()
	o.Lanes = 1
	w, err := wallet.NewWriter(db, o, func(all []*posting) wallet.Work { return posts{wallet.NewBook(), all} })
	require.NoError(tb, err)
	tb.Cleanup(w.Close)
	return w
}

// A post in a batch does to a wallet what a move of its own does.
func TestPostsAgreeWithMoves(t *testing.T) {
	t.Parallel()
	db := pgtest.DB(t)
	w := writer(t, db, wallet.WriterOptions{Timeout: testkit.Patience})
	rapid.Check(t, func(rt *rapid.T) {
		one, other := factory.Member(t, db).MemID, factory.Member(t, db).MemID
		for n := range rapid.IntRange(1, 15).Draw(rt, "moves") {
			m := wallet.Move{
				Member: one, Currency: "KRW", Kind: "test", Ref: fmt.Sprint(one, n),
				Unit:   rapid.SampledFrom([]wallet.Unit{wallet.Cash, wallet.Hold, wallet.Point}).Draw(rt, "unit"),
				Amount: money.Amount(rapid.Int64Range(-100, 100).Filter(func(n int64) bool { return n != 0 }).Draw(rt, "amount")),
				Contra: wallet.ContraDeposit,
			}
			if m.Unit == wallet.Cash && rapid.Bool().Draw(rt, "hold") {
				m.Contra = wallet.ContraHold
			}
			want, _, wantErr := apply(t, db, m)
			m.Member = other
			p := &posting{Move: m}
			require.NoError(rt, w.Do(t.Context(), p, other))
			require.Equal(rt, wantErr, p.err)
			require.Equal(rt, want, p.state)
		}
		require.Equal(rt, events(t, db, one), events(t, db, other))
	})
	v, err := wallet.Check(t.Context(), db)
	require.NoError(t, err)
	require.Empty(t, v)
}

func TestPostsThatCannotBe(t *testing.T) {
	t.Parallel()
	db := pgtest.DB(t)
	w := writer(t, db, wallet.WriterOptions{Timeout: testkit.Patience})
	m := factory.Member(t, db).MemID
	good := cash(m, 1, wallet.ContraDeposit, "x")
	for name, change := range map[string]func(*wallet.Move){
		"zero":         func(m *wallet.Move) { m.Amount = 0 },
		"no reference": func(m *wallet.Move) { m.Ref = "" },
		"no reason":    func(m *wallet.Move) { m.Kind = "" },
		"too large":    func(m *wallet.Move) { m.Amount = money.Max + 1 },
		"nobody":       func(m *wallet.Move) { m.Member = "nobody" },
		"no such unit": func(m *wallet.Move) { m.Unit = "chips" },
	} {
		p := &posting{Move: good}
		change(&p.Move)
		require.NoError(t, w.Do(t.Context(), p, m))
		require.Error(t, p.err, name)
	}
	require.Empty(t, events(t, db, m))
}

// A panic, an error of our own, and a statement that the server refuses roll their batch back for certain. It is split until
// only the operation with the defect fails.
func TestADefectOfOneOperationFailsAlone(t *testing.T) {
	t.Parallel()
	db := pgtest.DB(t)
	reg := prometheus.NewRegistry()
	w := writer(t, db, patient(wallet.NewWriterMetrics(reg, clock.System{})))
	var members []string
	for range 4 {
		members = append(members, factory.Member(t, db).MemID)
	}
	for name, sick := range map[string]posting{
		"panic": {panic: true}, "error": {defect: errors.New("a defect")}, "statement": {sql: "SELECT 1/0"},
	} {
		release := hold(t, db, "LOCK TABLE wallet_balance IN EXCLUSIVE MODE")
		first := do(t, w, &posting{Move: cash(members[0], 1, wallet.ContraDeposit, name+"0")})
		testkit.Eventually(t, func() bool { return waitForLock(t, db) == 1 })
		var rest []<-chan error
		for i, m := range members[1:] {
			p := posting{}
			if i == 1 {
				p = sick
			}
			p.Move = cash(m, 1, wallet.ContraDeposit, name+m)
			rest = append(rest, do(t, w, &p))
			testkit.Eventually(t, func() bool { return w.Waiting() == len(rest) }) // in this order
		}
		release()
		require.NoError(t, <-first)
		for i, err := range rest {
			if i == 1 {
				require.ErrorIs(t, <-err, wallet.ErrRolledBack, name)
			} else {
				require.NoError(t, <-err, name)
			}
		}
		require.Empty(t, events(t, db, members[2]), name)
	}
	require.Len(t, events(t, db, members[1]), 3)
	require.Len(t, events(t, db, members[3]), 3)
	p := &posting{Move: cash(members[2], 5, wallet.ContraDeposit, "next")}
	require.NoError(t, w.Do(t.Context(), p, members[2]))
	require.Equal(t, wallet.State{Cash: 5, Version: 1}, p.state)
	require.Equal(t, map[string]float64{"ok": 10, "failed": 9, "collided": 0, "unknown": 0, "refused": 0}, counted(t, reg, "wallet_batches_total"))
	w.Close()
	require.ErrorIs(t, w.Do(t.Context(), p, members[1]), wallet.ErrClosed)
}

// patient returns options that wait long for locks, for tests that do not judge the duration.
func patient(m *wallet.WriterMetrics) wallet.WriterOptions {
	return wallet.WriterOptions{Metrics: m, LockTimeout: testkit.Patience, Timeout: testkit.Patience}
}

func do(t *testing.T, w *wallet.Writer[*posting], p *posting) <-chan error {
	t.Helper()
	out := make(chan error, 1)
	go func() { out <- w.Do(t.Context(), p, p.Member) }()
	return out
}

// hold runs a statement in a transaction of its own and returns what rolls it back.
func hold(t *testing.T, db *pgxpool.Pool, sql string, args ...any) (release func()) {
	t.Helper()
	tx, err := db.Begin(t.Context())
	require.NoError(t, err)
	_, err = tx.Exec(t.Context(), "SET LOCAL idle_in_transaction_session_timeout = 0")
	require.NoError(t, err)
	_, err = tx.Exec(t.Context(), sql, args...)
	require.NoError(t, err)
	return func() { require.NoError(t, tx.Rollback(t.Context())) }
}

const holdWallet = `SELECT 1 FROM wallet_balance WHERE member_id = $1 FOR UPDATE`

// waitForLock counts the backends that wait for a lock.
func waitForLock(t *testing.T, db *pgxpool.Pool) (n int) {
	t.Helper()
	err := db.QueryRow(t.Context(), `SELECT count(*) FROM pg_stat_activity WHERE datname = current_database() AND wait_event_type = 'Lock'`).Scan(&n)
	require.NoError(t, err)
	return n
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

// An operation whose wallet another transaction holds joins later batches until it gets it. The batches of the others go on.
func TestAHeldWalletDelaysOnlyItsOwnOperation(t *testing.T) {
	t.Parallel()
	db := pgtest.DB(t)
	reg := prometheus.NewRegistry()
	o := patient(wallet.NewWriterMetrics(reg, clock.System{}))
	o.HeldTries = 1_000_000
	w := writer(t, db, o)
	held, free := factory.Member(t, db).MemID, factory.Member(t, db).MemID
	release := hold(t, db, holdWallet, held)
	late := &posting{Move: cash(held, 7, wallet.ContraDeposit, "late")}
	answer := do(t, w, late)
	for i := range 20 {
		p := &posting{Move: cash(free, 1, wallet.ContraDeposit, fmt.Sprint(i))}
		require.NoError(t, w.Do(t.Context(), p, free))
		require.NoError(t, p.err)
	}
	testkit.Eventually(t, func() bool { return counted(t, reg, "wallet_held_total")["later"] > 0 })
	release()
	require.NoError(t, <-answer)
	require.Equal(t, wallet.State{Cash: 7, Version: 1}, late.state)
	batches := counted(t, reg, "wallet_batches_total")
	require.Zero(t, batches["failed"]+batches["collided"]+batches["unknown"], "no batch was rolled back")
}

// The tries are bounded: then the caller is told that the wallet is busy, and nothing was done.
func TestAWalletThatStaysHeldIsBusy(t *testing.T) {
	t.Parallel()
	db := pgtest.DB(t)
	reg := prometheus.NewRegistry()
	o := patient(wallet.NewWriterMetrics(reg, clock.System{}))
	o.HeldTries = 4
	w := writer(t, db, o)
	m := factory.Member(t, db).MemID
	release := hold(t, db, holdWallet, m)
	p := &posting{Move: cash(m, 1, wallet.ContraDeposit, "x")}
	require.ErrorIs(t, w.Do(t.Context(), p, m), wallet.ErrBusy)
	require.Equal(t, map[string]float64{"later": 3, "busy": 1}, counted(t, reg, "wallet_held_total"))
	release()
	require.Empty(t, events(t, db, m))
	require.NoError(t, w.Do(t.Context(), p, m))
	require.Equal(t, wallet.State{Cash: 1, Version: 1}, p.state)
}

// Closing waits for the operations that were sent into later batches.
func TestClosingCarriesOutHeldOperations(t *testing.T) {
	t.Parallel()
	db := pgtest.DB(t)
	reg := prometheus.NewRegistry()
	o := patient(wallet.NewWriterMetrics(reg, clock.System{}))
	o.HeldTries = 1_000_000
	w := writer(t, db, o)
	m := factory.Member(t, db).MemID
	release := hold(t, db, holdWallet, m)
	answer := do(t, w, &posting{Move: cash(m, 1, wallet.ContraDeposit, "x")})
	testkit.Eventually(t, func() bool { return counted(t, reg, "wallet_held_total")["later"] > 0 })
	closed := make(chan struct{})
	go func() {
		defer close(closed)
		w.Close()
	}()
	release()
	require.NoError(t, <-answer)
	<-closed
}

// A node that freezes between the two trips of a batch (faults.md, row 2) loses its wallets after the time of pg.Brief: the server rolls
// the batch back, other transactions go on, and the node carries the batch out again when it wakes.
func TestAFrozenBatchLosesItsWalletsAndIsRepeated(t *testing.T) {
	t.Parallel()
	db := pgtest.DB(t)
	reg := prometheus.NewRegistry()
	w := writer(t, pgtest.Strict(t, db), patient(wallet.NewWriterMetrics(reg, clock.System{})))
	m := factory.Member(t, db).MemID
	p := &posting{Move: cash(m, 3, wallet.ContraDeposit, "frozen"), frozen: make(chan struct{})}
	frozen := p.frozen
	answer := do(t, w, p)
	<-frozen
	_, _, err := apply(t, db, cash(m, 10, wallet.ContraDeposit, "meanwhile")) // waits for the wallet until the server has it back
	require.NoError(t, err)
	frozen <- struct{}{}
	require.NoError(t, <-answer)
	require.Equal(t, wallet.State{Cash: 13, Version: 2}, p.state)
	require.Equal(t, map[string]float64{"ok": 1, "collided": 1, "failed": 0, "unknown": 0, "refused": 0}, counted(t, reg, "wallet_batches_total"))
}

// Operations run beside each other, each in a transaction of its own, until the lanes are taken. Later ones wait and share the next batch.
func TestOperationsRunBesideEachOtherUntilTheLanesAreTaken(t *testing.T) {
	t.Parallel()
	db := pgtest.DB(t)
	reg := prometheus.NewRegistry()
	o := patient(wallet.NewWriterMetrics(reg, clock.System{}))
	o.Lanes = 4
	w, err := wallet.NewWriter(db, o, func(all []*posting) wallet.Work { return posts{wallet.NewBook(), all} })
	require.NoError(t, err)
	t.Cleanup(w.Close)
	var all []*posting
	for range 20 {
		all = append(all, &posting{Move: cash(factory.Member(t, db).MemID, 1, wallet.ContraDeposit, "x")})
	}
	release := hold(t, db, "LOCK TABLE wallet_balance IN EXCLUSIVE MODE")
	var answers []<-chan error
	for i, p := range all[:4] {
		answers = append(answers, do(t, w, p))
		testkit.Eventually(t, func() bool { return waitForLock(t, db) == i+1 }, "each has a transaction")
	}
	for _, p := range all[4:] {
		answers = append(answers, do(t, w, p))
	}
	testkit.Eventually(t, func() bool { return w.Waiting() == 16 })
	require.Equal(t, 4, waitForLock(t, db))
	release()
	for i, err := range answers {
		require.NoError(t, <-err)
		require.Equal(t, wallet.State{Cash: 1, Version: 1}, all[i].state)
	}
	require.EqualValues(t, 5, counted(t, reg, "wallet_batches_total")["ok"], "the sixteen shared one")
}

// Operations of one member are never in two batches at once: the second would only find the wallet held.
func TestAMemberIsInOneBatchAtATime(t *testing.T) {
	t.Parallel()
	db := pgtest.DB(t)
	reg := prometheus.NewRegistry()
	o := patient(wallet.NewWriterMetrics(reg, clock.System{}))
	o.Lanes = 8
	w, err := wallet.NewWriter(db, o, func(all []*posting) wallet.Work { return posts{wallet.NewBook(), all} })
	require.NoError(t, err)
	t.Cleanup(w.Close)
	m := factory.Member(t, db).MemID
	first := &posting{Move: cash(m, 1, wallet.ContraDeposit, "first"), frozen: make(chan struct{})}
	frozen := first.frozen
	answers := []<-chan error{do(t, w, first)}
	<-frozen
	for i := range 5 {
		answers = append(answers, do(t, w, &posting{Move: cash(m, 1, wallet.ContraDeposit, fmt.Sprint(i))}))
	}
	testkit.Eventually(t, func() bool { return w.Waiting() == 5 })
	frozen <- struct{}{}
	for _, err := range answers {
		require.NoError(t, <-err)
	}
	require.Zero(t, counted(t, reg, "wallet_held_total")["later"])
	require.Len(t, events(t, db, m), 6)
}

// An operation on several members waits for all of them; later operations on any of them wait behind it, and it gets its turn.
func TestAnOperationOnSeveralMembersIsNotOvertaken(t *testing.T) {
	t.Parallel()
	db := pgtest.DB(t)
	o := patient(nil)
	o.Lanes = 8
	w, err := wallet.NewWriter(db, o, func(all []*posting) wallet.Work { return posts{wallet.NewBook(), all} })
	require.NoError(t, err)
	t.Cleanup(w.Close)
	x, y, other := factory.Member(t, db).MemID, factory.Member(t, db).MemID, factory.Member(t, db).MemID
	first := &posting{Move: cash(x, 1, wallet.ContraDeposit, "first"), frozen: make(chan struct{})}
	frozen := first.frozen
	answers := []<-chan error{do(t, w, first)}
	<-frozen
	both, later := &posting{Move: cash(y, 1, wallet.ContraDeposit, "both")}, &posting{Move: cash(y, 1, wallet.ContraDeposit, "later")}
	for i, p := range []*posting{both, later} {
		answer := make(chan error, 1)
		go func() { answer <- w.Do(t.Context(), p, []string{y, x}[:2-i]...) }()
		answers = append(answers, answer)
		testkit.Eventually(t, func() bool { return w.Waiting() == i+1 })
	}
	require.NoError(t, w.Do(t.Context(), &posting{Move: cash(other, 1, wallet.ContraDeposit, "other")}, other), "other members do not wait")
	require.Equal(t, 2, w.Waiting())
	frozen <- struct{}{}
	for _, err := range answers {
		require.NoError(t, <-err)
	}
	require.Equal(t, []int64{1, 2}, []int64{both.state.Version, later.state.Version})
}

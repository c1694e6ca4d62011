package wallet

import (
	"context"
	"errors"
	"fmt"
	"hash/maphash"
	"runtime"
	"runtime/debug"
	"slices"
	"strconv"
	"sync"
	"time"

	"github.com/jackc/pgx/v5"
	"github.com/jackc/pgx/v5/pgconn"
	"github.com/jackc/pgx/v5/pgxpool"
	"github.com/rs/zerolog"
)

var (
	// ErrBusy says that the writer cannot take the operation now, because its queue is full or another transaction holds the
	// wallet for too long. Nothing was done, and nothing will be.
	ErrBusy = errors.New("wallet: busy")
	// ErrClosed says that the writer takes nothing any more.
	ErrClosed = errors.New("wallet: the writer is closed")
	// ErrAlone says that the batch was rolled back as a whole, for a reason that may be another caller's: carry the operation
	// out in a transaction of its own.
	ErrAlone = errors.New("wallet: to be carried out alone")
)

// WriterOptions of a writer. Zero values mean a lane for every two processors (from 1 to 4: on two, one lane with batches twice
// as long is faster than two lanes that take turns), 256 operations in a batch, 1024 waiting in a lane, 5 s for a batch, a
// quarter of a second for a lock, 18 tries for an operation whose wallet is held (about 1.5 s: longer than IdleLimit, so that
// a frozen node delays an operation and does not fail it), and singles for 8 at a time.
type WriterOptions struct {
	Lanes, MaxBatch, Queue int
	HeldTries              int // batches that an operation may join while another transaction holds its wallet
	Singles                int // connections for operations in transactions of their own (SinglesPool)
	Timeout, LockTimeout   time.Duration
	Metrics                *WriterMetrics
	Log                    zerolog.Logger // batches that failed
}

// SQLSTATEs that decide what becomes of a batch.
const (
	codeUnique        = "23505"
	codeIdle          = "25P03" // idle_in_transaction_session_timeout
	codeSerialization = "40001"
	codeDeadlock      = "40P01"
	codeLock          = "55P03" // lock_timeout
)

const (
	// IdleLimit is how long a transaction that locks wallets may wait for its client. A node that freezes in the middle of a
	// batch (faults.md, row 2) keeps the batch's wallets no longer: the server ends the session and rolls back.
	IdleLimit = time.Second
	// singleLock is how long an operation in a transaction of its own waits for its wallet. Another bet of the same member ends
	// in a few milliseconds; whoever holds the wallet for longer must not keep a connection busy that others need.
	singleLock = 50 * time.Millisecond
	// batchTries bounds how often a batch that collided with another one is repeated before its operations go alone.
	batchTries = 3
	// The pause before an operation whose wallet was held is tried again: doubled each time.
	heldPause, maxHeldPause = 5 * time.Millisecond, 100 * time.Millisecond
)

func (o WriterOptions) filled() WriterOptions {
	def := func(v *int, d int) {
		if *v == 0 {
			*v = d
		}
	}
	def(&o.Lanes, min(max(runtime.GOMAXPROCS(0)/2, 1), 4))
	def(&o.MaxBatch, 256)
	def(&o.Queue, 1024)
	def(&o.HeldTries, 18)
	def(&o.Singles, 8)
	if o.Timeout == 0 {
		o.Timeout = 5 * time.Second
	}
	if o.LockTimeout == 0 {
		o.LockTimeout = 250 * time.Millisecond
	}
	return o
}

// Work is a batch of operations as its domain carries it out, in two trips to the database. Each operation is decided on
// its own and in the order of arrival; a refusal is an outcome of the operation, not an error.
type Work interface {
	// Read queues what has to be known, behind BEGIN: the locks of the wallets first.
	Read(q *pgx.Batch)
	// Write decides and queues what is to be written, before COMMIT. An operation whose wallet is not locked is left out.
	Write(q *pgx.Batch) error
	// Held reports, after the commit, whether the i-th operation was left out because another transaction holds its wallet
	// (Book.Held). Such an operation goes into a later batch.
	Held(i int) bool
}

// Writer is group commit: operations that queue while a lane's last transaction runs go into its next one. It waits for
// nothing else, and for no wallet: an operation whose wallet another transaction holds is left out and joins a later batch,
// until HeldTries are used up and its caller gets ErrBusy. A member's operations are always in one lane, in order of arrival
// as long as its wallet is free; row locks keep other processes out.
//
// T is an operation of the domain, which holds its answer after Do.
type Writer[T any] struct {
	db    *pgxpool.Pool
	begin func([]T) Work
	o     WriterOptions
	seed  maphash.Seed
	lanes []*lane[T]
	wg    sync.WaitGroup
}

// NewWriter starts the lanes, which have connections of their own beside those of db. begin makes the work of a batch.
// Close ends them.
func NewWriter[T any](db *pgxpool.Pool, o WriterOptions, begin func([]T) Work) (*Writer[T], error) {
	o = o.filled()
	cfg := ownConnections(db, o.Lanes, o.LockTimeout)
	// The arrays are short and the tables may be large, whatever their statistics say (after a crash they say nothing): every
	// row is found by its key, by a plan that is made once.
	params := cfg.ConnConfig.RuntimeParams
	params["enable_seqscan"], params["enable_hashjoin"], params["enable_mergejoin"] = "off", "off", "off"
	params["plan_cache_mode"], params["jit"] = "force_generic_plan", "off"
	own, err := pgxpool.NewWithConfig(context.Background(), cfg)
	if err != nil {
		return nil, fmt.Errorf("wallet: writer: %w", err)
	}
	w := &Writer[T]{db: own, begin: begin, o: o, seed: maphash.MakeSeed(), lanes: make([]*lane[T], o.Lanes)}
	for i := range w.lanes {
		w.lanes[i] = &lane[T]{bound: o.Queue, wake: make(chan struct{}, 1)}
		w.wg.Go(func() { w.run(w.lanes[i]) })
	}
	return w, nil
}

// ownConnections are the settings of a small pool beside db: the connections of those who move money do not compete with those
// of everything else, and a transaction on them is idle for IdleLimit at most and waits for a lock for lockTimeout at most.
func ownConnections(db *pgxpool.Pool, most int, lockTimeout time.Duration) *pgxpool.Config {
	cfg := db.Config()
	cfg.MaxConns, cfg.MinConns, cfg.MinIdleConns = int32(most), 0, 0
	params := cfg.ConnConfig.RuntimeParams
	params["lock_timeout"] = milliseconds(lockTimeout)
	params["idle_in_transaction_session_timeout"] = milliseconds(IdleLimit)
	return cfg
}

func milliseconds(d time.Duration) string { return strconv.FormatInt(d.Milliseconds(), 10) }

// SinglesPool opens the pool for operations that do not share a transaction, beside those of db. Its size bounds them. A wallet
// that is held longer than a few bets take is refused with lock_not_available (Held reports it). The caller closes the pool.
func SinglesPool(db *pgxpool.Pool, o WriterOptions) (*pgxpool.Pool, error) {
	pool, err := pgxpool.NewWithConfig(context.Background(), ownConnections(db, o.filled().Singles, singleLock))
	if err != nil {
		return nil, fmt.Errorf("wallet: singles: %w", err)
	}
	return pool, nil
}

// Held reports whether err means that another transaction held a lock for longer than the connection may wait. Nothing was
// done.
func Held(err error) bool {
	var pe *pgconn.PgError
	return errors.As(err, &pe) && pe.Code == codeLock
}

// Close refuses new operations, carries out those that wait, and ends the lanes.
func (w *Writer[T]) Close() {
	for _, l := range w.lanes {
		l.close()
	}
	w.wg.Wait()
	w.db.Close()
}

// Do carries out an operation of a member together with others and returns when it is stored. ErrBusy, ErrClosed and
// ErrAlone mean that nothing was done. After any other error the outcome is unknown: the caller repeats with the same
// reference.
func (w *Writer[T]) Do(ctx context.Context, member string, op T) error {
	t := &ticket[T]{ctx: ctx, op: op, done: make(chan error, 1)}
	l := w.lanes[maphash.String(w.seed, member)%uint64(len(w.lanes))]
	if err := l.push(t); err != nil {
		w.o.Metrics.refused()
		return err
	}
	select {
	case err := <-t.done:
		return err
	case <-ctx.Done():
		return fmt.Errorf("wallet: writer: %w", ctx.Err())
	}
}

// Waiting is the number of operations in the queues.
func (w *Writer[T]) Waiting() int {
	n := 0
	for _, l := range w.lanes {
		l.mu.Lock()
		n += len(l.waiting) + l.parked
		l.mu.Unlock()
	}
	return n
}

// ticket is an operation in the queue. done has room, so that no lane waits for a caller who left.
type ticket[T any] struct {
	ctx  context.Context //nolint:containedctx // of the caller who waits
	op   T
	done chan error

	held  int // batches that left it out because its wallet was held
	tries int // batches with it that were rolled back because of a collision
}

type lane[T any] struct {
	bound   int
	wake    chan struct{}
	mu      sync.Mutex
	waiting []*ticket[T]
	parked  int // tickets whose wallet was held, which come back after a pause
	closed  bool
}

func (l *lane[T]) push(t *ticket[T]) error {
	l.mu.Lock()
	defer l.mu.Unlock()
	switch {
	case l.closed:
		return ErrClosed
	case len(l.waiting) >= l.bound:
		return ErrBusy
	}
	l.waiting = append(l.waiting, t)
	l.ring()
	return nil
}

// park takes a ticket whose wallet is held out of the queue for a pause. It reports false when too many are parked already.
// A ticket comes back at the end of the queue: those whose wallets are free do not wait behind those whose wallets are not.
func (l *lane[T]) park(t *ticket[T]) bool {
	l.mu.Lock()
	defer l.mu.Unlock()
	if l.parked >= l.bound {
		return false
	}
	l.parked++
	time.AfterFunc(min(heldPause<<min(t.held-1, 8), maxHeldPause), func() {
		l.mu.Lock()
		defer l.mu.Unlock()
		l.parked--
		l.waiting = append(l.waiting, t)
		l.ring()
	})
	return true
}

// repeat puts tickets of a batch that was rolled back at the head of the queue, in their order.
func (l *lane[T]) repeat(batch []*ticket[T]) {
	l.mu.Lock()
	defer l.mu.Unlock()
	l.waiting = append(slices.Clone(batch), l.waiting...)
	l.ring()
}

func (l *lane[T]) close() {
	l.mu.Lock()
	defer l.mu.Unlock()
	l.closed = true
	l.ring()
}

// ring wakes the lane, or finds that it is about to wake.
func (l *lane[T]) ring() {
	select {
	case l.wake <- struct{}{}:
	default:
	}
}

// take waits for tickets whose callers are still there; none means that the lane has ended.
func (l *lane[T]) take(most int) []*ticket[T] {
	for {
		l.mu.Lock()
		n := min(most, len(l.waiting))
		batch := make([]*ticket[T], 0, n)
		for _, t := range l.waiting[:n] {
			if t.ctx.Err() == nil {
				batch = append(batch, t)
			}
		}
		rest := copy(l.waiting, l.waiting[n:])
		clear(l.waiting[rest:])
		l.waiting = l.waiting[:rest]
		ended := l.closed && l.parked == 0
		l.mu.Unlock()
		switch {
		case len(batch) > 0:
			return batch
		case rest > 0:
		case ended:
			return nil
		default:
			<-l.wake
		}
	}
}

func (w *Writer[T]) run(l *lane[T]) {
	for {
		batch := l.take(w.o.MaxBatch)
		if len(batch) == 0 {
			return
		}
		held, err := w.carry(batch)
		if err != nil {
			w.o.Log.Error().Err(err).Int("operations", len(batch)).Msg("batch")
		}
		if errors.Is(err, errRepeat) {
			batch = w.repeat(l, batch)
			err = fmt.Errorf("%w: %w", ErrAlone, err)
		}
		for i, t := range batch {
			if err == nil && held[i] {
				w.wait(l, t)
				continue
			}
			t.done <- err
		}
	}
}

// wait sends a ticket whose wallet is held into a later batch, or tells its caller that the wallet is busy.
func (w *Writer[T]) wait(l *lane[T], t *ticket[T]) {
	t.held++
	if t.held >= w.o.HeldTries || !l.park(t) {
		w.o.Metrics.busy()
		t.done <- fmt.Errorf("%w: another transaction holds the wallet", ErrBusy)
		return
	}
	w.o.Metrics.parked()
}

// repeat sends a batch that collided with another one into the next batch, and returns the tickets that have collided too
// often.
func (w *Writer[T]) repeat(l *lane[T], batch []*ticket[T]) (spent []*ticket[T]) {
	var next []*ticket[T]
	for _, t := range batch {
		if t.tries++; t.tries < batchTries {
			next = append(next, t)
		} else {
			spent = append(spent, t)
		}
	}
	l.repeat(next)
	return spent
}

// errRepeat says that a batch was rolled back because it met another transaction that has ended by now: the same batch, read
// again, finds what that one left.
var errRepeat = errors.New("wallet: collided")

// carry runs one batch as one transaction. held says of each operation whether it was left out because its wallet is held.
func (w *Writer[T]) carry(batch []*ticket[T]) (held []bool, err error) {
	ctx, cancel := context.WithTimeout(context.Background(), w.o.Timeout)
	defer cancel()
	end := w.o.Metrics.batch(len(batch))
	defer func() { end(err) }()
	conn, err := w.db.Acquire(ctx)
	if err != nil {
		return nil, fmt.Errorf("wallet: writer: %w", err)
	}
	defer conn.Release() // a connection in a transaction, or a broken one, is thrown away
	committing := false
	defer func() {
		if p := recover(); p != nil {
			err = fmt.Errorf("wallet: writer: panic: %v\n%s", p, debug.Stack())
			if !committing {
				err = w.failed(ctx, conn, err, true)
			}
		}
	}()
	ops := make([]T, len(batch))
	for i, t := range batch {
		ops[i] = t.op
	}
	work := w.begin(ops)
	q := &pgx.Batch{}
	q.Queue("BEGIN")
	work.Read(q)
	locked := w.o.Metrics.locking()
	err = conn.SendBatch(ctx, q).Close()
	locked()
	if err != nil {
		return nil, w.failed(ctx, conn, err, false)
	}
	q = &pgx.Batch{}
	if err := work.Write(q); err != nil {
		return nil, w.failed(ctx, conn, err, true)
	}
	q.Queue("COMMIT")
	committing = true
	if err := conn.SendBatch(ctx, q).Close(); err != nil {
		return nil, w.failed(ctx, conn, err, false)
	}
	held = make([]bool, len(batch))
	for i := range held {
		held[i] = work.Held(i)
	}
	return held, nil
}

// failed ends the transaction of a batch. It is rolled back for certain when the server refused a statement, because COMMIT
// stands behind that, and when our own code failed before COMMIT was sent (defect) and the server confirms the ROLLBACK. When
// the connection or the server went away, the outcome is unknown.
func (w *Writer[T]) failed(ctx context.Context, conn *pgxpool.Conn, err error, defect bool) error {
	_, undo := conn.Exec(ctx, "ROLLBACK")
	var pe *pgconn.PgError
	refused := errors.As(err, &pe)
	switch {
	case refused && pe.Code == codeIdle: // before our second trip was read
		return fmt.Errorf("%w: %w", errRepeat, err)
	case undo != nil || refused && (pe.Code[:2] == "08" || pe.Code[:2] == "57"):
		return fmt.Errorf("wallet: writer: %w", err)
	case refused && collision(pe.Code):
		return fmt.Errorf("%w: %w", errRepeat, err)
	case refused || defect:
		return fmt.Errorf("%w: %w", ErrAlone, err)
	}
	return fmt.Errorf("wallet: writer: %w", err)
}

// collision reports whether the server refused a statement because of a transaction that has ended by now. A unique violation
// is one: the batch had looked for its ids, and another lane or node stored one of them meanwhile.
func collision(code string) bool {
	return code == codeUnique || code == codeSerialization || code == codeDeadlock
}

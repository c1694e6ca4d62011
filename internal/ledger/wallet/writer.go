package wallet

import (
	"context"
	"errors"
	"fmt"
	"runtime"
	"runtime/debug"
	"slices"
	"strconv"
	"sync"
	"time"

	"hubstake/internal/platform/pg"

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
	// ErrRolledBack says that the operation's transaction failed and was certainly rolled back.
	ErrRolledBack = errors.New("wallet: rolled back")
)

// WriterOptions of a writer. Zero values mean the figures given here.
type WriterOptions struct {
	Lanes       int           // batches at a time: one for each processor, at most 4
	MaxBatch    int           // operations in a batch: 256
	Queue       int           // operations that wait: 1024
	HeldTries   int           // batches that an operation may join while another transaction holds its wallet: 18 (about 1.5 s, longer than pg.Brief allows)
	Timeout     time.Duration // of a batch: 5 s
	LockTimeout time.Duration // of a statement that waits for a lock: a quarter of a second
	Metrics     *WriterMetrics
	Log         zerolog.Logger // batches that failed
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
	// batchTries bounds how often a batch that collided with another one is repeated before it is split.
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
	def(&o.Lanes, min(runtime.GOMAXPROCS(0), 4))
	def(&o.MaxBatch, 256)
	def(&o.Queue, 1024)
	def(&o.HeldTries, 18)
	if o.Timeout == 0 {
		o.Timeout = 5 * time.Second
	}
	if o.LockTimeout == 0 {
		o.LockTimeout = 250 * time.Millisecond
	}
	return o
}

// Work is a batch of operations as its domain carries it out, in two trips to the database, seldom three. Each operation is
// decided on its own and in the order of arrival; a refusal is an outcome of the operation, not an error.
type Work interface {
	// Read queues the reads that follow BEGIN: the locks of the wallets first.
	Read(q *pgx.Batch)
	// ReadMore queues further reads that the first ones made necessary, usually none: then there is no round trip.
	ReadMore(q *pgx.Batch)
	// Write decides and queues what is to be written, before COMMIT. An operation whose wallet is not locked is left out.
	Write(q *pgx.Batch) error
	// Held reports, after the commit, whether the i-th operation was left out because another transaction holds its wallet
	// (Book.Held). Such an operation goes into a later batch.
	Held(i int) bool
}

// Writer is group commit. An operation that finds a lane free goes at once, as a batch of one; operations that come while all lanes
// are taken form the next batch. The writer waits for nothing else, and for no wallet: an operation whose wallet another
// transaction holds is left out and joins a later batch, until HeldTries are used up and its caller gets ErrBusy. Of one member at
// most one batch runs at a time, and the member's operations are carried out in order of arrival as long as the wallets are free; row
// locks keep other processes out.
//
// T is an operation of the domain, which holds its answer after Do.
type Writer[T any] struct {
	db    *pgxpool.Pool
	begin func([]T) Work
	o     WriterOptions

	mu      sync.Mutex
	ended   sync.Cond // closed, and nothing is under way
	closed  bool
	waiting []*ticket[T]
	parked  int             // tickets whose wallet was held, which come back after a pause
	batches int             // under way
	members map[string]bool // in a batch that is under way
}

// NewWriter returns a writer with connections of its own beside those of db. begin makes the work of a batch. Close ends it.
func NewWriter[T any](db *pgxpool.Pool, o WriterOptions, begin func([]T) Work) (*Writer[T], error) {
	o = o.filled()
	own, err := pgxpool.NewWithConfig(context.Background(), ownConnections(db, o.Lanes, o.LockTimeout))
	if err != nil {
		return nil, fmt.Errorf("wallet: writer: %w", err)
	}
	w := &Writer[T]{db: own, begin: begin, o: o, members: map[string]bool{}}
	w.ended.L = &w.mu
	return w, nil
}

// ownConnections are the settings of a pool beside db: batches do not compete with everything else for connections. A
// transaction on them locks wallets: it is idle for as long as pg.Brief allows at most, so that a node that freezes in the middle of a batch (faults.md,
// row 2) does not keep the batch's wallets, and waits for a lock for lockTimeout at most.
func ownConnections(db *pgxpool.Pool, most int, lockTimeout time.Duration) *pgxpool.Config {
	cfg := db.Config()
	cfg.MaxConns, cfg.MinConns, cfg.MinIdleConns = int32(most), 0, 0
	params := cfg.ConnConfig.RuntimeParams
	params["lock_timeout"] = milliseconds(lockTimeout)
	params["idle_in_transaction_session_timeout"] = params[pg.BriefSetting]
	// The arrays are short and the tables may be large, whatever their statistics say (after a crash they say nothing): every
	// row is found by its key, by a plan that is made once.
	params["enable_seqscan"], params["enable_hashjoin"], params["enable_mergejoin"] = "off", "off", "off"
	params["plan_cache_mode"], params["jit"] = "force_generic_plan", "off"
	return cfg
}

func milliseconds(d time.Duration) string { return strconv.FormatInt(d.Milliseconds(), 10) }

// Close refuses new operations, carries out those that wait, and closes the connections.
func (w *Writer[T]) Close() {
	w.mu.Lock()
	w.closed = true
	for w.batches+w.parked+len(w.waiting) > 0 {
		w.ended.Wait()
	}
	w.mu.Unlock()
	w.db.Close()
}

// Do carries out an operation on wallets of members, together with other operations, and returns when it is stored. ErrBusy, ErrClosed
// and ErrRolledBack mean that nothing was done. After any other error the outcome is unknown: the caller repeats with the same
// reference.
func (w *Writer[T]) Do(ctx context.Context, op T, members ...string) error {
	t := &ticket[T]{ctx: ctx, op: op, members: members, done: make(chan error, 1)}
	if err := w.push(t); err != nil {
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

// Waiting is the number of operations in the queue.
func (w *Writer[T]) Waiting() int {
	w.mu.Lock()
	defer w.mu.Unlock()
	return len(w.waiting) + w.parked
}

// ticket is an operation in the queue. done has room, so that no batch waits for a caller who left.
type ticket[T any] struct {
	ctx     context.Context //nolint:containedctx // of the caller who waits
	op      T
	members []string
	done    chan error
	held    int // batches that left it out because its wallet was held
}

func (w *Writer[T]) push(t *ticket[T]) error {
	w.mu.Lock()
	defer w.mu.Unlock()
	switch {
	case w.closed:
		return ErrClosed
	case len(w.waiting) >= w.o.Queue:
		return ErrBusy
	}
	w.waiting = append(w.waiting, t)
	w.start()
	return nil
}

// start begins as many batches as may run now.
func (w *Writer[T]) start() {
	for w.batches < w.o.Lanes {
		batch := w.take()
		if len(batch) == 0 {
			break
		}
		w.batches++
		go w.run(batch)
	}
	if w.batches+w.parked+len(w.waiting) == 0 {
		w.ended.Broadcast()
	}
}

// take removes the next batch from the queue: tickets whose callers are still there and whose members are neither in a batch that is
// under way nor in a ticket that waits further ahead. So no ticket is overtaken by later ones of its members, and one of several
// members gets its turn.
func (w *Writer[T]) take() []*ticket[T] {
	var batch []*ticket[T]
	rest, mine, ahead := w.waiting[:0], map[string]bool{}, map[string]bool{}
	blocked := func(m string) bool { return ahead[m] || w.members[m] && !mine[m] }
	for _, t := range w.waiting {
		switch {
		case t.ctx.Err() != nil: // its caller left
		case len(batch) == w.o.MaxBatch || slices.ContainsFunc(t.members, blocked):
			rest = append(rest, t)
			for _, m := range t.members {
				ahead[m] = true
			}
		default:
			batch = append(batch, t)
			for _, m := range t.members {
				w.members[m], mine[m] = true, true
			}
		}
	}
	clear(w.waiting[len(rest):])
	w.waiting = rest
	return batch
}

// run carries out a batch and lets the next ones begin.
func (w *Writer[T]) run(batch []*ticket[T]) {
	w.carry(batch)
	w.mu.Lock()
	defer w.mu.Unlock()
	w.batches--
	for _, t := range batch {
		for _, m := range t.members {
			delete(w.members, m)
		}
	}
	w.start()
}

// carry carries out tickets as one transaction. A transaction that collided with another one is repeated; one that fails for another
// reason is split, until the operation that is the reason fails alone.
func (w *Writer[T]) carry(batch []*ticket[T]) {
	held, err := w.transact(batch)
	for n := 1; n < batchTries && errors.Is(err, errCollided); n++ {
		held, err = w.transact(batch)
	}
	if err != nil {
		w.o.Log.Error().Err(err).Int("operations", len(batch)).Msg("batch")
	}
	if errors.Is(err, ErrRolledBack) && len(batch) > 1 {
		w.carry(batch[:len(batch)/2])
		w.carry(batch[len(batch)/2:])
		return
	}
	for i, t := range batch {
		if err == nil && held[i] {
			w.wait(t)
			continue
		}
		t.done <- err
	}
}

// wait sends a ticket whose wallet is held into a later batch after a pause, or tells its caller that the wallet is busy. It comes
// back at the end of the queue: operations on free wallets do not wait behind it.
func (w *Writer[T]) wait(t *ticket[T]) {
	w.mu.Lock()
	defer w.mu.Unlock()
	t.held++
	if t.held >= w.o.HeldTries || w.parked >= w.o.Queue {
		w.o.Metrics.busy()
		t.done <- fmt.Errorf("%w: another transaction holds the wallet", ErrBusy)
		return
	}
	w.parked++
	w.o.Metrics.parked()
	time.AfterFunc(min(heldPause<<min(t.held-1, 8), maxHeldPause), func() {
		w.mu.Lock()
		defer w.mu.Unlock()
		w.parked--
		w.waiting = append(w.waiting, t)
		w.start()
	})
}

// errCollided says that a batch was rolled back because it met another transaction that has ended by now: the same batch, read
// again, finds what that one left.
var errCollided = fmt.Errorf("%w: collided", ErrRolledBack)

// transact runs a batch as one transaction. held says of each operation whether it was left out because its wallet is held.
func (w *Writer[T]) transact(batch []*ticket[T]) (held []bool, err error) {
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
	if err := w.read(ctx, conn, work); err != nil {
		return nil, w.failed(ctx, conn, err, false)
	}
	q := &pgx.Batch{}
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

// read begins the transaction, locks, and reads what the work needs.
func (w *Writer[T]) read(ctx context.Context, conn *pgxpool.Conn, work Work) error {
	defer w.o.Metrics.locking()()
	q := &pgx.Batch{}
	q.Queue("BEGIN")
	work.Read(q)
	if err := conn.SendBatch(ctx, q).Close(); err != nil {
		return err
	}
	more := &pgx.Batch{}
	if work.ReadMore(more); more.Len() == 0 {
		return nil
	}
	return conn.SendBatch(ctx, more).Close()
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
		return fmt.Errorf("%w: %w", errCollided, err)
	case undo != nil || refused && (pe.Code[:2] == "08" || pe.Code[:2] == "57"):
		return fmt.Errorf("wallet: writer: %w", err)
	case refused && collision(pe.Code):
		return fmt.Errorf("%w: %w", errCollided, err)
	case refused || defect:
		return fmt.Errorf("%w: %w", ErrRolledBack, err)
	}
	return fmt.Errorf("wallet: writer: %w", err)
}

// collision reports whether the server refused a statement because of a transaction that has ended by now, or soon will have. A
// unique violation is one: the batch had looked for its ids, and another batch or node stored one of them meanwhile.
func collision(code string) bool {
	return code == codeUnique || code == codeSerialization || code == codeDeadlock || code == codeLock
}

// Carry carries out a piece of work in the caller's transaction, which has locked the wallets that it needs.
func Carry(ctx context.Context, tx pgx.Tx, work Work) error {
	read, more, write := &pgx.Batch{}, &pgx.Batch{}, &pgx.Batch{}
	work.Read(read)
	if err := tx.SendBatch(ctx, read).Close(); err != nil {
		return fmt.Errorf("wallet: read: %w", err)
	}
	if work.ReadMore(more); more.Len() > 0 {
		if err := tx.SendBatch(ctx, more).Close(); err != nil {
			return fmt.Errorf("wallet: read: %w", err)
		}
	}
	if err := work.Write(write); err != nil {
		return err
	}
	if err := tx.SendBatch(ctx, write).Close(); err != nil {
		return fmt.Errorf("wallet: write: %w", err)
	}
	return nil
}

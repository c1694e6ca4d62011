package wallet

import (
	"context"
	"errors"
	"fmt"
	"hash/maphash"
	"runtime"
	"runtime/debug"
	"strconv"
	"sync"
	"time"

	"github.com/jackc/pgx/v5"
	"github.com/jackc/pgx/v5/pgconn"
	"github.com/jackc/pgx/v5/pgxpool"
	"github.com/rs/zerolog"
)

var (
	// ErrBusy says that the queue is full: nothing was done, and nothing will be.
	ErrBusy = errors.New("wallet: the writer's queue is full")
	// ErrClosed says that the writer takes nothing any more.
	ErrClosed = errors.New("wallet: the writer is closed")
	// ErrAlone says that the batch was undone as a whole, for a reason that may be another caller's: carry the operation
	// out in a transaction of its own.
	ErrAlone = errors.New("wallet: to be carried out alone")
)

// WriterOptions of a writer. Zero values mean a lane for every two processors (from 1 to 4: on two, one lane with batches twice
// as long is faster than two lanes that take turns), 256 operations in a batch, 1024 waiting in a lane, 5 s for a batch and a
// quarter of a second for a lock.
type WriterOptions struct {
	Lanes, MaxBatch, Queue int
	Timeout, LockTimeout   time.Duration
	Metrics                *WriterMetrics
	Log                    zerolog.Logger // batches that failed
}

func (o WriterOptions) filled() WriterOptions {
	def := func(v *int, d int) {
		if *v == 0 {
			*v = d
		}
	}
	def(&o.Lanes, min(max(runtime.GOMAXPROCS(0)/2, 1), 4))
	def(&o.MaxBatch, 256)
	def(&o.Queue, 1024)
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
	// Write decides and queues what is to be written, before COMMIT.
	Write(q *pgx.Batch) error
}

// Writer is group commit: operations that queue while a lane's last transaction runs go into its next one. It waits for
// nothing else. A member's operations are always in one lane, in order; other processes are kept away by row locks.
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
	cfg := db.Config()
	cfg.MaxConns, cfg.MinConns, cfg.MinIdleConns = int32(o.Lanes), 0, 0
	// The arrays are short and the tables may be large, whatever their statistics say (after a crash they say nothing): every
	// row is found by its key, by a plan that is made once.
	params := cfg.ConnConfig.RuntimeParams
	params["enable_seqscan"], params["enable_hashjoin"], params["enable_mergejoin"] = "off", "off", "off"
	params["plan_cache_mode"], params["jit"] = "force_generic_plan", "off"
	// A wallet that somebody holds for long must not stop everybody else's.
	params["lock_timeout"] = strconv.FormatInt(o.LockTimeout.Milliseconds(), 10)
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
		n += len(l.waiting)
		l.mu.Unlock()
	}
	return n
}

// ticket is an operation in the queue. done has room, so that nobody waits for a caller who left.
type ticket[T any] struct {
	ctx  context.Context //nolint:containedctx // of the caller who waits
	op   T
	done chan error
}

type lane[T any] struct {
	bound   int
	wake    chan struct{}
	mu      sync.Mutex
	waiting []*ticket[T]
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
		closed := l.closed
		l.mu.Unlock()
		switch {
		case len(batch) > 0:
			return batch
		case rest > 0:
		case closed:
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
		err := w.carry(batch)
		if err != nil {
			w.o.Log.Error().Err(err).Int("operations", len(batch)).Msg("batch")
		}
		for _, t := range batch {
			t.done <- err
		}
	}
}

// carry runs one batch as one transaction.
func (w *Writer[T]) carry(batch []*ticket[T]) (err error) {
	ctx, cancel := context.WithTimeout(context.Background(), w.o.Timeout)
	defer cancel()
	end := w.o.Metrics.batch(len(batch))
	defer func() { end(err) }()
	conn, err := w.db.Acquire(ctx)
	if err != nil {
		return fmt.Errorf("wallet: writer: %w", err)
	}
	defer conn.Release() // a connection inside of a transaction, or a broken one, is thrown away
	defer func() {
		if p := recover(); p != nil {
			err = fmt.Errorf("wallet: writer: panic: %v\n%s", p, debug.Stack())
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
		return w.failed(ctx, conn, err)
	}
	q = &pgx.Batch{}
	if err := work.Write(q); err != nil {
		return w.failed(ctx, conn, err)
	}
	q.Queue("COMMIT")
	if err := conn.SendBatch(ctx, q).Close(); err != nil {
		return w.failed(ctx, conn, err)
	}
	return nil
}

// failed ends the transaction of a batch. The server's refusal of a statement undoes it for certain; what became of it
// when the connection or the server went away, nobody knows.
func (w *Writer[T]) failed(ctx context.Context, conn *pgxpool.Conn, err error) error {
	_, undo := conn.Exec(ctx, "ROLLBACK")
	var pe *pgconn.PgError
	if undo == nil && errors.As(err, &pe) && pe.Code[:2] != "08" && pe.Code[:2] != "57" {
		return fmt.Errorf("%w: %w", ErrAlone, err)
	}
	return fmt.Errorf("wallet: writer: %w", err)
}

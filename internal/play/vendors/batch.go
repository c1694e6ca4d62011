package vendors

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"strings"

	"github.com/jackc/pgx/v5"

	"hubstake/internal/core/money"
	"hubstake/internal/ledger/wallet"
	"hubstake/internal/platform/pg"
)

// MaxBatch bounds the operations of one batch.
const MaxBatch = 100

// atomicLock is how long an atomic batch waits for each of its wallets: several others of the same members may be before it.
const atomicLock = "250ms"

// errRefused ends an atomic batch whose answers are known.
var errRefused = errors.New("vendors: an item was refused")

// Batch carries out operations in their order and answers each. Without atomic each is a transaction of its own, and a
// refusal stops nothing. With atomic all take effect or none: the item that was refused says why, the others say
// BATCH_REFUSED, and a repeat of the batch is answered the same.
//
// A failure in the middle is an error; what was carried out before it is answered again when the vendor repeats.
func (s *Service) Batch(ctx context.Context, vendor string, ops []Operation, atomic bool, trace string) ([]Answer, error) {
	if len(ops) == 0 || len(ops) > MaxBatch {
		return nil, fmt.Errorf("%w: a batch has 1 to %d operations", ErrMalformed, MaxBatch)
	}
	for i, o := range ops {
		if err := o.Validate(); err != nil {
			return nil, fmt.Errorf("operation %d: %w", i, err)
		}
		if atomic && o.Member == "" {
			return nil, fmt.Errorf("%w: operation %d of an atomic batch needs member_id", ErrMalformed, i)
		}
	}
	if atomic {
		return s.atomic(ctx, vendor, ops, trace)
	}
	out := make([]Answer, len(ops))
	for i, o := range ops {
		a, err := s.Apply(ctx, vendor, o, trace)
		if err != nil {
			return nil, fmt.Errorf("operation %d: %w", i, err)
		}
		out[i] = a
	}
	return out, nil
}

func (s *Service) atomic(ctx context.Context, vendor string, ops []Operation, trace string) ([]Answer, error) {
	reqs := make([]request, len(ops))
	for i, o := range ops {
		amount, status := o.money()
		if status != OK {
			return s.spoiled(ctx, vendor, ops, i, status)
		}
		reqs[i] = request{vendor: vendor, op: o, amount: amount, trace: trace}
	}
	out := make([]Answer, len(ops))
	err := pg.InTx(ctx, s.own(), func(tx pgx.Tx) error {
		if _, err := tx.Exec(ctx, "SELECT set_config('lock_timeout', $1, true)", atomicLock); err != nil {
			return err
		}
		if err := lockAll(ctx, tx, ops); err != nil {
			return err
		}
		bad := -1
		err := pg.InTx(ctx, tx, func(sp pgx.Tx) error { // a savepoint: a refusal undoes the items before it and keeps the locks
			for i, r := range reqs {
				a, err := s.write(ctx, sp, r)
				if err != nil {
					return err
				}
				out[i] = a
				if a.Status != OK {
					bad = i
					return errRefused
				}
			}
			return nil
		})
		if !errors.Is(err, errRefused) {
			return err
		}
		return s.refuseAll(ctx, tx, reqs, out, bad)
	})
	if wallet.Held(err) {
		return nil, fmt.Errorf("batch: %w: %w", wallet.ErrBusy, err)
	}
	if err != nil {
		return nil, fmt.Errorf("batch: %w", err)
	}
	return out, nil
}

// refuseAll stores the answers of an atomic batch whose item bad was refused, unless that refusal may change (it is not
// stored itself): then a repeat is decided again.
func (s *Service) refuseAll(ctx context.Context, tx pgx.Tx, reqs []request, out []Answer, bad int) error {
	why := out[bad]
	for i, r := range reqs {
		r.refuse = BatchRefused
		if i == bad {
			r.refuse = why.Status
		}
		if why.OurTxID == 0 {
			out[i] = Answer{Status: r.refuse, TxID: r.op.TxID, Currency: r.op.Currency}
			continue
		}
		a, err := s.write(ctx, tx, r)
		if err != nil {
			return err
		}
		out[i] = a
	}
	return nil
}

// spoiled answers an atomic batch with an item that nobody can mean.
func (s *Service) spoiled(ctx context.Context, vendor string, ops []Operation, bad int, status Status) ([]Answer, error) {
	out := make([]Answer, len(ops))
	for i, o := range ops {
		st := BatchRefused
		if i == bad {
			st = status
		}
		a, err := s.refused(ctx, vendor, o, st)
		if err != nil {
			return nil, err
		}
		out[i] = a
	}
	return out, nil
}

// lockAll takes the wallets of a batch in the order of memIds, so that two batches cannot wait for each other.
func lockAll(ctx context.Context, tx pgx.Tx, ops []Operation) error {
	type key struct{ member, currency string }
	seen := map[key]bool{}
	for _, o := range ops {
		seen[key{o.Member, o.Currency}] = true
	}
	keys := make([]key, 0, len(seen))
	for k := range seen {
		keys = append(keys, k)
	}
	slices.SortFunc(keys, func(a, b key) int {
		if a.member != b.member {
			return strings.Compare(a.member, b.member)
		}
		return strings.Compare(a.currency, b.currency)
	})
	for _, k := range keys {
		if _, err := wallet.Lock(ctx, tx, k.member, k.currency); err != nil && !errors.Is(err, wallet.ErrMissing) {
			return err
		}
	}
	return nil
}

// Format writes the balance as the vendor's decimal text.
func (a Answer) Format() string {
	c, ok := money.ByCode(a.Currency)
	if !ok {
		return "0"
	}
	return c.Format(a.Balance)
}

// Package idempotency lets a call that comes again have one effect and one answer (M12): a member's answer was lost and the page asks
// again, or something on the way sent the call twice. The caller names the call by a key; its answer, or its refusal, is written
// in the transaction of its effect.
//
// Table: once_answer. Lock order: the key → what the call locks.
package idempotency

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"time"

	"github.com/jackc/pgx/v5"
	"github.com/jackc/pgx/v5/pgxpool"

	"hubstake/internal/core/fault"
	"hubstake/internal/platform/pg"
)

// Kept is how long an answer is kept. After that the same call would be carried out again.
const Kept = 48 * time.Hour

// pruneBatch bounds one statement of Prune.
const pruneBatch = 5000

// ErrOther says that the key is that of another call of the member, or of the same one with another body.
var ErrOther = errors.New("once: the key is that of another call")

// Caller is who calls, with the key of the call and when.
type Caller struct {
	Member string // memId
	Key    Key
	At     time.Time
}

// Work is what a call does, in this order.
type Work[T any] struct {
	// Check runs before the transaction, on connections of its own: a caller that holds one connection while it waits for
	// another could wait for ever. It must have no effect. May be nil.
	Check func() error
	// Count is in the transaction, and what it writes stays when the call is refused, there or in Do: tries of a secret. May be nil.
	Count func(pgx.Tx) error
	// Do is the effect, undone when it is refused. Its answer can be written as JSON and read again.
	Do func(pgx.Tx) (T, error)
}

// Do carries out a call in a transaction, or answers what it was answered before: also a refusal, unless it is one that asks to
// repeat the call as it is (fault.Retryable). A call that comes while its first copy is under way waits for it. Like all work of
// pg.InTx, Count and Do may run again after a deadlock.
//
// ErrOther: the key is that of another call.
func Do[T any](ctx context.Context, db *pgxpool.Pool, who Caller, w Work[T]) (T, error) {
	var answer T
	if who.Key.given {
		switch found, err := before(ctx, db, who, &answer); {
		case found || err != nil:
			return answer, err
		}
	}
	var checked error
	if w.Check != nil {
		if checked = w.Check(); checked != nil && (!who.Key.given || !final(checked)) {
			return answer, checked
		}
	}
	var refusal error
	err := pg.InTx(ctx, db, func(tx pgx.Tx) error {
		answer, refusal = *new(T), nil
		if who.Key.given {
			if first, err := begin(ctx, tx, who); err != nil {
				return err
			} else if !first {
				found, err := before(ctx, tx, who, &answer)
				if refusal = err; err == nil && !found {
					return errors.New("once: an answer is gone that was just there")
				}
				return failure(refusal)
			}
		}
		answer, refusal = carry(ctx, tx, w, checked)
		if err := failure(refusal); err != nil {
			return err
		}
		if who.Key.given && (refusal == nil || final(refusal)) {
			return keep(ctx, tx, who, answer, refusal)
		}
		if who.Key.given {
			return forget(ctx, tx, who)
		}
		return nil
	})
	if err == nil {
		err = refusal
	}
	return answer, err
}

// carry does the work, with what Do wrote undone when it is refused.
func carry[T any](ctx context.Context, tx pgx.Tx, w Work[T], checked error) (answer T, err error) {
	if checked != nil {
		return answer, checked
	}
	if w.Count != nil {
		if err = w.Count(tx); err != nil {
			return answer, err
		}
	}
	err = pgx.BeginFunc(ctx, tx, func(tx pgx.Tx) error {
		answer, err = w.Do(tx)
		return err
	})
	if err != nil {
		answer = *new(T)
	}
	return answer, err
}

// failure is an error that is no refusal: the transaction is given up.
func failure(err error) error {
	if _, refused := fault.Of(err); refused {
		return nil
	}
	return err
}

// final reports whether an error is a refusal that stays the answer to the call.
func final(err error) bool {
	f, refused := fault.Of(err)
	return refused && !f.Retryable()
}

type querier interface {
	QueryRow(ctx context.Context, sql string, args ...any) pgx.Row
}

// before reads what the call was answered before into answer; false when it was not.
func before(ctx context.Context, db querier, who Caller, answer any) (found bool, err error) {
	var was, kept []byte
	var code string
	err = db.QueryRow(ctx, "SELECT print, code, answer FROM once_answer WHERE member_id = $1 AND key = $2", who.Member, who.Key.id[:]).
		Scan(&was, &code, &kept)
	if errors.Is(err, pgx.ErrNoRows) {
		return false, nil
	}
	if err != nil {
		return false, fmt.Errorf("once: %w", err)
	}
	if !bytes.Equal(was, who.Key.print[:]) {
		return false, ErrOther
	}
	if code == "" {
		if err := json.Unmarshal(kept, answer); err != nil {
			return false, fmt.Errorf("once: %w", err)
		}
		return true, nil
	}
	var params map[string]string
	if err := json.Unmarshal(kept, &params); err != nil {
		return false, fmt.Errorf("once: %w", err)
	}
	f, err := fault.Again(code, params)
	if err != nil {
		return false, fmt.Errorf("once: %w", err)
	}
	return true, f
}

// begin takes the key; false when another copy of the call has it: one under way is waited for.
func begin(ctx context.Context, tx pgx.Tx, who Caller) (first bool, err error) {
	done, err := tx.Exec(ctx, "INSERT INTO once_answer (member_id, key, print, at) VALUES ($1, $2, $3, $4) ON CONFLICT DO NOTHING",
		who.Member, who.Key.id[:], who.Key.print[:], who.At)
	if err != nil {
		return false, fmt.Errorf("once: %w", err)
	}
	return done.RowsAffected() == 1, nil
}

func keep(ctx context.Context, tx pgx.Tx, who Caller, answer any, refusal error) error {
	code := ""
	if f, refused := fault.Of(refusal); refused {
		code, answer = f.Code(), f.Params()
	}
	kept, err := json.Marshal(answer)
	if err != nil {
		return fmt.Errorf("once: %w", err)
	}
	_, err = tx.Exec(ctx, "UPDATE once_answer SET code = $3, answer = $4 WHERE member_id = $1 AND key = $2",
		who.Member, who.Key.id[:], code, kept)
	if err != nil {
		return fmt.Errorf("once: %w", err)
	}
	return nil
}

// forget gives the key back: the call may be repeated as it is.
func forget(ctx context.Context, tx pgx.Tx, who Caller) error {
	if _, err := tx.Exec(ctx, "DELETE FROM once_answer WHERE member_id = $1 AND key = $2", who.Member, who.Key.id[:]); err != nil {
		return fmt.Errorf("once: %w", err)
	}
	return nil
}

// Prune forgets answers that are older than Kept at now, and returns how many those were. Several at once do not mind each other.
func Prune(ctx context.Context, db *pgxpool.Pool, now time.Time) (total int64, err error) {
	for {
		done, err := db.Exec(ctx, `DELETE FROM once_answer WHERE ctid = ANY (ARRAY (
			SELECT ctid FROM once_answer WHERE at < $1 ORDER BY at LIMIT $2 FOR UPDATE SKIP LOCKED))`, now.Add(-Kept), pruneBatch)
		if err != nil {
			return total, fmt.Errorf("once: prune: %w", err)
		}
		total += done.RowsAffected()
		if done.RowsAffected() < pruneBatch {
			return total, nil
		}
	}
}

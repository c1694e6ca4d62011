package personal

import (
	"context"
	"errors"

	"github.com/jackc/pgx/v5"
	"github.com/jackc/pgx/v5/pgxpool"

	"hubstake/internal/platform/pg"
)

// Plain stands for the key of values that are not sealed, where the keys in use are counted.
const Plain = "plain"

// Window is how many rows a step of a move looks at.
const Window = 500

// Step is what a step of a move did: how many rows of its window were not in the form of now, how many of these it replaced, and the key of
// the last row it looked at. Over: there was none behind it.
type Step[K any] struct {
	Due, Done int
	Last      K
	Over      bool
}

// mostPasses bounds how often Move goes through a table: rows that others wrote during one pass are taken by the next.
const mostPasses = 20

// errBusy is a table that others kept writing to.
var errBusy = errors.New("personal data: rows changed during each pass; repeat the command")

// Move brings the rows of a table to the form of now, in steps from the zero key on, until a pass finds none that is due, and returns how many
// it replaced. A step replaces rows in one transaction, where they are still what it has read. tell is called after each step that replaced
// some. It may be stopped at any moment: each row is whole, in its older or in its newer form, and the
// next call goes on with the rest.
func Move[K any](ctx context.Context, step func(ctx context.Context, after K) (Step[K], error), tell func(done int)) (int, error) {
	done := 0
	for range mostPasses {
		due := 0
		for after, over := *new(K), false; !over; {
			s, err := step(ctx, after)
			if err != nil {
				return done, err
			}
			if due, done, after, over = due+s.Due, done+s.Done, s.Last, s.Over; s.Done > 0 {
				tell(done)
			}
		}
		if due == 0 {
			return done, nil
		}
	}
	return done, errBusy
}

// Replace carries out the statements of a step in one transaction and returns how many rows they changed.
func Replace(ctx context.Context, db *pgxpool.Pool, batch *pgx.Batch) (n int, err error) {
	if batch.Len() == 0 {
		return 0, nil
	}
	err = pg.InTx(ctx, db, func(tx pgx.Tx) error {
		n = 0
		results := tx.SendBatch(ctx, batch)
		for range batch.Len() {
			tag, err := results.Exec()
			if err != nil {
				return errors.Join(err, results.Close())
			}
			n += int(tag.RowsAffected())
		}
		return results.Close()
	})
	return n, err
}

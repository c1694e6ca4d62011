package outbox

import (
	"context"
	"fmt"

	"github.com/jackc/pgx/v5"

	"hubstake/internal/platform/pg"
)

// Moved reports whether the stored progress is of another server than db: a dump or a logical copy keeps the numbers of the transactions of the
// server that it was made on, and here none of them has begun yet.
func (p Progress) Moved(db Database) bool { return p.Published.XID >= db.XMax || p.Told.XID >= db.XMax }

// beginAgainTime bounds the statement that begins the outbox again; its time grows with what is not published.
const beginAgainTime = "30s"

// BeginAgain makes the outbox one of this server, after the database was moved (Progress.Moved). It drops the rows that were published from the
// server before, gives those that were not published positions before all rows of this server, and sets the cursor before them.
func BeginAgain(ctx context.Context, db pg.Beginner) error {
	err := pg.InTx(ctx, db, func(tx pgx.Tx) error {
		if _, err := tx.Exec(ctx, "SET LOCAL statement_timeout = '"+beginAgainTime+"'"); err != nil {
			return err
		}
		_, err := tx.Exec(ctx, "SELECT outbox_begin_again()")
		return err
	})
	if err != nil {
		return fmt.Errorf("outbox: begin again: %w", err)
	}
	return nil
}

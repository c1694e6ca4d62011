package outbox

import (
	"context"
	"fmt"
	"strconv"

	"github.com/jackc/pgx/v5"

	"hubstake/internal/platform/pg"
)

// PutAside keeps a row that cannot be published, with what was said against it, and reports whether it was not there yet.
func PutAside(ctx context.Context, db pg.Beginner, c Cursor, refusal string) (fresh bool, err error) {
	err = pg.InTx(ctx, db, func(tx pgx.Tx) error {
		done, err := tx.Exec(ctx, `
			INSERT INTO outbox_dead (xid, id, at, site, member, path, topic, sid, cmd, data1, data2, ver, trace, refusal)
			SELECT xid, id, at, site, member, path, topic, sid, cmd, data1, data2, ver, trace, $3
			  FROM outbox_event WHERE xid = $1::text::xid8 AND id = $2
			    ON CONFLICT DO NOTHING`, strconv.FormatUint(c.XID, 10), c.ID, refusal)
		if err != nil {
			return fmt.Errorf("outbox: put aside: %w", err)
		}
		fresh = done.RowsAffected() == 1
		return nil
	})
	return fresh, err
}

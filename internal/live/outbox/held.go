package outbox

import (
	"context"
	"fmt"
	"strconv"

	"github.com/jackc/pgx/v5"
)

// LoadHeld returns the streams that are held back, each with the position up to which it has everything.
func LoadHeld(ctx context.Context, db Querier) (map[string]Cursor, error) {
	rows, err := db.Query(ctx, `SELECT stream, xid::text::bigint, id FROM outbox_held`)
	if err != nil {
		return nil, fmt.Errorf("outbox: held streams: %w", err)
	}
	held := map[string]Cursor{}
	var stream string
	var at Cursor
	_, err = pgx.ForEachRow(rows, []any{&stream, &at.XID, &at.ID}, func() error {
		held[stream] = at
		return nil
	})
	if err != nil {
		return nil, fmt.Errorf("outbox: held streams: %w", err)
	}
	return held, nil
}

// Hold notes that streams have everything up to a position and may lack what follows it. It must be stored before the cursor passes the position.
func Hold(ctx context.Context, db Execer, streams []string, upTo Cursor) error {
	_, err := db.Exec(ctx, `INSERT INTO outbox_held (stream, xid, id) SELECT u, $2::text::xid8, $3 FROM unnest($1::text[]) u ON CONFLICT (stream) DO NOTHING`,
		streams, strconv.FormatUint(upTo.XID, 10), upTo.ID)
	if err != nil {
		return fmt.Errorf("outbox: hold streams: %w", err)
	}
	return nil
}

// Release notes that streams have everything that the others have.
func Release(ctx context.Context, db Execer, streams []string) error {
	if _, err := db.Exec(ctx, `DELETE FROM outbox_held WHERE stream = ANY ($1)`, streams); err != nil {
		return fmt.Errorf("outbox: release streams: %w", err)
	}
	return nil
}

package outbox

import (
	"context"
	"fmt"
	"time"

	"github.com/jackc/pgx/v5/pgxpool"
)

// Keep is how long published rows are kept for investigations.
const Keep = 2 * 24 * time.Hour

// Rotate makes the partitions of the next two days and drops those that ended longer than Keep before now and hold nothing
// unpublished. It is a function of the schema's owner (outbox_rotate); the role of the workers may call it (pg.Grant).
func Rotate(ctx context.Context, db *pgxpool.Pool, now time.Time) error {
	if _, err := db.Exec(ctx, "SELECT outbox_rotate($1, $2)", now, Keep); err != nil {
		return fmt.Errorf("outbox partitions: %w", err)
	}
	return nil
}

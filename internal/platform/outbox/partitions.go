package outbox

import (
	"context"
	"fmt"
	"time"

	"github.com/jackc/pgx/v5"
	"github.com/jackc/pgx/v5/pgxpool"
)

// Keep is how long published rows stay for whoever looks into a mishap.
const Keep = 48 * time.Hour

// Rotate makes the daily partitions of the next two days and takes away what is published and older than Keep: whole
// partitions by dropping them, rows of the rest partition by deleting them. It may run anywhere, any number of times.
func Rotate(ctx context.Context, db *pgxpool.Pool, now time.Time) error {
	day := now.UTC().Truncate(24 * time.Hour)
	for n := 1; n <= 2; n++ {
		from := day.AddDate(0, 0, n)
		sql := fmt.Sprintf(`CREATE TABLE IF NOT EXISTS outbox_event_%s PARTITION OF outbox_event FOR VALUES FROM ('%s') TO ('%s')`,
			from.Format("20060102"), from.Format(time.RFC3339), from.AddDate(0, 0, 1).Format(time.RFC3339))
		if _, err := db.Exec(ctx, sql); err != nil {
			return fmt.Errorf("outbox partition: %w", err)
		}
	}
	rows, err := db.Query(ctx, `SELECT c.relname FROM pg_inherits i JOIN pg_class c ON c.oid = i.inhrelid
		WHERE i.inhparent = 'outbox_event'::regclass AND c.relname ~ '^outbox_event_[0-9]{8}$'`)
	if err != nil {
		return fmt.Errorf("outbox partitions: %w", err)
	}
	names, err := pgx.CollectRows(rows, pgx.RowTo[string])
	if err != nil {
		return fmt.Errorf("outbox partitions: %w", err)
	}
	for _, name := range names {
		if err := drop(ctx, db, name, now); err != nil {
			return err
		}
	}
	_, err = db.Exec(ctx, `DELETE FROM outbox_event_rest e USING outbox_cursor c WHERE (e.xid, e.id) <= (c.xid, c.id) AND e.at < $1`,
		now.Add(-Keep))
	if err != nil {
		return fmt.Errorf("outbox rest: %w", err)
	}
	return nil
}

// drop removes a partition when its last day is older than Keep and nothing in it waits.
func drop(ctx context.Context, db *pgxpool.Pool, name string, now time.Time) error {
	day, err := time.Parse("20060102", name[len("outbox_event_"):])
	if err != nil || now.Sub(day.AddDate(0, 0, 1)) < Keep {
		return nil //nolint:nilerr // a table that is not named after a day is not ours
	}
	table := pgx.Identifier{name}.Sanitize()
	var waiting bool
	err = db.QueryRow(ctx, `SELECT EXISTS (SELECT FROM `+table+` e, outbox_cursor c WHERE (e.xid, e.id) > (c.xid, c.id))`).Scan(&waiting)
	if err != nil || waiting {
		return err
	}
	if _, err := db.Exec(ctx, `DROP TABLE `+table); err != nil {
		return fmt.Errorf("outbox partition: %w", err)
	}
	return nil
}

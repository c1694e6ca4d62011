package outbox

import (
	"context"
	"errors"
	"fmt"
	"strconv"
	"time"

	"github.com/jackc/pgx/v5"

	"hubstake/internal/platform/redisx"
)

// Database identifies the course of transactions that a connection sees.
type Database struct {
	System   string // of the cluster, made by initdb; a copy of the data directory has it too
	OID      uint32 // of the database
	Timeline int64  // rises when a standby is promoted and when a backup is restored to a point in time
	XMax     uint64 // no transaction with this id, or a greater one, has ended yet
}

// Name is what a history of this database begins with. Two histories can have the same name: a cold copy that is put back is not
// promoted, and keeps its timeline.
func (d Database) Name() string {
	return fmt.Sprintf("%s-%d-%d-", d.System, d.OID, d.Timeline)
}

// Identify returns the database behind a connection to a primary. The timeline is that of the log as it is written now: the control file
// has the new one only after the first checkpoint.
func Identify(ctx context.Context, db Querier) (Database, error) {
	var d Database
	err := db.QueryRow(ctx, `
		SELECT (pg_control_system()).system_identifier::text, (SELECT oid FROM pg_database WHERE datname = current_database()),
		       ('x' || left(pg_walfile_name(pg_current_wal_lsn()), 8))::bit(32)::bigint, pg_snapshot_xmax(pg_current_snapshot())::text::bigint`).
		Scan(&d.System, &d.OID, &d.Timeline, &d.XMax)
	if err != nil {
		return d, fmt.Errorf("outbox: identify the database: %w", err)
	}
	return d, nil
}

// Knowledge is what the outbox says about an entry of a stream.
type Knowledge int

// What Knows answers.
const (
	Unknown Knowledge = iota // no row says it, though there should be one: it is of a time that this database has lost
	Dropped                  // older than every row: its row was dropped with its day
	Found                    // the row is there
)

// Knows returns whether the outbox has the row that an entry of a stream was made from, with the moment of its commit: after a restore
// ids are given out again, moments are not. published is how far this database knows to have published: no later row was ever dropped.
func Knows(ctx context.Context, db Querier, published Cursor, entry redisx.EntryID, at time.Time) (Knowledge, error) {
	var committed time.Time
	xid := strconv.FormatUint(entry.Hi, 10)
	err := db.QueryRow(ctx, `SELECT at FROM outbox_event WHERE xid = $1::text::xid8 AND id = $2`, xid, int64(entry.Lo)).Scan(&committed)
	switch {
	case err == nil && committed.UnixMilli() == at.UnixMilli():
		return Found, nil
	case err == nil:
		return Unknown, nil
	case !errors.Is(err, pgx.ErrNoRows):
		return Unknown, fmt.Errorf("outbox: look for an entry: %w", err)
	case entry.After(published.Entry()):
		return Unknown, nil
	}
	var younger bool // than the oldest row
	err = db.QueryRow(ctx, `SELECT coalesce((SELECT (xid, id) < ($1::text::xid8, $2::bigint) FROM outbox_event ORDER BY xid, id LIMIT 1), false)`,
		xid, int64(entry.Lo)).Scan(&younger)
	switch {
	case err != nil:
		return Unknown, fmt.Errorf("outbox: look for the oldest row: %w", err)
	case younger:
		return Unknown, nil
	}
	return Dropped, nil
}

// identityLeap is how far identities move after a restore: more than the platform gives out in the time that a restore can lose, and
// little enough for a million restores before an identity exceeds what JSON's readers keep exactly (2⁵³).
const identityLeap = 1_000_000_000

// Leap moves the identities of all tables well forward, so that none of the lost time is given out a second time from now on.
func Leap(ctx context.Context, db Execer) error {
	if _, err := db.Exec(ctx, `SELECT identities_ahead($1)`, identityLeap); err != nil {
		return fmt.Errorf("outbox: move the identities forward: %w", err)
	}
	return nil
}

// LoadEnds returns the last entry of each stream, as StoreEnds kept it.
func LoadEnds(ctx context.Context, db Querier) (map[string]redisx.EntryID, error) {
	rows, err := db.Query(ctx, `SELECT stream, last FROM outbox_stream`)
	if err != nil {
		return nil, fmt.Errorf("outbox: ends of the streams: %w", err)
	}
	ends := map[string]redisx.EntryID{}
	var stream, last string
	_, err = pgx.ForEachRow(rows, []any{&stream, &last}, func() error {
		ends[stream], _ = redisx.ParseEntryID(last) // StoreEnds wrote it
		return nil
	})
	if err != nil {
		return nil, fmt.Errorf("outbox: ends of the streams: %w", err)
	}
	return ends, nil
}

// StoreEnds keeps the last entry of streams, for the relay that comes after this one. Like Store it does not wait for the disk.
func StoreEnds(ctx context.Context, db Execer, ends map[string]redisx.EntryID) error {
	var streams, last []string
	for stream, end := range ends {
		streams, last = append(streams, stream), append(last, end.String())
	}
	_, err := db.Exec(ctx, `
		WITH fast AS (SELECT set_config('synchronous_commit', 'off', true))
		INSERT INTO outbox_stream (stream, last) SELECT s.stream, s.last FROM fast, unnest($1::text[], $2::text[]) AS s (stream, last)
		    ON CONFLICT (stream) DO UPDATE SET last = EXCLUDED.last`, streams, last)
	if err != nil {
		return fmt.Errorf("outbox: ends of the streams: %w", err)
	}
	return nil
}

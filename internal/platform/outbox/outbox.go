// Package outbox carries facts out of a transaction: Write adds them inside of it, Read gives whoever publishes them
// everything that is committed, in an order that no late commit can disturb.
package outbox

import (
	"context"
	"errors"
	"fmt"
	"strconv"

	"github.com/jackc/pgx/v5"
	"github.com/jackc/pgx/v5/pgconn"

	"hubstake/internal/event"
)

// Querier is a transaction, a connection or a pool.
type Querier interface {
	Query(ctx context.Context, sql string, args ...any) (pgx.Rows, error)
	QueryRow(ctx context.Context, sql string, args ...any) pgx.Row
}

var errAudience = errors.New("outbox: an event needs a site and a command")

// Write adds events to the transaction that makes them true. The event's At is set by the database.
func Write(ctx context.Context, tx pgx.Tx, events ...event.Event) error {
	const insert = `INSERT INTO outbox_event (site, member, path, topic, sid, cmd, data1, data2, ver, trace)
		VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10)`
	for _, e := range events {
		if e.Site == "" || e.Cmd == "" {
			return errAudience
		}
		_, err := tx.Exec(ctx, insert, e.Site, e.Member, e.Path, e.Topic, e.SID, string(e.Cmd), e.Data1, e.Data2, e.Ver, e.Trace)
		if err != nil {
			return fmt.Errorf("outbox: %w", err)
		}
	}
	return nil
}

// Cursor is a position in the outbox: everything up to and including it has been published.
type Cursor struct {
	XID uint64
	ID  int64
}

// String is the stream id of the row at this position.
func (c Cursor) String() string {
	return strconv.FormatUint(c.XID, 10) + "-" + strconv.FormatInt(c.ID, 10)
}

// Row is an event with its position.
type Row struct {
	Cursor
	event.Event
	Fact string // wallet.Fact of a CASH event, or empty
}

// The order is that of the table's columns, and so of its index: xid alone would be the number that is selected, to be sorted
// by, with everything that waits, for each part that is read.
const (
	columns = `SELECT e.xid::text::bigint, e.id, e.at, e.site, e.member, e.path, e.topic, e.sid, e.cmd, e.data1, e.data2, e.ver, e.trace, e.fact
  FROM outbox_event e`
	readSQL = columns + `
 WHERE (e.xid, e.id) > ($1::text::xid8, $2) AND e.xid < pg_snapshot_xmin(pg_current_snapshot())
 ORDER BY e.xid, e.id LIMIT $3`
	lastSQL = columns + ` WHERE (e.xid, e.id) <= ($1::text::xid8, $2) ORDER BY e.xid DESC, e.id DESC LIMIT $3`
)

// Read returns at most limit rows after the cursor, in order. Only transactions below every transaction still running
// are read: a row that commits later can then never be smaller than what was read before.
func Read(ctx context.Context, db Querier, after Cursor, limit int) ([]Row, error) {
	rows, err := db.Query(ctx, readSQL, strconv.FormatUint(after.XID, 10), after.ID, limit)
	if err != nil {
		return nil, fmt.Errorf("outbox: %w", err)
	}
	out, err := pgx.CollectRows(rows, scan)
	if err != nil {
		return nil, fmt.Errorf("outbox: %w", err)
	}
	return out, nil
}

// Load returns the stored cursor.
func Load(ctx context.Context, db Querier) (Cursor, error) {
	var c Cursor
	if err := db.QueryRow(ctx, `SELECT xid::text::bigint, id FROM outbox_cursor`).Scan(&c.XID, &c.ID); err != nil {
		return c, fmt.Errorf("outbox cursor: %w", err)
	}
	return c, nil
}

// storeSQL does not wait for the disk: a cursor that a crash of the server sets back makes the relay read rows again, which
// the streams refuse. Waiting would compete with the writers' commits, once for each batch.
const storeSQL = `
WITH fast AS (SELECT set_config('synchronous_commit', 'off', true))
UPDATE outbox_cursor SET xid = $1::text::xid8, id = $2 FROM fast WHERE (xid, id) < ($1::text::xid8, $2)`

// Execer is a connection, a pool or a transaction.
type Execer interface {
	Exec(ctx context.Context, sql string, args ...any) (pgconn.CommandTag, error)
}

// Store moves the stored cursor forward; it never moves back, but for a crash of the server.
func Store(ctx context.Context, db Execer, c Cursor) error {
	if _, err := db.Exec(ctx, storeSQL, strconv.FormatUint(c.XID, 10), c.ID); err != nil {
		return fmt.Errorf("outbox cursor: %w", err)
	}
	return nil
}

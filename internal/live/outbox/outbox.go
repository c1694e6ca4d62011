// Package outbox carries facts out of a transaction: Write adds them in it, and Read returns everything that is committed,
// in an order that no late commit can disturb.
package outbox

import (
	"context"
	"errors"
	"fmt"
	"strconv"

	"github.com/jackc/pgx/v5"
	"github.com/jackc/pgx/v5/pgconn"

	"hubstake/internal/core/event"
	"hubstake/internal/platform/obs"
	"hubstake/internal/platform/redisx"
)

// Querier is a transaction, a connection or a pool.
type Querier interface {
	Query(ctx context.Context, sql string, args ...any) (pgx.Rows, error)
	QueryRow(ctx context.Context, sql string, args ...any) pgx.Row
}

var errAudience = errors.New("outbox: an event needs a site and a command")

// Write adds events, in order and in one round trip, to the transaction that makes them true. The event's At is set by the database; its
// trace is written when it is sampled (obs.Kept).
func Write(ctx context.Context, tx pgx.Tx, events ...event.Event) error {
	const insert = `INSERT INTO outbox_event (site, member, path, topic, sid, cmd, data1, data2, ver, trace)
		VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10)`
	batch := &pgx.Batch{}
	for _, e := range events {
		if e.Site == "" || e.Cmd == "" {
			return errAudience
		}
		batch.Queue(insert, e.Site, e.Member, e.Upline, e.Topic, e.SID, string(e.Cmd), e.Data1, e.Data2, e.Ver, obs.Kept(e.Trace))
	}
	if batch.Len() == 0 {
		return nil
	}
	if err := tx.SendBatch(ctx, batch).Close(); err != nil {
		return fmt.Errorf("outbox: %w", err)
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

// Progress is how far the relay is: Published is the last row that it published, Told the last row of which its watcher was
// told.
type Progress struct{ Published, Told Cursor }

// Load returns the stored progress.
func Load(ctx context.Context, db Querier) (Progress, error) {
	var p Progress
	err := db.QueryRow(ctx, `SELECT xid::text::bigint, id, told_xid::text::bigint, told_id FROM outbox_cursor`).
		Scan(&p.Published.XID, &p.Published.ID, &p.Told.XID, &p.Told.ID)
	if err != nil {
		return p, fmt.Errorf("outbox cursor: %w", err)
	}
	return p, nil
}

// storeSQL does not wait for the disk: a cursor that a crash of the server sets back makes the relay read rows again, which
// the streams refuse. Waiting would compete with the writers' commits, once for each batch.
const storeSQL = `
WITH fast AS (SELECT set_config('synchronous_commit', 'off', true)),
     next AS (SELECT $1::text::xid8 AS xid, $2::bigint AS id, $3::text::xid8 AS told_xid, $4::bigint AS told_id)
UPDATE outbox_cursor c
   SET xid      = CASE WHEN (c.xid, c.id) < (n.xid, n.id) THEN n.xid ELSE c.xid END,
       id       = CASE WHEN (c.xid, c.id) < (n.xid, n.id) THEN n.id  ELSE c.id  END,
       told_xid = CASE WHEN (c.told_xid, c.told_id) < (n.told_xid, n.told_id) THEN n.told_xid ELSE c.told_xid END,
       told_id  = CASE WHEN (c.told_xid, c.told_id) < (n.told_xid, n.told_id) THEN n.told_id  ELSE c.told_id  END
  FROM fast, next n WHERE (c.xid, c.id) < (n.xid, n.id) OR (c.told_xid, c.told_id) < (n.told_xid, n.told_id)`

// Execer is a connection, a pool or a transaction.
type Execer interface {
	Exec(ctx context.Context, sql string, args ...any) (pgconn.CommandTag, error)
}

// Store moves the stored progress forward; neither part of it ever moves back, except in a crash of the server.
func Store(ctx context.Context, db Execer, p Progress) error {
	xid := func(c Cursor) string { return strconv.FormatUint(c.XID, 10) }
	if _, err := db.Exec(ctx, storeSQL, xid(p.Published), p.Published.ID, xid(p.Told), p.Told.ID); err != nil {
		return fmt.Errorf("outbox cursor: %w", err)
	}
	return nil
}

// After reports whether c lies behind o.
func (c Cursor) After(o Cursor) bool { return c.XID > o.XID || c.XID == o.XID && c.ID > o.ID }

// Entry returns the id of the stream entry of the row at this position.
func (c Cursor) Entry() redisx.EntryID { return redisx.EntryID{Hi: c.XID, Lo: uint64(c.ID)} }

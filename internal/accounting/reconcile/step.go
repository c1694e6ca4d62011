package reconcile

import (
	"context"
	_ "embed"
	"errors"
	"fmt"
	"time"

	"github.com/jackc/pgx/v5"

	"hubstake/internal/ledger/wallet"
	"hubstake/internal/platform/pg"
)

//go:embed step.sql
var stepSQL string

const (
	slice                    = 2_000                     // members whose wallets are looked at in turn
	partSize                 = 50_000                    // events, rows of the ledger and vendors' transactions that one part of a look reads at most, of each
	lookTime                 = 40 * time.Second          // after which a look leaves the rest to the next one; the job has a minute
	settleTries, settlePause = 50, 20 * time.Millisecond // how long the transactions that run at the begin of a look are waited for

	// A part is bounded, so it is over long before. Compiling the statement would take longer than it runs. Its plan depends on how much
	// there is to read, and the statement says where a nested loop is right.
	partSettings = "SET LOCAL statement_timeout = '30s'; SET LOCAL jit = off; SET LOCAL enable_nestloop = off; SET LOCAL enable_mergejoin = off; SET LOCAL work_mem = '64MB'; SET LOCAL plan_cache_mode = force_custom_plan"
	clockSkew    = 10 * time.Minute // between the clocks of programs and of the database (faults.md, row 35)
)

// cursor is how far the looks came. A transaction id (xid) is text here: nothing is computed with it outside of PostgreSQL.
type cursor struct {
	revision  int64
	xid       string // events of transactions below it were read
	member    string // of those that have their turn
	tx        int64  // vendors' transactions up to this our_tx_id were read
	mark      int64  // an our_tx_id; every lower one was drawn by a transaction below markXID
	markXID   string
	decidedAt time.Time // requests decided before were looked at
}

// part is what one part of a look saw.
type part struct {
	cursor
	found  []wallet.Violation
	proofs []proof
	all    bool // every event that is visible was read, and every row of those wallets
	cut    bool // the bound left rows of the wallets that were looked at
	turned bool // members had their turn
}

// proof is a wallet as its rows up to a version make it. Rows of later versions are not much older than at.
type proof struct {
	member, currency               string
	version, balance, held, points int64
	at                             time.Time
}

// Step looks at what changed since the last look and at a slice of the rest. The first one only notes where it begins: Full is
// for what was before. Violations are stored and stay until a full pass does not find them. It returns what it found.
//
// A look goes in parts of bounded size, each of which is stored with what it found. One that is cut off, or that ends because its
// time is over, leaves the rest to the next; only a look that has caught up is noted as run.
func (s *Service) Step(ctx context.Context) ([]wallet.Violation, error) {
	began := s.clk.Now()
	last, err := s.last(ctx)
	if errors.Is(err, pgx.ErrNoRows) {
		return nil, s.begin(ctx)
	}
	if err != nil {
		return nil, fmt.Errorf("invariants: %w", err)
	}
	var found []wallet.Violation
	var wallets int64
	complete, err := s.complete(ctx, &last)
	if err != nil {
		return nil, fmt.Errorf("invariants: %w", err)
	}
	var turned, end bool
	for stuck := false; !end && !stuck && s.clk.Now().Sub(began) < lookTime; {
		p, err := s.look(ctx, last, complete, !turned)
		if err != nil {
			return found, fmt.Errorf("invariants: %w", err)
		}
		err = pg.InTx(ctx, s.db, func(tx pgx.Tx) error {
			if err := s.keep(ctx, tx, p.found); err != nil {
				return err
			}
			return advance(ctx, tx, &p)
		})
		found = append(found, p.found...)
		if err != nil {
			return found, err
		}
		wallets += int64(len(p.proofs))
		turned = turned || p.turned
		end = p.all && p.tx == complete
		stuck = !p.all && !p.cut && p.xid == last.xid // a transaction that does not end holds everything back, the relay as well
		last = p.cursor
	}
	more, err := s.compare(ctx)
	if err != nil {
		return found, err
	}
	found = append(found, more...)
	return found, pg.InTx(ctx, s.db, func(tx pgx.Tx) error {
		if err := s.keep(ctx, tx, more); err != nil || !end {
			return err
		}
		return s.ran(ctx, tx, "step", began, wallets)
	})
}

// last returns the cursor. Transaction ids above the snapshot's xmax are of another server, from which the database was moved: events are read from
// the first one on, and the mark holds.
func (s *Service) last(ctx context.Context) (c cursor, err error) {
	err = s.db.QueryRow(ctx, `
		SELECT revision, CASE WHEN xid > x.max THEN '0' ELSE xid::text END, member_id, tx, tx_mark, CASE WHEN tx_mark_xid > x.max THEN '0' ELSE tx_mark_xid::text END, at
		  FROM invariant_cursor, (SELECT pg_snapshot_xmax(pg_current_snapshot()) AS max) x`).
		Scan(&c.revision, &c.xid, &c.member, &c.tx, &c.mark, &c.markXID, &c.decidedAt)
	return c, err
}

// begin takes every wallet as it is now for its beginning, a slice in each transaction: one that has written keeps everything that is committed from
// being published. The cursor is that of the moment before the first slice, so nothing lies between it and a proof.
func (s *Service) begin(ctx context.Context) error {
	var xid string
	var newest int64
	var began time.Time
	err := pgx.BeginTxFunc(ctx, s.db, pgx.TxOptions{AccessMode: pgx.ReadOnly}, func(tx pgx.Tx) error {
		if _, err := tx.Exec(ctx, "SET LOCAL statement_timeout = '5min'"); err != nil {
			return err
		}
		return tx.QueryRow(ctx, "SELECT pg_snapshot_xmin(pg_current_snapshot())::text, (SELECT coalesce(max(our_tx_id), 0) FROM casino_tx), now()").Scan(&xid, &newest, &began)
	})
	if err != nil {
		return fmt.Errorf("invariants: begin: %w", err)
	}
	for member, currency := "", ""; err == nil; {
		err = s.db.QueryRow(ctx, `
			WITH part AS MATERIALIZED (
			  SELECT member_id, currency, version, balance, held, points FROM wallet_balance
			   WHERE (member_id, currency) > ($1, $2) ORDER BY member_id, currency LIMIT $3
			), proven AS (
			  INSERT INTO invariant_proof (member_id, currency, version, balance, held, points, at) SELECT *, now() FROM part
			      ON CONFLICT (member_id, currency) DO UPDATE SET version = excluded.version, balance = excluded.balance, held = excluded.held,
			         points = excluded.points, at = excluded.at
			)
			SELECT member_id, currency FROM part ORDER BY member_id DESC, currency DESC LIMIT 1`, member, currency, slice).Scan(&member, &currency)
	}
	if !errors.Is(err, pgx.ErrNoRows) {
		return fmt.Errorf("invariants: begin: %w", err)
	}
	_, err = s.db.Exec(ctx, `INSERT INTO invariant_cursor (xid, member_id, tx, tx_mark, at) VALUES ($1::text::xid8, '', $2, $2, $3)`, xid, newest, began)
	if err != nil {
		return fmt.Errorf("invariants: begin: %w", err)
	}
	return nil
}

// extentSQL answers how far a part may read. $1: the cursor's xid; $2: how many events. Events below the oldest transaction that still
// runs are complete, so the cursor moves up to there and no event is missed. When all that are visible fit, the part reads them all
// (upto is NULL).
const extentSQL = `
	WITH more AS (SELECT xid FROM outbox_event WHERE xid >= $1::text::xid8 ORDER BY xid OFFSET $2 LIMIT 1), -- of the first event too many
	cut AS (SELECT CASE WHEN xid > $1::text::xid8 THEN xid ELSE (xid::text::bigint + 1)::text::xid8 END AS upto FROM more)
	SELECT cut.upto::text, least(cut.upto, pg_snapshot_xmin(s.now))::text, pg_snapshot_xmax(s.now)::text::bigint, now()
	  FROM (SELECT pg_current_snapshot() AS now) s LEFT JOIN cut ON true`

// complete returns the our_tx_id up to which no transaction of a vendor can come any more, and sets the mark for the next look. Ids are
// drawn before the commit, by transactions that hold the lock of a wallet and so have a transaction id. The newest id belongs to a
// transaction below the xmax of a snapshot that is taken after; as soon as all of those are over, the ids up to it are complete. That
// is waited for a little while; a transaction that lasts longer leaves these ids to the next look.
func (s *Service) complete(ctx context.Context, c *cursor) (int64, error) {
	var newest int64
	err := s.db.QueryRow(ctx, "SELECT coalesce(pg_sequence_last_value(pg_get_serial_sequence('casino_tx', 'our_tx_id')::regclass), 0)").Scan(&newest)
	if err != nil {
		return 0, err
	}
	var before string
	if err := s.db.QueryRow(ctx, "SELECT pg_snapshot_xmax(pg_current_snapshot())::text").Scan(&before); err != nil {
		return 0, err
	}
	up, old := c.tx, c.mark
	for try := 0; ; try++ {
		var all, marked bool
		err := s.db.QueryRow(ctx, `SELECT xmin >= $1::text::xid8, xmin >= $2::text::xid8 FROM (SELECT pg_snapshot_xmin(pg_current_snapshot()) AS xmin) s`,
			before, c.markXID).Scan(&all, &marked)
		if err != nil {
			return 0, err
		}
		if all {
			c.mark, c.markXID = newest, before
			return max(up, newest), nil
		}
		if try < settleTries {
			select {
			case <-ctx.Done():
				return 0, context.Cause(ctx)
			case <-time.After(settlePause):
			}
			continue
		}
		if marked {
			c.mark, c.markXID = newest, before
			return max(up, old), nil
		}
		return up, nil
	}
}

// look reads one part on one snapshot, in a transaction that writes nothing. turn asks for the members whose turn it is as well, once
// all events are read.
func (s *Service) look(ctx context.Context, last cursor, complete int64, turn bool) (p part, err error) {
	p.cursor = last
	opt := pgx.TxOptions{IsoLevel: pgx.RepeatableRead, AccessMode: pgx.ReadOnly}
	err = pgx.BeginTxFunc(ctx, s.db, opt, func(tx pgx.Tx) error {
		if _, err := tx.Exec(ctx, partSettings); err != nil {
			return err
		}
		var upto *string
		var xmax int64
		var now time.Time
		if err := tx.QueryRow(ctx, extentSQL, last.xid, s.part).Scan(&upto, &p.xid, &xmax, &now); err != nil {
			return err
		}
		if err := tx.QueryRow(ctx, "SELECT casino_part_end($1, $2, $3)", last.tx, max(last.tx, complete), s.part).Scan(&p.tx); err != nil {
			return err
		}
		var members []string
		if upto == nil {
			p.decidedAt = now
			if p.turned = turn; turn {
				if members, err = p.turn(ctx, tx); err != nil {
					return err
				}
			}
		}
		if err = p.read(ctx, tx, upto, members, s.part, last, xmax); p.cut { // the same events again: the proofs have moved
			p.xid, p.member, p.turned = last.xid, last.member, false
		}
		p.all = upto == nil && !p.cut
		return err
	})
	return p, err
}

// turn returns the next members whose wallets are looked at, moved or not.
func (p *part) turn(ctx context.Context, tx pgx.Tx) ([]string, error) {
	rows, err := tx.Query(ctx, "SELECT DISTINCT member_id FROM wallet_balance WHERE member_id > $1 ORDER BY member_id LIMIT $2", p.member, slice)
	if err != nil {
		return nil, err
	}
	members, err := pgx.CollectRows(rows, pgx.RowTo[string])
	if p.member = ""; len(members) == slice { // else all had their turn
		p.member = members[slice-1]
	}
	return members, err
}

// read does the looking.
func (p *part) read(ctx context.Context, tx pgx.Tx, upto *string, members []string, bound int, last cursor, xmax int64) error {
	rows, err := tx.Query(ctx, stepSQL, last.xid, upto, members, bound, last.tx, p.tx, last.decidedAt.Add(-clockSkew), xmax)
	if err != nil {
		return err
	}
	var check, subject, detail string
	var w proof
	var n int64
	var left bool
	_, err = pgx.ForEachRow(rows, []any{&check, &subject, &detail, &w.version, &w.balance, &w.held, &w.points, &w.at, &n, &left}, func() error {
		p.cut = p.cut || left
		switch {
		case check != "":
			p.found = append(p.found, wallet.Violation{Check: check, Subject: subject, Detail: detail})
		case n > 0 || !left:
			w.member, w.currency = subject, detail
			p.proofs = append(p.proofs, w)
		}
		return nil
	})
	return err
}

// advance stores what a part saw. Two looks at once cannot both: the second finds that the first moved the cursor.
func advance(ctx context.Context, tx pgx.Tx, p *part) error {
	tag, err := tx.Exec(ctx, `
		UPDATE invariant_cursor
		   SET revision = revision + 1, xid = $1::text::xid8, member_id = $2, tx = $3, tx_mark = $4, tx_mark_xid = $5::text::xid8, at = $6
		 WHERE revision = $7`,
		p.xid, p.member, p.tx, p.mark, p.markXID, p.decidedAt, p.revision)
	if err != nil {
		return fmt.Errorf("invariants: cursor: %w", err)
	}
	if tag.RowsAffected() == 0 {
		return errors.New("invariants: another look came first")
	}
	p.revision++
	n := len(p.proofs)
	members, currencies := make([]string, n), make([]string, n)
	versions, balances, held, points := make([]int64, n), make([]int64, n), make([]int64, n), make([]int64, n)
	at := make([]time.Time, n)
	for i, w := range p.proofs {
		members[i], currencies[i], versions[i] = w.member, w.currency, w.version
		balances[i], held[i], points[i], at[i] = w.balance, w.held, w.points, w.at
	}
	_, err = tx.Exec(ctx, `
		INSERT INTO invariant_proof AS p (member_id, currency, version, balance, held, points, at)
		SELECT * FROM unnest($1::text[], $2::text[], $3::bigint[], $4::bigint[], $5::bigint[], $6::bigint[], $7::timestamptz[])
		ON CONFLICT (member_id, currency) DO UPDATE SET version = excluded.version, balance = excluded.balance, held = excluded.held,
		       points = excluded.points, at = excluded.at
		 WHERE (p.version, p.balance, p.held, p.points) IS DISTINCT FROM (excluded.version, excluded.balance, excluded.held, excluded.points)`,
		members, currencies, versions, balances, held, points, at)
	if err != nil {
		return fmt.Errorf("invariants: %w", err)
	}
	return nil
}

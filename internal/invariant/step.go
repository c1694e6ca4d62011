package invariant

import (
	"context"
	_ "embed"
	"errors"
	"fmt"
	"time"

	"github.com/jackc/pgx/v5"

	"hubstake/internal/platform/pg"
	"hubstake/internal/wallet"
)

//go:embed step.sql
var stepSQL string

const (
	slice     = 2_000            // members whose wallets are looked at in turn
	clockSkew = 10 * time.Minute // between the clocks of programs and of the database (faults.md, row 35)
)

// cursor is how far the last look came.
type cursor struct {
	snapshot     string
	member       string
	tx, txBefore int64
	at           time.Time
}

// look is what one look saw.
type look struct {
	cursor
	found []wallet.Violation
	now   []proof
}

// proof is a wallet as a look saw it.
type proof struct {
	member, currency               string
	version, balance, held, points int64
}

// Step looks at what changed since the last look and at a slice of the rest. The first one only notes where it begins: Full is
// for what was before. Violations are stored and stay until a full pass does not find them. It returns what it found.
func (s *Service) Step(ctx context.Context) ([]wallet.Violation, error) {
	began := s.clk.Now()
	last, err := s.last(ctx)
	if errors.Is(err, pgx.ErrNoRows) {
		return nil, s.begin(ctx)
	}
	if err != nil {
		return nil, fmt.Errorf("invariants: %w", err)
	}
	l, err := s.look(ctx, last)
	if err != nil {
		return nil, fmt.Errorf("invariants: %w", err)
	}
	more, err := s.compare(ctx)
	if err != nil {
		return nil, err
	}
	l.found = append(l.found, more...)
	return l.found, pg.InTx(ctx, s.db, func(tx pgx.Tx) error {
		if err := s.keep(ctx, tx, l.found); err != nil {
			return err
		}
		if err := advance(ctx, tx, last, l); err != nil {
			return err
		}
		return s.ran(ctx, tx, "step", began, int64(len(l.now)))
	})
}

func (s *Service) last(ctx context.Context) (c cursor, err error) {
	err = s.db.QueryRow(ctx, "SELECT snapshot::text, member_id, tx, tx_before, at FROM invariant_cursor").
		Scan(&c.snapshot, &c.member, &c.tx, &c.txBefore, &c.at)
	return c, err
}

// begin takes every wallet as it is now for its beginning.
func (s *Service) begin(ctx context.Context) error {
	err := pgx.BeginTxFunc(ctx, s.db, pgx.TxOptions{IsoLevel: pgx.RepeatableRead}, func(tx pgx.Tx) error {
		for _, sql := range []string{
			"SET LOCAL statement_timeout = '5min'",
			`INSERT INTO invariant_proof (member_id, currency, version, balance, held, points, at)
			 SELECT member_id, currency, version, balance, held, points, now() FROM wallet_balance`,
			`INSERT INTO invariant_cursor (snapshot, member_id, tx, tx_before, at)
			 SELECT pg_current_snapshot(), '', m, m, now() FROM (SELECT coalesce(max(our_tx_id), 0) AS m FROM vendor_tx) t`,
		} {
			if _, err := tx.Exec(ctx, sql); err != nil {
				return err
			}
		}
		return nil
	})
	if err != nil {
		return fmt.Errorf("invariants: begin: %w", err)
	}
	return nil
}

// look reads on one snapshot, in a transaction that writes nothing.
func (s *Service) look(ctx context.Context, last cursor) (l look, err error) {
	opt := pgx.TxOptions{IsoLevel: pgx.RepeatableRead, AccessMode: pgx.ReadOnly}
	err = pgx.BeginTxFunc(ctx, s.db, opt, func(tx pgx.Tx) error {
		if _, err := tx.Exec(ctx, "SET LOCAL statement_timeout = '50s'"); err != nil {
			return err
		}
		err := tx.QueryRow(ctx, `
			SELECT pg_current_snapshot()::text, greatest((SELECT max(our_tx_id) FROM vendor_tx WHERE our_tx_id > $1), $2), now()`,
			last.txBefore, last.tx).Scan(&l.snapshot, &l.tx, &l.at)
		if err != nil {
			return err
		}
		l.txBefore = last.tx
		members, err := l.scope(ctx, tx, last)
		if err != nil {
			return err
		}
		rows, err := tx.Query(ctx, stepSQL, members, last.snapshot, last.txBefore, last.at.Add(-clockSkew))
		if err != nil {
			return err
		}
		l.found, err = pgx.CollectRows(rows, func(r pgx.CollectableRow) (v wallet.Violation, err error) {
			return v, r.Scan(&v.Check, &v.Subject, &v.Detail)
		})
		if err != nil {
			return err
		}
		rows, err = tx.Query(ctx, `SELECT member_id, currency, version, balance, held, points FROM wallet_balance
			WHERE member_id = ANY ($1)`, members)
		if err != nil {
			return err
		}
		l.now, err = pgx.CollectRows(rows, func(r pgx.CollectableRow) (p proof, err error) {
			return p, r.Scan(&p.member, &p.currency, &p.version, &p.balance, &p.held, &p.points)
		})
		return err
	})
	return l, err
}

// scope is whose wallets are looked at: who moved money since the last look, by the events of that, and the next slice.
func (l *look) scope(ctx context.Context, tx pgx.Tx, last cursor) ([]string, error) {
	rows, err := tx.Query(ctx, `
		SELECT DISTINCT member_id, false FROM (
		  SELECT member AS member_id FROM outbox_event
		   WHERE cmd = 'CASH' AND member <> '' AND xid >= pg_snapshot_xmin($1::pg_snapshot) AND NOT pg_visible_in_snapshot(xid, $1::pg_snapshot)) e
		UNION ALL
		(SELECT DISTINCT member_id, true FROM wallet_balance WHERE member_id > $2 ORDER BY member_id LIMIT $3)`, last.snapshot, last.member, slice)
	if err != nil {
		return nil, err
	}
	var members []string
	var id string
	var turn bool
	n := 0
	_, err = pgx.ForEachRow(rows, []any{&id, &turn}, func() error {
		members = append(members, id)
		if turn {
			n++
			l.member = max(l.member, id)
		}
		return nil
	})
	if n < slice {
		l.member = "" // all had their turn
	}
	return members, err
}

// advance stores what the look saw. Two looks at once cannot both: the second finds that the first moved the cursor.
func advance(ctx context.Context, tx pgx.Tx, last cursor, l look) error {
	tag, err := tx.Exec(ctx, "UPDATE invariant_cursor SET snapshot = $1::pg_snapshot, member_id = $2, tx = $3, tx_before = $4, at = $5 WHERE snapshot::text = $6",
		l.snapshot, l.member, l.tx, l.txBefore, l.at, last.snapshot)
	if err != nil {
		return fmt.Errorf("invariants: cursor: %w", err)
	}
	if tag.RowsAffected() == 0 {
		return errors.New("invariants: another look came first")
	}
	n := len(l.now)
	members, currencies := make([]string, n), make([]string, n)
	versions, balances, held, points := make([]int64, n), make([]int64, n), make([]int64, n), make([]int64, n)
	for i, p := range l.now {
		members[i], currencies[i], versions[i] = p.member, p.currency, p.version
		balances[i], held[i], points[i] = p.balance, p.held, p.points
	}
	_, err = tx.Exec(ctx, `
		INSERT INTO invariant_proof AS p (member_id, currency, version, balance, held, points, at)
		SELECT u.*, $7::timestamptz FROM unnest($1::text[], $2::text[], $3::bigint[], $4::bigint[], $5::bigint[], $6::bigint[]) u
		ON CONFLICT (member_id, currency) DO UPDATE SET version = excluded.version, balance = excluded.balance, held = excluded.held,
		       points = excluded.points, at = excluded.at
		 WHERE (p.version, p.balance, p.held, p.points) IS DISTINCT FROM (excluded.version, excluded.balance, excluded.held, excluded.points)`,
		members, currencies, versions, balances, held, points, l.at)
	if err != nil {
		return fmt.Errorf("invariants: %w", err)
	}
	return nil
}

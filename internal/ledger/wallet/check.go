package wallet

import (
	"context"
	"fmt"

	"github.com/jackc/pgx/v5"

	"hubstake/internal/ledger/wallet/walletdb"
)

// Violation is a broken invariant: the name of the check, and which row breaks it how.
type Violation struct {
	Check   string
	Subject string
	Detail  string
}

// String is for logs and tests.
func (v Violation) String() string { return v.Check + ": " + v.Subject + ": " + v.Detail }

// Invariant is a check as SQL: it answers subject and detail of each row that breaks it.
type Invariant struct {
	Name string // a label of metrics
	SQL  string
}

// deltaSQL selects the changes of each account: one row for the archived months, then the rows of the ledger; a hold gives two.
const deltaSQL = `
		  SELECT member_id, currency, version, unit, amount, balance_after FROM wallet_ledger
		  UNION ALL
		  SELECT member_id, currency, version, 'hold', -amount, NULL FROM wallet_ledger WHERE unit = 'cash' AND contra = 'hold'
		  UNION ALL
		  SELECT member_id, currency, version, u.unit, u.amount, u.amount
		    FROM wallet_opening o CROSS JOIN LATERAL (VALUES ('cash', o.balance), ('hold', o.held), ('point', o.points)) AS u (unit, amount)`

// Invariants of money.md, "What must always be true", 1, 2, 3 and 5.
var Invariants = []Invariant{
	{"balance_is_ledger", `
		WITH delta AS (` + deltaSQL + `), total AS (
		  SELECT member_id, currency, max(version) AS version,
		         coalesce(sum(amount) FILTER (WHERE unit = 'cash'), 0) AS cash,
		         coalesce(sum(amount) FILTER (WHERE unit = 'hold'), 0) AS held,
		         coalesce(sum(amount) FILTER (WHERE unit = 'point'), 0) AS points,
		         coalesce((array_agg(balance_after ORDER BY version DESC) FILTER (WHERE unit = 'cash'))[1], 0) AS last_cash,
		         coalesce((array_agg(balance_after ORDER BY version DESC) FILTER (WHERE unit = 'point'))[1], 0) AS last_points
		    FROM delta GROUP BY member_id, currency
		)
		SELECT coalesce(w.member_id, t.member_id) || ' ' || coalesce(w.currency, t.currency),
		       format('wallet %s/%s/%s v%s, ledger %s/%s/%s v%s, last rows %s/%s', w.balance, w.held, w.points, w.version,
		              t.cash, t.held, t.points, t.version, t.last_cash, t.last_points)
		  FROM wallet_balance w FULL JOIN total t USING (member_id, currency)
		 WHERE (w.balance, w.held, w.points, w.version) IS DISTINCT FROM
		       (coalesce(t.cash, 0), coalesce(t.held, 0), coalesce(t.points, 0), coalesce(t.version, 0))
		    OR (t.last_cash, t.last_points) IS DISTINCT FROM (t.cash, t.points)`},
	{"versions_without_hole", `
		SELECT member_id || ' ' || currency, format('%s rows, versions %s to %s', count(*), min(l.version), max(l.version))
		  FROM wallet_ledger l LEFT JOIN wallet_opening o USING (member_id, currency) GROUP BY member_id, currency, o.version
		HAVING count(*) <> max(l.version) - coalesce(o.version, 0) OR min(l.version) <> coalesce(o.version, 0) + 1
		    OR count(DISTINCT l.version) <> count(*)`},
	{"running_balance", `
		WITH delta AS (` + deltaSQL + `), running AS (
		  SELECT *, sum(amount) OVER (PARTITION BY member_id, currency, unit ORDER BY version) AS expected FROM delta
		)
		SELECT member_id || ' ' || currency || ' v' || version, format('%s after is %s, the rows add up to %s', unit, balance_after, expected)
		  FROM running WHERE balance_after IS NOT NULL AND balance_after <> expected`},
	{"accounts_sum_to_zero", `
		WITH members AS (SELECT currency, sum(balance + held + points) AS has FROM wallet_balance GROUP BY currency),
		     house AS (SELECT currency, -sum(amount) AS has
		                 FROM (SELECT currency, contra, amount FROM wallet_ledger UNION ALL SELECT currency, contra, amount FROM wallet_opening_contra) l
		                WHERE contra <> 'hold' GROUP BY currency)
		SELECT coalesce(m.currency, h.currency), format('members have %s, everybody else %s', m.has, h.has)
		  FROM members m FULL JOIN house h USING (currency) WHERE coalesce(m.has, 0) + coalesce(h.has, 0) <> 0`},
	{"nothing_negative", `
		SELECT member_id || ' ' || currency, format('%s/%s/%s', balance, held, points) FROM wallet_balance
		 WHERE balance < 0 OR held < 0 OR points < 0
		UNION ALL
		SELECT member_id || ' ' || currency || ' v' || version, balance_after::text FROM wallet_ledger WHERE balance_after < 0`},
}

// maxViolations bounds what one check reports: a few rows show what is wrong, a million rows hide it.
const maxViolations = 20

// Starter begins a transaction; a pool is one.
type Starter interface {
	BeginTx(ctx context.Context, o pgx.TxOptions) (pgx.Tx, error)
}

// Check proves the invariants of the wallet on one snapshot of the database, while others write. It reads
// whole tables. An empty result is a sound database.
func Check(ctx context.Context, db Starter) ([]Violation, error) { return Prove(ctx, db, Invariants) }

// Prove runs the checks of a domain on one snapshot of the database.
func Prove(ctx context.Context, db Starter, checks []Invariant) ([]Violation, error) {
	tx, err := db.BeginTx(ctx, pgx.TxOptions{IsoLevel: pgx.RepeatableRead, AccessMode: pgx.ReadOnly})
	if err != nil {
		return nil, fmt.Errorf("check: %w", err)
	}
	defer func() { _ = tx.Rollback(ctx) }()                                          // it only read
	if _, err := tx.Exec(ctx, "SET LOCAL statement_timeout = '30min'"); err != nil { // whole tables
		return nil, fmt.Errorf("check: %w", err)
	}
	return ProveIn(ctx, tx, checks)
}

// ProveIn runs the checks in a transaction: they see what it did.
func ProveIn(ctx context.Context, tx pgx.Tx, checks []Invariant) (out []Violation, err error) {
	for _, c := range checks {
		found, err := prove(ctx, tx, c)
		if err != nil {
			return nil, fmt.Errorf("check %s: %w", c.Name, err)
		}
		out = append(out, found...)
	}
	return out, nil
}

func prove(ctx context.Context, db walletdb.DBTX, c Invariant) ([]Violation, error) {
	rows, err := db.Query(ctx, c.SQL+fmt.Sprintf(" LIMIT %d", maxViolations))
	if err != nil {
		return nil, err
	}
	return pgx.CollectRows(rows, func(r pgx.CollectableRow) (Violation, error) {
		v := Violation{Check: c.Name}
		return v, r.Scan(&v.Subject, &v.Detail)
	})
}

package pg

import (
	"context"
	"fmt"
	"strings"
	"time"

	"github.com/jackc/pgx/v5"
	"github.com/jackc/pgx/v5/pgxpool"
)

// monthly are the tables in monthly partitions.
var monthly = []string{"wallet_ledger", "audit_entry"}

// archiveTries is how often a table's lock is asked for, lockPause apart, before the month waits for the next run.
const archiveTries = 20

// RotateMonths makes the partitions of this month and the next two of ledger and audit, and archives those that are past their
// time: the ledger's after 5 years (S-70), the audit's after 7 (S-41). It returns the names of the archived ones, which lie in
// the schema archive, still unchangeable, until an operator dumps and drops them.
//
// Archiving never holds up the writers of other months. A month is closed, then added up, which may take as long as it takes,
// then detached and its totals made the opening balances in one short transaction. Each step may be repeated, so a crash
// between or within them loses nothing. The work is done by functions of the schema's owner; the role of the workers may call
// them (Grant).
func RotateMonths(ctx context.Context, db *pgxpool.Pool, now time.Time) (archived []string, err error) {
	for _, table := range monthly {
		err := waitForLocks(ctx, archiveTries, func() error {
			_, err := db.Exec(ctx, "SELECT partition_ahead($1, $2)", table, now)
			return err
		})
		if err != nil {
			return archived, fmt.Errorf("partitions of %s: %w", table, err)
		}
		for {
			name, err := archiveMonth(ctx, db, table, now)
			if err != nil {
				return archived, fmt.Errorf("archive of %s: %w", table, err)
			}
			if name == "" {
				break
			}
			archived = append(archived, name)
		}
	}
	return archived, nil
}

// archiveMonth archives the oldest month of a table if it is past its time, and returns its name.
func archiveMonth(ctx context.Context, db *pgxpool.Pool, table string, now time.Time) (string, error) {
	var due *string
	if err := db.QueryRow(ctx, "SELECT partition_due($1, $2)", table, now).Scan(&due); err != nil || due == nil {
		return "", err
	}
	err := waitForLocks(ctx, archiveTries, func() error {
		_, err := db.Exec(ctx, "SELECT partition_close($1, $2)", table, now)
		return err
	})
	if err != nil {
		return "", err
	}
	if table == "wallet_ledger" {
		if err := addUp(ctx, db, strings.TrimPrefix(*due, table+"_")); err != nil {
			return "", err
		}
	}
	var name string
	err = waitForLocks(ctx, archiveTries, func() error {
		return db.QueryRow(ctx, "SELECT partition_archive($1, $2)", table, now).Scan(&name)
	})
	return name, err
}

// addUpMembers is how many members' totals one transaction of addUp writes.
const addUpMembers = 2000

// addUp writes the totals of a closed month of the ledger, in many short transactions.
func addUp(ctx context.Context, db *pgxpool.Pool, month string) error {
	unbounded := func(do func(pgx.Tx) error) error {
		return pgx.BeginFunc(ctx, db, func(tx pgx.Tx) error {
			if _, err := tx.Exec(ctx, "SET LOCAL statement_timeout = 0"); err != nil { // ctx ends it
				return err
			}
			return do(tx)
		})
	}
	for after := new(""); after != nil; {
		err := unbounded(func(tx pgx.Tx) error {
			return tx.QueryRow(ctx, "SELECT wallet_add_up_part($1, $2, $3)", month, *after, addUpMembers).Scan(&after)
		})
		if err != nil {
			return err
		}
	}
	return unbounded(func(tx pgx.Tx) error {
		_, err := tx.Exec(ctx, "SELECT wallet_add_up_contra($1)", month)
		return err
	})
}

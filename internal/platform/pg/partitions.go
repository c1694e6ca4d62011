package pg

import (
	"context"
	"fmt"
	"time"

	"github.com/jackc/pgx/v5/pgxpool"
)

// monthly are the tables in monthly partitions.
var monthly = []string{"wallet_ledger", "audit_entry"}

// RotateMonths makes the partitions of this month and the next two of ledger and audit, and puts those away that are past
// their time: the ledger's after 5 years (S-70), the audit's after 7 (S-41). What was put away lies in the schema archive,
// still unchangeable, until somebody dumps and drops it; it returns the names.
//
// The work is done by functions of the schema's owner; the role of the workers may call them (Grant).
func RotateMonths(ctx context.Context, db *pgxpool.Pool, now time.Time) (away []string, err error) {
	for _, table := range monthly {
		if _, err := db.Exec(ctx, "SELECT partition_ahead($1, $2)", table, now); err != nil {
			return away, fmt.Errorf("partitions of %s: %w", table, err)
		}
		for {
			var name *string
			if err := db.QueryRow(ctx, "SELECT partition_put_away($1, $2)", table, now).Scan(&name); err != nil {
				return away, fmt.Errorf("partitions of %s: %w", table, err)
			}
			if name == nil {
				break
			}
			away = append(away, *name)
		}
	}
	return away, nil
}

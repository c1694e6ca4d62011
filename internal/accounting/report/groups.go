package report

import (
	"context"
	"fmt"

	"github.com/jackc/pgx/v5/pgxpool"

	"hubstake/internal/accounting/report/reportdb"
)

// OtherGroup is the group of a game that the catalogue does not have.
const OtherGroup = "other"

// TestAccounts returns the members whose play and money no figure has (S-103).
func TestAccounts(ctx context.Context, db *pgxpool.Pool) ([]string, error) {
	ids, err := reportdb.New(db).TestAccounts(ctx)
	if err != nil {
		return nil, fmt.Errorf("report: test accounts: %w", err)
	}
	return ids, nil
}

// Groups finds the groups of games by their codes; a game that the catalogue does not have is left out.
func Groups(ctx context.Context, db *pgxpool.Pool, codes []string) (map[string]string, error) {
	rows, err := reportdb.New(db).Groups(ctx, codes)
	if err != nil {
		return nil, fmt.Errorf("report: groups of games: %w", err)
	}
	out := make(map[string]string, len(rows))
	for _, r := range rows {
		out[r.Code] = r.GroupCode
	}
	return out, nil
}

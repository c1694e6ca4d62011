package member

import (
	"context"
	"fmt"

	"github.com/jackc/pgx/v5"
	"github.com/jackc/pgx/v5/pgxpool"

	"hubstake/internal/account/credential"
)

// KeyUses returns which seal keys live sessions need, and which peppers members.
func KeyUses(ctx context.Context, db *pgxpool.Pool) ([]credential.KeyUse, error) {
	rows, err := db.Query(ctx, `
		SELECT 'PIN', split_part(pin_hash, '$', 1), count(*) FROM member_member WHERE pin_hash <> '' GROUP BY 2
		 UNION ALL SELECT 'session', split_part(hub_key, '.', 1), count(*) FROM member_session WHERE state = 'live' GROUP BY 2 ORDER BY 1, 2`)
	if err != nil {
		return nil, fmt.Errorf("keys: %w", err)
	}
	return pgx.CollectRows(rows, pgx.RowToStructByPos[credential.KeyUse])
}

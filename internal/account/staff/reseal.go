package staff

import (
	"context"
	"fmt"

	"github.com/jackc/pgx/v5"
	"github.com/jackc/pgx/v5/pgxpool"

	"hubstake/internal/account/credential"
	"hubstake/internal/platform/pg"
	"hubstake/internal/platform/vault"
)

// resealBatch bounds the rows that Reseal locks at once.
const resealBatch = 200

// Reseal seals TOTP secrets of staff again that lie under another key than the vault's first, and returns how many. It works in
// batches beside logins and may be repeated. Hub keys of sessions are not touched: they end with their sessions.
func Reseal(ctx context.Context, db *pgxpool.Pool, v *vault.Vault) (n int, err error) {
	for {
		batch := 0
		err := pg.InTx(ctx, db, func(tx pgx.Tx) error {
			rows, err := tx.Query(ctx, `SELECT staff_id, totp_secret FROM member_staff WHERE split_part(totp_secret, '.', 1) <> $1
				ORDER BY staff_id LIMIT $2 FOR UPDATE`, v.KeyID(), resealBatch)
			if err != nil {
				return err
			}
			type row struct{ ID, Sealed string }
			due, err := pgx.CollectRows(rows, pgx.RowToStructByPos[row])
			if err != nil {
				return err
			}
			batch = len(due)
			for _, r := range due {
				again, err := v.Reseal(totpSecret, r.ID, r.Sealed)
				if err != nil {
					return fmt.Errorf("staff %s: %w", r.ID, err)
				}
				if _, err := tx.Exec(ctx, "UPDATE member_staff SET totp_secret = $2 WHERE staff_id = $1", r.ID, again); err != nil {
					return err
				}
			}
			return nil
		})
		if err != nil {
			return n, fmt.Errorf("reseal: %w", err)
		}
		if n += batch; batch == 0 {
			return n, nil
		}
	}
}

// KeyUses returns which seal keys the TOTP secrets of staff need.
func KeyUses(ctx context.Context, db *pgxpool.Pool) ([]credential.KeyUse, error) {
	rows, err := db.Query(ctx, "SELECT 'TOTP secret', split_part(totp_secret, '.', 1), count(*) FROM member_staff GROUP BY 2 ORDER BY 2")
	if err != nil {
		return nil, fmt.Errorf("keys: %w", err)
	}
	return pgx.CollectRows(rows, pgx.RowToStructByPos[credential.KeyUse])
}

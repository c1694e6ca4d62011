package provider

import (
	"context"
	"fmt"

	"github.com/jackc/pgx/v5"
	"github.com/jackc/pgx/v5/pgxpool"

	"hubstake/internal/platform/pg"
	"hubstake/internal/platform/vault"
)

// Reseal seals providers' keys again that lie under another key than the vault's first, ended ones included, and returns how many.
// There are few. It may be repeated.
func Reseal(ctx context.Context, db *pgxpool.Pool, v *vault.Vault) (n int, err error) {
	err = pg.InTx(ctx, db, func(tx pgx.Tx) error {
		rows, err := tx.Query(ctx, `SELECT vendor_id, key_id, material FROM provider_key WHERE kind <> 'rsa' AND split_part(material, '.', 1) <> $1
			ORDER BY vendor_id, key_id FOR UPDATE`, v.KeyID())
		if err != nil {
			return err
		}
		type row struct{ Vendor, Key, Sealed string }
		due, err := pgx.CollectRows(rows, pgx.RowToStructByPos[row])
		if err != nil {
			return err
		}
		for _, r := range due {
			again, err := v.Reseal(sealed, r.Vendor+"/"+r.Key, r.Sealed)
			if err != nil {
				return fmt.Errorf("vendor %s, key %s: %w", r.Vendor, r.Key, err)
			}
			if _, err := tx.Exec(ctx, "UPDATE provider_key SET material = $3 WHERE vendor_id = $1 AND key_id = $2", r.Vendor, r.Key, again); err != nil {
				return err
			}
		}
		n = len(due)
		return nil
	})
	if err != nil {
		return 0, fmt.Errorf("reseal: %w", err)
	}
	return n, nil
}

// SealedUnder returns how many providers' keys are sealed under each seal key, by its id.
func SealedUnder(ctx context.Context, db *pgxpool.Pool) (map[string]int64, error) {
	rows, err := db.Query(ctx, "SELECT split_part(material, '.', 1), count(*) FROM provider_key WHERE kind <> 'rsa' GROUP BY 1")
	if err != nil {
		return nil, fmt.Errorf("keys: %w", err)
	}
	out := map[string]int64{}
	var id string
	var n int64
	_, err = pgx.ForEachRow(rows, []any{&id, &n}, func() error { out[id] = n; return nil })
	return out, err
}

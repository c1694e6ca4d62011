package personal

import (
	"bytes"
	"context"
	"encoding/binary"
	"fmt"
	"time"

	"github.com/jackc/pgx/v5"
	"github.com/jackc/pgx/v5/pgxpool"

	"hubstake/internal/platform/pg"
)

// Sealed reports whether values are written sealed. The answer holds until tx ends: Begin waits for it.
func Sealed(ctx context.Context, tx pgx.Tx) (sealed bool, err error) {
	if _, err := tx.Exec(ctx, "SELECT pg_advisory_xact_lock_shared(hashtextextended('personal', 0))"); err != nil {
		return false, fmt.Errorf("personal data: %w", err)
	}
	if err := tx.QueryRow(ctx, "SELECT sealed_since IS NOT NULL FROM personal_state").Scan(&sealed); err != nil {
		return false, fmt.Errorf("personal data: %w", err)
	}
	return sealed, nil
}

// Begin decides that values are written sealed from now on. All programs must be of a release that knows the sealed form.
func Begin(ctx context.Context, db *pgxpool.Pool, now time.Time) error {
	err := pg.InTx(ctx, db, func(tx pgx.Tx) error {
		if _, err := tx.Exec(ctx, "SELECT pg_advisory_xact_lock(hashtextextended('personal', 0))"); err != nil {
			return err
		}
		_, err := tx.Exec(ctx, "UPDATE personal_state SET sealed_since = $1 WHERE sealed_since IS NULL", now)
		return err
	})
	if err != nil {
		return fmt.Errorf("personal data: %w", err)
	}
	return nil
}

// Begun reports whether values are written sealed.
func Begun(ctx context.Context, db *pgxpool.Pool) (begun bool, err error) {
	if err := db.QueryRow(ctx, "SELECT sealed_since IS NOT NULL FROM personal_state").Scan(&begun); err != nil {
		return false, fmt.Errorf("personal data: %w", err)
	}
	return begun, nil
}

// Claim makes tx the only one that writes a value which must be unique while two index keys are in use; with one key the unique index
// decides. The caller looks for the value under the other keys after that.
func (b *Box) Claim(ctx context.Context, tx pgx.Tx, kind Kind, value string) error {
	if b == nil || len(b.index) < 2 || value == "" {
		return nil
	}
	lock := int64(binary.BigEndian.Uint64(bytes.Clone(b.smallest(kind, value)[:8])))
	if _, err := tx.Exec(ctx, "SELECT pg_advisory_xact_lock($1)", lock); err != nil {
		return fmt.Errorf("personal data: %w", err)
	}
	return nil
}

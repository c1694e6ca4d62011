package agent

import (
	"context"
	"fmt"

	"github.com/jackc/pgx/v5"
	"github.com/jackc/pgx/v5/pgxpool"

	"hubstake/internal/account/credential"
	"hubstake/internal/partners/agent/agentdb"
	"hubstake/internal/platform/pg"
	"hubstake/internal/platform/vault"
)

// resealBatch bounds the rows that Reseal locks at once.
const resealBatch = 200

// Reseal seals TOTP secrets of the partner area again that lie under another key than the vault's first, and returns how many. It works in
// batches beside logins and may be repeated.
func Reseal(ctx context.Context, db *pgxpool.Pool, v *vault.Vault) (n int, err error) {
	for batch := resealBatch; batch > 0; n += batch {
		err := pg.InTx(ctx, db, func(tx pgx.Tx) error {
			q := agentdb.New(tx)
			due, err := q.DueForReseal(ctx, agentdb.DueForResealParams{Key: v.KeyID(), Count: resealBatch})
			if err != nil {
				return err
			}
			batch = len(due)
			for _, r := range due {
				again, err := v.Reseal(authenticators(v).Purpose, r.AgentID, r.TotpSecret)
				if err != nil {
					return fmt.Errorf("agent %s: %w", r.AgentID, err)
				}
				if err := q.Resealed(ctx, agentdb.ResealedParams{TotpSecret: again, AgentID: r.AgentID}); err != nil {
					return err
				}
			}
			return nil
		})
		if err != nil {
			return n, fmt.Errorf("reseal: %w", err)
		}
	}
	return n, nil
}

// KeyUses returns which seal keys the TOTP secrets of the partner area need.
func KeyUses(ctx context.Context, db *pgxpool.Pool) ([]credential.KeyUse, error) {
	rows, err := agentdb.New(db).KeyUses(ctx)
	if err != nil {
		return nil, fmt.Errorf("keys: %w", err)
	}
	out := make([]credential.KeyUse, len(rows))
	for i, r := range rows {
		out[i] = credential.KeyUse{Kind: "TOTP secret of the partner area", Key: r.Key, Rows: r.Rows}
	}
	return out, nil
}

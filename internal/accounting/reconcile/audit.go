package reconcile

import (
	"context"
	"fmt"

	"github.com/jackc/pgx/v5"

	"hubstake/internal/ledger/wallet"
	"hubstake/internal/operator/audit"
	"hubstake/internal/platform/pg"
)

// AuditCheck is the name under which a chain of the audit that is not as it was written is stored.
const AuditCheck = "audit_chain"

// Audit recomputes the chains of the audit (S-83) and stores what is not as it was written in place of what the last one
// found. known are tips that the caller kept: with them a chain whose end was cut off together with its head is found as
// well. It returns the tips: a caller that logs them to another system can prove later that no chain was rewritten as a
// whole.
func (s *Service) Audit(ctx context.Context, known ...audit.Tip) (tips []audit.Tip, faults []string, err error) {
	began := s.clk.Now()
	err = pgx.BeginTxFunc(ctx, s.db, pgx.TxOptions{IsoLevel: pgx.RepeatableRead, AccessMode: pgx.ReadOnly}, func(tx pgx.Tx) error {
		tips, faults, err = audit.Verify(ctx, tx, known...)
		return err
	})
	if err != nil {
		return nil, nil, fmt.Errorf("invariants: %w", err)
	}
	var entries int64
	for _, t := range tips {
		entries += t.Seq
	}
	err = pg.InTx(ctx, s.db, func(tx pgx.Tx) error {
		for _, f := range faults {
			if err := s.keep(ctx, tx, []wallet.Violation{{Check: AuditCheck, Subject: f}}); err != nil {
				return err
			}
		}
		if _, err := tx.Exec(ctx, "DELETE FROM invariant_violation WHERE check_name = $1 AND last_seen < $2", AuditCheck, began); err != nil {
			return fmt.Errorf("invariants: %w", err)
		}
		return s.ran(ctx, tx, "audit", began, entries)
	})
	return tips, faults, err
}

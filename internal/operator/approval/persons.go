package approval

import (
	"context"
	"fmt"
	"time"

	"github.com/jackc/pgx/v5"

	"hubstake/internal/operator/approval/approvaldb"
)

// accessWindow is how long an account counts as held by the master who gave it access.
const accessWindow = 24 * time.Hour

// NoteAccess keeps that a master gave an account access: a one-time password, a right, or an account that is opened again. For 24 hours both
// accounts count as one person (S-84).
func NoteAccess(ctx context.Context, tx pgx.Tx, now time.Time, account, master string) error {
	if err := approvaldb.New(tx).NoteAccess(ctx, approvaldb.NoteAccessParams{StaffID: account, By: master, At: now}); err != nil {
		return fmt.Errorf("approval: access: %w", err)
	}
	return nil
}

// RenewAccess lets the 24 hours of the access that masters gave an account since a moment begin again: the account is used for the first time, by a one-time
// password that a master has had in hand.
func RenewAccess(ctx context.Context, tx pgx.Tx, now, since time.Time, account string) error {
	if err := approvaldb.New(tx).RenewAccess(ctx, approvaldb.RenewAccessParams{StaffID: account, Since: since, At: now}); err != nil {
		return fmt.Errorf("approval: access: %w", err)
	}
	return nil
}

// onePerson returns the accounts that the person of an account may hold, in their order: it, and those to which within the last 24 hours the same
// account gave access, or one of them to the other, directly or through accounts between them.
func onePerson(ctx context.Context, q *approvaldb.Queries, now time.Time, account string) ([]string, error) {
	all, err := q.OnePerson(ctx, approvaldb.OnePersonParams{StaffID: account, Since: now.Add(-accessWindow)})
	if err != nil {
		return nil, fmt.Errorf("approval: one person: %w", err)
	}
	return all, nil
}

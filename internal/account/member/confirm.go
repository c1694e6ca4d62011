package member

import (
	"context"
	"fmt"
	"time"

	"github.com/jackc/pgx/v5"

	"hubstake/internal/account/member/memberdb"
	"hubstake/internal/core/fault"
)

// ConfirmSession notes in tx that a session of staff has a fresh one-time code until a moment (S-85). U029: the session is over, or not of that person.
func (s *Service) ConfirmSession(ctx context.Context, tx pgx.Tx, sid, staffID string, until time.Time) error {
	n, err := memberdb.New(tx).ConfirmSession(ctx, memberdb.ConfirmSessionParams{SessionID: sid, StaffID: staffID, Until: until})
	if err != nil {
		return fmt.Errorf("confirm session: %w", err)
	}
	if n == 0 {
		return fault.NoAccess
	}
	return nil
}

// Confirmed reports whether a session of staff is not over and has a fresh one-time code now.
func (s *Service) Confirmed(ctx context.Context, sid string) (bool, error) {
	yes, err := memberdb.New(s.db).SessionConfirmed(ctx, memberdb.SessionConfirmedParams{SessionID: sid, At: s.clk.Now()})
	if err != nil {
		return false, fmt.Errorf("session confirmed: %w", err)
	}
	return yes, nil
}

// ForgetConfirmations ends in tx the freshness of one-time codes in all sessions of a member of staff.
func (s *Service) ForgetConfirmations(ctx context.Context, tx pgx.Tx, staffID string) error {
	if err := memberdb.New(tx).ForgetConfirmations(ctx, staffID); err != nil {
		return fmt.Errorf("forget confirmations: %w", err)
	}
	return nil
}

package member

import (
	"context"
	"errors"
	"fmt"
	"strconv"
	"time"

	"github.com/jackc/pgx/v5"

	"hubstake/internal/fault"
	"hubstake/internal/member/memberdb"
)

// VerifyPIN checks the withdrawal PIN of a member: C028 none typed, C016 none set, C017 wrong or locked. After the
// site's number of wrong ones in a row (5) it locks for as long as the site says (30 min), the right one included (D-04).
// Attempts are counted before they are looked at: of a hundred at once no more than five are.
func (s *Service) VerifyPIN(ctx context.Context, memID string, pin Secret) error {
	if pin == "" {
		return fault.CashPINRequired
	}
	q := memberdb.New(s.db)
	m, err := q.PIN(ctx, memID)
	if errors.Is(err, pgx.ErrNoRows) || err == nil && m.PinHash == "" {
		return fault.CashPINNotSet
	}
	if err != nil {
		return fmt.Errorf("pin: %w", err)
	}
	st, err := s.options(ctx, m.SiteID)
	if err != nil {
		return err
	}
	o, now := st.Options, s.clk.Now()
	wrong := fault.WrongCashPIN.With("max", strconv.Itoa(o.PinTries)).With("minutes", strconv.Itoa(o.PinLockMinutes))
	_, err = q.TryPIN(ctx, memberdb.TryPINParams{
		MemberID: memID, Max: int32(o.PinTries), At: now, Until: now.Add(time.Duration(o.PinLockMinutes) * time.Minute),
	})
	if errors.Is(err, pgx.ErrNoRows) {
		return wrong
	}
	if err != nil {
		return fmt.Errorf("pin: count: %w", err)
	}
	right, err := s.Hasher.VerifyPIN(ctx, pin, m.PinHash)
	if err != nil {
		return errors.Join(err, q.ReturnPIN(context.WithoutCancel(ctx), memID))
	}
	if !right {
		return wrong
	}
	if err := q.ForgivePIN(ctx, memID); err != nil {
		return fmt.Errorf("pin: %w", err)
	}
	return nil
}

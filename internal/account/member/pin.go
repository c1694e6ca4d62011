package member

import (
	"context"
	"errors"
	"fmt"
	"strconv"
	"time"

	"github.com/jackc/pgx/v5"

	"hubstake/internal/account/credential"
	"hubstake/internal/account/member/memberdb"
	"hubstake/internal/core/fault"
	"hubstake/internal/operator/site"
	"hubstake/internal/platform/pg"
)

// PINTry is an attempt at the PIN: compared with the stored hash, but neither answered nor counted yet.
type PINTry struct {
	member string
	stored string // the PIN that it was compared with
	right  bool
	// repeppered is what is to be stored instead, when the pepper was rotated since; else empty.
	repeppered string
	options    site.Options
}

// TryPIN compares what was typed with the withdrawal PIN of a member; JudgePIN says what came of it. It has no effect, takes the
// time of a hash and needs a connection, so it comes before a transaction. C028: none typed, C016: none set, C017: locked.
func (s *Service) TryPIN(ctx context.Context, memID string, pin credential.Secret) (PINTry, error) {
	if pin == "" {
		return PINTry{}, fault.CashPINRequired
	}
	m, err := memberdb.New(s.db).PIN(ctx, memID)
	if errors.Is(err, pgx.ErrNoRows) || err == nil && m.PinHash == "" {
		return PINTry{}, fault.CashPINNotSet
	}
	if err != nil {
		return PINTry{}, fmt.Errorf("pin: %w", err)
	}
	st, err := s.options(ctx, m.SiteID)
	if err != nil {
		return PINTry{}, err
	}
	t := PINTry{member: memID, stored: m.PinHash, options: st.Options}
	if s.pinLocked(m.PinLockedUntil) { // no hash for a flood of guesses
		return PINTry{}, t.wrong()
	}
	t.right, err = s.Hasher.VerifyPIN(ctx, pin, m.PinHash)
	if err == nil && t.right && s.Hasher.Outdated(m.PinHash) {
		t.repeppered, err = s.Hasher.HashPIN(ctx, pin)
	}
	return t, err
}

// JudgePIN decides an attempt: C017 for a wrong one, and for every one while the PIN is locked: after the site's number of
// wrong ones in a row (5) for as long as the site says (30 min), the right one included (D-04). It decides and counts under
// the lock of the member's row, so of a hundred concurrent attempts at most five are decided. The count is written in tx,
// which the caller must commit in any case. E002: the PIN was changed in the meantime.
func (s *Service) JudgePIN(ctx context.Context, tx pgx.Tx, t PINTry) error {
	q := memberdb.New(tx)
	m, err := q.LockPIN(ctx, t.member)
	switch {
	case err != nil:
		return fmt.Errorf("pin: %w", err)
	case s.pinLocked(m.PinLockedUntil):
		return t.wrong()
	case m.PinHash != t.stored:
		return fault.TryLater
	}
	if t.repeppered != "" {
		if _, err := tx.Exec(ctx, "UPDATE member_member SET pin_hash = $2 WHERE member_id = $1", t.member, t.repeppered); err != nil {
			return fmt.Errorf("pin: pepper: %w", err)
		}
	}
	count := memberdb.CountPINParams{MemberID: t.member, Failures: m.PinFailures + 1}
	if m.PinLockedUntil != nil { // a lock that is over begins a new count
		count.Failures = 1
	}
	switch {
	case t.right && m.PinFailures == 0 && m.PinLockedUntil == nil:
		return nil
	case t.right:
		count.Failures = 0
	case int(count.Failures) >= t.options.PinTries:
		until := s.clk.Now().Add(time.Duration(t.options.PinLockMinutes) * time.Minute)
		count.Until = &until
	}
	if err := q.CountPIN(ctx, count); err != nil {
		return fmt.Errorf("pin: count: %w", err)
	}
	if !t.right {
		return t.wrong()
	}
	return nil
}

// VerifyPIN is TryPIN and JudgePIN for what is not in a transaction of its own.
func (s *Service) VerifyPIN(ctx context.Context, memID string, pin credential.Secret) error {
	t, err := s.TryPIN(ctx, memID, pin)
	if err != nil {
		return err
	}
	var refusal error
	err = pg.InTx(ctx, s.db, func(tx pgx.Tx) error {
		refusal = s.JudgePIN(ctx, tx, t)
		if _, refused := fault.Of(refusal); refused {
			return nil // committed with its count
		}
		return refusal
	})
	if err != nil {
		return err
	}
	return refusal
}

func (s *Service) pinLocked(until *time.Time) bool { return until != nil && s.clk.Now().Before(*until) }

func (t PINTry) wrong() error {
	return fault.WrongCashPIN.With("max", strconv.Itoa(t.options.PinTries)).With("minutes", strconv.Itoa(t.options.PinLockMinutes))
}

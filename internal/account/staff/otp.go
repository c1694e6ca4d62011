package staff

import (
	"context"
	"crypto/subtle"
	"fmt"
	"time"

	"github.com/jackc/pgx/v5"
	"github.com/pquerna/otp"
	"github.com/pquerna/otp/hotp"

	"hubstake/internal/account/credential"
	"hubstake/internal/account/staff/staffdb"
	"hubstake/internal/platform/vault"
)

// Wrong one-time codes that lock a staff account, and for how long (security.md 6.5.1).
const (
	otpTries = 5
	otpLock  = 15 * time.Minute
)

// otpMemory is how long a used code is remembered outside PostgreSQL. A code is valid for 90 seconds; the rest is for clocks that differ.
const otpMemory = 5 * time.Minute

// otpUse is one use of a one-time code.
type otpUse struct {
	attempt  string // names it: its transaction may run more than once
	recovery bool   // a recovery code may stand in
	at       time.Time
}

// checkOTP reports whether a one-time code is right, under the lock of the staff row: of two who use the same code at once, one gets
// in. Five wrong codes make every code wrong for 15 minutes. A code that PostgreSQL or Redis knows as used is wrong: a standby that is
// promoted may have missed the last codes. An unused recovery code is right as well, once, where use allows it.
func (s *Service) checkOTP(ctx context.Context, tx pgx.Tx, r staffdb.LockRow, c credential.Credentials, use otpUse) (right bool, err error) {
	now := use.at
	q := staffdb.New(tx)
	set := staffdb.SetOTPParams{StaffID: r.StaffID, Step: r.TotpStep, Failures: r.OtpFailures}
	if r.OtpLockedUntil != nil {
		if now.Before(*r.OtpLockedUntil) {
			return false, nil
		}
		set.Failures = 0
	}
	switch {
	case !isRecoveryCode(c.OTP):
		set.Step, right, err = s.checkTOTP(ctx, r, c.OTP, use.attempt, now)
	case use.recovery:
		right, err = s.useRecoveryCode(ctx, tx, r, c, now)
	}
	if err != nil {
		return false, err
	}
	if right {
		set.Failures = 0
	} else if set.Failures++; set.Failures >= otpTries {
		until := now.Add(otpLock)
		set.LockedUntil = &until
	}
	if err := q.SetOTP(ctx, set); err != nil {
		return false, fmt.Errorf("staff login: %w", err)
	}
	return right, nil
}

// checkTOTP checks a code of the authenticator. step is the one that counts as used from now on.
func (s *Service) checkTOTP(ctx context.Context, r staffdb.LockRow, code credential.Secret, login string, now time.Time) (step int64, right bool, err error) {
	secret, err := s.Vault.Open(totpSecret, r.StaffID, r.TotpSecret)
	if err != nil {
		return r.TotpStep, false, fmt.Errorf("staff login: %w", err)
	}
	step, right, err = totpStep(string(secret), code, now)
	if err != nil {
		return r.TotpStep, false, fmt.Errorf("staff login: %w", err)
	}
	if !right || step <= r.TotpStep || s.usedBefore(ctx, r.StaffID, step, login) {
		return r.TotpStep, false, nil
	}
	return step, true, nil
}

// usedBefore reports whether Redis knows a one-time code as used by another login, and marks it as used by this one. When Redis is away
// it returns false, and the step in PostgreSQL alone decides: staff must be able to log in without Redis.
func (s *Service) usedBefore(ctx context.Context, staffID string, step int64, login string) bool {
	if s.PutIfAbsent == nil {
		return false
	}
	was, err := s.PutIfAbsent(ctx, fmt.Sprintf("otp:%s:%d", staffID, step), login, otpMemory)
	if err != nil {
		s.Metrics.unrememberedCode()
		return false
	}
	return was != "" && was != login
}

// totpSecret is the purpose under which the vault binds a secret to its staff member.
const totpSecret = "totp"

// SealTOTP wraps the secret (base32, as an authenticator takes it) of a staff member for NewAccount.
func SealTOTP(v *vault.Vault, staffID, secret string) string {
	return v.Seal(totpSecret, staffID, []byte(secret))
}

// totpPeriod is the length of a step in seconds (RFC 6238).
const totpPeriod = 30

// totpStep tells of which step a code of six digits is: the present one, the one before or the next. All three are
// compared, so that the time tells nothing.
func totpStep(secret string, code credential.Secret, now time.Time) (step int64, ok bool, err error) {
	present := now.Unix() / totpPeriod
	for n := present - 1; n <= present+1; n++ {
		want, err := hotp.GenerateCodeCustom(secret, uint64(n), hotp.ValidateOpts{Digits: otp.DigitsSix, Algorithm: otp.AlgorithmSHA1})
		if err != nil {
			return 0, false, fmt.Errorf("totp: %w", err)
		}
		if subtle.ConstantTimeCompare([]byte(want), []byte(code)) == 1 {
			step, ok = n, true
		}
	}
	return step, ok, nil
}

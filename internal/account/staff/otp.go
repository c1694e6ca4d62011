package staff

import (
	"context"
	"fmt"
	"time"

	"github.com/jackc/pgx/v5"

	"hubstake/internal/account/credential"
	"hubstake/internal/account/staff/staffdb"
	"hubstake/internal/platform/vault"
)

// otpUse is one use of a one-time code.
type otpUse struct {
	attempt  string // names it: its transaction may run more than once
	recovery bool   // a recovery code may stand in
	at       time.Time
}

// authenticators checks the one-time codes of staff.
func (s *Service) authenticators() credential.Authenticators {
	a := authenticators(s.Vault)
	a.PutIfAbsent, a.Unremembered = s.PutIfAbsent, s.Metrics.unrememberedCode
	return a
}

func authenticators(v *vault.Vault) credential.Authenticators {
	return credential.Authenticators{Vault: v, Purpose: totpSecret, Memory: "otp:"}
}

// checkOTP reports whether a one-time code is right, under the lock of the staff row (credential.Authenticators). An unused recovery code is
// right as well, once, where use allows it.
func (s *Service) checkOTP(ctx context.Context, tx pgx.Tx, r staffdb.LockRow, c credential.Credentials, use otpUse) (right bool, err error) {
	try := credential.CodeTry{
		ID: r.StaffID, Sealed: r.TotpSecret, Code: c.OTP, Attempt: use.attempt, At: use.at,
		State: credential.CodeState{Step: r.TotpStep, Failures: r.OtpFailures, LockedUntil: r.OtpLockedUntil},
	}
	if use.recovery {
		try.Recover = func(ctx context.Context) (bool, error) { return s.useRecoveryCode(ctx, tx, r, c, use.at) }
	}
	is, right, err := s.authenticators().Check(ctx, try)
	if err == nil {
		err = staffdb.New(tx).SetOTP(ctx, staffdb.SetOTPParams{
			StaffID: r.StaffID, Step: is.Step, Failures: is.Failures, LockedUntil: is.LockedUntil,
		})
	}
	if err != nil {
		return false, fmt.Errorf("staff login: %w", err)
	}
	return right, nil
}

// totpSecret is the purpose under which the vault binds a secret to its staff member.
const totpSecret = "totp"

// SealTOTP wraps the secret (base32, as an authenticator takes it) of a staff member for NewAccount.
func SealTOTP(v *vault.Vault, staffID, secret string) string {
	return authenticators(v).Seal(staffID, secret)
}

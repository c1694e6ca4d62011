package member

import (
	"crypto/subtle"
	"fmt"
	"time"

	"github.com/pquerna/otp"
	"github.com/pquerna/otp/hotp"

	"hubstake/internal/platform/vault"
)

// totpSecret is the purpose under which the vault binds a secret to its staff member.
const totpSecret = "totp"

// SealTOTP wraps the secret (base32, as an authenticator takes it) of a staff member for StaffAccount.
func SealTOTP(v *vault.Vault, staffID, secret string) string {
	return v.Seal(totpSecret, staffID, []byte(secret))
}

// totpPeriod is the length of a step in seconds (RFC 6238).
const totpPeriod = 30

// totpStep tells of which step a code of six digits is: the present one, the one before or the next. All three are
// compared, so that the time tells nothing.
func totpStep(secret string, code Secret, now time.Time) (step int64, ok bool, err error) {
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

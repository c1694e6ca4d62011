package member

import (
	"crypto/aes"
	"crypto/cipher"
	"crypto/subtle"
	"encoding/base64"
	"errors"
	"fmt"
	"time"

	"github.com/pquerna/otp"
	"github.com/pquerna/otp/hotp"
)

// Vault keeps the TOTP secrets of staff under the seal key of the configuration, each bound to its owner: a secret copied
// to another row of the table opens nothing.
type Vault struct{ aead cipher.AEAD }

// NewVault takes the key-encryption key.
func NewVault(kek [32]byte) (*Vault, error) {
	block, err := aes.NewCipher(kek[:])
	if err != nil {
		return nil, fmt.Errorf("seal key: %w", err)
	}
	aead, err := cipher.NewGCMWithRandomNonce(block)
	if err != nil {
		return nil, fmt.Errorf("seal key: %w", err)
	}
	return &Vault{aead}, nil
}

// Seal wraps the secret (base32, as an authenticator takes it) of a staff member.
func (v *Vault) Seal(staffID, secret string) string {
	sealed := v.aead.Seal(nil, nil, []byte(secret), []byte("totp|"+staffID)) //nolint:gosec // the AEAD makes its own random nonce
	return base64.RawURLEncoding.EncodeToString(sealed)
}

func (v *Vault) open(staffID, sealed string) (string, error) {
	raw, err := base64.RawURLEncoding.DecodeString(sealed)
	if err != nil {
		return "", errors.New("totp secret: not base64url")
	}
	secret, err := v.aead.Open(nil, nil, raw, []byte("totp|"+staffID))
	if err != nil {
		return "", errors.New("totp secret: sealed for somebody else or under another key")
	}
	return string(secret), nil
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

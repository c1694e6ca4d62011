package credential

import (
	"context"
	"crypto/rand"
	"crypto/subtle"
	"encoding/base32"
	"fmt"
	"net/url"
	"time"

	"github.com/pquerna/otp"
	"github.com/pquerna/otp/hotp"

	"hubstake/internal/core/code"
	"hubstake/internal/platform/vault"
)

// Wrong one-time codes that lock the codes of an account, and for how long (security.md 6.5.1).
const (
	otpTries = 5
	otpLock  = 15 * time.Minute
)

// otpMemory is how long a used code is remembered outside PostgreSQL. A code is valid for 90 seconds; the rest is for clocks that differ.
const otpMemory = 5 * time.Minute

// totpPeriod is the length of a step in seconds (RFC 6238).
const totpPeriod = 30

// recoveryCodes is how many an account has after it was enrolled.
const recoveryCodes = 10

// Authenticators checks the one-time codes of accounts of one kind: staff, or persons of the partner area.
type Authenticators struct {
	Vault   *vault.Vault
	Purpose string // under which the vault binds a secret to its account
	// Memory begins the names under which used codes are kept outside PostgreSQL by PutIfAbsent, which keeps a value or returns the one that is
	// there already (redisx.Nonces.PutIfAbsent). It remembers codes over a failover; nil leaves that to PostgreSQL.
	Memory      string
	PutIfAbsent func(ctx context.Context, name, value string, ttl time.Duration) (was string, err error)
	// Unremembered is called when PutIfAbsent failed; nil: not called.
	Unremembered func()
}

// CodeState is what an account remembers of its one-time codes.
type CodeState struct {
	Step        int64 // the last step whose code was used
	Failures    int32 // wrong codes in a row
	LockedUntil *time.Time
}

// CodeTry is one use of a one-time code.
type CodeTry struct {
	ID      string // of the account
	Sealed  string // its secret
	State   CodeState
	Code    Secret
	Attempt string // names it: its transaction may run more than once
	At      time.Time
	// Recover uses a recovery code up and reports whether it was one of the account; nil: a recovery code cannot stand in here.
	Recover func(context.Context) (bool, error)
}

// Check reports whether a one-time code is right and returns the state to keep. The caller holds the lock of the account and commits the
// state also after a wrong code: of two who use the same code at once, one gets in. Five wrong codes make every code wrong for 15
// minutes. A code that PostgreSQL or Redis knows as used is wrong: a standby that is promoted may have missed the last codes.
func (a Authenticators) Check(ctx context.Context, t CodeTry) (state CodeState, right bool, err error) {
	state = t.State
	if state.LockedUntil != nil {
		if t.At.Before(*state.LockedUntil) {
			return state, false, nil
		}
		state = CodeState{Step: state.Step}
	}
	switch {
	case !isRecoveryCode(t.Code):
		state.Step, right, err = a.checkTOTP(ctx, t)
	case t.Recover != nil:
		right, err = t.Recover(ctx)
	}
	if err != nil {
		return t.State, false, err
	}
	if right {
		state.Failures = 0
	} else if state.Failures++; state.Failures >= otpTries {
		until := t.At.Add(otpLock)
		state.LockedUntil = &until
	}
	return state, right, nil
}

// checkTOTP checks a code of the authenticator. step is the one that counts as used from now on.
func (a Authenticators) checkTOTP(ctx context.Context, t CodeTry) (step int64, right bool, err error) {
	secret, err := a.Open(t.ID, t.Sealed)
	if err != nil {
		return t.State.Step, false, err
	}
	step, right, err = totpStep(secret, t.Code, t.At)
	if err != nil || !right || step <= t.State.Step || a.usedBefore(ctx, t.ID, step, t.Attempt) {
		return t.State.Step, false, err
	}
	return step, true, nil
}

// usedBefore reports whether Redis knows a one-time code as used by another attempt, and marks it as used by this one. When Redis is away
// it returns false, and the step in PostgreSQL alone decides: people must be able to log in without Redis.
func (a Authenticators) usedBefore(ctx context.Context, id string, step int64, attempt string) bool {
	if a.PutIfAbsent == nil {
		return false
	}
	was, err := a.PutIfAbsent(ctx, fmt.Sprintf("%s%s:%d", a.Memory, id, step), attempt, otpMemory)
	if err != nil {
		if a.Unremembered != nil {
			a.Unremembered()
		}
		return false
	}
	return was != "" && was != attempt
}

// Seal wraps the secret (base32, as an authenticator takes it) of an account.
func (a Authenticators) Seal(id, secret string) string {
	return a.Vault.Seal(a.Purpose, id, []byte(secret))
}

// Open returns the secret of an account in base32.
func (a Authenticators) Open(id, sealed string) (string, error) {
	secret, err := a.Vault.Open(a.Purpose, id, sealed)
	if err != nil {
		return "", fmt.Errorf("secret of an authenticator: %w", err)
	}
	return string(secret), nil
}

// NewTOTPSecret makes a secret in base32, as authenticators take it: as long as SHA-1, which RFC 4226 asks for.
func NewTOTPSecret() string {
	b := make([]byte, 20)
	_, _ = rand.Read(b) // never fails
	return base32.StdEncoding.WithPadding(base32.NoPadding).EncodeToString(b)
}

// Enrolment is what an authenticator needs. Both forms say the same.
type Enrolment struct {
	Secret  string // base32, to be typed
	Address string // otpauth://, for a QR code (Key URI format)
}

// NewEnrolment returns a secret in both forms.
func NewEnrolment(issuer, account, secret string) Enrolment {
	u := url.URL{Scheme: "otpauth", Host: "totp", Path: "/" + issuer + ":" + account}
	u.RawQuery = url.Values{"secret": {secret}, "issuer": {issuer}}.Encode()
	return Enrolment{Secret: secret, Address: u.String()}
}

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

// RecoveryKind keeps the hashes of recovery codes of one kind of accounts apart from others.
type RecoveryKind string

// New makes the recovery codes of an account, and what is kept of them.
func (k RecoveryKind) New() (codes []string, hashes [][]byte) {
	for range recoveryCodes {
		c := code.New()
		codes = append(codes, c)
		hashes = append(hashes, k.Hash(Secret(c)))
	}
	return codes, hashes
}

// Hash is what is kept of a recovery code.
func (k RecoveryKind) Hash(typed Secret) []byte { return code.Hash(string(k), string(typed)) }

// isRecoveryCode tells a recovery code from a code of the authenticator, by its length.
func isRecoveryCode(code Secret) bool { return len(code) > 6 }

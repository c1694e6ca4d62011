package staff

import (
	"context"
	"crypto/rand"
	"encoding/base32"
	"errors"
	"fmt"
	"net/url"
	"strconv"
	"strings"
	"time"
	"unicode"
	"unicode/utf8"

	"github.com/jackc/pgx/v5"

	"hubstake/internal/account/credential"
	"hubstake/internal/account/member"
	"hubstake/internal/account/staff/staffdb"
	"hubstake/internal/core/code"
	"hubstake/internal/core/fault"
	"hubstake/internal/core/id"
	"hubstake/internal/operator/audit"
	"hubstake/internal/platform/pg"
)

const (
	// oneTimeLife is how long a one-time password may be used.
	oneTimeLife = 72 * time.Hour
	// A password of staff, in code points.
	passMin, passMax = 12, 72
	// recoveryCodes is how many an account has after it was enrolled.
	recoveryCodes = 10
)

// OneTime is the password with which an account is enrolled. It is shown once, to who made it, and kept as a hash only.
type OneTime struct {
	Password string
	Until    time.Time
}

// start makes a one-time password with its hash, and the sealed TOTP secret that will belong to it.
func (s *Service) start(ctx context.Context, staffID string) (o OneTime, hash, sealed string, err error) {
	o = OneTime{Password: rand.Text()[:16], Until: s.clk.Now().Add(oneTimeLife)}
	if hash, err = s.Checker.Hasher.Hash(ctx, credential.Secret(o.Password)); err != nil {
		return OneTime{}, "", "", err
	}
	secret := randomSecret
	if s.NewSecret != nil {
		secret = s.NewSecret
	}
	return o, hash, SealTOTP(s.Vault, staffID, secret(staffID)), nil
}

// encoding is that of TOTP secrets, as authenticators take them.
var encoding = base32.StdEncoding.WithPadding(base32.NoPadding)

func randomSecret(string) string {
	b := make([]byte, 20) // as long as SHA-1, which RFC 4226 asks for
	_, _ = rand.Read(b)
	return encoding.EncodeToString(b)
}

// Enrolment is what an authenticator needs. Both forms say the same.
type Enrolment struct {
	Secret  string // base32, to be typed
	Address string // otpauth://, for a QR code
}

// BeginEnrolment gives the TOTP secret of an account to who has its one-time password. It changes nothing and may be repeated. Refused
// like a login: a password that is wrong, too old, or used before.
func (s *Service) BeginEnrolment(ctx context.Context, c credential.Credentials, siteName string) (e Enrolment, err error) {
	c, p, err := s.prove(ctx, c)
	if err != nil {
		return Enrolment{}, err
	}
	var refusal error
	err = pg.InTx(ctx, s.db, func(tx pgx.Tx) error {
		q := staffdb.New(tx)
		r, open, err := s.lockOpen(ctx, q, p)
		if refusal = nil; err != nil || !open {
			refusal = p.wrong
			return err
		}
		secret, err := s.Vault.Open(totpSecret, r.StaffID, r.TotpSecret)
		if err != nil {
			return fmt.Errorf("enrol: %w", err)
		}
		e = Enrolment{Secret: string(secret), Address: otpAddress(siteName, r.StaffID, string(secret))}
		return p.forgive(ctx, q)
	})
	if err == nil {
		err = refusal
	}
	if err != nil {
		return Enrolment{}, s.refused(ctx, c, err)
	}
	return e, nil
}

// lockOpen locks the row of an account. open reports that it waits for its enrolment, by the password that was proved.
func (s *Service) lockOpen(ctx context.Context, q *staffdb.Queries, p proof) (r staffdb.LockRow, open bool, err error) {
	r, same, err := p.lock(ctx, q)
	return r, err == nil && same && r.Active && r.OneTimeUntil != nil && s.clk.Now().Before(*r.OneTimeUntil), err
}

// otpAddress is a TOTP secret as authenticators scan it (Key URI format).
func otpAddress(issuer, account, secret string) string {
	u := url.URL{Scheme: "otpauth", Host: "totp", Path: "/" + issuer + ":" + account}
	u.RawQuery = url.Values{"secret": {secret}, "issuer": {issuer}}.Encode()
	return u.String()
}

// Enrol ends the enrolment: it takes a password of the person's own and the first code of the authenticator, and lets the person in. codes
// are the recovery codes, which are shown this once. U102: the new password is shorter than 12 characters, contains the ID, is a common
// one or the one-time password. A wrong code counts as at a login.
func (s *Service) Enrol(ctx context.Context, c credential.Credentials, password credential.Secret) (g member.Grant, a Account, codes []string, err error) {
	c, p, err := s.prove(ctx, c)
	if err != nil {
		return member.Grant{}, Account{}, nil, err
	}
	if err := checkPassword(password, c); err != nil {
		return member.Grant{}, Account{}, nil, errors.Join(err, p.forgive(ctx, staffdb.New(s.db)))
	}
	hash, err := s.Checker.Hasher.Hash(ctx, password)
	if err != nil {
		return member.Grant{}, Account{}, nil, err
	}
	codes, hashes := newRecoveryCodes()
	var refusal error
	var session member.Session
	login := id.New()
	err = pg.InTx(ctx, s.db, func(tx pgx.Tx) error {
		q, now := staffdb.New(tx), s.clk.Now()
		r, open, err := s.lockOpen(ctx, q, p)
		if refusal = nil; err != nil || !open {
			refusal = p.wrong
			return err
		}
		right, err := s.checkOTP(ctx, tx, r, c, otpUse{attempt: login, recovery: true, at: now})
		if err != nil || !right {
			refusal = p.wrong
			return err
		}
		session, a, err = s.enrolled(ctx, tx, enrolled{p: p, c: c, row: r, hash: hash, codes: hashes, at: now})
		return err
	})
	if err == nil {
		err = refusal
	}
	if err != nil {
		return member.Grant{}, Account{}, nil, s.refused(ctx, c, err)
	}
	s.members.Announce(ctx, session)
	g, err = s.members.Grant(session)
	return g, a, codes, err
}

// enrolled is an enrolment whose both factors were right.
type enrolled struct {
	p     proof
	c     credential.Credentials
	row   staffdb.LockRow
	hash  string
	codes [][]byte
	at    time.Time
}

func (s *Service) enrolled(ctx context.Context, tx pgx.Tx, e enrolled) (member.Session, Account, error) {
	q, staffID := staffdb.New(tx), e.row.StaffID
	err := errors.Join(
		q.Enrolled(ctx, staffdb.EnrolledParams{PassHash: e.hash, At: e.at, StaffID: staffID}),
		q.DropRecoveryCodes(ctx, staffID),
		q.AddRecoveryCodes(ctx, staffdb.AddRecoveryCodesParams{StaffID: staffID, Hashes: e.codes}),
	)
	if err != nil {
		return member.Session{}, Account{}, fmt.Errorf("enrol: %w", err)
	}
	if err := e.p.forgive(ctx, q); err != nil {
		return member.Session{}, Account{}, err
	}
	session, a, err := s.enter(ctx, tx, e.c, e.row, e.at)
	if err != nil {
		return session, a, err
	}
	return session, a, audit.Note(ctx, tx, audit.Entry{
		Actor: audit.Actor{ID: staffID, IP: e.c.IP, Trace: e.c.Trace}, Site: e.c.Site, Action: "staff.enrol", Target: staffID,
	})
}

// checkPassword is the rule of passwords of staff: U102.
func checkPassword(password credential.Secret, c credential.Credentials) error {
	text := string(password)
	n := utf8.RuneCountInString(text)
	if n < passMin || n > passMax || !utf8.ValidString(text) || strings.ContainsFunc(text, unicode.IsControl) || password == c.Password ||
		credential.Common(text) || strings.Contains(strings.ToLower(text), c.MemID) {
		return fault.BadPassword.With("min", strconv.Itoa(passMin)).With("max", strconv.Itoa(passMax))
	}
	return nil
}

// newRecoveryCodes makes the recovery codes of an account, and what is kept of them.
func newRecoveryCodes() (codes []string, hashes [][]byte) {
	for range recoveryCodes {
		c := code.New()
		codes = append(codes, c)
		hashes = append(hashes, hashOfCode(credential.Secret(c)))
	}
	return codes, hashes
}

// isRecoveryCode tells a recovery code from a code of the authenticator, by its length.
func isRecoveryCode(code credential.Secret) bool { return len(code) > 6 }

// hashOfCode is what is kept of a recovery code.
func hashOfCode(typed credential.Secret) []byte {
	return code.Hash("staff recovery", string(typed))
}

// useRecoveryCode uses a recovery code up. That is a significant event: the authenticator may be lost, or the codes stolen.
func (s *Service) useRecoveryCode(ctx context.Context, tx pgx.Tx, r staffdb.LockRow, c credential.Credentials, now time.Time) (bool, error) {
	n, err := staffdb.New(tx).UseRecoveryCode(ctx, staffdb.UseRecoveryCodeParams{At: now, StaffID: r.StaffID, CodeHash: hashOfCode(c.OTP)})
	if err != nil {
		return false, fmt.Errorf("staff login: %w", err)
	}
	if n == 0 {
		return false, nil
	}
	return true, audit.Note(ctx, tx, audit.Entry{
		Actor: audit.Actor{ID: r.StaffID, IP: c.IP, Trace: c.Trace}, Site: c.Site, Action: "staff.recovery", Target: r.StaffID,
	})
}

package credential

import (
	"context"
	"errors"
	"fmt"
	"net/netip"
	"regexp"
	"strconv"
	"strings"
	"time"

	"github.com/jackc/pgx/v5"

	"hubstake/internal/core/fault"
)

// Origin is from where a call comes, for the records.
type Origin struct {
	IP        netip.Addr
	UserAgent string
	Trace     string // W3C traceparent
}

// Credentials are what a caller presents to log in.
type Credentials struct {
	Site     string
	MemID    string // memId, staff ID, or memId.name
	Password Secret
	OTP      Secret // of staff and of the partner area
	Origin
}

// Attempt is one try of a password.
type Attempt struct {
	ID       string
	Password Secret
	Max      int  // this many wrong passwords lock
	Proof    bool // the session exists already: the hash waits behind those of logins
}

// Store keeps the hash of one account and counts the attempts on it.
type Store interface {
	// Hash returns the stored hash of the password; pgx.ErrNoRows: there is no such account.
	Hash(ctx context.Context) (string, error)
	// Try counts an attempt on the account, which may not be known. It returns the current streak of wrong passwords, and the part of it
	// with gaps under StreakWindow; pgx.ErrNoRows: the account is locked.
	Try(ctx context.Context, known bool) (failures, recent int32, err error)
	// Return takes an attempt back that was never looked at.
	Return(ctx context.Context, known bool) error
}

// Checker checks passwords.
type Checker struct {
	Hasher *Hasher
	Pause  func(context.Context, time.Duration) error // holds an attempt back; nil waits by the machine's clock
}

// Check checks an attempt: nil, U003 or U004, or that it could not be done now. Once locked, the right password is refused too. wrong is
// the refusal that a wrong password receives at this attempt; a wrong one-time code must be answered in the same way.
func (c Checker) Check(ctx context.Context, s Store, a Attempt) (wrong *fault.Fault, err error) {
	hash, err := s.Hash(ctx)
	known := err == nil
	if err != nil && !errors.Is(err, pgx.ErrNoRows) {
		return nil, fmt.Errorf("password: %w", err)
	}
	if !Plausible(a.ID) {
		s = uncounted{s}
	}
	locked := fault.AccountLocked.With("max", strconv.Itoa(a.Max))
	n, recent, err := s.Try(ctx, known)
	if errors.Is(err, pgx.ErrNoRows) {
		return locked, locked
	}
	if err != nil {
		return nil, fmt.Errorf("count attempt: %w", err)
	}
	if wrong = fault.WrongPassword; int(n) >= a.Max {
		wrong = locked
	}
	right := false
	if err = c.pause(ctx, HoldBack(recent)); err == nil {
		right, err = c.verify(ctx, a, hash, known)
	}
	switch {
	case err != nil:
		return wrong, errors.Join(err, s.Return(context.WithoutCancel(ctx), known))
	case right:
		return wrong, nil
	default:
		return wrong, wrong
	}
}

func (c Checker) verify(ctx context.Context, a Attempt, hash string, known bool) (bool, error) {
	switch {
	case !known:
		return false, c.Hasher.Waste(ctx, a.Password)
	case a.Proof:
		return c.Hasher.VerifyAgain(ctx, a.Password, hash)
	default:
		return c.Hasher.Verify(ctx, a.Password, hash)
	}
}

const (
	// StreakWindow is the longest gap between two wrong passwords that still count as one streak (S-03).
	StreakWindow = 30 * time.Minute
	// Patience is the number of attempts in a streak that are not held back (D-07).
	Patience = 3
)

// HoldBack is how long an attempt waits before it is looked at: after the third wrong password a quarter of a second, then
// twice as long each time, up to four seconds. The right password waits as well: a guesser learns nothing by not waiting.
func HoldBack(recent int32) time.Duration {
	if recent <= Patience {
		return 0
	}
	return 250 * time.Millisecond << min(recent-Patience-1, 4)
}

// pause waits, unless ctx is done before.
func (c Checker) pause(ctx context.Context, d time.Duration) error {
	if c.Pause != nil {
		return c.Pause(ctx, d)
	}
	if d <= 0 {
		return nil
	}
	t := time.NewTimer(d)
	defer t.Stop()
	select {
	case <-t.C:
		return nil
	case <-ctx.Done():
		return ctx.Err()
	}
}

// uncounted is the Store of what cannot be an ID at all: it proves nothing to see that it never locks, and no table must take any text.
type uncounted struct{ Store }

func (uncounted) Try(context.Context, bool) (failures, recent int32, err error) { return 1, 1, nil }

func (uncounted) Return(context.Context, bool) error { return nil }

var plausibleID = regexp.MustCompile(`^[a-z][a-z0-9]{4,19}$`)

// Plausible reports whether a text can be the ID of a member or of staff.
func Plausible(id string) bool { return plausibleID.MatchString(id) }

var plausibleAgent = regexp.MustCompile(`^[a-z][a-z0-9]{4,12}(\.[a-z0-9]{2,12})?$`)

// PlausibleAgent reports whether a text can be the ID of a login to the partner area: that of the partner, or memId.name of its sub-staff.
func PlausibleAgent(id string) bool { return plausibleAgent.MatchString(id) }

// PartnerOf returns the partner whose login to the partner area an ID is.
func PartnerOf(agentID string) string {
	memID, _, _ := strings.Cut(agentID, ".")
	return memID
}

// FoldID brings a typed ID to the form in which IDs are kept (D-01). Only ASCII has capitals here: a Kelvin sign is no k.
func FoldID(typed string) string {
	for i := range len(typed) {
		if typed[i] >= 0x80 {
			return typed
		}
	}
	return strings.ToLower(typed)
}

// KeyUse is how many rows need a key.
type KeyUse struct {
	Kind, Key string // what the rows are; the ID of the key
	Rows      int64
}

package member

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

	"hubstake/internal/audit"
	"hubstake/internal/fault"
	"hubstake/internal/member/memberdb"
	"hubstake/internal/platform/pg"
	"hubstake/internal/platform/token"
)

// staffTries is the number of wrong passwords that lock a staff account (S-77).
const staffTries = 3

// Credentials are what somebody shows at the door.
type Credentials struct {
	Site     string
	MemID    string
	Password Secret
	OTP      Secret // staff only
	Origin
}

// attempt is one try of a password.
type attempt struct {
	site, id string
	audience token.Audience
	password Secret
	max      int
}

// password checks an attempt: nil, U003 or U004, or that it could not be done now. An unknown id costs, counts and locks
// as a known one does (D-08), so that the answers tell nothing. Once locked, the right password is refused too.
func (s *Service) password(ctx context.Context, a attempt) error {
	q := memberdb.New(s.db)
	stored, try, giveBack := s.book(q, a)
	hash, err := stored(ctx)
	known := err == nil
	if errors.Is(err, pgx.ErrNoRows) {
		try, giveBack = s.shadow(q, a)
	} else if err != nil {
		return fmt.Errorf("password: %w", err)
	}
	locked := fault.AccountLocked.With("max", strconv.Itoa(a.max))
	n, recent, err := try(ctx)
	if errors.Is(err, pgx.ErrNoRows) {
		return locked
	}
	if err != nil {
		return fmt.Errorf("count attempt: %w", err)
	}
	if err := s.Pause(ctx, holdBack(recent)); err != nil {
		return errors.Join(err, giveBack(context.WithoutCancel(ctx)))
	}
	right := false
	if known {
		right, err = s.Hasher.Verify(ctx, a.password, hash)
	} else {
		err = s.Hasher.Waste(ctx, a.password)
	}
	switch {
	case err != nil:
		return errors.Join(err, giveBack(context.WithoutCancel(ctx)))
	case right:
		return nil
	case int(n) >= a.max:
		return locked
	default:
		return fault.WrongPassword
	}
}

// counted counts a try and returns how many there were in a row, and how many of them without half an hour between.
type counted func(context.Context) (failures, recent int32, err error)

const (
	// row is how long after a wrong password the next one belongs to the same row (S-03).
	row = 30 * time.Minute
	// patience is the number of tries in a row that are not held back (D-07).
	patience = 3
)

// holdBack is how long a try waits before it is looked at: after the third wrong password a quarter of a second, then
// twice as long each time, up to four seconds. The right password waits as well: a guesser learns nothing by not waiting.
func holdBack(recent int32) time.Duration {
	if recent <= patience {
		return 0
	}
	return 250 * time.Millisecond << min(recent-patience-1, 4)
}

// pause waits, unless ctx is done before.
func pause(ctx context.Context, d time.Duration) error {
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

// shadowLife is how long a row of wrong passwords for an id that does not exist is remembered.
const shadowLife = 90 * 24 * time.Hour

// PruneShadows forgets wrong passwords for ids that do not exist, 90 days after the last one that counted, and returns
// how many ids those were.
func (s *Service) PruneShadows(ctx context.Context) (total int64, err error) {
	const batch = 1000
	for n := int64(batch); n == batch; total += n {
		n, err = memberdb.New(s.db).PruneShadow(ctx, memberdb.PruneShadowParams{Before: s.clk.Now().Add(-shadowLife), Count: batch})
		if err != nil {
			return total, fmt.Errorf("prune shadows: %w", err)
		}
	}
	return total, nil
}

// book is where the hash of an account is kept and its attempts are counted.
func (s *Service) book(q *memberdb.Queries, a attempt) (
	hash func(context.Context) (string, error), try counted, giveBack func(context.Context) error,
) {
	at, most := s.clk.Now(), int32(a.max)
	if a.audience == token.Admin {
		return func(ctx context.Context) (string, error) {
				return q.StaffPassHash(ctx, memberdb.StaffPassHashParams{StaffID: a.id, SiteID: a.site})
			}, func(ctx context.Context) (int32, int32, error) {
				r, err := q.TryStaffPassword(ctx, memberdb.TryStaffPasswordParams{StaffID: a.id, Max: most, At: at})
				return r.Failures, r.Recent, err
			}, func(ctx context.Context) error { return q.ReturnStaffPassword(ctx, a.id) }
	}
	return func(ctx context.Context) (string, error) {
			return q.PassHash(ctx, memberdb.PassHashParams{MemberID: a.id, SiteID: a.site})
		}, func(ctx context.Context) (int32, int32, error) {
			r, err := q.TryPassword(ctx, memberdb.TryPasswordParams{MemberID: a.id, Max: most, At: at, Recently: at.Add(-row)})
			return r.Failures, r.Recent, err
		}, func(ctx context.Context) error { return q.ReturnPassword(ctx, a.id) }
}

// shadow counts attempts on an id that does not exist. What cannot be an id at all is not kept: it proves nothing to see
// that it never locks, and the table must not take any text.
func (s *Service) shadow(q *memberdb.Queries, a attempt) (counted, func(context.Context) error) {
	key := string(a.audience) + ":" + a.site + ":" + a.id
	keep := func(context.Context) error { return nil }
	if !plausibleID.MatchString(a.id) {
		return func(context.Context) (int32, int32, error) { return 1, 1, nil }, keep
	}
	return func(ctx context.Context) (int32, int32, error) {
		at, recently := s.clk.Now(), s.clk.Now().Add(-row)
		if a.audience == token.Admin {
			recently = at // staff is locked before it is held back
		}
		r, err := q.TryShadow(ctx, memberdb.TryShadowParams{MemberID: key, Max: int32(a.max), At: at, Recently: recently})
		return r.Failures, r.Recent, err
	}, keep
}

var plausibleID = regexp.MustCompile(`^[a-z][a-z0-9]{4,19}$`)

// fold brings a typed id to the form in which ids are kept (D-01). Only ASCII has capitals here: a Kelvin sign is no k.
func fold(typed string) string {
	for i := range len(typed) {
		if typed[i] >= 0x80 {
			return typed
		}
	}
	return strings.ToLower(typed)
}

// record keeps the outcome of a log-in (S-80). Ids that cannot exist are not kept.
func (s *Service) record(ctx context.Context, db memberdb.DBTX, c Credentials, audience token.Audience, result string) error {
	if !plausibleID.MatchString(c.MemID) {
		return nil
	}
	err := memberdb.New(db).RecordLogin(ctx, memberdb.RecordLoginParams{
		SiteID: c.Site, MemberID: c.MemID, Audience: string(audience), Result: result, Ip: pg.Addr(c.IP), At: s.clk.Now(),
	})
	if err != nil {
		return fmt.Errorf("record log-in: %w", err)
	}
	return nil
}

// recordRefusal keeps a refused log-in and returns the refusal.
func (s *Service) recordRefusal(ctx context.Context, c Credentials, audience token.Audience, refusal error) error {
	f, ok := fault.Of(refusal)
	if !ok {
		return refusal
	}
	return errors.Join(refusal, s.record(ctx, s.db, c, audience, f.Code()), s.noteRefusal(ctx, c, audience, f))
}

// noteRefusal keeps what is a significant event (S-80): every refusal of the back office, and of members a lock.
func (s *Service) noteRefusal(ctx context.Context, c Credentials, audience token.Audience, f *fault.Fault) error {
	if !plausibleID.MatchString(c.MemID) || audience != token.Admin && !errors.Is(f, fault.AccountLocked) {
		return nil
	}
	return audit.Note(ctx, s.db, audit.Entry{
		Actor: audit.Actor{ID: c.MemID, IP: c.IP, Trace: c.Trace}, Site: c.Site, Action: "login.refused", Target: c.MemID,
		Detail: map[string]string{"area": string(audience), "code": f.Code()},
	})
}

// LastLogin is when and from where somebody logged in before (S-07).
type LastLogin struct {
	At time.Time
	IP netip.Addr
}

func lastLogin(at *time.Time, ip *netip.Addr) *LastLogin {
	if at == nil {
		return nil
	}
	l := &LastLogin{At: at.UTC()}
	if ip != nil {
		l.IP = *ip
	}
	return l
}

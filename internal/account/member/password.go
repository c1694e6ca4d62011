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

	"hubstake/internal/access/token"
	"hubstake/internal/account/member/memberdb"
	"hubstake/internal/core/fault"
	"hubstake/internal/operator/audit"
	"hubstake/internal/platform/peer"
	"hubstake/internal/platform/pg"
)

const (
	// staffTries is the number of wrong passwords after which the back office holds back an id and address (S-77).
	staffTries = 3
	// staffHold is how long it does. The account itself and other addresses are not concerned: a stranger who does not know the
	// password must not be able to lock the back office.
	staffHold = 15 * time.Minute
	// staffCustomerTries is staffTries of all /64s of an IPv6 /48 together: one customer may have 65,536 of them.
	staffCustomerTries = 4 * staffTries
	// staffPatience is the number of attempts on a staff id within half an hour, from all addresses together, that do not wait.
	// Later ones wait up to four seconds, staff's own as well: it is slower during an attack, and never locked.
	staffPatience = 9
)

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
	networks []netip.Prefix // of staff: where the attempt comes from, the narrowest first
	proof    bool           // the session exists already: the hash waits behind those of logins
}

// networksOf returns the networks by which attempts from an address are counted: the address, or the /64 and the /48 of an IPv6 one.
func networksOf(ip netip.Addr) []netip.Prefix {
	if !ip.IsValid() { // called by no request
		ip = netip.IPv4Unspecified()
	}
	networks := []netip.Prefix{peer.Network(ip)}
	if customer, ok := peer.Customer(ip); ok {
		networks = append(networks, customer)
	}
	return networks
}

// password checks an attempt: nil, U003 or U004, or that it could not be done now. An unknown id costs, counts and locks
// as a known one does (D-08), so that the answers tell nothing. Once locked, the right password is refused too. wrong is the
// refusal that a wrong password receives at this attempt; a wrong one-time code must be answered in the same way.
func (s *Service) password(ctx context.Context, a attempt) (wrong *fault.Fault, err error) {
	q := memberdb.New(s.db)
	stored, try, giveBack := s.credentialStore(q, a)
	hash, err := stored(ctx)
	known := err == nil
	if err != nil && !errors.Is(err, pgx.ErrNoRows) {
		return nil, fmt.Errorf("password: %w", err)
	}
	if !known && a.audience != token.Admin { // tries of staff are counted whether the id exists or not
		try, giveBack = s.unknownIDAttempts(q, a)
	}
	locked := fault.AccountLocked.With("max", strconv.Itoa(a.max))
	n, recent, err := try(ctx)
	if errors.Is(err, pgx.ErrNoRows) {
		return locked, locked
	}
	if err != nil {
		return nil, fmt.Errorf("count attempt: %w", err)
	}
	if wrong = fault.WrongPassword; int(n) >= a.max {
		wrong = locked
	}
	if err := s.Pause(ctx, holdBack(recent)); err != nil {
		return wrong, errors.Join(err, giveBack(context.WithoutCancel(ctx)))
	}
	right := false
	if known {
		verify := s.Hasher.Verify
		if a.proof {
			verify = s.Hasher.VerifyAgain
		}
		right, err = verify(ctx, a.password, hash)
	} else {
		err = s.Hasher.Waste(ctx, a.password)
	}
	switch {
	case err != nil:
		return wrong, errors.Join(err, giveBack(context.WithoutCancel(ctx)))
	case right:
		return wrong, nil
	default:
		return wrong, wrong
	}
}

// recordAttempt records a failed attempt and returns the current streak, and the part of it with gaps under 30 minutes.
type recordAttempt func(context.Context) (failures, recent int32, err error)

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

// PruneUnknownIDs forgets wrong passwords for ids that do not exist, 90 days after the last one that counted, and those of the back
// office a day after it. It returns how many ids those were.
func (s *Service) PruneUnknownIDs(ctx context.Context) (total int64, err error) {
	const batch = 1000
	for n := int64(batch); n == batch; total += n {
		n, err = memberdb.New(s.db).PruneShadow(ctx, memberdb.PruneShadowParams{Before: s.clk.Now().Add(-shadowLife), Count: batch})
		if err != nil {
			return total, fmt.Errorf("prune shadows: %w", err)
		}
	}
	for n := int64(batch); n == batch; total += n {
		n, err = memberdb.New(s.db).PruneStaffTries(ctx, memberdb.PruneStaffTriesParams{Before: s.clk.Now().Add(-24 * time.Hour), Count: batch})
		if err != nil {
			return total, fmt.Errorf("prune staff tries: %w", err)
		}
	}
	return total, nil
}

// credentialStore returns how to read the hash of an account and how to count its attempts.
func (s *Service) credentialStore(q *memberdb.Queries, a attempt) (
	hash func(context.Context) (string, error), try recordAttempt, giveBack func(context.Context) error,
) {
	at, most := s.clk.Now(), int32(a.max)
	if a.audience == token.Admin {
		hash = func(ctx context.Context) (string, error) {
			return q.StaffPassHash(ctx, memberdb.StaffPassHashParams{StaffID: a.id, SiteID: a.site})
		}
		if !plausibleID.MatchString(a.id) {
			return hash, uncounted, func(context.Context) error { return nil }
		}
		return hash, func(ctx context.Context) (int32, int32, error) { return s.tryStaff(ctx, q, a, at) }, func(ctx context.Context) error {
			return q.ReturnStaffPassword(ctx, memberdb.ReturnStaffPasswordParams{SiteID: a.site, StaffID: a.id, Networks: a.networks})
		}
	}
	return func(ctx context.Context) (string, error) {
			return q.PassHash(ctx, memberdb.PassHashParams{MemberID: a.id, SiteID: a.site})
		}, func(ctx context.Context) (int32, int32, error) {
			r, err := q.TryPassword(ctx, memberdb.TryPasswordParams{MemberID: a.id, Max: most, At: at, Recently: at.Add(-row)})
			return r.Failures, r.Recent, err
		}, func(ctx context.Context) error { return q.ReturnPassword(ctx, a.id) }
}

// tryStaff counts an attempt on a staff id by each of the networks that it comes from; pgx.ErrNoRows: one of them is held back.
// recent makes attempts wait that follow many on the same id, wherever those came from.
func (s *Service) tryStaff(ctx context.Context, q *memberdb.Queries, a attempt, at time.Time) (failures, recent int32, err error) {
	for i, network := range a.networks {
		limit := int32(staffCustomerTries)
		if i == 0 {
			limit = int32(a.max)
		}
		n, err := q.TryStaffPassword(ctx, memberdb.TryStaffPasswordParams{
			SiteID: a.site, StaffID: a.id, Network: network, Max: limit, At: at, Rested: at.Add(-staffHold),
		})
		if err != nil {
			return 0, 0, err
		}
		if i == 0 {
			failures = n
		}
	}
	recent, err = q.RecentStaffPasswords(ctx, memberdb.RecentStaffPasswordsParams{SiteID: a.site, StaffID: a.id, Since: at.Add(-row)})
	recent -= staffPatience - patience
	if holdBack(recent) > 0 {
		s.Metrics.staffSlowed()
	}
	return failures, recent, err
}

// uncounted is for what cannot be an id at all: it proves nothing to see that it never locks, and no table must take any text.
func uncounted(context.Context) (int32, int32, error) { return 1, 1, nil }

// unknownIDAttempts counts attempts on a member id that does not exist, so that they look like those on one that does.
func (s *Service) unknownIDAttempts(q *memberdb.Queries, a attempt) (recordAttempt, func(context.Context) error) {
	key := string(a.audience) + ":" + a.site + ":" + a.id
	keep := func(context.Context) error { return nil }
	if !plausibleID.MatchString(a.id) {
		return uncounted, keep
	}
	return func(ctx context.Context) (int32, int32, error) {
		at := s.clk.Now()
		r, err := q.TryShadow(ctx, memberdb.TryShadowParams{MemberID: key, Max: int32(a.max), At: at, Recently: at.Add(-row)})
		return r.Failures, r.Recent, err
	}, keep
}

var plausibleID = regexp.MustCompile(`^[a-z][a-z0-9]{4,19}$`)

// FoldID brings a typed id to the form in which ids are kept (D-01). Only ASCII has capitals here: a Kelvin sign is no k.
func FoldID(typed string) string {
	for i := range len(typed) {
		if typed[i] >= 0x80 {
			return typed
		}
	}
	return strings.ToLower(typed)
}

// record keeps the outcome of a login (S-80). Ids that cannot exist are not kept.
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

// recordRefusal keeps a refused login and returns the refusal.
func (s *Service) recordRefusal(ctx context.Context, c Credentials, audience token.Audience, refusal error) error {
	f, ok := fault.Of(refusal)
	if !ok {
		return refusal
	}
	return errors.Join(refusal, s.record(ctx, s.db, c, audience, f.Code()), s.noteRefusal(ctx, c, audience, f))
}

// noteRefusal keeps what is a significant event (S-80): refusals of the back office, as many as refusalNotes allows, and of members a
// lock. member_login has every one.
func (s *Service) noteRefusal(ctx context.Context, c Credentials, audience token.Audience, f *fault.Fault) error {
	if !plausibleID.MatchString(c.MemID) || audience != token.Admin && !errors.Is(f, fault.AccountLocked) {
		return nil
	}
	if audience == token.Admin && !s.notes.due(c.MemID, s.clk.Now()) {
		s.Metrics.unnotedRefusal()
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

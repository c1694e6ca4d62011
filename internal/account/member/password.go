package member

import (
	"context"
	"errors"
	"fmt"
	"net/netip"
	"time"

	"hubstake/internal/access/token"
	"hubstake/internal/account/credential"
	"hubstake/internal/account/member/memberdb"
	"hubstake/internal/core/fault"
	"hubstake/internal/operator/audit"
	"hubstake/internal/platform/pg"
)

// password checks an attempt on a member of a site: U003 or U004, or that it could not be done now. It returns the stored hash that the
// attempt was compared with. The check takes the time of a hash and holds no lock, so an effect of the password must compare this hash with
// the stored one under the member's lock: a password that was replaced in the meantime opens nothing.
func (s *Service) password(ctx context.Context, siteID string, a credential.Attempt) (compared string, err error) {
	store := &passwords{q: memberdb.New(s.db), site: siteID, id: a.ID, max: int32(a.Max), at: s.clk.Now()}
	_, err = credential.Checker{Hasher: s.Hasher, Pause: s.Pause}.Check(ctx, store, a)
	return store.compared, err
}

// passwords is the credential.Store of a member. Attempts on an ID that does not exist are counted beside the members, so that they look
// like those on one that does.
type passwords struct {
	q        *memberdb.Queries
	site, id string
	max      int32
	at       time.Time
	compared string // the hash that Hash returned
}

// Hash implements credential.Store.
func (p *passwords) Hash(ctx context.Context) (_ string, err error) {
	p.compared, err = p.q.PassHash(ctx, memberdb.PassHashParams{MemberID: p.id, SiteID: p.site})
	return p.compared, err
}

// Try implements credential.Store.
func (p *passwords) Try(ctx context.Context, known bool) (failures, recent int32, err error) {
	recently := p.at.Add(-credential.StreakWindow)
	if !known {
		r, err := p.q.RecordUnknownID(ctx, memberdb.RecordUnknownIDParams{
			MemberID: string(token.Member) + ":" + p.site + ":" + p.id, Max: p.max, At: p.at, Recently: recently,
		})
		return r.Failures, r.Recent, err
	}
	r, err := p.q.TryPassword(ctx, memberdb.TryPasswordParams{MemberID: p.id, Max: p.max, At: p.at, Recently: recently})
	return r.Failures, r.Recent, err
}

// Return implements credential.Store. Attempts on an ID that does not exist stay counted.
func (p *passwords) Return(ctx context.Context, known bool) error {
	if !known {
		return nil
	}
	return p.q.ReturnPassword(ctx, p.id)
}

// unknownIDLife is how long a streak of wrong passwords for an ID that does not exist is remembered.
const unknownIDLife = 90 * 24 * time.Hour

// PruneUnknownIDs forgets wrong passwords for IDs that do not exist, 90 days after the last one that counted. It returns how many IDs
// those were.
func (s *Service) PruneUnknownIDs(ctx context.Context) (total int64, err error) {
	const batch = 1000
	for n := int64(batch); n == batch; total += n {
		n, err = memberdb.New(s.db).PruneUnknownIDs(ctx, memberdb.PruneUnknownIDsParams{Before: s.clk.Now().Add(-unknownIDLife), Count: batch})
		if err != nil {
			return total, fmt.Errorf("prune unknown ids: %w", err)
		}
	}
	return total, nil
}

// RecordLogin keeps the outcome of a login (S-80) in db, a pool or a transaction. IDs that cannot exist are not kept.
func (s *Service) RecordLogin(ctx context.Context, db memberdb.DBTX, c credential.Credentials, audience token.Audience, result string) error {
	if !plausible(c.MemID, audience) {
		return nil
	}
	err := memberdb.New(db).RecordLogin(ctx, memberdb.RecordLoginParams{
		SiteID: c.Site, MemberID: c.MemID, Audience: string(audience), Result: result, Ip: pg.Addr(c.IP), At: s.clk.Now(),
	})
	if err != nil {
		return fmt.Errorf("record login: %w", err)
	}
	return nil
}

func plausible(id string, audience token.Audience) bool {
	return credential.Plausible(id) || audience == token.Partner && credential.PlausibleAgent(id)
}

// KnownNetwork reports whether an ID has logged in to an area from an address of a network before.
func (s *Service) KnownNetwork(ctx context.Context, db memberdb.DBTX, memID string, audience token.Audience, network netip.Prefix) (bool, error) {
	known, err := memberdb.New(db).KnownNetwork(ctx, memberdb.KnownNetworkParams{MemberID: memID, Audience: string(audience), Network: network})
	if err != nil {
		return false, fmt.Errorf("known network: %w", err)
	}
	return known, nil
}

// RecordRefusal keeps a refused login, in the audit as well when it is a significant event (S-80), and returns the refusal.
func (s *Service) RecordRefusal(ctx context.Context, c credential.Credentials, audience token.Audience, refusal error, significant func(*fault.Fault) bool) error {
	f, ok := fault.Of(refusal)
	if !ok || !plausible(c.MemID, audience) {
		return refusal
	}
	err := s.RecordLogin(ctx, s.db, c, audience, f.Code())
	if significant(f) {
		err = errors.Join(err, audit.Note(ctx, s.db, audit.Entry{
			Actor: audit.Actor{ID: c.MemID, IP: c.IP, Trace: c.Trace}, Site: c.Site, Action: "login.refused", Target: c.MemID,
			Detail: map[string]string{"area": string(audience), "code": f.Code()},
		}))
	}
	return errors.Join(refusal, err)
}

// refused keeps a refused login of a member; a lock is a significant event.
func (s *Service) refused(ctx context.Context, c credential.Credentials, refusal error) error {
	return s.RecordRefusal(ctx, c, token.Member, refusal, func(f *fault.Fault) bool { return errors.Is(f, fault.AccountLocked) })
}

// LastLogin is the time and address of the login before (S-07).
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

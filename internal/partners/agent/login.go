package agent

import (
	"context"
	"errors"
	"fmt"
	"time"

	"github.com/jackc/pgx/v5"

	"hubstake/internal/access/token"
	"hubstake/internal/account/credential"
	"hubstake/internal/account/member"
	"hubstake/internal/core/fault"
	"hubstake/internal/core/id"
	"hubstake/internal/operator/audit"
	"hubstake/internal/partners/agent/agentdb"
	"hubstake/internal/platform/pg"
)

// ErrEnrol says that the password is right and the account has to be enrolled first (BeginEnrolment).
var ErrEnrol = errors.New("agent: not enrolled yet")

// letterPause is how long after a message that an ID is held back the next one is written, whatever addresses are held back meanwhile.
const letterPause = time.Hour

// Login lets a person in to the partner area by password and one-time code; a recovery code may stand in for the one-time code. The ID is that of the
// partner, with the password of its account as a member, or memId.name of its sub-staff. A wrong code counts and is answered like a wrong password: the
// third wrong attempt holds back that ID from that address for 15 minutes (U004), and the partner gets a message (S-77). After the right password: U029, the
// member is not a partner or may not refer; else the refusals of a member's login. Logins go on in maintenance: the area is then read-only (D-35).
// ErrEnrol: the account has no authenticator yet, which is no login. On a site without one-time codes in the partner area (option partnerOtp) the password
// is enough; sub-staff is enrolled all the same, since it gives itself a password then.
func (s *Service) Login(ctx context.Context, c credential.Credentials) (g member.Grant, a Account, err error) {
	defer func() { s.counted(err) }()
	c, p, err := s.prove(ctx, c)
	if err != nil {
		return member.Grant{}, Account{}, err
	}
	asks, err := s.asksForCode(ctx, c.Site)
	if err != nil {
		return member.Grant{}, Account{}, err
	}
	var refusal error
	var session member.Session
	login := id.New()
	err = pg.InTx(ctx, s.db, func(tx pgx.Tx) (err error) {
		var h held
		if h, refusal, err = s.hold(ctx, tx, p); err != nil || refusal != nil {
			return err
		}
		if h.row.EnrolledAt == nil && (asks || h.row.PassHash != nil) { // sub-staff gives itself a password when it is enrolled
			if refusal = h.mayEnrol(p, s.clk.Now()); errors.Is(refusal, ErrEnrol) {
				return p.forgive(ctx, tx)
			}
			return nil
		}
		at := s.clk.Now()
		if asks {
			right, err := s.checkCode(ctx, tx, h.row, c, codeUse{attempt: login, recovery: true, at: at})
			if err != nil || !right {
				refusal = p.wrong
				return err // nil commits: the wrong code counts, and the attempt is not forgiven
			}
		}
		if err := p.forgive(ctx, tx); err != nil {
			return err
		}
		if !h.row.Active {
			refusal = fault.Suspended
			return nil
		}
		session, a, err = s.enter(ctx, tx, c, h, at)
		return err
	})
	if err == nil {
		err = refusal
	}
	if errors.Is(err, ErrEnrol) {
		return member.Grant{}, Account{}, err
	}
	if err != nil {
		return member.Grant{}, Account{}, s.refused(ctx, c, p, err)
	}
	s.members.Announce(ctx, session)
	g, err = s.members.Grant(session)
	return g, a, err
}

// proof is a password that was right, and the refusal that a wrong code gets in its place.
type proof struct {
	store *passwords
	wrong *fault.Fault
}

// prove checks a password; c comes back with the ID as it is kept.
func (s *Service) prove(ctx context.Context, c credential.Credentials) (credential.Credentials, proof, error) {
	if c.MemID == "" {
		return c, proof{}, fault.IDRequired
	}
	if c.Password == "" {
		return c, proof{}, fault.PasswordRequired
	}
	c.MemID = credential.FoldID(c.MemID)
	p := proof{store: &passwords{
		q: agentdb.New(s.db), members: s.members, site: c.Site, id: c.MemID, networks: credential.OfficeNetworks(c.IP), at: s.clk.Now(),
	}}
	if err := s.members.BlockedIP(ctx, c.Site, c.IP); err != nil {
		return c, p, s.refused(ctx, c, p, err)
	}
	attempt := credential.Attempt{Password: c.Password, Max: credential.OfficeTries}
	if credential.PlausibleAgent(c.MemID) {
		attempt.ID = credential.PartnerOf(c.MemID)
	}
	var err error
	if p.wrong, err = s.Checker.Check(ctx, p.store, attempt); err != nil {
		return c, p, s.refused(ctx, c, p, err)
	}
	return c, p, nil
}

// forgive forgets the wrong attempts from where the right one came.
func (p proof) forgive(ctx context.Context, db agentdb.DBTX) error {
	err := agentdb.New(db).Forgive(ctx, agentdb.ForgiveParams{SiteID: p.store.site, AgentID: p.store.id, Networks: p.store.networks})
	if err != nil {
		return fmt.Errorf("partner login: %w", err)
	}
	return nil
}

// held is an account whose row and whose partner's row are locked.
type held struct {
	row     agentdb.AgentAccount
	partner member.PartnerStanding
}

// mayEnrol is ErrEnrol for an account that waits for its enrolment. A one-time password that is too old, or of an account that was ended, is a wrong one.
func (h held) mayEnrol(p proof, now time.Time) error {
	if !h.row.Active || h.row.PassHash != nil && (h.row.OneTimeUntil == nil || !now.Before(*h.row.OneTimeUntil)) {
		return p.wrong
	}
	return ErrEnrol
}

// hold locks the account whose password was proved. A password that was replaced since it was checked is a wrong one. The account of a partner
// itself is made at its first login.
func (s *Service) hold(ctx context.Context, tx pgx.Tx, p proof) (h held, refusal, err error) {
	q, store := agentdb.New(tx), p.store
	if h.partner, err = s.members.AdmitPartner(ctx, tx, store.site, store.partner()); errors.Is(err, pgx.ErrNoRows) {
		return h, p.wrong, nil
	} else if err != nil {
		return h, nil, err
	}
	if store.isPartner() {
		if h.partner.PassHash != store.hash {
			return h, p.wrong, nil
		}
		if h.partner.Refusal != nil { // no partner: it gets no account
			return h, h.partner.Refusal, p.forgive(ctx, tx)
		}
		err := q.Open(ctx, agentdb.OpenParams{AgentID: store.id, SiteID: store.site, TotpSecret: s.newSecret(store.id), At: s.clk.Now()})
		if err != nil {
			return h, nil, fmt.Errorf("partner login: %w", err)
		}
	}
	if h.row, err = q.Lock(ctx, agentdb.LockParams{AgentID: store.id, SiteID: store.site}); err != nil {
		return h, nil, fmt.Errorf("partner login: %w", err)
	}
	if h.row.PassHash != nil && *h.row.PassHash != store.hash {
		return h, p.wrong, nil
	}
	if h.partner.Refusal != nil {
		return h, h.partner.Refusal, p.forgive(ctx, tx)
	}
	return h, nil, nil
}

// codeUse is one use of a one-time code.
type codeUse struct {
	attempt  string // names it: its transaction may run more than once
	recovery bool   // a recovery code may stand in
	at       time.Time
}

// checkCode reports whether a one-time code is right, under the lock of the account (credential.Authenticators). A recovery code is used up, which is a
// significant event: the authenticator may be lost, or the codes stolen.
func (s *Service) checkCode(ctx context.Context, tx pgx.Tx, r agentdb.AgentAccount, c credential.Credentials, use codeUse) (right bool, err error) {
	q := agentdb.New(tx)
	try := credential.CodeTry{
		ID: r.AgentID, Sealed: r.TotpSecret, Code: c.OTP, Attempt: use.attempt, At: use.at,
		State: credential.CodeState{Step: r.TotpStep, Failures: r.Failures, LockedUntil: r.LockedUntil},
	}
	if use.recovery {
		try.Recover = func(ctx context.Context) (bool, error) {
			n, err := q.UseRecoveryCode(ctx, agentdb.UseRecoveryCodeParams{At: use.at, AgentID: r.AgentID, CodeHash: recoveryCodes.Hash(c.OTP)})
			if err != nil || n == 0 {
				return false, err
			}
			return true, note(ctx, tx, c, "agent.recovery")
		}
	}
	is, right, err := s.authenticators().Check(ctx, try)
	if err == nil {
		err = q.SetCodes(ctx, agentdb.SetCodesParams{AgentID: r.AgentID, Step: is.Step, Failures: is.Failures, LockedUntil: is.LockedUntil})
	}
	if err != nil {
		return false, fmt.Errorf("one-time code: %w", err)
	}
	return right, nil
}

// note writes to the audit what a person does with the own account.
func note(ctx context.Context, tx pgx.Tx, c credential.Credentials, action string) error {
	return audit.Note(ctx, tx, audit.Entry{
		Actor: audit.Actor{ID: c.MemID, IP: c.IP, Trace: c.Trace}, Site: c.Site, Action: action, Target: c.MemID,
	})
}

// enter begins the session in tx of a person who has proved both factors.
func (s *Service) enter(ctx context.Context, tx pgx.Tx, c credential.Credentials, h held, now time.Time) (member.Session, Account, error) {
	r := h.row
	session, err := s.members.Begin(ctx, tx, member.Entrance{
		Origin: c.Origin, MemID: r.PartnerID, Agent: r.AgentID, Site: c.Site, Audience: token.Partner, At: now,
	})
	if err != nil {
		return session, Account{}, err
	}
	networks := credential.OfficeNetworks(c.IP)
	known, err := s.members.KnownNetwork(ctx, tx, r.AgentID, token.Partner, networks[len(networks)-1])
	if err != nil {
		return session, Account{}, err
	}
	if err := agentdb.New(tx).TouchLogin(ctx, agentdb.TouchLoginParams{At: now, Ip: pg.Addr(c.IP), AgentID: r.AgentID}); err != nil {
		return session, Account{}, fmt.Errorf("partner login: %w", err)
	}
	if err := s.members.RecordLogin(ctx, tx, c, token.Partner, fault.Success.Code()); err != nil {
		return session, Account{}, err
	}
	if !known && c.IP.IsValid() { // else called by no request
		if err := s.members.PartnerLoggedIn(ctx, tx, c.Site, r.AgentID, h.partner, c.IP, c.Trace); err != nil {
			return session, Account{}, err
		}
	}
	return session, accountOf(r.AgentID, c.Site, r.Name, r.Rights, h.partner), nil
}

// refused keeps a refused login. All of them are significant events (S-80), as many as credential.RefusalNotes allows; the records have every one. The attempt
// with which an ID is held back from an address is told to the partner.
func (s *Service) refused(ctx context.Context, c credential.Credentials, p proof, refusal error) error {
	err := s.members.RecordRefusal(ctx, c, token.Partner, refusal, func(*fault.Fault) bool { return s.notes.Due(c.MemID, s.clk.Now()) })
	if !errors.Is(refusal, fault.AccountLocked) || p.store == nil || p.store.failures != credential.OfficeTries {
		return err
	}
	return errors.Join(err, s.tellHeldBack(ctx, c, p))
}

func (s *Service) tellHeldBack(ctx context.Context, c credential.Credentials, p proof) error {
	standing, ok, err := s.standing(ctx, c.Site, p.store.partner())
	if err != nil || !ok {
		return err
	}
	return pg.InTx(ctx, s.db, func(tx pgx.Tx) error {
		q := agentdb.New(tx)
		if !p.store.isPartner() {
			_, err := q.ByID(ctx, agentdb.ByIDParams{AgentID: c.MemID, SiteID: c.Site})
			if errors.Is(err, pgx.ErrNoRows) {
				return nil
			}
			if err != nil {
				return fmt.Errorf("held back: %w", err)
			}
		}
		n, err := q.HeldBack(ctx, agentdb.HeldBackParams{
			SiteID: c.Site, AgentID: c.MemID, Max: credential.OfficeTries, Since: p.store.at.Add(-letterPause),
		})
		if err != nil {
			return fmt.Errorf("held back: %w", err)
		}
		if n > 1 {
			return nil // a flood from many addresses is one message
		}
		return s.members.PartnerHeldBack(ctx, tx, c.Site, c.MemID, standing, c.IP, c.Trace)
	})
}

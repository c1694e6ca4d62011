package agent

import (
	"context"
	"fmt"
	"net/netip"
	"regexp"
	"slices"
	"strings"
	"time"
	"unicode"
	"unicode/utf8"

	"github.com/jackc/pgx/v5"

	"hubstake/internal/core/fault"
	"hubstake/internal/core/right"
	"hubstake/internal/operator/audit"
	"hubstake/internal/partners/agent/agentdb"
)

const (
	// Most is how many accounts of sub-staff a partner may have, those that were ended included.
	Most = 50
	// The longest names and reasons, in code points.
	nameMax   = 60
	reasonMax = 200
)

// Profile is what is set of an account of sub-staff.
type Profile struct {
	Name   string // of the person
	Rights []right.Right
}

// check brings a profile to the form in which it is kept. E001: a name that is empty, too long or cannot be printed, or a right that the
// partner area does not have.
func (p Profile) check() (Profile, error) {
	if p.Name = strings.TrimSpace(p.Name); p.Name == "" || !printable(p.Name, nameMax) {
		return p, fault.Failed
	}
	if !subset(p.Rights, right.Partners()) {
		return p, fault.Failed
	}
	p.Rights = right.OfPartners(p.Rights)
	return p, nil
}

func printable(s string, most int) bool {
	return utf8.ValidString(s) && utf8.RuneCountInString(s) <= most && !strings.ContainsFunc(s, func(r rune) bool { return !unicode.IsPrint(r) })
}

// checkReason brings a reason to the form in which it is kept: E001 without one.
func checkReason(reason string) (string, error) {
	if reason = strings.TrimSpace(reason); reason == "" || !printable(reason, reasonMax) {
		return "", fault.Failed
	}
	return reason, nil
}

// subset reports whether all of some are among others.
func subset(some, others []right.Right) bool {
	return !slices.ContainsFunc(some, func(r right.Right) bool { return !slices.Contains(others, r) })
}

// Act is what a person of the partner area does to an account of its partner's sub-staff.
type Act struct {
	audit.Actor   // ID: the login of who acts
	Site, Partner string
	ID            string // the account
}

// Record is an account of sub-staff as who manages it sees it.
type Record struct {
	ID string
	Profile
	Active        bool
	Version       int32
	OneTimeUntil  *time.Time // not nil: it waits for its enrolment, until then
	Locked        bool       // by wrong one-time codes
	RecoveryCodes int
	CreatedBy     string
	CreatedAt     time.Time
	LastLoginAt   *time.Time
	LastLoginIP   netip.Addr
}

// List returns the sub-staff of a partner by ID, at most Most.
func (s *Service) List(ctx context.Context, siteID, partnerID string) ([]Record, error) {
	rows, err := agentdb.New(s.db).List(ctx, agentdb.ListParams{At: s.clk.Now(), PartnerID: partnerID, SiteID: siteID})
	if err != nil {
		return nil, fmt.Errorf("sub-staff: %w", err)
	}
	out := make([]Record, len(rows))
	for i, r := range rows {
		out[i] = Record{
			ID: r.AgentID, Profile: Profile{Name: r.Name, Rights: right.OfPartners(r.Rights)}, Active: r.Active, Version: r.Version,
			OneTimeUntil: r.OneTimeUntil, Locked: r.Locked, RecoveryCodes: int(r.RecoveryCodes), CreatedBy: r.CreatedBy, CreatedAt: r.CreatedAt,
			LastLoginAt: r.LastLoginAt,
		}
		if r.LastLoginIp != nil {
			out[i].LastLoginIP = *r.LastLoginIp
		}
	}
	return out, nil
}

var suffix = regexp.MustCompile(`^[a-z0-9]{2,12}$`)

// Add makes an account, whose ID is memId.name, and returns it with the one-time password with which it is enrolled. U101: name is not 2 to 12
// small letters and digits. U005: the partner has an account of that name. E001: see Profile; or the partner has as many accounts as it may.
func (s *Service) Add(ctx context.Context, a Act, name string, p Profile) (agentID string, once OneTime, err error) {
	if !suffix.MatchString(name) {
		return "", OneTime{}, fault.BadID.With("min", "2").With("max", "12")
	}
	if p, err = p.check(); err != nil {
		return "", OneTime{}, err
	}
	a.ID = a.Partner + "." + name
	once, hash, err := s.oneTime(ctx)
	if err != nil {
		return "", OneTime{}, err
	}
	secret := s.newSecret(a.ID)
	err = s.act(ctx, a, "agent.add", func(tx pgx.Tx, giver []right.Right, was *agentdb.AgentAccount) (map[string]any, error) {
		q := agentdb.New(tx)
		if err := s.changeable(ctx, a.Site); err != nil {
			return nil, err
		}
		if !subset(p.Rights, giver) {
			return nil, fault.NoAccess
		}
		if was != nil {
			return nil, fault.DuplicateID
		}
		n, err := q.CountOfPartner(ctx, a.Partner)
		if err != nil {
			return nil, err
		}
		if n >= Most {
			return nil, fault.Failed
		}
		n, err = q.Insert(ctx, agentdb.InsertParams{
			AgentID: a.ID, SiteID: a.Site, PartnerID: a.Partner, Name: p.Name, Rights: p.Rights, PassHash: hash, OneTimeUntil: once.Until,
			TotpSecret: secret, CreatedBy: a.Actor.ID, At: s.clk.Now(),
		})
		if err == nil && n == 0 {
			err = fault.DuplicateID
		}
		return map[string]any{"name": p.Name, "rights": p.Rights}, err
	})
	if err != nil {
		return "", OneTime{}, err
	}
	return a.ID, once, nil
}

// Change sets name and rights, from the next call of the account on. Its sessions end with a right that it loses: their connections to the hub would
// go on hearing what the right has shown. C019: it was changed since version was shown.
func (s *Service) Change(ctx context.Context, a Act, version int32, p Profile) error {
	p, err := p.check()
	if err != nil {
		return err
	}
	return s.mayEnd(ctx, a, "agent.change", func(tx pgx.Tx, giver []right.Right, was agentdb.AgentAccount) (map[string]any, bool, error) {
		if err := s.changeable(ctx, a.Site); err != nil {
			return nil, false, err
		}
		had := right.OfPartners(was.Rights)
		switch {
		case !subset(p.Rights, giver):
			return nil, false, fault.NoAccess
		case was.Version != version:
			return nil, false, fault.PaymentProblem
		case was.Name == p.Name && slices.Equal(had, p.Rights):
			return nil, false, nil
		}
		return map[string]any{
			"was": map[string]any{"name": was.Name, "rights": had},
			"is":  map[string]any{"name": p.Name, "rights": p.Rights},
		}, !subset(had, p.Rights), agentdb.New(tx).Change(ctx, agentdb.ChangeParams{Name: p.Name, Rights: p.Rights, AgentID: a.ID})
	})
}

// SetActive ends an account, with its sessions, or opens it again. E001: no reason. An account can be ended while the site is in maintenance.
func (s *Service) SetActive(ctx context.Context, a Act, active bool, reason string) error {
	reason, err := checkReason(reason)
	if err != nil {
		return err
	}
	action := "agent.disable"
	if active {
		action = "agent.enable"
	}
	return s.ending(ctx, a, action, func(tx pgx.Tx, was agentdb.AgentAccount) (map[string]any, error) {
		if was.Active == active {
			return nil, nil
		}
		if active {
			if err := s.changeable(ctx, a.Site); err != nil {
				return nil, err
			}
		}
		return map[string]any{"reason": reason}, agentdb.New(tx).SetActive(ctx, agentdb.SetActiveParams{Active: active, AgentID: a.ID})
	})
}

// Reset takes password, authenticator, recovery codes and sessions from an account, for a person who lost them, and returns the one-time
// password with which it is enrolled again. E001: no reason.
func (s *Service) Reset(ctx context.Context, a Act, reason string) (OneTime, error) {
	reason, err := checkReason(reason)
	if err != nil {
		return OneTime{}, err
	}
	once, hash, err := s.oneTime(ctx)
	if err != nil {
		return OneTime{}, err
	}
	secret := s.newSecret(a.ID)
	err = s.ending(ctx, a, "agent.reset", func(tx pgx.Tx, _ agentdb.AgentAccount) (map[string]any, error) {
		if err := s.changeable(ctx, a.Site); err != nil {
			return nil, err
		}
		return map[string]any{"reason": reason}, reset(ctx, tx, agentdb.ResetParams{PassHash: &hash, Until: &once.Until, TotpSecret: secret, AgentID: a.ID}, a.Site)
	})
	if err != nil {
		return OneTime{}, err
	}
	return once, nil
}

func reset(ctx context.Context, tx pgx.Tx, p agentdb.ResetParams, siteID string) error {
	q := agentdb.New(tx)
	if err := q.Reset(ctx, p); err != nil {
		return err
	}
	if err := q.DropRecoveryCodes(ctx, p.AgentID); err != nil {
		return err
	}
	return q.ForgiveEverywhere(ctx, agentdb.ForgiveEverywhereParams{SiteID: siteID, AgentID: p.AgentID})
}

// changeable is S001 while the site is in maintenance: the partner area is read-only then (D-35).
func (s *Service) changeable(ctx context.Context, siteID string) error {
	st, err := s.sites.Get(ctx, siteID)
	if err != nil {
		return err
	}
	if st.Maintenance {
		return fault.SiteMaintenance
	}
	return nil
}

// ending is change for what ends the sessions of the account.
func (s *Service) ending(ctx context.Context, a Act, action string, do func(pgx.Tx, agentdb.AgentAccount) (map[string]any, error)) error {
	return s.mayEnd(ctx, a, action, func(tx pgx.Tx, _ []right.Right, was agentdb.AgentAccount) (map[string]any, bool, error) {
		detail, err := do(tx, was)
		return detail, true, err
	})
}

// mayEnd is change for what may end the sessions of the account: do says whether it does.
func (s *Service) mayEnd(ctx context.Context, a Act, action string, do func(pgx.Tx, []right.Right, agentdb.AgentAccount) (map[string]any, bool, error)) error {
	announce := func(context.Context) {}
	err := s.change(ctx, a, action, func(tx pgx.Tx, giver []right.Right, was agentdb.AgentAccount) (map[string]any, error) {
		detail, ends, err := do(tx, giver, was)
		if err == nil && detail != nil && ends {
			_, announce, err = s.members.EndAgent(ctx, tx, a.ID, a.Partner, "", a.Trace)
		}
		return detail, err
	})
	if err == nil {
		announce(ctx)
	}
	return err
}

// change is act for an account of sub-staff that there is: U001 otherwise, also for one of another partner. U029: the account has a right that who
// acts does not have.
func (s *Service) change(ctx context.Context, a Act, action string, do func(pgx.Tx, []right.Right, agentdb.AgentAccount) (map[string]any, error)) error {
	return s.act(ctx, a, action, func(tx pgx.Tx, giver []right.Right, was *agentdb.AgentAccount) (map[string]any, error) {
		if was == nil || was.AgentID == was.PartnerID {
			return nil, fault.MemberNotFound
		}
		if !subset(right.OfPartners(was.Rights), giver) {
			return nil, fault.NoAccess
		}
		return do(tx, giver, *was)
	})
}

// act runs something under the locks of the account, nil when there is none, and of who acts, whose rights of this moment it gets, and writes it to the audit with
// the detail that do returns; nil: nothing was changed. U029: who acts has just been ended or lost the right, or it is the own account.
func (s *Service) act(ctx context.Context, a Act, action string, do func(pgx.Tx, []right.Right, *agentdb.AgentAccount) (map[string]any, error)) error {
	return audit.Act(ctx, s.db, func(tx pgx.Tx) (*audit.Entry, error) {
		rows, err := agentdb.New(tx).LockPair(ctx, agentdb.LockPairParams{PartnerID: a.Partner, SiteID: a.Site, Ids: []string{a.Actor.ID, a.ID}})
		if err != nil {
			return nil, fmt.Errorf("%s: %w", action, err)
		}
		var giver []right.Right
		var target *agentdb.AgentAccount
		for i, r := range rows {
			switch {
			case r.AgentID == a.Actor.ID && r.Active && r.AgentID == r.PartnerID:
				giver = right.Partners()
			case r.AgentID == a.Actor.ID && r.Active:
				giver = right.OfPartners(r.Rights)
			}
			if r.AgentID == a.ID {
				target = &rows[i]
			}
		}
		if !slices.Contains(giver, right.AgentModify) || a.Actor.ID == a.ID {
			return nil, fault.NoAccess
		}
		detail, err := do(tx, giver, target)
		if err != nil {
			if _, refused := fault.Of(err); !refused {
				err = fmt.Errorf("%s: %w", action, err)
			}
			return nil, err
		}
		if detail == nil {
			return audit.Nothing, nil
		}
		return &audit.Entry{Actor: a.Actor, Site: a.Site, Action: action, Target: a.ID, Detail: detail}, nil
	})
}

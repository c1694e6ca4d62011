package staff

import (
	"context"
	"fmt"
	"net/netip"
	"slices"
	"strings"
	"time"
	"unicode"
	"unicode/utf8"

	"github.com/jackc/pgx/v5"

	"hubstake/internal/account/credential"
	"hubstake/internal/account/personal"
	"hubstake/internal/account/staff/staffdb"
	"hubstake/internal/core/fault"
	"hubstake/internal/core/right"
	"hubstake/internal/operator/audit"
)

// The longest names and titles of accounts, and reasons of actions, in code points.
const (
	nameMax   = 60
	reasonMax = 200
)

// Profile is what masters set of an account.
type Profile struct {
	Name   string // of the person
	Title  string // the person's function, for instance "head of payments"
	Rights []right.Right
}

// check brings a profile to the form in which it is kept. E001: a name that is empty, a text that is too long or cannot be printed, a
// right that there is not.
func (p Profile) check() (Profile, error) {
	p.Name, p.Title = strings.TrimSpace(p.Name), strings.TrimSpace(p.Title)
	if p.Name == "" || !printable(p.Name, nameMax) || !printable(p.Title, nameMax) {
		return p, fault.Failed
	}
	if err := right.Check(p.Rights...); err != nil {
		return p, fault.Failed.Wrap(err)
	}
	p.Rights = right.Of(p.Rights) // none, which is not NULL
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

// Act is what a master does to an account of its site.
type Act struct {
	audit.Actor
	Site string
	ID   string // the account
}

// Record is an account as masters see it (S-79).
type Record struct {
	ID string
	Profile
	Active        bool
	Version       int32
	OneTimeUntil  *time.Time // not nil: it waits for its enrolment, until then
	OTPLocked     bool       // locked by wrong one-time codes
	RecoveryCodes int        // those that are not used
	CreatedAt     time.Time
	PassChangedAt *time.Time
	LastLoginAt   *time.Time
	LastLoginIP   netip.Addr
	ReviewedAt    *time.Time // the last periodic review (S-76)
	ReviewedBy    string
	Looks         int // how often the account had personal data shown in the clear within the last 24 hours (S-98)
}

// List returns the accounts of a site by ID.
func (s *Service) List(ctx context.Context, siteID string) ([]Record, error) {
	rows, err := staffdb.New(s.db).List(ctx, staffdb.ListParams{At: s.clk.Now(), SiteID: siteID})
	if err != nil {
		return nil, fmt.Errorf("staff: %w", err)
	}
	looks, err := personal.Looks(ctx, s.db, siteID, s.clk.Now())
	if err != nil {
		return nil, fmt.Errorf("staff: %w", err)
	}
	out := make([]Record, len(rows))
	for i, r := range rows {
		out[i] = Record{
			ID: r.StaffID, Profile: Profile{Name: r.Name, Title: r.Title, Rights: right.Of(r.Rights)}, Active: r.Active, Version: r.Version,
			OneTimeUntil: r.OneTimeUntil, OTPLocked: r.OtpLocked, RecoveryCodes: int(r.RecoveryCodes), CreatedAt: r.CreatedAt,
			PassChangedAt: r.PassChangedAt, LastLoginAt: r.LastLoginAt, ReviewedAt: r.ReviewedAt, ReviewedBy: r.ReviewedBy,
			Looks: looks[r.StaffID],
		}
		if r.LastLoginIp != nil {
			out[i].LastLoginIP = *r.LastLoginIp
		}
	}
	return out, nil
}

// Add makes an account, which is enrolled with the one-time password that it returns. U005: the ID is taken, by whatever site. U101: the
// text cannot be an ID. E001: see Profile.
func (s *Service) Add(ctx context.Context, a Act, p Profile) (OneTime, error) {
	if !credential.Plausible(a.ID) {
		return OneTime{}, fault.BadID.With("min", "5").With("max", "20")
	}
	p, err := p.check()
	if err != nil {
		return OneTime{}, err
	}
	once, hash, sealed, err := s.start(ctx, a.ID)
	if err != nil {
		return OneTime{}, err
	}
	err = s.act(ctx, a, "staff.add", func(tx pgx.Tx, was *staffdb.LockPairRow) (map[string]any, error) {
		if was != nil {
			return nil, fault.DuplicateID
		}
		n, err := staffdb.New(tx).Insert(ctx, staffdb.InsertParams{
			StaffID: a.ID, SiteID: a.Site, Name: p.Name, Title: p.Title, Rights: p.Rights, PassHash: hash, TotpSecret: sealed,
			OneTimeUntil: &once.Until, At: s.clk.Now(),
		})
		if err == nil && n == 0 {
			err = fault.DuplicateID
		}
		if err == nil {
			err = s.noteAccess(ctx, tx, a)
		}
		return map[string]any{"name": p.Name, "title": p.Title, "rights": p.Rights}, err
	})
	if err != nil {
		return OneTime{}, err
	}
	return once, nil
}

// Change sets name, title and rights, from the next call of the account on. With other rights, its one-time code is not fresh any more. C019: another master changed it since version was shown.
func (s *Service) Change(ctx context.Context, a Act, version int32, p Profile) error {
	p, err := p.check()
	if err != nil {
		return err
	}
	return s.change(ctx, a, "staff.change", func(tx pgx.Tx, was staffdb.LockPairRow) (map[string]any, error) {
		if was.Version != version {
			return nil, fault.PaymentProblem
		}
		if was.Name == p.Name && was.Title == p.Title && slices.Equal(right.Of(was.Rights), p.Rights) {
			return nil, nil
		}
		err := staffdb.New(tx).Change(ctx, staffdb.ChangeParams{Name: p.Name, Title: p.Title, Rights: p.Rights, StaffID: a.ID})
		if err == nil && !slices.Equal(right.Of(was.Rights), p.Rights) {
			err = s.members.ForgetConfirmations(ctx, tx, a.ID)
		}
		given := slices.ContainsFunc(p.Rights, func(r right.Right) bool { return !slices.Contains(was.Rights, r) })
		if err == nil && given {
			err = s.noteAccess(ctx, tx, a)
		}
		return map[string]any{
			"was": map[string]any{"name": was.Name, "title": was.Title, "rights": right.Of(was.Rights)},
			"is":  map[string]any{"name": p.Name, "title": p.Title, "rights": p.Rights},
		}, err
	})
}

// SetActive ends an account, with its sessions, or opens it again. E001: no reason.
func (s *Service) SetActive(ctx context.Context, a Act, active bool, reason string) error {
	reason, err := checkReason(reason)
	if err != nil {
		return err
	}
	action := "staff.disable"
	if active {
		action = "staff.enable"
	}
	return s.ending(ctx, a, action, func(tx pgx.Tx, was staffdb.LockPairRow) (map[string]any, error) {
		if was.Active == active {
			return nil, nil
		}
		err := staffdb.New(tx).SetActive(ctx, staffdb.SetActiveParams{Active: active, StaffID: a.ID})
		if err == nil && active {
			err = s.noteAccess(ctx, tx, a)
		}
		return map[string]any{"reason": reason}, err
	})
}

// Recover takes password, authenticator, recovery codes and sessions from an account, for a person who lost them, and returns the one-time
// password with which it is enrolled again. E001: no reason.
func (s *Service) Recover(ctx context.Context, a Act, reason string) (OneTime, error) {
	reason, err := checkReason(reason)
	if err != nil {
		return OneTime{}, err
	}
	once, hash, sealed, err := s.start(ctx, a.ID)
	if err != nil {
		return OneTime{}, err
	}
	err = s.ending(ctx, a, "staff.recover", func(tx pgx.Tx, _ staffdb.LockPairRow) (map[string]any, error) {
		q := staffdb.New(tx)
		if err := q.Recover(ctx, staffdb.RecoverParams{PassHash: hash, TotpSecret: sealed, Until: once.Until, StaffID: a.ID}); err != nil {
			return nil, err
		}
		if err := q.DropRecoveryCodes(ctx, a.ID); err != nil {
			return nil, err
		}
		if err := s.noteAccess(ctx, tx, a); err != nil {
			return nil, err
		}
		return map[string]any{"reason": reason}, q.ForgiveEverywhere(ctx, staffdb.ForgiveEverywhereParams{SiteID: a.Site, StaffID: a.ID})
	})
	if err != nil {
		return OneTime{}, err
	}
	return once, nil
}

// Review notes that a master has looked at an account and its rights and found them needed (S-76).
func (s *Service) Review(ctx context.Context, a Act) error {
	return s.change(ctx, a, "staff.review", func(tx pgx.Tx, was staffdb.LockPairRow) (map[string]any, error) {
		err := staffdb.New(tx).Review(ctx, staffdb.ReviewParams{At: s.clk.Now(), By: a.Actor.ID, StaffID: a.ID})
		return map[string]any{"rights": right.Of(was.Rights), "active": was.Active}, err
	})
}

// ending is change for what ends the sessions of the account.
func (s *Service) ending(ctx context.Context, a Act, action string, do func(pgx.Tx, staffdb.LockPairRow) (map[string]any, error)) error {
	announce := func(context.Context) {}
	err := s.change(ctx, a, action, func(tx pgx.Tx, was staffdb.LockPairRow) (map[string]any, error) {
		detail, err := do(tx, was)
		if err == nil && detail != nil {
			announce, err = s.members.EndStaff(ctx, tx, a.ID, a.Trace)
		}
		return detail, err
	})
	if err == nil {
		announce(ctx)
	}
	return err
}

// change is act for an account that there is: U001 otherwise.
func (s *Service) change(ctx context.Context, a Act, action string, do func(pgx.Tx, staffdb.LockPairRow) (map[string]any, error)) error {
	return s.act(ctx, a, action, func(tx pgx.Tx, was *staffdb.LockPairRow) (map[string]any, error) {
		if was == nil {
			return nil, fault.MemberNotFound
		}
		return do(tx, *was)
	})
}

// shell begins the name of an actor that is a command line, which has no account.
const shell = "shell:"

// act runs something under the locks of the account, nil when there is none, and of who acts, and writes it to the audit with the detail
// that do returns; nil: nothing was changed. U029: a master never acts on the own account, so that one master is always left, and a master who has
// just been ended or lost the right does not act any more. A command line may do all of it.
func (s *Service) act(ctx context.Context, a Act, action string, do func(pgx.Tx, *staffdb.LockPairRow) (map[string]any, error)) error {
	return audit.Act(ctx, s.db, func(tx pgx.Tx) (*audit.Entry, error) {
		rows, err := staffdb.New(tx).LockPair(ctx, staffdb.LockPairParams{SiteID: a.Site, Ids: []string{a.Actor.ID, a.ID}})
		if err != nil {
			return nil, fmt.Errorf("%s: %w", action, err)
		}
		var target *staffdb.LockPairRow
		master := strings.HasPrefix(a.Actor.ID, shell)
		for i, r := range rows {
			if r.StaffID == a.Actor.ID {
				master = r.Active && slices.Contains(r.Rights, right.Staff)
			}
			if r.StaffID == a.ID {
				target = &rows[i]
			}
		}
		if !master || a.Actor.ID == a.ID {
			return nil, fault.NoAccess
		}
		detail, err := do(tx, target)
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

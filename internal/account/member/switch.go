package member

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"strings"
	"unicode/utf8"

	"github.com/jackc/pgx/v5"

	"hubstake/internal/access/token"
	"hubstake/internal/account/member/memberdb"
	"hubstake/internal/core/fault"
	"hubstake/internal/operator/audit"
)

// Switch is what a partner switches off and on for an account below it.
type Switch string

// The switches. Lock and Black are statuses: stop and black.
const (
	SwitchLogin     Switch = "login"
	SwitchBet       Switch = "bet"
	SwitchRecommend Switch = "recommend"
	SwitchLock      Switch = "lock"
	SwitchBlack     Switch = "black"
)

// The parts of an account of which member_switch keeps which partner switched it off.
const (
	partLogin     = "login"
	partBet       = "bet"
	partRecommend = "recommend"
	partStatus    = "status"
)

var parts = map[Switch]string{
	SwitchLogin: partLogin, SwitchBet: partBet, SwitchRecommend: partRecommend, SwitchLock: partStatus, SwitchBlack: partStatus,
}

// Turn switches something off or on for an account below the partner that acts, and reports whether that is new. A switch that is off
// because of staff, the member itself or a partner above the one that acts stays as it is.
//
// E001: no such switch, or no reason. U001: not below the partner, pending or deleted. U063: set from above. U033: self-excluded.
func (s *Service) Turn(ctx context.Context, a Act, what Switch, off bool, reason string) (changed bool, err error) {
	part := parts[what]
	if reason = strings.TrimSpace(reason); part == "" || a.Partner == "" || reason == "" || utf8.RuneCountInString(reason) > reasonMax {
		return false, fault.Failed
	}
	var ended []Session
	err = s.mayAct(ctx, a, func(tx pgx.Tx, m memberdb.LockMemberRow) (*audit.Entry, error) {
		changed, ended = false, nil
		if Status(m.Status) == Pending || Status(m.Status) == Deleted {
			return nil, fault.MemberNotFound
		}
		is, err := s.isOff(ctx, tx, m, what)
		if err != nil {
			return nil, err
		}
		by, err := switchedBy(ctx, tx, m, part)
		own := by != "" && !slices.Contains(above(m.Upline, a.Partner), by)
		switch {
		case err != nil:
			return nil, err
		case !own && (is || part == partStatus && Status(m.Status) != Normal): // staff, the member or a partner above has decided
			return nil, setFromAbove(m, what, off)
		case is == off && (!off || by == a.Partner):
			return audit.Nothing, nil
		}
		changed = true // also of an account that a partner below has switched off: from now on it is the upper partner's
		if err := s.noteSwitch(ctx, tx, a, m.MemberID, part, off, reason); err != nil {
			return nil, err
		}
		if is != off {
			if ended, err = s.turn(ctx, tx, a, m, what, off, reason); err != nil {
				return nil, err
			}
		}
		return &audit.Entry{
			Actor: a.Actor, Site: a.Site, Action: "partner.switch", Target: m.MemberID,
			Detail: map[string]any{"switch": what, "off": off, "reason": reason, "partner": a.Partner},
		}, nil
	})
	if err != nil {
		return false, err
	}
	s.announce(ctx, ended...)
	return changed, nil
}

// setFromAbove is the refusal of a switch that is not the partner's: U033 of the status of a member that excluded itself, else U063. A plain
// member cannot be a referrer: switching that off is nothing new.
func setFromAbove(m memberdb.LockMemberRow, what Switch, off bool) error {
	switch {
	case parts[what] == partStatus && Status(m.Status) == Excluded:
		return fault.SelfExcluded
	case what == SwitchRecommend && m.Role != "partner" && off:
		return nil
	}
	return fault.SetFromAbove
}

// isOff reports whether a switch is off now, for any reason.
func (s *Service) isOff(ctx context.Context, tx pgx.Tx, m memberdb.LockMemberRow, what Switch) (bool, error) {
	flags, err := memberdb.New(tx).Flags(ctx, m.MemberID)
	if err != nil {
		return false, fmt.Errorf("member: switch: %w", err)
	}
	return map[Switch]bool{
		SwitchLogin: !flags.LoginAllowed, SwitchBet: m.BetLocked, SwitchRecommend: !flags.RecommendAllowed,
		SwitchLock: Status(m.Status) == Stopped, SwitchBlack: Status(m.Status) == Black,
	}[what], nil
}

// switchedBy returns the partner that switched a part of an account off; empty: no partner did.
func switchedBy(ctx context.Context, tx pgx.Tx, m memberdb.LockMemberRow, part string) (string, error) {
	if part == partStatus && Status(m.Status) != Stopped && Status(m.Status) != Black {
		return "", nil // the member or staff has ended what the partner did
	}
	r, err := memberdb.New(tx).SwitchedBy(ctx, memberdb.SwitchedByParams{MemberID: m.MemberID, Part: part})
	if errors.Is(err, pgx.ErrNoRows) {
		return "", nil
	}
	if err != nil {
		return "", fmt.Errorf("member: switch: %w", err)
	}
	return r.PartnerID, nil
}

// above returns the partners of an upline that are above one of it.
func above(upline []string, partner string) []string { return upline[slices.Index(upline, partner)+1:] }

func (s *Service) noteSwitch(ctx context.Context, tx pgx.Tx, a Act, memID, part string, off bool, reason string) error {
	if !off {
		return forgetSwitches(ctx, tx, memID, part)
	}
	err := memberdb.New(tx).NoteSwitch(ctx, memberdb.NoteSwitchParams{
		MemberID: memID, Part: part, PartnerID: a.Partner, AgentID: a.ID, Reason: reason, At: s.clk.Now(),
	})
	if err != nil {
		return fmt.Errorf("member: switch: %w", err)
	}
	return nil
}

// turn carries a switch out. It returns the sessions that it ended.
func (s *Service) turn(ctx context.Context, tx pgx.Tx, a Act, m memberdb.LockMemberRow, what Switch, off bool, reason string) ([]Session, error) {
	switch what {
	case SwitchBet:
		return nil, s.setLocks(ctx, tx, a, m, off, m.BetPermitted)
	case SwitchLock, SwitchBlack:
		becomes := Normal
		if off {
			becomes = map[Switch]Status{SwitchLock: Stopped, SwitchBlack: Black}[what]
		}
		return s.setStatus(ctx, tx, a, m, becomes, reason)
	default:
		return s.setFlag(ctx, tx, a, m, what, off)
	}
}

// setFlag switches logins or referring. Sessions end with the right to log in, those of the partner area with the right to refer.
func (s *Service) setFlag(ctx context.Context, tx pgx.Tx, a Act, m memberdb.LockMemberRow, what Switch, off bool) ([]Session, error) {
	q := memberdb.New(tx)
	flags, err := q.Flags(ctx, m.MemberID)
	if err != nil {
		return nil, fmt.Errorf("member: switch: %w", err)
	}
	p := memberdb.SetFlagsParams{Login: flags.LoginAllowed, Recommend: flags.RecommendAllowed, MemberID: m.MemberID}
	if what == SwitchLogin {
		p.Login = !off
	} else {
		p.Recommend = !off
	}
	if err := q.SetFlags(ctx, p); err != nil {
		return nil, fmt.Errorf("member: switch: %w", err)
	}
	return s.endWithout(ctx, tx, m.MemberID, p.Login, p.Recommend, a.Trace)
}

// endWithout ends in tx the sessions that a member may not have without the rights to log in and to refer, and returns them: the connections of the
// partner area would go on hearing of the downline.
func (s *Service) endWithout(ctx context.Context, tx pgx.Tx, memID string, login, refer bool, trace string) ([]Session, error) {
	switch {
	case !login:
		return s.endAll(ctx, tx, memID, reasonAdmin, trace)
	case !refer:
		return s.endIn(ctx, tx, memID, reasonAdmin, trace, token.Partner)
	default:
		return nil, nil
	}
}

// forgetSwitches makes parts of an account those of staff: no partner can undo what they become.
func forgetSwitches(ctx context.Context, tx pgx.Tx, memID string, parts ...string) error {
	if err := memberdb.New(tx).ForgetSwitches(ctx, memberdb.ForgetSwitchesParams{MemberID: memID, Parts: parts}); err != nil {
		return fmt.Errorf("member: switch: %w", err)
	}
	return nil
}

// forgetChanged is forgetSwitches for what staff changed in a form; what the form left as it was stays the partner's.
func forgetChanged(ctx context.Context, tx pgx.Tx, memID string, was, becomes Settings) error {
	var changed []string
	if was.Login != becomes.Login {
		changed = append(changed, partLogin)
	}
	if was.Recommend != becomes.Recommend {
		changed = append(changed, partRecommend)
	}
	if len(changed) == 0 {
		return nil
	}
	return forgetSwitches(ctx, tx, memID, changed...)
}

// EndSessions ends all sessions of an account below the partner that acts. E001: no reason. U001: not below the partner.
func (s *Service) EndSessions(ctx context.Context, a Act, reason string) error {
	if reason = strings.TrimSpace(reason); a.Partner == "" || reason == "" || utf8.RuneCountInString(reason) > reasonMax {
		return fault.Failed
	}
	var ended []Session
	err := s.act(ctx, a, "partner.logout", map[string]any{"reason": reason, "partner": a.Partner}, func(tx pgx.Tx, m memberdb.LockMemberRow) (err error) {
		ended, err = s.endAll(ctx, tx, m.MemberID, reasonAdmin, a.Trace)
		return err
	})
	if err != nil {
		return err
	}
	s.announce(ctx, ended...)
	return nil
}

// Locked is an account whose row is locked.
type Locked struct {
	MemID  string
	Upline []string // the partners above it, nearest first
	Status Status
}

// Under runs something to an account under its lock, for a domain above this one; the audit gets the entry that do returns, if it returns one.
// U001: no such account, not below the partner that acts, pending or deleted.
func (s *Service) Under(ctx context.Context, a Act, do func(pgx.Tx, Locked) (*audit.Entry, error)) error {
	return s.mayAct(ctx, a, func(tx pgx.Tx, m memberdb.LockMemberRow) (*audit.Entry, error) {
		if Status(m.Status) == Pending || Status(m.Status) == Deleted {
			return nil, fault.MemberNotFound
		}
		return do(tx, Locked{MemID: m.MemberID, Upline: m.Upline, Status: Status(m.Status)})
	})
}

// DownlineFrom returns up to count accounts of a partner's downline that are a given one of it or below that, with memIds after another.
func (s *Service) DownlineFrom(ctx context.Context, siteID, partner, root, after string, count int32) ([]string, error) {
	ids, err := memberdb.New(s.db).DownlineFrom(ctx, memberdb.DownlineFromParams{SiteID: siteID, Partner: partner, Root: root, After: after, Count: count})
	if err != nil {
		return nil, fmt.Errorf("member: downline: %w", err)
	}
	return ids, nil
}

// ChildrenFrom returns up to count accounts directly below a partner, with memIds after another.
func (s *Service) ChildrenFrom(ctx context.Context, siteID, partner, after string, count int32) ([]string, error) {
	ids, err := memberdb.New(s.db).ChildrenFrom(ctx, memberdb.ChildrenFromParams{Parent: partner, SiteID: siteID, After: after, Count: count})
	if err != nil {
		return nil, fmt.Errorf("member: children: %w", err)
	}
	return ids, nil
}

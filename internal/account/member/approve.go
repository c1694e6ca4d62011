package member

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"strings"
	"unicode/utf8"

	"github.com/jackc/pgx/v5"

	"hubstake/internal/account/member/memberdb"
	"hubstake/internal/core/event"
	"hubstake/internal/core/fault"
	"hubstake/internal/ledger/wallet"
	"hubstake/internal/live/outbox"
	"hubstake/internal/operator/audit"
)

// Act is what staff, or a partner above it, does to a member of the site.
type Act struct {
	audit.Actor
	Site  string
	MemID string
	// Partner is the partner that acts on its downline; empty: staff acts. A member that is not below it reads like one that does not exist.
	Partner string
	// May reports what else the actor needs, in the transaction and after the member's row is locked; nil: nothing.
	May func(context.Context, pgx.Tx) error
}

// allowed reports whether the actor may act on a member whose row is locked.
func (a Act) allowed(ctx context.Context, tx pgx.Tx, m memberdb.LockMemberRow) error {
	if a.Partner != "" && !slices.Contains(m.Upline, a.Partner) {
		return fault.MemberNotFound
	}
	if a.May == nil {
		return nil
	}
	return a.May(ctx, tx)
}

// Approve lets a pending member in: wallet, message counter, JOIN to the upline. U001: the member is not
// pending, so of two who decide at once one decides.
func (s *Service) Approve(ctx context.Context, a Act) error {
	st, err := s.options(ctx, a.Site)
	if err != nil {
		return err
	}
	return s.decide(ctx, a, Normal, "", func(tx pgx.Tx, m memberdb.LockMemberRow) error {
		if err := open(ctx, tx, m.MemberID, m.SiteID, st.Options.Currency); err != nil {
			return err
		}
		return notifyUpline(ctx, tx, m.SiteID, m.MemberID, m.Upline, event.Join, a.Trace)
	})
}

// memoMax is the length of the memo of a refused signup in code points.
const memoMax = 300

// Refuse turns a pending member down. The account is deleted, which frees its nickname, phone and bank account. E001: the memo, which
// the audit keeps for good, is too long.
func (s *Service) Refuse(ctx context.Context, a Act, memo string) error {
	if memo = strings.TrimSpace(memo); utf8.RuneCountInString(memo) > memoMax {
		return fault.Failed
	}
	return s.decide(ctx, a, Deleted, memo, func(pgx.Tx, memberdb.LockMemberRow) error { return nil })
}

func (s *Service) decide(ctx context.Context, a Act, becomes Status, memo string, also func(pgx.Tx, memberdb.LockMemberRow) error) error {
	return s.act(ctx, a, map[Status]string{Normal: "member.approve", Deleted: "member.refuse"}[becomes], map[string]any{"memo": memo},
		func(tx pgx.Tx, m memberdb.LockMemberRow) error {
			if Status(m.Status) != Pending {
				return fault.MemberNotFound
			}
			err := memberdb.New(tx).SetStatus(ctx, memberdb.SetStatusParams{
				Status: string(becomes), At: s.clk.Now(), By: a.ID, Reason: memo, MemberID: m.MemberID,
			})
			if err != nil {
				return fmt.Errorf("set status: %w", err)
			}
			if err := also(tx, m); err != nil {
				return err
			}
			return queue(ctx, tx, a.Site, m.MemberID, a.Trace)
		})
}

// act runs something under the member's lock and writes it to the audit. U001: no such member on the site, or not below the partner that acts.
func (s *Service) act(ctx context.Context, a Act, action string, detail any, do func(pgx.Tx, memberdb.LockMemberRow) error) error {
	return s.mayAct(ctx, a, func(tx pgx.Tx, m memberdb.LockMemberRow) (*audit.Entry, error) {
		return &audit.Entry{Actor: a.Actor, Site: a.Site, Action: action, Target: a.MemID, Detail: detail}, do(tx, m)
	})
}

// mayAct runs something under the member's lock and writes the entry that do returns to the audit.
func (s *Service) mayAct(ctx context.Context, a Act, do func(pgx.Tx, memberdb.LockMemberRow) (*audit.Entry, error)) error {
	return audit.Act(ctx, s.db, func(tx pgx.Tx) (*audit.Entry, error) {
		m, err := memberdb.New(tx).LockMember(ctx, memberdb.LockMemberParams{MemberID: a.MemID, SiteID: a.Site})
		if errors.Is(err, pgx.ErrNoRows) {
			return nil, fault.MemberNotFound
		}
		if err != nil {
			return nil, fmt.Errorf("member: act: %w", err)
		}
		if err := a.allowed(ctx, tx, m); err != nil {
			return nil, err
		}
		return do(tx, m)
	})
}

// SetLocks sets whether a member's betting is locked and whether it is permitted (D-34), and tells the member if that is
// new. It takes the locks of the member's wallets when betting ends: a bet that has passed the gate is placed before that holds, or
// sees it.
func (s *Service) SetLocks(ctx context.Context, a Act, locked, permitted bool) error {
	return s.act(ctx, a, "member.lock", map[string]any{"locked": locked, "permitted": permitted},
		func(tx pgx.Tx, m memberdb.LockMemberRow) error {
			if err := forgetSwitches(ctx, tx, m.MemberID, partBet); err != nil {
				return err
			}
			return s.setLocks(ctx, tx, a, m, locked, permitted)
		})
}

func (s *Service) setLocks(ctx context.Context, tx pgx.Tx, a Act, m memberdb.LockMemberRow, locked, permitted bool) error {
	if m.BetLocked == locked && m.BetPermitted == permitted {
		return nil
	}
	ver, err := memberdb.New(tx).SetLocks(ctx, memberdb.SetLocksParams{Locked: locked, Permitted: permitted, MemberID: m.MemberID})
	if err != nil {
		return fmt.Errorf("set locks: %w", err)
	}
	if locked || !permitted {
		if err := wallet.LockAll(ctx, tx, m.MemberID); err != nil {
			return err
		}
	}
	return outbox.Write(ctx, tx, event.Event{
		Site: a.Site, Member: m.MemberID, Cmd: event.LockBet, Data1: event.YN(locked), Data2: event.YN(permitted), Ver: ver, Trace: a.Trace,
	})
}

// Unlock lets a member try again whose password or PIN was wrong too often (D-04, D-07). It changes neither.
func (s *Service) Unlock(ctx context.Context, a Act) error {
	return s.act(ctx, a, "member.unlock", nil, func(tx pgx.Tx, m memberdb.LockMemberRow) error {
		if err := memberdb.New(tx).Unlock(ctx, m.MemberID); err != nil {
			return fmt.Errorf("unlock: %w", err)
		}
		return nil
	})
}

// ForceLogout ends all sessions of a member.
func (s *Service) ForceLogout(ctx context.Context, a Act) error {
	var ended []Session
	err := s.act(ctx, a, "member.logout", nil, func(tx pgx.Tx, m memberdb.LockMemberRow) (err error) {
		ended, err = s.endAll(ctx, tx, m.MemberID, reasonAdmin, a.Trace)
		return err
	})
	if err != nil {
		return err
	}
	s.announce(ctx, ended...)
	return nil
}

// given are the statuses that staff gives.
var given = []Status{Normal, Stopped, Suspended, Black, Dormant, Closed, Excluded}

// SetStatus gives an approved member another status, for instance stop or black, and ends its sessions unless it is normal
// again (ASVS 7.4.2). It takes the locks of the member's wallets then, as TakeBreak does. An exclusion that staff gives
// lasts as long as the shortest that a member takes. E001: a status that is not given so, or no reason. U001: pending
// members are for Approve and Refuse, and a deleted member stays deleted. U033: an exclusion cannot be lifted before its end
// (S-41).
func (s *Service) SetStatus(ctx context.Context, a Act, becomes Status, reason string) error {
	reason = strings.TrimSpace(reason)
	if !slices.Contains(given, becomes) || reason == "" || utf8.RuneCountInString(reason) > reasonMax {
		return fault.Failed
	}
	var ended []Session
	detail := map[string]any{"status": becomes, "reason": reason}
	err := s.act(ctx, a, "member.status", detail,
		func(tx pgx.Tx, m memberdb.LockMemberRow) (err error) {
			if Status(m.Status) == Pending || Status(m.Status) == Deleted {
				return fault.MemberNotFound
			}
			detail["before"] = m.Status // S-81
			if err := forgetSwitches(ctx, tx, m.MemberID, partStatus); err != nil {
				return err
			}
			ended, err = s.setStatus(ctx, tx, a, m, becomes, reason)
			return err
		})
	if err != nil {
		return err
	}
	s.announce(ctx, ended...)
	return nil
}

// setStatus writes a status that staff or a partner gives the member. It returns the sessions that it ended.
func (s *Service) setStatus(ctx context.Context, tx pgx.Tx, a Act, m memberdb.LockMemberRow, becomes Status, reason string) ([]Session, error) {
	now := s.clk.Now()
	p := memberdb.SetStatusParams{Status: string(becomes), At: now, By: a.ID, Reason: reason, MemberID: m.MemberID}
	switch {
	case becomes == Normal && m.ExcludedUntil != nil && m.ExcludedUntil.After(now):
		return nil, fault.SelfExcluded
	case becomes == Excluded:
		until := now.AddDate(0, ShortestExclusion, 0)
		p.ExcludedUntil = &until
	}
	if err := memberdb.New(tx).SetStatus(ctx, p); err != nil {
		return nil, fmt.Errorf("set status: %w", err)
	}
	if becomes == Normal {
		return nil, nil
	}
	ended, err := s.endAll(ctx, tx, m.MemberID, reasonAdmin, a.Trace)
	if err != nil {
		return nil, err
	}
	return ended, wallet.LockAll(ctx, tx, m.MemberID)
}

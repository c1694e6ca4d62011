package partner

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"time"

	"github.com/jackc/pgx/v5"

	"hubstake/internal/account/member"
	"hubstake/internal/core/fault"
	"hubstake/internal/ledger/wallet"
	"hubstake/internal/operator/audit"
	"hubstake/internal/partners/partner/partnerdb"
)

// Switch is what a partner switches for an account below it.
type Switch string

// The switches besides those of member.Switch: groups of games, and the end of all sessions, which is no state.
const (
	Casino Switch = "casino"
	Slot   Switch = "slot"
	Logout Switch = "logout"
)

// Turn switches something off or on for an account of the downline, and reports whether that is new. U063: staff, the member or a partner above
// switched it off. Other refusals are those of member.Service.Turn.
func (s *Service) Turn(ctx context.Context, by By, memID string, what Switch, off bool, reason string) (changed bool, err error) {
	if reason, err = reasonOf(reason); err != nil {
		return false, err
	}
	if err := s.writable(ctx, by); err != nil {
		return false, err
	}
	return s.turn(ctx, by, memID, what, off, reason)
}

func (s *Service) turn(ctx context.Context, by By, memID string, what Switch, off bool, reason string) (bool, error) {
	switch what {
	case Casino, Slot:
		return s.close(ctx, by, memID, what, off, reason)
	case Logout:
		if !off {
			return false, fault.Failed
		}
		return true, s.members.EndSessions(ctx, by.act(memID), reason)
	default:
		return s.members.Turn(ctx, by.act(memID), member.Switch(what), off, reason)
	}
}

// close switches a group of games off or on for an account. It takes the locks of its wallets when the group is closed: a bet that has passed
// the gate is placed before that holds, or sees it.
func (s *Service) close(ctx context.Context, by By, memID string, group Switch, off bool, reason string) (changed bool, err error) {
	err = s.members.Under(ctx, by.act(memID), func(tx pgx.Tx, m member.Locked) (*audit.Entry, error) {
		changed = false
		q := partnerdb.New(tx)
		closer, err := q.ClosedBy(ctx, partnerdb.ClosedByParams{MemberID: memID, GroupCode: string(group)})
		is := err == nil
		switch {
		case err != nil && !errors.Is(err, pgx.ErrNoRows):
			return nil, fmt.Errorf("partner: close: %w", err)
		case is && above(m.Upline, by.Partner, closer):
			return nil, fault.SetFromAbove
		case is == off && (!off || closer == by.Partner):
			return audit.Nothing, nil
		}
		changed = true
		if off {
			err = q.Close(ctx, partnerdb.CloseParams{MemberID: memID, GroupCode: string(group), ClosedBy: by.Partner, At: s.clk.Now()})
			if err == nil && !is {
				err = wallet.LockAll(ctx, tx, memID)
			}
		} else {
			err = q.Open(ctx, partnerdb.OpenParams{MemberID: memID, GroupCode: string(group)})
		}
		if err != nil {
			return nil, fmt.Errorf("partner: close: %w", err)
		}
		return &audit.Entry{
			Actor: by.Actor, Site: by.Site, Action: "partner.switch", Target: memID,
			Detail: map[string]any{"switch": group, "off": off, "reason": reason, "partner": by.Partner},
		}, nil
	})
	return changed, err
}

// above reports whether another partner stands above one in an upline, nearest first.
func above(upline []string, partner, other string) bool {
	found := false
	for _, one := range upline {
		if found && one == other {
			return true
		}
		found = found || one == partner
	}
	return false
}

// The bounds of one call that switches a subtree.
const (
	subtreeSlice = 100
	subtreeTime  = 5 * time.Second
)

// SubtreeResult is how far a switch of a subtree got.
type SubtreeResult struct {
	Changed, Same int    // accounts that were switched, and those that were so before
	Kept          int    // accounts where staff, the member or a partner above has decided
	After         string // the next call goes on after it; empty: the whole subtree is done
}

// TurnAll switches something for an account and its whole downline, one account after the other in the order of their memIds, from the one
// after a memId on. A call ends after some seconds and names where the next one goes on; the same call again changes nothing.
// U001: the account is not below.
func (s *Service) TurnAll(ctx context.Context, by By, root string, what Switch, off bool, reason, after string) (out SubtreeResult, err error) {
	if reason, err = reasonOf(reason); err != nil {
		return out, err
	}
	if err := s.writable(ctx, by); err != nil {
		return out, err
	}
	p, err := s.members.Profile(ctx, s.db, root)
	if err != nil {
		return out, err
	}
	if p.Site != by.Site || !slices.Contains(p.Upline, by.Partner) || p.Status == member.Pending || p.Status == member.Deleted {
		return out, fault.MemberNotFound
	}
	end := s.clk.Now().Add(subtreeTime)
	for out.After = after; ; {
		ids, err := s.members.DownlineFrom(ctx, by.Site, by.Partner, root, out.After, subtreeSlice)
		if err != nil {
			return out, err
		}
		for _, id := range ids {
			if err := out.count(s.turn(ctx, by, id, what, off, reason)); err != nil {
				return out, err
			}
			out.After = id
			if !s.clk.Now().Before(end) {
				return out, nil
			}
		}
		if len(ids) < subtreeSlice {
			out.After = ""
			return out, nil
		}
	}
}

// count adds the result of one account. One that left the subtree meanwhile is not counted.
func (r *SubtreeResult) count(changed bool, err error) error {
	switch {
	case err == nil && changed:
		r.Changed++
	case err == nil:
		r.Same++
	case errors.Is(err, fault.SetFromAbove), errors.Is(err, fault.SelfExcluded):
		r.Kept++
	case !errors.Is(err, fault.MemberNotFound):
		return err
	}
	return nil
}

package protection

import (
	"context"
	"slices"
	"strings"
	"time"
	"unicode/utf8"

	"github.com/jackc/pgx/v5"

	"hubstake/internal/account/member"
	"hubstake/internal/account/protection/protectiondb"
	"hubstake/internal/core/fault"
	"hubstake/internal/core/money"
	"hubstake/internal/operator/audit"
)

// maxReason bounds why staff acted, in code points.
const maxReason = 200

// hand is who of the staff acts, and why.
type hand struct {
	audit.Actor
	reason string
}

// of is the member for whom staff acts. E001: without a reason; U001: no such member of the site.
func (s *Service) of(ctx context.Context, a member.Act, reason string) (Who, error) {
	reason = strings.TrimSpace(reason)
	if reason == "" || utf8.RuneCountInString(reason) > maxReason {
		return Who{}, fault.Failed
	}
	p, err := s.members.Profile(ctx, s.db, a.MemID)
	if err == nil && p.Site != a.Site {
		err = fault.MemberNotFound
	}
	return Who{Site: a.Site, Member: a.MemID, IP: a.IP, Trace: a.Trace, staff: &hand{a.Actor, reason}}, err
}

// LowerLimit sets a limit of a member by staff: the first of its kind, or one that is lower than what holds, at once (S-48). To raise
// it is for the member alone, after 24 hours (S-37). E001: no such limit, one that is not lower, or no reason; C009: no amount;
// U001: no such member of the site.
func (s *Service) LowerLimit(ctx context.Context, a member.Act, w Which, amount money.Input, reason string) error {
	n, err := w.amount(amount)
	if err != nil {
		return err
	}
	who, err := s.of(ctx, a, reason)
	if err != nil {
		return err
	}
	return s.under(ctx, who, func(tx pgx.Tx, q *protectiondb.Queries) (*audit.Entry, error) {
		l, err := limit(ctx, q, who.Member, w)
		if err != nil {
			return nil, err
		}
		if l != nil && n >= money.Amount(l.Amount) {
			return nil, fault.Failed
		}
		return s.put(ctx, tx, who, w, l, &n, "set")
	})
}

// CoolOff gives a member a timeout by staff (S-40, S-48). E001: a number of days that is not in Timeouts, an earlier timeout
// that lasts longer, or no reason; U001: no such member of the site; U018: the account is neither normal nor excluded.
func (s *Service) CoolOff(ctx context.Context, a member.Act, days int, reason string) error {
	if !slices.Contains(Timeouts, days) {
		return fault.Failed
	}
	who, err := s.of(ctx, a, reason)
	if err != nil {
		return err
	}
	until := s.clk.Now().Add(time.Duration(days) * 24 * time.Hour)
	return s.takeBreak(ctx, who, change{action: "timeout", days: days, until: &until})
}

package cash

import (
	"context"
	"errors"
	"slices"
	"strings"
	"time"
	"unicode/utf8"

	"github.com/jackc/pgx/v5"

	"hubstake/internal/core/fault"
	"hubstake/internal/core/money"
	"hubstake/internal/funds/cash/cashdb"
	"hubstake/internal/operator/approval"
	"hubstake/internal/operator/audit"
	"hubstake/internal/operator/message"
	"hubstake/internal/operator/site"
)

// maxMemo bounds the reason of a refusal, in code points.
const maxMemo = 300

// Shown identifies a request by what staff saw of it. The id alone is not enough: after a restore of PostgreSQL, ids are given out
// again, and a page that was loaded before would approve the request of another member. No two requests of a member are made in the
// same microsecond, so the four together never repeat.
type Shown struct {
	ID          int64
	Member      string
	Amount      money.Amount
	RequestedAt time.Time // to the microsecond, as PostgreSQL keeps it
}

// is reports whether a row is the request that was shown.
func (s Shown) is(r cashdb.GetRow) bool {
	return s.ID == r.ID && s.Member == r.MemberID && s.Amount == money.Amount(r.Amount) && s.RequestedAt.UnixMicro() == r.RequestedAt.UnixMicro()
}

// Hold says that staff works on a request: the member can no longer cancel it (0→2). A request that is not the one that was shown is
// C019, as it is for Approve and Refuse.
func (s *Service) Hold(ctx context.Context, site string, by audit.Actor, r Shown) error {
	return s.decide(ctx, change{site: site, id: r.ID, shown: &r, to: Held, by: by.ID, trace: by.Trace}, by)
}

// Approve completes a request (0→1, 2→1): a deposit reaches the wallet, a withdrawal leaves the hold. U035: it needs a second person, who has
// been asked; the request stays as it is. U045: it is of the site's amount or more, for which staff gives a one-time code again, and fresh says
// that it has not (S-85). U022, U042 or the code of the member's status: a payout that staff, or a change of the member's secrets or details,
// has stopped since the request; it may be refused, or paid when that is over. U029, C034: PT of a member who is no partner any more, or who has come to owe it since.
// U033, U020, U018, U034, U051: a deposit that the member must not
// make any more.
func (s *Service) Approve(ctx context.Context, site string, by audit.Actor, r Shown, fresh bool) error {
	return s.ApproveBecause(ctx, site, by, r, fresh, "")
}

// ApproveBecause is Approve with a reason, which the audit keeps. A withdrawal whose turnover is open again since it was asked for (C033) is paid with a reason only.
func (s *Service) ApproveBecause(ctx context.Context, site string, by audit.Actor, r Shown, fresh bool, why string) error {
	why = strings.TrimSpace(why)
	if utf8.RuneCountInString(why) > maxMemo {
		return fault.Failed
	}
	return s.decide(ctx, change{site: site, id: r.ID, shown: &r, to: Done, by: by.ID, why: why, trace: by.Trace, fresh: fresh}, by)
}

// Because is why a request is refused: a usual reason, which the member reads in the own language, own words of staff, or both.
type Because struct {
	Usual Refusal // empty: none
	Words string
}

// Refuse ends a request with a reason that the member reads (0→−2, 2→−2); what a withdrawal held goes back. Without a
// reason it is E001: S-23 wants one. A usual reason of the other kind of request is E001 as well.
func (s *Service) Refuse(ctx context.Context, site string, by audit.Actor, r Shown, why Because) error {
	why.Words = strings.TrimSpace(why.Words)
	if why == (Because{}) || utf8.RuneCountInString(why.Words) > maxMemo {
		return fault.Failed
	}
	c := change{site: site, id: r.ID, shown: &r, to: Refused, by: by.ID, memo: why.Words, usual: why.Usual, trace: by.Trace}
	return s.decide(ctx, c, by)
}

var actions = map[Status]string{Held: "cash.hold", Done: "cash.approve", Refused: "cash.refuse"}

// decide makes a transition by staff, or asks for the second person that the site wants for the amount (U035).
func (s *Service) decide(ctx context.Context, c change, by audit.Actor) error {
	var kind Kind
	var asked bool
	st, err := s.sites.Get(ctx, c.site)
	if errors.Is(err, site.ErrUnknown) {
		return fault.PaymentProblem.Wrap(errTooLate)
	}
	if err != nil {
		return err
	}
	c.options = st.Options
	err = audit.Act(ctx, s.db, func(tx pgx.Tx) (*audit.Entry, error) {
		r, err := read(ctx, tx, c)
		if err != nil {
			return nil, err
		}
		kind = Kind(r.Kind)
		if kind == Through && c.to != Refused {
			return nil, fault.PaymentProblem.Wrap(errPartners)
		}
		if c.to == Done {
			if err := s.beforeCompletion(ctx, tx, c, r); err != nil {
				return nil, err
			}
			asked, err = approval.NeedsSecond(ctx, tx, s.clk.Now(), st, approval.Act{
				Kind: approvalKinds[kind], Staff: by.ID, Member: r.MemberID, ID: ref(r.ID), Amount: money.Amount(r.Amount),
			})
			if err != nil {
				return nil, err
			}
			if asked {
				return s.askSecond(ctx, tx, st, c, r, by)
			}
		}
		detail, err := s.decided(ctx, tx, c, r)
		return &audit.Entry{Actor: by, Site: c.site, Action: actions[c.to], Target: ref(r.ID), Detail: detail}, err
	})
	if err == nil && asked {
		return fault.SecondPersonNeeded
	}
	if err == nil {
		s.metrics.reached(c.site, kind, c.to)
	}
	return err
}

// beforeCompletion refuses to complete a request before a person gives a code or asks a second one for it in vain. The member is held
// from here on; carry checks it again when the money moves.
func (s *Service) beforeCompletion(ctx context.Context, tx pgx.Tx, c change, r cashdb.GetRow) error {
	p, err := s.members.Held(ctx, tx, r.MemberID) // before the sums of the person
	if err != nil {
		return err
	}
	switch Kind(r.Kind) {
	case Out:
		err = mayBePaid(p, s.clk.Now())
	case PT:
		err = s.mayBePaidPT(ctx, tx, p, r)
	default:
		err = mayBeCredited(ctx, tx, p, r, s.clk.Now())
	}
	if err != nil {
		return err
	}
	if err := s.mayPayReopened(ctx, tx, c, r); err != nil {
		return err
	}
	if !c.fresh && money.Amount(r.Amount) >= c.options.PayoutCodeFrom {
		return fault.FreshCodeNeeded
	}
	return nil
}

// mayPayReopened refuses to pay a withdrawal whose turnover is open again, unless there is a reason: C033.
func (s *Service) mayPayReopened(ctx context.Context, tx pgx.Tx, c change, r cashdb.GetRow) error {
	again, err := reopened(ctx, tx, c.options, r, s.clk.Now())
	if err == nil && again > 0 && c.why == "" {
		if _, err := read(ctx, tx, c); err != nil { // a colleague decided meanwhile, and the money is back
			return err
		}
		err = fault.TurnoverReopened.With("remaining", again.String())
	}
	return err
}

// decided makes a transition by staff in tx: the transition itself and, when it ended the request, the notification. It returns what
// the audit keeps of it.
func (s *Service) decided(ctx context.Context, tx pgx.Tx, c change, r cashdb.GetRow) (map[string]any, error) {
	p, err := s.members.Profile(ctx, tx, r.MemberID)
	if err != nil {
		return nil, err
	}
	if c.usual != "" && !slices.Contains(refusalsOf[Kind(r.Kind)], c.usual) {
		return nil, fault.Failed
	}
	c.memo = reason(p.Lang, c.usual, c.memo)
	if err := s.carry(ctx, tx, c, r); err != nil {
		return nil, err
	}
	detail := map[string]any{"kind": r.Kind, "memId": r.MemberID, "amount": r.Amount, "was": r.Status, "memo": c.memo}
	if c.usual != "" {
		detail["usual"] = c.usual
	}
	if c.why != "" {
		detail["why"] = c.why
	}
	if c.to.Open() || Kind(r.Kind) == Through && c.to == Done { // of what a partner pays, the partner's entry tells
		return detail, nil
	}
	currency := r.Currency
	if Kind(r.Kind) == PT { // which is paid as money of the site
		currency = c.options.Currency
	}
	title, content := notification(p.Lang, Kind(r.Kind), c.to, money.Amount(r.Amount), currency, c.memo)
	return detail, s.messages.Send(ctx, tx, message.Notification{
		Site: c.site, Member: r.MemberID, Title: title, Content: content, Trace: c.trace,
	})
}

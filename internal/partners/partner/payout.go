package partner

import (
	"context"
	"errors"
	"fmt"
	"time"

	"github.com/jackc/pgx/v5"

	"hubstake/internal/account/member"
	"hubstake/internal/core/fault"
	"hubstake/internal/funds/cash"
	"hubstake/internal/operator/audit"
	"hubstake/internal/operator/site"
	"hubstake/internal/partners/partner/partnerdb"
)

// PayOut gives the service the requests of members to be paid out by their partner. Without it there are none.
func (s *Sends) PayOut(desk *cash.Service) {
	s.desk = desk
	desk.PaidBy(s.mayPayOut)
}

// mayPayOut refuses a partner who may not pay: U029.
func (s *Sends) mayPayOut(ctx context.Context, siteID, memID string) error {
	p, err := s.members.Profile(ctx, s.db, memID)
	if err != nil {
		return err
	}
	may, err := partnerdb.New(s.db).Permission(ctx, partnerdb.PermissionParams{MemberID: memID, SiteID: siteID})
	if err != nil && !errors.Is(err, pgx.ErrNoRows) {
		return fmt.Errorf("partner: permission: %w", err)
	}
	if !p.Partner || p.Status != member.Normal || !may.PayAllowed {
		return fault.NoAccess
	}
	return nil
}

// PayoutInput is a partner's answer to a member who asks to be paid out.
type PayoutInput struct {
	Sender
	cash.Shown
	Reason string // why the partner refuses; the member reads it
}

// AcceptPayout takes the money that a member asks to be paid out from its wallet into the partner's PT, in one transaction: the partner has paid it, or will.
// The same call again (Sender.IdempotencyKey) answers the same.
//
// S001: the site is in maintenance. U029, U021: the partner may not pay. U001: the member is not directly below any more. C019: another request than the one that
// was shown, or one that was decided. C029: more than the partner may still pay out today. U011, U018, U020, U022, U033, U042, U051: the member must not be paid.
func (s *Sends) AcceptPayout(ctx context.Context, in PayoutInput) (Send, error) {
	return s.carry(ctx, Payout, in.Sender, func(_ time.Time) (Send, error) {
		return Send{Kind: Payout, Member: in.Member, Amount: in.Amount, Request: in.ID, Agent: in.Agent.ID, At: s.clk.Now()}, nil
	}, func(tx pgx.Tx, st site.Site, sent Send) (Send, error) {
		sides, err := s.sides(ctx, tx, in.Sender, sent.Member)
		if err != nil {
			return sent, err
		}
		if err := s.desk.EndThrough(ctx, tx, in.Site, in.Partner, in.Shown, in.Agent.ID, "", in.Agent.Trace); err != nil {
			return sent, err
		}
		if err := withinDay(ctx, tx, in.Partner, st, sides.dayMax, sent); err != nil {
			return sent, err
		}
		return s.move(ctx, tx, in.Sender, st, sides.member, sent, nil)
	})
}

// RefusePayout ends a request to be paid out with a reason; the money is back in the member's wallet. E001: no reason. Other codes: as of AcceptPayout; a member who
// was moved can be refused.
func (s *Sends) RefusePayout(ctx context.Context, in PayoutInput) error {
	reason, err := sendReason(in.Reason)
	if err != nil {
		return err
	}
	st, err := s.sites.Get(ctx, in.Site)
	if err != nil {
		return err
	}
	if st.Maintenance {
		return fault.SiteMaintenance
	}
	return audit.Act(ctx, s.db, func(tx pgx.Tx) (*audit.Entry, error) {
		err := s.desk.EndThrough(ctx, tx, in.Site, in.Partner, in.Shown, in.Agent.ID, reason, in.Agent.Trace)
		return &audit.Entry{
			Actor: in.Agent, Site: in.Site, Action: "partner.payoutRefuse", Target: in.Member,
			Detail: map[string]any{"request": in.ID, "partner": in.Partner, "amount": in.Amount, "reason": reason},
		}, err
	})
}

// Payouts returns the requests of members to be paid out by a partner.
func (s *Sends) Payouts(ctx context.Context, siteID, partner string, open bool, before int64, count int32) ([]cash.Payout, error) {
	return s.desk.Payouts(ctx, siteID, partner, open, before, count)
}

package member

import (
	"context"
	"errors"
	"fmt"
	"strings"
	"unicode/utf8"

	"github.com/jackc/pgx/v5"

	"hubstake/internal/account/member/memberdb"
	"hubstake/internal/core/event"
	"hubstake/internal/core/fault"
	"hubstake/internal/operator/approval"
	"hubstake/internal/operator/audit"
	"hubstake/internal/operator/site"
)

// headOffice is the level at the top of the tree of partners, PTN_1 (product.txt §4).
const headOffice = 1

// MakePartner makes a member a head office: a partner of the first level, who may refer members. A member that has a referrer leaves it. Partners
// below a head office are made by their upline. E001: no reason. U001: no such member, or one whose status is not
// normal. U051: a test account. C019: it is a partner already. U035: it needs a second person (D-69), who has been asked.
func (s *Service) MakePartner(ctx context.Context, a Act, reason string) error {
	reason = strings.TrimSpace(reason)
	if reason == "" || utf8.RuneCountInString(reason) > reasonMax {
		return fault.Failed
	}
	st, err := s.sites.Fresh(ctx, a.Site)
	if err != nil {
		return fmt.Errorf("make partner: %w", err)
	}
	var asked bool
	err = audit.Act(ctx, s.db, func(tx pgx.Tx) (entry *audit.Entry, err error) {
		entry, asked, err = s.approvals.Attempt(ctx, tx, st, a.Actor, func(tx pgx.Tx) (approval.Effect, *approval.Subject, error) {
			did, err := s.makePartner(ctx, tx, a, reason)
			if err != nil || !st.Options.NeedsApproval(site.HeadOffice) {
				return did, nil, err
			}
			return did, &approval.Subject{Kind: site.HeadOffice, Target: a.MemID, Member: a.MemID, Reason: reason}, nil
		})
		return entry, err
	})
	if err == nil && asked {
		err = fault.SecondPersonNeeded
	}
	return err
}

// headOffice is approval.Action.Do of a head office.
func (s *Service) headOffice(ctx context.Context, tx pgx.Tx, st site.Site, by audit.Actor, r approval.Request) (approval.Effect, error) {
	return s.makePartner(ctx, tx, Act{Actor: by, Site: st.ID, MemID: r.Member}, r.Reason)
}

// makePartner carries MakePartner out in tx.
func (s *Service) makePartner(ctx context.Context, tx pgx.Tx, a Act, reason string) (did approval.Effect, err error) {
	q := memberdb.New(tx)
	if err := q.LockMoves(ctx, a.Site); err != nil {
		return did, fmt.Errorf("make partner: %w", err)
	}
	m, err := q.LockMember(ctx, memberdb.LockMemberParams{MemberID: a.MemID, SiteID: a.Site})
	if errors.Is(err, pgx.ErrNoRows) {
		return did, fault.MemberNotFound
	}
	if err != nil {
		return did, fmt.Errorf("make partner: %w", err)
	}
	c, err := q.Card(ctx, memberdb.CardParams{MemberID: m.MemberID, SiteID: a.Site})
	switch {
	case err != nil:
		return did, fmt.Errorf("make partner: %w", err)
	case c.Partner:
		return did, fault.PaymentProblem
	case Status(m.Status) != Normal:
		return did, fault.MemberNotFound
	case c.TestSince != nil:
		return did, fault.TestAccount
	}
	if len(m.Upline) > 0 {
		if err := s.leaveUpline(ctx, tx, a, m.Upline); err != nil {
			return did, err
		}
	}
	if err := q.MakePartner(ctx, memberdb.MakePartnerParams{Level: headOffice, MemberID: m.MemberID}); err != nil {
		return did, fmt.Errorf("make partner: %w", err)
	}
	did.Entry = audit.Entry{Action: "member.partner", Target: a.MemID}
	did.Detail = map[string]any{"level": headOffice, "was": m.Upline, "reason": reason}
	return did, nil
}

// leaveUpline puts a member without a downline under no partner. The upline of before is kept, so that figures of the past stay where they were.
func (s *Service) leaveUpline(ctx context.Context, tx pgx.Tx, a Act, upline []string) error {
	q, now := memberdb.New(tx), s.clk.Now()
	if err := q.KeepUplines(ctx, memberdb.KeepUplinesParams{MemberID: a.MemID, Now: now}); err != nil {
		return fmt.Errorf("make partner: %w", err)
	}
	if err := q.MoveDownline(ctx, memberdb.MoveDownlineParams{MemberID: a.MemID, Upline: []string{}, Now: now}); err != nil {
		return fmt.Errorf("make partner: %w", err)
	}
	return notifyUpline(ctx, tx, a.Site, a.MemID, upline, event.Leave, a.Trace)
}

// NeedsReferrer reports whether a signup must name a referrer: as soon as the site has a partner. The first member of a site can have none.
func (s *Service) NeedsReferrer(ctx context.Context, siteID string) (bool, error) {
	has, err := memberdb.New(s.db).HasPartner(ctx, siteID)
	if err != nil {
		return false, fmt.Errorf("needs referrer: %w", err)
	}
	return has, nil
}

package member

import (
	"context"
	"fmt"
	"strings"
	"unicode/utf8"

	"github.com/jackc/pgx/v5"

	"hubstake/internal/account/member/memberdb"
	"hubstake/internal/core/fault"
)

// headOffice is the level at the top of the tree of partners, PTN_1 (product.txt §4).
const headOffice = 1

// MakePartner makes a member a head office: a partner of the first level, who may refer members. Only a member without a referrer can be
// one; partners below a head office are made by their upline. E001: no reason. U001: no such member, or one whose status is not normal.
// U051: a test account. U114: it has a referrer. C019: it is a partner already.
func (s *Service) MakePartner(ctx context.Context, a Act, reason string) error {
	reason = strings.TrimSpace(reason)
	if reason == "" || utf8.RuneCountInString(reason) > reasonMax {
		return fault.Failed
	}
	return s.act(ctx, a, "member.partner", map[string]any{"level": headOffice, "reason": reason}, func(tx pgx.Tx, m memberdb.LockMemberRow) error {
		q := memberdb.New(tx)
		c, err := q.Card(ctx, memberdb.CardParams{MemberID: m.MemberID, SiteID: a.Site})
		switch {
		case err != nil:
			return fmt.Errorf("make partner: %w", err)
		case c.Partner:
			return fault.PaymentProblem
		case Status(m.Status) != Normal:
			return fault.MemberNotFound
		case c.TestSince != nil:
			return fault.TestAccount
		case c.ParentID != "":
			return fault.ReferrerNotAllowed
		}
		if err := q.MakePartner(ctx, memberdb.MakePartnerParams{Level: headOffice, MemberID: m.MemberID}); err != nil {
			return fmt.Errorf("make partner: %w", err)
		}
		return nil
	})
}

// NeedsReferrer reports whether a signup must name a referrer: as soon as the site has a partner. The first member of a site can have none.
func (s *Service) NeedsReferrer(ctx context.Context, siteID string) (bool, error) {
	has, err := memberdb.New(s.db).HasPartner(ctx, siteID)
	if err != nil {
		return false, fmt.Errorf("needs referrer: %w", err)
	}
	return has, nil
}

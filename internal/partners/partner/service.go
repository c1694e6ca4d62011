package partner

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"strings"
	"unicode/utf8"

	"github.com/jackc/pgx/v5"
	"github.com/jackc/pgx/v5/pgxpool"

	"hubstake/internal/account/member"
	"hubstake/internal/core/clock"
	"hubstake/internal/core/fault"
	"hubstake/internal/core/money"
	"hubstake/internal/core/right"
	"hubstake/internal/operator/approval"
	"hubstake/internal/operator/audit"
	"hubstake/internal/operator/site"
	"hubstake/internal/partners/partner/partnerdb"
)

// Service makes accounts below partners, switches them and sets rates.
type Service struct {
	db        *pgxpool.Pool
	clk       clock.Clock
	sites     *site.Service
	members   *member.Service
	approvals *approval.Service // nil: what needs a second person fails
}

// New returns a service. Moves of partners must keep the order of rates from then on.
func New(db *pgxpool.Pool, clk clock.Clock, sites *site.Service, members *member.Service) *Service {
	s := &Service{db: db, clk: clk, sites: sites, members: members}
	members.CheckMoves(s.mayMove)
	return s
}

// By is who acts: a partner, by itself or by a person of its sub-staff, or staff when Partner is empty.
type By struct {
	audit.Actor
	Site, Partner string
	Rights        []right.Right // of the person in the partner area
	// Told is called before the person is told something about the phones and accounts of all members, with the head office of its tree. It counts that
	// and returns the refusal of a tree that was told too much, which is answered instead; nil: not counted.
	Told func(ctx context.Context, head string) error
}

func (b By) staff() bool { return b.Partner == "" }

func (b By) has(one right.Right) bool { return slices.Contains(b.Rights, one) }

// act returns an action on an account below the partner.
func (b By) act(memID string) member.Act {
	return member.Act{Actor: b.Actor, Site: b.Site, Partner: b.Partner, MemID: memID}
}

// reasonMax bounds a reason, in code points.
const reasonMax = 200

func reasonOf(typed string) (string, error) {
	reason := strings.TrimSpace(typed)
	if reason == "" || !utf8.ValidString(reason) || utf8.RuneCountInString(reason) > reasonMax {
		return "", fault.Failed
	}
	return reason, nil
}

// writable reports S001 for partners while the site is in maintenance: the partner area only reads then (D-35).
func (s *Service) writable(ctx context.Context, by By) error {
	st, err := s.sites.Get(ctx, by.Site)
	if err != nil {
		return fmt.Errorf("partner: %w", err)
	}
	if st.Maintenance && !by.staff() {
		return fault.SiteMaintenance
	}
	return nil
}

// Rights are what head office allows a partner.
type Rights struct {
	Pay     bool         `json:"pay"`     // to pay and recall (U021)
	DayMax  money.Amount `json:"dayMax"`  // what it may pay on a day (D-53)
	Approve bool         `json:"approve"` // to decide about signups below it
	Version int32        `json:"version"`
}

// firstVersion is the version of the defaults, which a partner without a row has.
const firstVersion = 1

// Rights returns what a partner may do.
func (s *Service) Rights(ctx context.Context, siteID, memID string) (Rights, error) {
	r, err := partnerdb.New(s.db).Partner(ctx, partnerdb.PartnerParams{MemberID: memID, SiteID: siteID})
	if errors.Is(err, pgx.ErrNoRows) {
		return Rights{Version: firstVersion}, nil
	}
	if err != nil {
		return Rights{}, fmt.Errorf("partner: rights: %w", err)
	}
	return Rights{Pay: r.PayAllowed, DayMax: money.Amount(r.PayDayMax), Approve: r.ApproveAllowed, Version: r.Version}, nil
}

// SetRights sets what a partner may do, for staff. E001: no reason, or a negative maximum. U001: no such partner. C019: the rights changed since
// their version was shown. U035: the partner may pay more than before, which needs a second person (D-69), who has been asked.
func (s *Service) SetRights(ctx context.Context, by By, memID string, becomes Rights, reason string) error {
	reason, err := reasonOf(reason)
	if err != nil || becomes.DayMax < 0 || !by.staff() {
		return fault.Failed
	}
	return s.apply(ctx, by, memID, reason, func(tx pgx.Tx) (approval.Effect, AskedPower, bool, error) {
		return s.setRights(ctx, tx, by, memID, becomes, reason)
	})
}

// setRights is the change of SetRights: a raise if the partner may pay more than before.
func (s *Service) setRights(
	ctx context.Context, tx pgx.Tx, by By, memID string, becomes Rights, reason string,
) (did approval.Effect, asked AskedPower, raised bool, err error) {
	at, err := member.HoldPosition(ctx, tx, by.Site, memID)
	switch {
	case err != nil:
		return did, asked, false, err
	case !at.Partner || at.Status == member.Deleted:
		return did, asked, false, fault.MemberNotFound
	}
	q := partnerdb.New(tx)
	if err := q.KeepPartner(ctx, partnerdb.KeepPartnerParams{MemberID: memID, SiteID: by.Site}); err != nil {
		return did, asked, false, fmt.Errorf("partner: rights: %w", err)
	}
	was, err := q.LockPartner(ctx, memID)
	if err != nil {
		return did, asked, false, fmt.Errorf("partner: rights: %w", err)
	}
	before := Rights{Pay: was.PayAllowed, DayMax: money.Amount(was.PayDayMax), Approve: was.ApproveAllowed, Version: was.Version}
	if before.Version != becomes.Version {
		return did, asked, false, fault.PaymentProblem
	}
	err = q.SetRights(ctx, partnerdb.SetRightsParams{MemberID: memID, Pay: becomes.Pay, DayMax: int64(becomes.DayMax), Approve: becomes.Approve})
	if err != nil {
		return did, asked, false, fmt.Errorf("partner: rights: %w", err)
	}
	did.Entry = audit.Entry{Action: "partner.rights", Target: memID}
	did.Detail = map[string]any{"before": rightsDetail(before), "becomes": rightsDetail(becomes), "reason": reason}
	asked = AskedPower{Before: Power{Rights: &before}, After: Power{Rights: &becomes}}
	return did, asked, becomes.Pay && (!before.Pay || becomes.DayMax > before.DayMax), nil
}

func rightsDetail(r Rights) map[string]any {
	return map[string]any{"pay": r.Pay, "dayMax": r.DayMax, "approve": r.Approve}
}

// mayDecide is what a decision about a signup below needs: the partner's right, U029 without it.
func mayDecide(by By) func(context.Context, pgx.Tx) error {
	return func(ctx context.Context, tx pgx.Tx) error {
		allowed, err := partnerdb.New(tx).HoldPartner(ctx, by.Partner)
		if err != nil && !errors.Is(err, pgx.ErrNoRows) {
			return fmt.Errorf("partner: rights: %w", err)
		}
		if !allowed {
			return fault.NoAccess
		}
		return nil
	}
}

// Approve lets a pending account of the downline in. U001: not pending, or not below. U029: the partner may not decide.
func (s *Service) Approve(ctx context.Context, by By, memID string) error {
	if err := s.writable(ctx, by); err != nil {
		return err
	}
	a := by.act(memID)
	a.May = mayDecide(by)
	return s.members.Approve(ctx, a)
}

// Refuse turns a pending account of the downline down, as Approve lets it in. E001: no reason.
func (s *Service) Refuse(ctx context.Context, by By, memID, reason string) error {
	reason, err := reasonOf(reason)
	if err == nil {
		err = s.writable(ctx, by)
	}
	if err != nil {
		return err
	}
	a := by.act(memID)
	a.May = mayDecide(by)
	return s.members.Refuse(ctx, a, reason)
}

// sorted returns memIds in the order in which their rows are locked.
func sorted(ids ...string) []string {
	slices.Sort(ids)
	return slices.Compact(ids)
}

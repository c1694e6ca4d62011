package member

import (
	"context"
	"errors"
	"fmt"

	"github.com/jackc/pgx/v5"

	"hubstake/internal/account/member/memberdb"
	"hubstake/internal/account/personal"
	"hubstake/internal/core/fault"
	"hubstake/internal/operator/audit"
)

// Show returns personal data of a member, or of a block, reset or request for other details, in the clear; the audit keeps who looked and why (S-98).
// E001: see personal.Look, and a block that there is not. U001: not a member, reset or request of the site. C019: a request for other details
// that is closed, whose values are gone.
func (s *Service) Show(ctx context.Context, siteID string, by audit.Actor, l personal.Look) ([]personal.Shown, error) {
	return l.Act(ctx, s.db, by, siteID, s.clk.Now(), func(tx pgx.Tx, l personal.Look) (string, []personal.Shown, error) {
		switch l.Subject {
		case personal.OfMember:
			shown, err := s.showMember(ctx, tx, siteID, l.ID, l)
			return l.ID, shown, err
		case personal.OfBlock:
			return s.showBlock(ctx, tx, siteID, l)
		case personal.OfReset:
			return s.showReset(ctx, tx, siteID, l)
		case personal.OfDetails:
			return s.showDetails(ctx, tx, siteID, l)
		default:
			return "", nil, fault.Failed
		}
	})
}

// showMember shows data of a member of the site.
func (s *Service) showMember(ctx context.Context, tx pgx.Tx, siteID, memID string, l personal.Look) ([]personal.Shown, error) {
	p, err := s.Profile(ctx, tx, memID)
	if err != nil {
		return nil, err
	}
	if p.Site != siteID {
		return nil, fault.MemberNotFound
	}
	return l.Show(detailsOf(p).fields()), nil
}

// fields are the values by their names on the wire.
func (d Details) fields() map[personal.Field]string {
	return map[personal.Field]string{
		personal.FieldName: d.Name, personal.FieldPhone: d.Phone, personal.FieldAccount: d.Number, personal.FieldHolder: d.Holder,
	}
}

func (s *Service) showBlock(ctx context.Context, tx pgx.Tx, siteID string, l personal.Look) (target string, shown []personal.Shown, err error) {
	id, err := l.Number()
	if err != nil {
		return "", nil, err
	}
	b, err := memberdb.New(tx).Block(ctx, memberdb.BlockParams{ID: id, SiteID: siteID})
	if errors.Is(err, pgx.ErrNoRows) {
		return "", nil, fault.Failed
	}
	if err != nil {
		return "", nil, fmt.Errorf("show block: %w", err)
	}
	value, err := s.blockOpened(siteID, b.Kind, b.Value, b.Sealed)
	if err != nil {
		return "", nil, fmt.Errorf("show block: %w", err)
	}
	return b.Kind + ":" + blockShown(b.Kind, value), l.Show(map[personal.Field]string{personal.FieldValue: value}), nil
}

func (s *Service) showReset(ctx context.Context, tx pgx.Tx, siteID string, l personal.Look) (target string, shown []personal.Shown, err error) {
	id, err := l.Number()
	if err != nil {
		return "", nil, err
	}
	r, err := memberdb.New(tx).Reset(ctx, memberdb.ResetParams{ID: id, SiteID: siteID})
	if errors.Is(err, pgx.ErrNoRows) {
		return "", nil, fault.MemberNotFound
	}
	if err != nil {
		return "", nil, fmt.Errorf("show reset: %w", err)
	}
	shown, err = s.showMember(ctx, tx, siteID, r.MemberID, l)
	return r.MemberID, shown, err
}

func (s *Service) showDetails(ctx context.Context, tx pgx.Tx, siteID string, l personal.Look) (target string, shown []personal.Shown, err error) {
	id, err := l.Number()
	if err != nil {
		return "", nil, err
	}
	r, err := memberdb.New(tx).Details(ctx, memberdb.DetailsParams{ID: id, SiteID: siteID})
	if errors.Is(err, pgx.ErrNoRows) {
		return "", nil, fault.MemberNotFound
	}
	if err != nil {
		return "", nil, fmt.Errorf("show details: %w", err)
	}
	if detailsAt(r.State, r.ExpiresAt, s.clk.Now()) != DetailsOpen {
		return "", nil, fault.PaymentProblem
	}
	wanted, err := s.wantedOf(r.MemberID, r.Wanted)
	if err != nil {
		return "", nil, err
	}
	p, err := s.Profile(ctx, tx, r.MemberID)
	if err != nil {
		return "", nil, err
	}
	shown, before := l.Show(wanted.fields()), wanted.only(detailsOf(p)).fields()
	for i := range shown {
		shown[i].Before = before[shown[i].Field]
	}
	return r.MemberID, shown, nil
}

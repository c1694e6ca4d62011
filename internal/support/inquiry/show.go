package inquiry

import (
	"context"
	"errors"
	"fmt"

	"github.com/jackc/pgx/v5"

	"hubstake/internal/account/personal"
	"hubstake/internal/core/fault"
	"hubstake/internal/operator/audit"
	"hubstake/internal/support/inquiry/inquirydb"
)

// Show returns how a guest wants to be reached, in the clear; the audit keeps who looked and why (S-98), and names the inquiry. E001: see
// personal.Look, and an inquiry that the site does not have or that a member wrote.
func (s *Service) Show(ctx context.Context, siteID string, by audit.Actor, l personal.Look) (shown []personal.Shown, err error) {
	if l, err = l.Check(); err != nil {
		return nil, err
	}
	id, err := l.Number()
	if err != nil || l.Subject != personal.OfInquiry {
		return nil, errors.Join(fault.Failed, err)
	}
	err = audit.Act(ctx, s.db, func(tx pgx.Tx) (*audit.Entry, error) {
		contact, err := inquirydb.New(tx).GuestContact(ctx, inquirydb.GuestContactParams{Site: siteID, ID: id})
		if errors.Is(err, pgx.ErrNoRows) {
			return nil, fault.Failed
		}
		if err != nil {
			return nil, fmt.Errorf("show inquiry: %w", err)
		}
		shown = l.Show(map[personal.Field]string{personal.FieldContact: contact})
		return l.Record(ctx, tx, by, siteID, l.ID, s.clk.Now())
	})
	if err != nil {
		return nil, err
	}
	return shown, nil
}

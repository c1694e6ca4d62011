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
func (s *Service) Show(ctx context.Context, siteID string, by audit.Actor, l personal.Look) ([]personal.Shown, error) {
	return l.Act(ctx, s.db, by, siteID, s.clk.Now(), func(tx pgx.Tx, l personal.Look) (string, []personal.Shown, error) {
		id, err := l.Number()
		if err != nil || l.Subject != personal.OfInquiry {
			return "", nil, errors.Join(fault.Failed, err)
		}
		r, err := inquirydb.New(tx).GuestContact(ctx, inquirydb.GuestContactParams{Site: siteID, ID: id})
		if errors.Is(err, pgx.ErrNoRows) {
			return "", nil, fault.Failed
		}
		if err != nil {
			return "", nil, fmt.Errorf("show inquiry: %w", err)
		}
		contact, err := openContact(s.members.Personal, id, r.Contact, r.GuestSealed)
		if err != nil {
			return "", nil, fmt.Errorf("show inquiry: %w", err)
		}
		return l.ID, l.Show(map[personal.Field]string{personal.FieldContact: contact}), nil
	})
}

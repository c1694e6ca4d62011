package cash

import (
	"context"
	"errors"
	"fmt"

	"github.com/jackc/pgx/v5"

	"hubstake/internal/account/personal"
	"hubstake/internal/core/fault"
	"hubstake/internal/funds/cash/cashdb"
	"hubstake/internal/operator/audit"
)

// Show returns personal data of a request in the clear; the audit keeps who looked and why (S-98). E001: see personal.Look, and a request that the
// site does not have.
func (s *Service) Show(ctx context.Context, siteID string, by audit.Actor, l personal.Look) ([]personal.Shown, error) {
	return l.Act(ctx, s.db, by, siteID, s.clk.Now(), func(tx pgx.Tx, l personal.Look) (string, []personal.Shown, error) {
		id, err := l.Number()
		if err != nil || l.Subject != personal.OfRequest {
			return "", nil, errors.Join(fault.Failed, err)
		}
		r, err := cashdb.New(tx).Payee(ctx, cashdb.PayeeParams{SiteID: siteID, ID: id})
		if errors.Is(err, pgx.ErrNoRows) {
			return "", nil, fault.Failed
		}
		if err != nil {
			return "", nil, fmt.Errorf("show request: %w", err)
		}
		p, err := unseal(s.members.Personal, id, keptPayee{
			depositor: r.Depositor, number: r.AccountNo, holder: r.AccountHolder,
			depositorSealed: r.DepositorSealed, numberSealed: r.AccountSealed, holderSealed: r.HolderSealed,
		})
		if err != nil {
			return "", nil, fmt.Errorf("show request: %w", err)
		}
		m, err := s.members.Profile(ctx, tx, r.MemberID)
		if err != nil {
			return "", nil, err
		}
		return r.MemberID, l.Show(map[personal.Field]string{
			personal.FieldName: m.Name, personal.FieldDepositor: p.depositor, personal.FieldAccount: p.number, personal.FieldHolder: p.holder,
		}), nil
	})
}

package partner

import (
	"context"
	"errors"
	"fmt"

	"hubstake/internal/core/money"
	"hubstake/internal/ledger/wallet"
	"hubstake/internal/partners/partner/partnerdb"
)

// Owed returns what a partner owes for commissions. Its PT stands for it.
func (s *Service) Owed(ctx context.Context, memID string) (money.Amount, error) {
	n, err := partnerdb.New(s.db).Owed(ctx, memID)
	if err != nil {
		return 0, fmt.Errorf("partner: debt of %s: %w", memID, err)
	}
	return money.Amount(n), nil
}

// PT returns the PT of a partner, 0 before its first use. The caller knows that the partner is of the site.
func (s *Service) PT(ctx context.Context, memID string) (money.Amount, error) {
	w, err := wallet.Balance(ctx, s.db, memID, wallet.PT)
	if errors.Is(err, wallet.ErrMissing) {
		err = nil
	}
	return w.Cash, err
}

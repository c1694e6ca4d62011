package partner

import (
	"context"
	"errors"

	"hubstake/internal/core/money"
	"hubstake/internal/ledger/wallet"
)

// PT returns the PT of a partner, 0 before its first use. The caller knows that the partner is of the site.
func (s *Service) PT(ctx context.Context, memID string) (money.Amount, error) {
	w, err := wallet.Balance(ctx, s.db, memID, wallet.PT)
	if errors.Is(err, wallet.ErrMissing) {
		err = nil
	}
	return w.Cash, err
}

package cash

import (
	"context"
	"fmt"

	"github.com/jackc/pgx/v5"

	"hubstake/internal/core/fault"
	"hubstake/internal/core/money"
	"hubstake/internal/funds/cash/cashdb"
	"hubstake/internal/ledger/wallet"
)

// kindDebt is the ledger's reason of what is taken for a debt before a withdrawal; the reference is the request.
const kindDebt = "debt.withdraw"

// Owed returns what a member owes because a bet was settled otherwise after the money was spent (D-74). It is taken from wins, where the site has it so, and
// before a withdrawal.
func (s *Service) Owed(ctx context.Context, siteID, memID string) (money.Amount, error) {
	st, err := s.sites.Get(ctx, siteID)
	if err != nil {
		return 0, err
	}
	return owed(ctx, s.db, memID, st.Options.Currency)
}

func owed(ctx context.Context, db cashdb.DBTX, memID, currency string) (money.Amount, error) {
	n, err := cashdb.New(db).Owed(ctx, cashdb.OwedParams{Member: memID, Currency: currency})
	if err != nil {
		return 0, fmt.Errorf("cash: owed by %s: %w", memID, err)
	}
	return money.Amount(n), nil
}

// takeDebt takes what the member owes from the locked wallet before a withdrawal is held, and returns the wallet as it is then. C032: what is left does
// not cover the withdrawal.
func (s *Service) takeDebt(ctx context.Context, tx pgx.Tx, a WithdrawalInput, currency string, r Request, w wallet.State) (wallet.State, error) {
	due, err := owed(ctx, tx, a.Member, currency)
	if err != nil || due == 0 {
		return w, err
	}
	if w.Cash < due+r.Amount {
		return w, fault.DebtFirst.With("owed", due.String())
	}
	w, _, err = wallet.Apply(ctx, tx, wallet.Move{
		Member: a.Member, Currency: currency, Unit: wallet.Cash, Amount: -due, Contra: wallet.ContraDebt, Kind: kindDebt, Ref: ref(r.ID), Trace: a.Trace,
	})
	if err != nil {
		return w, fmt.Errorf("cash: debt: %w", err)
	}
	if err := cashdb.New(tx).Repay(ctx, cashdb.RepayParams{Member: a.Member, Currency: currency, Amount: int64(due)}); err != nil {
		return w, fmt.Errorf("cash: debt: %w", err)
	}
	return w, nil
}

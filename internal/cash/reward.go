package cash

import (
	"context"
	"fmt"

	"github.com/jackc/pgx/v5"

	"hubstake/internal/cash/cashdb"
	"hubstake/internal/money"
	"hubstake/internal/promo"
)

// kindDeposit is the ledger's reason of a deposit.
const kindDeposit = "deposit"

// reward gives the bonuses of a deposit that has just reached the wallet, in the same transaction: either both are true or
// neither.
func (s *Service) reward(ctx context.Context, tx pgx.Tx, r cashdb.GetRow, c change) error {
	p, err := s.members.Profile(ctx, tx, r.MemberID)
	if err != nil {
		return err
	}
	now, loc := s.clk.Now(), c.options.Location()
	before, err := cashdb.New(tx).DepositsBefore(ctx, cashdb.DepositsBeforeParams{
		Member: r.MemberID, Request: r.ID, Today: promo.Midnight(now, loc),
	})
	if err != nil {
		return fmt.Errorf("cash: reward: %w", err)
	}
	_, err = promo.Deposited(ctx, tx, c.options, promo.Deposit{
		Site: c.site, Member: r.MemberID, Level: p.Level, ID: r.ID, Amount: money.Amount(r.Amount), Currency: r.Currency,
		Ever: before.Ever, Today: before.Today, At: now, Trace: c.trace,
	})
	return err
}

package cash

import (
	"context"
	"fmt"

	"github.com/jackc/pgx/v5"

	"hubstake/internal/core/money"
	"hubstake/internal/funds/cash/cashdb"
	"hubstake/internal/funds/promo"
)

// kindDeposit is the ledger's reason of a deposit.
const kindDeposit = "deposit"

// reward gives the bonuses of a deposit that has just reached the wallet, in the same transaction: either both are true or
// neither.
func (s *Service) reward(ctx context.Context, tx pgx.Tx, r cashdb.GetRow, c change) error {
	d, err := s.completed(ctx, tx, r, c)
	if err != nil {
		return err
	}
	_, err = promo.Deposited(ctx, tx, c.options, d)
	return err
}

// completed is a deposit that is completed now, with the completed ones before it.
func (s *Service) completed(ctx context.Context, db cashdb.DBTX, r cashdb.GetRow, c change) (promo.Deposit, error) {
	p, err := s.members.Profile(ctx, db, r.MemberID)
	if err != nil {
		return promo.Deposit{}, err
	}
	now, loc := s.clk.Now(), c.options.Location()
	before, err := cashdb.New(db).DepositsBefore(ctx, cashdb.DepositsBeforeParams{
		Member: r.MemberID, Request: r.ID, Today: promo.Midnight(now, loc),
	})
	if err != nil {
		return promo.Deposit{}, fmt.Errorf("cash: reward: %w", err)
	}
	return promo.Deposit{
		Site: c.site, Member: r.MemberID, Level: p.Level, ID: r.ID, Amount: money.Amount(r.Amount), Currency: r.Currency,
		Ever: before.Ever, Today: before.Today, At: now, Trace: c.trace,
	}, nil
}

// Deposits counts the completed deposits of a member: of all time, and since midnight of the site's clock.
func (s *Service) Deposits(ctx context.Context, siteID, memID string) (ever, today int64, err error) {
	st, err := s.sites.Get(ctx, siteID)
	if err != nil {
		return 0, 0, err
	}
	n, err := cashdb.New(s.db).Deposits(ctx, cashdb.DepositsParams{
		Member: memID, Today: promo.Midnight(s.clk.Now(), st.Options.Location()),
	})
	if err != nil {
		return 0, 0, fmt.Errorf("cash: deposits: %w", err)
	}
	return n.Ever, n.Today, nil
}

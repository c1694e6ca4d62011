package cash

import (
	"context"
	"fmt"
	"time"

	"hubstake/internal/core/money"
	"hubstake/internal/funds/cash/cashdb"
	"hubstake/internal/ledger/turnover"
	"hubstake/internal/operator/site"
)

// reopened returns how much of the turnover that was met when a withdrawal was asked for is to be played again, for instance because a bet became void since.
// The turnover of later credits is not in it. A withdrawal in a break, and one of PT, needed no turnover: 0.
func reopened(ctx context.Context, db cashdb.DBTX, o site.Options, r cashdb.GetRow, at time.Time) (money.Amount, error) {
	if Kind(r.Kind) == In || Kind(r.Kind) == PT || r.InBreak {
		return 0, nil
	}
	left, err := turnover.Now(ctx, db, o, r.MemberID, r.Currency, at)
	if err != nil || left.Remaining == 0 {
		return 0, err
	}
	since, err := cashdb.New(db).NeededSince(ctx, cashdb.NeededSinceParams{Member: r.MemberID, Currency: r.Currency, Since: r.RequestedAt})
	if err != nil {
		return 0, fmt.Errorf("cash: needed since %d: %w", r.ID, err)
	}
	return max(left.Remaining-money.Amount(since), 0), nil
}

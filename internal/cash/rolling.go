package cash

import (
	"context"
	"errors"
	"fmt"
	"time"

	"github.com/jackc/pgx/v5"

	"hubstake/internal/cash/cashdb"
	"hubstake/internal/money"
	"hubstake/internal/promo"
	"hubstake/internal/site"
	"hubstake/internal/vendors"
)

// Turnover is how much must be played before a withdrawal (D-20): the deposits completed since the last completed
// withdrawal, times the site's rate, and what the bonuses and coupons since then ask for (S-32).
type Turnover struct {
	Needed, Done, Remaining money.Amount
}

// Turnover of a member as it is now.
func (s *Service) Turnover(ctx context.Context, siteID, memID string) (Turnover, error) {
	st, err := s.sites.Get(ctx, siteID)
	if err != nil {
		return Turnover{}, err
	}
	return s.turnover(ctx, s.db, memID, st.Options)
}

func (s *Service) turnover(ctx context.Context, db cashdb.DBTX, memID string, o site.Options) (Turnover, error) {
	q := cashdb.New(db)
	since, err := q.LastClosed(ctx, cashdb.LastClosedParams{MemberID: memID, Kind: string(Out), Statuses: []int16{int16(Done)}})
	if errors.Is(err, pgx.ErrNoRows) {
		since, err = time.Unix(0, 0).UTC(), nil // never withdrew: everything counts
	}
	if err != nil {
		return Turnover{}, fmt.Errorf("cash: turnover: %w", err)
	}
	deposited, err := q.Deposited(ctx, cashdb.DepositedParams{MemberID: memID, Currency: o.Currency, Since: &since})
	if err != nil {
		return Turnover{}, fmt.Errorf("cash: turnover: %w", err)
	}
	given, err := promo.Required(ctx, db, memID, o.Currency, since)
	if err != nil {
		return Turnover{}, err
	}
	t := Turnover{Needed: money.Amount(deposited).Share(o.RollingBasisPoints) + given}
	if t.Needed == 0 {
		return t, nil
	}
	if t.Done, err = vendors.Turnover(ctx, db, memID, o.Currency, since); err != nil {
		return Turnover{}, err
	}
	t.Remaining = max(t.Needed-t.Done, 0)
	return t, nil
}

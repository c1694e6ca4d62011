package vendors

import (
	"context"
	"fmt"

	"github.com/jackc/pgx/v5/pgxpool"

	"hubstake/internal/clock"
	"hubstake/internal/money"
	"hubstake/internal/vendors/vendorsdb"
)

// Service carries out what vendors ask for.
type Service struct {
	db  *pgxpool.Pool
	clk clock.Clock
}

// New returns a service.
func New(db *pgxpool.Pool, clk clock.Clock) *Service { return &Service{db: db, clk: clk} }

// Apply carries out one operation in a transaction of its own, once: a repeat gets the stored answer. The vendor is known
// and its signature was checked. trace is a W3C traceparent or empty.
//
// The error is ErrMalformed, or a failure of ours after which nothing is known: the vendor repeats with the same id and is
// answered then.
func (s *Service) Apply(ctx context.Context, vendor string, o Operation, trace string) (Answer, error) {
	if err := o.Validate(); err != nil {
		return Answer{}, err
	}
	amount, status := o.money()
	if status != OK {
		return s.refused(ctx, vendor, o, status)
	}
	return s.write(ctx, s.db, request{vendor: vendor, op: o, amount: amount, trace: trace})
}

// refused answers what cannot be meant by anybody: nothing is stored, the same content gets the same answer for ever.
func (s *Service) refused(ctx context.Context, vendor string, o Operation, status Status) (Answer, error) {
	a := Answer{Status: status, TxID: o.TxID, Currency: o.Currency}
	if status == WrongCurrency {
		return a, nil // there is no balance in a currency that we do not have
	}
	b, err := s.Balance(ctx, vendor, "", o.Member, o.Currency)
	if err == nil && b.Status == OK {
		a.Balance = b.Balance
	}
	return a, err
}

// Balance answers a member's balance. A token must be of that vendor and alive; without one the member is enough.
func (s *Service) Balance(ctx context.Context, vendor, token, member, currency string) (Answer, error) {
	if _, ok := money.ByCode(currency); !ok {
		return Answer{Status: WrongCurrency, Currency: currency}, nil
	}
	r, err := vendorsdb.New(s.db).Balance(ctx, vendorsdb.BalanceParams{
		Vendor: vendor, Token: token, Member: member, Currency: currency, Now: s.clk.Now(),
	})
	if err != nil {
		return Answer{}, fmt.Errorf("vendor %s: balance: %w", vendor, err)
	}
	return Answer{Status: Status(r.Status), Balance: money.Amount(r.Balance), Currency: currency}, nil
}

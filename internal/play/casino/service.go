package casino

import (
	"context"
	"fmt"
	"sync/atomic"

	"github.com/jackc/pgx/v5/pgxpool"

	"hubstake/internal/core/clock"
	"hubstake/internal/core/money"
	"hubstake/internal/ledger/wallet"
	"hubstake/internal/platform/obs"
	"hubstake/internal/play/casino/casinodb"
	"hubstake/internal/play/provider"
)

// Service carries out what providers ask for.
type Service struct {
	db     *pgxpool.Pool
	clk    clock.Clock
	writer *wallet.Writer[*task]
	owners tokenOwners

	batches atomic.Uint64 // so far: they take turns with the slots of the days' rooms

	companions []attached
}

// New returns a service whose operations share transactions of a writer with connections of its own. Close ends it.
func New(db *pgxpool.Pool, clk clock.Clock, o wallet.WriterOptions) (*Service, error) {
	s := &Service{db: db, clk: clk}
	var err error
	if s.writer, err = wallet.NewWriter(db, o, s.begin); err != nil {
		return nil, fmt.Errorf("casino: %w", err)
	}
	return s, nil
}

// Close carries out what waits and takes nothing more: later operations get wallet.ErrClosed.
func (s *Service) Close() { s.writer.Close() }

// Apply carries out one operation once: a repeat gets the stored answer. The provider is known and its signature was checked. trace
// is a W3C traceparent or empty.
//
// The error is ErrMalformed, ErrUnknown of the house, wallet.ErrBusy when too much waits already or another transaction holds the member's wallet for too
// long, wallet.ErrClosed, or a failure of ours after which nothing is known: the provider repeats with the same id and is
// answered then.
func (s *Service) Apply(ctx context.Context, vendor string, o provider.Operation, trace string) (a provider.Answer, err error) {
	if err := notOwn(vendor); err != nil {
		return provider.Answer{}, err
	}
	if err := o.Validate(); err != nil {
		return provider.Answer{}, err
	}
	amount, cut, status := o.Money()
	if status != provider.OK {
		return s.refused(ctx, vendor, o, status)
	}
	end := wallet.Operation(ctx, string(o.Kind))
	defer func() { end(outcome(a), err) }()
	r := request{vendor: vendor, op: o, amount: amount, cut: cut, trace: trace}
	member, err := s.tokenOwner(ctx, r)
	if err != nil {
		return provider.Answer{}, err
	}
	if member == "" {
		return provider.Answer{Status: provider.TokenExpired, TxID: o.TxID, Currency: o.Currency}, nil
	}
	j := &job{request: r, member: member, hash: hash(o, amount, cut)}
	if err := s.carry(ctx, &task{jobs: []*job{j}}, member); err != nil {
		return provider.Answer{}, fmt.Errorf("vendor %s: %s %s: %w", vendor, o.Kind, o.TxID, err)
	}
	return j.answer, nil
}

// carry carries out a task together with others.
func (s *Service) carry(ctx context.Context, t *task, members ...string) error {
	ctx, end := obs.Step(ctx, "tx")
	defer end()
	return s.writer.Do(ctx, t, members...)
}

// Waiting is the number of operations that wait for a batch.
func (s *Service) Waiting() int { return s.writer.Waiting() }

// outcome is what the metrics of the wallet are told of an answer.
func outcome(a provider.Answer) wallet.Outcome {
	return wallet.Outcome{
		Repeated: a.Repeated, Conflict: a.Status == provider.Duplicate, Short: a.Status == provider.InsufficientFunds, Refused: a.Status != provider.OK,
	}
}

// refused answers an operation that is invalid in itself: nothing is stored, because the same content always gets the same answer.
func (s *Service) refused(ctx context.Context, vendor string, o provider.Operation, status provider.Status) (provider.Answer, error) {
	a := provider.Answer{Status: status, TxID: o.TxID, Currency: o.Currency}
	if status == provider.WrongCurrency {
		return a, nil // there is no balance in a currency that we do not have
	}
	b, err := s.Balance(ctx, vendor, "", o.Member, o.Currency)
	if err == nil && b.Status == provider.OK {
		a.Balance = b.Balance
	}
	return a, err
}

// Balance answers a member's balance. A token must be of that provider and alive; without one the member is enough.
func (s *Service) Balance(ctx context.Context, vendor, token, member, currency string) (provider.Answer, error) {
	if _, ok := money.ByCode(currency); !ok {
		return provider.Answer{Status: provider.WrongCurrency, Currency: currency}, nil
	}
	r, err := casinodb.New(s.db).Balance(ctx, casinodb.BalanceParams{
		Vendor: vendor, Token: token, Member: member, Currency: currency, Now: s.clk.Now(),
	})
	if err != nil {
		return provider.Answer{}, fmt.Errorf("vendor %s: balance: %w", vendor, err)
	}
	return provider.Answer{Status: provider.Status(r.Status), Balance: money.Amount(r.Balance), Currency: currency}, nil
}

// WalletOwner is whose wallet a call of a provider means.
type WalletOwner struct {
	Known    bool   // the token is a launch of that provider for that member, alive or not
	Currency string // of the launch, or else of the member's wallet; empty when there is neither
}

// WalletOwner finds it by the token of a launch and the member's id.
func (s *Service) WalletOwner(ctx context.Context, vendor, token, member string) (WalletOwner, error) {
	rows, err := casinodb.New(s.db).WalletOwner(ctx, casinodb.WalletOwnerParams{Vendor: vendor, Token: token, Member: member})
	if err != nil {
		return WalletOwner{}, fmt.Errorf("vendor %s: holding: %w", vendor, err)
	}
	if len(rows) == 0 {
		return WalletOwner{}, nil
	}
	return WalletOwner{Known: rows[0].Known, Currency: rows[0].Currency}, nil
}

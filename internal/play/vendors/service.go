package vendors

import (
	"context"
	"errors"
	"fmt"
	"sync/atomic"
	"time"

	"github.com/jackc/pgx/v5/pgxpool"

	"hubstake/internal/core/clock"
	"hubstake/internal/core/money"
	"hubstake/internal/ledger/wallet"
	"hubstake/internal/play/vendors/vendorsdb"
)

// Service carries out what vendors ask for.
type Service struct {
	db      *pgxpool.Pool
	singles *pgxpool.Pool // of operations in transactions of their own; with a writer a small pool beside db
	closed  atomic.Bool   // singles cannot be used any more
	clk     clock.Clock

	writer   *wallet.Writer[*job] // nil: every operation is a transaction of its own
	alone    int64
	underWay atomic.Int64
	crowded  atomic.Int64 // Unix nanoseconds until which operations go into groups
	holders  tokenOwners
}

// New returns a service that carries out each operation in a transaction of its own: right for few callers.
func New(db *pgxpool.Pool, clk clock.Clock) *Service {
	return &Service{db: db, singles: db, clk: clk}
}

// Alone is the number of operations under way up to which each has a transaction of its own. With more, transactions of
// many operations are faster (loadtest/README.md has figures).
const Alone = 16

// Lull is how long few operations must be under way until each has a transaction of its own again.
const Lull = 50 * time.Millisecond

// Grouped returns a service that carries out operations in groups while more than alone of them are under way: alone, one has a
// single round trip; together, many share two and a commit. Neither uses the connections of db, so that wallets that are held
// elsewhere keep waiting those who move money, and nothing else. Close ends it.
func Grouped(db *pgxpool.Pool, clk clock.Clock, alone int, o wallet.WriterOptions) (*Service, error) {
	singles, err := wallet.SinglesPool(db, o)
	if err != nil {
		return nil, fmt.Errorf("vendors: %w", err)
	}
	s := &Service{db: db, singles: singles, clk: clk, alone: int64(alone)}
	if s.writer, err = wallet.NewWriter(db, o, s.begin); err != nil {
		singles.Close()
		return nil, fmt.Errorf("vendors: %w", err)
	}
	return s, nil
}

// Close carries out what waits and takes nothing more in groups; later operations use the connections of db.
func (s *Service) Close() {
	if s.writer != nil {
		s.writer.Close()
		s.closed.Store(true)
		s.singles.Close()
	}
}

// Apply carries out one operation in a transaction of its own, once: a repeat gets the stored answer. The vendor is known
// and its signature was checked. trace is a W3C traceparent or empty.
//
// The error is ErrMalformed, wallet.ErrBusy when too much waits already or another transaction holds the member's wallet for too
// long, or a failure of ours after which nothing is known: the vendor repeats with the same id and is answered then.
func (s *Service) Apply(ctx context.Context, vendor string, o Operation, trace string) (a Answer, err error) {
	if err := o.Validate(); err != nil {
		return Answer{}, err
	}
	amount, status := o.money()
	if status != OK {
		return s.refused(ctx, vendor, o, status)
	}
	r := request{vendor: vendor, op: o, amount: amount, trace: trace}
	end := wallet.Operation(ctx, string(o.Kind))
	defer func() { end(a.outcome(), err) }()
	defer s.underWay.Add(-1)
	if s.crowd(s.underWay.Add(1)) {
		return s.together(ctx, r)
	}
	a, err = s.single(ctx, r)
	if s.writer != nil && errors.Is(err, wallet.ErrBusy) { // its wallet is held: it waits in the queue, not on a connection
		return s.together(ctx, r)
	}
	return a, err
}

// crowd reports whether to join a group, by how many operations are under way. It stays so for a while: the answers of a group
// come at once, and whoever is next after them would meet the next group's locks in a transaction of its own.
func (s *Service) crowd(underWay int64) bool {
	if s.writer == nil {
		return false
	}
	now := s.clk.Now().UnixNano()
	if underWay > s.alone {
		s.crowded.Store(now + int64(Lull))
		return true
	}
	return now < s.crowded.Load()
}

// outcome is what the metrics of the wallet are told of an answer.
func (a Answer) outcome() wallet.Outcome {
	return wallet.Outcome{
		Repeated: a.Repeated, Conflict: a.Status == Duplicate, Short: a.Status == InsufficientFunds, Refused: a.Status != OK,
	}
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

// WalletOwner is whose wallet a call of a vendor means.
type WalletOwner struct {
	Known    bool   // the token is a launch of that vendor for that member, alive or not
	Currency string // of the launch, or else of the member's wallet; empty when there is neither
}

// WalletOwner finds it by the token of a launch and the member's id.
func (s *Service) WalletOwner(ctx context.Context, vendor, token, member string) (WalletOwner, error) {
	rows, err := vendorsdb.New(s.db).Holding(ctx, vendorsdb.HoldingParams{Vendor: vendor, Token: token, Member: member})
	if err != nil {
		return WalletOwner{}, fmt.Errorf("vendor %s: holding: %w", vendor, err)
	}
	if len(rows) == 0 {
		return WalletOwner{}, nil
	}
	return WalletOwner{Known: rows[0].Known, Currency: rows[0].Currency}, nil
}

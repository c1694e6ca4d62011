package transfer

import (
	"context"
	"errors"
	"fmt"
	"time"

	"github.com/jackc/pgx/v5"
	"github.com/jackc/pgx/v5/pgxpool"
	"github.com/rs/zerolog"

	"hubstake/internal/core/clock"
	"hubstake/internal/core/money"
	"hubstake/internal/ledger/wallet"
	"hubstake/internal/platform/pg"
	"hubstake/internal/play/provider"
	"hubstake/internal/play/transfer/transferdb"
)

const (
	// afterwards bounds what must be written down although the member has gone meanwhile.
	afterwards = 3 * time.Second
	// grace is how long the caller of an order has for it before others ask: more than the vendors' deadline.
	grace = 10 * time.Second
)

// The ledger: the contra account is contra + the vendor's id, the reference the order's id.
const (
	contra   = "transfer:"
	kindIn   = "game.in"   // cash that went to a vendor
	kindBack = "game.back" // it did not get there
	kindOut  = "game.out"  // cash that came back from a vendor
)

// Status of an order.
type Status string

// The statuses.
const (
	Pending Status = "pending" // the outcome is not known yet
	Done    Status = "done"
	Refused Status = "refused" // nothing was moved
)

// Order is a move and what became of it.
type Order struct {
	provider.Order
	Vendor string
	Status Status
	Reason string // refused: why, in the vendor's words
}

// Wish is a member's, for money to be moved.
type Wish struct {
	Site, Member, Currency string
	Vendor                 string    // provider_provider's id
	Until                  time.Time // to a vendor: when the game ends at the latest, after which the money comes back
	Trace                  string
}

// Service moves money to vendors and back.
type Service struct {
	db              *pgxpool.Pool
	clk             clock.Clock
	log             zerolog.Logger
	transferWallets map[string]provider.TransferWallet
	metrics         *Metrics
}

// New returns a service. transferWallets are the vendors that can be asked, by their ids; m may be nil.
func New(db *pgxpool.Pool, clk clock.Clock, log zerolog.Logger, transferWallets map[string]provider.TransferWallet, m *Metrics) *Service {
	return &Service{db: db, clk: clk, log: log, transferWallets: transferWallets, metrics: m}
}

// settle writes down what became of an order and moves the money that goes with it, once: an order that is settled stays as it
// is. It returns the order as it then is.
func (s *Service) settle(ctx context.Context, o Order, became provider.Outcome) (Order, error) {
	ctx, cancel := context.WithTimeout(context.WithoutCancel(ctx), afterwards)
	defer cancel()
	status, settled := Refused, false
	if became.Done {
		status = Done
	}
	now := s.clk.Now()
	err := pg.InTx(ctx, s.db, func(tx pgx.Tx) error {
		q := transferdb.New(tx)
		if _, err := q.Lock(ctx, transferdb.LockParams{MemberID: o.Member, VendorID: o.Vendor, Currency: o.Currency}); err != nil {
			return fmt.Errorf("account: %w", err)
		}
		n, err := q.Settle(ctx, transferdb.SettleParams{ID: o.ID, Status: string(status), Reason: became.Reason, Now: now})
		if err != nil {
			return err
		}
		row, err := q.Order(ctx, o.ID)
		if err != nil {
			return err
		}
		o, settled = order(row), n == 1
		if !settled {
			return nil
		}
		if o.Status == Done {
			err := q.Said(ctx, transferdb.SaidParams{
				MemberID: o.Member, VendorID: o.Vendor, Currency: o.Currency, Balance: int64(became.Balance), Now: now,
			})
			if err != nil {
				return err
			}
		}
		return credit(ctx, tx, o, row.Trace, now)
	})
	if err != nil {
		return o, fmt.Errorf("transfer: settle %s: %w", o.ID, err)
	}
	if settled {
		s.metrics.became(o)
	}
	return o, nil
}

// credit pays in what a settlement brings: an order back that is done, an order to a vendor that was refused.
func credit(ctx context.Context, tx pgx.Tx, o Order, trace string, now time.Time) error {
	m := wallet.Move{
		Member: o.Member, Currency: o.Currency, Unit: wallet.Cash, Amount: o.Amount, Contra: contra + o.Vendor, Ref: o.ID, Trace: trace,
	}
	switch {
	case o.Direction == provider.Out && o.Status == Done:
		m.Kind = kindOut
	case o.Direction == provider.In && o.Status == Refused:
		m.Kind = kindBack
	default:
		return nil
	}
	_, repeated, err := wallet.Apply(ctx, tx, m)
	if err == nil && repeated {
		err = fmt.Errorf("its %s was carried out before", m.Kind)
	}
	if err != nil || m.Kind != kindOut {
		return err
	}
	return transferdb.New(tx).Returned(ctx, transferdb.ReturnedParams{
		MemberID: o.Member, Currency: o.Currency, VendorID: o.Vendor, ID: o.ID, Amount: int64(o.Amount), Now: now,
	})
}

// unknown leaves an order pending, with the reason, to be asked for at a time.
func (s *Service) unknown(ctx context.Context, o Order, why error, at time.Time) error {
	ctx, cancel := context.WithTimeout(context.WithoutCancel(ctx), afterwards)
	defer cancel()
	s.log.Warn().Err(why).Str("vendor", o.Vendor).Str("order", o.ID).Str("direction", string(o.Direction)).Msg("transfer: not known what became of it")
	reason := why.Error()
	if len(reason) > maxReason {
		reason = reason[:maxReason]
	}
	if err := transferdb.New(s.db).Later(ctx, transferdb.LaterParams{ID: o.ID, Reason: reason, AskAt: at}); err != nil {
		return fmt.Errorf("transfer: order %s: %w", o.ID, err)
	}
	return nil
}

// maxReason bounds what is kept of an error.
const maxReason = 300

// unsent reports whether a call was not made at all, so that its effect cannot have happened.
func unsent(err error) bool {
	return errors.Is(err, provider.ErrBusy) || errors.Is(err, provider.ErrOpen)
}

// carry calls the vendor for a written order and settles it if its outcome is known.
func (s *Service) carry(ctx context.Context, o Order) (Order, error) {
	// A member who leaves meanwhile does not make the outcome unknown. The call has a deadline of its own.
	became, err := s.transferWallets[o.Vendor].Move(context.WithoutCancel(ctx), o.Order)
	switch {
	case err == nil:
		return s.settle(ctx, o, became)
	case unsent(err):
		return s.settle(ctx, o, provider.Outcome{Order: o.Order, Reason: err.Error()})
	}
	s.metrics.became(o) // pending
	return o, s.unknown(ctx, o, err, s.clk.Now())
}

func order(r transferdb.OrderRow) Order {
	return Order{
		Order: provider.Order{
			ID: r.ID, Direction: provider.Direction(r.Direction), Member: r.MemberID, Currency: r.Currency, Amount: money.Amount(r.Amount),
		},
		Vendor: r.VendorID, Status: Status(r.Status), Reason: r.Reason,
	}
}

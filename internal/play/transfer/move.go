package transfer

import (
	"context"
	"errors"
	"fmt"

	"github.com/jackc/pgx/v5"

	"hubstake/internal/account/member"
	"hubstake/internal/core/fault"
	"hubstake/internal/core/id"
	"hubstake/internal/core/money"
	"hubstake/internal/ledger/wallet"
	"hubstake/internal/platform/pg"
	"hubstake/internal/play/betgate"
	"hubstake/internal/play/provider"
	"hubstake/internal/play/transfer/transferdb"
)

// In moves an amount of a member's cash to a vendor, in minor units and above 0. The order may be pending or refused: look at
// its status.
//
// C001: the member has less. C007: another order of the member with the vendor is pending. G008: there is no such vendor, or it
// keeps no wallets. The faults of betgate.Refusal: the member may not bet with the vendor now; a break that begins meanwhile waits.
func (s *Service) In(ctx context.Context, w Wish, amount money.Amount) (Order, error) {
	if s.transferWallets[w.Vendor] == nil {
		return Order{}, fault.UnknownVendor
	}
	var o Order
	err := pg.InTx(ctx, s.db, func(tx pgx.Tx) error {
		o = Order{}
		if err := s.mayPlay(ctx, tx, w); err != nil {
			return err
		}
		open := transferdb.OpenParams{MemberID: w.Member, VendorID: w.Vendor, Currency: w.Currency, SiteID: w.Site, SaidAt: s.clk.Now()}
		if err := transferdb.New(tx).Open(ctx, open); err != nil {
			return fmt.Errorf("account: %w", err)
		}
		if _, err := lock(ctx, tx, w); err != nil {
			return err
		}
		playing := transferdb.PlayingParams{MemberID: w.Member, VendorID: w.Vendor, Currency: w.Currency, Until: w.Until}
		if err := transferdb.New(tx).Playing(ctx, playing); err != nil {
			return fmt.Errorf("playing: %w", err)
		}
		has, err := wallet.Lock(ctx, tx, w.Member, w.Currency)
		if err != nil {
			return err
		}
		if has.Cash < amount {
			return fault.NotEnoughCash
		}
		if o, err = s.write(ctx, tx, w, provider.In, amount); err != nil {
			return err
		}
		_, _, err = wallet.Apply(ctx, tx, wallet.Move{
			Member: w.Member, Currency: w.Currency, Unit: wallet.Cash, Amount: -amount, Contra: contra + w.Vendor,
			Kind: kindIn, Ref: o.ID, Trace: w.Trace,
		})
		return err
	})
	if err != nil {
		return Order{}, named(err)
	}
	return s.carry(ctx, o)
}

// mayPlay refuses what the gate refuses, and keeps the member's states until tx ends: a launch that began before a break moves nothing
// once it holds.
func (s *Service) mayPlay(ctx context.Context, tx pgx.Tx, w Wish) error {
	if err := member.Hold(ctx, tx, w.Member); err != nil {
		return err
	}
	gate, _, err := betgate.May(ctx, tx, w.Member, w.Vendor, "", s.clk.Now())
	if err != nil {
		return err
	}
	return gate.Fault()
}

// Out brings back everything that a vendor has of a member. The zero Order: there was nothing. A pending order comes back by
// itself.
//
// C007: another order of the member with the vendor is pending. G008: there is no such vendor, or it keeps no wallets. G009:
// the member never had money there. G012: the vendor does not answer, nothing was asked of it. C020: it refused.
func (s *Service) Out(ctx context.Context, w Wish) (Order, error) {
	transferWallet := s.transferWallets[w.Vendor]
	if transferWallet == nil {
		return Order{}, fault.UnknownVendor
	}
	before, err := s.account(ctx, w)
	if err != nil {
		return Order{}, err
	}
	held, err := transferWallet.Held(ctx, w.Member, w.Currency)
	if err != nil {
		return Order{}, fault.VendorError.Wrap(err)
	}
	if held == 0 {
		_, err := transferdb.New(s.db).SaidAt(ctx, transferdb.SaidAtParams{
			MemberID: w.Member, VendorID: w.Vendor, Currency: w.Currency, Version: before.Version, Now: s.clk.Now(),
		})
		if err != nil {
			return Order{}, fmt.Errorf("transfer: %w", err)
		}
		return Order{}, nil
	}
	o, err := s.ask(ctx, w, held, before.Version)
	if err != nil {
		return Order{}, err
	}
	if o, err = s.carry(ctx, o); err != nil {
		return Order{}, err
	}
	if o.Status == Refused {
		return o, fault.RecallProblem.Wrap(fmt.Errorf("transfer: %s refused %s: %s", w.Vendor, o.ID, o.Reason))
	}
	return o, nil
}

// account reads the member's account with a vendor, while no order is pending.
func (s *Service) account(ctx context.Context, w Wish) (transferdb.AccountRow, error) {
	q := transferdb.New(s.db)
	a, err := q.Account(ctx, transferdb.AccountParams{MemberID: w.Member, VendorID: w.Vendor, Currency: w.Currency})
	if errors.Is(err, pgx.ErrNoRows) {
		return a, fault.VendorMemberMissing
	}
	if err != nil {
		return a, fmt.Errorf("transfer: %w", err)
	}
	pending, err := q.Pending(ctx, transferdb.PendingParams{MemberID: w.Member, VendorID: w.Vendor, Currency: w.Currency})
	if err != nil {
		return a, fmt.Errorf("transfer: %w", err)
	}
	if pending {
		return a, fault.RequestPending
	}
	return a, nil
}

// ask writes an order back of what the vendor said to have; an order since then makes that old (C007).
func (s *Service) ask(ctx context.Context, w Wish, held money.Amount, version int64) (o Order, err error) {
	err = pg.InTx(ctx, s.db, func(tx pgx.Tx) error {
		a, err := lock(ctx, tx, w)
		if err != nil {
			return err
		}
		if a.Version != version {
			return fault.RequestPending
		}
		o, err = s.write(ctx, tx, w, provider.Out, held)
		return err
	})
	return o, named(err)
}

// lock takes the account's row: C007 while an order is pending.
func lock(ctx context.Context, tx pgx.Tx, w Wish) (transferdb.LockRow, error) {
	q := transferdb.New(tx)
	a, err := q.Lock(ctx, transferdb.LockParams{MemberID: w.Member, VendorID: w.Vendor, Currency: w.Currency})
	if err != nil {
		return a, fmt.Errorf("account: %w", err)
	}
	pending, err := q.Pending(ctx, transferdb.PendingParams{MemberID: w.Member, VendorID: w.Vendor, Currency: w.Currency})
	if err != nil {
		return a, fmt.Errorf("pending: %w", err)
	}
	if pending {
		return a, fault.RequestPending
	}
	return a, nil
}

// write writes a new order.
func (s *Service) write(ctx context.Context, tx pgx.Tx, w Wish, d provider.Direction, n money.Amount) (Order, error) {
	o := Order{
		Order:  provider.Order{ID: id.New(), Direction: d, Member: w.Member, Currency: w.Currency, Amount: n},
		Vendor: w.Vendor, Status: Pending,
	}
	now := s.clk.Now()
	err := transferdb.New(tx).Write(ctx, transferdb.WriteParams{
		ID: o.ID, SiteID: w.Site, MemberID: w.Member, VendorID: w.Vendor, Currency: w.Currency, Direction: string(d), Amount: int64(n),
		CreatedAt: now, AskAt: now.Add(grace), Trace: w.Trace,
	})
	if err != nil {
		return Order{}, fmt.Errorf("order: %w", err)
	}
	return o, nil
}

func named(err error) error {
	if err == nil {
		return nil
	}
	return fmt.Errorf("transfer: %w", err)
}

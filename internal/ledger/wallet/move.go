package wallet

import (
	"context"
	"errors"
	"fmt"

	"github.com/jackc/pgx/v5"

	"hubstake/internal/core/money"
	"hubstake/internal/ledger/wallet/walletdb"
	"hubstake/internal/platform/pg"
)

// Unit is an account of a member.
type Unit string

// The accounts of a member.
const (
	Cash  Unit = "cash"
	Hold  Unit = "hold" // money of a requested withdrawal (D-13)
	Point Unit = "point"
)

// Contra accounts: where a member's money comes from and goes to. A vendor's account is ContraVendor + its id.
const (
	ContraHold       = "hold"       // cash ↔ the member's own hold
	ContraDeposit    = "deposit"    // money that came in from outside
	ContraPayout     = "payout"     // money that was paid out
	ContraConversion = "conversion" // points ↔ cash
	ContraPromo      = "promo"      // gifts of the house
	ContraCorrection = "correction" // what staff put right
	ContraPartner    = "partner"    // between a partner's PT and the wallets below it
	ContraCommission = "commission" // what partners earned
	ContraDebt       = "debt"       // what was taken for a debt of the member (D-74)
	ContraVendor     = "vendor:"
)

// PT is the currency of what a partner may pay to the accounts below it (D-53) or withdraw to its bank account (D-73). A unit of it is a minor unit of the
// site's currency: a payment moves it out of the partner's PT wallet and the same amount into a wallet of money, and a withdrawal pays the same amount out.
const PT = "PTC"

// Move is one transfer. Amount is what the member's account gains, in minor units; negative takes away.
type Move struct {
	Member   string
	Currency string
	Unit     Unit
	Amount   money.Amount
	Contra   string
	Kind     string // the reason, for instance deposit, withdraw.hold, bet
	Ref      string // unique within the kind, so that the move happens once
	Trace    string
}

// State is a wallet after a move. Version counts the moves of the wallet.
type State struct {
	Cash, Held, Points money.Amount
	Version            int64
}

var (
	// ErrShort says that the account does not hold so much. Nothing changed.
	ErrShort = errors.New("wallet: not enough")
	// ErrMissing says that there is no wallet of that member in that currency.
	ErrMissing = errors.New("wallet: no such wallet")
)

// Apply carries out the move in tx and writes its event: it locks the wallet, waiting for it, posts and writes. A move whose kind
// and reference were carried out before changes nothing; repeated is then true and the state is the current one. With ErrShort the
// state is the current one as well.
func Apply(ctx context.Context, tx pgx.Tx, m Move) (s State, repeated bool, err error) {
	if err := m.check(); err != nil {
		return State{}, false, err
	}
	if w := metricsOf(ctx); w != nil {
		start := w.clk.Now()
		defer func() { w.applied(m.Kind, start, repeated, err) }()
	}
	b, read := NewBook(), &pgx.Batch{}
	b.Want(m.Member, m.Currency)
	b.WantOnce(m.Kind, m.Ref)
	pg.QueueBrief(read)
	b.lockAll(read)
	if err := tx.SendBatch(ctx, read).Close(); err != nil {
		return State{}, false, fmt.Errorf("wallet: move %s %s: %w", m.Kind, m.Ref, err)
	}
	if s, repeated, err = b.PostOnce(m); repeated || err != nil {
		return s, repeated, err
	}
	write := &pgx.Batch{}
	b.Write(write)
	if err := tx.SendBatch(ctx, write).Close(); err != nil {
		return State{}, false, fmt.Errorf("wallet: move %s %s: %w", m.Kind, m.Ref, err)
	}
	return s, false, nil
}

// ApplyAll carries out moves of several wallets in tx: all of them, or none. It locks the wallets, the smaller memId first, posts the moves in
// the order in which they are given and writes them. check runs with the wallets locked, before anything moves; it may be nil. Each move must be
// new: one whose kind and reference were carried out before is an error, as is ErrShort or ErrMissing of any of them. The states are those after
// each move.
func ApplyAll(ctx context.Context, tx pgx.Tx, check func() error, moves ...Move) (states []State, err error) {
	b, read := NewBook(), &pgx.Batch{}
	for _, m := range moves {
		if err := m.check(); err != nil {
			return nil, err
		}
		if w := metricsOf(ctx); w != nil {
			start := w.clk.Now()
			defer func() { w.applied(m.Kind, start, false, err) }()
		}
		b.Want(m.Member, m.Currency)
		b.WantOnce(m.Kind, m.Ref)
	}
	pg.QueueBrief(read)
	b.lockAll(read)
	if err := tx.SendBatch(ctx, read).Close(); err != nil {
		return nil, fmt.Errorf("wallet: moves %s: %w", moves[0].Ref, err)
	}
	if check != nil {
		if err := check(); err != nil {
			return nil, err
		}
	}
	for _, m := range moves {
		s, repeated, err := b.PostOnce(m)
		if err != nil {
			return nil, err
		}
		if repeated {
			return nil, fmt.Errorf("wallet: move %s %s was carried out before", m.Kind, m.Ref)
		}
		states = append(states, s)
	}
	write := &pgx.Batch{}
	b.Write(write)
	if err := tx.SendBatch(ctx, write).Close(); err != nil {
		return nil, fmt.Errorf("wallet: moves %s: %w", moves[0].Ref, err)
	}
	return states, nil
}

// Open makes an empty wallet in tx; an existing one stays as it is.
func Open(ctx context.Context, tx pgx.Tx, member, currency, site string) error {
	if err := walletdb.New(tx).Open(ctx, walletdb.OpenParams{MemberID: member, Currency: currency, SiteID: site}); err != nil {
		return fmt.Errorf("wallet: open: %w", err)
	}
	return nil
}

// Lock takes the wallet's row lock for the rest of tx and returns its state. Rules that must hold at the moment of a move
// read it here first.
func Lock(ctx context.Context, tx pgx.Tx, member, currency string) (State, error) {
	defer locking(ctx)()
	if err := pg.Brief(ctx, tx); err != nil {
		return State{}, fmt.Errorf("wallet: %w", err)
	}
	r, err := walletdb.New(tx).Lock(ctx, walletdb.LockParams{MemberID: member, Currency: currency})
	if errors.Is(err, pgx.ErrNoRows) {
		return State{}, ErrMissing
	}
	if err != nil {
		return State{}, fmt.Errorf("wallet: lock: %w", err)
	}
	return State{money.Amount(r.Balance), money.Amount(r.Held), money.Amount(r.Points), r.Version}, nil
}

// LockUnused is LockAll for a member whose wallets never had a move; it reports whether that is so.
func LockUnused(ctx context.Context, tx pgx.Tx, member string) (bool, error) {
	if err := LockAll(ctx, tx, member); err != nil {
		return false, err
	}
	var used bool
	if err := tx.QueryRow(ctx, "SELECT EXISTS (SELECT FROM wallet_balance WHERE member_id = $1 AND version > 0)", member).Scan(&used); err != nil {
		return false, fmt.Errorf("wallet: lock unused: %w", err)
	}
	return !used, nil
}

// LockAll takes the locks of all wallets of a member for the rest of tx: bets that are under way are over by then.
func LockAll(ctx context.Context, tx pgx.Tx, member string) error {
	if err := pg.Brief(ctx, tx); err != nil {
		return fmt.Errorf("wallet: %w", err)
	}
	if _, err := tx.Exec(ctx, "SELECT FROM wallet_balance WHERE member_id = $1 ORDER BY currency FOR UPDATE", member); err != nil {
		return fmt.Errorf("wallet: lock all: %w", err)
	}
	return nil
}

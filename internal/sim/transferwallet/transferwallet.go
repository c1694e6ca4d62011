// Package transferwallet is this vendor with wallets of its own: members' money that the operator moved here, and what they play with
// it. It keeps the promises that a transfer-wallet vendor makes: an order's id is carried out once and answered alike for ever;
// asking what became of an id that is not known closes it.
package transferwallet

import (
	"context"
	"errors"
	"fmt"
	"path/filepath"
	"time"

	"github.com/go-json-experiment/json"
	"go.etcd.io/bbolt"

	"hubstake/internal/core/money"
	"hubstake/internal/sim/chaos"
	"hubstake/internal/sim/wallet"
)

// Kinds of an order.
const (
	Deposit  = "deposit"
	Withdraw = "withdraw"
)

// States of an order; both are final.
const (
	Done    = "DONE"
	Refused = "REFUSED"
)

// Why an order is refused.
const (
	Short  = "INSUFFICIENT_FUNDS"
	Closed = "UNKNOWN_ORDER" // it was asked for before it came
)

// ErrDuplicate says that an id is taken by another content.
var ErrDuplicate = errors.New("transferwallet: the id is taken")

// Order is money that the operator moves here or back. Amounts are minor units.
type Order struct {
	TxID     string       `json:"txId"`
	Kind     string       `json:"kind"`
	Member   string       `json:"member"`
	Currency string       `json:"currency"`
	Amount   money.Amount `json:"amount"`
	Status   string       `json:"status"`
	Reason   string       `json:"reason,omitzero"`
	Balance  money.Amount `json:"balance"` // after it
}

// Buckets of the store.
var (
	bucketBalances = []byte("balances") // member 0 currency → amount
	bucketOrders   = []byte("orders")   // tx id → Order
	bucketGames    = []byte("games")    // tx id of a bet, win or rollback → its entry
)

// Store keeps the wallets on disk. A write returns after it was synced.
type Store struct{ db *bbolt.DB }

// OpenStore opens or makes the store in dir. Only one program may have it open; another waits a second and fails.
func OpenStore(dir string) (*Store, error) {
	db, err := bbolt.Open(filepath.Join(dir, "purses.db"), 0o600, &bbolt.Options{Timeout: time.Second, FreelistType: bbolt.FreelistMapType})
	if err != nil {
		return nil, fmt.Errorf("transfer wallet store: %w", err)
	}
	db.MaxBatchDelay = time.Millisecond
	err = db.Update(func(tx *bbolt.Tx) error {
		for _, name := range [][]byte{bucketBalances, bucketOrders, bucketGames} {
			if _, err := tx.CreateBucketIfNotExists(name); err != nil {
				return err
			}
		}
		return nil
	})
	if err != nil {
		return nil, errors.Join(fmt.Errorf("transfer wallet store: %w", err), db.Close())
	}
	return &Store{db}, nil
}

// Close ends the store after the writes under way.
func (s *Store) Close() error { return s.db.Close() }

// Carry carries an order out, or returns what became of it before. ErrDuplicate: the id is another order's.
func (s *Store) Carry(in Order) (o Order, err error) {
	err = s.db.Batch(func(tx *bbolt.Tx) error { // may run twice
		o = in
		var old Order
		switch err := get(tx, bucketOrders, o.TxID, &old); {
		case err == nil:
			asked := old.Reason == Closed // it has no content
			if !asked && (old.Kind != o.Kind || old.Member != o.Member || old.Currency != o.Currency || old.Amount != o.Amount) {
				return ErrDuplicate
			}
			o = old
			return nil
		case !errors.Is(err, errMissing):
			return err
		}
		balance, err := has(tx, o.Member, o.Currency)
		if err != nil {
			return err
		}
		change := o.Amount
		if o.Kind == Withdraw {
			change = -o.Amount
		}
		o.Status, o.Balance = Done, balance+change
		if o.Balance < 0 {
			o.Status, o.Reason, o.Balance = Refused, Short, balance
		}
		if err := put(tx, bucketBalances, account(o.Member, o.Currency), o.Balance); err != nil {
			return err
		}
		return put(tx, bucketOrders, o.TxID, o)
	})
	return o, err
}

// Ask tells what became of an order; an id that is not known is refused from now on.
func (s *Store) Ask(txID string) (o Order, err error) {
	err = s.db.Batch(func(tx *bbolt.Tx) error {
		o = Order{}
		err := get(tx, bucketOrders, txID, &o)
		if !errors.Is(err, errMissing) {
			return err
		}
		o = Order{TxID: txID, Status: Refused, Reason: Closed}
		return put(tx, bucketOrders, txID, o)
	})
	return o, err
}

// Balance is what a member has here.
func (s *Store) Balance(member, currency string) (n money.Amount, err error) {
	err = s.db.View(func(tx *bbolt.Tx) error {
		n, err = has(tx, member, currency)
		return err
	})
	return n, err
}

// entry is what a bet, a win or a rollback did.
type entry struct {
	Member, Currency string
	Change           money.Amount
	Answer           wallet.Answer
	Undone           bool // of a bet that was rolled back
}

// Call plays with the money that is here, by the rules of the operator's wallet API, so a round does not care whose wallet it is
// played from.
func (s *Store) Call(_ context.Context, op string, req wallet.Request, _ wallet.Patience, _ chaos.Settings) (a wallet.Answer, err error) {
	c, ok := money.ByCode(req.Currency)
	if !ok {
		return wallet.Answer{Status: wallet.WrongCurrency}, nil
	}
	if op == wallet.Balance {
		n, err := s.Balance(req.MemberID, req.Currency)
		return wallet.Answer{Status: wallet.OK, Balance: c.Format(n), Currency: req.Currency}, err
	}
	var amount money.Amount
	if op != wallet.Rollback {
		if amount, err = c.Parse(req.Amount); err != nil {
			return wallet.Answer{Status: wallet.BadAmount}, nil
		}
	}
	err = s.db.Batch(func(tx *bbolt.Tx) error {
		a, err = play(tx, c, op, req, amount)
		return err
	})
	return a, err
}

func play(tx *bbolt.Tx, c money.Currency, op string, req wallet.Request, amount money.Amount) (wallet.Answer, error) {
	var old entry
	if err := get(tx, bucketGames, req.TxID, &old); !errors.Is(err, errMissing) {
		if old.Undone {
			old.Answer.Status = wallet.RolledBack
		}
		return old.Answer, err
	}
	balance, err := has(tx, req.MemberID, req.Currency)
	if err != nil {
		return wallet.Answer{}, err
	}
	e := entry{Member: req.MemberID, Currency: req.Currency, Answer: wallet.Answer{Status: wallet.OK, TxID: req.TxID, OurTxID: req.TxID, Currency: req.Currency}}
	switch op {
	case wallet.Bet:
		e.Change = -amount
	case wallet.Win:
		e.Change = amount
	case wallet.Rollback:
		var bet entry
		if err := get(tx, bucketGames, req.RefTxID, &bet); err != nil && !errors.Is(err, errMissing) {
			return wallet.Answer{}, err
		}
		if !bet.Undone && bet.Answer.Status == wallet.OK {
			e.Change = -bet.Change
		}
		bet.Undone = true
		if err := put(tx, bucketGames, req.RefTxID, bet); err != nil {
			return wallet.Answer{}, err
		}
	}
	if balance+e.Change < 0 {
		e.Change, e.Answer.Status = 0, wallet.Insufficient
	}
	balance += e.Change
	e.Answer.Balance = c.Format(balance)
	return e.Answer, errors.Join(put(tx, bucketBalances, account(req.MemberID, req.Currency), balance), put(tx, bucketGames, req.TxID, e))
}

var errMissing = errors.New("transferwallet: not there")

func account(member, currency string) string { return member + "\x00" + currency }

func has(tx *bbolt.Tx, member, currency string) (n money.Amount, err error) {
	if err = get(tx, bucketBalances, account(member, currency), &n); errors.Is(err, errMissing) {
		return 0, nil
	}
	return n, err
}

func put(tx *bbolt.Tx, bucket []byte, key string, v any) error {
	raw, err := json.Marshal(v)
	if err != nil {
		return fmt.Errorf("transfer wallet store: %w", err)
	}
	return tx.Bucket(bucket).Put([]byte(key), raw)
}

func get(tx *bbolt.Tx, bucket []byte, key string, into any) error {
	raw := tx.Bucket(bucket).Get([]byte(key))
	if raw == nil {
		return errMissing
	}
	if err := json.Unmarshal(raw, into); err != nil {
		return fmt.Errorf("transfer wallet store: %s: %w", bucket, err)
	}
	return nil
}

// Known reports whether an order was carried out, without asking for it: nothing is closed.
func (s *Store) Known(txID string) (done bool, err error) {
	err = s.db.View(func(tx *bbolt.Tx) error {
		var o Order
		if err := get(tx, bucketOrders, txID, &o); err != nil && !errors.Is(err, errMissing) {
			return err
		}
		done = o.Status == Done
		return nil
	})
	return done, err
}

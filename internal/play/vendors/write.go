package vendors

import (
	"context"
	"errors"
	"fmt"

	"github.com/jackc/pgx/v5/pgconn"
	"github.com/jackc/pgx/v5/pgxpool"

	"hubstake/internal/core/money"
	"hubstake/internal/ledger/wallet"
	"hubstake/internal/operator/site"
	"hubstake/internal/platform/obs"
	"hubstake/internal/play/vendors/vendorsdb"
)

// request is an operation whose form is good.
type request struct {
	vendor string
	op     Operation
	amount money.Amount
	refuse Status // store this refusal when the id is new; empty: carry the operation out
	trace  string
}

// tries bounds the repeats of a write that met another one: a deadlock, or one id sent for two members at once.
const tries = 3

// own is the pool of operations in transactions of their own.
func (s *Service) own() *pgxpool.Pool {
	if s.closed.Load() {
		return s.db
	}
	return s.singles
}

// single carries out a request in a transaction of its own. wallet.ErrBusy says that another transaction holds the member's
// wallet; nothing was done.
func (s *Service) single(ctx context.Context, r request) (a Answer, err error) {
	for n := 1; n <= tries; n++ {
		if a, err = s.write(ctx, s.own(), r); err == nil || !collided(err) {
			break
		}
		wallet.Again(ctx, wallet.Collision)
	}
	if wallet.Held(err) {
		wallet.Again(ctx, wallet.Busy)
		return Answer{}, fmt.Errorf("%w: %w", wallet.ErrBusy, err)
	}
	return a, err
}

// write carries out a request once, in one round trip to the database: in a transaction of its own when db is a pool, else in
// the caller's.
func (s *Service) write(ctx context.Context, db vendorsdb.DBTX, r request) (Answer, error) {
	limits := site.Defaults()
	o := r.op
	arg := vendorsdb.ApplyParams{
		Vendor: r.vendor, Kind: string(o.Kind), Tx: o.TxID, Ref: o.RefTxID, Round: o.RoundID, Token: o.Token, Member: o.Member,
		Currency: o.Currency, Amount: int64(r.amount), Hash: o.hash(r.amount), Campaign: o.Campaign,
		Closes: o.Kind == Win && o.Closes, Game: o.Game, Refuse: string(r.refuse),
		MaxStake: int64(limits.MaxStake), MaxWin: int64(limits.MaxWin), Now: s.clk.Now(), Trace: r.trace,
	}
	q := vendorsdb.New(db)
	ctx, end := obs.Step(ctx, "tx")
	defer end()
	row, err := q.Apply(ctx, arg)
	if err != nil {
		return Answer{}, fmt.Errorf("vendor %s: %s %s: %w", r.vendor, o.Kind, o.TxID, err)
	}
	return Answer{
		Status: Status(row.Status), TxID: o.TxID, OurTxID: row.OurTx, Balance: money.Amount(row.Balance), Currency: o.Currency,
		Repeated: row.Repeated, Debt: money.Amount(row.Debt),
	}, nil
}

// collided reports whether a write was rolled back because of another one that has ended by now.
func collided(err error) bool {
	var pe *pgconn.PgError
	if !errors.As(err, &pe) {
		return false
	}
	return pe.Code == "40001" || pe.Code == "40P01" || (pe.Code == "23505" && pe.ConstraintName == "vendor_tx_pkey")
}

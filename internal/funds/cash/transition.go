package cash

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"time"

	"github.com/jackc/pgx/v5"

	"hubstake/internal/account/member"
	"hubstake/internal/account/protection"
	"hubstake/internal/core/fault"
	"hubstake/internal/core/money"
	"hubstake/internal/funds/cash/cashdb"
	"hubstake/internal/ledger/turnover"
	"hubstake/internal/ledger/wallet"
	"hubstake/internal/live/outbox"
	"hubstake/internal/operator/site"
)

// change is one transition with who makes it.
type change struct {
	site  string
	id    int64
	shown *Shown // what staff saw of it; nil when the member acts
	to    Status
	by    string
	memo  string
	why   string  // staff completes it all the same; for the audit
	usual Refusal // goes before the memo, in the member's language
	trace string

	fresh bool // staff has given a one-time code within the last minutes

	options site.Options // of the site: read before the transaction, for what a completed deposit is given
}

// read returns the request of a transition. A request that is not the one that was shown, or that D-12 does not let take the transition, is
// C019.
func read(ctx context.Context, tx pgx.Tx, c change) (cashdb.GetRow, error) {
	r, err := cashdb.New(tx).Get(ctx, cashdb.GetParams{SiteID: c.site, ID: c.id})
	if errors.Is(err, pgx.ErrNoRows) {
		return r, fault.PaymentProblem.Wrap(errTooLate)
	}
	if err != nil {
		return r, fmt.Errorf("cash: request: %w", err)
	}
	if c.shown != nil && !c.shown.is(r) {
		return r, fault.PaymentProblem.Wrap(errNotShown)
	}
	if !slices.Contains(after[Status(r.Status)], c.to) {
		return r, fault.PaymentProblem.Wrap(errTooLate)
	}
	return r, nil
}

// transition changes the status of a request in tx: the request, then the wallet, then the events. The errors are those of read, and C019 for
// a request that was changed since it was read.
func (s *Service) transition(ctx context.Context, tx pgx.Tx, c change) (cashdb.GetRow, error) {
	r, err := read(ctx, tx, c)
	if err != nil {
		return r, err
	}
	return r, s.carry(ctx, tx, c, r)
}

// carry is transition for a request that was read.
func (s *Service) carry(ctx context.Context, tx pgx.Tx, c change, r cashdb.GetRow) error {
	var at *time.Time
	if !c.to.Open() {
		now := s.clk.Now()
		at = &now
	}
	if c.to == Done {
		if err := s.mayComplete(ctx, tx, r); err != nil {
			return err
		}
	}
	n, err := cashdb.New(tx).Transition(ctx, cashdb.TransitionParams{
		ID: r.ID, Was: r.Status, Version: r.Version, Becomes: int16(c.to), At: at, By: c.by, Memo: c.memo,
	})
	if err != nil {
		return fmt.Errorf("cash: transition: %w", err)
	}
	if n == 0 {
		return fault.PaymentProblem.Wrap(errTooLate)
	}
	if Kind(r.Kind) == In && c.to == Done { // what the member decided since the request holds (S-37, S-42)
		if err := protection.MayDeposit(ctx, tx, r.MemberID, r.Currency, 0, *at); err != nil {
			return err
		}
	}
	if err := s.settle(ctx, tx, r, c, at); err != nil {
		return err
	}
	upline, err := member.Upline(ctx, tx, r.MemberID)
	if err != nil {
		return err
	}
	return outbox.Write(ctx, tx, known(c.site, r.MemberID, upline, Kind(r.Kind), r.ID, c.trace)...)
}

// mayComplete refuses a request that must not be completed any more, with the member's states held until tx ends: a change of them either
// waits for this transaction, or is seen here and, a break, by MayDeposit.
func (s *Service) mayComplete(ctx context.Context, tx pgx.Tx, r cashdb.GetRow) error {
	p, err := s.members.Held(ctx, tx, r.MemberID)
	if err != nil {
		return err
	}
	switch Kind(r.Kind) {
	case Out:
		return mayBePaid(p, s.clk.Now())
	case Through:
		return mayBePaidThrough(p, r.Payer, s.clk.Now())
	case PT:
		return s.mayBePaidPT(ctx, tx, p, r)
	}
	return p.MayUseRealMoney() // the account was marked after the request (S-103)
}

// settle moves the money that a transition moves: at most one move for each kind of it, whatever happens twice.
func (s *Service) settle(ctx context.Context, tx pgx.Tx, r cashdb.GetRow, c change, at *time.Time) error {
	m := wallet.Move{Member: r.MemberID, Currency: r.Currency, Ref: ref(r.ID), Trace: c.trace}
	amount := money.Amount(r.Amount)
	switch kind := Kind(r.Kind); {
	case kind == In && c.to == Done:
		m.Unit, m.Amount, m.Contra, m.Kind = wallet.Cash, amount, wallet.ContraDeposit, kindDeposit
	case (kind == Out || kind == PT) && c.to == Done:
		m.Unit, m.Amount, m.Contra, m.Kind = wallet.Hold, -amount, wallet.ContraPayout, "withdraw.pay"
	case kind != In && !c.to.Open(): // a partner pays from the wallet, in the same transaction
		m.Unit, m.Amount, m.Contra, m.Kind = wallet.Cash, amount, wallet.ContraHold, "withdraw.release"
	default:
		return nil
	}
	var repeated bool
	var err error
	if m.Kind == kindDeposit {
		_, repeated, err = turnover.Credit(ctx, tx, c.options, m, amount.Share(c.options.RollingBasisPoints), *at)
	} else {
		_, repeated, err = wallet.Apply(ctx, tx, m)
	}
	if err != nil {
		return fmt.Errorf("cash: request %d: %w", r.ID, err)
	}
	if repeated {
		return fmt.Errorf("cash: request %d: its %s was carried out before", r.ID, m.Kind)
	}
	if m.Kind == kindDeposit {
		return s.reward(ctx, tx, r, c)
	}
	return nil
}

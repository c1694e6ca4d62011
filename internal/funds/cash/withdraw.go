package cash

import (
	"context"
	"errors"
	"fmt"
	"strconv"
	"time"

	"github.com/jackc/pgx/v5"

	"hubstake/internal/access/idempotency"
	"hubstake/internal/account/credential"
	"hubstake/internal/account/member"
	"hubstake/internal/account/personal"
	"hubstake/internal/core/fault"
	"hubstake/internal/core/money"
	"hubstake/internal/funds/cash/cashdb"
	"hubstake/internal/ledger/turnover"
	"hubstake/internal/ledger/wallet"
	"hubstake/internal/operator/site"
)

// WithdrawalInput is a withdrawal to the registered account as the member requests it.
type WithdrawalInput struct {
	Requester
	Amount money.Input
	PIN    credential.Secret
	Bank   string // the registered bank, or empty: there is no other account to pay to (S-25)
	// Forfeit is how much bonus money the member agrees to lose by a withdrawal in a break, cash and points together: at least what
	// Turnover says. It means nothing when no break holds.
	Forfeit money.Amount
	// Kind is Out or empty for a withdrawal by the house. Through asks the partner directly above to pay instead: there is no account to pay to then. PT
	// takes the amount from the PT of a partner.
	Kind Kind
}

// leaving are the kinds of requests by which a member's cash leaves. A member has one of them open at most.
var leaving = []string{string(Out), string(Through)}

// alike are the kinds of requests of which one is open at most, and which wait for each other, by the kind that is asked for.
func (k Kind) alike() []string {
	if k == PT {
		return []string{string(PT)}
	}
	return leaving
}

// currency is that of the wallet that a withdrawal is taken from.
func (k Kind) currency(o site.Options) string {
	if k == PT {
		return wallet.PT
	}
	return o.Currency
}

// Withdraw writes a request and holds its amount (D-13). The same call again (Requester.IdempotencyKey) answers the same, and its PIN is one
// try.
func (s *Service) Withdraw(ctx context.Context, a WithdrawalInput) (Request, error) {
	var p member.Profile
	var o site.Options
	var r Request
	var pin member.PINTry
	written := false
	out, err := idempotency.Do(ctx, s.db, s.caller(a.Requester), idempotency.Work[Request]{
		Check: func() (err error) {
			if p, o, r, err = s.prepare(ctx, a); err != nil {
				return err
			}
			if a.PIN == "" {
				return fault.CashPINRequired
			}
			if err = s.mayAsk(ctx, a, o); err != nil {
				return err
			}
			pin, err = s.members.TryPIN(ctx, a.Member, a.PIN)
			return err
		},
		Count: func(tx pgx.Tx) error { return s.members.JudgePIN(ctx, tx, pin) },
		Do: func(tx pgx.Tx) (_ Request, err error) {
			// JudgePIN holds the member's row: what staff or the member decided since the first look is seen here, and nothing changes it
			// before the commit.
			if p, err = s.members.Held(ctx, tx, a.Member); err != nil {
				return r, err
			}
			if err = p.Status.Refusal(); err != nil { // given after the session was looked at
				return r, err
			}
			if err = checkPayee(a, p, o, s.clk.Now()); err != nil {
				return r, err
			}
			if r.Payer == "" {
				r.Bank, r.AccountNo = p.Bank, p.Number
			} else if r.Payer != p.Upline[0] { // moved since the first look
				return r, fault.NoAccess
			}
			if err = s.noneOpen(ctx, tx, a); err != nil {
				return r, err
			}
			if r.ID, err = s.ask(ctx, tx, a.Requester, p.Upline, a.Kind.currency(o), r, p.Holder); err != nil {
				return r, err
			}
			ok, err := s.coolingOff(ctx, tx, a.Member, a.Kind.alike(), time.Duration(o.WithdrawWaitMinutes)*time.Minute, Done)
			if err != nil {
				return r, err
			}
			if !ok {
				return r, fault.WithdrawalTooSoon.With("minutes", strconv.Itoa(o.WithdrawWaitMinutes))
			}
			err = s.hold(ctx, tx, a, o, r, p.Break)
			written = err == nil
			return r, err
		},
	})
	if err == nil && written {
		s.metrics.reached(a.Site, out.Kind, Requested)
	}
	if err == nil && !written {
		return s.complete(ctx, a.Member, out)
	}
	return out, err
}

// mayAsk refuses what an open request (C007) or the wait after the last one (C008) will refuse in any case, before the PIN costs a
// hash. The transaction decides; this look spares logins the wait for a hash that changes nothing.
func (s *Service) mayAsk(ctx context.Context, a WithdrawalInput, o site.Options) error {
	if err := s.noneOpen(ctx, s.db, a); err != nil {
		return err
	}
	ok, err := s.coolingOff(ctx, s.db, a.Member, a.Kind.alike(), time.Duration(o.WithdrawWaitMinutes)*time.Minute, Done)
	if err == nil && !ok {
		err = fault.WithdrawalTooSoon.With("minutes", strconv.Itoa(o.WithdrawWaitMinutes))
	}
	return err
}

// noneOpen refuses a withdrawal while another one from the same wallet is open, of the house or of the partner: C007. With the member's row locked it is exact.
func (s *Service) noneOpen(ctx context.Context, db cashdb.DBTX, a WithdrawalInput) error {
	open, err := cashdb.New(db).HasOpen(ctx, cashdb.HasOpenParams{MemberID: a.Member, Kinds: a.Kind.alike()})
	if err != nil {
		return fmt.Errorf("cash: open request: %w", err)
	}
	if open {
		return fault.RequestPending
	}
	return nil
}

// prepare is what is decided before the PIN is looked at; it makes the request, without its number.
func (s *Service) prepare(ctx context.Context, a WithdrawalInput) (p member.Profile, o site.Options, r Request, err error) {
	st, err := s.sites.Get(ctx, a.Site)
	if err != nil {
		return p, o, r, err
	}
	if p, err = s.members.Profile(ctx, s.db, a.Member); err != nil {
		return p, o, r, err
	}
	st.Options = st.Options.ForLevel(p.Level)
	now := s.clk.Now()
	amount, err := checkWithdrawal(a, st, now)
	if err != nil {
		return p, o, r, err
	}
	undo := now.Add(time.Duration(st.Options.WithdrawUndoSeconds) * time.Second)
	r = Request{Kind: Out, Amount: amount, Bank: p.Bank, AccountNo: p.Number, RequestedAt: now, UndoUntil: &undo}
	if err = checkPayee(a, p, st.Options, now); err != nil {
		return p, o, r, err
	}
	switch a.Kind {
	case Through:
		err = s.payerMay(ctx, p)
		r.Kind, r.Payer, r.Bank, r.AccountNo, r.UndoUntil = Through, p.Upline[0], "", "", nil
	case PT:
		r.Kind, r.UndoUntil = PT, nil // it can be taken back until staff claims it
	}
	return p, st.Options, r, err
}

// checkWithdrawal is what the form and the clock decide.
func checkWithdrawal(a WithdrawalInput, st site.Site, now time.Time) (money.Amount, error) {
	o := st.Options
	amount, given := a.Amount.Amount()
	switch {
	case st.Maintenance:
		return 0, fault.SiteMaintenance
	case o.WithdrawalPaused:
		return 0, fault.WithdrawalMaintenance
	case o.ExchangeClosed(now):
		return 0, fault.WithdrawalClosed.With("from", o.ExchangeClosedFrom).With("to", o.ExchangeClosedTo)
	case !given:
		return 0, fault.AmountRequired
	}
	low, high, unit := o.WithdrawMin, o.WithdrawMax, o.WithdrawUnit
	if a.Kind == PT {
		low, high, unit = o.PTWithdrawMin, o.PTWithdrawMax, 1 // commissions come in any amount
	}
	return amount, checkAmount(amount, low, high, unit, fault.WithdrawalBelowMin, fault.WithdrawalAboveMax, fault.WithdrawalNotUnit)
}

// checkPayee lets money go only to the registered account, in the member's own name (D-06, S-25), or to the PT of the partner directly above. U029: PT of a member
// who is no partner.
func checkPayee(a WithdrawalInput, p member.Profile, o site.Options, now time.Time) error {
	if err := p.MayPayOut(now); err != nil {
		return err
	}
	if a.Kind == Through {
		return checkPayer(p, o, now)
	}
	switch {
	case a.Kind == PT && !p.Partner:
		return fault.NoAccess
	case p.Bank == "" || p.Number == "" || p.Holder == "":
		return fault.NoRegisteredAccount
	case !same(p.Holder, p.Name), a.Bank != "" && !same(a.Bank, p.Bank):
		return fault.BadAccount
	}
	return nil
}

// same compares names as everywhere (D-70).
func same(a, b string) bool { return personal.FoldName(a) == personal.FoldName(b) }

// hold takes the amount out of the cash that may be played with: C001 when there is not so much, C015 while the turnover
// is not reached. In a break that can never be reached: withdrawInBreak decides then.
func (s *Service) hold(ctx context.Context, tx pgx.Tx, a WithdrawalInput, o site.Options, r Request, rest member.Break) error {
	if a.Kind == PT {
		return s.holdPT(ctx, tx, a, o, r)
	}
	w, err := wallet.Lock(ctx, tx, a.Member, o.Currency)
	if err != nil {
		return err
	}
	if w.Cash < r.Amount {
		return fault.NotEnoughCash
	}
	if w, err = s.takeDebt(ctx, tx, a, o.Currency, r, w); err != nil {
		return err
	}
	t, err := turnover.Now(ctx, tx, o, a.Member, o.Currency, s.clk.Now())
	if err != nil {
		return err
	}
	resting, _ := rest.At(r.RequestedAt)
	switch {
	case resting:
		if err := s.withdrawInBreak(ctx, tx, a, o, r, w, t, rest); err != nil {
			return err
		}
	case t.Remaining > 0:
		return fault.TurnoverUnmet.With("remaining", t.Remaining.String())
	}
	_, err = setAside(ctx, tx, a, o, r)
	return err
}

// setAside moves the amount of a withdrawal to the hold of its wallet: C001 when there is not so much.
func setAside(ctx context.Context, tx pgx.Tx, a WithdrawalInput, o site.Options, r Request) (wallet.State, error) {
	w, _, err := wallet.Apply(ctx, tx, wallet.Move{
		Member: a.Member, Currency: a.Kind.currency(o), Unit: wallet.Cash, Amount: -r.Amount, Contra: wallet.ContraHold,
		Kind: "withdraw.hold", Ref: ref(r.ID), Trace: a.Trace,
	})
	if errors.Is(err, wallet.ErrShort) {
		return w, fault.NotEnoughCash
	}
	if err != nil {
		return w, fmt.Errorf("cash: hold: %w", err)
	}
	return w, nil
}

// ref is what makes the moves of a request happen once.
func ref(id int64) string { return strconv.FormatInt(id, 10) }

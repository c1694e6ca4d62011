package cash

import (
	"context"
	"errors"
	"fmt"
	"strconv"
	"strings"
	"time"

	"github.com/jackc/pgx/v5"
	"golang.org/x/text/unicode/norm"

	"hubstake/internal/fault"
	"hubstake/internal/member"
	"hubstake/internal/money"
	"hubstake/internal/platform/once"
	"hubstake/internal/site"
	"hubstake/internal/wallet"
)

// WithdrawalAsk is a member's wish to be paid out to the registered account.
type WithdrawalAsk struct {
	Asker
	Amount money.Input
	PIN    member.Secret
	Bank   string // the registered bank, or empty: there is no other account to pay to (S-25)
}

// Withdraw writes a request and holds its amount (D-13). The same call again (Asker.Once) answers the same, and its PIN is one
// try.
func (s *Service) Withdraw(ctx context.Context, a WithdrawalAsk) (Request, error) {
	var p member.Profile
	var o site.Options
	var r Request
	var pin member.PINTry
	written := false
	out, err := once.Do(ctx, s.db, s.caller(a.Asker), once.Work[Request]{
		Check: func() (err error) {
			if p, o, r, err = s.prepare(ctx, a); err == nil {
				pin, err = s.members.TryPIN(ctx, a.Member, a.PIN)
			}
			return err
		},
		Count: func(tx pgx.Tx) error { return s.members.JudgePIN(ctx, tx, pin) },
		Do: func(tx pgx.Tx) (_ Request, err error) {
			if r.ID, err = s.ask(ctx, tx, a.Asker, p.Path, o.Currency, r, p.Holder); err != nil {
				return r, err
			}
			ok, err := s.waited(ctx, tx, a.Member, Out, time.Duration(o.WithdrawWaitMinutes)*time.Minute, Done)
			if err != nil {
				return r, err
			}
			if !ok {
				return r, fault.WithdrawalTooSoon.With("minutes", strconv.Itoa(o.WithdrawWaitMinutes))
			}
			err = s.hold(ctx, tx, a.Asker, o, r)
			written = err == nil
			return r, err
		},
	})
	if err == nil && written {
		s.metrics.reached(a.Site, Out, Requested)
	}
	return out, err
}

// prepare is what is decided before the PIN is looked at; it makes the request, without its number.
func (s *Service) prepare(ctx context.Context, a WithdrawalAsk) (p member.Profile, o site.Options, r Request, err error) {
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
	return p, st.Options, r, checkPayee(p, a.Bank)
}

// checkWithdrawal is what the form and the clock decide.
func checkWithdrawal(a WithdrawalAsk, st site.Site, now time.Time) (money.Amount, error) {
	o := st.Options
	amount, given := a.Amount.Amount()
	switch {
	case st.Inspect:
		return 0, fault.SiteMaintenance
	case o.WithdrawalPaused:
		return 0, fault.WithdrawalMaintenance
	case o.ExchangeClosed(now):
		return 0, fault.WithdrawalClosed.With("from", o.ExchangeClosedFrom).With("to", o.ExchangeClosedTo)
	case !given:
		return 0, fault.AmountRequired
	}
	return amount, checkAmount(amount, o.WithdrawMin, o.WithdrawMax, o.WithdrawUnit,
		fault.WithdrawalBelowMin, fault.WithdrawalAboveMax, fault.WithdrawalNotUnit)
}

// checkPayee lets money go only to the registered account, in the member's own name (D-06, S-25).
func checkPayee(p member.Profile, bank string) error {
	switch {
	case !p.WithdrawAllowed:
		return fault.WithdrawalSuspended
	case p.Bank == "" || p.Number == "" || p.Holder == "":
		return fault.NoRegisteredAccount
	case !same(p.Holder, p.Name), bank != "" && !same(bank, p.Bank):
		return fault.BadAccount
	}
	return nil
}

// same compares names without regard to case and spaces.
func same(a, b string) bool {
	fold := func(s string) string { return strings.Join(strings.Fields(strings.ToLower(norm.NFKC.String(s))), "") }
	return fold(a) == fold(b)
}

// hold takes the amount out of the cash that may be played with: C001 when there is not so much, C015 while the turnover
// is not reached.
func (s *Service) hold(ctx context.Context, tx pgx.Tx, who Asker, o site.Options, r Request) error {
	w, err := wallet.Lock(ctx, tx, who.Member, o.Currency)
	if err != nil {
		return err
	}
	if w.Cash < r.Amount {
		return fault.NotEnoughCash
	}
	t, err := s.turnover(ctx, tx, who.Member, o)
	if err != nil {
		return err
	}
	if t.Remaining > 0 {
		return fault.TurnoverUnmet.With("remaining", t.Remaining.String())
	}
	_, _, err = wallet.Apply(ctx, tx, wallet.Move{
		Member: who.Member, Currency: o.Currency, Unit: wallet.Cash, Amount: -r.Amount, Contra: wallet.ContraHold,
		Kind: "withdraw.hold", Ref: ref(r.ID), Trace: who.Trace,
	})
	if errors.Is(err, wallet.ErrShort) {
		return fault.NotEnoughCash
	}
	if err != nil {
		return fmt.Errorf("cash: hold: %w", err)
	}
	return nil
}

// ref is what makes the moves of a request happen once.
func ref(id int64) string { return strconv.FormatInt(id, 10) }

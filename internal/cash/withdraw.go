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
	"hubstake/internal/platform/pg"
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

// Withdraw writes a request and holds its amount (D-13).
func (s *Service) Withdraw(ctx context.Context, a WithdrawalAsk) (Request, error) {
	st, err := s.sites.Get(ctx, a.Site)
	if err != nil {
		return Request{}, err
	}
	p, err := s.members.Profile(ctx, s.db, a.Member)
	if err != nil {
		return Request{}, err
	}
	st.Options = st.Options.ForLevel(p.Level)
	o, now := st.Options, s.clk.Now()
	amount, err := checkWithdrawal(a, st, now)
	if err != nil {
		return Request{}, err
	}
	if err := checkPayee(p, a.Bank); err != nil {
		return Request{}, err
	}
	if err := s.members.VerifyPIN(ctx, a.Member, a.PIN); err != nil {
		return Request{}, err
	}
	undo := now.Add(time.Duration(o.WithdrawUndoSeconds) * time.Second)
	r := Request{Kind: Out, Amount: amount, Bank: p.Bank, AccountNo: p.Number, RequestedAt: now, UndoUntil: &undo}
	err = pg.InTx(ctx, s.db, func(tx pgx.Tx) error {
		var err error
		if r.ID, err = s.ask(ctx, tx, a.Asker, p.Path, o.Currency, r, p.Holder); err != nil {
			return err
		}
		ok, err := s.waited(ctx, tx, a.Member, Out, time.Duration(o.WithdrawWaitMinutes)*time.Minute, Done)
		if err != nil {
			return err
		}
		if !ok {
			return fault.WithdrawalTooSoon.With("minutes", strconv.Itoa(o.WithdrawWaitMinutes))
		}
		return s.hold(ctx, tx, a.Asker, o, r)
	})
	if err != nil {
		return Request{}, err
	}
	s.metrics.reached(a.Site, Out, Requested)
	return r, nil
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

package cash

import (
	"context"
	"strconv"
	"strings"
	"time"
	"unicode"
	"unicode/utf8"

	"github.com/jackc/pgx/v5"
	"golang.org/x/text/unicode/norm"

	"hubstake/internal/fault"
	"hubstake/internal/money"
	"hubstake/internal/platform/pg"
	"hubstake/internal/protection"
)

// maxName bounds the names of people and banks that a member types, in code points.
const maxName = 40

// DepositAsk is a member's wish to pay in.
type DepositAsk struct {
	Asker
	Amount    money.Input
	Depositor string // who pays, as the bank will say it; empty: the member
	Bank      string // from which bank; may be empty
}

// Deposit writes a request. The wallet moves when staff approves it.
func (s *Service) Deposit(ctx context.Context, a DepositAsk) (Request, error) {
	st, err := s.sites.Get(ctx, a.Site)
	if err != nil {
		return Request{}, err
	}
	o := st.Options
	amount, given := a.Amount.Amount()
	switch {
	case st.Inspect:
		return Request{}, fault.SiteMaintenance
	case o.DepositPaused:
		return Request{}, fault.DepositMaintenance
	case !given:
		return Request{}, fault.AmountRequired
	}
	p, err := s.members.Profile(ctx, s.db, a.Member)
	if err != nil {
		return Request{}, err
	}
	o = o.ForLevel(p.Level)
	err = checkAmount(amount, o.DepositMin, o.DepositMax, o.DepositUnit, fault.DepositBelowMin, fault.DepositAboveMax, fault.DepositNotUnit)
	if err != nil {
		return Request{}, err
	}
	depositor, ok := name(a.Depositor)
	bank, ok2 := name(a.Bank)
	if !ok || !ok2 {
		return Request{}, fault.BadAccount
	}
	if depositor == "" {
		depositor = p.Name
	}
	r := Request{Kind: In, Amount: amount, Depositor: depositor, Bank: bank, RequestedAt: s.clk.Now()}
	err = pg.InTx(ctx, s.db, func(tx pgx.Tx) error {
		var err error
		if err = protection.MayDeposit(ctx, tx, a.Member, amount, r.RequestedAt); err != nil {
			return err
		}
		if r.ID, err = s.ask(ctx, tx, a.Asker, p.Path, o.Currency, r, ""); err != nil {
			return err
		}
		ok, err := s.waited(ctx, tx, a.Member, In, time.Duration(o.DepositWaitMinutes)*time.Minute, Done, Cancelled, Refused)
		if err == nil && !ok {
			return fault.DepositTooSoon.With("minutes", strconv.Itoa(o.DepositWaitMinutes))
		}
		return err
	})
	if err != nil {
		return Request{}, err
	}
	s.metrics.reached(a.Site, In, Requested)
	return r, nil
}

// name brings what was typed into its composed form without outer spaces; control characters and more than maxName
// letters are refused.
func name(s string) (string, bool) {
	s = strings.TrimSpace(norm.NFKC.String(s))
	return s, utf8.RuneCountInString(s) <= maxName && strings.IndexFunc(s, func(r rune) bool { return !unicode.IsPrint(r) }) < 0
}

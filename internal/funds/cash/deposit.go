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

	"hubstake/internal/access/idempotency"
	"hubstake/internal/account/member"
	"hubstake/internal/account/protection"
	"hubstake/internal/core/fault"
	"hubstake/internal/core/money"
	"hubstake/internal/operator/site"
)

// maxName bounds the names of people and banks that a member types, in code points.
const maxName = 40

// DepositInput is a deposit as the member requests it.
type DepositInput struct {
	Requester
	Amount    money.Input
	Depositor string // who pays, as the bank will say it; empty: the member
	Bank      string // from which bank; may be empty
}

// Deposit writes a request. The wallet moves when staff approves it. The same call again (Requester.IdempotencyKey) answers the same.
func (s *Service) Deposit(ctx context.Context, a DepositInput) (Request, error) {
	var p member.Profile
	var o site.Options
	var r Request
	written := false
	out, err := idempotency.Do(ctx, s.db, s.caller(a.Requester), idempotency.Work[Request]{
		Check: func() (err error) {
			p, o, r, err = s.checkDeposit(ctx, a)
			return err
		},
		Do: func(tx pgx.Tx) (_ Request, err error) {
			if p, err = s.members.Held(ctx, tx, a.Member); err != nil {
				return r, err
			}
			if err = p.MayUseRealMoney(); err != nil { // marked before any money moved (S-103)
				return r, err
			}
			if err = protection.MayDeposit(ctx, tx, a.Member, o.Currency, r.Amount, r.RequestedAt); err != nil {
				return r, err
			}
			if r.ID, err = s.ask(ctx, tx, a.Requester, p.Upline, o.Currency, r, ""); err != nil {
				return r, err
			}
			ok, err := s.coolingOff(ctx, tx, a.Member, []string{string(In)}, time.Duration(o.DepositWaitMinutes)*time.Minute, Done, Cancelled, Refused)
			if err == nil && !ok {
				err = fault.DepositTooSoon.With("minutes", strconv.Itoa(o.DepositWaitMinutes))
			}
			written = err == nil
			return r, err
		},
	})
	if err == nil && written {
		s.metrics.reached(a.Site, In, Requested)
	}
	if err == nil && !written {
		return s.complete(ctx, a.Member, out)
	}
	return out, err
}

// checkDeposit is what the form and the site decide; it makes the request, without its number.
func (s *Service) checkDeposit(ctx context.Context, a DepositInput) (p member.Profile, o site.Options, r Request, err error) {
	st, err := s.sites.Get(ctx, a.Site)
	if err != nil {
		return p, o, r, err
	}
	amount, given := a.Amount.Amount()
	if err := depositsOpen(st); err != nil {
		return p, o, r, err
	}
	if !given {
		return p, o, r, fault.AmountRequired
	}
	if p, err = s.members.Profile(ctx, s.db, a.Member); err != nil {
		return p, o, r, err
	}
	o = st.Options.ForLevel(p.Level)
	err = checkAmount(amount, o.DepositMin, o.DepositMax, o.DepositUnit, fault.DepositBelowMin, fault.DepositAboveMax, fault.DepositNotUnit)
	if err != nil {
		return p, o, r, err
	}
	depositor, ok := name(a.Depositor)
	bank, ok2 := name(a.Bank)
	if !ok || !ok2 {
		return p, o, r, fault.BadAccount
	}
	if depositor == "" {
		depositor = p.Name
	}
	return p, o, Request{Kind: In, Amount: amount, Depositor: depositor, Bank: bank, RequestedAt: s.clk.Now()}, nil
}

// depositsOpen refuses deposits of a site that takes none now: S001, or S005 while they are paused.
func depositsOpen(st site.Site) error {
	switch {
	case st.Maintenance:
		return fault.SiteMaintenance
	case st.Options.DepositPaused:
		return fault.DepositMaintenance
	}
	return nil
}

// name brings what was typed into its composed form without outer spaces; control characters and more than maxName
// letters are refused.
func name(s string) (string, bool) {
	s = strings.TrimSpace(norm.NFKC.String(s))
	return s, utf8.RuneCountInString(s) <= maxName && strings.IndexFunc(s, func(r rune) bool { return !unicode.IsPrint(r) }) < 0
}

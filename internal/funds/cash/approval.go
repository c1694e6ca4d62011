package cash

import (
	"context"
	"encoding/json"
	"fmt"
	"time"

	"github.com/jackc/pgx/v5"

	"hubstake/internal/account/member"
	"hubstake/internal/account/protection"
	"hubstake/internal/core/money"
	"hubstake/internal/core/right"
	"hubstake/internal/funds/cash/cashdb"
	"hubstake/internal/ledger/wallet"
	"hubstake/internal/operator/approval"
	"hubstake/internal/operator/audit"
	"hubstake/internal/operator/site"
)

// approvalKinds are the kinds of approval that the completion of a request may need, by the kind of the request.
var approvalKinds = map[Kind]site.ApprovalKind{In: site.DepositCredit, Out: site.Payout, PT: site.Payout} // one sum of a person for all that is paid out

// Approvals gives the service what actions that need two persons are asked for with. Without it they fail.
func (s *Service) Approvals(a *approval.Service) {
	s.approvals = a
	for _, kind := range []site.ApprovalKind{site.DepositCredit, site.Payout} {
		a.Handle(kind, approval.Action{Right: right.Cash, Do: s.approved})
	}
	a.Handle(site.DepositAccount, approval.Action{Right: right.Account, Do: s.openAccount})
}

// mayBePaid refuses to pay an open withdrawal that was stopped after it was asked for: with the code of the member's status, U051 for a
// test account, U022 while staff has switched withdrawals off, U042 within a day of new secrets or details. A break stops no payment (S-42).
func mayBePaid(p member.Profile, now time.Time) error {
	if err := p.Status.Refusal(); err != nil {
		return err
	}
	return p.MayPayOut(now)
}

// mayBeCredited refuses to credit an open deposit that the member must not make now, with the codes with which carry would refuse it: U051 for a
// test account, else those of protection.MayDeposit.
func mayBeCredited(ctx context.Context, tx pgx.Tx, p member.Profile, r cashdb.GetRow, now time.Time) error {
	if err := p.MayUseRealMoney(); err != nil {
		return err
	}
	return protection.MayDeposit(ctx, tx, r.MemberID, r.Currency, money.Amount(r.Amount), now)
}

// askSecond asks for the second person of a deposit or payout: with what staff saw of the request, so that no other one is completed.
func (s *Service) askSecond(ctx context.Context, tx pgx.Tx, st site.Site, c change, r cashdb.GetRow, by audit.Actor) (*audit.Entry, error) {
	amount := money.Amount(r.Amount)
	detail, err := json.Marshal(Shown{ID: r.ID, Member: r.MemberID, Amount: amount, RequestedAt: r.RequestedAt})
	if err != nil {
		return nil, fmt.Errorf("cash: approval of request %d: %w", r.ID, err)
	}
	if Kind(r.Kind) != In {
		amount = -amount
	}
	unit, currency := string(wallet.Cash), r.Currency
	if Kind(r.Kind) == PT {
		unit, currency = "pt", st.Options.Currency
	}
	return s.approvals.Ask(ctx, tx, st, by, approval.Subject{
		Kind: approvalKinds[Kind(r.Kind)], Target: ref(c.id), Member: r.MemberID, Currency: currency, Unit: unit, Amount: amount,
		Detail: detail, Reason: c.why,
	})
}

// approved is approval.Action.Do of a deposit and a payout: the approval of the request that was asked for, if it is still open.
func (s *Service) approved(ctx context.Context, tx pgx.Tx, st site.Site, by audit.Actor, a approval.Request) (approval.Effect, error) {
	var shown Shown
	if err := json.Unmarshal(a.Detail, &shown); err != nil {
		return approval.Effect{}, fmt.Errorf("cash: approval %d: %w", a.ID, err)
	}
	c := change{site: st.ID, id: shown.ID, shown: &shown, to: Done, by: by.ID, why: a.Reason, trace: by.Trace, options: st.Options}
	r, err := read(ctx, tx, c)
	if err != nil {
		return approval.Effect{}, err
	}
	if err := s.mayPayReopened(ctx, tx, c, r); err != nil {
		return approval.Effect{}, err
	}
	detail, err := s.decided(ctx, tx, c, r)
	return approval.Effect{
		Entry: audit.Entry{Action: actions[Done], Target: ref(r.ID)}, Detail: detail,
		Committed: func() { s.metrics.reached(st.ID, Kind(r.Kind), Done) },
	}, err
}

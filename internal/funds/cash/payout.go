package cash

import (
	"context"
	"encoding/json"
	"fmt"
	"time"

	"github.com/jackc/pgx/v5"

	"hubstake/internal/account/member"
	"hubstake/internal/core/money"
	"hubstake/internal/core/right"
	"hubstake/internal/funds/cash/cashdb"
	"hubstake/internal/ledger/wallet"
	"hubstake/internal/operator/approval"
	"hubstake/internal/operator/audit"
	"hubstake/internal/operator/site"
)

// Approvals gives the service what actions that need two persons are asked for with. Without it they fail.
func (s *Service) Approvals(a *approval.Service) {
	s.approvals = a
	a.Handle(site.Payout, approval.Action{Right: right.Cash, Do: s.pay})
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

// askPayout asks for the second person of a payout: with what staff saw of the request, so that nothing else is paid.
func (s *Service) askPayout(ctx context.Context, tx pgx.Tx, st site.Site, c change, r cashdb.GetRow, by audit.Actor) (*audit.Entry, error) {
	detail, err := json.Marshal(Shown{ID: r.ID, Member: r.MemberID, Amount: money.Amount(r.Amount), RequestedAt: r.RequestedAt})
	if err != nil {
		return nil, fmt.Errorf("cash: payout %d: %w", r.ID, err)
	}
	return s.approvals.Ask(ctx, tx, st, by, approval.Subject{
		Kind: site.Payout, Target: ref(c.id), Member: r.MemberID, Currency: r.Currency, Unit: string(wallet.Cash), Amount: -money.Amount(r.Amount),
		Detail: detail,
	})
}

// pay is approval.Action.Do of a payout: the approval of the withdrawal that was asked for, if it still waits.
func (s *Service) pay(ctx context.Context, tx pgx.Tx, st site.Site, by audit.Actor, a approval.Request) (approval.Effect, error) {
	var shown Shown
	if err := json.Unmarshal(a.Detail, &shown); err != nil {
		return approval.Effect{}, fmt.Errorf("cash: payout of approval %d: %w", a.ID, err)
	}
	c := change{site: st.ID, id: shown.ID, shown: &shown, to: Done, by: by.ID, trace: by.Trace, options: st.Options}
	r, err := read(ctx, tx, c)
	if err != nil {
		return approval.Effect{}, err
	}
	detail, err := s.decided(ctx, tx, c, r)
	return approval.Effect{
		Entry: audit.Entry{Action: actions[Done], Target: ref(r.ID)}, Detail: detail,
		Committed: func() { s.metrics.reached(st.ID, Out, Done) },
	}, err
}

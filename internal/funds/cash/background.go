package cash

import (
	"context"
	"errors"
	"fmt"

	"github.com/jackc/pgx/v5"

	"hubstake/internal/core/fault"
	"hubstake/internal/core/money"
	"hubstake/internal/funds/cash/cashdb"
	"hubstake/internal/funds/promo"
	"hubstake/internal/ledger/turnover"
	"hubstake/internal/operator/approval"
	"hubstake/internal/operator/site"
)

// Total counts completed requests of one kind and adds them up.
type Total struct {
	Count  int64
	Amount money.Amount
}

// Background is what staff should know before they decide a request, as it is now.
type Background struct {
	Bonuses               []promo.Given // given when the request is approved now; deposits only
	Deposits, Withdrawals Total         // the member's completed requests without this one
	First                 bool          // no request of its kind was completed before
	Second                bool          // an approval by the caller needs a second person now (S-84)
	Reopened              money.Amount  // turnover that was met when the withdrawal was asked for, and is open again
	Owed                  money.Amount  // a debt after a correction (D-74)
	Turnover              money.Amount  // what the member must still play before a withdrawal (D-20)
	PayoutRefusal         string        // the code with which Approve would refuse to pay an open withdrawal now; empty: it would not
	Language              string        // the member's, one of the six
	Reasons               []UsualReason // of a refusal
}

// Background returns what a decision of a person of staff about a request rests on; the usual reasons of a refusal are in the language of staff too. A request
// that is not of the site is E001.
func (s *Service) Background(ctx context.Context, siteID string, id int64, staff, lang string) (Background, error) {
	st, err := s.sites.Get(ctx, siteID)
	if err != nil {
		return Background{}, err
	}
	q := cashdb.New(s.db)
	r, err := q.Get(ctx, cashdb.GetParams{SiteID: siteID, ID: id})
	if errors.Is(err, pgx.ErrNoRows) {
		return Background{}, fault.Failed
	}
	if err != nil {
		return Background{}, fmt.Errorf("cash: background: %w", err)
	}
	sums, err := q.Totals(ctx, cashdb.TotalsParams{Member: r.MemberID, Request: r.ID})
	if err != nil {
		return Background{}, fmt.Errorf("cash: background: %w", err)
	}
	left, due, err := s.owes(ctx, st.Options, r)
	if err != nil {
		return Background{}, err
	}
	p, err := s.members.Profile(ctx, s.db, r.MemberID)
	if err != nil {
		return Background{}, err
	}
	out := Background{
		Deposits: Total{sums.Deposits, money.Amount(sums.Deposited)}, Withdrawals: Total{sums.Withdrawals, money.Amount(sums.Withdrawn)},
		Owed: due, Turnover: left, Language: p.Lang, Reasons: usualReasons(Kind(r.Kind), lang, p.Lang),
	}
	done := out.Deposits
	switch Kind(r.Kind) {
	case Out:
		done = out.Withdrawals
	case PT:
		done = Total{sums.PtWithdrawals, money.Amount(sums.PtWithdrawn)}
		out.Deposits, out.Withdrawals = Total{}, done
	}
	out.First = done.Count == 0
	if !Status(r.Status).Open() {
		return out, nil
	}
	if out.Reopened, err = reopened(ctx, s.db, st.Options, r, s.clk.Now()); err != nil {
		return Background{}, err
	}
	if kind, ok := approvalKinds[Kind(r.Kind)]; ok {
		out.Second, err = approval.WouldNeedSecond(ctx, s.db, s.clk.Now(), st, approval.Act{
			Kind: kind, Staff: staff, Member: r.MemberID, ID: ref(r.ID), Amount: money.Amount(r.Amount),
		})
		if err != nil {
			return Background{}, err
		}
	}
	switch Kind(r.Kind) {
	case Out:
		out.PayoutRefusal, err = payoutRefusal(mayBePaid(p, s.clk.Now()))
		return out, err
	case PT:
		out.PayoutRefusal, err = payoutRefusal(s.mayBePaidPT(ctx, s.db, p, r))
		return out, err
	}
	d, err := s.completed(ctx, s.db, r, change{site: siteID, options: st.Options})
	if err != nil {
		return Background{}, err
	}
	out.Bonuses, err = promo.Expected(ctx, s.db, st.Options, d)
	return out, err
}

// owes returns what the member must still play before a withdrawal, and its debt.
func (s *Service) owes(ctx context.Context, o site.Options, r cashdb.GetRow) (left, due money.Amount, err error) {
	if Kind(r.Kind) == PT {
		due, err = owedPT(ctx, s.db, r.MemberID, o.Currency)
		return 0, due, err
	}
	t, err := turnover.Now(ctx, s.db, o, r.MemberID, r.Currency, s.clk.Now())
	if err != nil {
		return 0, 0, err
	}
	due, err = owed(ctx, s.db, r.MemberID, r.Currency)
	return t.Remaining, due, err
}

// payoutRefusal is the code of a refusal to pay, or empty.
func payoutRefusal(err error) (string, error) {
	if f, refused := fault.Of(err); refused {
		return f.Code(), nil
	}
	return "", err
}

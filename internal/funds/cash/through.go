package cash

import (
	"context"
	"errors"
	"fmt"
	"math"
	"strings"
	"time"
	"unicode/utf8"

	"github.com/jackc/pgx/v5"

	"hubstake/internal/account/member"
	"hubstake/internal/core/fault"
	"hubstake/internal/core/money"
	"hubstake/internal/funds/cash/cashdb"
	"hubstake/internal/operator/site"
)

var errPartners = errors.New("cash: a pay-out through a partner is completed by the partner")

// PaidBy gives the service the rule of which partners may pay members out. Without it none may.
func (s *Service) PaidBy(mayPay func(ctx context.Context, siteID, partner string) error) {
	s.mayPay = mayPay
}

// checkPayer refuses a pay-out through the partner: U029 where the site has none, or where no partner above may pay; U033 in a break: an excluded
// member is paid to its own account only (D-28).
func checkPayer(p member.Profile, o site.Options, now time.Time) error {
	if resting, _ := p.Break.At(now); resting {
		return fault.SelfExcluded
	}
	if !o.PartnerPayout || len(p.Upline) == 0 {
		return fault.NoAccess
	}
	return nil
}

// payerMay refuses a partner who may not pay now. It is asked again when the partner pays.
func (s *Service) payerMay(ctx context.Context, p member.Profile) error {
	if s.mayPay == nil {
		return fault.NoAccess
	}
	return s.mayPay(ctx, p.Site, p.Upline[0])
}

// Payer returns the partner who may pay a member out, or empty.
func (s *Service) Payer(ctx context.Context, memID string) (string, error) {
	p, err := s.members.Profile(ctx, s.db, memID)
	if err != nil {
		return "", err
	}
	st, err := s.sites.Get(ctx, p.Site)
	if err != nil {
		return "", err
	}
	if err = checkPayer(p, st.Options, s.clk.Now()); err == nil {
		err = s.payerMay(ctx, p)
	}
	if _, refused := fault.Of(err); refused {
		return "", nil
	}
	if err != nil {
		return "", err
	}
	return p.Upline[0], nil
}

// mayBePaidThrough refuses to complete a pay-out through a partner: as mayBePaid, and U033 in a break, U001 after the member was moved.
func mayBePaidThrough(p member.Profile, payer string, now time.Time) error {
	if err := mayBePaid(p, now); err != nil {
		return err
	}
	if resting, _ := p.Break.At(now); resting {
		return fault.SelfExcluded
	}
	if len(p.Upline) == 0 || p.Upline[0] != payer {
		return fault.MemberNotFound
	}
	return nil
}

// Payout is a pay-out through a partner as the partner sees it.
type Payout struct {
	Shown
	Status      Status
	ProcessedAt *time.Time
	ProcessedBy string
	Memo        string
}

// Payouts returns pay-outs that members asked of a partner, newest first: those that wait, or all. before is the last one of the page before; 0: none.
func (s *Service) Payouts(ctx context.Context, siteID, partner string, open bool, before int64, count int32) ([]Payout, error) {
	if before <= 0 {
		before = math.MaxInt64
	}
	rows, err := cashdb.New(s.db).PayoutsOf(ctx, cashdb.PayoutsOfParams{Payer: partner, Site: siteID, Open: open, Before: before, Count: count})
	if err != nil {
		return nil, fmt.Errorf("cash: payouts: %w", err)
	}
	out := make([]Payout, len(rows))
	for i, r := range rows {
		out[i] = Payout{
			Shown:  Shown{ID: r.ID, Member: r.MemberID, Amount: money.Amount(r.Amount), RequestedAt: r.RequestedAt},
			Status: Status(r.Status), ProcessedAt: r.ProcessedAt, ProcessedBy: r.ProcessedBy, Memo: r.Memo,
		}
	}
	return out, nil
}

// EndThrough ends a pay-out through a partner in tx, as it was shown to the partner: its money is back in the wallet, from which the caller takes it
// when the partner pays. Words are why the partner refuses; empty: it pays. C019: another request, or one that was decided. E001: too many words. Other codes
// are those of Approve, U033: the member is in a break, U001: it has another partner, C015: turnover that was met is open
// again.
func (s *Service) EndThrough(ctx context.Context, tx pgx.Tx, siteID, partner string, shown Shown, by, words, trace string) error {
	c := change{site: siteID, id: shown.ID, shown: &shown, to: Done, by: by, memo: strings.TrimSpace(words), trace: trace}
	if c.memo != "" {
		c.to = Refused
	}
	if utf8.RuneCountInString(c.memo) > maxMemo {
		return fault.Failed
	}
	r, err := read(ctx, tx, c)
	if err != nil {
		return err
	}
	if Kind(r.Kind) != Through || r.Payer != partner {
		return fault.PaymentProblem.Wrap(errNotShown)
	}
	if c.to == Done {
		st, err := s.sites.Get(ctx, siteID)
		if err != nil {
			return err
		}
		again, err := reopened(ctx, tx, st.Options, r, s.clk.Now())
		if err != nil {
			return err
		}
		if again > 0 { // a partner has no reason to pay it all the same
			return fault.TurnoverUnmet.With("remaining", again.String())
		}
	}
	_, err = s.decided(ctx, tx, c, r)
	return err
}

package cash

import (
	"context"
	"errors"
	"fmt"
	"math"
	"time"

	"github.com/jackc/pgx/v5"

	"hubstake/internal/account/member"
	"hubstake/internal/account/personal"
	"hubstake/internal/core/fault"
	"hubstake/internal/core/money"
	"hubstake/internal/funds/cash/cashdb"
	"hubstake/internal/ledger/wallet"
	"hubstake/internal/operator/audit"
	"hubstake/internal/operator/site"
	"hubstake/internal/platform/pg"
)

// Names of the audit.
const (
	actionPTAsk    = "partner.withdraw"
	actionPTCancel = "partner.withdrawCancel"
)

// holdPT is hold for a withdrawal of PT. The request is written and the partner's row is held, so the sum of the day is exact. C035: with this request the
// partner asks for more than the site pays it in a day. C001: more than its PT. C034: what is left would not cover what it owes.
func (s *Service) holdPT(ctx context.Context, tx pgx.Tx, a WithdrawalInput, o site.Options, r Request) error {
	asked, err := ptAsked(ctx, tx, a.Member, o, r.RequestedAt)
	if err != nil {
		return err
	}
	if asked > o.PTWithdrawDayMax {
		left := max(o.PTWithdrawDayMax-(asked-r.Amount), 0)
		return fault.PTDayLimit.With("left", left.String())
	}
	if err := wallet.Open(ctx, tx, a.Member, wallet.PT, a.Site); err != nil {
		return err
	}
	w, err := setAside(ctx, tx, a, o, r)
	if err != nil {
		return err
	}
	if err := coversDebt(ctx, tx, a.Member, o.Currency, w.Cash); err != nil {
		return err
	}
	return audit.Note(ctx, tx, audit.Entry{
		Actor: audit.Actor{ID: a.Member, IP: a.IP, Trace: a.Trace}, Site: a.Site, Action: actionPTAsk, Target: ref(r.ID),
		Detail: map[string]any{"memId": a.Member, "amount": r.Amount, "ptAfter": w.Cash},
	})
}

// ptAsked returns what a partner has asked to withdraw on the day of a moment by the site's clock, without what was cancelled or refused.
func ptAsked(ctx context.Context, db cashdb.DBTX, partner string, o site.Options, at time.Time) (money.Amount, error) {
	y, m, d := at.In(o.Location()).Date()
	n, err := cashdb.New(db).PTAsked(ctx, cashdb.PTAskedParams{Partner: partner, Since: time.Date(y, m, d, 0, 0, 0, 0, o.Location())})
	if err != nil {
		return 0, fmt.Errorf("cash: PT asked by %s: %w", partner, err)
	}
	return money.Amount(n), nil
}

func owedPT(ctx context.Context, db cashdb.DBTX, partner, currency string) (money.Amount, error) {
	n, err := cashdb.New(db).PTOwed(ctx, cashdb.PTOwedParams{Partner: partner, Currency: currency})
	if err != nil {
		return 0, fmt.Errorf("cash: owed by partner %s: %w", partner, err)
	}
	return money.Amount(n), nil
}

// coversDebt refuses to let PT leave while the PT that is left does not cover what the partner owes: C034.
func coversDebt(ctx context.Context, db cashdb.DBTX, partner, currency string, left money.Amount) error {
	owed, err := owedPT(ctx, db, partner, currency)
	if err == nil && left < owed {
		err = fault.PTDebtFirst.With("owed", owed.String())
	}
	return err
}

// mayBePaidPT refuses to complete a withdrawal of PT: as mayBePaid; U029: the member is no partner any more; C034: a debt has come since it was asked for, which
// is taken from the PT first. It is refused then, which gives the PT back. As for members, a break stops no payment (S-42).
func (s *Service) mayBePaidPT(ctx context.Context, db cashdb.DBTX, p member.Profile, r cashdb.GetRow) error {
	if err := mayBePaid(p, s.clk.Now()); err != nil {
		return err
	}
	if !p.Partner {
		return fault.NoAccess
	}
	st, err := s.sites.Get(ctx, p.Site)
	if err != nil {
		return err
	}
	w, err := wallet.Balance(ctx, db, r.MemberID, wallet.PT)
	if err != nil {
		return err
	}
	return coversDebt(ctx, db, r.MemberID, st.Options.Currency, w.Cash)
}

// CancelPT takes a withdrawal of PT back that staff has not claimed; the PT is free again. C019: staff has, or it is decided, or there is no such request of the
// partner. S001: the site is in maintenance.
func (s *Service) CancelPT(ctx context.Context, who Requester, id int64) error {
	st, err := s.sites.Get(ctx, who.Site)
	if err != nil {
		return err
	}
	if st.Maintenance {
		return fault.SiteMaintenance
	}
	err = pg.InTx(ctx, s.db, func(tx pgx.Tx) error {
		r, err := read(ctx, tx, change{site: who.Site, id: id, to: Cancelled})
		if err != nil {
			return err
		}
		if r.MemberID != who.Member || Kind(r.Kind) != PT {
			return fault.PaymentProblem.Wrap(errNotShown)
		}
		if err := s.carry(ctx, tx, change{site: who.Site, id: id, to: Cancelled, by: who.Member, trace: who.Trace}, r); err != nil {
			return err
		}
		return audit.Note(ctx, tx, audit.Entry{
			Actor: audit.Actor{ID: who.Member, IP: who.IP, Trace: who.Trace}, Site: who.Site, Action: actionPTCancel, Target: ref(id),
			Detail: map[string]any{"memId": who.Member, "amount": r.Amount},
		})
	})
	if err == nil {
		s.metrics.reached(who.Site, PT, Cancelled)
	}
	return err
}

// PTTerms are what a partner should know before it asks for a withdrawal of its PT.
type PTTerms struct {
	Bank, Account string       // where the money goes, the number masked; empty: none is registered
	PT, Held      money.Amount // free, and set aside for a request
	Owed          money.Amount // of it, which cannot be withdrawn
	Min, Max      money.Amount // of one request
	DayMax, Left  money.Amount // of a day of the site's clock
	// Refusal is why a request would be refused whatever its amount; nil: it would not.
	Refusal *fault.Fault
}

// PTTerms returns them.
func (s *Service) PTTerms(ctx context.Context, siteID, partner string) (t PTTerms, err error) {
	st, err := s.sites.Get(ctx, siteID)
	if err != nil {
		return t, err
	}
	p, err := s.members.Profile(ctx, s.db, partner)
	if err != nil {
		return t, err
	}
	now, o := s.clk.Now(), st.Options
	t = PTTerms{Bank: p.Bank, Account: personal.Mask(p.Number), Min: o.PTWithdrawMin, Max: o.PTWithdrawMax, DayMax: o.PTWithdrawDayMax}
	w, err := wallet.Balance(ctx, s.db, partner, wallet.PT)
	if err != nil && !errors.Is(err, wallet.ErrMissing) {
		return t, err
	}
	t.PT, t.Held = w.Cash, w.Held
	if t.Owed, err = owedPT(ctx, s.db, partner, o.Currency); err != nil {
		return t, err
	}
	asked, err := ptAsked(ctx, s.db, partner, o, now)
	if err != nil {
		return t, err
	}
	t.Left = max(t.DayMax-asked, 0)
	a := WithdrawalInput{Requester: Requester{Site: siteID, Member: partner}, Amount: money.In(t.Min), Kind: PT}
	if _, err = checkWithdrawal(a, st, now); err == nil {
		err = checkPayee(a, p, o, now)
	}
	if err == nil {
		err = s.mayAsk(ctx, a, o)
	}
	if f, refused := fault.Of(err); refused {
		t.Refusal, err = f, nil
	}
	return t, err
}

// PTRequests returns withdrawals of a partner's PT, newest first. before is the last one of the page before; 0: none. The number of the account is masked.
func (s *Service) PTRequests(ctx context.Context, siteID, partner string, before int64, count int32) ([]Request, error) {
	if before <= 0 {
		before = math.MaxInt64
	}
	rows, err := cashdb.New(s.db).PTRequests(ctx, cashdb.PTRequestsParams{Partner: partner, Site: siteID, Before: before, Count: count})
	if err != nil {
		return nil, fmt.Errorf("cash: PT requests: %w", err)
	}
	out := make([]Request, len(rows))
	for i, r := range rows {
		k, err := unseal(s.members.Personal, r.ID, keptPayee{number: r.AccountNo, numberSealed: r.AccountSealed})
		if err != nil {
			return nil, fmt.Errorf("cash: PT requests: %w", err)
		}
		out[i] = Request{
			ID: r.ID, Kind: PT, Amount: money.Amount(r.Amount), Status: Status(r.Status), Bank: r.Bank, AccountNo: personal.Mask(k.number),
			RequestedAt: r.RequestedAt, ProcessedAt: r.ProcessedAt, Memo: r.Memo,
		}
	}
	return out, nil
}

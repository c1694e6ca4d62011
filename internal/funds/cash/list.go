package cash

import (
	"context"
	"fmt"
	"time"

	"hubstake/internal/core/fault"
	"hubstake/internal/core/money"
	"hubstake/internal/core/paging"
	"hubstake/internal/funds/cash/cashdb"
)

// Kinds reads the kind of a list request; empty means all, another text is E001.
func Kinds(cashType string) ([]string, error) {
	switch Kind(cashType) {
	case "":
		return []string{string(In), string(Out), string(Through), string(PT)}, nil
	case In, Out, Through, PT:
		return []string{cashType}, nil
	}
	return nil, fault.Failed
}

// Totals adds up the requests of one kind: Done is what was booked, Open what is still to be decided.
type Totals struct {
	Requests   int64
	Done, Open money.Amount
}

// List returns a page of a member's own requests, newest first, and the totals of all that the days have, by kind.
func (s *Service) List(ctx context.Context, siteID, memID, cashType string, days paging.Days, page paging.Slice) ([]Request, map[Kind]Totals, error) {
	kinds, err := Kinds(cashType)
	if err != nil {
		return nil, nil, err
	}
	switch Kind(cashType) {
	case "":
		kinds = []string{string(In), string(Out), string(Through)} // PT is of the partner area
	case Out: // to the member both are withdrawals
		kinds = leaving
	case PT:
		return nil, nil, fault.Failed
	}
	st, err := s.sites.Get(ctx, siteID)
	if err != nil {
		return nil, nil, err
	}
	p, err := days.Period(st.Options.Location())
	if err != nil {
		return nil, nil, err
	}
	q := cashdb.New(s.db)
	sums, err := q.ListTotals(ctx, cashdb.ListTotalsParams{MemberID: memID, Kinds: kinds, Since: p.Since, Until: p.Until})
	if err != nil {
		return nil, nil, fmt.Errorf("cash: list: %w", err)
	}
	totals := make(map[Kind]Totals, len(sums))
	for _, sum := range sums {
		kind := Kind(sum.Kind)
		if kind == Through {
			kind = Out
		}
		of := totals[kind]
		totals[kind] = Totals{of.Requests + sum.Requests, of.Done + money.Amount(sum.Done), of.Open + money.Amount(sum.Open)}
	}
	rows, err := q.List(ctx, cashdb.ListParams{
		MemberID: memID, Kinds: kinds, Since: p.Since, Until: p.Until, Count: page.Count, Skip: page.Skip,
	})
	if err != nil {
		return nil, nil, fmt.Errorf("cash: list: %w", err)
	}
	list := make([]Request, len(rows))
	for i, r := range rows {
		p, err := unseal(s.members.Personal, r.ID, keptPayee{
			depositor: r.Depositor, depositorSealed: r.DepositorSealed, number: r.AccountNo, numberSealed: r.AccountSealed,
		})
		if err != nil {
			return nil, nil, fmt.Errorf("cash: list: %w", err)
		}
		list[i] = Request{
			ID: r.ID, Kind: Kind(r.Kind), Amount: money.Amount(r.Amount), Status: Status(r.Status), Depositor: p.depositor,
			Bank: r.Bank, AccountNo: p.number, RequestedAt: r.RequestedAt, UndoUntil: r.UndoUntil,
			ProcessedAt: r.ProcessedAt, Memo: r.Memo, Payer: r.Payer,
		}
	}
	return list, totals, nil
}

// Queue is how many requests of a kind wait for staff, and since when the oldest.
type Queue struct {
	Count  int64
	Oldest time.Time // zero when none waits
}

// Age is how long the oldest has waited at now.
func (q Queue) Age(now time.Time) time.Duration {
	if q.Count == 0 {
		return 0
	}
	return now.Sub(q.Oldest)
}

// Pending returns the queues of a site; all kinds that staff decides are always there.
func Pending(ctx context.Context, db cashdb.DBTX, siteID string) (map[Kind]Queue, error) {
	rows, err := cashdb.New(db).Pending(ctx, siteID)
	if err != nil {
		return nil, fmt.Errorf("cash: pending: %w", err)
	}
	queues := map[Kind]Queue{In: {}, Out: {}, PT: {}}
	for _, r := range rows {
		queues[Kind(r.Kind)] = Queue{r.Count, r.Oldest}
	}
	return queues, nil
}

package report

import (
	"context"
	"fmt"
	"strings"
	"time"

	"github.com/jackc/pgx/v5"

	"hubstake/internal/account/personal"
	"hubstake/internal/core/fault"
	"hubstake/internal/core/money"
	"hubstake/internal/core/paging"
	"hubstake/internal/core/sheet"
	"hubstake/internal/operator/audit"
	"hubstake/internal/operator/site"
)

// RequestFilter selects requests of a site by when they were made and what they are; empty texts and lists select all.
type RequestFilter struct {
	Days        paging.Days // the last 31 when there is no first day (paging.Recent)
	Kinds       []string
	Statuses    []int16
	Least, Most money.Amount // Most 0: no bound
	Member      string
	By          string // who claimed or decided it
}

// After is the last request of the page before; the zero value begins a list.
type After struct {
	At time.Time
	ID int64
}

// RequestTotal adds up the requests of one kind and status.
type RequestTotal struct {
	Kind   string
	Status int16
	Count  int64
	Amount money.Amount
}

// where returns the condition of a filter on cash_request q, with its arguments.
func (s *Service) where(st site.Site, f RequestFilter) (cond string, args []any, p paging.Period, err error) {
	if p, err = f.Days.Recent(st.Options.Location(), s.clk.Now()); err != nil {
		return "", nil, p, err
	}
	if f.Least < 0 || f.Most < 0 || f.Most > 0 && f.Most < f.Least {
		return "", nil, p, fault.Failed
	}
	args = []any{st.ID, p.Since, p.Until}
	all := []string{"q.site_id = $1", "q.requested_at >= $2", "q.requested_at < $3"}
	add := func(set bool, condition string, value any) {
		if set {
			args = append(args, value)
			all = append(all, fmt.Sprintf(condition, len(args)))
		}
	}
	add(len(f.Kinds) > 0, "q.kind = ANY ($%d::text[])", f.Kinds)
	add(len(f.Statuses) > 0, "q.status = ANY ($%d::smallint[])", f.Statuses)
	add(f.Least > 0, "q.amount >= $%d", int64(f.Least))
	add(f.Most > 0, "q.amount <= $%d", int64(f.Most))
	add(f.Member != "", "q.member_id = $%d", f.Member)
	add(f.By != "", "q.processed_by = $%d", f.By)
	return strings.Join(all, " AND "), args, p, nil
}

// Requests returns requests of a filter behind those of the page before, newest first, with their personal data masked (S-98). E001: a period of more than 92 days, or amounts that
// cannot be.
func (s *Service) Requests(ctx context.Context, siteID string, f RequestFilter, after After, count int32) ([]CashRequest, error) {
	st, err := s.sites.Get(ctx, siteID)
	if err != nil {
		return nil, err
	}
	cond, args, _, err := s.where(st, f)
	if err != nil {
		return nil, err
	}
	return s.requests(ctx, cond, args, after, count)
}

func (s *Service) requests(ctx context.Context, cond string, args []any, after After, count int32) ([]CashRequest, error) {
	if !after.At.IsZero() {
		cond += fmt.Sprintf(" AND (q.requested_at, q.id) < ($%d, $%d)", len(args)+1, len(args)+2)
		args = append(args[:len(args):len(args)], after.At, after.ID)
	}
	rows, err := s.db.Query(ctx, fmt.Sprintf(`
		SELECT c.id, c.kind, c.member_id, m.nick, m.name, m.name_sealed, m.level, c.amount, c.depositor, c.bank, c.account_no, c.account_holder,
		       c.depositor_sealed, c.account_sealed, c.holder_sealed, c.status, c.requested_at,
		       c.memo, c.processed_at, c.processed_by
		  FROM (SELECT q.id FROM cash_request q WHERE %s ORDER BY q.requested_at DESC, q.id DESC LIMIT %d) page
		  JOIN cash_request c USING (id)
		  JOIN member_member m USING (member_id)
		 ORDER BY c.requested_at DESC, c.id DESC`, cond, count), args...)
	if err != nil {
		return nil, fmt.Errorf("report: requests: %w", err)
	}
	out, err := pgx.CollectRows(rows, func(row pgx.CollectableRow) (r CashRequest, err error) {
		var k sealedRequest
		err = row.Scan(&r.ID, &r.Kind, &r.MemID, &r.MemNick, &k.name, &k.nameSealed, &r.MemLevel, &r.Amount, &k.depositor, &r.Bank, &k.number, &k.holder,
			&k.depositorSealed, &k.numberSealed, &k.holderSealed, &r.Status, &r.RequestedAt, &r.Memo, &r.ProcessedAt, &r.ProcessedBy)
		if err != nil {
			return r, err
		}
		p, err := s.open(r.ID, r.MemID, k)
		r.MemName, r.Depositor = personal.MaskName(p.name), personal.MaskName(p.depositor)
		r.AccountNo, r.Holder = personal.Mask(p.number), personal.MaskName(p.holder)
		return r, err
	})
	if err != nil {
		return nil, fmt.Errorf("report: requests: %w", err)
	}
	return out, nil
}

// RequestTotals adds up all requests of a filter, by kind and status.
func (s *Service) RequestTotals(ctx context.Context, siteID string, f RequestFilter) ([]RequestTotal, error) {
	st, err := s.sites.Get(ctx, siteID)
	if err != nil {
		return nil, err
	}
	cond, args, _, err := s.where(st, f)
	if err != nil {
		return nil, err
	}
	return s.requestTotals(ctx, cond, args)
}

func (s *Service) requestTotals(ctx context.Context, cond string, args []any) ([]RequestTotal, error) {
	rows, err := s.db.Query(ctx, fmt.Sprintf(`SELECT q.kind, q.status, count(*), sum(q.amount)::bigint FROM cash_request q WHERE %s
		 GROUP BY q.kind, q.status ORDER BY q.kind, q.status`, cond), args...)
	if err != nil {
		return nil, fmt.Errorf("report: totals of requests: %w", err)
	}
	out, err := pgx.CollectRows(rows, func(row pgx.CollectableRow) (t RequestTotal, err error) {
		return t, row.Scan(&t.Kind, &t.Status, &t.Count, &t.Amount)
	})
	if err != nil {
		return nil, fmt.Errorf("report: totals of requests: %w", err)
	}
	return out, nil
}

// RequestsFile is the requests of a filter as a list for a file, newest first, with their personal data masked (S-98). That it was made is in the audit.
func (s *Service) RequestsFile(ctx context.Context, by audit.Actor, siteID string, f RequestFilter) (sheet.List, error) {
	st, err := s.sites.Get(ctx, siteID)
	if err != nil {
		return sheet.List{}, err
	}
	cond, args, p, err := s.where(st, f)
	if err != nil {
		return sheet.List{}, err
	}
	totals, err := s.requestTotals(ctx, cond, args)
	if err != nil {
		return sheet.List{}, err
	}
	count := int64(0)
	for _, t := range totals {
		count += t.Count
	}
	cut := count > int64(s.fileRows)
	stamp := func(t time.Time) string { return t.In(st.Options.Location()).Format(time.DateTime) }
	err = audit.Act(ctx, s.db, func(pgx.Tx) (*audit.Entry, error) {
		return &audit.Entry{Actor: by, Site: siteID, Action: "cash.export", Target: siteID, Detail: map[string]any{
			"since": stamp(p.Since), "until": stamp(p.Until), "kinds": f.Kinds, "statuses": f.Statuses, "least": f.Least, "most": f.Most,
			"member": f.Member, "by": f.By, "rows": min(count, int64(s.fileRows)), "cut": cut,
		}}, nil
	})
	if err != nil {
		return sheet.List{}, err
	}
	after := After{}
	next := func(ctx context.Context) (rows []sheet.Cells, more bool, err error) {
		found, err := s.requests(ctx, cond, args, after, fileBatch)
		for _, r := range found {
			rows = append(rows, sheet.Cells{
				sheet.Number(r.ID), sheet.At(r.RequestedAt), sheet.Text(r.Kind), sheet.Text(r.MemID), sheet.Text(r.MemName), sheet.Money(r.Amount), sheet.Number(r.Status),
				sheet.Text(r.Depositor), sheet.Text(r.Bank), sheet.Text(r.AccountNo), sheet.Text(r.Holder), sheet.AtIf(r.ProcessedAt), sheet.Text(r.ProcessedBy), sheet.Text(r.Memo),
			})
			after = After{At: r.RequestedAt, ID: r.ID}
		}
		return rows, len(found) == fileBatch, err
	}
	return sheet.List{
		Name: "requests", Zone: st.Options.Location(), Currency: st.Options.Currency,
		Head: []sheet.Cells{
			append(sheet.Texts("Requests", st.Name, st.Options.Currency), sheet.At(p.Since), sheet.At(p.Until.Add(-time.Second)), sheet.At(s.clk.Now())),
			sheet.Texts("No", "Requested", "Kind", "Member", "Name", "Amount", "Status", "Depositor", "Bank", "Account", "Holder", "Processed", "By", "Memo"),
		},
		Next: next, Most: s.fileRows, Cut: cut,
	}, nil
}

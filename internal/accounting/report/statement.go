package report

import (
	"context"
	"fmt"
	"math"
	"time"

	"hubstake/internal/accounting/report/reportdb"
	"hubstake/internal/core/fault"
	"hubstake/internal/core/money"
	"hubstake/internal/core/paging"
	"hubstake/internal/core/sheet"
	"hubstake/internal/operator/site"
)

// StatementLine is one move of the wallet. No is unique within the member's wallet and counts without a hole.
type StatementLine struct {
	No      int64
	At      time.Time
	Unit    string // cash, hold or point
	Kind    string // the reason, for instance deposit, bet, coupon
	Contra  string // the other side
	Amount  money.Amount
	Balance money.Amount // of the unit after it
	Ref     string
}

// UnitTotals adds up the moves of one of the member's accounts; In and Out are both positive.
type UnitTotals struct {
	Unit    string
	Lines   int64
	In, Out money.Amount
}

// Statement returns a page of all moves of a member's wallet in days of the last 12 months, newest first, and the totals of all of
// them by account (S-20). Without days it is all of them; E001 for what reaches further back, and as in every list for a first and a last
// day that are more than 92 days apart.
func (s *Service) Statement(ctx context.Context, siteID, memID string, days paging.Days, page paging.Slice) ([]StatementLine, []UnitTotals, error) {
	return s.StatementOf(ctx, siteID, StatementSearch{Member: memID, Days: days}, page)
}

// StatementSearch selects moves of a member's wallet.
type StatementSearch struct {
	Member string
	Unit   string // cash, hold or point; empty: all
	Days   paging.Days
}

// StatementOf is Statement of one account of the wallet.
func (s *Service) StatementOf(ctx context.Context, siteID string, f StatementSearch, page paging.Slice) ([]StatementLine, []UnitTotals, error) {
	st, p, err := s.statementPeriod(ctx, siteID, f.Days)
	if err != nil {
		return nil, nil, err
	}
	rows, err := s.statementTotals(ctx, f, st.Options.Currency, p)
	if err != nil {
		return nil, nil, fmt.Errorf("report: statement: %w", err)
	}
	totals := make([]UnitTotals, len(rows))
	for i, r := range rows {
		totals[i] = UnitTotals{Unit: r.Unit, Lines: r.Lines, In: money.Amount(r.Incoming), Out: money.Amount(r.Outgoing)}
	}
	lines, err := s.statement(ctx, f, st.Options.Currency, p, math.MaxInt64, page)
	return lines, totals, err
}

// StatementBefore counts the moves of a search that are newer than one: they stand in front of it.
func (s *Service) StatementBefore(ctx context.Context, siteID string, f StatementSearch, no int64) (int64, error) {
	st, p, err := s.statementPeriod(ctx, siteID, f.Days)
	if err != nil {
		return 0, err
	}
	n, err := reportdb.New(s.db).StatementBefore(ctx, reportdb.StatementBeforeParams{
		MemberID: f.Member, Currency: st.Options.Currency, Since: p.Since, Until: p.Until, Unit: f.Unit, No: no,
	})
	if err != nil {
		return 0, fmt.Errorf("report: statement: %w", err)
	}
	return n, nil
}

func (s *Service) statementPeriod(ctx context.Context, siteID string, days paging.Days) (site.Site, paging.Period, error) {
	st, p, err := s.year(ctx, siteID, days)
	if err == nil {
		_, err = days.Period(st.Options.Location())
	}
	return st, p, err
}

// point is the unit of points, whose moves have an index of their own: a member has few of them among many bets.
const point = "point"

func (s *Service) statementTotals(ctx context.Context, f StatementSearch, currency string, p paging.Period) ([]reportdb.StatementTotalsRow, error) {
	q := reportdb.New(s.db)
	if f.Unit != point {
		return q.StatementTotals(ctx, reportdb.StatementTotalsParams{
			MemberID: f.Member, Currency: currency, Since: p.Since, Until: p.Until, Unit: f.Unit,
		})
	}
	found, err := q.PointStatementTotals(ctx, reportdb.PointStatementTotalsParams{
		MemberID: f.Member, Currency: currency, Since: p.Since, Until: p.Until,
	})
	out := make([]reportdb.StatementTotalsRow, len(found))
	for i, r := range found {
		out[i] = reportdb.StatementTotalsRow(r)
	}
	return out, err
}

func (s *Service) statementRows(ctx context.Context, f StatementSearch, currency string, p paging.Period, before int64, page paging.Slice) ([]reportdb.StatementRow, error) {
	q := reportdb.New(s.db)
	if f.Unit != point {
		return q.Statement(ctx, reportdb.StatementParams{
			MemberID: f.Member, Currency: currency, Since: p.Since, Until: p.Until, Before: before, Unit: f.Unit, Count: page.Count, Skip: page.Skip,
		})
	}
	found, err := q.PointStatement(ctx, reportdb.PointStatementParams{
		MemberID: f.Member, Currency: currency, Since: p.Since, Until: p.Until, Before: before, Count: page.Count, Skip: page.Skip,
	})
	out := make([]reportdb.StatementRow, len(found))
	for i, r := range found {
		out[i] = reportdb.StatementRow(r)
	}
	return out, err
}

func (s *Service) statement(ctx context.Context, f StatementSearch, currency string, p paging.Period, before int64, page paging.Slice) ([]StatementLine, error) {
	rows, err := s.statementRows(ctx, f, currency, p, before, page)
	if err != nil {
		return nil, fmt.Errorf("report: statement: %w", err)
	}
	out := make([]StatementLine, len(rows))
	for i, r := range rows {
		out[i] = StatementLine{
			No: r.Version, At: r.CreatedAt, Unit: r.Unit, Kind: r.Kind, Contra: r.Contra, Amount: money.Amount(r.Amount),
			Balance: money.Amount(r.BalanceAfter), Ref: r.Ref,
		}
	}
	return out, nil
}

// year is the period of days on the site's clock within the 12 months up to the end of today.
func (s *Service) year(ctx context.Context, siteID string, days paging.Days) (site.Site, paging.Period, error) {
	st, err := s.sites.Get(ctx, siteID)
	if err != nil {
		return st, paging.Period{}, err
	}
	loc := st.Options.Location()
	today, err := paging.Days{EndDate: s.clk.Now().In(loc).Format(time.DateOnly)}.Period(loc)
	if err != nil {
		return st, today, err
	}
	oldest := today.Until.In(loc).AddDate(-1, 0, -1)
	from, err := paging.Days{StartDate: days.StartDate}.Period(loc)
	if err != nil {
		return st, from, err
	}
	to, err := paging.Days{EndDate: days.EndDate}.Period(loc)
	if err != nil {
		return st, to, err
	}
	p := paging.Period{Since: from.Since, Until: to.Until}
	if days.StartDate == "" {
		p.Since = oldest
	}
	if days.EndDate == "" {
		p.Until = today.Until
	}
	if p.Since.Before(oldest) || !p.Since.Before(p.Until) {
		return st, p, fault.Failed
	}
	return st, p, nil
}

// fileBatch is how many lines of a file are read at once.
const fileBatch = 500

// StatementFile is the statement of days as a list for a file. It is read from the database while it is sent.
func (s *Service) StatementFile(ctx context.Context, siteID, memID string, days paging.Days) (sheet.List, error) {
	st, p, err := s.year(ctx, siteID, days)
	if err != nil {
		return sheet.List{}, err
	}
	before := int64(math.MaxInt64)
	next := func(ctx context.Context) (rows []sheet.Cells, more bool, err error) {
		lines, err := s.statement(ctx, StatementSearch{Member: memID}, st.Options.Currency, p, before, paging.Slice{Count: fileBatch})
		if err == nil && len(lines) == 0 && before == math.MaxInt64 {
			return []sheet.Cells{sheet.Texts("No activity")}, false, nil
		}
		for _, l := range lines {
			in, out := sheet.Money(l.Amount), sheet.Cell{}
			if l.Amount < 0 {
				in, out = sheet.Cell{}, sheet.Money(-l.Amount)
			}
			rows = append(rows, sheet.Cells{sheet.Number(l.No), sheet.At(l.At), sheet.Text(l.Unit), sheet.Text(l.Kind), in, out, sheet.Money(l.Balance), sheet.Text(l.Ref)})
			before = l.No
		}
		return rows, len(lines) == fileBatch, err
	}
	return sheet.List{
		Name: "statement", Zone: st.Options.Location(), Currency: st.Options.Currency,
		Head: []sheet.Cells{
			append(sheet.Texts("Statement", st.Name, memID, st.Options.Currency), sheet.At(p.Since), sheet.At(p.Until.Add(-time.Second)), sheet.At(s.clk.Now())), // S-93
			sheet.Texts("No", "Time", "Account", "Kind", "In", "Out", "Balance", "Reference"),
		},
		Next: next,
	}, nil
}

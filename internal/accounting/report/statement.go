package report

import (
	"bytes"
	"context"
	"encoding/csv"
	"fmt"
	"io"
	"math"
	"strconv"
	"strings"
	"time"

	"hubstake/internal/accounting/report/reportdb"
	"hubstake/internal/core/fault"
	"hubstake/internal/core/money"
	"hubstake/internal/core/paging"
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
	st, p, err := s.year(ctx, siteID, days)
	if err == nil {
		_, err = days.Period(st.Options.Location())
	}
	if err != nil {
		return nil, nil, err
	}
	rows, err := reportdb.New(s.db).StatementTotals(ctx, reportdb.StatementTotalsParams{
		MemberID: memID, Currency: st.Options.Currency, Since: p.Since, Until: p.Until,
	})
	if err != nil {
		return nil, nil, fmt.Errorf("report: statement: %w", err)
	}
	totals := make([]UnitTotals, len(rows))
	for i, r := range rows {
		totals[i] = UnitTotals{Unit: r.Unit, Lines: r.Lines, In: money.Amount(r.Incoming), Out: money.Amount(r.Outgoing)}
	}
	lines, err := s.statement(ctx, memID, st.Options.Currency, p, math.MaxInt64, page)
	return lines, totals, err
}

func (s *Service) statement(ctx context.Context, memID, currency string, p paging.Period, before int64, page paging.Slice) ([]StatementLine, error) {
	rows, err := reportdb.New(s.db).Statement(ctx, reportdb.StatementParams{
		MemberID: memID, Currency: currency, Since: p.Since, Until: p.Until, Before: before, Count: page.Count, Skip: page.Skip,
	})
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

// csvRows is how many lines are read at once.
const csvRows = 500

// csvTimeout bounds the time in which a file is sent.
const csvTimeout = 30 * time.Second

// StatementCSV is the statement of days as a file: UTF-8 with its mark, times on the site's clock, and no cell that a
// spreadsheet would take for a formula. It is read from the database while it is sent; close it.
func (s *Service) StatementCSV(ctx context.Context, siteID, memID string, days paging.Days) (io.ReadCloser, error) {
	st, p, err := s.year(ctx, siteID, days)
	if err != nil {
		return nil, err
	}
	ctx, cancel := context.WithTimeout(context.WithoutCancel(ctx), csvTimeout)
	f := &statementFile{loc: st.Options.Location(), cancel: cancel, before: math.MaxInt64}
	f.next = func(before int64) ([]StatementLine, error) {
		return s.statement(ctx, memID, st.Options.Currency, p, before, paging.Slice{Count: csvRows})
	}
	f.buf.WriteString("\ufeff")
	last := p.Until.Add(-time.Second)
	f.write("Statement", st.Name, memID, st.Options.Currency, f.time(p.Since), f.time(last), f.time(s.clk.Now())) // S-93
	f.write("No", "Time", "Account", "Kind", "In", "Out", "Balance", "Reference")
	return f, nil
}

// statementFile makes the file in pieces.
type statementFile struct {
	loc    *time.Location
	next   func(before int64) ([]StatementLine, error)
	cancel context.CancelFunc
	buf    bytes.Buffer
	before int64
	lines  int
	done   bool
}

// Read implements io.Reader.
func (f *statementFile) Read(p []byte) (int, error) {
	for f.buf.Len() == 0 && !f.done {
		lines, err := f.next(f.before)
		if err != nil {
			return 0, err
		}
		for _, l := range lines {
			in, out := "", ""
			if l.Amount < 0 {
				out = (-l.Amount).String()
			} else {
				in = l.Amount.String()
			}
			f.write(strconv.FormatInt(l.No, 10), f.time(l.At), l.Unit, l.Kind, in, out, l.Balance.String(), l.Ref)
			f.before = l.No
		}
		f.lines += len(lines)
		if f.done = len(lines) < csvRows; f.done && f.lines == 0 {
			f.write("No activity")
		}
	}
	return f.buf.Read(p)
}

// Close implements io.Closer.
func (f *statementFile) Close() error {
	f.cancel()
	return nil
}

func (f *statementFile) time(t time.Time) string { return t.In(f.loc).Format(time.DateTime) }

func (f *statementFile) write(cells ...string) {
	for i, c := range cells {
		cells[i] = plain(c)
	}
	w := csv.NewWriter(&f.buf)
	_ = w.Write(cells) // a buffer takes everything
	w.Flush()
}

// plain keeps a spreadsheet from reckoning with a cell (security.md 2.4).
func plain(cell string) string {
	if cell != "" && strings.ContainsRune("=+-@\t\r", rune(cell[0])) {
		return "'" + cell
	}
	return cell
}

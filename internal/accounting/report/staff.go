package report

import (
	"context"
	"fmt"
	"slices"
	"time"

	"hubstake/internal/account/personal"
	"hubstake/internal/accounting/report/reportdb"
	"hubstake/internal/core/money"
	"hubstake/internal/core/paging"
)

// CashRequest as staff sees it: name, depositor, account number and holder are masked (S-98).
type CashRequest struct {
	ID                                 int64
	Kind                               string
	MemID, MemNick, MemName            string
	MemLevel                           int
	Amount                             money.Amount
	Depositor, Bank, AccountNo, Holder string
	NameDiffers                        bool // who pays in or is paid out has not the name of the member (S-25)
	Status                             int16
	RequestedAt                        time.Time
	Memo                               string
	ProcessedAt                        *time.Time // when it was decided
	ProcessedBy                        string     // who claimed or decided it; the memId when the member cancelled it
	MemberCash                         money.Amount
	// A withdrawal that was asked for in a break: what was still to be played then, and the bonus money that was forfeited.
	InBreak                                  bool
	TurnoverOpen, Forfeited, ForfeitedPoints money.Amount
}

// CashQuery selects requests by kind and status, of one member when it names one.
type CashQuery struct {
	Member   string // empty: of all members
	Text     string // empty: any; see found
	Kinds    []string
	Statuses []int16
	paging.Slice
	Days paging.Days // of one member only
}

// CashRequests returns a page of a site's requests, newest first, and how many there are (paging.Totals).
func (s *Service) CashRequests(ctx context.Context, siteID string, c CashQuery) ([]CashRequest, int64, error) {
	c.Statuses = slices.Compact(slices.Sorted(slices.Values(c.Statuses))) // each is counted once
	switch {
	case c.Text != "":
		return s.cashFound(ctx, siteID, c)
	case c.Member != "":
		return s.cashOf(ctx, siteID, c)
	}
	q := reportdb.New(s.db)
	total, err := s.totals.Of(paging.Key(siteID, c.Kinds, c.Statuses), s.clk.Now(), func(most int32) (int64, error) {
		return q.CashQueueCount(ctx, reportdb.CashQueueCountParams{SiteID: siteID, Kinds: c.Kinds, Statuses: c.Statuses, Most: most})
	})
	if err != nil {
		return nil, 0, fmt.Errorf("report: cash: %w", err)
	}
	rows, err := q.CashQueue(ctx, reportdb.CashQueueParams{
		SiteID: siteID, Kinds: c.Kinds, Statuses: c.Statuses, Count: c.Count, Skip: c.Skip,
	})
	if err != nil {
		return nil, 0, fmt.Errorf("report: cash: %w", err)
	}
	out := make([]CashRequest, len(rows))
	for i, r := range rows {
		if out[i], err = s.cashRequest(r); err != nil {
			return nil, 0, err
		}
	}
	return out, total, nil
}

// cashOf is CashRequests of one member: so few that they are counted each time.
func (s *Service) cashOf(ctx context.Context, siteID string, c CashQuery) ([]CashRequest, int64, error) {
	p, err := s.periodOf(ctx, siteID, c.Days)
	if err != nil {
		return nil, 0, err
	}
	q := reportdb.New(s.db)
	total, err := q.CashOfMemberCount(ctx, reportdb.CashOfMemberCountParams{
		Member: c.Member, Site: siteID, Kinds: c.Kinds, Statuses: c.Statuses, Since: p.Since, Until: p.Until,
	})
	if err != nil {
		return nil, 0, fmt.Errorf("report: cash: %w", err)
	}
	rows, err := q.CashOfMember(ctx, reportdb.CashOfMemberParams{
		Member: c.Member, Site: siteID, Kinds: c.Kinds, Statuses: c.Statuses, Since: p.Since, Until: p.Until, Count: c.Count, Skip: c.Skip,
	})
	if err != nil {
		return nil, 0, fmt.Errorf("report: cash: %w", err)
	}
	out := make([]CashRequest, len(rows))
	for i, r := range rows {
		if out[i], err = s.cashRequest(reportdb.CashQueueRow(r)); err != nil {
			return nil, 0, err
		}
	}
	return out, total, nil
}

// CashBefore counts the requests of a member's search that are newer than one: they stand in front of it.
func (s *Service) CashBefore(ctx context.Context, siteID string, c CashQuery, id int64) (int64, error) {
	p, err := s.periodOf(ctx, siteID, c.Days)
	if err != nil {
		return 0, err
	}
	n, err := reportdb.New(s.db).CashOfMemberBefore(ctx, reportdb.CashOfMemberBeforeParams{
		Member: c.Member, Site: siteID, Kinds: c.Kinds, Statuses: c.Statuses, Since: p.Since, Until: p.Until, Request: id,
	})
	if err != nil {
		return 0, fmt.Errorf("report: cash: %w", err)
	}
	return n, nil
}

// periodOf returns days on the clock of a site; without days it needs no site.
func (s *Service) periodOf(ctx context.Context, siteID string, days paging.Days) (paging.Period, error) {
	if days == (paging.Days{}) {
		return days.Period(time.UTC)
	}
	st, err := s.sites.Get(ctx, siteID)
	if err != nil {
		return paging.Period{}, err
	}
	return days.Period(st.Options.Location())
}

// CashRequest returns one request of a site.
func (s *Service) CashRequest(ctx context.Context, siteID string, id int64) (CashRequest, error) {
	r, err := reportdb.New(s.db).CashOne(ctx, reportdb.CashOneParams{SiteID: siteID, ID: id})
	if err != nil {
		return CashRequest{}, fmt.Errorf("report: cash %d: %w", id, err)
	}
	return s.cashRequest(reportdb.CashQueueRow(r))
}

// mostSearched bounds how many requests a search by a text opens, the newest of them.
const mostSearched = 500

// waits are the statuses of requests that wait for staff (D-11).
var waits = []int16{0, 2}

// cashFound is CashRequests that wait and whose name, depositor, holder or account number is the text as a whole, or whose account ends with these
// four digits: how staff finds a line of a bank statement without having any request shown in the clear. It looks at the newest 500.
func (s *Service) cashFound(ctx context.Context, siteID string, c CashQuery) ([]CashRequest, int64, error) {
	c.Statuses = slices.DeleteFunc(c.Statuses, func(status int16) bool { return !slices.Contains(waits, status) })
	rows, err := reportdb.New(s.db).CashQueue(ctx, reportdb.CashQueueParams{SiteID: siteID, Kinds: c.Kinds, Statuses: c.Statuses, Count: mostSearched})
	if err != nil {
		return nil, 0, fmt.Errorf("report: cash: %w", err)
	}
	out, total := []CashRequest{}, int64(0)
	for _, r := range rows {
		if c.Member != "" && r.MemberID != c.Member {
			continue
		}
		p, err := s.open(r.ID, r.MemberID, sealedOf(r))
		if err != nil {
			return nil, 0, err
		}
		if !p.is(c.Text) {
			continue
		}
		if total++; total > int64(c.Skip) && len(out) < int(c.Count) {
			one, err := s.cashRequest(r)
			if err != nil {
				return nil, 0, err
			}
			out = append(out, one)
		}
	}
	return out, total, nil
}

func (s *Service) cashRequest(r reportdb.CashQueueRow) (CashRequest, error) {
	p, err := s.open(r.ID, r.MemberID, sealedOf(r))
	if err != nil {
		return CashRequest{}, err
	}
	return CashRequest{
		ID: r.ID, Kind: r.Kind, MemID: r.MemberID, MemNick: r.Nick, MemName: personal.MaskName(p.name), MemLevel: int(r.Level), Amount: money.Amount(r.Amount),
		Depositor: personal.MaskName(p.depositor), Bank: r.Bank, AccountNo: personal.Mask(p.number),
		Holder: personal.MaskName(p.holder), NameDiffers: p.differs(r.Kind), Status: r.Status, RequestedAt: r.RequestedAt, Memo: r.Memo, ProcessedAt: r.ProcessedAt, ProcessedBy: r.ProcessedBy, MemberCash: money.Amount(r.Balance),
		InBreak: r.InBreak, TurnoverOpen: money.Amount(r.TurnoverOpen), Forfeited: money.Amount(r.Forfeited),
		ForfeitedPoints: money.Amount(r.ForfeitedPoints),
	}, nil
}

// PendingResets counts the requests for a new password or PIN that wait for staff.
func (s *Service) PendingResets(ctx context.Context, siteID string) (int64, error) {
	n, err := reportdb.New(s.db).PendingResets(ctx, reportdb.PendingResetsParams{SiteID: siteID, At: s.clk.Now()})
	if err != nil {
		return 0, fmt.Errorf("report: resets: %w", err)
	}
	return n, nil
}

// PendingDetails counts the requests for a change of phone, name or bank account that wait for staff.
func (s *Service) PendingDetails(ctx context.Context, siteID string) (int64, error) {
	n, err := reportdb.New(s.db).PendingDetails(ctx, reportdb.PendingDetailsParams{SiteID: siteID, At: s.clk.Now()})
	if err != nil {
		return 0, fmt.Errorf("report: details: %w", err)
	}
	return n, nil
}

// OpenWithdrawals returns the sum of open withdrawals of each of the members who has one.
func (s *Service) OpenWithdrawals(ctx context.Context, siteID string, memIDs []string) (map[string]money.Amount, error) {
	rows, err := reportdb.New(s.db).OpenWithdrawals(ctx, reportdb.OpenWithdrawalsParams{SiteID: siteID, Members: memIDs})
	if err != nil {
		return nil, fmt.Errorf("report: open withdrawals: %w", err)
	}
	out := make(map[string]money.Amount, len(rows))
	for _, r := range rows {
		out[r.MemberID] = money.Amount(r.Amount)
	}
	return out, nil
}

// PendingSignUps counts the members of a site who wait for approval.
func (s *Service) PendingSignUps(ctx context.Context, siteID string) (int64, error) {
	n, err := reportdb.New(s.db).PendingSignUps(ctx, siteID)
	if err != nil {
		return 0, fmt.Errorf("report: sign-ups: %w", err)
	}
	return n, nil
}

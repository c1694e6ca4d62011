package report

import (
	"context"
	"fmt"
	"time"

	"hubstake/internal/money"
	"hubstake/internal/paging"
	"hubstake/internal/report/reportdb"
)

// CashRequest as staff sees it.
type CashRequest struct {
	ID                                 int64
	Kind                               string
	MemID, MemNick, MemName            string
	MemLevel                           int
	Amount                             money.Amount
	Depositor, Bank, AccountNo, Holder string
	Status                             int16
	RequestedAt                        time.Time
	Memo                               string
	MemberCash                         money.Amount
}

// CashRequests returns a page of a site's requests of these kinds and statuses, newest first, and how many there are.
func (s *Service) CashRequests(ctx context.Context, siteID string, kinds []string, statuses []int16, page paging.Slice) ([]CashRequest, int64, error) {
	q := reportdb.New(s.db)
	total, err := q.CashQueueCount(ctx, reportdb.CashQueueCountParams{SiteID: siteID, Kinds: kinds, Statuses: statuses})
	if err != nil {
		return nil, 0, fmt.Errorf("report: cash: %w", err)
	}
	rows, err := q.CashQueue(ctx, reportdb.CashQueueParams{
		SiteID: siteID, Kinds: kinds, Statuses: statuses, Count: page.Count, Skip: page.Skip,
	})
	if err != nil {
		return nil, 0, fmt.Errorf("report: cash: %w", err)
	}
	out := make([]CashRequest, len(rows))
	for i, r := range rows {
		out[i] = CashRequest{
			r.ID, r.Kind, r.MemberID, r.Nick, r.Name, int(r.Level), money.Amount(r.Amount), r.Depositor, r.Bank, r.AccountNo,
			r.AccountHolder, r.Status, r.RequestedAt, r.Memo, money.Amount(r.Balance),
		}
	}
	return out, total, nil
}

// PendingSignUps counts the members of a site who wait for approval.
func (s *Service) PendingSignUps(ctx context.Context, siteID string) (int64, error) {
	n, err := reportdb.New(s.db).PendingSignUps(ctx, siteID)
	if err != nil {
		return 0, fmt.Errorf("report: sign-ups: %w", err)
	}
	return n, nil
}

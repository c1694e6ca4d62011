package approval

import (
	"context"
	"fmt"

	"hubstake/internal/core/paging"
	"hubstake/internal/operator/approval/approvaldb"
	"hubstake/internal/operator/site"
)

// Query selects requests of a site.
type Query struct {
	Open    bool   // those that wait; else those that are over
	AskedBy string // empty: of all staff
	paging.Slice
}

// List returns a page of a site's requests, newest first, and how many there are. A request whose time is over counts as expired, whether Expire
// has reached it or not.
func (s *Service) List(ctx context.Context, siteID string, c Query) ([]Request, int64, error) {
	q, now := approvaldb.New(s.db), s.clk.Now()
	total, err := q.Count(ctx, approvaldb.CountParams{SiteID: siteID, Open: c.Open, Now: now, AskedBy: c.AskedBy})
	if err != nil {
		return nil, 0, fmt.Errorf("approvals: %w", err)
	}
	rows, err := q.List(ctx, approvaldb.ListParams{SiteID: siteID, Open: c.Open, Now: now, AskedBy: c.AskedBy, Count: c.Count, Skip: c.Skip})
	if err != nil {
		return nil, 0, fmt.Errorf("approvals: %w", err)
	}
	out := make([]Request, len(rows))
	for i, r := range rows {
		if out[i] = request(r); out[i].State == Open && !c.Open {
			out[i].State = Expired
		}
	}
	return out, total, nil
}

// Open returns the open requests of a kind, the newest first, at most a hundred.
func (s *Service) Open(ctx context.Context, siteID string, kind site.ApprovalKind) ([]Request, error) {
	rows, err := approvaldb.New(s.db).OpenOf(ctx, approvaldb.OpenOfParams{SiteID: siteID, Kind: string(kind), Now: s.clk.Now()})
	if err != nil {
		return nil, fmt.Errorf("approvals: %w", err)
	}
	out := make([]Request, len(rows))
	for i, r := range rows {
		out[i] = request(r)
	}
	return out, nil
}

// Waiting counts the open requests that one member of staff may decide about: those of the others.
func Waiting(ctx context.Context, db approvaldb.DBTX, siteID, staffID string) (int64, error) {
	n, err := approvaldb.New(db).Waiting(ctx, approvaldb.WaitingParams{SiteID: siteID, StaffID: staffID})
	if err != nil {
		return 0, fmt.Errorf("approvals: %w", err)
	}
	return n, nil
}

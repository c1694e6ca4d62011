package commission

import (
	"context"
	"fmt"
	"time"

	"hubstake/internal/partners/commission/commissiondb"
)

// Progress is how far everything is.
type Progress struct {
	Noted time.Time // what was decided before is noted
	Sites []SiteProgress
}

// SiteProgress is how far a site is.
type SiteProgress struct {
	Site      string
	Settled   time.Time     // the last day whose statements are written
	Summed    time.Time     // what was noted before is in the sums
	Unsettled int           // days that should be settled and are not
	Due       time.Time     // when the first day that is not settled should be, or should have been (D-30: 00:10)
	Overdue   time.Duration // since Due; 0 before it
	Open      int64         // statements that wait for a decision
}

// Noted returns the moment before which everything that was decided is noted.
func (s *Service) Noted(ctx context.Context) (time.Time, error) {
	c, err := commissiondb.New(s.db).Cursor(ctx)
	if err != nil {
		return time.Time{}, fmt.Errorf("commission: progress: %w", err)
	}
	return c.At, nil
}

// Progress reads how far everything is.
func (s *Service) Progress(ctx context.Context) (p Progress, err error) {
	if p.Noted, err = s.Noted(ctx); err != nil {
		return p, err
	}
	rows, err := commissiondb.New(s.db).SitesProgress(ctx)
	if err != nil {
		return p, fmt.Errorf("commission: progress: %w", err)
	}
	for _, r := range rows {
		one, err := s.siteProgress(ctx, r)
		if err != nil {
			return p, err
		}
		p.Sites = append(p.Sites, one)
	}
	return p, nil
}

// OfSite reads how far a site is; false: it has not been settled yet.
func (s *Service) OfSite(ctx context.Context, siteID string) (SiteProgress, bool, error) {
	rows, err := commissiondb.New(s.db).SitesProgress(ctx)
	if err != nil {
		return SiteProgress{}, false, fmt.Errorf("commission: progress: %w", err)
	}
	for _, r := range rows {
		if r.SiteID == siteID {
			one, err := s.siteProgress(ctx, r)
			return one, err == nil, err
		}
	}
	return SiteProgress{}, false, nil
}

func (s *Service) siteProgress(ctx context.Context, r commissiondb.SitesProgressRow) (SiteProgress, error) {
	st, err := s.sites.Get(ctx, r.SiteID)
	if err != nil {
		return SiteProgress{}, fmt.Errorf("commission: progress: %w", err)
	}
	now := s.clk.Now()
	due := dayOf(now.Add(-closing), st.Options.Location()).AddDate(0, 0, -1)
	_, until := period(r.Settled.AddDate(0, 0, 1), st.Options.Location()) // of the first day that is not settled
	return SiteProgress{
		Site: r.SiteID, Settled: r.Settled, Summed: r.SummedAt, Unsettled: max(0, int(due.Sub(r.Settled)/(24*time.Hour))),
		Due: until.Add(closing), Overdue: max(0, now.Sub(until.Add(closing))), Open: r.Open,
	}, nil
}

package content

import (
	"context"
	"fmt"

	"github.com/jackc/pgx/v5"

	"hubstake/internal/core/fault"
	"hubstake/internal/core/paging"
	"hubstake/internal/operator/content/contentdb"
)

// Banner of the main page.
type Banner struct {
	ID    int64
	Title string // what the picture says, for those who do not see it
	Image string // a path of the site
	Link  string // empty: none
	Scheduled
}

// Banners returns those that hang now for readers of a language, five at most.
func (s *Service) Banners(ctx context.Context, site, lang string) ([]Banner, error) {
	rows, err := contentdb.New(s.db).Banners(ctx, contentdb.BannersParams{Site: site, Lang: lang, At: s.clk.Now(), Count: MaxBanners})
	if err != nil {
		return nil, fmt.Errorf("banners: %w", err)
	}
	out := make([]Banner, len(rows))
	for i, r := range rows {
		out[i] = Banner{ID: r.ID, Title: r.Title, Image: r.Image, Link: r.Link, Scheduled: Scheduled{Order: r.Ord, Active: true}}
	}
	return out, nil
}

// StaffBanners returns a page of all banners of a site, and how many there are.
func (s *Service) StaffBanners(ctx context.Context, site string, page paging.Slice) ([]Banner, int64, error) {
	q := contentdb.New(s.db)
	total, err := q.BannerCount(ctx, site)
	if err != nil {
		return nil, 0, fmt.Errorf("banner desk: %w", err)
	}
	rows, err := q.BannerDesk(ctx, contentdb.BannerDeskParams{SiteID: site, Count: page.Count, Skip: page.Skip})
	if err != nil {
		return nil, 0, fmt.Errorf("banner desk: %w", err)
	}
	out := make([]Banner, len(rows))
	for i, r := range rows {
		out[i] = Banner{r.ID, r.Title, r.Image, r.Link, Scheduled{r.Lang, r.Ord, r.Active, r.Since, r.Until}}
	}
	return out, total, nil
}

// SaveBanner hangs a banner up, or changes the one of its id, in tx, and returns its id. A picture that is not of the
// site, a link that leads nowhere, or an id that is not there is E001.
func (s *Service) SaveBanner(ctx context.Context, tx pgx.Tx, site string, b Banner) (int64, error) {
	if err := addresses(b.Image, b.Link); err != nil || b.Image == "" {
		return 0, fault.Failed
	}
	if err := s.begin(&b.Scheduled); err != nil {
		return 0, err
	}
	q := contentdb.New(tx)
	if b.ID == 0 {
		id, err := q.AddBanner(ctx, contentdb.AddBannerParams{
			SiteID: site, Lang: b.Lang, Title: b.Title, Image: b.Image, Link: b.Link, Ord: b.Order, Active: b.Active, Since: b.Since, Until: b.Until,
		})
		return id, one("add banner", 1, err)
	}
	n, err := q.ChangeBanner(ctx, contentdb.ChangeBannerParams{
		SiteID: site, ID: b.ID, Lang: b.Lang, Title: b.Title, Image: b.Image, Link: b.Link, Ord: b.Order, Active: b.Active, Since: b.Since, Until: b.Until,
	})
	return b.ID, one("change banner", n, err)
}

// DeleteBanner takes a banner away in tx. An id that is not there is E001.
func (s *Service) DeleteBanner(ctx context.Context, tx pgx.Tx, site string, id int64) error {
	n, err := contentdb.New(tx).DeleteBanner(ctx, contentdb.DeleteBannerParams{SiteID: site, ID: id})
	return one("delete banner", n, err)
}

package content

import (
	"context"
	"fmt"

	"github.com/jackc/pgx/v5"

	"hubstake/internal/core/fault"
	"hubstake/internal/core/paging"
	"hubstake/internal/operator/audit"
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
		return nil, 0, fmt.Errorf("staff banners: %w", err)
	}
	rows, err := q.StaffBannerList(ctx, contentdb.StaffBannerListParams{SiteID: site, Count: page.Count, Skip: page.Skip})
	if err != nil {
		return nil, 0, fmt.Errorf("staff banners: %w", err)
	}
	out := make([]Banner, len(rows))
	for i, r := range rows {
		out[i] = Banner{
			ID: r.ID, Title: r.Title, Image: r.Image, Link: r.Link,
			Scheduled: Scheduled{Lang: r.Lang, Order: r.Ord, Active: r.Active, Since: r.Since, Until: r.Until},
		}
	}
	return out, total, nil
}

// AddBanner adds a banner within tx and returns its ID. A picture that is not of the site and a link that leads nowhere are E001.
func (s *Service) AddBanner(ctx context.Context, tx pgx.Tx, site string, b Banner) (int64, error) {
	if err := s.checkBanner(&b); err != nil {
		return 0, err
	}
	id, err := contentdb.New(tx).AddBanner(ctx, contentdb.AddBannerParams{
		SiteID: site, Lang: b.Lang, Title: b.Title, Image: b.Image, Link: b.Link, Ord: b.Order, Active: b.Active, Since: b.Since, Until: b.Until,
	})
	return id, one("add banner", 1, err)
}

// changeBanner rewrites the banner of b.ID within tx. E001: what AddBanner refuses, and a missing banner.
func (s *Service) changeBanner(ctx context.Context, tx pgx.Tx, site string, b Banner) error {
	if err := s.checkBanner(&b); err != nil {
		return err
	}
	n, err := contentdb.New(tx).ChangeBanner(ctx, contentdb.ChangeBannerParams{
		SiteID: site, ID: b.ID, Lang: b.Lang, Title: b.Title, Image: b.Image, Link: b.Link, Ord: b.Order, Active: b.Active, Since: b.Since, Until: b.Until,
	})
	return one("change banner", n, err)
}

func (s *Service) checkBanner(b *Banner) error {
	if b.Image == "" {
		return fault.Failed
	}
	if err := addresses(b.Image, b.Link); err != nil {
		return err
	}
	return s.begin(&b.Scheduled)
}

// SaveBanner adds a banner, or rewrites the one of its ID, and returns the ID. E001: what AddBanner refuses, and a missing banner.
func (s *Service) SaveBanner(ctx context.Context, by audit.Actor, site string, b Banner) (id int64, err error) {
	err = audit.Act(ctx, s.db, func(tx pgx.Tx) (*audit.Entry, error) {
		if id = b.ID; id == 0 {
			id, err = s.AddBanner(ctx, tx, site, b)
		} else {
			err = s.changeBanner(ctx, tx, site, b)
		}
		if err != nil {
			return nil, err
		}
		return note(by, site, "banner.save", id, map[string]any{"title": b.Title, "active": b.Active}), nil
	})
	return id, err
}

// DeleteBanner deletes a banner. E001: there is none of this ID.
func (s *Service) DeleteBanner(ctx context.Context, by audit.Actor, site string, id int64) error {
	return audit.Act(ctx, s.db, func(tx pgx.Tx) (*audit.Entry, error) {
		n, err := contentdb.New(tx).DeleteBanner(ctx, contentdb.DeleteBannerParams{SiteID: site, ID: id})
		return note(by, site, "banner.delete", id, nil), one("delete banner", n, err)
	})
}

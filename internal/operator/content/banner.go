package content

import (
	"context"
	"errors"
	"fmt"

	"github.com/jackc/pgx/v5"

	"hubstake/internal/core/fault"
	"hubstake/internal/core/paging"
	"hubstake/internal/core/richtext"
	"hubstake/internal/operator/audit"
	"hubstake/internal/operator/content/contentdb"
)

// Banner is a banner of the main page as a reader sees it.
type Banner struct {
	ID    int64
	Title string // what the picture says, for those who do not see it
	Image string // a path of the site
	Link  string // empty: none
	Order int32
}

// Banners returns those that are shown now to readers of a language, five at most. fallback is the site's default language.
func (s *Service) Banners(ctx context.Context, site, lang, fallback string) ([]Banner, error) {
	rows, err := contentdb.New(s.db).Banners(ctx, contentdb.BannersParams{Site: site, Lang: lang, Fallback: fallback, At: s.clk.Now(), Count: MaxBanners})
	if err != nil {
		return nil, fmt.Errorf("banners: %w", err)
	}
	out := make([]Banner, len(rows))
	for i, r := range rows {
		out[i] = Banner{ID: r.ID, Title: r.Title, Image: r.Image, Link: r.Link, Order: r.Ord}
	}
	return out, nil
}

// StaffBanners returns a page of all banners of a site, whose default language is fallback, and how many there are.
func (s *Service) StaffBanners(ctx context.Context, site, fallback string, page paging.Slice) ([]Campaign, int64, error) {
	q := contentdb.New(s.db)
	total, err := q.BannerCount(ctx, site)
	if err != nil {
		return nil, 0, fmt.Errorf("staff banners: %w", err)
	}
	rows, err := q.StaffBannerList(ctx, contentdb.StaffBannerListParams{SiteID: site, Count: page.Count, Skip: page.Skip})
	if err != nil {
		return nil, 0, fmt.Errorf("staff banners: %w", err)
	}
	ids := make([]int64, len(rows))
	for i, r := range rows {
		ids[i] = r.ID
	}
	translated, err := translations(ctx, q, ids, nil)
	if err != nil {
		return nil, 0, err
	}
	out := make([]Campaign, len(rows))
	for i, r := range rows {
		source := Text{Lang: sourceOf(r.Source, r.Lang, fallback), Title: r.Title, Image: r.Image}
		out[i] = Campaign{
			ID: r.ID, Version: r.Version, Texts: texts(source, r.WordedAt, translated[r.ID]), Default: fallback, Everyone: r.Lang == "", Link: r.Link,
			Scheduled: Scheduled{Order: r.Ord, Active: r.Active, Since: r.Since, Until: r.Until},
		}
	}
	return out, total, nil
}

// AddBanner adds a banner within tx and returns its ID. E001: what check refuses, and a source without a picture.
func (s *Service) AddBanner(ctx context.Context, tx pgx.Tx, site string, c Campaign) (int64, error) {
	if err := s.checkBanner(ctx, tx, site, &c, Text{}); err != nil {
		return 0, err
	}
	q, source := contentdb.New(tx), c.Texts[0]
	id, err := q.AddBanner(ctx, contentdb.AddBannerParams{
		SiteID: site, Lang: c.lang(), Source: source.Lang, Title: source.Title, Image: source.Image, Link: c.Link, Ord: c.Order, Active: c.Active, Since: c.Since, Until: c.Until,
	})
	if err != nil {
		return 0, fmt.Errorf("add banner: %w", err)
	}
	return id, s.translate(ctx, q, owner{banner: &id}, c.Texts[1:], nil)
}

// changeBanner rewrites the banner of c.ID within tx. E001: what AddBanner refuses, and a missing banner. C019: it was changed since.
func (s *Service) changeBanner(ctx context.Context, tx pgx.Tx, site string, c Campaign) error {
	q := contentdb.New(tx)
	r, err := q.LockBanner(ctx, contentdb.LockBannerParams{SiteID: site, ID: c.ID})
	if errors.Is(err, pgx.ErrNoRows) {
		return fault.Failed
	}
	if err != nil {
		return fmt.Errorf("change banner: %w", err)
	}
	if r.Version != c.Version {
		return fault.PaymentProblem
	}
	before := Text{Lang: sourceOf(r.Source, r.Lang, c.Default), Title: r.Title, Image: r.Image}
	if err := s.checkBanner(ctx, tx, site, &c, before); err != nil {
		return err
	}
	translated, err := translations(ctx, q, []int64{c.ID}, nil)
	if err != nil {
		return err
	}
	source := c.Texts[0]
	err = q.ChangeBanner(ctx, contentdb.ChangeBannerParams{
		ID: c.ID, Lang: c.lang(), Source: source.Lang, Title: source.Title, Image: source.Image, Link: c.Link, Ord: c.Order, Active: c.Active, Since: c.Since, Until: c.Until,
		WordedAt: WordedAt(s.clk.Now(), source, before, r.WordedAt),
	})
	if err != nil {
		return fmt.Errorf("change banner: %w", err)
	}
	return s.translate(ctx, q, owner{banner: &c.ID}, c.Texts[1:], translated[c.ID])
}

func (s *Service) checkBanner(ctx context.Context, tx pgx.Tx, site string, c *Campaign, was Text) error {
	if err := s.check(ctx, tx, site, c, was); err != nil {
		return err
	}
	if c.Texts[0].Image == "" {
		return fault.Failed
	}
	for i := range c.Texts {
		c.Texts[i].Content = richtext.Content{} // a banner is its picture and its title
	}
	return nil
}

// SaveBanner adds a banner, or rewrites the one of its ID, and returns the ID. A language that c lacks is removed from it. E001: what AddBanner refuses,
// and a missing banner. C019: it was saved since c.Version.
func (s *Service) SaveBanner(ctx context.Context, by audit.Actor, site string, c Campaign) (id int64, err error) {
	err = audit.Act(ctx, s.db, func(tx pgx.Tx) (*audit.Entry, error) {
		if id = c.ID; id == 0 {
			id, err = s.AddBanner(ctx, tx, site, c)
		} else {
			err = s.changeBanner(ctx, tx, site, c)
		}
		if err != nil {
			return nil, err
		}
		return note(by, site, "banner.save", id, c.detail()), nil
	})
	return id, err
}

// DeleteBanner deletes a banner in all its languages. E001: the site has none with this ID.
func (s *Service) DeleteBanner(ctx context.Context, by audit.Actor, site string, id int64) error {
	return audit.Act(ctx, s.db, func(tx pgx.Tx) (*audit.Entry, error) {
		n, err := contentdb.New(tx).DeleteBanner(ctx, contentdb.DeleteBannerParams{SiteID: site, ID: id})
		return note(by, site, "banner.delete", id, nil), one("delete banner", n, err)
	})
}

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

// Audience of a popup, by its name on the wire.
type Audience string

// The audiences.
const (
	BeforeLogIn Audience = "before"
	AfterLogIn  Audience = "after"
)

// Popup is shown over a page until its reader closes it.
type Popup struct {
	ID      int64
	Title   string
	Content richtext.Content // may be empty when there is a picture
	Image   string           // a path of the site; empty: none
	Link    string
}

// PopupCampaign is a popup as staff see it.
type PopupCampaign struct {
	Audience Audience
	Campaign
}

// Popups returns those that are shown now to an audience and readers of a language, three at most. fallback is the site's
// default language. An audience that does not exist is E001.
func (s *Service) Popups(ctx context.Context, site string, a Audience, lang, fallback string) ([]Popup, error) {
	if a != BeforeLogIn && a != AfterLogIn {
		return nil, fault.Failed
	}
	rows, err := contentdb.New(s.db).Popups(ctx, contentdb.PopupsParams{Site: site, Audience: string(a), Lang: lang, Fallback: fallback, At: s.clk.Now(), Count: MaxPopups})
	if err != nil {
		return nil, fmt.Errorf("popups: %w", err)
	}
	out := make([]Popup, len(rows))
	for i, r := range rows {
		out[i] = Popup{ID: r.ID, Title: r.Title, Content: richtext.Content{HTML: r.Html, Text: r.Content}, Image: r.Image, Link: r.Link}
	}
	return out, nil
}

// StaffPopups returns a page of all popups of a site, whose default language is fallback, and how many there are.
func (s *Service) StaffPopups(ctx context.Context, site, fallback string, page paging.Slice) ([]PopupCampaign, int64, error) {
	q := contentdb.New(s.db)
	total, err := q.PopupCount(ctx, site)
	if err != nil {
		return nil, 0, fmt.Errorf("staff popups: %w", err)
	}
	rows, err := q.StaffPopupList(ctx, contentdb.StaffPopupListParams{SiteID: site, Count: page.Count, Skip: page.Skip})
	if err != nil {
		return nil, 0, fmt.Errorf("staff popups: %w", err)
	}
	ids := make([]int64, len(rows))
	for i, r := range rows {
		ids[i] = r.ID
	}
	translated, err := translations(ctx, q, nil, ids)
	if err != nil {
		return nil, 0, err
	}
	out := make([]PopupCampaign, len(rows))
	for i, r := range rows {
		source := Text{Lang: sourceOf(r.Source, r.Lang, fallback), Title: r.Title, Content: richtext.Content{HTML: r.Html, Text: r.Content}, Image: r.Image}
		out[i] = PopupCampaign{Audience: Audience(r.Audience), Campaign: Campaign{
			ID: r.ID, Version: r.Version, Texts: texts(source, r.WordedAt, translated[r.ID]), Default: fallback, Everyone: r.Lang == "", Link: r.Link,
			Scheduled: Scheduled{Order: r.Ord, Active: r.Active, Since: r.Since, Until: r.Until},
		}}
	}
	return out, total, nil
}

// AddPopup adds a popup within tx and returns its ID. E001: what check refuses, and a text without content and picture.
func (s *Service) AddPopup(ctx context.Context, tx pgx.Tx, site string, c PopupCampaign) (int64, error) {
	if err := s.checkPopup(ctx, tx, site, &c, Text{}); err != nil {
		return 0, err
	}
	q, source := contentdb.New(tx), c.Texts[0]
	id, err := q.AddPopup(ctx, contentdb.AddPopupParams{
		SiteID: site, Lang: c.lang(), Source: source.Lang, Audience: string(c.Audience), Title: source.Title, Content: source.Content.Text, Html: source.Content.HTML,
		Image: source.Image, Link: c.Link, Ord: c.Order, Active: c.Active, Since: c.Since, Until: c.Until,
	})
	if err != nil {
		return 0, fmt.Errorf("add popup: %w", err)
	}
	return id, s.translate(ctx, q, owner{popup: &id}, c.Texts[1:], nil)
}

// changePopup rewrites the popup of c.ID within tx. E001: what AddPopup refuses, and a missing popup. C019: it was changed since.
func (s *Service) changePopup(ctx context.Context, tx pgx.Tx, site string, c PopupCampaign) error {
	q := contentdb.New(tx)
	r, err := q.LockPopup(ctx, contentdb.LockPopupParams{SiteID: site, ID: c.ID})
	if errors.Is(err, pgx.ErrNoRows) {
		return fault.Failed
	}
	if err != nil {
		return fmt.Errorf("change popup: %w", err)
	}
	if r.Version != c.Version {
		return fault.PaymentProblem
	}
	before := Text{Lang: sourceOf(r.Source, r.Lang, c.Default), Title: r.Title, Content: richtext.Content{HTML: r.Html}, Image: r.Image}
	if err := s.checkPopup(ctx, tx, site, &c, before); err != nil {
		return err
	}
	translated, err := translations(ctx, q, nil, []int64{c.ID})
	if err != nil {
		return err
	}
	source := c.Texts[0]
	err = q.ChangePopup(ctx, contentdb.ChangePopupParams{
		ID: c.ID, Lang: c.lang(), Source: source.Lang, Audience: string(c.Audience), Title: source.Title, Content: source.Content.Text, Html: source.Content.HTML,
		Image: source.Image, Link: c.Link, Ord: c.Order, Active: c.Active, Since: c.Since, Until: c.Until, WordedAt: WordedAt(s.clk.Now(), source, before, r.WordedAt),
	})
	if err != nil {
		return fmt.Errorf("change popup: %w", err)
	}
	return s.translate(ctx, q, owner{popup: &c.ID}, c.Texts[1:], translated[c.ID])
}

func (s *Service) checkPopup(ctx context.Context, tx pgx.Tx, site string, c *PopupCampaign, was Text) error {
	if err := s.check(ctx, tx, site, &c.Campaign, was); err != nil {
		return err
	}
	if c.Audience != BeforeLogIn && c.Audience != AfterLogIn {
		return fault.Failed
	}
	for _, t := range c.Texts {
		if t.Content.HTML == "" && t.Image == "" && c.Texts[0].Image == "" {
			return fault.Failed
		}
	}
	return nil
}

// SavePopup adds a popup, or rewrites the one of its ID, and returns the ID. A language that c lacks is removed from it. E001: what AddPopup refuses,
// and a missing popup. C019: it was saved since c.Version.
func (s *Service) SavePopup(ctx context.Context, by audit.Actor, site string, c PopupCampaign) (id int64, err error) {
	err = audit.Act(ctx, s.db, func(tx pgx.Tx) (*audit.Entry, error) {
		if id = c.ID; id == 0 {
			id, err = s.AddPopup(ctx, tx, site, c)
		} else {
			err = s.changePopup(ctx, tx, site, c)
		}
		if err != nil {
			return nil, err
		}
		return note(by, site, "popup.save", id, c.detail()), nil
	})
	return id, err
}

// DeletePopup deletes a popup in all its languages. E001: the site has none with this ID.
func (s *Service) DeletePopup(ctx context.Context, by audit.Actor, site string, id int64) error {
	return audit.Act(ctx, s.db, func(tx pgx.Tx) (*audit.Entry, error) {
		n, err := contentdb.New(tx).DeletePopup(ctx, contentdb.DeletePopupParams{SiteID: site, ID: id})
		return note(by, site, "popup.delete", id, nil), one("delete popup", n, err)
	})
}

package main

import (
	"context"
	_ "embed"
	"encoding/json"
	"fmt"

	"github.com/jackc/pgx/v5"

	"hubstake/internal/core/paging"
	"hubstake/internal/core/richtext"
	"hubstake/internal/operator/content"
	"hubstake/internal/platform/pg"
)

//go:embed scheduled_content.json
var scheduledContentJSON []byte

// scheduledContent are the banners and popups of a demo site, in all languages, in the order of their lists.
type scheduledContent struct {
	Banners []struct {
		Image  string            `json:"image"`
		Link   string            `json:"link"`
		Titles map[string]string `json:"titles"`
	} `json:"banners"`
	Popups []struct {
		Audience content.Audience     `json:"audience"`
		Image    string               `json:"image"`
		Link     string               `json:"link"`
		Texts    map[string][2]string `json:"texts"` // title and content
	} `json:"popups"`
}

// scheduleContent writes the product's codes, and the banners and popups of a site that never had any.
func (s seeder) scheduleContent(ctx context.Context, _ accounts) error {
	codes, err := content.Catalogue()
	if err != nil {
		return err
	}
	if err := content.Upsert(ctx, s.db, codes...); err != nil {
		return err
	}
	svc := content.New(s.db, s.clk)
	_, total, err := svc.StaffBanners(ctx, demoSite, paging.Slice{})
	if err != nil || total > 0 {
		return err
	}
	var all scheduledContent
	if err := json.Unmarshal(scheduledContentJSON, &all); err != nil {
		return fmt.Errorf("scheduled_content.json: %w", err)
	}
	return pg.InTx(ctx, s.db, func(tx pgx.Tx) error { return all.save(ctx, tx, svc) })
}

func (all scheduledContent) save(ctx context.Context, tx pgx.Tx, svc *content.Service) error {
	for i, b := range all.Banners {
		for lang, title := range b.Titles {
			h := content.Scheduled{Lang: lang, Order: int32(i), Active: true}
			if _, err := svc.AddBanner(ctx, tx, demoSite, content.Banner{Title: title, Image: b.Image, Link: b.Link, Scheduled: h}); err != nil {
				return fmt.Errorf("banner %s: %w", title, err)
			}
		}
	}
	for i, p := range all.Popups {
		for lang, text := range p.Texts {
			clean, ok := richtext.Clean(text[1])
			if !ok || clean.HTML != text[1] {
				return fmt.Errorf("popup %s: its content is not clean", text[0])
			}
			_, err := svc.AddPopup(ctx, tx, demoSite, content.Popup{
				Audience: p.Audience, Title: text[0], Content: clean, Image: p.Image, Link: p.Link,
				Scheduled: content.Scheduled{Lang: lang, Order: int32(i), Active: true},
			})
			if err != nil {
				return fmt.Errorf("popup %s: %w", text[0], err)
			}
		}
	}
	return nil
}

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
	"hubstake/internal/operator/site"
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
	_, total, err := svc.StaffBanners(ctx, demoSite, "", paging.Slice{})
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
	campaign := func(order int, link string) content.Campaign {
		return content.Campaign{Default: site.Defaults().Languages[0], Everyone: true, Link: link, Scheduled: content.Scheduled{Order: int32(order), Active: true}}
	}
	for i, b := range all.Banners {
		c := campaign(i, b.Link)
		for _, lang := range site.Defaults().Languages {
			c.Texts = append(c.Texts, content.Text{Lang: lang, Title: b.Titles[lang]})
		}
		c.Texts[0].Image = b.Image
		if _, err := svc.AddBanner(ctx, tx, demoSite, c); err != nil {
			return fmt.Errorf("banner %s: %w", b.Image, err)
		}
	}
	for i, p := range all.Popups {
		c := content.PopupCampaign{Audience: p.Audience, Campaign: campaign(i, p.Link)}
		for _, lang := range site.Defaults().Languages {
			text := p.Texts[lang]
			clean, ok := richtext.Clean(text[1])
			if !ok || clean.HTML != text[1] {
				return fmt.Errorf("popup %s: its content is not clean", text[0])
			}
			c.Texts = append(c.Texts, content.Text{Lang: lang, Title: text[0], Content: clean})
		}
		c.Texts[0].Image = p.Image
		if _, err := svc.AddPopup(ctx, tx, demoSite, c); err != nil {
			return fmt.Errorf("popup %s: %w", p.Image, err)
		}
	}
	return nil
}

package main

import (
	"context"
	"encoding/json"
	"fmt"
	"maps"
	"slices"
	"time"

	"github.com/jackc/pgx/v5"

	"hubstake/internal/core/paging"
	"hubstake/internal/core/richtext"
	"hubstake/internal/funds/cash"
	"hubstake/internal/operator/board"
	"hubstake/internal/platform/pg"
	"hubstake/internal/play/game"
	"hubstake/internal/play/provider"
)

// post is one announcement in all languages: texts are title and content by language.
type post struct {
	Board  board.Kind           `json:"board"`
	Pinned bool                 `json:"pinned"`
	Texts  map[string][2]string `json:"texts"`
}

// content publishes the announcements of a site that has none, and the account to pay into.
func (s seeder) content(ctx context.Context, _ accounts) error {
	boards := board.New(s.db, s.clk)
	ever, err := paging.Days{}.Period(time.UTC)
	if err != nil {
		return err
	}
	_, total, err := boards.List(ctx, board.Query{Site: demoSite, Board: board.Notice, Lang: "vn", Period: ever})
	if err != nil {
		return err
	}
	var all []post
	if err := json.Unmarshal(posts, &all); err != nil {
		return fmt.Errorf("posts.json: %w", err)
	}
	return pg.InTx(ctx, s.db, func(tx pgx.Tx) error {
		err := cash.AddAccount(ctx, tx, demoSite, cash.Account{Bank: "Kookmin", Number: "99900011122233", Holder: "Hubstake Demo"})
		if err != nil || total > 0 {
			return err
		}
		for _, p := range all {
			d := board.Draft{Site: demoSite, Board: p.Board, Writer: "Hubstake", Pinned: p.Pinned}
			for _, lang := range slices.Sorted(maps.Keys(p.Texts)) {
				d.Texts = append(d.Texts, board.Text{Lang: lang, Title: p.Texts[lang][0], Content: richtext.Plain(p.Texts[lang][1])})
			}
			if _, err := boards.Create(ctx, tx, d); err != nil {
				return err
			}
		}
		return nil
	})
}

// games are the studios and games of the simulated vendor, with the operator's wallet and with its own.
func (s seeder) games(ctx context.Context, _ accounts) error {
	// Both versions of the signed text are accepted, so that load tools and vendors' developers may begin with either.
	if err := provider.Upsert(ctx, s.db, vendor, "seamless", provider.Settings{}); err != nil {
		return err
	}
	if err := provider.Upsert(ctx, s.db, ownVendor, provider.FamilyTransfer, provider.Settings{}); err != nil {
		return err
	}
	return pg.InTx(ctx, s.db, func(tx pgx.Tx) error {
		return game.Upsert(ctx, tx, append(game.Demo(vendor), game.DemoOwn(ownVendor))...)
	})
}

package main

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"maps"
	"slices"
	"time"

	"github.com/jackc/pgx/v5"
	"github.com/rs/zerolog"

	"hubstake/internal/core/paging"
	"hubstake/internal/core/richtext"
	"hubstake/internal/funds/cash"
	"hubstake/internal/operator/audit"
	"hubstake/internal/operator/board"
	"hubstake/internal/operator/site"
	"hubstake/internal/platform/pg"
	"hubstake/internal/play/bet"
	"hubstake/internal/play/casino"
	"hubstake/internal/play/game"
	"hubstake/internal/play/minigame"
	"hubstake/internal/play/provider"
	"hubstake/internal/play/provider/seamless"
)

// post is one announcement in all languages: texts are title and content by language.
type post struct {
	Board    board.Kind           `json:"board"`
	Category string               `json:"category"`
	Pinned   bool                 `json:"pinned"`
	Texts    map[string][2]string `json:"texts"`
}

// content publishes the announcements of a site that has none, and the account to pay into.
func (s seeder) content(ctx context.Context, _ accounts) error {
	boards := board.New(s.db, s.clk)
	ever, err := paging.Days{}.Period(time.UTC)
	if err != nil {
		return err
	}
	_, total, err := boards.List(ctx, board.Query{Site: demoSite, Board: board.Notice, Lang: site.Defaults().Languages[0], SiteLang: site.Defaults().Languages[0], Period: ever})
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
			d := board.Draft{Site: demoSite, Board: p.Board, Category: p.Category, Writer: "Hubstake", Pinned: p.Pinned, Default: site.Defaults().Languages[0], Everyone: true}
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

// games are the studios and games of the simulated vendor, with the operator's wallet and with its own; those that are there stay as they are.
func (s seeder) games(ctx context.Context, _ accounts) error {
	by := audit.Actor{ID: "seed"}
	// Both versions of the signed text are accepted, so that load tools and vendors' developers may begin with either.
	office := provider.NewOffice(s.db, s.clk, nil, []provider.Protocol{{Family: seamless.Family}, {Family: provider.FamilyTransfer}})
	for id, family := range map[string]string{vendor: seamless.Family, ownVendor: provider.FamilyTransfer} {
		if err := office.Add(ctx, demoSite, by, id, family, nil); err != nil && !errors.Is(err, provider.ErrExists) {
			return err
		}
	}
	if err := errors.Join(bet.Open(ctx, s.db), minigame.Open(ctx, s.db)); err != nil {
		return err
	}
	games := game.New(s.db, s.clk, zerolog.Nop(), site.New(s.db, s.clk), nil, nil, "")
	for _, e := range slices.Concat(game.Demo(vendor), game.DemoTables(vendor), game.DemoChoice(vendor),
		[]game.Entry{game.DemoOwn(ownVendor), game.DemoBook(casino.Book, bet.Game), game.DemoDraws(casino.Draws)}) {
		if err := games.AddProduct(ctx, demoSite, by, e); err != nil && !errors.Is(err, game.ErrExists) {
			return err
		}
	}
	return nil
}

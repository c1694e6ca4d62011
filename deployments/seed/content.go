package main

import (
	"context"
	"encoding/json"
	"fmt"
	"time"

	"github.com/jackc/pgx/v5"

	"hubstake/internal/board"
	"hubstake/internal/cash"
	"hubstake/internal/game"
	"hubstake/internal/paging"
	"hubstake/internal/platform/pg"
	"hubstake/internal/vendors"
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
			for lang, text := range p.Texts {
				d := board.Draft{Site: demoSite, Board: p.Board, Lang: lang, Title: text[0], Content: text[1], Writer: "Hubstake", Pinned: p.Pinned}
				if _, err := boards.Create(ctx, tx, d); err != nil {
					return err
				}
			}
		}
		return nil
	})
}

// games are the studios and games of the simulated vendor.
func (s seeder) games(ctx context.Context, _ accounts) error {
	if err := vendors.Upsert(ctx, s.db, vendor, "seamless", vendors.Settings{}); err != nil {
		return err
	}
	for n, p := range []struct{ proc, studio, code, kor, eng string }{
		{"201", "Hanok Studio", "moonjar", "달항아리", "Moon Jar"},
		{"202", "Saigon Reels", "lanterns", "등불 야시장", "Lantern Market"},
		{"203", "Orbit Works", "comet", "혜성 러시", "Comet Rush"},
	} {
		product := game.Product{ProcID: p.proc, Vendor: vendor, Group: game.Slot, Name: p.studio, LobbySymbol: p.code, Image: "/art/games/" + p.code + ".svg"}
		if err := game.UpsertProduct(ctx, s.db, product, n); err != nil {
			return err
		}
		g := game.Game{Code: p.code, ProcID: p.proc, NameKOR: p.kor, NameENG: p.eng, Thumbnail: "/art/games/" + p.code + ".svg", New: n == 2, Hot: n == 1}
		if err := game.UpsertGame(ctx, s.db, g, n); err != nil {
			return err
		}
	}
	return nil
}

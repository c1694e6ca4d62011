package main

import (
	"context"
	_ "embed"
	"encoding/json"
	"fmt"
	"net/netip"

	"github.com/jackc/pgx/v5"

	"hubstake/internal/content"
	"hubstake/internal/platform/pg"
	"hubstake/internal/richtext"
)

//go:embed documents.json
var documents []byte

// document is one legal document in all languages: texts are title and content by language.
type document struct {
	Kind  content.DocumentKind `json:"kind"`
	Texts map[string][2]string `json:"texts"`
}

// documents publishes the first version of the legal documents of a site that has none; the demo's members agree to it.
func (s seeder) documents(ctx context.Context, a accounts) error {
	svc := content.New(s.db, s.clk)
	found, err := svc.DocumentVersions(ctx, demoSite)
	if err != nil || len(found) > 0 {
		return err
	}
	var all []document
	if err := json.Unmarshal(documents, &all); err != nil {
		return fmt.Errorf("documents.json: %w", err)
	}
	return pg.InTx(ctx, s.db, func(tx pgx.Tx) error {
		for _, d := range all {
			var texts []content.DocumentText
			for lang, text := range d.Texts {
				clean, ok := richtext.Clean(text[1])
				if !ok {
					return fmt.Errorf("documents.json: %s in %s is too long", d.Kind, lang)
				}
				texts = append(texts, content.DocumentText{Lang: lang, Title: text[0], Content: clean})
			}
			if err := svc.PublishDocument(ctx, tx, demoSite, d.Kind, 1, "seed", texts); err != nil {
				return err
			}
		}
		for _, memID := range []string{a.Member.MemID, a.Partner.MemID, a.Canary.MemID} {
			for _, kind := range []content.DocumentKind{content.Terms, content.Privacy} {
				err := content.Agree(ctx, tx, demoSite, memID, content.Agreement{Kind: kind, Version: 1}, s.clk.Now(), netip.Addr{})
				if err != nil {
					return err
				}
			}
		}
		return nil
	})
}

package main

import (
	"context"
	_ "embed"
	"encoding/json"
	"fmt"
	"net/netip"

	"github.com/jackc/pgx/v5"

	"hubstake/internal/core/richtext"
	"hubstake/internal/operator/content"
	"hubstake/internal/platform/pg"
)

//go:embed documents.json
var documents []byte

// document is one version of a document in all languages: texts are title and content by language.
type document struct {
	Kind    content.DocumentKind `json:"kind"`
	Version int32                `json:"version"`
	Texts   map[string][2]string `json:"texts"`
}

// documents publishes the versions of the legal documents and guides that the site does not have yet, the earlier one first. A document of which
// staff published a version is left alone. The demo's members agree to the newest version of what is published here.
func (s seeder) documents(ctx context.Context, a accounts) error {
	svc := content.New(s.db, s.clk)
	found, err := svc.DocumentVersions(ctx, demoSite)
	if err != nil {
		return err
	}
	newest, ofStaff := map[content.DocumentKind]int32{}, map[content.DocumentKind]bool{}
	for _, v := range found {
		newest[v.Kind] = max(newest[v.Kind], v.Version)
		ofStaff[v.Kind] = ofStaff[v.Kind] || v.PublishedBy != seeded
	}
	var all []document
	if err := json.Unmarshal(documents, &all); err != nil {
		return fmt.Errorf("documents.json: %w", err)
	}
	return pg.InTx(ctx, s.db, func(tx pgx.Tx) error {
		published := map[content.DocumentKind]int32{}
		for _, d := range all {
			if d.Version <= newest[d.Kind] || ofStaff[d.Kind] {
				continue
			}
			texts, err := d.clean()
			if err != nil {
				return err
			}
			if err := svc.AddDocument(ctx, tx, demoSite, d.Kind, d.Version, seeded, texts); err != nil {
				return err
			}
			published[d.Kind] = d.Version
		}
		agreed := []string{a.Member.MemID, a.Partner.MemID, a.Canary.MemID}
		for _, m := range a.Members {
			agreed = append(agreed, m.MemID)
		}
		for _, memID := range agreed {
			for _, kind := range []content.DocumentKind{content.Terms, content.Privacy} {
				if published[kind] == 0 {
					continue
				}
				err := content.Agree(ctx, tx, demoSite, memID, content.Agreement{Kind: kind, Version: published[kind]}, s.clk.Now(), netip.Addr{})
				if err != nil {
					return err
				}
			}
		}
		return nil
	})
}

// seeded is who published what this program published.
const seeded = "seed"

// clean returns the texts of a document as they are published.
func (d document) clean() (texts []content.DocumentText, err error) {
	for lang, text := range d.Texts {
		clean, ok := richtext.Clean(text[1])
		if !ok {
			return nil, fmt.Errorf("documents.json: %s in %s is too long", d.Kind, lang)
		}
		texts = append(texts, content.DocumentText{Lang: lang, Title: text[0], Content: clean})
	}
	return texts, nil
}

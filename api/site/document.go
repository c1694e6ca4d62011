package site

import (
	"context"
	"time"

	"hubstake/internal/access/httpx"
	"hubstake/internal/core/money"
	"hubstake/internal/operator/content"
)

// DocumentLine is a version of a document.
type DocumentLine struct {
	Kind        content.DocumentKind `json:"kind"` // terms, privacy, cookies, howto, betting, games or rules
	Version     int32                `json:"version"`
	Title       string               `json:"title"`
	PublishedAt time.Time            `json:"publishedAt"`
}

// DocumentsAnswer lists the newest versions of the legal documents that the site published.
type DocumentsAnswer struct {
	List []DocumentLine `json:"list"`
}

func (a *API) documents(ctx context.Context, who httpx.Caller, _ httpx.None) (DocumentsAnswer, error) {
	s, err := a.Sites.Get(ctx, who.Site)
	if err != nil {
		return DocumentsAnswer{}, err
	}
	found, err := a.Content.LegalDocuments(ctx, who.Site, s.Options.Language(who.Lang))
	out := DocumentsAnswer{List: make([]DocumentLine, len(found))}
	for i, d := range found {
		out.List[i] = DocumentLine{d.Kind, d.Version, d.Title, d.PublishedAt}
	}
	return out, err
}

// DocumentRequest asks for a version of a document.
type DocumentRequest struct {
	Kind    content.DocumentKind `json:"kind"`
	Version int32                `json:"version,omitzero"` // the newest when absent
}

// Document is a version of a document in the reader's language, or in another one when it has no text in that.
type Document struct {
	DocumentLine
	Lang    string                  `json:"lang"`
	Content string                  `json:"content"` // rich text, cleaned; {{name}} stands for an amount or a word
	Amounts map[string]money.Amount `json:"amounts"` // current limits of the site by name
	Words   map[string]string       `json:"words"`   // other values of the site's options by name
}

func (a *API) document(ctx context.Context, who httpx.Caller, req DocumentRequest) (Document, error) {
	s, err := a.Sites.Get(ctx, who.Site)
	if err != nil {
		return Document{}, err
	}
	d, err := a.Content.Document(ctx, who.Site, req.Kind, req.Version, s.Options.Language(who.Lang))
	f := s.Options.Figures()
	return Document{
		DocumentLine: DocumentLine{d.Kind, d.Version, d.Title, d.PublishedAt}, Lang: d.Lang, Content: d.Content.HTML, Amounts: f.Amounts, Words: f.Words,
	}, err
}

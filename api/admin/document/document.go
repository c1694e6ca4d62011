// Package document is how staff publishes legal documents and guides, and sees what members agreed to.
package document

import (
	"context"
	"time"

	"hubstake/api/admin/caller"
	"hubstake/internal/access/httpx"
	"hubstake/internal/core/fault"
	"hubstake/internal/core/richtext"
	"hubstake/internal/core/right"
	"hubstake/internal/operator/content"
	"hubstake/internal/operator/site"
)

// API holds what the calls need.
type API struct {
	sites   *site.Service
	content *content.Service
}

// New returns the area's API.
func New(sites *site.Service, content *content.Service) *API {
	return &API{sites: sites, content: content}
}

// Routes lists the calls.
func (a *API) Routes() []httpx.Route {
	return []httpx.Route{
		httpx.Post("/api/admin/document/list", httpx.Staff, a.list, httpx.Needs(right.Content)),
		httpx.Post("/api/admin/document/texts", httpx.Staff, a.texts, httpx.Needs(right.Content)),
		httpx.Post("/api/admin/document/publish", httpx.Staff, a.publish, httpx.Needs(right.Content)),
		httpx.Post("/api/admin/member/documents", httpx.Staff, a.consents, httpx.Needs(right.Member)),
	}
}

// Version is a published version of a document.
type Version struct {
	Kind        content.DocumentKind `json:"kind"` // terms, privacy, cookies, howto, betting, games or rules
	Version     int32                `json:"version"`
	PublishedAt time.Time            `json:"publishedAt"`
	PublishedBy string               `json:"publishedBy"` // staff id, or seed
}

// VersionsAnswer lists every version, the newest of each kind first.
type VersionsAnswer struct {
	List []Version `json:"list"`
}

func (a *API) list(ctx context.Context, who httpx.Caller, _ httpx.None) (VersionsAnswer, error) {
	found, err := a.content.DocumentVersions(ctx, who.Site)
	out := VersionsAnswer{List: make([]Version, len(found))}
	for i, v := range found {
		out.List[i] = Version(v)
	}
	return out, err
}

// TextsRequest names a version.
type TextsRequest struct {
	Kind    content.DocumentKind `json:"kind"`
	Version int32                `json:"version"`
}

// Text is the text of a document in one language.
type Text struct {
	Lang    string `json:"lang"`
	Title   string `json:"title"`   // plain text, 1 to 100 characters
	Content string `json:"content"` // rich text, 1 to 10,000 characters; cleaned
}

// TextsAnswer lists the texts of a version.
type TextsAnswer struct {
	List []Text `json:"list"`
}

func (a *API) texts(ctx context.Context, who httpx.Caller, req TextsRequest) (TextsAnswer, error) {
	found, err := a.content.DocumentTexts(ctx, who.Site, req.Kind, req.Version)
	out := TextsAnswer{List: make([]Text, len(found))}
	for i, t := range found {
		out.List[i] = Text{t.Lang, t.Title, t.Content.HTML}
	}
	return out, err
}

// PublishRequest publishes a version in every language of the site. It cannot be changed or taken back.
type PublishRequest struct {
	Kind    content.DocumentKind `json:"kind"`
	Version int32                `json:"version"` // one more than the newest; C019 when another was published meanwhile
	Texts   []Text               `json:"texts"`
}

func (a *API) publish(ctx context.Context, who httpx.Caller, req PublishRequest) (httpx.None, error) {
	s, err := a.sites.Get(ctx, who.Site)
	if err != nil {
		return httpx.None{}, err
	}
	if len(req.Texts) != len(s.Options.Languages) {
		return httpx.None{}, fault.Failed
	}
	texts := make([]content.DocumentText, len(req.Texts))
	for i, t := range req.Texts {
		title, fits := richtext.Title(t.Title)
		text, ok := richtext.Clean(t.Content)
		if !fits || !ok || t.Lang == "" || !s.Options.Speaks(t.Lang) {
			return httpx.None{}, fault.Failed
		}
		texts[i] = content.DocumentText{Lang: t.Lang, Title: title, Content: text}
	}
	return httpx.None{}, a.content.PublishDocument(ctx, caller.Actor(who), who.Site, req.Kind, req.Version, texts)
}

// Consent is a version that a member agreed to.
type Consent struct {
	Kind    content.DocumentKind `json:"kind"`
	Version int32                `json:"version"`
	At      time.Time            `json:"at"`
}

// ConsentsAnswer lists what a member agreed to, the newest version of each document first.
type ConsentsAnswer struct {
	List []Consent `json:"list"`
}

// ConsentsRequest names a member of the site.
type ConsentsRequest struct {
	MemID string `json:"memId"`
}

func (a *API) consents(ctx context.Context, who httpx.Caller, req ConsentsRequest) (ConsentsAnswer, error) {
	found, err := a.content.Consents(ctx, who.Site, req.MemID)
	out := ConsentsAnswer{List: make([]Consent, len(found))}
	for i, c := range found {
		out.List[i] = Consent{c.Kind, c.Version, c.At}
	}
	return out, err
}

package admin

import (
	"context"
	"time"

	"hubstake/internal/access/httpx"
	"hubstake/internal/core/fault"
	"hubstake/internal/core/richtext"
	"hubstake/internal/core/right"
	"hubstake/internal/operator/content"
)

func (a *API) documentRoutes() []httpx.Route {
	return []httpx.Route{
		httpx.Post("/api/admin/document/list", httpx.Staff, a.documentList, httpx.Needs(right.Site)),
		httpx.Post("/api/admin/document/texts", httpx.Staff, a.documentTexts, httpx.Needs(right.Site)),
		httpx.Post("/api/admin/document/publish", httpx.Staff, a.documentPublish, httpx.Needs(right.Site)),
		httpx.Post("/api/admin/member/documents", httpx.Staff, a.memberDocuments, httpx.Needs(right.Member)),
	}
}

// DocumentVersion is a published version of a legal document.
type DocumentVersion struct {
	Kind        content.DocumentKind `json:"kind"` // terms, privacy or cookies
	Version     int                  `json:"version"`
	PublishedAt time.Time            `json:"publishedAt"`
	PublishedBy string               `json:"publishedBy"` // staff id, or seed
}

// DocumentVersionsAnswer lists every version, the newest of each kind first.
type DocumentVersionsAnswer struct {
	List []DocumentVersion `json:"list"`
}

func (a *API) documentList(ctx context.Context, who httpx.Caller, _ httpx.None) (DocumentVersionsAnswer, error) {
	found, err := a.Content.DocumentVersions(ctx, who.Site)
	out := DocumentVersionsAnswer{List: make([]DocumentVersion, len(found))}
	for i, v := range found {
		out.List[i] = DocumentVersion(v)
	}
	return out, err
}

// DocumentTextsRequest names a version.
type DocumentTextsRequest struct {
	Kind    content.DocumentKind `json:"kind"`
	Version int                  `json:"version"`
}

// DocumentText is the text of a document in one language.
type DocumentText struct {
	Lang    string `json:"lang"`
	Title   string `json:"title"`   // plain text, 1 to 100 characters
	Content string `json:"content"` // rich text, 1 to 10,000 characters; cleaned
}

// DocumentTextsAnswer lists the texts of a version.
type DocumentTextsAnswer struct {
	List []DocumentText `json:"list"`
}

func (a *API) documentTexts(ctx context.Context, who httpx.Caller, req DocumentTextsRequest) (DocumentTextsAnswer, error) {
	found, err := a.Content.DocumentTexts(ctx, who.Site, req.Kind, req.Version)
	out := DocumentTextsAnswer{List: make([]DocumentText, len(found))}
	for i, t := range found {
		out.List[i] = DocumentText{t.Lang, t.Title, t.Content.HTML}
	}
	return out, err
}

// DocumentPublishRequest publishes a version in every language of the site. It cannot be changed or taken back.
type DocumentPublishRequest struct {
	Kind    content.DocumentKind `json:"kind"`
	Version int                  `json:"version"` // one more than the newest; C019 when another was published meanwhile
	Texts   []DocumentText       `json:"texts"`
}

func (a *API) documentPublish(ctx context.Context, who httpx.Caller, req DocumentPublishRequest) (httpx.None, error) {
	s, err := a.Sites.Get(ctx, who.Site)
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
	return httpx.None{}, a.Content.PublishDocument(ctx, actor(who), who.Site, req.Kind, req.Version, texts)
}

// MemberDocument is a version that a member agreed to.
type MemberDocument struct {
	Kind    content.DocumentKind `json:"kind"`
	Version int                  `json:"version"`
	At      time.Time            `json:"at"`
}

// MemberDocumentsAnswer lists what a member agreed to, the newest version of each document first.
type MemberDocumentsAnswer struct {
	List []MemberDocument `json:"list"`
}

func (a *API) memberDocuments(ctx context.Context, who httpx.Caller, req MemberRequest) (MemberDocumentsAnswer, error) {
	found, err := a.Content.Consents(ctx, who.Site, req.MemID)
	out := MemberDocumentsAnswer{List: make([]MemberDocument, len(found))}
	for i, c := range found {
		out.List[i] = MemberDocument{c.Kind, c.Version, c.At}
	}
	return out, err
}

// Package board is how staff writes on the boards of a site, and hides what members write there.
package board

import (
	"context"
	"strings"
	"time"

	"hubstake/api/admin/caller"
	"hubstake/internal/access/httpx"
	"hubstake/internal/core/fault"
	"hubstake/internal/core/paging"
	"hubstake/internal/core/richtext"
	"hubstake/internal/core/right"
	"hubstake/internal/operator/board"
	"hubstake/internal/operator/content"
	"hubstake/internal/operator/site"
)

// API holds what the calls need.
type API struct {
	sites  *site.Service
	boards *board.Service
}

// New returns the area's API.
func New(sites *site.Service, boards *board.Service) *API { return &API{sites: sites, boards: boards} }

// Routes lists the calls.
func (a *API) Routes() []httpx.Route {
	needs := httpx.Needs(right.Content)
	return []httpx.Route{
		httpx.Post("/api/admin/board/list", httpx.Staff, a.list, needs),
		httpx.Post("/api/admin/board/save", httpx.Staff, a.save, needs),
		httpx.Post("/api/admin/board/publish", httpx.Staff, a.publish, needs),
		httpx.Post("/api/admin/board/comment", httpx.Staff, a.publishComment, needs),
		httpx.Post("/api/admin/board/report/list", httpx.Staff, a.reports, needs),
		httpx.Post("/api/admin/board/report/decide", httpx.Staff, a.decideReports, needs),
	}
}

// ListRequest asks for a page of a board.
type ListRequest struct {
	BoardType   board.Kind `json:"boardType"`            // mq, notice, event, faq or board
	SearchValue string     `json:"searchValue,omitzero"` // part of the title
	paging.Request
}

// Text is a post in a language.
type Text struct {
	Lang    string         `json:"lang,omitzero"` // a language of the site; empty in what a member wrote
	Title   string         `json:"title"`
	Content string         `json:"content,omitzero"` // rich text, cleaned. The ticker needs none
	Image   string         `json:"image,omitzero"`   // of a notice or event, a path of the site: /art/….svg, .png, .webp or .jpg, or an uploaded picture; empty in a translation: that of the source
	Draft   bool           `json:"draft,omitzero"`   // readers do not see it
	Checked bool           `json:"checked,omitzero"` // in a request: it fits the source, although that was changed after it
	Status  content.Status `json:"status,omitzero"`  // in an answer: source, draft, done, or changed when the source was changed after it; empty in what a member wrote
}

// Row is a post as the back office sees it.
type Row struct {
	Idx       int64      `json:"idx"`
	Version   int32      `json:"version"`
	Texts     []Text     `json:"texts"`    // at least one, the source first
	Everyone  bool       `json:"everyone"` // as in SaveRequest
	Category  string     `json:"category"`
	Writer    string     `json:"writer"`
	MemID     string     `json:"memId"` // who wrote it; empty: staff
	Views     int64      `json:"views"`
	Pinned    bool       `json:"pinned"`
	Published bool       `json:"published"`
	Deleted   bool       `json:"deleted"` // by the member who wrote it; it cannot be shown again
	CreatedAt time.Time  `json:"createdAt"`
	Since     *time.Time `json:"since"` // of an event, as in SaveRequest
	Until     *time.Time `json:"until"`
}

// ListAnswer is a page of posts, the newest first.
type ListAnswer struct {
	List     []Row       `json:"list"`
	PageInfo paging.Info `json:"pageInfo"`
}

func (a *API) list(ctx context.Context, who httpx.Caller, req ListRequest) (ListAnswer, error) {
	if len(req.SearchValue) > 200 {
		return ListAnswer{}, fault.Failed
	}
	st, err := a.sites.Get(ctx, who.Site)
	if err != nil {
		return ListAnswer{}, err
	}
	found, total, err := a.boards.StaffList(ctx, who.Site, st.Options.Languages[0], req.BoardType, req.SearchValue, req.Slice())
	if err != nil {
		return ListAnswer{}, err
	}
	out := ListAnswer{List: make([]Row, len(found)), PageInfo: req.Info(total)}
	for i, p := range found {
		out.List[i] = Row{
			Idx: p.ID, Version: p.Version, Texts: make([]Text, len(p.Texts)), Everyone: p.Everyone, Category: p.Category, Writer: p.Writer, MemID: p.Member, Views: p.Views,
			Pinned: p.Pinned, Published: p.Published, Deleted: p.Deleted, CreatedAt: p.CreatedAt,
			Since: p.Since, Until: p.Until,
		}
		for n, t := range p.Texts {
			out.List[i].Texts[n] = Text{Lang: t.Lang, Title: t.Title, Content: t.Content.HTML, Image: t.Image, Draft: t.Draft, Status: t.Status}
		}
	}
	return out, nil
}

// SaveRequest is a post of the site: a new one, or with idx a changed one. A language without a text is taken off the post. The source, from which the others
// are translated, is the text in the site's default language; without one, and not for everyone, the first that is no draft. Posts of members cannot be
// changed.
type SaveRequest struct {
	Idx       int64      `json:"idx,omitzero"`
	BoardType board.Kind `json:"boardType"`
	Version   int32      `json:"version,omitzero"` // that of the list; 0 for a new one. C019: it was saved, shown or hidden since
	Texts     []Text     `json:"texts"`            // each language once, at least one
	Everyone  bool       `json:"everyone"`         // readers of languages without a text see the one in the site's default language; else they see nothing
	Category  string     `json:"category,omitzero"`
	Pinned    bool       `json:"pinned,omitzero"`
	Published bool       `json:"published"`
	Since     *time.Time `json:"since,omitzero"` // when an event begins; null: with its publication
	Until     *time.Time `json:"until,omitzero"` // when it ends; null: it has no end. After since
}

// SavedAnswer names what was saved.
type SavedAnswer struct {
	Idx int64 `json:"idx"`
}

func (a *API) save(ctx context.Context, who httpx.Caller, req SaveRequest) (SavedAnswer, error) {
	st, err := a.sites.Get(ctx, who.Site)
	if err != nil {
		return SavedAnswer{}, err
	}
	d := board.Draft{ // readers see the site, not the person
		Site: who.Site, Board: req.BoardType, Category: strings.TrimSpace(req.Category), Writer: st.Name, Pinned: req.Pinned, Hidden: !req.Published,
		Time: board.Time{Since: req.Since, Until: req.Until}, Default: st.Options.Languages[0], Everyone: req.Everyone, Version: req.Version,
	}
	for _, t := range req.Texts {
		title, fits := richtext.Title(t.Title)
		text, ok := richtext.Clean(t.Content)
		if !fits || !ok && strings.TrimSpace(t.Content) != "" || !st.Options.Speaks(t.Lang) {
			return SavedAnswer{}, fault.Failed
		}
		d.Texts = append(d.Texts, board.Text{Lang: t.Lang, Title: title, Content: text, Image: t.Image, Draft: t.Draft, Checked: t.Checked})
	}
	id, err := a.boards.Save(ctx, caller.Actor(who), req.Idx, d)
	return SavedAnswer{id}, err
}

// PublishRequest shows something, or takes it out of sight.
type PublishRequest struct {
	Idx       int64 `json:"idx"`
	Published bool  `json:"published"`
}

func (a *API) publish(ctx context.Context, who httpx.Caller, req PublishRequest) (httpx.None, error) {
	return httpx.None{}, a.boards.Publish(ctx, caller.Actor(who), who.Site, req.Idx, req.Published)
}

func (a *API) publishComment(ctx context.Context, who httpx.Caller, req PublishRequest) (httpx.None, error) {
	return httpx.None{}, a.boards.PublishComment(ctx, caller.Actor(who), who.Site, req.Idx, req.Published)
}

package admin

import (
	"context"
	"strings"
	"time"

	"hubstake/internal/access/httpx"
	"hubstake/internal/core/fault"
	"hubstake/internal/core/paging"
	"hubstake/internal/core/richtext"
	"hubstake/internal/core/right"
	"hubstake/internal/operator/board"
)

func (a *API) boardRoutes() []httpx.Route {
	needs := httpx.Needs(right.Site)
	return []httpx.Route{
		httpx.Post("/api/admin/board/list", httpx.Staff, a.boardList, needs),
		httpx.Post("/api/admin/board/save", httpx.Staff, a.boardSave, needs),
		httpx.Post("/api/admin/board/publish", httpx.Staff, a.boardPublish, needs),
		httpx.Post("/api/admin/board/comment", httpx.Staff, a.commentShow, needs),
	}
}

// BoardListRequest asks for a page of a board.
type BoardListRequest struct {
	BoardType   board.Kind `json:"boardType"`            // mq, notice, event, faq or board
	SearchValue string     `json:"searchValue,omitzero"` // part of the title
	paging.Request
}

// BoardText is a post in a language.
type BoardText struct {
	Lang    string `json:"lang,omitzero"` // a language of the site; empty: for readers of every language that has no text of its own
	Title   string `json:"title"`
	Content string `json:"content,omitzero"` // rich text, cleaned. The ticker needs none
}

// BoardRow is a post as the back office sees it.
type BoardRow struct {
	Idx       int64       `json:"idx"`
	Texts     []BoardText `json:"texts"` // at least one
	Category  string      `json:"category"`
	Writer    string      `json:"writer"`
	MemID     string      `json:"memId"` // who wrote it; empty: staff
	Views     int64       `json:"views"`
	Pinned    bool        `json:"pinned"`
	Published bool        `json:"published"`
	CreatedAt time.Time   `json:"createdAt"`
}

// BoardListAnswer is a page of posts, the newest first.
type BoardListAnswer struct {
	List     []BoardRow  `json:"list"`
	PageInfo paging.Info `json:"pageInfo"`
}

func (a *API) boardList(ctx context.Context, who httpx.Caller, req BoardListRequest) (BoardListAnswer, error) {
	if len(req.SearchValue) > 200 {
		return BoardListAnswer{}, fault.Failed
	}
	found, total, err := a.Boards.StaffList(ctx, who.Site, req.BoardType, req.SearchValue, req.Slice())
	if err != nil {
		return BoardListAnswer{}, err
	}
	out := BoardListAnswer{List: make([]BoardRow, len(found)), PageInfo: req.Info(total)}
	for i, p := range found {
		out.List[i] = BoardRow{
			Idx: p.ID, Texts: make([]BoardText, len(p.Texts)), Category: p.Category, Writer: p.Writer, MemID: p.Member, Views: p.Views,
			Pinned: p.Pinned, Published: p.Published, CreatedAt: p.CreatedAt,
		}
		for n, t := range p.Texts {
			out.List[i].Texts[n] = BoardText{t.Lang, t.Title, t.Content.HTML}
		}
	}
	return out, nil
}

// BoardSaveRequest is a post of the site: a new one, or with idx a changed one. A language without a text is taken off the post.
// Posts of members cannot be changed.
type BoardSaveRequest struct {
	Idx       int64       `json:"idx,omitzero"`
	BoardType board.Kind  `json:"boardType"`
	Texts     []BoardText `json:"texts"` // each language once, at least one
	Category  string      `json:"category,omitzero"`
	Pinned    bool        `json:"pinned,omitzero"`
	Published bool        `json:"published"`
}

// SavedAnswer names what was saved.
type SavedAnswer struct {
	Idx int64 `json:"idx"`
}

func (a *API) boardSave(ctx context.Context, who httpx.Caller, req BoardSaveRequest) (SavedAnswer, error) {
	st, err := a.Sites.Get(ctx, who.Site)
	if err != nil {
		return SavedAnswer{}, err
	}
	d := board.Draft{ // readers see the site, not the person
		Site: who.Site, Board: req.BoardType, Category: strings.TrimSpace(req.Category), Writer: st.Name, Pinned: req.Pinned, Hidden: !req.Published,
	}
	for _, t := range req.Texts {
		title, fits := richtext.Title(t.Title)
		content, ok := richtext.Clean(t.Content)
		if !fits || !ok && strings.TrimSpace(t.Content) != "" || !st.Options.Speaks(t.Lang) {
			return SavedAnswer{}, fault.Failed
		}
		d.Texts = append(d.Texts, board.Text{Lang: t.Lang, Title: title, Content: content})
	}
	id, err := a.Boards.Save(ctx, actor(who), req.Idx, d)
	return SavedAnswer{id}, err
}

// ShowRequest shows something, or takes it out of sight.
type ShowRequest struct {
	Idx       int64 `json:"idx"`
	Published bool  `json:"published"`
}

func (a *API) boardPublish(ctx context.Context, who httpx.Caller, req ShowRequest) (httpx.None, error) {
	return httpx.None{}, a.Boards.Publish(ctx, actor(who), who.Site, req.Idx, req.Published)
}

func (a *API) commentShow(ctx context.Context, who httpx.Caller, req ShowRequest) (httpx.None, error) {
	return httpx.None{}, a.Boards.PublishComment(ctx, actor(who), who.Site, req.Idx, req.Published)
}

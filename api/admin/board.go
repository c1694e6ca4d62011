package admin

import (
	"context"
	"slices"
	"strconv"
	"strings"
	"time"
	"unicode/utf8"

	"github.com/jackc/pgx/v5"

	"hubstake/internal/core/fault"
	"hubstake/internal/core/paging"
	"hubstake/internal/core/richtext"
	"hubstake/internal/operator/audit"
	"hubstake/internal/operator/board"
	"hubstake/internal/platform/httpx"
)

const maxCategory = 20 // code points

func (a *API) boardRoutes() []httpx.Route {
	right := httpx.Right("site")
	return []httpx.Route{
		httpx.Post("/api/admin/board/list", httpx.Staff, a.boardList, right),
		httpx.Post("/api/admin/board/save", httpx.Staff, a.boardSave, right),
		httpx.Post("/api/admin/board/publish", httpx.Staff, a.boardPublish, right),
		httpx.Post("/api/admin/board/comment", httpx.Staff, a.commentShow, right),
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

func (a *API) boardSave(ctx context.Context, who httpx.Caller, req BoardSaveRequest) (out SavedAnswer, err error) {
	d := board.Draft{Site: who.Site, Board: req.BoardType, Category: strings.TrimSpace(req.Category), Pinned: req.Pinned, Hidden: !req.Published}
	if d.Texts, err = a.texts(ctx, who.Site, req); err != nil {
		return out, err
	}
	if utf8.RuneCountInString(d.Category) > maxCategory {
		return out, fault.Failed
	}
	s, err := a.Sites.Get(ctx, who.Site)
	if err != nil {
		return out, err
	}
	d.Writer, out.Idx = s.Name, req.Idx // readers see the site, not the person
	err = audit.Act(ctx, a.DB, func(tx pgx.Tx) (*audit.Entry, error) {
		if req.Idx == 0 {
			out.Idx, err = a.Boards.Create(ctx, tx, d)
		} else {
			err = a.Boards.Change(ctx, tx, req.Idx, d)
		}
		if err != nil {
			return nil, err
		}
		return note(who, "board.save", out.Idx, map[string]any{
			"board": req.BoardType, "title": d.Texts[0].Title, "texts": len(d.Texts), "published": req.Published,
		}), nil
	})
	return out, err
}

// texts reads the texts of a post; E001 for one without a title, without a content where the board wants it, or in a language
// that the site does not speak.
func (a *API) texts(ctx context.Context, siteID string, req BoardSaveRequest) (out []board.Text, err error) {
	for _, t := range req.Texts {
		if err := a.speaks(ctx, siteID, t.Lang); err != nil {
			return nil, err
		}
		title, fits := richtext.Title(t.Title)
		content, ok := richtext.Clean(t.Content)
		if !ok && req.BoardType == board.Marquee && strings.TrimSpace(t.Content) == "" {
			ok = true
		}
		if !fits || !ok {
			return nil, fault.Failed
		}
		out = append(out, board.Text{Lang: t.Lang, Title: title, Content: content})
	}
	if len(out) == 0 {
		return nil, fault.Failed
	}
	return out, nil
}

// ShowRequest shows something, or takes it out of sight.
type ShowRequest struct {
	Idx       int64 `json:"idx"`
	Published bool  `json:"published"`
}

func (a *API) boardPublish(ctx context.Context, who httpx.Caller, req ShowRequest) (httpx.None, error) {
	return httpx.None{}, audit.Act(ctx, a.DB, func(tx pgx.Tx) (*audit.Entry, error) {
		if err := a.Boards.Publish(ctx, tx, who.Site, req.Idx, req.Published); err != nil {
			return nil, err
		}
		return note(who, "board.publish", req.Idx, req), nil
	})
}

func (a *API) commentShow(ctx context.Context, who httpx.Caller, req ShowRequest) (httpx.None, error) {
	return httpx.None{}, audit.Act(ctx, a.DB, func(tx pgx.Tx) (*audit.Entry, error) {
		post, err := a.Boards.HideComment(ctx, tx, who.Site, req.Idx, !req.Published)
		if err != nil {
			return nil, err
		}
		return note(who, "board.comment", req.Idx, map[string]any{"post": post, "published": req.Published}), nil
	})
}

// speaks refuses a language that the site does not speak with E001; none is every language.
func (a *API) speaks(ctx context.Context, siteID, lang string) error {
	s, err := a.Sites.Get(ctx, siteID)
	if err == nil && lang != "" && !slices.Contains(s.Options.Languages, lang) {
		return fault.Failed
	}
	return err
}

// note is the entry of what staff did with something of an id.
func note(who httpx.Caller, action string, idx int64, detail any) *audit.Entry {
	return &audit.Entry{
		Actor: actor(who), Site: who.Site, Action: action, Target: strconv.FormatInt(idx, 10), Detail: detail,
	}
}

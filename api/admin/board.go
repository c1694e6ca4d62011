package admin

import (
	"context"
	"slices"
	"strconv"
	"strings"
	"time"
	"unicode/utf8"

	"github.com/jackc/pgx/v5"

	"hubstake/internal/audit"
	"hubstake/internal/board"
	"hubstake/internal/fault"
	"hubstake/internal/paging"
	"hubstake/internal/platform/httpx"
	"hubstake/internal/platform/pg"
	"hubstake/internal/richtext"
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

// BoardRow is a post as the back office sees it.
type BoardRow struct {
	Idx       int64     `json:"idx"`
	Lang      string    `json:"lang"` // empty: for readers of every language
	Category  string    `json:"category"`
	Title     string    `json:"title"`
	Content   string    `json:"content"` // rich text, cleaned
	Writer    string    `json:"writer"`
	MemID     string    `json:"memId"` // who wrote it; empty: staff
	Views     int64     `json:"views"`
	Pinned    bool      `json:"pinned"`
	Published bool      `json:"published"`
	CreatedAt time.Time `json:"createdAt"`
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
	found, total, err := a.Boards.Desk(ctx, who.Site, req.BoardType, req.SearchValue, req.Slice())
	if err != nil {
		return BoardListAnswer{}, err
	}
	out := BoardListAnswer{List: make([]BoardRow, len(found)), PageInfo: req.Info(total)}
	for i, p := range found {
		out.List[i] = BoardRow{
			Idx: p.ID, Lang: p.Lang, Category: p.Category, Title: p.Title, Content: p.Content.HTML, Writer: p.Writer, MemID: p.Member, Views: p.Views,
			Pinned: p.Pinned, Published: p.Published, CreatedAt: p.CreatedAt,
		}
	}
	return out, nil
}

// BoardSaveRequest is a post of the site: a new one, or with idx a changed one. What a member wrote cannot be changed.
type BoardSaveRequest struct {
	Idx       int64      `json:"idx,omitzero"`
	BoardType board.Kind `json:"boardType"`
	Lang      string     `json:"lang,omitzero"` // a language of the site; empty: for readers of every language
	Category  string     `json:"category,omitzero"`
	Title     string     `json:"title"`
	Content   string     `json:"content,omitzero"` // rich text; cleaned. The ticker needs none
	Pinned    bool       `json:"pinned,omitzero"`
	Published bool       `json:"published"`
}

// SavedAnswer names what was saved.
type SavedAnswer struct {
	Idx int64 `json:"idx"`
}

func (a *API) boardSave(ctx context.Context, who httpx.Caller, req BoardSaveRequest) (out SavedAnswer, err error) {
	if err := a.speaks(ctx, who.Site, req.Lang); err != nil {
		return out, err
	}
	title, fits := richtext.Title(req.Title)
	content, ok := richtext.Clean(req.Content)
	if !ok && req.BoardType == board.Marquee && strings.TrimSpace(req.Content) == "" {
		ok = true
	}
	d := board.Draft{
		Site: who.Site, Board: req.BoardType, Lang: req.Lang, Category: strings.TrimSpace(req.Category), Title: title, Content: content,
		Pinned: req.Pinned, Hidden: !req.Published,
	}
	if !fits || !ok || utf8.RuneCountInString(d.Category) > maxCategory {
		return out, fault.Failed
	}
	s, err := a.Sites.Get(ctx, who.Site)
	if err != nil {
		return out, err
	}
	d.Writer, out.Idx = s.Name, req.Idx // readers see the site, not the person
	err = pg.InTx(ctx, a.DB, func(tx pgx.Tx) (err error) {
		if req.Idx == 0 {
			out.Idx, err = a.Boards.Create(ctx, tx, d)
		} else {
			err = a.Boards.Change(ctx, tx, req.Idx, d)
		}
		if err != nil {
			return err
		}
		return note(ctx, tx, who, "board.save", out.Idx, map[string]any{"board": req.BoardType, "title": title, "published": req.Published})
	})
	return out, err
}

// ShowRequest shows something, or takes it out of sight.
type ShowRequest struct {
	Idx       int64 `json:"idx"`
	Published bool  `json:"published"`
}

func (a *API) boardPublish(ctx context.Context, who httpx.Caller, req ShowRequest) (httpx.None, error) {
	return httpx.None{}, pg.InTx(ctx, a.DB, func(tx pgx.Tx) error {
		if err := a.Boards.Publish(ctx, tx, who.Site, req.Idx, req.Published); err != nil {
			return err
		}
		return note(ctx, tx, who, "board.publish", req.Idx, req)
	})
}

func (a *API) commentShow(ctx context.Context, who httpx.Caller, req ShowRequest) (httpx.None, error) {
	return httpx.None{}, pg.InTx(ctx, a.DB, func(tx pgx.Tx) error {
		post, err := a.Boards.HideComment(ctx, tx, who.Site, req.Idx, !req.Published)
		if err != nil {
			return err
		}
		return note(ctx, tx, who, "board.comment", req.Idx, map[string]any{"post": post, "published": req.Published})
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

// note writes what staff did with something of an id.
func note(ctx context.Context, tx pgx.Tx, who httpx.Caller, action string, idx int64, detail any) error {
	return audit.Write(ctx, tx, audit.Entry{
		Actor: actor(who), Site: who.Site, Action: action, Target: strconv.FormatInt(idx, 10), Detail: detail,
	})
}

package board

import (
	"context"
	"time"

	"hubstake/internal/board"
	"hubstake/internal/fault"
	"hubstake/internal/paging"
	"hubstake/internal/platform/httpx"
)

// maxSearch bounds what is looked for, in bytes.
const maxSearch = 200

// Post of a board.
type Post struct {
	Idx       int64     `json:"idx"`
	Title     string    `json:"title"`
	Content   string    `json:"content"` // plain text, broken at its line ends
	Writer    string    `json:"writer"`
	CreatedAt time.Time `json:"createdAt"`
	Views     int64     `json:"views"`
}

// ListRequest asks for a page of a board.
type ListRequest struct {
	BoardType string `json:"boardType,omitzero" path:"boardType"` // mq, notice, event or faq: the one of the path
	paging.Request
	paging.Days
	SearchValue  string `json:"searchValue,omitzero"`  // part of the title
	UserPageType string `json:"userPageType,omitzero"` // sent by the product's pages; all see the same posts
}

// ListAnswer is a page of posts: pinned ones first, then the newest.
type ListAnswer struct {
	List     []Post      `json:"list"`
	PageInfo paging.Info `json:"pageInfo"`
	IdxList  []int64     `json:"idxList"` // of the posts of the page, in its order
}

func (a *API) list(ctx context.Context, who httpx.Caller, req ListRequest) (ListAnswer, error) {
	s, err := a.sites.Get(ctx, who.Site)
	if err != nil {
		return ListAnswer{}, err
	}
	period, err := req.Period(s.Options.Location())
	if err != nil {
		return ListAnswer{}, err
	}
	if len(req.SearchValue) > maxSearch {
		return ListAnswer{}, fault.Failed
	}
	posts, total, err := a.boards.List(ctx, board.Query{
		Site: who.Site, Board: board.Kind(req.BoardType), Lang: s.Options.Language(who.Lang), Title: req.SearchValue,
		Period: period, Slice: req.Slice(),
	})
	if err != nil {
		return ListAnswer{}, err
	}
	out := ListAnswer{List: make([]Post, len(posts)), IdxList: make([]int64, len(posts)), PageInfo: req.Info(total)}
	for i, p := range posts {
		out.List[i], out.IdxList[i] = wire(p), p.ID
	}
	return out, nil
}

// PostRequest names a post.
type PostRequest struct {
	BoardType string `json:"boardType,omitzero" path:"boardType"`
	BoardIdx  int64  `json:"boardIdx"`
}

func (a *API) post(ctx context.Context, who httpx.Caller, req PostRequest) (Post, error) {
	p, err := a.boards.View(ctx, who.Site, board.Kind(req.BoardType), req.BoardIdx)
	return wire(p), err
}

func wire(p board.Post) Post {
	return Post{Idx: p.ID, Title: p.Title, Content: p.Content, Writer: p.Writer, CreatedAt: p.CreatedAt, Views: p.Views}
}

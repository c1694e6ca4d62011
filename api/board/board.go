package board

import (
	"context"
	"time"

	"hubstake/internal/access/httpx"
	"hubstake/internal/core/fault"
	"hubstake/internal/core/paging"
	"hubstake/internal/operator/board"
)

// maxSearch bounds what is looked for, in bytes.
const maxSearch = 200

// Post of a board.
type Post struct {
	Idx       int64       `json:"idx"`
	Title     string      `json:"title"`   // plain text
	Content   string      `json:"content"` // rich text, cleaned: safe in a page as it is
	Text      string      `json:"text"`    // the same as plain text, broken at its line ends
	Image     string      `json:"image"`   // of a notice or event: a path of the site; empty: none
	Category  string      `json:"category"`
	Writer    string      `json:"writer"`
	CreatedAt time.Time   `json:"createdAt"`
	Views     int64       `json:"views"`
	CmtCount  int64       `json:"cmtCount"` // how many comments
	EditedAt  *time.Time  `json:"editedAt"` // null: as it was published
	Since     *time.Time  `json:"since"`    // when an event begins; null: it has begun
	Until     *time.Time  `json:"until"`    // when it ends; null: it has no end
	State     board.State `json:"state"`    // coming, running or over; empty for what is no event
}

// Search is a page of days, by a part of the title.
type Search struct {
	paging.Request
	paging.Days
	SearchValue  string `json:"searchValue,omitzero"`  // part of the title
	UserPageType string `json:"userPageType,omitzero"` // sent by the product's pages; all see the same posts
}

// ListRequest asks for a page of a board.
type ListRequest struct {
	BoardType string      `json:"boardType,omitzero" path:"boardType"` // mq, notice, event or faq: the one of the path
	Category  string      `json:"category,omitzero"`                   // empty for all
	State     board.State `json:"state,omitzero"`                      // of events: running (not over) or over; empty for all
	Search
}

// FreeListRequest asks for a page of the free board.
type FreeListRequest struct {
	OwnListRequest
	Category string `json:"category,omitzero"` // talk, game, win or help; empty for all
}

// OwnListRequest asks for a page of the free board or of the member's inquiries.
type OwnListRequest struct {
	BoardType string `json:"boardType,omitzero"` // board or qna: the one of the path
	Search
}

// ListAnswer is a page of posts: pinned ones first, then the newest.
type ListAnswer struct {
	List     []Post      `json:"list"`
	PageInfo paging.Info `json:"pageInfo"`
	IdxList  []int64     `json:"idxList"` // of the posts of the page, in its order
}

// list shows a board that is for everybody; another is E001.
func (a *API) list(ctx context.Context, who httpx.Caller, req ListRequest) (ListAnswer, error) {
	if !board.Kind(req.BoardType).Public() {
		return ListAnswer{}, fault.Failed
	}
	return a.page(ctx, who, board.Query{Board: board.Kind(req.BoardType), Category: req.Category, State: req.State}, req.Search)
}

func (a *API) freeList(ctx context.Context, who httpx.Caller, req FreeListRequest) (ListAnswer, error) {
	return a.page(ctx, who, board.Query{Board: board.Free, Category: req.Category}, req.Search)
}

// page answers the page of q that req asks for.
func (a *API) page(ctx context.Context, who httpx.Caller, q board.Query, req Search) (ListAnswer, error) {
	s, err := a.Sites.Get(ctx, who.Site)
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
	q.Site, q.Lang, q.SiteLang, q.Title, q.Period, q.Slice = who.Site, s.Options.Language(who.Lang), s.Options.Languages[0], req.SearchValue, period, req.Slice()
	posts, total, err := a.Boards.List(ctx, q)
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

// OwnPostRequest names a post of the free board, or an inquiry.
type OwnPostRequest struct {
	BoardType string `json:"boardType,omitzero"` // the one of the path
	BoardIdx  int64  `json:"boardIdx"`
}

// Comment on a post.
type Comment struct {
	Idx       int64      `json:"idx"`
	Writer    string     `json:"writer"`
	Content   string     `json:"content"` // rich text, cleaned
	Text      string     `json:"text"`
	CreatedAt time.Time  `json:"createdAt"`
	EditedAt  *time.Time `json:"editedAt"`
	Mine      bool       `json:"mine"`
	Reported  bool       `json:"reported"` // by the caller
}

// PostAnswer is a post with its comments, the oldest first.
type PostAnswer struct {
	Post
	CmtList  []Comment `json:"cmtList"`
	Mine     bool      `json:"mine"`     // the caller wrote it, and may change it
	Reported bool      `json:"reported"` // by the caller
}

// post shows a post of a board that is for everybody; of another it is E001.
func (a *API) post(ctx context.Context, who httpx.Caller, req PostRequest) (PostAnswer, error) {
	if !board.Kind(req.BoardType).Public() {
		return PostAnswer{}, fault.Failed
	}
	return a.view(ctx, who, board.Kind(req.BoardType), req.BoardIdx)
}

func (a *API) freePost(ctx context.Context, who httpx.Caller, req OwnPostRequest) (PostAnswer, error) {
	return a.view(ctx, who, board.Free, req.BoardIdx)
}

func (a *API) view(ctx context.Context, who httpx.Caller, kind board.Kind, idx int64) (PostAnswer, error) {
	s, err := a.Sites.Get(ctx, who.Site)
	if err != nil {
		return PostAnswer{}, err
	}
	p, comments, err := a.Boards.View(ctx, who.Site, kind, idx, board.Reader{Lang: s.Options.Language(who.Lang), SiteLang: s.Options.Languages[0], Member: who.MemID})
	if err != nil {
		return PostAnswer{}, err
	}
	out := PostAnswer{Post: wire(p), CmtList: make([]Comment, len(comments)), Mine: who.MemID != "" && p.Member == who.MemID, Reported: p.Reported}
	for i, c := range comments {
		out.CmtList[i] = wireComment(c, who)
	}
	return out, nil
}

func wire(p board.Post) Post {
	return Post{
		Idx: p.ID, Title: p.Title, Content: p.Content.HTML, Text: p.Content.Text, Image: p.Image, Category: p.Category, Writer: p.Writer, CreatedAt: p.CreatedAt,
		Views: p.Views, CmtCount: p.Comments, EditedAt: p.EditedAt, Since: p.Since, Until: p.Until, State: p.State,
	}
}

func wireComment(c board.Comment, who httpx.Caller) Comment {
	return Comment{
		Idx: c.ID, Writer: c.Writer, Content: c.Content.HTML, Text: c.Content.Text, CreatedAt: c.CreatedAt, EditedAt: c.EditedAt,
		Mine: who.MemID != "" && c.Member == who.MemID, Reported: c.Reported,
	}
}

package board

import (
	"context"
	"strings"

	"hubstake/internal/access/httpx"
	"hubstake/internal/core/fault"
	"hubstake/internal/core/richtext"
	"hubstake/internal/operator/board"
)

// SaveRequest is a post for the free board.
type SaveRequest struct {
	BoardType string `json:"boardType,omitzero" path:"boardType"` // board: on the others only staff write
	Title     string `json:"title"`                               // plain text, 1 to 100 characters
	Content   string `json:"content"`                             // rich text, 1 to 10,000 characters; cleaned
	Category  string `json:"category,omitzero"`                   // talk, game, win, help or none
}

// save publishes a post of a member. On a board of the site's own it is U029.
func (a *API) save(ctx context.Context, who httpx.Caller, req SaveRequest) (Post, error) {
	if kind := board.Kind(req.BoardType); kind.Public() {
		return Post{}, fault.NoAccess
	} else if kind != board.Free {
		return Post{}, fault.Failed
	}
	title, fits := richtext.Title(req.Title)
	content, ok := richtext.Clean(req.Content)
	if !fits || !ok {
		return Post{}, fault.Failed
	}
	p, err := a.Members.Profile(ctx, a.DB, who.MemID)
	if err != nil {
		return Post{}, err
	}
	st, err := a.Sites.Get(ctx, who.Site)
	if err != nil {
		return Post{}, err
	}
	saved, err := a.Boards.Write(ctx, board.Draft{
		Site: who.Site, Member: who.MemID, Writer: p.Nick, Texts: []board.Text{{Title: title, Content: content}},
		Category: strings.TrimSpace(req.Category),
		Quota:    a.Boards.DayQuota(st.Options.PostsPerDay, st.Options.Location()),
	})
	return wire(saved), err
}

// CommentRequest is a comment on a post.
type CommentRequest struct {
	BoardIdx int64  `json:"boardIdx"`
	Content  string `json:"content"` // rich text; cleaned
}

// comment: notices, events and the free board take comments; another post is as if it were not there.
func (a *API) comment(ctx context.Context, who httpx.Caller, req CommentRequest) (Comment, error) {
	content, ok := richtext.Clean(req.Content)
	if !ok {
		return Comment{}, fault.Failed
	}
	p, err := a.Members.Profile(ctx, a.DB, who.MemID)
	if err != nil {
		return Comment{}, err
	}
	st, err := a.Sites.Get(ctx, who.Site)
	if err != nil {
		return Comment{}, err
	}
	c, err := a.Boards.Comment(ctx, board.Remark{
		Site: who.Site, Member: who.MemID, Writer: p.Nick, Post: req.BoardIdx, Content: content,
		Quota: a.Boards.DayQuota(st.Options.CommentsPerDay, st.Options.Location()),
	})
	return wireComment(c, who), err
}

package board

import (
	"context"
	"fmt"
	"time"

	"hubstake/internal/core/fault"
	"hubstake/internal/core/paging"
	"hubstake/internal/core/richtext"
	"hubstake/internal/operator/board/boarddb"
	"hubstake/internal/platform/pg"
)

// Text of a post in a language.
type Text struct {
	Lang    string // empty: for readers of every language that the post has no text in
	Title   string
	Content richtext.Content
}

// Entry is a post as staff see it.
type Entry struct {
	ID        int64
	Texts     []Text // by language, at least one
	Category  string
	Writer    string
	Member    string // who wrote it; empty: staff
	Views     int64
	Pinned    bool
	Published bool
	CreatedAt time.Time
}

// StaffList returns a page of a board for staff, in all languages and also what is not published, the newest first, and how many
// there are. A post is found by its title in any language. A board that does not exist is E001.
func (s *Service) StaffList(ctx context.Context, site string, board Kind, title string, page paging.Slice) ([]Entry, int64, error) {
	if !board.known() {
		return nil, 0, fault.Failed
	}
	q, part := boarddb.New(s.db), pg.Contains(title)
	total, err := q.DeskCount(ctx, boarddb.DeskCountParams{Site: site, Board: string(board), Title: part})
	if err != nil {
		return nil, 0, fmt.Errorf("board desk: %w", err)
	}
	rows, err := q.Desk(ctx, boarddb.DeskParams{Site: site, Board: string(board), Title: part, Count: page.Count, Skip: page.Skip})
	if err != nil {
		return nil, 0, fmt.Errorf("board desk: %w", err)
	}
	out := []Entry{}
	for _, r := range rows {
		if last := len(out) - 1; last < 0 || out[last].ID != r.ID {
			e := Entry{
				ID: r.ID, Category: r.Category, Writer: r.Writer, Views: r.Views, Pinned: r.Pinned, Published: r.Published, CreatedAt: r.CreatedAt,
			}
			if r.MemberID != nil {
				e.Member = *r.MemberID
			}
			out = append(out, e)
		}
		e := &out[len(out)-1]
		e.Texts = append(e.Texts, Text{r.Lang, r.Title, rich(r.Content, r.Html)})
	}
	return out, total, nil
}

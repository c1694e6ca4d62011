package board

import (
	"context"
	"fmt"

	"hubstake/internal/board/boarddb"
	"hubstake/internal/fault"
	"hubstake/internal/paging"
	"hubstake/internal/platform/pg"
)

// Entry is a post as staff see it.
type Entry struct {
	Post
	Lang      string
	Member    string // who wrote it; empty: staff
	Pinned    bool
	Published bool
}

// Desk returns a page of a board for staff, in all languages and also what is not published, the newest first, and how many
// there are. A board that does not exist is E001.
func (s *Service) Desk(ctx context.Context, site string, board Kind, title string, page paging.Slice) ([]Entry, int64, error) {
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
	out := make([]Entry, len(rows))
	for i, r := range rows {
		out[i] = Entry{
			Post: Post{ID: r.ID, Title: r.Title, Content: rich(r.Content, r.Html), Category: r.Category, Writer: r.Writer, CreatedAt: r.CreatedAt, Views: r.Views},
			Lang: r.Lang, Pinned: r.Pinned, Published: r.Published,
		}
		if r.MemberID != nil {
			out[i].Member = *r.MemberID
		}
	}
	return out, total, nil
}

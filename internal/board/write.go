package board

import (
	"context"
	"errors"
	"fmt"

	"github.com/jackc/pgx/v5"

	"hubstake/internal/board/boarddb"
	"hubstake/internal/event"
	"hubstake/internal/fault"
	"hubstake/internal/platform/outbox"
	"hubstake/internal/platform/pg"
	"hubstake/internal/richtext"
)

// Draft is a post to be published.
type Draft struct {
	Site     string
	Board    Kind
	Lang     string // empty: for readers of every language
	Category string
	Title    string
	Content  richtext.Content
	Writer   string
	Member   string // who wrote it on the free board; empty: staff
	Pinned   bool
	Hidden   bool // not published yet
}

// Create publishes a post inside of tx and returns its id.
func (s *Service) Create(ctx context.Context, tx pgx.Tx, d Draft) (int64, error) {
	if !d.Board.known() {
		return 0, fault.Failed
	}
	p := boarddb.CreateParams{
		SiteID: d.Site, Board: string(d.Board), Lang: d.Lang, Category: d.Category, Title: d.Title, Content: d.Content.Text, Html: d.Content.HTML,
		Writer: d.Writer, Pinned: d.Pinned, Published: !d.Hidden, CreatedAt: s.clk.Now(),
	}
	if d.Member != "" {
		p.MemberID = &d.Member
	}
	id, err := boarddb.New(tx).Create(ctx, p)
	if err != nil {
		return 0, fmt.Errorf("board %s: create: %w", d.Board, err)
	}
	return id, ticker(ctx, tx, d.Site, d.Board)
}

// Write publishes what a member wrote on the free board.
func (s *Service) Write(ctx context.Context, d Draft) (p Post, err error) {
	d.Board, d.Lang, d.Pinned, d.Hidden = Free, "", false, false
	p = Post{Title: d.Title, Content: d.Content, Category: d.Category, Writer: d.Writer, CreatedAt: s.clk.Now()}
	err = pg.InTx(ctx, s.db, func(tx pgx.Tx) error {
		p.ID, err = s.Create(ctx, tx, d)
		return err
	})
	return p, err
}

// Change rewrites a post of staff inside of tx. One that is not there, or is a member's, is E001.
func (s *Service) Change(ctx context.Context, tx pgx.Tx, id int64, d Draft) error {
	n, err := boarddb.New(tx).Change(ctx, boarddb.ChangeParams{
		Site: d.Site, Board: string(d.Board), ID: id, Lang: d.Lang, Category: d.Category, Title: d.Title, Content: d.Content.Text, Html: d.Content.HTML,
		Pinned: d.Pinned, Published: !d.Hidden,
	})
	if err != nil {
		return fmt.Errorf("board %s: change: %w", d.Board, err)
	}
	if n == 0 {
		return fault.Failed
	}
	return ticker(ctx, tx, d.Site, d.Board)
}

// Publish shows a post, or takes it out of sight, inside of tx. One that is not there is E001.
func (s *Service) Publish(ctx context.Context, tx pgx.Tx, site string, id int64, published bool) error {
	board, err := boarddb.New(tx).Publish(ctx, boarddb.PublishParams{Site: site, ID: id, Published: published})
	if errors.Is(err, pgx.ErrNoRows) {
		return fault.Failed
	}
	if err != nil {
		return fmt.Errorf("board: publish: %w", err)
	}
	return ticker(ctx, tx, site, Kind(board))
}

// ticker tells the site that its marquee is another one.
func ticker(ctx context.Context, tx pgx.Tx, site string, board Kind) error {
	if board != Marquee {
		return nil
	}
	return outbox.Write(ctx, tx, event.Event{Site: site, Cmd: event.Marquee})
}

// Remark is a comment to be made.
type Remark struct {
	Site, Member string
	Post         int64
	Writer       string
	Content      richtext.Content
}

// Comment adds a comment. A post that is not there, or takes none, is E001.
func (s *Service) Comment(ctx context.Context, r Remark) (Comment, error) {
	c := Comment{Member: r.Member, Writer: r.Writer, Content: r.Content, CreatedAt: s.clk.Now()}
	var err error
	c.ID, err = boarddb.New(s.db).Comment(ctx, boarddb.CommentParams{
		Site: r.Site, Member: r.Member, Writer: r.Writer, Content: r.Content.Text, Html: r.Content.HTML, At: c.CreatedAt, Post: r.Post, Boards: commented,
	})
	if errors.Is(err, pgx.ErrNoRows) {
		return Comment{}, fault.Failed
	}
	if err != nil {
		return Comment{}, fmt.Errorf("board: comment: %w", err)
	}
	return c, nil
}

// HideComment takes a comment out of sight, or brings it back, inside of tx, and returns its post. One that is not there is
// E001.
func (s *Service) HideComment(ctx context.Context, tx pgx.Tx, site string, id int64, hidden bool) (int64, error) {
	post, err := boarddb.New(tx).HideComment(ctx, boarddb.HideCommentParams{Site: site, ID: id, Hidden: hidden})
	if errors.Is(err, pgx.ErrNoRows) {
		return 0, fault.Failed
	}
	if err != nil {
		return 0, fmt.Errorf("board: hide comment: %w", err)
	}
	return post, nil
}

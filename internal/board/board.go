package board

import (
	"context"
	"errors"
	"fmt"
	"time"

	"github.com/jackc/pgx/v5"
	"github.com/jackc/pgx/v5/pgxpool"

	"hubstake/internal/board/boarddb"
	"hubstake/internal/clock"
	"hubstake/internal/event"
	"hubstake/internal/fault"
	"hubstake/internal/paging"
	"hubstake/internal/platform/outbox"
	"hubstake/internal/platform/pg"
)

// Kind is a board, by its name on the wire.
type Kind string

// The boards that everybody may read.
const (
	Marquee Kind = "mq"
	Notice  Kind = "notice"
	Event   Kind = "event"
	FAQ     Kind = "faq"
)

// Post of a board. Content is plain text; its line ends are kept.
type Post struct {
	ID             int64
	Title, Content string
	Writer         string
	CreatedAt      time.Time
	Views          int64
}

// Service reads and writes the boards.
type Service struct {
	db  *pgxpool.Pool
	clk clock.Clock
}

// New returns a service.
func New(db *pgxpool.Pool, clk clock.Clock) *Service { return &Service{db: db, clk: clk} }

// Query selects posts of a board of a site.
type Query struct {
	Site  string
	Board Kind
	Lang  string // of the reader; posts without a language are always among them
	Title string // part of the title, in any case; empty for all
	paging.Period
	paging.Slice
}

// List returns a page of posts, pinned ones first and then the newest, and how many there are. A board that does not
// exist is E001.
func (s *Service) List(ctx context.Context, q Query) ([]Post, int64, error) {
	if !q.Board.known() {
		return nil, 0, fault.Failed
	}
	db, title := boarddb.New(s.db), pg.Contains(q.Title)
	total, err := db.Count(ctx, boarddb.CountParams{
		Site: q.Site, Board: string(q.Board), Lang: q.Lang, Since: q.Since, Until: q.Until, Title: title,
	})
	if err != nil {
		return nil, 0, fmt.Errorf("board %s: %w", q.Board, err)
	}
	rows, err := db.List(ctx, boarddb.ListParams{
		Site: q.Site, Board: string(q.Board), Lang: q.Lang, Since: q.Since, Until: q.Until, Title: title, Count: q.Count, Skip: q.Skip,
	})
	if err != nil {
		return nil, 0, fmt.Errorf("board %s: %w", q.Board, err)
	}
	posts := make([]Post, len(rows))
	for i, r := range rows {
		posts[i] = Post{r.ID, r.Title, r.Content, r.Writer, r.CreatedAt, r.Views}
	}
	return posts, total, nil
}

func (k Kind) known() bool { return k == Marquee || k == Notice || k == Event || k == FAQ }

// View returns a post and counts the view. One that is not on the board is E001.
func (s *Service) View(ctx context.Context, site string, board Kind, id int64) (Post, error) {
	r, err := boarddb.New(s.db).View(ctx, boarddb.ViewParams{Site: site, Board: string(board), ID: id})
	if errors.Is(err, pgx.ErrNoRows) {
		return Post{}, fault.Failed
	}
	if err != nil {
		return Post{}, fmt.Errorf("board %s: %w", board, err)
	}
	return Post{r.ID, r.Title, r.Content, r.Writer, r.CreatedAt, r.Views}, nil
}

// Draft is a post to be published.
type Draft struct {
	Site           string
	Board          Kind
	Lang           string // empty: for readers of every language
	Title, Content string
	Writer         string
	Pinned         bool
}

// Create publishes a post inside of tx and returns its id.
func (s *Service) Create(ctx context.Context, tx pgx.Tx, d Draft) (int64, error) {
	id, err := boarddb.New(tx).Create(ctx, boarddb.CreateParams{
		SiteID: d.Site, Board: string(d.Board), Lang: d.Lang, Title: d.Title, Content: d.Content, Writer: d.Writer,
		Pinned: d.Pinned, CreatedAt: s.clk.Now(),
	})
	if err != nil {
		return 0, fmt.Errorf("board %s: create: %w", d.Board, err)
	}
	if d.Board == Marquee {
		if err := outbox.Write(ctx, tx, event.Event{Site: d.Site, Cmd: event.Marquee}); err != nil {
			return 0, err
		}
	}
	return id, nil
}

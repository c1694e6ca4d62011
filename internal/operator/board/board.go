package board

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"time"

	"github.com/jackc/pgx/v5"
	"github.com/jackc/pgx/v5/pgxpool"

	"hubstake/internal/core/clock"
	"hubstake/internal/core/fault"
	"hubstake/internal/core/paging"
	"hubstake/internal/core/richtext"
	"hubstake/internal/operator/board/boarddb"
)

// Kind is a board, by its name on the wire.
type Kind string

// The boards. All are public except the free board, which is for members.
const (
	Marquee Kind = "mq"
	Notice  Kind = "notice"
	Event   Kind = "event"
	FAQ     Kind = "faq"
	Free    Kind = "board"
)

// Public reports whether guests may read a board.
func (k Kind) Public() bool { return k == Marquee || k == Notice || k == Event || k == FAQ }

func (k Kind) known() bool { return k.Public() || k == Free }

// pictured reports whether the posts of a board may have a picture.
func (k Kind) pictured() bool { return k == Notice || k == Event }

// commented are the boards whose posts take comments.
var commented = []string{string(Notice), string(Event), string(Free)}

// maxComments of a post are shown, the oldest first.
const maxComments = 200

// Post of a board.
type Post struct {
	ID        int64
	Title     string
	Content   richtext.Content
	Image     string // a path of the site; empty: none
	Category  string
	Writer    string
	CreatedAt time.Time
	Views     int64
	Comments  int64      // how many; of a list only
	EditedAt  *time.Time // nil: as it was published
	Member    string     // the member who wrote it; empty for staff, and in a list
	Reported  bool       // by the reader
	Time
	State State // of an event; empty on other boards
}

// Time is when an event takes place.
type Time struct {
	Since *time.Time // nil: it has begun
	Until *time.Time // nil: it has no end
}

// State of an event, by its name on the wire.
type State string

// The states.
const (
	Coming  State = "coming"
	Running State = "running"
	Over    State = "over"
)

// state returns the state of a post of a board at a time.
func (t Time) state(board Kind, now time.Time) State {
	switch {
	case board != Event:
		return ""
	case t.Until != nil && !now.Before(*t.Until):
		return Over
	case t.Since != nil && now.Before(*t.Since):
		return Coming
	default:
		return Running
	}
}

// Comment on a post.
type Comment struct {
	ID        int64
	Member    string
	Writer    string
	Content   richtext.Content
	CreatedAt time.Time
	EditedAt  *time.Time
	Reported  bool // by the reader
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
	Site     string
	Board    Kind
	Lang     string // of the reader
	SiteLang string // the site's default language: readers without a text of their own see that one, or the source
	Title    string // part of the title, in any case; empty for all
	Category string // empty for all
	State    State  // Running for events that are not over, Over for those that are; empty for all
	paging.Period
	paging.Slice
}

// List returns a page of posts, pinned ones first and then the newest, and how many there are. A board that does not exist, and a state
// that cannot be asked for, are E001.
func (s *Service) List(ctx context.Context, q Query) ([]Post, int64, error) {
	if !q.Board.known() || !slices.Contains([]State{"", Running, Over}, q.State) {
		return nil, 0, fault.Failed
	}
	now := s.clk.Now()
	db, title := boarddb.New(s.db), q.Title
	total, err := db.Count(ctx, boarddb.CountParams{
		Site: q.Site, Board: string(q.Board), Lang: q.Lang, SiteLang: q.SiteLang, Since: q.Since, Until: q.Until, Title: title, Category: q.Category, State: string(q.State), Now: now,
	})
	if err != nil {
		return nil, 0, fmt.Errorf("board %s: %w", q.Board, err)
	}
	rows, err := db.List(ctx, boarddb.ListParams{
		Site: q.Site, Board: string(q.Board), Lang: q.Lang, SiteLang: q.SiteLang, Since: q.Since, Until: q.Until, Title: title, Category: q.Category, State: string(q.State), Now: now, Count: q.Count, Skip: q.Skip,
	})
	if err != nil {
		return nil, 0, fmt.Errorf("board %s: %w", q.Board, err)
	}
	posts := make([]Post, len(rows))
	for i, r := range rows {
		posts[i] = Post{
			ID: r.ID, Title: r.Title, Content: rich(r.Content, r.Html), Image: r.Image, Category: r.Category, Writer: r.Writer, CreatedAt: r.CreatedAt,
			Views: r.Views, Comments: r.Comments, EditedAt: r.EditedAt, Time: Time{r.StartsAt, r.EndsAt},
		}
		posts[i].State = posts[i].state(q.Board, now)
	}
	return posts, total, nil
}

// rich is a stored content; one of before there was rich text has no html.
func rich(text, html string) richtext.Content {
	if html == "" {
		return richtext.Plain(text)
	}
	return richtext.Content{HTML: html, Text: text}
}

// Reader is who reads a post: the language, and the language of the site for what does not exist in it.
type Reader struct {
	Lang, SiteLang string
	Member         string // empty for a guest
}

// View returns a post with its comments and counts the view. Every number that the post ever had leads to it; ID is the one that
// it goes by. Its text is the one that List shows; of a post that is for other languages alone, the site's, else the source. One that is not on the board
// is E001.
func (s *Service) View(ctx context.Context, site string, board Kind, id int64, who Reader) (Post, []Comment, error) {
	q := boarddb.New(s.db)
	r, err := q.View(ctx, boarddb.ViewParams{Site: site, Board: string(board), ID: id, Lang: who.Lang, SiteLang: who.SiteLang, Member: who.Member})
	if errors.Is(err, pgx.ErrNoRows) {
		return Post{}, nil, fault.Failed
	}
	if err != nil {
		return Post{}, nil, fmt.Errorf("board %s: %w", board, err)
	}
	rows, err := q.Comments(ctx, boarddb.CommentsParams{Post: r.ID, Member: who.Member, Count: maxComments})
	if err != nil {
		return Post{}, nil, fmt.Errorf("board %s: comments: %w", board, err)
	}
	comments := make([]Comment, len(rows))
	for i, c := range rows {
		comments[i] = Comment{
			ID: c.ID, Member: c.MemberID, Writer: c.Writer, Content: rich(c.Content, c.Html), CreatedAt: c.CreatedAt, EditedAt: c.EditedAt, Reported: c.Reported,
		}
	}
	at := Time{r.StartsAt, r.EndsAt}
	return Post{
		ID: r.ID, Title: r.Title, Content: rich(r.Content, r.Html), Image: r.Image, Category: r.Category, Writer: r.Writer, CreatedAt: r.CreatedAt,
		Time: at, State: at.state(board, s.clk.Now()),
		Views: r.Views, Comments: int64(len(rows)), EditedAt: r.EditedAt, Member: r.Member, Reported: r.Reported,
	}, comments, nil
}

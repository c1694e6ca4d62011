package board

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"time"
	"unicode/utf8"

	"github.com/jackc/pgx/v5"

	"hubstake/internal/core/fault"
	"hubstake/internal/core/richtext"
	"hubstake/internal/operator/board/boarddb"
	"hubstake/internal/operator/content"
	"hubstake/internal/platform/pg"
)

// maxCategory is the longest category of a post, in code points.
const maxCategory = 20

// freeCategories are the categories that a member may choose for a post of the free board, by their names on the wire.
var freeCategories = []string{"talk", "game", "win", "help"}

// Draft is a post to be published.
type Draft struct {
	Site     string
	Board    Kind
	Category string
	Texts    []Text // each language once, at least one; a member's post has one without a language
	Writer   string
	Member   string // who wrote it on the free board; empty: staff
	Pinned   bool
	Hidden   bool // not published yet
	Time          // of an event
	Quota    Quota

	// Of staff:
	Default  string // the site's default language
	Everyone bool   // readers of a language without a text see that of the default language; else they see nothing
	Version  int32  // of a change: that of the post as staff saw it
}

// lang is the language of the readers who see the source, as its row holds it.
func (d *Draft) lang() string {
	if d.Everyone {
		return ""
	}
	return d.Texts[0].Lang
}

// Quota bounds what a member writes in a day of the site's clock (postsPerDay, commentsPerDay). The zero Quota bounds nothing: it is
// staff's.
type Quota struct {
	Most  int
	Since time.Time // when the day began
}

// DayQuota is the quota of a day of the site's clock.
func (s *Service) DayQuota(most int, loc *time.Location) Quota {
	y, m, d := s.clk.Now().In(loc).Date()
	return Quota{Most: most, Since: time.Date(y, m, d, 0, 0, 0, 0, loc)}
}

// spend refuses with E002 what is more than the quota. Two posts of a member at once follow each other until tx ends.
func (q Quota) spend(ctx context.Context, tx pgx.Tx, memID string, count func(*boarddb.Queries) (int64, error)) error {
	if q.Since.IsZero() {
		return nil
	}
	db := boarddb.New(tx)
	if err := db.LockWriter(ctx, memID); err != nil {
		return fmt.Errorf("board: quota: %w", err)
	}
	n, err := count(db)
	if err != nil {
		return fmt.Errorf("board: quota: %w", err)
	}
	if n >= int64(q.Most) {
		return fault.TryLater
	}
	return nil
}

// Create publishes a post within tx and returns its ID. E001: what check refuses.
func (s *Service) Create(ctx context.Context, tx pgx.Tx, d Draft) (int64, error) {
	return s.create(ctx, tx, &d)
}

func (s *Service) create(ctx context.Context, tx pgx.Tx, d *Draft) (int64, error) {
	if err := s.check(ctx, tx, d, Text{}); err != nil {
		return 0, err
	}
	q, first := boarddb.New(tx), d.Texts[0]
	p := boarddb.CreateParams{
		SiteID: d.Site, Board: string(d.Board), Source: first.Lang, Category: d.Category, Title: first.Title, Content: first.Content.Text, Html: first.Content.HTML,
		Image: first.Image, Writer: d.Writer, Pinned: d.Pinned, Published: !d.Hidden, StartsAt: d.Since, EndsAt: d.Until, CreatedAt: s.clk.Now(),
	}
	if d.Member != "" {
		p.MemberID = &d.Member
	} else {
		p.Lang = d.lang()
	}
	id, err := q.Create(ctx, p)
	if err != nil {
		return 0, fmt.Errorf("board %s: create: %w", d.Board, err)
	}
	if d.Member != "" {
		return id, nil
	}
	if _, err := q.Lead(ctx, boarddb.LeadParams{Site: d.Site, Board: string(d.Board), ID: id}); err != nil {
		return 0, fmt.Errorf("board %s: create: %w", d.Board, err)
	}
	for _, t := range d.Texts[1:] {
		if err := s.setText(ctx, q, id, d, t, moments{}); err != nil {
			return 0, err
		}
	}
	return id, ticker(ctx, tx, d.Site, d.Board)
}

// moments are when a text was checked, and when its words changed if it is the source.
type moments struct{ checked, worded *time.Time }

// setText writes a text of a post of staff.
func (s *Service) setText(ctx context.Context, q *boarddb.Queries, post int64, d *Draft, t Text, at moments) error {
	p := boarddb.SetTextParams{
		Post: post, Lang: t.Lang, Category: d.Category, Title: t.Title, Content: t.Content.Text, Html: t.Content.HTML, Image: t.Image, Pinned: d.Pinned,
		Published: !d.Hidden, Draft: t.Draft, Since: d.Since, Until: d.Until, Checked: at.checked, Worded: at.worded,
	}
	if t.Lang == d.Texts[0].Lang {
		p.Lang, p.Source = d.lang(), t.Lang
	}
	if err := q.SetText(ctx, p); err != nil {
		return fmt.Errorf("board %s: text: %w", d.Board, err)
	}
	return nil
}

// check brings a draft in order: the texts of staff as content.Arrange has them, was being the source until now. E001: an unknown board, a long category, a
// time that does not fit, texts that content.Arrange refuses, of a member another number of texts than one without a language, and pictures that
// content.ChoosePictures refuses or that the board does not show.
func (s *Service) check(ctx context.Context, tx pgx.Tx, d *Draft, was Text) (err error) {
	if !d.Board.known() || utf8.RuneCountInString(d.Category) > maxCategory || !d.fits(d.Board) {
		return fault.Failed
	}
	if d.Member != "" {
		if len(d.Texts) != 1 || d.Texts[0].Lang != "" {
			return fault.Failed
		}
		return nil
	}
	if d.Texts, err = content.Arrange(d.Texts, d.Default, d.Everyone, was); err != nil {
		return err
	}
	if !d.Board.pictured() && slices.ContainsFunc(d.Texts, func(t Text) bool { return t.Image != "" }) {
		return fault.Failed
	}
	return content.ChoosePictures(ctx, tx, d.Site, s.clk.Now(), d.Texts)
}

// fits reports whether a post of a board may have this time: only events have one, and they end after they begin.
func (t Time) fits(board Kind) bool {
	if board != Event {
		return t == Time{}
	}
	return t.Since == nil || t.Until == nil || t.Since.Before(*t.Until)
}

// Write publishes what a member wrote on the free board. E001: a category that the board does not have. E002: as many of the day were
// published as the quota allows.
func (s *Service) Write(ctx context.Context, d Draft) (p Post, err error) {
	d.Board, d.Pinned, d.Hidden = Free, false, false
	if len(d.Texts) == 0 || !freeCategory(d.Category) {
		return Post{}, fault.Failed
	}
	p = Post{Title: d.Texts[0].Title, Content: d.Texts[0].Content, Category: d.Category, Writer: d.Writer, CreatedAt: s.clk.Now()}
	err = pg.InTx(ctx, s.db, func(tx pgx.Tx) error {
		err = d.Quota.spend(ctx, tx, d.Member, func(q *boarddb.Queries) (int64, error) {
			return q.PostsSince(ctx, boarddb.PostsSinceParams{Member: &d.Member, Since: d.Quota.Since})
		})
		if err != nil {
			return err
		}
		p.ID, err = s.Create(ctx, tx, d)
		return err
	})
	return p, err
}

// freeCategory reports whether a member may give a post this category; none is one.
func freeCategory(c string) bool { return c == "" || slices.Contains(freeCategories, c) }

// Remark is a comment to be made.
type Remark struct {
	Site, Member string
	Post         int64
	Writer       string
	Content      richtext.Content
	Quota        Quota
}

// Comment adds a comment. A post that is not there, or takes none, is E001; more than the quota is E002.
func (s *Service) Comment(ctx context.Context, r Remark) (Comment, error) {
	c := Comment{Member: r.Member, Writer: r.Writer, Content: r.Content, CreatedAt: s.clk.Now()}
	err := pg.InTx(ctx, s.db, func(tx pgx.Tx) error {
		err := r.Quota.spend(ctx, tx, r.Member, func(q *boarddb.Queries) (int64, error) {
			return q.CommentsSince(ctx, boarddb.CommentsSinceParams{Member: r.Member, Since: r.Quota.Since})
		})
		if err != nil {
			return err
		}
		c.ID, err = boarddb.New(tx).Comment(ctx, boarddb.CommentParams{
			Site: r.Site, Member: r.Member, Writer: r.Writer, Content: r.Content.Text, Html: r.Content.HTML, At: c.CreatedAt, Post: r.Post, Boards: commented,
		})
		return err
	})
	if _, refused := fault.Of(err); refused {
		return Comment{}, err
	}
	if errors.Is(err, pgx.ErrNoRows) {
		return Comment{}, fault.Failed
	}
	if err != nil {
		return Comment{}, fmt.Errorf("board: comment: %w", err)
	}
	return c, nil
}

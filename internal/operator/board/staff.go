package board

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"strconv"
	"time"

	"github.com/jackc/pgx/v5"

	"hubstake/internal/core/event"
	"hubstake/internal/core/fault"
	"hubstake/internal/core/paging"
	"hubstake/internal/core/richtext"
	"hubstake/internal/live/outbox"
	"hubstake/internal/operator/audit"
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
	Deleted   bool // by the member who wrote it; it cannot be shown again
	CreatedAt time.Time
	Time
}

// StaffList returns a page of a board for staff, in all languages and also what is not published, the newest first, and how many
// there are. A post is found by its title in any language. A board that does not exist is E001.
func (s *Service) StaffList(ctx context.Context, site string, board Kind, title string, page paging.Slice) ([]Entry, int64, error) {
	if !board.known() {
		return nil, 0, fault.Failed
	}
	q, part := boarddb.New(s.db), pg.Contains(title)
	total, err := q.StaffListCount(ctx, boarddb.StaffListCountParams{Site: site, Board: string(board), Title: part})
	if err != nil {
		return nil, 0, fmt.Errorf("board staff list: %w", err)
	}
	rows, err := q.StaffList(ctx, boarddb.StaffListParams{Site: site, Board: string(board), Title: part, Count: page.Count, Skip: page.Skip})
	if err != nil {
		return nil, 0, fmt.Errorf("board staff list: %w", err)
	}
	out := []Entry{}
	for _, r := range rows {
		if last := len(out) - 1; last < 0 || out[last].ID != r.ID {
			e := Entry{
				ID: r.ID, Category: r.Category, Writer: r.Writer, Views: r.Views, Pinned: r.Pinned, Published: r.Published, Deleted: r.Removed, CreatedAt: r.CreatedAt,
				Time: Time{r.StartsAt, r.EndsAt},
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

// Save publishes a post of staff, or with an ID rewrites the post that any of its IDs names, and returns the ID. A language that the
// draft lacks is removed from the post; its ID still leads there. E001: what Create refuses, a text without a content on a board other
// than the ticker, a missing post and a member's post.
func (s *Service) Save(ctx context.Context, by audit.Actor, id int64, d Draft) (int64, error) {
	if d.Board != Marquee && slices.ContainsFunc(d.Texts, func(t Text) bool { return t.Content.HTML == "" }) {
		return 0, fault.Failed
	}
	post := id
	err := audit.Act(ctx, s.db, func(tx pgx.Tx) (_ *audit.Entry, err error) {
		if id == 0 {
			post, err = s.Create(ctx, tx, d)
		} else {
			err = s.change(ctx, tx, id, d)
		}
		if err != nil {
			return nil, err
		}
		return note(by, d.Site, "board.save", post, map[string]any{
			"board": d.Board, "title": d.Texts[0].Title, "texts": len(d.Texts), "published": !d.Hidden,
		}), nil
	})
	return post, err
}

// change rewrites a post of staff, named by any of its IDs, within tx. A language that the draft lacks is removed from the post; its
// ID still leads there. A missing post, a member's post and texts that Create refuses are E001.
func (s *Service) change(ctx context.Context, tx pgx.Tx, id int64, d Draft) error {
	langs, err := d.languages()
	if err != nil {
		return err
	}
	q := boarddb.New(tx)
	post, err := q.Lead(ctx, boarddb.LeadParams{Site: d.Site, Board: string(d.Board), ID: id})
	if errors.Is(err, pgx.ErrNoRows) {
		return fault.Failed
	}
	if err != nil {
		return fmt.Errorf("board %s: change: %w", d.Board, err)
	}
	err = q.KeepTexts(ctx, boarddb.KeepTextsParams{Post: &post, Langs: langs, Category: d.Category, Pinned: d.Pinned, Since: d.Since, Until: d.Until})
	if err != nil {
		return fmt.Errorf("board %s: change: %w", d.Board, err)
	}
	for _, t := range d.Texts {
		err = q.SetText(ctx, boarddb.SetTextParams{
			Post: post, Lang: t.Lang, Category: d.Category, Title: t.Title, Content: t.Content.Text, Html: t.Content.HTML, Pinned: d.Pinned, Published: !d.Hidden,
			Since: d.Since, Until: d.Until,
		})
		if err != nil {
			return fmt.Errorf("board %s: change: %w", d.Board, err)
		}
	}
	return ticker(ctx, tx, d.Site, d.Board)
}

// Publish shows or hides a post; hiding it decides its reports. A missing post, or one that its member deleted, is E001.
func (s *Service) Publish(ctx context.Context, by audit.Actor, site string, id int64, published bool) error {
	return audit.Act(ctx, s.db, func(tx pgx.Tx) (*audit.Entry, error) {
		post, err := boarddb.New(tx).Publish(ctx, boarddb.PublishParams{Site: site, ID: id, Published: published})
		if errors.Is(err, pgx.ErrNoRows) {
			return nil, fault.Failed
		}
		if err != nil {
			return nil, fmt.Errorf("board: publish: %w", err)
		}
		if !published {
			if _, err := s.decide(ctx, tx, by, site, reported{post: post.PostID}, decidedHide); err != nil {
				return nil, err
			}
		}
		return note(by, site, "board.publish", id, map[string]any{"idx": id, "published": published}), ticker(ctx, tx, site, Kind(post.Board))
	})
}

// PublishComment shows or hides a comment; hiding it decides its reports. A missing comment, or one that its member deleted, is E001.
func (s *Service) PublishComment(ctx context.Context, by audit.Actor, site string, id int64, published bool) error {
	return audit.Act(ctx, s.db, func(tx pgx.Tx) (*audit.Entry, error) {
		post, err := boarddb.New(tx).HideComment(ctx, boarddb.HideCommentParams{Site: site, ID: id, Hidden: !published})
		if errors.Is(err, pgx.ErrNoRows) {
			return nil, fault.Failed
		}
		if err != nil {
			return nil, fmt.Errorf("board: hide comment: %w", err)
		}
		if !published {
			if _, err := s.decide(ctx, tx, by, site, reported{post: post, comment: &id}, decidedHide); err != nil {
				return nil, err
			}
		}
		return note(by, site, "board.comment", id, map[string]any{"post": post, "published": published}), nil
	})
}

// note returns the entry of the audit for what staff did with a post or a comment.
func note(by audit.Actor, site, action string, id int64, detail any) *audit.Entry {
	return &audit.Entry{Actor: by, Site: site, Action: action, Target: strconv.FormatInt(id, 10), Detail: detail}
}

// ticker tells the site that its marquee is another one.
func ticker(ctx context.Context, tx pgx.Tx, site string, board Kind) error {
	if board != Marquee {
		return nil
	}
	return outbox.Write(ctx, tx, event.Event{Site: site, Cmd: event.Marquee})
}

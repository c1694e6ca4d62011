package board

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"slices"
	"strconv"
	"time"

	"github.com/jackc/pgx/v5"
	"github.com/jackc/pgx/v5/pgxpool"

	"hubstake/internal/core/event"
	"hubstake/internal/core/fault"
	"hubstake/internal/core/paging"
	"hubstake/internal/live/outbox"
	"hubstake/internal/operator/audit"
	"hubstake/internal/operator/board/boarddb"
	"hubstake/internal/operator/content"
)

// Text of a post in a language; what a member wrote has none.
type Text = content.Text

// Entry is a post as staff see it.
type Entry struct {
	ID        int64
	Version   int32  // of what staff saved, from 1; a save names the one that it changes
	Texts     []Text // at least one, the source first
	Everyone  bool   // readers of languages without a text see that of the default language
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
// there are. A post is found by its title in any language; fallback is the site's default language. A board that does not exist is E001.
func (s *Service) StaffList(ctx context.Context, site, fallback string, board Kind, title string, page paging.Slice) ([]Entry, int64, error) {
	if !board.known() {
		return nil, 0, fault.Failed
	}
	q, part := boarddb.New(s.db), title
	total, err := q.StaffListCount(ctx, boarddb.StaffListCountParams{Site: site, Board: string(board), Title: part})
	if err != nil {
		return nil, 0, fmt.Errorf("board staff list: %w", err)
	}
	rows, err := q.StaffList(ctx, boarddb.StaffListParams{Site: site, Board: string(board), Title: part, Count: page.Count, Skip: page.Skip})
	if err != nil {
		return nil, 0, fmt.Errorf("board staff list: %w", err)
	}
	ids := make([]int64, len(rows))
	for i, r := range rows {
		ids[i] = r.ID
	}
	written, err := textsOf(ctx, q, fallback, ids...)
	if err != nil {
		return nil, 0, err
	}
	out := make([]Entry, 0, len(rows))
	for _, r := range rows {
		texts := written[r.ID]
		if len(texts) == 0 {
			continue // the post was changed between the two reads
		}
		e := Entry{
			ID: r.ID, Version: r.Version, Everyone: texts[0].row.Lang == "", Category: r.Category, Writer: r.Writer, Views: r.Views, Pinned: r.Pinned,
			Published: texts[0].row.Published, Deleted: texts[0].row.Removed, CreatedAt: r.CreatedAt, Time: Time{r.StartsAt, r.EndsAt},
		}
		if r.MemberID != nil {
			e.Member = *r.MemberID
		}
		for _, t := range texts {
			if e.Member != "" {
				t.Lang, t.Status = "", ""
			}
			e.Texts = append(e.Texts, t.Text)
		}
		out = append(out, e)
	}
	return out, total, nil
}

// written is a text with its row.
type written struct {
	Text
	row boarddb.TextsRow
}

// textsOf returns the texts of posts by the posts' ids, the source of each first. A post of before there were sources, or of a node of the release before, may
// have none: then it is the text for every language, which counts as one in the default language, else the text in that language, else any.
func textsOf(ctx context.Context, q *boarddb.Queries, fallback string, posts ...int64) (map[int64][]written, error) {
	rows, err := q.Texts(ctx, posts)
	if err != nil {
		return nil, fmt.Errorf("board: texts: %w", err)
	}
	out := map[int64][]written{}
	for _, r := range rows {
		out[r.Post] = append(out[r.Post], written{Text{Lang: r.Lang, Title: r.Title, Content: rich(r.Content, r.Html), Image: r.Image, Draft: r.Draft}, r})
	}
	for _, texts := range out {
		source := 0
		for _, is := range []func(boarddb.TextsRow) bool{
			func(r boarddb.TextsRow) bool { return r.Lang == fallback },
			func(r boarddb.TextsRow) bool { return r.Lang == "" },
			func(r boarddb.TextsRow) bool { return r.Source != "" },
		} {
			if i := slices.IndexFunc(texts, func(t written) bool { return is(t.row) }); i >= 0 {
				source = i
			}
		}
		first := texts[source]
		copy(texts[1:source+1], texts[:source])
		first.Lang, first.Status = cmp.Or(first.row.Lang, first.row.Source, fallback), content.Source
		texts[0] = first
		for i := range texts[1:] {
			t := &texts[i+1]
			t.Status = content.StatusOf(t.Draft, t.row.CheckedAt, first.row.WordedAt)
		}
	}
	return out, nil
}

// Save publishes a post of staff, or with an ID rewrites the post that any of its IDs names, and returns the ID. A language that the
// draft lacks is removed from the post; its ID still leads there. E001: what Create refuses, a text without a content on a board other
// than the ticker, a missing post and a member's post. C019: it was saved, shown or hidden since d.Version.
func (s *Service) Save(ctx context.Context, by audit.Actor, id int64, d Draft) (int64, error) {
	if d.Board != Marquee && slices.ContainsFunc(d.Texts, func(t Text) bool { return t.Content.HTML == "" }) {
		return 0, fault.Failed
	}
	post := id
	err := audit.Act(ctx, s.db, func(tx pgx.Tx) (_ *audit.Entry, err error) {
		if id == 0 {
			post, err = s.create(ctx, tx, &d)
		} else {
			err = s.change(ctx, tx, id, &d)
		}
		if err != nil {
			return nil, err
		}
		return note(by, d.Site, "board.save", post, map[string]any{
			"board": d.Board, "title": d.Texts[0].Title, "texts": len(d.Texts), "published": !d.Hidden, "everyone": d.Everyone,
		}), nil
	})
	return post, err
}

// change rewrites a post of staff, named by any of its IDs, within tx.
func (s *Service) change(ctx context.Context, tx pgx.Tx, id int64, d *Draft) error {
	q := boarddb.New(tx)
	post, err := q.Lead(ctx, boarddb.LeadParams{Site: d.Site, Board: string(d.Board), ID: id})
	if errors.Is(err, pgx.ErrNoRows) {
		return fault.Failed
	}
	if err != nil {
		return fmt.Errorf("board %s: change: %w", d.Board, err)
	}
	if post.Version != d.Version {
		return fault.PaymentProblem
	}
	all, err := textsOf(ctx, q, d.Default, post.ID)
	if err != nil {
		return err
	}
	before := all[post.ID]
	if err := s.check(ctx, tx, d, before[0].Text); err != nil {
		return err
	}
	langs := []string{d.lang()}
	for _, t := range d.Texts[1:] {
		langs = append(langs, t.Lang)
	}
	err = q.KeepTexts(ctx, boarddb.KeepTextsParams{Post: &post.ID, Langs: langs, Category: d.Category, Pinned: d.Pinned, Since: d.Since, Until: d.Until})
	if err != nil {
		return fmt.Errorf("board %s: change: %w", d.Board, err)
	}
	now := s.clk.Now()
	for i, t := range d.Texts {
		at := moments{}
		if i == 0 {
			at.worded = content.WordedAt(now, t, before[0].Text, before[0].row.WordedAt)
		} else if old := slices.IndexFunc(before[1:], func(b written) bool { return b.Lang == t.Lang }); old >= 0 {
			at.checked = content.CheckedAt(now, t, before[1+old].Text, before[1+old].row.CheckedAt)
		} else {
			at.checked = &now
		}
		if err := s.setText(ctx, q, post.ID, d, t, at); err != nil {
			return err
		}
	}
	if err := q.CountVersion(ctx, post.ID); err != nil {
		return fmt.Errorf("board %s: change: %w", d.Board, err)
	}
	return ticker(ctx, tx, d.Site, d.Board)
}

// Pictures returns the pictures that posts show.
func Pictures(ctx context.Context, db *pgxpool.Pool) ([]content.Shown, error) {
	rows, err := boarddb.New(db).Pictures(ctx)
	if err != nil {
		return nil, fmt.Errorf("board: pictures: %w", err)
	}
	out := make([]content.Shown, len(rows))
	for i, r := range rows {
		out[i] = content.Shown{Site: r.SiteID, Image: r.Image}
	}
	return out, nil
}

// Publish shows or hides a post; hiding it decides its reports. A missing post, or one that its member deleted, is E001.
func (s *Service) Publish(ctx context.Context, by audit.Actor, site string, id int64, published bool) error {
	return audit.Act(ctx, s.db, func(tx pgx.Tx) (*audit.Entry, error) {
		q := boarddb.New(tx)
		post, err := q.LockPost(ctx, boarddb.LockPostParams{Site: site, ID: id})
		if errors.Is(err, pgx.ErrNoRows) {
			return nil, fault.Failed
		}
		if err == nil {
			err = q.Publish(ctx, boarddb.PublishParams{Post: post.ID, Published: published})
		}
		if err != nil {
			return nil, fmt.Errorf("board: publish: %w", err)
		}
		if !published {
			if _, err := s.decide(ctx, tx, by, site, reported{post: post.ID}, decidedHide); err != nil {
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

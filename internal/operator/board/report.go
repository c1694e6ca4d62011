package board

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"time"

	"github.com/jackc/pgx/v5"

	"hubstake/internal/core/fault"
	"hubstake/internal/core/paging"
	"hubstake/internal/core/richtext"
	"hubstake/internal/operator/audit"
	"hubstake/internal/operator/board/boarddb"
	"hubstake/internal/platform/pg"
)

// Reason is why a member reports a post or a comment, by its name on the wire.
type Reason string

// reasons are those that there are.
var reasons = []Reason{"spam", "abuse", "fraud", "privacy", "other"}

const (
	// MaxReportWords is the most that a member may add to a report, in code points.
	MaxReportWords = 300
	// maxReportsADay bounds the reports of a member within 24 hours; one more is E002.
	maxReportsADay = 20
	// maxReportsShown bounds the reports that staff see with a page of reported things.
	maxReportsShown = 500
)

// Report is what a member says of another member's post or comment.
type Report struct {
	Site, Member string
	ID           int64
	Comment      bool // ID is a comment's; else a post's
	Reason       Reason
	Words        string // plain; may be empty
}

// Report brings a post or a comment of another member to staff. A second report of the same thing by a member changes nothing. E001: an
// unknown reason, a thing of the member's own, of staff, or one that is not shown. E002: too many of the last 24 hours.
func (s *Service) Report(ctx context.Context, r Report) error {
	if !slices.Contains(reasons, r.Reason) {
		return fault.Failed
	}
	err := pg.InTx(ctx, s.db, func(tx pgx.Tx) error {
		q, now := boarddb.New(tx), s.clk.Now()
		if err := q.LockWriter(ctx, r.Member); err != nil {
			return err
		}
		again, err := q.Reported(ctx, boarddb.ReportedParams{Member: r.Member, OfComment: r.Comment, ID: r.ID})
		if err != nil || again {
			return err
		}
		n, err := q.ReportsSince(ctx, boarddb.ReportsSinceParams{Member: r.Member, Since: now.Add(-24 * time.Hour)})
		if err != nil {
			return err
		}
		if n >= maxReportsADay {
			return fault.TryLater
		}
		row := boarddb.ReportPostParams{Site: r.Site, ID: r.ID, Member: r.Member, Reason: string(r.Reason), Words: r.Words, At: now}
		if r.Comment {
			n, err = q.ReportComment(ctx, boarddb.ReportCommentParams(row))
		} else {
			n, err = q.ReportPost(ctx, row)
		}
		if err == nil && n == 0 {
			return fault.Failed
		}
		return err
	})
	if _, refused := fault.Of(err); refused || err == nil {
		return err
	}
	return fmt.Errorf("board: report: %w", err)
}

// Reported is a post or a comment with the reports that staff has not decided.
type Reported struct {
	Post    int64
	Comment int64 // 0: the post itself
	Board   Kind
	Title   string // of the post
	Content richtext.Content
	Writer  string
	Member  string // who wrote it
	Deleted bool   // by that member
	Total   int64  // how many reports
	Said    []Said // the newest first
}

// Said is what one member reported.
type Said struct {
	Member  string
	Reason  Reason
	Words   string
	Content string // plain text of the thing at that time
	At      time.Time
}

// Reports returns a page of the posts and comments of a site that staff must look at, the most reported first, and how many there are.
func (s *Service) Reports(ctx context.Context, site string, page paging.Slice) ([]Reported, int64, error) {
	q := boarddb.New(s.db)
	total, err := q.ReportedThingsCount(ctx, site)
	if err != nil {
		return nil, 0, fmt.Errorf("board: reports: %w", err)
	}
	rows, err := q.ReportedThings(ctx, boarddb.ReportedThingsParams{Site: site, Count: page.Count, Skip: page.Skip})
	if err != nil {
		return nil, 0, fmt.Errorf("board: reports: %w", err)
	}
	out, at, posts := make([]Reported, len(rows)), map[[2]int64]int{}, make([]int64, len(rows))
	for i, r := range rows {
		out[i] = Reported{
			Post: r.PostID, Board: Kind(r.Board), Title: r.Title, Content: rich(r.Content, r.Html), Writer: r.Writer, Member: r.MemberID,
			Deleted: r.Removed, Total: r.Total,
		}
		if r.CommentID != nil {
			out[i].Comment = *r.CommentID
		}
		at[[2]int64{r.PostID, out[i].Comment}], posts[i] = i, r.PostID
	}
	said, err := q.OpenReports(ctx, boarddb.OpenReportsParams{Site: site, Posts: posts, Count: maxReportsShown})
	if err != nil {
		return nil, 0, fmt.Errorf("board: reports: %w", err)
	}
	for _, r := range said {
		thing := [2]int64{r.PostID, 0}
		if r.CommentID != nil {
			thing[1] = *r.CommentID
		}
		if i, ok := at[thing]; ok {
			out[i].Said = append(out[i].Said, Said{Member: r.MemberID, Reason: Reason(r.Reason), Words: r.Words, Content: r.Content, At: r.CreatedAt})
		}
	}
	return out, total, nil
}

// The decisions about reports, as they are stored.
const (
	decidedHide    = "hide"
	decidedDismiss = "dismiss"
)

// reported names a post or, with a comment, a comment on it.
type reported struct {
	post    int64
	comment *int64
}

// decide closes the open reports of a thing and returns how many there were.
func (s *Service) decide(ctx context.Context, tx pgx.Tx, by audit.Actor, site string, r reported, decision string) (int64, error) {
	n, err := boarddb.New(tx).DecideReports(ctx, boarddb.DecideReportsParams{
		Site: site, Post: r.post, Comment: r.comment, Decision: decision, Staff: by.ID, At: s.clk.Now(),
	})
	if err != nil {
		return 0, fmt.Errorf("board: decide reports: %w", err)
	}
	return n, nil
}

// DecideReports closes the reports of a post, or of a comment: hide takes the thing out of sight, else it stays. E001: the site has no
// such thing, or it has no open report, for instance because another operator decided first.
func (s *Service) DecideReports(ctx context.Context, by audit.Actor, site string, id int64, comment, hide bool) error {
	return audit.Act(ctx, s.db, func(tx pgx.Tx) (*audit.Entry, error) {
		q, thing, kind, decision := boarddb.New(tx), reported{post: id}, "post", decidedDismiss
		if comment {
			post, err := q.CommentPost(ctx, boarddb.CommentPostParams{Site: site, ID: id})
			if errors.Is(err, pgx.ErrNoRows) {
				return nil, fault.Failed
			}
			if err != nil {
				return nil, fmt.Errorf("board: decide reports: %w", err)
			}
			thing, kind = reported{post: post, comment: &id}, "comment"
		}
		if hide {
			decision = decidedHide
			if err := hideReported(ctx, q, site, id, comment); err != nil {
				return nil, fmt.Errorf("board: decide reports: %w", err)
			}
		}
		n, err := s.decide(ctx, tx, by, site, thing, decision)
		if err != nil {
			return nil, err
		}
		if n == 0 {
			return nil, fault.Failed
		}
		return note(by, site, "board.report", id, map[string]any{"kind": kind, "post": thing.post, "decision": decision, "reports": n}), nil
	})
}

// hideReported takes a post or a comment out of sight; one that its member deleted stays as it is.
func hideReported(ctx context.Context, q *boarddb.Queries, site string, id int64, comment bool) error {
	if !comment {
		return q.HideReportedPost(ctx, boarddb.HideReportedPostParams{Site: site, ID: id})
	}
	_, err := q.HideComment(ctx, boarddb.HideCommentParams{Site: site, ID: id, Hidden: true})
	if errors.Is(err, pgx.ErrNoRows) {
		return nil
	}
	return err
}

package board

import (
	"context"
	"time"

	"hubstake/api/admin/caller"
	"hubstake/internal/access/httpx"
	"hubstake/internal/core/paging"
	"hubstake/internal/operator/board"
)

// ReportsRequest asks for a page of the posts and comments that members reported.
type ReportsRequest struct {
	paging.Request
}

// ReportedRow is a post or a comment with the reports that wait for a decision.
type ReportedRow struct {
	Idx       int64      `json:"idx"`     // of the post or the comment
	Comment   bool       `json:"comment"` // idx is a comment's
	PostIdx   int64      `json:"postIdx"`
	BoardType board.Kind `json:"boardType"`
	Title     string     `json:"title"`   // of the post
	Content   string     `json:"content"` // rich text, cleaned, as it is now
	Writer    string     `json:"writer"`
	MemID     string     `json:"memId"`   // who wrote it
	Deleted   bool       `json:"deleted"` // by that member
	Total     int64      `json:"total"`   // how many reports
	Reports   []Said     `json:"reports"` // the newest first
}

// Said is what one member reported.
type Said struct {
	MemID     string       `json:"memId"`
	Reason    board.Reason `json:"reason"` // spam, abuse, fraud, privacy or other
	Words     string       `json:"words"`
	Content   string       `json:"content"` // plain text of the post or the comment when it was reported
	CreatedAt time.Time    `json:"createdAt"`
}

// ReportsAnswer is a page of reported posts and comments, the most reported first.
type ReportsAnswer struct {
	List     []ReportedRow `json:"list"`
	PageInfo paging.Info   `json:"pageInfo"`
}

func (a *API) reports(ctx context.Context, who httpx.Caller, req ReportsRequest) (ReportsAnswer, error) {
	found, total, err := a.boards.Reports(ctx, who.Site, req.Slice())
	if err != nil {
		return ReportsAnswer{}, err
	}
	out := ReportsAnswer{List: make([]ReportedRow, len(found)), PageInfo: req.Info(total)}
	for i, r := range found {
		row := ReportedRow{
			Idx: r.Post, Comment: r.Comment != 0, PostIdx: r.Post, BoardType: r.Board, Title: r.Title, Content: r.Content.HTML, Writer: r.Writer,
			MemID: r.Member, Deleted: r.Deleted, Total: r.Total, Reports: make([]Said, len(r.Said)),
		}
		if row.Comment {
			row.Idx = r.Comment
		}
		for n, said := range r.Said {
			row.Reports[n] = Said{MemID: said.Member, Reason: said.Reason, Words: said.Words, Content: said.Content, CreatedAt: said.At}
		}
		out.List[i] = row
	}
	return out, nil
}

// DecideRequest closes the reports of a post or a comment.
type DecideRequest struct {
	Idx     int64 `json:"idx"`
	Comment bool  `json:"comment,omitzero"` // idx is a comment's
	Hide    bool  `json:"hide"`             // take it out of sight; else it stays
}

func (a *API) decideReports(ctx context.Context, who httpx.Caller, req DecideRequest) (httpx.None, error) {
	return httpx.None{}, a.boards.DecideReports(ctx, caller.Actor(who), who.Site, req.Idx, req.Comment, req.Hide)
}

package board

import (
	"context"
	"strings"

	"hubstake/internal/access/httpx"
	"hubstake/internal/core/fault"
	"hubstake/internal/core/richtext"
	"hubstake/internal/operator/board"
)

// OwnRequest names a post of the free board, or a comment, that the member wrote.
type OwnRequest struct {
	Idx int64 `json:"idx"`
}

// ChangePostRequest rewrites the member's own post on the free board.
type ChangePostRequest struct {
	OwnRequest
	Title    string `json:"title"`   // plain text, 1 to 100 characters
	Content  string `json:"content"` // rich text, 1 to 10,000 characters; cleaned
	Category string `json:"category,omitzero"`
}

// ChangeCommentRequest rewrites the member's own comment.
type ChangeCommentRequest struct {
	OwnRequest
	Content string `json:"content"` // rich text; cleaned
}

func own(who httpx.Caller, req OwnRequest) board.Own {
	return board.Own{Site: who.Site, Member: who.MemID, ID: req.Idx}
}

func (a *API) changePost(ctx context.Context, who httpx.Caller, req ChangePostRequest) (httpx.None, error) {
	title, fits := richtext.Title(req.Title)
	content, ok := richtext.Clean(req.Content)
	if !fits || !ok {
		return httpx.None{}, fault.Failed
	}
	return httpx.None{}, a.Boards.ChangeOwn(ctx, own(who, req.OwnRequest), req.Category, board.Text{Title: title, Content: content})
}

func (a *API) deletePost(ctx context.Context, who httpx.Caller, req OwnRequest) (httpx.None, error) {
	return httpx.None{}, a.Boards.DeleteOwn(ctx, own(who, req))
}

func (a *API) changeComment(ctx context.Context, who httpx.Caller, req ChangeCommentRequest) (httpx.None, error) {
	content, ok := richtext.Clean(req.Content)
	if !ok {
		return httpx.None{}, fault.Failed
	}
	return httpx.None{}, a.Boards.ChangeOwnComment(ctx, own(who, req.OwnRequest), content)
}

func (a *API) deleteComment(ctx context.Context, who httpx.Caller, req OwnRequest) (httpx.None, error) {
	return httpx.None{}, a.Boards.DeleteOwnComment(ctx, own(who, req))
}

// ReportRequest brings another member's post or comment to staff.
type ReportRequest struct {
	Idx    int64        `json:"idx"`
	Reason board.Reason `json:"reason"`         // spam, abuse, fraud, privacy or other
	Words  string       `json:"words,omitzero"` // plain text, 300 characters at most
}

func (a *API) reportPost(ctx context.Context, who httpx.Caller, req ReportRequest) (httpx.None, error) {
	return httpx.None{}, a.report(ctx, who, req, false)
}

func (a *API) reportComment(ctx context.Context, who httpx.Caller, req ReportRequest) (httpx.None, error) {
	return httpx.None{}, a.report(ctx, who, req, true)
}

func (a *API) report(ctx context.Context, who httpx.Caller, req ReportRequest, comment bool) error {
	r := board.Report{Site: who.Site, Member: who.MemID, ID: req.Idx, Comment: comment, Reason: req.Reason}
	if strings.TrimSpace(req.Words) != "" {
		words, ok := richtext.Text(req.Words, 1, board.MaxReportWords)
		if !ok {
			return fault.Failed
		}
		r.Words = words.Text
	}
	return a.Boards.Report(ctx, r)
}

package board

import (
	"context"
	"errors"
	"fmt"

	"github.com/jackc/pgx/v5"

	"hubstake/internal/core/fault"
	"hubstake/internal/core/richtext"
	"hubstake/internal/operator/board/boarddb"
)

// Own names a post or a comment of the member who wants to change or delete it.
type Own struct {
	Site, Member string
	ID           int64
}

// ChangeOwn rewrites a member's own post on the free board. E001: a post that is not the member's, hidden or deleted, and a category
// that the board does not have.
func (s *Service) ChangeOwn(ctx context.Context, o Own, category string, t Text) error {
	if !freeCategory(category) {
		return fault.Failed
	}
	now := s.clk.Now()
	_, err := boarddb.New(s.db).ChangeOwn(ctx, boarddb.ChangeOwnParams{
		Site: o.Site, ID: o.ID, Member: o.Member, Title: t.Title, Content: t.Content.Text, Html: t.Content.HTML, Category: category, At: &now,
	})
	return ownOrMissing("change post", err)
}

// DeleteOwn deletes a member's own post for everybody but staff, and its comments with it. E001: a post that is not the member's, or
// deleted.
func (s *Service) DeleteOwn(ctx context.Context, o Own) error {
	_, err := boarddb.New(s.db).DeleteOwn(ctx, boarddb.DeleteOwnParams{Site: o.Site, ID: o.ID, Member: o.Member})
	return ownOrMissing("delete post", err)
}

// ChangeOwnComment rewrites a member's own comment. E001: a comment that is not the member's, hidden or deleted, or whose post is.
func (s *Service) ChangeOwnComment(ctx context.Context, o Own, content richtext.Content) error {
	now := s.clk.Now()
	_, err := boarddb.New(s.db).ChangeOwnComment(ctx, boarddb.ChangeOwnCommentParams{
		Site: o.Site, ID: o.ID, Member: o.Member, Content: content.Text, Html: content.HTML, At: &now,
	})
	return ownOrMissing("change comment", err)
}

// DeleteOwnComment deletes a member's own comment for everybody but staff. E001: a comment that is not the member's, or deleted.
func (s *Service) DeleteOwnComment(ctx context.Context, o Own) error {
	_, err := boarddb.New(s.db).DeleteOwnComment(ctx, boarddb.DeleteOwnCommentParams{Site: o.Site, ID: o.ID, Member: o.Member})
	return ownOrMissing("delete comment", err)
}

// ownOrMissing turns "no such row" into E001: what another member wrote is treated as if it did not exist.
func ownOrMissing(what string, err error) error {
	if errors.Is(err, pgx.ErrNoRows) {
		return fault.Failed
	}
	if err != nil {
		return fmt.Errorf("board: %s: %w", what, err)
	}
	return nil
}

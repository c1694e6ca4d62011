package message

import (
	"context"
	"errors"
	"fmt"
	"time"

	"github.com/jackc/pgx/v5"

	"hubstake/internal/core/fault"
	"hubstake/internal/core/paging"
	"hubstake/internal/operator/message/messagedb"
	"hubstake/internal/platform/pg"
)

// Reader is the member who looks at or changes own messages.
type Reader struct {
	Site, Member string
	Trace        string
}

// Message as its member sees it.
type Message struct {
	ID             int64
	Title, Content string
	SentAt         time.Time
	Read           bool
}

// List returns a page of the messages that a member can see, newest first, and how many there are. Messages that became too
// old since the last change are no longer counted as unread.
func (s *Service) List(ctx context.Context, who Reader, page paging.Slice) (list []Message, total int64, err error) {
	err = pg.InTx(ctx, s.db, func(tx pgx.Tx) error {
		return s.change(ctx, tx, who.Site, who.Member, who.Trace, func(q *messagedb.Queries, since time.Time) error {
			var err error
			if total, err = q.Visible(ctx, messagedb.VisibleParams{MemberID: who.Member, Since: since, Visible: visible}); err != nil {
				return err
			}
			rows, err := q.List(ctx, messagedb.ListParams{
				MemberID: who.Member, Since: since, Visible: visible, Count: page.Count, Skip: page.Skip,
			})
			list = make([]Message, len(rows))
			for i, r := range rows {
				list[i] = Message{ID: r.ID, Title: r.Title, Content: r.Content, SentAt: r.SentAt, Read: r.Read}
			}
			return err
		})
	})
	if err != nil {
		return nil, 0, err
	}
	return list, total, nil
}

// Sent is a message as staff sees it.
type Sent struct {
	ID                int64
	Title, Content    string
	SentAt            time.Time
	ReadAt, DeletedAt *time.Time // by the member; nil: not yet
}

// SentTo returns a page of the messages that a member was sent in a period, newest first, and how many there are. It marks nothing read.
func (s *Service) SentTo(ctx context.Context, siteID, memID string, p paging.Period, page paging.Slice) ([]Sent, int64, error) {
	q := messagedb.New(s.db)
	total, err := q.SentCount(ctx, messagedb.SentCountParams{MemberID: memID, SiteID: siteID, Since: p.Since, Until: p.Until})
	if err != nil {
		return nil, 0, fmt.Errorf("message: sent: %w", err)
	}
	rows, err := q.Sent(ctx, messagedb.SentParams{
		MemberID: memID, SiteID: siteID, Since: p.Since, Until: p.Until, Count: page.Count, Skip: page.Skip,
	})
	if err != nil {
		return nil, 0, fmt.Errorf("message: sent: %w", err)
	}
	out := make([]Sent, len(rows))
	for i, r := range rows {
		out[i] = Sent(r)
	}
	return out, total, nil
}

// Read returns a message and marks it read. One that is not the member's own is E001.
func (s *Service) Read(ctx context.Context, who Reader, id int64) (m Message, err error) {
	_, err = s.MarkRead(ctx, who, []int64{id})
	if err != nil {
		return m, err
	}
	r, err := messagedb.New(s.db).Get(ctx, messagedb.GetParams{MemberID: who.Member, ID: id})
	if errors.Is(err, pgx.ErrNoRows) {
		return m, fault.Failed
	}
	if err != nil {
		return m, fmt.Errorf("message: read: %w", err)
	}
	return Message{ID: r.ID, Title: r.Title, Content: r.Content, SentAt: r.SentAt, Read: r.Read}, nil
}

// MarkRead marks messages read, all of the member's when no ids are given, and returns how many were not.
func (s *Service) MarkRead(ctx context.Context, who Reader, ids []int64) (changed int64, err error) {
	err = pg.InTx(ctx, s.db, func(tx pgx.Tx) error {
		return s.change(ctx, tx, who.Site, who.Member, who.Trace, func(q *messagedb.Queries, _ time.Time) error {
			now := s.clk.Now()
			var err error
			changed, err = q.MarkRead(ctx, messagedb.MarkReadParams{MemberID: who.Member, Ids: append([]int64{}, ids...), At: &now})
			return err
		})
	})
	return changed, err
}

// Delete takes messages out of the member's sight, all that are read when no ids are given, and returns how many. If one of the
// given ones is unread nothing is deleted: M002.
func (s *Service) Delete(ctx context.Context, who Reader, ids []int64) (changed int64, err error) {
	err = pg.InTx(ctx, s.db, func(tx pgx.Tx) error {
		return s.change(ctx, tx, who.Site, who.Member, who.Trace, func(q *messagedb.Queries, _ time.Time) error {
			unread, err := q.Unread(ctx, messagedb.UnreadParams{MemberID: who.Member, Ids: ids})
			if err != nil {
				return err
			}
			if unread > 0 {
				return fault.MessageUnread
			}
			now := s.clk.Now()
			changed, err = q.Delete(ctx, messagedb.DeleteParams{MemberID: who.Member, Ids: append([]int64{}, ids...), At: &now})
			return err
		})
	})
	return changed, err
}

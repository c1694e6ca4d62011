package message

import (
	"context"
	"errors"
	"fmt"
	"strconv"
	"time"

	"github.com/jackc/pgx/v5"
	"github.com/jackc/pgx/v5/pgxpool"

	"hubstake/internal/core/clock"
	"hubstake/internal/core/event"
	"hubstake/internal/live/outbox"
	"hubstake/internal/operator/message/messagedb"
)

// Limits of the messages that a member can see (D-56).
const (
	keep    = 30 * 24 * time.Hour
	visible = 100
)

// Service sends and shows messages.
type Service struct {
	db  *pgxpool.Pool
	clk clock.Clock
}

// New returns a service.
func New(db *pgxpool.Pool, clk clock.Clock) *Service { return &Service{db: db, clk: clk} }

// Open makes the counter of a new member in tx.
func Open(ctx context.Context, tx pgx.Tx, memID string) error {
	if err := messagedb.New(tx).Open(ctx, memID); err != nil {
		return fmt.Errorf("message: open: %w", err)
	}
	return nil
}

// Counter is how many unread messages a member has, and how often that number changed.
type Counter struct {
	Unread  int
	Version int64
}

// Unread reads the counter of a member; one that was never opened is zero.
func Unread(ctx context.Context, db messagedb.DBTX, memID string) (Counter, error) {
	r, err := messagedb.New(db).Counter(ctx, memID)
	if err != nil && !errors.Is(err, pgx.ErrNoRows) {
		return Counter{}, fmt.Errorf("message: counter: %w", err)
	}
	return Counter{int(r.Unread), r.Version}, nil
}

// Notification is a message to one member.
type Notification struct {
	Site, Member   string
	Title, Content string
	Trace          string
}

// Send adds a message in tx and tells its member.
func (s *Service) Send(ctx context.Context, tx pgx.Tx, l Notification) error {
	if err := Open(ctx, tx, l.Member); err != nil {
		return err
	}
	return s.change(ctx, tx, l.Site, l.Member, l.Trace, func(q *messagedb.Queries, _ time.Time) error {
		_, err := q.Send(ctx, messagedb.SendParams{
			SiteID: l.Site, MemberID: l.Member, Title: l.Title, Content: l.Content, SentAt: s.clk.Now(),
		})
		return err
	})
}

// change runs do under the counter's lock, counts what is unread then, and tells the member if the number is another one.
func (s *Service) change(ctx context.Context, tx pgx.Tx, site, memID, trace string, do func(*messagedb.Queries, time.Time) error) error {
	q := messagedb.New(tx)
	was, err := q.Lock(ctx, memID)
	if errors.Is(err, pgx.ErrNoRows) {
		return nil // no counter: never had a message, so there is nothing to change
	}
	if err != nil {
		return fmt.Errorf("message: lock: %w", err)
	}
	since := s.clk.Now().Add(-keep)
	if err := do(q, since); err != nil {
		return fmt.Errorf("message: %w", err)
	}
	unread, err := q.Count(ctx, messagedb.CountParams{MemberID: memID, Since: since, Visible: visible})
	if err != nil {
		return fmt.Errorf("message: count: %w", err)
	}
	if unread == int64(was.Unread) {
		return nil
	}
	ver, err := q.SetCounter(ctx, messagedb.SetCounterParams{MemberID: memID, Unread: int32(unread)})
	if err != nil {
		return fmt.Errorf("message: counter: %w", err)
	}
	return outbox.Write(ctx, tx, event.Event{
		Site: site, Member: memID, Cmd: event.Msg, Data1: strconv.FormatInt(unread, 10), Ver: ver, Trace: trace,
	})
}

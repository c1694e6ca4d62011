package contenttest_test

import (
	"strconv"
	"testing"
	"time"

	"github.com/jackc/pgx/v5"
	"github.com/jackc/pgx/v5/pgxpool"
	"github.com/stretchr/testify/require"
	"golang.org/x/sync/errgroup"

	"hubstake/internal/core/clock"
	"hubstake/internal/core/fault"
	"hubstake/internal/core/paging"
	"hubstake/internal/operator/message"
	"hubstake/internal/platform/pg"
	"hubstake/internal/testkit/factory"
	"hubstake/internal/testkit/pgtest"
)

type inbox struct {
	*testing.T
	db  *pgxpool.Pool
	clk *clock.Manual
	svc *message.Service
	who message.Reader
}

func openInbox(t *testing.T) inbox {
	t.Helper()
	t.Parallel()
	db, clk := pgtest.DB(t), clock.NewManual(noon)
	m := factory.Member(t, db)
	return inbox{t, db, clk, message.New(db, clk), message.Reader{Site: m.Site, Member: m.MemID}}
}

func (s inbox) send(title string) {
	s.Helper()
	require.NoError(s, pg.InTx(s.Context(), s.db, func(tx pgx.Tx) error {
		return s.svc.Send(s.Context(), tx, message.Notification{Site: s.who.Site, Member: s.who.Member, Title: title, Content: "…"})
	}))
}

func (s inbox) list(p paging.Slice) ([]message.Message, int64) {
	s.Helper()
	list, total, err := s.svc.List(s.Context(), s.who, p)
	require.NoError(s, err)
	return list, total
}

func (s inbox) unread() message.Counter {
	s.Helper()
	c, err := message.Unread(s.Context(), s.db, s.who.Member)
	require.NoError(s, err)
	return c
}

// events are data1 and version of the MSG events, oldest first.
func (s inbox) events() []string {
	s.Helper()
	rows, err := s.db.Query(s.Context(), `SELECT data1 || '@' || ver FROM outbox_event WHERE member = $1 AND cmd = 'MSG' ORDER BY id`, s.who.Member)
	require.NoError(s, err)
	got, err := pgx.CollectRows(rows, pgx.RowTo[string])
	require.NoError(s, err)
	return got
}

func TestAMessageIsCountedUntilItIsRead(t *testing.T) {
	s := openInbox(t)
	s.send("one")
	s.clk.Advance(time.Second)
	s.send("two")
	list, total := s.list(paging.Slice{Count: 10})
	require.EqualValues(t, 2, total)
	require.Equal(t, "two", list[0].Title)
	require.False(t, list[0].Read)

	m, err := s.svc.Read(t.Context(), s.who, list[0].ID)
	require.NoError(t, err)
	require.True(t, m.Read)
	_, err = s.svc.Read(t.Context(), s.who, list[0].ID)
	require.NoError(t, err)
	require.Equal(t, 1, s.unread().Unread)
	require.Equal(t, []string{"1@2", "2@3", "1@4"}, s.events(), "a repeated read changes nothing and says nothing")

	stranger := message.Reader{Site: "demo", Member: factory.Member(t, s.db).MemID}
	_, err = s.svc.Read(t.Context(), stranger, list[1].ID)
	require.ErrorIs(t, err, fault.Failed)
	require.Equal(t, 1, s.unread().Unread)
}

func TestUnreadCannotBeDeletedM002(t *testing.T) {
	s := openInbox(t)
	s.send("one")
	s.send("two")
	list, _ := s.list(paging.Slice{Count: 10})
	_, err := s.svc.MarkRead(t.Context(), s.who, []int64{list[0].ID})
	require.NoError(t, err)
	_, err = s.svc.Delete(t.Context(), s.who, []int64{list[0].ID, list[1].ID})
	require.ErrorIs(t, err, fault.MessageUnread)
	_, total := s.list(paging.Slice{Count: 10})
	require.EqualValues(t, 2, total, "one unread keeps all")

	n, err := s.svc.MarkRead(t.Context(), s.who, nil)
	require.NoError(t, err)
	require.EqualValues(t, 1, n, "no ids: all that are unread")
	n, err = s.svc.Delete(t.Context(), s.who, []int64{list[0].ID, list[1].ID})
	require.NoError(t, err)
	require.EqualValues(t, 2, n)
	_, total = s.list(paging.Slice{Count: 10})
	require.Zero(t, total)
	require.Zero(t, s.unread().Unread)
}

func TestAHundredOfThirtyDaysAreVisibleD56(t *testing.T) {
	s := openInbox(t)
	for i := range 103 {
		s.send(strconv.Itoa(i))
		s.clk.Advance(time.Second)
	}
	require.Equal(t, 100, s.unread().Unread)
	list, total := s.list(paging.Slice{Count: 50, Skip: 50})
	require.EqualValues(t, 100, total)
	require.Equal(t, "3", list[49].Title, "the three oldest are out of sight")

	s.clk.Advance(30*24*time.Hour - 3*time.Second)
	_, total = s.list(paging.Slice{Count: 10})
	require.EqualValues(t, 2, total, "sent less than thirty days ago")
	require.Equal(t, 2, s.unread().Unread, "what grew old is no longer counted")
}

func TestUnreadDoesNotDriftWhenMuchHappensAtOnce(t *testing.T) {
	s := openInbox(t)
	for i := range 20 {
		s.send(strconv.Itoa(i))
	}
	list, _ := s.list(paging.Slice{Count: 20})
	var g errgroup.Group
	start := make(chan struct{})
	do := func(f func() error) { g.Go(func() error { <-start; return f() }) }
	for i := range 10 {
		for range 2 { // two reads of the same message at once
			do(func() error { _, err := s.svc.Read(t.Context(), s.who, list[i].ID); return err })
		}
		do(func() error {
			return pg.InTx(t.Context(), s.db, func(tx pgx.Tx) error {
				return s.svc.Send(t.Context(), tx, message.Notification{Site: "demo", Member: s.who.Member, Title: "more"})
			})
		})
	}
	close(start)
	require.NoError(t, g.Wait())
	var really int
	require.NoError(t, s.db.QueryRow(t.Context(),
		"SELECT count(*) FROM message_message WHERE member_id = $1 AND read_at IS NULL", s.who.Member).Scan(&really))
	require.Equal(t, 20, really)
	c := s.unread()
	require.Equal(t, really, c.Unread)
	got := s.events()
	require.Len(t, got, int(c.Version)-1, "each change has its event")
}

package board_test

import (
	"strings"
	"sync"
	"sync/atomic"
	"testing"
	"time"

	"github.com/jackc/pgx/v5"
	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"hubstake/internal/core/clock"
	"hubstake/internal/core/fault"
	"hubstake/internal/core/paging"
	"hubstake/internal/core/richtext"
	"hubstake/internal/operator/audit"
	"hubstake/internal/operator/board"
	"hubstake/internal/platform/pg"
	"hubstake/internal/testkit/factory"
	"hubstake/internal/testkit/pgtest"
)

var staff = audit.Actor{ID: "staff1"}

// inVietnamese is a post of a site whose default language is Vietnamese: for everyone when its text names no language.
func inVietnamese(d board.Draft) board.Draft {
	d.Default = "vn"
	if d.Texts[0].Lang == "" {
		d.Texts[0].Lang, d.Everyone = "vn", true
	}
	return d
}

func TestPostsAreListedByLanguageAndTheirViewsCounted(t *testing.T) {
	t.Parallel()
	db, clk := pgtest.DB(t), clock.NewManual(time.Date(2026, 9, 10, 3, 0, 0, 0, time.UTC))
	site := factory.Site(t, db)
	svc := board.New(db, clk)
	post := func(d board.Draft) (id int64) {
		d = inVietnamese(d)
		d.Site = site
		require.NoError(t, pg.InTx(t.Context(), db, func(tx pgx.Tx) (err error) {
			id, err = svc.Create(t.Context(), tx, d)
			return err
		}))
		clk.Advance(time.Hour)
		return id
	}
	pinned := post(board.Draft{Board: board.Notice, Texts: []board.Text{{Title: "Rules"}}, Pinned: true})
	post(board.Draft{Board: board.Notice, Texts: []board.Text{{Lang: "ko", Title: "점검 100% 안내"}}})
	post(board.Draft{Board: board.Notice, Texts: []board.Text{{Lang: "en", Title: "Maintenance 100% done"}}})
	post(board.Draft{Board: board.Notice, Texts: []board.Text{{Lang: "en", Title: "Maintenance 1000 done"}}})
	post(board.Draft{Board: board.Marquee, Texts: []board.Text{{Title: "Welcome"}}})

	whole, err := paging.Days{}.Period(time.UTC)
	require.NoError(t, err)
	titles := func(q board.Query) (out []string) {
		t.Helper()
		q.Site, q.SiteLang, q.Count = site, "vn", 10
		if q.Until.IsZero() {
			q.Period = whole
		}
		posts, total, err := svc.List(t.Context(), q)
		require.NoError(t, err)
		require.Len(t, posts, int(total))
		for _, p := range posts {
			out = append(out, p.Title)
		}
		return out
	}
	require.Equal(t, []string{"Rules", "Maintenance 1000 done", "Maintenance 100% done"}, titles(board.Query{Board: board.Notice, Lang: "en"}))
	require.Equal(t, []string{"Rules", "점검 100% 안내"}, titles(board.Query{Board: board.Notice, Lang: "ko"}))
	require.Equal(t, []string{"Maintenance 100% done"}, titles(board.Query{Board: board.Notice, Lang: "en", Title: "e 100% D"}), "signs do not count")
	require.Equal(t, []string{"Maintenance 100% done"}, titles(board.Query{Board: board.Notice, Lang: "en", Title: "%"}), "a sign alone is a sign")
	require.Equal(t, []string{"Welcome"}, titles(board.Query{Board: board.Marquee, Lang: "jp"}))
	early := paging.Period{Since: whole.Since, Until: time.Date(2026, 9, 10, 4, 0, 0, 0, time.UTC)}
	require.Equal(t, []string{"Rules"}, titles(board.Query{Board: board.Notice, Lang: "en", Period: early}), "the end does not belong to a period")

	_, _, err = svc.List(t.Context(), board.Query{Site: site, Board: "qna", Period: whole})
	require.ErrorIs(t, err, fault.Failed)

	for n := range int64(2) {
		p, _, err := svc.View(t.Context(), site, board.Notice, pinned, board.Reader{Lang: "en", SiteLang: "vn"})
		require.NoError(t, err)
		require.Equal(t, n+1, p.Views)
	}
	for _, wrong := range []struct {
		site string
		kind board.Kind
		id   int64
	}{{"other", board.Notice, pinned}, {site, board.Event, pinned}, {site, board.Notice, -1}} {
		_, _, err := svc.View(t.Context(), wrong.site, wrong.kind, wrong.id, board.Reader{Lang: "en", SiteLang: "vn"})
		require.ErrorIs(t, err, fault.Failed)
	}
	var marquees int
	require.NoError(t, db.QueryRow(t.Context(), "SELECT count(*) FROM outbox_event WHERE cmd = 'MARQUEE' AND site = $1", site).Scan(&marquees))
	require.Equal(t, 1, marquees, "only the ticker has an event")
}

func TestMembersWriteOnTheFreeBoardAndStaffTakeOutOfSight(t *testing.T) {
	t.Parallel()
	db, clk := pgtest.DB(t), clock.NewManual(time.Date(2026, 9, 10, 3, 0, 0, 0, time.UTC))
	m := factory.Member(t, db)
	svc := board.New(db, clk)
	whole, err := paging.Days{}.Period(time.UTC)
	require.NoError(t, err)
	list := func() []board.Post {
		t.Helper()
		posts, _, err := svc.List(t.Context(), board.Query{Site: m.Site, Board: board.Free, Lang: "ko", Period: whole, Slice: paging.Slice{Count: 10}})
		require.NoError(t, err)
		return posts
	}
	content := richtext.Content{HTML: "<b>hi</b>", Text: "hi"}
	p, err := svc.Write(t.Context(), board.Draft{Site: m.Site, Member: m.MemID, Writer: m.Nick, Texts: []board.Text{{Title: "Hello", Content: content}}, Pinned: true})
	require.NoError(t, err)
	remark := board.Remark{Site: m.Site, Member: m.MemID, Writer: m.Nick, Post: p.ID, Content: content}
	c, err := svc.Comment(t.Context(), remark)
	require.NoError(t, err)
	p.Comments = 1
	require.Equal(t, []board.Post{p}, list())

	elsewhere := remark
	elsewhere.Site = "other"
	_, err = svc.Comment(t.Context(), elsewhere)
	require.ErrorIs(t, err, fault.Failed)
	_, err = svc.Save(t.Context(), staff, p.ID, inVietnamese(board.Draft{Site: m.Site, Board: board.Free, Texts: []board.Text{{Title: "x", Content: content}}}))
	require.ErrorIs(t, err, fault.Failed, "what a member wrote is not rewritten")

	require.NoError(t, svc.PublishComment(t.Context(), staff, m.Site, c.ID, false))
	var post int64
	require.NoError(t, db.QueryRow(t.Context(), "SELECT (detail ->> 'post')::bigint FROM audit_entry WHERE action = 'board.comment'").Scan(&post))
	require.Equal(t, p.ID, post)
	_, comments, err := svc.View(t.Context(), m.Site, board.Free, p.ID, board.Reader{Lang: "en", SiteLang: "vn"})
	require.NoError(t, err)
	require.Empty(t, comments)
	require.ErrorIs(t, svc.Publish(t.Context(), staff, "other", p.ID, false), fault.Failed)
	require.NoError(t, svc.Publish(t.Context(), staff, m.Site, p.ID, false))
	require.Empty(t, list())
	_, err = svc.Comment(t.Context(), remark)
	require.ErrorIs(t, err, fault.Failed, "a post out of sight is not there")
	desk, total, err := svc.StaffList(t.Context(), m.Site, "vn", board.Free, "hell", paging.Slice{Count: 10})
	require.NoError(t, err)
	require.EqualValues(t, 1, total)
	require.Equal(t, []any{m.MemID, false}, []any{desk[0].Member, desk[0].Published})
}

// Posts of before there was rich text are text, and read as such.
func TestAPostOfBeforeIsMadeRichWhenItIsRead(t *testing.T) {
	t.Parallel()
	db := pgtest.DB(t)
	site := factory.Site(t, db)
	var id int64
	require.NoError(t, db.QueryRow(t.Context(), `INSERT INTO board_post (site_id, board, title, content) VALUES ($1, 'notice', 'Old', $2) RETURNING id`,
		site, "a < b\nc").Scan(&id))
	p, _, err := board.New(db, clock.System{}).View(t.Context(), site, board.Notice, id, board.Reader{Lang: "en", SiteLang: "vn"})
	require.NoError(t, err)
	require.Equal(t, richtext.Content{HTML: "a &lt; b<br>c", Text: "a < b\nc"}, p.Content)
}

func TestTheListsReadAnIndex(t *testing.T) {
	t.Parallel()
	db := pgtest.DB(t)
	factory.Site(t, db)
	_, err := db.Exec(t.Context(), `INSERT INTO board_post (site_id, board, title, created_at)
		SELECT 'demo', (ARRAY['mq','notice','event','faq','board'])[1 + n % 5], 't' || n, now() - n * interval '1 minute' FROM generate_series(1, 20000) n`)
	require.NoError(t, err)
	_, err = db.Exec(t.Context(), "ANALYZE board_post")
	require.NoError(t, err)
	for _, sql := range []string{
		`SELECT id FROM board_post WHERE site_id = 'demo' AND board = 'notice' AND published AND created_at >= now() - interval '1 day' AND created_at < now()`,
		`SELECT id FROM board_post WHERE site_id = 'demo' AND board = 'notice' ORDER BY id DESC LIMIT 10`,
	} {
		rows, err := db.Query(t.Context(), "EXPLAIN "+sql)
		require.NoError(t, err)
		plan, err := pgx.CollectRows(rows, pgx.RowTo[string])
		require.NoError(t, err)
		require.NotContains(t, strings.Join(plan, "\n"), "Seq Scan")
	}
}

// security.md F10: the free board cannot be flooded. Posts and comments of a day are bounded, even when they are sent at
// once; the next day is counted separately.
func TestOfFiftyPostsAtOnceTheDaysNumberIsPublished(t *testing.T) {
	t.Parallel()
	db, clk := pgtest.DB(t), clock.NewManual(time.Date(2026, 3, 1, 10, 0, 0, 0, time.UTC))
	s, m := board.New(db, clk), factory.Member(t, db)
	content, ok := richtext.Clean("<p>hello</p>")
	require.True(t, ok)
	many := func(do func(board.Quota) error) (done int64) {
		var all sync.WaitGroup
		var n atomic.Int64
		for range 50 {
			all.Go(func() {
				switch err := do(s.DayQuota(7, time.UTC)); {
				case err == nil:
					n.Add(1)
				default:
					assert.ErrorIs(t, err, fault.TryLater)
				}
			})
		}
		all.Wait()
		return n.Load()
	}
	var post atomic.Int64
	write := func(q board.Quota) error {
		p, err := s.Write(t.Context(), board.Draft{Site: m.Site, Member: m.MemID, Writer: m.Nick, Texts: []board.Text{{Title: "t", Content: content}}, Quota: q})
		if err == nil {
			post.Store(p.ID)
		}
		return err
	}
	comment := func(q board.Quota) error {
		_, err := s.Comment(t.Context(), board.Remark{Site: m.Site, Member: m.MemID, Post: post.Load(), Writer: m.Nick, Content: content, Quota: q})
		return err
	}
	require.EqualValues(t, 7, many(write))
	require.EqualValues(t, 7, many(comment))
	clk.Advance(14 * time.Hour)
	require.EqualValues(t, 7, many(write))
	require.EqualValues(t, 7, many(comment))
}

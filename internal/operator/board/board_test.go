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

func TestPostsAreListedByLanguageAndTheirViewsCounted(t *testing.T) {
	t.Parallel()
	db, clk := pgtest.DB(t), clock.NewManual(time.Date(2026, 9, 10, 3, 0, 0, 0, time.UTC))
	site := factory.Site(t, db)
	svc := board.New(db, clk)
	post := func(d board.Draft) (id int64) {
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
		q.Site, q.Count = site, 10
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
	require.Equal(t, []string{"Maintenance 100% done"}, titles(board.Query{Board: board.Notice, Lang: "en", Title: "maintenance 100%"}), "a % is a %")
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
	_, err = svc.Save(t.Context(), staff, p.ID, board.Draft{Site: m.Site, Board: board.Free, Texts: []board.Text{{Title: "x", Content: content}}})
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
	desk, total, err := svc.StaffList(t.Context(), m.Site, board.Free, "hell", paging.Slice{Count: 10})
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

// W14: one post in several languages has one number, its readers' own text, and one list of comments.
func TestAPostIsReadInTheLanguageOfItsReader(t *testing.T) {
	t.Parallel()
	db, clk := pgtest.DB(t), clock.NewManual(time.Date(2026, 9, 10, 3, 0, 0, 0, time.UTC))
	m := factory.Member(t, db)
	svc := board.New(db, clk)
	text := func(lang, title string) board.Text {
		return board.Text{Lang: lang, Title: title, Content: richtext.Plain(title)}
	}
	draft := func(texts ...board.Text) board.Draft {
		return board.Draft{Site: m.Site, Board: board.Event, Texts: texts, Writer: "Hubstake"}
	}
	post, err := svc.Save(t.Context(), staff, 0, draft(text("vn", "Chào"), text("ko", "안녕"), text("en", "Hello")))
	require.NoError(t, err)
	number := func(lang string) (id int64) {
		t.Helper()
		require.NoError(t, db.QueryRow(t.Context(), "SELECT id FROM board_post WHERE group_id = $1 AND lang = $2", post, lang).Scan(&id))
		return id
	}
	ko := number("ko")
	require.NotEqual(t, post, ko)
	view := func(id int64, lang string) (board.Post, []board.Comment) {
		t.Helper()
		p, comments, err := svc.View(t.Context(), m.Site, board.Event, id, board.Reader{Lang: lang, SiteLang: "vn"})
		require.NoError(t, err)
		require.Equal(t, post, p.ID, "the post goes by one number")
		return p, comments
	}
	whole, err := paging.Days{}.Period(time.UTC)
	require.NoError(t, err)
	list := func(lang string) (out []string) {
		t.Helper()
		posts, total, err := svc.List(t.Context(), board.Query{Site: m.Site, Board: board.Event, Lang: lang, Period: whole, Slice: paging.Slice{Count: 10}})
		require.NoError(t, err)
		require.Len(t, posts, int(total))
		for _, p := range posts {
			require.Equal(t, post, p.ID)
			out = append(out, p.Title)
		}
		return out
	}
	desk := func() board.Entry {
		t.Helper()
		posts, total, err := svc.StaffList(t.Context(), m.Site, board.Event, "", paging.Slice{Count: 10})
		require.NoError(t, err)
		require.Equal(t, []int64{1, 1}, []int64{total, int64(len(posts))}, "staff see one post")
		return posts[0]
	}
	_, err = svc.Comment(t.Context(), board.Remark{Site: m.Site, Member: m.MemID, Writer: m.Nick, Post: ko, Content: richtext.Plain("nice")})
	require.NoError(t, err)
	for i, c := range []struct {
		id         int64
		lang, want string
	}{{post, "ko", "안녕"}, {ko, "en", "Hello"}, {ko, "vn", "Chào"}, {ko, "th", "Chào"}} { // the site's language for Thai readers
		p, comments := view(c.id, c.lang)
		require.Equal(t, []any{c.want, int64(i + 1), 1}, []any{p.Title, p.Views, len(comments)}, c)
	}
	require.Equal(t, []string{"안녕"}, list("ko"))
	require.Empty(t, list("th"), "a link leads there, the list does not")
	require.Equal(t, []board.Text{text("en", "Hello"), text("ko", "안녕"), text("vn", "Chào")}, desk().Texts)

	change := func(id int64, d board.Draft) error {
		_, err := svc.Save(t.Context(), staff, id, d)
		return err
	}
	pinned := draft(text("", "Hi all"), text("en", "Hi"))
	pinned.Pinned = true
	require.NoError(t, change(ko, pinned)) // by any of its numbers
	require.Equal(t, []board.Text{text("", "Hi all"), text("en", "Hi")}, desk().Texts)
	require.True(t, desk().Pinned)
	for lang, want := range map[string]string{"en": "Hi", "ko": "Hi all", "vn": "Hi all"} {
		require.Equal(t, []string{want}, list(lang), "once, with the reader's own text before the one for all")
		p, comments := view(ko, lang)
		require.Equal(t, []any{want, 1}, []any{p.Title, len(comments)}, "the number of a language that was taken off leads to the post")
	}
	require.NoError(t, change(post, draft(text("ko", "다시"), text("", "Hi all"))))
	require.Equal(t, ko, number("ko"), "a language that comes back has its number again")
	require.Equal(t, []string{"다시"}, list("ko"))

	require.NoError(t, svc.Publish(t.Context(), staff, m.Site, ko, false))
	require.Empty(t, list("ko"))
	require.Empty(t, list("en"))
	_, _, err = svc.View(t.Context(), m.Site, board.Event, post, board.Reader{Lang: "ko", SiteLang: "vn"})
	require.ErrorIs(t, err, fault.Failed)
	require.False(t, desk().Published)
	require.NoError(t, svc.Publish(t.Context(), staff, m.Site, post, true))
	require.Equal(t, []string{"Hi all"}, list("en"), "what was taken off is not shown again")

	require.ErrorIs(t, change(post, draft()), fault.Failed, "a post says something")
	require.ErrorIs(t, change(post, draft(text("ko", "a"), text("ko", "b"))), fault.Failed)
	require.Equal(t, []string{"다시"}, list("ko"))
}

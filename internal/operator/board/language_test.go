package board_test

import (
	"bytes"
	"errors"
	"fmt"
	"image"
	"image/png"
	"sync/atomic"
	"testing"
	"time"

	"github.com/jackc/pgx/v5/pgxpool"
	"github.com/stretchr/testify/require"
	"golang.org/x/sync/errgroup"

	"hubstake/internal/core/clock"
	"hubstake/internal/core/fault"
	"hubstake/internal/core/paging"
	"hubstake/internal/core/richtext"
	"hubstake/internal/operator/board"
	"hubstake/internal/operator/content"
	"hubstake/internal/testkit/factory"
	"hubstake/internal/testkit/pgtest"
)

// desk is a site, whose default language is vn until a test says another one, with one event.
type desk struct {
	t        *testing.T
	db       *pgxpool.Pool
	clk      *clock.Manual
	svc      *board.Service
	m        factory.M
	fallback string
	post     int64
	version  int32
}

func newDesk(t *testing.T) *desk {
	t.Helper()
	t.Parallel()
	db, clk := pgtest.DB(t), clock.NewManual(time.Date(2026, 9, 10, 3, 0, 0, 0, time.UTC))
	return &desk{t: t, db: db, clk: clk, svc: board.New(db, clk), m: factory.Member(t, db), fallback: "vn"}
}

func text(lang, title string) board.Text {
	return board.Text{Lang: lang, Title: title, Content: richtext.Plain(title)}
}

func (d *desk) draft(everyone bool, texts ...board.Text) board.Draft {
	return board.Draft{Site: d.m.Site, Board: board.Event, Texts: texts, Writer: "Hubstake", Default: d.fallback, Everyone: everyone, Version: d.version}
}

// change saves the event, by any of its numbers.
func (d *desk) change(id int64, draft board.Draft) error {
	d.clk.Advance(time.Minute)
	post, err := d.svc.Save(d.t.Context(), staff, id, draft)
	if err == nil {
		if d.post == 0 {
			d.post = post
		}
		d.version++
	}
	return err
}

// save is change that succeeds, by the number that the event goes by.
func (d *desk) save(everyone bool, texts ...board.Text) {
	d.t.Helper()
	require.NoError(d.t, d.change(d.post, d.draft(everyone, texts...)))
}

// list returns the titles that readers of a language find.
func (d *desk) list(lang string) (out []string) {
	d.t.Helper()
	whole, err := paging.Days{}.Period(time.UTC)
	require.NoError(d.t, err)
	posts, total, err := d.svc.List(d.t.Context(), board.Query{
		Site: d.m.Site, Board: board.Event, Lang: lang, SiteLang: d.fallback, Period: whole, Slice: paging.Slice{Count: 10},
	})
	require.NoError(d.t, err)
	require.Len(d.t, posts, int(total))
	for _, p := range posts {
		require.Equal(d.t, d.post, p.ID)
		out = append(out, p.Title)
	}
	return out
}

// view returns the event as a reader of a language sees it who has any of its numbers.
func (d *desk) view(id int64, lang string) (board.Post, []board.Comment) {
	d.t.Helper()
	p, comments, err := d.svc.View(d.t.Context(), d.m.Site, board.Event, id, board.Reader{Lang: lang, SiteLang: d.fallback})
	require.NoError(d.t, err)
	require.Equal(d.t, d.post, p.ID, "the post goes by one number")
	return p, comments
}

// sees requires that readers of languages find and read these titles.
func (d *desk) sees(want map[string]string) {
	d.t.Helper()
	for lang, title := range want {
		if title == "" {
			require.Empty(d.t, d.list(lang), lang)
			continue
		}
		require.Equal(d.t, []string{title}, d.list(lang), lang)
		p, _ := d.view(d.post, lang)
		require.Equal(d.t, []string{title, title}, []string{p.Title, p.Content.Text}, lang)
	}
}

func (d *desk) entry() board.Entry {
	d.t.Helper()
	posts, total, err := d.svc.StaffList(d.t.Context(), d.m.Site, d.fallback, board.Event, "", paging.Slice{Count: 10})
	require.NoError(d.t, err)
	require.Equal(d.t, []int64{1, 1}, []int64{total, int64(len(posts))}, "staff see one post")
	require.Equal(d.t, content.Source, posts[0].Texts[0].Status, "the source first")
	return posts[0]
}

func (d *desk) status() map[string]content.Status {
	out := map[string]content.Status{}
	for _, t := range d.entry().Texts {
		out[t.Lang] = t.Status
	}
	return out
}

func (d *desk) number(lang string) (id int64) {
	d.t.Helper()
	require.NoError(d.t, d.db.QueryRow(d.t.Context(), "SELECT id FROM board_post WHERE group_id = $1 AND lang = $2", d.post, lang).Scan(&id))
	return id
}

// W14: one post in several languages has one number, its readers' own text, and one list of comments.
func TestAPostIsReadInTheLanguageOfItsReader(t *testing.T) {
	d := newDesk(t)
	d.save(false, text("ko", "안녕"), text("vn", "Chào"), text("en", "Hello"))
	ko := d.number("ko")
	require.NotEqual(t, d.post, ko)
	_, err := d.svc.Comment(t.Context(), board.Remark{Site: d.m.Site, Member: d.m.MemID, Writer: d.m.Nick, Post: ko, Content: richtext.Plain("nice")})
	require.NoError(t, err)
	for i, c := range []struct {
		id         int64
		lang, want string
	}{{d.post, "ko", "안녕"}, {ko, "en", "Hello"}, {ko, "vn", "Chào"}, {ko, "th", "Chào"}} { // the site's language for Thai readers
		p, comments := d.view(c.id, c.lang)
		require.Equal(t, []any{c.want, int64(i + 1), 1}, []any{p.Title, p.Views, len(comments)}, c)
	}
	d.sees(map[string]string{"ko": "안녕", "vn": "Chào", "en": "Hello", "th": ""}) // a link leads there, the list does not
	require.Equal(t, map[string]content.Status{"vn": content.Source, "ko": content.Done, "en": content.Done}, d.status())
	require.False(t, d.entry().Everyone)

	pinned := d.draft(true, text("vn", "Chào"), text("en", "Hi"))
	pinned.Pinned = true
	require.NoError(t, d.change(ko, pinned)) // by any of its numbers
	require.True(t, d.entry().Pinned)
	require.True(t, d.entry().Everyone)
	d.sees(map[string]string{"en": "Hi", "ko": "Chào", "vn": "Chào", "th": "Chào"}) // once, the own text before that of the source
	_, comments := d.view(ko, "en")
	require.Len(t, comments, 1, "the number of a language that was taken off leads to the post")
	d.save(true, text("ko", "다시"), text("vn", "Chào"))
	require.Equal(t, ko, d.number("ko"), "a language that comes back has its number again")
	d.sees(map[string]string{"ko": "다시", "en": "Chào"})

	require.NoError(t, d.svc.Publish(t.Context(), staff, d.m.Site, ko, false))
	d.sees(map[string]string{"ko": "", "en": "", "vn": ""})
	_, _, err = d.svc.View(t.Context(), d.m.Site, board.Event, d.post, board.Reader{Lang: "ko", SiteLang: "vn"})
	require.ErrorIs(t, err, fault.Failed)
	require.False(t, d.entry().Published)
	require.NoError(t, d.svc.Publish(t.Context(), staff, d.m.Site, d.post, true))
	d.sees(map[string]string{"ko": "다시", "en": "Chào"}) // what was taken off is not shown again

	d.version = d.entry().Version
	for name, texts := range map[string][]board.Text{
		"says nothing": {}, "twice in a language": {text("vn", "a"), text("vn", "b")}, "no language": {text("", "a")}, "without its source": {text("ko", "a")},
		"no title": {text("vn", "a"), {Lang: "ko", Content: richtext.Plain("x")}}, "no content": {text("vn", "a"), {Lang: "ko", Title: "b"}},
	} {
		require.ErrorIs(t, d.change(d.post, d.draft(true, texts...)), fault.Failed, name)
	}
	d.sees(map[string]string{"ko": "다시"})
}

func TestATranslationOfAPostHasAStatus(t *testing.T) {
	d := newDesk(t)
	draft := text("th", "t")
	draft.Draft = true
	is := func(want map[string]content.Status) {
		t.Helper()
		require.Equal(t, want, d.status())
	}
	d.save(true, text("vn", "v"), text("ko", "k"), draft)
	is(map[string]content.Status{"vn": content.Source, "ko": content.Done, "th": content.Draft})
	d.sees(map[string]string{"th": "v"}) // a draft has no readers
	require.NoError(t, d.svc.Publish(t.Context(), staff, d.m.Site, d.post, false))
	require.NoError(t, d.svc.Publish(t.Context(), staff, d.m.Site, d.post, true))
	d.version = d.entry().Version
	d.sees(map[string]string{"th": "v"}) // also not after the post was shown again

	d.save(true, text("vn", "v"), text("ko", "k"), text("th", "t"))
	is(map[string]content.Status{"vn": content.Source, "ko": content.Done, "th": content.Done})
	d.save(true, text("vn", "v2"), text("ko", "k"), text("th", "t2"))
	is(map[string]content.Status{"vn": content.Source, "ko": content.Changed, "th": content.Done})
	d.sees(map[string]string{"ko": "k"}) // readers see it still
	d.save(true, text("vn", "v2"), text("ko", "k"), text("th", "t2"))
	is(map[string]content.Status{"vn": content.Source, "ko": content.Changed, "th": content.Done})
	checked := text("ko", "k")
	checked.Checked = true
	d.save(true, text("vn", "v2"), checked)
	is(map[string]content.Status{"vn": content.Source, "ko": content.Done})
}

// Readers have their own language, else the default one when its text is done, else the source.
func TestAnotherDefaultLanguageIsReadAtOnce(t *testing.T) {
	d := newDesk(t)
	d.save(true, text("vn", "v"), text("ko", "k"), text("en", "e"))
	d.sees(map[string]string{"vn": "v", "ko": "k", "en": "e", "th": "v"})
	d.fallback = "ko"
	d.sees(map[string]string{"vn": "v", "ko": "k", "en": "e", "th": "k"})
	d.fallback = "jp"
	d.sees(map[string]string{"vn": "v", "ko": "k", "jp": "v", "th": "v"}) // it has none: the source

	d.fallback = "vn"
	d.save(true, text("vn", "v2"), text("ko", "k"), text("en", "e"))
	d.fallback = "ko"
	d.sees(map[string]string{"vn": "v2", "ko": "k", "th": "v2"}) // a translation of other words is not for others
	d.fallback = "vn"
	draft := text("ko", "k2")
	draft.Draft = true
	d.save(true, text("vn", "v2"), draft)
	d.fallback = "ko"
	d.sees(map[string]string{"vn": "v2", "ko": "v2", "th": "v2"})
	d.fallback = "vn"
	d.save(false, text("vn", "v"), text("ko", "k"))
	d.fallback = "ko"
	d.sees(map[string]string{"vn": "v", "ko": "k", "th": ""}) // it is for its languages alone

	d.save(true, text("vn", "v"), text("ko", "k"))
	require.Equal(t, map[string]content.Status{"ko": content.Source, "vn": content.Done}, d.status(), "saved again, the post has another source")
	d.sees(map[string]string{"vn": "v", "ko": "k", "th": "k"})
}

// Of two who change a post the second is told (C019), even if it was hidden in between.
func TestOfManyWhoSaveAPostOneDoes(t *testing.T) {
	d := newDesk(t)
	d.save(true, text("vn", "v"))
	require.EqualValues(t, 1, d.entry().Version)
	var g errgroup.Group
	var done atomic.Int64
	for i := range 8 {
		g.Go(func() error {
			of := fmt.Sprint(i)
			_, err := d.svc.Save(t.Context(), staff, d.post, d.draft(true, text("vn", of), text("ko", of), text("en", of)))
			if err == nil {
				done.Add(1)
			} else if !errors.Is(err, fault.PaymentProblem) {
				return err
			}
			return nil
		})
	}
	require.NoError(t, g.Wait())
	require.EqualValues(t, 1, done.Load())
	e := d.entry()
	require.EqualValues(t, 2, e.Version)
	require.Len(t, e.Texts, 3)
	for _, one := range e.Texts {
		require.Equal(t, e.Texts[0].Title, one.Title)
	}
	require.NoError(t, d.svc.Publish(t.Context(), staff, d.m.Site, d.post, false))
	d.version = 2
	require.ErrorIs(t, d.change(d.post, d.draft(true, text("vn", "v"))), fault.PaymentProblem)
	d.version = 3
	require.NoError(t, d.change(d.post, d.draft(true, text("vn", "v"))))
}

func TestAPostShowsAnUploadedPicture(t *testing.T) {
	d := newDesk(t)
	pictures := content.New(d.db, d.clk)
	upload := func(side int) string {
		t.Helper()
		var file bytes.Buffer
		require.NoError(t, png.Encode(&file, image.NewGray(image.Rect(0, 0, side, side))))
		p, err := pictures.UploadPicture(t.Context(), staff, d.m.Site, file.Bytes())
		require.NoError(t, err)
		return p.Address()
	}
	pictured := func(lang, address string) board.Text {
		out := text(lang, lang)
		out.Image = address
		return out
	}
	images := func(want map[string]string) {
		t.Helper()
		for lang, address := range want {
			p, _ := d.view(d.post, lang)
			whole, err := paging.Days{}.Period(time.UTC)
			require.NoError(t, err)
			posts, _, err := d.svc.List(t.Context(), board.Query{
				Site: d.m.Site, Board: board.Event, Lang: lang, SiteLang: d.fallback, Period: whole, Slice: paging.Slice{Count: 10},
			})
			require.NoError(t, err)
			require.Equal(t, []string{address, address}, []string{p.Image, posts[0].Image}, lang)
		}
	}
	prune := func() int64 {
		t.Helper()
		shown, err := board.Pictures(t.Context(), d.db)
		require.NoError(t, err)
		n, err := content.PrunePictures(t.Context(), d.db, d.clk.Now(), shown)
		require.NoError(t, err)
		return n
	}
	source, own := upload(3), upload(4)
	upload(5) // that nothing shows
	d.save(true, pictured("vn", source), pictured("ko", own), text("en", "e"))
	images(map[string]string{"vn": source, "ko": own, "en": source, "th": source})
	d.clk.Advance(25 * time.Hour)
	require.EqualValues(t, 1, prune())
	d.save(true, pictured("vn", source), text("ko", "ko"), text("en", "e"))
	images(map[string]string{"vn": source, "ko": source, "en": source})
	d.clk.Advance(25 * time.Hour)
	require.EqualValues(t, 1, prune(), "the picture that was taken off")
	d.fallback = "en"
	d.save(true, pictured("vn", source), text("ko", "ko"), text("en", "e"))
	images(map[string]string{"en": source, "ko": source, "th": source}) // a new source keeps the picture

	for _, wrong := range []string{own, "https://evil.example/x.png", "/api/picture/x.jpg", source + "?x"} {
		require.ErrorIs(t, d.change(d.post, d.draft(true, pictured("en", wrong))), fault.Failed, wrong)
	}
	for _, kind := range []board.Kind{board.Marquee, board.FAQ} {
		bare := d.draft(true, pictured("en", source))
		bare.Board, bare.Version = kind, 0
		_, err := d.svc.Save(t.Context(), staff, 0, bare)
		require.ErrorIs(t, err, fault.Failed, "the board shows no pictures")
	}
}

// Rows of a node of the release before have no source: the text for every language counts as one in the default language.
func TestAPostOfTheReleaseBeforeIsRead(t *testing.T) {
	d := newDesk(t)
	require.NoError(t, d.db.QueryRow(t.Context(), `INSERT INTO board_post (site_id, board, lang, title, content) VALUES ($1, 'event', '', 'all', 'all') RETURNING id`,
		d.m.Site).Scan(&d.post))
	_, err := d.db.Exec(t.Context(), `UPDATE board_post SET group_id = id`)
	require.NoError(t, err)
	_, err = d.db.Exec(t.Context(), `INSERT INTO board_post (site_id, board, lang, title, content, group_id) SELECT site_id, board, unnest(ARRAY['ko', 'vn']), 'x', 'x', id FROM board_post`)
	require.NoError(t, err)
	d.sees(map[string]string{"vn": "x", "ko": "x", "en": "all"})
	_, err = d.db.Exec(t.Context(), `UPDATE board_post SET removed = true, published = false WHERE lang = 'vn'`)
	require.NoError(t, err)
	d.sees(map[string]string{"vn": "all", "ko": "x", "en": "all"})
	require.Equal(t, map[string]content.Status{"vn": content.Source, "ko": content.Done}, d.status())
	d.version = 1
	d.save(true, text("vn", "all"), text("ko", "x"))
	d.sees(map[string]string{"vn": "all", "ko": "x", "en": "all"})
	require.Equal(t, map[string]content.Status{"vn": content.Source, "ko": content.Done}, d.status(), "nothing was written again")
}

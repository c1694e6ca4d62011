package routestest_test

import (
	"bytes"
	"fmt"
	"image"
	"image/png"
	"strings"
	"testing"
	"time"

	"github.com/jackc/pgx/v5"
	"github.com/stretchr/testify/require"

	apiboard "hubstake/api/board"
	"hubstake/internal/access/httpx"
	"hubstake/internal/account/member"
	"hubstake/internal/core/clock"
	"hubstake/internal/core/paging"
	"hubstake/internal/funds/cash"
	"hubstake/internal/operator/board"
	"hubstake/internal/operator/message"
	"hubstake/internal/operator/site"
	"hubstake/internal/platform/pg"
	"hubstake/internal/support/inquiry"
	"hubstake/internal/testkit/apitest"
	"hubstake/internal/testkit/factory"
	"hubstake/internal/testkit/pgtest"
)

func TestBoardsOverHTTP(t *testing.T) {
	t.Parallel()
	noon := time.Date(2026, 9, 10, 3, 0, 0, 0, time.UTC)
	db, clk := pgtest.DB(t), clock.NewManual(noon)
	factory.Site(t, db)
	svc := board.New(db, clk)
	for lang, title := range map[string]string{"vn": "Chào", "en": "Hello"} {
		require.NoError(t, pg.InTx(t.Context(), db, func(tx pgx.Tx) error {
			_, err := svc.Create(t.Context(), tx, board.Draft{Site: "demo", Board: board.Notice, Texts: []board.Text{{Lang: lang, Title: title}}, Writer: "Hubstake", Default: "vn"})
			return err
		}))
	}
	app := apitest.New(t, clk, apiboard.New(apiboard.Services{DB: db, Sites: site.New(db, clk), Boards: svc}).Routes())
	for tag, title := range map[string]string{"en-GB": "Hello", "vi": "Chào", "de": "Chào", "": "Chào"} {
		got := apitest.OK[apiboard.ListAnswer](app.Lang(tag).Post("/api/board/notice/list",
			`{"page":1,"count_per_list":5,"boardType":"notice","startDate":"2026-09-10","endDate":"2026-09-10","searchValue":"","userPageType":"PC"}`))
		require.Equal(t, apiboard.ListAnswer{
			List:     []apiboard.Post{{Idx: got.IdxList[0], Title: title, Writer: "Hubstake", CreatedAt: noon, Views: got.List[0].Views}},
			PageInfo: paging.Info{Page: 1, CountPerList: 5, Total: 1, Pages: 1}, IdxList: got.IdxList,
		}, got, tag)
		for n, path := range []string{"datail", "detail"} { // D-40
			p := apitest.OK[apiboard.PostAnswer](app.Post("/api/board/notice/"+path, fmt.Sprintf(`{"boardIdx":%d}`, got.IdxList[0])))
			require.Equal(t, title, p.Title)
			require.Positive(t, p.Views-int64(n))
		}
		clk.Advance(time.Millisecond)
	}
	var shared int64
	require.NoError(t, pg.InTx(t.Context(), db, func(tx pgx.Tx) (err error) {
		shared, err = svc.Create(t.Context(), tx, board.Draft{Site: "demo", Board: board.Event, Writer: "Hubstake", Default: "vn", Texts: []board.Text{
			{Lang: "en", Title: "Wheel"}, {Lang: "ko", Title: "룰렛"}, {Lang: "vn", Title: "Vòng quay"},
		}})
		return err
	}))
	for tag, title := range map[string]string{"en-GB": "Wheel", "ko-KR": "룰렛", "vi": "Vòng quay", "th": "Vòng quay", "": "Vòng quay"} {
		p := apitest.OK[apiboard.PostAnswer](app.Lang(tag).Post("/api/board/event/detail", fmt.Sprintf(`{"boardIdx":%d}`, shared)))
		require.Equal(t, title, p.Title, "a shared link is read in the reader's language, else in the site's: %q", tag)
	}
	app.Post("/api/board/nonsense/list", "{}").Refused(200, "E001")
	app.Post("/api/board/notice/list", `{"endDate":"soon"}`).Refused(200, "E001")
	app.Post("/api/board/notice/datail", `{"boardIdx":0}`).Refused(200, "E001")
}

// Everything that members write goes through the same cleaning, and what is not theirs is not there.
func TestMembersWriteOverHTTP(t *testing.T) {
	t.Parallel()
	db, clk := pgtest.DB(t), clock.NewManual(time.Date(2026, 9, 10, 3, 0, 0, 0, time.UTC))
	m, other := factory.Member(t, db), factory.Member(t, db)
	sites, messages := site.New(db, clk), message.New(db, clk)
	members := member.New(db, clk, sites, factory.Hashing())
	desk := cash.New(db, clk, sites, members, messages, nil)
	require.NoError(t, pg.InTx(t.Context(), db, func(tx pgx.Tx) error {
		return cash.AddAccount(t.Context(), tx, "demo", cash.Account{Bank: "Kookmin", Number: "111", Holder: "Hubstake"})
	}))
	app := apitest.New(t, clk, apiboard.New(apiboard.Services{
		DB: db, Sites: sites, Boards: board.New(db, clk), Inquiries: inquiry.New(db, clk, members, desk, messages), Members: members,
	}).Routes())
	guest, app := app, app.Member(m.MemID)

	saved := apitest.OK[apiboard.Post](app.Post("/api/board/board/save",
		`{"title":"<b>Hi</b> all","content":"<p>one<script>alert(1)</script></p><img src=x onerror=alert(1)>","category":"talk"}`))
	require.Equal(t, []string{"Hi all", "<p>one</p>", "one", m.Nick}, []string{saved.Title, saved.Content, saved.Text, saved.Writer})
	list := apitest.OK[apiboard.ListAnswer](app.Post("/api/board/board/list", `{"boardType":"board","searchValue":"hi"}`))
	require.Equal(t, []int64{saved.Idx}, list.IdxList)
	for _, literal := range []string{"%", "_", `\\`} {
		require.Empty(t, apitest.OK[apiboard.ListAnswer](app.Post("/api/board/board/list", `{"searchValue":"`+literal+`"}`)).List)
	}
	idx := fmt.Sprintf(`{"boardIdx":%d,`, saved.Idx)
	c := apitest.OK[apiboard.Comment](app.Post("/api/board/cmtSave", idx+`"content":"<i onclick=alert(1)>yes</i>"}`))
	require.Equal(t, []any{"<i>yes</i>", true}, []any{c.Content, c.Mine})
	seen := apitest.OK[apiboard.PostAnswer](app.Member(other.MemID).Post("/api/board/board/datail", fmt.Sprintf(`{"boardIdx":%d}`, saved.Idx)))
	require.Equal(t, []any{int64(1), 1, false}, []any{seen.CmtCount, len(seen.CmtList), seen.CmtList[0].Mine})

	for _, own := range []string{"mq", "notice", "event", "faq"} {
		app.Post("/api/board/"+own+"/save", `{"title":"x","content":"x"}`).Refused(200, "U029")
	}
	app.Post("/api/board/nonsense/save", `{"title":"x","content":"x"}`).Refused(200, "E001")
	for _, bad := range []string{`{"title":"","content":"x"}`, `{"title":"x","content":""}`, `{"title":"x","content":"<script>1</script>"}`, `{"title":"x"}`} {
		app.Post("/api/board/board/save", bad).Refused(200, "E001")
		app.Post("/api/board/qna/save", bad).Refused(200, "E001")
	}
	app.Post("/api/board/board/save", `{"title":"\u0000","content":"x"}`).Refused(400, "E001")
	app.Post("/api/board/cmtSave", `{"boardIdx":-1,"content":"x"}`).Refused(200, "E001")
	app.Post("/api/board/notice/datail", fmt.Sprintf(`{"boardIdx":%d}`, saved.Idx)).Refused(200, "E001")

	q := apitest.OK[apiboard.Inquiry](app.Post("/api/board/qna/save", `{"title":"When?","content":"Now?","category":"etc"}`))
	require.Equal(t, []any{inquiry.Waiting, inquiry.Other}, []any{q.Status, q.Category})
	own := fmt.Sprintf(`{"boardIdx":%d}`, q.Idx)
	require.Equal(t, q, apitest.OK[apiboard.Inquiry](app.Post("/api/board/qna/detail", own)))
	foreign, missing := app.Member(other.MemID).Post("/api/board/qna/datail", own), app.Post("/api/board/qna/datail", `{"boardIdx":999999}`)
	foreign.Refused(200, "E001")
	require.Equal(t, []any{foreign.Status, foreign.Code, string(foreign.Raw)}, []any{missing.Status, missing.Code, string(missing.Raw)})
	guest.Post("/api/board/faq/datail", own).Refused(200, "E001")

	app.Post("/api/board/qna/save", `{"title":"Account","content":"?","category":"bankaccount"}`).Refused(200, "C028")
	app.Post("/api/board/qna/save", `{"title":"Account","content":"?","category":"bankaccount","cashPin":"0000"}`).Refused(200, "C017")
	app.Post("/api/board/qna/save", `{"title":"Account","content":"?","category":"vip"}`).Refused(200, "E001")
	a := apitest.OK[apiboard.Inquiry](app.Lang("ko").Post("/api/board/qna/save",
		`{"title":"Account","content":"?","category":"bankaccount","cashPin":"`+factory.PIN+`"}`))
	require.Equal(t, apiboard.Account{Bank: "Kookmin", Number: "111", Holder: "Hubstake", Until: clk.Now().Add(30 * time.Minute)}, *a.Account)
	require.Contains(t, a.AnswerText, "계좌")
	mine := apitest.OK[apiboard.InquiriesAnswer](app.Post("/api/board/qna/list", `{"startDate":"2026-09-10 00:00:00","endDate":"2026-09-10 23:59:59","count_per_list":1}`))
	require.Equal(t, []any{int64(2), a.Idx}, []any{mine.PageInfo.Total, mine.IdxList[0]})
	require.Nil(t, mine.List[0].Account, "a list shows no account")
	require.Empty(t, apitest.OK[apiboard.InquiriesAnswer](app.Member(other.MemID).Post("/api/board/qna/list", "{}")).List)
}

// Members change and delete their own posts and comments, report those of others, and all texts go through the same cleaning.
func TestMembersChangeDeleteAndReportOverHTTP(t *testing.T) {
	t.Parallel()
	db, clk := pgtest.DB(t), clock.NewManual(time.Date(2026, 9, 10, 3, 0, 0, 0, time.UTC))
	m, other := factory.Member(t, db), factory.Member(t, db)
	sites := site.New(db, clk)
	members := member.New(db, clk, sites, factory.Hashing())
	app := apitest.New(t, clk, apiboard.New(apiboard.Services{DB: db, Sites: sites, Boards: board.New(db, clk), Members: members}).Routes())
	app, reader := app.Member(m.MemID), app.Member(other.MemID)
	post := apitest.OK[apiboard.Post](app.Post("/api/board/board/save", `{"title":"Hi","content":"x","category":"talk"}`)).Idx
	c := apitest.OK[apiboard.Comment](app.Post("/api/board/cmtSave", fmt.Sprintf(`{"boardIdx":%d,"content":"x"}`, post))).Idx
	named := func(idx int64, rest string) string { return fmt.Sprintf(`{"idx":%d%s}`, idx, rest) }

	apitest.OK[httpx.None](app.Post("/api/board/board/change", named(post, `,"title":"<b>Yes</b>","content":"<p>y<script>1</script></p>","category":"win"`)))
	apitest.OK[httpx.None](app.Post("/api/board/comment/change", named(c, `,"content":"<i onclick=alert(1)>z</i>"`)))
	see := func(a apitest.App) apiboard.PostAnswer {
		return apitest.OK[apiboard.PostAnswer](a.Post("/api/board/board/detail", fmt.Sprintf(`{"boardIdx":%d}`, post)))
	}
	mine, theirs := see(app), see(reader)
	require.Equal(t, []any{"Yes", "<p>y</p>", "win", "<i>z</i>", true, true}, []any{mine.Title, mine.Content, mine.Category, mine.CmtList[0].Content, mine.Mine, mine.CmtList[0].Mine})
	require.Equal(t, clk.Now(), *mine.EditedAt)
	require.False(t, theirs.Mine || theirs.CmtList[0].Mine || theirs.Reported || theirs.CmtList[0].Reported)
	require.Len(t, apitest.OK[apiboard.ListAnswer](app.Post("/api/board/board/list", `{"category":"win"}`)).List, 1)
	require.Empty(t, apitest.OK[apiboard.ListAnswer](app.Post("/api/board/board/list", `{"category":"talk"}`)).List)

	for path, body := range map[string]string{
		"board/change": named(post, `,"title":"","content":"x"`), "comment/change": named(c, `,"content":"<script>1</script>"`),
		"board/save": `{"title":"Hi","content":"x","category":"vip"}`,
	} {
		app.Post("/api/board/"+path, body).Refused(200, "E001")
	}
	for _, reason := range []string{`"reason":""`, `"reason":"boring"`, `"reason":"spam","words":"` + strings.Repeat("x", 301) + `"`} {
		reader.Post("/api/board/board/report", named(post, ","+reason)).Refused(200, "E001")
	}
	app.Post("/api/board/board/report", named(post, `,"reason":"spam"`)).Refused(200, "E001")
	apitest.OK[httpx.None](reader.Post("/api/board/board/report", named(post, `,"reason":"spam","words":" "`)))
	apitest.OK[httpx.None](reader.Post("/api/board/comment/report", named(c, `,"reason":"other","words":"<b>look</b>"`)))
	theirs = see(reader)
	require.True(t, theirs.Reported && theirs.CmtList[0].Reported)
	require.Equal(t, []string{"", "<b>look</b>"}, pgtest.Column(t, db, "SELECT words FROM board_report ORDER BY id"), "plain text")

	for path, idx := range map[string]int64{"comment": c, "board": post} {
		reader.Post("/api/board/"+path+"/delete", named(idx, "")).Refused(200, "E001")
		apitest.OK[httpx.None](app.Post("/api/board/"+path+"/delete", named(idx, "")))
	}
	app.Post("/api/board/board/detail", fmt.Sprintf(`{"boardIdx":%d}`, post)).Refused(200, "E001")
}

func TestAThreadWithPicturesOverHTTP(t *testing.T) {
	t.Parallel()
	db, clk := pgtest.DB(t), clock.NewManual(time.Date(2026, 9, 10, 3, 0, 0, 0, time.UTC))
	m, other := factory.Member(t, db), factory.Member(t, db)
	sites, messages := site.New(db, clk), message.New(db, clk)
	members := member.New(db, clk, sites, factory.Hashing())
	guest := apitest.New(t, clk, apiboard.New(apiboard.Services{
		DB: db, Sites: sites, Inquiries: inquiry.New(db, clk, members, nil, messages), Members: members,
	}).Routes())
	app, stranger := guest.Member(m.MemID), guest.Member(other.MemID)
	const save = "/api/board/qna/image/save"
	var file bytes.Buffer
	require.NoError(t, png.Encode(&file, image.NewGray(image.Rect(0, 0, 900, 300))))
	large := append(bytes.Clone(file.Bytes()), make([]byte, 3<<20)...) // far beyond other bodies; what follows the picture is ignored

	up := apitest.OK[apiboard.Image](app.PostAs("image/png", save, string(large)))
	require.Equal(t, apiboard.Image{Idx: up.Idx, Width: 900, Height: 300}, up)
	for mediaType, status := range map[string]int{"application/json": 415, "text/plain": 415, "multipart/form-data; boundary=x": 415, "image/svg+xml": 415, "image/gif": 415, "": 415} {
		app.PostAs(mediaType, save, file.String()).Refused(status, "E001")
	}
	app.PostAs("image/png", save, "").Refused(400, "E001")
	app.PostAs("image/jpeg", save, "<svg/>").Refused(200, "E001")
	app.PostAs("image/png", "/api/board/qna/save", file.String()).Refused(415, "E001")

	q := apitest.OK[apiboard.Inquiry](app.Post("/api/board/qna/save", fmt.Sprintf(`{"title":"Look","content":"x","imageIdx":[%d]}`, up.Idx)))
	require.Equal(t, []apiboard.Image{up}, q.Images)
	named := fmt.Sprintf(`{"idx":%d}`, up.Idx)
	status, header, body := app.Send("/api/board/qna/image", named)
	require.Equal(t, []any{200, "image/jpeg", "nosniff", "private, no-store", "default-src 'none'; sandbox", `attachment; filename="image.jpg"`}, []any{
		status, header.Get("Content-Type"), header.Get("X-Content-Type-Options"), header.Get("Cache-Control"), header.Get("Content-Security-Policy"),
		header.Get("Content-Disposition"),
	})
	require.True(t, bytes.HasPrefix(body, []byte("\xff\xd8\xff")))
	stranger.Post("/api/board/qna/image", named).Refused(200, "E001")

	follow := func(a apitest.App, rest string) apitest.Answer {
		return a.Post("/api/board/qna/follow", fmt.Sprintf(`{"boardIdx":%d%s}`, q.Idx, rest))
	}
	follow(stranger, `,"content":"x"`).Refused(200, "E001")
	follow(app, `,"content":"<script>1</script>"`).Refused(200, "E001")
	follow(app, fmt.Sprintf(`,"content":"x","imageIdx":[%d]`, up.Idx)).Refused(200, "E001")
	again := apitest.OK[apiboard.Inquiry](follow(app, `,"content":"<b onclick=x>more</b>"`))
	require.Equal(t, []apiboard.Message{{Content: "<b>more</b>", Text: "more", Images: []apiboard.Image{}, CreatedAt: clk.Now()}}, again.Messages)
}

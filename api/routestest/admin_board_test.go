package routestest_test

import (
	"fmt"
	"testing"

	"github.com/stretchr/testify/require"

	apiboard "hubstake/api/admin/board"
	"hubstake/internal/access/httpx"
	"hubstake/internal/core/clock"
	"hubstake/internal/operator/board"
	"hubstake/internal/operator/content"
	"hubstake/internal/testkit/apitest"
	"hubstake/internal/testkit/factory"
	"hubstake/internal/testkit/pgtest"
)

func openStaffBoards(t *testing.T) office {
	t.Helper()
	t.Parallel()
	return newOffice(t, func(o office) []httpx.Route { return apiboard.New(o.sites, board.New(o.db, o.clk)).Routes() })
}

func TestStaffPublishAndTheTickerIsTold(t *testing.T) {
	o := openStaffBoards(t)
	save := func(body string) apitest.Answer { return o.app.Post("/api/admin/board/save", body) }
	event := `{"boardType":"event","texts":[{"lang":"vn","title":"Wheel","content":"x"}],"everyone":true,"published":true,"category":"draw"`
	apitest.OK[apiboard.SavedAnswer](save(event + `,"since":"2026-09-11T00:00:00Z","until":"2026-09-12T00:00:00Z"}`))
	apitest.OK[apiboard.SavedAnswer](save(event + `,"since":null}`))
	save(event+`,"since":"2026-09-12T00:00:00Z","until":"2026-09-11T00:00:00Z"}`).Refused(200, "E001")
	events := apitest.OK[apiboard.ListAnswer](o.app.Post("/api/admin/board/list", `{"boardType":"event"}`)).List
	require.Nil(t, events[0].Since)
	require.Equal(t, []int{11, 12}, []int{events[1].Since.UTC().Day(), events[1].Until.UTC().Day()})
	mq := apitest.OK[apiboard.SavedAnswer](save(`{"boardType":"mq","texts":[{"lang":"ko","title":"안녕"},{"lang":"vn","title":"Hello"}],"everyone":true,"published":true}`))
	notice := apitest.OK[apiboard.SavedAnswer](save(
		`{"boardType":"notice","texts":[{"lang":"ko","title":"<b>T</b>","content":"<p>x</p><script>alert(1)</script>","image":"/art/banners/care.svg"}],"everyone":false,"pinned":true,"published":false}`))
	require.Equal(t, []string{"MARQUEE"}, pgtest.Column(t, o.db, "SELECT cmd FROM outbox_event"))
	apitest.OK[apiboard.SavedAnswer](save(fmt.Sprintf(`{"idx":%d,"version":1,"boardType":"mq","texts":[{"lang":"vn","title":"Bye"},{"lang":"ko","title":"안녕"},{"lang":"th","title":"t","draft":true}],"everyone":true,"published":false}`, mq.Idx)))
	save(fmt.Sprintf(`{"idx":%d,"version":1,"boardType":"mq","texts":[{"lang":"vn","title":"x"}],"everyone":true,"published":false}`, mq.Idx)).Refused(200, "C019")
	ticker := apitest.OK[apiboard.ListAnswer](o.app.Post("/api/admin/board/list", `{"boardType":"mq"}`)).List[0]
	require.Equal(t, []any{int32(2), true}, []any{ticker.Version, ticker.Everyone})
	require.Equal(t, []apiboard.Text{
		{Lang: "vn", Title: "Bye", Status: content.Source}, {Lang: "ko", Title: "안녕", Status: content.Changed}, {Lang: "th", Title: "t", Draft: true, Status: content.Draft},
	}, ticker.Texts)
	require.Len(t, pgtest.Column(t, o.db, "SELECT cmd FROM outbox_event"), 2)

	list := apitest.OK[apiboard.ListAnswer](o.app.Post("/api/admin/board/list", `{"boardType":"notice","searchValue":"t"}`))
	require.Equal(t, []any{int64(1), "T", "<p>x</p>", "/art/banners/care.svg", "Demo", "ko", true, false, false}, []any{
		list.PageInfo.Total, list.List[0].Texts[0].Title, list.List[0].Texts[0].Content, list.List[0].Texts[0].Image, list.List[0].Writer, list.List[0].Texts[0].Lang,
		list.List[0].Pinned, list.List[0].Published, list.List[0].Everyone,
	})
	require.Empty(t, apitest.OK[apiboard.ListAnswer](o.app.Post("/api/admin/board/list", `{"boardType":"notice","searchValue":"%"}`)).List)
	apitest.OK[httpx.None](o.app.Post("/api/admin/board/publish", fmt.Sprintf(`{"idx":%d,"published":true}`, notice.Idx)))

	factory.Site(t, o.db, func(s *factory.S) { s.ID, s.Name, s.Hosts = "other", "Other", []string{"other.test"} })
	var foreign int64
	require.NoError(t, o.db.QueryRow(t.Context(), "INSERT INTO board_post (site_id, board, title) VALUES ('other', 'notice', 'x') RETURNING id").Scan(&foreign))
	for _, idx := range []int64{foreign, 1 << 40} {
		save(fmt.Sprintf(`{"idx":%d,"version":1,"boardType":"notice","texts":[{"lang":"vn","title":"x","content":"x"}],"everyone":true,"published":true}`, idx)).Refused(200, "E001")
		o.app.Post("/api/admin/board/publish", fmt.Sprintf(`{"idx":%d,"published":false}`, idx)).Refused(200, "E001")
		o.app.Post("/api/admin/board/comment", fmt.Sprintf(`{"idx":%d,"published":false}`, idx)).Refused(200, "E001")
	}
	for what, bad := range map[string]string{
		"a board of members": `{"boardType":"qna","texts":[{"lang":"vn","title":"x","content":"x"}]`, "no title": `{"boardType":"notice","texts":[{"lang":"vn","title":"","content":"x"}]`,
		"no content": `{"boardType":"notice","texts":[{"lang":"vn","title":"x"}]`, "a language that the site does not speak": `{"boardType":"notice","texts":[{"lang":"xx","title":"x","content":"x"}]`,
		"no text": `{"boardType":"notice","texts":[]`, "no texts": `{"boardType":"notice"`, "no language": `{"boardType":"notice","texts":[{"title":"x","content":"x"}]`,
		"a language twice":         `{"boardType":"notice","texts":[{"lang":"vn","title":"x","content":"x"},{"lang":"vn","title":"y","content":"y"}]`,
		"not the default language": `{"boardType":"notice","texts":[{"lang":"ko","title":"x","content":"x"}]`,
		"a foreign picture":        `{"boardType":"notice","texts":[{"lang":"vn","title":"x","content":"x","image":"https://evil.example/x.png"}]`,
		"a picture of the ticker":  `{"boardType":"mq","texts":[{"lang":"vn","title":"x","image":"/art/banners/care.svg"}]`,
	} {
		require.Equal(t, "E001", save(bad+`,"everyone":true,"published":true}`).Code, what)
	}
	o.app.Post("/api/admin/board/list", `{"boardType":"qna"}`).Refused(200, "E001")
	require.Equal(t, []string{"board.save", "board.save", "board.save", "board.save", "board.save", "board.publish"}, pgtest.Column(t, o.db, "SELECT action FROM audit_entry ORDER BY id"),
		"what was refused is not noted")
}

func TestStaffReadAndDecideReports(t *testing.T) {
	o := openStaffBoards(t)
	m, other := factory.Member(t, o.db), factory.Member(t, o.db)
	var post int64
	require.NoError(t, o.db.QueryRow(t.Context(), `INSERT INTO board_post (site_id, board, title, content, html, writer, member_id)
		VALUES ('demo', 'board', 'Hi', 'a < b', 'a &lt; b', 'nick', $1) RETURNING id`, m.MemID).Scan(&post))
	svc := board.New(o.db, clock.NewManual(noon))
	require.NoError(t, svc.Report(t.Context(), board.Report{Site: "demo", Member: other.MemID, ID: post, Reason: "fraud", Words: "sells accounts"}))
	list := apitest.OK[apiboard.ReportsAnswer](o.app.Post("/api/admin/board/report/list", "{}"))
	require.Equal(t, []apiboard.ReportedRow{{
		Idx: post, PostIdx: post, BoardType: board.Free, Title: "Hi", Content: "a &lt; b", Writer: "nick", MemID: m.MemID, Total: 1,
		Reports: []apiboard.Said{{MemID: other.MemID, Reason: "fraud", Words: "sells accounts", Content: "Hi\na < b", CreatedAt: noon}},
	}}, list.List)
	decide := func(rest string) apitest.Answer {
		return o.app.Post("/api/admin/board/report/decide", fmt.Sprintf(`{"idx":%d%s}`, post, rest))
	}
	decide(`,"comment":true,"hide":true`).Refused(200, "E001")
	apitest.OK[httpx.None](decide(`,"hide":true`))
	decide(`,"hide":true`).Refused(200, "E001")
	require.Empty(t, apitest.OK[apiboard.ReportsAnswer](o.app.Post("/api/admin/board/report/list", "{}")).List)
	row := apitest.OK[apiboard.ListAnswer](o.app.Post("/api/admin/board/list", `{"boardType":"board"}`)).List[0]
	require.Equal(t, []bool{false, false}, []bool{row.Published, row.Deleted})
	require.Equal(t, []string{"board.report"}, pgtest.Column(t, o.db, "SELECT action FROM audit_entry"))
}

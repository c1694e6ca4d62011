package admin_test

import (
	"fmt"
	"testing"

	"github.com/stretchr/testify/require"

	"hubstake/api/admin"
	"hubstake/internal/access/httpx"
	"hubstake/internal/core/richtext"
	"hubstake/internal/operator/content"
	"hubstake/internal/operator/site"
	"hubstake/internal/support/inquiry"
	"hubstake/internal/testkit/apitest"
	"hubstake/internal/testkit/factory"
)

// other makes a second site, for what must not be found from here.
func (o office) other(t *testing.T) {
	t.Helper()
	require.NoError(t, site.Create(t.Context(), o.db, "other", "Other", []string{"other.test"}, []byte("{}")))
}

func TestStaffPublishAndTheTickerIsTold(t *testing.T) {
	o := open(t)
	save := func(body string) apitest.Answer { return o.app.Post("/api/admin/board/save", body) }
	mq := apitest.OK[admin.SavedAnswer](save(`{"boardType":"mq","texts":[{"title":"Hello"}],"published":true}`))
	notice := apitest.OK[admin.SavedAnswer](save(
		`{"boardType":"notice","texts":[{"lang":"ko","title":"<b>T</b>","content":"<p>x</p><script>alert(1)</script>"}],"pinned":true,"published":false}`))
	require.Equal(t, []string{"MARQUEE"}, o.column(t, "SELECT cmd FROM outbox_event"))
	apitest.OK[admin.SavedAnswer](save(fmt.Sprintf(`{"idx":%d,"boardType":"mq","texts":[{"title":"Bye"}],"published":false}`, mq.Idx)))
	require.Len(t, o.column(t, "SELECT cmd FROM outbox_event"), 2)

	list := apitest.OK[admin.BoardListAnswer](o.app.Post("/api/admin/board/list", `{"boardType":"notice","searchValue":"t"}`))
	require.Equal(t, []any{int64(1), "T", "<p>x</p>", "Demo", "ko", true, false}, []any{
		list.PageInfo.Total, list.List[0].Texts[0].Title, list.List[0].Texts[0].Content, list.List[0].Writer, list.List[0].Texts[0].Lang, list.List[0].Pinned, list.List[0].Published,
	})
	require.Empty(t, apitest.OK[admin.BoardListAnswer](o.app.Post("/api/admin/board/list", `{"boardType":"notice","searchValue":"%"}`)).List)
	apitest.OK[httpx.None](o.app.Post("/api/admin/board/publish", fmt.Sprintf(`{"idx":%d,"published":true}`, notice.Idx)))

	o.other(t)
	var foreign int64
	require.NoError(t, o.db.QueryRow(t.Context(), "INSERT INTO board_post (site_id, board, title) VALUES ('other', 'notice', 'x') RETURNING id").Scan(&foreign))
	for _, idx := range []int64{foreign, 1 << 40} {
		save(fmt.Sprintf(`{"idx":%d,"boardType":"notice","texts":[{"title":"x","content":"x"}],"published":true}`, idx)).Refused(200, "E001")
		o.app.Post("/api/admin/board/publish", fmt.Sprintf(`{"idx":%d,"published":false}`, idx)).Refused(200, "E001")
		o.app.Post("/api/admin/board/comment", fmt.Sprintf(`{"idx":%d,"published":false}`, idx)).Refused(200, "E001")
	}
	for _, bad := range []string{
		`{"boardType":"qna","texts":[{"title":"x","content":"x"}],"published":true}`, `{"boardType":"notice","texts":[{"title":"","content":"x"}],"published":true}`,
		`{"boardType":"notice","texts":[{"title":"x"}],"published":true}`, `{"boardType":"notice","texts":[{"lang":"xx","title":"x","content":"x"}],"published":true}`,
		`{"boardType":"notice","texts":[],"published":true}`, `{"boardType":"notice","published":true}`,
		`{"boardType":"notice","texts":[{"title":"x","content":"x"},{"title":"y","content":"y"}],"published":true}`,
	} {
		save(bad).Refused(200, "E001")
	}
	o.app.Post("/api/admin/board/list", `{"boardType":"qna"}`).Refused(200, "E001")
	require.Equal(t, []string{"board.save", "board.save", "board.save", "board.publish"}, o.column(t, "SELECT action FROM audit_entry ORDER BY id"),
		"what was refused is not noted")
}

func TestStaffAnswerInquiries(t *testing.T) {
	o := open(t)
	m := factory.Member(t, o.db)
	q, err := o.inquiries.Ask(t.Context(), inquiry.Requester{Site: "demo", Member: m.MemID, Lang: "ko"}, inquiry.Question{Title: "Q", Content: richtext.Plain("?")})
	require.NoError(t, err)
	row := apitest.OK[admin.InquiryListAnswer](o.app.Post("/api/admin/qna/list", `{"status":"wait"}`)).List[0]
	require.Equal(t, []any{q.ID, m.MemID, inquiry.Waiting, "ko"}, []any{row.Idx, row.MemID, row.Status, row.Lang})
	answer := func(idx int64, content string) apitest.Answer {
		return o.app.Post("/api/admin/qna/answer", fmt.Sprintf(`{"idx":%d,"content":%q}`, idx, content))
	}
	answer(q.ID, "").Refused(200, "E001")
	answer(q.ID+1, "Yes").Refused(200, "E001")
	o.app.Post("/api/admin/qna/list", `{"status":"lost"}`).Refused(200, "E001")
	apitest.OK[httpx.None](answer(q.ID, "<b>Yes</b><script>1</script>"))
	row = apitest.OK[admin.InquiryListAnswer](o.app.Post("/api/admin/qna/list", `{"status":"answer"}`)).List[0]
	require.Equal(t, []any{"<b>Yes</b>", "staff1", inquiry.Answered}, []any{row.Answer, row.AnsweredBy, row.Status})
	require.Equal(t, []string{"문의하신 내용에 답변이 등록되었습니다"}, o.column(t, "SELECT title FROM message_message"))
}

// Review W11: a guest's inquiry stands among the members', marked and with the contact, and its answer is in the audit.
func TestStaffAnswerGuests(t *testing.T) {
	o := open(t)
	m := factory.Member(t, o.db)
	o.other(t)
	_, err := o.inquiries.Ask(t.Context(), inquiry.Requester{Site: "demo", Member: m.MemID, Lang: "ko"}, inquiry.Question{Title: "Q", Content: richtext.Plain("?")})
	require.NoError(t, err)
	ask := func(site string) int64 {
		r, err := o.inquiries.AskAsGuest(t.Context(), inquiry.Visitor{Site: site, Lang: "th"}, inquiry.GuestQuestion{
			Category: inquiry.SignUp, Text: "When is it approved?", Contact: inquiry.Contact{Kind: inquiry.Phone, Address: "010-1234-5678", Account: "kim0001"},
		})
		require.NoError(t, err)
		return r.ID
	}
	mine, foreign := ask("demo"), ask("other")
	all := apitest.OK[admin.InquiryListAnswer](o.app.Post("/api/admin/qna/list", `{"status":"wait"}`)).List
	require.Len(t, all, 2)
	require.Nil(t, all[1].Guest)
	guests := apitest.OK[admin.InquiryListAnswer](o.app.Post("/api/admin/qna/list", `{"status":"wait","guests":true}`)).List
	require.Equal(t, all[:1], guests)
	require.Equal(t, []any{mine, "", "th", inquiry.SignUp}, []any{guests[0].Idx, guests[0].MemID, guests[0].Lang, guests[0].Category})
	require.Equal(t, &admin.InquiryGuest{ContactKind: inquiry.Phone, Contact: "010-1234-5678", Account: "kim0001"}, guests[0].Guest)
	answer := func(idx int64) apitest.Answer {
		return o.app.Post("/api/admin/qna/answer", fmt.Sprintf(`{"idx":%d,"content":"Today."}`, idx))
	}
	answer(foreign).Refused(200, "E001")
	apitest.OK[httpx.None](answer(mine))
	require.Empty(t, apitest.OK[admin.InquiryListAnswer](o.app.Post("/api/admin/qna/list", `{"status":"wait","guests":true}`)).List)
	require.Equal(t, []string{fmt.Sprintf(`inquiry.answer %d {"guest": "true"}`, mine)}, o.column(t, "SELECT concat_ws(' ', action, target, detail) FROM audit_entry"))
	require.Empty(t, o.column(t, "SELECT title FROM message_message"))
}

func TestStaffHangUpBannersAndPopups(t *testing.T) {
	o := open(t)
	const banner = `"title":"B","image":"/art/banners/care.svg","link":"/cs","lang":"","ord":1,"active":true,"since":null,"until":null}`
	const popup = `"popupType":"after","title":"P","content":"<i>x</i><script>1</script>","image":"","link":"","lang":"vn","ord":1,"active":true,"since":null,"until":null}`
	b := apitest.OK[admin.SavedAnswer](o.app.Post("/api/admin/banner/save", "{"+banner))
	p := apitest.OK[admin.SavedAnswer](o.app.Post("/api/admin/popup/save", "{"+popup))
	require.Equal(t, "/cs", apitest.OK[admin.BannerListAnswer](o.app.Post("/api/admin/banner/list", "{}")).List[0].Link)
	row := apitest.OK[admin.PopupListAnswer](o.app.Post("/api/admin/popup/list", "{}")).List[0]
	require.Equal(t, []any{p.Idx, content.AfterLogIn, "<i>x</i>", noon}, []any{row.Idx, row.PopupType, row.Content, *row.Since})
	for what, body := range map[string]string{"banner": banner, "popup": popup} {
		o.app.Post("/api/admin/"+what+"/save", `{"idx":999999,`+body).Refused(200, "E001")
		o.app.Post("/api/admin/"+what+"/save", `{}`).Refused(200, "E001")
		o.app.Post("/api/admin/"+what+"/delete", `{"idx":999999}`).Refused(200, "E001")
	}
	apitest.OK[admin.SavedAnswer](o.app.Post("/api/admin/banner/save", fmt.Sprintf(`{"idx":%d,`, b.Idx)+banner))
	apitest.OK[httpx.None](o.app.Post("/api/admin/banner/delete", fmt.Sprintf(`{"idx":%d}`, b.Idx)))
	apitest.OK[httpx.None](o.app.Post("/api/admin/popup/delete", fmt.Sprintf(`{"idx":%d}`, p.Idx)))
	require.Equal(t, []string{"banner.save", "popup.save", "banner.save", "banner.delete", "popup.delete"}, o.column(t, "SELECT action FROM audit_entry ORDER BY id"))
}

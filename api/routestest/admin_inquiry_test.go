package routestest_test

import (
	"fmt"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	apiinquiry "hubstake/api/admin/inquiry"
	"hubstake/internal/access/httpx"
	"hubstake/internal/core/richtext"
	"hubstake/internal/support/inquiry"
	"hubstake/internal/testkit/apitest"
	"hubstake/internal/testkit/factory"
	"hubstake/internal/testkit/pgtest"
)

func openInquiries(t *testing.T) office {
	t.Helper()
	t.Parallel()
	return newOffice(t, func(o office) []httpx.Route { return apiinquiry.New(o.sites, o.inquiries).Routes() })
}

func TestStaffAnswerInquiries(t *testing.T) {
	o := openInquiries(t)
	m := factory.Member(t, o.db)
	q, err := o.inquiries.Ask(t.Context(), inquiry.Requester{Site: "demo", Member: m.MemID, Lang: "ko"}, inquiry.Question{Title: "Q", Content: richtext.Plain("?")})
	require.NoError(t, err)
	row := apitest.OK[apiinquiry.ListAnswer](o.app.Post("/api/admin/qna/list", `{"status":"wait"}`)).List[0]
	require.Equal(t, []any{q.ID, m.MemID, inquiry.Waiting, "ko"}, []any{row.Idx, row.MemID, row.Status, row.Lang})
	answer := func(idx int64, content string) apitest.Answer {
		return o.app.Post("/api/admin/qna/answer", fmt.Sprintf(`{"idx":%d,"content":%q}`, idx, content))
	}
	answer(q.ID, "").Refused(200, "E001")
	answer(q.ID+1, "Yes").Refused(200, "E001")
	o.app.Post("/api/admin/qna/list", `{"status":"lost"}`).Refused(200, "E001")
	apitest.OK[httpx.None](answer(q.ID, "<b>Yes</b><script>1</script>"))
	row = apitest.OK[apiinquiry.ListAnswer](o.app.Post("/api/admin/qna/list", `{"status":"answer"}`)).List[0]
	require.Equal(t, []any{"<b>Yes</b>", "staff1", inquiry.Answered}, []any{row.Answer, row.AnsweredBy, row.Status})
	require.Equal(t, []string{"문의하신 내용에 답변이 등록되었습니다"}, pgtest.Column(t, o.db, "SELECT title FROM message_message"))
}

func TestStaffAnswerGuests(t *testing.T) {
	o := openInquiries(t)
	m := factory.Member(t, o.db)
	factory.Site(t, o.db, func(s *factory.S) { s.ID, s.Name, s.Hosts = "other", "Other", []string{"other.test"} })
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
	all := apitest.OK[apiinquiry.ListAnswer](o.app.Post("/api/admin/qna/list", `{"status":"wait"}`)).List
	require.Len(t, all, 2)
	require.Nil(t, all[1].Guest)
	guests := apitest.OK[apiinquiry.ListAnswer](o.app.Post("/api/admin/qna/list", `{"status":"wait","guests":true}`)).List
	require.Equal(t, all[:1], guests)
	require.Equal(t, []any{mine, "", "th", inquiry.SignUp}, []any{guests[0].Idx, guests[0].MemID, guests[0].Lang, guests[0].Category})
	require.Equal(t, &apiinquiry.Guest{ContactKind: inquiry.Phone, Contact: "*********5678", Account: "kim0001"}, guests[0].Guest)
	answer := func(idx int64) apitest.Answer {
		return o.app.Post("/api/admin/qna/answer", fmt.Sprintf(`{"idx":%d,"content":"Today."}`, idx))
	}
	answer(foreign).Refused(200, "E001")
	apitest.OK[httpx.None](answer(mine))
	require.Empty(t, apitest.OK[apiinquiry.ListAnswer](o.app.Post("/api/admin/qna/list", `{"status":"wait","guests":true}`)).List)
	require.Equal(t, []string{fmt.Sprintf(`inquiry.answer %d {"guest": "true"}`, mine)}, pgtest.Column(t, o.db, "SELECT concat_ws(' ', action, target, detail) FROM audit_entry"))
	require.Empty(t, pgtest.Column(t, o.db, "SELECT title FROM message_message"))
}

func TestStaffKeepSampleAnswers(t *testing.T) {
	o := openInquiries(t)
	save := func(body string) apitest.Answer { return o.app.Post("/api/admin/qna/sample/save", body) }
	saved := apitest.OK[apiinquiry.SampleSaved](save(`{"name":" Deposit ","texts":[{"lang":"vn","content":" Xin chào\n<b> "},{"lang":"ko","content":"안녕"}]}`))
	want := apiinquiry.Sample{Idx: saved.Idx, Version: 1, Name: "Deposit", Texts: []apiinquiry.SampleText{{Lang: "ko", Content: "안녕"}, {Lang: "vn", Content: "Xin chào\n<b>"}}}
	list := func() []apiinquiry.Sample {
		return apitest.OK[apiinquiry.SamplesAnswer](o.app.Post("/api/admin/qna/sample/list", "{}")).List
	}
	require.Equal(t, []apiinquiry.Sample{want}, list())
	for why, body := range map[string]string{
		"no name": `{"name":"","texts":[{"lang":"ko","content":"x"}]}`, "no text": `{"name":"A","texts":[]}`, "no texts": `{"name":"A"}`,
		"a language that the site does not speak": `{"name":"A","texts":[{"lang":"xx","content":"x"}]}`, "no language": `{"name":"A","texts":[{"lang":"","content":"x"}]}`,
		"an empty text": `{"name":"A","texts":[{"lang":"ko","content":" "}]}`, "a language twice": `{"name":"A","texts":[{"lang":"ko","content":"x"},{"lang":"ko","content":"y"}]}`,
		"a text that is too long": `{"name":"A","texts":[{"lang":"ko","content":"` + strings.Repeat("가", 4001) + `"}]}`,
		"a name that is taken":    `{"name":"Deposit","texts":[{"lang":"ko","content":"x"}]}`, "not there": `{"idx":999999,"name":"A","texts":[{"lang":"ko","content":"x"}]}`,
	} {
		save(body).Refused(200, "E001")
		require.Equal(t, []apiinquiry.Sample{want}, list(), why)
	}
	change := fmt.Sprintf(`{"idx":%d,"version":1,"name":"Deposit","texts":[{"lang":"ko","content":"입금"}]}`, saved.Idx)
	apitest.OK[apiinquiry.SampleSaved](save(change))
	save(change).Refused(200, "C019") // of two who change it the second is told
	require.EqualValues(t, 2, list()[0].Version)
	require.Equal(t, []apiinquiry.SampleText{{Lang: "ko", Content: "입금"}}, list()[0].Texts)
	one := fmt.Sprintf(`{"idx":%d}`, saved.Idx)
	apitest.OK[httpx.None](o.app.Post("/api/admin/qna/sample/delete", one))
	o.app.Post("/api/admin/qna/sample/delete", one).Refused(200, "E001")
	require.Empty(t, list())
	require.Equal(t, []string{"inquiry.sample", "inquiry.sample", "inquiry.sampleDelete"}, pgtest.Column(t, o.db, "SELECT action FROM audit_entry ORDER BY id"))
}

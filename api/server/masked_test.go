package server

import (
	"fmt"
	"io"
	"net/http"
	"slices"
	"strings"
	"testing"

	"github.com/gofiber/fiber/v3"
	"github.com/stretchr/testify/require"

	"hubstake/internal/access/httpx"
	"hubstake/internal/testkit/factory"
	"hubstake/internal/testkit/pgtest"
)

// text asks the first node as a page does, and returns the whole answer.
func (w *whole) text(path, bearer, body string) string {
	w.t.Helper()
	r, err := http.NewRequestWithContext(w.t.Context(), http.MethodPost, w.nodes[0]+path, strings.NewReader(body))
	require.NoError(w.t, err)
	r.Host = "localhost"
	r.Header.Set("content-type", fiber.MIMEApplicationJSON)
	r.Header.Set("authorization", "Bearer "+bearer)
	res, err := http.DefaultClient.Do(r)
	require.NoError(w.t, err)
	defer func() { _ = res.Body.Close() }()
	b, err := io.ReadAll(res.Body)
	require.NoError(w.t, err)
	return string(b)
}

// Of a member with a name, a phone and an account that no other text has, everything there is for staff to see: no list, card or file of the back
// office, no event and no entry of the audit has them in the clear (S-98). Only /api/admin/personal/show answers them.
func TestNoAnswerOfTheBackOfficeHasPersonalDataInTheClear(t *testing.T) {
	t.Parallel()
	w := newWhole(t, 1, nil)
	m := factory.Member(t, w.db, func(m *factory.M) {
		m.Name, m.Holder, m.Phone, m.Number, m.Cash = "Seo Gangbyeong", "Seo Gangbyeong", "+821055559137", "27182818284590", 1_000_000
	})
	secrets := []string{"Gangbyeong", "gangbyeong", "55559137", "27182818284590", "66661234", "31415926535897", "maehwa"}
	staff := w.enterStaff(factory.Staff(t, w.db))
	member := w.enterMember(m.MemID)
	done := func(path, session, body string) {
		t.Helper()
		_, env := w.post(path, session, body)
		require.Equal(t, "200", env.ResultCode, path)
	}
	done("/api/cash/in", member, `{"amount":10000}`)
	done("/api/cash/out", member, `{"amount":10000,"cashPin":"1234"}`)
	done("/api/member/details/ask", member, `{"kind":"account","accountNo":"31415926535897","cashPin":"1234","memPass":"`+factory.Password+`"}`)
	done("/api/contact/save", "", `{"category":"login","content":"I cannot log in.","contactKind":"email","contact":"maehwa@example.com"}`)
	done("/api/member/reset/ask", "", fmt.Sprintf(`{"memId":%q,"secret":"pin","phone":%q,"accountNo":%q}`, m.MemID, "01055559137", m.Number))
	done("/api/admin/block/add", staff, `{"kind":"phone","value":"01066661234","reason":"x"}`)
	one := func(sql string) string { return pgtest.Column(t, w.db, sql)[0] }
	for _, kind := range []string{"in", "out"} {
		done("/api/admin/cash/hold", staff, one(`SELECT json_build_object('idx', id, 'memId', member_id, 'amount', amount, 'requestedAt', requested_at)::text
			FROM cash_request WHERE kind = '`+kind+`'`))
	}
	_, env := w.post("/api/admin/details/approve", staff, `{"idx":`+one("SELECT id::text FROM member_change")+`}`)
	require.Equal(t, "U035", env.ResultCode)
	_, env = w.post("/api/admin/reset/confirm", staff, `{"idx":`+one("SELECT id::text FROM member_reset")+`}`)
	require.Equal(t, "U035", env.ResultCode)
	for _, subject := range []string{
		fmt.Sprintf(`"subject":"member","id":%q,"fields":["name","phone","accountNo","accountHolder"]`, m.MemID),
		`"subject":"request","id":"` + one("SELECT id::text FROM cash_request WHERE kind = 'out'") + `","fields":["depositor","accountNo","accountHolder"]`,
		`"subject":"details","id":"` + one("SELECT id::text FROM member_change") + `","fields":["accountNo"]`,
		`"subject":"inquiry","id":"` + one("SELECT id::text FROM inquiry_inquiry WHERE member_id IS NULL") + `","fields":["contact"]`,
	} {
		answer := w.text("/api/admin/personal/show", staff, `{`+subject+`,"purpose":"identity"}`)
		require.True(t, slices.ContainsFunc(secrets, func(s string) bool { return strings.Contains(answer, s) }), answer)
	}

	bodies := map[string][]string{}
	for _, q := range questions() {
		bodies[q.path] = append(bodies[q.path], strings.ReplaceAll(q.body, listMember, m.MemID))
	}
	for path, search := range map[string][]string{
		"/api/admin/member/list": {"01055559137", "+821055559137", "27182818284590", "4590", "9137", "seo gangbyeong"},
		"/api/admin/cash/list":   {"Seo Gangbyeong", "27182818284590", "4590"},
		"/api/admin/block/list":  {"01066661234"},
	} {
		for _, s := range search {
			answer := w.text(path, staff, fmt.Sprintf(`{"search":%q}`, s))
			require.Contains(t, answer, `"total":`, path)
			require.NotContains(t, answer, `"total":0`, "%s finds the whole value %s", path, s)
			bodies[path] = append(bodies[path], fmt.Sprintf(`{"search":%q}`, s))
		}
	}
	require.Contains(t, w.text("/api/admin/cash/list", staff, `{"search":"Gangbyeon"}`), `"total":0`, "no part of a name finds it")

	answered := map[string]bool{}
	check := func(path, body string) {
		t.Helper()
		answer := w.text(path, staff, body)
		for _, s := range secrets {
			require.NotContains(t, answer, s, "%s %s", path, body)
		}
		if strings.Contains(answer, `"resultCode":"200"`) || strings.HasSuffix(path, ".csv") {
			answered[path] = true
		}
	}
	request := one("SELECT id::text FROM cash_request WHERE kind = 'out'")
	for _, r := range Routes(Services{}) {
		if r.Access != httpx.Staff || slices.Contains([]string{"/api/admin/logout", "/api/admin/getToken", "/api/admin/personal/show"}, r.Path) {
			continue
		}
		for _, body := range append(bodies[r.Path], `{}`, fmt.Sprintf(`{"memId":%q}`, m.MemID), `{"all":true}`, `{"over":true}`, `{"idx":`+request+`}`) {
			check(r.Path, body)
		}
	}
	for _, path := range []string{
		"member/list", "member/card", "member/logins", "member/documents", "member/protection", "cash/list", "cash/requests", "cash/requests.csv", "cash/background",
		"reset/list", "details/list", "block/list", "qna/list", "online/list", "approval/list", "audit/list", "audit/export.csv", "gift/list", "coupon/list",
		"account/list", "account/views", "notice/list", "staff/list", "today", "site/status",
	} {
		require.True(t, answered["/api/admin/"+path], "%s was asked in vain", path)
	}
	for _, table := range []string{"outbox_event", "audit_entry", "audit_note", "approval_request", "inquiry_inquiry"} {
		for _, s := range secrets {
			require.Equal(t, "0", one(`SELECT count(*)::text FROM `+table+` x WHERE x::text LIKE '%`+s+`%'`), "%s in %s", s, table)
		}
	}
	for _, s := range secrets {
		require.NotContains(t, w.log.String(), s, "the log")
	}
}

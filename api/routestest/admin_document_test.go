package routestest_test

import (
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"hubstake/api/admin/document"
	apisite "hubstake/api/site"
	"hubstake/internal/core/clock"
	"hubstake/internal/core/money"
	"hubstake/internal/operator/content"
	"hubstake/internal/operator/site"
	"hubstake/internal/testkit/apitest"
	"hubstake/internal/testkit/factory"
	"hubstake/internal/testkit/pgtest"
)

func TestStaffPublishVersionsThatGuestsRead(t *testing.T) {
	t.Parallel()
	db, clk := pgtest.DB(t), clock.NewManual(time.Date(2026, 9, 10, 3, 0, 0, 0, time.UTC))
	m, sites, hung := factory.Member(t, db), site.New(db, clk), content.New(db, clk)
	_, err := db.Exec(t.Context(), `UPDATE site_site SET options = options || '{"languages":["en","ko"]}'`)
	require.NoError(t, err)
	app := apitest.New(t, clk, document.New(sites, hung).Routes(), apisite.New(apisite.Services{Sites: sites, Content: hung}).Routes())
	desk := app.Staff("staff1")
	texts := `[{"lang":"en","title":"Terms","content":"<p>New <script>x</script>rules</p>"},{"lang":"ko","title":"약관","content":"규칙"}]`
	first := `{"kind":"terms","version":1,"texts":` + texts + `}`

	app.Post("/api/etc/document", `{"kind":"terms"}`).Refused(200, "E001")
	desk.Post("/api/admin/document/publish", `{"kind":"terms","version":1,"texts":[{"lang":"en","title":"Terms","content":"x"}]}`).Refused(200, "E001")
	apitest.OK[struct{}](desk.Post("/api/admin/document/publish", first))
	desk.Post("/api/admin/document/publish", first).Refused(200, "C019")
	require.EqualValues(t, 1, apitest.OK[document.VersionsAnswer](desk.Post("/api/admin/document/list", `{}`)).List[0].Version)
	require.Len(t, apitest.OK[document.TextsAnswer](desk.Post("/api/admin/document/texts", `{"kind":"terms","version":1}`)).List, 2)

	const large = "4294967298" // 2 in its last 32 bits
	desk.Post("/api/admin/document/publish", `{"kind":"terms","version":`+large+`,"texts":`+texts+`}`).Refused(400, "E001")
	app.Post("/api/etc/document", `{"kind":"terms","version":4294967297}`).Refused(400, "E001")

	d := apitest.OK[apisite.Document](app.Lang("ko").Post("/api/etc/document", `{"kind":"terms"}`))
	require.Equal(t, []string{"ko", "약관"}, []string{d.Lang, d.Title})
	require.Equal(t, money.Amount(3_000_000), d.Amounts["maxStake.3"], "what the text may name")
	require.Equal(t, "23:30", d.Words["exchangeClosedFrom"])
	require.NotContains(t, apitest.OK[apisite.Document](app.Lang("en").Post("/api/etc/document", `{"kind":"terms","version":1}`)).Content, "script")
	require.Equal(t, "Terms", apitest.OK[apisite.DocumentsAnswer](app.Lang("en").Post("/api/etc/documents", `{}`)).List[0].Title)
	require.Empty(t, apitest.OK[document.ConsentsAnswer](desk.Post("/api/admin/member/documents", `{"memId":"`+m.MemID+`"}`)).List)
	require.Equal(t, []string{"document.publish terms"}, pgtest.Column(t, db, "SELECT action || ' ' || target FROM audit_entry"))
}

package routestest_test

import (
	"fmt"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	apiboard "hubstake/api/board"
	"hubstake/internal/account/member"
	"hubstake/internal/core/clock"
	"hubstake/internal/core/richtext"
	"hubstake/internal/funds/cash"
	"hubstake/internal/operator/audit"
	"hubstake/internal/operator/message"
	"hubstake/internal/operator/site"
	"hubstake/internal/support/inquiry"
	"hubstake/internal/testkit/apitest"
	"hubstake/internal/testkit/factory"
	"hubstake/internal/testkit/pgtest"
)

// Review W11: a guest writes, and reads the answer with the number and the secret of the case.
func TestGuestsWriteOverHTTP(t *testing.T) {
	t.Parallel()
	noon := time.Date(2026, 9, 10, 3, 0, 0, 0, time.UTC)
	db, clk := pgtest.DB(t), clock.NewManual(noon)
	factory.Site(t, db)
	sites, messages := site.New(db, clk), message.New(db, clk)
	members := member.New(db, clk, sites, factory.Hashing())
	svc := inquiry.New(db, clk, members, cash.New(db, clk, sites, members, messages, nil), messages)
	app := apitest.New(t, clk, apiboard.New(apiboard.Services{DB: db, Sites: sites, Inquiries: svc, Members: members}).Routes()).Lang("th")

	const whole = `{"category":"login","content":"I cannot <log> in.","contactKind":"messenger","contact":"LINE kim","account":"kim0001"}`
	r := apitest.OK[apiboard.ContactReceipt](app.Post("/api/contact/save", whole))
	require.Equal(t, noon, r.CreatedAt)
	var lang string
	require.NoError(t, db.QueryRow(t.Context(), "SELECT lang FROM inquiry_inquiry WHERE id = $1", r.Idx).Scan(&lang))
	require.Equal(t, "th", lang, "staff answers in the guest's language")
	for _, bad := range []string{
		`{}`, `{"category":"login","content":"short","contactKind":"messenger","contact":"LINE kim"}`,
		`{"category":"vip","content":"I cannot log in.","contactKind":"messenger","contact":"LINE kim"}`,
		`{"category":"login","content":"I cannot log in.","contactKind":"email","contact":"LINE kim"}`,
	} {
		app.Post("/api/contact/save", bad).Refused(200, "E001")
	}

	look := func(idx int64, secret string) apitest.Answer {
		return app.Post("/api/contact/case", fmt.Sprintf(`{"idx":%d,"secret":%q}`, idx, secret))
	}
	waiting := apiboard.ContactCase{Idx: r.Idx, Category: inquiry.LogIn, Content: "I cannot &lt;log&gt; in.", Status: inquiry.Waiting, CreatedAt: noon}
	require.Equal(t, waiting, apitest.OK[apiboard.ContactCase](look(r.Idx, r.Secret)))
	look(r.Idx, "").Refused(200, "E001")
	look(r.Idx, "AAAA-BBBB-CCCC-DDDD").Refused(200, "E001")
	look(r.Idx+1, r.Secret).Refused(200, "E001")

	require.NoError(t, svc.Answer(t.Context(), audit.Actor{ID: "staff1"}, "demo", r.Idx, richtext.Content{HTML: "<b>Done</b>", Text: "Done"}))
	answered := waiting
	answered.Status, answered.Answer, answered.AnsweredAt = inquiry.Answered, "<b>Done</b>", &noon
	require.Equal(t, answered, apitest.OK[apiboard.ContactCase](look(r.Idx, r.Secret)))
}

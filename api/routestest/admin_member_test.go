package routestest_test

import (
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	apimember "hubstake/api/admin/member"
	"hubstake/internal/account/member"
	"hubstake/internal/core/clock"
	"hubstake/internal/core/paging"
	"hubstake/internal/operator/site"
	"hubstake/internal/testkit/apitest"
	"hubstake/internal/testkit/factory"
	"hubstake/internal/testkit/pgtest"
)

func TestStaffSearchMembersByStatus(t *testing.T) {
	t.Parallel()
	db, clk := pgtest.DB(t), clock.NewManual(time.Date(2026, 9, 10, 3, 0, 0, 0, time.UTC))
	pending := factory.Member(t, db, func(m *factory.M) { m.Status = member.Pending })
	factory.Member(t, db)
	app := apitest.New(t, clk, apimember.New(member.New(db, clk, site.New(db, clk), factory.Hashing()), nil, nil).Routes()).Staff("staff1")
	got := apitest.OK[apimember.ListAnswer](app.Post("/api/admin/member/list", `{"status":"pending"}`))
	require.Equal(t, paging.Info{Page: 1, CountPerList: 10, Total: 1, Pages: 1}, got.PageInfo)
	require.Equal(t, pending.MemID, got.List[0].MemID)
}

// S-103: the mark of a test account is on the card and in the list, and is given once.
func TestStaffMakesATestAccount(t *testing.T) {
	t.Parallel()
	db, clk := pgtest.DB(t), clock.NewManual(time.Date(2026, 9, 10, 3, 0, 0, 0, time.UTC))
	m, funded := factory.Member(t, db), factory.Member(t, db, func(m *factory.M) { m.Cash = 1 })
	app := apitest.New(t, clk, apimember.New(member.New(db, clk, site.New(db, clk), factory.Hashing()), nil, nil).Routes())
	body := func(m factory.M, reason string) string {
		return `{"memId":"` + m.MemID + `","reason":"` + reason + `"}`
	}
	app = app.Staff("staff1")
	require.Equal(t, "E001", app.Post("/api/admin/member/test", body(m, " ")).Code)
	require.Equal(t, "U051", app.Post("/api/admin/member/test", body(funded, "x")).Code)
	card := func() apimember.CardAnswer {
		return apitest.OK[apimember.CardAnswer](app.Post("/api/admin/member/card", `{"memId":"`+m.MemID+`"}`))
	}
	require.Nil(t, card().TestSince)
	require.Equal(t, "200", app.Post("/api/admin/member/test", body(m, "a new game")).Code)
	require.Equal(t, "C019", app.Post("/api/admin/member/test", body(m, "a new game")).Code)
	got := card()
	require.Equal(t, []any{clk.Now(), "staff1", "a new game", false}, []any{*got.TestSince, got.TestBy, got.TestReason, got.Partner})
	for _, one := range []factory.M{m, funded} {
		list := apitest.OK[apimember.ListAnswer](app.Post("/api/admin/member/list", `{"search":"`+one.MemID+`"}`)).List
		require.Equal(t, one.MemID == m.MemID, list[0].Test)
	}
}

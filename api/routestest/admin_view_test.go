package routestest_test

import (
	"fmt"
	"testing"

	"github.com/stretchr/testify/require"

	"hubstake/api/admin/view"
	"hubstake/internal/access/httpx"
	"hubstake/internal/account/member"
	"hubstake/internal/account/staff"
	"hubstake/internal/core/clock"
	"hubstake/internal/operator/site"
	"hubstake/internal/testkit/apitest"
	"hubstake/internal/testkit/factory"
	"hubstake/internal/testkit/pgtest"
)

func TestStaffKeepsViewsOfItsOwn(t *testing.T) {
	t.Parallel()
	db, clk := pgtest.DB(t), clock.System{}
	factory.Site(t, db)
	for _, id := range []string{"staff1", "staff2"} {
		factory.Staff(t, db, func(s *factory.St) { s.ID = id })
	}
	s := staff.New(db, clk, member.New(db, clk, site.New(db, clk), member.Keys{}), staff.Keys{})
	guest := apitest.New(t, clk, view.New(s).Routes())
	app, other := guest.Staff("staff1"), guest.Staff("staff2")
	list := func(app apitest.App) []view.View {
		return apitest.OK[view.ListAnswer](app.Post("/api/admin/view/list", `{"list":"requests"}`)).List
	}
	require.Equal(t, []view.View{}, list(app))
	const body = `{"list":"requests","name":"Held","search":"?state=held","look":{"columns":{"memo":false},"density":"compact"}}`
	idx := apitest.OK[view.SaveAnswer](app.Post("/api/admin/view/save", body)).Idx
	require.Equal(t, []view.View{{Idx: idx, Name: "Held", Search: "?state=held", Look: view.Look{Columns: map[string]bool{"memo": false}, Density: "compact"}}}, list(app))
	app.Post("/api/admin/view/save", body).Refused(200, "U061")
	app.Post("/api/admin/view/save", `{"list":"requests","name":"","search":"","look":{"columns":{},"density":""}}`).Refused(200, "U060")
	app.Post("/api/admin/view/save", `{"list":"users","name":"x","search":"","look":{"columns":{},"density":""}}`).Refused(200, "E001")
	app.Post("/api/admin/view/list", `{}`).Refused(200, "E001")

	require.Empty(t, list(other))
	other.Post("/api/admin/view/delete", fmt.Sprintf(`{"idx":%d}`, idx)).Refused(200, "C019")
	apitest.OK[httpx.None](app.Post("/api/admin/view/rename", fmt.Sprintf(`{"idx":%d,"name":"Waiting"}`, idx)))
	apitest.OK[httpx.None](app.Post("/api/admin/view/replace", fmt.Sprintf(`{"idx":%d,"search":"?kind=in","look":{"columns":{},"density":""}}`, idx)))
	got := list(app)[0]
	require.Equal(t, []string{"Waiting", "?kind=in"}, []string{got.Name, got.Search})
	apitest.OK[httpx.None](app.Post("/api/admin/view/delete", fmt.Sprintf(`{"idx":%d}`, idx)))
	require.Empty(t, list(app))
}

package routestest_test

import (
	"encoding/json"
	"fmt"
	"testing"
	"time"

	"github.com/rs/zerolog"
	"github.com/stretchr/testify/require"

	"hubstake/api/admin/maintenance"
	"hubstake/internal/access/httpx"
	"hubstake/internal/core/clock"
	"hubstake/internal/operator/site"
	"hubstake/internal/play/game"
	"hubstake/internal/play/provider"
	"hubstake/internal/testkit/apitest"
	"hubstake/internal/testkit/factory"
	"hubstake/internal/testkit/pgtest"
)

func openMaintenance(t *testing.T) (*clock.Manual, apitest.App) {
	t.Helper()
	t.Parallel()
	db, clk := pgtest.DB(t), clock.NewManual(noon)
	factory.Site(t, db)
	require.NoError(t, provider.Upsert(t.Context(), db, "sim", "seamless", provider.Settings{}))
	require.NoError(t, game.Upsert(t.Context(), db, game.Demo("sim")...))
	sites := site.New(db, clk)
	return clk, apitest.New(t, clk, maintenance.New(sites, game.New(db, clk, zerolog.Nop(), sites, nil, nil, "")).Routes())
}

// maintenanceForm is a request to schedule maintenance of a part from one hour after noon to two, with some fields changed.
func maintenanceForm(t *testing.T, name string, change map[string]any) string {
	t.Helper()
	f := map[string]any{"name": name, "begins": noon.Add(time.Hour), "ends": noon.Add(2 * time.Hour), "reason": "a new version"}
	for k, v := range change {
		f[k] = v
	}
	b, err := json.Marshal(f)
	require.NoError(t, err)
	return string(b)
}

func TestStaffSchedulesMaintenance(t *testing.T) {
	clk, app := openMaintenance(t)
	app = app.Staff("staff1")
	texts := []maintenance.Text{{Lang: "ko", Text: "달항아리 점검"}}
	save := func(name string, change map[string]any) apitest.Answer {
		return app.Post("/api/admin/maintenance/save", maintenanceForm(t, name, change))
	}
	list := func() maintenance.ListAnswer {
		return apitest.OK[maintenance.ListAnswer](app.Post("/api/admin/maintenance/list", `{}`))
	}
	require.Empty(t, list().List)
	id := apitest.OK[maintenance.SaveAnswer](save("game/moonjar", map[string]any{"texts": texts, "announceMinutes": 15})).ID
	got := list()
	require.EqualValues(t, 1, got.PageInfo.Total)
	require.Equal(t, maintenance.Window{
		ID: id, Name: "game/moonjar", NameKOR: "달항아리", NameENG: "Moon Jar", State: site.Planned, Begins: noon.Add(time.Hour), Ends: noon.Add(2 * time.Hour),
		AnnounceMinutes: 15, Texts: texts, Reason: "a new version", Version: 1, SetBy: "staff1",
	}, got.List[0])

	save("game/moonjar", nil).Refused(200, "U044")
	save("game/nothing", nil).Refused(200, "E001")
	save("site", map[string]any{"ends": noon}).Refused(200, "U043")
	save("site", map[string]any{"reason": ""}).Refused(200, "E001")
	save("site", map[string]any{"begins": "tomorrow"}).Refused(400, "E001")
	save("game/moonjar", map[string]any{"id": id, "version": 7}).Refused(200, "C019")
	apitest.OK[maintenance.SaveAnswer](save("game/moonjar", map[string]any{"id": id, "version": 1, "ends": noon.Add(3 * time.Hour)}))
	require.Equal(t, []any{noon.Add(3 * time.Hour), int64(2)}, []any{list().List[0].Ends, list().List[0].Version})

	step := func(version int64, step string) apitest.Answer {
		return app.Post("/api/admin/maintenance/step", fmt.Sprintf(`{"id":%d,"version":%d,"step":%q}`, id, version, step))
	}
	step(1, "begin").Refused(200, "C019")
	step(2, "end").Refused(200, "C019")
	step(2, "shrink").Refused(200, "E001")
	clk.Advance(time.Minute)
	apitest.OK[httpx.None](step(2, "begin"))
	require.Equal(t, []any{site.Running, noon.Add(time.Minute)}, []any{list().List[0].State, list().List[0].Begins})
	apitest.OK[httpx.None](step(3, "end"))
	require.Equal(t, site.Ended, list().List[0].State)
	require.Equal(t, noon.Add(time.Minute), *list().List[0].Finished)
}

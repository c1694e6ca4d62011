package point_test

import (
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	apipoint "hubstake/api/point"
	"hubstake/internal/clock"
	"hubstake/internal/point"
	"hubstake/internal/site"
	"hubstake/internal/testkit/apitest"
	"hubstake/internal/testkit/factory"
	"hubstake/internal/testkit/pgtest"
)

func TestPointsOverHTTP(t *testing.T) {
	t.Parallel()
	db, clk := pgtest.DB(t), clock.NewManual(time.Date(2026, 9, 10, 3, 0, 0, 0, time.UTC))
	m := factory.Member(t, db, func(m *factory.M) { m.Points = 50_000 })
	app := apitest.New(t, clk, apipoint.New(point.New(db, clk, site.New(db, clk))).Routes())
	app.Post("/api/cash/pointChg", `{"pointAmt":10000}`).Refused(401, "U029")
	app = app.Member(m.MemID)
	app.Post("/api/cash/pointChg", `{"pointAmt":1000}`).Refused(200, "P003")
	app.Post("/api/cash/pointChg", `{"pointAmt":"20,000"}`).Refused(200, "C009")
	require.Equal(t, apipoint.Balance{CashAmt: 20_000, PointAmt: 30_000, Version: 3},
		apitest.OK[apipoint.Balance](app.Post("/api/cash/pointChg", `{"pointAmt":20000}`)))
	got := apitest.OK[apipoint.HistoryAnswer](app.Post("/api/cash/pointList", `{"page":1}`))
	require.EqualValues(t, 2, got.PageInfo.Total)
	require.EqualValues(t, -20_000, got.List[0].Amount)
	require.EqualValues(t, 30_000, got.List[0].Balance)
	require.Equal(t, "convert.points", got.List[0].Kind)
	app.Post("/api/cash/pointList", `{"startDate":"x"}`).Refused(200, "E001")
}

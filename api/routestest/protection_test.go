package routestest_test

import (
	"testing"

	"github.com/stretchr/testify/require"

	apiprotection "hubstake/api/protection"
	"hubstake/internal/account/protection"
	"hubstake/internal/core/clock"
	"hubstake/internal/testkit/apitest"
	"hubstake/internal/testkit/factory"
	"hubstake/internal/testkit/pgtest"
)

func TestProtectionOverHTTP(t *testing.T) {
	t.Parallel()
	db, clk := pgtest.DB(t), clock.NewManual(clock.System{}.Now())
	m := factory.Member(t, db)
	app := apitest.New(t, clk, apiprotection.New(protection.New(db, clk, factory.Members(t, db, clk))).Routes())
	app = app.Member(m.MemID)

	info := apitest.OK[apiprotection.Info](app.Post("/api/protection/info", `{}`))
	require.Equal(t, apiprotection.Info{Limits: []apiprotection.Limit{}, Minutes: 60}, info)
	for _, amount := range []string{"-1", "0", "1.5", `"1,000"`, "1e3", "null", `"１０００"`} {
		app.Post("/api/protection/limit/set", `{"kind":"wager","days":1,"amount":`+amount+`}`).Refused(200, "C009")
	}
	app.Post("/api/protection/limit/set", `{"kind":"wager","days":3,"amount":1000}`).Refused(200, "E001")
	app.Post("/api/protection/limit/set", `{"kind":"wager","days":1,"amount":1000,"memId":"x"}`).Refused(400, "E001")
	info = apitest.OK[apiprotection.Info](app.Post("/api/protection/limit/set", `{"kind":"wager","days":1,"amount":"1000"}`))
	require.EqualValues(t, 1_000, info.Limits[0].Amount)
	info = apitest.OK[apiprotection.Info](app.Post("/api/protection/limit/remove", `{"kind":"wager","days":1}`))
	require.NotNil(t, info.Limits[0].Pending)
	app.Post("/api/protection/limit/confirm", `{"kind":"wager","days":1}`).Refused(200, "E001")
	info = apitest.OK[apiprotection.Info](app.Post("/api/protection/limit/cancel", `{"kind":"wager","days":1}`))
	require.Nil(t, info.Limits[0].Pending)

	app.Post("/api/protection/reminder/set", `{"minutes":90}`).Refused(200, "E001")
	require.Equal(t, 15, apitest.OK[apiprotection.Info](app.Post("/api/protection/reminder/set", `{"minutes":15}`)).Minutes)
	app.Post("/api/protection/session", `{}`).Refused(200, "U029") // the test's session is not in the table
	app.Post("/api/protection/timeout", `{"days":2}`).Refused(200, "E001")
	require.NotNil(t, apitest.OK[apiprotection.Info](app.Post("/api/protection/timeout", `{"days":7}`)).TimeoutUntil)
	app.Post("/api/protection/limit/remove", `{"kind":"wager","days":1}`).Refused(200, "U033")
	app.Post("/api/protection/exclude", `{"months":6,"memPass":"Pass1234"}`).Refused(200, "E001")
	app.Post("/api/protection/exclude", `{"months":6,"agree":true}`).Refused(200, "U031")
	app.Post("/api/protection/exclude", `{"months":6,"agree":true,"memPass":"Other1234"}`).Refused(200, "U003")
	info = apitest.OK[apiprotection.Info](app.Post("/api/protection/exclude", `{"months":6,"agree":true,"memPass":"Pass1234"}`))
	require.True(t, info.Excluded)
	require.NotNil(t, info.ExcludedUntil)
}

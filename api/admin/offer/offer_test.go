package offer_test

import (
	"testing"
	"time"

	"github.com/rs/zerolog"
	"github.com/stretchr/testify/require"

	"hubstake/api/admin/offer"
	"hubstake/internal/access/httpx"
	"hubstake/internal/core/clock"
	"hubstake/internal/operator/site"
	"hubstake/internal/play/game"
	"hubstake/internal/play/provider"
	"hubstake/internal/testkit/apitest"
	"hubstake/internal/testkit/factory"
	"hubstake/internal/testkit/pgtest"
)

func open(t *testing.T) apitest.App {
	t.Helper()
	t.Parallel()
	db, clk := pgtest.DB(t), clock.NewManual(time.Date(2026, 9, 10, 3, 0, 0, 0, time.UTC))
	factory.Site(t, db)
	require.NoError(t, provider.Upsert(t.Context(), db, "sim", "seamless", provider.Settings{}))
	require.NoError(t, game.Upsert(t.Context(), db, game.Demo("sim")...))
	return apitest.New(t, clk, offer.New(game.New(db, clk, zerolog.Nop(), site.New(db, clk), nil, nil, "")).Routes())
}

func TestStaffSwitchesTheOffer(t *testing.T) {
	app := open(t)
	for _, path := range []string{"list", "games", "switch", "change"} {
		app.Post("/api/admin/offer/"+path, `{}`).Refused(401, "U029")
	}
	app = app.Staff("staff1")
	list := func() offer.ListAnswer { return apitest.OK[offer.ListAnswer](app.Post("/api/admin/offer/list", `{}`)) }
	all := list()
	require.Equal(t, []offer.Vendor{{ID: "sim", Family: "seamless", Products: 4}}, all.Vendors)
	require.Equal(t, []string{"casino", "slot", "sports", "minigame"}, []string{all.Groups[0].Code, all.Groups[1].Code, all.Groups[2].Code, all.Groups[3].Code})
	require.Equal(t, 4, all.Groups[1].Products)
	require.Equal(t, offer.Product{ProcID: "201", Vendor: "sim", GroupCode: "slot", Name: "Hanok Studio", Games: 4}, all.Products[0])

	apitest.OK[httpx.None](app.Post("/api/admin/offer/switch", `{"kind":"product","key":"201","off":true,"version":0,"reason":"their site is slow"}`))
	app.Post("/api/admin/offer/switch", `{"kind":"product","key":"201","off":false,"version":0,"reason":"stale"}`).Refused(200, "C019")
	app.Post("/api/admin/offer/switch", `{"kind":"product","key":"201","off":false,"version":1,"reason":""}`).Refused(200, "E001")
	app.Post("/api/admin/offer/switch", `{"kind":"product","key":"7","off":true,"version":0,"reason":"x"}`).Refused(200, "E001")
	got := list().Products[0].Switch
	require.Equal(t, []any{true, int64(1), "staff1", "their site is slow", false}, []any{got.Off, got.Version, got.SetBy, got.Reason, got.Withdrawn})
	require.NotNil(t, got.SetAt)

	games := apitest.OK[offer.GamesAnswer](app.Post("/api/admin/offer/games", `{"procId":"201","count_per_list":2}`))
	require.EqualValues(t, 4, games.PageInfo.Total)
	require.Len(t, games.List, 2)
	require.Equal(t, site.OfferProduct, games.List[0].Within)
	require.Equal(t, "Hanok Studio", games.List[0].Product)
}

func TestStaffChangesAGame(t *testing.T) {
	app := open(t).Staff("staff1")
	apitest.OK[httpx.None](app.Post("/api/admin/offer/change", `{"code":"koi","gameVersion":1,"ord":3,"isNew":false,"isHot":true,"thumbnail":"/art/games/fox.svg"}`))
	app.Post("/api/admin/offer/change", `{"code":"koi","gameVersion":1,"ord":4,"isNew":false,"isHot":true,"thumbnail":"/art/games/fox.svg"}`).Refused(200, "C019")
	app.Post("/api/admin/offer/change", `{"code":"koi","gameVersion":2,"ord":4,"isNew":false,"isHot":true,"thumbnail":"http://x"}`).Refused(200, "E001")
	g := apitest.OK[offer.GamesAnswer](app.Post("/api/admin/offer/games", `{"text":"koi"}`)).List[0]
	require.Equal(t, []any{int32(3), false, true, "/art/games/fox.svg", int32(2)}, []any{g.Ord, g.IsNew, g.IsHot, g.Thumbnail, g.GameVersion})
}

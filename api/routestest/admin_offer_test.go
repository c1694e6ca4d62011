package routestest_test

import (
	"context"
	"fmt"
	"net/netip"
	"testing"
	"time"

	"github.com/jackc/pgx/v5/pgxpool"
	"github.com/rs/zerolog"
	"github.com/stretchr/testify/require"

	apiapproval "hubstake/api/admin/approval"
	"hubstake/api/admin/offer"
	"hubstake/internal/access/httpx"
	"hubstake/internal/account/member"
	"hubstake/internal/account/staff"
	"hubstake/internal/accounting/report"
	"hubstake/internal/core/calls"
	"hubstake/internal/core/clock"
	"hubstake/internal/core/money"
	"hubstake/internal/core/right"
	"hubstake/internal/operator/approval"
	"hubstake/internal/operator/message"
	"hubstake/internal/operator/site"
	"hubstake/internal/platform/vault"
	"hubstake/internal/play/casino"
	"hubstake/internal/play/casino/casinotest"
	"hubstake/internal/play/game"
	"hubstake/internal/play/provider"
	"hubstake/internal/testkit/apitest"
	"hubstake/internal/testkit/factory"
	"hubstake/internal/testkit/pgtest"
)

func openOffers(t *testing.T) apitest.App {
	t.Helper()
	_, app := openOffersOn(t)
	return app
}

func openOffersOn(t *testing.T) (*pgxpool.Pool, apitest.App) {
	t.Helper()
	return openOffersWithCalls(t, func(context.Context, []string) map[calls.Line]calls.Figures { return nil })
}

func openOffersWithCalls(t *testing.T, figures offer.Calls) (*pgxpool.Pool, apitest.App) {
	t.Helper()
	t.Parallel()
	db, clk := pgtest.DB(t), clock.NewManual(noon)
	factory.Site(t, db)
	factory.Site(t, db, func(s *factory.S) { s.ID = "other" })
	factory.Staff(t, db, func(s *factory.St) { s.ID = "staff1" })
	factory.Staff(t, db, func(s *factory.St) { s.ID, s.Rights = "second", []right.Right{right.Approve} })
	require.NoError(t, provider.Upsert(t.Context(), db, "sim", "seamless", provider.Settings{}))
	require.NoError(t, game.Upsert(t.Context(), db, game.Demo("sim")...))
	sites := site.New(db, clk)
	secrets, err := vault.New(factory.Key())
	require.NoError(t, err)
	keys := provider.NewOffice(db, clk, secrets, []provider.Protocol{{Family: "seamless"}, {Family: "hub88", Listed: true}})
	approvals := approval.New(db, clk, sites, staff.New(db, clk, member.New(db, clk, sites, factory.Hashing()), factory.StaffKeys(t)).HoldRights)
	keys.Approvals(sites, approvals)
	wins := casino.NewOffice(casinotest.Service(t, db, clk), sites, message.New(db, clk), approvals)
	return db, apitest.New(t, clk,
		offer.New(game.New(db, clk, zerolog.Nop(), sites, nil, nil, ""), report.New(db, clk, sites, factory.Box()), keys, wins, figures).Routes(),
		apiapproval.New(approvals, nil, nil).Routes())
}

// approveAll is the second person, who approves what waits; the codes of what could not be carried out come back.
func approveAll(app apitest.App) (refused []string) {
	second := app.Staff("second")
	for _, r := range apitest.OK[apiapproval.ListAnswer](second.Post("/api/admin/approval/list", `{}`)).List {
		if a := second.Post("/api/admin/approval/approve", fmt.Sprintf(`{"idx":%d,"version":%d}`, r.Idx, r.Version)); a.Code != "200" {
			refused = append(refused, a.Code)
		}
	}
	return refused
}

func TestStaffSwitchesTheOffer(t *testing.T) {
	app := openOffers(t)
	app = app.Staff("staff1")
	list := func() offer.ListAnswer { return apitest.OK[offer.ListAnswer](app.Post("/api/admin/offer/list", `{}`)) }
	all := list()
	require.Equal(t, []offer.Vendor{{ID: "sim", Family: "seamless", Products: 4, Keys: []offer.Key{}, Networks: []string{}}}, all.Vendors)
	var groups []string
	for _, g := range all.Groups {
		groups = append(groups, g.Code)
	}
	require.Equal(t, []string{"casino", "slot", "sports", "minigame", "fishing", "virtual"}, groups)
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
	app := openOffers(t).Staff("staff1")
	apitest.OK[httpx.None](app.Post("/api/admin/offer/change", `{"code":"koi","gameVersion":1,"ord":3,"isNew":false,"isHot":true,"thumbnail":"/art/games/fox.svg"}`))
	app.Post("/api/admin/offer/change", `{"code":"koi","gameVersion":1,"ord":4,"isNew":false,"isHot":true,"thumbnail":"/art/games/fox.svg"}`).Refused(200, "C019")
	app.Post("/api/admin/offer/change", `{"code":"koi","gameVersion":2,"ord":4,"isNew":false,"isHot":true,"thumbnail":"http://x"}`).Refused(200, "E001")
	g := apitest.OK[offer.GamesAnswer](app.Post("/api/admin/offer/games", `{"text":"koi"}`)).List[0]
	require.Equal(t, []any{int32(3), false, true, "/art/games/fox.svg", int32(2)}, []any{g.Ord, g.IsNew, g.IsHot, g.Thumbnail, g.GameVersion})
}

// Figures are of the caller's site and currency; ended keys are left out, and what a key is made of is never told.
func TestStaffSeesWhatIsOpenWithAProvider(t *testing.T) {
	db, app := openOffersOn(t)
	factory.Site(t, db, func(s *factory.S) { s.ID = "other" })
	ours, theirs := factory.Member(t, db), factory.Member(t, db, func(m *factory.M) { m.Site = "other" })
	exec := func(sql string, args ...any) {
		t.Helper()
		_, err := db.Exec(t.Context(), sql, args...)
		require.NoError(t, err)
	}
	require.NoError(t, provider.Upsert(t.Context(), db, "sim", "seamless", provider.Settings{Allow: []netip.Prefix{netip.MustParsePrefix("10.1.0.0/16")}}))
	for i, m := range []factory.M{ours, ours, theirs} {
		exec(`INSERT INTO casino_debt (vendor_id, tx_id, member_id, currency, amount) VALUES ('sim', $1, $2, 'KRW', 700)`, fmt.Sprint("w", i), m.MemID)
	}
	exec(`INSERT INTO casino_debt (vendor_id, tx_id, member_id, currency, amount) VALUES ('sim', 'w9', $1, 'VND', 5)`, ours.MemID)
	for i, status := range []string{"pending", "done"} {
		exec(`INSERT INTO transfer_account (member_id, vendor_id, currency, site_id, said_at) VALUES ($1, 'sim', 'KRW', 'demo', $2) ON CONFLICT DO NOTHING`, ours.MemID, noon)
		exec(`INSERT INTO transfer_order (id, site_id, member_id, vendor_id, currency, direction, amount, status, created_at, ask_at, settled_at)
		      VALUES ($1, 'demo', $2, 'sim', 'KRW', 'out', 900, $3, $4, $4, CASE WHEN $3 <> 'pending' THEN $4::timestamptz END)`, fmt.Sprint("t", i), ours.MemID, status, noon)
	}
	for id, until := range map[string]any{"old": noon.Add(-time.Hour), "leaving": noon.Add(time.Hour), "now": nil} {
		exec(`INSERT INTO provider_key (vendor_id, key_id, kind, material, valid_from, valid_until) VALUES ('sim', $1, 'hmac', 'sealed-secret', $2, $3)`,
			id, noon.AddDate(0, -1, 0), until)
	}
	_, _, raw := app.Staff("staff1").Send("/api/admin/offer/list", `{}`)
	require.NotContains(t, string(raw), "sealed-secret")
	v := apitest.OK[offer.ListAnswer](app.Staff("staff1").Post("/api/admin/offer/list", `{}`)).Vendors[0]
	require.Equal(t, []any{int64(1), money.Amount(900), int64(3), money.Amount(1400)}, []any{v.Transfers, v.TransferAmount, v.Debts, v.DebtAmount})
	require.Equal(t, noon, v.OldestTransfer.UTC())
	require.Zero(t, v.Rounds)
	require.Nil(t, v.OldestRound)
	require.Nil(t, v.Calls)
	require.Equal(t, []string{"10.1.0.0/16"}, v.Networks)
	require.Equal(t, []string{"leaving", "now"}, []string{v.Keys[0].ID, v.Keys[1].ID})
	require.NotNil(t, v.Keys[0].Until)
	require.Nil(t, v.Keys[1].Until)
}

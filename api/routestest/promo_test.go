package routestest_test

import (
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"hubstake/api/admin"
	"hubstake/api/admin/coupon"
	admingift "hubstake/api/admin/gift"
	"hubstake/api/admin/level"
	adminpromo "hubstake/api/admin/promo"
	adminsettings "hubstake/api/admin/settings"
	apipromo "hubstake/api/promo"
	"hubstake/internal/account/member"
	"hubstake/internal/core/clock"
	"hubstake/internal/funds/cash"
	"hubstake/internal/funds/promo"
	"hubstake/internal/operator/approval"
	"hubstake/internal/operator/message"
	"hubstake/internal/operator/settings"
	"hubstake/internal/operator/site"
	"hubstake/internal/testkit/apitest"
	"hubstake/internal/testkit/factory"
	"hubstake/internal/testkit/pgtest"
)

func TestWhatStaffSetsMembersGet(t *testing.T) {
	t.Parallel()
	db, clk := pgtest.DB(t), clock.NewManual(time.Date(2026, 9, 10, 3, 0, 0, 0, time.UTC))
	factory.Site(t, db, factory.OnePerson(site.MoneySettings, site.PromoSettings))
	m, other := factory.Member(t, db), factory.Member(t, db)
	sites := site.New(db, clk)
	members, messages := member.New(db, clk, sites, factory.Hashing()), message.New(db, clk)
	promos, cashDesk := promo.New(db, clk, sites, members, messages), cash.New(db, clk, sites, members, messages, nil)
	approvals := approval.New(db, clk, sites, nil)
	promos.Approvals(approvals)
	app := apitest.New(t, clk, apipromo.New(promos, cashDesk).Routes(), admin.Routes(admin.Services{
		Sites: sites, Members: members, Promos: promos, Settings: settings.New(db, clk, sites, approvals),
	}))
	desk, who := app.Staff("staff1"), app.Member(m.MemID)

	// Bonuses.
	rule := `{"version":0,"rule":"first","active":true,"unit":"cash","rates":[1000,1000,1000,1000,1000,1000,1000,1000,1000,1000],"cap":50000,"minDeposit":0,"turnover":30000}`
	require.Len(t, apitest.OK[adminpromo.SettingsAnswer](desk.Post("/api/admin/promo/bonus/save", rule)).Bonuses, 4)
	desk.Post("/api/admin/promo/bonus/save", rule).Refused(200, "C019") // a version that is no longer the present one
	info := apitest.OK[apipromo.BonusInfoAnswer](who.Post("/api/bonus/info", `{}`))
	require.Equal(t, []apipromo.BonusTerm{{Rule: "first", Rate: 1_000, Unit: "cash", Cap: 50_000, Turnover: 30_000, State: promo.TermOpen}}, info.List)
	apitest.OK[apipromo.BonusChooseRequest](who.Post("/api/bonus/choose", `{"wanted":false}`))
	require.False(t, apitest.OK[apipromo.BonusInfoAnswer](who.Post("/api/bonus/info", `{}`)).Wanted)
	require.Empty(t, apitest.OK[apipromo.BonusListAnswer](who.Post("/api/bonus/list", `{}`)).List)

	// A coupon: issued, given on, used.
	issue := `{"requestId":"request-1","memIds":["` + m.MemID + `"],"unit":"point","amount":5000,"rolling":10000,"giftable":true,"days":3}`
	require.Equal(t, 1, apitest.OK[coupon.IssueAnswer](desk.Post("/api/admin/coupon/issue", issue)).Coupons)
	code := apitest.OK[apipromo.CouponListAnswer](who.Post("/api/coupon/list", `{"state":"issued"}`)).List[0].Code
	claims := func() apipromo.ClaimsAnswer {
		return apitest.OK[apipromo.ClaimsAnswer](who.Post("/api/promo/claims", `{}`))
	}
	require.Equal(t, apipromo.ClaimsAnswer{Coupons: 1}, claims(), "no attendance and no wheel yet")
	who.Post("/api/coupon/list", `{"state":"mine"}`).Refused(200, "E001")
	who.Post("/api/coupon/gift", `{"code":"`+code+`","memId":"nobody1"}`).Refused(200, "C019")
	apitest.OK[struct{}](who.Post("/api/coupon/gift", `{"code":"`+code+`","memId":"`+other.MemID+`"}`))
	who.Post("/api/coupon/use", `{"code":"`+code+`"}`).Refused(200, "C019")
	require.EqualValues(t, 5_000, apitest.OK[apipromo.CouponUseAnswer](app.Member(other.MemID).Post("/api/coupon/use", `{"code":"`+code+`"}`)).PointAmt)
	row := apitest.OK[coupon.ListAnswer](desk.Post("/api/admin/coupon/list", `{}`)).List[0]
	require.Equal(t, []string{other.MemID, m.MemID, "used"}, []string{row.MemID, row.GivenBy, row.State})
	desk.Post("/api/admin/coupon/revoke", `{"idx":1}`).Refused(200, "C019")

	// A gift.
	gift := `{"requestId":"request-2","memId":"` + m.MemID + `","pointAmt":4000,"memo":"sorry","days":3}`
	idx := apitest.OK[admingift.Row](desk.Post("/api/admin/gift/send", gift)).Idx
	require.Equal(t, idx, apitest.OK[admingift.Row](desk.Post("/api/admin/gift/send", gift)).Idx, "once")
	require.Equal(t, "sent", apitest.OK[apipromo.GiveListAnswer](who.Post("/api/give/list", `{}`)).List[0].State)
	require.Equal(t, apipromo.ClaimsAnswer{Gifts: 1}, claims(), "the coupon was given on")
	require.EqualValues(t, 4_000, apitest.OK[apipromo.Balance](who.Post("/api/give/take", `{"idx":1}`)).PointAmt)
	who.Post("/api/give/send", `{"requestId":"request-3","memId":"`+other.MemID+`","pointAmt":10000}`).Refused(200, "U021")
	require.Equal(t, "taken", apitest.OK[admingift.ListAnswer](desk.Post("/api/admin/gift/list", `{}`)).List[0].State)

	// Attendance and the wheel.
	who.Post("/api/attendance/check", `{}`).Refused(200, "B0099")
	apitest.OK[adminpromo.SettingsAnswer](desk.Post("/api/admin/promo/attendance/save", `{"version":0,"active":true,"points":100,"streaks":[{"days":7,"points":1000}]}`))
	require.Equal(t, apipromo.ClaimsAnswer{VisitPointAmt: 100}, claims())
	require.False(t, apitest.OK[apipromo.CheckAnswer](who.Post("/api/attendendance/check", `{}`)).Again)
	require.True(t, apitest.OK[apipromo.CheckAnswer](who.Post("/api/attendance/check", `{}`)).Again)
	require.Equal(t, "2026-09-10", apitest.OK[apipromo.AttendanceAnswer](who.Post("/api/attendance/info", `{}`)).List[0].Day)
	who.Post("/api/rotary/info", `{}`).Refused(200, "B0099")
	wheel := `{"version":0,"active":true,"prizes":[{"label":"a","points":10,"weight":3},{"label":"b","points":20,"weight":1}]}`
	require.EqualValues(t, 1, apitest.OK[adminpromo.SettingsAnswer](desk.Post("/api/admin/promo/wheel/save", wheel)).Wheel.Version)
	require.Equal(t, apipromo.ClaimsAnswer{Turn: true}, claims())
	before := apitest.OK[apipromo.RotaryAnswer](who.Post("/api/rotary/info", `{}`))
	require.Empty(t, before.Turn.Seed, "the seed is not told before")
	turn := apitest.OK[apipromo.SpinAnswer](who.Post("/api/rotary/spin", `{"clientSeed":"x"}`))
	require.Equal(t, before.Turn.Commit, turn.Turn.Commit)
	require.Len(t, turn.Turn.Seed, 64)
	require.Equal(t, turn.Prizes[turn.Turn.Prize].PointAmt, turn.Turn.PointAmt)
	require.Equal(t, turn.Turn, apitest.OK[apipromo.SpinAnswer](who.Post("/api/rotary/spin", `{}`)).Turn)
	require.Equal(t, turn.Turn, apitest.OK[apipromo.RotaryListAnswer](who.Post("/api/rotary/list", `{}`)).List[0].Turn)

	require.Zero(t, claims(), "all is taken")

	// Levels.
	apitest.OK[adminsettings.Answer](desk.Post("/api/admin/site/settings/save", `{"version":0,"values":{"levels":{"3":{"maxStake":70000}}}}`))
	var stake int64
	require.NoError(t, db.QueryRow(t.Context(), `INSERT INTO provider_provider (vendor_id, family) VALUES ('sim', 'seamless')
		RETURNING 0`).Scan(&stake))
	_, err := db.Exec(t.Context(), "UPDATE member_member SET level = 3 WHERE member_id = $1", m.MemID)
	require.NoError(t, err)
	require.NoError(t, db.QueryRow(t.Context(), "SELECT max_stake FROM betgate_ask($1, 'sim', '', '', 1000000, 1000, now())", m.MemID).Scan(&stake))
	require.EqualValues(t, 70_000, stake, "bets are held to it at once")
	levels := apitest.OK[level.ListAnswer](desk.Post("/api/admin/level/list", `{}`)).List
	require.Len(t, levels, 10)
	require.Equal(t, []level.Row{{Level: 1, Members: 1}, {Level: 2}, {Level: 3, Members: 1}}, levels[:3])
}

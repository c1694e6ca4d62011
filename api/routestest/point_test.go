package routestest_test

import (
	"testing"
	"time"

	"github.com/jackc/pgx/v5"
	"github.com/stretchr/testify/require"

	apipoint "hubstake/api/point"
	"hubstake/internal/account/member"
	"hubstake/internal/core/clock"
	"hubstake/internal/core/money"
	"hubstake/internal/funds/point"
	"hubstake/internal/funds/promo"
	"hubstake/internal/ledger/wallet"
	"hubstake/internal/operator/audit"
	"hubstake/internal/operator/message"
	"hubstake/internal/operator/site"
	"hubstake/internal/platform/pg"
	"hubstake/internal/testkit/apitest"
	"hubstake/internal/testkit/factory"
	"hubstake/internal/testkit/pgtest"
)

func TestPointsOverHTTP(t *testing.T) {
	t.Parallel()
	db, clk := pgtest.DB(t), clock.NewManual(time.Date(2026, 9, 10, 3, 0, 0, 0, time.UTC))
	factory.Site(t, db, factory.OnePerson(site.PromoSettings))
	m := factory.Member(t, db, func(m *factory.M) { m.Points = 50_000 })
	sites := site.New(db, clk)
	promos := promo.New(db, clk, sites, member.New(db, clk, sites, factory.Hashing()), message.New(db, clk))
	app := apitest.New(t, clk, apipoint.New(point.New(db, clk, sites, factory.Members(t, db, clk)), promos, sites).Routes())
	app = app.Member(m.MemID)
	app.Post("/api/cash/pointChg", `{"pointAmt":1000}`).Refused(200, "P003")
	app.Post("/api/cash/pointChg", `{"pointAmt":"20,000"}`).Refused(200, "C009")
	require.Equal(t, apipoint.Balance{CashAmt: 20_000, PointAmt: 30_000, Version: 3},
		apitest.OK[apipoint.Balance](app.Post("/api/cash/pointChg", `{"pointAmt":20000}`)))
	got := apitest.OK[apipoint.HistoryAnswer](app.Post("/api/cash/pointList", `{"page":1}`))
	require.EqualValues(t, 2, got.PageInfo.Total)
	require.Equal(t, apipoint.Totals{InAmt: 50_000, OutAmt: 20_000}, got.Totals)
	second := apitest.OK[apipoint.HistoryAnswer](app.Post("/api/cash/pointList", `{"page":2,"count_per_list":1}`))
	require.Len(t, second.List, 1)
	require.Equal(t, got.Totals, second.Totals, "of the selection, not of the page")
	require.EqualValues(t, -20_000, got.List[0].Amount)
	require.EqualValues(t, 30_000, got.List[0].Balance)
	require.Equal(t, "convert.points", got.List[0].Kind)
	require.Equal(t, []string{"Đổi thành tiền", ""}, []string{got.List[0].KindText, got.List[0].Percent})
	app.Post("/api/cash/pointList", `{"startDate":"x"}`).Refused(200, "E001")

	// product.txt: "Point ledger: accrual date, kind, percent, points". 12.5 % of a deposit:
	rates := make([]int64, promo.Levels)
	for i := range rates {
		rates[i] = 1_250
	}
	bonus := promo.Bonus{Active: true, Unit: wallet.Point, Rates: rates, Cap: 50_000, MinDeposit: 1}
	require.NoError(t, promos.SaveBonus(t.Context(), audit.Actor{ID: "staff1", Trace: "00-01-01"}, m.Site, promo.RuleFirst, promo.Form{}, bonus))
	require.NoError(t, pg.InTx(t.Context(), db, func(tx pgx.Tx) error {
		st, err := sites.Get(t.Context(), m.Site)
		require.NoError(t, err)
		_, err = promo.Deposited(t.Context(), tx, st.Options, promo.Deposit{
			Site: m.Site, Member: m.MemID, Level: 1, ID: 7, Amount: 100_000, Currency: "KRW", Ever: 1, At: clk.Now(), Trace: "00-02-01",
		})
		return err
	}))
	for tag, words := range map[string]string{
		"en": "Bonus for the first deposit of the day", "ko": "매일 첫 입금 보너스", "ja": "その日最初の入金ボーナス",
	} {
		got = apitest.OK[apipoint.HistoryAnswer](app.Lang(tag).Post("/api/cash/pointList", `{"page":1}`))
		require.Equal(t, []any{"bonus.first", words, "12.5", money.Amount(12_500)},
			[]any{got.List[0].Kind, got.List[0].KindText, got.List[0].Percent, got.List[0].Amount})
	}
}

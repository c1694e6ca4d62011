package routestest_test

import (
	"fmt"
	"testing"

	"github.com/stretchr/testify/require"

	apiminigame "hubstake/api/admin/minigame"
	"hubstake/internal/core/clock"
	"hubstake/internal/core/money"
	"hubstake/internal/play/minigame"
	"hubstake/internal/testkit/apitest"
	"hubstake/internal/testkit/drawtest"
	"hubstake/internal/testkit/factory"
)

// Staff sees the rounds with what is staked on them, and voids one before its draw with a reason: stakes go back. The performance report says how much each game returned (S-58, S-94).
func TestStaffSeesRoundsAndVoidsOne(t *testing.T) {
	t.Parallel()
	d := drawtest.New(t)
	factory.Staff(t, d.DB, func(s *factory.St) { s.ID = "staff1" })
	clk := clock.System{}
	guest := apitest.New(t, clk, apiminigame.New(minigame.NewOffice(d.DB), d.Draws, clk).Routes())
	app := guest.Staff("staff1")
	r, drawn := d.Open("coin3"), d.Open("coin5")
	m := d.Member(100_000)
	d.Place(m, r, "first.head", 10_000)
	d.Place(m, drawn, "first.head", 20_000)
	d.Draw(drawn)
	d.Settle()

	app.Post("/api/admin/minigame/rounds", `{"gameCode":"bingo"}`).Refused(200, "E001")
	one := apitest.OK[apiminigame.RoundsAnswer](app.Post("/api/admin/minigame/rounds", `{"gameCode":"coin3"}`)).List[0]
	require.Equal(t, []any{r.No, minigame.RoundOpen, int64(1), money.Amount(10_000)}, []any{one.No, one.State, one.Bets, one.Stakes})

	void := func(game string, no int64, reason string) apitest.Answer {
		return app.Post("/api/admin/minigame/void", fmt.Sprintf(`{"gameCode":%q,"no":%d,"reason":%q}`, game, no, reason))
	}
	void("coin3", r.No, " ").Refused(200, "E001")
	void("coin3", r.No+7, "a fault of the beacon").Refused(200, "E001")
	void("bingo", 1, "a fault of the beacon").Refused(200, "E001")
	void("coin5", drawn.No, "a fault of the beacon").Refused(200, "C019")
	apitest.OK[struct{}](void("coin3", r.No, "a fault of the beacon"))
	void("coin3", r.No, "a fault of the beacon").Refused(200, "C019")
	require.Equal(t, minigame.Void, d.End(r))
	d.Settle()
	one = apitest.OK[apiminigame.RoundsAnswer](app.Post("/api/admin/minigame/rounds", `{"gameCode":"coin3"}`)).List[0]
	require.Equal(t, []any{minigame.RoundVoid, "staff1", "a fault of the beacon"}, []any{one.State, one.EndedBy, one.Reason})
	var entries int
	require.NoError(t, d.DB.QueryRow(t.Context(), `SELECT count(*) FROM audit_entry WHERE action = 'minigame.void'`).Scan(&entries))
	require.Equal(t, 1, entries)

	report := apitest.OK[apiminigame.PerformanceAnswer](app.Post("/api/admin/minigame/performance", `{}`))
	byGame := map[string]apiminigame.Day{}
	for _, day := range report.Days {
		byGame[day.Game] = day
	}
	require.Equal(t, []any{int64(0), int64(1), money.Amount(10_000)}, []any{byGame["coin3"].Bets, byGame["coin3"].Voids, byGame["coin3"].Void})
	require.Equal(t, []any{int64(1), money.Amount(20_000), int64(0)}, []any{byGame["coin5"].Bets, byGame["coin5"].Stakes, byGame["coin5"].Voids})
	for _, one := range report.Returns {
		switch one.Game {
		case "coin5": // one bet on one of two sides at 1.95: won it is above what is stated by as much as it is below when lost
			require.Equal(t, []any{int64(1), int64(9750)}, []any{one.Bets, one.Stated})
			require.Contains(t, []int64{0, 19_500}, one.Paid)
			require.Equal(t, one.Paid > 0, one.Deviation == 100)
			require.Equal(t, one.Paid == 0, one.Deviation == -100)
		default:
			require.Zero(t, one.Bets)
		}
	}
	app.Post("/api/admin/minigame/performance", `{"days":-1}`).Refused(200, "E001")
	d.Sound()
}

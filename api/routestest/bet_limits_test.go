package routestest_test

import (
	"testing"

	"github.com/stretchr/testify/require"

	apibet "hubstake/api/bet"
	"hubstake/internal/core/money"
	"hubstake/internal/play/bet"
	"hubstake/internal/testkit/apitest"
	"hubstake/internal/testkit/bettest"
)

func TestLimitsAndTheChoiceOverHTTP(t *testing.T) {
	t.Parallel()
	b := bettest.New(t)
	app := serveBets(t, b)
	app = app.Member(b.Member(0))
	want := apibet.LimitsAnswer{
		MinStake: 5_000, MaxStake: 1_000_000, MaxWin: 3_000_000, MinPrice: 1100, MaxPrice: 1_000_000,
		MaxLegs: 20, Pairs: []string{}, Bonuses: []apibet.Bonus{{Legs: 3, Factor: 1030, MinPrice: 1300}, {Legs: 6, Factor: 1060, MinPrice: 1300}, {Legs: 9, Factor: 1090, MinPrice: 1300}},
		Accept: bet.None, DelaySeconds: 5, Cancel: apibet.CancelRule{WithinSeconds: 300, BeforeSeconds: 600, PerDay: 3, Left: 3},
		Quick: []money.Amount{5_000, 10_000, 50_000, 100_000},
	}
	require.Equal(t, want, apitest.OK[apibet.LimitsAnswer](app.Post("/api/bet/sports/limits", `{}`)))
	app.Post("/api/bet/sports/accept", `{}`).Refused(200, "E001")
	app.Post("/api/bet/sports/accept", `{"accept":"all"}`).Refused(200, "E001")
	require.Equal(t, bet.Better, apitest.OK[apibet.AcceptAnswer](app.Post("/api/bet/sports/accept", `{"accept":"better"}`)).Accept)
	want.Accept = bet.Better
	require.Equal(t, want, apitest.OK[apibet.LimitsAnswer](app.Post("/api/bet/sports/limits", `{}`)))

	_, err := b.DB.Exec(t.Context(), `UPDATE site_site SET options = options || '{"sportsMinStake":6000,"sportsMaxLegs":8,"sportsPairs":["win+over"],"sportsDelaySeconds":9,
		"sportsBonusMinOdds":1500,"sportsBonuses":[{"legs":4,"factor":1100}],"sportsCancelMinutes":2,"sportsCancelAheadMinutes":3,"sportsCancelsPerDay":4}'`)
	require.NoError(t, err)
	want.MinStake, want.MaxLegs, want.Pairs, want.DelaySeconds = 6_000, 8, []string{"win+over"}, 9
	want.Bonuses, want.Cancel = []apibet.Bonus{{Legs: 4, Factor: 1100, MinPrice: 1500}}, apibet.CancelRule{WithinSeconds: 120, BeforeSeconds: 180, PerDay: 4, Left: 4}
	want.Quick = []money.Amount{6_000, 12_000, 60_000, 120_000}
	require.Equal(t, want, apitest.OK[apibet.LimitsAnswer](app.Post("/api/bet/sports/limits", `{}`)), "the site's options hold at once")

	for stakes, quick := range map[[2]money.Amount][]money.Amount{
		{0, 0}: {1_000, 2_000, 10_000, 20_000}, {5_000, 0}: {5_000, 10_000, 50_000, 100_000}, {5_000, 99_999}: {5_000, 10_000, 25_000, 50_000},
		{5_000, 30_000}: {5_000, 10_000, 15_000, 25_000}, {5_000, 20_000}: {5_000, 10_000, 15_000, 20_000},
	} {
		require.Equal(t, quick, apibet.QuickStakes(stakes[0], stakes[1]), "%v", stakes)
	}
}

package routestest_test

import (
	"encoding/json"
	"fmt"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	apibet "hubstake/api/bet"
	"hubstake/internal/core/fixture"
	"hubstake/internal/core/money"
	"hubstake/internal/core/odds"
	"hubstake/internal/play/bet"
	"hubstake/internal/testkit/apitest"
	"hubstake/internal/testkit/bettest"
)

// A member reads what an open bet is worth, is refused more, takes it, and finds it in the history; in play the request waits.
func TestACashOutOverHTTP(t *testing.T) {
	t.Parallel()
	b := bettest.New(t)
	b.Match("M1", 2*time.Hour, fixture.Scheduled)
	b.Match("L1", 2*time.Hour, fixture.Scheduled)
	b.Match("M2", 2*time.Hour, fixture.Scheduled)
	m := b.Member(100_000)
	app := serveBets(t, b)
	app = app.Member(m)
	app.Post("/api/bet/sports/cashout", `{"betIdx":1,"amount":1}`).Refused(200, "B003")
	placed := b.Place(m, 10_000, b.Home("M1"))
	open := func() apibet.OpenBet {
		t.Helper()
		list := apitest.OK[apibet.OpenAnswer](app.Post("/api/bet/sports/open", `{}`)).List
		require.Len(t, list, 1)
		return list[0]
	}
	require.Nil(t, open().CashOut, "the site has none")
	_, err := b.DB.Exec(t.Context(), `UPDATE site_site SET options = options || '{"sportsCashOut":true}'`)
	require.NoError(t, err)
	one := open()
	require.Equal(t, &apibet.CashOutOffer{Amount: 9_043}, one.CashOut)
	ask := func(amount money.Amount) apitest.Answer {
		return app.Post("/api/bet/sports/cashout", fmt.Sprintf(`{"betIdx":%d,"amount":%d}`, one.BetIdx, amount))
	}
	refused := ask(9_501)
	refused.Refused(200, "B0099")
	var data struct {
		Detail apibet.NotCashedOut `json:"detail"`
	}
	require.NoError(t, json.Unmarshal(refused.Raw, &data))
	require.Equal(t, apibet.NotCashedOut{Why: "changed", Amount: 9_043}, data.Detail)
	ask(0).Refused(200, "E001")
	app.Post("/api/bet/sports/cashout", fmt.Sprintf(`{"betIdx":%d,"amount":9043,"accept":"sometimes"}`, one.BetIdx)).Refused(200, "E001")
	require.Equal(t, apibet.CashedOut{BetID: placed.ID, Amount: 9_043}, apitest.OK[apibet.CashedOut](ask(9_043)))
	again := ask(9_000)
	again.Refused(200, "B0099")
	require.NoError(t, json.Unmarshal(again.Raw, &data))
	require.Equal(t, "ended", data.Detail.Why)
	detail := apitest.OK[apibet.DetailAnswer](app.Post("/api/bet/detail", fmt.Sprintf(`{"betIdx":%d}`, one.BetIdx)))
	require.Equal(t, []any{bet.CashedOut, "LOSE", money.Amount(9_043)}, []any{detail.Slip.State, detail.Slip.BetStatus, detail.BetWinAmt})

	// D-26: a value that fell is taken by a member who takes any, and refused with the value of now otherwise.
	placed = b.Place(m, 10_000, b.Home("M2"))
	one = open()
	b.Price("M2", 2100)
	fell := ask(9_043)
	fell.Refused(200, "B0099")
	require.NoError(t, json.Unmarshal(fell.Raw, &data))
	require.Equal(t, apibet.NotCashedOut{Why: "changed", Amount: 8_812}, data.Detail)
	for _, accept := range []string{"none", "better"} {
		app.Post("/api/bet/sports/cashout", fmt.Sprintf(`{"betIdx":%d,"amount":9043,"accept":%q}`, one.BetIdx, accept)).Refused(200, "B0099")
	}
	for range 2 {
		taken := app.Post("/api/bet/sports/cashout", fmt.Sprintf(`{"betIdx":%d,"amount":9043,"accept":"any"}`, one.BetIdx))
		require.Equal(t, apibet.CashedOut{BetID: placed.ID, Amount: 8_812}, apitest.OK[apibet.CashedOut](taken))
	}

	b.Place(m, 10_000, b.Home("L1"))
	b.Apply(b.Event("L1", 0, fixture.Live, odds.Score{}))
	one = open()
	require.NotNil(t, apitest.OK[apibet.CashedOut](ask(9_043)).DueAt)
	waits := open().CashOut
	require.Equal(t, money.Amount(9_043), waits.Asked)
	require.NotNil(t, waits.DueAt)
	b.Sound()
}

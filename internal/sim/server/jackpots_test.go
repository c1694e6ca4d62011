package server

import (
	"testing"
	"time"

	"github.com/prometheus/client_golang/prometheus"
	"github.com/stretchr/testify/require"

	"hubstake/internal/core/clock"
	"hubstake/internal/play/provider"
	"hubstake/internal/play/provider/seamless"
	"hubstake/internal/sim/chaos"
)

// A jackpot that is won is in the window, in the recall, in the list for the operator and in the win call; the seed is back.
func TestAJackpotIsSaidEverywhere(t *testing.T) {
	t.Parallel()
	s := newShop(t, "development")
	path := s.open(func(l *LaunchRequest) { l.Game = "palace" })
	var st State
	require.Equal(t, 200, s.post(path+"/state", struct{}{}, false, &st))
	require.Equal(t, []PoolState{{"mini", 20_000}, {"major", 400_000}, {"grand", 10_000_000}}, st.Pools)
	require.Equal(t, "coins", st.Game.Jackpot.Group)

	require.Equal(t, 200, s.post("/faults", chaos.Settings{Jackpot: "mini", Times: 1}, false, nil))
	var v RoundView
	require.Equal(t, 200, s.post(path+"/spin", SpinRequest{Stake: 1_000, Key: "key-000001"}, false, &v))
	require.Len(t, v.Jackpots, 1)
	require.EqualValues(t, 20_002, v.Jackpots[0].Amount)
	require.Equal(t, v.Outcome.Win+20_002, v.Win)
	require.EqualValues(t, 20_000, v.Pools[0].Amount)
	paid, told := s.operator.Win(v.ID)
	require.True(t, told)
	require.EqualValues(t, v.Win, paid)

	var recall RecallAnswer
	require.Equal(t, 200, s.post("/v1/rounds", RecallRequest{MemberID: "somchai1"}, true, &recall))
	require.Equal(t, v.Jackpots, recall.Rounds[0].Jackpots)

	var list JackpotsAnswer
	require.Equal(t, 200, s.post("/v1/jackpots", struct{}{}, true, &list))
	require.Len(t, list.Pools, 2*3*3, "groups, levels and currencies")
	mini := list.Pools[9] // those of the ways come before
	require.Equal(t, []string{"coins", "mini", "KRW", "20000"}, []string{mini.Group, mini.Level, mini.Currency, mini.Amount})
	require.Equal(t, []string{"palace", "palace-own", "mekong", "mekong-own", "polar", "polar-own", "fox", "fox-own"}, mini.Games)
	require.Len(t, mini.Wins, 1)
	require.Equal(t, WinEntry{RoundID: v.ID, Game: "palace", Amount: "20002", At: mini.Wins[0].At}, mini.Wins[0])
	require.Empty(t, list.Pools[10].Wins)
}

// A game without jackpots shows none.
func TestAGameWithoutJackpots(t *testing.T) {
	t.Parallel()
	s := newShop(t, "production")
	var st State
	require.Equal(t, 200, s.post(s.open(nil)+"/state", struct{}{}, false, &st))
	require.Empty(t, st.Pools)
	require.Nil(t, st.Game.Jackpot)
}

// The operator's own client reads what the vendor says; a stranger reads nothing, and an outage is one for this call as well. It does
// not use up what is meant for launches.
func TestTheOperatorReadsTheJackpots(t *testing.T) {
	t.Parallel()
	s := newShop(t, "development")
	require.Equal(t, 401, s.post("/v1/jackpots", struct{}{}, false, nil))
	require.Equal(t, 400, s.post("/v1/jackpots", RecallRequest{MemberID: "a"}, true, nil))
	k, err := provider.NewKey("k1", provider.HMAC, key[:])
	require.NoError(t, err)
	client := seamless.NewClient("sim", s.url, provider.Always(k), clock.System{}, provider.NewMetrics(prometheus.NewRegistry(), "sim"))
	pools, err := client.Jackpots(t.Context())
	require.NoError(t, err)
	require.Len(t, pools, 18)
	require.EqualValues(t, 20_000, pools[0].Amount)
	for _, p := range pools {
		if p.Currency == "USD" && p.Level == "grand" {
			require.EqualValues(t, 1_000_000, p.Amount, "10,000 dollars in cents")
		}
	}

	require.Equal(t, 200, s.post("/faults", chaos.Settings{Outage: chaos.OutageError, Times: 1}, false, nil))
	for range 3 {
		_, err = client.Jackpots(t.Context())
		require.ErrorIs(t, err, provider.ErrDown)
	}
	require.Equal(t, 503, s.post("/v1/launch", aLaunch(), true, nil), "the outage was for this one")
	_, err = client.Jackpots(t.Context())
	require.NoError(t, err)
	require.Equal(t, 200, s.post("/faults", chaos.Settings{Outage: chaos.OutageSlow, DelayMs: 30}, false, nil))
	began := time.Now()
	_, err = client.Jackpots(t.Context())
	require.NoError(t, err)
	require.GreaterOrEqual(t, time.Since(began), 30*time.Millisecond)
	require.Equal(t, 200, s.post("/faults", chaos.Settings{Outage: chaos.OutageRefuse}, false, nil))
	_, err = client.Jackpots(t.Context())
	require.ErrorIs(t, err, provider.ErrDown)
	require.Equal(t, 422, s.post("/faults", chaos.Settings{Jackpot: "mega"}, false, nil))
}

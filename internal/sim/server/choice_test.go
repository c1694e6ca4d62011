package server

import (
	"net/http"
	"testing"
	"time"

	"github.com/go-json-experiment/json"
	"github.com/stretchr/testify/require"

	"hubstake/internal/core/money"
	"hubstake/internal/sim/game"
)

func choiceOf(spots ...string) game.Choice {
	var c game.Choice
	for _, spot := range spots {
		c.Chips = append(c.Chips, game.Chip{Spot: spot, Amount: 400})
	}
	return c
}

// Roulette from the launch to the operator's recall: the chips, the number and the win agree everywhere.
func TestARoundOfRouletteFromLaunchToRecall(t *testing.T) {
	t.Parallel()
	s := newShop(t, "development")
	path := s.open(func(l *LaunchRequest) { l.Game = "roulette" })
	_, html := s.get(path)
	require.Contains(t, html, `data-game="roulette"`)
	require.Contains(t, html, "/assets/js/roulette.js")

	var st State
	require.Equal(t, 200, s.post(path+"/state", struct{}{}, false, &st))
	require.Len(t, st.Game.Spots, 157)

	bet := SpinRequest{Stake: 1_200, Key: "key-000001", Choice: choiceOf("red", "dozen-2", "split-17-20")}
	var first, again RoundView
	require.Equal(t, 200, s.post(path+"/spin", bet, false, &first))
	require.Empty(t, first.Code)
	require.True(t, first.Settled)
	number := *first.Outcome.Drawn
	var want money.Amount
	for _, chip := range bet.Choice.Chips {
		for _, spot := range st.Game.Spots {
			for _, n := range spot.Numbers {
				if spot.Code == chip.Spot && n == number {
					want += chip.Amount * money.Amount(spot.Pays+1)
				}
			}
		}
	}
	require.Equal(t, want, first.Win)
	require.Equal(t, 998_800+want, *first.Balance)
	require.Equal(t, 200, s.post(path+"/spin", bet, false, &again))
	require.Equal(t, first, again)
	bet.Choice = choiceOf("black", "dozen-2", "split-17-20")
	require.Equal(t, http.StatusConflict, s.post(path+"/spin", bet, false, nil), "the key is that of other chips")

	var recall RecallAnswer
	require.Equal(t, 200, s.post("/v1/rounds", RecallRequest{MemberID: "somchai1", Game: "roulette"}, true, &recall))
	require.Len(t, recall.Rounds, 1)
	require.Equal(t, first.Choice, recall.Rounds[0].Choice)
	require.Equal(t, first.Outcome, recall.Rounds[0].Outcome)
	require.Equal(t, 1, s.operator.Calls("bet"))
	require.True(t, s.operator.Balanced())
}

// A shot is a round of the fishing game, at most four of them begin in a second, and none without the player's key.
func TestShotsFromLaunchToRecall(t *testing.T) {
	t.Parallel()
	s := newShop(t, "development")
	path := s.open(func(l *LaunchRequest) { l.Game = "reef" })
	_, html := s.get(path)
	require.Contains(t, html, "/assets/js/fishing.js")
	shot := SpinRequest{Stake: 1_000, Key: "key-000001", Choice: game.Choice{Fish: "sardine"}}
	var first RoundView
	require.Equal(t, 200, s.post(path+"/spin", shot, false, &first))
	require.Contains(t, []money.Amount{0, 2_000}, first.Win)
	require.Equal(t, *first.Outcome.Drawn < 24, first.Win > 0)
	require.Less(t, *first.Outcome.Drawn, 50)
	var again RoundView
	require.Equal(t, 200, s.post(path+"/spin", shot, false, &again), "a repeated key is no shot")
	require.Equal(t, first, again)
	var recall RecallAnswer
	require.Equal(t, 200, s.post("/v1/rounds", RecallRequest{MemberID: "somchai1"}, true, &recall))
	require.Len(t, recall.Rounds, 1)
	require.Equal(t, "sardine", recall.Rounds[0].Choice.Fish)
	require.True(t, s.operator.Balanced())
}

// Bad choices are refused before any wallet call.
func TestBadChoicesAreRefused(t *testing.T) {
	t.Parallel()
	s := newShop(t, "development")
	table := s.open(func(l *LaunchRequest) { l.Game = "roulette" })
	sea := s.open(func(l *LaunchRequest) { l.Game = "trench" })
	slot := s.open(nil)
	for name, tc := range map[string]struct {
		path string
		req  SpinRequest
		code string
	}{
		"no chips":           {table, SpinRequest{Stake: 400}, "BAD_CHOICE"},
		"no such spot":       {table, SpinRequest{Stake: 400, Choice: choiceOf("straight-99")}, "BAD_CHOICE"},
		"a spot twice":       {table, SpinRequest{Stake: 800, Choice: choiceOf("red", "red")}, "BAD_CHOICE"},
		"chips of more":      {table, SpinRequest{Stake: 400, Choice: choiceOf("red", "odd")}, "BAD_AMOUNT"},
		"chips of less":      {table, SpinRequest{Stake: 1_000, Choice: choiceOf("red")}, "BAD_AMOUNT"},
		"no fish":            {sea, SpinRequest{Stake: 400}, "BAD_CHOICE"},
		"a fish of the reef": {sea, SpinRequest{Stake: 400, Choice: game.Choice{Fish: "shark"}}, "BAD_CHOICE"},
		"an odd gun":         {sea, SpinRequest{Stake: 500, Choice: game.Choice{Fish: "eel"}}, "BAD_AMOUNT"},
		"chips on reels":     {slot, SpinRequest{Stake: 400, Choice: choiceOf("red")}, "BAD_CHOICE"},
	} {
		tc.req.Key = "key-000001"
		var no refusal
		require.Equal(t, 422, s.post(tc.path+"/spin", tc.req, false, &no), name)
		require.Equal(t, tc.code, no.Code, name)
	}
	require.Zero(t, s.operator.Calls("bet"))
}

// Rules, pays and returns of games with a choice are public; the live show has games of reels only.
func TestGamesWithAChoiceArePublicAndNotInTheShow(t *testing.T) {
	t.Parallel()
	s := newShop(t, "production")
	_, body := s.get("/v1/games")
	var list []GameEntry
	require.NoError(t, json.Unmarshal([]byte(body), &list))
	found := 0
	for _, g := range list {
		switch g.Engine {
		case game.EngineRoulette:
			found++
			require.Equal(t, 9_730, g.RTP)
			require.NotEmpty(t, g.Spots)
		case game.EngineFishing:
			found++
			require.Equal(t, 9_600, g.RTP)
			require.Len(t, g.Fish, 8)
			require.Equal(t, 250, g.Pause)
		}
	}
	require.Equal(t, 3, found)
	path := s.open(func(l *LaunchRequest) { l.Game = "roulette" })
	require.Equal(t, 200, s.post(path+"/spin", SpinRequest{Stake: 400, Key: "key-000001", Choice: choiceOf("red")}, false, nil))
	newest, err := s.rounds.Newest(time.Now().Add(time.Minute), 20)
	require.NoError(t, err)
	require.Empty(t, newest)
}

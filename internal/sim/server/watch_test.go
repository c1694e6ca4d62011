package server

import (
	"testing"
	"time"

	"github.com/go-json-experiment/json"
	"github.com/stretchr/testify/require"

	"hubstake/internal/core/clock"
)

// Everyone may watch, half a minute later, and sees what was played but not by whom.
func TestLiveShowsWhatWasPlayedAndNotByWhom(t *testing.T) {
	t.Parallel()
	now := clock.NewManual(time.Now())
	s := newShopAt(t, "production", now)
	path := s.open(nil)
	var rounds []RoundView
	for _, key := range []string{"key-000001", "key-000002"} {
		var v RoundView
		require.Equal(t, 200, s.post(path+"/spin", SpinRequest{Stake: 1_000, Key: key}, false, &v))
		rounds = append(rounds, v)
	}
	live := func() (LiveAnswer, string) {
		res, body := s.get("/v1/live")
		require.Equal(t, 200, res.StatusCode)
		var a LiveAnswer
		require.NoError(t, json.Unmarshal([]byte(body), &a))
		return a, body
	}
	a, _ := live()
	require.Empty(t, a.Rounds, "the show lags behind")

	now.Set(time.Now().Add(liveDelay + time.Minute))
	a, body := live()
	require.Len(t, a.Rounds, 2)
	for i, shown := range a.Rounds {
		played := rounds[1-i] // newest first
		require.Equal(t, "comet", shown.Game)
		require.Equal(t, played.Outcome, shown.Outcome)
		require.Equal(t, played.Win, shown.Win)
		require.EqualValues(t, 1_000, shown.Stake)
		require.NotContains(t, body, played.ID)
	}
	for _, private := range []string{"somchai1", "สมชาย", "secret-token", "balance", "afterBet"} {
		require.NotContains(t, body, private)
	}
}

// The page of the show is in the language that its address asks for, and only the operator may frame it.
func TestTheShowHasAPage(t *testing.T) {
	t.Parallel()
	s := newShop(t, "production")
	res, body := s.get("/watch?lang=ko")
	require.Equal(t, 200, res.StatusCode)
	require.Contains(t, body, `<html lang="ko"`)
	require.Contains(t, res.Header.Get("Content-Security-Policy"), "frame-ancestors http://localhost:8080")
	_, body = s.get("/watch?lang=%22%3E%3Cscript%3E")
	require.Contains(t, body, `<html lang="en"`)
}

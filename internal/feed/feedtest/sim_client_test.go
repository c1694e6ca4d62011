package feedtest_test

import (
	"context"
	"io"
	"net/http"
	"net/http/httptest"
	"strings"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"hubstake/internal/core/clock"
	"hubstake/internal/core/fixture"
	"hubstake/internal/core/odds"
	"hubstake/internal/feed/sim"
)

// simVendor answers every question with one answer, and keeps the questions.
type simVendor struct {
	status    int
	text      string
	questions chan string
}

func (v *simVendor) ServeHTTP(w http.ResponseWriter, r *http.Request) {
	body, _ := io.ReadAll(r.Body)
	v.questions <- r.Method + " " + r.URL.Path + " " + r.Header.Get("X-Test") + " " + string(body)
	w.WriteHeader(v.status)
	_, _ = io.WriteString(w, v.text)
}

func askSimulator(t *testing.T, status int, text, cursor string) (fixture.Batch, string, error) {
	t.Helper()
	v := &simVendor{status, text, make(chan string, 1)}
	srv := httptest.NewServer(v)
	t.Cleanup(srv.Close)
	sign := func(_ context.Context, h http.Header, path string, body []byte, now time.Time) error {
		h.Set("X-Test", path+now.Format(" 15:04 ")+string(body[:1]))
		return nil
	}
	c := sim.New(srv.URL+"/", sign, clock.NewManual(time.Date(2026, 1, 1, 12, 30, 0, 0, time.UTC)))
	t.Cleanup(c.Close)
	b, err := c.Next(t.Context(), cursor)
	return b, <-v.questions, err
}

func TestAPageIsReadAsABatchAndAChangeThatCannotBeReadIsKeptAsBad(t *testing.T) {
	t.Parallel()
	b, question, err := askSimulator(t, http.StatusOK, `{"cursor":"77","vouched":"2026-01-01T12:29:59Z","more":true,"changes":[
		{"seq":5,"at":"2026-01-01T12:29:58Z","league":{"id":"L","sport":"soccer","names":{"en":"First"}}},
		{"seq":6,"at":"2026-01-01T12:29:58Z","market":{"event":"M","kind":"1x2","period":"full","state":"open","prices":[{"key":"home","price":1e99}]}},
		"nonsense",
		{"seq":8,"at":"2026-01-01T12:29:58Z","result":{"event":"M","full":{"home":2,"away":1},"half":{"home":1,"away":0}}}]}`, "76")
	require.NoError(t, err)
	require.Equal(t, `POST /v1/sports/changes /v1/sports/changes 12:30 { {"after":"76","limit":300}`, question)
	at := time.Date(2026, 1, 1, 12, 29, 58, 0, time.UTC)
	require.Equal(t, "77", b.Cursor)
	require.Equal(t, at.Add(time.Second), b.Vouched)
	require.True(t, b.More)
	require.Len(t, b.Changes, 4)
	require.Equal(t, fixture.Change{Seq: 5, At: at, League: &fixture.League{ID: "L", Sport: odds.Soccer, Names: map[string]string{"en": "First"}}}, b.Changes[0])
	require.NotNil(t, b.Changes[1].Bad)
	require.Equal(t, fixture.Change{Bad: []byte(`"nonsense"`)}, b.Changes[2])
	require.Equal(t, &odds.Score{Home: 1}, b.Changes[3].Result.Half)
}

func TestASilentFeedIsAnEmptyBatchWithoutAWord(t *testing.T) {
	t.Parallel()
	b, _, err := askSimulator(t, http.StatusOK, `{"cursor":"","more":false,"changes":[]}`, "")
	require.NoError(t, err)
	require.Empty(t, b.Changes)
	require.True(t, b.Vouched.IsZero())
}

func TestEachFailureHasItsError(t *testing.T) {
	t.Parallel()
	for name, c := range map[string]struct {
		status int
		text   string
		want   error
	}{
		"credentials":      {http.StatusUnauthorized, `{"code":"SIGNATURE"}`, sim.ErrRefused},
		"unknown call":     {http.StatusNotFound, "", sim.ErrRefused},
		"foreign cursor":   {http.StatusUnprocessableEntity, `{"code":"BAD_CURSOR"}`, sim.ErrCursor},
		"outage":           {http.StatusServiceUnavailable, "", sim.ErrDown},
		"redirect":         {http.StatusFound, "", sim.ErrDown},
		"no JSON":          {http.StatusOK, "<html>", sim.ErrMalformed},
		"cut JSON":         {http.StatusOK, `{"cursor":"1","changes":[`, sim.ErrMalformed},
		"no cursor":        {http.StatusOK, `{"changes":[{}]}`, sim.ErrMalformed},
		"absurd cursor":    {http.StatusOK, `{"cursor":"` + strings.Repeat("9", 500) + `","changes":[]}`, sim.ErrMalformed},
		"too many changes": {http.StatusOK, `{"cursor":"1","changes":[1` + strings.Repeat(",1", 10_000) + `]}`, sim.ErrMalformed},
		"too large":        {http.StatusOK, `{"cursor":"1","changes":["` + strings.Repeat("x", 9<<20) + `"]}`, sim.ErrMalformed},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			_, _, err := askSimulator(t, c.status, c.text, "1")
			require.ErrorIs(t, err, c.want)
		})
	}
}

func TestACutConnectionAndAClosedPortAreDown(t *testing.T) {
	t.Parallel()
	srv := httptest.NewServer(http.HandlerFunc(func(http.ResponseWriter, *http.Request) { panic(http.ErrAbortHandler) }))
	c := sim.New(srv.URL, func(context.Context, http.Header, string, []byte, time.Time) error { return nil }, clock.System{})
	t.Cleanup(c.Close)
	_, err := c.Next(t.Context(), "")
	require.ErrorIs(t, err, sim.ErrDown)
	srv.Close()
	_, err = c.Next(t.Context(), "")
	require.ErrorIs(t, err, sim.ErrDown)
}

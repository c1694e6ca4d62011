package feedtest_test

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"log/slog"
	"net/http"
	"net/http/httptest"
	"net/url"
	"slices"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"hubstake/internal/feed/oddsapi"
	"hubstake/internal/testkit"
)

const oddsKey = "0123456789abcdef+/secret"

// oddsServer answers as the API is documented to: lists by path, or a refusal.
type oddsServer struct {
	*httptest.Server
	mu      sync.Mutex
	answers map[string]string // by path
	status  int               // 0: 200
	header  http.Header
	asked   []url.URL
}

func newOddsServer(t *testing.T) *oddsServer {
	t.Helper()
	s := &oddsServer{answers: map[string]string{}, header: http.Header{}}
	s.Server = httptest.NewServer(s)
	t.Cleanup(s.Close)
	return s
}

// refuse makes all further answers have the status.
func (s *oddsServer) refuse(status int) {
	s.mu.Lock()
	s.status = status
	s.mu.Unlock()
}

// questions returns what was asked.
func (s *oddsServer) questions() []url.URL {
	s.mu.Lock()
	defer s.mu.Unlock()
	return slices.Clone(s.asked)
}

func (s *oddsServer) ServeHTTP(w http.ResponseWriter, r *http.Request) {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.asked = append(s.asked, *r.URL)
	for name, values := range s.header {
		w.Header()[name] = values
	}
	body, ok := s.answers[r.URL.Path]
	switch {
	case r.URL.Query().Get("apiKey") != oddsKey:
		w.WriteHeader(http.StatusUnauthorized)
		body = `{"message":"API key is not valid: ` + r.URL.Query().Get("apiKey") + `","error_code":"INVALID_KEY"}`
	case s.status != 0:
		w.WriteHeader(s.status)
	case !ok:
		w.WriteHeader(http.StatusNotFound)
		body = `{"message":"Unknown sport","error_code":"UNKNOWN_SPORT"}`
	}
	_, _ = io.WriteString(w, body)
}

func newOddsClient(t *testing.T, base string) *oddsapi.Client {
	t.Helper()
	c, err := oddsapi.NewClient(base, oddsKey, &http.Client{Timeout: testkit.Patience})
	require.NoError(t, err)
	return c
}

func TestQuestionsAreTheDocumentedOnes(t *testing.T) {
	t.Parallel()
	s := newOddsServer(t)
	s.header = http.Header{"X-Requests-Remaining": {"412"}, "X-Requests-Used": {"88"}}
	s.answers = map[string]string{
		"/v4/sports":                   `[{"key":"soccer_epl","group":"Soccer","title":"EPL","description":"English Premier League","active":true,"has_outrights":false}]`,
		"/v4/sports/soccer_epl/odds":   `[{"id":"a"},7]`,
		"/v4/sports/soccer_epl/scores": `[]`,
	}
	c := newOddsClient(t, s.URL)
	require.Equal(t, oddsapi.Quota{Remaining: -1, Used: -1}, c.Quota())
	sports, err := c.Sports(t.Context())
	require.NoError(t, err)
	require.Equal(t, []oddsapi.Sport{{Key: "soccer_epl", Group: "Soccer", Title: "EPL", Description: "English Premier League", Active: true}}, sports)
	require.Equal(t, oddsapi.Quota{Remaining: 412, Used: 88}, c.Quota())
	all, err := c.Odds(t.Context(), "soccer_epl", []string{"eu", "uk"})
	require.NoError(t, err)
	require.Equal(t, oddsapi.Elements{json.RawMessage(`{"id":"a"}`), json.RawMessage("7")}, all, "a malformed element spoils no other")
	_, err = c.Scores(t.Context(), "soccer_epl", 3)
	require.NoError(t, err)
	var queries []url.Values
	for _, u := range s.questions() {
		queries = append(queries, u.Query())
	}
	require.Equal(t, []url.Values{
		{"apiKey": {oddsKey}},
		{"apiKey": {oddsKey}, "regions": {"eu,uk"}, "markets": {"h2h,spreads,totals"}, "oddsFormat": {"decimal"}, "dateFormat": {"iso"}},
		{"apiKey": {oddsKey}, "daysFrom": {"3"}, "dateFormat": {"iso"}},
	}, queries)
}

func TestRefusalsAreToldApart(t *testing.T) {
	t.Parallel()
	for _, c := range []struct {
		status int
		body   string
		kind   error
		code   string
		after  time.Duration
	}{
		{401, `{"message":"m","error_code":"DEACTIVATED_KEY","details_url":"u"}`, oddsapi.ErrKey, "DEACTIVATED_KEY", 0},
		{401, `{"message":"m","error_code":"OUT_OF_USAGE_CREDITS"}`, oddsapi.ErrQuota, "OUT_OF_USAGE_CREDITS", 0},
		{401, `no JSON`, oddsapi.ErrKey, "", 0},
		{422, `{"message":"m","error_code":"INVALID_REGION"}`, oddsapi.ErrRequest, "INVALID_REGION", 0},
		{422, `{"error_code":"not a code <b>"}`, oddsapi.ErrRequest, "", 0},
		{404, `{"error_code":["UNKNOWN_SPORT"]}`, oddsapi.ErrRequest, "", 0},
		{429, `{"message":"m","error_code":"EXCEEDED_FREQ_LIMIT"}`, oddsapi.ErrPace, "EXCEEDED_FREQ_LIMIT", 7 * time.Second},
		{500, ``, oddsapi.ErrDown, "", 0},
		{503, strings.Repeat("x", 1<<20), oddsapi.ErrDown, "", 0},
		{302, ``, oddsapi.ErrDown, "", 0},
	} {
		s := newOddsServer(t)
		s.status, s.answers["/v4/sports"] = c.status, c.body
		s.header = http.Header{"X-Requests-Remaining": {"0"}, "X-Requests-Used": {"five"}, "Location": {s.URL + "/elsewhere"}}
		if c.after > 0 {
			s.header.Set("Retry-After", "7")
		}
		api := newOddsClient(t, s.URL)
		_, err := api.Sports(t.Context())
		require.ErrorIs(t, err, c.kind)
		var r *oddsapi.Refusal
		require.ErrorAs(t, err, &r)
		require.Equal(t, []any{c.status, c.code, c.after}, []any{r.Status, r.Code, r.After}, c.body)
		require.Equal(t, oddsapi.Quota{Remaining: 0, Used: -1}, api.Quota())
		require.Len(t, s.questions(), 1, "redirects are not followed")
	}
}

func TestAnswersThatAreNotListsAreRefused(t *testing.T) {
	t.Parallel()
	for _, body := range []string{"", "null", "{}", `{"message":"m"}`, "[", "[1,", "<html>", `"[]"`, "[]]", "[" + strings.Repeat(" ", 9<<20) + "]"} {
		s := newOddsServer(t)
		s.answers["/v4/sports/soccer_epl/odds"] = body
		_, err := newOddsClient(t, s.URL).Odds(t.Context(), "soccer_epl", []string{"eu"})
		require.ErrorIs(t, err, oddsapi.ErrDown, "%.20q", body)
	}
}

// failingTransport fails as a proxy might: with the address in its error.
type failingTransport struct{ err error }

func (t failingTransport) RoundTrip(*http.Request) (*http.Response, error) { return nil, t.err }

func TestTheKeyIsInNoErrorAndInNoLog(t *testing.T) {
	t.Parallel()
	s := newOddsServer(t)
	wrong := "another" + oddsKey
	c, err := oddsapi.NewClient(s.URL, oddsapi.Key(wrong), &http.Client{Timeout: testkit.Patience})
	require.NoError(t, err)
	var errs []error
	_, err = c.Sports(t.Context())
	require.ErrorIs(t, err, oddsapi.ErrKey)
	errs = append(errs, err)
	s.Close()
	_, err = c.Sports(t.Context()) // the connection is refused
	require.ErrorIs(t, err, oddsapi.ErrDown)
	errs = append(errs, err)
	ended, cancel := context.WithCancel(t.Context())
	cancel()
	_, err = c.Sports(ended)
	require.ErrorIs(t, err, context.Canceled)
	errs = append(errs, err)
	for _, text := range []string{wrong, url.QueryEscape(wrong)} {
		c, err := oddsapi.NewClient("https://api.example", oddsapi.Key(wrong), &http.Client{Timeout: testkit.Patience, Transport: failingTransport{errors.New("GET ?apiKey=" + text)}})
		require.NoError(t, err)
		_, err = c.Sports(t.Context())
		require.ErrorIs(t, err, oddsapi.ErrDown)
		errs = append(errs, err)
	}
	var log strings.Builder
	slog.New(slog.NewJSONHandler(&log, nil)).Info("m", "key", oddsapi.Key(wrong), "client", c)
	slog.New(slog.NewTextHandler(&log, nil)).Info("m", "key", oddsapi.Key(wrong), "client", c)
	texts := []string{log.String(), fmt.Sprintf("%v %+v %#v", oddsapi.Key(wrong), c, c), fmt.Sprintf("%s %q %#v", oddsapi.Key(wrong), oddsapi.Key(wrong), oddsapi.Key(wrong))}
	for _, err := range errs {
		texts = append(texts, err.Error(), fmt.Sprintf("%+v %#v", err, errors.Unwrap(err)))
	}
	for _, text := range texts {
		require.NotContains(t, text, "secret")
	}
}

func TestAClientNeedsASafeAddressAKeyAndATimeout(t *testing.T) {
	t.Parallel()
	timed := &http.Client{Timeout: time.Second}
	for base, ok := range map[string]bool{
		oddsapi.Host: true, "http://127.0.0.1:1": true, "http://localhost:1": true, "http://[::1]:1": true,
		"http://api.the-odds-api.com": false, "": false, "api.the-odds-api.com": false, "https://host?x=1": false, "https://a:b@host": false, "ftp://host": false, "https://%zz": false,
	} {
		_, err := oddsapi.NewClient(base, oddsKey, timed)
		require.Equal(t, ok, err == nil, base)
	}
	_, err := oddsapi.NewClient(oddsapi.Host, "", timed)
	require.Error(t, err)
	_, err = oddsapi.NewClient(oddsapi.Host, oddsKey, http.DefaultClient)
	require.Error(t, err)
	_, err = oddsapi.NewClient(oddsapi.Host, oddsKey, nil)
	require.Error(t, err)
}

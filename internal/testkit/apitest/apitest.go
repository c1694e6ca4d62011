// Package apitest calls routes of the API over HTTP as a given caller: everything but the session check is real.
package apitest

import (
	"context"
	"io"
	"net/http"
	"net/http/httptest"
	"slices"
	"strings"
	"testing"

	"github.com/go-json-experiment/json"
	"github.com/go-json-experiment/json/jsontext"
	"github.com/gofiber/fiber/v3"
	"github.com/prometheus/client_golang/prometheus"
	"github.com/rs/zerolog"
	"github.com/stretchr/testify/require"

	"hubstake/internal/access/httpx"
	"hubstake/internal/access/limit"
	"hubstake/internal/access/token"
	"hubstake/internal/core/clock"
	"hubstake/internal/core/fault"
	"hubstake/internal/core/right"
	"hubstake/internal/testkit"
)

// App serves routes of the site `demo`.
type App struct {
	tb  testing.TB
	app *fiber.App
	who string
	hdr map[string]string
}

// New serves routes, whose calls are not counted.
func New(tb testing.TB, clk clock.Clock, routes ...[]httpx.Route) App {
	tb.Helper()
	return Limited(tb, clk, nil, routes...)
}

// Limited serves routes at the paces of a limiter.
func Limited(tb testing.TB, clk clock.Clock, limits *limit.Limiter, routes ...[]httpx.Route) App {
	tb.Helper()
	d := httpx.Deps{
		Limits: limits,
		Log:    zerolog.Nop(), Clock: clk, Metrics: httpx.NewMetrics(prometheus.NewRegistry()),
		Site: func(context.Context, string) (string, error) { return "demo", nil },
		Session: func(_ context.Context, text string, audience token.Audience, _ bool) (httpx.Caller, error) {
			kind, id, _ := strings.Cut(text, ":")
			if kind != string(audience) {
				return httpx.Caller{}, httpx.Unauthorized(fault.NoAccess)
			}
			id, rights, some := strings.Cut(id, ":")
			c := httpx.Caller{MemID: id, Site: "demo", Audience: audience}
			switch {
			case some:
				for name := range strings.SplitSeq(rights, ",") {
					c.Rights = append(c.Rights, right.Right(name))
				}
			case audience == token.Admin:
				c.Rights = right.All()
			case audience == token.Partner:
				c.Rights = right.Partners()
			}
			if audience == token.Partner {
				c.Agent, c.MemID = id, partnerOf(id)
			}
			return c, nil
		},
		Fresh: func(_ context.Context, who httpx.Caller) (bool, error) {
			return !strings.HasPrefix(who.MemID, stale), nil
		},
	}
	a := httpx.App(d)
	httpx.Mount(a, d, slices.Concat(routes...))
	return App{tb: tb, app: a}
}

// Member calls as a member from now on.
func (a App) Member(memID string) App { a.who = string(token.Member) + ":" + memID; return a }

// Partner calls from the partner area from now on, as the partner itself with all rights.
func (a App) Partner(memID string) App { a.who = string(token.Partner) + ":" + memID; return a }

// AgentWith calls from the partner area as a person of a partner's sub-staff (memId.name) with these rights alone from now on.
func (a App) AgentWith(agent string, rights ...right.Right) App {
	names := make([]string, len(rights))
	for i, r := range rights {
		names[i] = string(r)
	}
	return a.Partner(agent + ":" + strings.Join(names, ","))
}

// partnerOf returns the memId of the partner of a login of the partner area.
func partnerOf(agent string) string {
	memID, _, _ := strings.Cut(agent, ".")
	return memID
}

// Staff calls as a staff member with all rights and a fresh one-time code from now on.
func (a App) Staff(id string) App { a.who = string(token.Admin) + ":" + id; return a }

// stale begins the ID of staff without a fresh one-time code.
const stale = "stale-"

// Stale calls as a staff member with all rights, without a fresh one-time code, from now on.
func (a App) Stale(id string) App { return a.Staff(stale + id) }

// StaffWith calls as a staff member with these rights alone from now on.
func (a App) StaffWith(id string, rights ...right.Right) App {
	names := make([]string, len(rights))
	for i, r := range rights {
		names[i] = string(r)
	}
	return a.Staff(id + ":" + strings.Join(names, ","))
}

// Lang says which language the caller's browser prefers, as a BCP 47 tag.
func (a App) Lang(tag string) App { a.hdr = map[string]string{"Accept-Language": tag}; return a }

// Named names the calls from now on by the header Idempotency-Key.
func (a App) Named(key string) App { a.hdr = map[string]string{"Idempotency-Key": key}; return a }

// Answer is an envelope with its HTTP status.
type Answer struct {
	tb     testing.TB
	Status int            `json:"-"`
	Code   string         `json:"resultCode"`
	Raw    jsontext.Value `json:"data"`
}

// Send posts a body and returns the answer as it came.
func (a App) Send(path, body string) (status int, header http.Header, answer []byte) {
	a.tb.Helper()
	return a.SendAs("application/json", path, body)
}

// SendAs posts a body of a media type and returns the answer as it came.
func (a App) SendAs(mediaType, path, body string) (status int, header http.Header, answer []byte) {
	a.tb.Helper()
	req := httptest.NewRequestWithContext(a.tb.Context(), http.MethodPost, path, strings.NewReader(body))
	req.Header.Set("Content-Type", mediaType)
	for k, v := range a.hdr {
		req.Header.Set(k, v)
	}
	if a.who != "" {
		req.Header.Set("Authorization", "Bearer "+a.who)
	}
	res, err := a.app.Test(req, fiber.TestConfig{Timeout: testkit.Patience})
	require.NoError(a.tb, err)
	b, err := io.ReadAll(res.Body)
	require.NoError(a.tb, err)
	require.NoError(a.tb, res.Body.Close())
	return res.StatusCode, res.Header, b
}

// Post sends a body and returns the answer.
func (a App) Post(path, body string) Answer {
	a.tb.Helper()
	return a.PostAs("application/json", path, body)
}

// PostAs sends a body of a media type and returns the answer.
func (a App) PostAs(mediaType, path, body string) Answer {
	a.tb.Helper()
	status, _, b := a.SendAs(mediaType, path, body)
	out := Answer{tb: a.tb, Status: status}
	require.NoError(a.tb, json.Unmarshal(b, &out), "%s", b)
	return out
}

// OK demands success and decodes the data into a T, strictly.
func OK[T any](a Answer) (data T) {
	a.tb.Helper()
	require.Equal(a.tb, "200", a.Code, "%s", a.Raw)
	require.NoError(a.tb, json.Unmarshal(a.Raw, &data, json.RejectUnknownMembers(true)), "%s", a.Raw)
	return data
}

// Refused demands a status and a code.
func (a Answer) Refused(status int, code string) {
	a.tb.Helper()
	require.Equal(a.tb, []any{status, code}, []any{a.Status, a.Code}, "%s", a.Raw)
}

package server

import (
	"context"
	"fmt"
	"net/http"
	"net/http/httptest"
	"net/netip"
	"strings"
	"sync/atomic"
	"testing"
	"time"

	"github.com/gofiber/fiber/v3"
	"github.com/jackc/pgx/v5"
	"github.com/jackc/pgx/v5/pgxpool"
	"github.com/prometheus/client_golang/prometheus"
	"github.com/rs/zerolog"
	"github.com/stretchr/testify/require"

	"hubstake/internal/access/httpx"
	"hubstake/internal/access/limit"
	"hubstake/internal/access/token"
	"hubstake/internal/core/clock"
	"hubstake/internal/core/fault"
	"hubstake/internal/operator/site"
	"hubstake/internal/platform/peer"
	"hubstake/internal/testkit"
	"hubstake/internal/testkit/factory"
	"hubstake/internal/testkit/pgtest"
	"hubstake/internal/testkit/rdstest"
)

// queries counts what a pool asks PostgreSQL.
type queries struct{ n atomic.Int64 }

func (q *queries) TraceQueryStart(ctx context.Context, _ *pgx.Conn, _ pgx.TraceQueryStartData) context.Context {
	q.n.Add(1)
	return ctx
}

func (q *queries) TraceQueryEnd(context.Context, *pgx.Conn, pgx.TraceQueryEndData) {}

// F6: the address is counted before the site is looked up, and a name that no site has costs no query of its own.
func TestInventedHostsCostNoQueryAndAreLimited(t *testing.T) {
	t.Parallel()
	address, asked := pgtest.URL(t), &queries{}
	factory.Site(t, pgtest.Pool(t, address), func(s *factory.S) { s.Hosts = []string{"site.test"} })
	cfg, err := pgxpool.ParseConfig(string(address))
	require.NoError(t, err)
	cfg.ConnConfig.Tracer = asked
	db, err := pgxpool.NewWithConfig(t.Context(), cfg)
	require.NoError(t, err)
	t.Cleanup(db.Close)
	clk := clock.NewManual(clock.System{}.Now())
	sites := site.New(db, clk)
	d := httpx.Deps{
		Log: zerolog.Nop(), Clock: clk, Metrics: httpx.NewMetrics(prometheus.NewRegistry()), Site: sites.OfHost,
		Limits:  limit.New(rdstest.Client(t), clk, zerolog.Nop(), prometheus.NewRegistry(), nil),
		Proxies: peer.Proxies{netip.MustParsePrefix("0.0.0.0/32")},
	}
	app := httpx.App(d)
	httpx.Mount(app, d, []httpx.Route{httpx.Post("/api/login", httpx.Public, func(context.Context, httpx.Caller, httpx.None) (httpx.None, error) {
		return httpx.None{}, nil
	}, httpx.Pace(limit.LogIn))})
	ask := func(host, from string) int {
		r := httptest.NewRequest(http.MethodPost, "http://"+host+"/api/login", strings.NewReader("{}"))
		r.Header.Set("Content-Type", "application/json")
		r.Header.Set("X-Forwarded-For", from)
		res, err := app.Test(r, fiber.TestConfig{Timeout: testkit.Patience})
		require.NoError(t, err)
		require.NoError(t, res.Body.Close())
		return res.StatusCode
	}
	seen := map[int]int{}
	for i := range 1500 {
		seen[ask(fmt.Sprintf("invented%d.test", i), "192.0.2.66")]++
	}
	require.Equal(t, 1500, seen[http.StatusForbidden]+seen[http.StatusTooManyRequests])
	require.Greater(t, seen[http.StatusTooManyRequests], 750, "a caller who invents hosts is limited: %v", seen)
	require.EqualValues(t, 1, asked.n.Load(), "the list of all hosts was read once")
	require.Equal(t, http.StatusOK, ask("site.test", "192.0.2.67"), "others enter")
	require.EqualValues(t, 1, asked.n.Load())
	for i := range 10 {
		ask(fmt.Sprintf("other%d.test", i), fmt.Sprintf("192.0.2.%d", 100+i))
	}
	require.EqualValues(t, 1, asked.n.Load(), "nor from many addresses")
	clk.Advance(2 * time.Second)
	ask("invented.test", "192.0.2.120")
	require.EqualValues(t, 2, asked.n.Load(), "a new site is found a second later")
}

// security.md 2.12: the document lists the calls of the back office.
func TestDocumentationIsForStaffOnlyInProduction(t *testing.T) {
	t.Parallel()
	d := httpx.Deps{
		Log: zerolog.Nop(), Clock: clock.System{}, Metrics: httpx.NewMetrics(prometheus.NewRegistry()), Secure: true,
		Session: func(_ context.Context, text string, a token.Audience, _ bool) (httpx.Caller, error) {
			if text == "good" && a == token.Admin {
				return httpx.Caller{MemID: "kim01", Site: "demo", Audience: a}, nil
			}
			return httpx.Caller{}, httpx.Unauthorized(fault.NoAccess)
		},
	}
	for staffOnly, anybody := range map[bool]int{true: http.StatusUnauthorized, false: http.StatusOK} {
		app := httpx.App(d)
		require.NoError(t, mountDocs(app, d, staffOnly))
		for _, path := range []string{"/api/docs", "/api/docs/docs.css", "/api/docs/openapi.json"} {
			for cookie, want := range map[string]int{"": anybody, "__Host-asid=bad": anybody, "__Host-sid=good": anybody, "__Host-asid=good": http.StatusOK} {
				r := httptest.NewRequest(http.MethodGet, path, nil)
				r.Header.Set("Cookie", cookie)
				res, err := app.Test(r, fiber.TestConfig{Timeout: testkit.Patience})
				require.NoError(t, err)
				require.NoError(t, res.Body.Close())
				require.Equal(t, want, res.StatusCode, "%s %q %v", path, cookie, staffOnly)
				require.Equal(t, "nosniff", res.Header.Get("X-Content-Type-Options"))
				require.Equal(t, "no-store", res.Header.Get("Cache-Control"))
				if want == http.StatusOK {
					csp := res.Header.Get("Content-Security-Policy")
					require.Contains(t, csp, "default-src 'none'; style-src 'self';")
					require.NotContains(t, csp, "unsafe")
				}
			}
		}
	}
	require.NotContains(t, docsPage, "<style", "the policy forbids inline styles")
}

package server

import (
	"bytes"
	"context"
	"encoding/json"
	"fmt"
	"io"
	"net"
	"net/http"
	"runtime"
	"sync/atomic"
	"testing"
	"time"

	"github.com/gofiber/fiber/v3"
	"github.com/prometheus/client_golang/prometheus"
	"github.com/rs/zerolog"
	"github.com/stretchr/testify/require"
	"golang.org/x/crypto/argon2"
	"golang.org/x/sync/errgroup"

	apimember "hubstake/api/member"
	"hubstake/internal/access/httpx"
	"hubstake/internal/account/credential"
	"hubstake/internal/account/member"
	"hubstake/internal/core/clock"
	"hubstake/internal/live"
	"hubstake/internal/operator/content"
	"hubstake/internal/operator/site"
	"hubstake/internal/platform/redisx"
	"hubstake/internal/testkit/factory"
	"hubstake/internal/testkit/pgtest"
	"hubstake/internal/testkit/rdstest"
)

// Logins over HTTP beside what argon2id alone allows on the same cores, taken in turns so that whatever else the machine does
// meets both: share is to be 0.8 at least.
func BenchmarkLogin(b *testing.B) {
	const callers, turn = 4, 16 // two for each of two cores: one hashes, one talks to the database
	url, body := loginStand(b, callers*turn)
	client := &http.Client{Transport: &http.Transport{MaxIdleConnsPerHost: callers}, Timeout: time.Minute}
	cost := credential.StandardCost()
	var raw, logins time.Duration
	var next atomic.Int64
	done := 0
	for b.Loop() {
		raw += timed(b, runtime.GOMAXPROCS(0), turn, func(context.Context) error {
			argon2.IDKey([]byte(factory.Password), make([]byte, 16), cost.Time, cost.Memory, cost.Lanes, 32)
			return nil
		})
		logins += timed(b, callers, turn, func(ctx context.Context) error {
			return logIn(ctx, client, url, body(int(next.Add(1))))
		})
		done += turn
	}
	b.ReportMetric(float64(done)/raw.Seconds(), "hashes/s")
	b.ReportMetric(float64(done)/logins.Seconds(), "logins/s")
	b.ReportMetric(raw.Seconds()/logins.Seconds(), "share")
}

// timed does something n times by so many callers.
func timed(b *testing.B, callers, n int, do func(context.Context) error) time.Duration {
	b.Helper()
	g, ctx := errgroup.WithContext(b.Context())
	g.SetLimit(callers)
	start := time.Now()
	for range n {
		g.Go(func() error { return do(ctx) })
	}
	require.NoError(b, g.Wait())
	return time.Since(start)
}

// loginStand serves the calls of sessions on loopback with hashes of the standard cost, and returns the address of the login and
// the bodies of n members in turn.
func loginStand(b *testing.B, n int) (url string, body func(int) []byte) {
	b.Helper()
	db, clk := pgtest.DB(b), clock.System{}
	rdb, err := redisx.Open(rdstest.Server(b).URL)
	require.NoError(b, err)
	b.Cleanup(func() { _ = rdb.Close() })
	k, verifier := factory.Keys(b, clk)
	k.Hasher = credential.NewHasher(credential.StandardCost(), [32]byte{1})
	cache := live.NewSessionCache(rdb, clk, zerolog.Nop())
	k.Announce = announce(cache)
	sites := site.New(db, clk)
	m := member.New(db, clk, sites, k)
	ids := make([]string, n)
	for i := range ids {
		ids[i] = factory.Member(b, db).MemID
	}
	hash, err := k.Hasher.Hash(b.Context(), factory.Password)
	require.NoError(b, err)
	_, err = db.Exec(b.Context(), "UPDATE member_member SET pass_hash = $1", hash)
	require.NoError(b, err)
	d := httpx.Deps{
		Log: zerolog.Nop(), Clock: clk, Metrics: httpx.NewMetrics(prometheus.NewRegistry()), Site: sites.OfHost,
		Session: NewAuth(verifier, cache, m, nil, nil, clk, zerolog.Nop()).Session,
	}
	app := httpx.App(d)
	app.Use(func(c fiber.Ctx) error {
		c.SetContext(cache.In(c.Context()))
		return c.Next()
	})
	httpx.Mount(app, d, apimember.New(m, content.New(db, clk), nil).Routes())
	ln, err := net.Listen("tcp", "127.0.0.1:0")
	require.NoError(b, err)
	var g errgroup.Group
	g.Go(func() error { return app.Listener(ln, fiber.ListenConfig{DisableStartupMessage: true}) })
	b.Cleanup(func() {
		require.NoError(b, app.Shutdown())
		require.NoError(b, g.Wait())
	})
	_, port, err := net.SplitHostPort(ln.Addr().String())
	require.NoError(b, err)
	return "http://localhost:" + port + "/api/member/login", func(i int) []byte {
		return fmt.Appendf(nil, `{"memId":%q,"memPass":%q}`, ids[i%n], factory.Password)
	}
}

func logIn(ctx context.Context, client *http.Client, url string, body []byte) error {
	req, err := http.NewRequestWithContext(ctx, http.MethodPost, url, bytes.NewReader(body))
	if err != nil {
		return err
	}
	req.Header.Set("Content-Type", "application/json")
	res, err := client.Do(req)
	if err != nil {
		return err
	}
	defer func() { _ = res.Body.Close() }()
	text, err := io.ReadAll(res.Body)
	if err != nil {
		return err
	}
	var answer struct{ ResultCode string }
	if err := json.Unmarshal(text, &answer); err != nil || answer.ResultCode != "200" {
		return fmt.Errorf("login: HTTP %d: %s", res.StatusCode, text)
	}
	return nil
}

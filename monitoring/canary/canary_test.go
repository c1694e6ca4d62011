package main

import (
	"context"
	"encoding/base64"
	"net"
	"testing"
	"time"

	"github.com/go-stomp/stomp/v3"
	"github.com/go-stomp/stomp/v3/frame"
	"github.com/gofiber/fiber/v3"
	"github.com/jackc/pgx/v5/pgxpool"
	"github.com/prometheus/client_golang/prometheus"
	"github.com/prometheus/client_golang/prometheus/testutil"
	"github.com/redis/go-redis/v9"
	"github.com/rs/zerolog"
	"github.com/stretchr/testify/require"
	"go.uber.org/goleak"

	apiserver "hubstake/api/server"
	hubserver "hubstake/hub/server"
	"hubstake/internal/access/token"
	"hubstake/internal/core/clock"
	"hubstake/internal/core/id"
	"hubstake/internal/hubclient"
	"hubstake/internal/platform/config"
	"hubstake/internal/platform/obs"
	"hubstake/internal/platform/redisx"
	"hubstake/internal/testkit"
	"hubstake/internal/testkit/factory"
	"hubstake/internal/testkit/pgtest"
	"hubstake/internal/testkit/rdstest"
	"hubstake/workers/rebuild"
	"hubstake/workers/relay"
)

// fasthttp has a clock for all servers, and a cleaner that sleeps on for up to ten seconds after its server has ended.
func TestMain(m *testing.M) {
	goleak.VerifyTestMain(m,
		goleak.IgnoreAnyFunction("github.com/valyala/fasthttp.updateServerDate.func1"),
		goleak.IgnoreAnyFunction("github.com/valyala/fasthttp.(*workerPool).Start.func2"),
		goleak.IgnoreAnyFunction("os/exec.(*Cmd).watchCtx.func1"))
}

// product is api, hub and workers in one process, as their mains make them.
type product struct {
	t       *testing.T
	db      *pgxpool.Pool
	rdb     redis.UniversalClient
	site    string // http://localhost:port
	hubAddr string
	stopHub func()
	relay   func() // ends the relay
	vendor  []byte // the secret of the vendor acme
	spans   box
	tracers []*obs.Tracer
}

func program() obs.Program {
	return obs.Program{Log: zerolog.Nop(), Reg: prometheus.NewRegistry(), Health: &obs.Health{}}
}

// program is one of the product's, which traces everything.
func (p *product) program(name string) obs.Program {
	prog := program()
	prog.Tracer = obs.NewTracer(name, 1, &p.spans)
	p.tracers = append(p.tracers, prog.Tracer)
	return prog
}

// running runs something until the returned function is called, or the test ends.
func running(t *testing.T, run func(context.Context) error) func() {
	t.Helper()
	ctx, cancel := context.WithCancel(context.Background())
	done := make(chan error, 1)
	go func() { done <- run(ctx) }()
	ended := false
	end := func() {
		if !ended {
			ended = true
			cancel()
			require.NoError(t, <-done)
		}
	}
	t.Cleanup(end)
	return end
}

func launch(t *testing.T, canaries ...string) *product {
	t.Helper()
	server := rdstest.Server(t) // its own: presence and streams of all members
	p := &product{t: t, db: pgtest.DB(t), vendor: id.Key()}
	t.Cleanup(p.flush)
	var err error
	p.rdb, err = redisx.Open(server.Patient())
	require.NoError(t, err)
	t.Cleanup(func() { _ = p.rdb.Close() })
	factory.Site(t, p.db, func(s *factory.S) { s.Hosts = []string{"localhost"} })

	key := base64.RawURLEncoding.EncodeToString(id.Key())
	signer, err := token.NewSigner("k1="+key, clock.System{})
	require.NoError(t, err)
	ln, err := net.Listen("tcp", "127.0.0.1:0")
	require.NoError(t, err)
	_, port, _ := net.SplitHostPort(ln.Addr().String())
	p.site = "http://localhost:" + port
	seal, personal := config.Key(id.Key()), factory.PersonalKeys()
	app, err := apiserver.New(apiserver.Settings{
		Redis: server.URL, SigningKey: config.Secret("k1=" + key), PublicKeys: []string{signer.Public()}, SealKey: seal,
		PersonalKey: personal.Seal, PersonalIndexKey: personal.Index,
		Pepper: config.Key{1}, Origins: []string{p.site}, PublicURL: p.site, Canaries: canaries,
		VendorSecrets: config.Secret("acme=" + base64.RawURLEncoding.EncodeToString(p.vendor)),
	}, p.db, p.rdb, clock.System{}, p.program("api"))
	require.NoError(t, err)
	running(t, func(ctx context.Context) error {
		stop := context.AfterFunc(ctx, func() { _ = app.Shutdown() })
		defer stop()
		return app.Listener(ln, fiber.ListenConfig{DisableStartupMessage: true})
	})

	cfg, err := config.LoadFrom[hubserver.Config]("HUB", []string{
		"HUB_ENV=development", "HUB_LISTEN=127.0.0.1:0", "HUB_REDIS_URL=" + string(server.URL), "HUB_ORIGINS=" + p.site, "HUB_DRAIN=0s",
		"HUB_JWT_PUBLIC_KEYS=" + signer.Public(), "HUB_SEAL_KEY=" + base64.RawURLEncoding.EncodeToString(seal[:]),
	})
	require.NoError(t, err)
	h, err := hubserver.New(cfg, clock.System{}, p.program("hub"))
	require.NoError(t, err)
	p.hubAddr = h.Addr()
	p.stopHub = running(t, h.Run)
	p.relay = running(t, relay.New(p.db, p.rdb, clock.System{}, p.program("workers")).Run)
	running(t, rebuild.New(p.db, p.rdb, clock.System{}, zerolog.Nop(), prometheus.NewRegistry()).Run)
	return p
}

// watch runs a canary for a member.
func (p *product) watch(member string, change ...string) *canary {
	p.t.Helper()
	c := p.canary(member, change...)
	running(p.t, c.run)
	return c
}

// canary returns a canary for a member that does not run yet.
func (p *product) canary(member string, change ...string) *canary {
	p.t.Helper()
	// Ten probes in a second are half of what the API lets a member ask (limit.Read), however fast the machine is.
	cfg, err := config.LoadFrom[settings]("CANARY", append([]string{
		"CANARY_ENV=development", "CANARY_SITE_URL=" + p.site, "CANARY_HUB_URL=ws://" + p.hubAddr + "/hub", "CANARY_MEMBER=" + member,
		"CANARY_PASSWORD=" + factory.Password, "CANARY_EVERY=100ms", "CANARY_TIMEOUT=2s", "CANARY_SESSION=400ms",
	}, change...))
	require.NoError(p.t, err)
	return newCanary(cfg, clock.System{}, program())
}

func (c *canary) failures(s stage) float64 {
	return testutil.ToFloat64(c.m.failures.WithLabelValues(string(s)))
}

func (c *canary) delivered(t *testing.T) uint64 {
	t.Helper()
	return histogram(t, c.m.delivery).GetSampleCount()
}

func TestACanarySingsWhileEventsArrive(t *testing.T) {
	t.Parallel()
	p := launch(t, "canary1")
	factory.Member(t, p.db, func(m *factory.M) { m.MemID = "canary1" })
	began := time.Now()
	// A busy machine is no failure: neither an event that takes long, nor more than the twenty logins of an hour (limit.LogIn).
	c := p.watch("canary1", "CANARY_TIMEOUT=20s", "CANARY_SESSION=5s")
	testkit.Eventually(t, func() bool {
		return c.delivered(t) >= 10 && testutil.ToFloat64(c.m.logins.WithLabelValues("ok")) >= 2
	})
	for _, s := range stages {
		require.Zero(t, c.failures(s), s)
	}
	h := histogram(t, c.m.round)
	require.Positive(t, h.GetSampleSum())
	last := testutil.ToFloat64(c.m.success)
	require.Greater(t, last, float64(began.Unix()))

	p.relay() // events are committed but not delivered
	testkit.Eventually(t, func() bool { return c.failures(stageDelivery) > 0 })
	p.stopHub()
	testkit.Eventually(t, func() bool { return c.failures(stageConnect) > 0 })
}

func TestACanarySaysWhereItFails(t *testing.T) {
	t.Parallel()
	p := launch(t, "canary1")
	factory.Member(t, p.db, func(m *factory.M) { m.MemID = "canary1" })
	factory.Member(t, p.db, func(m *factory.M) { m.MemID = "stranger" })
	wrong := p.watch("canary1", "CANARY_PASSWORD=Wrong-Pass-1")
	unlisted := p.watch("stranger")
	nowhere := p.watch("canary1", "CANARY_SITE_URL=http://127.0.0.1:1", "CANARY_HUB_URL=")
	deaf := p.watch("stranger", "CANARY_HUB_URL=ws://127.0.0.1:1/hub")
	testkit.Eventually(t, func() bool {
		return wrong.failures(stageLogin) > 0 && testutil.ToFloat64(wrong.m.logins.WithLabelValues("refused")) > 0 &&
			unlisted.failures(stageProbe) > 0 && deaf.failures(stageConnect) > 0 &&
			nowhere.failures(stageLogin) > 0 && testutil.ToFloat64(nowhere.m.logins.WithLabelValues("error")) > 0
	})
	for _, c := range []*canary{wrong, unlisted, nowhere, deaf} {
		require.Zero(t, c.delivered(t))
		require.Zero(t, testutil.ToFloat64(c.m.success))
	}
}

// outage returns a canary that can log in and reaches no hub, and what has it reach one and run.
func outage(t *testing.T) (c *canary, end func()) {
	t.Helper()
	p := launch(t, "canary1")
	factory.Member(t, p.db, func(m *factory.M) { m.MemID = "canary1" })
	c = p.canary("canary1", "CANARY_SESSION=1h", "CANARY_TIMEOUT=20s", "CANARY_HUB_URL=ws://127.0.0.1:1/hub")
	return c, func() {
		c.cfg.HubURL = "ws://" + p.hubAddr + "/hub"
		running(t, c.run)
		testkit.Eventually(t, func() bool { return c.delivered(t) > 0 })
	}
}

// The API lets a member log in twenty times an hour (limit.LogIn). A canary that logged in for each failed visit had used them up within minutes
// of an outage, and went on failing when all was well again.
func TestAnOutageCostsTheCanaryOneLogin(t *testing.T) {
	t.Parallel()
	c, end := outage(t)
	var f *failed
	for range 21 {
		require.ErrorAs(t, c.visit(t.Context()), &f)
		require.Equal(t, stageConnect, f.stage, "%v", f)
	}
	end()
	require.InDelta(t, 1, testutil.ToFloat64(c.m.logins.WithLabelValues("ok")), 0)
}

func TestACanaryLogsInAgainWhenItsSessionIsRefused(t *testing.T) {
	t.Parallel()
	c, end := outage(t)
	require.Error(t, c.visit(t.Context()))
	require.NoError(t, c.api.logout(t.Context(), c.session.Token)) // ended behind the canary's back
	end()
	require.InDelta(t, 2, testutil.ToFloat64(c.m.logins.WithLabelValues("ok")), 0)
}

func TestWhichFailuresEndTheCanarysSession(t *testing.T) {
	t.Parallel()
	for _, err := range []error{
		refusal{"/api/member/probe", "U029"},
		hubclient.ErrSealed, &stomp.Error{Frame: frame.New(frame.ERROR, "code", "U017")},
		stomp.Error{Frame: frame.New(frame.ERROR, "code", "U029")},
	} {
		require.True(t, endsSession(&failed{stageProbe, err}), "%v", err)
	}
	for _, err := range []error{
		refusal{"/api/member/probe", "E002"},
		context.DeadlineExceeded, stomp.ErrClosedUnexpectedly, &stomp.Error{Frame: frame.New(frame.ERROR, "code", "E002")},
		stomp.Error{Frame: frame.New(frame.ERROR, "code", "limit")},
	} {
		require.False(t, endsSession(&failed{stageProbe, err}), "%v", err)
	}
}

package server

import (
	"bytes"
	"context"
	crand "crypto/rand"
	"encoding/base64"
	"errors"
	"fmt"
	"math/rand/v2"
	"os"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/redis/go-redis/v9"
	"github.com/rs/zerolog"
	"github.com/stretchr/testify/require"
	"go.uber.org/goleak"

	"hubstake/internal/access/token"
	"hubstake/internal/core/clock"
	"hubstake/internal/core/event"
	"hubstake/internal/core/id"
	"hubstake/internal/live"
	"hubstake/internal/platform/config"
	"hubstake/internal/platform/obs"
	"hubstake/internal/platform/redisx"
	"hubstake/internal/testkit"
	"hubstake/internal/testkit/rdstest"
)

// fasthttp has a clock for all servers, and a cleaner that sleeps on for up to ten seconds after its server has ended.
func TestMain(m *testing.M) {
	if os.Getenv(asProgram) != "" {
		os.Exit(program())
	}
	goleak.VerifyTestMain(m,
		goleak.IgnoreAnyFunction("github.com/valyala/fasthttp.updateServerDate.func1"),
		goleak.IgnoreAnyFunction("github.com/valyala/fasthttp.(*workerPool).Start.func2"),
		goleak.IgnoreAnyFunction("github.com/go-stomp/stomp/v3.waitWithTimeout.func1"), // see unsubscribe
		// A pool that met a dead server looks for it once a second, also for a moment after it was closed.
		goleak.IgnoreAnyFunction("github.com/redis/go-redis/v9/internal/pool.(*ConnPool).tryDial"))
}

// world is what the other programs are to a hub: they sign tokens, write projections and publish events.
type world struct {
	tb     testing.TB
	rdb    redis.UniversalClient
	url    config.URL
	clk    clock.Clock
	signer *token.Signer
	spec   string // of the signing key
	kek    [32]byte
	sealer *token.Sealer
	site   string
	rnd    *rand.Rand

	mu     sync.Mutex
	serial int64
	truth  map[string]live.Balance // what PostgreSQL would know, by memId
	people map[string]*person      // by session id
}

func newWorld(tb testing.TB, url config.URL) *world {
	tb.Helper()
	rdb, err := redisx.Open(url)
	require.NoError(tb, err)
	tb.Cleanup(func() { _ = rdb.Close() })
	w := &world{tb: tb, rdb: rdb, url: url, clk: clock.System{}, site: rdstest.ID(), truth: map[string]live.Balance{}, people: map[string]*person{}, rnd: testkit.Rand(tb)}
	seed := make([]byte, 32)
	_, _ = crand.Read(seed)
	_, _ = crand.Read(w.kek[:])
	w.spec = "k1=" + base64.RawURLEncoding.EncodeToString(seed)
	w.signer = w.signerAt(time.Time{})
	w.sealer, err = token.NewSealer(w.kek)
	require.NoError(tb, err)
	return w
}

// standsStill gives the nodes of this world a clock that the test moves, so that nothing expires and no budget refills by itself.
func (w *world) standsStill() *clock.Manual {
	clk := clock.NewManual(time.Now())
	w.clk = clk
	return clk
}

// signerAt signs as of another moment; the zero time means now.
func (w *world) signerAt(at time.Time) *token.Signer {
	w.tb.Helper()
	clk := w.clk
	if !at.IsZero() {
		clk = clock.NewManual(at)
	}
	s, err := token.NewSigner(w.spec, clk)
	require.NoError(w.tb, err)
	return s
}

// hub is a node under test.
type hub struct {
	*Server
	prog obs.Program
	logs *syncBuffer
	stop func()
}

type syncBuffer struct {
	mu sync.Mutex
	b  bytes.Buffer
}

func (s *syncBuffer) Write(p []byte) (int, error) {
	s.mu.Lock()
	defer s.mu.Unlock()
	return s.b.Write(p)
}

func (s *syncBuffer) String() string {
	s.mu.Lock()
	defer s.mu.Unlock()
	return s.b.String()
}

const origin = "https://site.test"

func (w *world) hub(tb testing.TB, change func(*Config)) *hub {
	tb.Helper()
	cfg, err := config.LoadFrom[Config]("HUB", []string{
		"HUB_ENV=development", "HUB_LISTEN=127.0.0.1:0", "HUB_REDIS_URL=" + string(w.url), "HUB_JWT_PUBLIC_KEYS=" + w.signer.Public(),
		"HUB_SEAL_KEY=" + base64.RawURLEncoding.EncodeToString(w.kek[:]), "HUB_ORIGINS=" + origin, "HUB_DRAIN=0s",
	})
	require.NoError(tb, err)
	if change != nil {
		change(&cfg)
	}
	h := &hub{logs: &syncBuffer{}}
	h.prog = obs.Program{Name: "hub", Log: zerolog.New(h.logs), Reg: obs.Registry(), Health: &obs.Health{}}
	h.Server, err = New(cfg, w.clk, h.prog)
	require.NoError(tb, err)
	ctx, cancel := context.WithCancel(context.Background())
	done := make(chan error, 1)
	go func() { done <- h.Run(ctx) }()
	var once sync.Once
	h.stop = func() {
		once.Do(func() {
			cancel()
			require.NoError(tb, <-done)
		})
	}
	tb.Cleanup(h.stop)
	return h
}

// person is a member, partner, staff user or guest with a session.
type person struct {
	w       *world
	memID   string
	sid     string
	topic   string
	token   string
	sessKey []byte
	record  live.Session
}

func (w *world) sign(c token.Claims) string {
	w.tb.Helper()
	text, _, err := w.signer.Sign(c)
	require.NoError(w.tb, err)
	return text
}

// login gives a member a live session in Redis.
func (w *world) login(memID string, aud token.Audience) *person {
	w.tb.Helper()
	p := &person{w: w, memID: memID, sid: id.New(), topic: id.New(), sessKey: id.Key()}
	p.record = live.Session{
		Member: memID, Site: w.site, Audience: string(aud), Topic: p.topic, Key: w.sealer.Seal(p.sid, p.sessKey),
		State: live.SessionLive, Gen: 1, Version: 1, Expires: w.clk.Now().Add(time.Hour),
	}
	switch aud {
	case token.Admin:
		p.record.Rights = live.RightsText([]string{"member", "cash", "inquiry", "settings"})
	case token.Partner:
		p.record.Rights = live.RightsText([]string{"lower.read", "money.read", "play.read"})
	default:
	}
	p.token = w.sign(token.Claims{MemID: memID, Site: w.site, SID: p.sid, Topic: p.topic, Gen: 1, Audience: aud})
	w.mu.Lock()
	w.people[p.sid] = p
	w.mu.Unlock()
	p.put()
	return p
}

func (p *person) put() {
	p.w.tb.Helper()
	require.NoError(p.w.tb, live.PutSession(context.Background(), p.w.rdb, nil, p.sid, p.record))
}

// guest makes a visitor with a short-lived token.
func (w *world) guest() *person {
	p := &person{w: w, sid: id.New(), sessKey: id.Key()}
	p.token = w.sign(token.Claims{Site: w.site, SID: p.sid, HubKey: w.sealer.Seal(p.sid, p.sessKey), Audience: token.Guest})
	return p
}

// balance sets what PostgreSQL and the projection know of a member.
func (w *world) balance(memID string, b live.Balance) {
	w.tb.Helper()
	w.mu.Lock()
	w.truth[memID] = b
	w.mu.Unlock()
	require.NoError(w.tb, live.PutBalance(context.Background(), w.rdb, nil, memID, b))
}

func start() live.Balance {
	return live.Balance{Cash: "1000", Points: "10", Version: 1, Unread: "0", MsgVersion: 1, Locked: "N", Permitted: "Y", LockVersion: 1}
}

// member is login of a new member with a balance.
func (w *world) member() *person {
	w.tb.Helper()
	memID := rdstest.ID()
	w.balance(memID, start())
	return w.login(memID, token.Member)
}

// publish does what the relay does.
func (w *world) publish(events ...event.Event) {
	w.tb.Helper()
	for _, e := range events {
		if e.Site == "" {
			e.Site = w.site
		}
		if e.At.IsZero() {
			e.At = w.clk.Now()
		}
		w.mu.Lock()
		w.serial++
		stream, added := live.StreamOf(e), 0
		for at := fmt.Sprintf("%d-%d", w.clk.Now().UnixMilli(), w.serial); added == 0; at = rdstest.NextID(w.tb, w.rdb, stream) {
			var err error
			added, err = live.Publish(context.Background(), w.rdb, stream, "epoch-"+w.site, "", []live.Entry{{ID: at, Event: e}})
			require.NoError(w.tb, err)
		}
		w.mu.Unlock()
	}
}

// workers answers refresh requests from the truth, as the workers do from PostgreSQL, until the test ends.
func (w *world) workers() {
	ctx, cancel := context.WithCancel(context.Background())
	done := make(chan struct{})
	go func() {
		defer close(done)
		last := "0-0"
		for ctx.Err() == nil {
			res, err := w.rdb.XRead(ctx, &redis.XReadArgs{Streams: []string{live.RefreshKey, last}, Block: 20 * time.Millisecond, Count: 100}).Result()
			if err != nil {
				if !errors.Is(err, redis.Nil) {
					last = "0-0" // Redis was away, perhaps with its data
				}
				continue
			}
			for _, m := range res[0].Messages {
				last = m.ID
				w.refresh(ctx, m.Values)
			}
		}
	}()
	w.tb.Cleanup(func() {
		cancel()
		<-done
	})
}

func (w *world) refresh(ctx context.Context, v map[string]any) {
	from, err := live.ReadHistories(ctx, w.rdb, w.site)
	if err != nil {
		return // the hub asks again
	}
	w.mu.Lock()
	defer w.mu.Unlock()
	switch name := v["id"].(string); v["kind"] {
	case "member":
		if b, ok := w.truth[name]; ok {
			_ = live.PutBalance(ctx, w.rdb, from, name, b)
		}
	case "session":
		if p := w.people[name]; p != nil {
			_ = live.PutSession(ctx, w.rdb, from, name, p.record)
		}
	case "site":
		_ = live.PutSite(ctx, w.rdb, from, name, false, 0)
	}
}

// eventually waits until a metric has that value.
func (h *hub) eventually(tb testing.TB, want float64, name string, labels ...string) {
	tb.Helper()
	testkit.Eventually(tb, func() bool { return h.metric(tb, name, labels...) == want },
		"%s %v is %v, not %v", name, labels, h.metric(tb, name, labels...), want)
}

// metric reads one value of the node's metrics.
func (h *hub) metric(tb testing.TB, name string, labels ...string) float64 {
	tb.Helper()
	families, err := h.prog.Reg.Gather()
	require.NoError(tb, err)
	for _, f := range families {
		if f.GetName() != name {
			continue
		}
		for _, m := range f.GetMetric() {
			have := ""
			for _, l := range m.GetLabel() {
				have += l.GetName() + "=" + l.GetValue() + ","
			}
			if have == strings.Join(append(labels, ""), ",") || len(labels) == 0 {
				return m.GetCounter().GetValue() + m.GetGauge().GetValue() + float64(m.GetHistogram().GetSampleCount())
			}
		}
	}
	require.Fail(tb, "no metric", "%s %v", name, labels)
	return 0
}

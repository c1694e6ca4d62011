package server

import (
	"encoding/base64"
	"io"
	"net"
	"net/http"
	"net/netip"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/go-json-experiment/json"
	"github.com/gofiber/fiber/v3"
	"github.com/jackc/pgx/v5/pgxpool"
	"github.com/pquerna/otp/totp"
	"github.com/prometheus/client_golang/prometheus"
	"github.com/rs/zerolog"
	"github.com/stretchr/testify/require"

	"hubstake/internal/access/httpx"
	"hubstake/internal/access/token"
	"hubstake/internal/core/clock"
	"hubstake/internal/core/id"
	"hubstake/internal/platform/config"
	"hubstake/internal/platform/obs"
	"hubstake/internal/platform/redisx"
	"hubstake/internal/testkit/factory"
	"hubstake/internal/testkit/pgtest"
	"hubstake/internal/testkit/rdstest"
)

// vendorKey signs the calls of the vendor `sim` to a whole api.
var vendorKey = []byte("a key of tests, of 32 bytes or so")

// whole is the api as main makes it: nodes on one database and one Redis, listening on loopback. Its callers are not counted
// by the limits, and the site `demo` has no closed hours.
type whole struct {
	t      testing.TB
	db     *pgxpool.Pool
	signer *token.Signer
	nodes  []string // http://127.0.0.1:port
	log    *logged
}

// logged is what the nodes wrote down.
type logged struct {
	mu   sync.Mutex
	text strings.Builder
}

func (l *logged) Write(b []byte) (int, error) {
	l.mu.Lock()
	defer l.mu.Unlock()
	return l.text.Write(b)
}

func (l *logged) String() string {
	l.mu.Lock()
	defer l.mu.Unlock()
	return l.text.String()
}

// newWhole starts nodes. pool, when not nil, is what the nodes reach the database through.
func newWhole(t testing.TB, nodes int, pool func(config.URL) *pgxpool.Pool) *whole {
	t.Helper()
	clk, borrow := clock.System{}, pgtest.URL
	if pool != nil {
		borrow = pgtest.FreshURL // the test looks at plans
	}
	address := borrow(t)
	w := &whole{t: t, db: pgtest.Pool(t, address), log: &logged{}}
	if pool == nil {
		pool = func(config.URL) *pgxpool.Pool { return w.db }
	}
	factory.Site(t, w.db, func(s *factory.S) {
		s.Options["exchangeClosedFrom"], s.Options["exchangeClosedTo"] = "00:00", "00:00"
	})
	spec := "k1=" + base64.RawURLEncoding.EncodeToString(id.Key())
	var err error
	w.signer, err = token.NewSigner(spec, clk)
	require.NoError(t, err)
	cfg := Settings{
		Redis: rdstest.URL(t), SigningKey: config.Secret(spec), PublicKeys: []string{w.signer.Public()}, SealKey: factory.Key(),
		Unlimited:   []netip.Prefix{netip.MustParsePrefix("127.0.0.0/8")},
		PersonalKey: factory.PersonalKeys().Seal, PersonalIndexKey: factory.PersonalKeys().Index,
		Pepper: config.Key{1}, Origins: []string{siteOrigin}, PublicURL: siteOrigin,
		VendorSecrets: config.Secret("sim=" + base64.RawURLEncoding.EncodeToString(vendorKey)),
	}
	for range nodes {
		rdb, err := redisx.Open(cfg.Redis)
		require.NoError(t, err)
		t.Cleanup(func() { _ = rdb.Close() })
		app, err := New(cfg, pool(address), rdb, clk, obs.Program{Log: zerolog.New(w.log), Reg: prometheus.NewRegistry(), Health: &obs.Health{}})
		require.NoError(t, err)
		ln, err := net.Listen("tcp", "127.0.0.1:0")
		require.NoError(t, err)
		go func() { _ = app.Listener(ln, fiber.ListenConfig{DisableStartupMessage: true}) }()
		t.Cleanup(func() { _ = app.Shutdown() })
		w.nodes = append(w.nodes, "http://"+ln.Addr().String())
	}
	return w
}

func (w *whole) enterMember(memID string) string {
	w.t.Helper()
	return w.enter("/api/member/login", map[string]any{"memId": memID, "memPass": factory.Password})
}

// enterStaff logs staff in, with a one-time code that stays fresh as long as a test may last.
func (w *whole) enterStaff(s factory.St) string {
	w.t.Helper()
	session := w.enterStale(s)
	_, err := w.db.Exec(w.t.Context(), "UPDATE member_session SET confirmed_until = now() + interval '1 hour' WHERE member_id = $1", s.ID)
	require.NoError(w.t, err)
	return session
}

// enterStale logs staff in, and no more.
func (w *whole) enterStale(s factory.St) string {
	w.t.Helper()
	code, err := totp.GenerateCode(factory.TOTPSecret, time.Now())
	require.NoError(w.t, err)
	return w.enter("/api/admin/login", map[string]any{"memId": s.ID, "memPass": s.Password, "otp": code})
}

func (w *whole) enter(path string, body map[string]any) string {
	w.t.Helper()
	b, err := json.Marshal(body)
	require.NoError(w.t, err)
	status, env := w.call(http.MethodPost, path, "", fiber.MIMEApplicationJSON, string(b))
	require.Equal(w.t, 200, status)
	require.Equal(w.t, "200", env.ResultCode, path)
	return env.Data.(map[string]any)["token"].(string)
}

// call asks the first node.
func (w *whole) call(method, path, bearer, contentType, body string) (int, httpx.Envelope) {
	w.t.Helper()
	status, env, err := w.ask(0, method, path, bearer, contentType, body)
	require.NoError(w.t, err, path)
	return status, env
}

// post asks the first node for something in JSON.
func (w *whole) post(path, bearer, body string) (int, httpx.Envelope) {
	w.t.Helper()
	return w.call(http.MethodPost, path, bearer, fiber.MIMEApplicationJSON, body)
}

// ask asks a node; it may be used by any goroutine.
func (w *whole) ask(node int, method, path, bearer, contentType, body string) (status int, env httpx.Envelope, err error) {
	r, err := http.NewRequestWithContext(w.t.Context(), method, w.nodes[node%len(w.nodes)]+path, strings.NewReader(body))
	if err != nil {
		return 0, env, err
	}
	r.Host = "localhost"
	r.Header.Set("content-type", contentType)
	if bearer != "" {
		r.Header.Set("authorization", "Bearer "+bearer)
	}
	res, err := http.DefaultClient.Do(r)
	if err != nil {
		return 0, env, err
	}
	defer func() { _ = res.Body.Close() }()
	b, err := io.ReadAll(res.Body)
	if err != nil {
		return 0, env, err
	}
	if res.StatusCode == http.StatusOK && strings.HasPrefix(res.Header.Get("content-type"), "text/csv") { // a file comes without an envelope
		return res.StatusCode, httpx.Envelope{ResultCode: "200"}, nil
	}
	return res.StatusCode, env, json.Unmarshal(b, &env)
}

// refused is a JSON call that must be refused with a status and a code.
func (w *whole) refused(path, bearer, body string, status int, code, why string) {
	w.t.Helper()
	s, env := w.post(path, bearer, body)
	require.Equal(w.t, []any{status, code}, []any{s, env.ResultCode}, "%s: %s", path, why)
	require.Len(w.t, env.TraceID, 32, path)
}

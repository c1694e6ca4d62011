package routestest_test

import (
	"bufio"
	"bytes"
	"encoding/json"
	"fmt"
	"io"
	"net"
	"net/http"
	"net/http/httptest"
	"net/netip"
	"path"
	"strings"
	"testing"
	"time"

	"github.com/gofiber/fiber/v3"
	"github.com/jackc/pgx/v5/pgxpool"
	"github.com/prometheus/client_golang/prometheus"
	"github.com/prometheus/client_golang/prometheus/testutil"
	"github.com/redis/go-redis/v9"
	"github.com/rs/zerolog"
	"github.com/stretchr/testify/require"

	api "hubstake/api/provider"
	"hubstake/internal/access/httpx"
	"hubstake/internal/access/limit"
	"hubstake/internal/core/clock"
	"hubstake/internal/core/id"
	"hubstake/internal/ledger/wallet"
	"hubstake/internal/platform/obs"
	"hubstake/internal/platform/peer"
	"hubstake/internal/platform/redisx"
	"hubstake/internal/platform/vault"
	"hubstake/internal/play/casino"
	"hubstake/internal/play/casino/casinotest"
	"hubstake/internal/play/game"
	"hubstake/internal/play/provider"
	"hubstake/internal/play/provider/seamless"
	"hubstake/internal/testkit"
	"hubstake/internal/testkit/factory"
	"hubstake/internal/testkit/pgtest"
	"hubstake/internal/testkit/rdstest"
)

type providerWorld struct {
	auth       *provider.Auth
	t          *testing.T
	db         *pgxpool.Pool
	rdb        redis.UniversalClient
	clk        *clock.Manual
	app        *fiber.App
	reg        *prometheus.Registry
	vault      *vault.Vault
	old, fresh provider.Key // of acme, from the configuration
	others     provider.Key
	member     string
}

func providerSecret(t *testing.T, id string, of []byte) provider.Key {
	t.Helper()
	k, err := provider.NewKey(id, provider.HMAC, of)
	require.NoError(t, err)
	return k
}

func openProvider(t *testing.T) *providerWorld {
	t.Helper()
	w := &providerWorld{
		t: t, db: pgtest.DB(t), rdb: rdstest.Client(t), clk: clock.NewManual(clock.System{}.Now()), old: providerSecret(t, "given-1", id.Key()),
		fresh: providerSecret(t, "given-2", id.Key()), others: providerSecret(t, "given-1", id.Key()),
	}
	for _, v := range []string{"acme", "other"} {
		require.NoError(t, provider.Upsert(t.Context(), w.db, v, "seamless", provider.Settings{}))
	}
	w.member = factory.Member(t, w.db, func(m *factory.M) { m.Cash = 10_000 }).MemID
	var err error
	w.vault, err = vault.New([32]byte(id.Key()))
	require.NoError(t, err)
	w.serve(casinotest.Service(t, w.db, w.clk))
	return w
}

// serve makes the program again.
func (w *providerWorld) serve(s *casino.Service) {
	w.reg = prometheus.NewRegistry()
	w.app = httpx.App(httpx.Deps{Log: zerolog.Nop(), Clock: w.clk, Metrics: httpx.NewMetrics(w.reg), Proxies: peer.Proxies{netip.MustParsePrefix("0.0.0.0/32")}})
	m := provider.NewMetrics(w.reg, "acme", "other")
	dir := provider.NewDirectory(w.db, w.clk, zerolog.Nop(), w.vault, map[string][]provider.Key{
		"acme": {w.old, w.fresh}, "other": {w.others},
	})
	w.auth = provider.NewAuth(dir, redisx.NewNonces(w.rdb).PutIfAbsent, w.clk, zerolog.Nop(), m)
	api.New(s, w.auth, game.New(w.db, w.clk, zerolog.Nop(), nil, nil, nil, "").Has, m, w.clk, obs.Program{Log: zerolog.Nop()}).
		Limit(limit.New(w.rdb, w.clk, zerolog.Nop(), w.reg, []netip.Prefix{netip.MustParsePrefix("192.0.2.0/24")})).Mount(w.app)
}

// sign puts a key's signature on a request.
func (w *providerWorld) sign(r *http.Request, k provider.Key, at time.Time, nonce, body string) {
	w.t.Helper()
	unnamed := k
	unnamed.ID = "" // any valid key
	require.NoError(w.t, seamless.Sign(r.Header, unnamed, path.Base(r.URL.Path), at, nonce, []byte(body)))
}

// post sends a body; change may spoil the request after it was signed with acme's key.
func (w *providerWorld) post(path, body string, change ...func(*http.Request)) (int, map[string]any) {
	w.t.Helper()
	r := httptest.NewRequest(http.MethodPost, "/v1/vendor/"+path, strings.NewReader(body))
	r.Header.Set("Content-Type", "application/json")
	r.Header.Set("X-Forwarded-For", "192.0.2.200")
	w.sign(r, w.fresh, w.clk.Now(), id.New(), body)
	for _, f := range change {
		f(r)
	}
	res, err := w.app.Test(r, fiber.TestConfig{Timeout: testkit.Patience})
	require.NoError(w.t, err)
	defer res.Body.Close()
	raw, err := io.ReadAll(res.Body)
	require.NoError(w.t, err)
	out := map[string]any{}
	require.NoError(w.t, json.Unmarshal(raw, &out), string(raw))
	return res.StatusCode, out
}

func (w *providerWorld) ok(path, body, status, balance string) map[string]any {
	w.t.Helper()
	code, out := w.post(path, body)
	require.Equal(w.t, http.StatusOK, code, out)
	require.Equal(w.t, status, out["status"], out)
	require.Equal(w.t, balance, out["balance"], out)
	return out
}

func (w *providerWorld) cash(want int64) {
	w.t.Helper()
	s, err := wallet.Balance(w.t.Context(), w.db, w.member, "KRW")
	require.NoError(w.t, err)
	require.Equal(w.t, want, int64(s.Cash))
}

func TestTheWholeRound(t *testing.T) {
	t.Parallel()
	w := openProvider(t)
	m := w.member
	w.ok("acme/balance", `{"member_id":"`+m+`","currency":"KRW"}`, "OK", "10000")
	bet := `{"tx_id":"b1","round_id":"r1","member_id":"` + m + `","game":"moonjar","currency":"KRW","amount":"1000"}`
	first := w.ok("acme/bet", bet, "OK", "9000")
	require.NotEmpty(t, first["our_tx_id"])
	require.Equal(t, "b1", first["tx_id"])
	require.Equal(t, "KRW", first["currency"])
	w.ok("acme/win", `{"tx_id":"w1","ref_tx_id":"b1","round_id":"r1","member_id":"`+m+`","currency":"KRW","amount":"2500","closes":true}`, "OK", "11500")
	require.Equal(t, first, w.ok("acme/bet", bet, "OK", "9000"), "the stored answer")
	w.ok("acme/rollback", `{"tx_id":"x1","ref_tx_id":"b1","round_id":"r1","member_id":"`+m+`","currency":"KRW"}`, "BET_ALREADY_SETTLED", "11500")
	missing := w.ok("acme/win", `{"tx_id":"w9","ref_tx_id":"b9","round_id":"r1","member_id":"`+m+`","currency":"KRW","amount":"1"}`, "TRANSACTION_NOT_FOUND", "11500")
	require.Empty(t, missing["our_tx_id"])
	w.ok("acme/balance", `{"member_id":"nobody","currency":"KRW"}`, "MEMBER_NOT_FOUND", "0")
}

func TestABatch(t *testing.T) {
	t.Parallel()
	w := openProvider(t)
	body := fmt.Sprintf(`{"operations":[
		{"kind":"bet","tx_id":"b1","round_id":"r1","member_id":%[1]q,"currency":"KRW","amount":"1000"},
		{"kind":"win","tx_id":"w1","ref_tx_id":"b1","round_id":"r1","member_id":%[1]q,"currency":"KRW","amount":"300","closes":false},
		{"kind":"bet","tx_id":"b2","round_id":"r2","member_id":%[1]q,"currency":"KRW","amount":"99999"}]`, w.member)
	code, out := w.post("acme/batch", body+"}")
	require.Equal(t, http.StatusOK, code)
	require.Equal(t, "OK", out["status"])
	var got []string
	for _, r := range out["results"].([]any) {
		got = append(got, r.(map[string]any)["status"].(string))
	}
	require.Equal(t, []string{"OK", "OK", "INSUFFICIENT_FUNDS"}, got)
	w.cash(9_300)
	code, out = w.post("acme/batch", strings.ReplaceAll(body, "_id\":\"", "_id\":\"a")+`,"atomic":true}`)
	require.Equal(t, http.StatusOK, code)
	require.Equal(t, "BATCH_REFUSED", out["status"])
	w.cash(9_300)
}

// security.md 2.11, its rows in order. None of the refused requests has an effect.
func TestCallbacksThatAreNotTheVendors(t *testing.T) {
	t.Parallel()
	w := openProvider(t)
	body := `{"tx_id":"b1","round_id":"r1","member_id":"` + w.member + `","currency":"KRW","amount":"1000"}`
	header := func(name, value string) func(*http.Request) {
		return func(r *http.Request) {
			r.Header.Del(name)
			if value != "" {
				r.Header.Set(name, value)
			}
		}
	}
	resign := func(k provider.Key, at time.Time) func(*http.Request) {
		return func(r *http.Request) { w.sign(r, k, at, r.Header.Get(seamless.HeaderNonce), body) }
	}
	for name, c := range map[string]struct {
		path   string
		change func(*http.Request)
	}{
		"missing signature": {"acme/bet", header(seamless.HeaderSignature, "")},
		"wrong signature":   {"acme/bet", header(seamless.HeaderSignature, strings.Repeat("0", 64))},
		"not hex":           {"acme/bet", header(seamless.HeaderSignature, strings.Repeat("z", 64))},
		"missing timestamp": {"acme/bet", header(seamless.HeaderTimestamp, "")},
		"missing nonce":     {"acme/bet", header(seamless.HeaderNonce, "")},
		"another nonce":     {"acme/bet", header(seamless.HeaderNonce, "x")},
		"body changed by one byte": {"acme/bet", func(r *http.Request) {
			r.Body = io.NopCloser(strings.NewReader(strings.Replace(body, "1000", "9000", 1)))
		}},
		"timestamp 301 s old":       {"acme/bet", resign(w.fresh, w.clk.Now().Add(-301*time.Second))},
		"timestamp 301 s ahead":     {"acme/bet", resign(w.fresh, w.clk.Now().Add(301*time.Second))},
		"key of another vendor":     {"other/bet", func(*http.Request) {}},
		"a key that nobody has":     {"acme/bet", resign(providerSecret(t, "", id.Key()), w.clk.Now())},
		"unknown vendor":            {"nobody/bet", func(*http.Request) {}},
		"a vendor's name that lies": {"acme%2fbet/bet", func(*http.Request) {}},
	} {
		code, out := w.post(c.path, body, c.change)
		require.Equal(t, http.StatusUnauthorized, code, name)
		require.Equal(t, "UNAUTHORIZED", out["status"], name)
	}
	w.cash(10_000)
	for _, k := range []provider.Key{w.old, w.fresh} { // both keys of a rotation, at the edges of the window
		for _, at := range []time.Duration{-300 * time.Second, 300 * time.Second} {
			code, _ := w.post("acme/bet", body, resign(k, w.clk.Now().Add(at)))
			require.Equal(t, http.StatusOK, code)
		}
	}
	w.cash(9_000)
	require.InDelta(t, 2, testutil.ToFloat64(callCounter(t, w.reg, "acme", "late")), 0)
	require.InDelta(t, 2, testutil.ToFloat64(callCounter(t, w.reg, "unknown", "badsig")), 0)
}

// "1 MB body → 413": over a connection, because that is where the limit is. The head alone is sent: the answer comes before
// the body, and a client that is still sending it may see a broken connection instead.
func TestABodyAbove64KiB(t *testing.T) {
	t.Parallel()
	w := openProvider(t)
	ln, err := net.Listen("tcp", "127.0.0.1:0")
	require.NoError(t, err)
	done := make(chan error, 1)
	go func() { done <- w.app.Listener(ln, fiber.ListenConfig{DisableStartupMessage: true}) }()
	conn, err := net.Dial("tcp", ln.Addr().String())
	require.NoError(t, err)
	_, err = fmt.Fprintf(conn, "POST /v1/vendor/acme/bet HTTP/1.1\r\nHost: acme\r\nContent-Type: application/json\r\nContent-Length: %d\r\n\r\n", 65<<10)
	require.NoError(t, err)
	res, err := http.ReadResponse(bufio.NewReader(conn), nil)
	require.NoError(t, err)
	require.Equal(t, http.StatusRequestEntityTooLarge, res.StatusCode)
	require.NoError(t, res.Body.Close())
	require.NoError(t, conn.Close())
	require.NoError(t, w.app.Shutdown())
	require.NoError(t, <-done)
}

func callCounter(t *testing.T, reg *prometheus.Registry, vendor, result string) prometheus.Collector {
	t.Helper()
	families, err := reg.Gather()
	require.NoError(t, err)
	g := prometheus.NewGauge(prometheus.GaugeOpts{Name: "found"})
	for _, f := range families {
		if f.GetName() != "vendor_callbacks_total" {
			continue
		}
		for _, m := range f.GetMetric() {
			labels := map[string]string{}
			for _, l := range m.GetLabel() {
				labels[l.GetName()] = l.GetValue()
			}
			if labels["vendor"] == vendor && labels["result"] == result {
				g.Add(m.GetCounter().GetValue())
			}
		}
	}
	return g
}

// "Replay of yesterday's valid callback → no effect"; and a replay within the window is answered from what is stored.
func TestAReplayHasNoEffect(t *testing.T) {
	t.Parallel()
	w := openProvider(t)
	body := `{"tx_id":"b1","round_id":"r1","member_id":"` + w.member + `","currency":"KRW","amount":"1000"}`
	var taped http.Header
	code, first := w.post("acme/bet", body, func(r *http.Request) { taped = r.Header.Clone() })
	require.Equal(t, http.StatusOK, code)
	replay := func(r *http.Request) { r.Header = taped }
	code, again := w.post("acme/bet", body, replay)
	require.Equal(t, http.StatusOK, code)
	require.Equal(t, first, again)
	w.clk.Advance(24 * time.Hour)
	code, _ = w.post("acme/bet", body, replay)
	require.Equal(t, http.StatusUnauthorized, code)
	w.cash(9_000)
}

func TestMalformedBodies(t *testing.T) {
	t.Parallel()
	w := openProvider(t)
	good := `{"tx_id":"b1","round_id":"r1","member_id":"` + w.member + `","currency":"KRW","amount":"1000"}`
	for name, body := range map[string]string{
		"empty": "", "not JSON": "{", "array": "[]", "text": `"x"`, "twice": good + good,
		"unknown field":   strings.Replace(good, "}", `,"bonus":true}`, 1),
		"repeated field":  strings.Replace(good, "}", `,"amount":"1"}`, 1),
		"amount a number": strings.Replace(good, `"1000"`, `1000`, 1),
		"amount a float":  strings.Replace(good, `"1000"`, `1e3`, 1),
		"id a number":     strings.Replace(good, `"b1"`, `1`, 1),
		"no id":           strings.Replace(good, `"tx_id":"b1",`, ``, 1),
		"NUL":             strings.Replace(good, `"b1"`, `"b\u0000"`, 1),
		"not UTF-8":       strings.Replace(good, "b1", "b\xff", 1),
		"deep":            strings.Repeat(`{"a":`, 5000) + "1" + strings.Repeat("}", 5000),
	} {
		code, out := w.post("acme/bet", body)
		require.Equal(t, http.StatusBadRequest, code, name)
		require.Equal(t, "BAD_REQUEST", out["status"], name)
	}
	for path, body := range map[string]string{
		"acme/balance": `{"currency":"KRW"}`,
		"acme/batch":   `{"operations":[]}`,
		"acme/win":     `{"tx_id":"w1","round_id":"r1","member_id":"` + w.member + `","currency":"KRW","amount":"1000"}`,
	} {
		code, _ := w.post(path, body)
		require.Equal(t, http.StatusBadRequest, code, path)
	}
	w.cash(10_000)
}

// A malformed call is answered with the field that is wrong, in the words of the protocol, and tells nothing of our internals.
func TestAMalformedCallIsToldWhatIsWrongWithIt(t *testing.T) {
	t.Parallel()
	w := openProvider(t)
	good := `{"tx_id":"b1","round_id":"r1","member_id":"` + w.member + `","currency":"KRW","amount":"1000"}`
	body := "malformed operation: the body is not the JSON object that this call takes"
	for _, c := range []struct{ path, body, want string }{
		{"acme/bet", `{`, body},
		{"acme/bet", `[]`, body},
		{"acme/bet", strings.Replace(good, "}", `,"bonus":true}`, 1), body},
		{"acme/bet", strings.Replace(good, `"1000"`, `1000`, 1), body},
		{"acme/bet", strings.Replace(good, `"tx_id":"b1",`, ``, 1), "malformed operation: tx_id is missing"},
		{"acme/bet", strings.Replace(good, `"currency":"KRW",`, ``, 1), "malformed operation: currency is missing"},
		{"acme/bet", strings.Replace(good, `"b1"`, `"`+strings.Repeat("b", 1000)+`"`, 1), "malformed operation: tx_id is longer than 128 bytes or not printable"},
		{"acme/bet", strings.Replace(good, `"r1"`, `"r\n"`, 1), "malformed operation: round_id is longer than 128 bytes or not printable"},
		{"acme/win", good, "malformed operation: ref_tx_id is missing"},
		{"acme/win", strings.Replace(good, "}", `,"ref_tx_id":"b1"}`, 1), "malformed operation: tx_id and ref_tx_id are the same"},
		{"acme/balance", `{"currency":"KRW"}`, "malformed operation: token or member_id is needed"},
		{"acme/batch", `{"operations":[]}`, "malformed operation: a batch has 1 to 100 operations"},
	} {
		code, out := w.post(c.path, c.body)
		require.Equal(t, http.StatusBadRequest, code, c.body)
		require.Equal(t, map[string]any{"status": "BAD_REQUEST", "message": c.want}, out, "%s %s", c.path, c.body)
	}
	w.cash(10_000)
}

// A failure of ours is not a refusal: it is 5xx, "repeat with the same id".
func TestAFailureOfOursMeansRepeat(t *testing.T) {
	t.Parallel()
	w := openProvider(t)
	w.db.Close()
	code, out := w.post("acme/bet", `{"tx_id":"b1","round_id":"r1","member_id":"`+w.member+`","currency":"KRW","amount":"1000"}`)
	require.GreaterOrEqual(t, code, 500)
	require.Equal(t, "TRY_AGAIN", out["status"])
}

// More than the queue holds is sent back at once, with nothing done; it is not kept waiting for what cannot come.
func TestAFullQueueMeansRepeat(t *testing.T) {
	t.Parallel()
	w := openProvider(t)
	s, err := casino.New(w.db, w.clk, wallet.WriterOptions{Lanes: 1, Queue: 1, LockTimeout: testkit.Patience, Timeout: testkit.Patience})
	require.NoError(t, err)
	t.Cleanup(s.Close)
	w.serve(s)
	tx, err := w.db.Begin(t.Context())
	require.NoError(t, err)
	_, err = tx.Exec(t.Context(), `LOCK TABLE wallet_balance IN EXCLUSIVE MODE`)
	require.NoError(t, err)
	codes := make(chan int, 8)
	send := func(i int) {
		code, _ := w.post("acme/bet", fmt.Sprintf(`{"tx_id":"b%d","round_id":"r","member_id":%q,"currency":"KRW","amount":"1"}`, i, w.member))
		codes <- code
	}
	go send(0)
	testkit.Eventually(t, func() bool {
		var n int
		err := w.db.QueryRow(t.Context(), `SELECT count(*) FROM pg_stat_activity WHERE datname = current_database() AND wait_event_type = 'Lock'`).Scan(&n)
		return err == nil && n == 1
	}, "the first is in its batch")
	for i := 1; i < 8; i++ {
		go send(i)
	}
	refused := 0
	for range 6 { // one more waits until the wallet is free
		if <-codes == http.StatusServiceUnavailable {
			refused++
		}
	}
	require.Equal(t, 6, refused)
	require.NoError(t, tx.Rollback(t.Context()))
	require.Equal(t, []int{http.StatusOK, http.StatusOK}, []int{<-codes, <-codes})
	w.cash(9_998)
}

func TestOtherMethodsAndPaths(t *testing.T) {
	t.Parallel()
	w := openProvider(t)
	for want, r := range map[int]*http.Request{
		http.StatusMethodNotAllowed: httptest.NewRequest(http.MethodGet, "/v1/vendor/acme/bet", nil),
		http.StatusNotFound:         httptest.NewRequest(http.MethodPost, "/v1/vendor/acme/gift", bytes.NewReader(nil)),
	} {
		res, err := w.app.Test(r)
		require.NoError(t, err)
		require.Equal(t, want, res.StatusCode)
		require.NoError(t, res.Body.Close())
	}
}

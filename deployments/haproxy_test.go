package deployments_test

import (
	"context"
	"crypto/tls"
	"encoding/json"
	"fmt"
	"io"
	"maps"
	"net"
	"net/http"
	"net/http/httptest"
	"net/netip"
	"os"
	"os/exec"
	"os/user"
	"path/filepath"
	"slices"
	"strings"
	"syscall"
	"testing"
	"time"

	"github.com/fasthttp/websocket"
	"github.com/gofiber/fiber/v3"
	"github.com/prometheus/client_golang/prometheus"
	"github.com/rs/zerolog"
	"github.com/stretchr/testify/require"

	"hubstake/internal/access/httpx"
	"hubstake/internal/core/clock"
	"hubstake/internal/platform/peer"
	"hubstake/internal/testkit"
)

// haproxy starts it with haproxy/hubstake.cfg and its own binds, on other ports; balance is the bound of a node's share in per
// cent, 0 for none.
func (s *site) haproxy(t *testing.T, balance int, behind string, settings ...string) *balancer {
	t.Helper()
	return s.haproxyOf(t, "haproxy/hubstake.cfg", false, balance, behind, settings...)
}

// haproxyOf starts it with a file. told says that connections tell their address by the PROXY protocol.
func (s *site) haproxyOf(t *testing.T, file string, told bool, balance int, behind string, settings ...string) *balancer {
	t.Helper()
	b := &balancer{s: s, https: freeAddress(t), plain: freeAddress(t), log: &syncBuffer{}, told: told}
	who, err := user.Current()
	require.NoError(t, err)
	cmd := exec.Command(program(t, "haproxy"), "-W", "-db", "-f", file)
	cmd.Env = append(os.Environ(), "HUBSTAKE_LB_HTTP="+portOf(t, b.plain), "HUBSTAKE_LB_HTTPS="+portOf(t, b.https), "HUBSTAKE_LB_CERTIFICATE="+s.pem,
		"HUBSTAKE_LB_USER="+who.Username, "HUBSTAKE_LB_MAXCONN=2000", fmt.Sprintf("HUBSTAKE_LB_BALANCE=%d", balance), "HUBSTAKE_PAGES1="+behind)
	for i, n := range s.nodes {
		address, port, err := net.SplitHostPort(n.metrics)
		require.NoError(t, err)
		cmd.Env = append(cmd.Env, fmt.Sprintf("HUBSTAKE_HUB%d=%s", i+1, n.address),
			fmt.Sprintf("HUBSTAKE_HUB%d_METRICS=%s", i+1, address), fmt.Sprintf("HUBSTAKE_HUB%d_METRICS_PORT=%s", i+1, port))
	}
	_, port, err := net.SplitHostPort(behind)
	require.NoError(t, err)
	for _, api := range []string{"HUBSTAKE_API1", "HUBSTAKE_API2"} {
		cmd.Env = append(cmd.Env, api+"="+behind, api+"_METRICS=127.0.0.1", api+"_METRICS_PORT="+port)
	}
	cmd.Env = append(cmd.Env, settings...)
	run(t, cmd, b.log, syscall.SIGTERM)
	b.reload = func() error { return cmd.Process.Signal(syscall.SIGUSR2) }
	b.ready(t)
	return b
}

func portOf(t *testing.T, address string) string {
	t.Helper()
	_, port, err := net.SplitHostPort(address)
	require.NoError(t, err)
	return port
}

// doorway is the api's own entrance behind the balancer: it answers with the address, the id and the site that it sees.
func doorway(t *testing.T) string {
	t.Helper()
	type seen struct {
		Address string `json:"address"`
		Site    string `json:"site"`
	}
	d := httpx.Deps{
		Log: zerolog.Nop(), Clock: clock.System{}, Metrics: httpx.NewMetrics(prometheus.NewRegistry()),
		Proxies: peer.Proxies{netip.MustParsePrefix("127.0.0.1/32")},
		Site:    func(_ context.Context, host string) (string, error) { return "of " + host, nil },
	}
	app := httpx.App(d)
	httpx.Mount(app, d, []httpx.Route{httpx.Post("/api/seen", httpx.Public, func(_ context.Context, who httpx.Caller, _ httpx.None) (seen, error) {
		return seen{who.IP.String(), who.Site}, nil
	})})
	app.Get("/readyz", func(c fiber.Ctx) error { return c.SendString("ok") })
	ln, err := net.Listen("tcp", "127.0.0.1:0")
	require.NoError(t, err)
	ended := make(chan error, 1)
	go func() { ended <- app.Listener(ln, fiber.ListenConfig{DisableStartupMessage: true}) }()
	t.Cleanup(func() {
		require.NoError(t, app.Shutdown())
		require.NoError(t, <-ended)
	})
	return ln.Addr().String()
}

// seenBy asks the doorway from an address of loopback, and returns what it saw and the request's id.
func (b *balancer) seenBy(t *testing.T, from string, header http.Header) (address, site, request string) {
	t.Helper()
	req, err := http.NewRequestWithContext(t.Context(), http.MethodPost, origin+"/api/seen", strings.NewReader("{}"))
	require.NoError(t, err)
	maps.Copy(req.Header, header)
	req.Header.Set("Content-Type", "application/json")
	res, err := b.client(from).Do(req)
	require.NoError(t, err, "%s", b.log)
	defer func() { _ = res.Body.Close() }()
	var env struct {
		Data struct{ Address, Site string } `json:"data"`
	}
	require.NoError(t, json.NewDecoder(res.Body).Decode(&env))
	return env.Data.Address, env.Data.Site, res.Header.Get("X-Request-Id")
}

// With the shipped binds, two visitors are two addresses at api and hub, in both families.
func TestVisitorsBehindHAProxyKeepTheirAddresses(t *testing.T) {
	t.Parallel()
	s := newSite(t)
	b := s.haproxy(t, 0, doorway(t))
	for _, from := range []string{"127.0.0.5", "127.0.0.6", "::1"} {
		address, site, request := b.seenBy(t, from, http.Header{"X-Forwarded-Host": {"other.test"}, "X-Forwarded-For": {"198.51.100.1"}})
		require.Equal(t, from, address, "at the api")
		require.Equal(t, "of "+host, site, "the site is the host's, not the one that a header names")
		require.Regexp(t, `^[0-9a-f-]{36}$`, request)
		_, res, err := b.upgrade(from, "%7B0%7D", http.Header{"Origin": {"https://evil.test"}})
		require.ErrorIs(t, err, websocket.ErrBadHandshake)
		require.Equal(t, http.StatusForbidden, res.StatusCode)
		testkit.Eventually(t, func() bool {
			return slices.ContainsFunc(s.nodes, func(n *node) bool { return strings.Contains(n.log.String(), `"address":"`+from+`"`) })
		}, "at the hub")
	}
	for _, n := range s.nodes {
		require.NotContains(t, n.log.String(), `"address":"127.0.0.1"`, "the balancer is no visitor")
	}
}

// paced in the environment makes a vendor call for half a minute at the pace that it may have, and not as fast as it can:
//
//	HUBSTAKE_VENDOR_PACED=1 .dev/bin/dev with-testdb -- go test ./deployments -run TestVendorsAreNotCutOff -v
const paced = "HUBSTAKE_VENDOR_PACED"

// limitShare divides the limits of the shipped haproxy file for a test, in which they are those of an hour and not of ten seconds: no machine is
// too slow to reach them.
func limitShare() int { return testkit.Size(100, 10) }

// limitsOfAnHour is a copy of the shipped haproxy file with a share of its limits and with other changes: what is there, what replaces it.
func limitsOfAnHour(t *testing.T, changes ...[2]string) (file string) {
	t.Helper()
	shipped, err := os.ReadFile("haproxy/hubstake.cfg")
	require.NoError(t, err)
	text, share := string(shipped), limitShare()
	change := func(there, here string) {
		require.Contains(t, text, there)
		text = strings.ReplaceAll(text, there, here)
	}
	for _, c := range changes {
		change(c[0], c[1])
	}
	change("expire 30s store conn_rate(10s)", "expire 2h store conn_rate(1h)")
	for _, limit := range []struct{ counter, most int }{{0, 300}, {0, 1500}, {1, 2400}, {1, 12000}} {
		change(fmt.Sprintf("sc_conn_rate(%d) gt %d ", limit.counter, limit.most), fmt.Sprintf("sc_conn_rate(%d) gt %d ", limit.counter, limit.most/share))
	}
	file = filepath.Join(t.TempDir(), "limits.cfg")
	require.NoError(t, os.WriteFile(file, []byte(text), 0o600))
	return file
}

// vendorConnections are as many as a vendor may open in ten seconds, the window of haproxy's limit, at 60 a second.
const vendorConnections = 600

// A vendor without keep-alive opens a connection for each bet: 60 new ones a second.
func TestVendorsAreNotCutOffByTheLimitOfConnections(t *testing.T) {
	t.Parallel()
	s := newSite(t)
	behind := echo(t)
	haproxy := s.haproxyOf(t, limitsOfAnHour(t), false, 0, behind)
	if os.Getenv(paced) != "" {
		haproxy = s.haproxy(t, 0, behind)
	}
	const vendor = "127.0.7.20"
	ask := func(b *balancer, from, path string) int {
		res, err := b.client(from).Post(origin+path, "application/json", strings.NewReader("{}"))
		require.NoError(t, err, "a connection was reset")
		require.NoError(t, res.Body.Close())
		return res.StatusCode
	}
	for name, b := range map[string]*balancer{"haproxy": haproxy, "nginx": s.nginx(t, behind)} {
		answers, n, tick := map[int]int{}, vendorConnections/limitShare(), time.NewTicker(time.Second/60)
		if os.Getenv(paced) != "" {
			n = 3 * vendorConnections
		}
		began := time.Now()
		for range n {
			if os.Getenv(paced) != "" {
				<-tick.C
			}
			answers[ask(b, vendor, "/v1/vendor/acme/bet")]++
		}
		tick.Stop()
		require.Equal(t, map[int]int{http.StatusOK: n}, answers, name)
		t.Logf("%s: %d new TLS connections of one vendor in %v, none was reset or refused", name, n, time.Since(began).Round(time.Second))
	}
	if os.Getenv(paced) != "" {
		return
	}
	for range 300 / limitShare() { // a house behind one address
		require.Equal(t, http.StatusOK, ask(haproxy, "127.0.7.21", "/api/board/list"))
	}
	require.Equal(t, http.StatusTooManyRequests, ask(haproxy, "127.0.7.21", "/api/board/list"), "members' connections are limited")
	require.Equal(t, http.StatusOK, ask(haproxy, "127.0.7.22", "/api/board/list"), "others are not")
}

// A customer with a /48 of IPv6 has 65,536 networks of the size that a household has. Loopback has one address of IPv6, so a copy of the
// shipped file is told the addresses.
func TestAnIPv6CustomerWithManyNetworksIsLimited(t *testing.T) {
	t.Parallel()
	file := limitsOfAnHour(t, [2]string{"tcp-request connection ", "tcp-request session "}, [2]string{" ssl crt ", " accept-proxy ssl crt "})
	b := newSite(t).haproxyOf(t, file, true, 0, echo(t))
	ask := func(from, path string) int { // 0: reset
		res, err := b.client(from).Post(origin+path, "application/json", strings.NewReader("{}"))
		if err != nil {
			return 0
		}
		require.NoError(t, res.Body.Close())
		return res.StatusCode
	}
	networks := 0
	next := func(path string) int { // from an address of another /64 of the customer
		networks++
		return ask(fmt.Sprintf("2001:db8:7:%x::1", networks), path)
	}
	for range 2400 / limitShare() {
		require.Equal(t, http.StatusOK, next("/api/board/list"))
	}
	require.Equal(t, http.StatusTooManyRequests, next("/api/board/list"), "members of a /48 are limited")
	for networks < 12000/limitShare() {
		require.Equal(t, http.StatusOK, next("/v1/vendor/acme/bet"), "a vendor is not")
	}
	require.Zero(t, next("/v1/vendor/acme/bet"), "a flood from a /48 is reset")
	require.Equal(t, http.StatusOK, ask("2001:db8:8::1", "/api/board/list"), "others are served")
}

func TestNetworksOfVendorsAndStaffCanBeClosed(t *testing.T) {
	t.Parallel()
	s := newSite(t)
	behind := echo(t)
	nginx := func(t *testing.T) *balancer {
		t.Helper()
		return s.nginx(t, behind, "geo $hubstake_vendors {\n  default 1;", "geo $hubstake_vendors {\n  default 0; 127.0.7.20 1; 127.0.8.0/24 1;",
			"geo $hubstake_staff {\n  default 1;", "geo $hubstake_staff {\n  default 0; 127.0.7.30 1;")
	}
	haproxy := s.haproxy(t, 0, behind, "HUBSTAKE_LB_VENDOR_NETWORKS=127.0.7.20 127.0.8.0/24", "HUBSTAKE_LB_STAFF_NETWORKS=127.0.7.30")
	for name, b := range map[string]*balancer{"haproxy": haproxy, "nginx": nginx(t)} {
		for _, c := range []struct {
			from, path string
			status     int
		}{
			{"127.0.7.20", "/v1/vendor/acme/bet", 200},
			{"127.0.8.9", "/v1/vendor/acme/bet", 200},
			{"127.0.7.30", "/v1/vendor/acme/bet", 403},
			{"127.0.7.30", "/api/admin/login", 200},
			{"127.0.7.20", "/api/admin/login", 403},
			{"127.0.7.30", "/api/docs/openapi.json", 200},
			{"127.0.7.20", "/api/docs/openapi.json", 403},
			{"127.0.7.20", "/api/docs", 403},
			{"127.0.7.20", "/api/member/login", 200},
		} {
			res, err := b.client(c.from).Post(origin+c.path, "application/json", strings.NewReader("{}"))
			require.NoError(t, err, "%s %v", name, c)
			require.NoError(t, res.Body.Close())
			require.Equal(t, c.status, res.StatusCode, "%s %v", name, c)
		}
	}
	open := s.haproxy(t, 0, behind)
	for _, path := range []string{"/v1/vendor/acme/bet", "/api/admin/login"} {
		res, err := open.client("127.0.7.40").Post(origin+path, "application/json", strings.NewReader("{}"))
		require.NoError(t, err)
		require.NoError(t, res.Body.Close())
		require.Equal(t, http.StatusOK, res.StatusCode, "closed only when it is asked for")
	}
}

// echo answers with what it was told about the client.
func echo(t *testing.T) string {
	t.Helper()
	srv := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		w.Header().Set("Cache-Control", "no-store")
		_, _ = fmt.Fprint(w, r.Header["X-Forwarded-For"], r.Header["X-Request-Id"], r.Header["X-Real-Ip"], r.Header["Forwarded"], r.Header["X-Forwarded-Proto"],
			r.Header["X-Forwarded-Host"], r.Header["Traceparent"], r.Header["Tracestate"])
	}))
	t.Cleanup(srv.Close)
	return srv.Listener.Addr().String()
}

// haproxy with the shipped file in front of nodes that leave, freeze and are flooded. In make test TestVisitorsBehindHAProxyKeepTheirAddresses,
// TestTheBackOfficeUnderANameOfItsOwn and TestNetworksOfVendorsAndStaffCanBeClosed start it with the same file.
func TestHAProxy(t *testing.T) {
	t.Parallel()
	testkit.DeepOnly(t)
	s := newSite(t)
	behind := echo(t)

	bounded := s.haproxy(t, 125, behind)
	visitors, _, load := bounded.crowd()
	for _, n := range load {
		require.LessOrEqual(t, n, shards*perShard/3*125/100+1, "no node has a quarter more than its share: %v", load)
	}
	for _, v := range visitors {
		require.NoError(t, v.ws.Close())
	}
	for _, n := range s.nodes {
		testkit.Eventually(t, func() bool { return len(n.population(t)) == 0 })
	}

	b := s.haproxy(t, 0, behind)
	slow := b.trickle(t)
	_, nodesOf, load := b.crowd()
	for shard, n := range nodesOf {
		require.Equal(t, 1, n, "shard %s is on %d nodes", shard, n)
	}
	for _, n := range load {
		require.Positive(t, n, "the shards are spread: %v", load)
	}
	b.privatePathsAreHidden(t)
	b.writtenAddressesDoNotCount(t)
	claimsOfClientsAreReplaced(t, b)
	b.leavesInPeace(t, "1")
	for _, n := range s.nodes {
		require.NotEmpty(t, n.population(t))
	}
	b.diesOrFreezes(t, "2", syscall.SIGSTOP)
	aReloadKeepsSockets(t, b)
	floodIsStoppedBeforeTLS(t, b)
	atFiveSeconds(t, slow)
}

func claimsOfClientsAreReplaced(t *testing.T, b *balancer) {
	t.Helper()
	req, err := http.NewRequestWithContext(t.Context(), http.MethodGet, origin+"/api/anything", nil)
	require.NoError(t, err)
	for _, name := range []string{"X-Forwarded-For", "X-Request-Id", "X-Real-Ip", "Forwarded", "X-Forwarded-Proto", "X-Forwarded-Host", "Traceparent", "Tracestate"} {
		req.Header.Add(name, "claimed")
		req.Header.Add(name, "twice")
	}
	res, err := b.client("127.0.7.9").Do(req)
	require.NoError(t, err)
	body, err := io.ReadAll(res.Body)
	require.NoError(t, err)
	require.NoError(t, res.Body.Close())
	require.Regexp(t, `^\[127\.0\.7\.9\] \[[0-9a-f-]{32,36}\] \[\] \[\] \[https\] \[\] \[\] \[\]$`, string(body))
	require.Contains(t, res.Header.Get("Strict-Transport-Security"), "max-age=")
	require.Equal(t, []string{"no-store"}, res.Header.Values("Cache-Control"), "what the program says stands alone")
}

// aReloadKeepsSockets reads the configuration again: connections stay, and no new one is refused.
func aReloadKeepsSockets(t *testing.T, b *balancer) {
	t.Helper()
	there := b.arrive("3")
	before := strings.Count(b.log.String(), "Loading success")
	require.NoError(t, b.reload())
	for strings.Count(b.log.String(), "Loading success") == before {
		b.arrive("4")
	}
	b.arrive("4")
	require.NoError(t, there.ws.WriteMessage(websocket.TextMessage, []byte("DISCONNECT\nreceipt:bye\n\n\x00")))
	var ce *websocket.CloseError
	require.ErrorAs(t, <-there.closed, &ce)
	require.Equal(t, websocket.CloseNormalClosure, ce.Code, "the hub's own good-bye came through the old process")
}

// floodIsStoppedBeforeTLS opens connections from one address without end; others are served meanwhile.
func floodIsStoppedBeforeTLS(t *testing.T, b *balancer) {
	t.Helper()
	d := net.Dialer{LocalAddr: &net.TCPAddr{IP: net.ParseIP("127.0.7.10")}}
	served := func() bool {
		c, err := d.DialContext(t.Context(), "tcp", b.https)
		if err != nil {
			return false
		}
		defer func() { _ = c.Close() }()
		return tls.Client(c, b.tls()).HandshakeContext(t.Context()) == nil
	}
	before := 0
	for ; served() && before < 50_000; before += 100 {
		for range 100 {
			if c, err := d.DialContext(t.Context(), "tcp", b.https); err == nil {
				_ = c.Close()
			}
		}
	}
	require.GreaterOrEqual(t, before, 1400, "connections of one address within ten seconds")
	require.Less(t, before, 50_000)
	b.arrive("5")
}

// The back office under a name of its own: it is there alone, and members' pages and calls are not. Calls that both need are under both names.
func TestTheBackOfficeUnderANameOfItsOwn(t *testing.T) {
	t.Parallel()
	const desk = "desk.test"
	s := newSite(t)
	behind := echo(t)
	nginx := s.nginx(t, behind, "map $host $hubstake_console {\n  default both;", "map $host $hubstake_console {\n  default no; "+desk+" yes;",
		"server_name example.com;", "server_name example.com "+desk+";")
	for name, b := range map[string]*balancer{"haproxy": s.haproxy(t, 0, behind, "HUBSTAKE_LB_CONSOLE_HOST="+desk), "nginx": nginx} {
		ask := func(host, path string) *http.Response {
			req, err := http.NewRequestWithContext(t.Context(), http.MethodPost, origin+path, strings.NewReader("{}"))
			require.NoError(t, err)
			req.Header.Set("Content-Type", "application/json")
			if req.Host = host; path == "/" || strings.HasPrefix(path, "/admin") || strings.HasPrefix(path, "/partner") || path == "/deposit" || path == "/index.html" {
				req.Method = http.MethodGet
			}
			res, err := b.client("127.0.7.50").Do(req)
			require.NoError(t, err, "%s %s%s", name, host, path)
			require.NoError(t, res.Body.Close())
			return res
		}
		for _, c := range []struct {
			path         string
			member, desk int
		}{
			{"/api/admin/login", 404, 200},
			{"/api/docs/openapi.json", 404, 200},
			{"/api/member/login", 200, 404},
			{"/api/partner/login", 200, 404},
			{"/v1/vendor/acme/bet", 200, 404},
			{"/api/etc/siteOption", 200, 200},
			{"/api/common/siteCheckInfo", 200, 200},
			{"/api/picture/" + strings.Repeat("0", 64) + ".jpg", 200, 200},
		} {
			require.Equal(t, c.member, ask("", c.path).StatusCode, "%s: %s for members", name, c.path)
			require.Equal(t, c.desk, ask(desk, c.path).StatusCode, "%s: %s for staff", name, c.path)
		}
		for _, path := range []string{"/admin", "/admin/", "/admin/staff", "/admin.html"} {
			require.Equal(t, 404, ask("", path).StatusCode, "%s: %s is not there for members", name, path)
		}
		// However it is written: a rule must not see another path than the server behind it.
		for _, path := range []string{"//admin", "/%61dmin", "/./admin", "/x/../admin", "/admin/.", "/%61pi/docs", "/api%2fdocs", "/api/./docs", "/api//docs", "/x/%2e%2e/admin", `/admin%5cstaff`} {
			require.Contains(t, []int{400, 404}, ask("", path).StatusCode, "%s: %s is not there for members", name, path)
		}
		for _, path := range []string{"//index.html", "/%69ndex.html", "/x/../partner", "/api/../api/member/login"} {
			require.Contains(t, []int{400, 404}, ask(desk, path).StatusCode, "%s: %s is not there for staff", name, path)
		}
		for _, path := range []string{"/deposit", "/index.html", "/partner", "/partner/lower/list", "/partner.html"} {
			require.Equal(t, 404, ask(desk, path).StatusCode, "%s: %s is not there for staff", name, path)
		}
		lead := ask(desk, "/")
		require.Equal(t, 302, lead.StatusCode, name)
		require.Regexp(t, "/admin$", lead.Header.Get("Location"), name)
	}
}

// Package deployments_test starts the load balancers with the very configurations of this folder, in front of real nodes.
package deployments_test

import (
	"bytes"
	"context"
	"crypto/ecdsa"
	"crypto/elliptic"
	"crypto/rand"
	"crypto/tls"
	"crypto/x509"
	"crypto/x509/pkix"
	"encoding/base64"
	"encoding/pem"
	"errors"
	"fmt"
	"io"
	"math/big"
	"net"
	"net/http"
	"os"
	"os/exec"
	"path/filepath"
	"strconv"
	"strings"
	"sync"
	"sync/atomic"
	"syscall"
	"testing"
	"time"

	"github.com/fasthttp/websocket"
	"github.com/prometheus/common/expfmt"
	"github.com/prometheus/common/model"
	"github.com/stretchr/testify/require"

	"hubstake/hub/server"
	"hubstake/internal/access/token"
	"hubstake/internal/core/clock"
	"hubstake/internal/core/id"
	"hubstake/internal/platform/config"
	"hubstake/internal/platform/loopback"
	"hubstake/internal/platform/obs"
	"hubstake/internal/testkit"
	"hubstake/internal/testkit/rdstest"
)

const (
	host   = "localhost"
	origin = "https://" + host
)

// asNode in the environment makes this binary a hub node, as hub/main.go is one: a process that can be frozen and killed.
const asNode = "DEPLOYMENTS_TEST_NODE"

func TestMain(m *testing.M) {
	if os.Getenv(asNode) == "" {
		os.Exit(m.Run())
	}
	cfg, err := config.Load[server.Config]("HUB")
	if err != nil {
		os.Exit(obs.Fail("hub", err))
	}
	os.Exit(obs.Main("hub", cfg.Common, func(ctx context.Context, p obs.Program) error {
		s, err := server.New(cfg, clock.System{}, p)
		if err != nil {
			return err
		}
		return s.Run(ctx)
	}))
}

// syncBuffer is a log that is read while it is written.
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

// node is one hub process.
type node struct {
	address, metrics string
	cmd              *exec.Cmd
	log              syncBuffer
	ended            chan struct{}
}

// freeAddress returns a port of loopback without a listener and outside the range of client ports: a balancer that binds it
// on all addresses a moment later must still find it free.
func freeAddress(t *testing.T) string {
	t.Helper()
	address, err := loopback.FreeAddress()
	require.NoError(t, err)
	return address
}

// run starts a program that ends with the test. It is asked to: nginx' workers would outlive a master that is killed.
func run(t *testing.T, cmd *exec.Cmd, log io.Writer, stop syscall.Signal) (ended chan struct{}) {
	t.Helper()
	cmd.Stdout, cmd.Stderr = log, log
	cmd.SysProcAttr = &syscall.SysProcAttr{Pdeathsig: syscall.SIGTERM}
	cmd.WaitDelay = time.Second
	require.NoError(t, cmd.Start())
	ended = make(chan struct{})
	go func() {
		_ = cmd.Wait()
		close(ended)
	}()
	t.Cleanup(func() {
		_ = cmd.Process.Signal(stop)
		_ = cmd.Process.Signal(syscall.SIGCONT)
		select {
		case <-ended:
		case <-time.After(testkit.Patience):
			_ = cmd.Process.Kill()
			<-ended
		}
	})
	return ended
}

// site is three hub nodes that know the same keys, and their clients.
type site struct {
	t      *testing.T
	nodes  []*node
	signer *token.Signer
	sealer *token.Sealer
	pem    string // certificate and key
	roots  *x509.CertPool
}

func newSite(t *testing.T) *site {
	t.Helper()
	s := &site{t: t}
	var err error
	s.signer, err = token.NewSigner("t="+base64.RawURLEncoding.EncodeToString(id.Key()), clock.System{})
	require.NoError(t, err)
	kek := id.Key()
	s.sealer, err = token.NewSealer([32]byte(kek))
	require.NoError(t, err)
	s.certificate()
	for range 3 {
		n := &node{address: freeAddress(t), metrics: freeAddress(t)}
		n.cmd = exec.Command(os.Args[0])
		n.cmd.Env = append(os.Environ(), asNode+"=1", "HUB_ENV=development", "HUB_LISTEN="+n.address, "HUB_METRICS_LISTEN="+n.metrics,
			"HUB_REDIS_URL="+string(rdstest.URL(t)), "HUB_JWT_PUBLIC_KEYS="+s.signer.Public(), "HUB_ORIGINS="+origin,
			"HUB_SEAL_KEY="+base64.RawURLEncoding.EncodeToString(kek), "HUB_TRUSTED_PROXIES=127.0.0.1", "HUB_DRAIN=3s", "HUB_MAX_PER_ADDRESS=0")
		n.ended = run(t, n.cmd, &n.log, syscall.SIGKILL)
		s.nodes = append(s.nodes, n)
	}
	for _, n := range s.nodes {
		testkit.Eventually(t, func() bool { return get("http://"+n.metrics+"/readyz") == http.StatusOK }, "%s", &n.log)
	}
	return s
}

// get is the status of an answer; 0 when there was none.
func get(url string) int {
	c := http.Client{Timeout: time.Second}
	res, err := c.Get(url)
	if err != nil {
		return 0
	}
	_ = res.Body.Close()
	return res.StatusCode
}

// certificate makes one for the balancer.
func (s *site) certificate() {
	key, err := ecdsa.GenerateKey(elliptic.P256(), rand.Reader)
	require.NoError(s.t, err)
	c := &x509.Certificate{
		SerialNumber: big.NewInt(1), Subject: pkix.Name{CommonName: host}, DNSNames: []string{host}, IsCA: true, BasicConstraintsValid: true,
		NotBefore: time.Now().Add(-time.Hour), NotAfter: time.Now().Add(time.Hour),
	}
	der, err := x509.CreateCertificate(rand.Reader, c, c, key.Public(), key)
	require.NoError(s.t, err)
	raw, err := x509.MarshalPKCS8PrivateKey(key)
	require.NoError(s.t, err)
	text := append(pem.EncodeToMemory(&pem.Block{Type: "CERTIFICATE", Bytes: der}), pem.EncodeToMemory(&pem.Block{Type: "PRIVATE KEY", Bytes: raw})...)
	s.pem = filepath.Join(s.t.TempDir(), "site.pem")
	require.NoError(s.t, os.WriteFile(s.pem, text, 0o600))
	s.roots = x509.NewCertPool()
	require.True(s.t, s.roots.AppendCertsFromPEM(text))
}

// balancer is one that runs, with a name for those who look at its log.
type balancer struct {
	s            *site
	https, plain string
	log          *syncBuffer
	told         bool         // addresses are told by the PROXY protocol
	came         atomic.Int32 // visitors
	reload       func() error // reads the configuration again; nil: it cannot
}

func (b *balancer) tls() *tls.Config {
	return &tls.Config{RootCAs: b.s.roots, ServerName: host, MinVersion: tls.VersionTLS12}
}

// tell begins a connection with the address that it comes from, if the balancer is told.
func (b *balancer) tell(c net.Conn, from string) error {
	if !b.told {
		return nil
	}
	_, err := fmt.Fprintf(c, "PROXY TCP6 %s 2001:db8::1 40000 443\r\n", from)
	return err
}

// reachedFrom is the balancer's address in the family of a visitor.
func (b *balancer) reachedFrom(from string) string {
	_, port, _ := net.SplitHostPort(b.https)
	if net.ParseIP(from).To4() == nil && !b.told {
		return net.JoinHostPort("::1", port)
	}
	return b.https
}

// client speaks HTTP to the balancer from an address of loopback.
func (b *balancer) client(from string) *http.Client {
	d := net.Dialer{Timeout: testkit.Patience}
	if !b.told {
		d.LocalAddr = &net.TCPAddr{IP: net.ParseIP(from)}
	}
	return &http.Client{
		Timeout: testkit.Patience, CheckRedirect: func(*http.Request, []*http.Request) error { return http.ErrUseLastResponse },
		Transport: &http.Transport{
			TLSClientConfig: b.tls(), DisableKeepAlives: true,
			DialContext: func(ctx context.Context, network, _ string) (net.Conn, error) {
				c, err := d.DialContext(ctx, network, b.reachedFrom(from))
				if err == nil {
					err = b.tell(c, from)
				}
				return c, err
			},
		},
	}
}

// upgrade asks for a websocket of a shard.
func (b *balancer) upgrade(from, shard string, h http.Header) (*websocket.Conn, *http.Response, error) {
	local := net.Dialer{LocalAddr: &net.TCPAddr{IP: net.ParseIP(from)}}
	d := websocket.Dialer{
		TLSClientConfig: b.tls(), Subprotocols: []string{"v12.stomp"}, HandshakeTimeout: testkit.Patience,
		NetDial: func(network, _ string) (net.Conn, error) { return local.Dial(network, b.reachedFrom(from)) },
	}
	return d.Dial("wss://"+host+"/hub?shard="+shard, h)
}

// visitor is a guest whose site is named after his shard, so that the nodes' metrics tell who came where.
type visitor struct {
	ws     *websocket.Conn
	closed chan error // why the socket ended
}

// visit brings a guest of a shard through the balancer as far as CONNECTED.
func (b *balancer) visit(shard string) (*visitor, error) {
	from := fmt.Sprintf("127.0.9.%d", b.came.Add(1)%200+1) // a crowd has many addresses: each has a limit
	ws, _, err := b.upgrade(from, "%7B"+shard+"%7D", http.Header{"Origin": {origin}})
	if err != nil {
		return nil, err
	}
	sid := id.New()
	text, _, err := b.s.signer.Sign(token.Claims{Site: "s" + shard, SID: sid, HubKey: b.s.sealer.Seal(sid, id.Key()), Audience: token.Guest})
	if err != nil {
		return nil, err
	}
	if err := ws.WriteMessage(websocket.TextMessage, []byte("CONNECT\naccept-version:1.2\nhost:s\ntoken:"+text+"\n\n\x00")); err != nil {
		return nil, err
	}
	_ = ws.SetReadDeadline(time.Now().Add(testkit.Patience))
	_, answer, err := ws.ReadMessage()
	if err != nil {
		return nil, err
	}
	if !strings.HasPrefix(string(answer), "CONNECTED\n") {
		return nil, errors.New(string(answer))
	}
	_ = ws.SetReadDeadline(time.Time{})
	v := &visitor{ws: ws, closed: make(chan error, 1)}
	go func() {
		for {
			if _, _, err := ws.ReadMessage(); err != nil {
				v.closed <- err
				return
			}
		}
	}()
	return v, nil
}

// arrive is visit for those who must succeed.
func (b *balancer) arrive(shard string) *visitor {
	b.s.t.Helper()
	v, err := b.visit(shard)
	require.NoError(b.s.t, err, "%s", b.log)
	b.s.t.Cleanup(func() { _ = v.ws.Close() })
	return v
}

// population tells how many sockets of each shard a node has.
func (n *node) population(t *testing.T) map[string]int {
	t.Helper()
	p, err := n.sockets()
	require.NoError(t, err)
	return p
}

func (n *node) sockets() (map[string]int, error) {
	res, err := http.Get("http://" + n.metrics + "/metrics")
	if err != nil {
		return nil, err
	}
	defer func() { _ = res.Body.Close() }()
	p := expfmt.NewTextParser(model.UTF8Validation)
	families, err := p.TextToMetricFamilies(res.Body)
	if err != nil {
		return nil, err
	}
	out := map[string]int{}
	for _, m := range families["hub_connections"].GetMetric() {
		for _, l := range m.GetLabel() {
			if l.GetName() == "site" && m.GetGauge().GetValue() > 0 {
				out[l.GetValue()[1:]] = int(m.GetGauge().GetValue())
			}
		}
	}
	return out, nil
}

const (
	shards   = 16
	perShard = 4
)

// crowd brings visitors of all shards, mixed, and tells on how many nodes each shard landed and what each node has.
func (b *balancer) crowd() (visitors []*visitor, nodesOf map[string]int, load []int) {
	b.s.t.Helper()
	for range perShard {
		for shard := range shards {
			visitors = append(visitors, b.arrive(strconv.Itoa(shard)))
		}
	}
	nodesOf = map[string]int{}
	for _, n := range b.s.nodes {
		sum := 0
		for shard, count := range n.population(b.s.t) {
			nodesOf[shard]++
			sum += count
		}
		load = append(load, sum)
	}
	require.Len(b.s.t, nodesOf, shards)
	return visitors, nodesOf, load
}

// privatePathsAreHidden asks for what must not be reachable.
func (b *balancer) privatePathsAreHidden(t *testing.T) {
	t.Helper()
	c := b.client("127.0.0.1")
	for _, path := range []string{"/metrics", "/metrics?x=1", "/metrics/", "/debug", "/debug/pprof/", "/debug/pprof/heap", "/readyz", "/livez"} {
		res, err := c.Get(origin + path)
		require.NoError(t, err)
		body, err := io.ReadAll(res.Body)
		require.NoError(t, err)
		require.NoError(t, res.Body.Close())
		require.Equal(t, http.StatusNotFound, res.StatusCode, path)
		require.NotContains(t, string(body), "go_goroutines")
	}
	plain, err := http.NewRequestWithContext(t.Context(), http.MethodGet, "http://"+b.plain+"/hub", nil)
	require.NoError(t, err)
	plain.Host = host
	res, err := http.DefaultTransport.RoundTrip(plain)
	require.NoError(t, err)
	require.NoError(t, res.Body.Close())
	require.Equal(t, http.StatusMovedPermanently, res.StatusCode, "no websocket without TLS")
	require.True(t, strings.HasPrefix(res.Header.Get("Location"), "https://"), res.Header.Get("Location"))
}

// writtenAddressesDoNotCount comes from an address of its own and claims another; the node's log tells which it believed.
func (b *balancer) writtenAddressesDoNotCount(t *testing.T) {
	t.Helper()
	_, res, err := b.upgrade("127.0.7.7", "%7B0%7D", http.Header{
		"Origin": {"https://evil.test"}, "X-Forwarded-For": {"198.51.100.1"}, "X-Real-Ip": {"198.51.100.1"}, "Forwarded": {"for=198.51.100.1"},
	})
	require.ErrorIs(t, err, websocket.ErrBadHandshake)
	require.Equal(t, http.StatusForbidden, res.StatusCode)
	var all string
	testkit.Eventually(t, func() bool {
		all = ""
		for _, n := range b.s.nodes {
			all += n.log.String()
		}
		return strings.Contains(all, "origin refused")
	})
	require.Contains(t, all, `"address":"127.0.7.7"`)
	require.NotContains(t, all, "198.51.100.1")
}

// trickle sends a handshake byte by byte, and returns how long the balancer bore it.
func (b *balancer) trickle(t *testing.T) <-chan time.Duration {
	t.Helper()
	d := net.Dialer{LocalAddr: &net.TCPAddr{IP: net.ParseIP("127.0.7.8")}}
	raw, err := d.DialContext(t.Context(), "tcp", b.https)
	require.NoError(t, err)
	c := tls.Client(raw, b.tls())
	require.NoError(t, c.HandshakeContext(t.Context()), "%s", b.log)
	t.Cleanup(func() { _ = c.Close() })
	took := make(chan time.Duration, 1)
	begin := time.Now()
	go func() {
		tick := time.NewTicker(200 * time.Millisecond)
		defer tick.Stop()
		for i := 0; ; i++ {
			select {
			case <-t.Context().Done():
				return
			case <-tick.C:
			}
			text := "GET /hub HTTP/1.1\r\nHost: localhost\r\nX-Slow: "
			at := "x"
			if i < len(text) {
				at = text[i : i+1]
			}
			if _, err := c.Write([]byte(at)); err != nil {
				return
			}
		}
	}()
	go func() {
		_ = c.SetReadDeadline(time.Now().Add(testkit.Patience))
		_, _ = io.Copy(io.Discard, c)
		took <- time.Since(begin)
	}()
	return took
}

// bodyTime is in which the API of the test reads a request; the real one gives it 15 s (httpx.App).
const bodyTime = 3 * time.Second

// reader is an API that reads each request whole, within bodyTime, before it answers.
func reader(t *testing.T) string {
	t.Helper()
	ln, err := net.Listen("tcp", "127.0.0.1:0")
	require.NoError(t, err)
	srv := &http.Server{ReadTimeout: bodyTime, Handler: http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		if _, err := io.Copy(io.Discard, r.Body); err != nil {
			w.WriteHeader(http.StatusRequestTimeout)
		}
	})}
	go func() { _ = srv.Serve(ln) }()
	t.Cleanup(func() { _ = srv.Close() })
	return ln.Addr().String()
}

// trickleBody sends a call of the API whole but for its body, of which it sends a byte at a time, until the balancer answers or ends the connection. It reports
// whether that happened.
func (b *balancer) trickleBody(t *testing.T, path string) bool {
	t.Helper()
	d := net.Dialer{LocalAddr: &net.TCPAddr{IP: net.ParseIP("127.0.7.9")}}
	raw, err := d.DialContext(t.Context(), "tcp", b.https)
	require.NoError(t, err)
	c := tls.Client(raw, b.tls())
	defer func() { _ = c.Close() }()
	require.NoError(t, c.HandshakeContext(t.Context()), "%s", b.log)
	_, err = io.WriteString(c, "POST "+path+" HTTP/1.1\r\nHost: "+host+"\r\nContent-Type: application/json\r\nContent-Length: 60000\r\n\r\n{")
	require.NoError(t, err)
	ended := make(chan struct{})
	go func() {
		defer close(ended)
		_, _ = c.Read(make([]byte, 1))
	}()
	tick, end := time.NewTicker(time.Second), time.After(testkit.Patience)
	defer tick.Stop()
	for {
		select {
		case <-ended:
			return true
		case <-end:
			return false
		case <-tick.C:
			_, _ = io.WriteString(c, " ") // fails once the connection has ended
		}
	}
}

// atFiveSeconds waits for the end of a trickle.
func atFiveSeconds(t *testing.T, took <-chan time.Duration) {
	t.Helper()
	end := <-took
	require.Greater(t, end, 3*time.Second, "a handshake may take a while")
	require.Less(t, end, testkit.Patience, "a handshake that trickles in is cut")
}

// nodeOf finds the node that alone has a shard.
func (s *site) nodeOf(shard string) *node {
	s.t.Helper()
	var found *node
	for _, n := range s.nodes {
		if n.population(s.t)[shard] > 0 {
			require.Nil(s.t, found, "shard %s is on two nodes", shard)
			found = n
		}
	}
	require.NotNil(s.t, found, "shard %s is nowhere", shard)
	return found
}

// leavesInPeace drains the node of a shard: the node itself tells its clients to move, no new connection comes to it, and
// none is refused.
func (b *balancer) leavesInPeace(t *testing.T, shard string) {
	t.Helper()
	var there []*visitor
	for range 5 {
		there = append(there, b.arrive(shard))
	}
	leaving := b.s.nodeOf(shard)
	before := leaving.population(t)[shard]
	require.NoError(t, leaving.cmd.Process.Signal(syscall.SIGTERM))
	testkit.Eventually(t, func() bool { return get("http://"+leaving.metrics+"/readyz") == http.StatusServiceUnavailable })
	for range 10 {
		b.arrive(shard)
		if ended(leaving) {
			break
		}
		p, err := leaving.sockets()
		if err != nil { // it has nothing to wait for any more
			<-leaving.ended
			break
		}
		require.LessOrEqual(t, p[shard], before, "a leaving node got a new socket: %v", p)
	}
	for _, v := range there {
		var ce *websocket.CloseError
		select {
		case err := <-v.closed:
			require.ErrorAs(t, err, &ce, "%s", b.log)
			require.Equal(t, websocket.CloseServiceRestart, ce.Code, "the node tells, the balancer does not cut")
		case <-time.After(testkit.Patience):
			require.Fail(t, "not told to move")
		}
	}
	<-leaving.ended
	b.s.remove(leaving)
	b.arrive(shard)
}

func ended(n *node) bool {
	select {
	case <-n.ended:
		return true
	default:
		return false
	}
}

func (s *site) remove(gone *node) {
	var left []*node
	for _, n := range s.nodes {
		if n != gone {
			left = append(left, n)
		}
	}
	s.nodes = left
}

// diesOrFreezes does something terrible to the node of a shard; its sockets end, and the next ones go elsewhere.
func (b *balancer) diesOrFreezes(t *testing.T, shard string, fault syscall.Signal) {
	t.Helper()
	there := b.arrive(shard)
	gone := b.s.nodeOf(shard)
	require.NoError(t, gone.cmd.Process.Signal(fault))
	end, beat := time.After(testkit.Patience), time.NewTicker(time.Second)
	defer beat.Stop()
	for open := true; open; {
		select {
		case <-there.closed:
			open = false
		case <-beat.C: // so that no timeout of the balancer ends it
			_ = there.ws.WriteMessage(websocket.TextMessage, []byte("\n"))
		case <-end:
			require.Fail(t, "the socket of a node that is gone stays open")
		}
	}
	b.s.remove(gone)
	require.NotNil(t, b.arrive(shard))
	require.NotNil(t, b.s.nodeOf(shard))
}

// program finds a server that may lie where only root looks.
func program(t *testing.T, name string) string {
	t.Helper()
	path, err := exec.LookPath(name)
	if err != nil {
		path = "/usr/sbin/" + name
	}
	_, err = os.Stat(path)
	require.NoError(t, err, "deployments/provision test installs it")
	return path
}

// ready waits until the balancer speaks TLS as our host: not just until a process accepts connections there.
func (b *balancer) ready(t *testing.T) {
	t.Helper()
	testkit.Eventually(t, func() bool {
		c, err := net.DialTimeout("tcp", b.https, time.Second)
		if err != nil {
			return false
		}
		defer func() { _ = c.Close() }()
		_ = c.SetDeadline(time.Now().Add(time.Second))
		return b.tell(c, "2001:db8::2") == nil && tls.Client(c, b.tls()).HandshakeContext(t.Context()) == nil
	}, "%s", b.log)
}

package deployments_test

import (
	"crypto/tls"
	"fmt"
	"io"
	"net"
	"net/http"
	"net/http/httptest"
	"os"
	"os/exec"
	"os/user"
	"strings"
	"syscall"
	"testing"

	"github.com/fasthttp/websocket"
	"github.com/stretchr/testify/require"
)

// haproxy starts it with haproxy/hubstake.cfg; balance is the bound of a node's share in per cent, 0 for none.
func (s *site) haproxy(t *testing.T, balance int, behind string) *balancer {
	t.Helper()
	b := &balancer{s: s, https: freeAddress(t), plain: freeAddress(t), log: &syncBuffer{}}
	who, err := user.Current()
	require.NoError(t, err)
	cmd := exec.Command(program(t, "haproxy"), "-W", "-db", "-f", "haproxy/hubstake.cfg")
	cmd.Env = append(os.Environ(), "HUBSTAKE_LB_HTTP="+b.plain, "HUBSTAKE_LB_HTTPS="+b.https, "HUBSTAKE_LB_CERTIFICATE="+s.pem,
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
	run(t, cmd, b.log, syscall.SIGTERM)
	b.reload = func() error { return cmd.Process.Signal(syscall.SIGUSR2) }
	b.ready(t)
	return b
}

// echo answers with what it was told about the client.
func echo(t *testing.T) string {
	t.Helper()
	srv := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		_, _ = fmt.Fprint(w, r.Header["X-Forwarded-For"], r.Header["X-Request-Id"], r.Header["X-Real-Ip"], r.Header["Forwarded"], r.Header["X-Forwarded-Proto"])
	}))
	t.Cleanup(srv.Close)
	return srv.Listener.Addr().String()
}

func TestHAProxy(t *testing.T) {
	t.Parallel()
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
		require.Eventually(t, func() bool { return len(n.population(t)) == 0 }, patience, frequency)
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
	for _, name := range []string{"X-Forwarded-For", "X-Request-Id", "X-Real-Ip", "Forwarded", "X-Forwarded-Proto"} {
		req.Header.Add(name, "claimed")
		req.Header.Add(name, "twice")
	}
	res, err := b.client("127.0.7.9").Do(req)
	require.NoError(t, err)
	body, err := io.ReadAll(res.Body)
	require.NoError(t, err)
	require.NoError(t, res.Body.Close())
	require.Regexp(t, `^\[127\.0\.7\.9\] \[[0-9a-f-]{32,36}\] \[\] \[\] \[https\]$`, string(body))
	require.Contains(t, res.Header.Get("Strict-Transport-Security"), "max-age=")
}

// aReloadKeepsSockets reads the configuration anew: who is there stays there, and nobody who comes is turned away.
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

// floodIsStoppedBeforeTLS comes too often from one address; others are served meanwhile.
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
	for ; served() && before < 1000; before += 50 {
		for range 50 {
			if c, err := d.DialContext(t.Context(), "tcp", b.https); err == nil {
				_ = c.Close()
			}
		}
	}
	require.InDelta(t, 300, before, 100, "connections of one address within ten seconds")
	b.arrive("5")
}

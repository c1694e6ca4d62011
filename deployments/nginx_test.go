package deployments_test

import (
	"errors"
	"io"
	"net/http"
	"net/http/httptest"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"sync"
	"sync/atomic"
	"syscall"
	"testing"

	"github.com/fasthttp/websocket"
	"github.com/stretchr/testify/require"

	"hubstake/internal/testkit"
)

// render puts what differs from place to place into a configuration; each must be there.
func render(t *testing.T, text string, replace ...string) string {
	t.Helper()
	for i := 0; i < len(replace); i += 2 {
		require.Contains(t, text, replace[i])
		text = strings.ReplaceAll(text, replace[i], replace[i+1])
	}
	return text
}

// nginx starts it with nginx/hubstake.conf; behind is who answers for the API.
func (s *site) nginx(t *testing.T, behind string, replace ...string) *balancer {
	t.Helper()
	b := &balancer{s: s, https: freeAddress(t), plain: freeAddress(t), log: &syncBuffer{}}
	dir, err := os.MkdirTemp("", "hubstake-nginx-") //nolint:usetesting // a test's own directory is closed to nobody, whom nginx' workers are
	require.NoError(t, err)
	t.Cleanup(func() { _ = os.RemoveAll(dir) })
	require.NoError(t, os.Chmod(dir, 0o755))
	require.NoError(t, os.CopyFS(filepath.Join(dir, "snippets"), os.DirFS("nginx/snippets")))
	text, err := os.ReadFile("nginx/hubstake.conf")
	require.NoError(t, err)
	site := render(t, render(t, string(text), replace...),
		"  listen [::]:80 default_server;\n", "", "  listen [::]:443 ssl default_server;\n", "", "  listen [::]:443 ssl http2;\n", "",
		"listen 80 ", "listen "+b.plain+" ", "listen 443 ", "listen "+b.https+" ", "example.com", host,
		"10.0.0.11:8081", behind, "10.0.0.12:8081", behind, "10.0.0.21:8082", s.nodes[0].address, "10.0.0.22:8082", s.nodes[1].address, "10.0.0.23:8082", s.nodes[2].address,
		"/etc/hubstake/tls/fullchain.pem", s.pem, "/etc/hubstake/tls/privkey.pem", s.pem,
		"/var/log/nginx/hubstake.log", filepath.Join(dir, "access.log"), "/srv/hubstake/web", dir)
	conf := filepath.Join(dir, "nginx.conf")
	main := "daemon off;\npid nginx.pid;\nerror_log stderr;\nworker_processes 2;\nevents {}\nhttp {\n"
	for _, kind := range []string{"client_body", "proxy", "fastcgi", "uwsgi", "scgi"} {
		main += kind + "_temp_path " + kind + ";\n"
	}
	require.NoError(t, os.WriteFile(conf, []byte(main+site+"}\n"), 0o600))
	run(t, exec.Command(program(t, "nginx"), "-e", "stderr", "-p", dir, "-c", conf), b.log, syscall.SIGTERM)
	b.ready(t)
	return b
}

// nginx with the shipped file in front of nodes that leave, die and are flooded. In make test TestTheBackOfficeUnderANameOfItsOwn and
// TestNetworksOfVendorsAndStaffCanBeClosed start it with the same file.
func TestNginx(t *testing.T) {
	t.Parallel()
	testkit.DeepOnly(t)
	s := newSite(t)
	b := s.nginx(t, echo(t))
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
	b.diesOrFreezes(t, "2", syscall.SIGKILL)
	floodIsAnswered429(t, b)
	atFiveSeconds(t, slow)
}

// A byte now and then keeps no connection: a body must be whole in the time in which the API reads a request, whichever call it is of.
func TestABodyThatTricklesInIsCut(t *testing.T) {
	t.Parallel()
	s := newSite(t)
	behind := reader(t)
	for name, b := range map[string]*balancer{"nginx": s.nginx(t, behind), "haproxy": s.haproxy(t, 0, behind)} {
		for _, path := range []string{"/api/member/login", "/api/board/qna/image/save", "/api/admin/picture/save", "/v1/vendor/sim/bet"} {
			t.Run(name+path, func(t *testing.T) {
				t.Parallel()
				require.True(t, b.trickleBody(t, path), "%s", b.log)
			})
		}
	}
}

// One address has 100 calls under way at most, however slowly they are answered; others are not in its way.
func TestCallsUnderWayOfOneAddressAreLimited(t *testing.T) {
	t.Parallel()
	s := newSite(t)
	var waiting, most, others atomic.Int32
	answer := make(chan struct{})
	slow := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		if r.Header.Get("X-Forwarded-For") != "127.0.7.11" {
			others.Add(1)
			return
		}
		now := waiting.Add(1)
		defer waiting.Add(-1)
		for old := most.Load(); now > old && !most.CompareAndSwap(old, now); old = most.Load() {
		}
		select {
		case <-answer:
		case <-r.Context().Done():
		}
	}))
	t.Cleanup(slow.Close)
	b := s.nginx(t, slow.Listener.Addr().String())
	call := func(from string) {
		if res, err := b.client(from).Post(origin+"/api/main", "application/json", strings.NewReader("{}")); err == nil {
			_ = res.Body.Close()
		}
	}
	var callers sync.WaitGroup
	var stopped atomic.Bool
	for range 102 {
		callers.Go(func() {
			for !stopped.Load() {
				call("127.0.7.11")
			}
		})
	}
	testkit.Eventually(t, func() bool {
		return most.Load() == 100 && strings.Contains(b.log.String(), `limiting connections by zone "hubstake_api_conn"`)
	}, "the 101st call is refused")
	call("127.0.7.12")
	require.EqualValues(t, 1, others.Load(), "another address is served")
	stopped.Store(true)
	close(answer)
	callers.Wait()
	require.EqualValues(t, 100, most.Load(), "calls under way at once")
}

// Three hops: a visitor, a CDN of two proxies, the balancer. The visitor's address is the one that counts, whatever it wrote before it; who is no proxy of ours
// is a visitor itself.
func TestTheVisitorOfAChainOfProxiesCounts(t *testing.T) {
	t.Parallel()
	s := newSite(t)
	behind := echo(t)
	for name, b := range map[string]*balancer{
		"nginx":   s.nginx(t, behind, "# set_real_ip_from 203.0.113.0/24;", "set_real_ip_from 127.0.8.0/24;"),
		"haproxy": s.haproxy(t, 0, behind, "HUBSTAKE_LB_PROXY_NETWORKS=127.0.8.0/24"),
	} {
		for _, c := range []struct{ from, forwarded, want string }{
			{"127.0.8.1", "192.0.2.7", "192.0.2.7"},
			{"127.0.8.1", "192.0.2.7, 127.0.8.2", "192.0.2.7"},
			{"127.0.8.1", "192.0.2.7, 127.0.8.3, 127.0.8.2", "192.0.2.7"},
			{"127.0.8.1", "198.51.100.1, 192.0.2.7, 127.0.8.2", "192.0.2.7"},
			{"127.0.8.1", "2001:db8::9, 127.0.8.2", "2001:db8::9"},
			{"127.0.7.1", "198.51.100.1, 127.0.8.2", "127.0.7.1"},
		} {
			req, err := http.NewRequestWithContext(t.Context(), http.MethodPost, origin+"/api/main", strings.NewReader("{}"))
			require.NoError(t, err)
			req.Header.Set("X-Forwarded-For", c.forwarded)
			res, err := b.client(c.from).Do(req)
			require.NoError(t, err)
			body, err := io.ReadAll(res.Body)
			require.NoError(t, err)
			require.NoError(t, res.Body.Close())
			require.Contains(t, string(body), "["+c.want+"]", "%s: %s from %s", name, c.forwarded, c.from)
		}
	}
}

func floodIsAnswered429(t *testing.T, b *balancer) {
	t.Helper()
	var upgrades, refused atomic.Int32
	var wg sync.WaitGroup
	for range 16 {
		wg.Go(func() {
			for refused.Load() == 0 && upgrades.Add(1) <= 2000 {
				ws, res, err := b.upgrade("127.0.7.10", "%7B5%7D", http.Header{"Origin": {origin}})
				switch {
				case err == nil:
					_ = ws.Close()
				case errors.Is(err, websocket.ErrBadHandshake) && res.StatusCode == http.StatusTooManyRequests:
					refused.Add(1)
				default:
					t.Errorf("neither taken nor 429: %v", err)
					refused.Add(1)
				}
			}
		})
	}
	wg.Wait()
	require.Positive(t, refused.Load(), "two thousand upgrades of one address were let through")
	b.arrive("5")
}

package front_test

import (
	"bufio"
	"compress/gzip"
	"fmt"
	"io"
	"net"
	"net/http"
	"net/http/httptest"
	"net/url"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/andybalholm/brotli"
	"github.com/stretchr/testify/require"

	"hubstake/deployments/dev/front"
)

const origin = "http://localhost:8080"

var script = strings.Repeat("console.log('spin');\n", 200)

// site serves a small built site in front of an API and a hub that tell what reached them.
func site(t *testing.T) http.Handler {
	t.Helper()
	dist := t.TempDir()
	for name, text := range map[string]string{
		"index.html": "<title>member</title>", "admin.html": "<title>admin</title>",
		"assets/app-1a2b3c.js": script, "assets/app-1a2b3c.js.map": "{}", "favicon.svg": "<svg/>", ".env": "secret",
	} {
		file := filepath.Join(dist, name)
		require.NoError(t, os.MkdirAll(filepath.Dir(file), 0o755))
		require.NoError(t, os.WriteFile(file, []byte(text), 0o600))
	}
	require.NoError(t, os.WriteFile(filepath.Join(filepath.Dir(dist), "outside.js"), []byte("secret"), 0o600))
	echo := func(name string) *url.URL {
		srv := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
			if r.Header.Get("Upgrade") != "" {
				w.Header().Set("Upgrade", "websocket")
				w.Header().Set("Connection", "Upgrade")
				w.WriteHeader(http.StatusSwitchingProtocols)
				conn, rw, err := http.NewResponseController(w).Hijack()
				if err != nil {
					return
				}
				defer func() { _ = conn.Close() }()
				line, _ := rw.ReadString('\n')
				_, _ = rw.WriteString("echo " + line)
				_ = rw.Flush()
				return
			}
			_, _ = fmt.Fprintf(w, "%s %s %s host=%s for=%s", name, r.Method, r.URL.RequestURI(), r.Host, r.Header.Get("X-Forwarded-For"))
			_, _ = io.Copy(io.Discard, r.Body)
		}))
		t.Cleanup(srv.Close)
		u, err := url.Parse(srv.URL)
		require.NoError(t, err)
		return u
	}
	h, err := front.New(front.Config{
		Origin: origin, Dist: dist, API: echo("api"), Hub: echo("hub"), Game: "http://localhost:9", Log: io.Discard,
	})
	require.NoError(t, err)
	return h
}

func get(h http.Handler, target string, header ...string) *httptest.ResponseRecorder {
	r := httptest.NewRequest(http.MethodGet, target, nil)
	for i := 0; i+1 < len(header); i += 2 {
		r.Header.Set(header[i], header[i+1])
	}
	w := httptest.NewRecorder()
	h.ServeHTTP(w, r)
	return w
}

func TestPathsReachTheirProgram(t *testing.T) {
	t.Parallel()
	h := site(t)
	for path, want := range map[string]string{
		"/api/cash/list/?x=1": "api GET /api/cash/list/?x=1", "/v1/vendor/sim/bet": "api GET /v1/vendor/sim/bet",
		"/hub?shard=%7B3%7D": "hub GET /hub?shard=%7B3%7D",
	} {
		w := get(h, origin+path, "X-Forwarded-For", "6.6.6.6")
		require.Equal(t, http.StatusOK, w.Code, path)
		require.Equal(t, want+" host=localhost:8080 for=192.0.2.1", w.Body.String(), "a client cannot choose its address")
	}
}

// The API answers 413 before it has read everything, so a front that goes on writing would see a broken connection.
func TestABodyThatIsTooLongIs413(t *testing.T) {
	t.Parallel()
	h := site(t)
	for name, r := range map[string]*http.Request{
		"announced": httptest.NewRequest(http.MethodPost, origin+"/api/member/login", strings.NewReader(strings.Repeat("x", 64<<10+1))),
		"chunked":   httptest.NewRequest(http.MethodPost, origin+"/api/member/login", io.MultiReader(strings.NewReader(strings.Repeat("x", 10<<20)))),
	} {
		w := httptest.NewRecorder()
		h.ServeHTTP(w, r)
		require.Equal(t, http.StatusRequestEntityTooLarge, w.Code, name)
		require.Contains(t, w.Body.String(), `"resultCode":"E001"`, name)
	}
	w := httptest.NewRecorder()
	h.ServeHTTP(w, httptest.NewRequest(http.MethodPost, origin+"/api/member/login", strings.NewReader(strings.Repeat("x", 64<<10))))
	require.Equal(t, http.StatusOK, w.Code)
}

func TestPagesOfBothEntries(t *testing.T) {
	t.Parallel()
	h := site(t)
	for path, want := range map[string]string{
		"/": "member", "/slot": "member", "/apiary": "member", "/warning/": "member", "/adminx": "member",
		"/admin": "admin", "/admin/cash": "admin",
	} {
		w := get(h, origin+path)
		require.Equal(t, http.StatusOK, w.Code, path)
		require.Contains(t, w.Body.String(), want, path)
		require.Equal(t, "no-cache", w.Header().Get("Cache-Control"))
		csp := w.Header().Get("Content-Security-Policy")
		for _, part := range []string{
			"script-src 'self';", "style-src 'self';", "connect-src 'self' ws://localhost:8080;", "frame-src http://localhost:9;",
			"img-src 'self' data:;", "frame-ancestors 'none'", "object-src 'none'", "base-uri 'none'",
		} {
			require.Contains(t, csp, part)
		}
		require.Equal(t, "nosniff", w.Header().Get("X-Content-Type-Options"))
		require.Equal(t, "no-referrer", w.Header().Get("Referrer-Policy"))
		require.Equal(t, "same-origin-allow-popups", w.Header().Get("Cross-Origin-Opener-Policy"))
		require.NotEmpty(t, w.Header().Get("Permissions-Policy"))
	}
}

// The opener of a game's window must keep its handle when that window goes from /preload to the vendor's origin.
func TestTheGamesWindowKeepsItsOpener(t *testing.T) {
	t.Parallel()
	h := site(t)
	for _, path := range []string{"/preload", "/preload/", "/preload?x=1"} {
		w := get(h, origin+path)
		require.Equal(t, http.StatusOK, w.Code, path)
		require.Equal(t, "unsafe-none", w.Header().Get("Cross-Origin-Opener-Policy"), path)
		require.Contains(t, w.Header().Get("Content-Security-Policy"), "frame-ancestors 'none'", "all else is as on any page")
	}
	for _, path := range []string{"/preloader", "/preload/x", "/member/slot/game"} {
		require.Equal(t, "same-origin-allow-popups", get(h, origin+path).Header().Get("Cross-Origin-Opener-Policy"), path)
	}
}

func TestWhatIsNotPartOfTheSiteIsNotFound(t *testing.T) {
	t.Parallel()
	h := site(t)
	for _, path := range []string{
		"/assets/gone.js", "/assets/app-1a2b3c.js.map", "/.env", "/.git/config", "/metrics", "/debug/pprof", "/readyz",
		"/../outside.js", "/assets/%2e%2e/%2e%2e/outside.js", "/favicon.svg/x.js",
	} {
		w := get(h, origin+path)
		require.Equal(t, http.StatusNotFound, w.Code, path)
		require.NotContains(t, w.Body.String(), "secret")
	}
	r := httptest.NewRequest(http.MethodPost, origin+"/", nil)
	w := httptest.NewRecorder()
	h.ServeHTTP(w, r)
	require.Equal(t, http.StatusMethodNotAllowed, w.Code)
}

func TestAssetsAreCompressedAndKept(t *testing.T) {
	t.Parallel()
	h := site(t)
	const js = origin + "/assets/app-1a2b3c.js"
	w := get(h, js, "Accept-Encoding", "gzip, deflate, br")
	require.Equal(t, "br", w.Header().Get("Content-Encoding"))
	require.Equal(t, "public, max-age=31536000, immutable", w.Header().Get("Cache-Control"))
	require.Equal(t, "Accept-Encoding", w.Header().Get("Vary"))
	body, err := io.ReadAll(brotli.NewReader(w.Body))
	require.NoError(t, err)
	require.Equal(t, script, string(body))
	require.Equal(t, http.StatusNotModified, get(h, js, "Accept-Encoding", "br", "If-None-Match", w.Header().Get("ETag")).Code)

	w = get(h, js, "Accept-Encoding", "gzip, br;q=0")
	z, err := gzip.NewReader(w.Body)
	require.NoError(t, err)
	body, err = io.ReadAll(z)
	require.NoError(t, err)
	require.Equal(t, script, string(body))

	w = get(h, js)
	require.Empty(t, w.Header().Get("Content-Encoding"))
	require.Equal(t, script, w.Body.String())
	require.Empty(t, get(h, origin+"/favicon.svg", "Accept-Encoding", "br").Header().Get("Content-Encoding"), "too small to gain")
}

func TestOtherNamesOfTheMachine(t *testing.T) {
	t.Parallel()
	h := site(t)
	require.Equal(t, http.StatusMisdirectedRequest, get(h, "http://evil.test:8080/api/x").Code)
	w := get(h, "http://127.0.0.1:8080/slot?a=1")
	require.Equal(t, http.StatusTemporaryRedirect, w.Code)
	require.Equal(t, origin+"/slot?a=1", w.Header().Get("Location"))
	require.Equal(t, http.StatusOK, get(h, "http://127.0.0.1:8080/api/x").Code)
}

func TestAProgramThatIsDownIsTheEnvelopeE002(t *testing.T) {
	t.Parallel()
	ln, err := net.Listen("tcp", "127.0.0.1:0")
	require.NoError(t, err)
	nobody := &url.URL{Scheme: "http", Host: ln.Addr().String()}
	require.NoError(t, ln.Close())
	h, err := front.New(front.Config{Origin: origin, Dist: t.TempDir(), API: nobody, Hub: nobody, Log: io.Discard})
	require.NoError(t, err)
	w := get(h, origin+"/api/main")
	require.Equal(t, http.StatusServiceUnavailable, w.Code)
	require.JSONEq(t, `{"resultCode":"E002","resultMessage":"","data":{},"traceId":""}`, w.Body.String())
}

func TestWebsocketsPass(t *testing.T) {
	t.Parallel()
	srv := httptest.NewServer(site(t))
	t.Cleanup(srv.Close)
	conn, err := net.Dial("tcp", srv.Listener.Addr().String())
	require.NoError(t, err)
	defer func() { _ = conn.Close() }()
	_, err = io.WriteString(conn, "GET /hub HTTP/1.1\r\nHost: localhost:8080\r\nConnection: Upgrade\r\nUpgrade: websocket\r\n\r\n")
	require.NoError(t, err)
	in := bufio.NewReader(conn)
	res, err := http.ReadResponse(in, nil)
	require.NoError(t, err)
	require.Equal(t, http.StatusSwitchingProtocols, res.StatusCode)
	_, err = io.WriteString(conn, "hello\n")
	require.NoError(t, err)
	line, err := in.ReadString('\n')
	require.NoError(t, err)
	require.Equal(t, "echo hello\n", line)
}

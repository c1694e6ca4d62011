package main

import (
	"bufio"
	"compress/gzip"
	"context"
	"fmt"
	"io"
	"net"
	"net/http"
	"net/http/httptest"
	"os"
	"path/filepath"
	"strconv"
	"strings"
	"testing"

	"hubstake/internal/testkit"

	"github.com/stretchr/testify/require"

	"hubstake/deployments/dev/supervise"
	"hubstake/internal/platform/loopback"
)

// served is a front before an API and a hub that answer what reached them.
type served struct {
	port   int
	script string
}

func serve(t *testing.T) *served {
	t.Helper()
	dist, s := t.TempDir(), &served{script: strings.Repeat("console.log('spin');\n", 200)}
	for name, text := range map[string]string{
		"index.html": "<title>member</title>", "admin.html": "<title>admin</title>", "partner.html": "<title>partner</title>", "assets/app-1a2b3c.js": s.script,
		"assets/app-1a2b3c.js.map": "{}", "favicon.svg": "<svg/>", "manifest-ko.webmanifest": "{}", "sw.js": "", "offline.html": "", "font.woff2": "x", ".env": "secret", "../outside.js": "secret",
	} {
		file := filepath.Join(dist, name)
		require.NoError(t, os.MkdirAll(filepath.Dir(file), 0o755))
		require.NoError(t, os.WriteFile(file, []byte(text), 0o600))
	}
	echo := func(name string) string {
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
			from, _, _ := net.SplitHostPort(r.RemoteAddr)
			_, _ = fmt.Fprintf(w, "%s %s %s by=%s for=%s", name, r.Method, r.URL.RequestURI(), from, r.Header.Get("X-Forwarded-For"))
			_, _ = io.Copy(io.Discard, r.Body)
		}))
		t.Cleanup(srv.Close)
		return srv.Listener.Addr().String()
	}
	s.start(t, front{Dist: dist, API: echo("api"), Hub: echo("hub"), Games: "http://localhost:9"})
	return s
}

// start runs nginx until the test ends.
func (s *served) start(t *testing.T, f front) {
	t.Helper()
	bin, err := findNginx()
	require.NoError(t, err)
	s.port, err = loopback.Free(0)
	require.NoError(t, err)
	f.Port, f.Address, f.Root, f.IPv6 = s.port, frontAddress, os.Getuid() == 0, hasIPv6()
	dir := filepath.Join(t.TempDir(), "nginx")
	conf, err := f.write("..", dir)
	require.NoError(t, err)
	sup := supervise.New(supervise.DefaultPause, func(supervise.Notice) {})
	t.Cleanup(sup.Stop)
	ctx, cancel := context.WithTimeout(t.Context(), testkit.Patience)
	defer cancel()
	log := filepath.Join(dir, "log")
	err = sup.Start(ctx, supervise.Spec{
		Name: "front", Path: bin, Args: []string{"-e", "stderr", "-p", dir, "-c", conf}, Dir: dir, Log: log,
		Ready: func(ctx context.Context) error {
			c, err := (&net.Dialer{}).DialContext(ctx, "tcp", loopback.Address(s.port))
			if err != nil {
				return err
			}
			return c.Close()
		},
	})
	require.NoError(t, err, "%s", tail(log, 20))
}

func (s *served) origin() string { return "http://localhost:" + strconv.Itoa(s.port) }

// send sends a request to the front, under any name, and returns the answer as it was sent.
func (s *served) send(t *testing.T, method, url string, body io.Reader, header ...string) (*http.Response, string) {
	t.Helper()
	r, err := http.NewRequestWithContext(t.Context(), method, url, body)
	require.NoError(t, err)
	for i := 0; i+1 < len(header); i += 2 {
		r.Header.Set(header[i], header[i+1])
	}
	to := &http.Transport{DisableCompression: true, DisableKeepAlives: true, DialContext: func(ctx context.Context, _, _ string) (net.Conn, error) {
		return (&net.Dialer{}).DialContext(ctx, "tcp", loopback.Address(s.port))
	}}
	res, err := to.RoundTrip(r)
	require.NoError(t, err)
	defer func() { _ = res.Body.Close() }()
	text, err := io.ReadAll(res.Body)
	require.NoError(t, err)
	return res, string(text)
}

func (s *served) get(t *testing.T, url string, header ...string) (*http.Response, string) {
	t.Helper()
	return s.send(t, http.MethodGet, url, nil, header...)
}

func TestTheFront(t *testing.T) {
	t.Parallel()
	s := serve(t)
	for name, test := range map[string]func(*testing.T, *served){
		"paths reach their program": pathsReachTheirProgram, "pages of each entry": pagesOfEachEntry, "long bodies": longBodiesAre413,
		"preload": theWindowOfAGameKeepsItsOpener, "not part of the site": otherFilesAreNotFound, "assets": assetsAreCompressedAndKept,
		"names": otherNamesOfTheMachine, "websockets": websocketsPass,
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			test(t, s)
		})
	}
}

func pathsReachTheirProgram(t *testing.T, s *served) {
	t.Helper()
	for path, want := range map[string]string{
		"/api/cash/list/?x=1": "api GET /api/cash/list/?x=1", "/v1/vendor/sim/bet": "api GET /v1/vendor/sim/bet",
		"/api/admin/site/logo.svg": "api GET /api/admin/site/logo.svg", "/hub?shard=%7B3%7D": "hub GET /hub?shard=%7B3%7D",
	} {
		res, text := s.get(t, s.origin()+path, "X-Forwarded-For", "6.6.6.6")
		require.Equal(t, http.StatusOK, res.StatusCode, path)
		require.Equal(t, want+" by=127.0.0.2 for=127.0.0.1", text, "a client cannot choose its address")
	}
}

func longBodiesAre413(t *testing.T, s *served) {
	t.Helper()
	for name, body := range map[string]io.Reader{
		"announced": strings.NewReader(strings.Repeat("x", 64<<10+1)), "chunked": io.MultiReader(strings.NewReader(strings.Repeat("x", 64<<10+1))),
	} {
		res, text := s.send(t, http.MethodPost, s.origin()+"/api/member/login", body)
		require.Equal(t, http.StatusRequestEntityTooLarge, res.StatusCode, name)
		require.Contains(t, text, `"resultCode":"E001"`, name)
		require.Contains(t, res.Header.Get("Content-Type"), "application/json", name)
	}
	for path, most := range map[string]int{"/api/member/login": 64 << 10, "/api/board/qna/image/save": 5 << 20, "/api/admin/picture/save": 5 << 20} { // the calls that take a file
		res, _ := s.send(t, http.MethodPost, s.origin()+path, strings.NewReader(strings.Repeat("x", most)))
		require.Equal(t, http.StatusOK, res.StatusCode, path)
		res, _ = s.send(t, http.MethodPost, s.origin()+path, strings.NewReader(strings.Repeat("x", most+1)))
		require.Equal(t, http.StatusRequestEntityTooLarge, res.StatusCode, path)
	}
}

func pagesOfEachEntry(t *testing.T, s *served) {
	t.Helper()
	for path, want := range map[string]string{
		"/": "member", "/slot": "member", "/apiary": "member", "/warning/": "member", "/adminx": "member", "/admin": "admin", "/admin/cash": "admin",
		"/partner": "partner", "/partner/lower/list": "partner", "/partners": "member",
	} {
		res, text := s.get(t, s.origin()+path)
		require.Equal(t, http.StatusOK, res.StatusCode, path)
		require.Contains(t, text, want, path)
		require.Equal(t, "no-cache", res.Header.Get("Cache-Control"))
		csp := res.Header.Get("Content-Security-Policy")
		for _, part := range []string{
			"script-src 'self';", "style-src 'self';", "connect-src 'self' ws://localhost:" + strconv.Itoa(s.port) + ";", "frame-src http://localhost:9;",
			"img-src 'self' data:;", "frame-ancestors 'none'", "object-src 'none'", "base-uri 'none'",
		} {
			require.Contains(t, csp, part)
		}
		require.Equal(t, "nosniff", res.Header.Get("X-Content-Type-Options"))
		require.Equal(t, "no-referrer", res.Header.Get("Referrer-Policy"))
		require.Equal(t, "same-origin-allow-popups", res.Header.Get("Cross-Origin-Opener-Policy"))
		require.Contains(t, res.Header.Get("Permissions-Policy"), `autoplay=(self "http://localhost:9")`)
	}
}

// The opener of a game's window must keep its handle when that window goes from /preload to the vendor's origin.
func theWindowOfAGameKeepsItsOpener(t *testing.T, s *served) {
	t.Helper()
	for _, path := range []string{"/preload", "/preload/", "/preload?x=1"} {
		res, _ := s.get(t, s.origin()+path)
		require.Equal(t, http.StatusOK, res.StatusCode, path)
		require.Equal(t, "unsafe-none", res.Header.Get("Cross-Origin-Opener-Policy"), path)
		require.Contains(t, res.Header.Get("Content-Security-Policy"), "frame-ancestors 'none'", "all else is as on any page")
	}
	for _, path := range []string{"/preloader", "/preload/x", "/member/slot/game"} {
		res, _ := s.get(t, s.origin()+path)
		require.Equal(t, "same-origin-allow-popups", res.Header.Get("Cross-Origin-Opener-Policy"), path)
	}
}

func otherFilesAreNotFound(t *testing.T, s *served) {
	t.Helper()
	for _, path := range []string{
		"/assets/gone.js", "/assets/app-1a2b3c.js.map", "/.env", "/.git/config", "/metrics", "/debug/pprof", "/readyz", "/assets/../outside.js",
		"/assets/%2e%2e/%2e%2e/outside.js", "/favicon.svg/x.js",
	} {
		res, text := s.get(t, s.origin()+path)
		require.Contains(t, []int{http.StatusNotFound, http.StatusBadRequest}, res.StatusCode, path)
		require.NotContains(t, text, "secret")
	}
	res, _ := s.send(t, http.MethodPost, s.origin()+"/", nil)
	require.Equal(t, http.StatusMethodNotAllowed, res.StatusCode)
}

func assetsAreCompressedAndKept(t *testing.T, s *served) {
	t.Helper()
	js := s.origin() + "/assets/app-1a2b3c.js"
	res, text := s.get(t, js, "Accept-Encoding", "gzip, deflate, br")
	require.Equal(t, "gzip", res.Header.Get("Content-Encoding"))
	require.Equal(t, "public, max-age=31536000, immutable", res.Header.Get("Cache-Control"))
	require.Equal(t, "Accept-Encoding", res.Header.Get("Vary"))
	z, err := gzip.NewReader(strings.NewReader(text))
	require.NoError(t, err)
	plain, err := io.ReadAll(z)
	require.NoError(t, err)
	require.Equal(t, s.script, string(plain))
	again, _ := s.get(t, js, "Accept-Encoding", "gzip", "If-None-Match", res.Header.Get("ETag"))
	require.Equal(t, http.StatusNotModified, again.StatusCode)
	res, text = s.get(t, js)
	require.Empty(t, res.Header.Get("Content-Encoding"))
	require.Equal(t, s.script, text)
	for name, kind := range map[string]string{
		"/assets/app-1a2b3c.js": "text/javascript; charset=utf-8", "/": "text/html; charset=utf-8", "/favicon.svg": "image/svg+xml",
		"/manifest-ko.webmanifest": "application/manifest+json", "/sw.js": "text/javascript; charset=utf-8", "/font.woff2": "font/woff2",
	} {
		res, _ := s.get(t, s.origin()+name)
		require.Equal(t, kind, res.Header.Get("Content-Type"))
	}
	for name, kept := range map[string]string{
		"/": "no-cache", "/offline.html": "no-cache", "/sw.js": "no-cache", "/manifest-ko.webmanifest": "no-cache", "/favicon.svg": "public, max-age=3600",
	} {
		res, _ := s.get(t, s.origin()+name)
		require.Equal(t, kept, res.Header.Get("Cache-Control"), name)
	}
}

func otherNamesOfTheMachine(t *testing.T, s *served) {
	t.Helper()
	res, _ := s.get(t, "http://evil.test:8080/api/x")
	require.Equal(t, http.StatusMisdirectedRequest, res.StatusCode)
	for _, path := range []string{"/slot?a=1", "/api/x"} {
		res, _ = s.get(t, "http://"+loopback.Address(s.port)+path)
		require.Equal(t, http.StatusTemporaryRedirect, res.StatusCode)
		require.Equal(t, s.origin()+path, res.Header.Get("Location"))
	}
}

func TestAProgramThatIsDownIsTheEnvelopeE002(t *testing.T) {
	t.Parallel()
	gone, err := loopback.FreeAddress()
	require.NoError(t, err)
	s := &served{}
	s.start(t, front{Dist: t.TempDir(), API: gone, Hub: gone, Games: "http://localhost:9"})
	res, text := s.get(t, s.origin()+"/api/main")
	require.Equal(t, http.StatusServiceUnavailable, res.StatusCode)
	require.Contains(t, text, `{"resultCode":"E002","resultMessage":"","data":{},"traceId":"`)
	require.Equal(t, "1", res.Header.Get("Retry-After"))
}

func websocketsPass(t *testing.T, s *served) {
	t.Helper()
	conn, err := net.Dial("tcp", loopback.Address(s.port))
	require.NoError(t, err)
	defer func() { _ = conn.Close() }()
	_, err = io.WriteString(conn, "GET /hub HTTP/1.1\r\nHost: localhost\r\nConnection: Upgrade\r\nUpgrade: websocket\r\n\r\n")
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

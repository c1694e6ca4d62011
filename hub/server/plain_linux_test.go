package server

import (
	"bufio"
	"io"
	"maps"
	"net"
	"net/http"
	"strings"
	"testing"
	"time"

	"github.com/stretchr/testify/require"
	"golang.org/x/sys/unix"

	"hubstake/internal/access/token"
	"hubstake/internal/testkit"
	"hubstake/internal/testkit/rdstest"
)

// requestLines is an upgrade request, line by line.
func requestLines(change ...string) []string {
	lines := []string{
		"GET /hub?shard={3} HTTP/1.1", "Host: site.test", "User-Agent: test", "Connection: keep-alive, Upgrade", "Upgrade: websocket",
		"Sec-WebSocket-Version: 13", "Sec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==", "Sec-WebSocket-Protocol: other, v10.stomp, v12.stomp",
		"Sec-WebSocket-Extensions: permessage-deflate; client_max_window_bits", "Origin: " + origin,
	}
	for _, c := range change {
		name, value, _ := strings.Cut(c, ":")
		kept := lines[:0:0]
		for _, l := range lines {
			if !strings.HasPrefix(l, name) {
				kept = append(kept, l)
			}
		}
		if lines = kept; value != "" {
			lines = append(lines, c)
		}
	}
	return lines
}

// exchange sends a request at once, or in two pieces, of which the first reaches the hub by itself, and returns the answer.
func exchange(t *testing.T, h *hub, request string, pieces bool) *http.Response {
	t.Helper()
	c, err := net.Dial("tcp", h.Addr())
	require.NoError(t, err)
	t.Cleanup(func() { _ = c.Close() })
	require.NoError(t, c.SetDeadline(time.Now().Add(testkit.Patience)))
	if pieces {
		_, err = c.Write([]byte(request[:10]))
		require.NoError(t, err)
		testkit.Eventually(t, func() bool { return h.app.Server().GetOpenConnectionsCount() > 0 })
		request = request[10:]
	}
	_, err = c.Write([]byte(request))
	require.NoError(t, err)
	res, err := http.ReadResponse(bufio.NewReader(c), nil)
	require.NoError(t, err)
	return res
}

// The answer to a request does not depend on who reads it, the event loop or Fiber.
func TestBothWaysToUpgradeGoByTheSameRules(t *testing.T) {
	t.Parallel()
	w := newWorld(t, rdstest.URL(t))
	for name, c := range map[string]struct {
		lines  []string
		change func(*Config)
		status int
		reason string // of hub_refusals_total
	}{
		"plain":                {requestLines(), nil, 101, ""},
		"without a query":      {append([]string{"GET /hub HTTP/1.1"}, requestLines("GET:")...), nil, 101, ""},
		"no origin":            {requestLines("Origin:"), nil, 101, ""},
		"no protocol":          {requestLines("Sec-WebSocket-Protocol:"), nil, 101, ""},
		"small letters":        {requestLines("Upgrade: WebSocket", "Connection: upgrade"), nil, 101, ""},
		"evil origin":          {requestLines("Origin: https://evil.test"), nil, 403, byOrigin},
		"null origin":          {requestLines("Origin: null"), nil, 403, byOrigin},
		"suffix of ours":       {requestLines("Origin: https://site.test.evil.test"), nil, 403, byOrigin},
		"another path":         {append([]string{"GET /hub/ HTTP/1.1"}, requestLines("GET:")...), nil, 404, ""},
		"another beginning":    {append([]string{"GET /hubs HTTP/1.1"}, requestLines("GET:")...), nil, 404, ""},
		"POST":                 {append([]string{"POST /hub HTTP/1.1"}, requestLines("GET:")...), nil, 405, ""},
		"no upgrade":           {requestLines("Upgrade:"), nil, 426, ""},
		"no connection":        {requestLines("Connection:"), nil, 426, ""},
		"version 12":           {requestLines("Sec-WebSocket-Version: 12"), nil, 426, ""},
		"no key":               {requestLines("Sec-WebSocket-Key:"), nil, 426, ""},
		"too long":             {requestLines("X-Long: " + strings.Repeat("x", maxHandshake)), nil, 431, ""},
		"balancer, no address": {requestLines(), trusting, 503, byForwarded},
		"balancer, no such":    {requestLines("X-Forwarded-For: nonsense"), trusting, 503, byForwarded},
		"balancer":             {requestLines("X-Forwarded-For: 192.0.2.1, 198.51.100.7"), trusting, 101, ""},
		"none of the address":  {requestLines("X-Forwarded-For: 198.51.100.9"), full, 429, byAddress},
		"one of another":       {requestLines("X-Forwarded-For: 198.51.100.9, 198.51.100.8"), full, 101, ""},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			var heads []http.Header
			for _, pieces := range []bool{false, true} {
				h := w.hub(t, func(cfg *Config) {
					if cfg.MaxUpgradeRate = 0; c.change != nil {
						c.change(cfg)
					}
				})
				if name == "none of the address" || name == "one of another" {
					require.True(t, h.admission.enter("198.51.100.9"))
				}
				res := exchange(t, h, strings.Join(c.lines, "\r\n")+"\r\n\r\n", pieces)
				require.Equal(t, c.status, res.StatusCode, "in pieces: %v", pieces)
				if c.reason != "" {
					require.EqualValues(t, 1, h.metric(t, "hub_refusals_total", "reason="+c.reason))
				}
				if c.status == 429 {
					require.Regexp(t, "^[1-9]$", res.Header.Get("Retry-After"))
					body, err := io.ReadAll(res.Body)
					require.NoError(t, err)
					require.Equal(t, "Too Many Requests", string(body))
				}
				if c.status == 101 {
					testkit.Eventually(t, func() bool { return h.node.Open() == 1 && h.admission.handshakes.pending.Load() == 0 })
				} else {
					require.Zero(t, h.node.Open())
				}
				head := res.Header.Clone()
				maps.DeleteFunc(head, func(name string, _ []string) bool { return !strings.HasPrefix(name, "Sec-") && name != "Upgrade" })
				heads = append(heads, head)
			}
			require.Equal(t, heads[0], heads[1])
			if c.status == 101 {
				require.Equal(t, "s3pPLMBiTxaQ9kYGzzhZRbK+xOo=", heads[0].Get("Sec-WebSocket-Accept"))
			}
		})
	}
}

// trusting takes the test for a load balancer; full lets an address have one connection.
func trusting(c *Config) { c.TrustedProxies = []string{"127.0.0.1"} }

func full(c *Config) {
	trusting(c)
	c.MaxPerAddress = 1
}

func TestUnusualRequestsAreForFiber(t *testing.T) {
	t.Parallel()
	text := func(lines ...string) []byte { return []byte(strings.Join(lines, "\r\n") + "\r\n\r\n") }
	r, ok := parsePlain(append(text(requestLines()...), "frames"...))
	require.True(t, ok)
	require.Equal(t, len(text(requestLines()...)), r.size)
	require.Equal(t, origin, r.origin)
	for name, request := range map[string][]byte{
		"empty":                 nil,
		"no end":                text(requestLines()...)[:200],
		"HTTP/1.0":              text(append([]string{"GET /hub HTTP/1.0"}, requestLines("GET:")...)...),
		"blank in the target":   text(append([]string{"GET /hub?a b HTTP/1.1"}, requestLines("GET:")...)...),
		"fragment":              text(append([]string{"GET /hub#a HTTP/1.1"}, requestLines("GET:")...)...),
		"absolute":              text(append([]string{"GET http://site.test/hub HTTP/1.1"}, requestLines("GET:")...)...),
		"encoded":               text(append([]string{"GET /%68ub HTTP/1.1"}, requestLines("GET:")...)...),
		"no host":               text(requestLines("Host:")...),
		"two hosts":             text(append(requestLines(), "Host: evil.test")...),
		"two origins":           text(append(requestLines(), "Origin: https://evil.test")...),
		"two addresses":         text(append(requestLines(), "X-Forwarded-For: 192.0.2.1", "x-forwarded-for: 192.0.2.2")...),
		"two cookies":           text(append(requestLines(), "Cookie: a=b", "cookie: sid=c")...),
		"two keys":              text(append(requestLines(), "Sec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==")...),
		"empty origin":          text(append(requestLines("Origin:"), "Origin:")...),
		"a body":                text(append(requestLines(), "Content-Length: 1")...),
		"chunks":                text(append(requestLines(), "Transfer-Encoding: chunked")...),
		"expectation":           text(append(requestLines(), "Expect: 100-continue")...),
		"continued line":        text(append(requestLines(), " more")...),
		"blank before a colon":  text(append(requestLines(), "X-A : b")...),
		"no colon":              text(append(requestLines(), "X-A")...),
		"line end alone":        text(append(requestLines(), "X-A: b\nHost: evil.test")...),
		"return alone":          text(append(requestLines(), "X-A: b\rHost: evil.test")...),
		"null":                  text(append(requestLines(), "X-A: b\x00")...),
		"tab":                   text(append(requestLines(), "X-A:\tb")...),
		"not ASCII":             text(append(requestLines(), "X-A: é")...),
		"short key":             text(requestLines("Sec-WebSocket-Key: dGhl")...),
		"two protocols at once": text(requestLines("Upgrade: websocket, h2c")...),
		"too long":              text(requestLines("X-Long: " + strings.Repeat("x", maxHandshake))...),
	} {
		_, ok := parsePlain(request)
		require.False(t, ok, name)
	}
	for text, want := range map[string]string{
		"sid=a.b-_C": "a.b-_C", "x=y; sid=a": "a", "sid=": "", "xsid=a": "", "": "", "sid=a;b": "a",
		"sid=a; sid=b": "?", `sid="a"`: "?", "sid=a%20": "?", "sid=a b": "?", "SID=a": "?", "sid": "?", "sid =a": "?",
	} {
		v, ok := (&plainRequest{cookies: text}).cookie("sid")
		if want == "?" {
			require.False(t, ok, text)
			continue
		}
		require.True(t, ok, text)
		require.Equal(t, want, v, text)
	}
}

func TestCookiesCountOnBothWays(t *testing.T) {
	t.Parallel()
	w := newWorld(t, rdstest.URL(t))
	h := w.hub(t, nil)
	p := w.member()
	for _, more := range []string{"", `; other="in quotes"`, "; sid=again"} {
		ws, _, err := dial(h, http.Header{"Origin": {origin}, "Cookie": {"asid=x; sid=" + p.token + more}})
		require.NoError(t, err)
		c := attach(t, ws)
		c.send("CONNECT", "accept-version:1.2", "audience:"+string(token.Member))
		if more == "; sid=again" { // which one of two counts is Fiber's choice, and that of the token
			continue
		}
		c.greeted(p)
	}
}

func TestAcceptedSocketsInheritTheirOptions(t *testing.T) {
	t.Parallel()
	sockets, err := listen("127.0.0.1:0", 1)
	require.NoError(t, err)
	defer func() { _ = sockets[0].Close() }()
	c, err := net.Dial("tcp", sockets[0].Addr().String())
	require.NoError(t, err)
	defer func() { _ = c.Close() }()
	file, err := sockets[0].(*net.TCPListener).File()
	require.NoError(t, err)
	defer func() { _ = file.Close() }()
	fd, _, err := unix.Accept4(int(file.Fd()), unix.SOCK_CLOEXEC)
	require.NoError(t, err)
	defer func() { _ = unix.Close(fd) }()
	for name, option := range map[string]int{"TCP_NODELAY": unix.TCP_NODELAY, "TCP_NOTSENT_LOWAT": unix.TCP_NOTSENT_LOWAT, "TCP_USER_TIMEOUT": unix.TCP_USER_TIMEOUT} {
		n, err := unix.GetsockoptInt(fd, unix.IPPROTO_TCP, option)
		require.NoError(t, err, name)
		require.Positive(t, n, name)
	}
}

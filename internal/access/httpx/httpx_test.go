package httpx_test

import (
	"bufio"
	"context"
	"errors"
	"fmt"
	"io"
	"net"
	"net/http"
	"net/http/httptest"
	"net/netip"
	"strings"
	"testing"
	"time"

	"github.com/go-json-experiment/json"
	"github.com/gofiber/fiber/v3"
	"github.com/prometheus/client_golang/prometheus"
	"github.com/rs/zerolog"
	"github.com/stretchr/testify/require"

	"hubstake/internal/access/httpx"
	"hubstake/internal/access/token"
	"hubstake/internal/core/clock"
	"hubstake/internal/core/fault"
	"hubstake/internal/core/money"
	"hubstake/internal/core/right"
	"hubstake/internal/core/texts"
	"hubstake/internal/platform/peer"
	"hubstake/internal/testkit"
)

type echoRequest struct {
	Name   string      `json:"name"`
	Amount money.Input `json:"amount,omitzero"`
	Board  string      `json:"-" path:"board"`
}

type echoAnswer struct {
	Name   string       `json:"name"`
	Board  string       `json:"board"`
	Amount money.Amount `json:"amount"`
	Who    string       `json:"who"`
	Site   string       `json:"site"`
	IP     string       `json:"ip"`
	Lang   string       `json:"lang"`
}

func echo(_ context.Context, who httpx.Caller, r echoRequest) (echoAnswer, error) {
	switch r.Name {
	case "busy":
		return echoAnswer{}, fmt.Errorf("hash: %w", fault.TryLater)
	case "refuse":
		return echoAnswer{}, fault.DepositBelowMin.With("min", "10000")
	case "fail":
		return echoAnswer{}, errors.New("a secret of ours")
	case "panic":
		panic("a secret of ours")
	case "slow":
		return echoAnswer{}, context.DeadlineExceeded
	}
	amount, ok := r.Amount.Amount()
	if !ok && r.Name == "amount" {
		return echoAnswer{}, fault.AmountRequired
	}
	return echoAnswer{r.Name, r.Board, amount, who.MemID, who.Site, who.IP.String(), who.Lang}, nil
}

type login struct {
	value string
}

func (l login) SessionCookie() (token.Audience, string, time.Time) {
	return token.Member, l.value, time.Unix(4_000_000_000, 0)
}

func app(t *testing.T, secure bool, log io.Writer, change ...func(*httpx.Deps)) *fiber.App {
	t.Helper()
	d := httpx.Deps{
		Log: zerolog.New(log), Clock: clock.System{}, Metrics: httpx.NewMetrics(prometheus.NewRegistry()),
		Proxies: peer.Proxies{netip.MustParsePrefix("0.0.0.0/32")}, Secure: secure, Origins: []string{"https://site.test"},
		Reader: func(_, preferred string) texts.Reader { return texts.Reader{Language: preferred, Currency: "KRW"} },
		Site: func(_ context.Context, host string) (string, error) {
			switch host {
			case "site.test", "desk.test":
				return "demo", nil
			case "away.test":
				return "", context.DeadlineExceeded
			default:
				return "", nil
			}
		},
		Session: func(_ context.Context, text string, a token.Audience, _ bool) (httpx.Caller, error) {
			switch text {
			case "good":
				return httpx.Caller{MemID: "kim01", Site: "demo", Audience: a, Rights: []right.Right{right.Cash}}, nil
			case "confirmed":
				return httpx.Caller{MemID: "kim02", Site: "demo", Audience: a, Rights: []right.Right{right.Cash}}, nil
			case "elsewhere":
				return httpx.Caller{MemID: "lee02", Site: "demo", Audience: a}, httpx.Unauthorized(fault.LoggedInElsewhere)
			}
			return httpx.Caller{}, httpx.Unauthorized(fault.NoAccess)
		},
		Fresh: func(_ context.Context, who httpx.Caller) (bool, error) {
			if who.Site != "demo" {
				return false, errors.New("asked about a session of no site")
			}
			return who.MemID == "kim02", nil
		},
	}
	for _, f := range change {
		f(&d)
	}
	a := httpx.App(d)
	httpx.Mount(a, d, []httpx.Route{
		httpx.Post("/open", httpx.Public, echo),
		httpx.Post("/api/{board}/list", httpx.Member, echo, httpx.Alias("/api/{board}/lists")),
		httpx.Post("/staff", httpx.Staff, echo, httpx.Needs(right.Cash)),
		httpx.Post("/site", httpx.Staff, echo, httpx.Needs(right.Settings)),
		httpx.Post("/pay", httpx.Staff, echo, httpx.Needs(right.Cash), httpx.Fresh),
		httpx.Post("/api/admin/desk", httpx.Staff, echo),
		httpx.Post("/api/admin/login", httpx.Public, echo),
		httpx.Post("/options", httpx.Public, echo, httpx.Everywhere),
		httpx.Post("/login", httpx.Public, func(context.Context, httpx.Caller, struct{}) (login, error) { return login{"jwt"}, nil }),
		httpx.Post("/logout", httpx.Public, func(context.Context, httpx.Caller, struct{}) (login, error) { return login{}, nil }),
	})
	return a
}

type answer struct {
	status int
	header http.Header
	env    struct {
		ResultCode, ResultMessage, TraceID string
		Data                               map[string]any
	}
	body string
}

func post(t *testing.T, a *fiber.App, path, body string, header ...string) answer {
	t.Helper()
	r := httptest.NewRequest(http.MethodPost, "http://site.test"+path, strings.NewReader(body))
	r.Header.Set("content-type", "application/json")
	for i := 0; i < len(header); i += 2 {
		r.Header.Set(header[i], header[i+1])
		if header[i+1] == "" {
			r.Header.Del(header[i])
		}
	}
	return do(t, a, r)
}

func do(t *testing.T, a *fiber.App, r *http.Request) answer {
	t.Helper()
	if r.Header.Get("x-forwarded-for") == "" {
		r.Header.Set("x-forwarded-for", "192.0.2.200")
	}
	res, err := a.Test(r, fiber.TestConfig{Timeout: testkit.Patience})
	require.NoError(t, err)
	defer func() { _ = res.Body.Close() }()
	b, err := io.ReadAll(res.Body)
	require.NoError(t, err)
	out := answer{status: res.StatusCode, header: res.Header, body: string(b)}
	require.NoError(t, json.Unmarshal(b, &out.env, json.MatchCaseInsensitiveNames(true)), out.body)
	return out
}

func TestAnswers(t *testing.T) {
	t.Parallel()
	a := app(t, true, io.Discard)
	ok := post(t, a, "/api/notice/list", `{"siteId":"demo","name":"x","amount":"12"}`, "authorization", "bearer good", "accept-language", "ko-KR,ko;q=0.9")
	require.Equal(t, 200, ok.status)
	require.Equal(t, "200", ok.env.ResultCode)
	require.Equal(t, "SUCCESS", ok.env.ResultMessage)
	require.Equal(t, "no-store", ok.header.Get("cache-control"))
	require.Len(t, ok.env.TraceID, 32)
	require.Equal(t, "notice", ok.env.Data["board"])
	require.Equal(t, "ko", ok.env.Data["lang"])
	require.Equal(t, "kim01", ok.env.Data["who"])

	traced := post(t, a, "/open", `{"name":"x"}`, "traceparent", "00-0af7651916cd43dd8448eb211c80319c-b7ad6b7169203331-01", "x-request-id", "b7ad6b71-6920-3331")
	require.Equal(t, "0af7651916cd43dd8448eb211c80319c", traced.env.TraceID, "of the balancer")
	require.Equal(t, "b7ad6b71-6920-3331", traced.header.Get("x-request-id"))

	refused := post(t, a, "/open", `{"name":"refuse"}`)
	require.Equal(t, 200, refused.status, "a refusal of the product is an answer")
	require.Equal(t, "C004", refused.env.ResultCode)
	require.Equal(t, map[string]any{"min": "10000"}, refused.env.Data["params"])
}

// A refusal is a sentence for its reader: in the language of the request, with the figures of the site, and without internal
// details.
func TestARefusalIsASentenceInTheReadersLanguage(t *testing.T) {
	t.Parallel()
	a := app(t, true, io.Discard)
	for header, want := range map[string]string{
		"ko-KR,ko;q=0.9": "입금은 10,000원부터 가능합니다. 금액을 확인해 주세요.",
		"en":             "The minimum deposit is ₩10,000. Please change the amount.",
		"":               "Mỗi lần nạp tối thiểu 10.000\u00a0₩. Vui lòng nhập lại số tiền.",
	} {
		refused := post(t, a, "/open", `{"name":"refuse"}`, "accept-language", header)
		require.Equal(t, "C004", refused.env.ResultCode)
		require.Equal(t, want, refused.env.ResultMessage)
	}
	lost := post(t, a, "/nowhere", `{}`, "accept-language", "en")
	require.Equal(t, 404, lost.status)
	require.Equal(t, "This could not be completed. Please try again; if it happens again, contact customer service.", lost.env.ResultMessage)
	stranger := post(t, a, "/staff", `{}`, "accept-language", "en")
	require.Equal(t, 401, stranger.status)
	require.Equal(t, "You do not have access right now. Please log in again; if that does not help, contact customer service.", stranger.env.ResultMessage)
}

// security.md 2.4, D-41: what is malformed is refused before a handler sees it.
func TestMalformedRequests(t *testing.T) {
	t.Parallel()
	a := app(t, true, io.Discard)
	for name, body := range map[string]string{
		"array": `[]`, "string": `"x"`, "null": `null`, "number": `1`, "cut": `{"name":"x"`, "trailing": `{"name":"x"} {}`,
		"unknown field": `{"name":"x","cashAmt":1}`, "mass assignment": `{"name":"x","isAdmin":true}`,
		"wrong type": `{"name":1}`, "wrong case": `{"NAME":"x"}`, "repeated": `{"name":"x","name":"y"}`, "repeated site": `{"siteId":"demo","siteId":"demo"}`,
		"NaN": `{"amount":NaN}`, "BOM": "\ufeff{}", "UTF-16": "{\x00}\x00", "bad UTF-8": "{\"name\":\"\xff\"}",
		"site null": `{"siteId":null}`, "site number": `{"siteId":1}`,
		"unpaired surrogate": `{"name":"\ud800"}`, "NUL": `{"name":"a\u0000b"}`,
		"deep": `{"name":` + strings.Repeat("[", 200) + strings.Repeat("]", 200) + `}`, "path field": `{"board":"x"}`,
	} {
		r := post(t, a, "/open", body)
		require.Equal(t, 400, r.status, "%s: %s", name, r.body)
		require.Equal(t, "E001", r.env.ResultCode, name)
	}
	require.Equal(t, 200, post(t, a, "/open", "").status, "no body is the empty object")
}

func TestTransportRefusals(t *testing.T) {
	t.Parallel()
	a := app(t, true, io.Discard)
	for name, c := range map[string]struct {
		got    answer
		status int
		code   string
	}{
		"text":            {post(t, a, "/open", `{}`, "content-type", "text/plain"), 415, "E001"},
		"form":            {post(t, a, "/open", `a=b`, "content-type", "application/x-www-form-urlencoded"), 415, "E001"},
		"UTF-16":          {post(t, a, "/open", `{}`, "content-type", "application/json;charset=utf-16"), 415, "E001"},
		"no type":         {post(t, a, "/open", `{}`, "content-type", ""), 415, "E001"},
		"unknown path":    {post(t, a, "/nothing", `{}`), 404, "E001"},
		"GET":             {do(t, a, httptest.NewRequest(http.MethodGet, "http://site.test/open", nil)), 405, "E001"},
		"PUT":             {do(t, a, httptest.NewRequest(http.MethodPut, "http://site.test/open", nil)), 405, "E001"},
		"foreign host":    {do(t, a, withJSON(httptest.NewRequest(http.MethodPost, "http://other.test/open", strings.NewReader("{}")))), 403, "U030"},
		"foreign site":    {post(t, a, "/open", `{"siteId":"other"}`), 403, "U030"},
		"no token":        {post(t, a, "/api/x/list", `{}`), 401, "U029"},
		"bad token":       {post(t, a, "/api/x/list", `{}`, "token", "bad"), 401, "U029"},
		"replaced":        {post(t, a, "/api/x/list", `{}`, "token", "elsewhere"), 401, "U017"},
		"missing right":   {post(t, a, "/site", `{}`, "token", "good"), 403, "U029"},
		"cookie, no page": {post(t, a, "/api/x/list", `{}`, "cookie", "__Host-sid=good"), 403, "U029"},
		"cookie, evil":    {post(t, a, "/api/x/list", `{}`, "cookie", "__Host-sid=good", "origin", "https://evil.test"), 403, "U029"},
		"cookie of staff": {post(t, a, "/staff", `{}`, "cookie", "__Host-sid=good", "origin", "https://site.test"), 401, "U029"},
		"our fault":       {post(t, a, "/open", `{"name":"fail"}`), 500, "E001"},
		"panic":           {post(t, a, "/open", `{"name":"panic"}`), 500, "E001"},
		"database away":   {post(t, a, "/open", `{"name":"slow"}`), 503, "E002"},
		"site not known":  {do(t, a, withJSON(httptest.NewRequest(http.MethodPost, "http://away.test/open", strings.NewReader("{}")))), 503, "E002"},
	} {
		require.Equal(t, c.status, c.got.status, name)
		require.Equal(t, c.code, c.got.env.ResultCode, name)
		require.NotContains(t, c.got.body, "secret", name)
	}
	require.Equal(t, 200, post(t, a, "/staff", `{}`, "token", "good").status)
	require.Equal(t, 200, post(t, a, "/api/x/lists", `{}`, "cookie", "__Host-sid=good", "origin", "https://site.test").status)
}

func withJSON(r *http.Request) *http.Request {
	r.Header.Set("content-type", "application/json")
	return r
}

func TestCookies(t *testing.T) {
	t.Parallel()
	for secure, name := range map[bool]string{true: "__Host-sid", false: "sid"} {
		a := app(t, secure, io.Discard)
		c := post(t, a, "/login", `{}`).header.Get("set-cookie")
		require.True(t, strings.HasPrefix(c, name+"=jwt;"), c)
		require.Contains(t, c, "HttpOnly")
		require.Contains(t, c, "SameSite=Strict")
		require.Equal(t, secure, strings.Contains(strings.ToLower(c), "secure"))
		out := post(t, a, "/logout", `{}`)
		require.Contains(t, out.header.Get("set-cookie"), name+"=;")
		require.Equal(t, `"storage"`, out.header.Get("clear-site-data"))
	}
}

// GLI: what is no positive whole number never becomes an amount.
func TestInvalidAmountsAreRejected(t *testing.T) {
	t.Parallel()
	a := app(t, true, io.Discard)
	for _, amount := range []string{`-1`, `0`, `1.5`, `"1,000"`, `1e3`, `null`, `true`, `[]`, `{}`, `"０１"`, `9223372036854775808`, `""`, `" 1"`, `"+1"`} {
		r := post(t, a, "/open", `{"name":"amount","amount":`+amount+`}`)
		require.Equal(t, "C009", r.env.ResultCode, amount)
	}
	r := post(t, a, "/open", `{"name":"amount","amount":10000}`)
	require.EqualValues(t, 10000, r.env.Data["amount"])
}

func TestOneLinePerRequest(t *testing.T) {
	t.Parallel()
	var log strings.Builder
	a := app(t, true, &log)
	post(t, a, "/open", `{"name":"x"}`, "user-agent", "a\n{\"level\":\"info\"}")
	require.Equal(t, 1, strings.Count(log.String(), "\n"))
	require.Contains(t, log.String(), `"route":"/open"`)
	require.Contains(t, log.String(), `"dur_ms":`)
}

func TestOverloadIs503AndNotOurFailure(t *testing.T) { // E002: too many logins are being hashed
	t.Parallel()
	var log strings.Builder
	a := app(t, true, &log)
	busy := post(t, a, "/open", `{"name":"busy"}`)
	require.Equal(t, http.StatusServiceUnavailable, busy.status)
	require.Equal(t, "E002", busy.env.ResultCode)
	require.Equal(t, "5", busy.header.Get("retry-after"))
	require.NotContains(t, log.String(), `"level":"error"`)
}

// ASVS 16.3: refusals at the door and all calls of staff say who and from where; other lines do not.
func TestRefusalsAndStaffAreLoggedWithIDAndAddress(t *testing.T) {
	t.Parallel()
	var log strings.Builder
	a := app(t, true, &log)
	line := func(do func()) map[string]any {
		log.Reset()
		do()
		out := map[string]any{}
		require.NoError(t, json.Unmarshal([]byte(log.String()), &out), log.String())
		return out
	}
	for name, c := range map[string]struct {
		do    func()
		actor string
	}{
		"no right":       {func() { post(t, a, "/site", `{}`, "token", "good") }, "kim01"},
		"staff":          {func() { post(t, a, "/staff", `{}`, "token", "good") }, "kim01"},
		"replaced":       {func() { post(t, a, "/api/x/list", `{}`, "token", "elsewhere") }, "lee02"},
		"no session":     {func() { post(t, a, "/api/x/list", `{}`) }, ""},
		"foreign cookie": {func() { post(t, a, "/api/x/list", `{}`, "cookie", "__Host-sid=good", "origin", "https://evil.test") }, ""},
		"foreign site":   {func() { post(t, a, "/api/x/list", `{"siteId":"other"}`, "token", "good") }, "kim01"},
	} {
		got := line(c.do)
		require.Equal(t, c.actor, got["actor"], name)
		require.Equal(t, "192.0.2.200", got["address"], name)
	}
	plain := line(func() { post(t, a, "/api/x/list", `{}`, "token", "good", "x-request-id", "0123456789abcdef") })
	require.NotContains(t, plain, "actor")
	require.NotContains(t, plain, "address")
	require.Equal(t, "0123456789abcdef", plain["request_id"])
	require.Regexp(t, "^[0-9a-f]{32}$", plain["trace_id"])
}

// F1: a load balancer is not a caller. A request without a forwarded address is refused and counted.
func TestACallerWhomTheBalancerDoesNotNameIsRefused(t *testing.T) {
	t.Parallel()
	a := app(t, true, io.Discard)
	for _, header := range []string{"nonsense", "192.0.2.7,", "::ffff:1.2.3.4.5"} {
		r := post(t, a, "/open", `{"name":"x"}`, "x-forwarded-for", header)
		require.Equal(t, http.StatusServiceUnavailable, r.status, header)
		require.Equal(t, "E002", r.env.ResultCode)
	}
	require.Equal(t, "192.0.2.7", post(t, a, "/open", `{"name":"x"}`, "x-forwarded-for", "198.51.100.1, ::ffff:192.0.2.7").env.Data["ip"])
}

// The host of a public call is the request's own: a header does not choose the tenant.
func TestAForwardedHostDoesNotChooseTheSite(t *testing.T) {
	t.Parallel()
	a := app(t, true, io.Discard)
	r := withJSON(httptest.NewRequest(http.MethodPost, "http://other.test/open", strings.NewReader("{}")))
	r.Header.Set("X-Forwarded-Host", "site.test")
	require.Equal(t, http.StatusForbidden, do(t, a, r).status)
	r = withJSON(httptest.NewRequest(http.MethodPost, "http://site.test:8443/open", strings.NewReader("{}")))
	r.Header.Set("X-Forwarded-Host", "other.test")
	require.Equal(t, http.StatusOK, do(t, a, r).status)
}

// security.md 4.2.1: two readers may understand a request with two lengths in two ways.
func TestALengthBesideChunksIsRefused(t *testing.T) {
	t.Parallel()
	a := app(t, true, io.Discard)
	ln, err := net.Listen("tcp", "127.0.0.1:0")
	require.NoError(t, err)
	ended := make(chan error, 1)
	go func() { ended <- a.Listener(ln, fiber.ListenConfig{DisableStartupMessage: true}) }()
	t.Cleanup(func() {
		require.NoError(t, a.Shutdown())
		require.NoError(t, <-ended)
	})
	send := func(framing string) *http.Response {
		c, err := net.Dial("tcp", ln.Addr().String())
		require.NoError(t, err)
		t.Cleanup(func() { _ = c.Close() })
		_, err = io.WriteString(c, "POST /open HTTP/1.1\r\nHost: site.test\r\nContent-Type: application/json\r\n"+framing+"\r\n\r\n2\r\n{}\r\n0\r\n\r\n")
		require.NoError(t, err)
		res, err := http.ReadResponse(bufio.NewReader(c), nil)
		require.NoError(t, err)
		require.NoError(t, res.Body.Close())
		return res
	}
	require.Equal(t, http.StatusOK, send("Transfer-Encoding: chunked").StatusCode)
	for _, framing := range []string{"Content-Length: 6\r\nTransfer-Encoding: chunked", "Transfer-Encoding: chunked\r\ncOntent-length: 6"} {
		res := send(framing)
		require.Equal(t, http.StatusBadRequest, res.StatusCode, framing)
		require.True(t, res.Close, "the connection ends")
	}
}

// A route without any permitted caller, or one that needs a right its callers cannot have, is found when the program starts.
func TestARouteNeedsARightThatThereIs(t *testing.T) {
	t.Parallel()
	handle := func(context.Context, httpx.Caller, httpx.None) (httpx.None, error) { return httpx.None{}, nil }
	require.NotPanics(t, func() { httpx.Post("/staff", httpx.Staff, handle, httpx.Needs(right.Cash)) })
	require.Panics(t, func() { httpx.Post("/staff", httpx.Staff, handle, httpx.Needs("csah")) })
	require.Panics(t, func() { httpx.Post("/member", httpx.Member, handle, httpx.Needs(right.Cash)) })
	always := func(httpx.None) bool { return true }
	require.NotPanics(t, func() { httpx.Post("/partner", httpx.Partner, handle, httpx.NeedsAlso(right.RateModify, always)) })
	require.Panics(t, func() { httpx.Post("/partner", httpx.Partner, handle, httpx.NeedsAlso(right.Cash, always)) })
	require.Panics(t, func() { httpx.Post("/member", httpx.Member, handle, httpx.Fresh) }, "members have no one-time codes")
}

// S-85: without a fresh code the handler is not reached. A call that fails anyhow asks for none.
func TestACallThatNeedsAFreshCodeIsRefusedWithout(t *testing.T) {
	t.Parallel()
	a := app(t, true, io.Discard)
	stale := post(t, a, "/pay", `{"name":"x"}`, "token", "good")
	require.Equal(t, []any{200, "U045"}, []any{stale.status, stale.env.ResultCode})
	require.Equal(t, 400, post(t, a, "/pay", `{"noSuchField":1}`, "token", "good").status)
	require.Equal(t, 403, post(t, a, "/pay", `{"siteId":"other"}`, "token", "good").status)
	require.Equal(t, "200", post(t, a, "/pay", `{"name":"x"}`, "token", "confirmed").env.ResultCode)
	require.Equal(t, "200", post(t, a, "/staff", `{"name":"x"}`, "token", "good").env.ResultCode, "other calls need none")
}

// The back office on a host of its own: its calls are answered there alone, those of members are not, and neither trusts pages of the other.
func TestTheBackOfficeOnAHostOfItsOwn(t *testing.T) {
	t.Parallel()
	const site, desk = "site.test", "desk.test"
	apart := app(t, true, io.Discard, func(d *httpx.Deps) {
		d.Consoles, d.Origins = []string{desk}, []string{"https://site.test", "https://desk.test"}
	})
	ask := func(a *fiber.App, host, path string, header ...string) answer {
		r := withJSON(httptest.NewRequest(http.MethodPost, "http://"+host+path, strings.NewReader(`{}`)))
		for i := 0; i < len(header); i += 2 {
			r.Header.Set(header[i], header[i+1])
		}
		return do(t, a, r)
	}
	for _, c := range []struct {
		host, path string
		status     int
	}{
		{desk, "/api/admin/login", 200},
		{"DESK.test:8443", "/api/admin/login", 200},
		{site, "/api/admin/login", 404},
		{site, "/open", 200},
		{desk, "/open", 404},
		{desk, "/options", 200},
		{site, "/options", 200},
	} {
		got := ask(apart, c.host, c.path)
		require.Equal(t, c.status, got.status, "%s%s", c.host, c.path)
	}
	require.Equal(t, 404, ask(apart, site, "/api/admin/desk", "token", "good").status, "also with a session")
	require.Equal(t, 200, ask(apart, desk, "/api/admin/desk", "token", "good").status)
	cookies := func(a *fiber.App, host, path, cookie, origin string) int {
		return ask(a, host, path, "cookie", cookie+"=good", "origin", origin).status
	}
	require.Equal(t, 200, cookies(apart, desk, "/api/admin/desk", "__Host-asid", "https://desk.test"))
	require.Equal(t, 403, cookies(apart, desk, "/api/admin/desk", "__Host-asid", "https://site.test"), "a page of the site acts for no staff")
	require.Equal(t, 200, cookies(apart, site, "/api/x/list", "__Host-sid", "https://site.test"))
	require.Equal(t, 403, cookies(apart, site, "/api/x/list", "__Host-sid", "https://desk.test"))

	together := app(t, true, io.Discard)
	for _, path := range []string{"/api/admin/login", "/open", "/options"} {
		require.Equal(t, 200, ask(together, site, path).status, "one origin without the setting")
	}
	require.Equal(t, 200, cookies(together, site, "/api/admin/desk", "__Host-asid", "https://site.test"))
}

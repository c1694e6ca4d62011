package httpx

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"mime"
	"net"
	"net/netip"
	"net/url"
	"runtime/debug"
	"slices"
	"strings"
	"time"

	"github.com/go-json-experiment/json"
	"github.com/gofiber/fiber/v3"
	"github.com/rs/zerolog"
	"github.com/valyala/fasthttp"

	"hubstake/internal/access/idempotency"
	"hubstake/internal/access/limit"
	"hubstake/internal/access/token"
	"hubstake/internal/core/clock"
	"hubstake/internal/core/sheet"
	"hubstake/internal/core/texts"
	"hubstake/internal/platform/obs"
	"hubstake/internal/platform/peer"
)

// Timeout bounds a request, whatever it waits for.
const Timeout = 10 * time.Second

// KeyHeader names a call: sent again under the same name it has no second effect (M12).
const KeyHeader = "Idempotency-Key"

// Deps is what the doorway needs from the program.
type Deps struct {
	Log     zerolog.Logger
	Clock   clock.Clock
	Metrics *Metrics
	Secure  bool         // cookies for https
	Origins []string     // exact origins from which a browser may use its cookie
	Proxies peer.Proxies // load balancers whose forwarding headers are trusted; headers from other peers are ignored
	Tracer  *obs.Tracer
	Limits  *limit.Limiter // nil: no rate limits

	// BackOffice are the networks from which /api/admin and /api/docs may be called; none means all.
	BackOffice []netip.Prefix

	// Consoles are the hosts of the back office. When there are some, its calls are answered on them alone, and no calls of members are; none means that
	// one origin serves both.
	Consoles []string

	// Denied is called when staff is refused for a missing right, a foreign site or its rate; nil: not called.
	Denied func(ctx context.Context, who Caller, route, code string)

	// Reader tells of the readers of a site's answers who prefer a language, without a query; nil knows nothing of sites. site is
	// empty when the call's is not known.
	Reader func(site, preferred string) texts.Reader

	// Site names the site of a host; empty when no site has it.
	Site func(ctx context.Context, host string) (string, error)
	// Session checks a token for an audience. active says that a person is behind the call. With an error, the caller says as much
	// as is known of whose token it was; it goes into the log and nowhere else.
	Session func(ctx context.Context, text string, audience token.Audience, active bool) (Caller, error)
	// Fresh reports whether the session of a staff member has a fresh one-time code. It is asked at the moment that it matters.
	Fresh func(ctx context.Context, who Caller) (bool, error)
}

// App makes the Fiber application with the limits of the API: 64 KiB bodies (but PostFile), 16 KiB headers. Fiber itself trusts no proxy:
// package peer reads the balancer's headers, and X-Forwarded-Host is never read.
func App(d Deps) *fiber.App {
	app := fiber.New(fiber.Config{
		BodyLimit: 64 << 10, ReadBufferSize: 16 << 10, Immutable: true, StrictRouting: true, CaseSensitive: true,
		DisablePreParseMultipartForm: true, // no route takes a form: one is refused like any other type
		ReadTimeout:                  15 * time.Second, WriteTimeout: 30 * time.Second, IdleTimeout: 75 * time.Second,
		ErrorHandler: func(c fiber.Ctx, err error) error {
			from, _ := PeerOf(c)
			who := Caller{IP: from.Address, Trace: traceOf(from), Lang: lang(c.Get(fiber.HeaderAcceptLanguage))}
			if status, _, failure := verdict(err); !failure && status < fiber.StatusInternalServerError {
				err = d.nonsense(c.Context(), from.Address, err)
			}
			return d.answer(c, who, "", d.Clock.Now(), nil, err)
		},
	})
	app.Use(d.arrive)
	return app
}

// arrival is what arrive found out about a request.
type arrival struct {
	peer peer.Peer
	err  error
}

// arrivalKey is where arrive leaves an arrival.
type arrivalKey struct{}

// arrive finds out who calls, names the request as the balancer does, and refuses framing that two programs may read in two ways.
func (d Deps) arrive(c fiber.Ctx) error {
	a := arrival{}
	if a.peer, a.err = d.Proxies.Of(c.RequestCtx()); a.err != nil {
		d.Metrics.unreadable.Inc()
	}
	c.Locals(arrivalKey{}, a)
	if a.peer.RequestID != "" {
		c.Set(fiber.HeaderXRequestID, a.peer.RequestID)
	}
	if ambiguousLength(&c.Request().Header) {
		c.RequestCtx().SetConnectionClose()
		return errMalformed
	}
	return c.Next()
}

// PeerOf returns who sent a request; peer.ErrUnreadable when the balancer did not say it, and the request must be refused.
func PeerOf(c fiber.Ctx) (peer.Peer, error) {
	a, ok := c.Locals(arrivalKey{}).(arrival)
	if !ok {
		return peer.Peer{}, peer.ErrUnreadable
	}
	return a.peer, a.err
}

// ambiguousLength reports whether a request has both Content-Length and Transfer-Encoding (RFC 9112, 6.1: request smuggling).
// The parser drops the length of a chunked request, so the header is searched as it came.
func ambiguousLength(h *fasthttp.RequestHeader) bool {
	return h.ContentLength() == -1 && bytes.Contains(bytes.ToLower(h.RawHeaders()), []byte("content-length:"))
}

// Mount adds routes to the application.
func Mount(app *fiber.App, d Deps, routes []Route) {
	allowFiles(app, routes)
	for _, r := range routes {
		for _, path := range append([]string{r.Path}, r.Aliases...) {
			app.Post(fiberPath(path), d.handler(r))
		}
	}
}

func (d Deps) handler(r Route) fiber.Handler {
	return func(c fiber.Ctx) (err error) {
		start := d.Clock.Now()
		defer d.Metrics.begin(r)()
		ctx, cancel := context.WithTimeout(c.Context(), Timeout)
		defer cancel()
		from, unreadable := PeerOf(c)
		ctx, span := Begin(ctx, d.Tracer, from, r.Path)
		who := Caller{
			IP: from.Address, Trace: span.Traceparent, UserAgent: cut(c.Get(fiber.HeaderUserAgent), 256),
			Lang: lang(c.Get(fiber.HeaderAcceptLanguage)),
		}
		var res any
		defer func() {
			if p := recover(); p != nil {
				d.Metrics.panics.Inc()
				err = fmt.Errorf("panic: %v\n%s", p, debug.Stack())
			}
			refused := err != nil
			d.denied(ctx, who, r, err)
			d.Metrics.turnedAway(err)
			code := codeOf(err)
			err = d.answer(c, who, r.Path, start, res, err)
			status := c.Response().StatusCode()
			d.Metrics.observe(r, who, class(status, refused), d.Clock.Now().Sub(start))
			span.End(status, code)
		}()
		if unreadable != nil {
			return unreadable
		}
		res, err = d.call(ctx, c, r, &who)
		return err
	}
}

// denied tells of staff whose call was refused at the door.
func (d Deps) denied(ctx context.Context, who Caller, r Route, err error) {
	if err == nil || d.Denied == nil || who.Audience != token.Admin || who.MemID == "" {
		return
	}
	if status, f, _ := verdict(err); status == fiber.StatusForbidden || status == fiber.StatusTooManyRequests {
		d.Denied(ctx, who, r.Path, f.Code())
	}
}

// backOffice is the beginning of every path of the back office, its login included.
const backOffice = "/api/admin/"

// mayEnter reports whether a route may be called from an address at all.
func (d Deps) mayEnter(r Route, ip netip.Addr) bool {
	return !strings.HasPrefix(r.Path, backOffice) || d.fromBackOffice(ip)
}

// here reports whether a route is answered on the host of a request.
func (d Deps) here(r Route, host string) bool {
	return len(d.Consoles) == 0 || r.Everywhere || d.isConsole(host) == strings.HasPrefix(r.Path, backOffice)
}

func (d Deps) isConsole(host string) bool { return slices.Contains(d.Consoles, strings.ToLower(host)) }

// fromBackOffice reports whether an address is one from which the back office may be called.
func (d Deps) fromBackOffice(ip netip.Addr) bool {
	return len(d.BackOffice) == 0 || slices.ContainsFunc(d.BackOffice, func(p netip.Prefix) bool { return p.Contains(ip.Unmap()) })
}

// Inside returns nil when a GET comes from a network of the back office and to its host, else the refusal.
func (d Deps) Inside(c fiber.Ctx) error {
	from, err := PeerOf(c)
	if err == nil && len(d.Consoles) > 0 && !d.isConsole(hostname(c)) {
		err = errNotHere
	}
	if err == nil && !d.fromBackOffice(from.Address) {
		err = errForbidden
	}
	return err
}

// Visited returns the site of a GET that everyone may make, a guest too, at the pace of Read. The back office's host has a site as well.
func (d Deps) Visited(c fiber.Ctx) (site string, err error) {
	from, err := PeerOf(c)
	if err != nil {
		return "", err
	}
	if err := tooOften(d.Limits.Address(c.Context(), limit.Read, from.Address)); err != nil {
		return "", err
	}
	site, err = d.Site(c.Context(), hostname(c))
	if err == nil && site == "" {
		err = errForeignSite
	}
	return site, err
}

type originKey struct{}

// Origin returns from where the call comes whose session is being looked up: its address and trace.
func Origin(ctx context.Context) Caller {
	who, _ := ctx.Value(originKey{}).(Caller)
	return who
}

// call does what happens before a handler, in this order: host, network, form of the request, session, pace, right, key, body.
func (d Deps) call(ctx context.Context, c fiber.Ctx, r Route, who *Caller) (any, error) {
	if !d.here(r, hostname(c)) {
		return nil, d.nonsense(ctx, who.IP, errNotHere)
	}
	if !d.mayEnter(r, who.IP) {
		return nil, d.nonsense(ctx, who.IP, errForbidden)
	}
	if !r.accepts(c.Get(fiber.HeaderContentType)) {
		return nil, d.nonsense(ctx, who.IP, errMediaType)
	}
	if r.Access == Public {
		// The address is counted before any lookup, so that invented host names are rate limited as well.
		if err := tooOften(d.Limits.Address(ctx, r.Class, who.IP)); err != nil {
			return nil, err
		}
		site, err := d.Site(ctx, hostname(c))
		if err != nil {
			return nil, err
		}
		if site == "" {
			return nil, errForeignSite
		}
		who.Site, who.limits = site, d.Limits
	} else {
		if err := d.enter(ctx, c, r, who); err != nil {
			return nil, err
		}
		if err := tooOften(d.Limits.Member(ctx, r.Class, who.IP, who.key())); err != nil {
			return nil, err
		}
		if r.Right != "" && !who.Has(r.Right) {
			return nil, errForbidden
		}
	}
	if name := c.Get(KeyHeader); r.Idempotent && name != "" {
		var ok bool
		if who.IdempotencyKey, ok = idempotency.NewKey(name, r.Path, c.Body()); !ok {
			return nil, errMalformed
		}
	}
	return r.serve(ctx, d, *who, c.Body(), func(name string) string { return c.Params(name) })
}

// errNonsense is in the chain of a 429 that counts refusals.
var errNonsense = errors.New("too many refused calls")

// nonsense counts a refusal that no other limit covers, by the address, and returns it; beyond the pace a 429 instead.
func (d Deps) nonsense(ctx context.Context, ip netip.Addr, refusal error) error {
	if late := tooOften(d.Limits.Address(ctx, limit.Nonsense, ip)); late != nil {
		return fmt.Errorf("%w: %w", errNonsense, late)
	}
	return refusal
}

// enter sets who to the caller of the session. Requests without a valid session are counted by address, which limits
// guessing at tokens.
func (d Deps) enter(ctx context.Context, c fiber.Ctx, r Route, who *Caller) error {
	text, err := d.token(c, r.Access.audience())
	if err == nil {
		var s Caller
		s, err = d.Session(context.WithValue(ctx, originKey{}, *who), text, r.Access.audience(), !r.Passive)
		s.IP, s.UserAgent, s.Lang, s.Trace = who.IP, who.UserAgent, who.Lang, who.Trace
		s.limits = d.Limits
		if d.Fresh != nil && s.Audience == token.Admin {
			s.fresh = func(ctx context.Context) (bool, error) { return d.Fresh(ctx, s) }
		}
		*who = s // of a session that is over, as much as the log should say
		if err == nil {
			return nil
		}
	}
	if late := tooOften(d.Limits.Address(ctx, limit.Read, who.IP)); late != nil {
		return late
	}
	return err
}

// Staff returns nil when a GET comes from a session of the back office, else the refusal. The address is counted first. A page that
// is only read needs no origin: the cookie is SameSite=Strict.
func (d Deps) Staff(c fiber.Ctx) error {
	from, err := PeerOf(c)
	if err != nil {
		return err
	}
	ctx, cancel := context.WithTimeout(c.Context(), Timeout)
	defer cancel()
	if err := tooOften(d.Limits.Address(ctx, limit.Read, from.Address)); err != nil {
		return err
	}
	text := c.Cookies(cookieName(token.Admin, d.Secure))
	if h, ok := peer.Bearer(c.Get(fiber.HeaderAuthorization)); ok {
		text = h
	}
	if text == "" {
		return errNoSession
	}
	_, err = d.Session(ctx, text, token.Admin, false)
	return err
}

// token finds the session token: a header of an API client, or the cookie of a browser, which must then come from one of our
// own origins (D-09), so that a foreign page cannot act for its visitor.
func (d Deps) token(c fiber.Ctx, audience token.Audience) (string, error) {
	if h, ok := peer.Bearer(c.Get(fiber.HeaderAuthorization)); ok {
		return h, nil
	}
	if h := c.Get("token"); h != "" {
		return h, nil
	}
	ck := c.Cookies(cookieName(audience, d.Secure))
	if ck == "" {
		return "", errNoSession
	}
	if !d.trusts(c.Get(fiber.HeaderOrigin), audience) {
		return "", errForbidden
	}
	return ck, nil
}

// trusts reports whether pages of an origin may use the cookie of an audience. With a host of its own, the back office trusts that host alone, and
// members' calls do not trust it.
func (d Deps) trusts(origin string, audience token.Audience) bool {
	if !slices.Contains(d.Origins, origin) {
		return false
	}
	u, err := url.Parse(origin)
	return len(d.Consoles) == 0 || err == nil && d.isConsole(u.Hostname()) == (audience == token.Admin)
}

// answer writes the envelope and the one log line of the request.
func (d Deps) answer(c fiber.Ctx, who Caller, path string, start time.Time, res any, err error) error {
	env := Envelope{ResultCode: "200", ResultMessage: "SUCCESS", Data: res, TraceID: obs.TraceID(who.Trace)}
	status, level, failure := fiber.StatusOK, zerolog.InfoLevel, false
	if err != nil {
		s, f, isFailure := verdict(err)
		status, failure = s, isFailure
		params := f.Params()
		if params == nil {
			params = map[string]string{}
		}
		if missing := f.Missing(); len(missing) > 0 { // a refusal without its numbers is a mistake of ours
			d.Log.Error().Str("code", f.Code()).Strs("missing", missing).Msg("placeholders without a value")
		}
		env.ResultCode, env.ResultMessage, env.Data = f.Code(), texts.Of(f, d.reader(who)), Refusal{params, detailOf(err)}
	} else if sc, ok := res.(SessionCookie); ok {
		setCookie(c, sc, d.Secure)
	}
	switch {
	case failure:
		level = zerolog.ErrorLevel
	case errors.Is(err, errNonsense): // a flood must not fill the log; the limiter counts it
		level = zerolog.DebugLevel
	}
	d.Metrics.code(env.ResultCode, path)
	line := d.Log.WithLevel(level).Str(obs.TraceKey, env.TraceID).Str("route", path).Str("site", who.Site).
		Str("actor_kind", string(who.Audience)).Int("status", status).Str("code", env.ResultCode).
		Int64("dur_ms", d.Clock.Now().Sub(start).Milliseconds())
	if from, _ := PeerOf(c); from.RequestID != "" {
		line = line.Str("request_id", from.RequestID)
	}
	if accountable(status, who, path) {
		line = line.Str("actor", who.MemID)
	}
	if accountable(status, who, path) || status >= fiber.StatusBadRequest && status < fiber.StatusInternalServerError {
		line = line.Str("address", addressText(who.IP))
	}
	if failure || errors.Is(err, errMalformed) {
		line = line.Err(err)
	}
	line.Msg("request")

	c.Set(fiber.HeaderCacheControl, "no-store")
	c.Set(fiber.HeaderXContentTypeOptions, "nosniff")
	if status == fiber.StatusTooManyRequests || status == fiber.StatusServiceUnavailable {
		c.Set(fiber.HeaderRetryAfter, retryAfter(err))
	}
	if l, ok := res.(sheet.List); ok && err == nil {
		return fileOf(c, l).send(c)
	}
	if f, ok := res.(File); ok && err == nil {
		return f.send(c)
	}
	body, err := json.Marshal(env, json.Deterministic(true)) // the same answer is the same bytes
	if err != nil {
		return fmt.Errorf("answer of %s: %w", path, err)
	}
	c.Set(fiber.HeaderContentType, fiber.MIMEApplicationJSONCharsetUTF8)
	return c.Status(status).Send(body)
}

// reader tells how the caller wants to read.
func (d Deps) reader(who Caller) texts.Reader {
	if d.Reader == nil {
		return texts.Reader{Language: who.Lang}
	}
	return d.Reader(who.Site, who.Lang)
}

// accountable reports whether the log line of an answer names the caller (and the address, as for all 4xx): for refused
// requests and for all calls of the back office (ASVS 16.3). Other lines leave the member out, because operations does not
// need it.
func accountable(status int, who Caller, path string) bool {
	return status == fiber.StatusUnauthorized || status == fiber.StatusForbidden || status == fiber.StatusTooManyRequests ||
		who.Audience == token.Admin || strings.HasPrefix(path, "/api/admin/")
}

func addressText(a netip.Addr) string {
	if !a.IsValid() {
		return ""
	}
	return a.String()
}

// isJSON reports whether a content type is JSON in UTF-8, the only form that is read.
func isJSON(contentType string) bool {
	mediaType, params, err := mime.ParseMediaType(contentType)
	if err != nil || mediaType != fiber.MIMEApplicationJSON {
		return false
	}
	charset, given := params["charset"]
	return !given || strings.EqualFold(charset, "utf-8")
}

// hostname is the name that the request was sent to, without its port.
func hostname(c fiber.Ctx) string {
	host := string(c.Request().Host())
	if name, _, err := net.SplitHostPort(host); err == nil {
		return name
	}
	return host
}

// lang maps the browser's first language to the product's keys (D-58).
func lang(accept string) string {
	tag, _, _ := strings.Cut(accept, ",")
	tag, _, _ = strings.Cut(tag, ";")
	tag, _, _ = strings.Cut(strings.ToLower(strings.TrimSpace(tag)), "-")
	return map[string]string{"vi": "vn", "ko": "ko", "en": "en", "th": "th", "zh": "cn", "ja": "jp"}[tag]
}

func cut(s string, n int) string {
	if len(s) > n {
		s = s[:n]
	}
	return strings.ToValidUTF8(s, "")
}

package httpx

import (
	"context"
	"errors"
	"fmt"
	"net/netip"
	"runtime/debug"
	"slices"
	"strings"
	"time"

	"github.com/go-json-experiment/json"
	"github.com/gofiber/fiber/v3"
	"github.com/rs/zerolog"

	"hubstake/internal/clock"
	"hubstake/internal/platform/limit"
	"hubstake/internal/platform/obs"
	"hubstake/internal/platform/once"
	"hubstake/internal/platform/token"
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
	Secure  bool     // cookies for https
	Origins []string // exact origins from which a browser may use its cookie
	Tracer  *obs.Tracer
	Limits  *limit.Limiter // nil: nobody is too often here

	// Site names the site of a host; empty when no site has it.
	Site func(ctx context.Context, host string) (string, error)
	// Session checks a token for an audience. active says that a person is behind the call.
	Session func(ctx context.Context, text string, audience token.Audience, active bool) (Caller, error)
}

// App makes the Fiber application with the limits of the API: 64 KiB bodies, 16 KiB headers. Addresses in
// X-Forwarded-For count only when the connection comes from one of the proxies.
func App(d Deps, proxies []string) *fiber.App {
	return fiber.New(fiber.Config{
		BodyLimit: 64 << 10, ReadBufferSize: 16 << 10, Immutable: true, StrictRouting: true, CaseSensitive: true,
		ReadTimeout: 15 * time.Second, WriteTimeout: 30 * time.Second, IdleTimeout: 75 * time.Second,
		TrustProxy: true, TrustProxyConfig: fiber.TrustProxyConfig{Proxies: proxies}, ProxyHeader: fiber.HeaderXForwardedFor,
		EnableIPValidation: true,
		ErrorHandler: func(c fiber.Ctx, err error) error {
			return d.answer(c, Caller{Trace: TraceOf(c)}, "", d.Clock.Now(), nil, err)
		},
	})
}

// Mount adds routes to the application.
func Mount(app *fiber.App, d Deps, routes []Route) {
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
		ctx, traceparent, end := Begin(ctx, c, d.Tracer, r.Path)
		defer end()
		who := Caller{Trace: traceparent, UserAgent: cut(c.Get(fiber.HeaderUserAgent), 256), Lang: lang(c.Get(fiber.HeaderAcceptLanguage))}
		who.IP, _ = netip.ParseAddr(c.IP())
		var res any
		defer func() {
			if p := recover(); p != nil {
				d.Metrics.panics.Inc()
				err = fmt.Errorf("panic: %v\n%s", p, debug.Stack())
			}
			refused := err != nil
			d.Metrics.turnedAway(err)
			err = d.answer(c, who, r.Path, start, res, err)
			d.Metrics.observe(r, who, class(c.Response().StatusCode(), refused), d.Clock.Now().Sub(start))
		}()
		res, err = d.call(ctx, c, r, &who)
		return err
	}
}

// call does what happens before a handler, in this order: form of the request, session, pace, right, key, body.
func (d Deps) call(ctx context.Context, c fiber.Ctx, r Route, who *Caller) (any, error) {
	if mt, _, _ := strings.Cut(c.Get(fiber.HeaderContentType), ";"); strings.TrimSpace(mt) != fiber.MIMEApplicationJSON {
		return nil, errMediaType
	}
	if r.Access == Public {
		site, err := d.Site(ctx, c.Hostname())
		if err != nil {
			return nil, err
		}
		if site == "" {
			return nil, errForeignSite
		}
		who.Site = site
		if err := tooOften(d.Limits.Address(ctx, r.Class, who.IP)); err != nil {
			return nil, err
		}
	} else {
		if err := d.enter(ctx, c, r, who); err != nil {
			return nil, err
		}
		if err := tooOften(d.Limits.Member(ctx, r.Class, who.IP, string(who.Audience)+":"+who.MemID)); err != nil {
			return nil, err
		}
		if r.Right != "" && !who.Has(r.Right) {
			return nil, errForbidden
		}
	}
	if name := c.Get(KeyHeader); r.Once && name != "" {
		var ok bool
		if who.Once, ok = once.NewKey(name, r.Path, c.Body()); !ok {
			return nil, errMalformed
		}
	}
	return r.serve(ctx, d, *who, c.Body(), func(name string) string { return c.Params(name) })
}

// enter makes who the person of the session. Whoever shows none that is valid is counted by the address: guesses at
// tokens have a pace, too.
func (d Deps) enter(ctx context.Context, c fiber.Ctx, r Route, who *Caller) error {
	text, err := d.token(c, r.Access.audience())
	if err == nil {
		var s Caller
		if s, err = d.Session(ctx, text, r.Access.audience(), !r.Passive); err == nil {
			s.IP, s.UserAgent, s.Lang, s.Trace = who.IP, who.UserAgent, who.Lang, who.Trace
			*who = s
			return nil
		}
	}
	if late := tooOften(d.Limits.Address(ctx, limit.Read, who.IP)); late != nil {
		return late
	}
	return err
}

// token finds the session token: a header of an API client, or the cookie of a browser, which must then come from one
// of our own origins (D-09): a page of somebody else cannot make its visitor act.
func (d Deps) token(c fiber.Ctx, audience token.Audience) (string, error) {
	if h, ok := strings.CutPrefix(c.Get(fiber.HeaderAuthorization), "Bearer "); ok {
		return h, nil
	}
	if h := c.Get("token"); h != "" {
		return h, nil
	}
	ck := c.Cookies(cookieName(audience, d.Secure))
	if ck == "" {
		return "", errNoSession
	}
	if !slices.Contains(d.Origins, c.Get(fiber.HeaderOrigin)) {
		return "", errForbidden
	}
	return ck, nil
}

// answer writes the envelope and the one log line of the request.
func (d Deps) answer(c fiber.Ctx, who Caller, path string, start time.Time, res any, err error) error {
	env := Envelope{ResultCode: "200", ResultMessage: "SUCCESS", Data: res, TraceID: traceID(who.Trace)}
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
		env.ResultCode, env.ResultMessage, env.Data = f.Code(), f.Meaning(), Refusal{params}
	} else if sc, ok := res.(SessionCookie); ok {
		setCookie(c, sc, d.Secure)
	}
	if failure {
		level = zerolog.ErrorLevel
	}
	d.Metrics.code(env.ResultCode, path)
	line := d.Log.WithLevel(level).Str("trace_id", env.TraceID).Str("route", path).Str("site", who.Site).
		Str("actor_kind", string(who.Audience)).Int("status", status).Str("code", env.ResultCode).
		Int64("dur_ms", d.Clock.Now().Sub(start).Milliseconds())
	if failure || errors.Is(err, errMalformed) {
		line = line.Err(err)
	}
	line.Msg("request")

	c.Set(fiber.HeaderCacheControl, "no-store")
	c.Set(fiber.HeaderXContentTypeOptions, "nosniff")
	if status == fiber.StatusTooManyRequests || status == fiber.StatusServiceUnavailable {
		c.Set(fiber.HeaderRetryAfter, retryAfter(err))
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

// Package provider is the wallet API that vendors of games call (money.md): bodies are signed as they are sent, so these are
// raw routes beside the product's own. README.md is what a vendor needs to integrate. A protocol is a file: seamless.go is
// our own, hub88.go that of an aggregator.
package provider

import (
	"context"
	"errors"
	"fmt"
	"math"
	"net/http"
	"runtime/debug"
	"strconv"
	"time"

	"github.com/go-json-experiment/json"
	"github.com/gofiber/fiber/v3"
	"github.com/rs/zerolog"

	"hubstake/internal/access/httpx"
	"hubstake/internal/access/limit"
	"hubstake/internal/core/clock"
	"hubstake/internal/ledger/wallet"
	"hubstake/internal/platform/obs"
	"hubstake/internal/platform/peer"
	"hubstake/internal/platform/pg"
	"hubstake/internal/play/casino"
	"hubstake/internal/play/provider"
)

// API answers vendors.
type API struct {
	casino  *casino.Service
	auth    *provider.Auth
	games   Games
	metrics *provider.Metrics
	clk     clock.Clock
	log     zerolog.Logger
	tracer  *obs.Tracer
	limits  *limit.Limiter // of refused calls; nil: none
}

// Games reports whether a vendor has a game of that code, on offer or not.
type Games func(ctx context.Context, vendor, code string) (bool, error)

// New returns the API.
func New(s *casino.Service, auth *provider.Auth, games Games, m *provider.Metrics, clk clock.Clock, p obs.Program) *API {
	return &API{casino: s, auth: auth, games: games, metrics: m, clk: clk, log: p.Log, tracer: p.Tracer}
}

// Limit gives callers whose calls are refused at the door a pace (limit.Nonsense). It returns the API.
func (a *API) Limit(l *limit.Limiter) *API {
	a.limits = l
	return a
}

// Mount adds the routes of all protocols.
func (a *API) Mount(app *fiber.App) {
	for _, f := range []family{a.seamless(), a.hub88()} {
		for _, r := range f.routes {
			app.Post("/v1/vendor/:vendor/"+r.path, a.handler(f, r))
		}
	}
}

// family is a protocol: what a request shows, how a refusal is said, and its calls.
type family struct {
	proof   func(c fiber.Ctx, kind string) provider.Proof
	refused func(r refusal, body []byte) (status int, res any)
	routes  []route
}

// route is a call of a protocol. kind is the metrics' word for it.
type route struct {
	path, kind string
	serve      serve
}

// call is a request whose signature was checked.
type call struct {
	vendor *provider.Provider
	body   []byte
	trace  string
}

// serve answers a call: the body of the answer, and the metric's word for it.
type serve func(ctx context.Context, c call) (any, string, error)

func (a *API) handler(f family, r route) fiber.Handler {
	return func(c fiber.Ctx) (err error) {
		start := a.clk.Now()
		ctx, cancel := context.WithTimeout(c.Context(), httpx.Timeout)
		defer cancel()
		from, unreadable := httpx.PeerOf(c)
		ctx, span := httpx.Begin(ctx, a.tracer, from, "/v1/vendor/{vendor}/"+r.path)
		req := call{body: c.BodyRaw(), trace: span.Traceparent}
		label, result, status := "unknown", "error", http.StatusOK
		var res any
		var wait time.Duration // of a caller whose calls were refused too often
		defer func() {
			if p := recover(); p != nil {
				err = fmt.Errorf("panic: %v\n%s", p, debug.Stack())
			}
			if err != nil {
				no := refusalOf(err, result)
				result = no.result
				if no.stranger() {
					if wait = a.limits.Address(ctx, limit.Nonsense, from.Address); wait > 0 {
						no = refusal{http.StatusTooManyRequests, "TRY_AGAIN", "too many calls were refused", result}
						c.Set(fiber.HeaderRetryAfter, strconv.Itoa(int(math.Ceil(wait.Seconds()))))
					}
				}
				status, res = f.refused(no, req.body)
			}
			a.metrics.Callback(label, r.kind, result, a.clk.Now().Sub(start))
			event := a.line(status, err)
			if wait > 0 { // a flood must not fill the log; the limiter and the metric count it
				event = a.log.Debug().Err(err)
			}
			line := event.Str(obs.TraceKey, obs.TraceID(req.trace)).Str("vendor", label).Str("kind", r.kind).Str("result", result).
				Int("status", status)
			if from.RequestID != "" {
				line = line.Str("request_id", from.RequestID)
			}
			if err != nil && from.Address.IsValid() {
				line = line.Str("address", from.Address.String())
			}
			line.Msg("vendor")
			span.End(status, result)
			err = write(c, status, res)
		}()
		if unreadable != nil {
			return unreadable
		}
		proof := f.proof(c, r.kind)
		proof.IP = from.Address
		req.vendor, err = a.auth.Check(ctx, proof)
		if req.vendor != nil {
			label = req.vendor.ID
		}
		if err != nil {
			return err
		}
		res, result, err = r.serve(ctx, req)
		return err
	}
}

// line is the log line of a call: failures of ours are errors, refused callers are information, answers are for debugging
// (the metrics count them, the database holds them).
func (a *API) line(status int, err error) *zerolog.Event {
	switch {
	case err != nil && status >= http.StatusInternalServerError:
		return a.log.Error().Err(err)
	case err != nil:
		return a.log.Info().Err(err)
	default:
		return a.log.Debug()
	}
}

// refusal is why a call has no answer of the wallet: what is said of it, and the metric's word.
type refusal struct {
	status        int
	word, message string
	result        string
}

// stranger reports a caller who did not prove to be the vendor.
func (r refusal) stranger() bool {
	return r.status == http.StatusUnauthorized || r.status == http.StatusForbidden
}

// errBody reports a body that is not the JSON of its call. The parser's message goes into our log only.
var errBody = fmt.Errorf("%w: the body is not the JSON object that this call takes", provider.ErrMalformed)

// refusalOf finds it for an error. Our own failures are 5xx, which means: repeat with the same id.
func refusalOf(err error, result string) refusal {
	for _, r := range []struct {
		err error
		refusal
	}{
		{provider.ErrUnknown, refusal{http.StatusUnauthorized, "UNAUTHORIZED", "the signature is not valid", "badsig"}},
		{provider.ErrSignature, refusal{http.StatusUnauthorized, "UNAUTHORIZED", "the signature is not valid", "badsig"}},
		{provider.ErrLate, refusal{http.StatusUnauthorized, "UNAUTHORIZED", "the timestamp is more than 300 seconds away", "late"}},
		{provider.ErrReplayed, refusal{http.StatusUnauthorized, "UNAUTHORIZED", "the nonce was used before", "replay"}},
		{provider.ErrForeign, refusal{http.StatusForbidden, "FORBIDDEN", "the address is not on the list", "foreign"}},
		{errBody, refusal{http.StatusBadRequest, "BAD_REQUEST", errBody.Error(), "malformed"}},
		{provider.ErrMalformed, refusal{http.StatusBadRequest, "BAD_REQUEST", err.Error(), "malformed"}},
		{wallet.ErrBusy, refusal{http.StatusServiceUnavailable, "TRY_AGAIN", "too much at once: repeat with the same tx_id", "busy"}},
	} {
		if errors.Is(err, r.err) {
			return r.refusal
		}
	}
	status := http.StatusInternalServerError
	if pg.Unavailable(err) || errors.Is(err, peer.ErrUnreadable) {
		status = http.StatusServiceUnavailable
	}
	return refusal{status, "TRY_AGAIN", "repeat with the same tx_id", result}
}

func write(c fiber.Ctx, status int, res any) error {
	body, err := json.Marshal(res)
	if err != nil {
		return fmt.Errorf("vendor answer: %w", err)
	}
	c.Set(fiber.HeaderContentType, fiber.MIMEApplicationJSON)
	c.Set(fiber.HeaderCacheControl, "no-store")
	return c.Status(status).Send(body)
}

// note names the result for the metrics, and puts into the log what a person must look at.
func (a *API) note(c call, kind provider.Kind, r provider.Answer) string {
	return a.report(c, r.Result(kind), r)
}

// report puts a result that a person must look at into the log, and returns it.
func (a *API) report(c call, result string, r provider.Answer) string {
	if result == "parked" || result == "debt" {
		a.log.Error().Str(obs.TraceKey, obs.TraceID(c.trace)).Str("vendor", c.vendor.ID).Str("tx_id", r.TxID).Int64("our_tx_id", r.OurTxID).
			Str("result", result).Str("debt", r.Debt.String()).Msg("vendor transaction needs a person")
	}
	return result
}

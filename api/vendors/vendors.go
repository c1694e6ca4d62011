// Package vendors is the wallet API that vendors of games call (money.md): bodies are signed as they are sent, so these are
// raw routes beside the product's own. README.md is what a vendor needs to integrate.
package vendors

import (
	"context"
	"errors"
	"fmt"
	"net/http"
	"runtime/debug"
	"time"

	"github.com/go-json-experiment/json"
	"github.com/gofiber/fiber/v3"
	"github.com/rs/zerolog"

	"hubstake/internal/clock"
	"hubstake/internal/platform/httpx"
	"hubstake/internal/platform/obs"
	"hubstake/internal/platform/pg"
	"hubstake/internal/vendors"
	"hubstake/internal/vendors/seamless"
	"hubstake/internal/wallet"
)

// deadline of a call, whatever it waits for: a vendor repeats what has no answer, and would rather be told soon.
const deadline = 2800 * time.Millisecond

// API answers vendors.
type API struct {
	vendors *vendors.Service
	secrets map[string][][]byte // of each vendor, one or two while a key is changed
	metrics *vendors.Metrics
	clk     clock.Clock
	log     zerolog.Logger
	tracer  *obs.Tracer
}

// New returns the API. A vendor without a secret is unknown.
func New(s *vendors.Service, secrets map[string][][]byte, m *vendors.Metrics, clk clock.Clock, p obs.Program) *API {
	return &API{vendors: s, secrets: secrets, metrics: m, clk: clk, log: p.Log, tracer: p.Tracer}
}

// Mount adds the routes.
func (a *API) Mount(app *fiber.App) {
	for kind, serve := range map[string]serve{
		"balance": a.balance, "bet": a.operation(vendors.Bet), "win": a.operation(vendors.Win),
		"rollback": a.operation(vendors.Rollback), "batch": a.batch,
	} {
		app.Post("/v1/vendor/:vendor/"+kind, a.handler(kind, serve))
	}
}

// call is a request whose signature was checked.
type call struct {
	vendor string
	body   []byte
	trace  string
}

// serve answers a call: the body of the answer, and the metric's word for it.
type serve func(ctx context.Context, c call) (any, string, error)

func (a *API) handler(kind string, serve serve) fiber.Handler {
	return func(c fiber.Ctx) (err error) {
		start := a.clk.Now()
		ctx, cancel := context.WithTimeout(c.Context(), deadline)
		defer cancel()
		ctx, trace, end := httpx.Begin(ctx, c, a.tracer, "/v1/vendor/{vendor}/"+kind)
		defer end()
		req := call{vendor: c.Params("vendor"), body: c.BodyRaw(), trace: trace}
		label, result := req.vendor, "error"
		var res any
		defer func() {
			if p := recover(); p != nil {
				err = fmt.Errorf("panic: %v\n%s", p, debug.Stack())
			}
			status := http.StatusOK
			if err != nil {
				status, res, result = refused(err, result)
			}
			a.metrics.Callback(label, kind, result, a.clk.Now().Sub(start))
			a.line(status, err).Str("trace_id", req.trace).Str("vendor", label).Str("kind", kind).Str("result", result).
				Int("status", status).Msg("vendor")
			err = write(c, status, res)
		}()
		secrets := a.secrets[req.vendor]
		if len(secrets) == 0 {
			label = "unknown"
		}
		err = seamless.Verify(secrets, start, c.Get(seamless.HeaderTimestamp), c.Get(seamless.HeaderNonce), c.Get(seamless.HeaderSignature), req.body)
		if err != nil {
			return err
		}
		res, result, err = serve(ctx, req)
		return err
	}
}

// line is the log line of a call: failures of ours are errors, refused callers are information, answers are for debugging
// (the metrics count them, the database holds them).
func (a *API) line(status int, err error) *zerolog.Event {
	switch {
	case status >= http.StatusInternalServerError:
		return a.log.Error().Err(err)
	case err != nil:
		return a.log.Info().Err(err)
	default:
		return a.log.Debug()
	}
}

// refused maps an error to the status and body of the answer. What is ours is 5xx, and means: repeat with the same id.
func refused(err error, result string) (int, any, string) {
	switch {
	case errors.Is(err, seamless.ErrLate):
		return http.StatusUnauthorized, refusal{"UNAUTHORIZED", "the timestamp is more than 300 seconds away"}, "late"
	case errors.Is(err, seamless.ErrSignature):
		return http.StatusUnauthorized, refusal{"UNAUTHORIZED", "the signature is not valid"}, "badsig"
	case errors.Is(err, vendors.ErrMalformed):
		return http.StatusBadRequest, refusal{"BAD_REQUEST", err.Error()}, "malformed"
	case errors.Is(err, wallet.ErrBusy):
		return http.StatusServiceUnavailable, refusal{"TRY_AGAIN", "too much at once: repeat with the same tx_id"}, "busy"
	case pg.Unavailable(err):
		return http.StatusServiceUnavailable, refusal{"TRY_AGAIN", "repeat with the same tx_id"}, result
	default:
		return http.StatusInternalServerError, refusal{"TRY_AGAIN", "repeat with the same tx_id"}, result
	}
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

// decode reads a body strictly: a field that we do not know may be one that the vendor counts on.
func decode(body []byte, into any) error {
	if err := httpx.Decode(body, into); err != nil {
		return fmt.Errorf("%w: %w", vendors.ErrMalformed, err)
	}
	return nil
}

func (a *API) balance(ctx context.Context, c call) (any, string, error) {
	var req balanceRequest
	if err := decode(c.body, &req); err != nil {
		return nil, "", err
	}
	if req.Token == "" && req.MemberID == "" {
		return nil, "", fmt.Errorf("%w: token or member_id is needed", vendors.ErrMalformed)
	}
	res, err := a.vendors.Balance(ctx, c.vendor, req.Token, req.MemberID, req.Currency)
	if err != nil {
		return nil, "error", err
	}
	return answerOf(res), res.Result(""), nil
}

func (a *API) operation(kind vendors.Kind) serve {
	return func(ctx context.Context, c call) (any, string, error) {
		var req operation
		if err := decode(c.body, &req); err != nil {
			return nil, "", err
		}
		res, err := a.vendors.Apply(ctx, c.vendor, req.as(kind), c.trace)
		if err != nil {
			return nil, "error", err
		}
		return answerOf(res), a.note(c, kind, res), nil
	}
}

func (a *API) batch(ctx context.Context, c call) (any, string, error) {
	var req batchRequest
	if err := decode(c.body, &req); err != nil {
		return nil, "", err
	}
	ops := make([]vendors.Operation, len(req.Operations))
	for i, o := range req.Operations {
		ops[i] = o.Operation.as(o.Kind)
	}
	results, err := a.vendors.Batch(ctx, c.vendor, ops, req.Atomic, c.trace)
	if err != nil {
		return nil, "error", err
	}
	out := batchAnswer{Status: vendors.OK, Results: make([]answer, len(results))}
	for i, r := range results {
		out.Results[i] = answerOf(r)
		a.metrics.Count(c.vendor, string(ops[i].Kind), a.note(c, ops[i].Kind, r))
		if req.Atomic && r.Status != vendors.OK {
			out.Status = vendors.BatchRefused
		}
	}
	if out.Status != vendors.OK {
		return out, "refused", nil
	}
	return out, "ok", nil
}

// note names the result for the metrics, and puts into the log what a person must look at.
func (a *API) note(c call, kind vendors.Kind, r vendors.Answer) string {
	result := r.Result(kind)
	if result == "parked" || result == "debt" {
		a.log.Error().Str("trace_id", c.trace).Str("vendor", c.vendor).Str("tx_id", r.TxID).Int64("our_tx_id", r.OurTxID).
			Str("result", result).Str("debt", r.Debt.String()).Msg("vendor transaction needs a person")
	}
	return result
}

package httpx

import (
	"context"
	"crypto/rand"
	"encoding/hex"
	"net/http"

	"hubstake/internal/platform/obs"
	"hubstake/internal/platform/peer"
)

// traceOf continues the load balancer's trace, or begins one that is not sampled.
func traceOf(from peer.Peer) string {
	if from.Traceparent != "" {
		return from.Traceparent
	}
	var b [24]byte
	_, _ = rand.Read(b[:]) // never fails
	return "00-" + hex.EncodeToString(b[:16]) + "-" + hex.EncodeToString(b[16:]) + "-00"
}

// Span is the trace of one request.
type Span struct {
	Traceparent string // W3C form; it goes into the log, the answer and the events
	route       string
	span        obs.Span
}

// Begin begins the span of a request, named after its route. Without a tracer it only names the trace.
func Begin(ctx context.Context, t *obs.Tracer, from peer.Peer, route string) (context.Context, Span) {
	if t == nil {
		return ctx, Span{Traceparent: traceOf(from)}
	}
	ctx, span, traceparent := t.Begin(ctx, from.Traceparent, "POST "+route)
	return ctx, Span{Traceparent: traceparent, route: route, span: span}
}

// End ends the span with what was answered. A status of 500 or more makes it a failure, which is always kept.
func (s Span) End(status int, code string) {
	s.span.EndCall(obs.Call{Route: s.route, Status: status, Code: code, Failed: status >= http.StatusInternalServerError})
}

package httpx

import (
	"context"
	"crypto/rand"
	"encoding/hex"
	"regexp"

	"github.com/gofiber/fiber/v3"

	"hubstake/internal/platform/obs"
)

var wellFormed = regexp.MustCompile(`^00-[0-9a-f]{32}-[0-9a-f]{16}-[0-9a-f]{2}$`)

// TraceOf continues the caller's trace, or begins one, of which nobody keeps spans.
func TraceOf(c fiber.Ctx) string {
	if h := c.Get("traceparent"); wellFormed.MatchString(h) {
		return h
	}
	var b [24]byte
	_, _ = rand.Read(b[:]) // never fails
	return "00-" + hex.EncodeToString(b[:16]) + "-" + hex.EncodeToString(b[16:]) + "-00"
}

// Begin begins the span of a request, named after its route, and returns the traceparent that goes into the log, the
// answer and the events. Call end when the answer is made. Without a tracer it is TraceOf.
func Begin(ctx context.Context, c fiber.Ctx, t *obs.Tracer, route string) (_ context.Context, traceparent string, end func()) {
	if t == nil {
		return ctx, TraceOf(c), func() {}
	}
	came := c.Get("traceparent")
	if !wellFormed.MatchString(came) {
		came = ""
	}
	ctx, span, traceparent := t.Begin(ctx, came, "POST "+route)
	return ctx, traceparent, func() { span.End() }
}

func traceID(traceparent string) string {
	if len(traceparent) < 35 {
		return ""
	}
	return traceparent[3:35]
}

package obs

import (
	"context"
	"sync"
	"time"

	"go.opentelemetry.io/otel/codes"
	sdk "go.opentelemetry.io/otel/sdk/trace"
	"go.opentelemetry.io/otel/trace"
)

const (
	// slow is how long a request may take before its spans are kept in any case.
	slow = time.Second
	// maxSteps is how many steps of one request wait for its end; later ones are lost.
	maxSteps = 64
)

// keeper is the decision at a request's end: spans of sampled traces pass at once, those of other requests wait until the request
// is over and pass when it failed or took longer than slow. Only what this program saw can be kept so late: events carry the
// decision that was made at the beginning.
type keeper struct {
	sdk.SpanProcessor
	mu   sync.Mutex
	held map[trace.TraceID][]sdk.ReadOnlySpan // of requests under way
}

func newKeeper(next sdk.SpanProcessor) *keeper {
	return &keeper{SpanProcessor: next, held: map[trace.TraceID][]sdk.ReadOnlySpan{}}
}

// OnStart implements sdktrace.SpanProcessor.
func (k *keeper) OnStart(ctx context.Context, s sdk.ReadWriteSpan) {
	if !s.SpanContext().IsSampled() && isRequest(s) {
		k.mu.Lock()
		k.held[s.SpanContext().TraceID()] = nil
		k.mu.Unlock()
	}
	k.SpanProcessor.OnStart(ctx, s)
}

// OnEnd implements sdktrace.SpanProcessor.
func (k *keeper) OnEnd(s sdk.ReadOnlySpan) {
	if s.SpanContext().IsSampled() {
		k.SpanProcessor.OnEnd(s)
		return
	}
	for _, span := range k.decide(s) {
		k.SpanProcessor.OnEnd(kept{span})
	}
}

// decide holds a step back, and returns what is to be kept at the end of a request.
func (k *keeper) decide(s sdk.ReadOnlySpan) []sdk.ReadOnlySpan {
	id := s.SpanContext().TraceID()
	k.mu.Lock()
	defer k.mu.Unlock()
	steps, underWay := k.held[id]
	if !isRequest(s) {
		if underWay && len(steps) < maxSteps {
			k.held[id] = append(steps, s)
		}
		return nil
	}
	delete(k.held, id)
	if s.Status().Code != codes.Error && s.EndTime().Sub(s.StartTime()) <= slow {
		return nil
	}
	return append(steps, s)
}

// isRequest reports whether a span is a request itself rather than a step of one.
func isRequest(s sdk.ReadOnlySpan) bool { return !s.Parent().IsValid() || s.Parent().IsRemote() }

// kept is a span that says it is sampled, or the batch processor would drop it.
type kept struct{ sdk.ReadOnlySpan }

// SpanContext implements sdktrace.ReadOnlySpan.
func (k kept) SpanContext() trace.SpanContext {
	c := k.ReadOnlySpan.SpanContext()
	return c.WithTraceFlags(c.TraceFlags().WithSampled(true))
}

package obs

import (
	"context"
	"errors"
	"fmt"
	"math"
	"os"
	"strconv"
	"time"

	"go.opentelemetry.io/otel/attribute"
	"go.opentelemetry.io/otel/codes"
	"go.opentelemetry.io/otel/propagation"
	"go.opentelemetry.io/otel/sdk/resource"
	sdk "go.opentelemetry.io/otel/sdk/trace"
	"go.opentelemetry.io/otel/trace"
)

// The variables of OpenTelemetry that are read: where spans are sent, with which headers, and how many requests are
// traced.
const (
	traceEndpoint = "OTEL_EXPORTER_OTLP_ENDPOINT"
	traceHeaders  = "OTEL_EXPORTER_OTLP_HEADERS"
	traceRatio    = "OTEL_TRACES_SAMPLER_ARG"
)

// defaultRatio is the share of requests that are traced when tracing is on and nothing else was asked for.
const defaultRatio = 0.01

// lastExport bounds how long a program waits at its end for the spans that are left.
const lastExport = 2 * time.Second

// Tracer makes the spans of a program. A nil Tracer is tracing switched off: each of its methods then costs one
// comparison and allocates nothing.
type Tracer struct {
	provider *sdk.TracerProvider
	tracer   trace.Tracer
}

// NewTracer makes a tracer that sends its spans to exporter in batches, in the background, and drops them when the
// exporter does not keep up. ratio is the share, 0 to 1, of the traces that begin here; see Begin.
func NewTracer(service string, ratio float64, exporter sdk.SpanExporter) *Tracer {
	p := sdk.NewTracerProvider(
		sdk.WithSpanProcessor(newKeeper(sdk.NewBatchSpanProcessor(exporter))),
		sdk.WithSampler(edge{sdk.ParentBased(sdk.TraceIDRatioBased(ratio)), sdk.TraceIDRatioBased(ratio)}),
		sdk.WithResource(resource.NewSchemaless(
			attribute.String("service.name", "hubstake-"+service), attribute.String("service.version", Version))),
	)
	return &Tracer{provider: p, tracer: p.Tracer("hubstake/" + service)}
}

// edge samples traces that begin here or come from outside by its own dice, so that a stranger cannot have everything traced
// by sending a header. Spans inside the program, and those handed on by our own programs, follow their parent. A request
// that the dice leave out is recorded without being sampled: keeper decides at its end.
type edge struct{ inner, outer sdk.Sampler }

// ShouldSample implements sdktrace.Sampler.
func (e edge) ShouldSample(p sdk.SamplingParameters) sdk.SamplingResult {
	if p.Kind == trace.SpanKindServer {
		r := e.outer.ShouldSample(p)
		if r.Decision == sdk.Drop {
			r.Decision = sdk.RecordOnly
		}
		r.Tracestate = trace.SpanContextFromContext(p.ParentContext).TraceState()
		return r
	}
	r := e.inner.ShouldSample(p)
	if r.Decision == sdk.Drop && trace.SpanFromContext(p.ParentContext).IsRecording() {
		r.Decision = sdk.RecordOnly
	}
	return r
}

// Description implements sdktrace.Sampler.
func (e edge) Description() string { return "edge{" + e.outer.Description() + "}" }

// tracerFromEnv makes the tracer that the environment asks for; nil when it asks for none.
func tracerFromEnv(service string) (*Tracer, error) {
	if os.Getenv(traceEndpoint) == "" {
		return nil, nil //nolint:nilnil // nil is a tracer, the one that is off
	}
	ratio := defaultRatio
	if text := os.Getenv(traceRatio); text != "" {
		var err error
		if ratio, err = strconv.ParseFloat(text, 64); err != nil || math.IsNaN(ratio) || ratio < 0 || ratio > 1 {
			return nil, errors.New(traceRatio + " must be a number from 0 to 1")
		}
	}
	exporter, err := newExporter(os.Getenv(traceEndpoint), os.Getenv(traceHeaders))
	if err != nil {
		return nil, fmt.Errorf("%s: %w", traceEndpoint, err)
	}
	return NewTracer(service, ratio, exporter), nil
}

// Close sends what is left and ends the tracer.
func (t *Tracer) Close() {
	if t == nil {
		return
	}
	ctx, cancel := context.WithTimeout(context.Background(), lastExport)
	defer cancel()
	_ = t.provider.Shutdown(ctx) // the collector is away: its loss
}

var traceparents propagation.TraceContext

// Begin begins the span of a request that came with a W3C traceparent, or with none, and returns the traceparent that
// what the request causes carries on. End the span. When the tracer is off, ctx and traceparent come back as they were.
//
// Whether the whole trace is kept is decided here and nowhere else; what this program saw of a request that fails or takes long
// is kept besides (see keeper).
func (t *Tracer) Begin(ctx context.Context, traceparent, name string) (_ context.Context, _ Span, carried string) {
	if t == nil {
		return ctx, Span{}, traceparent
	}
	carrier := propagation.MapCarrier{"traceparent": traceparent}
	ctx, span := t.tracer.Start(traceparents.Extract(ctx, carrier), name, trace.WithSpanKind(trace.SpanKindServer))
	traceparents.Inject(ctx, carrier)
	return ctx, Span{span}, carrier["traceparent"]
}

// Span is a request that is being traced. The zero value traces nothing.
type Span struct{ span trace.Span }

// Call is what became of a request.
type Call struct {
	Route  string
	Status int    // of HTTP
	Code   string // of the envelope, or a vendor's word
	Failed bool   // by our own fault
}

// EndCall ends the span of a request.
func (s Span) EndCall(c Call) {
	if s.span == nil {
		return
	}
	s.span.SetAttributes(attribute.String("http.route", c.Route), attribute.Int("http.response.status_code", c.Status),
		attribute.String("hubstake.result_code", c.Code))
	if c.Failed {
		s.span.SetStatus(codes.Error, c.Code)
	}
	s.span.End()
}

// End ends the span of something without an answer.
func (s Span) End() {
	if s.span != nil {
		s.span.End()
	}
}

// Record writes down something that is over, as a part of the trace that a traceparent names. from and to are Unix ms.
// It does nothing when the tracer is off or the trace is not sampled.
func (t *Tracer) Record(traceparent, name string, from, to int64, attributes ...attribute.KeyValue) {
	if t == nil || !sampled(traceparent) {
		return
	}
	ctx := traceparents.Extract(context.Background(), propagation.MapCarrier{"traceparent": traceparent})
	_, span := t.tracer.Start(ctx, name, trace.WithSpanKind(trace.SpanKindConsumer), trace.WithTimestamp(time.UnixMilli(from)))
	span.SetAttributes(attributes...)
	span.End(trace.WithTimestamp(time.UnixMilli(max(from, to))))
}

// Deliver records that an event of a command, committed at a moment, was written to a session at another (Unix ms). The
// hub calls it for each frame.
func (t *Tracer) Deliver(traceparent, cmd string, at, now int64) {
	if t == nil || !sampled(traceparent) {
		return
	}
	t.Record(traceparent, "hub deliver", at, now, attribute.String("cmd", cmd))
}

// TraceKey is the field of a log line that names the trace which the line belongs to, in the form of TraceID, in all programs.
const TraceKey = "trace_id"

// TraceID is the form of a trace in logs and answers, and what a collector is asked for: the 32 hex digits of a W3C traceparent;
// empty for anything else.
func TraceID(traceparent string) string {
	if len(traceparent) < 35 {
		return ""
	}
	return traceparent[3:35]
}

// Kept returns a traceparent whose trace is kept, and "" for any other: what lies between programs, as an event in the outbox, names
// only a trace that can be looked up.
func Kept(traceparent string) string {
	if sampled(traceparent) {
		return traceparent
	}
	return ""
}

// sampled reads the flag of a traceparent without parsing the rest of it.
func sampled(traceparent string) bool {
	const length = 55
	if len(traceparent) != length {
		return false
	}
	switch traceparent[length-1] { // the flags are two hex digits, and the lowest bit says it
	case '1', '3', '5', '7', '9', 'b', 'd', 'f':
		return true
	}
	return false
}

// Step begins a span below the one of ctx, when that one is being traced. Call end when the step is over.
func Step(ctx context.Context, name string) (_ context.Context, end func()) {
	parent := trace.SpanFromContext(ctx)
	if !parent.IsRecording() {
		return ctx, func() {}
	}
	ctx, span := parent.TracerProvider().Tracer("hubstake").Start(ctx, name)
	return ctx, func() { span.End() }
}

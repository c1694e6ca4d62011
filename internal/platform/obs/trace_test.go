package obs

import (
	"context"
	"encoding/json"
	"maps"
	"net/http"
	"net/http/httptest"
	"slices"
	"sync"
	"testing"
	"time"

	"github.com/stretchr/testify/require"
	"go.opentelemetry.io/otel/attribute"
	"go.opentelemetry.io/otel/codes"
	sdk "go.opentelemetry.io/otel/sdk/trace"
	"go.opentelemetry.io/otel/trace"
)

// box keeps the spans that were exported.
type box struct {
	mu    sync.Mutex
	spans []sdk.ReadOnlySpan
}

func (b *box) ExportSpans(_ context.Context, spans []sdk.ReadOnlySpan) error {
	b.mu.Lock()
	defer b.mu.Unlock()
	b.spans = append(b.spans, spans...)
	return nil
}

func (b *box) Shutdown(context.Context) error { return nil }

const (
	asked   = "00-0af7651916cd43dd8448eb211c80319c-b7ad6b7169203331-01"
	unasked = "00-0af7651916cd43dd8448eb211c80319c-b7ad6b7169203331-00"
)

// The hub calls Deliver for each frame, and every transaction takes a Step.
func TestTracingThatIsOffAllocatesNothing(t *testing.T) { // not parallel: allocations of others would count
	var off *Tracer
	on := NewTracer("test", 1, &box{})
	defer on.Close()
	ctx := context.Background()
	for name, do := range map[string]func(){
		"off":          func() { off.Deliver(asked, "CASH", 1, 2) },
		"not sampled":  func() { on.Deliver(unasked, "CASH", 1, 2) },
		"not traced":   func() { on.Deliver("", "CASH", 1, 2) },
		"off, request": func() { _, span, _ := off.Begin(ctx, asked, "x"); span.End() },
		"step": func() {
			_, end := Step(ctx, "tx")
			end()
		},
	} {
		require.Zero(t, testing.AllocsPerRun(1000, do), name)
	}
	off.Record(asked, "x", 1, 2)
	off.Close()
}

func TestWhatARequestCausesIsOneTrace(t *testing.T) {
	t.Parallel()
	b := &box{}
	tr := NewTracer("test", 1, b)
	ctx, span, carried := tr.Begin(t.Context(), asked, "POST /x")
	require.Contains(t, carried, "0af7651916cd43dd8448eb211c80319c")
	require.NotEqual(t, asked, carried, "what follows hangs below the request, not beside it")
	require.Equal(t, byte('1'), carried[54])
	_, end := Step(ctx, "tx")
	end()
	span.End()
	tr.Record(carried, "relay publish", 1_000, 1_005)
	tr.Deliver(carried, "CASH", 1_000, 1_007)
	tr.Close()
	require.Len(t, b.spans, 4)
	for _, s := range b.spans {
		require.Equal(t, "0af7651916cd43dd8448eb211c80319c", s.SpanContext().TraceID().String(), s.Name())
		if s.Name() == "POST /x" {
			require.Equal(t, trace.SpanKindServer, s.SpanKind())
			continue
		}
		require.Equal(t, span.span.SpanContext().SpanID(), s.Parent().SpanID(), s.Name())
		if s.Name() == "hub deliver" {
			require.EqualValues(t, 7, s.EndTime().Sub(s.StartTime()).Milliseconds())
			require.Equal(t, "CASH", s.Attributes()[0].Value.AsString())
		}
	}
}

// The share of what is traced is ours to say: a header that asks for it changes nothing, one that does not ask neither.
func TestAStrangerDoesNotDecideWhatIsTraced(t *testing.T) {
	t.Parallel()
	for ratio, want := range map[float64]byte{0: '0', 1: '1'} {
		b := &box{}
		tr := NewTracer("test", ratio, b)
		for _, came := range []string{asked, unasked, "", "rubbish"} {
			ctx, span, carried := tr.Begin(t.Context(), came, "POST /x")
			require.Len(t, carried, 55, came)
			require.Equal(t, want, carried[54], "%q at %v", came, ratio)
			_, end := Step(ctx, "tx")
			end()
			span.End()
			tr.Record(carried, "relay publish", 1, 2)
		}
		tr.Close()
		require.Len(t, b.spans, map[byte]int{'0': 0, '1': 12}[want])
	}
}

// monitoring.md: whatever the share, errors and what takes longer than a second are kept, with their steps.
func TestRequestsThatFailOrTakeLongAreAlwaysKept(t *testing.T) {
	t.Parallel()
	b := &box{}
	tr := NewTracer("test", 0, b)
	call := func(name string, c Call, took time.Duration) string {
		ctx, span, carried := tr.Begin(t.Context(), "", name)
		_, end := Step(ctx, "tx of "+name)
		end()
		if took > 0 {
			span.span.End(trace.WithTimestamp(time.Now().Add(took)))
		}
		span.EndCall(c)
		return carried
	}
	call("fine", Call{"/x", 200, "200", false}, 0)
	call("refused", Call{"/x", 200, "C001", false}, 0)
	call("quick", Call{}, 900*time.Millisecond)
	failed := call("failed", Call{"/x", 503, "E002", true}, 0)
	call("slow", Call{}, slow+time.Millisecond)
	for range maxSteps {
		ctx, span, _ := tr.Begin(t.Context(), "", "many")
		for range maxSteps * 2 {
			_, end := Step(ctx, "tx of many")
			end()
		}
		span.EndCall(Call{Status: 200})
	}
	tr.Close()
	names := map[string]sdk.ReadOnlySpan{}
	for _, s := range b.spans {
		names[s.Name()] = s
		require.True(t, s.SpanContext().IsSampled())
	}
	require.ElementsMatch(t, []string{"failed", "tx of failed", "slow", "tx of slow"}, slices.Collect(maps.Keys(names)))
	require.Contains(t, failed, names["failed"].SpanContext().TraceID().String(), "the id of the log line finds it")
	require.Equal(t, codes.Error, names["failed"].Status().Code)
	require.Equal(t, []attribute.KeyValue{
		attribute.String("http.route", "/x"), attribute.Int("http.response.status_code", 503), attribute.String("hubstake.result_code", "E002"),
	}, names["failed"].Attributes())
}

// A request that never ends, and a step that ends after its request, hold nothing.
func TestNothingIsHeldForRequestsThatAreOver(t *testing.T) {
	t.Parallel()
	k := newKeeper(sdk.NewSimpleSpanProcessor(&box{}))
	p := sdk.NewTracerProvider(sdk.WithSpanProcessor(k), sdk.WithSampler(edge{sdk.ParentBased(sdk.NeverSample()), sdk.NeverSample()}))
	tr := &Tracer{provider: p, tracer: p.Tracer("test")}
	for range 100 {
		ctx, span, _ := tr.Begin(t.Context(), "", "POST /x")
		_, late := Step(ctx, "late")
		span.End()
		late()
	}
	require.Empty(t, k.held)
}

func TestSpansGoWhereTheEnvironmentSays(t *testing.T) {
	t.Setenv(traceEndpoint, "")
	off, err := tracerFromEnv("test")
	require.NoError(t, err)
	require.Nil(t, off)

	got := make(chan otlpRequest, 10)
	collector := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		var req otlpRequest
		if r.URL.Path != "/v1/traces" || r.Header.Get("X-Key") != "a b" || json.NewDecoder(r.Body).Decode(&req) != nil {
			w.WriteHeader(http.StatusBadRequest)
		}
		got <- req
	}))
	defer collector.Close()
	t.Setenv(traceEndpoint, collector.URL)
	t.Setenv(traceHeaders, "x-key=a%20b")
	t.Setenv(traceRatio, "1")
	tr, err := tracerFromEnv("test")
	require.NoError(t, err)
	ctx, span, carried := tr.Begin(t.Context(), asked, "POST /x")
	_, end := Step(ctx, "tx")
	end()
	tr.Deliver(carried, "CASH", 1_789_000_000_000, 1_789_000_000_007)
	span.span.SetStatus(codes.Error, "why")
	span.span.SetAttributes(attribute.Int("n", 7), attribute.Bool("b", true), attribute.StringSlice("s", []string{"x", "y"}))
	span.End()
	tr.Close()

	r := (<-got).Resources[0]
	require.Equal(t, "service.name", r.Resource.Attributes[0].Key)
	require.Equal(t, "hubstake-test", *r.Resource.Attributes[0].Value.String)
	spans := map[string]otlpSpan{}
	for _, scope := range r.Scopes {
		for _, s := range scope.Spans {
			require.Equal(t, "0af7651916cd43dd8448eb211c80319c", s.TraceID)
			spans[s.Name] = s
		}
	}
	require.Len(t, spans, 3)
	request, deliver := spans["POST /x"], spans["hub deliver"]
	require.Equal(t, "b7ad6b7169203331", request.Parent)
	require.Equal(t, []int{2, 1, 5}, []int{request.Kind, spans["tx"].Kind, deliver.Kind})
	require.Equal(t, otlpStatus{2, "why"}, request.Status)
	require.Equal(t, "7", *request.Attributes[0].Value.Int)
	require.True(t, *request.Attributes[1].Value.Bool)
	require.Equal(t, `["x","y"]`, *request.Attributes[2].Value.String)
	require.Equal(t, request.SpanID, deliver.Parent)
	require.Equal(t, []string{"1789000000000000000", "1789000000007000000"}, []string{deliver.Start, deliver.End})

	for name, bad := range map[string][]string{
		traceRatio: {"1.5", "-1", "NaN", "half"}, traceEndpoint: {"collector:4318", "grpc://x", "http://"}, traceHeaders: {"secret", "=x"},
	} {
		for _, value := range bad {
			t.Run(name+value, func(t *testing.T) {
				t.Setenv(name, value)
				_, err := tracerFromEnv("test")
				require.Error(t, err)
				require.NotContains(t, err.Error(), "secret")
			})
		}
	}
}

// A collector that is away, or says no, costs its spans and nothing else.
func TestUnreachableCollectorDelaysNoCaller(t *testing.T) {
	t.Parallel()
	no := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, _ *http.Request) { w.WriteHeader(http.StatusServiceUnavailable) }))
	defer no.Close()
	for _, endpoint := range []string{no.URL, "http://127.0.0.1:1"} {
		e, err := newExporter(endpoint, "")
		require.NoError(t, err)
		b := &box{}
		tr := NewTracer("test", 1, b)
		_, span, _ := tr.Begin(t.Context(), "", "POST /x")
		span.End()
		tr.Close()
		require.Error(t, e.ExportSpans(t.Context(), b.spans))
		require.NoError(t, e.ExportSpans(t.Context(), nil))
		require.NoError(t, e.Shutdown(t.Context()))
	}
}

func BenchmarkDeliverWhileTracingIsOff(b *testing.B) {
	var off *Tracer
	b.ReportAllocs()
	for b.Loop() {
		off.Deliver(asked, "CASH", 1, 2)
	}
}

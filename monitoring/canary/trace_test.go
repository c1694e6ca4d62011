package main

import (
	"context"
	"io"
	"net/http"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/stretchr/testify/require"
	sdk "go.opentelemetry.io/otel/sdk/trace"

	"hubstake/internal/core/event"
	"hubstake/internal/core/id"
	"hubstake/internal/hubclient"
	"hubstake/internal/play/provider"
	"hubstake/internal/play/provider/seamless"
	"hubstake/internal/testkit"
	"hubstake/internal/testkit/factory"
)

// box keeps the spans that were exported.
type box struct {
	mu    sync.Mutex
	spans []sdk.ReadOnlySpan
}

// ExportSpans implements sdktrace.SpanExporter.
func (b *box) ExportSpans(_ context.Context, spans []sdk.ReadOnlySpan) error {
	b.mu.Lock()
	defer b.mu.Unlock()
	b.spans = append(b.spans, spans...)
	return nil
}

// Shutdown implements sdktrace.SpanExporter.
func (b *box) Shutdown(context.Context) error { return nil }

// of are the spans of a trace, by name.
func (b *box) of(traceID string) map[string]sdk.ReadOnlySpan {
	b.mu.Lock()
	defer b.mu.Unlock()
	out := map[string]sdk.ReadOnlySpan{}
	for _, s := range b.spans {
		if s.SpanContext().TraceID().String() == traceID {
			out[s.Name()] = s
		}
	}
	return out
}

// flush has everything exported.
func (p *product) flush() {
	for _, t := range p.tracers {
		t.Close()
	}
	p.tracers = nil
}

// A member's browser knows the trace of the bet that moved its balance; looking it up shows each step of the way.
func TestABetIsOneTraceFromTheVendorToTheMember(t *testing.T) {
	t.Parallel()
	p := launch(t)
	require.NoError(t, provider.Upsert(t.Context(), p.db, "acme", "seamless", provider.Settings{}))
	m := factory.Member(t, p.db, func(m *factory.M) { m.Cash = 10_000 })
	a := &api{http: &http.Client{Timeout: testkit.Patience}, base: p.site, origin: p.site}
	s, err := a.login(t.Context(), m.MemID, factory.Password)
	require.NoError(t, err)
	c, err := hubclient.Dial(t.Context(), "ws://"+p.hubAddr+"/hub", http.Header{"Origin": {p.site}}, s.member())
	require.NoError(t, err)
	defer c.Close()
	l, err := c.Subscribe("/topic/" + s.Topic)
	require.NoError(t, err)
	cash := func(want string) string {
		ctx, cancel := context.WithTimeout(t.Context(), testkit.Patience)
		defer cancel()
		for {
			m, err := l.Next(ctx)
			require.NoError(t, err, "waiting for a balance of %s", want)
			if m.Cmd == event.Cash && m.Data1 == want {
				return m.Trace
			}
		}
	}
	cash("10000")

	const chosen = "4bf92f3577b34da6a3ce929d0e0e4736" // by a caller that is no load balancer of ours
	body := `{"tx_id":"b1","round_id":"r1","member_id":"` + m.MemID + `","game":"moonjar","currency":"KRW","amount":"1000"}`
	key, err := provider.NewKey("", provider.HMAC, p.vendor)
	require.NoError(t, err)
	r, err := http.NewRequestWithContext(t.Context(), http.MethodPost, p.site+"/v1/vendor/acme/bet", strings.NewReader(body))
	require.NoError(t, err)
	for k, v := range map[string]string{
		"Content-Type": "application/json", "Traceparent": "00-" + chosen + "-00f067aa0ba902b7-00",
	} {
		r.Header.Set(k, v)
	}
	require.NoError(t, seamless.Sign(r.Header, key, "bet", time.Now(), id.New(), []byte(body)))
	res, err := http.DefaultClient.Do(r)
	require.NoError(t, err)
	raw, err := io.ReadAll(res.Body)
	require.NoError(t, err)
	require.NoError(t, res.Body.Close())
	require.Contains(t, string(raw), `"OK"`)
	named := strings.Split(cash("9000"), "-")
	require.Len(t, named, 4, "the message names the trace")
	traceID := named[1]
	require.NotEqual(t, chosen, traceID)

	p.relay() // so that it has noted what it published
	p.flush()
	spans := p.spans.of(traceID)
	request := spans["POST /v1/vendor/{vendor}/bet"]
	require.NotNil(t, request)
	for name, service := range map[string]string{"tx": "api", "relay publish": "workers", "hub deliver": "hub"} {
		require.NotNil(t, spans[name], name)
		require.Equal(t, request.SpanContext().SpanID(), spans[name].Parent().SpanID(), name)
		require.Contains(t, spans[name].Resource().String(), "service.name=hubstake-"+service)
	}
	require.Len(t, spans, 4)
}

package obs

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"net/http"
	"net/url"
	"strconv"
	"strings"
	"time"

	"go.opentelemetry.io/otel/attribute"
	"go.opentelemetry.io/otel/codes"
	sdk "go.opentelemetry.io/otel/sdk/trace"
)

// exportTime bounds one delivery to the collector.
const exportTime = 10 * time.Second

// exporter sends spans to a collector: OTLP over HTTP in its JSON form. Spans that the collector does not accept are lost;
// nothing depends on traces.
//
// The exporter of OpenTelemetry itself would bring gRPC and its gateway into every program: 20 MB of binary, and for the
// hub 10 MB of memory, whether anything is traced or not.
type exporter struct {
	url    string
	header http.Header
	client *http.Client
}

// newExporter reads an endpoint (http://host:4318) and headers as OpenTelemetry writes them: name=value,name=value.
func newExporter(endpoint, headers string) (*exporter, error) {
	u, err := url.Parse(endpoint)
	if err != nil || u.Host == "" || u.Scheme != "http" && u.Scheme != "https" {
		return nil, errors.New("an address of the form http://host:4318 is expected")
	}
	e := &exporter{url: u.JoinPath("v1", "traces").String(), header: http.Header{}, client: &http.Client{Timeout: exportTime}}
	for pair := range strings.SplitSeq(headers, ",") {
		if pair == "" {
			continue
		}
		name, value, ok := strings.Cut(pair, "=")
		value, err := url.PathUnescape(strings.TrimSpace(value))
		if name = strings.TrimSpace(name); !ok || name == "" || err != nil {
			return nil, errors.New("headers of the form name=value are expected") // what they are is a secret
		}
		e.header.Set(name, value)
	}
	e.header.Set("Content-Type", "application/json")
	return e, nil
}

// The shapes of opentelemetry-proto's trace.proto in JSON, as far as we fill them.
type (
	otlpValue struct {
		String *string `json:"stringValue,omitempty"`
		Int    *string `json:"intValue,omitempty"`
		Bool   *bool   `json:"boolValue,omitempty"`
	}
	otlpAttribute struct {
		Key   string    `json:"key"`
		Value otlpValue `json:"value"`
	}
	otlpSpan struct {
		TraceID    string          `json:"traceId"`
		SpanID     string          `json:"spanId"`
		Parent     string          `json:"parentSpanId,omitempty"`
		Name       string          `json:"name"`
		Kind       int             `json:"kind"`
		Start      string          `json:"startTimeUnixNano"`
		End        string          `json:"endTimeUnixNano"`
		Attributes []otlpAttribute `json:"attributes,omitempty"`
		Status     otlpStatus      `json:"status"`
	}
	otlpStatus struct {
		Code    int    `json:"code,omitempty"`
		Message string `json:"message,omitempty"`
	}
	otlpScope struct {
		Scope struct {
			Name string `json:"name"`
		} `json:"scope"`
		Spans []otlpSpan `json:"spans"`
	}
	otlpResource struct {
		Resource struct {
			Attributes []otlpAttribute `json:"attributes"`
		} `json:"resource"`
		Scopes []otlpScope `json:"scopeSpans"`
	}
	otlpRequest struct {
		Resources []otlpResource `json:"resourceSpans"`
	}
)

// ExportSpans implements sdktrace.SpanExporter. All spans of a process have the same resource.
func (e *exporter) ExportSpans(ctx context.Context, spans []sdk.ReadOnlySpan) error {
	if len(spans) == 0 {
		return nil
	}
	r := otlpResource{}
	r.Resource.Attributes = otlpAttributes(spans[0].Resource().Attributes())
	scopes := map[string]int{}
	for _, s := range spans {
		name := s.InstrumentationScope().Name
		i, ok := scopes[name]
		if !ok {
			i = len(r.Scopes)
			scopes[name] = i
			r.Scopes = append(r.Scopes, otlpScope{})
			r.Scopes[i].Scope.Name = name
		}
		r.Scopes[i].Spans = append(r.Scopes[i].Spans, otlpSpanOf(s))
	}
	body, err := json.Marshal(otlpRequest{[]otlpResource{r}})
	if err != nil {
		return fmt.Errorf("spans: %w", err)
	}
	return e.post(ctx, body)
}

func (e *exporter) post(ctx context.Context, body []byte) error {
	req, err := http.NewRequestWithContext(ctx, http.MethodPost, e.url, bytes.NewReader(body))
	if err != nil {
		return fmt.Errorf("spans: %w", err)
	}
	req.Header = e.header.Clone()
	res, err := e.client.Do(req)
	if err != nil {
		return fmt.Errorf("spans: %w", err)
	}
	defer func() { _ = res.Body.Close() }()
	_, _ = io.Copy(io.Discard, io.LimitReader(res.Body, 64<<10)) // so that the connection is used again
	if res.StatusCode/100 != 2 {
		return fmt.Errorf("spans: the collector answered %s", res.Status)
	}
	return nil
}

// Shutdown implements sdktrace.SpanExporter.
func (e *exporter) Shutdown(context.Context) error {
	e.client.CloseIdleConnections()
	return nil
}

func otlpSpanOf(s sdk.ReadOnlySpan) otlpSpan {
	nano := func(t time.Time) string { return strconv.FormatInt(t.UnixNano(), 10) }
	out := otlpSpan{
		TraceID: s.SpanContext().TraceID().String(), SpanID: s.SpanContext().SpanID().String(), Name: s.Name(),
		Kind:  int(s.SpanKind()), // the numbers are the same
		Start: nano(s.StartTime()), End: nano(s.EndTime()), Attributes: otlpAttributes(s.Attributes()),
	}
	if s.Parent().HasSpanID() {
		out.Parent = s.Parent().SpanID().String()
	}
	switch s.Status().Code {
	case codes.Ok:
		out.Status.Code = 1
	case codes.Error:
		out.Status = otlpStatus{2, s.Status().Description}
	case codes.Unset:
	}
	return out
}

// otlpAttributes writes what we use as it is, and everything else as text.
func otlpAttributes(attributes []attribute.KeyValue) []otlpAttribute {
	out := make([]otlpAttribute, len(attributes))
	for i, a := range attributes {
		out[i].Key = string(a.Key)
		switch a.Value.Type() {
		case attribute.BOOL:
			b := a.Value.AsBool()
			out[i].Value.Bool = &b
		case attribute.INT64:
			n := strconv.FormatInt(a.Value.AsInt64(), 10)
			out[i].Value.Int = &n
		default:
			text := a.Value.String()
			out[i].Value.String = &text
		}
	}
	return out
}

package monitoring_test

import (
	"encoding/json"
	"net/http"
	"net/http/httptest"
	"regexp"
	"strings"
	"sync"
	"testing"

	"github.com/jackc/pgx/v5"
	"github.com/stretchr/testify/require"
)

// span is what a collector keeps of one: its name and its attributes.
type span struct {
	service, name string
	attributes    map[string]string
}

// collector takes spans as the programs export them: OTLP over HTTP in JSON.
type collector struct {
	address string
	mu      sync.Mutex
	traces  map[string][]span // by trace id
}

func collect(t *testing.T) *collector {
	t.Helper()
	c := &collector{traces: map[string][]span{}}
	srv := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		type attribute struct {
			Key   string
			Value map[string]string
		}
		var in struct {
			ResourceSpans []struct {
				Resource   struct{ Attributes []attribute }
				ScopeSpans []struct {
					Spans []struct {
						TraceID, Name string
						Attributes    []attribute
					}
				}
			}
		}
		if r.URL.Path != "/v1/traces" || json.NewDecoder(r.Body).Decode(&in) != nil {
			http.Error(w, "not spans", http.StatusBadRequest)
			return
		}
		values := func(from []attribute) map[string]string {
			out := map[string]string{}
			for _, a := range from {
				for _, v := range a.Value {
					out[a.Key] = v
				}
			}
			return out
		}
		c.mu.Lock()
		defer c.mu.Unlock()
		for _, resource := range in.ResourceSpans {
			for _, scope := range resource.ScopeSpans {
				for _, s := range scope.Spans {
					c.traces[s.TraceID] = append(c.traces[s.TraceID], span{values(resource.Resource.Attributes)["service.name"], s.Name, values(s.Attributes)})
				}
			}
		}
	}))
	t.Cleanup(srv.Close)
	c.address = srv.URL
	return c
}

func (c *collector) of(trace string) []span {
	c.mu.Lock()
	defer c.mu.Unlock()
	return c.traces[trace]
}

var traceForm = regexp.MustCompile(`^[0-9a-f]{32}$`)

// aFailedBetLeadsToItsTrace does what the runbook says: from the line of a bet that failed to the spans of that call, which are kept
// whatever share of the others is.
func (w *world) aFailedBetLeadsToItsTrace(t *testing.T, d desk) {
	t.Helper()
	db, err := pgx.Connect(t.Context(), string(w.database))
	require.NoError(t, err)
	defer db.Close(t.Context())
	held, err := db.Begin(t.Context())
	require.NoError(t, err)
	defer func() { _ = held.Rollback(t.Context()) }()
	_, err = held.Exec(t.Context(), "SELECT FROM wallet_balance WHERE member_id = $1 FOR UPDATE", w.player)
	require.NoError(t, err)
	var id string
	all(t, func() []string {
		bet := map[string]any{"tx_id": "held", "round_id": "held", "member_id": w.player, "currency": "KRW", "amount": stake}
		status := w.wallet("bet", bet)
		out, err := d.run(t, `logs api | jq -r 'select(.message=="vendor" and .kind=="bet" and .status>=500) | .trace_id' | tail -1`)
		require.NoError(t, err, out)
		if id = strings.TrimSpace(out); id == "" {
			return []string{"no bet failed: " + http.StatusText(status)}
		}
		return nil
	})
	require.NoError(t, held.Rollback(t.Context()))
	require.Regexp(t, traceForm, id)
	out, err := d.run(t, "trace "+id)
	require.NoError(t, err, out)
	require.Contains(t, out, id, "the lines of a trace")
	all(t, func() []string {
		for _, s := range w.traces.of(id) {
			if s.service == "hubstake-api" && s.attributes["http.response.status_code"] == "503" {
				require.Equal(t, "/v1/vendor/{vendor}/bet", s.attributes["http.route"])
				require.Equal(t, "busy", s.attributes["hubstake.result_code"])
				return nil
			}
		}
		return []string{"no span of the trace " + id}
	})
}

// tracesHaveOneForm demands that whatever line names a trace names it in the form that a collector is asked for, under one name.
func (w *world) tracesHaveOneForm(t *testing.T) {
	t.Helper()
	n := 0
	for text := range strings.Lines(w.printed(t)) {
		var line map[string]any
		if json.Unmarshal([]byte(text), &line) != nil {
			continue // a program is writing it
		}
		for _, other := range []string{"trace", "traceId", "traceparent"} {
			require.NotContains(t, line, other, text)
		}
		if id, ok := line["trace_id"]; ok {
			require.Regexp(t, traceForm, id, text)
			n++
		}
	}
	require.Positive(t, n)
}

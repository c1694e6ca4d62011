package monitoring_test

import (
	"fmt"
	"path/filepath"
	"slices"
	"strings"
	"syscall"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"hubstake/internal/testkit"
	"hubstake/monitoring/prom"
)

// A real Prometheus with our rules watches the programs as they run while a member plays: every panel has data, every rule is
// evaluated, every metric is documented. In make test TestConfigurationsAndRulesAreAccepted, TestQueriesAreValid and TestWhatIsAskedForExists prove that
// rules and panels can be read and ask for what the programs have.
func TestARunningProductIsSeen(t *testing.T) {
	t.Parallel()
	testkit.DeepOnly(t)
	w := newWorld(t)
	client := w.prometheus(t)
	w.beginAtZero(t)
	panelsHaveData(t, client)
	rulesAreEvaluated(t, client)
	w.documented(t)
	noPages(t, client)
	d := w.runbookWorks(t, client)
	w.aFailedBetLeadsToItsTrace(t, d)
	w.tracesHaveOneForm(t)
}

// prometheus starts one that scrapes each second.
func (w *world) prometheus(t *testing.T) prom.Client {
	t.Helper()
	address := freePort(t)
	targets := map[string][]string{}
	for job, at := range w.metrics {
		targets[job] = []string{at}
	}
	cmd, err := prom.Setup{Folder: ".", Dir: t.TempDir(), Listen: address, Every: time.Second, Targets: targets}.Command(t.Context())
	require.NoError(t, err)
	cmd.SysProcAttr = &syscall.SysProcAttr{Pdeathsig: syscall.SIGKILL}
	var said strings.Builder
	cmd.Stderr = &said
	require.NoError(t, cmd.Start())
	t.Cleanup(func() {
		_ = cmd.Process.Signal(syscall.SIGTERM)
		_ = cmd.Wait()
		if t.Failed() {
			t.Log(said.String())
		}
	})
	return prom.Client{Base: "http://" + address}
}

// all waits until ask returns nothing, and shows what it returned last when it never does.
func all(t *testing.T, ask func() []string) {
	t.Helper()
	var last []string
	ok := func() bool { last = ask(); return len(last) == 0 }
	pace := time.NewTicker(200 * time.Millisecond)
	defer pace.Stop()
	for end := time.Now().Add(testkit.Patience); !ok(); {
		require.True(t, time.Now().Before(end), "%s", strings.Join(last, "\n"))
		select {
		case <-pace.C:
		case <-t.Context().Done():
		}
	}
}

func panelsHaveData(t *testing.T, client prom.Client) {
	t.Helper()
	type query struct{ where, expr string }
	var queries []query
	allowed := exceptions(t)
	for _, d := range dashboards(t) {
		for _, p := range d.Panels {
			for _, q := range p.Targets {
				name := filepath.Base(d.file) + " | " + p.Title
				if _, ok := allowed[name]; !ok {
					queries = append(queries, query{name, filled(q.Expr)})
				}
			}
		}
	}
	all(t, func() (empty []string) {
		for _, label := range []string{"job", "instance"} { // what there is to choose from at the top of the page
			if values, err := client.Labels(t.Context(), label, "up"); err != nil || len(values) < 3 {
				empty = append(empty, fmt.Sprintf("%s: %v %v", label, values, err))
			}
		}
		queries = slices.DeleteFunc(queries, func(q query) bool {
			samples, err := client.Query(t.Context(), q.expr)
			if err == nil && len(samples) > 0 {
				return true
			}
			empty = append(empty, fmt.Sprintf("%s: %v %s", q.where, err, q.expr))
			return false
		})
		return empty
	})
}

func rulesAreEvaluated(t *testing.T, client prom.Client) {
	t.Helper()
	all(t, func() (wrong []string) {
		rules, err := client.Rules(t.Context())
		if err != nil || len(rules) < len(alerts()) {
			return []string{fmt.Sprintf("%d rules, %v", len(rules), err)}
		}
		for _, r := range rules {
			if r.Health != "ok" || r.LastError != "" {
				wrong = append(wrong, r.Name+": "+r.Health+" "+r.LastError)
				continue
			}
			if r.Type == "recording" {
				match := r.Name
				if s := r.Labels["slo"]; s != "" {
					match += fmt.Sprintf("{slo=%q}", s)
				}
				if samples, err := client.Query(t.Context(), match); err != nil || len(samples) == 0 {
					wrong = append(wrong, fmt.Sprintf("%s: %d samples, %v", match, len(samples), err))
				}
			}
		}
		return wrong
	})
}

// noPages demands that no alert has fired since this Prometheus began with an empty store: a healthy product must not page.
func noPages(t *testing.T, client prom.Client) {
	t.Helper()
	fired, err := client.Query(t.Context(), `max_over_time(ALERTS{alertstate="firing",alertname!="Watchdog"}[1h])`)
	require.NoError(t, err)
	require.Empty(t, fired)
}

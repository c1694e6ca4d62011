package monitoring_test

import (
	"encoding/json"
	"os"
	"path/filepath"
	"regexp"
	"strconv"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"hubstake/monitoring/dashboard"
)

type source struct{ Type, UID string }

type grid struct{ H, W, X, Y int }

type panel struct {
	ID                       int
	Type, Title, Description string
	GridPos                  grid
	Datasource               source
	Targets                  []struct {
		RefID, Expr string
		Datasource  source
	}
	FieldConfig struct {
		Defaults struct{ Unit string }
	}
}

type dashboardFile struct {
	file          string
	UID, Title    string
	SchemaVersion int
	Editable      bool
	Panels        []panel
	Templating    struct {
		List []struct {
			Name, Type, Definition string
			Refresh                int
			Datasource             source
		}
	}
}

func dashboards(t *testing.T) (all []dashboardFile) {
	t.Helper()
	names, err := filepath.Glob("dashboards/*.json")
	require.NoError(t, err)
	require.GreaterOrEqual(t, len(names), 2)
	for _, name := range names {
		text, err := os.ReadFile(name)
		require.NoError(t, err)
		d := dashboardFile{file: name, Editable: true}
		require.NoError(t, json.Unmarshal(text, &d), name)
		all = append(all, d)
	}
	return all
}

var (
	// kinds are what the panels may be: nothing that needs a plugin.
	kinds = []string{"row", "stat", "timeseries", "heatmap", "bargauge", "table"}
	units = []string{"short", "s", "percentunit", "bytes", "cps"}

	counter  = regexp.MustCompile(`\b[a-z_]+_(?:total|bucket|count|sum)\b(\{[^}]*\})?(\[[^\]]*\])?`)
	selector = regexp.MustCompile(`\b[a-z][a-z0-9_]+\{([^}]*)\}`)
	ranges   = regexp.MustCompile(`\[([^\]]+)\]`)
)

func TestDashboardsFollowTheRules(t *testing.T) {
	t.Parallel()
	uids := map[string]bool{}
	for _, d := range dashboards(t) {
		require.NotEmpty(t, d.UID, d.file)
		require.False(t, uids[d.UID], "%s: the uid is taken", d.file)
		uids[d.UID] = true
		require.Equal(t, dashboard.Schema, d.SchemaVersion, d.file)
		require.False(t, d.Editable, "%s: what is changed in Grafana is lost at the next deploy", d.file)

		names := map[string]bool{}
		for _, v := range d.Templating.List {
			names[v.Name] = true
			if v.Type == "query" {
				require.Equal(t, 2, v.Refresh, "%s: %s is not read again when the time changes", d.file, v.Name)
				require.Equal(t, "${datasource}", v.Datasource.UID, "%s: %s", d.file, v.Name)
			}
		}
		for _, name := range []string{"datasource", "job", "instance"} {
			require.True(t, names[name], "%s has no variable %s", d.file, name)
		}
		require.Equal(t, "row", d.Panels[0].Type)
		for _, p := range d.Panels[1:7] {
			require.Equal(t, "stat", p.Type, "%s: the first row answers at a glance; %s does not", d.file, p.Title)
		}
		ids, cells := map[int]bool{}, map[[2]int]string{}
		for _, p := range d.Panels {
			where := d.file + ", " + p.Title
			require.False(t, ids[p.ID], "%s: the id is taken", where)
			ids[p.ID] = true
			require.Contains(t, kinds, p.Type, where)
			require.NotEmpty(t, p.Title, where)
			g := p.GridPos
			require.True(t, g.W > 0 && g.H > 0 && g.X >= 0 && g.X+g.W <= 24, "%s is not inside of the 24 columns", where)
			for x := g.X; x < g.X+g.W; x++ {
				for y := g.Y; y < g.Y+g.H; y++ {
					require.Empty(t, cells[[2]int{x, y}], "%s lies over another panel", where)
					cells[[2]int{x, y}] = p.Title
				}
			}
			if p.Type != "row" {
				checkPanel(t, where, p)
			}
		}
	}
}

func checkPanel(t *testing.T, where string, p panel) {
	t.Helper()
	require.Greater(t, len(p.Description), 20, "%s has no description", where)
	require.Equal(t, source{"prometheus", "${datasource}"}, p.Datasource, where)
	require.Contains(t, units, p.FieldConfig.Defaults.Unit, where)
	require.NotEmpty(t, p.Targets, where)
	refs := map[string]bool{}
	for _, q := range p.Targets {
		require.False(t, refs[q.RefID], where)
		refs[q.RefID] = true
		require.Equal(t, source{"prometheus", "${datasource}"}, q.Datasource, where)
		found := selector.FindAllStringSubmatch(q.Expr, -1)
		require.NotEmpty(t, found, "%s: %s selects nothing", where, q.Expr)
		for _, m := range found {
			require.Contains(t, m[1], `job=~"$job",instance=~"$instance"`, "%s: %s", where, m[0])
		}
		for _, m := range ranges.FindAllStringSubmatch(q.Expr, -1) {
			require.Contains(t, []string{"$__rate_interval", "$__range"}, m[1], "%s: a window of its own", where)
		}
		for _, m := range counter.FindAllStringSubmatch(q.Expr, -1) {
			require.NotEmpty(t, m[2], "%s: %s without rate or increase", where, m[0])
		}
	}
}

// exceptions are the panels that may be empty, with the reason.
func exceptions(t *testing.T) map[string]string {
	t.Helper()
	text, err := os.ReadFile("dashboards/exceptions.txt")
	require.NoError(t, err)
	all := map[string]string{}
	for n, line := range strings.Split(strings.TrimSpace(string(text)), "\n") {
		if strings.HasPrefix(line, "#") {
			continue
		}
		parts := strings.SplitN(line, " | ", 3)
		require.Len(t, parts, 3, "line %d: file | panel | reason", n+1)
		all[parts[0]+" | "+parts[1]] = parts[2]
	}
	return all
}

// An operator does not find a figure that no panel shows when it is needed, and an alert sends its reader to a panel that shows what it counts.
func TestEveryMetricIsShown(t *testing.T) {
	t.Parallel()
	var shown strings.Builder
	for _, d := range dashboards(t) {
		for _, p := range d.Panels {
			for _, q := range p.Targets {
				shown.WriteString(q.Expr + "\n")
			}
		}
	}
	rules, err := os.ReadFile("rules/slo.yml")
	require.NoError(t, err)
	shown.Write(rules) // objectives are shown by their burn
	var hidden []string
	for program, metrics := range written(t) {
		for name := range metrics {
			if !regexp.MustCompile(`\b` + name + `(_bucket|_count|_sum)?\b`).MatchString(shown.String()) {
				hidden = append(hidden, program+" "+name)
			}
		}
	}
	require.Empty(t, hidden)
}

func TestExceptionsAreOfPanelsThatExist(t *testing.T) {
	t.Parallel()
	var titles []string
	for _, d := range dashboards(t) {
		for _, p := range d.Panels {
			titles = append(titles, filepath.Base(d.file)+" | "+p.Title)
		}
	}
	for name := range exceptions(t) {
		require.Contains(t, titles, name)
	}
}

// Grafana itself cannot run here, so PromQL's own parser reads each query as a rule.
func TestQueriesAreValid(t *testing.T) {
	t.Parallel()
	var b strings.Builder
	b.WriteString("groups:\n- name: panels\n  rules:\n")
	n := 0
	for _, d := range dashboards(t) {
		for _, p := range d.Panels {
			for _, q := range p.Targets {
				n++
				b.WriteString("  - record: panel" + strconv.Itoa(n) + "\n    expr: " + strconv.Quote(filled(q.Expr)) + "\n")
			}
		}
	}
	for _, q := range asked(t) {
		n++
		b.WriteString("  - record: runbook" + strconv.Itoa(n) + "\n    expr: " + strconv.Quote(q) + "\n")
	}
	require.Greater(t, n, 100)
	file := filepath.Join(t.TempDir(), "panels.yml")
	require.NoError(t, os.WriteFile(file, []byte(b.String()), 0o644))
	tool(t, "promtool", "check", "rules", file)
}

// filled is a query with the variables that Grafana fills in.
func filled(expr string) string {
	expr = strings.NewReplacer("$__rate_interval", "5s", "$__range", "10s", "$job", ".+", "$instance", ".+").Replace(expr)
	if i := strings.IndexByte(expr, '$'); i >= 0 {
		return "unknown variable in " + expr
	}
	return expr
}

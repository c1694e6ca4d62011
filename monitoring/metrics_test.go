package monitoring_test

import (
	"flag"
	"fmt"
	"maps"
	"os"
	"os/exec"
	"regexp"
	"slices"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"
)

var update = flag.Bool("update", false, "write metrics.md as the programs are")

// family is a metric as metrics.md and a program tell of it.
type family struct {
	name, kind, help string
	labels           []string
	late             bool // has no series before the first event
}

const later = " †"

func (f family) row() string {
	mark := ""
	if f.late {
		mark = later
	}
	return fmt.Sprintf("| `%s`%s | %s | %s | %s |", f.name, mark, f.kind, strings.Join(f.labels, ", "), strings.ReplaceAll(f.help, "|", `\|`))
}

var (
	row    = regexp.MustCompile("^\\| `([a-z_0-9:]+)`(" + later + ")? \\| (\\w+) \\| ([^|]*) \\| (.*) \\|$")
	series = regexp.MustCompile(`^([a-zA-Z_:][a-zA-Z0-9_:]*)(\{.*\})? `)
	pair   = regexp.MustCompile(`([a-zA-Z_][a-zA-Z0-9_]*)="(?:[^"\\]|\\.)*"`)
)

// written reads metrics.md: the metrics by program.
func written(t *testing.T) map[string]map[string]family {
	t.Helper()
	text, err := os.ReadFile("metrics.md")
	if os.IsNotExist(err) && *update {
		return nil
	}
	require.NoError(t, err)
	programs, job := map[string]map[string]family{}, ""
	for line := range strings.SplitSeq(string(text), "\n") {
		if name, ok := strings.CutPrefix(line, "## "); ok {
			job = name
			programs[job] = map[string]family{}
		}
		if m := row.FindStringSubmatch(line); m != nil {
			f := family{name: m[1], kind: m[3], help: strings.ReplaceAll(m[5], `\|`, "|"), late: m[2] != ""}
			if m[4] != "" {
				f.labels = strings.Split(m[4], ", ")
			}
			programs[job][f.name] = f
		}
	}
	return programs
}

// scraped reads what a program answers, without what Go's own libraries say of themselves.
func scraped(text string) map[string]family {
	families := map[string]family{}
	labels := map[string]map[string]bool{}
	present := ""
	for line := range strings.SplitSeq(text, "\n") {
		if rest, ok := strings.CutPrefix(line, "# HELP "); ok {
			name, help, _ := strings.Cut(rest, " ")
			families[name], labels[name], present = family{name: name, help: help}, map[string]bool{}, name
		} else if rest, ok := strings.CutPrefix(line, "# TYPE "); ok {
			name, kind, _ := strings.Cut(rest, " ")
			f := families[name]
			f.name, f.kind = name, kind
			families[name], present = f, name
		} else if m := series.FindStringSubmatch(line); m != nil {
			for _, l := range pair.FindAllStringSubmatch(m[2], -1) {
				if l[1] != "le" && l[1] != "quantile" {
					labels[present][l[1]] = true
				}
			}
		}
	}
	for name, f := range families {
		f.labels = slices.Sorted(maps.Keys(labels[name]))
		families[name] = f
		for _, lib := range []string{"go_", "process_", "promhttp_"} {
			if strings.HasPrefix(name, lib) {
				delete(families, name)
			}
		}
	}
	return families
}

// documented compares each program with metrics.md, in both directions, and has promtool judge the names.
func (w *world) documented(t *testing.T) {
	t.Helper()
	doc := written(t)
	out := map[string]map[string]family{}
	for job := range w.metrics {
		text := w.scrape(job)
		cmd := exec.CommandContext(t.Context(), "promtool", "check", "metrics")
		cmd.Stdin = strings.NewReader(text)
		said, err := cmd.CombinedOutput()
		require.NoError(t, err, "%s: %s", job, said)
		have := scraped(text)
		require.NotEmpty(t, have)
		out[job] = maps.Clone(doc[job])
		if out[job] == nil {
			out[job] = map[string]family{}
		}
		for name, f := range have {
			old, known := doc[job][name]
			merged := f
			merged.labels = slices.Compact(slices.Sorted(slices.Values(slices.Concat(old.labels, f.labels))))
			merged.late = old.late
			out[job][name] = merged
			if !*update {
				require.True(t, known, "%s exports %s, of which metrics.md knows nothing", job, name)
				require.Equal(t, old, merged, "%s", name)
			}
		}
		if *update {
			continue
		}
		for name, f := range doc[job] {
			require.True(t, f.late || have[name].name != "", "metrics.md knows %s, which %s does not export", name, job)
			require.True(t, f.kind != "counter" || strings.HasSuffix(name, "_total"), "%s is a counter", name)
		}
	}
	if *update {
		write(t, out)
	}
}

func write(t *testing.T, programs map[string]map[string]family) {
	t.Helper()
	var b strings.Builder
	b.WriteString(`# Metrics

Each program exports these metrics on its metrics listener, beside go_*, process_* and promhttp_*. Prometheus adds job and instance. A test compares this
page with the running programs in both directions; after a change: ` + "`go test ./monitoring -run Seen -update`" + ` (take out what is gone by
hand). A metric with † has no series before its first event; all others begin at zero with the program. No label names a member.
`)
	for _, job := range slices.Sorted(maps.Keys(programs)) {
		b.WriteString("\n## " + job + "\n\n| metric | type | labels | meaning |\n|---|---|---|---|\n")
		for _, name := range slices.Sorted(maps.Keys(programs[job])) {
			b.WriteString(programs[job][name].row() + "\n")
		}
	}
	require.NoError(t, os.WriteFile("metrics.md", []byte(b.String()), 0o644))
}

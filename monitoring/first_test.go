package monitoring_test

import (
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"hubstake/monitoring/alert"
)

var (
	rises   = regexp.MustCompile(`(?:increase|rate)\(([a-z_]+)(\{[^}]*\})?\[`)
	onlyOne = regexp.MustCompile(`increase\(([a-z_]+)(?:\{[^}]*\})?\[\w+\]\)\) > 0(?:\s|$)`)
	matcher = regexp.MustCompile(`([a-z_]+)(=~|!~|!=|=)"([^"]*)"`)
	zeros   = regexp.MustCompile(`^0x(\d+) `)
)

// Every alert that one event is enough for also fires for the first event ever of a series which Prometheus has never seen before: each case in which it
// fires is played again with the zeros before the event taken away.
func TestEachAlertOfOneEventFiresForTheFirstOneEver(t *testing.T) {
	t.Parallel()
	var born []alert.Case
	for _, a := range alerts() {
		counted, _, _ := strings.Cut(a.Expr, "unless sum by")
		counters := onlyOne.FindAllStringSubmatch(counted, -1)
		if counters == nil || a.Name == "RedisDown" { // which counts failures that go on, of kinds that begin with the program
			continue
		}
		before := len(born)
		for _, c := range alert.Cases {
			if c.Alert != a.Name || !c.Fires {
				continue
			}
			c.Because, c.Series = "the series is born with the event", slices.Clone(c.Series)
			changed := false
			for i, s := range c.Series {
				name, _, _ := strings.Cut(s[0], "{")
				if name == counters[0][1] && zeros.MatchString(s[1]) {
					c.Series[i][1], changed = zeros.ReplaceAllString(s[1], "_x$1 "), true
				}
			}
			if changed {
				born = append(born, c)
			}
		}
		require.Greater(t, len(born), before, "%s: no case in which it fires begins with zeros", a.Name)
	}
	require.GreaterOrEqual(t, len(born), 10)
	rules, err := filepath.Abs("rules/alerts.yml")
	require.NoError(t, err)
	file := filepath.Join(t.TempDir(), "born.yml")
	require.NoError(t, os.WriteFile(file, []byte(alert.Tests([]string{rules}, "15s", born)), 0o600))
	tool(t, "promtool", "test", "rules", file)
}

// beginAtZero demands that each series whose rise an alert counts is there before anything happens: each value that the alert names, in a program.
func (w *world) beginAtZero(t *testing.T) {
	t.Helper()
	var text strings.Builder
	for job := range w.metrics {
		text.WriteString(w.scrape(job))
	}
	lines := strings.Split(text.String(), "\n")
	for _, a := range alerts() {
		for _, m := range rises.FindAllStringSubmatch(a.Expr, -1) {
			if strings.Contains(m[1], ":") {
				continue
			}
			for _, want := range alternatives(m[2]) {
				require.True(t, slices.ContainsFunc(lines, func(line string) bool {
					name, labels, _ := strings.Cut(line, "{")
					if labels == "" {
						name, _, _ = strings.Cut(line, " ")
					}
					return name == m[1] && !slices.ContainsFunc(want, func(label string) bool { return !strings.Contains(labels, label) })
				}), "%s counts %s%v, which no program has before it happens", a.Name, m[1], want)
			}
		}
	}
}

// alternatives are the labels that series of a selector have, one list for each value that it names. Values that it excludes are not looked at.
func alternatives(selector string) [][]string {
	out := [][]string{{}}
	for _, m := range matcher.FindAllStringSubmatch(selector, -1) {
		if m[2] == "!=" || m[2] == "!~" || strings.ContainsAny(m[3], ".*+") {
			continue
		}
		var next [][]string
		for value := range strings.SplitSeq(m[3], "|") {
			for _, labels := range out {
				next = append(next, append(slices.Clone(labels), m[1]+`="`+value+`"`))
			}
		}
		out = next
	}
	return out
}

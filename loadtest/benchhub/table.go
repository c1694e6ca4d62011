package main

import (
	"errors"
	"fmt"
	"io"
	"math"
	"slices"
	"strings"
	"time"
)

// figure is a row of the table: where hubbench tells it, and what is asked.
type figure struct {
	name      string
	pass      string
	scenario  string
	rate      float64 // of the scenario rate
	field     string
	scale     float64 // from hubbench's unit to ours
	format    string
	goal      float64
	atLeast   bool // else at most
	overFloor bool // the figure is divided by the floor's of the same run
}

var figures = []figure{
	{name: "idle memory per session (RSS), KB", pass: "figures", scenario: "idle", field: "rss_per_conn", scale: 1.0 / 1024, format: "%.2f", goal: 2.3},
	{name: "CPU of an idle hub, % of a core", pass: "figures", scenario: "idle", field: "cpu_pct", scale: 1, format: "%.1f", goal: 2},
	{name: "CPU-s per 1M personal deliveries at 10k/s", pass: "figures", scenario: "rate", rate: 10000, field: "server_cpu_s_per_1M", scale: 1, format: "%.1f", goal: 26},
	{name: "CPU-s per 1M broadcast deliveries", pass: "figures", scenario: "bcast", field: "server_cpu_s_per_1M", scale: 1, format: "%.1f", goal: 14},
	{name: "held personal deliveries/s", pass: "search", scenario: "search", field: "highest_held", scale: 1, format: "%.0f", goal: 50000, atLeast: true},
	{name: "p99 at 20,000/s, ms", pass: "figures", scenario: "rate", rate: 20000, field: "p99_ms", scale: 1, format: "%.1f", goal: 8},
	{name: "own part at 20,000/s, p99, ms (upper bound of its bucket)", pass: "figures", scenario: "rate", rate: 20000, field: "own_p99_ms", scale: 1, format: "%.2f", goal: 1.5},
	{name: "connect + auth + subscribe, CPU µs each", pass: "figures", scenario: "connect", field: "server_cpu_us_per_conn", scale: 1, format: "%.0f", goal: 125},
	{name: "all sessions cut, until all are subscribed again, s", pass: "figures", scenario: "storm", field: "seconds", scale: 1, format: "%.2f", goal: 1.3},
	{name: "the same, CPU µs of the hub for each session", pass: "figures", scenario: "storm", field: "server_cpu_us_per_conn", scale: 1, format: "%.0f", goal: 140},
	{name: "hub killed and restarted, until all are subscribed again, s", pass: "figures", scenario: "restart", field: "seconds", scale: 1, format: "%.2f", goal: 1.8},
	{name: "personal delivery at 10k/s, CPU × floor", pass: "figures", scenario: "rate", rate: 10000, field: "server_cpu_s_per_1M", scale: 1, format: "%.2f", goal: 1.7, overFloor: true},
	{name: "broadcast delivery, CPU × floor", pass: "figures", scenario: "bcast", field: "server_cpu_s_per_1M", scale: 1, format: "%.2f", goal: 1.2, overFloor: true},
	{name: "connect, CPU × floor", pass: "figures", scenario: "connect", field: "server_cpu_us_per_conn", scale: 1, format: "%.2f", goal: 2.5, overFloor: true},
}

// results are all lines of all runs.
type results struct{ lines []line }

func (r *results) add(lines []line) { r.lines = append(r.lines, lines...) }

// of are the values of a figure, one a run. A figure over the floor's exists for the runs that have both.
func (r *results) of(f figure) []float64 {
	if f.overFloor {
		hub, floor := f, f
		hub.overFloor, floor.overFloor, floor.pass = false, false, floorPass.name
		values, least := r.of(hub), r.of(floor)
		values = values[:min(len(values), len(least))]
		for i := range values {
			values[i] /= least[i]
		}
		return values
	}
	var values []float64
	for _, l := range r.lines {
		if l["pass"] != f.pass || l["scenario"] != f.scenario || f.rate > 0 && l["rate"] != f.rate || l["complete"] == false {
			continue
		}
		if v, ok := l[f.field].(float64); ok {
			values = append(values, v*f.scale)
		}
	}
	return values
}

// table prints goal, median and all values of each figure.
func (r *results) table(w io.Writer, s settings) {
	fmt.Fprintf(w, "%s, %d sessions, medians of %d\n\n", time.Now().UTC().Format(time.DateOnly), s.sessions, s.runs)
	fmt.Fprintln(w, "| figure | goal | measured | | runs |")
	fmt.Fprintln(w, "|---|---|---|---|---|")
	for _, f := range figures {
		values := r.of(f)
		bound := "≤ "
		if f.atLeast {
			bound = "≥ "
		}
		if len(values) == 0 && len(s.only) > 0 {
			continue
		}
		if len(values) == 0 {
			fmt.Fprintf(w, "| %s | %s%g | – | not measured | |\n", f.name, bound, f.goal)
			continue
		}
		m := median(values)
		texts := make([]string, len(values))
		for i, v := range values {
			texts[i] = fmt.Sprintf(f.format, v)
		}
		fmt.Fprintf(w, "| %s | %s%g | "+f.format+" | %s | %s |\n", f.name, bound, f.goal, m, f.verdict(m), strings.Join(texts, ", "))
	}
}

// verdict compares with the goal.
func (f figure) verdict(v float64) string {
	over := v / f.goal
	if f.atLeast {
		over = f.goal / v
	}
	switch {
	case over <= 1:
		return "met"
	case math.IsInf(over, 1):
		return "missed"
	}
	return fmt.Sprintf("missed ×%.2f", over)
}

// median is the middle value, of an even number the worse-known mean of the two.
func median(values []float64) float64 {
	v := slices.Sorted(slices.Values(values))
	n := len(v)
	return (v[(n-1)/2] + v[n/2]) / 2
}

// judge returns an error when a promise was broken: goals may be missed, promises not.
func (r *results) judge() error {
	var errs []error
	for _, l := range r.lines {
		if v, ok := l["violations"]; ok {
			errs = append(errs, fmt.Errorf("%v, %v: %v", l["name"], l["scenario"], v))
		}
		if n, ok := l["lost"].(float64); ok && n > 0 {
			errs = append(errs, fmt.Errorf("%v, %v: %v messages lost", l["name"], l["scenario"], n))
		}
		if l["scenario"] == "correct" && l["ok"] != true {
			errs = append(errs, fmt.Errorf("%v: correct has failed", l["name"]))
		}
		if l["complete"] == false {
			errs = append(errs, fmt.Errorf("%v, %v: only %v sessions came up: %v", l["name"], l["scenario"], l["ready"], l["failures"]))
		}
	}
	return errors.Join(errs...)
}

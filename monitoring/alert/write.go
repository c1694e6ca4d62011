package alert

import (
	"fmt"
	"maps"
	"slices"
	"strconv"
	"strings"
)

// Written is the first line of what is generated.
const Written = "# Written by go generate ./monitoring from the tables in monitoring/alert and monitoring/slo. Do not edit.\n"

// Anchor is how Markdown links to the heading of an alert.
func Anchor(name string) string { return strings.ToLower(name) }

// Rules is a group of a rule file as YAML.
func Rules(name string, records []Record, alerts []Alert) string {
	var b strings.Builder
	fmt.Fprintf(&b, "  - name: %s\n    rules:\n", name)
	for _, r := range records {
		fmt.Fprintf(&b, "      - record: %s\n        expr: %s", r.Name, block(r.Expr, 10))
		labels(&b, r.Labels)
	}
	for _, a := range alerts {
		fmt.Fprintf(&b, "      - alert: %s\n        expr: %s", a.Name, block(a.Expr, 10))
		if a.For != "" {
			fmt.Fprintf(&b, "        for: %s\n", a.For)
		}
		if a.KeepFiring != "" {
			fmt.Fprintf(&b, "        keep_firing_for: %s\n", a.KeepFiring)
		}
		all := map[string]string{"severity": string(a.Severity)}
		maps.Copy(all, a.Labels)
		labels(&b, all)
		fmt.Fprintf(&b, "        annotations:\n          summary: %s\n          runbook_url: %s\n", strconv.Quote(a.Summary), a.Runbook())
	}
	return b.String()
}

func labels(b *strings.Builder, l map[string]string) {
	if len(l) == 0 {
		return
	}
	b.WriteString("        labels:\n")
	for _, k := range slices.Sorted(maps.Keys(l)) {
		fmt.Fprintf(b, "          %s: %s\n", k, strconv.Quote(l[k]))
	}
}

// block is text of several lines as a YAML scalar.
func block(text string, indent int) string {
	margin := strings.Repeat(" ", indent)
	return "|-\n" + margin + strings.ReplaceAll(text, "\n", "\n"+margin) + "\n"
}

package alert

import (
	"fmt"
	"strconv"
	"strings"
)

// Case is one proof of promtool: with these series the alert fires at that moment, or it is silent.
type Case struct {
	Alert    string
	Severity Severity // empty: any
	Match    string   // more matchers of labels, as PromQL
	Fires    bool
	Because  string
	Every    string      // between two values of a series; empty: 1m
	Series   [][2]string // in promtool's notation
	At       string
}

// Tests is a file of promtool tests as YAML. rules are the rule files, relative to it; every is between two evaluations.
func Tests(rules []string, every string, cases []Case) string {
	var b strings.Builder
	b.WriteString(Written + "rule_files:\n")
	for _, r := range rules {
		fmt.Fprintf(&b, "  - %s\n", r)
	}
	fmt.Fprintf(&b, "evaluation_interval: %s\ntests:\n", every)
	for _, c := range cases {
		verb, every := "is silent", c.Every
		if c.Fires {
			verb = "fires"
		}
		if every == "" {
			every = "1m"
		}
		fmt.Fprintf(&b, "  - name: %s\n    interval: %s\n    input_series:\n", strconv.Quote(c.Alert+" "+verb+": "+c.Because), every)
		if len(c.Series) == 0 {
			b.WriteString("      []\n")
		}
		for _, s := range c.Series {
			fmt.Fprintf(&b, "      - series: %s\n        values: %s\n", quote(s[0]), quote(s[1]))
		}
		match := fmt.Sprintf(`alertname=%q,alertstate="firing"`, c.Alert)
		if c.Severity != "" {
			match += fmt.Sprintf(`,severity=%q`, c.Severity)
		}
		if c.Match != "" {
			match += "," + c.Match
		}
		fmt.Fprintf(&b, "    promql_expr_test:\n      - expr: %s\n        eval_time: %s\n", quote("count(ALERTS{"+match+"})"), c.At)
		if c.Fires {
			b.WriteString("        exp_samples:\n          - labels: '{}'\n            value: 1\n")
		} else {
			b.WriteString("        exp_samples: []\n")
		}
	}
	return b.String()
}

// quote makes a YAML scalar in single quotes, where nothing is escaped but they themselves.
func quote(s string) string { return "'" + strings.ReplaceAll(s, "'", "''") + "'" }

// Package slo is the table of service level objectives: what is promised to members over 28 days, how Prometheus measures
// it, and when an alert says that the error budget burns too fast.
package slo

import (
	"fmt"
	"slices"
	"strconv"
	"strings"

	"hubstake/monitoring/alert"
)

// Objective is one promise.
type Objective struct {
	Name    string  // label slo
	Alert   string  // name of the alerts
	Target  float64 // share of what must be good, over 28 days
	Promise string  // in words
	Burns   string  // what members notice while it is broken
	// Ratio is the share of what was bad, as PromQL; W stands for the window. It has a value even when nothing happened.
	Ratio string
	// TicketOnly: no page, because nothing can be done at night.
	TicketOnly bool
	// Record is what Ratio needs beyond the programs' metrics: names and expressions.
	Record [][2]string
}

// late is the share of deliveries that took longer than some bucket.
func late(seconds string) string { return slow("hub_delivery_lag_seconds", "", seconds) }

// Objectives of the parts that this project has metrics of. The table of README.md is the same.
var Objectives = slices.Concat(push, product)

var push = []Objective{
	{
		Name: "push_freshness_1s", Alert: "PushFreshnessBurn", Target: .999, Ratio: late("1"),
		Promise: "99.9 % of events are written to the member's connection within 1 s of their commit",
		Burns:   "balances and messages come late",
	},
	{
		Name: "push_freshness_5s", Alert: "PushStaleBurn", Target: .9999, Ratio: late("5"),
		Promise: "99.99 % of events are written to the member's connection within 5 s of their commit",
		Burns:   "members look at balances that are long wrong",
	},
	{
		Name: "ws_connect", Alert: "ConnectBurn", Target: .999,
		Ratio:   `(sum(rate(hub_connects_total{result="error"}[W])) / (sum(rate(hub_connects_total{result=~"ok|error"}[W])) > 0)) or vector(0)`,
		Promise: "99.9 % of connections that are tried are authorised; what a client itself did wrong, and limits, do not count",
		Burns:   "members cannot connect and see nothing move",
	},
	{
		Name: "outbox_age", Alert: "OutboxAgeBurn", Target: .999, Ratio: `avg_over_time(slo:outbox_age:bad[W])`,
		Record: [][2]string{{
			"slo:outbox_age:bad",
			// No figure counts as bad once the workers have been watched for five minutes: a new Prometheus has no series yet.
			`(max(outbox_oldest_unpublished_seconds) > bool 5)
or absent_over_time(outbox_oldest_unpublished_seconds[1m]) and count(up{job="workers"} offset 5m)`,
		}},
		Promise: "in 99.9 % of the time nothing committed waits longer than 5 s to be published",
		Burns:   "nothing of what happens reaches anybody in time",
	},
}

// share is the share of bad among all, as PromQL; it is 0 when nothing happened.
func share(bad, all string) string {
	return "(sum(rate(" + bad + "[W])) / (sum(rate(" + all + "[W])) > 0)) or vector(0)"
}

// slow is the share of a histogram's observations above one of its buckets. Prometheus before 3 spells the bucket 1, later 1.0.
func slow(histogram, matchers, seconds string) string {
	comma := ""
	if matchers != "" {
		comma = ","
	}
	return `(clamp_min(sum(rate(` + histogram + `_count{` + matchers + `}[W])) - sum(rate(` + histogram + `_bucket{` + matchers + comma +
		`le=~"` + seconds + `(\\.0)?"}[W])), 0)
  / (sum(rate(` + histogram + `_count{` + matchers + `}[W])) > 0)) or vector(0)`
}

// Windows over which the share of errors is recorded.
var Windows = []string{"5m", "30m", "1h", "2h", "6h", "1d", "3d"}

// Burn is a speed at which the budget of 28 days is spent, seen over a long window and still over a short one.
type Burn struct {
	Factor      float64
	Long, Short string
	For         string
	Severity    alert.Severity
}

// Burn rates that alert: at 14.4 a tenth of the budget is gone in five hours.
var Burns = []Burn{
	{14.4, "1h", "5m", "2m", alert.Page},
	{6, "6h", "30m", "15m", alert.Page},
	{3, "1d", "2h", "1h", alert.Ticket},
	{1, "3d", "6h", "3h", alert.Ticket},
}

// Recording returns the recording rules of an objective as names with labels and expressions.
func (o Objective) Recording() (rules []alert.Record) {
	for _, r := range o.Record {
		rules = append(rules, alert.Record{Name: r[0], Expr: r[1]})
	}
	for _, w := range Windows {
		rules = append(rules, alert.Record{
			Name: "slo:error_ratio:rate" + w, Labels: map[string]string{"slo": o.Name}, Expr: strings.ReplaceAll(o.Ratio, "[W]", "["+w+"]"),
		})
	}
	return rules
}

// Alerts returns the burn alerts of an objective, one for each window.
func (o Objective) Alerts() (rules []alert.Alert) {
	for _, b := range Burns {
		if o.TicketOnly && b.Severity == alert.Page {
			continue
		}
		limit := strconv.FormatFloat(b.Factor, 'g', -1, 64) + " * " + strconv.FormatFloat(1-o.Target, 'f', 4, 64)
		over := func(window string) string {
			return fmt.Sprintf(`slo:error_ratio:rate%s{slo=%q} > %s`, window, o.Name, limit)
		}
		rules = append(rules, alert.Alert{
			Name: o.Alert, Severity: b.Severity, For: b.For, KeepFiring: "5m",
			Labels: map[string]string{"slo": o.Name, "window": b.Long},
			Expr:   over(b.Long) + "\nand\n" + over(b.Short),
			Summary: fmt.Sprintf("%s: {{ $value | humanizePercentage }} of the last %s were bad, %g times what the objective allows",
				o.Burns, b.Long, b.Factor),
		})
	}
	return rules
}

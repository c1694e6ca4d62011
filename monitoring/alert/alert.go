// Package alert is the table of alerts, and the cases by which promtool proves that each of them fires when it should and is silent when
// it should be. runbook.md says what to do about each.
package alert

import "fmt"

// Severity decides who is told (alertmanager.yml).
type Severity string

// The severities.
const (
	Page   Severity = "page"   // wakes the person on duty
	Ticket Severity = "ticket" // is looked at on the next working day
	None   Severity = "none"   // goes to the machine that waits for it
)

// Record is a recording rule.
type Record struct {
	Name   string
	Labels map[string]string
	Expr   string
}

// Alert is an alerting rule. Several may share a name when they differ in a label.
type Alert struct {
	Name       string
	Expr       string
	For        string // how long it has to be true; empty: the first time counts
	KeepFiring string // how long it has to be false again
	Severity   Severity
	Labels     map[string]string
	Summary    string
}

// Runbook is where the alert is explained, relative to the root of the project.
func (a Alert) Runbook() string { return "monitoring/runbook.md#" + Anchor(a.Name) }

// Happened is an expression that is true where a counter rose in a window at all. The series of counters begin at zero, with their program or with the
// provider, feed, game or job that they tell of. The second half is for the event that came before the first scrape that saw the series: a series
// that is born at 1 has not increased.
func Happened(by, counter, window string) string {
	sum := "sum"
	if by != "" {
		sum = "sum by (" + by + ") "
	}
	return fmt.Sprintf("%s(increase(%s[%s])) > 0\nor %s(%s > 0 unless %s offset %s)", sum, counter, window, sum, counter, counter, window)
}

// Group is alerts of one part.
type Group struct {
	Name   string
	Alerts []Alert
}

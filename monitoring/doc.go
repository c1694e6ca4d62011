// Package monitoring holds what a Prometheus, an Alertmanager and a Grafana need to watch Hubstake: rules, alerts with
// their runbook, dashboards and the configurations that mount them. README.md says how.
//
// Rules, their tests and the dashboards are written from the tables in alert, slo and board, so that a metric, a window or a label is
// spelt in one place. The files are kept: they are what an operator mounts.
package monitoring

//go:generate go run ./generate

// Package files knows which files are written from the tables and what they hold.
package files

import (
	"fmt"
	"slices"
	"strings"

	"hubstake/monitoring/alert"
	"hubstake/monitoring/dashboard"
	"hubstake/monitoring/slo"
)

// All returns the content of each generated file by its path below monitoring.
func All() (map[string]string, error) {
	long := slices.DeleteFunc(slices.Clone(slo.Cases), func(c alert.Case) bool { return !slo.Long(c) })
	short := slices.DeleteFunc(slices.Clone(slo.Cases), slo.Long)
	all := map[string]string{
		"rules/slo.yml":            objectives(),
		"rules/alerts.yml":         alerts(),
		"rules/tests/slo.yml":      alert.Tests([]string{"../slo.yml"}, "1m", short),
		"rules/tests/slo-long.yml": alert.Tests([]string{"../slo.yml"}, "5m", long),
		"rules/tests/alerts.yml":   alert.Tests([]string{"../alerts.yml"}, "15s", alert.Cases),
	}
	for name, d := range dashboard.All {
		text, err := d.JSON()
		if err != nil {
			return nil, fmt.Errorf("dashboard %s: %w", name, err)
		}
		all["dashboards/"+name+".json"] = text
	}
	return all, nil
}

func objectives() string {
	var b strings.Builder
	b.WriteString(alert.Written + "groups:\n")
	for _, o := range slo.Objectives {
		b.WriteString(alert.Rules("slo_"+o.Name, o.Recording(), o.Alerts()))
	}
	return b.String()
}

func alerts() string {
	var b strings.Builder
	b.WriteString(alert.Written + "groups:\n")
	for _, g := range alert.Groups {
		b.WriteString(alert.Rules(g.Name, nil, g.Alerts))
	}
	return b.String()
}

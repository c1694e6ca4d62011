package dashboard

import (
	"encoding/json"
	"strings"
)

// Schema is the version of Grafana's format.
const Schema = 38

const (
	columns = 24
	// matchers restrict every query to what is chosen at the top of the page.
	matchers = `job=~"$job",instance=~"$instance"`
	window   = `$__rate_interval`
)

type object map[string]any

// source is the datasource that is chosen at the top of the page.
var source = object{"type": "prometheus", "uid": "${datasource}"}

// JSON is the dashboard as Grafana reads it.
func (d Dashboard) JSON() (string, error) {
	var panels []object
	id, y := 0, 0
	next := func() int { id++; return id }
	for _, r := range d.Rows {
		panels = append(panels, object{
			"id": next(), "type": "row", "title": r.Title, "collapsed": false, "panels": []object{},
			"gridPos": object{"h": 1, "w": columns, "x": 0, "y": y},
		})
		y++
		x, tallest := 0, 0
		for _, p := range r.Panels {
			if x+p.Width > columns {
				x, y, tallest = 0, y+tallest, 0
			}
			h := p.height()
			o := p.object()
			o["id"], o["gridPos"] = next(), object{"h": h, "w": p.Width, "x": x, "y": y}
			panels = append(panels, o)
			x, tallest = x+p.Width, max(tallest, h)
		}
		y += tallest
	}
	var b strings.Builder
	enc := json.NewEncoder(&b)
	enc.SetEscapeHTML(false)
	enc.SetIndent("", "  ")
	err := enc.Encode(object{
		"uid": d.UID, "title": d.Title, "description": d.Description, "tags": d.Tags, "schemaVersion": Schema, "version": 1,
		"editable": false, "graphTooltip": 1, "refresh": "10s", "timezone": "browser", "time": object{"from": "now-1h", "to": "now"},
		"annotations": object{"list": []object{{
			"name": "Alerts", "enable": true, "hide": false, "iconColor": "red", "datasource": source,
			"expr": `ALERTS{alertstate="firing",alertname!="Watchdog"}`, "titleFormat": "{{alertname}}", "step": "60s",
		}}},
		"templating": object{"list": variables()}, "panels": panels, "links": []object{},
	})
	return b.String(), err
}

// variables are what can be chosen at the top of a page. They are read again when the time changes.
func variables() []object {
	all := object{"selected": true, "text": []string{"All"}, "value": []string{"$__all"}}
	query := func(name, label, q string) object {
		return object{
			"name": name, "label": label, "type": "query", "datasource": source, "definition": q, "query": object{"query": q, "refId": name},
			"refresh": 2, "includeAll": true, "allValue": ".+", "multi": true, "sort": 1, "current": all, "hide": 0, "options": []object{},
		}
	}
	return []object{
		{"name": "datasource", "label": "Data source", "type": "datasource", "query": "prometheus", "refresh": 1, "hide": 0, "options": []object{}},
		query("job", "Program", "label_values(up, job)"),
		query("instance", "Instance", `label_values(up{job=~"$job"}, instance)`),
	}
}

func (p Panel) height() int {
	switch p.Kind {
	case Stat:
		return 4
	case Table:
		return 6
	default:
		return 8
	}
}

func (p Panel) object() object {
	var targets []object
	for i, q := range p.Queries {
		t := object{
			"refId": string(rune('A' + i)), "datasource": source, "editorMode": "code", "expr": q.expand(), "legendFormat": q.Legend,
			"instant": p.Kind == Stat || p.Kind == Table || p.Kind == Bars, "range": p.Kind == Series || p.Kind == Heatmap,
		}
		switch p.Kind {
		case Table:
			t["format"] = "table"
		case Heatmap:
			t["format"] = "heatmap"
		default:
			t["format"] = "time_series"
		}
		targets = append(targets, t)
	}
	defaults := object{"unit": p.Unit, "min": 0, "thresholds": object{"mode": "absolute", "steps": p.steps()}, "color": object{"mode": p.colour()}}
	if p.Kind == Series {
		custom := object{"drawStyle": "line", "fillOpacity": 10, "lineWidth": 1, "showPoints": "never", "spanNulls": false}
		if p.Stack {
			custom["stacking"], custom["fillOpacity"] = object{"mode": "normal", "group": "A"}, 40
		}
		if p.Bad > 0 {
			custom["thresholdsStyle"] = object{"mode": "dashed"}
		}
		defaults["custom"] = custom
	}
	return object{
		"type": p.Kind, "title": p.Title, "description": p.Description, "datasource": source, "targets": targets,
		"fieldConfig": object{"defaults": defaults, "overrides": []object{}}, "options": p.options(),
	}
}

func (q Query) expand() string {
	return strings.NewReplacer("$s", matchers, "$w", window).Replace(q.Expr)
}

func (p Panel) colour() string {
	if p.Kind == Series || p.Kind == Table {
		return "palette-classic"
	}
	return "thresholds"
}

// steps are the colours of values.
func (p Panel) steps() []object {
	good, warn, bad := "green", "yellow", "red"
	var limits []object
	add := func(colour string, from float64) { limits = append(limits, object{"color": colour, "value": from}) }
	switch {
	case p.Low: // red below Bad, yellow below Warn
		limits = append(limits, object{"color": bad, "value": nil})
		add(warn, p.Bad)
		add(good, p.Warn)
	default:
		limits = append(limits, object{"color": good, "value": nil})
		if p.Warn > 0 {
			add(warn, p.Warn)
		}
		if p.Bad > 0 {
			add(bad, p.Bad)
		}
	}
	return limits
}

func (p Panel) options() object {
	reduce := object{"calcs": []string{"lastNotNull"}, "fields": "", "values": false}
	switch p.Kind {
	case Stat:
		return object{"colorMode": "background", "graphMode": "none", "justifyMode": "auto", "textMode": "value", "orientation": "auto", "reduceOptions": reduce}
	case Bars:
		return object{"displayMode": "basic", "orientation": "horizontal", "showUnfilled": true, "reduceOptions": reduce}
	case Table:
		return object{"showHeader": true, "cellHeight": "sm"}
	case Heatmap:
		return object{
			"calculate": false, "cellGap": 1, "color": object{"mode": "scheme", "scheme": "Oranges", "steps": 64, "exponent": 0.5},
			"yAxis": object{"unit": p.Unit}, "legend": object{"show": true}, "tooltip": object{"show": true, "yHistogram": false},
		}
	default:
		return object{
			"legend":  object{"displayMode": "list", "placement": "bottom", "showLegend": true, "calcs": []string{}},
			"tooltip": object{"mode": "multi", "sort": "desc"},
		}
	}
}

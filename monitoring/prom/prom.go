// Package prom starts a Prometheus with the project's own configuration and rules against given targets: for a developer beside the
// running instance, and for the tests.
package prom

import (
	"context"
	"encoding/json"
	"fmt"
	"net/http"
	"net/url"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"strings"
	"syscall"
	"time"
)

// Setup is where a Prometheus finds what it needs.
type Setup struct {
	Folder  string              // monitoring
	Dir     string              // for its configuration and data; is made
	Listen  string              // host:port
	Every   time.Duration       // between two scrapes, and two evaluations of the rules
	Targets map[string][]string // addresses by job
}

var interval = regexp.MustCompile(`(?m)^(  (?:scrape_interval|scrape_timeout|evaluation_interval)): \S+$`)

// Command writes the configuration and returns the command, which is not started yet. It ends by SIGTERM when the context does.
func (s Setup) Command(ctx context.Context) (*exec.Cmd, error) {
	targets := filepath.Join(s.Dir, "targets")
	if err := os.MkdirAll(targets, 0o755); err != nil {
		return nil, fmt.Errorf("prometheus: %w", err)
	}
	text, err := os.ReadFile(filepath.Join(s.Folder, "prometheus.yml"))
	if err != nil {
		return nil, fmt.Errorf("prometheus: %w", err)
	}
	rules, err := filepath.Abs(filepath.Join(s.Folder, "rules"))
	if err != nil {
		return nil, fmt.Errorf("prometheus: %w", err)
	}
	text = interval.ReplaceAll(text, []byte("$1: "+s.Every.String()))
	text = []byte(strings.ReplaceAll(string(text), "  - rules/", "  - "+rules+"/"))
	config := filepath.Join(s.Dir, "prometheus.yml")
	if err := os.WriteFile(config, text, 0o644); err != nil {
		return nil, fmt.Errorf("prometheus: %w", err)
	}
	for job, addresses := range s.Targets {
		b, err := json.Marshal([]map[string][]string{{"targets": addresses}})
		if err != nil {
			return nil, fmt.Errorf("prometheus: %w", err)
		}
		if err := os.WriteFile(filepath.Join(targets, job+".yml"), b, 0o644); err != nil { // JSON is YAML
			return nil, fmt.Errorf("prometheus: %w", err)
		}
	}
	cmd := exec.CommandContext(ctx, "prometheus", "--config.file="+config, "--storage.tsdb.path="+filepath.Join(s.Dir, "data"),
		"--storage.tsdb.retention.time=1d", "--web.listen-address="+s.Listen, "--log.level=warn")
	cmd.Cancel = func() error { return cmd.Process.Signal(syscall.SIGTERM) }
	cmd.WaitDelay = 10 * time.Second
	return cmd, nil
}

// Client asks a running Prometheus.
type Client struct{ Base string }

// Sample is one series at one moment.
type Sample struct {
	Metric map[string]string `json:"metric"`
	Value  [2]any            `json:"value"` // time and number as text
}

// Rule is what Prometheus says of a rule.
type Rule struct {
	Name       string            `json:"name"`
	Type       string            `json:"type"` // recording or alerting
	Labels     map[string]string `json:"labels"`
	Health     string            `json:"health"`
	LastError  string            `json:"lastError"`
	Evaluation time.Time         `json:"lastEvaluation"`
}

// Query evaluates an expression now.
func (c Client) Query(ctx context.Context, expr string) ([]Sample, error) {
	var data struct {
		Result []Sample `json:"result"`
	}
	err := c.get(ctx, "query?query="+url.QueryEscape(expr), &data)
	return data.Result, err
}

// Rules lists all rules with their health.
func (c Client) Rules(ctx context.Context) ([]Rule, error) {
	var data struct {
		Groups []struct {
			Rules []Rule `json:"rules"`
		} `json:"groups"`
	}
	if err := c.get(ctx, "rules", &data); err != nil {
		return nil, err
	}
	var all []Rule
	for _, g := range data.Groups {
		all = append(all, g.Rules...)
	}
	return all, nil
}

// Labels lists the values of a label of the series that match.
func (c Client) Labels(ctx context.Context, label, match string) ([]string, error) {
	var values []string
	err := c.get(ctx, "label/"+label+"/values?match[]="+url.QueryEscape(match), &values)
	return values, err
}

func (c Client) get(ctx context.Context, path string, data any) error {
	req, err := http.NewRequestWithContext(ctx, http.MethodGet, c.Base+"/api/v1/"+path, http.NoBody)
	if err != nil {
		return fmt.Errorf("prometheus: %w", err)
	}
	resp, err := http.DefaultClient.Do(req)
	if err != nil {
		return fmt.Errorf("prometheus: %w", err)
	}
	defer func() { _ = resp.Body.Close() }()
	answer := struct {
		Status, Error string
		Data          any
	}{Data: data}
	if err := json.NewDecoder(resp.Body).Decode(&answer); err != nil {
		return fmt.Errorf("prometheus: %w", err)
	}
	if answer.Status != "success" {
		return fmt.Errorf("prometheus: %s", answer.Error)
	}
	return nil
}

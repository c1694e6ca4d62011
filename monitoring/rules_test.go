package monitoring_test

import (
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"hubstake/internal/testkit"
	"hubstake/monitoring/alert"
	"hubstake/monitoring/files"
	"hubstake/monitoring/slo"
)

// tool runs a program of Prometheus or Alertmanager in this folder.
func tool(t *testing.T, name string, args ...string) string {
	t.Helper()
	out, err := exec.CommandContext(t.Context(), name, args...).CombinedOutput()
	require.NoError(t, err, "%s %s\n%s", name, strings.Join(args, " "), out)
	return string(out)
}

func TestWhatIsWrittenFromTheTablesIsFresh(t *testing.T) {
	t.Parallel()
	all, err := files.All()
	require.NoError(t, err)
	for name, want := range all {
		have, err := os.ReadFile(name)
		require.NoError(t, err)
		require.Equal(t, want, string(have), "%s: go generate ./monitoring", name)
	}
	for _, dir := range []string{"rules", "rules/tests", "dashboards"} { // nothing lies there that no table knows
		entries, err := os.ReadDir(dir)
		require.NoError(t, err)
		for _, e := range entries {
			if ext := filepath.Ext(e.Name()); ext == ".yml" || ext == ".json" {
				require.Contains(t, all, dir+"/"+e.Name())
			}
		}
	}
}

func TestConfigurationsAndRulesAreAccepted(t *testing.T) {
	t.Parallel()
	tool(t, "promtool", "check", "config", "prometheus.yml")
	tool(t, "promtool", "check", "rules", "rules/slo.yml", "rules/alerts.yml")
	tool(t, "amtool", "check-config", "alertmanager.yml")
}

// In make test some cases are played, chosen by the seed, and none with the windows of days of slo-long.yml; in make test-deep it is all of them.
func TestEachAlertFiresAndIsSilentWhenItShould(t *testing.T) {
	t.Parallel()
	if !testing.Short() {
		for _, name := range []string{"alerts", "slo", "slo-long"} {
			t.Run(name, func(t *testing.T) {
				t.Parallel()
				tool(t, "promtool", "test", "rules", "rules/tests/"+name+".yml")
			})
		}
		return
	}
	played := func(rules, every string, cases []alert.Case) {
		t.Helper()
		rules, err := filepath.Abs(rules)
		require.NoError(t, err)
		file := filepath.Join(t.TempDir(), "some.yml")
		require.NoError(t, os.WriteFile(file, []byte(alert.Tests([]string{rules}, every, testkit.Some(t, 6, cases))), 0o600))
		tool(t, "promtool", "test", "rules", file)
	}
	played("rules/alerts.yml", "15s", alert.Cases)
	played("rules/slo.yml", "1m", slices.DeleteFunc(slices.Clone(slo.Cases), slo.Long))
}

func TestAlertsReachWhoTheyAreFor(t *testing.T) {
	t.Parallel()
	for labels, want := range map[string]string{
		"severity=page alertname=OutboxStalled":                   "pager",
		"severity=page alertname=PushFreshnessBurn slo=x":         "pager",
		"severity=ticket alertname=StreamLag":                     "tickets",
		"severity=page alertname=WithdrawalPendingTooLong":        "pager",
		"severity=ticket alertname=VendorCallsBurn vendor=x":      "tickets",
		"severity=ticket alertname=TargetDown scope=instance":     "tickets",
		"severity=none alertname=Watchdog":                        "deadman",
		"alertname=SomethingNewOfWhichNobodySaidHowBadItReallyIs": "tickets",
	} {
		args := append([]string{"config", "routes", "test", "--config.file=alertmanager.yml", "--verify.receivers=" + want}, strings.Fields(labels)...)
		tool(t, "amtool", args...)
	}
}

// alerts are all of them.
func alerts() (all []alert.Alert) {
	for _, g := range alert.Groups {
		all = append(all, g.Alerts...)
	}
	for _, o := range slo.Objectives {
		all = append(all, o.Alerts()...)
	}
	return all
}

func TestEachAlertIsProvedAndExplained(t *testing.T) {
	t.Parallel()
	text, err := os.ReadFile("runbook.md")
	require.NoError(t, err)
	entries := map[string]string{}
	for _, part := range strings.Split(string(text), "\n## ")[1:] {
		name, body, _ := strings.Cut(part, "\n")
		entries[name] = body
	}
	cases := slices.Concat(alert.Cases, slo.Cases)
	var names []string
	for _, a := range alerts() {
		require.NotEmpty(t, a.Summary, a.Name)
		require.Contains(t, []alert.Severity{alert.Page, alert.Ticket, alert.None}, a.Severity, a.Name)
		require.Equal(t, "monitoring/runbook.md#"+strings.ToLower(a.Name), a.Runbook())
		require.Contains(t, entries, a.Name, "runbook.md has no entry for it")
		fires, silent := alert.Proved(a.Name, cases)
		require.True(t, fires, "no case in which %s fires", a.Name)
		require.True(t, silent, "no case in which %s is silent", a.Name)
		names = append(names, a.Name)
	}
	for name, body := range entries {
		require.Contains(t, names, name, "runbook.md explains an alert that does not exist")
		rest := body
		for _, heading := range []string{"Meaning", "Impact", "Check", "Fix", "Roll back", "Escalate"} {
			before, after, found := strings.Cut(rest, "\n### "+heading+"\n")
			require.True(t, found, "%s: the heading %q is missing or out of order", name, heading)
			if heading != "Meaning" {
				require.Greater(t, len(strings.TrimSpace(before)), 20, "%s says nothing before %q", name, heading)
			}
			rest = after
		}
		require.Greater(t, len(strings.TrimSpace(rest)), 20, "%s does not say to whom to escalate", name)
		require.Contains(t, body, "```", "%s: nothing to copy and paste", name)
	}
	for _, c := range cases {
		require.Contains(t, names, c.Alert, "a case of an alert that does not exist")
	}
}

// Every alert that alertmanager.yml inhibits or routes by name exists.
func TestAlertmanagerKnowsNoAlertThatDoesNotExist(t *testing.T) {
	t.Parallel()
	text, err := os.ReadFile("alertmanager.yml")
	require.NoError(t, err)
	var names []string
	for _, a := range alerts() {
		names = append(names, a.Name)
	}
	found := regexp.MustCompile(`alertname =~? "([^"]+)"`).FindAllStringSubmatch(string(text), -1)
	require.NotEmpty(t, found)
	for _, m := range found {
		for name := range strings.SplitSeq(m[1], "|") {
			require.Contains(t, names, name)
		}
	}
}

// The table of objectives in README.md is the one of the rules.
func TestObjectivesAreWritten(t *testing.T) {
	t.Parallel()
	text, err := os.ReadFile("README.md")
	require.NoError(t, err)
	for _, o := range slo.Objectives {
		require.Contains(t, string(text), "| `"+o.Name+"` | "+o.Promise+" | `"+o.Alert+"` |")
	}
}

var (
	ours     = regexp.MustCompile(`\b(?:hub|stream|redis|outbox|canary|projection|pgxpool|worker|cash|build|api|auth|authz|idempotency|wallet|vendor|reconcile|members|signups|bets?|points|figures|transfer)_[a-z_0-9]+\b`)
	recorded = regexp.MustCompile(`slo="[^"]*"|slo:[a-z_:]+`)

	parts = regexp.MustCompile(`_(?:bucket|count|sum)$`)
)

// A metric that is renamed is found wherever it is used.
func TestWhatIsAskedForExists(t *testing.T) {
	t.Parallel()
	doc, err := os.ReadFile("metrics.md")
	require.NoError(t, err)
	known := func(name string) bool {
		return strings.Contains(string(doc), "`"+name+"`") || strings.Contains(string(doc), "`"+parts.ReplaceAllString(name, "")+"`")
	}
	var texts []string
	for _, name := range []string{"rules/alerts.yml", "rules/slo.yml"} {
		text, err := os.ReadFile(name)
		require.NoError(t, err)
		for line := range strings.SplitSeq(string(text), "\n") {
			if !strings.Contains(line, "- name: ") && !strings.Contains(line, "slo: ") && !strings.Contains(line, "summary: ") {
				texts = append(texts, line)
			}
		}
	}
	for _, d := range dashboards(t) {
		for _, p := range d.Panels {
			for _, q := range p.Targets {
				texts = append(texts, q.Expr)
			}
		}
	}
	texts = append(texts, asked(t)...)
	n := 0
	for _, text := range texts {
		for _, name := range ours.FindAllString(recorded.ReplaceAllString(text, ""), -1) {
			n++
			require.True(t, known(name), "%s is in no program: %s", name, text)
		}
	}
	require.Greater(t, n, 100)
}

// asked are the queries of the runbook.
func asked(t *testing.T) (queries []string) {
	t.Helper()
	text, err := os.ReadFile("runbook.md")
	require.NoError(t, err)
	for _, m := range regexp.MustCompile(`\bq '([^']+)'`).FindAllStringSubmatch(string(text), -1) {
		queries = append(queries, m[1])
	}
	require.Greater(t, len(queries), 50)
	return queries
}

package monitoring_test

import (
	"fmt"
	"io/fs"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"syscall"
	"testing"

	"github.com/stretchr/testify/require"

	"hubstake/monitoring/prom"
)

// command is a line of the runbook that a person copies into a shell, or a command between backticks in its text.
type command struct {
	text  string
	where string // heading of its entry
	check bool   // it only looks; the others change something and are not carried out
}

var (
	fenced    = regexp.MustCompile("(?ms)^```\n(.*?)^```$")
	inline    = regexp.MustCompile("`([^`\n]+)`")
	programs  = regexp.MustCompile(`^(sql|redis-cli|journalctl|logs|systemctl|curl|amtool|workers|chronyc) `)
	sqlText   = regexp.MustCompile(`sql "([^"]+)"`)
	filters   = regexp.MustCompile(`jq -c '([^']+)'`)
	fields    = regexp.MustCompile(`\.([a-z_]+)\b`)
	messages  = regexp.MustCompile(`\.message==("[^"]+")`)
	settings  = regexp.MustCompile(`\b(API|HUB|WORKERS|CANARY)_[A-Z][A-Z_]+\b`)
	redisName = regexp.MustCompile(`^redis-cli (?:-u "\$R" )?([a-z]+)`)
	unitName  = regexp.MustCompile(`\bhubstake-[a-z]+\b`)
)

// runbook returns the setup block at its head and the commands of its entries.
func runbook(t *testing.T) (text, setup string, commands []command) {
	t.Helper()
	b, err := os.ReadFile("runbook.md")
	require.NoError(t, err)
	parts := strings.Split(string(b), "\n## ")
	setup = fenced.FindStringSubmatch(parts[0])[1]
	for _, part := range parts[1:] {
		where, body, _ := strings.Cut(part, "\n")
		for _, block := range fenced.FindAllStringSubmatch(body, -1) {
			for line := range strings.Lines(block[1]) {
				commands = append(commands, command{strings.TrimSpace(line), where, true})
			}
		}
		for _, c := range inline.FindAllStringSubmatch(fenced.ReplaceAllString(body, ""), -1) {
			if programs.MatchString(c[1]) {
				commands = append(commands, command{c[1], where, false})
			}
		}
	}
	require.Greater(t, len(commands), 150)
	return string(b), setup, commands
}

// desk is the machine of the person on duty: the runbook's variables name the running product, and what only a server has
// (journald, systemd, sudo, chrony) is played by small scripts that take the same arguments.
type desk struct {
	setup string
	env   []string
}

// journal plays journalctl: without -o cat a line begins with date, host and unit, as the real one prints it by default.
const journal = `#!/bin/bash
unit= form=short
while [ $# -gt 0 ]; do
  case $1 in
    -u) unit=$2; shift ;;
    -o) form=$2; shift ;;
    --since|-n) shift ;;
    -k) exit 0 ;;
    *) echo "journalctl: $1?" >&2; exit 1 ;;
  esac
  shift
done
[ "$unit" = redis-server ] && exit 0
[ -e "$UNITS/$unit.service" ] || { echo "no unit $unit" >&2; exit 1; }
prefix=
[ "$form" = cat ] || prefix="Nov 22 08:00:00 host $unit[1]: "
[ ! -e "$LOGS/${unit#hubstake-}" ] || sed "s/^/$prefix/" "$LOGS/${unit#hubstake-}"
`

const services = `#!/bin/bash
for unit in "${@:2}"; do
  case $unit in redis-server | 'hubstake-*') continue ;; esac
  [ -e "$UNITS/$unit.service" ] || { echo "no unit $unit" >&2; exit 1; }
done
`

func (w *world) desk(t *testing.T, setup string, client prom.Client) desk {
	t.Helper()
	bin := t.TempDir()
	for name, script := range map[string]string{
		"journalctl": journal, "systemctl": services, "sudo": "#!/bin/sh\nexec \"$@\"\n", "chronyc": "#!/bin/sh\necho 'System time : 0.0 seconds'\n",
	} {
		require.NoError(t, os.WriteFile(filepath.Join(bin, name), []byte(script), 0o755))
	}
	conf := t.TempDir()
	for name, cmd := range w.programs {
		var lines []string
		for _, v := range cmd.Env {
			if key, value, _ := strings.Cut(v, "="); strings.HasPrefix(key, strings.ToUpper(name)+"_") {
				lines = append(lines, key+"='"+value+"'\n")
			}
		}
		require.NoError(t, os.WriteFile(filepath.Join(conf, name+".env"), []byte(strings.Join(lines, "")), 0o600))
	}
	deployed, err := filepath.Abs("../deployments/systemd")
	require.NoError(t, err)
	var own []string // the setup block with our addresses instead of the examples
	ours := map[string]string{
		"P": client.Base, "A": alertmanager(t), "H": "http://" + w.metrics["hub"], "W": "http://" + w.metrics["workers"],
		"R": string(w.redis.URL), "D": string(w.database), "S": conf, "M": w.player,
	}
	for line := range strings.Lines(setup) {
		if name, _, is := strings.Cut(line, "="); is && ours[name] != "" {
			line = name + "='" + ours[name] + "'\n"
			delete(ours, name)
		}
		own = append(own, line)
	}
	require.Empty(t, ours, "the runbook's setup does not ask for these")
	return desk{strings.Join(own, ""), append(os.Environ(),
		"PATH="+bin+":"+w.bin+":"+os.Getenv("PATH"), "UNITS="+deployed, "LOGS="+w.logs)}
}

// run carries a command out in bash, where any failing part of a pipeline fails.
func (d desk) run(t *testing.T, text string) (string, error) {
	t.Helper()
	cmd := exec.CommandContext(t.Context(), "bash", "-c", "set -o pipefail\n"+d.setup+text)
	cmd.Env = d.env
	out, err := cmd.CombinedOutput()
	return string(out), err
}

// alertmanager starts one with our configuration and returns its address.
func alertmanager(t *testing.T) string {
	t.Helper()
	name, err := exec.LookPath("alertmanager")
	if err != nil {
		name, err = exec.LookPath("prometheus-alertmanager") // Debian's name
	}
	require.NoError(t, err)
	address := freePort(t)
	cmd := exec.CommandContext(t.Context(), name, "--config.file=alertmanager.yml", "--storage.path="+t.TempDir(),
		"--web.listen-address="+address, "--cluster.listen-address=", "--log.level=error")
	cmd.SysProcAttr = &syscall.SysProcAttr{Pdeathsig: syscall.SIGKILL}
	cmd.Cancel = func() error { return cmd.Process.Signal(syscall.SIGTERM) }
	require.NoError(t, cmd.Start())
	t.Cleanup(func() { _ = cmd.Wait() })
	all(t, func() []string {
		if out, err := exec.CommandContext(t.Context(), "amtool", "--alertmanager.url=http://"+address, "alert", "query").CombinedOutput(); err != nil {
			return []string{string(out)}
		}
		return nil
	})
	return "http://" + address
}

// runbookWorks carries out every check of the runbook beside the running product, and every statement and setting that its text names.
func (w *world) runbookWorks(t *testing.T, client prom.Client) desk {
	t.Helper()
	text, setup, commands := runbook(t)
	d := w.desk(t, setup, client)
	require.NotEqual(t, 200, w.signed("balance", map[string]any{"member_id": w.player, "currency": "KRW"}, []byte("a key that is not the vendor's, 32 bytes")))

	seen := map[string]bool{}
	for _, c := range commands {
		if seen[c.text] {
			continue
		}
		seen[c.text] = true
		if c.check {
			out, err := d.run(t, bounded(c.text))
			require.NoError(t, err, "%s: %s\n%s", c.where, c.text, out)
			continue
		}
		for _, m := range sqlText.FindAllStringSubmatch(c.text, -1) { // it changes something: only as far as can be taken back
			undone := "BEGIN; " + strings.NewReplacer("PID", "0", "'X'", "'0'", " N", " 0").Replace(m[1]) + "; ROLLBACK"
			out, err := d.run(t, fmt.Sprintf("sql %q", undone))
			require.NoError(t, err, "%s: %s\n%s", c.where, c.text, out)
		}
		if m := redisName.FindStringSubmatch(c.text); m != nil {
			out, err := d.run(t, `redis-cli -u "$R" command info `+m[1])
			require.NoError(t, err)
			require.Contains(t, out, m[1], "%s: %s", c.where, c.text)
		}
		out, err := exec.CommandContext(t.Context(), "bash", "-n", "-c", c.text).CombinedOutput()
		require.NoError(t, err, "%s: %s\n%s", c.where, c.text, out)
	}
	w.fieldsArePrinted(t, commands)
	settingsExist(t, w, text)
	for _, unit := range unitName.FindAllString(text, -1) {
		_, err := os.Stat("../deployments/systemd/" + unit + ".service")
		require.NoError(t, err)
	}
	return d
}

// bounded ends commands that otherwise run until they are stopped.
func bounded(text string) string {
	if strings.Contains(text, "--latency ") {
		return "timeout 3 " + text + " || [ $? = 124 ]"
	}
	return text
}

// fieldsArePrinted demands that what the runbook filters the logs by is in lines that the programs have really printed, and that
// some program logs each message that it looks for.
func (w *world) fieldsArePrinted(t *testing.T, commands []command) {
	t.Helper()
	source := sources(t)
	n := 0
	for _, c := range commands {
		for _, f := range filters.FindAllStringSubmatch(c.text, -1) {
			for _, m := range messages.FindAllStringSubmatch(f[1], -1) {
				require.Contains(t, source, m[1], "%s: no program logs this: %s", c.where, c.text)
				n++
			}
			for _, m := range fields.FindAllStringSubmatch(f[1], -1) {
				if m[1] == "error" { // zerolog's name for Err; a healthy product prints none
					continue
				}
				all(t, func() []string {
					if !strings.Contains(w.printed(t), `"`+m[1]+`":`) {
						return []string{c.where + ": no line has the field " + m[1] + ": " + c.text}
					}
					return nil
				})
			}
		}
	}
	require.Greater(t, n, 3)
}

// printed is all that the programs have written to their logs.
func (w *world) printed(t *testing.T) string {
	t.Helper()
	var all []byte
	for name := range w.programs {
		text, err := os.ReadFile(filepath.Join(w.logs, name))
		require.NoError(t, err)
		all = append(all, text...)
	}
	return string(all)
}

// sources is the Go code of the programs, without tests.
func sources(t *testing.T) string {
	t.Helper()
	var all strings.Builder
	for _, dir := range []string{"../api", "../hub", "../workers", "../internal"} {
		require.NoError(t, filepath.WalkDir(dir, func(name string, e fs.DirEntry, err error) error {
			if err != nil || e.IsDir() || filepath.Ext(name) != ".go" || strings.HasSuffix(name, "_test.go") {
				return err
			}
			text, err := os.ReadFile(name)
			all.Write(text)
			return err
		}))
	}
	return all.String()
}

// settingsExist starts each program with the settings that the text names: it lists those that it does not have.
func settingsExist(t *testing.T, w *world, text string) {
	t.Helper()
	found := settings.FindAllString(text, -1)
	slices.Sort(found)
	found = slices.Compact(found)
	require.Greater(t, len(found), 5)
	for _, name := range found {
		program := strings.ToLower(strings.SplitN(name, "_", 2)[0])
		cmd := exec.CommandContext(t.Context(), filepath.Join(w.bin, program))
		cmd.Env = []string{name + "=\x7f", strings.ToUpper(program) + "_NOT_A_SETTING=1"} // the second is always refused, so it never starts
		out, err := cmd.CombinedOutput()
		require.Error(t, err)
		require.Contains(t, string(out), strings.ToUpper(program)+"_NOT_A_SETTING is not a setting")
		require.NotContains(t, string(out), name+" is not a setting", "the runbook names it")
	}
}

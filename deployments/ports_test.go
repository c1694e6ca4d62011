package deployments_test

import (
	"net"
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"hubstake/internal/platform/config"
)

// The balancers, the monitoring, the images and the documents name the ports that the programs have by default.
func TestPortsAgreeEverywhere(t *testing.T) {
	t.Parallel()
	read := func(path ...string) string {
		text, err := os.ReadFile(filepath.Join(path...))
		require.NoError(t, err)
		return string(text)
	}
	port := func(program, name string) string {
		_, port, err := net.SplitHostPort(config.Addresses[program][name])
		require.NoError(t, err)
		return port
	}
	every := func(text, pattern, want string) {
		t.Helper()
		found := regexp.MustCompile(pattern).FindAllStringSubmatch(text, -1)
		require.NotEmpty(t, found, pattern)
		for _, m := range found {
			require.Equal(t, want, m[1], m[0])
		}
	}
	for program := range config.Addresses {
		every(read("..", "monitoring", "targets", strings.ToLower(program)+".yml"), `targets: \[127\.0\.0\.1:(\d+)\]`, port(program, "METRICS_LISTEN"))
	}
	haproxy, nginx, docker, compose := read("haproxy", "hubstake.cfg"), read("nginx", "hubstake.conf"), read("Dockerfile"), read("compose.yaml")
	for program, net := range map[string]string{"API": "1", "HUB": "2"} {
		listen := port(program, "LISTEN")
		every(haproxy, `HUBSTAKE_`+program+`\d-[\d.]+:(\d+)`, listen)
		every(haproxy, `HUBSTAKE_`+program+`\d_METRICS_PORT-(\d+)`, port(program, "METRICS_LISTEN"))
		every(nginx, `server 10\.0\.0\.`+net+`\d:(\d+)`, listen)
		every(docker, `COPY --from=go /out/`+strings.ToLower(program)+` .*\nEXPOSE (\d+)`, listen)
		every(compose, program+`_LISTEN: "0\.0\.0\.0:(\d+)"`, listen)
		every(compose, strings.ToLower(program)+`:(\d+)`, listen)
	}
}

// Running migrate again for an upgrade must not stop the programs of the machine, and the canary that a unit starts is built.
func TestUnitsNeitherStopEachOtherNorLackAProgram(t *testing.T) {
	t.Parallel()
	units, err := filepath.Glob("systemd/*.service")
	require.NoError(t, err)
	require.Len(t, units, 5)
	makefile, err := os.ReadFile("../Makefile")
	require.NoError(t, err)
	build := regexp.MustCompile(`go build .* -o \$\(if .*`).FindString(string(makefile))
	docker, err := os.ReadFile("Dockerfile")
	require.NoError(t, err)
	for _, unit := range units {
		raw, err := os.ReadFile(unit)
		require.NoError(t, err)
		text := string(raw)
		for _, word := range []string{"Requires=", "BindsTo=", "PartOf=", "Requisite="} {
			require.NotContains(t, text, "\n"+word, unit)
		}
		started := regexp.MustCompile(`ExecStart=/opt/hubstake/bin/(\w+)`).FindStringSubmatch(text)
		require.NotNil(t, started, unit)
		require.Regexp(t, `\./(\w+/)?`+started[1]+`( |$)`, build, "make release builds it")
		require.Contains(t, string(docker), "/out/"+started[1]+" ", "the image has it")
	}
}

// Package loadtest_test holds what can be checked of the load tests without a product to load: their scripts, and the hub that hubrig starts for them.
package loadtest_test

import (
	"encoding/json"
	"os"
	"os/exec"
	"path/filepath"
	"testing"

	"github.com/stretchr/testify/require"
)

// inspector is the command that loads a script and prints its options: k6 where it was built (make k6), else node in its place.
// Building k6 takes minutes of both cores, which no test run should pay for.
func inspector(t *testing.T) []string {
	t.Helper()
	found, err := filepath.Glob("../.dev/bin/k6-*")
	require.NoError(t, err)
	if len(found) == 0 {
		return []string{"node", "inspect/inspect.mjs"}
	}
	k6, err := filepath.Abs(found[len(found)-1])
	require.NoError(t, err)
	return []string{k6, "inspect", "--include-system-env-vars"}
}

// inspect loads a script with the settings that its runs have.
func inspect(t *testing.T, with []string, script string) (options []byte, err error) {
	t.Helper()
	members := filepath.Join(t.TempDir(), "members.tsv")
	require.NoError(t, os.WriteFile(members, []byte("load000001\ttoken\ttopic\tkey\t{1}\n"), 0o600))
	cmd := exec.CommandContext(t.Context(), with[0], append(with[1:], script)...)
	cmd.Env = append(os.Environ(),
		"SITE_ORIGIN=http://localhost:1", "SITE_MEMBERS="+members, "SITE_PASSWORD=x", "SITE_VENDOR_SECRET=00", "SITE_STAFF=x",
		"HUB_URL=ws://localhost:1/hub", "HUB_ORIGIN=http://localhost:1", "HUB_SITE=demo", "HUB_REDIS=redis://localhost:1", "HUB_MEMBERS="+members)
	return cmd.Output()
}

// Every script loads, and has thresholds that can fail its run.
func TestScriptsLoad(t *testing.T) {
	t.Parallel()
	with := inspector(t)
	scripts, err := filepath.Glob("*.js")
	require.NoError(t, err)
	require.GreaterOrEqual(t, len(scripts), 10)
	for _, script := range scripts {
		t.Run(script, func(t *testing.T) {
			t.Parallel()
			out, err := inspect(t, with, script)
			require.NoError(t, err, "%s", out)
			var options struct {
				Thresholds map[string]any `json:"thresholds"`
			}
			require.NoError(t, json.Unmarshal(out, &options))
			require.NotEmpty(t, options.Thresholds, "nothing can fail this script")
		})
	}
}

// Where node stands in for k6, what k6 would refuse is refused as well.
func TestABrokenScriptDoesNotLoad(t *testing.T) {
	t.Parallel()
	lib, err := filepath.Abs("lib")
	require.NoError(t, err)
	for name, text := range map[string]string{
		"does not parse":        `export default function () { return ( }`,
		"no such name of k6":    `import { Countre } from "k6/metrics"; export default function () {}`,
		"no such module of k6":  `import { Counter } from "k6/metric"; export default function () {}`,
		"no such name of ours":  `import { nunber } from "` + lib + `/settings.js"; export default function () {}`,
		"nothing to run":        `export const options = {};`,
		"nothing it names":      `export const options = { scenarios: { a: { exec: "b" } } }; export default function () {}`,
		"fails before it runs":  `const x = JSON.parse("{"); export default function () {}`,
		"a file that is absent": `const x = open("nothing.lua"); export default function () {}`,
	} {
		script := filepath.Join(t.TempDir(), "script.js")
		require.NoError(t, os.WriteFile(script, []byte(text), 0o600))
		_, err := inspect(t, []string{"node", "inspect/inspect.mjs"}, script)
		require.Error(t, err, name)
	}
	script := filepath.Join(t.TempDir(), "script.js")
	require.NoError(t, os.WriteFile(script, []byte(`import { Counter } from "k6/metrics"; const n = new Counter("n"); export default function () { n.add(1); }`), 0o600))
	_, err = inspect(t, []string{"node", "inspect/inspect.mjs"}, script)
	require.NoError(t, err)
}

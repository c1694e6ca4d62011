// Package loadtest_test holds what can be checked of the k6 scripts without a product to load.
package loadtest_test

import (
	"encoding/json"
	"os"
	"os/exec"
	"path/filepath"
	"testing"

	"github.com/stretchr/testify/require"
)

// Every script loads, and has thresholds that can fail its run. Where k6 was not built (make k6 does) there is nothing to ask.
func TestScriptsLoad(t *testing.T) {
	t.Parallel()
	found, err := filepath.Glob("../.dev/bin/k6-*")
	require.NoError(t, err)
	if len(found) == 0 {
		t.Skip("no k6: make k6 builds it")
	}
	k6, err := filepath.Abs(found[len(found)-1])
	require.NoError(t, err)
	members := filepath.Join(t.TempDir(), "members.tsv")
	require.NoError(t, os.WriteFile(members, []byte("load000001\ttoken\ttopic\tkey\t{1}\n"), 0o600))
	scripts, err := filepath.Glob("*.js")
	require.NoError(t, err)
	require.GreaterOrEqual(t, len(scripts), 10)
	for _, script := range scripts {
		t.Run(script, func(t *testing.T) {
			t.Parallel()
			cmd := exec.CommandContext(t.Context(), k6, "inspect", "--include-system-env-vars", script)
			cmd.Env = append(os.Environ(),
				"SITE_ORIGIN=http://localhost:1", "SITE_MEMBERS="+members, "SITE_PASSWORD=x", "SITE_VENDOR_SECRET=00", "SITE_STAFF=x",
				"HUB_URL=ws://localhost:1/hub", "HUB_ORIGIN=http://localhost:1", "HUB_SITE=demo", "HUB_REDIS=redis://localhost:1", "HUB_MEMBERS="+members)
			out, err := cmd.Output()
			require.NoError(t, err, "%s", out)
			var options struct {
				Thresholds map[string]any `json:"thresholds"`
			}
			require.NoError(t, json.Unmarshal(out, &options))
			require.NotEmpty(t, options.Thresholds, "nothing can fail this script")
		})
	}
}

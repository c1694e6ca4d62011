package server_test

import (
	"bytes"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"hubstake/api/server"
	"hubstake/internal/id"
	"hubstake/internal/platform/config"
	"hubstake/internal/testkit/pgtest"
	"hubstake/internal/vendors"
)

// `api vendor` works with the settings of the api, and whatever else is no command.
func TestTheCommandLine(t *testing.T) {
	t.Parallel()
	cfg := server.Settings{Database: pgtest.URL(t), SealKey: config.Key(id.Key())}
	require.NoError(t, vendors.Upsert(t.Context(), pgtest.Pool(t, cfg.Database), "acme", "seamless", vendors.Settings{}))
	run := func(args ...string) (string, error) {
		var out bytes.Buffer
		err := server.Command(t.Context(), cfg, args, strings.NewReader(""), &out)
		return out.String(), err
	}
	secret, err := run("vendor", "add", "acme", "one", "hmac", "-new")
	require.NoError(t, err)
	require.Len(t, strings.TrimSpace(secret), 43)
	list, err := run("vendor", "list")
	require.NoError(t, err)
	require.Contains(t, list, "one\thmac")
	_, err = run("serve")
	require.ErrorContains(t, err, "no arguments")
	help, err := run("vendor")
	require.Error(t, err)
	require.Contains(t, help, "api vendor rotate")
}

package deployments_test

import (
	"crypto/tls"
	"crypto/x509"
	"os"
	"os/exec"
	"path/filepath"
	"testing"

	"github.com/stretchr/testify/require"

	"hubstake/internal/platform/config"
	"hubstake/internal/platform/pg"
)

// The programs refuse a database on the network without TLS, so the server of compose.yaml must speak it from its first start.
func TestComposesDatabaseSpeaksTLS(t *testing.T) {
	t.Parallel()
	compose, err := os.ReadFile("compose.yaml")
	require.NoError(t, err)
	require.Contains(t, string(compose), "./postgres/tls.sh:/docker-entrypoint-initdb.d/tls.sh:ro")
	require.Error(t, pg.CheckProduction(config.URL("postgres://hubstake_api:Zq8vN2@postgres:5432/hubstake")))
	require.NoError(t, pg.CheckProduction(config.URL("postgres://hubstake_api:Zq8vN2@postgres:5432/hubstake?sslmode=require")))

	data := t.TempDir()
	require.NoError(t, os.WriteFile(filepath.Join(data, "postgresql.conf"), []byte("# as initdb leaves it\n"), 0o600))
	cmd := exec.CommandContext(t.Context(), "sh", "postgres/tls.sh")
	cmd.Env = append(os.Environ(), "PGDATA="+data)
	out, err := cmd.CombinedOutput()
	require.NoError(t, err, "%s", out)
	pair, err := tls.LoadX509KeyPair(filepath.Join(data, "server.crt"), filepath.Join(data, "server.key"))
	require.NoError(t, err)
	own, err := x509.ParseCertificate(pair.Certificate[0])
	require.NoError(t, err)
	require.NoError(t, own.VerifyHostname("postgres"), "the name that compose.yaml gives the server")
	key, err := os.Stat(filepath.Join(data, "server.key"))
	require.NoError(t, err)
	require.Equal(t, os.FileMode(0o600), key.Mode().Perm(), "PostgreSQL refuses a key that others can read")
	conf, err := os.ReadFile(filepath.Join(data, "postgresql.conf"))
	require.NoError(t, err)
	require.Contains(t, string(conf), "# as initdb leaves it\nssl = on\n")
}

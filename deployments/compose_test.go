package deployments_test

import (
	"context"
	"crypto/tls"
	"crypto/x509"
	"os"
	"os/exec"
	"path/filepath"
	"strconv"
	"strings"
	"testing"

	"github.com/jackc/pgx/v5/pgconn"
	"github.com/stretchr/testify/require"

	"hubstake/internal/platform/config"
	"hubstake/internal/platform/pg"
	"hubstake/internal/platform/redisx"
	"hubstake/internal/testkit/pgtest"
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

// Redis on the network is refused without TLS, so that of compose.yaml gets a certificate that its clients can check.
func TestComposesRedisSpeaksTLS(t *testing.T) {
	t.Parallel()
	compose, err := os.ReadFile("compose.yaml")
	require.NoError(t, err)
	for _, part := range []string{"./redis/tls.sh:/tls.sh:ro", "--port 0 --tls-port 6379", "--requirepass", "redis-tls:/etc/hubstake/redis:ro"} {
		require.Contains(t, string(compose), part)
	}
	dir := t.TempDir()
	run := func() {
		cmd := exec.CommandContext(t.Context(), "sh", "redis/tls.sh")
		cmd.Env = append(os.Environ(), "TLS_DIR="+dir)
		out, err := cmd.CombinedOutput()
		require.NoError(t, err, "%s", out)
	}
	run()
	pem, err := os.ReadFile(filepath.Join(dir, "ca.crt"))
	require.NoError(t, err)
	roots := x509.NewCertPool()
	require.True(t, roots.AppendCertsFromPEM(pem))
	pair, err := tls.LoadX509KeyPair(filepath.Join(dir, "redis.crt"), filepath.Join(dir, "redis.key"))
	require.NoError(t, err)
	own, err := x509.ParseCertificate(pair.Certificate[0])
	require.NoError(t, err)
	_, err = own.Verify(x509.VerifyOptions{DNSName: "redis", Roots: roots})
	require.NoError(t, err)
	address := config.URL("rediss://:Zq8vN2xW@redis:6379?ca=" + filepath.Join(dir, "ca.crt"))
	require.NoError(t, redisx.CheckProduction(address))
	_, err = redisx.Open(address)
	require.NoError(t, err)
	run()
	same, err := os.ReadFile(filepath.Join(dir, "ca.crt"))
	require.NoError(t, err)
	require.Equal(t, pem, same, "a second start keeps what clients know")
}

// Every file that an image copies from the tree is there.
func TestImagesCopyFilesThatExist(t *testing.T) {
	t.Parallel()
	text, err := os.ReadFile("Dockerfile")
	require.NoError(t, err)
	sources := 0
	for line := range strings.Lines(string(text)) {
		words := strings.Fields(line)
		if len(words) < 3 || words[0] != "COPY" || strings.HasPrefix(words[1], "--from=") {
			continue
		}
		for _, source := range words[1 : len(words)-1] {
			sources++
			_, err := os.Stat(filepath.Join("..", source))
			require.NoError(t, err, line)
		}
	}
	require.Greater(t, sources, 8)
}

// A new server has, after roles.sh, the roles and the database that the examples of settings name, and keeps them when it runs again.
func TestRolesMakesTheOwnerAndItsDatabase(t *testing.T) {
	t.Parallel()
	address := pgtest.URL(t)
	superuser, err := pgconn.ParseConfig(string(address))
	require.NoError(t, err)
	psql, err := filepath.Glob("/usr/lib/postgresql/*/bin/psql")
	require.NoError(t, err)
	require.NotEmpty(t, psql)
	secrets := t.TempDir()
	for _, name := range []string{"postgres_password", "postgres_api_password", "postgres_workers_password"} {
		require.NoError(t, os.WriteFile(filepath.Join(secrets, name), []byte("Zq8'vN2"), 0o600))
	}
	const database = "hubstake_roles_test"
	db := pgtest.Pool(t, address)
	t.Cleanup(func() { _, _ = db.Exec(context.WithoutCancel(t.Context()), "DROP DATABASE IF EXISTS "+database) })
	for range 2 {
		cmd := exec.CommandContext(t.Context(), "sh", "postgres/roles.sh")
		cmd.Env = append(os.Environ(), "PATH="+filepath.Dir(psql[0])+":"+os.Getenv("PATH"), "SECRETS_DIR="+secrets, "PGDATABASE="+database,
			"PGHOST="+superuser.Host, "PGPORT="+strconv.Itoa(int(superuser.Port)), "PGUSER="+superuser.User, "PGPASSWORD="+superuser.Password)
		out, err := cmd.CombinedOutput()
		require.NoError(t, err, "%s", out)
	}
	var owner, encoding string
	require.NoError(t, db.QueryRow(t.Context(), `SELECT pg_get_userbyid(datdba), pg_encoding_to_char(encoding) FROM pg_database WHERE datname = $1`, database).
		Scan(&owner, &encoding))
	require.Equal(t, []string{"hubstake_owner", "UTF8"}, []string{owner, encoding})
	example, err := os.ReadFile("examples/migrate.env")
	require.NoError(t, err)
	require.Contains(t, string(example), "postgres://hubstake_owner:")
}

package pg_test

import (
	"fmt"
	"net"
	"net/url"
	"os"
	"os/exec"
	"os/user"
	"path/filepath"
	"strconv"
	"syscall"
	"testing"

	"github.com/stretchr/testify/require"

	"hubstake/internal/platform/config"
	"hubstake/internal/platform/loopback"
	"hubstake/internal/platform/pg"
	"hubstake/internal/testkit"
	"hubstake/internal/testkit/pgtest"
)

// A real PgBouncer, as a package configures it and as people configure it until nothing complains: the programs neither start
// nor become ready behind it.
func TestAPoolerIsRefusedAtTheStart(t *testing.T) {
	t.Parallel()
	direct := pgtest.URL(t)
	require.NoError(t, pg.Direct(t.Context(), pgtest.Pool(t, direct)))
	for name, setting := range map[string]string{
		"transaction mode":                         "pool_mode = transaction",
		"transaction mode, parameters are ignored": "pool_mode = transaction\nignore_startup_parameters = " + ignored,
		"session mode, parameters are ignored":     "pool_mode = session\nignore_startup_parameters = " + ignored,
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			db := pgtest.Pool(t, pgbouncer(t, direct, setting))
			require.ErrorIs(t, pg.Direct(t.Context(), db), pg.ErrPooler)
			require.Error(t, pg.Ready(db)(t.Context()))
		})
	}
}

const ignored = "statement_timeout, idle_in_transaction_session_timeout, hubstake.brief, random_page_cost, extra_float_digits"

// pgbouncer runs one before a database and returns the address through it.
func pgbouncer(t *testing.T, direct config.URL, setting string) config.URL {
	t.Helper()
	program, err := exec.LookPath("pgbouncer")
	if err != nil {
		program = "/usr/sbin/pgbouncer"
	}
	u, err := url.Parse(string(direct))
	require.NoError(t, err)
	password, _ := u.User.Password()
	free, err := loopback.Free(0)
	require.NoError(t, err)
	port := strconv.Itoa(free)

	dir := t.TempDir()
	require.NoError(t, os.Chmod(filepath.Dir(dir), 0o755)) // its account must pass
	ini := filepath.Join(dir, "pgbouncer.ini")
	require.NoError(t, os.WriteFile(ini, fmt.Appendf(nil, `[databases]
* = host=%s port=%s user=%s password=%s
[pgbouncer]
listen_addr = 127.0.0.1
listen_port = %s
unix_socket_dir =
auth_type = any
logfile = %s/log
%s
`, u.Hostname(), u.Port(), u.User.Username(), password, port, dir, setting), 0o644))
	cmd := exec.Command(program, ini)
	cmd.SysProcAttr = &syscall.SysProcAttr{Pdeathsig: syscall.SIGKILL}
	if os.Getuid() == 0 { // it refuses to run as root
		account, err := user.Lookup("postgres")
		require.NoError(t, err)
		uid, err := strconv.Atoi(account.Uid)
		require.NoError(t, err)
		gid, err := strconv.Atoi(account.Gid)
		require.NoError(t, err)
		require.NoError(t, os.Chown(dir, uid, gid))
		cmd.SysProcAttr.Credential = &syscall.Credential{Uid: uint32(uid), Gid: uint32(gid)}
	}
	require.NoError(t, cmd.Start(), "make machine-test installs PgBouncer")
	t.Cleanup(func() {
		_ = cmd.Process.Kill()
		_ = cmd.Wait()
	})
	testkit.Eventually(t, func() bool {
		c, err := net.Dial("tcp", "127.0.0.1:"+port)
		if err == nil {
			_ = c.Close()
		}
		return err == nil
	})
	u.Host = "127.0.0.1:" + port
	return config.URL(u.String())
}

package pgtest

import (
	"context"
	"fmt"
	"os"
	"os/exec"
	"os/user"
	"path/filepath"
	"strconv"
	"syscall"
	"testing"
	"time"

	"hubstake/internal/platform/config"
	"hubstake/internal/platform/loopback"
	"hubstake/internal/platform/pg"
	"hubstake/internal/testkit"

	"github.com/stretchr/testify/require"
)

// start runs a throw-away server: no durability, a port of its own, ended with this process.
func start() (string, error) {
	s, err := newServer("synchronous_commit=off", "full_page_writes=off", "max_connections=200")
	if err != nil {
		return "", err
	}
	return s.address("postgres"), s.start(context.Background())
}

// Server is a PostgreSQL server of one test, which may stop, copy, restore and promote it.
type Server struct {
	bin, dir, data, port string
	attr                 *syscall.SysProcAttr
	settings             []string
	cmd                  *exec.Cmd
}

// Own starts an empty server for one test.
func Own(tb testing.TB) *Server {
	tb.Helper()
	s, err := newServer()
	require.NoError(tb, err)
	tb.Cleanup(func() { _ = os.RemoveAll(s.dir) })
	s.Start(tb)
	return s
}

// Start starts a server that was stopped.
func (s *Server) Start(tb testing.TB) {
	tb.Helper()
	require.NoError(tb, s.start(context.WithoutCancel(tb.Context())))
	tb.Cleanup(func() { s.end(syscall.SIGQUIT) })
}

// Stop shuts the server down in order; what was committed is in its files.
func (s *Server) Stop() { s.end(syscall.SIGINT) }

func (s *Server) end(sig syscall.Signal) {
	if s.cmd.ProcessState != nil {
		return
	}
	_ = s.cmd.Process.Signal(sig)
	_ = s.cmd.Wait()
}

// Migrated makes a database with our schema and returns its address.
func (s *Server) Migrated(tb testing.TB) config.URL {
	tb.Helper()
	require.NoError(tb, exec1(tb.Context(), s.address("postgres"), "CREATE DATABASE hubstake"))
	url := config.URL(s.address("hubstake"))
	_, err := pg.Migrate(tb.Context(), url)
	require.NoError(tb, err)
	return url
}

// Copy copies the files of a server that was stopped, as a cold backup does, and returns where they are.
func (s *Server) Copy(tb testing.TB) (backup string) {
	tb.Helper()
	backup = filepath.Join(s.dir, "backup")
	require.NoError(tb, s.run("cp", "-a", s.data, backup))
	return backup
}

// Restore puts a copy in the place of the files of a server that was stopped.
func (s *Server) Restore(tb testing.TB, backup string) {
	tb.Helper()
	require.NoError(tb, s.run("rm", "-rf", s.data))
	require.NoError(tb, s.run("mv", backup, s.data))
}

// Standby takes a base backup of a running server and returns the standby, which listens on the same port and is not started.
func (s *Server) Standby(tb testing.TB) *Server {
	tb.Helper()
	standby := *s
	standby.data = filepath.Join(s.dir, "standby")
	require.NoError(tb, s.run(tool("pg_basebackup"), "-h", "127.0.0.1", "-p", s.port, "-U", "postgres", "-D", standby.data, "-X", "stream", "-c", "fast"))
	require.NoError(tb, s.run("touch", filepath.Join(standby.data, "standby.signal")))
	return &standby
}

// Promote makes a standby that was started a primary, on a timeline of its own.
func (s *Server) Promote(tb testing.TB) {
	tb.Helper()
	require.NoError(tb, exec1(tb.Context(), s.address("postgres"), "SELECT pg_promote()"))
}

// Take makes a database as that of another server is now, as an operator does who moves it by a dump, and returns its address.
func (s *Server) Take(tb testing.TB, from *Server) config.URL {
	tb.Helper()
	require.NoError(tb, exec1(tb.Context(), s.address("postgres"), "CREATE DATABASE hubstake"))
	dump := filepath.Join(s.dir, "hubstake.dump")
	require.NoError(tb, from.run(tool("pg_dump"), "-d", from.address("hubstake"), "-f", dump))
	require.NoError(tb, s.run(tool("psql"), "-q", "-X", "-v", "ON_ERROR_STOP=1", "-d", s.address("hubstake"), "-f", dump))
	return config.URL(s.address("hubstake"))
}

// newServer makes the files of a server. PostgreSQL refuses to run as root, so root hands over to the user postgres.
func newServer(settings ...string) (*Server, error) {
	bin, err := binaries()
	if err != nil {
		return nil, err
	}
	dir, err := os.MkdirTemp("", "hubstake-pg-")
	if err != nil {
		return nil, fmt.Errorf("test database: %w", err)
	}
	s := &Server{bin: bin, dir: dir, data: filepath.Join(dir, "data"), attr: &syscall.SysProcAttr{Pdeathsig: syscall.SIGQUIT}, settings: append(settings, "fsync=off")}
	if os.Getuid() == 0 {
		u, err := user.Lookup("postgres")
		if err != nil {
			return nil, fmt.Errorf("test database: root cannot run PostgreSQL and there is no user postgres: %w", err)
		}
		uid, _ := strconv.Atoi(u.Uid)
		gid, _ := strconv.Atoi(u.Gid)
		s.attr.Credential = &syscall.Credential{Uid: uint32(uid), Gid: uint32(gid)}
		if err := os.Chown(dir, uid, gid); err != nil {
			return nil, fmt.Errorf("test database: %w", err)
		}
	}
	port, err := loopback.Free(0)
	if err != nil {
		return nil, fmt.Errorf("test database: %w", err)
	}
	s.port = strconv.Itoa(port)
	return s, s.run(filepath.Join(bin, "initdb"), "-D", s.data, "-U", "postgres", "-A", "trust", "-E", "UTF8", "--locale=C", "-N")
}

// run runs a program as the user of the server.
func (s *Server) run(name string, args ...string) error {
	cmd := exec.Command(name, args...)
	cmd.SysProcAttr, cmd.Dir = s.attr, s.dir
	if out, err := cmd.CombinedOutput(); err != nil {
		return fmt.Errorf("%s: %w: %s", filepath.Base(name), err, out)
	}
	return nil
}

func (s *Server) address(db string) string {
	return "postgres://postgres@127.0.0.1:" + s.port + "/" + db + "?sslmode=disable"
}

func (s *Server) start(ctx context.Context) error {
	args := []string{"-D", s.data, "-p", s.port, "-h", "127.0.0.1", "-k", s.dir}
	for _, setting := range s.settings {
		args = append(args, "-c", setting)
	}
	s.cmd = exec.Command(filepath.Join(s.bin, "postgres"), args...)
	s.cmd.SysProcAttr, s.cmd.Dir = s.attr, s.dir
	if err := s.cmd.Start(); err != nil {
		return fmt.Errorf("postgres: %w", err)
	}
	ctx, cancel := context.WithTimeout(ctx, testkit.Patience)
	defer cancel()
	tick := time.NewTicker(20 * time.Millisecond)
	defer tick.Stop()
	for {
		err := exec1(ctx, s.address("postgres"), "SELECT 1")
		if err == nil {
			return nil
		}
		select {
		case <-ctx.Done():
			return fmt.Errorf("the test database does not come up: %w", err)
		case <-tick.C:
		}
	}
}

// tool is a program that comes with the server and may lie elsewhere than it.
func tool(name string) string {
	found, _ := filepath.Glob("/usr/lib/postgresql/*/bin/" + name)
	if len(found) == 0 {
		return name
	}
	return found[len(found)-1]
}

func binaries() (string, error) {
	if p, err := exec.LookPath("postgres"); err == nil {
		return filepath.Dir(p), nil
	}
	found, _ := filepath.Glob("/usr/lib/postgresql/*/bin/postgres")
	if len(found) == 0 {
		return "", fmt.Errorf("PostgreSQL's server is not installed; set HUBSTAKE_TEST_PG or install postgresql")
	}
	return filepath.Dir(found[len(found)-1]), nil
}

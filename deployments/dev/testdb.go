package main

import (
	"context"
	"encoding/base64"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"syscall"

	"github.com/jackc/pgx/v5"

	"hubstake/deployments/dev/backing"
	"hubstake/deployments/dev/supervise"
	"hubstake/internal/core/id"
	"hubstake/internal/platform/loopback"
)

// withTestDB runs a command with a PostgreSQL and a Redis of its own that keep nothing.
func withTestDB(ctx context.Context, p place, args []string) error {
	servers, err := startTestServers(ctx, lastTestAddress)
	if err != nil {
		return err
	}
	defer servers.stop()
	return runTo(ctx, p, servers.env(), args)
}

// testServers are a PostgreSQL and a Redis without durability, which vanish with the run.
type testServers struct {
	postgres *backing.Postgres
	redis    *backing.Redis
	dir      string
	sup      *supervise.Supervisor
	address  *testAddress
}

// startTestServers starts both.
func startTestServers(ctx context.Context, at func() (*testAddress, error)) (*testServers, error) {
	return startTestServersWith(ctx, at, func(*supervise.Spec) {})
}

// startTestServersWith lets change how they are started.
func startTestServersWith(ctx context.Context, at func() (*testAddress, error), change func(*supervise.Spec)) (_ *testServers, err error) {
	s := &testServers{sup: supervise.New(supervise.DefaultPause, func(supervise.Notice) {}), redis: &backing.Redis{}}
	defer func() {
		if err != nil {
			s.stop()
			err = fmt.Errorf("test servers: %w", err)
		}
	}()
	if s.dir, err = os.MkdirTemp("", "hubstake-test-"); err != nil {
		return nil, err
	}
	if err := os.Chmod(s.dir, 0o711); err != nil { // #nosec G302 -- the server's account must be able to pass
		return nil, err
	}
	if s.address, err = at(); err != nil {
		return nil, err
	}
	s.postgres = &backing.Postgres{Password: s.address.Password, Port: s.address.Postgres}
	if s.postgres.Bin, err = backing.FindPostgres(); err != nil {
		return nil, err
	}
	if s.postgres.Account, err = backing.ServerAccount(); err != nil {
		return nil, err
	}
	if s.postgres.Dir, err = s.postgres.Account.Place(filepath.Join(s.dir, "postgres"), id.New(), "/var/tmp", "/tmp"); err != nil {
		return nil, err
	}
	if err := s.postgres.Init(); err != nil {
		return nil, err
	}
	s.redis.Dir, s.redis.Port = filepath.Join(s.dir, "redis"), s.address.Redis
	if s.redis.Bin, err = backing.FindRedis(); err != nil {
		return nil, err
	}
	if err := s.redis.Init(); err != nil {
		return nil, err
	}
	for name, spec := range map[string]supervise.Spec{
		"postgres": s.postgres.Spec(filepath.Join(s.dir, "postgres.log")), "redis": s.redis.Spec(filepath.Join(s.dir, "redis.log")),
	} {
		change(&spec)
		limit, cancel := context.WithTimeout(ctx, startPatience)
		err := s.sup.Start(limit, spec)
		cancel()
		if err != nil {
			return nil, fmt.Errorf("%s: %w\n%s", name, err, tail(spec.Log, 20))
		}
	}
	return s, nil
}

func (s *testServers) env() []string {
	return []string{"HUBSTAKE_TEST_PG=" + s.postgres.AdminURL("postgres"), "HUBSTAKE_TEST_REDIS=" + s.redis.URL()}
}

// databases is how many databases the tests have made, the templates included.
func (s *testServers) databases(ctx context.Context) (n int, err error) {
	conn, err := pgx.Connect(ctx, s.postgres.AdminURL("postgres"))
	if err != nil {
		return 0, fmt.Errorf("test servers: %w", err)
	}
	defer func() { _ = conn.Close(context.WithoutCancel(ctx)) }()
	err = conn.QueryRow(ctx, "SELECT count(*) FROM testkit_created").Scan(&n)
	if err != nil {
		return 0, fmt.Errorf("test servers: %w", err)
	}
	return n, nil
}

func (s *testServers) stop() {
	s.sup.Stop()
	if s.postgres != nil && s.postgres.Dir != "" {
		_ = os.RemoveAll(s.postgres.Dir) // temporary, and perhaps not below dir
	}
	if s.dir != "" {
		_ = os.RemoveAll(s.dir)
	}
	if s.address != nil {
		s.address.release()
	}
}

// testAddress is where the test servers listen, and the password of PostgreSQL's superuser.
type testAddress struct {
	Postgres, Redis int
	Password        string

	held *os.File
}

// lastTestAddress returns the address that the last run had, as far as it is free: Go's cache of test results knows it, so that another run, in this
// folder or another one, repeats only what changed. A run beside another one gets an address of its own.
func lastTestAddress() (*testAddress, error) {
	cache, err := os.UserCacheDir()
	if err != nil {
		return newTestAddress()
	}
	dir := filepath.Join(cache, "hubstake")
	if err := os.MkdirAll(dir, 0o700); err != nil {
		return nil, err
	}
	held, err := os.OpenFile(filepath.Join(dir, "test-servers.lock"), os.O_RDWR|os.O_CREATE, 0o600)
	if err != nil {
		return nil, err
	}
	if syscall.Flock(int(held.Fd()), syscall.LOCK_EX|syscall.LOCK_NB) != nil {
		_ = held.Close()
		return newTestAddress()
	}
	a, file := &testAddress{held: held}, filepath.Join(dir, "test-servers.json")
	if err := readJSON(file, a); err != nil && !errors.Is(err, fs.ErrNotExist) {
		return nil, err
	}
	if err := a.fill(); err != nil {
		return nil, err
	}
	return a, writeJSON(file, a)
}

// newTestAddress returns an address of its own for each call.
func newTestAddress() (*testAddress, error) {
	a := &testAddress{}
	return a, a.fill()
}

// fill chooses what is missing, and ports instead of those that are in use.
func (a *testAddress) fill() (err error) {
	if a.Postgres, err = loopback.Free(a.Postgres); err != nil {
		return err
	}
	if a.Redis, err = loopback.Free(a.Redis, a.Postgres); err != nil {
		return err
	}
	if a.Password == "" {
		a.Password = base64.RawURLEncoding.EncodeToString(id.Key())
	}
	return nil
}

func (a *testAddress) release() {
	if a.held != nil {
		_ = a.held.Close()
	}
}

package main

import (
	"context"
	"errors"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"strconv"
	"syscall"
	"time"

	"hubstake/deployments/dev/backing"
	"hubstake/deployments/dev/supervise"
	"hubstake/internal/core/id"
	"hubstake/internal/platform/loopback"
)

// runTo runs a command in the foreground with our input and output. When the context ends it gets SIGTERM and ten
// seconds.
func runTo(ctx context.Context, p place, env, args []string) error {
	cmd := exec.CommandContext(ctx, args[0], args[1:]...)
	cmd.Env = append(os.Environ(), env...)
	cmd.Dir = p.root
	cmd.Stdin, cmd.Stdout, cmd.Stderr = os.Stdin, os.Stdout, os.Stderr
	cmd.Cancel = func() error { return cmd.Process.Signal(syscall.SIGTERM) }
	cmd.WaitDelay = 10 * time.Second
	err := cmd.Run()
	var exit *exec.ExitError
	if errors.As(err, &exit) && exit.ExitCode() > 0 {
		return status(exit.ExitCode())
	}
	if err != nil {
		return fmt.Errorf("%s: %w", args[0], err)
	}
	return nil
}

// status is the exit status of a command that was run for the caller; the command has said why.
type status int

func (s status) Error() string { return "exit status " + strconv.Itoa(int(s)) }

// execWith runs a command with the settings of all programs of the running instance.
func execWith(ctx context.Context, p place, args []string) error {
	hold, _, err := p.take()
	if err == nil {
		hold.release()
		return errors.New("nothing is running; make up starts it")
	}
	if !errors.Is(err, errRunning) {
		return err
	}
	var env []string
	w, err := recall(p)
	if err != nil {
		return err
	}
	for program := range packages {
		vars, err := w.settings(program)
		if err != nil {
			return err
		}
		for k, v := range vars {
			env = append(env, k+"="+v)
		}
	}
	env = append(env, "HUBSTAKE_ORIGIN="+p.origin(), "HUBSTAKE_DEMO="+p.file("demo.json"))
	return runTo(ctx, p, env, args)
}

// recall makes the wiring of an instance that another process runs.
func recall(p place) (*wiring, error) {
	st, err := p.state()
	if err != nil {
		return nil, err
	}
	sec, err := p.secrets(false)
	if err != nil {
		return nil, err
	}
	return &wiring{
		place: p, secrets: sec, ports: st.Ports,
		postgres: &backing.Postgres{Port: st.Ports["postgres"], Password: sec.Super},
		redis:    &backing.Redis{Port: st.Ports["redis"], Password: sec.Redis},
	}, nil
}

// withInstance runs a command beside a whole instance with a directory, data and port of its own, so that one that is in use
// is not touched. The data is dropped at the start; the logs are kept to find failures.
func withInstance(ctx context.Context, p place, s *steps, args []string) error {
	if os.Getenv("HUBSTAKE_DEV_DIR") == "" {
		p.dir = filepath.Join(p.root, ".dev", "test")
	}
	if os.Getenv("HUBSTAKE_PORT") == "" {
		port, err := loopback.Free(0)
		if err != nil {
			return fmt.Errorf("port: %w", err)
		}
		p.port = port
	}
	if err := reset(p, s); err != nil {
		return err
	}
	in, err := start(ctx, p, s)
	if err != nil {
		return err
	}
	defer in.stop()
	return runTo(ctx, p, []string{
		"HUBSTAKE_DEV_DIR=" + p.dir, fmt.Sprintf("HUBSTAKE_PORT=%d", p.port),
		"HUBSTAKE_ORIGIN=" + p.origin(), "HUBSTAKE_DEMO=" + p.file("demo.json"),
	}, args)
}

// withTestDB runs a command with a PostgreSQL and a Redis of its own that keep nothing.
func withTestDB(ctx context.Context, p place, args []string) error {
	env, end, err := testDB(ctx)
	if err != nil {
		return err
	}
	defer end()
	return runTo(ctx, p, env, args)
}

// testDB starts the servers for tests and returns the variables that name them.
func testDB(ctx context.Context) (env []string, end func(), err error) {
	dir, err := os.MkdirTemp("", "hubstake-test-")
	if err != nil {
		return nil, nil, fmt.Errorf("test servers: %w", err)
	}
	sup := supervise.New(supervise.DefaultPause, func(supervise.Notice) {})
	pg := &backing.Postgres{Password: id.New()}
	stop := func() {
		sup.Stop()
		_ = os.RemoveAll(pg.Dir) // temporary, and perhaps not below dir
		_ = os.RemoveAll(dir)
	}
	defer func() {
		if err != nil {
			stop()
		}
	}()
	if err := os.Chmod(dir, 0o711); err != nil { // #nosec G302 -- the server's account must be able to pass
		return nil, nil, fmt.Errorf("test servers: %w", err)
	}
	if pg.Port, err = loopback.Free(0); err != nil {
		return nil, nil, fmt.Errorf("test servers: %w", err)
	}
	if pg.Bin, err = backing.FindPostgres(); err != nil {
		return nil, nil, fmt.Errorf("test servers: %w", err)
	}
	if pg.Account, err = backing.ServerAccount(); err != nil {
		return nil, nil, fmt.Errorf("test servers: %w", err)
	}
	if pg.Dir, err = pg.Account.Place(filepath.Join(dir, "postgres"), id.New(), "/var/tmp", "/tmp"); err != nil {
		return nil, nil, fmt.Errorf("test servers: %w", err)
	}
	if err := pg.Init(); err != nil {
		return nil, nil, fmt.Errorf("test servers: %w", err)
	}
	redis := &backing.Redis{Dir: filepath.Join(dir, "redis")}
	if redis.Port, err = loopback.Free(0); err != nil {
		return nil, nil, fmt.Errorf("test servers: %w", err)
	}
	if redis.Bin, err = backing.FindRedis(); err != nil {
		return nil, nil, fmt.Errorf("test servers: %w", err)
	}
	if err := redis.Init(); err != nil {
		return nil, nil, fmt.Errorf("test servers: %w", err)
	}
	logs := map[string]supervise.Spec{"postgres": pg.Spec(filepath.Join(dir, "postgres.log")), "redis": redis.Spec(filepath.Join(dir, "redis.log"))}
	for name, spec := range logs {
		limit, cancel := context.WithTimeout(ctx, time.Minute)
		err := sup.Start(limit, spec)
		cancel()
		if err != nil {
			return nil, nil, fmt.Errorf("test servers: %s: %w\n%s", name, err, tail(spec.Log, 20))
		}
	}
	return []string{"HUBSTAKE_TEST_PG=" + pg.AdminURL("postgres"), "HUBSTAKE_TEST_REDIS=" + redis.URL()}, stop, nil
}

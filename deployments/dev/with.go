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

package main

import (
	"context"
	"errors"
	"fmt"
	"io"
	"os"
	"os/exec"
	"strings"
	"syscall"
	"text/tabwriter"
	"time"

	"hubstake/deployments/dev/backing"
	"hubstake/deployments/dev/supervise"
)

// readyFD is the file descriptor on which a process in the background tells its steps to the one that started it. It
// is closed when everything is ready.
const readyFD = 3

// behind is set in the environment of the process in the background.
const behind = "HUBSTAKE_DEV_BEHIND"

// runHere runs the instance until the context ends.
func runHere(ctx context.Context, p place, s *steps) error {
	var pipe *os.File
	if os.Getenv(behind) != "" {
		syscall.CloseOnExec(readyFD)
		pipe = os.NewFile(readyFD, "steps")
		s.out = io.MultiWriter(os.Stdout, pipe)
	}
	began := s.clk.Now()
	in, err := start(ctx, p, s)
	if err != nil {
		if pipe != nil {
			_, _ = fmt.Fprintf(pipe, "✗ %v\n", err)
		}
		return err
	}
	s.say("ready after %.1f s", s.clk.Now().Sub(began).Seconds())
	if pipe != nil {
		s.mu.Lock()
		s.out = os.Stdout
		s.mu.Unlock()
		_ = pipe.Close()
	} else {
		if in.demo.Site != "" {
			table(s, in.demo)
		} else {
			s.say("%s has no site yet: deployments/README.md", in.origin())
		}
		s.say("Ctrl-C ends everything. Logs: %s", p.file("log"))
	}
	<-ctx.Done()
	s.say("ending")
	in.stop()
	s.say("ended")
	return nil
}

// runBehind starts the instance in a process of its own and returns when it is ready.
func runBehind(ctx context.Context, p place, s *steps) error {
	hold, pid, err := p.take()
	if errors.Is(err, errRunning) {
		var d demo
		if err := readJSON(p.file("demo.json"), &d); err != nil || d.PIDs["dev"] != pid {
			return fmt.Errorf("an instance is being started or ended here (process %d)", pid)
		}
		s.say("already running (process %d)", pid)
		table(s, d)
		return nil
	}
	if err != nil {
		return err
	}
	hold.release()
	self, err := os.Executable()
	if err != nil {
		return fmt.Errorf("up: %w", err)
	}
	if err := os.MkdirAll(p.file("log"), 0o755); err != nil {
		return fmt.Errorf("up: %w", err)
	}
	logFile, err := os.OpenFile(p.log("dev"), os.O_CREATE|os.O_WRONLY|os.O_TRUNC, 0o600)
	if err != nil {
		return fmt.Errorf("up: %w", err)
	}
	defer func() { _ = logFile.Close() }()
	r, w, err := os.Pipe()
	if err != nil {
		return fmt.Errorf("up: %w", err)
	}
	cmd := exec.Command(self, "run")
	cmd.Dir, cmd.Env = p.root, append(os.Environ(), behind+"=1")
	cmd.Stdout, cmd.Stderr, cmd.ExtraFiles = logFile, logFile, []*os.File{w}
	cmd.SysProcAttr = &syscall.SysProcAttr{Setsid: true}
	if err := cmd.Start(); err != nil {
		return fmt.Errorf("up: %w", err)
	}
	_ = w.Close()
	told := make(chan struct{})
	go func() {
		_, _ = io.Copy(os.Stdout, r)
		close(told)
	}()
	select {
	case <-told:
	case <-ctx.Done():
		_ = cmd.Process.Signal(syscall.SIGTERM)
		_ = cmd.Wait()
		return ctx.Err()
	}
	var d demo
	if err := readJSON(p.file("demo.json"), &d); err != nil || d.PIDs["dev"] != cmd.Process.Pid {
		_ = cmd.Wait()
		return fmt.Errorf("it did not come up; see %s", p.log("dev"))
	}
	table(s, d)
	s.say("make down ends it. Logs: %s", p.file("log"))
	return nil
}

// down ends the instance, however it was started, and what an instance that was killed left behind.
func down(p place, s *steps) error {
	hold, pid, err := p.take()
	if errors.Is(err, errRunning) {
		id, err := supervise.Identify(pid)
		if err != nil {
			return fmt.Errorf("down: %w", err)
		}
		id.End(syscall.SIGTERM, 90*time.Second)
		if hold, _, err = p.take(); err != nil {
			return fmt.Errorf("down: %w", err)
		}
		s.say("ended")
	} else if err != nil {
		return err
	} else {
		s.say("nothing is running")
	}
	defer hold.release()
	st, err := p.state()
	if err != nil {
		return err
	}
	endLeftovers(st.Children)
	return nil
}

// reset ends the instance and drops its data; what was built stays.
func reset(p place, s *steps) error {
	if err := down(p, s); err != nil {
		return err
	}
	st, err := p.state()
	if err != nil {
		return err
	}
	if st.Postgres != "" {
		if err := (&backing.Postgres{Dir: st.Postgres}).Drop(); err != nil {
			return err
		}
	}
	for _, name := range []string{"redis", "sim", "state.json", "secrets.json", "demo.json", "env", "log"} {
		if err := os.RemoveAll(p.file(name)); err != nil {
			return fmt.Errorf("reset: %w", err)
		}
	}
	s.say("all data of %s is dropped", p.dir)
	return nil
}

// table prints where everything is.
func table(s *steps, d demo) {
	var text strings.Builder
	w := tabwriter.NewWriter(&text, 0, 0, 2, ' ', 0)
	row := func(cells ...string) { _, _ = fmt.Fprintln(w, "  "+strings.Join(cells, "\t")) }
	row("site", d.Origin)
	row("partner", d.Origin+"/partner")
	row("staff", d.Origin+"/admin")
	row("API", d.Origin+"/api/docs")
	row("vendor", d.Addresses.Sim)
	row("PostgreSQL", d.Addresses.Postgres)
	row("Redis", d.Addresses.Redis)
	row("member", d.Member.MemID, d.Member.MemPass, "PIN "+d.Member.CashPin)
	row("partner", d.Partner.MemID, d.Partner.MemPass, "TOTP "+d.Partner.TOTPSecret)
	row("staff", d.Admin.MemID, d.Admin.MemPass, "TOTP "+d.Admin.TOTPSecret)
	_ = w.Flush() // a builder takes everything
	s.say("\n%s", text.String())
}

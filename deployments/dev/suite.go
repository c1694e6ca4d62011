package main

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"syscall"
)

// mostDatabases is how many databases `make test` may make: a test that needs one borrows it (pgtest.DB).
const mostDatabases = 120

// test runs all tests at the sizes of `make test`.
func test(ctx context.Context, p place, s *steps) error {
	return report(s, func() error { return errors.Join(p.runTests(ctx, s), s.lanes(ctx, []step{p.importRules()})) })
}

// ci runs what a landing must pass: the tests, the check, and one share of the deep tests.
func ci(ctx context.Context, p place, s *steps) error {
	return report(s, func() error {
		err := errors.Join(p.runTests(ctx, s), s.lanes(ctx, p.checkGo(), p.checkWeb()))
		if err != nil || ctx.Err() != nil {
			return err
		}
		return p.runTodaysShare(ctx, s)
	})
}

// report runs a suite and prints what its steps cost, whether they passed or not.
func report(s *steps, run func() error) error {
	began := currentUsage(s.clk)
	err := run()
	s.table(began)
	if err != nil {
		return fmt.Errorf("not all is well\n%w", err)
	}
	s.say("all good")
	return nil
}

// runTests runs the tests of Go and of the site side by side, then those in a browser.
func (p place) runTests(ctx context.Context, s *steps) error {
	var servers *testServers
	err := s.do(ctx, "test servers", func(ctx context.Context) (_ string, err error) {
		servers, err = startTestServers(ctx, lastTestAddress)
		return "", err
	})
	if err != nil {
		return err
	}
	goLane, err := p.goTests(ctx, servers)
	if err != nil {
		servers.stop()
		return err
	}
	err = s.lanes(ctx, goLane, []step{
		{"packages of the site", p.installWeb},
		p.shown("tests of the site", "web", nil, "npm", "test"),
	})
	servers.stop()
	if ctx.Err() != nil {
		return err
	}
	return errors.Join(err, p.browserTests(ctx, s))
}

// goTests are the Go tests: those of packages with goroutines of their own under the race detector, and those that look at the tree by programs, which
// Go's cache of results cannot see, in any case.
func (p place) goTests(ctx context.Context, servers *testServers) ([]step, error) {
	all, err := p.goPackages(ctx)
	if err != nil {
		return nil, err
	}
	var plain, raced, seeing []string
	for _, name := range all {
		switch {
		case name == rulesPackage: // part of the check
		case below(name, racedPackages):
			raced = append(raced, name)
		case below(name, seeingPackages):
			seeing = append(seeing, name)
		default:
			plain = append(plain, name)
		}
	}
	env := servers.env()
	run := func(name string, args ...[]string) step {
		return p.shown(name, "", env, slices.Concat([]string{"go", "test", "-short", "-vet=off", "-timeout", "60m"}, slices.Concat(args...))...)
	}
	return []step{
		run("Go tests", plain),
		run("Go tests that look at the tree", []string{"-count", "1"}, seeing),
		run("Go tests with the race detector", []string{"-race"}, raced),
		run("open mode of the hub", []string{"-race", "-tags", "open"}, openPackages),
		run("open mode of the hub's server", []string{"-race", "-tags", "open", "-run", "^TestOpenMode", "hubstake/hub/server"}),
		{"databases made", func(ctx context.Context) (string, error) {
			n, err := servers.databases(ctx)
			if err == nil && n > mostDatabases {
				err = fmt.Errorf("%d databases were made, more than %d: borrow one (pgtest.DB)", n, mostDatabases)
			}
			return fmt.Sprint(n), err
		}},
	}, nil
}

const rulesPackage = "hubstake/internal/archtest"

var (
	// racedPackages start goroutines that share memory; the others are under the race detector in the deep tests only.
	racedPackages = []string{
		"hubstake/hub", "hubstake/internal/live", "hubstake/internal/ledger/wallet", "hubstake/internal/play/casino", "hubstake/workers/relay",
		"hubstake/workers/poll", "hubstake/internal/platform/redisx", "hubstake/internal/platform/rawio", "hubstake/internal/hubclient",
		"hubstake/internal/access/limit", "hubstake/internal/sim/round", "hubstake/deployments/dev/supervise",
	}
	// seeingPackages run programs on files of the tree.
	seeingPackages = []string{"hubstake/deployments", "hubstake/monitoring", "hubstake/loadtest", "hubstake/internal/platform/pg"}
	openPackages   = []string{"hubstake/hub/client", "hubstake/loadtest/suites/..."}
)

// below reports whether a package is one of these or lies below one.
func below(name string, roots []string) bool {
	return slices.ContainsFunc(roots, func(root string) bool { return name == root || strings.HasPrefix(name, root+"/") })
}

// goPackages lists the packages that have tests.
func (p place) goPackages(ctx context.Context) ([]string, error) {
	cmd := exec.CommandContext(ctx, "go", "list", "-f", "{{if or .TestGoFiles .XTestGoFiles}}{{.ImportPath}}{{end}}", "./...")
	cmd.Dir = p.root
	out, err := cmd.Output()
	if err != nil {
		return nil, fmt.Errorf("go list: %w", err)
	}
	return strings.Fields(string(out)), nil
}

// browserTests runs the end-to-end tests beside an instance of their own.
func (p place) browserTests(ctx context.Context, s *steps) error {
	return s.lanes(ctx, []step{{"browser tests", func(ctx context.Context) (string, error) {
		return "", p.show(ctx, "", nil, "make", "test-e2e")
	}}})
}

// shown makes a step of a command whose whole output is printed when it has ended.
func (p place) shown(name, dir string, env []string, args ...string) step {
	return step{name, func(ctx context.Context) (string, error) { return "", p.show(ctx, dir, env, args...) }}
}

// show runs a command, which must succeed, and prints what it said in one piece.
func (p place) show(ctx context.Context, dir string, env []string, args ...string) error {
	var out bytes.Buffer
	cmd := exec.CommandContext(ctx, args[0], args[1:]...)
	cmd.Dir, cmd.Env = filepath.Join(p.root, dir), append(os.Environ(), env...)
	cmd.Stdout, cmd.Stderr = &out, &out
	cmd.SysProcAttr = &syscall.SysProcAttr{Setpgid: true}
	cmd.Cancel = func() error { return syscall.Kill(-cmd.Process.Pid, syscall.SIGTERM) }
	err := cmd.Run()
	meterOf(ctx).add(cmd.ProcessState)
	_, _ = os.Stdout.Write(out.Bytes())
	if err != nil {
		return fmt.Errorf("%s: %w\n%s", strings.Join(args[:min(3, len(args))], " "), err, telling(out.String()))
	}
	return nil
}

// mostTold is how many lines of a failed command are told again at the end of a run, where they are read first.
const mostTold = 40

// telling returns the lines of a failed command that say what failed: those of Go's failed tests, with what they printed, else the last ones.
func telling(output string) string {
	lines := strings.Split(strings.TrimSpace(output), "\n")
	var told []string
	inTest := false
	for _, line := range lines {
		text := strings.TrimSpace(line)
		switch {
		case strings.HasPrefix(text, "--- FAIL"), strings.HasPrefix(text, "FAIL\t"), strings.HasPrefix(text, "panic:"), strings.HasPrefix(text, "WARNING: DATA RACE"):
			inTest = true
		case strings.HasPrefix(line, "ok "), strings.HasPrefix(text, "--- PASS"), strings.HasPrefix(line, "?"):
			inTest = false
		}
		if inTest && len(told) < mostTold {
			told = append(told, line)
		}
	}
	if len(told) == 0 {
		told = lines[max(0, len(lines)-mostTold):]
	}
	return strings.Join(told, "\n")
}

package main

import (
	"context"
	_ "embed" // the library
	"errors"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"time"

	"hubstake/deployments/dev/supervise"
)

// clockAhead is the variable from which a test program that testAround built learns how many seconds its clock is ahead.
const clockAhead = "HUBSTAKE_CLOCK_AHEAD"

// movedClock goes into the time package of a test program.
const movedClock = `package time

import "syscall"

var ahead = func() (seconds int64) {
	text, _ := syscall.Getenv("` + clockAhead + `")
	for _, digit := range text {
		seconds = 10*seconds + int64(digit-'0')
	}
	return seconds
}()
`

// preloaded moves the clock of PostgreSQL and Redis.
//
//go:embed clock/ahead.c
var preloaded []byte

// beforeMoment is how long before the moment the servers of a package start; its tests begin some seconds later.
const beforeMoment = 12 * time.Second

// testAround runs the tests of packages one after the other, each while the clock of the tests, of PostgreSQL and of Redis passes a moment. Midnight of a site, the
// end of a month and 29 February are moments at which a rule of days may err.
func testAround(ctx context.Context, p place, args []string) error {
	if len(args) < 2 {
		return errUsage
	}
	moment, err := time.Parse(time.RFC3339, args[0])
	if err != nil {
		return fmt.Errorf("the moment: %w", err)
	}
	overlay, err := p.overlayClock()
	if err != nil {
		return err
	}
	library, err := p.buildPreload(ctx)
	if err != nil {
		return err
	}
	list, err := exec.CommandContext(ctx, "go", append([]string{"list", "-f", "{{if or .TestGoFiles .XTestGoFiles}}{{.ImportPath}}{{end}}"}, args[1:]...)...).Output()
	if err != nil {
		return fmt.Errorf("go list: %w", err)
	}
	packages := strings.Fields(string(list))
	test := []string{"go", "test", "-short", "-vet=off", "-count", "1", "-timeout", "60m", "-overlay", overlay}
	if err := runTo(ctx, p, nil, slices.Concat(test, []string{"-run", "^$"}, packages)); err != nil { // all is compiled before the clock matters
		return err
	}
	var failed []error
	for _, name := range packages {
		ahead := fmt.Sprintf("%s=%d", clockAhead, int64((time.Until(moment) - beforeMoment).Seconds()))
		servers, err := startTestServersWith(ctx, newTestAddress, func(spec *supervise.Spec) {
			spec.Env = append(slices.Clone(spec.Env), "LD_PRELOAD="+library, ahead)
		})
		if err != nil {
			return err
		}
		if err := runTo(ctx, p, append(servers.env(), ahead), append(slices.Clone(test), name)); err != nil {
			failed = append(failed, fmt.Errorf("%s: %w", name, err))
		}
		servers.stop()
	}
	return errors.Join(failed...)
}

// buildPreload compiles the library where the account of PostgreSQL can read it.
func (p place) buildPreload(ctx context.Context) (string, error) {
	source, library := filepath.Join(p.root, ".dev", "clock", "ahead.c"), filepath.Join(os.TempDir(), "hubstake-clock-"+p.key()+".so")
	if err := writeFile(source, preloaded); err != nil {
		return "", err
	}
	if err := command(ctx, p.root, os.Environ(), "gcc", "-shared", "-fPIC", "-O2", "-o", library, source); err != nil {
		return "", err
	}
	return library, os.Chmod(library, 0o755) // #nosec G302 -- the server's account reads it
}

// overlayClock writes the files that move the clock of a test program and returns the list of them for the go command.
func (p place) overlayClock() (string, error) {
	out, err := exec.Command("go", "env", "GOROOT").Output()
	if err != nil {
		return "", fmt.Errorf("clock: %w", err)
	}
	source := filepath.Join(strings.TrimSpace(string(out)), "src", "time")
	text, err := os.ReadFile(filepath.Join(source, "time.go"))
	if err != nil {
		return "", fmt.Errorf("clock: %w", err)
	}
	const reads = "func Now() Time {\n\tsec, nsec, mono := runtimeNow()\n"
	if strings.Count(string(text), reads) != 1 {
		return "", errors.New("clock: this version of Go reads the clock in another way")
	}
	dir := filepath.Join(p.root, ".dev", "clock")
	moved := strings.Replace(string(text), reads, reads+"\tsec += ahead\n", 1)
	files := map[string]string{}
	for name, text := range map[string]string{"time.go": moved, "ahead.go": movedClock} {
		files[filepath.Join(source, name)] = filepath.Join(dir, name)
		if err := writeFile(filepath.Join(dir, name), []byte(text)); err != nil {
			return "", err
		}
	}
	list := filepath.Join(dir, "overlay.json")
	return list, writeJSON(list, map[string]any{"Replace": files})
}

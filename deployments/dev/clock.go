package main

import (
	"context"
	"errors"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"syscall"
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

// testAround runs the tests of packages one after the other, each while the clock passes a moment: the program starts five seconds before it, and so does the
// clock of PostgreSQL, which libfaketime moves. Midnight of a site, the end of a month and 29 February are moments at which a rule of days may err.
func testAround(ctx context.Context, p place, args []string) error {
	if len(args) < 2 {
		return errUsage
	}
	moment := args[0]
	if _, err := time.Parse(time.RFC3339, moment); err != nil {
		return fmt.Errorf("the moment: %w", err)
	}
	overlay, err := p.overlayClock()
	if err != nil {
		return err
	}
	self, err := os.Executable()
	if err != nil {
		return fmt.Errorf("clock: %w", err)
	}
	ahead := filepath.Join(p.root, ".dev", "clock", "ahead")
	if err := setAhead(ahead, moment); err != nil {
		return err
	}
	library, _ := filepath.Glob("/usr/lib/*/faketime/libfaketime.so.1")
	if len(library) == 0 {
		return errors.New("libfaketime is not installed (package faketime)")
	}
	servers, err := startTestServersWith(ctx, newTestAddress, func(spec *supervise.Spec) {
		if spec.Name != "postgres" {
			return // libfaketime and the allocator of Redis do not go together; times in Redis are spans
		}
		spec.Env = append(slices.Clone(spec.Env), "LD_PRELOAD="+library[0], "FAKETIME_TIMESTAMP_FILE="+ahead, "FAKETIME_NO_CACHE=1", "FAKETIME_DONT_FAKE_MONOTONIC=1")
	})
	if err != nil {
		return err
	}
	defer servers.stop()
	run := []string{"go", "test", "-short", "-vet=off", "-p", "1", "-timeout", "60m", "-count", "1", "-overlay", overlay, "-exec", self + " at " + moment + " " + ahead}
	return runTo(ctx, p, servers.env(), append(run, args[1:]...))
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

// secondsBefore is how long before the moment a test program starts.
const secondsBefore = 5

// setAhead tells the servers how far their clock is ahead from now on.
func setAhead(file, moment string) error {
	seconds, err := secondsAhead(moment)
	if err != nil {
		return err
	}
	return os.WriteFile(file, fmt.Appendf(nil, "+%d\n", seconds), 0o644) // #nosec G306 -- the server's account reads it
}

func secondsAhead(moment string) (int64, error) {
	at, err := time.Parse(time.RFC3339, moment)
	if err != nil {
		return 0, fmt.Errorf("the moment: %w", err)
	}
	return int64(time.Until(at).Seconds()) - secondsBefore, nil
}

// startAt runs a test program at the moment, in the place of this process: the go command calls it for each package.
func startAt(args []string) error {
	if len(args) < 3 {
		return errUsage
	}
	moment, file, program := args[0], args[1], args[2:]
	seconds, err := secondsAhead(moment)
	if err != nil {
		return err
	}
	if err := setAhead(file, moment); err != nil {
		return err
	}
	return syscall.Exec(program[0], program, append(os.Environ(), fmt.Sprintf("%s=%d", clockAhead, seconds))) // #nosec G204 -- a test program
}

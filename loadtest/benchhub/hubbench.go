package main

import (
	"bufio"
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"syscall"
	"time"

	"hubstake/loadtest/hubrig"
)

// bench holds what all passes use.
type bench struct {
	settings
	tool string    // the built hubbench
	own  []float64 // of each rate of the pass: what 99 of 100 deliveries spent in the hub, ms
}

// newBench builds hubbench and, unless one was given, the hub.
func newBench(ctx context.Context, s settings) (*bench, error) {
	dir, err := filepath.Abs(s.dir)
	if err != nil {
		return nil, fmt.Errorf("directory: %w", err)
	}
	s.dir = dir
	b := &bench{settings: s, tool: filepath.Join(dir, "hubbench")}
	if err := os.MkdirAll(dir, 0o755); err != nil {
		return nil, fmt.Errorf("directory: %w", err)
	}
	cmd := exec.CommandContext(ctx, "go", "build", "-o", b.tool, ".")
	cmd.Dir, cmd.Env = s.source, append(os.Environ(), "CGO_ENABLED=0")
	if text, err := cmd.CombinedOutput(); err != nil {
		return nil, fmt.Errorf("build of hubbench: %w\n%s", err, text)
	}
	if b.hub == "" {
		b.hub, err = hubrig.Build(ctx, dir)
	}
	return b, err
}

// line is one result of hubbench.
type line map[string]any

// pass runs hubbench on a new stand and returns what it measured, even when it judged that something is wrong.
func (b *bench) pass(ctx context.Context, p pass, do []string, run int) ([]line, error) {
	n := p.sessions(b.sessions)
	stand, err := hubrig.Start(ctx, hubrig.Options{
		Dir: filepath.Join(b.dir, p.name), Members: n, Hub: b.hub, HubCPU: b.cores[0], LoadCPU: b.cores[1], Env: b.env,
	})
	if err != nil {
		return nil, err
	}
	defer stand.Close()
	sha, err := stand.RDB.ScriptLoad(ctx, hubrig.PublishScript).Result()
	if err != nil {
		return nil, fmt.Errorf("publish script: %w", err)
	}
	file := filepath.Join(stand.Dir, "pass.jsonl")
	if err := os.Remove(file); err != nil && !errors.Is(err, fs.ErrNotExist) {
		return nil, fmt.Errorf("results: %w", err)
	}
	runErr := b.call(ctx, stand, b.arguments(stand, p, do, file, run, sha))
	lines, err := b.collect(file, p.name)
	if err != nil {
		return lines, errors.Join(runErr, err)
	}
	if died := stand.Deaths() - strings.Count(strings.Join(do, ","), "restart"); died > 0 && runErr == nil {
		runErr = fmt.Errorf("the hub died %d times unasked (%s/hub.log)", died, stand.Dir)
	}
	return lines, runErr
}

// restart kills the hub and waits until the stand has started it again.
const restart = `old=$(cat %[1]s); kill -9 $old; until [ "$(cat %[1]s)" != $old ]; do sleep 0.005; done`

func (b *bench) arguments(s *hubrig.Stand, p pass, do []string, file string, run int, sha string) []string {
	args := []string{
		b.tool, "-url", s.URL + "?shard={shard}", "-members", s.File, "-site", hubrig.Site, "-decrypt", "hub", "-n", itoa(p.sessions(b.sessions)),
		"-ws-header", "Origin: " + hubrig.Origin, "-bcast-dest", "/topic/site.{site}", "-pub", "redis", "-redis", s.Redis,
	}
	args = append(args, p.publishing(sha)...)
	args = append(args, "-pid", "@"+s.HubPID(), "-aux-pid", "@"+s.RedisPID(), "-src", "127.0.1.1-127.0.1.8",
		"-restart-cmd", fmt.Sprintf(restart, s.HubPID()), "-json", file, "-name", "run "+itoa(run))
	args = append(args, p.args...)
	args = append(args, "-do", strings.Join(do, ","))
	if b.cores[1] >= 0 {
		args = append([]string{"taskset", "-c", itoa(b.cores[1])}, args...)
	}
	return args
}

// call runs hubbench and shows what it says as it comes.
func (b *bench) call(ctx context.Context, s *hubrig.Stand, args []string) error {
	if b.verbose {
		fmt.Println(quote(args))
	}
	cmd := exec.CommandContext(ctx, args[0], args[1:]...)
	cmd.Stderr = os.Stderr
	cmd.Cancel = func() error { return cmd.Process.Signal(syscall.SIGTERM) }
	cmd.WaitDelay = 5 * time.Second
	out, err := cmd.StdoutPipe()
	if err != nil {
		return fmt.Errorf("hubbench: %w", err)
	}
	if err := cmd.Start(); err != nil {
		return fmt.Errorf("hubbench: %w", err)
	}
	if err := b.follow(ctx, s, out); err != nil {
		fmt.Fprintln(os.Stderr, "benchhub:", err)
	}
	if err := cmd.Wait(); err != nil {
		return fmt.Errorf("hubbench: %w", err)
	}
	return nil
}

// follow prints each line. A line ends a scenario, so that the next begins.
func (b *bench) follow(ctx context.Context, s *hubrig.Stand, out io.Reader) error {
	prof := &profiler{stand: s, dir: b.profile, seconds: b.seconds}
	if s == nil { // the floor has neither memory nor profiles to show
		prof.dir = ""
	}
	prof.begin(ctx)
	defer prof.drop()
	b.own = nil
	before := hubrig.Histogram{}
	sc := bufio.NewScanner(out)
	sc.Buffer(nil, 1<<20)
	var errs []error
	for sc.Scan() {
		fmt.Println(sc.Text())
		name, _, _ := strings.Cut(strings.TrimSpace(sc.Text()), " ")
		if name == "idle" && s != nil {
			if err := memory(ctx, s); err != nil {
				errs = append(errs, err)
			}
		}
		if s != nil && name != "restart" {
			now, err := s.Histogram(ctx, "hub_delivery_own_seconds")
			if err != nil {
				errs = append(errs, err)
			}
			if name == "rate" {
				b.own = append(b.own, now.Since(before).Quantile(0.99)*1000)
			}
			before = now
		}
		if err := prof.save(name); err != nil {
			errs = append(errs, err)
		}
		prof.begin(ctx)
	}
	return errors.Join(append(errs, sc.Err())...)
}

// collect reads the results of a pass and adds them to those of all runs.
func (b *bench) collect(file, pass string) ([]line, error) {
	text, err := os.ReadFile(file)
	if err != nil {
		return nil, fmt.Errorf("results: %w", err)
	}
	var lines []line
	for d := json.NewDecoder(bytes.NewReader(text)); ; {
		var l line
		if err := d.Decode(&l); errors.Is(err, io.EOF) {
			break
		} else if err != nil {
			return lines, fmt.Errorf("results: %w", err)
		}
		l["pass"] = pass
		if l["scenario"] == "rate" && len(b.own) > 0 {
			l["own_p99_ms"], b.own = b.own[0], b.own[1:]
		}
		lines = append(lines, l)
	}
	all, err := os.OpenFile(b.out, os.O_APPEND|os.O_CREATE|os.O_WRONLY, 0o644)
	if err != nil {
		return lines, fmt.Errorf("results: %w", err)
	}
	_, err = all.Write(text)
	return lines, errors.Join(err, all.Close())
}

// quote makes a command line that a shell takes.
func quote(args []string) string {
	var b strings.Builder
	for i, a := range args {
		if i > 0 {
			b.WriteByte(' ')
		}
		if strings.ContainsAny(a, " {}*?$'\"~;&|<>()") {
			a = "'" + strings.ReplaceAll(a, "'", `'\''`) + "'"
		}
		b.WriteString(a)
	}
	return b.String()
}

package main

import (
	"cmp"
	"context"
	"encoding/csv"
	"errors"
	"fmt"
	"hash/fnv"
	"io/fs"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"time"
)

// share is a part of the deep tests that takes about 150 s of processor time: what repeats at length, on real parts or under the race detector what
// `make test` proves at a small size.
type share struct {
	name string
	args []string // the command
}

// oldestPass is how many commits a share may be behind.
const oldestPass = 40

// shareTime is how long a landing waits for its share.
const shareTime = 3 * time.Minute

// deep runs all shares, or those that are named, and notes which passed.
func deep(ctx context.Context, p place, s *steps, names []string) error {
	shares, err := p.shares(ctx)
	if err != nil {
		return err
	}
	for _, name := range names {
		if !slices.ContainsFunc(shares, func(sh share) bool { return sh.name == name }) {
			return fmt.Errorf("there is no share %q; the shares are %s", name, shareNames(shares))
		}
	}
	return report(s, func() error {
		var failed []error
		for _, sh := range shares {
			if len(names) > 0 && !slices.Contains(names, sh.name) {
				continue
			}
			if err := p.runShare(ctx, s, sh); err != nil {
				failed = append(failed, err)
				if ctx.Err() != nil {
					break
				}
				continue
			}
			if err := p.notePass(ctx, sh.name); err != nil {
				failed = append(failed, err)
			}
		}
		return errors.Join(failed...)
	})
}

func shareNames(shares []share) string {
	var names []string
	for _, sh := range shares {
		names = append(names, sh.name)
	}
	return strings.Join(names, ", ")
}

func (p place) runShare(ctx context.Context, s *steps, sh share) error {
	servers, err := startTestServers(ctx, newTestAddress)
	if err != nil {
		return err
	}
	defer servers.stop()
	return s.lanes(ctx, []step{p.shown(sh.name, "", servers.env(), sh.args...)})
}

// runTodaysShare runs the share whose turn it is by the number of commits. A machine that is too slow for it says so; a test that fails is a failure.
func (p place) runTodaysShare(ctx context.Context, s *steps) error {
	shares, err := p.shares(ctx)
	if err != nil {
		return err
	}
	commits, err := p.commits(ctx)
	if err != nil {
		return err
	}
	sh := shares[commits%len(shares)]
	limit, cancel := context.WithTimeout(ctx, shareTime)
	defer cancel()
	err = p.runShare(limit, s, sh)
	if limit.Err() != nil && ctx.Err() == nil {
		s.say("! the deep share %q was not done within %v: this run says nothing about it", sh.name, shareTime)
		return nil
	}
	return err
}

// commits is the number of commits until now.
func (p place) commits(ctx context.Context) (int, error) {
	text, err := p.git(ctx, "rev-list", "--count", "HEAD")
	if err != nil {
		return 0, err
	}
	return strconv.Atoi(text)
}

func (p place) git(ctx context.Context, args ...string) (string, error) {
	cmd := exec.CommandContext(ctx, "git", args...)
	cmd.Dir = p.root
	out, err := cmd.Output()
	if err != nil {
		return "", fmt.Errorf("git %s: %w", args[0], err)
	}
	return strings.TrimSpace(string(out)), nil
}

// noteFile says when each share passed: its name, the number of commits then and the hash of the tree. Its line listBegan says when the file was made.
const noteFile = ".ci/deep.tsv"

const listBegan = "(list)"

func (p place) passes() (map[string][]string, error) {
	f, err := os.Open(filepath.Join(p.root, noteFile))
	if errors.Is(err, fs.ErrNotExist) {
		return map[string][]string{}, nil
	}
	if err != nil {
		return nil, fmt.Errorf("deep tests: %w", err)
	}
	defer func() { _ = f.Close() }()
	r := csv.NewReader(f)
	r.Comma = '\t'
	r.FieldsPerRecord = 3
	rows, err := r.ReadAll()
	if err != nil {
		return nil, fmt.Errorf("%s: %w", noteFile, err)
	}
	passes := map[string][]string{}
	for _, row := range rows {
		passes[row[0]] = row
	}
	return passes, nil
}

func (p place) notePass(ctx context.Context, name string) error {
	passes, err := p.passes()
	if err != nil {
		return err
	}
	commits, err := p.commits(ctx)
	if err != nil {
		return err
	}
	tree, err := p.git(ctx, "rev-parse", "HEAD^{tree}")
	if err != nil {
		return err
	}
	for _, line := range []string{listBegan, name} {
		if passes[line] == nil || line == name {
			passes[line] = []string{line, strconv.Itoa(commits), tree[:12]}
		}
	}
	var text strings.Builder
	w := csv.NewWriter(&text)
	w.Comma = '\t'
	rows := make([][]string, 0, len(passes))
	for _, row := range passes {
		rows = append(rows, row)
	}
	slices.SortFunc(rows, func(a, b []string) int { return cmp.Compare(a[0], b[0]) })
	if err := w.WriteAll(rows); err != nil {
		return fmt.Errorf("%s: %w", noteFile, err)
	}
	if err := os.WriteFile(filepath.Join(p.root, noteFile), []byte(text.String()), 0o644); err != nil { // #nosec G306 -- part of the tree
		return fmt.Errorf("deep tests: %w", err)
	}
	return nil
}

// checkPasses fails when a share has not passed for too many commits.
func (p place) checkPasses(ctx context.Context) (string, error) {
	shares, err := p.shares(ctx)
	if err != nil {
		return "", err
	}
	passes, err := p.passes()
	if err != nil {
		return "", err
	}
	commits, err := p.commits(ctx)
	if err != nil {
		return "", err
	}
	late, oldest := overdue(shares, passes, commits)
	if len(late) > 0 {
		return "", fmt.Errorf("these shares did not pass in the last %d commits; make test-deep SHARE=… runs one: %s", oldestPass, strings.Join(late, ", "))
	}
	return fmt.Sprintf("%d shares, the oldest pass is %d commits old", len(shares), oldest), nil
}

// overdue returns the shares whose last pass is too old, and the age of the oldest one. One that never passed is as old as the list. A history that is
// shorter than a pass says nothing about it.
func overdue(shares []share, passes map[string][]string, commits int) (late []string, oldest int) {
	for _, sh := range shares {
		row := passes[sh.name]
		if row == nil {
			row = passes[listBegan]
		}
		if row == nil {
			late = append(late, sh.name)
			continue
		}
		at, err := strconv.Atoi(row[1])
		age := commits - at
		if err != nil || age > oldestPass {
			late = append(late, sh.name)
		}
		oldest = max(oldest, age)
	}
	return late, oldest
}

// seed is that of the random tests: TEST_SEED, else one made of the commit (testkit.Seed computes the same).
func (p place) seed(ctx context.Context) string {
	if s := os.Getenv("TEST_SEED"); s != "" {
		return s
	}
	commit, err := p.git(ctx, "rev-parse", "HEAD")
	if err != nil {
		return "1"
	}
	sum := fnv.New32a()
	_, _ = sum.Write([]byte(commit))
	return strconv.FormatUint(uint64(sum.Sum32()), 10)
}

package main

import (
	"bytes"
	"context"
	"fmt"
	"maps"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
)

// check runs everything that judges the tree without running the product. Two lanes, Go and the site, share the machine.
func check(ctx context.Context, p place, s *steps) error {
	return report(s, func() error { return s.lanes(ctx, p.checkGo(), p.checkWeb()) })
}

// in makes a step of a command; it must succeed.
func (p place) in(dir, name, program string, args ...string) step {
	return step{name: name, run: func(ctx context.Context) (string, error) {
		return "", command(ctx, filepath.Join(p.root, dir), os.Environ(), program, args...)
	}}
}

func (p place) checkGo() []step {
	return []step{
		{"format", p.checkFormat},
		p.in("", "go vet", "go", "vet", "./..."),
		p.in("", "go vet, open mode", "go", "vet", "-tags", "open", "./hub/...", "./loadtest/suites/..."),
		p.in("", "go build", "go", "build", "./..."),
		p.importRules(),
		{"SQL", p.checkSQL},
		{"contract", p.checkContract},
		{"deep tests", p.checkPasses},
	}
}

// importRules are tests that ask the go command about the tree, which Go's cache of results cannot see.
func (p place) importRules() step {
	return p.in("", "import rules", "go", "test", "-vet=off", "-count", "1", "./internal/archtest")
}

func (p place) checkWeb() []step {
	return []step{
		{"packages of the site", p.installWeb},
		p.in("web", "lint of the site", "npm", "run", "--silent", "lint"),
		p.in("web", "types of the site", "npm", "run", "--silent", "types"),
		p.in("web", "unused code of the site", "npm", "run", "--silent", "knip"),
		{"build and size of the site", func(ctx context.Context) (string, error) {
			held, err := p.buildLock()
			if err != nil {
				return "", err
			}
			defer func() { _ = held.Close() }()
			return p.buildWeb(ctx)
		}},
	}
}

// tool is the argument list of `go` for a program of internal/tools.
func tool(name string, args ...string) []string {
	return append([]string{"tool", "-modfile=internal/tools/go.mod", name}, args...)
}

// toolEnv builds the tools without C: half the time, and no compiler is needed.
func toolEnv(more ...string) []string { return append(append(os.Environ(), "CGO_ENABLED=0"), more...) }

// files lists what git tracks or would add.
func (p place) files(ctx context.Context, patterns ...string) ([]string, error) {
	args := append([]string{"ls-files", "-z", "-co", "--exclude-standard", "--"}, patterns...)
	cmd := exec.CommandContext(ctx, "git", args...)
	cmd.Dir = p.root
	out, err := cmd.Output()
	if err != nil {
		return nil, fmt.Errorf("git ls-files: %w", err)
	}
	var there []string
	for name := range strings.SplitSeq(string(out), "\x00") {
		if st, err := os.Stat(filepath.Join(p.root, name)); name != "" && err == nil && st.Mode().IsRegular() {
			there = append(there, name)
		}
	}
	return there, nil
}

func (p place) checkFormat(ctx context.Context) (string, error) {
	files, err := p.files(ctx, "*.go")
	if err != nil {
		return "", err
	}
	cmd := exec.CommandContext(ctx, "go", tool("gofumpt", append([]string{"-l"}, files...)...)...)
	cmd.Dir, cmd.Env = p.root, toolEnv()
	var complaints bytes.Buffer // or that its modules are downloaded first
	cmd.Stderr = &complaints
	out, err := cmd.Output()
	if err != nil {
		return "", fmt.Errorf("gofumpt: %w\n%s%s", err, out, &complaints)
	}
	if len(out) > 0 {
		return "", fmt.Errorf("make format lays these out:\n%s", out)
	}
	return fmt.Sprintf("%d files", len(files)), nil
}

// checkSQL compares the generated code with the queries and has a migrated database prepare each of them.
func (p place) checkSQL(ctx context.Context) (string, error) {
	servers, err := startTestServers(ctx, newTestAddress)
	if err != nil {
		return "", err
	}
	defer servers.stop()
	address := servers.postgres.AdminURL("postgres")
	migrate := append(os.Environ(), "MIGRATE_ENV=development", "MIGRATE_DATABASE_URL="+address)
	if err := command(ctx, p.root, migrate, "go", "run", "./deployments/migrate"); err != nil {
		return "", err
	}
	for _, what := range []string{"diff", "vet"} {
		if err := command(ctx, p.root, toolEnv("HUBSTAKE_SQLC_DATABASE="+address), "go", tool("sqlc", what)...); err != nil {
			return "", err
		}
	}
	return "", nil
}

// checkContract generates again and compares. It leaves the new files: committing them is the repair.
func (p place) checkContract(ctx context.Context) (string, error) {
	before, err := p.generated(ctx)
	if err != nil {
		return "", err
	}
	if err := command(ctx, p.root, os.Environ(), "go", "generate", "./..."); err != nil {
		return "", err
	}
	after, err := p.generated(ctx)
	if err != nil {
		return "", err
	}
	var stale []string
	for _, name := range slices.Sorted(maps.Keys(after)) {
		if !bytes.Equal(before[name], after[name]) {
			stale = append(stale, name)
		}
	}
	if len(stale) > 0 {
		return "", fmt.Errorf("stale, now written again: %s", strings.Join(stale, ", "))
	}
	return fmt.Sprintf("%d files", len(after)), nil
}

func (p place) generated(ctx context.Context) (map[string][]byte, error) {
	names, err := p.files(ctx, "*.gen.ts", "*.gen.go", "*.gen.json", "*openapi.json", "monitoring/rules/*.yml", "monitoring/dashboards/*.json")
	if err != nil {
		return nil, err
	}
	all := make(map[string][]byte, len(names))
	for _, name := range names {
		if all[name], err = os.ReadFile(filepath.Join(p.root, name)); err != nil {
			return nil, fmt.Errorf("contract: %w", err)
		}
	}
	return all, nil
}

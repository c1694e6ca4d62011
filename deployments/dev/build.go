package main

import (
	"context"
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"maps"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"syscall"
)

// command runs a program in the tree and returns the end of its output as the error when it fails. It ends with its children
// when the context does.
func command(ctx context.Context, dir string, env []string, name string, args ...string) error {
	cmd := exec.CommandContext(ctx, name, args...)
	cmd.Dir, cmd.Env = dir, env
	cmd.SysProcAttr = &syscall.SysProcAttr{Setpgid: true}
	cmd.Cancel = func() error { return syscall.Kill(-cmd.Process.Pid, syscall.SIGTERM) }
	out, err := cmd.CombinedOutput()
	meterOf(ctx).add(cmd.ProcessState)
	if err != nil {
		return fmt.Errorf("%s %s: %w\n%s", name, strings.Join(args, " "), err, lastLines(string(out), 100))
	}
	return nil
}

// buildLock keeps two instances of one tree from writing node_modules and dist at the same time.
func (p place) buildLock() (*os.File, error) {
	dir := filepath.Join(p.root, ".dev")
	if err := os.MkdirAll(dir, 0o755); err != nil {
		return nil, fmt.Errorf("build: %w", err)
	}
	f, err := os.OpenFile(filepath.Join(dir, "build.lock"), os.O_RDWR|os.O_CREATE, 0o644)
	if err != nil {
		return nil, fmt.Errorf("build: %w", err)
	}
	if err := syscall.Flock(int(f.Fd()), syscall.LOCK_EX); err != nil {
		return nil, fmt.Errorf("build: %w", err)
	}
	return f, nil
}

// buildGo builds all programs at once; the compiler's cache knows what changed, and shares what the check builds because the
// flags are the same. Each is named after its folder.
func (p place) buildGo(ctx context.Context) (string, error) {
	args := []string{"build", "-ldflags", p.linkerFlags(ctx), "-o", p.file("bin") + string(filepath.Separator)}
	names := slices.Sorted(maps.Keys(packages))
	for _, name := range names {
		args = append(args, packages[name])
	}
	return strings.Join(names, ", "), command(ctx, p.root, os.Environ(), "go", args...)
}

// linkerFlags sets the version and the commit of the tree. Without git they stay "dev" and "unknown".
func (p place) linkerFlags(ctx context.Context) string {
	var flags []string
	for name, args := range map[string][]string{"Version": {"describe", "--tags", "--always", "--dirty"}, "Commit": {"rev-parse", "HEAD"}} {
		cmd := exec.CommandContext(ctx, "git", args...)
		cmd.Dir = p.root
		if out, err := cmd.Output(); err == nil {
			flags = append(flags, "-X hubstake/internal/platform/obs."+name+"="+strings.TrimSpace(string(out)))
		}
	}
	slices.Sort(flags)
	return strings.Join(flags, " ")
}

// installWeb installs the packages of the site when they are not the ones of its lock file.
func (p place) installWeb(ctx context.Context) (string, error) {
	web := filepath.Join(p.root, "web")
	lock, record := filepath.Join(web, "package-lock.json"), filepath.Join(web, "node_modules", ".package-lock.json")
	same, err := installed(lock, record)
	if err != nil {
		return "", err
	}
	if same {
		return "unchanged", nil
	}
	// Not `npm ci`: it refuses a lock file that leaves out optional packages for other machines, which is all that a
	// mirror without them can write. Versions and checksums come from the lock file here too, and are compared after.
	err = command(ctx, web, os.Environ(), "npm", "install", "--no-save", "--prefer-offline", "--ignore-scripts", "--no-audit", "--no-fund")
	if err != nil {
		return "", err
	}
	if same, err = installed(lock, record); err != nil {
		return "", err
	}
	if !same {
		return "", errors.New("what was installed is not what package-lock.json says; npm install in web/ writes it anew")
	}
	return "installed", nil
}

// installed compares a lock file with npm's own record of what is in node_modules. Optional packages may be absent:
// some are for other machines.
func installed(lockFile, recordFile string) (bool, error) {
	type list struct {
		Packages map[string]struct {
			Version   string `json:"version"`
			Integrity string `json:"integrity"`
			Optional  bool   `json:"optional"`
			Link      bool   `json:"link"`
		} `json:"packages"`
	}
	var want, have list
	text, err := os.ReadFile(lockFile)
	if err != nil {
		return false, fmt.Errorf("npm: %w", err)
	}
	if err := json.Unmarshal(text, &want); err != nil {
		return false, fmt.Errorf("%s: %w", lockFile, err)
	}
	text, err = os.ReadFile(recordFile)
	if errors.Is(err, fs.ErrNotExist) {
		return false, nil
	}
	if err != nil {
		return false, fmt.Errorf("npm: %w", err)
	}
	if !json.Valid(text) {
		return false, nil // half written by an installation that was cut off
	}
	if err := json.Unmarshal(text, &have); err != nil {
		return false, fmt.Errorf("%s: %w", recordFile, err)
	}
	for name, w := range want.Packages {
		h, ok := have.Packages[name]
		switch {
		case name == "" || !ok && w.Optional:
		case !ok || h.Version != w.Version || h.Integrity != w.Integrity:
			return false, nil
		}
	}
	for name := range have.Packages {
		if _, ok := want.Packages[name]; !ok {
			return false, nil
		}
	}
	return true, nil
}

// buildWeb builds the site unless it was built from exactly these files. The mark lies in the result: a build by hand
// removes it.
func (p place) buildWeb(ctx context.Context) (string, error) {
	web := filepath.Join(p.root, "web")
	sum, err := digest(web)
	if err != nil {
		return "", err
	}
	mark := filepath.Join(web, "dist", ".built-from")
	if old, err := os.ReadFile(mark); err == nil && string(old) == sum {
		return "unchanged", nil
	}
	if err := command(ctx, web, os.Environ(), "npm", "run", "--silent", "build"); err != nil {
		return "", err
	}
	return "built", writeFile(mark, []byte(sum))
}

// notInputs are what the build of the site does not read.
var notInputs = []string{"node_modules", "dist", "e2e", "test-results", "playwright-report", "coverage"}

// digest is a hash over names and contents of the files that the site is built from.
func digest(web string) (string, error) {
	h := sha256.New()
	err := filepath.WalkDir(web, func(path string, d fs.DirEntry, err error) error {
		if err != nil {
			return err
		}
		rel, err := filepath.Rel(web, path)
		if err != nil {
			return err
		}
		if d.IsDir() {
			if slices.Contains(notInputs, rel) {
				return fs.SkipDir
			}
			return nil
		}
		if !d.Type().IsRegular() || strings.Contains(rel, ".test.") || strings.HasSuffix(rel, ".tsbuildinfo") {
			return nil
		}
		f, err := os.Open(path)
		if err != nil {
			return err
		}
		defer func() { _ = f.Close() }()
		_, _ = fmt.Fprintf(h, "\x00%s\x00", rel)
		_, err = io.Copy(h, f)
		return err
	})
	if err != nil {
		return "", fmt.Errorf("site: %w", err)
	}
	return hex.EncodeToString(h.Sum(nil)), nil
}

package main

import (
	"crypto/sha256"
	"encoding/hex"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"strconv"
	"strings"
	"syscall"
)

// place is where an instance lives: the source tree it is built from, its own directory and the port of its origin.
type place struct {
	root string // of the repository
	dir  string // everything that the instance keeps
	port int
}

// findPlace takes the directory from HUBSTAKE_DEV_DIR and the port from HUBSTAKE_PORT.
func findPlace(getenv func(string) string) (place, error) {
	root, err := os.Getwd()
	if err != nil {
		return place{}, fmt.Errorf("current directory: %w", err)
	}
	for {
		if _, err := os.Stat(filepath.Join(root, "go.mod")); err == nil {
			break
		}
		if root == filepath.Dir(root) {
			return place{}, errors.New("run this inside the source tree: there is no go.mod here or above")
		}
		root = filepath.Dir(root)
	}
	p := place{root: root, dir: filepath.Join(root, ".dev"), port: 8080}
	if dir := getenv("HUBSTAKE_DEV_DIR"); dir != "" {
		if p.dir, err = filepath.Abs(dir); err != nil {
			return place{}, fmt.Errorf("HUBSTAKE_DEV_DIR: %w", err)
		}
	}
	if port := getenv("HUBSTAKE_PORT"); port != "" {
		if p.port, err = strconv.Atoi(port); err != nil || p.port < 1 || p.port > 65535 {
			return place{}, fmt.Errorf("HUBSTAKE_PORT=%s is not a port (1 to 65535)", port)
		}
	}
	return p, nil
}

func (p place) file(parts ...string) string {
	return filepath.Join(append([]string{p.dir}, parts...)...)
}

func (p place) log(name string) string { return p.file("log", name+".log") }

func (p place) bin(name string) string { return p.file("bin", name) }

func (p place) origin() string { return "http://localhost:" + strconv.Itoa(p.port) }

// key names the instance on the machine, for what cannot live in its directory.
func (p place) key() string {
	sum := sha256.Sum256([]byte(p.dir))
	return hex.EncodeToString(sum[:6])
}

// lock is held by the one process that runs the instance. The kernel releases it however that process ends.
type lock struct{ file *os.File }

// errRunning says that another process holds the lock.
var errRunning = errors.New("already running")

// take returns errRunning and the holder's process id when another process has the lock.
func (p place) take() (*lock, int, error) {
	if err := os.MkdirAll(p.dir, 0o755); err != nil {
		return nil, 0, fmt.Errorf("instance: %w", err)
	}
	f, err := os.OpenFile(p.file("lock"), os.O_RDWR|os.O_CREATE, 0o644)
	if err != nil {
		return nil, 0, fmt.Errorf("instance: %w", err)
	}
	if err := syscall.Flock(int(f.Fd()), syscall.LOCK_EX|syscall.LOCK_NB); err != nil {
		defer func() { _ = f.Close() }()
		if !errors.Is(err, syscall.EWOULDBLOCK) {
			return nil, 0, fmt.Errorf("instance: %w", err)
		}
		text, err := os.ReadFile(f.Name())
		if err != nil {
			return nil, 0, fmt.Errorf("instance: %w", err)
		}
		pid, _ := strconv.Atoi(strings.TrimSpace(string(text)))
		return nil, pid, errRunning
	}
	if err := f.Truncate(0); err != nil {
		return nil, 0, fmt.Errorf("instance: %w", err)
	}
	if _, err := fmt.Fprintln(f, os.Getpid()); err != nil {
		return nil, 0, fmt.Errorf("instance: %w", err)
	}
	return &lock{file: f}, 0, nil
}

func (l *lock) release() { _ = l.file.Close() }

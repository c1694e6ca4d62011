package main

import (
	"bytes"
	"context"
	"fmt"
	"os"
	"path/filepath"
	"strconv"
	"syscall"
	"time"
)

// fault is something that is done to the instance. It returns when it is over: from then on recovery counts.
type fault struct {
	name    string
	inject  func(ctx context.Context, in *instance) error
	victims []string // who may have another process afterwards
}

var programs = []string{"api", "hub", "workers", "sim"}

// faults of a run, in order (faults.md, rows 1, 4, 13, 15, 22, 24).
func faults(away time.Duration) []fault {
	all := []fault{}
	for _, name := range programs {
		all = append(all, fault{"kill -9 " + name, kill(name, syscall.SIGKILL), []string{name}})
	}
	return append(all,
		fault{"PostgreSQL crashes", kill("postgres", syscall.SIGQUIT), []string{"postgres"}},
		fault{"PostgreSQL gone " + away.String(), keepAway("postgres", syscall.SIGQUIT, away), []string{"postgres"}},
		fault{"PostgreSQL frozen " + away.String(), freeze("postgres", away), nil},
		fault{"Redis gone " + away.String(), keepAway("redis", syscall.SIGKILL, away), []string{"redis"}},
		fault{"Redis frozen " + away.String(), freeze("redis", away), nil},
	)
}

type injection = func(ctx context.Context, in *instance) error

// kill ends a program once; the instance starts it again. SIGQUIT is PostgreSQL's immediate shutdown.
func kill(name string, sig syscall.Signal) injection {
	return func(_ context.Context, in *instance) error {
		pid := in.pid(name)
		if pid == 0 {
			return fmt.Errorf("%s does not run", name)
		}
		return syscall.Kill(pid, sig)
	}
}

// keepAway kills a program whenever it comes back.
func keepAway(name string, sig syscall.Signal, away time.Duration) injection {
	return func(ctx context.Context, in *instance) error {
		limit, cancel := context.WithTimeout(ctx, away)
		defer cancel()
		for last := 0; ; {
			if pid := in.pid(name); pid != 0 && pid != last {
				last = pid
				if err := syscall.Kill(pid, sig); err != nil {
					return fmt.Errorf("kill %s: %w", name, err)
				}
			}
			if pause(limit, 20*time.Millisecond) != nil {
				return ctx.Err()
			}
		}
	}
}

// freeze stops a program with its children, and lets them go on.
func freeze(name string, away time.Duration) injection {
	return func(ctx context.Context, in *instance) error {
		pid := in.pid(name)
		if pid == 0 {
			return fmt.Errorf("%s does not run", name)
		}
		// The parent first, so that no child is born meanwhile.
		if err := syscall.Kill(pid, syscall.SIGSTOP); err != nil {
			return fmt.Errorf("freeze %s: %w", name, err)
		}
		family := append([]int{pid}, children(pid)...)
		for _, p := range family[1:] {
			_ = syscall.Kill(p, syscall.SIGSTOP) // it may have ended by itself
		}
		err := pause(ctx, away)
		for _, p := range family {
			_ = syscall.Kill(p, syscall.SIGCONT) // as above
		}
		return err
	}
}

// children of a process, from /proc.
func children(parent int) []int {
	var all []int
	stats, _ := filepath.Glob("/proc/[0-9]*/stat")
	for _, file := range stats {
		stat, err := os.ReadFile(file)
		if err != nil {
			continue // it has ended
		}
		// The name in brackets may hold anything; state and parent follow the last bracket.
		fields := bytes.Fields(stat[bytes.LastIndexByte(stat, ')')+1:])
		if len(fields) > 1 && string(fields[1]) == strconv.Itoa(parent) {
			pid, _ := strconv.Atoi(filepath.Base(filepath.Dir(file)))
			all = append(all, pid)
		}
	}
	return all
}

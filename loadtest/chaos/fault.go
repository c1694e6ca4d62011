package main

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strconv"
	"syscall"
	"time"

	"golang.org/x/sync/errgroup"

	"hubstake/internal/core/id"
	simfault "hubstake/internal/sim/chaos"
	"hubstake/internal/sim/wallet"
)

// fault is something that is done to the instance. It returns when it is over: from then on recovery counts.
type fault struct {
	name    string
	inject  injection
	victims []string // who may have another process afterwards
	second  bool     // with a second node of the api, at which the same members play
}

var programs = []string{"api", "hub", "workers", "sim"}

// faults of a run, in order (faults.md, rows 1, 2, 4, 13, 15, 22, 24).
func faults(t times) []fault {
	away := t.away
	all := []fault{}
	for _, name := range programs {
		all = append(all, fault{name: "kill -9 " + name, inject: kill(name, syscall.SIGKILL), victims: []string{name}})
	}
	return append(all,
		fault{name: "second api frozen " + away.String(), inject: freezeInBatch(t), second: true},
		fault{name: "PostgreSQL crashes", inject: kill("postgres", syscall.SIGQUIT), victims: []string{"postgres"}},
		fault{name: "PostgreSQL gone " + away.String(), inject: keepAway("postgres", syscall.SIGQUIT, away), victims: []string{"postgres"}},
		fault{name: "PostgreSQL frozen " + away.String(), inject: freeze("postgres", away)},
		fault{name: "Redis gone " + away.String(), inject: keepAway("redis", syscall.SIGKILL, away), victims: []string{"redis"}},
		fault{name: "Redis frozen " + away.String(), inject: freeze("redis", away)},
	)
}

type injection = func(ctx context.Context, c *crowd) error

// kill ends a program once; the instance starts it again. SIGQUIT is PostgreSQL's immediate shutdown.
func kill(name string, sig syscall.Signal) injection {
	return func(_ context.Context, c *crowd) error {
		pid := c.in.pid(name)
		if pid == 0 {
			return fmt.Errorf("%s does not run", name)
		}
		return syscall.Kill(pid, sig)
	}
}

// keepAway kills a program whenever it comes back.
func keepAway(name string, sig syscall.Signal, away time.Duration) injection {
	return func(ctx context.Context, c *crowd) error {
		limit, cancel := context.WithTimeout(ctx, away)
		defer cancel()
		for last := 0; ; {
			if pid := c.in.pid(name); pid != 0 && pid != last {
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
	return func(ctx context.Context, c *crowd) error {
		pid := c.in.pid(name)
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

// stops bounds how often the second node is stopped in the hope of a batch between its two trips.
const stops = 100

// freezeInBatch stops the second node of the api (faults.md, row 2), if possible in the middle of a batch, when it holds the
// wallets of members who play at the other node as well. While it is frozen every member must get answers at the other node.
func freezeInBatch(t times) injection {
	return func(ctx context.Context, c *crowd) error {
		pid := int(c.second.pid.Load())
		if pid == 0 {
			return errors.New("the second api does not run")
		}
		defer func() { _ = syscall.Kill(pid, syscall.SIGCONT) }()
		defer c.crowdSecond(ctx)()
		caught := false
		for n := 0; n < stops && !caught; n++ {
			if err := syscall.Kill(pid, syscall.SIGSTOP); err != nil {
				return fmt.Errorf("freeze the second api: %w", err)
			}
			var err error
			if caught, err = c.inBatch(ctx); err != nil {
				return err
			}
			if !caught && n < stops-1 {
				if err := errors.Join(syscall.Kill(pid, syscall.SIGCONT), pause(ctx, 150*time.Millisecond)); err != nil {
					return err
				}
			}
		}
		fmt.Printf("%-28s caught inside a batch: %v\n", "second api stopped", caught)
		before := make([]int64, bettors)
		for i, p := range c.players[:bettors] {
			before[i] = p.answers.Load()
		}
		if err := pause(ctx, t.away); err != nil {
			return err
		}
		limit, cancel := context.WithTimeout(ctx, 2*t.recovery)
		defer cancel()
		playing := func() bool {
			for i, p := range c.players[:bettors] {
				if p.answers.Load() < before[i]+2 {
					return false
				}
			}
			return true
		}
		if !c.until(limit, playing) {
			return errors.New("not every member gets answers while a node is frozen")
		}
		return nil
	}
}

// crowdCalls is how many calls are under way at the second node of a crowd.
const crowdCalls = 48

// crowdSecond keeps so many calls under way at the second node that its batches are long, until the returned function is called.
// They undo bets that never were: they lock the wallets of the members who play and move no money.
func (c *crowd) crowdSecond(ctx context.Context) (stop func()) {
	ctx, cancel := context.WithCancel(ctx)
	var g errgroup.Group
	for i := range crowdCalls {
		g.Go(func() error {
			for {
				name := id.New()
				req := wallet.Request{TxID: "x" + name, RefTxID: "y" + name, RoundID: name, MemberID: c.players[i%bettors].MemID, Currency: currency}
				_, err := c.vendors[1].Call(ctx, wallet.Rollback, req, wallet.Patience{Tries: 1, Attempt: callLimit}, simfault.Settings{})
				if err != nil { // the node is frozen
					err = pause(ctx, again)
				}
				if err != nil || ctx.Err() != nil {
					return ctx.Err()
				}
			}
		})
	}
	return func() {
		cancel()
		_ = g.Wait() // no call is expected to be answered
	}
}

// inBatch reports whether a transaction stays open without a statement: of the node that was just stopped. Those of the other
// node take a few milliseconds.
func (c *crowd) inBatch(ctx context.Context) (bool, error) {
	const open = `SELECT coalesce(array_agg(pid || ' ' || xact_start), '{}') FROM pg_stat_activity a
		WHERE datname = current_database() AND state = 'idle in transaction'
		  AND EXISTS (SELECT FROM pg_locks l WHERE l.pid = a.pid AND l.relation = 'wallet_balance'::regclass AND l.mode = 'RowShareLock')`
	var first, again []string
	if err := pause(ctx, 50*time.Millisecond); err != nil { // the server ends the trip that it has
		return false, err
	}
	if err := c.in.db.QueryRow(ctx, open).Scan(&first); err != nil || len(first) == 0 {
		return false, err
	}
	if err := pause(ctx, 100*time.Millisecond); err != nil {
		return false, err
	}
	if err := c.in.db.QueryRow(ctx, open).Scan(&again); err != nil {
		return false, err
	}
	return slices.ContainsFunc(first, func(t string) bool { return slices.Contains(again, t) }), nil
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

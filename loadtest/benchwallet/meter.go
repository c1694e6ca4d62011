package main

import (
	"context"
	"fmt"
	"strings"
	"sync"
	"time"

	"github.com/jackc/pgx/v5"
	"github.com/prometheus/procfs"
)

// owners are whose processor time is told apart, in the order of the table.
var owners = []string{"api", "pg of the api", "redis", "workers", "pg of workers", "pg itself", "hub"}

// meter adds up the processor time and the WAL of all that a bet costs, and notes what else ran.
type meter struct {
	b *bench

	started time.Time
	spent   map[string]float64 // seconds until now, by owner
	busy    float64            // seconds of the whole machine
	wal     int64              // bytes written so far
	points  int64              // checkpoints so far

	mu        sync.Mutex
	disturbed map[string]bool
	stop      context.CancelFunc
	done      chan struct{}
}

// reading is what a meter saw.
type reading struct {
	seconds   float64
	spent     map[string]float64 // seconds of processor time by owner
	busy      float64            // seconds of the whole machine
	wal       int64              // bytes
	disturbed []string           // what else ran
}

// watch begins to measure.
func (b *bench) watch(ctx context.Context) (*meter, error) {
	m := &meter{b: b, started: time.Now(), disturbed: map[string]bool{}, done: make(chan struct{})}
	var err error
	if m.spent, m.busy, err = b.spent(ctx); err != nil {
		return nil, err
	}
	if m.wal, m.points, err = b.written(ctx); err != nil {
		return nil, err
	}
	ctx, m.stop = context.WithCancel(ctx)
	go m.look(ctx)
	return m, nil
}

// look notes, five times a second, what else the server does: vacuum, and the workers' check of the books.
func (m *meter) look(ctx context.Context) {
	defer close(m.done)
	for ctx.Err() == nil {
		var vacuum, check bool
		err := m.b.db.QueryRow(ctx, `SELECT EXISTS (SELECT FROM pg_stat_progress_vacuum),
			EXISTS (SELECT FROM river_job WHERE state = 'running' AND kind LIKE 'invariants%')`).Scan(&vacuum, &check)
		if err == nil && vacuum {
			m.note("vacuum")
		}
		if err == nil && check {
			m.note("check")
		}
		select {
		case <-ctx.Done():
		case <-time.After(200 * time.Millisecond):
		}
	}
}

func (m *meter) note(what string) {
	m.mu.Lock()
	m.disturbed[what] = true
	m.mu.Unlock()
}

// read ends the measurement.
func (m *meter) read(ctx context.Context) (reading, error) {
	m.stop()
	<-m.done
	now, busy, err := m.b.spent(ctx)
	if err != nil {
		return reading{}, err
	}
	wal, points, err := m.b.written(ctx)
	if err != nil {
		return reading{}, err
	}
	if points != m.points {
		m.note("checkpoint")
	}
	r := reading{seconds: time.Since(m.started).Seconds(), spent: map[string]float64{}, busy: busy - m.busy, wal: wal - m.wal}
	for _, o := range owners {
		r.spent[o] = max(0, now[o]-m.spent[o]) // a connection that has ended takes its time along
	}
	for _, what := range []string{"vacuum", "checkpoint", "check"} {
		if m.disturbed[what] {
			r.disturbed = append(r.disturbed, what)
		}
	}
	return r, nil
}

// spent returns the processor time of each owner's processes, and of the whole machine.
func (b *bench) spent(ctx context.Context) (of map[string]float64, busy float64, err error) {
	of = map[string]float64{}
	for owner, pid := range b.pids {
		of[owner] += cpu(pid)
	}
	rows, err := b.db.Query(ctx, `SELECT pid, coalesce(usename, '') FROM pg_stat_activity WHERE pid <> pg_backend_pid()`)
	if err != nil {
		return nil, 0, fmt.Errorf("backends: %w", err)
	}
	var pid int
	var user string
	_, err = pgx.ForEachRow(rows, []any{&pid, &user}, func() error {
		switch {
		case strings.HasSuffix(user, "_api"):
			of["pg of the api"] += cpu(pid)
		case strings.HasSuffix(user, "_workers"):
			of["pg of workers"] += cpu(pid)
		default:
			of["pg itself"] += cpu(pid)
		}
		return nil
	})
	if err != nil {
		return nil, 0, fmt.Errorf("backends: %w", err)
	}
	fs, err := procfs.NewDefaultFS()
	if err != nil {
		return nil, 0, fmt.Errorf("processor time: %w", err)
	}
	all, err := fs.Stat()
	if err != nil {
		return nil, 0, fmt.Errorf("processor time: %w", err)
	}
	t := all.CPUTotal
	return of, t.User + t.Nice + t.System + t.IRQ + t.SoftIRQ, nil
}

// cpu returns the processor time of a process, in seconds; 0 when it has ended.
func cpu(pid int) float64 {
	p, err := procfs.NewProc(pid)
	if err != nil {
		return 0
	}
	s, err := p.Stat()
	if err != nil {
		return 0
	}
	return s.CPUTime()
}

// written returns how many bytes of WAL there are, and how many checkpoints there were.
func (b *bench) written(ctx context.Context) (wal, checkpoints int64, err error) {
	err = b.db.QueryRow(ctx, `SELECT pg_wal_lsn_diff(pg_current_wal_insert_lsn(), '0/0')::bigint, checkpoints_timed + checkpoints_req FROM pg_stat_bgwriter`).
		Scan(&wal, &checkpoints)
	if err != nil {
		return 0, 0, fmt.Errorf("WAL: %w", err)
	}
	return wal, checkpoints, nil
}

package main

import (
	"context"
	"errors"
	"fmt"
	"io"
	"net/http"
	"os"
	"path/filepath"
	"time"

	"hubstake/loadtest/hubrig"
)

// profiler takes a CPU profile from the start of each scenario, and the heap at its end. With an empty folder it does nothing.
type profiler struct {
	stand   *hubrig.Stand
	dir     string
	seconds int

	count  int
	cancel context.CancelFunc
	cpu    chan profile // the profile that is being taken
}

type profile struct {
	data []byte
	err  error
}

// begin starts the CPU profile of the scenario that begins now.
func (p *profiler) begin(ctx context.Context) {
	if p.dir == "" {
		return
	}
	ctx, p.cancel = context.WithCancel(ctx)
	p.cpu = make(chan profile, 1)
	go func() {
		data, err := p.fetch(ctx, fmt.Sprintf("profile?seconds=%d", p.seconds))
		p.cpu <- profile{data, err}
	}()
}

// save writes the profiles of the scenario that has just ended; it waits for the rest of the CPU profile.
func (p *profiler) save(scenario string) error {
	if p.cpu == nil {
		return nil
	}
	cpu := <-p.cpu
	p.drop()
	heap, err := p.fetch(context.Background(), "heap?gc=1")
	if err := errors.Join(cpu.err, err); err != nil {
		return fmt.Errorf("profile of %s: %w", scenario, err)
	}
	if err := os.MkdirAll(p.dir, 0o755); err != nil {
		return fmt.Errorf("profile: %w", err)
	}
	p.count++
	for kind, data := range map[string][]byte{"cpu": cpu.data, "heap": heap} {
		name := fmt.Sprintf("%02d-%s.%s.pprof", p.count, scenario, kind)
		if err := os.WriteFile(filepath.Join(p.dir, name), data, 0o644); err != nil {
			return fmt.Errorf("profile: %w", err)
		}
	}
	return nil
}

// drop forgets a profile that is not awaited.
func (p *profiler) drop() {
	if p.cancel != nil {
		p.cancel()
	}
	p.cpu, p.cancel = nil, nil
}

func (p *profiler) fetch(ctx context.Context, page string) ([]byte, error) {
	ctx, cancel := context.WithTimeout(ctx, time.Duration(p.seconds)*time.Second+30*time.Second)
	defer cancel()
	req, err := http.NewRequestWithContext(ctx, http.MethodGet, "http://"+p.stand.Metrics+"/debug/pprof/"+page, nil)
	if err != nil {
		return nil, err
	}
	req.Header.Set("Authorization", "Bearer "+p.stand.Pprof)
	res, err := http.DefaultClient.Do(req)
	if err != nil {
		return nil, err
	}
	defer func() { _ = res.Body.Close() }()
	if res.StatusCode != http.StatusOK {
		return nil, fmt.Errorf("%s: %s", page, res.Status)
	}
	return io.ReadAll(res.Body)
}

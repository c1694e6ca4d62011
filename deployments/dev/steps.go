package main

import (
	"context"
	"fmt"
	"io"
	"sync"
	"time"

	"golang.org/x/sync/errgroup"

	"hubstake/internal/core/clock"
)

// steps prints what is being done: a line when a step is done, with its duration and what it found, and a line every
// few seconds while it is not.
type steps struct {
	mu  sync.Mutex
	out io.Writer
	clk clock.Clock
}

// stillEvery is the pause between signs of life of a long step.
const stillEvery = 10 * time.Second

// do runs one step. The text that it returns is shown beside its name.
func (s *steps) do(ctx context.Context, name string, step func(context.Context) (string, error)) error {
	began := s.clk.Now()
	done := make(chan struct{})
	go func() {
		tick := time.NewTicker(stillEvery)
		defer tick.Stop()
		for {
			select {
			case <-done:
				return
			case <-tick.C:
				s.line("…", name, s.clk.Now().Sub(began), "")
			}
		}
	}()
	note, err := step(ctx)
	close(done)
	if err != nil {
		s.line("✗", name, s.clk.Now().Sub(began), "")
		return fmt.Errorf("%s: %w", name, err)
	}
	s.line("✓", name, s.clk.Now().Sub(began), note)
	return nil
}

// together runs steps at the same time and waits for all; the first failure cancels the others.
func (s *steps) together(ctx context.Context, each ...func(context.Context) error) error {
	g, ctx := errgroup.WithContext(ctx)
	for _, f := range each {
		g.Go(func() error { return f(ctx) })
	}
	return g.Wait()
}

func (s *steps) line(mark, name string, took time.Duration, note string) {
	if note != "" {
		note = "  " + note
	}
	s.say("%s %-34s %6.1f s%s", mark, name, took.Seconds(), note)
}

// say prints a line of its own.
func (s *steps) say(format string, args ...any) {
	s.mu.Lock()
	defer s.mu.Unlock()
	_, _ = fmt.Fprintf(s.out, format+"\n", args...)
}

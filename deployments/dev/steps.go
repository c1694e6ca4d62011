package main

import (
	"context"
	"errors"
	"fmt"
	"io"
	"sync"
	"time"

	"golang.org/x/sync/errgroup"

	"hubstake/internal/core/clock"
)

// steps prints what is being done: a line when a step is done, with its duration and what it found, and a line every
// few seconds while it is not. It keeps what each step cost.
type steps struct {
	mu   sync.Mutex
	out  io.Writer
	clk  clock.Clock
	done []cost
}

// cost is what a step took: processor time of the commands that it ran, and time on the wall.
type cost struct {
	name, mark string
	cpu, wall  time.Duration
}

// stillEvery is the pause between signs of life of a long step.
const stillEvery = 20 * time.Second

// step is one part of a run. The text that run returns is shown beside the name.
type step struct {
	name string
	run  func(context.Context) (string, error)
}

// do runs one step.
func (s *steps) do(ctx context.Context, name string, run func(context.Context) (string, error)) error {
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
	ctx, m := withMeter(ctx)
	note, err := run(ctx)
	close(done)
	c := cost{name: name, mark: "✓", cpu: m.spent(), wall: s.clk.Now().Sub(began)}
	if err != nil {
		c.mark = "✗"
	}
	s.mu.Lock()
	s.done = append(s.done, c)
	s.mu.Unlock()
	s.line(c.mark, name, c.wall, note)
	if err != nil {
		return fmt.Errorf("%s: %w", name, err)
	}
	return nil
}

// lanes runs rows of steps side by side. A failure does not stop the other steps: all that is wrong is told at once.
func (s *steps) lanes(ctx context.Context, lanes ...[]step) error {
	var mu sync.Mutex
	var failed []error
	var each []func(context.Context) error
	for _, lane := range lanes {
		each = append(each, func(ctx context.Context) error {
			for _, one := range lane {
				if err := s.do(ctx, one.name, one.run); err != nil {
					mu.Lock()
					failed = append(failed, err)
					mu.Unlock()
				}
				if ctx.Err() != nil {
					return ctx.Err()
				}
			}
			return nil
		})
	}
	if err := s.together(ctx, each...); err != nil {
		return err
	}
	return errors.Join(failed...)
}

// table prints what the steps cost. Servers, programs and whatever a step left to others to wait for are one line, as is
// the whole machine: the difference to the sum is other people's work.
func (s *steps) table(began usage) {
	s.mu.Lock()
	done := s.done
	s.mu.Unlock()
	s.say("\n  %-40s %9s %9s", "step", "CPU s", "wall s")
	var sum time.Duration
	for _, c := range done {
		s.say("%s %-40s %9.1f %9.1f", c.mark, c.name, c.cpu.Seconds(), c.wall.Seconds())
		sum += c.cpu
	}
	now := currentUsage(s.clk)
	all := now.ours - began.ours
	s.say("  %-40s %9.1f", "servers and programs", (all - sum).Seconds())
	s.say("  %-40s %9.1f %9.1f", "in all", all.Seconds(), now.at.Sub(began.at).Seconds())
	s.say("  %-40s %9.1f", "the machine in this time", (now.machine - began.machine).Seconds())
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

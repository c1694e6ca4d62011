package main

import (
	"context"
	"errors"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"runtime/debug"
	"time"

	"golang.org/x/sync/errgroup"

	"hubstake/loadtest/hubrig"
)

const (
	connecting = 3 * time.Minute  // until all must be there at the beginning
	converging = 90 * time.Second // until all must know the newest balance at the end: longer than the patience of a client
)

// soak runs it all and returns what was wrong.
func soak(ctx context.Context, set settings, w io.Writer) (err error) {
	if set.sessions < 1 || set.slow < 0 || set.slow > set.sessions || set.rate < 0 || set.churn < 0 {
		return errors.New("-n must be above 0, and -slow, -rate and -churn must fit")
	}
	if set.duration > hubrig.Life {
		return fmt.Errorf("-duration is %v at most: so long the sessions live", hubrig.Life)
	}
	debug.SetGCPercent(50) // many connections on a machine that they share with the hub
	stand, err := hubrig.Start(ctx, hubrig.Options{
		Dir: set.dir, Members: set.sessions, Hub: set.hub, HubCPU: set.cores[0], LoadCPU: set.cores[1],
	})
	if err != nil {
		return err
	}
	defer stand.Close()

	c, p := newCrowd(stand, set.slow), newPublisher(stand, set)
	c.hurry.Store(set.quick)
	living, leave := context.WithCancel(ctx)
	var members errgroup.Group
	for i := range stand.Members {
		members.Go(func() error {
			c.member(living, i)
			return nil
		})
	}
	defer func() { _ = members.Wait() }()
	defer leave()
	began := time.Now()
	if err := until(ctx, connecting, func() bool { return c.counts().connected == set.sessions }); err != nil {
		return fmt.Errorf("%d of %d connected: %w\n%v", c.counts().connected, set.sessions, err, c.counts().examples)
	}
	fmt.Fprintf(w, "%d sessions after %v\n%s\n", set.sessions, time.Since(began).Round(time.Second), header)

	busy, calm := context.WithCancel(ctx)
	defer calm()
	var traffic errgroup.Group
	traffic.Go(func() error { return p.run(busy) })
	traffic.Go(func() error {
		c.churn(busy, set.churn)
		return nil
	})
	all, sampleErr := watch(ctx, stand, set, w)
	calm()
	if err := errors.Join(sampleErr, traffic.Wait(), ctx.Err()); err != nil {
		return err
	}
	return finish(ctx, stand, c, p, all, w)
}

// watch takes the samples; it returns after the duration.
func watch(ctx context.Context, s *hubrig.Stand, set settings, w io.Writer) ([]sample, error) {
	file, err := os.Create(filepath.Join(set.dir, "samples.tsv"))
	if err != nil {
		return nil, fmt.Errorf("samples: %w", err)
	}
	defer func() { _ = file.Close() }()
	fmt.Fprintln(file, header)
	began, tick := time.Now(), time.NewTicker(set.every)
	defer tick.Stop()
	var all []sample
	for time.Since(began) < set.duration {
		select {
		case <-ctx.Done():
			return all, ctx.Err()
		case <-tick.C:
		}
		x, err := take(ctx, s, time.Since(began))
		if err != nil {
			return all, err
		}
		all = append(all, x)
		fmt.Fprintln(w, x)
		fmt.Fprintln(file, x)
	}
	return all, nil
}

// finish waits until everybody knows the newest and passes judgement.
func finish(ctx context.Context, s *hubrig.Stand, c *crowd, p *publisher, all []sample, w io.Writer) error {
	c.hurry.Store(true)
	late := until(ctx, converging, func() bool { return c.behind(p.last) == 0 })
	behind := c.behind(p.last)
	t := c.counts()
	fmt.Fprintf(w, "%d published, %d received, %d reconnects, %d slow readers cut, %d members behind at the end\n",
		p.count(), t.received, t.reconnects, t.slowCuts, behind)
	fmt.Fprintf(w, "to those who read quickly: p50 %d ms, p99 %d ms, p99.9 %d ms\n", c.lag(0.5), c.lag(0.99), c.lag(0.999))
	m, err := s.Scrape(ctx)
	fmt.Fprintf(w, "connections: %.0f of the hub, %d of the members\n", m["hub_connections"], t.connected)
	errs := []error{judge(all, w), err}
	if late != nil {
		errs = append(errs, fmt.Errorf("%d members do not know their newest balance: %w", behind, late))
	}
	for kind, n := range t.wrong {
		errs = append(errs, fmt.Errorf("%s: %d times", kind, n))
	}
	for _, e := range t.examples {
		errs = append(errs, errors.New(e))
	}
	if n := s.Deaths(); n > 0 {
		errs = append(errs, fmt.Errorf("the hub died %d times (%s/hub.log)", n, s.Dir))
	}
	return errors.Join(errs...)
}

// until polls a condition.
func until(ctx context.Context, limit time.Duration, ok func() bool) error {
	ctx, cancel := context.WithTimeout(ctx, limit)
	defer cancel()
	tick := time.NewTicker(50 * time.Millisecond)
	defer tick.Stop()
	for !ok() {
		select {
		case <-ctx.Done():
			return ctx.Err()
		case <-tick.C:
		}
	}
	return nil
}

package main

import (
	"context"
	"errors"
	"fmt"
	"io"
	"math"
	"net/http"
	"slices"
	"time"

	"hubstake/loadtest/hubrig"
)

// samples is how many there are at least, so that a sixth of them says something.
const samples = 30

// allowed is how much memory may grow from the second sixth to the last third.
const allowed = 0.05

// sample is what the hub's memory was at a moment.
type sample struct {
	at          time.Duration // since the beginning
	rss         float64       // bytes, before a collection
	heap        float64       // bytes still in use after one
	connections float64
	goroutines  float64
}

// take reads the resident memory as it is, then lets the hub collect its garbage: the rest is memory in use.
func take(ctx context.Context, s *hubrig.Stand, at time.Duration) (sample, error) {
	before, err := s.Scrape(ctx)
	if err != nil {
		return sample{}, err
	}
	heap := math.Inf(1)
	for range collections {
		if err := collect(ctx, s); err != nil {
			return sample{}, err
		}
		after, err := s.Scrape(ctx)
		if err != nil {
			return sample{}, err
		}
		heap = min(heap, after["go_memstats_heap_alloc_bytes"])
	}
	return sample{
		at: at, rss: before["process_resident_memory_bytes"], heap: heap,
		connections: before["hub_connections"], goroutines: before["go_goroutines"],
	}, nil
}

// collections are made for each sample, and the lowest result counts: what was allocated since a collection only adds.
const collections = 3

// collect asks for a heap profile, before which the runtime collects.
func collect(ctx context.Context, s *hubrig.Stand) error {
	ctx, cancel := context.WithTimeout(ctx, 30*time.Second)
	defer cancel()
	req, err := http.NewRequestWithContext(ctx, http.MethodGet, "http://"+s.Metrics+"/debug/pprof/heap?gc=1", nil)
	if err != nil {
		return err
	}
	req.Header.Set("Authorization", "Bearer "+s.Pprof)
	res, err := http.DefaultClient.Do(req)
	if err != nil {
		return fmt.Errorf("collect: %w", err)
	}
	defer func() { _ = res.Body.Close() }()
	if _, err := io.Copy(io.Discard, res.Body); err != nil || res.StatusCode != http.StatusOK {
		return errors.Join(fmt.Errorf("collect: %s", res.Status), err)
	}
	return nil
}

func (s sample) String() string {
	const mb = 1 << 20
	return fmt.Sprintf("%s\t%.1f\t%.1f\t%.0f\t%.0f", s.at.Round(time.Second), s.rss/mb, s.heap/mb, s.connections, s.goroutines)
}

// header names the columns of String.
const header = "time\trss MB\theap MB\tconnections\tgoroutines"

// growth compares the median of the last third with that of the second sixth: 0.01 is one percent more. ok is false when
// there are too few samples.
func growth(all []sample, of func(sample) float64) (g float64, ok bool) {
	n := len(all)
	if n < 6 {
		return 0, false
	}
	early := median(all[n/6:n/3], of)
	return median(all[n-n/3:], of)/early - 1, early > 0
}

func median(all []sample, of func(sample) float64) float64 {
	values := make([]float64, len(all))
	for i, s := range all {
		values[i] = of(s)
	}
	slices.Sort(values)
	return (values[(len(values)-1)/2] + values[len(values)/2]) / 2
}

// judge tells how memory went and returns an error when it grew.
func judge(all []sample, w io.Writer) error {
	var errs []error
	for _, m := range []struct {
		name string
		of   func(sample) float64
	}{
		{"rss", func(s sample) float64 { return s.rss }},
		{"heap", func(s sample) float64 { return s.heap }},
	} {
		g, ok := growth(all, m.of)
		if !ok {
			errs = append(errs, fmt.Errorf("%s: %d samples are too few", m.name, len(all)))
			continue
		}
		fmt.Fprintf(w, "%s: %+.2f %% from the second sixth to the last third\n", m.name, 100*g)
		if g > allowed {
			errs = append(errs, fmt.Errorf("%s grew by %.1f %%, %.0f %% are allowed", m.name, 100*g, 100*allowed))
		}
	}
	return errors.Join(errs...)
}

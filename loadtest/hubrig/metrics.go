package hubrig

import (
	"bufio"
	"bytes"
	"context"
	"fmt"
	"io"
	"maps"
	"math"
	"net/http"
	"slices"
	"strconv"
	"strings"
	"time"

	"github.com/prometheus/common/expfmt"
	"github.com/prometheus/common/model"
)

// answer is how long the hub's metrics listener may take.
const answer = 10 * time.Second

// Scrape reads the hub's metrics. Series of one name are added up, whatever their labels.
func (s *Stand) Scrape(ctx context.Context) (map[string]float64, error) {
	body, err := s.metrics(ctx)
	if err != nil {
		return nil, err
	}
	return parse(bytes.NewReader(body))
}

// Histogram reads one of the hub's histograms, which has no labels. The counts are those since the hub began.
func (s *Stand) Histogram(ctx context.Context, name string) (Histogram, error) {
	body, err := s.metrics(ctx)
	if err != nil {
		return nil, err
	}
	p := expfmt.NewTextParser(model.UTF8Validation)
	families, err := p.TextToMetricFamilies(bytes.NewReader(body))
	if err != nil {
		return nil, fmt.Errorf("metrics: %w", err)
	}
	h := Histogram{}
	for _, m := range families[name].GetMetric() {
		for _, b := range m.GetHistogram().GetBucket() {
			h[b.GetUpperBound()] = b.GetCumulativeCount()
		}
	}
	if len(h) == 0 {
		return nil, fmt.Errorf("metrics: no histogram %s", name)
	}
	return h, nil
}

// Histogram has, for each upper bound, how many values were not above it.
type Histogram map[float64]uint64

// Since returns what came after an earlier reading.
func (h Histogram) Since(earlier Histogram) Histogram {
	d := Histogram{}
	for bound, n := range h {
		d[bound] = n - min(n, earlier[bound])
	}
	return d
}

// Quantile returns the lowest upper bound that a share of the values keeps, or NaN when there is no value.
func (h Histogram) Quantile(share float64) float64 {
	bounds := slices.Sorted(maps.Keys(h))
	if len(bounds) == 0 || h[bounds[len(bounds)-1]] == 0 {
		return math.NaN()
	}
	all := float64(h[bounds[len(bounds)-1]])
	at := slices.IndexFunc(bounds, func(b float64) bool { return float64(h[b]) >= share*all })
	return bounds[at]
}

func (s *Stand) metrics(ctx context.Context) ([]byte, error) {
	ctx, cancel := context.WithTimeout(ctx, answer)
	defer cancel()
	req, err := http.NewRequestWithContext(ctx, http.MethodGet, "http://"+s.Metrics+"/metrics", nil)
	if err != nil {
		return nil, err
	}
	res, err := http.DefaultClient.Do(req)
	if err != nil {
		return nil, fmt.Errorf("metrics: %w", err)
	}
	defer func() { _ = res.Body.Close() }()
	if res.StatusCode != http.StatusOK {
		return nil, fmt.Errorf("metrics: %s", res.Status)
	}
	body, err := io.ReadAll(res.Body)
	if err != nil {
		return nil, fmt.Errorf("metrics: %w", err)
	}
	return body, nil
}

// parse reads the text format of Prometheus.
func parse(r io.Reader) (map[string]float64, error) {
	all := map[string]float64{}
	for sc := bufio.NewScanner(r); ; {
		if !sc.Scan() {
			return all, sc.Err()
		}
		text := sc.Text()
		at := strings.LastIndexByte(text, ' ')
		if at < 0 || text[0] == '#' {
			continue
		}
		name, _, _ := strings.Cut(text[:at], "{")
		v, err := strconv.ParseFloat(text[at+1:], 64)
		if err != nil {
			return nil, fmt.Errorf("metrics: %q: %w", text, err)
		}
		all[name] += v
	}
}

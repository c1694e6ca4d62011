package hubrig

import (
	"bufio"
	"context"
	"fmt"
	"io"
	"net/http"
	"strconv"
	"strings"
	"time"
)

// answer is how long the hub's metrics listener may take.
const answer = 10 * time.Second

// Scrape reads the hub's metrics. Series of one name are added up, whatever their labels.
func (s *Stand) Scrape(ctx context.Context) (map[string]float64, error) {
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
	return parse(res.Body)
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

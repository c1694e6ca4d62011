package main

import (
	"bytes"
	"testing"
	"time"

	"github.com/stretchr/testify/require"
)

// run makes samples whose memory follows a course.
func course(n int, rss, heap func(i int) float64) []sample {
	all := make([]sample, n)
	for i := range all {
		all[i] = sample{at: time.Duration(i) * time.Minute, rss: rss(i) * 1e6, heap: heap(i) * 1e6}
	}
	return all
}

func TestMemoryThatGrowsFails(t *testing.T) {
	t.Parallel()
	flat := func(int) float64 { return 30 }
	for name, c := range map[string]struct {
		rss, heap func(int) float64
		want      string
	}{
		"flat":                         {flat, flat, ""},
		"the beginning does not count": {func(i int) float64 { return 30 + 20*float64(min(i, 4))/4 }, flat, ""},
		"shrinks":                      {func(i int) float64 { return 60 - float64(i) }, flat, ""},
		"a leak of the heap":           {flat, func(i int) float64 { return 30 + 0.2*float64(i) }, "heap grew"},
		"a leak beside the heap":       {func(i int) float64 { return 30 + 0.2*float64(i) }, flat, "rss grew"},
		"noise of one sample":          {func(i int) float64 { return 30 + 5*float64(i/29) }, flat, ""},
	} {
		var out bytes.Buffer
		err := judge(course(30, c.rss, c.heap), &out)
		if c.want == "" {
			require.NoError(t, err, name)
			require.Contains(t, out.String(), "rss:", name)
		} else {
			require.ErrorContains(t, err, c.want, name)
		}
	}
}

func TestTooFewSamplesAreNoVerdict(t *testing.T) {
	t.Parallel()
	flat := func(int) float64 { return 30 }
	require.ErrorContains(t, judge(course(5, flat, flat), &bytes.Buffer{}), "too few")
	require.ErrorContains(t, judge(nil, &bytes.Buffer{}), "too few")
}

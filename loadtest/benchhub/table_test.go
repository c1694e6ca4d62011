package main

import (
	"strings"
	"testing"

	"github.com/stretchr/testify/require"
)

// measured makes the lines of one run as hubbench tells them.
func measured(run string, idle, p99 float64) []line {
	return []line{
		{"pass": "figures", "scenario": "connect", "name": run, "complete": true, "server_cpu_us_per_conn": 80.0},
		{"pass": "floor", "scenario": "connect", "name": run, "complete": true, "server_cpu_us_per_conn": 20.0},
		{"pass": "figures", "scenario": "idle", "name": run, "rss_per_conn": idle},
		{"pass": "figures", "scenario": "rate", "rate": 10000.0, "name": run, "p99_ms": 400.0, "server_cpu_s_per_1M": 30.0},
		{"pass": "figures", "scenario": "rate", "rate": 20000.0, "name": run, "p99_ms": p99},
		{"pass": "search", "scenario": "connect", "name": run, "complete": true, "server_cpu_us_per_conn": 999.0},
		{"pass": "search", "scenario": "rate", "rate": 20000.0, "name": run, "p99_ms": 999.0},
		{"pass": "search", "scenario": "search", "name": run, "highest_held": 25000.0},
	}
}

func TestTheTableHasMediansBesideGoals(t *testing.T) {
	t.Parallel()
	var r results
	r.add(measured("run 1", 2048, 4))
	r.add(measured("run 2", 10240, 9))
	r.add(measured("run 3", 1024, 2))
	var out strings.Builder
	r.table(&out, settings{sessions: 9000, runs: 3})
	text := out.String()
	require.Contains(t, text, "| idle memory per session (RSS), KB | ≤ 2.3 | 2.00 | met | 2.00, 10.00, 1.00 |")
	require.Contains(t, text, "| p99 at 20,000/s, ms | ≤ 8 | 4.0 | met | 4.0, 9.0, 2.0 |", "of this rate and this pass")
	require.Contains(t, text, "| CPU-s per 1M personal deliveries at 10k/s | ≤ 26 | 30.0 | missed ×1.15 |")
	require.Contains(t, text, "| connect + auth + subscribe, CPU µs each | ≤ 125 | 80 | met | 80, 80, 80 |")
	require.Contains(t, text, "| held personal deliveries/s | ≥ 50000 | 25000 | missed ×2.00 |")
	require.Contains(t, text, "| hub killed and restarted, until all are subscribed again, s | ≤ 1.8 | – | not measured | |")
	require.Contains(t, text, "| connect, CPU × floor | ≤ 2.5 | 4.00 | missed ×1.60 | 4.00, 4.00, 4.00 |")
	require.Contains(t, text, "| broadcast delivery, CPU × floor | ≤ 1.2 | – | not measured | |", "the floor has none")
	require.NoError(t, r.judge(), "a goal may be missed")

	out.Reset()
	r.table(&out, settings{sessions: 9000, runs: 3, only: []string{"idle"}})
	require.NotContains(t, out.String(), "not measured", "what was not asked for is not shown")
}

func TestBrokenPromisesFail(t *testing.T) {
	t.Parallel()
	for want, l := range map[string]line{
		"ver back":           {"scenario": "rate", "name": "run 1", "violations": map[string]any{"ver back": 1.0}},
		"3 messages lost":    {"scenario": "bcast", "name": "run 1", "lost": 3.0},
		"correct has failed": {"scenario": "correct", "name": "run 1", "ok": false},
		"only 5 sessions":    {"scenario": "storm", "name": "run 1", "complete": false, "ready": 5.0},
	} {
		r := results{lines: []line{l}}
		require.ErrorContains(t, r.judge(), want)
	}
}

func TestPassesAreChosenByScenario(t *testing.T) {
	t.Parallel()
	require.Equal(t, []string{"connect", "idle"}, passes[0].chosen([]string{"idle"}), "without clients nothing is idle")
	require.Equal(t, []string{"connect", "search"}, passes[1].chosen(nil))
	require.Empty(t, passes[2].chosen([]string{"idle", "search"}))
	require.Equal(t, []string{"connect"}, passes[0].chosen([]string{"connect"}))
	require.Equal(t, 2000, passes[2].sessions(9000))
	require.Equal(t, 100, passes[2].sessions(100))
	var known []string
	for _, p := range passes {
		known = append(known, p.do...)
	}
	require.Equal(t, scenarios, known)
}

func TestCommandLinesCanBePasted(t *testing.T) {
	t.Parallel()
	require.Equal(t, `a -b 'c d' '{x}' 'it'\''s' '$1'`, quote([]string{"a", "-b", "c d", "{x}", "it's", "$1"}))
}

func TestTheFloorReadsCommandsInPieces(t *testing.T) {
	t.Parallel()
	one := "*3\r\n$1\r\nM\r\n$2\r\n17\r\n$4\r\na\r\nb\r\n"
	for n := range one {
		words, used := resp([]byte(one[:n]))
		require.Zero(t, used, "%q", one[:n])
		require.Empty(t, words)
	}
	words, used := resp([]byte(one + "*2\r\n$1"))
	require.Len(t, one, used)
	require.Equal(t, [][]byte{[]byte("M"), []byte("17"), []byte("a\r\nb")}, words)
}

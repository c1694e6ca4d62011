package obs

import (
	"bytes"
	"encoding/json"
	"errors"
	"log/slog"
	"testing"
	"time"

	"github.com/stretchr/testify/require"
)

// A search of the log by level, message or time must find the lines of libraries, too.
func TestLinesOfLibrariesHaveTheShapeOfOurs(t *testing.T) {
	t.Parallel()
	var out bytes.Buffer
	log, err := Logger(&out, "workers", "info")
	require.NoError(t, err)
	l := Slog(log, slog.LevelWarn)
	l.Info("below the level")
	require.Empty(t, out.String())
	l.With("job", 7).WithGroup("river").Error("it failed", "error", errors.New("why"), "took", time.Second, slog.Group("try", "n", 2))
	line := map[string]any{}
	require.NoError(t, json.Unmarshal(out.Bytes(), &line), out.String())
	ts, ok := line["ts"].(string)
	require.True(t, ok)
	_, err = time.Parse(time.RFC3339Nano, ts)
	require.NoError(t, err)
	delete(line, "ts")
	delete(line, "ver")
	require.Equal(t, map[string]any{
		"svc": "workers", "level": "error", "message": "it failed", "job": 7.0, "river.error": "why", "river.took": "1s", "river.try.n": 2.0,
	}, line)
}

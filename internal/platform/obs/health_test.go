package obs

import (
	"context"
	"errors"
	"io"
	"net/http"
	"testing"

	"github.com/prometheus/client_golang/prometheus"
	"github.com/rs/zerolog"
	"github.com/stretchr/testify/require"
)

// The metrics listener answers before the program is composed; until then the program must not be ready.
func TestAProgramThatStartsIsNotReady(t *testing.T) {
	t.Parallel()
	h := &Health{}
	h.starting.Store(true)
	a, err := NewAdmin("127.0.0.1:0", prometheus.NewRegistry(), h, zerolog.Nop(), "")
	require.NoError(t, err)
	ctx, cancel := context.WithCancel(t.Context())
	done := make(chan error, 1)
	go func() { done <- a.Run(ctx) }()
	t.Cleanup(func() {
		cancel()
		require.NoError(t, <-done)
	})
	ready := func() (int, string) {
		res, err := http.Get("http://" + a.Addr() + "/readyz")
		require.NoError(t, err)
		body, err := io.ReadAll(res.Body)
		require.NoError(t, err)
		require.NoError(t, res.Body.Close())
		return res.StatusCode, string(body)
	}
	expect := func(status int, reason string) {
		t.Helper()
		s, b := ready()
		require.Equal(t, status, s)
		require.Equal(t, reason+"\n", b)
	}
	expect(http.StatusServiceUnavailable, "starting")
	well := true
	h.Check("thing", func(context.Context) error {
		if well {
			return nil
		}
		return errors.New("is broken")
	})
	expect(http.StatusServiceUnavailable, "starting")
	h.Serving()
	expect(http.StatusOK, "ok")
	well = false
	expect(http.StatusServiceUnavailable, "thing: is broken")
	h.Drain()
	expect(http.StatusServiceUnavailable, "draining")
}

package server

import (
	"net/http"
	"sync"
	"testing"

	"github.com/stretchr/testify/require"

	"hubstake/internal/testkit/rdstest"
)

// The websocket package writes a field of the HTTP server at the first upgrade: the race detector must find nothing when several
// first upgrades arrive at once.
func TestFirstUpgradesMayArriveAtOnce(t *testing.T) {
	t.Parallel()
	w := newWorld(t, rdstest.URL(t))
	h := w.hub(t, nil)
	require.True(t, h.app.Server().KeepHijackedConns, "set before the first upgrade, which would write it")
	const clients = 16
	begin := make(chan struct{})
	failed := make(chan error, clients)
	var all sync.WaitGroup
	for range clients {
		all.Go(func() {
			<-begin
			ws, _, err := dial(h, http.Header{"Origin": {origin}})
			if err == nil {
				err = ws.Close()
			}
			failed <- err
		})
	}
	close(begin)
	all.Wait()
	for range clients {
		require.NoError(t, <-failed)
	}
}

package server

import (
	"testing"

	"github.com/stretchr/testify/require"
)

func TestBusyNodeTakesRoomAndGivesItBack(t *testing.T) {
	t.Parallel()
	var percent, back int
	h := newHeap()
	h.set, h.back = func(p int) { percent = p }, func() { back++ }
	h.use(lean)
	var runs uint64
	look := func(times int, each uint64) {
		for range times {
			runs += each
			h.look(runs)
		}
	}
	look(100, 1)
	require.Equal(t, lean, percent, "four runs a second are what an idle node may have")
	look(1, 2)
	require.Equal(t, roomy, percent)
	look(100, 1)
	require.Equal(t, roomy, percent, "still busy")
	require.Zero(t, back)
	look(3*calmLooks, 0)
	require.Equal(t, lean, percent)
	require.Equal(t, 1, back, "once")
}

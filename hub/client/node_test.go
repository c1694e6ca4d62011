package client

import (
	"testing"

	"github.com/prometheus/client_golang/prometheus"
	"github.com/stretchr/testify/require"

	"hubstake/internal/core/clock"
)

// herald is a witness that does something when it is closed.
type herald struct {
	witness
	then func()
}

func (h *herald) Close(code int, reason string) {
	h.witness.Close(code, reason)
	if then := h.then; then != nil {
		h.then = nil
		then()
	}
}

func TestAClientThatConnectsDuringADrainIsToldToMove(t *testing.T) {
	t.Parallel()
	n := NewNode(Deps{Clock: clock.System{}, Metrics: NewMetrics(prometheus.NewRegistry())})
	first, late := &herald{}, &witness{ready: true}
	first.ready = true
	first.s = n.Accept(first, &Upgrade{At: n.begin})
	first.then = func() { late.s = n.Accept(late, &Upgrade{At: n.begin}) } // its upgrade was through when the drain began
	n.Drain(t.Context(), 0)
	require.Contains(t, first.closes, "1012 drain false")
	require.Contains(t, late.closes, "1012 drain false")
}

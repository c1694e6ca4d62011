package client

import (
	"testing"
	"time"

	"github.com/prometheus/client_golang/prometheus"
	"github.com/stretchr/testify/require"

	"hubstake/hub/stomp"
	"hubstake/internal/core/clock"
)

func TestUnknownVersionCountsAsProtocolError(t *testing.T) {
	t.Parallel()
	for name, first := range map[string]string{
		"unknown version": "CONNECT\naccept-version:9.9\n\n\x00",
		"bad heart-beat":  "CONNECT\naccept-version:1.2\nheart-beat:x\n\n\x00",
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			var blamed []string
			n := NewNode(Deps{
				Clock: clock.NewManual(time.Unix(1_789_000_000, 0)), Metrics: NewMetrics(prometheus.NewRegistry()),
				Failed: func(address string) { blamed = append(blamed, address) },
				Limits: Limits{Stomp: stomp.Limits{Frame: 1 << 16, Headers: 64, Line: 8192}},
			})
			w := &witness{ready: true}
			w.s = n.Accept(w, &Upgrade{Address: "192.0.2.1", At: n.begin})
			w.s.Data([]byte(first))
			require.Contains(t, w.closes, "1002 protocol false")
			require.Equal(t, []string{"192.0.2.1"}, blamed)
		})
	}
}

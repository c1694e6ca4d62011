package client

import (
	"bytes"
	"encoding/json"
	"testing"

	"github.com/prometheus/client_golang/prometheus"
	"github.com/prometheus/client_golang/prometheus/testutil"
	"github.com/rs/zerolog"
	"github.com/stretchr/testify/require"

	"hubstake/hub/tail"
	"hubstake/internal/access/token"
	"hubstake/internal/core/event"
)

// The last guard before a socket: it delivers nothing of another member, and its line leads to the trace of what was to be delivered.
func TestAMessageOfAnotherMemberIsRefusedWithItsTrace(t *testing.T) {
	t.Parallel()
	var log bytes.Buffer
	n := &Node{Deps: Deps{Log: zerolog.New(&log), Metrics: NewMetrics(prometheus.NewRegistry())}}
	s := &Client{node: n, who: identityOf(token.Claims{MemID: "kim01", SID: "s1", Site: "demo", Audience: token.Member, Topic: "t1"})}
	sub := &Subscription{session: s, class: personalTopic, destination: "/topic/t1"}
	m := tail.NewMessage(event.Cash, "1", "2", 3, 4)
	m.Member, m.Trace = "lee02", "00-0af7651916cd43dd8448eb211c80319c-b7ad6b7169203331-01"
	require.False(t, sub.offer(m))
	require.InDelta(t, 1, testutil.ToFloat64(n.Metrics.Misroute), 0)
	var line map[string]string
	require.NoError(t, json.Unmarshal(log.Bytes(), &line))
	require.Equal(t, "0af7651916cd43dd8448eb211c80319c", line["trace_id"])
}

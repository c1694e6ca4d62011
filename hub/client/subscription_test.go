package client

import (
	"bytes"
	"encoding/json"
	"strconv"
	"testing"

	"github.com/prometheus/client_golang/prometheus"
	"github.com/prometheus/client_golang/prometheus/testutil"
	"github.com/rs/zerolog"
	"github.com/stretchr/testify/require"

	"hubstake/hub/tail"
	"hubstake/internal/access/token"
	"hubstake/internal/core/event"
	"hubstake/internal/platform/redisx"
	"hubstake/internal/testkit"
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

// A client that takes nothing while prices change: what waits for it is the newest price of every market, in the order of the stream, and
// it never has to start again because one market was busy.
func TestTheNewestPriceOfEveryMarketWaitsForASlowClient(t *testing.T) {
	t.Parallel()
	n := &Node{Deps: Deps{Limits: Limits{Feed: 20}, Metrics: NewMetrics(prometheus.NewRegistry())}}
	s := &Client{node: n, who: identityOf(token.Claims{SID: "s1", Site: "demo", Audience: token.Member})}
	sub := &Subscription{session: s, class: playTopic, destination: "/topic/sports.7"}
	newest, rnd := map[string]int64{}, testkit.Rand(t)
	for i := range int64(5_000) {
		market := strconv.Itoa(rnd.IntN(20))
		m := tail.NewMessage(event.Odds, market, strconv.FormatInt(i, 10), i, 0)
		m.Item, m.ID = event.Odds.Item(market), redisx.EntryID{Hi: 1, Lo: uint64(i + 1)}
		newest[market] = i
		require.True(t, sub.keep(m))
	}
	require.False(t, sub.feed.resync)
	require.Len(t, sub.feed.queue, len(newest))
	for i, m := range sub.feed.queue {
		require.Equal(t, newest[m.Data1], m.Ver, "market %s", m.Data1)
		require.True(t, i == 0 || m.ID.After(sub.feed.queue[i-1].ID), "a client that has read so far can resume here")
	}
	more := tail.NewMessage(event.Odds, "20", "", 1, 0)
	more.Item, more.ID = event.Odds.Item("20"), redisx.EntryID{Hi: 2}
	sub.keep(more)
	require.True(t, sub.feed.resync, "more markets than the feed has room for")
}

func TestWhatALaterStateReplacesIsNotRepeated(t *testing.T) {
	t.Parallel()
	of := func(item string, ver int64) *tail.Message { return &tail.Message{Item: item, Ver: ver} }
	a1, b1, a2, x1, x2 := of("a", 1), of("b", 1), of("a", 2), of("", 1), of("", 2)
	require.Equal(t, []*tail.Message{x1, b1, x2, a2}, newestOfItems([]*tail.Message{a1, x1, b1, x2, a2}))
}

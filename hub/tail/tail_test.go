package tail_test

import (
	"context"
	"encoding/json"
	"strconv"
	"sync"
	"testing"
	"time"

	"github.com/prometheus/client_golang/prometheus"
	"github.com/redis/go-redis/v9"
	"github.com/rs/zerolog"
	"github.com/stretchr/testify/require"
	"go.uber.org/goleak"

	"hubstake/hub/tail"
	"hubstake/internal/core/clock"
	"hubstake/internal/core/event"
	"hubstake/internal/core/id"
	"hubstake/internal/live"
	"hubstake/internal/platform/redisx"
	"hubstake/internal/testkit"
	"hubstake/internal/testkit/rdstest"
)

func TestMain(m *testing.M) { goleak.VerifyTestMain(m) }

// sink keeps what it is offered.
type sink struct {
	got chan tail.Target
}

func (s *sink) Offer(t tail.Target) { s.got <- t }
func (s *sink) Flush()              {}

func (s *sink) next(t *testing.T) tail.Target {
	t.Helper()
	select {
	case m := <-s.got:
		return m
	case <-time.After(testkit.Patience):
		require.Fail(t, "nothing")
		return tail.Target{}
	}
}

type setup struct {
	*tail.Tail
	*sink
	rdb  redis.UniversalClient
	lost chan string
}

// loss is how a test writes down what the tail said.
func loss(stream string, restarted bool) string {
	if restarted {
		return stream + " restarted"
	}
	return stream
}

func start(t *testing.T, rdb redis.UniversalClient) *setup {
	t.Helper()
	s := &setup{sink: &sink{make(chan tail.Target, 10_000)}, rdb: rdb, lost: make(chan string, 100)}
	s.Tail = tail.New(rdb, clock.System{}, zerolog.Nop(), tail.NewMetrics(prometheus.NewRegistry()), func(name string, restarted bool) { s.lost <- loss(name, restarted) }, func() {})
	ctx, cancel := context.WithCancel(context.Background())
	done := make(chan struct{})
	go func() {
		_ = s.Run(ctx, func() tail.Sink { return s.sink })
		close(done)
	}()
	t.Cleanup(func() {
		cancel()
		<-done
	})
	return s
}

// acquire waits until the stream is read.
func (s *setup) acquire(t *testing.T, name, site string) {
	t.Helper()
	ready := make(chan struct{})
	s.Acquire(name, site, func() { close(ready) })
	select {
	case <-ready:
	case <-time.After(testkit.Patience):
		require.Fail(t, "not opened")
	}
}

func publish(t *testing.T, rdb redis.UniversalClient, n int, e event.Event) {
	t.Helper()
	stream := live.StreamOf(e)
	for at := strconv.FormatInt(time.Now().UnixMilli(), 10) + "-" + strconv.Itoa(n); ; at = rdstest.NextID(t, rdb, stream) {
		added, err := live.Publish(t.Context(), rdb, stream, "e1", "", []live.Entry{{ID: at, Event: e}})
		require.NoError(t, err)
		if added == 1 {
			return
		}
	}
}

func TestKindAndRecipientsOfEachEntry(t *testing.T) {
	t.Parallel()
	rdb := rdstest.Client(t)
	s := start(t, rdb)
	site, mem := rdstest.ID(), rdstest.ID()
	s.acquire(t, live.SiteStreamKey(site), site)
	s.acquire(t, live.PlayStreamKey(site), site)
	s.acquire(t, live.StreamKey(id.Shard(mem)), "")
	at := time.UnixMilli(1_789_000_000_123)
	for i, c := range []struct {
		e    event.Event
		keys []string
		kind tail.Kind
	}{
		{event.Event{Site: site, Cmd: event.Marquee}, []string{site + "/site." + site}, tail.Marquee},
		{event.Event{Site: site, Cmd: event.Maintenance, Data1: "Y", Ver: 3}, []string{site + "/site." + site}, tail.Maintenance},
		{event.Event{Site: site, Topic: "admin." + site, Cmd: event.Queue, Data1: "in", Data2: "7"}, []string{site + "/admin." + site}, tail.Feed},
		{event.Event{Site: site, Topic: "sports.9", Cmd: "ODDS", Data1: "\"\\\x01한\xff"}, []string{site + "/sports.9"}, tail.Feed},
		{event.Event{Site: site, Upline: "p2,p1", Member: mem, Cmd: event.Join, Data1: mem}, []string{site + "/partner.p2", site + "/partner.p1"}, tail.Feed},
		{event.Event{Site: site, Upline: "p2", Topic: "admin." + site, Cmd: event.CashReq}, []string{site + "/partner.p2", site + "/admin." + site}, tail.Feed},
		{event.Event{Site: site, Member: mem, SID: "s1", Cmd: event.Logout, Data1: "U017"}, []string{"@" + mem}, tail.Logout},
		{event.Event{Site: site, Member: mem, Cmd: event.Cash, Data1: "5", Data2: "6", Ver: 8}, []string{"@" + mem}, tail.Cash},
	} {
		c.e.At = at
		publish(t, rdb, i+1, c.e)
		for _, key := range c.keys {
			m := s.next(t)
			for m.Key[0] == '@' && m.Key != "@"+mem { // the shard is shared with other tests
				m = s.next(t)
			}
			require.Equal(t, key, m.Key)
			require.Equal(t, c.kind, m.Kind)
			var have struct {
				Cmd, Data1, Data2 string
				Ver, At           int64
			}
			require.NoError(t, json.Unmarshal(m.JSON, &have), "%s", m.JSON)
			require.Equal(t, string(c.e.Cmd), have.Cmd)
			require.Equal(t, c.e.Ver, have.Ver)
			require.Equal(t, at.UnixMilli(), have.At)
			if m.Key[0] == '@' {
				require.Equal(t, mem, m.Member)
				require.Equal(t, c.e.SID, m.SID)
			} else {
				require.Empty(t, m.Member)
				require.False(t, m.ID.Zero())
			}
		}
	}
}

func TestNothingBetweenReadyAndTheFirstEntryIsMissed(t *testing.T) {
	t.Parallel()
	rdb := rdstest.Client(t)
	s := start(t, rdb)
	for range 20 {
		site := rdstest.ID()
		publish(t, rdb, 1, event.Event{Site: site, Cmd: event.Marquee, Data1: "before"})
		s.acquire(t, live.SiteStreamKey(site), site)
		publish(t, rdb, 2, event.Event{Site: site, Cmd: event.Marquee, Data1: "after"})
		m := s.next(t)
		require.Equal(t, tail.TopicKey(site, "site."+site), m.Key)
		require.Equal(t, "after", m.Data1)
	}
}

func TestManyEntriesArriveInOrder(t *testing.T) {
	t.Parallel()
	rdb := rdstest.Client(t)
	s := start(t, rdb)
	site := rdstest.ID()
	s.acquire(t, live.SiteStreamKey(site), site)
	const n = 3000
	var wg sync.WaitGroup
	wg.Go(func() {
		_, _ = rdb.Pipelined(context.Background(), func(p redis.Pipeliner) error {
			for i := range n {
				p.XAdd(context.Background(), &redis.XAddArgs{Stream: live.SiteStreamKey(site), Values: []any{"cmd", "MARQUEE", "data1", i}})
			}
			return nil
		})
	})
	for i := range n {
		require.Equal(t, strconv.Itoa(i), s.next(t).Data1)
	}
	wg.Wait()
}

func TestEntriesThatMeanNothingArePassedOver(t *testing.T) {
	t.Parallel()
	rdb := rdstest.Client(t)
	s := start(t, rdb)
	mem := rdstest.ID()
	stream := live.StreamKey(id.Shard(mem))
	s.acquire(t, stream, "")
	for _, v := range [][]any{{"x", "y"}, {"member", mem}, {"cmd", "CASH"}, {"cmd", "GAME", "member", mem}, {"cmd", "WALLET", "member", mem, "ver", "9"}, {"cmd", "CASH", "member", mem, "ver", "abc", "at", ""}} {
		require.NoError(t, rdb.XAdd(t.Context(), &redis.XAddArgs{Stream: stream, Values: v}).Err())
	}
	for {
		if m := s.next(t); m.Key == "@"+mem {
			require.Equal(t, tail.Cash, m.Kind)
			require.Zero(t, m.Ver)
			return
		}
	}
}

func TestLostDataIsNoticed(t *testing.T) {
	t.Parallel()
	srv := rdstest.Server(t)
	rdb, err := redisx.Open(srv.Patient())
	require.NoError(t, err)
	t.Cleanup(func() { _ = rdb.Close() })
	s := start(t, rdb)
	publish(t, rdb, 1, event.Event{Site: "a", Cmd: event.Marquee})
	s.acquire(t, live.SiteStreamKey("a"), "a")
	require.Equal(t, "e1", s.Epoch(live.SiteStreamKey("a")))
	// The new entry has a smaller id than the one that was read, so the reader must find its place again. Both commands run in one
	// step: an entry that is written after the reader has noticed the loss is a new one and is rightly delivered.
	_, err = rdb.TxPipelined(t.Context(), func(p redis.Pipeliner) error {
		p.FlushAll(t.Context())
		p.XAdd(t.Context(), &redis.XAddArgs{Stream: live.SiteStreamKey("a"), ID: "5-1", Values: []any{"cmd", "MARQUEE", "data1", "unseen"}})
		return nil
	})
	require.NoError(t, err)
	select {
	case name := <-s.lost:
		require.Equal(t, live.SiteStreamKey("a"), name)
	case <-time.After(testkit.Patience):
		require.Fail(t, "not noticed")
	}
	require.NoError(t, rdb.XAdd(t.Context(), &redis.XAddArgs{Stream: live.SiteStreamKey("a"), ID: "5-2", Values: []any{"cmd", "MARQUEE", "data1", "seen"}}).Err())
	require.Equal(t, "seen", s.next(t).Data1)
}

func TestIDs(t *testing.T) {
	t.Parallel()
	for _, s := range []string{"0-0", "812-77", "18446744073709551615-1"} {
		i, ok := tail.ParseID(s)
		require.True(t, ok)
		require.Equal(t, s, i.String())
	}
	for _, s := range []string{"", "1", "-7", "a-b", "1-", "1-2-3", "-1-2"} {
		_, ok := tail.ParseID(s)
		require.False(t, ok, s)
	}
	a, b := tail.ID{Hi: 1, Lo: 9}, tail.ID{Hi: 2}
	require.True(t, b.After(a))
	require.False(t, a.After(a))
}

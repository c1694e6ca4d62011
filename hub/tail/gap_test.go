package tail_test

import (
	"context"
	"io"
	"net"
	"strconv"
	"sync"
	"testing"
	"time"

	"github.com/redis/go-redis/v9"
	"github.com/stretchr/testify/require"

	"hubstake/internal/core/event"
	"hubstake/internal/live"
	"hubstake/internal/testkit"
	"hubstake/internal/testkit/rdstest"
)

// bridge is a line to a server that can be cut.
type bridge struct {
	net.Listener
	to string

	mu    sync.Mutex
	cut   bool
	conns []net.Conn
}

func newBridge(t *testing.T, to string) *bridge {
	t.Helper()
	ln, err := (&net.ListenConfig{}).Listen(t.Context(), "tcp", "127.0.0.1:0")
	require.NoError(t, err)
	b := &bridge{Listener: ln, to: to}
	var all sync.WaitGroup
	all.Go(func() {
		for {
			c, err := ln.Accept()
			if err != nil {
				return
			}
			all.Go(func() { b.carry(c) })
		}
	})
	t.Cleanup(func() {
		_ = ln.Close()
		b.sever(true)
		all.Wait()
	})
	return b
}

func (b *bridge) carry(c net.Conn) {
	defer func() { _ = c.Close() }()
	far, err := (&net.Dialer{}).DialContext(context.Background(), "tcp", b.to)
	if err != nil {
		return
	}
	defer func() { _ = far.Close() }()
	b.mu.Lock()
	if b.cut {
		b.mu.Unlock()
		return
	}
	b.conns = append(b.conns, c, far)
	b.mu.Unlock()
	var both sync.WaitGroup
	for _, way := range [][2]net.Conn{{c, far}, {far, c}} {
		both.Go(func() {
			_, _ = io.Copy(way[0], way[1])
			_, _ = way[0].Close(), way[1].Close()
		})
	}
	both.Wait()
}

func (b *bridge) sever(yes bool) {
	b.mu.Lock()
	defer b.mu.Unlock()
	b.cut = yes
	for _, c := range b.conns {
		_ = c.Close()
	}
	b.conns = nil
}

// A hub was away from Redis for longer than entries are kept. The feed must not go on as if nothing were missing.
func TestEntriesThatWereTrimmedWhileTheHubWasAwayAreNoticed(t *testing.T) {
	t.Parallel()
	server := rdstest.Server(t)
	direct := redis.NewClient(&redis.Options{Addr: server.Addr()})
	t.Cleanup(func() { _ = direct.Close() })
	line := newBridge(t, server.Addr())
	through := redis.NewClient(&redis.Options{Addr: line.Addr().String(), MaxRetries: -1, DialTimeout: time.Second})
	t.Cleanup(func() { _ = through.Close() })
	s := start(t, through)
	site := rdstest.ID()
	stream := live.SiteStreamKey(site)
	put := func(n int) {
		e := event.Event{Site: site, Topic: "admin." + site, Cmd: event.Queue, Data1: strconv.Itoa(n)}
		_, err := live.Publish(t.Context(), direct, stream, "e1", "", []live.Entry{{ID: strconv.Itoa(1000+n) + "-1", Event: e}})
		require.NoError(t, err)
	}
	away := func(trim string, numbers ...int) {
		line.sever(true)
		for _, n := range numbers {
			put(n)
		}
		require.NoError(t, direct.XTrimMinID(t.Context(), stream, trim).Err()) // as the relay does after an hour
		line.sever(false)
	}
	hears := func(numbers ...int) {
		t.Helper()
		for _, n := range numbers {
			require.Equal(t, strconv.Itoa(n), s.next(t).Data1)
		}
	}
	put(0)
	s.acquire(t, stream, site)
	put(1)
	hears(1)
	away("1002-1", 2, 3) // what was read before is gone, nothing else
	hears(2, 3)
	away("1008-1", 4, 5, 6, 7, 8, 9)
	hears(8, 9)
	select {
	case name := <-s.lost:
		require.Equal(t, stream, name)
	case <-time.After(testkit.Patience):
		require.Fail(t, "a silent gap")
	}
	away("1099-1", 10, 11) // nothing at all is left
	require.Equal(t, stream, <-s.lost)
	put(100)
	hears(100)
	require.Empty(t, s.lost)
}

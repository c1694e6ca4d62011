package hubclient_test

import (
	"context"
	"encoding/base64"
	"net/http"
	"testing"
	"time"

	"github.com/prometheus/client_golang/prometheus"
	"github.com/redis/go-redis/v9"
	"github.com/rs/zerolog"
	"github.com/stretchr/testify/require"
	"golang.org/x/sync/errgroup"

	"hubstake/hub/server"
	"hubstake/internal/access/token"
	"hubstake/internal/core/clock"
	"hubstake/internal/core/event"
	"hubstake/internal/core/id"
	"hubstake/internal/hubclient"
	"hubstake/internal/live"
	"hubstake/internal/platform/config"
	"hubstake/internal/platform/obs"
	"hubstake/internal/testkit"
	"hubstake/internal/testkit/rdstest"
)

var origin = http.Header{"Origin": {"http://localhost:8080"}}

// world is a hub node with a member who is logged in.
type world struct {
	rdb     redis.UniversalClient
	address string
	member  hubclient.Member
}

func newWorld(t *testing.T) world {
	t.Helper()
	clk, kek := clock.System{}, id.Key()
	signer, err := token.NewSigner("t="+base64.RawURLEncoding.EncodeToString(id.Key()), clk)
	require.NoError(t, err)
	cfg, err := config.LoadFrom[server.Config]("HUB", []string{
		"HUB_ENV=development", "HUB_LISTEN=127.0.0.1:0", "HUB_REDIS_URL=" + string(rdstest.URL(t)), "HUB_ORIGINS=" + origin.Get("Origin"), "HUB_DRAIN=0s",
		"HUB_JWT_PUBLIC_KEYS=" + signer.Public(), "HUB_SEAL_KEY=" + base64.RawURLEncoding.EncodeToString(kek),
	})
	require.NoError(t, err)
	hub, err := server.New(cfg, clk, obs.Program{Log: zerolog.Nop(), Reg: prometheus.NewRegistry(), Health: &obs.Health{}})
	require.NoError(t, err)
	ctx, cancel := context.WithCancel(t.Context())
	var g errgroup.Group
	g.Go(func() error { return hub.Run(ctx) })
	t.Cleanup(func() {
		cancel()
		require.NoError(t, g.Wait())
	})

	w := world{rdb: rdstest.Client(t), address: "ws://" + hub.Addr() + "/hub"}
	sealer, err := token.NewSealer([32]byte(kek))
	require.NoError(t, err)
	memID, sid, key := rdstest.ID(), id.New(), id.Key()
	c := token.Claims{MemID: memID, Site: rdstest.ID(), SID: sid, Topic: id.New(), Gen: 1, Audience: token.Member}
	text, expires, err := signer.Sign(c)
	require.NoError(t, err)
	require.NoError(t, live.PutSession(t.Context(), w.rdb, nil, sid, live.Session{
		Member: memID, Site: c.Site, Audience: string(c.Audience), Topic: c.Topic, Key: sealer.Seal(sid, key), State: live.SessionLive, Gen: 1,
		Expires: expires, Version: 1,
	}))
	require.NoError(t, live.PutBalance(t.Context(), w.rdb, nil, memID, live.Balance{
		Cash: "1000", Points: "5", Version: 1, Unread: "0", Locked: "N", Permitted: "Y",
	}))
	require.NoError(t, live.PutSite(t.Context(), w.rdb, nil, c.Site, false, 1))
	w.member = hubclient.Member{
		MemID: memID, Token: text, Topic: c.Topic, HubKey: base64.RawURLEncoding.EncodeToString(key), Shard: id.Shard(memID), Site: c.Site,
	}
	return w
}

// next is the next message of a command.
func next(t *testing.T, s *hubclient.Subscription, cmd event.Cmd) hubclient.Message {
	t.Helper()
	ctx, cancel := context.WithTimeout(t.Context(), testkit.Patience)
	defer cancel()
	for {
		m, err := s.Next(ctx)
		require.NoError(t, err, "waiting for %s", cmd)
		if m.Cmd == cmd {
			return m
		}
	}
}

func TestASessionOpensItsSealedMessages(t *testing.T) {
	t.Parallel()
	w := newWorld(t)
	c, err := hubclient.Dial(t.Context(), w.address, origin, w.member)
	require.NoError(t, err)
	defer c.Close()
	sub, err := c.Subscribe("/topic/" + w.member.Topic)
	require.NoError(t, err)
	snapshot := next(t, sub, event.Cash)
	require.Equal(t, []string{"1000", "5"}, []string{snapshot.Data1, snapshot.Data2})

	at := time.Now()
	e := event.Event{Site: w.member.Site, Member: w.member.MemID, Cmd: event.Cash, Data1: "900", Data2: "5", Ver: 2, At: at}
	_, err = live.Publish(t.Context(), w.rdb, live.StreamOf(e), id.New(), "", []live.Entry{{ID: "*", Event: e}})
	require.NoError(t, err)
	moved := next(t, sub, event.Cash)
	require.Equal(t, []any{"900", "5", int64(2), at.UnixMilli()}, []any{moved.Data1, moved.Data2, moved.Ver, moved.At})
	require.False(t, moved.Arrived.Before(at))
}

func TestAStrangerIsTurnedAway(t *testing.T) {
	t.Parallel()
	w := newWorld(t)
	for why, m := range map[string]func(*hubclient.Member){
		"a forged token":        func(m *hubclient.Member) { m.Token += "x" },
		"a key that is not one": func(m *hubclient.Member) { m.HubKey = "%" },
		"no token":              func(m *hubclient.Member) { m.Token = "" },
	} {
		member := w.member
		m(&member)
		_, err := hubclient.Dial(t.Context(), w.address, origin, member)
		require.Error(t, err, why)
	}
	forged := w.member
	forged.Token += "x"
	_, err := hubclient.Dial(t.Context(), w.address, origin, forged)
	require.Equal(t, "U029", hubclient.Code(err))
	_, err = hubclient.Dial(t.Context(), w.address, http.Header{"Origin": {"https://evil.test"}}, w.member)
	require.Error(t, err)
}

//go:build open

package main

import (
	"bytes"
	"context"
	"crypto/ed25519"
	"encoding/base64"
	"net"
	"testing"
	"time"

	"github.com/go-stomp/stomp/v3"
	"github.com/prometheus/client_golang/prometheus"
	"github.com/rs/zerolog"
	"github.com/stretchr/testify/require"

	"hubstake/hub/server"
	"hubstake/internal/core/clock"
	"hubstake/internal/core/id"
	"hubstake/internal/platform/config"
	"hubstake/internal/platform/obs"
	"hubstake/internal/testkit"
	"hubstake/internal/testkit/rdstest"
)

// running runs something until the test ends.
func running(t *testing.T, run func(context.Context) error) {
	t.Helper()
	ctx, cancel := context.WithCancel(context.Background())
	done := make(chan error, 1)
	go func() { done <- run(ctx) }()
	t.Cleanup(func() {
		cancel()
		require.NoError(t, <-done)
	})
}

func TestALibraryOverPlainTCP(t *testing.T) {
	t.Parallel()
	text := base64.RawURLEncoding.EncodeToString
	public := ed25519.NewKeyFromSeed(id.Key()).Public().(ed25519.PublicKey)
	cfg, err := config.LoadFrom[server.Config]("HUB", []string{
		"HUB_ENV=development", "HUB_OPEN=1", "HUB_LISTEN=127.0.0.1:0", "HUB_REDIS_URL=" + string(rdstest.URL(t)), "HUB_ORIGINS=http://x.test",
		"HUB_DRAIN=0s", "HUB_JWT_PUBLIC_KEYS=k1=" + text(public), "HUB_SEAL_KEY=" + text(id.Key()),
	})
	require.NoError(t, err)
	hub, err := server.New(cfg, clock.System{}, obs.Program{Log: zerolog.Nop(), Reg: prometheus.NewRegistry(), Health: &obs.Health{}})
	require.NoError(t, err)
	running(t, hub.Run)
	ln, err := net.Listen("tcp", "127.0.0.1:0")
	require.NoError(t, err)
	running(t, func(ctx context.Context) error { return serve(ctx, ln, "ws://"+hub.Addr()+"/hub") })

	c, err := stomp.Dial("tcp", ln.Addr().String(), stomp.ConnOpt.Login("guest", "guest"))
	require.NoError(t, err)
	sub, err := c.Subscribe("/queue/tcp", stomp.AckClientIndividual)
	require.NoError(t, err)
	body := bytes.Repeat([]byte("\x00\n\xff"), 100_000)
	require.NoError(t, c.Send("/queue/tcp", "application/octet-stream", body, stomp.SendOpt.Receipt))
	select {
	case m := <-sub.C:
		require.NoError(t, m.Err)
		require.Equal(t, body, m.Body)
		require.NoError(t, c.Ack(m))
	case <-time.After(testkit.Patience):
		require.Fail(t, "no message")
	}
	require.NoError(t, c.Disconnect(), "with its receipt")

	_, err = stomp.Dial("tcp", ln.Addr().String(), stomp.ConnOpt.Login("guest", "wrong"))
	require.Error(t, err)
}

package redisx_test

import (
	"bufio"
	"fmt"
	"net"
	"strings"
	"sync"
	"testing"

	"github.com/redis/go-redis/v9"
	"github.com/stretchr/testify/require"

	"hubstake/internal/platform/redisx"
	"hubstake/internal/testkit/rdstest"
)

func TestAnOldRedisIsRefused(t *testing.T) {
	t.Parallel()
	require.NoError(t, redisx.Supported(t.Context(), rdstest.Client(t)))
	for version, refused := range map[string]bool{"6.2.14": true, "5.0.7": true, "7.0.0": false, "8.2.1": false, "": false} {
		c := redis.NewClient(&redis.Options{Addr: oldServer(t, version), MaxRetries: -1, DisableIdentity: true, Protocol: 2})
		err := redisx.Supported(t.Context(), c)
		require.Equal(t, refused, err != nil, version)
		if refused {
			require.ErrorContains(t, err, version)
		}
		require.NoError(t, c.Close())
	}
}

// oldServer answers INFO as a Redis of that version, and everything else with an error.
func oldServer(t *testing.T, version string) string {
	t.Helper()
	ln, err := (&net.ListenConfig{}).Listen(t.Context(), "tcp", "127.0.0.1:0")
	require.NoError(t, err)
	var all sync.WaitGroup
	all.Go(func() {
		for {
			c, err := ln.Accept()
			if err != nil {
				return
			}
			all.Go(func() {
				defer func() { _ = c.Close() }()
				for rd := bufio.NewReader(c); ; {
					line, err := rd.ReadString('\n')
					if err != nil {
						return
					}
					if !strings.HasPrefix(line, "*") {
						continue
					}
					_, _ = rd.ReadString('\n')
					word, _ := rd.ReadString('\n')
					if strings.ToLower(strings.TrimSpace(word)) != "info" {
						_, _ = fmt.Fprint(c, "-ERR unknown command\r\n")
						continue
					}
					text := "# Server\r\nredis_version:" + version + "\r\n"
					_, _ = fmt.Fprintf(c, "$%d\r\n%s\r\n", len(text), text)
				}
			})
		}
	})
	t.Cleanup(func() {
		_ = ln.Close()
		all.Wait()
	})
	return ln.Addr().String()
}

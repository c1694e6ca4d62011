package server

import (
	"bytes"
	"context"
	"encoding/base64"
	"net"
	"os"
	"os/exec"
	"strconv"
	"sync"
	"syscall"
	"testing"

	"github.com/stretchr/testify/require"

	"hubstake/internal/core/clock"
	"hubstake/internal/platform/config"
	"hubstake/internal/platform/loopback"
	"hubstake/internal/platform/obs"
	"hubstake/internal/testkit"
)

// asProgram in the environment makes this binary a hub: a node that is killed or told to end has to be a process.
const asProgram = "TEST_IS_THE_PROGRAM"

func program() int {
	cfg, err := config.Load[Config]("HUB")
	if err != nil {
		return obs.Fail("hub", err)
	}
	return obs.Main("hub", cfg.Common, func(ctx context.Context, p obs.Program) error {
		s, err := New(cfg, clock.System{}, p)
		if err != nil {
			return err
		}
		return s.Run(ctx)
	})
}

// fleet is several nodes, each a process at an address of its own.
type fleet struct {
	w     *world
	env   []string
	mu    sync.Mutex
	addrs []string
	cmds  []*exec.Cmd
}

// fleet starts nodes, which end with the test. env adds to their settings.
func (w *world) fleet(tb testing.TB, nodes int, env ...string) *fleet {
	tb.Helper()
	f := &fleet{w: w, env: append([]string{
		asProgram + "=1", "HUB_ENV=development", "HUB_METRICS_LISTEN=127.0.0.1:0", "HUB_REDIS_URL=" + string(w.url), "HUB_JWT_PUBLIC_KEYS=" + w.signer.Public(),
		"HUB_SEAL_KEY=" + base64.RawURLEncoding.EncodeToString(w.kek[:]), "HUB_ORIGINS=" + origin, "HUB_DRAIN=300ms", "HUB_MAX_PER_SESSION=0",
		"HUB_MAX_PER_ADDRESS=0", "GORACE=exitcode=66",
	}, env...), cmds: make([]*exec.Cmd, nodes)}
	for range nodes {
		address, err := loopback.FreeAddress()
		require.NoError(tb, err)
		f.addrs = append(f.addrs, address)
	}
	for i := range f.addrs {
		f.start(tb, i)
	}
	tb.Cleanup(func() {
		for i := range f.cmds {
			f.kill(i)
		}
	})
	return f
}

// start starts a node and waits until it listens.
func (f *fleet) start(tb testing.TB, i int) {
	tb.Helper()
	cmd := exec.Command(os.Args[0])
	cmd.Env = append(f.env, "HUB_LISTEN="+f.addrs[i])
	cmd.Stdout, cmd.Stderr = &bytes.Buffer{}, os.Stderr // its log, read when it has ended; what the race detector says
	cmd.SysProcAttr = &syscall.SysProcAttr{Pdeathsig: syscall.SIGKILL}
	require.NoError(tb, cmd.Start())
	f.mu.Lock()
	f.cmds[i] = cmd
	f.mu.Unlock()
	testkit.Eventually(tb, func() bool {
		c, err := net.Dial("tcp", f.addrs[i])
		if err == nil {
			_ = c.Close()
		}
		return err == nil
	}, "node %d does not listen", i)
}

func (f *fleet) process(i int) *exec.Cmd {
	f.mu.Lock()
	defer f.mu.Unlock()
	return f.cmds[i]
}

// kill ends a node as kill -9 does.
func (f *fleet) kill(i int) {
	if c := f.process(i); c.ProcessState == nil {
		_ = c.Process.Kill()
		_ = c.Wait()
	}
}

// term tells a node to end and waits until it has.
func (f *fleet) term(tb testing.TB, i int) {
	tb.Helper()
	c := f.process(i)
	require.NoError(tb, c.Process.Signal(syscall.SIGTERM))
	require.NoError(tb, c.Wait(), "node %d: %s", i, c.Stdout)
}

func (f *fleet) url(i int) string { return "ws://" + f.addrs[i%len(f.addrs)] + "/hub" }

// urls are those of nodes that run in this process.
func urls(hubs ...*hub) func(int) string {
	return func(i int) string { return "ws://" + hubs[i%len(hubs)].Addr() + "/hub" }
}

// number reads what a test wrote.
func number(s string) int64 {
	n, _ := strconv.ParseInt(s, 10, 64)
	return n
}

// Package rdstest gives tests a real Redis: the one named by HUBSTAKE_TEST_REDIS, or a private server that lives
// as long as the test process.
package rdstest

import (
	"context"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"strconv"
	"strings"
	"sync"
	"sync/atomic"
	"syscall"
	"testing"
	"time"

	"github.com/redis/go-redis/v9"
	"github.com/stretchr/testify/require"

	"hubstake/internal/core/id"
	"hubstake/internal/platform/config"
	"hubstake/internal/platform/loopback"
	"hubstake/internal/testkit"
)

var shared = sync.OnceValues(func() (string, error) {
	if u := os.Getenv("HUBSTAKE_TEST_REDIS"); u != "" {
		return u, nil
	}
	s, err := start(context.Background())
	if err != nil {
		return "", err
	}
	return string(s.URL), nil
})

// URL is the address of the shared Redis. Tests keep apart by the members, sessions and sites that they make:
// use ID for their names. A test that flushes or stops Redis takes its own by Server. Its clients wait for an answer, however busy
// the machine is.
func URL(tb testing.TB) config.URL {
	tb.Helper()
	u, err := shared()
	require.NoError(tb, err)
	return patiently(config.URL(u))
}

func patiently(u config.URL) config.URL {
	return u + config.URL("?patience="+testkit.Patience.String())
}

// Client connects to the shared Redis and closes with the test.
func Client(tb testing.TB) redis.UniversalClient {
	tb.Helper()
	u, err := shared()
	require.NoError(tb, err)
	c, err := redis.ParseURL(u)
	require.NoError(tb, err)
	rdb := redis.NewUniversalClient(&redis.UniversalOptions{
		Addrs: []string{c.Addr}, DB: c.DB, DialTimeout: testkit.Patience, ReadTimeout: testkit.Patience, WriteTimeout: testkit.Patience, PoolTimeout: testkit.Patience,
	})
	tb.Cleanup(func() { _ = rdb.Close() })
	return rdb
}

// NextID returns the id that comes after all of a stream. Streams of shards are shared by tests, some of which set their clock forward: then
// an id of now is one that the stream has passed.
func NextID(tb testing.TB, rdb redis.UniversalClient, stream string) string {
	tb.Helper()
	info, err := rdb.XInfoStream(context.Background(), stream).Result()
	require.NoError(tb, err)
	ms, serial, _ := strings.Cut(info.LastGeneratedID, "-")
	n, err := strconv.ParseInt(serial, 10, 64)
	require.NoError(tb, err)
	return ms + "-" + strconv.FormatInt(n+1, 10)
}

var count atomic.Int64

// ID returns a name that no other test uses, fit for a memId or siteId.
func ID() string { return "t" + strconv.FormatInt(count.Add(1), 36) + id.New()[:8] }

// Instance is a Redis server of one test.
type Instance struct {
	URL  config.URL
	port int
	args []string
	log  string // the append-only file of a durable server
	cmd  *exec.Cmd
}

// Server starts an empty Redis for one test, which may flush, kill and restart it.
func Server(tb testing.TB) *Instance {
	tb.Helper()
	s, err := start(tb.Context())
	require.NoError(tb, err)
	tb.Cleanup(s.Kill)
	return s
}

// Durable starts an empty Redis that keeps an append-only file: Restart reads it again. Each answer is in the file before it is given,
// so that only Lose loses something.
func Durable(tb testing.TB) *Instance {
	tb.Helper()
	port, err := loopback.Free(0)
	require.NoError(tb, err)
	dir := tb.TempDir()
	s := newInstance(port, "--appendonly", "yes", "--appendfsync", "no", "--dir", dir)
	s.log = filepath.Join(dir, "appendonlydir", "appendonly.aof.1.incr.aof")
	require.NoError(tb, s.run(context.WithoutCancel(tb.Context())))
	tb.Cleanup(s.Kill)
	return s
}

// Size is how much a durable server has written to its file.
func (s *Instance) Size(tb testing.TB) int64 {
	tb.Helper()
	f, err := os.Stat(s.log)
	require.NoError(tb, err)
	return f.Size()
}

// Lose takes the last bytes from the file of a durable server that was killed: what it had answered and not written yet.
func (s *Instance) Lose(tb testing.TB, bytes int64) {
	tb.Helper()
	require.NoError(tb, os.Truncate(s.log, max(0, s.Size(tb)-bytes)))
}

// Patient is the address of the server for clients that wait for an answer, however busy the machine is. A server that is gone refuses them
// at once; one that is frozen keeps them waiting.
func (s *Instance) Patient() config.URL { return patiently(s.URL) }

// Kill ends the server at once, without saving.
func (s *Instance) Kill() {
	_ = s.cmd.Process.Kill()
	_ = s.cmd.Wait()
}

// Freeze stops the server without ending it: connections stay open and no request is answered.
func (s *Instance) Freeze(tb testing.TB) {
	tb.Helper()
	require.NoError(tb, s.cmd.Process.Signal(syscall.SIGSTOP))
}

// Thaw lets a frozen server go on.
func (s *Instance) Thaw(tb testing.TB) {
	tb.Helper()
	require.NoError(tb, s.cmd.Process.Signal(syscall.SIGCONT))
}

// Restart starts the server again on the same port, empty unless it is durable. The server still ends with the test that started it first,
// not with tb, which may be a subtest.
func (s *Instance) Restart(tb testing.TB) {
	tb.Helper()
	require.NoError(tb, s.run(context.WithoutCancel(tb.Context())))
}

// Addr is host:port of the server.
func (s *Instance) Addr() string { return "127.0.0.1:" + strconv.Itoa(s.port) }

func start(ctx context.Context) (*Instance, error) {
	port, err := loopback.Free(0)
	if err != nil {
		return nil, err
	}
	s := newInstance(port)
	return s, s.run(context.WithoutCancel(ctx))
}

func newInstance(port int, args ...string) *Instance {
	return &Instance{
		port: port, URL: config.URL(fmt.Sprintf("redis://127.0.0.1:%d/0", port)),
		args: append([]string{
			"--port", strconv.Itoa(port), "--bind", "127.0.0.1", "--save", "", "--appendonly", "no", "--daemonize", "no",
			"--enable-debug-command", "local", "--dir", os.TempDir(),
		}, args...),
	}
}

// run starts the server and waits until it answers.
func (s *Instance) run(ctx context.Context) error {
	if err := s.exec(ctx, s.args...); err != nil {
		return err
	}
	return s.answers(ctx)
}

func (s *Instance) exec(ctx context.Context, args ...string) error {
	s.cmd = exec.CommandContext(ctx, "redis-server", args...)
	s.cmd.SysProcAttr = &syscall.SysProcAttr{Pdeathsig: syscall.SIGKILL}
	if err := s.cmd.Start(); err != nil {
		return fmt.Errorf("redis-server (install it, or set HUBSTAKE_TEST_REDIS): %w", err)
	}
	return nil
}

func (s *Instance) answers(ctx context.Context) error {
	rdb := s.client()
	defer func() { _ = rdb.Close() }()
	if err := poll(ctx, func(ctx context.Context) bool { return rdb.Ping(ctx).Err() == nil }); err != nil {
		return fmt.Errorf("redis-server on port %d does not answer", s.port)
	}
	return nil
}

// silence is how many milliseconds a server of a cluster, or one that sentinels watch, may be silent before another one takes its place. On a
// busy machine a process waits for seconds until it runs, so servers are replaced by the test (Replace) and never by themselves.
const silence = 600_000

// patientClient connects to this server alone, which is there and not frozen.
func (s *Instance) patientClient() *redis.Client {
	return redis.NewClient(&redis.Options{Addr: s.Addr(), DialTimeout: testkit.Patience, ReadTimeout: testkit.Patience, WriteTimeout: testkit.Patience})
}

// client connects to this server alone, and gives up soon when it does not answer.
func (s *Instance) client() *redis.Client {
	return redis.NewClient(&redis.Options{Addr: s.Addr(), MaxRetries: -1, DialerRetries: 1, DialTimeout: time.Second, ReadTimeout: time.Second})
}

// poll waits until ok, at most for testkit.Patience.
func poll(ctx context.Context, ok func(context.Context) bool) error {
	deadline, cancel := context.WithTimeout(ctx, testkit.Patience)
	defer cancel()
	tick := time.NewTicker(10 * time.Millisecond)
	defer tick.Stop()
	for !ok(deadline) {
		select {
		case <-deadline.Done():
			return deadline.Err()
		case <-tick.C:
		}
	}
	return nil
}

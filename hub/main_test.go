package main

import (
	"bytes"
	"encoding/base64"
	"fmt"
	"io"
	"net"
	"net/http"
	"os"
	"os/exec"
	"strconv"
	"strings"
	"sync"
	"sync/atomic"
	"syscall"
	"testing"
	"time"

	"github.com/fasthttp/websocket"
	"github.com/stretchr/testify/require"

	"hubstake/internal/access/token"
	"hubstake/internal/core/clock"
	"hubstake/internal/core/id"
	"hubstake/internal/platform/loopback"
	"hubstake/internal/testkit"
	"hubstake/internal/testkit/rdstest"
)

const (
	origin = "https://site.test"
	asHub  = "TEST_OPEN_FILES" // in the environment: this binary is the program, with that limit of open files
)

func TestMain(m *testing.M) {
	n, err := strconv.ParseUint(os.Getenv(asHub), 10, 64)
	if err != nil {
		os.Exit(m.Run())
	}
	if err := syscall.Setrlimit(syscall.RLIMIT_NOFILE, &syscall.Rlimit{Cur: n, Max: n}); err != nil {
		fmt.Fprintln(os.Stderr, err)
		os.Exit(1)
	}
	os.Exit(run())
}

// syncBuffer is a log that is read while it is written.
type syncBuffer struct {
	mu sync.Mutex
	b  bytes.Buffer
}

func (s *syncBuffer) Write(p []byte) (int, error) {
	s.mu.Lock()
	defer s.mu.Unlock()
	return s.b.Write(p)
}

func (s *syncBuffer) String() string {
	s.mu.Lock()
	defer s.mu.Unlock()
	return s.b.String()
}

// process is a hub that runs by itself.
type process struct {
	address, metrics string
	cmd              *exec.Cmd
	log              *syncBuffer
	guest            string // token of a guest, who may connect
}

func freeAddress(t *testing.T) string {
	t.Helper()
	address, err := loopback.FreeAddress()
	require.NoError(t, err)
	return address
}

// command is the program with a limit of open files.
func command(t *testing.T, files int) *process {
	t.Helper()
	signer, err := token.NewSigner("t="+base64.RawURLEncoding.EncodeToString(id.Key()), clock.System{})
	require.NoError(t, err)
	kek := id.Key()
	sealer, err := token.NewSealer([32]byte(kek))
	require.NoError(t, err)
	p := &process{address: freeAddress(t), metrics: freeAddress(t), log: &syncBuffer{}}
	sid := id.New()
	p.guest, _, err = signer.Sign(token.Claims{Site: rdstest.ID(), SID: sid, HubKey: sealer.Seal(sid, id.Key()), Audience: token.Guest})
	require.NoError(t, err)
	p.cmd = exec.Command(os.Args[0])
	p.cmd.Env = append(os.Environ(), asHub+"="+strconv.Itoa(files), "HUB_ENV=development", "HUB_LISTEN="+p.address, "HUB_METRICS_LISTEN="+p.metrics,
		"HUB_REDIS_URL="+string(rdstest.URL(t)), "HUB_JWT_PUBLIC_KEYS="+signer.Public(), "HUB_ORIGINS="+origin, "HUB_DRAIN=0s",
		"HUB_SEAL_KEY="+base64.RawURLEncoding.EncodeToString(kek), "HUB_MAX_PER_SESSION=0", "HUB_TRUSTED_PROXIES=127.0.0.1")
	p.cmd.Stdout, p.cmd.Stderr = p.log, p.log
	p.cmd.SysProcAttr = &syscall.SysProcAttr{Pdeathsig: syscall.SIGKILL}
	return p
}

// start runs it until the test ends.
func (p *process) start(t *testing.T) {
	t.Helper()
	require.NoError(t, p.cmd.Start())
	t.Cleanup(func() {
		_ = p.cmd.Process.Kill()
		_ = p.cmd.Wait()
	})
	testkit.Eventually(t, func() bool {
		res, err := http.Get("http://" + p.metrics + "/readyz")
		if err != nil {
			return false
		}
		_ = res.Body.Close()
		return res.StatusCode == http.StatusOK
	}, "%s", p.log)
}

func (p *process) dial(from string) (*websocket.Conn, *http.Response, error) {
	d := websocket.Dialer{Subprotocols: []string{"v12.stomp"}, HandshakeTimeout: testkit.Patience}
	return d.Dial("ws://"+p.address+"/hub", http.Header{"Origin": {origin}, "X-Forwarded-For": {from}})
}

// connect completes CONNECT.
func (p *process) connect(t *testing.T, from string) *websocket.Conn {
	t.Helper()
	ws, _, err := p.dial(from)
	require.NoError(t, err)
	t.Cleanup(func() { _ = ws.Close() })
	require.Equal(t, "CONNECTED", p.ask(t, ws, "CONNECT\naccept-version:1.2\ntoken:"+p.guest+"\n\n\x00"))
	return ws
}

// ask sends a frame and returns the command of the answer.
func (p *process) ask(t *testing.T, ws *websocket.Conn, frame string) string {
	t.Helper()
	require.NoError(t, ws.WriteMessage(websocket.TextMessage, []byte(frame)))
	require.NoError(t, ws.SetReadDeadline(time.Now().Add(testkit.Patience)))
	_, answer, err := ws.ReadMessage()
	require.NoError(t, err)
	command, _, _ := strings.Cut(string(answer), "\n")
	return command
}

// cpu is the processor time that the process has used.
func (p *process) cpu(t *testing.T) time.Duration {
	t.Helper()
	raw, err := os.ReadFile("/proc/" + strconv.Itoa(p.cmd.Process.Pid) + "/stat")
	require.NoError(t, err)
	f := strings.Fields(string(raw[bytes.LastIndexByte(raw, ')')+2:]))
	user, err := strconv.Atoi(f[11])
	require.NoError(t, err)
	system, err := strconv.Atoi(f[12])
	require.NoError(t, err)
	const tick = 10 * time.Millisecond // USER_HZ is 100 wherever Linux runs
	return time.Duration(user+system) * tick
}

// metric is one figure of the process; its name may have labels.
func (p *process) metric(t *testing.T, name string) string {
	t.Helper()
	res, err := http.Get("http://" + p.metrics + "/metrics")
	require.NoError(t, err)
	defer func() { _ = res.Body.Close() }()
	body, err := io.ReadAll(res.Body)
	require.NoError(t, err)
	for line := range strings.Lines(string(body)) {
		if v, ok := strings.CutPrefix(strings.TrimSpace(line), name+" "); ok {
			return v
		}
	}
	return ""
}

// faults.md row 40: with few descriptors the hub refuses before accepting can fail, and connected clients notice nothing.
func TestFewDescriptors(t *testing.T) {
	t.Parallel()
	const files, room = 300, 300*15/16 - 128
	p := command(t, files)
	p.start(t)
	require.Equal(t, strconv.Itoa(room), p.metric(t, "hub_connections_limit"))
	var all []*websocket.Conn
	for range room {
		all = append(all, p.connect(t, "192.0.2.1"))
	}
	_, res, err := p.dial("192.0.2.1")
	require.ErrorIs(t, err, websocket.ErrBadHandshake)
	require.Equal(t, http.StatusServiceUnavailable, res.StatusCode)
	require.NotEmpty(t, res.Header.Get("Retry-After"))
	require.Equal(t, "1", p.metric(t, `hub_refusals_total{reason="full"}`))

	// Many more, who say nothing at all: they are turned away as they come, and not one is left waiting for a descriptor.
	const silent, slack = 200, 64
	answers := make(chan string, silent)
	for range silent {
		c, err := net.Dial("tcp", p.address)
		require.NoError(t, err)
		t.Cleanup(func() { _ = c.Close() })
		go func() {
			b := make([]byte, 512)
			n, _ := c.Read(b)
			answers <- string(b[:n])
		}()
	}
	for range silent - slack {
		require.True(t, strings.HasPrefix(<-answers, "HTTP/1.1 503 "))
	}
	require.NotEqual(t, "0", p.metric(t, `hub_refusals_total{reason="descriptors"}`))
	before, begin := p.cpu(t), time.Now()
	require.Equal(t, "RECEIPT", p.ask(t, all[0], "BEGIN\ntransaction:1\nreceipt:1\n\n\x00"))
	testkit.Eventually(t, func() bool { return time.Since(begin) > time.Second })
	require.Less(t, p.cpu(t)-before, time.Since(begin)/4, "it does not spin")
	require.NotContains(t, p.log.String(), "no connection can be accepted")

	for _, ws := range all[1:] {
		require.NoError(t, ws.Close())
	}
	testkit.Eventually(t, func() bool {
		ws, _, err := p.dial("192.0.2.1")
		if err != nil {
			return false
		}
		return ws.Close() == nil
	}, "there is room again")
	require.Equal(t, "RECEIPT", p.ask(t, all[0], "BEGIN\ntransaction:2\nreceipt:1\n\n\x00"))
}

// secondsSince is how many tokens were allowed after the first ones, one a second, however long a busy machine took.
func secondsSince(begin time.Time) int64 { return int64(time.Since(begin).Seconds()) + 1 }

// security.md 2.6: an attacker tries tokens as fast as possible. The hub checks a few and turns the rest away at the cost of an HTTP
// answer, and others connect as always.
func TestAFloodOfBadTokens(t *testing.T) {
	t.Parallel()
	p := command(t, 2000)
	p.start(t)
	const hands, enough = 6, 200
	begin := time.Now()
	var turned, judged atomic.Int64
	flooding := func() bool { return turned.Load() < enough && time.Since(begin) < testkit.Patience }
	var g sync.WaitGroup
	before := p.cpu(t)
	for range hands {
		g.Go(func() {
			for flooding() {
				ws, res, err := p.dial("192.0.2.66")
				if err != nil {
					if res != nil && res.StatusCode == http.StatusTooManyRequests {
						turned.Add(1)
					}
					continue
				}
				_ = ws.WriteMessage(websocket.TextMessage, []byte("CONNECT\naccept-version:1.2\ntoken:"+p.guest+"x\n\n\x00"))
				_, _, _ = ws.ReadMessage()
				_ = ws.Close()
				judged.Add(1)
			}
		})
	}
	others := 0
	for ; flooding() || others == 0; others++ {
		require.NoError(t, p.connect(t, fmt.Sprintf("198.51.100.%d", others%200)).Close())
	}
	g.Wait()
	t.Logf("%d judged, %d turned away, %v of processor time, %d others connected", judged.Load(), turned.Load(), p.cpu(t)-before, others)
	require.GreaterOrEqual(t, turned.Load(), int64(enough))
	require.LessOrEqual(t, judged.Load(), 60+hands+secondsSince(begin), "60, one a second, and what was under way")
}

func TestTooFewDescriptorsToStart(t *testing.T) {
	t.Parallel()
	p := command(t, 100)
	require.Error(t, p.cmd.Run())
	require.Contains(t, p.log.String(), "leaves no room for connections")
}

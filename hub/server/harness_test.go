package server

import (
	"bytes"
	"context"
	"crypto/rand"
	"encoding/base64"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"net/http"
	"strconv"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/fasthttp/websocket"
	"github.com/go-stomp/stomp/v3/frame"
	"github.com/redis/go-redis/v9"
	"github.com/rs/zerolog"
	"github.com/stretchr/testify/require"
	"go.uber.org/goleak"

	"hubstake/hub/seal"
	"hubstake/internal/clock"
	"hubstake/internal/event"
	"hubstake/internal/id"
	"hubstake/internal/platform/config"
	"hubstake/internal/platform/obs"
	"hubstake/internal/platform/rds"
	"hubstake/internal/platform/token"
	"hubstake/internal/testkit/rdstest"
)

// fasthttp has a clock for all servers, and a cleaner that sleeps on for up to ten seconds after its server has ended.
func TestMain(m *testing.M) {
	goleak.VerifyTestMain(m,
		goleak.IgnoreAnyFunction("github.com/valyala/fasthttp.updateServerDate.func1"),
		goleak.IgnoreAnyFunction("github.com/valyala/fasthttp.(*workerPool).Start.func2"))
}

// patience is how long a test waits for what must come.
const patience = 10 * time.Second

// world is what the other programs are to a hub: they sign tokens, write projections and publish events.
type world struct {
	tb     testing.TB
	rdb    redis.UniversalClient
	url    config.URL
	clk    clock.Clock
	signer *token.Signer
	spec   string // of the signing key
	kek    [32]byte
	sealer *token.Sealer
	site   string

	mu     sync.Mutex
	serial int64
	truth  map[string]rds.Balance // what PostgreSQL would know, by memId
	people map[string]*person     // by session id
}

func newWorld(tb testing.TB, url config.URL) *world {
	tb.Helper()
	rdb, err := rds.Open(url)
	require.NoError(tb, err)
	tb.Cleanup(func() { _ = rdb.Close() })
	w := &world{tb: tb, rdb: rdb, url: url, clk: clock.System{}, site: rdstest.ID(), truth: map[string]rds.Balance{}, people: map[string]*person{}}
	seed := make([]byte, 32)
	_, _ = rand.Read(seed)
	_, _ = rand.Read(w.kek[:])
	w.spec = "k1=" + base64.RawURLEncoding.EncodeToString(seed)
	w.signer = w.signerAt(time.Time{})
	w.sealer, err = token.NewSealer(w.kek)
	require.NoError(tb, err)
	return w
}

// signerAt signs as of another moment; the zero time means now.
func (w *world) signerAt(at time.Time) *token.Signer {
	w.tb.Helper()
	clk := w.clk
	if !at.IsZero() {
		clk = clock.NewManual(at)
	}
	s, err := token.NewSigner(w.spec, clk)
	require.NoError(w.tb, err)
	return s
}

// hub is a node under test.
type hub struct {
	*Server
	prog obs.Program
	logs *syncBuffer
	stop func()
}

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

const origin = "https://site.test"

func (w *world) hub(tb testing.TB, change func(*Config)) *hub {
	tb.Helper()
	cfg, err := config.LoadFrom[Config]("HUB", []string{
		"HUB_ENV=development", "HUB_LISTEN=127.0.0.1:0", "HUB_REDIS_URL=" + string(w.url), "HUB_JWT_PUBLIC_KEYS=" + w.signer.Public(),
		"HUB_SEAL_KEY=" + base64.RawURLEncoding.EncodeToString(w.kek[:]), "HUB_ORIGINS=" + origin, "HUB_DRAIN=0s",
	})
	require.NoError(tb, err)
	if change != nil {
		change(&cfg)
	}
	h := &hub{logs: &syncBuffer{}}
	h.prog = obs.Program{Name: "hub", Log: zerolog.New(h.logs), Reg: obs.Registry(), Health: &obs.Health{}}
	h.Server, err = New(cfg, w.clk, h.prog)
	require.NoError(tb, err)
	ctx, cancel := context.WithCancel(context.Background())
	done := make(chan error, 1)
	go func() { done <- h.Run(ctx) }()
	var once sync.Once
	h.stop = func() {
		once.Do(func() {
			cancel()
			require.NoError(tb, <-done)
		})
	}
	tb.Cleanup(h.stop)
	return h
}

// person is somebody with a session.
type person struct {
	w       *world
	memID   string
	sid     string
	topic   string
	token   string
	sessKey []byte
	record  rds.Session
}

func (w *world) sign(c token.Claims) string {
	w.tb.Helper()
	text, _, err := w.signer.Sign(c)
	require.NoError(w.tb, err)
	return text
}

// login gives a member a live session in Redis.
func (w *world) login(memID string, aud token.Audience) *person {
	w.tb.Helper()
	p := &person{w: w, memID: memID, sid: id.New(), topic: id.New(), sessKey: id.Key()}
	p.record = rds.Session{
		Member: memID, Site: w.site, Audience: string(aud), Topic: p.topic, Key: w.sealer.Seal(p.sid, p.sessKey),
		State: rds.Live, Gen: 1, Version: 1, Expires: w.clk.Now().Add(time.Hour),
	}
	p.token = w.sign(token.Claims{MemID: memID, Site: w.site, SID: p.sid, Topic: p.topic, Gen: 1, Audience: aud})
	w.mu.Lock()
	w.people[p.sid] = p
	w.mu.Unlock()
	p.put()
	return p
}

func (p *person) put() {
	p.w.tb.Helper()
	require.NoError(p.w.tb, rds.PutSession(context.Background(), p.w.rdb, p.sid, p.record))
}

// guest makes a visitor with a short-lived token.
func (w *world) guest() *person {
	p := &person{w: w, sid: id.New(), sessKey: id.Key()}
	p.token = w.sign(token.Claims{Site: w.site, SID: p.sid, HubKey: w.sealer.Seal(p.sid, p.sessKey), Audience: token.Guest})
	return p
}

// balance sets what PostgreSQL and the projection know of a member.
func (w *world) balance(memID string, b rds.Balance) {
	w.tb.Helper()
	w.mu.Lock()
	w.truth[memID] = b
	w.mu.Unlock()
	require.NoError(w.tb, rds.PutBalance(context.Background(), w.rdb, memID, b))
}

func start() rds.Balance {
	return rds.Balance{Cash: "1000", Points: "10", Version: 1, Unread: "0", MsgVersion: 1, Locked: "N", Permitted: "Y", LockVersion: 1}
}

// member is login of a new member with a balance.
func (w *world) member() *person {
	w.tb.Helper()
	memID := rdstest.ID()
	w.balance(memID, start())
	return w.login(memID, token.Member)
}

// publish does what the relay does.
func (w *world) publish(events ...event.Event) {
	w.tb.Helper()
	for _, e := range events {
		if e.Site == "" {
			e.Site = w.site
		}
		if e.At.IsZero() {
			e.At = w.clk.Now()
		}
		w.mu.Lock()
		w.serial++
		ms := w.clk.Now().UnixMilli()
		entry := rds.Entry{ID: fmt.Sprintf("%d-%d", ms, w.serial), Event: e}
		_, err := rds.Publish(context.Background(), w.rdb, rds.StreamOf(e), "epoch-"+w.site, "", []rds.Entry{entry})
		w.mu.Unlock()
		require.NoError(w.tb, err)
	}
}

// workers answers refresh requests from the truth, as the workers do from PostgreSQL, until the test ends.
func (w *world) workers() {
	ctx, cancel := context.WithCancel(context.Background())
	done := make(chan struct{})
	go func() {
		defer close(done)
		last := "0-0"
		for ctx.Err() == nil {
			res, err := w.rdb.XRead(ctx, &redis.XReadArgs{Streams: []string{rds.RefreshKey, last}, Block: 20 * time.Millisecond, Count: 100}).Result()
			if err != nil {
				if !errors.Is(err, redis.Nil) {
					last = "0-0" // Redis was away, perhaps with its data
				}
				continue
			}
			for _, m := range res[0].Messages {
				last = m.ID
				w.refresh(ctx, m.Values)
			}
		}
	}()
	w.tb.Cleanup(func() {
		cancel()
		<-done
	})
}

func (w *world) refresh(ctx context.Context, v map[string]any) {
	w.mu.Lock()
	defer w.mu.Unlock()
	switch name := v["id"].(string); v["kind"] {
	case "member":
		if b, ok := w.truth[name]; ok {
			_ = rds.PutBalance(ctx, w.rdb, name, b)
		}
	case "session":
		if p := w.people[name]; p != nil {
			_ = rds.PutSession(ctx, w.rdb, name, p.record)
		}
	case "site":
		_ = rds.PutSite(ctx, w.rdb, name, false, 0)
	}
}

// client is a STOMP client that checks what it gets; it reads frames with go-stomp's reader.
type client struct {
	tb       testing.TB
	ws       *websocket.Conn
	p        *person
	headers  *frame.Header // of CONNECTED
	sealer   *seal.Sealer
	frames   chan *frame.Frame
	early    []*frame.Frame // came while a receipt was waited for
	beats    chan struct{}  // ends of line that came alone
	closed   chan struct{}
	closeErr error
	seq      map[string]uint64
	resynced map[string]bool
}

func dial(h *hub, header http.Header) (*websocket.Conn, *http.Response, error) {
	d := websocket.Dialer{Subprotocols: []string{"v12.stomp"}, HandshakeTimeout: patience}
	return d.Dial("ws://"+h.Addr()+"/hub", header)
}

// open upgrades without a CONNECT.
func open(tb testing.TB, h *hub) *client {
	tb.Helper()
	ws, _, err := dial(h, http.Header{"Origin": {origin}})
	require.NoError(tb, err)
	return attach(tb, ws)
}

func attach(tb testing.TB, ws *websocket.Conn) *client {
	c := &client{tb: tb, ws: ws, frames: make(chan *frame.Frame, 10000), closed: make(chan struct{}), beats: make(chan struct{}, 100), seq: map[string]uint64{}, resynced: map[string]bool{}}
	go c.read()
	tb.Cleanup(func() {
		_ = ws.Close()
		<-c.closed
	})
	return c
}

func (c *client) read() {
	defer close(c.closed)
	for {
		_, b, err := c.ws.ReadMessage()
		if err != nil {
			c.closeErr = err
			close(c.beats)
			return
		}
		if string(b) == "\n" {
			c.beats <- struct{}{}
			continue
		}
		for r := frame.NewReader(bytes.NewReader(b)); ; {
			f, err := r.Read()
			if err != nil {
				if !errors.Is(err, io.EOF) {
					c.closeErr = err
				}
				break
			}
			if f != nil {
				c.frames <- f
			}
		}
	}
}

// send writes one frame: the command, then headers as "name:value", then perhaps a body after an empty string.
func (c *client) send(command string, lines ...string) {
	c.tb.Helper()
	body := ""
	for i, l := range lines {
		if l == "" {
			body = strings.Join(lines[i+1:], "")
			lines = lines[:i]
			break
		}
	}
	raw := strings.Join(append([]string{command}, lines...), "\n") + "\n\n" + body + "\x00"
	require.NoError(c.tb, c.ws.WriteMessage(websocket.TextMessage, []byte(raw)))
}

// next is the next frame of that command.
func (c *client) next(command string) *frame.Frame {
	c.tb.Helper()
	for len(c.early) > 0 {
		f := c.early[0]
		if c.early = c.early[1:]; f.Command == command {
			return f
		}
	}
	for {
		select {
		case f := <-c.frames:
			if f.Command == command {
				return f
			}
			require.NotEqual(c.tb, "ERROR", f.Command, "%v %s", f.Header, f.Body)
			require.NotEqual(c.tb, command, "RECEIPT", "%s came before the receipt", f.Command)
		case <-time.After(patience):
			require.Fail(c.tb, "no frame", "%s", command)
		case <-c.closed:
			if len(c.frames) == 0 {
				require.Fail(c.tb, "closed", "%v while waiting for %s", c.closeErr, command)
			}
		}
	}
}

// connect opens a connection for a person and completes the hand-shake.
func (p *person) connect(h *hub, headers ...string) *client {
	p.w.tb.Helper()
	c := open(p.w.tb, h)
	c.hello(p, headers...)
	return c
}

func (c *client) hello(p *person, headers ...string) {
	c.tb.Helper()
	c.send("CONNECT", append([]string{"accept-version:1.0,1.1,1.2", "host:" + p.w.site, "token:" + p.token}, headers...)...)
	c.greeted(p)
}

func (c *client) greeted(p *person) {
	c.tb.Helper()
	f := c.next("CONNECTED")
	c.p, c.headers = p, f.Header
	require.Equal(c.tb, p.sid, f.Header.Get("session"))
	salt, err := base64.RawURLEncoding.DecodeString(f.Header.Get("key-salt"))
	require.NoError(c.tb, err)
	key, err := seal.Derive(p.sessKey, salt, p.sid)
	require.NoError(c.tb, err)
	c.sealer = seal.New(&key, p.sid)
}

// subscribe waits for the receipt.
func (c *client) subscribe(name, destination string, headers ...string) {
	c.tb.Helper()
	c.send("SUBSCRIBE", append([]string{"id:" + name, "destination:" + destination, "receipt:sub-" + name}, headers...)...)
	for {
		select {
		case f := <-c.frames:
			require.NotEqual(c.tb, "ERROR", f.Command, "%v %s", f.Header, f.Body)
			if f.Command == "RECEIPT" {
				require.Equal(c.tb, "sub-"+name, f.Header.Get("receipt-id"))
				return
			}
			c.early = append(c.early, f)
		case <-time.After(patience):
			require.Fail(c.tb, "no receipt")
		}
	}
}

// note is what a MESSAGE carried.
type note struct {
	Cmd, Data1, Data2 string
	Ver, At           int64
	header            *frame.Header
}

// open checks and opens a MESSAGE.
func (c *client) open(f *frame.Frame) note {
	c.tb.Helper()
	sub := f.Header.Get("subscription")
	seq, err := strconv.ParseUint(f.Header.Get("seq"), 10, 64)
	require.NoError(c.tb, err)
	require.Equal(c.tb, c.seq[sub]+1, seq, "seq of subscription %s", sub)
	c.seq[sub] = seq
	plain, err := c.sealer.Open(f.Body, f.Header.Get("destination"), seq)
	require.NoError(c.tb, err, "%v", f.Header)
	n := parse(plain)
	require.NotEmpty(c.tb, n.Cmd, "%s", plain)
	n.header = f.Header
	return n
}

// parse reads the JSON of an event; the zero note when it is none.
func parse(plain []byte) (n note) {
	if json.Unmarshal(plain, &n) != nil {
		return note{}
	}
	return n
}

// message is the next MESSAGE, opened.
func (c *client) message() note {
	c.tb.Helper()
	return c.open(c.next("MESSAGE"))
}

// until reads messages until one satisfies ok.
func (c *client) until(ok func(note) bool) note {
	c.tb.Helper()
	for {
		if n := c.message(); ok(n) {
			return n
		}
	}
}

// cmd reads messages until one of that command.
func (c *client) cmd(cmd event.Cmd) note {
	c.tb.Helper()
	return c.until(func(n note) bool { return n.Cmd == string(cmd) })
}

// personal subscribes to the own topic and reads the snapshot.
func (c *client) personal() map[string]note {
	c.tb.Helper()
	c.subscribe("0", "/topic/"+c.p.topic)
	snap := map[string]note{}
	for range 3 {
		n := c.message()
		snap[n.Cmd] = n
	}
	return snap
}

// code waits until the connection is closed and returns the code of the close frame; 0 when there was none.
func (c *client) code() int {
	c.tb.Helper()
	select {
	case <-c.closed:
	case <-time.After(patience):
		require.Fail(c.tb, "not closed")
	}
	var ce *websocket.CloseError
	if errors.As(c.closeErr, &ce) {
		return ce.Code
	}
	return 0
}

// failed reads until the ERROR.
func (c *client) failed() *frame.Frame {
	c.tb.Helper()
	for {
		select {
		case f := <-c.frames:
			if f.Command == "ERROR" {
				return f
			}
		case <-time.After(patience):
			require.Fail(c.tb, "no ERROR")
		case <-c.closed:
			if len(c.frames) == 0 {
				require.Fail(c.tb, "closed without an ERROR", "%v", c.closeErr)
			}
		}
	}
}

// eventually waits until a metric has that value.
func (h *hub) eventually(tb testing.TB, want float64, name string, labels ...string) {
	tb.Helper()
	require.Eventually(tb, func() bool { return h.metric(tb, name, labels...) == want }, patience, 5*time.Millisecond,
		"%s %v is %v, not %v", name, labels, h.metric(tb, name, labels...), want)
}

// metric reads one value of the node's metrics.
func (h *hub) metric(tb testing.TB, name string, labels ...string) float64 {
	tb.Helper()
	families, err := h.prog.Reg.Gather()
	require.NoError(tb, err)
	for _, f := range families {
		if f.GetName() != name {
			continue
		}
		for _, m := range f.GetMetric() {
			have := ""
			for _, l := range m.GetLabel() {
				have += l.GetName() + "=" + l.GetValue() + ","
			}
			if have == strings.Join(append(labels, ""), ",") || len(labels) == 0 {
				return m.GetCounter().GetValue() + m.GetGauge().GetValue() + float64(m.GetHistogram().GetSampleCount())
			}
		}
	}
	require.Fail(tb, "no metric", "%s %v", name, labels)
	return 0
}

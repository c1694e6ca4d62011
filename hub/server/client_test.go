package server

import (
	"bytes"
	"encoding/base64"
	"encoding/json"
	"errors"
	"io"
	"net/http"
	"strconv"
	"strings"
	"testing"
	"time"

	"github.com/fasthttp/websocket"
	"github.com/go-stomp/stomp/v3/frame"
	"github.com/stretchr/testify/require"

	"hubstake/hub/seal"
	"hubstake/internal/core/event"
	"hubstake/internal/testkit"
)

// testClient is a STOMP client that checks what it gets; it reads frames with go-stomp's reader.
type testClient struct {
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
	d := websocket.Dialer{Subprotocols: []string{"v12.stomp"}, HandshakeTimeout: testkit.Patience}
	return d.Dial("ws://"+h.Addr()+"/hub", header)
}

// open upgrades without a CONNECT.
func open(tb testing.TB, h *hub) *testClient {
	tb.Helper()
	ws, _, err := dial(h, http.Header{"Origin": {origin}})
	require.NoError(tb, err)
	return attach(tb, ws)
}

func attach(tb testing.TB, ws *websocket.Conn) *testClient {
	c := &testClient{tb: tb, ws: ws, frames: make(chan *frame.Frame, 10000), closed: make(chan struct{}), beats: make(chan struct{}, 100), seq: map[string]uint64{}, resynced: map[string]bool{}}
	go c.read()
	tb.Cleanup(func() {
		_ = ws.Close()
		<-c.closed
	})
	return c
}

func (c *testClient) read() {
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
func (c *testClient) send(command string, lines ...string) {
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
func (c *testClient) next(command string) *frame.Frame {
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
			require.NotEqual(c.tb, "RECEIPT", command, "%s came before the receipt", f.Command)
		case <-time.After(testkit.Patience):
			require.Fail(c.tb, "no frame", "%s", command)
		case <-c.closed:
			if len(c.frames) == 0 {
				require.Fail(c.tb, "closed", "%v while waiting for %s", c.closeErr, command)
			}
		}
	}
}

// connect opens a connection for a person and completes the handshake.
func (p *person) connect(h *hub, headers ...string) *testClient {
	p.w.tb.Helper()
	c := open(p.w.tb, h)
	c.hello(p, headers...)
	return c
}

func (c *testClient) hello(p *person, headers ...string) {
	c.tb.Helper()
	c.send("CONNECT", append([]string{"accept-version:1.0,1.1,1.2", "host:" + p.w.site, "token:" + p.token}, headers...)...)
	c.greeted(p)
}

func (c *testClient) greeted(p *person) {
	c.tb.Helper()
	c.take(p, c.next("CONNECTED"))
}

// connectAgain connects as a page does that is told to come again: until the hub takes it.
func (p *person) connectAgain(h *hub) *testClient {
	p.w.tb.Helper()
	for range 50 {
		c := open(p.w.tb, h)
		c.send("CONNECT", "accept-version:1.2", "host:"+p.w.site, "token:"+p.token)
		select {
		case f := <-c.frames:
			if f.Command == "CONNECTED" {
				c.take(p, f)
				return c
			}
		case <-time.After(testkit.Patience):
			require.Fail(p.w.tb, "no answer to CONNECT")
		}
	}
	require.Fail(p.w.tb, "the hub did not take the session")
	return nil
}

// take keeps what CONNECTED says of the session.
func (c *testClient) take(p *person, f *frame.Frame) {
	c.tb.Helper()
	c.p, c.headers = p, f.Header
	require.Equal(c.tb, p.sid, f.Header.Get("session"))
	salt, err := base64.RawURLEncoding.DecodeString(f.Header.Get("key-salt"))
	require.NoError(c.tb, err)
	key, err := seal.Derive(p.sessKey, salt, p.sid)
	require.NoError(c.tb, err)
	c.sealer = seal.New(&key, p.sid)
}

// subscribe waits for the receipt.
func (c *testClient) subscribe(name, destination string, headers ...string) {
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
		case <-time.After(testkit.Patience):
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
func (c *testClient) open(f *frame.Frame) note {
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

// parse reads the JSON of an event; it returns the zero note when the text is not an event.
func parse(plain []byte) (n note) {
	if json.Unmarshal(plain, &n) != nil {
		return note{}
	}
	return n
}

// message is the next MESSAGE, opened.
func (c *testClient) message() note {
	c.tb.Helper()
	return c.open(c.next("MESSAGE"))
}

// until reads messages until one satisfies ok.
func (c *testClient) until(ok func(note) bool) note {
	c.tb.Helper()
	for {
		if n := c.message(); ok(n) {
			return n
		}
	}
}

// cmd reads messages until one of that command.
func (c *testClient) cmd(cmd event.Cmd) note {
	c.tb.Helper()
	return c.until(func(n note) bool { return n.Cmd == string(cmd) })
}

// personal subscribes to the own topic and reads the snapshot.
func (c *testClient) personal() map[string]note {
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
func (c *testClient) code() int {
	c.tb.Helper()
	select {
	case <-c.closed:
	case <-time.After(testkit.Patience):
		require.Fail(c.tb, "not closed")
	}
	var ce *websocket.CloseError
	if errors.As(c.closeErr, &ce) {
		return ce.Code
	}
	return 0
}

// failed reads until the ERROR.
func (c *testClient) failed() *frame.Frame {
	c.tb.Helper()
	for {
		select {
		case f := <-c.frames:
			if f.Command == "ERROR" {
				return f
			}
		case <-time.After(testkit.Patience):
			require.Fail(c.tb, "no ERROR")
		case <-c.closed:
			if len(c.frames) == 0 {
				require.Fail(c.tb, "closed without an ERROR", "%v", c.closeErr)
			}
		}
	}
}

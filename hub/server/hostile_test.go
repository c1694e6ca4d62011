package server

import (
	"bufio"
	"bytes"
	"encoding/binary"
	"fmt"
	"io"
	"math/rand/v2"
	"net"
	"net/http"
	"runtime"
	"strconv"
	"strings"
	"testing"
	"time"

	"github.com/gobwas/ws"
	"github.com/stretchr/testify/require"

	"hubstake/internal/core/event"
	"hubstake/internal/testkit"
	"hubstake/internal/testkit/rdstest"
)

// attacker is a peer that keeps to no rule: it writes bytes.
type attacker struct {
	net.Conn
	in *bufio.Reader
}

func attack(t *testing.T, h *hub) *attacker {
	t.Helper()
	c, err := net.Dial("tcp", h.Addr())
	require.NoError(t, err)
	t.Cleanup(func() { _ = c.Close() })
	require.NoError(t, c.SetDeadline(time.Now().Add(testkit.Patience)))
	return &attacker{c, bufio.NewReader(c)}
}

const handshake = "GET /hub HTTP/1.1\r\nHost: x\r\nUpgrade: websocket\r\nConnection: Upgrade\r\nSec-WebSocket-Version: 13\r\n" +
	"Sec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==\r\nSec-WebSocket-Protocol: v12.stomp\r\nOrigin: " + origin + "\r\n\r\n"

// upgrade does what every client does.
func (a *attacker) upgrade(t *testing.T) {
	t.Helper()
	_, err := a.Write([]byte(handshake))
	require.NoError(t, err)
	res, err := http.ReadResponse(a.in, nil)
	require.NoError(t, err)
	require.NoError(t, res.Body.Close())
	require.Equal(t, http.StatusSwitchingProtocols, res.StatusCode)
}

// login goes as far as the receipt of a subscription.
func (a *attacker) login(t *testing.T, p *person) {
	t.Helper()
	_, err := a.Write(masked(ws.OpText, true, "CONNECT\naccept-version:1.2\ntoken:"+p.token+"\n\n\x00"+
		"SUBSCRIBE\nid:0\ndestination:/topic/"+p.topic+"\nreceipt:r\n\n\x00"))
	require.NoError(t, err)
	for got := ""; !strings.Contains(got, "receipt-id:r"); {
		f, err := ws.ReadFrame(a.in)
		require.NoError(t, err)
		got += string(f.Payload)
	}
}

// send writes everything while it reads, and returns the code of the close frame, 0 when there was none.
func (a *attacker) send(raw []byte) (code int) {
	go func() {
		_, _ = a.Write(raw) // the hub may well close in the middle of it
	}()
	for {
		f, err := ws.ReadFrame(a.in)
		if err != nil {
			return 0
		}
		if f.Header.OpCode == ws.OpClose {
			c, _ := ws.ParseCloseFrameData(f.Payload)
			return int(c)
		}
	}
}

func masked(op ws.OpCode, fin bool, payload string) []byte {
	b, err := ws.CompileFrame(ws.MaskFrameWith(ws.NewFrame(op, fin, []byte(payload)), [4]byte{9, 8, 7, 6}))
	if err != nil {
		panic(err)
	}
	return b
}

func message(payload string) []byte { return masked(ws.OpBinary, true, payload) }

func with(b []byte, change func(b []byte)) []byte {
	b = bytes.Clone(b)
	change(b)
	return b
}

// announced is a frame that only says how long it is going to be.
func announced(length uint64) []byte {
	return append(binary.BigEndian.AppendUint64([]byte{0x82, 0xff}, length), 1, 2, 3, 4)
}

// noise is the same on every run.
func noise(n int) string {
	r := rand.New(rand.NewPCG(2, 6))
	b := make([]byte, n)
	for i := range b {
		b[i] = byte(r.Uint32())
	}
	return string(b)
}

// inMessages cuts text into messages of 32 KiB.
func inMessages(text string) (out []byte) {
	for len(text) > 0 {
		n := min(len(text), 32<<10)
		out = append(out, message(text[:n])...)
		text = text[n:]
	}
	return out
}

// hostileFrames returns what an attacker may send after the upgrade, each with the close code that the hub must answer.
func hostileFrames() map[string]struct {
	raw  []byte
	code int
} {
	type row = struct {
		raw  []byte
		code int
	}
	ping := masked(ws.OpPing, true, "x")
	return map[string]row{
		"not masked":               {ws.MustCompileFrame(ws.NewTextFrame([]byte("\n"))), 1002},
		"reserved bit 1":           {with(message("\n"), func(b []byte) { b[0] |= 0x40 }), 1002},
		"reserved bit 2":           {with(message("\n"), func(b []byte) { b[0] |= 0x20 }), 1002},
		"reserved bit 3":           {with(message("\n"), func(b []byte) { b[0] |= 0x10 }), 1002},
		"reserved opcode":          {masked(0xb, true, "x"), 1002},
		"ping in fragments":        {masked(ws.OpPing, false, "x"), 1002},
		"ping of 126 bytes":        {masked(ws.OpPing, true, strings.Repeat("x", 126)), 1002},
		"continuation of nothing":  {masked(ws.OpContinuation, true, "x"), 1002},
		"message within a message": {append(masked(ws.OpText, false, "\n"), masked(ws.OpText, true, "\n")...), 1002},
		"close with code 999":      {masked(ws.OpClose, true, "\x03\xe7"), 1002},
		"close of one byte":        {masked(ws.OpClose, true, "\x03"), 1002},
		"length of 2^63":           {announced(1 << 63), 1002},
		"length of 2^40":           {announced(1 << 40), 1009},
		"text that is not UTF-8":   {masked(ws.OpText, true, "\xff"), 1007},
		"ten thousand fragments": {append(masked(ws.OpBinary, false, "\n"),
			bytes.Repeat(masked(ws.OpContinuation, false, "\n"), 10_000)...), 1008},
		"ten thousand empty fragments": {append(masked(ws.OpBinary, false, ""),
			bytes.Repeat(masked(ws.OpContinuation, false, ""), 10_000)...), 1008},
		"ten thousand pings":          {bytes.Repeat(ping, 10_000), 1008},
		"ten thousand pongs":          {bytes.Repeat(masked(ws.OpPong, true, ""), 10_000), 1008},
		"ten thousand empty messages": {bytes.Repeat(message(""), 10_000), 1008},
		"command without an end":      {inMessages(strings.Repeat("C", 1<<20)), 1009},
		"header without an end":       {inMessages("CONNECT\na:" + strings.Repeat("b", 1<<20)), 1009},
		"headers without an end":      {inMessages("CONNECT\n" + strings.Repeat("a:b\n", 1<<18)), 1009},
		"body without an end":         {inMessages("SEND\n\n" + strings.Repeat("b", 1<<20)), 1009},
		"content-length 10^12":        {message("SEND\ncontent-length:1000000000000\n\nx"), 1009},
		"content-length 10^30":        {message("SEND\ncontent-length:1" + strings.Repeat("0", 30) + "\n\nx"), 1009},
		"content-length -1":           {message("SEND\ncontent-length:-1\n\nx\x00"), 1002},
		"content-length too small":    {message("SEND\ncontent-length:1\n\nxyz\x00"), 1002},
		"undefined escape":            {message("SUBSCRIBE\nid:\\q\n\n\x00"), 1002},
		"a megabyte of noise":         {inMessages("\x01" + noise(1<<20)), 1002},
		"a megabyte of NUL":           {inMessages(strings.Repeat("\x00", 1<<20)), 1002},
		"HTTP once more":              {message(handshake + "\x00"), 1002},
	}
}

// A hostile frame ends its own connection and has no other effect: other clients get their events as always, and no memory stays
// in use. Not parallel, because it measures the memory of the process; in make test what stays in use is measured once, after all of them.
func TestHostileFramesCostNothing(t *testing.T) {
	for _, loop := range []bool{true, false} {
		t.Run(fmt.Sprintf("event loop %v", loop), func(t *testing.T) { hostileFramesCostNothing(t, loop) })
	}
}

func hostileFramesCostNothing(t *testing.T, loop bool) {
	t.Helper()
	w := newWorld(t, rdstest.URL(t))
	h := w.hub(t, func(c *Config) { c.MaxFailedConnects, c.MaxPerAddress, c.EventLoop = 0, 0, loop })
	healthy, spy := w.member(), w.member()
	c := healthy.connect(h)
	c.personal()
	var ver int64 = 10
	alive := func(t *testing.T) {
		t.Helper()
		ver++
		w.publish(event.Event{Member: healthy.memID, Cmd: event.Cash, Data1: strconv.FormatInt(ver, 10), Ver: ver})
		require.Equal(t, ver, c.message().Ver)
	}
	// One attack first, so that memory that is allocated once and kept is in use before the first measurement.
	warm := attack(t, h)
	warm.upgrade(t)
	warm.login(t, spy)
	require.Equal(t, 1008, warm.send(bytes.Repeat(message(""), 10_000)))
	alive(t)

	const most = 1 << 20
	begin := liveHeap()
	for name, frame := range hostileFrames() {
		for _, connected := range []bool{false, true} {
			before, made := begin, allocated()
			if !testing.Short() {
				before = liveHeap()
			}
			a := attack(t, h)
			a.upgrade(t)
			if connected {
				a.login(t, spy)
			}
			require.Equal(t, frame.code, a.send(frame.raw), "%s, connected: %v", name, connected)
			require.NoError(t, a.Close())
			alive(t)
			testkit.Eventually(t, func() bool { return h.node.Open() == 1 }, name)
			require.Less(t, allocated()-made, uint64(8*most), "%s, connected: %v", name, connected)
			if !testing.Short() {
				require.Less(t, liveHeap(), before+most, "%s, connected: %v", name, connected)
			}
		}
	}
	require.Less(t, liveHeap(), begin+most, "after all of them")
	require.Zero(t, h.node.Pending())
}

// liveHeap is what is in use when everything that can go has gone.
func liveHeap() uint64 {
	runtime.GC()
	runtime.GC() // what pools kept once is gone after the second
	var m runtime.MemStats
	runtime.ReadMemStats(&m)
	return m.HeapAlloc
}

// allocated is all that was ever taken from the heap.
func allocated() uint64 {
	var m runtime.MemStats
	runtime.ReadMemStats(&m)
	return m.TotalAlloc
}

func TestHostileHandshakesAreAnswered(t *testing.T) {
	t.Parallel()
	w := newWorld(t, rdstest.URL(t))
	h := w.hub(t, nil)
	change := func(old, with string) string { return strings.Replace(handshake, old, with, 1) }
	for name, c := range map[string]struct {
		raw    string
		status int // 0: closed without an answer
	}{
		"noise":                    {noise(4000), http.StatusBadRequest},
		"TLS where none is spoken": {"\x16\x03\x01\x02\x00\x01\x00\x01\xfc\x03\x03" + noise(200) + "\r\n\r\n", http.StatusBadRequest},
		"HTTP/2":                   {"PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n", http.StatusNotImplemented},
		"a header of 9 KiB":        {change("Host: x", "Host: x\r\nX-Long: "+strings.Repeat("x", 9<<10)), http.StatusRequestHeaderFieldsTooLarge},
		"headers without an end":   {"GET /hub HTTP/1.1\r\n" + strings.Repeat("A: b\r\n", 1<<17), http.StatusRequestHeaderFieldsTooLarge},
		"a path without an end":    {"GET /" + strings.Repeat("x", 1<<20), http.StatusRequestHeaderFieldsTooLarge},
		"a body of 1 MiB":          {"POST /hub HTTP/1.1\r\nHost: x\r\nContent-Length: 1048576\r\n\r\n" + strings.Repeat("x", 1<<20), http.StatusRequestEntityTooLarge},
		"another method":           {change("GET", "POST"), http.StatusMethodNotAllowed},
		"another path":             {change("/hub", "/hub/../metrics"), http.StatusNotFound},
		"the metrics":              {change("/hub", "/metrics"), http.StatusNotFound},
		"no key":                   {change("Sec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==\r\n", ""), http.StatusUpgradeRequired},
		"an old version":           {change("Version: 13", "Version: 8"), http.StatusUpgradeRequired},
		"no upgrade":               {change("Upgrade: websocket\r\n", ""), http.StatusUpgradeRequired},
		"a foreign origin":         {change(origin, "https://evil.test"), http.StatusForbidden},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			a := attack(t, h)
			go func() { _, _ = a.Write([]byte(c.raw)) }()
			res, err := http.ReadResponse(a.in, nil)
			require.NoError(t, err)
			_, _ = io.Copy(io.Discard, res.Body)
			require.NoError(t, res.Body.Close())
			require.Equal(t, c.status, res.StatusCode)
		})
	}
	require.Zero(t, h.node.Open())
}

//go:build open

package server

import (
	"bytes"
	"fmt"
	"net/http"
	"strings"
	"testing"
	"time"

	"github.com/fasthttp/websocket"
	gostomp "github.com/go-stomp/stomp/v3"
	"github.com/go-stomp/stomp/v3/frame"
	"github.com/stretchr/testify/require"

	"hubstake/internal/testkit"
	"hubstake/internal/testkit/rdstest"
)

// The tests of this file check the requirements of STOMP 1.0, 1.1 and 1.2 on a server frame by frame, beyond what a library shows.

// guestOf connects in open mode with a version, by hand.
func guestOf(t *testing.T, h *hub, version string, headers ...string) *testClient {
	t.Helper()
	ws, _, err := dial(h, http.Header{})
	require.NoError(t, err)
	c := attach(t, ws)
	if version != "1.0" { // a client of 1.0 knows no versions
		headers = append(headers, "accept-version:"+version, "host:x")
	}
	c.send("CONNECT", append(headers, "login:guest", "passcode:guest")...)
	f := c.next("CONNECTED")
	require.Equal(t, version, f.Header.Get("version"))
	require.NotEmpty(t, f.Header.Get("session"))
	return c
}

// raw writes bytes as one websocket message.
func (c *testClient) raw(b string) {
	c.tb.Helper()
	require.NoError(c.tb, c.ws.WriteMessage(websocket.BinaryMessage, []byte(b)))
}

// acked are the headers with which a client of a version acknowledges a message.
func acked(version string, m *frame.Frame) []string {
	switch version {
	case "1.0":
		return []string{"message-id:" + m.Header.Get("message-id")}
	case "1.1":
		return []string{"message-id:" + m.Header.Get("message-id"), "subscription:" + m.Header.Get("subscription")}
	default:
		return []string{"id:" + m.Header.Get("ack")}
	}
}

var versions = []string{"1.0", "1.1", "1.2"}

func TestOpenModeEveryFrameIsReceiptedInOrder(t *testing.T) {
	t.Parallel()
	h := openHub(t)
	for _, v := range versions {
		t.Run(v, func(t *testing.T) {
			t.Parallel()
			c, dest := guestOf(t, h, v), "/queue/receipts"+v
			c.send("SUBSCRIBE", "id:s", "destination:"+dest, "ack:client", "receipt:1")
			c.send("SEND", "destination:"+dest, "receipt:2", "", "a")
			require.Equal(t, "1", c.next("RECEIPT").Header.Get("receipt-id"))
			m := c.next("MESSAGE")
			require.Equal(t, m.Header.Get("ack") != "", v == "1.2", "the ack header is of 1.2")
			c.send("BEGIN", "transaction:t", "receipt:3")
			c.send("SEND", "destination:"+dest, "transaction:t", "receipt:4", "", "b")
			c.send("ACK", append(acked(v, m), "transaction:t", "receipt:5")...)
			c.send("COMMIT", "transaction:t", "receipt:6")
			c.send("BEGIN", "transaction:t", "receipt:7")
			c.send("ABORT", "transaction:t", "receipt:8")
			c.send("UNSUBSCRIBE", "id:s", "receipt:9")
			c.send("DISCONNECT", "receipt:10")
			for n := 2; n <= 10; n++ {
				f := <-c.frames
				if f.Command == "MESSAGE" { // b, when it was committed
					require.Equal(t, "b", string(f.Body))
					f = <-c.frames
				}
				require.Equal(t, []string{"RECEIPT", fmt.Sprint(n)}, []string{f.Command, f.Header.Get("receipt-id")})
			}
			require.Equal(t, 1000, c.code())
		})
	}
}

// A message of a queue belongs to one reader until that acknowledges it. If the reader refuses it or leaves, it goes to another.
func TestOpenModeUnacknowledgedMessagesGoToAnotherReader(t *testing.T) {
	t.Parallel()
	h := openHub(t)
	for _, v := range versions {
		for _, mode := range []string{"client", "client-individual"} {
			if v == "1.0" && mode != "client" {
				continue
			}
			t.Run(v+" "+mode, func(t *testing.T) {
				t.Parallel()
				dest := "/queue/again" + v + mode
				first, second := guestOf(t, h, v), guestOf(t, h, v)
				first.send("SUBSCRIBE", "id:s", "destination:"+dest, "ack:"+mode, "receipt:r")
				require.Equal(t, "r", first.next("RECEIPT").Header.Get("receipt-id"))
				for _, body := range []string{"1", "2", "3", "4"} {
					first.send("SEND", "destination:"+dest, "", body)
				}
				var got []*frame.Frame
				for _, want := range []string{"1", "2", "3", "4"} {
					m := first.next("MESSAGE")
					require.Equal(t, want, string(m.Body))
					got = append(got, m)
				}
				// An aborted acknowledgement has no effect. The next ACK takes message 2 alone, or 1 and 2, depending on the mode.
				first.send("BEGIN", "transaction:t")
				first.send("ACK", append(acked(v, got[3]), "transaction:t")...)
				first.send("ABORT", "transaction:t")
				first.send("ACK", append(acked(v, got[1]), "receipt:acked")...)
				require.Equal(t, "acked", first.next("RECEIPT").Header.Get("receipt-id"))
				second.send("SUBSCRIBE", "id:s", "destination:"+dest, "ack:auto", "receipt:r")
				require.Equal(t, "r", second.next("RECEIPT").Header.Get("receipt-id"))
				left := map[string][]string{"client": {"3", "4"}, "client-individual": {"1", "3", "4"}}[mode]
				if v != "1.0" { // NACK came with 1.1; a lonely refusal goes round, so the other one takes it
					first.send("NACK", acked(v, got[2])...)
					if mode == "client" { // and all before it
						require.Equal(t, "3", string(second.next("MESSAGE").Body))
						left = []string{"4"}
					} else {
						require.Equal(t, "3", string(second.next("MESSAGE").Body))
						left = []string{"1", "4"}
					}
				}
				require.NoError(t, first.ws.Close()) // without a word
				for _, want := range left {
					require.Equal(t, want, string(second.next("MESSAGE").Body), "in their order")
				}
			})
		}
	}
}

func TestOpenModeFramesComeInAnyPackaging(t *testing.T) {
	t.Parallel()
	h := openHub(t)
	for _, v := range versions {
		t.Run(v, func(t *testing.T) {
			t.Parallel()
			c, dest := guestOf(t, h, v), "/topic/packed"+v
			eol := "\n"
			if v == "1.2" {
				eol = "\r\n"
			}
			head := func(lines ...string) string { return strings.Join(lines, eol) + eol + eol }
			body := "a\x00b\xff\x00" // says its length; nothing but that ends it
			send := head("SEND", "destination:"+dest, fmt.Sprintf("content-length:%d", len(body)), "n:first", "n:second") + body + "\x00"
			// Ends of line before and between, several frames in one message, then one frame in pieces of a byte.
			c.raw("\n\n" + head("SUBSCRIBE", "id:0", "destination:"+dest) + "\x00\n\n" + send + "\n" + send)
			for i := range len(send) {
				c.raw(send[i : i+1])
			}
			for range 3 {
				m := c.next("MESSAGE")
				require.Equal(t, body, string(m.Body))
				require.Equal(t, fmt.Sprint(len(body)), m.Header.Get("content-length"))
				require.Equal(t, []string{"first"}, m.Header.GetAll("n"), "of a repeated header the first counts")
			}
			c.raw(head("SEND", "destination:"+dest) + "until the NUL\x00")
			require.Equal(t, "until the NUL", string(c.next("MESSAGE").Body))
		})
	}
}

func TestOpenModeEscapesAreThoseOfTheVersion(t *testing.T) {
	t.Parallel()
	h := openHub(t)
	for v, want := range map[string][2]string{ // what a header says on the wire, and what a client of that version is sent
		"1.0": {`k:a\nb\\c:d`, `a\nb\\c:d`},
		"1.1": {`k:a\nb\\c\cd`, `a\nb\\c\cd`},
		"1.2": {`k:a\nb\\c\cd\r`, `a\nb\\c\cd\r`},
	} {
		c, dest := guestOf(t, h, v), "/topic/escapes"+v
		c.send("SUBSCRIBE", "id:0", "destination:"+dest)
		ws, _, err := dial(h, http.Header{})
		require.NoError(t, err)
		// The reader of the test would undo the escapes: look at the bytes.
		require.NoError(t, ws.WriteMessage(websocket.TextMessage, []byte("CONNECT\naccept-version:"+v+"\nlogin:guest\npasscode:guest\n\n\x00SUBSCRIBE\nid:0\ndestination:"+dest+"\nreceipt:r\n\n\x00")))
		var seen []byte
		read := func(until string) {
			for !bytes.Contains(seen, []byte(until)) {
				require.NoError(t, ws.SetReadDeadline(time.Now().Add(testkit.Patience)))
				_, b, err := ws.ReadMessage()
				require.NoError(t, err, "%q", seen)
				seen = append(seen, b...)
			}
		}
		read("receipt-id:r")
		c.send("SEND", "destination:"+dest, want[0], "", "x")
		read("x\x00")
		require.Contains(t, string(seen), "\nk:"+want[1]+"\n", v)
		require.NoError(t, ws.Close())
	}
}

func TestOpenModeErrorsSayWhatWasWrongAndEnd(t *testing.T) {
	t.Parallel()
	h := openHub(t)
	for name, f := range map[string][]string{
		"no version in common":    {"CONNECT", "accept-version:2.0", "login:guest", "passcode:guest", "receipt:r"},
		"unauthorized":            {"CONNECT", "accept-version:1.2", "login:guest", "passcode:wrong", "receipt:r"},
		"heart-beat must be":      {"STOMP", "accept-version:1.2", "login:guest", "passcode:guest", "heart-beat:soon,never", "receipt:r"},
		"the first frame must be": {"SEND", "destination:/queue/x", "receipt:r"},
	} {
		ws, _, err := dial(h, http.Header{})
		require.NoError(t, err)
		c := attach(t, ws)
		c.send(f[0], f[1:]...)
		e := c.failed()
		require.Contains(t, e.Header.Get("message"), name)
		require.Equal(t, "r", e.Header.Get("receipt-id"), name)
		require.NotEmpty(t, e.Body, name)
		require.NotZero(t, c.code(), name)
	}
	// In 1.1 and later a NACK is known; in 1.0 it is not, and neither is client-individual.
	for _, f := range [][]string{{"NACK", "message-id:1"}, {"SUBSCRIBE", "destination:/queue/x", "ack:client-individual"}} {
		c := guestOf(t, h, "1.0")
		c.send(f[0], append(f[1:], "receipt:r")...)
		require.Equal(t, "r", c.failed().Header.Get("receipt-id"))
	}
	c := guestOf(t, h, "1.2")
	c.raw("SEND\ndestination:/queue/x\nreceipt:r\nbad:\\x\n\n\x00")
	require.Equal(t, "r", c.failed().Header.Get("receipt-id"), "also when a later header cannot be read")
}

func TestOpenModeHeartBeatsAreKeptAndAskedFor(t *testing.T) {
	t.Parallel()
	w := newWorld(t, rdstest.URL(t))
	h := w.hub(t, func(c *Config) { c.Open, c.Heartbeat = true, 200*time.Millisecond })
	silent := guestOf(t, h, "1.1", "heart-beat:200,200") // it promises, and sends nothing
	require.Equal(t, 4408, silent.code())
	// A library that announces beats gets ours and sends its own.
	stays(t, func() bool {
		c := library(t, h, gostomp.ConnOpt.HeartBeat(200*time.Millisecond, 200*time.Millisecond), gostomp.ConnOpt.HeartBeatError(600*time.Millisecond))
		sub, err := c.Subscribe("/topic/beats", gostomp.AckAuto)
		if err != nil {
			return false
		}
		select {
		case <-sub.C: // an error: there is no message yet
			return false
		case <-time.After(time.Second):
		}
		if c.Send("/topic/beats", "", []byte("still here")) != nil {
			return false
		}
		m := <-sub.C
		return m != nil && string(m.Body) == "still here"
	})
}

func TestOpenModeABodyOfAMegabyteArrivesWhole(t *testing.T) {
	t.Parallel()
	h := openHub(t)
	c := library(t, h)
	sub, err := c.Subscribe("/queue/big", gostomp.AckClientIndividual)
	require.NoError(t, err)
	body := bytes.Repeat([]byte{0, 1, 2, 3, 254, 255, '\n', '\r'}, 1<<17)
	require.NoError(t, c.Send("/queue/big", "application/octet-stream", body, gostomp.SendOpt.Receipt))
	m := receive(t, sub)
	require.True(t, bytes.Equal(body, m.Body))
	require.Equal(t, "application/octet-stream", m.ContentType)
	require.NoError(t, c.Ack(m))
}

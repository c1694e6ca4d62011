//go:build open

package server

import (
	"net/http"
	"strings"
	"testing"
	"time"

	gostomp "github.com/go-stomp/stomp/v3"
	"github.com/stretchr/testify/require"

	"hubstake/internal/platform/config"
	"hubstake/internal/testkit"
	"hubstake/internal/testkit/rdstest"
)

func openHub(t *testing.T) *hub {
	t.Helper()
	return newWorld(t, rdstest.URL(t)).hub(t, func(c *Config) { c.Open = true })
}

// library connects go-stomp in open mode.
func library(t *testing.T, h *hub, opts ...func(*gostomp.Conn) error) *gostomp.Conn {
	t.Helper()
	ws, _, err := dial(h, http.Header{})
	require.NoError(t, err)
	c, err := gostomp.Connect(&stream{ws: ws}, append([]func(*gostomp.Conn) error{gostomp.ConnOpt.Login("guest", "guest")}, opts...)...)
	require.NoError(t, err)
	t.Cleanup(func() { _ = c.Disconnect() })
	return c
}

// unsubscribe ends a subscription: its channel is closed when the receipt has come. The library may miss the receipt at the moment at
// which it begins to wait for it (its condition is signalled without its lock), and then waits for a timeout that tells nothing.
func unsubscribe(t *testing.T, s *gostomp.Subscription) {
	t.Helper()
	done := make(chan error, 1)
	go func() { done <- s.Unsubscribe() }()
	select {
	case m, open := <-s.C:
		require.False(t, open, "%v", m)
	case <-time.After(testkit.Patience):
		require.Fail(t, "no receipt")
	}
	if err := <-done; err != nil {
		require.ErrorIs(t, err, &gostomp.ErrUnsubscribeReceiptTimeout)
	}
}

func TestOpenModeWithALibraryInAllVersions(t *testing.T) {
	t.Parallel()
	h := openHub(t)
	for _, v := range []gostomp.Version{gostomp.V10, gostomp.V11, gostomp.V12} {
		t.Run(v.String(), func(t *testing.T) {
			t.Parallel()
			c := library(t, h, gostomp.ConnOpt.AcceptVersion(v), gostomp.ConnOpt.HeartBeat(0, 0))
			require.Equal(t, v, c.Version())
			dest := "/topic/v" + v.String()
			sub, err := c.Subscribe(dest, gostomp.AckAuto)
			require.NoError(t, err)
			body := strings.Repeat("한글\x00", 50_000)
			require.NoError(t, c.Send(dest, "text/plain", []byte(body), gostomp.SendOpt.Receipt, gostomp.SendOpt.Header("x-a", "b")))
			m := receive(t, sub)
			require.Equal(t, body, string(m.Body))
			require.Equal(t, "text/plain", m.ContentType)
			require.Equal(t, "b", m.Header.Get("x-a"))
			require.Equal(t, dest, m.Destination)
			unsubscribe(t, sub)
		})
	}
}

func TestOpenModeHeadersAreEscaped(t *testing.T) {
	t.Parallel()
	c := library(t, openHub(t))
	sub, err := c.Subscribe("/topic/esc", gostomp.AckAuto)
	require.NoError(t, err)
	evil := "a:b\nc\\d\r"
	require.NoError(t, c.Send("/topic/esc", "", []byte("x"), gostomp.SendOpt.Header("k:\n", evil)))
	m := receive(t, sub)
	require.Equal(t, evil, m.Header.Get("k:\n"))
}

func TestOpenModeTopicGoesToAllQueueToOne(t *testing.T) {
	t.Parallel()
	h := openHub(t)
	a, b := library(t, h), library(t, h)
	ta, err := a.Subscribe("/topic/t", gostomp.AckAuto)
	require.NoError(t, err)
	tb, err := b.Subscribe("/topic/t", gostomp.AckAuto)
	require.NoError(t, err)
	require.NoError(t, a.Send("/queue/q", "", []byte("early"), gostomp.SendOpt.Receipt))
	qa, err := a.Subscribe("/queue/q", gostomp.AckAuto)
	require.NoError(t, err)
	require.Equal(t, "early", string(receive(t, qa).Body), "a queue keeps what nobody took")
	qb, err := b.Subscribe("/queue/q", gostomp.AckAuto)
	require.NoError(t, err)
	require.NoError(t, b.Send("/topic/t", "", []byte("all"), gostomp.SendOpt.Receipt))
	require.Equal(t, "all", string(receive(t, ta).Body))
	require.Equal(t, "all", string(receive(t, tb).Body))
	for range 4 {
		require.NoError(t, b.Send("/queue/q", "", []byte("one"), gostomp.SendOpt.Receipt))
	}
	for range 2 {
		receive(t, qa)
		receive(t, qb)
	}
}

func TestOpenModeAcknowledgements(t *testing.T) {
	t.Parallel()
	for _, v := range []gostomp.Version{gostomp.V11, gostomp.V12} {
		h := openHub(t)
		c := library(t, h, gostomp.ConnOpt.AcceptVersion(v))
		for _, body := range []string{"1", "2", "3"} {
			require.NoError(t, c.Send("/queue/a", "", []byte(body), gostomp.SendOpt.Receipt))
		}
		sub, err := c.Subscribe("/queue/a", gostomp.AckClientIndividual)
		require.NoError(t, err)
		one, two, three := receive(t, sub), receive(t, sub), receive(t, sub)
		require.NoError(t, c.Ack(two))
		require.NoError(t, c.Nack(one))
		require.Equal(t, "1", string(receive(t, sub).Body), "a refused message comes again")
		require.NoError(t, c.Disconnect()) // 1 and 3 were not acknowledged
		_ = three

		d := library(t, h, gostomp.ConnOpt.AcceptVersion(v))
		sub, err = d.Subscribe("/queue/a", gostomp.AckClient)
		require.NoError(t, err)
		got := string(receive(t, sub).Body)
		last := receive(t, sub)
		require.ElementsMatch(t, []string{"1", "3"}, []string{got, string(last.Body)})
		require.NoError(t, d.Ack(last)) // and what came before it
		require.NoError(t, d.Send("/queue/a", "", []byte("4"), gostomp.SendOpt.Receipt))
		require.NoError(t, d.Ack(receive(t, sub)))
		require.NoError(t, d.Disconnect())
		e := library(t, h, gostomp.ConnOpt.AcceptVersion(v))
		require.NoError(t, e.Send("/queue/a", "", []byte("5"), gostomp.SendOpt.Receipt))
		sub, err = e.Subscribe("/queue/a", gostomp.AckAuto)
		require.NoError(t, err)
		require.Equal(t, "5", string(receive(t, sub).Body))
	}
}

func TestOpenModeTransactions(t *testing.T) {
	t.Parallel()
	c := library(t, openHub(t))
	sub, err := c.Subscribe("/queue/tx", gostomp.AckClientIndividual)
	require.NoError(t, err)
	tx := c.Begin()
	require.NoError(t, tx.Send("/queue/tx", "", []byte("dropped")))
	require.NoError(t, tx.Abort())
	tx = c.Begin()
	require.NoError(t, tx.Send("/queue/tx", "", []byte("kept")))
	require.NoError(t, c.Send("/queue/tx", "", []byte("before"), gostomp.SendOpt.Receipt))
	require.NoError(t, tx.Commit())
	before := receive(t, sub)
	require.Equal(t, "before", string(before.Body))
	kept := receive(t, sub)
	require.Equal(t, "kept", string(kept.Body))
	tx = c.Begin()
	require.NoError(t, tx.Ack(before))
	require.NoError(t, tx.Nack(kept))
	require.NoError(t, tx.Commit())
	require.Equal(t, "kept", string(receive(t, sub).Body))
}

func TestOpenModeRefusesWhatIsNotOpen(t *testing.T) {
	t.Parallel()
	h := openHub(t)
	for _, f := range [][]string{
		{"SUBSCRIBE", "id:1", "destination:/topic/*"},
		{"SUBSCRIBE", "id:1", "destination:/other/x"},
		{"SEND", "destination:/queue/"},
		{"SEND"},
		{"ACK", "id:7"},
		{"SEND", "destination:/queue/x", "transaction:none"},
	} {
		ws, _, err := dial(h, http.Header{})
		require.NoError(t, err)
		c := attach(t, ws)
		c.send("CONNECT", "accept-version:1.2", "login:guest", "passcode:guest")
		require.Equal(t, "1.2", c.next("CONNECTED").Header.Get("version"))
		c.send(f[0], append(f[1:], "receipt:r")...)
		require.Equal(t, "r", c.failed().Header.Get("receipt-id"))
	}
	_, err := config.LoadFrom[Config]("HUB", []string{
		"HUB_LISTEN=:0", "HUB_OPEN=1", "HUB_REDIS_URL=redis://x", "HUB_JWT_PUBLIC_KEYS=a=b",
		"HUB_SEAL_KEY=AAECAwQFBgcICQoLDA0ODxAREhMUFRYXGBkaGxwdHh8", "HUB_ORIGINS=https://a.test",
	})
	require.ErrorContains(t, err, "HUB_OPEN is refused in production")
}

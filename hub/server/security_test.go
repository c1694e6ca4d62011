package server

import (
	"net/http"
	"net/netip"
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"testing"
	"time"

	"github.com/fasthttp/websocket"
	"github.com/go-stomp/stomp/v3/frame"
	"github.com/stretchr/testify/require"

	"hubstake/internal/access/token"
	"hubstake/internal/core/event"
	"hubstake/internal/testkit"
	"hubstake/internal/testkit/rdstest"
)

// names lists the headers of a frame.
func names(f *frame.Frame) (out []string) {
	for i := range f.Header.Len() {
		name, _ := f.Header.GetAt(i)
		out = append(out, name)
	}
	return out
}

// Text from a client or an event that becomes the value of one of our headers cannot begin another header.
func TestHeadersOfMessagesCannotBeInjected(t *testing.T) {
	t.Parallel()
	w := newWorld(t, rdstest.URL(t))
	h := w.hub(t, nil)
	p := w.member()
	c := p.connect(h)
	const evil, escaped = "a\nseq:99\r\\", `a\nseq\c99\r\\`
	c.send("SUBSCRIBE", "id:"+escaped, "destination:/topic/"+p.topic)
	for range 3 { // the snapshot
		f := c.next("MESSAGE")
		require.Equal(t, evil, f.Header.Get("subscription"))
		require.Equal(t, []string{"subscription", "message-id", "destination", "seq", "content-length"}, names(f))
	}
	w.publish(event.Event{Member: p.memID, Cmd: event.Cash, Data1: "1", Ver: 99, Trace: "00-1\nreceipt-id:x\n\nMESSAGE"})
	f := c.next("MESSAGE")
	require.Equal(t, "00-1\nreceipt-id:x\n\nMESSAGE", f.Header.Get("traceparent"))
	require.Equal(t, []string{"subscription", "message-id", "destination", "seq", "traceparent", "content-length"}, names(f))
	require.Equal(t, "4", f.Header.Get("seq"))

	c.send("BEGIN", "transaction:t", "receipt:"+escaped)
	f = c.next("RECEIPT")
	require.Equal(t, evil, f.Header.Get("receipt-id"))
	require.Equal(t, []string{"receipt-id"}, names(f))
	c.send("SUBSCRIBE", "id:2", "destination:/topic/"+escaped, "receipt:"+escaped)
	f = c.failed()
	require.Equal(t, "forbidden", f.Header.Get("message"))
	require.Equal(t, evil, f.Header.Get("receipt-id"))
	require.Equal(t, []string{"message", "code", "receipt-id", "content-type", "content-length"}, names(f))
}

// Connections of one session have a key of their own each, and no IV is ever used twice.
func TestNoIVIsRepeatedOverReconnects(t *testing.T) {
	t.Parallel()
	w := newWorld(t, rdstest.URL(t))
	h := w.hub(t, nil)
	p := w.member()
	const ivChars = 16
	times := testkit.Size(5, 30)
	ivs, salts := map[string]bool{}, map[string]bool{}
	for range times {
		c := p.connect(h)
		salts[c.headers.Get("key-salt")] = true
		c.send("SUBSCRIBE", "id:0", "destination:/topic/"+p.topic)
		for range 3 { // the snapshot says the same each time
			ivs[string(c.next("MESSAGE").Body[:ivChars])] = true
		}
		c.send("DISCONNECT")
		require.Equal(t, 1000, c.code())
	}
	require.Len(t, salts, times)
	require.Len(t, ivs, 3*times)
}

// The log names each refusal with the address it came from, and contains no token, topic or other secret.
func TestRefusalsAreLoggedWithoutSecrets(t *testing.T) {
	t.Parallel()
	w := newWorld(t, rdstest.URL(t))
	h := w.hub(t, nil)
	p, victim := w.member(), w.member()
	forged := p.token[:len(p.token)-4] + "AAAA"
	for _, c := range []struct {
		command string
		headers []string
		line    string
	}{
		{"CONNECT", []string{"accept-version:1.2", "token:" + forged}, "CONNECT refused"},
		{"SUBSCRIBE", []string{"id:0", "destination:/topic/" + victim.topic}, "subscription refused"},
		{"SUBSCRIBE", []string{"id:0", "destination:/topic/notice"}, "subscription refused"},
		{"SEND", []string{"destination:/topic/" + victim.topic, "", "x"}, "SEND refused"},
		{"SEND", []string{"destination:/topic/notice", "", "x"}, "SEND refused"},
	} {
		before := strings.Count(h.logs.String(), c.line)
		conn := open(t, h)
		if c.command != "CONNECT" {
			conn.hello(p)
		}
		conn.send(c.command, c.headers...)
		conn.failed()
		require.Contains(t, []int{4401, 4403}, conn.code())
		require.Equal(t, before+1, strings.Count(h.logs.String(), c.line))
	}
	_, res, err := dial(h, http.Header{"Origin": {"https://evil.test"}})
	require.Error(t, err)
	require.Equal(t, http.StatusForbidden, res.StatusCode)
	log := h.logs.String()
	require.Contains(t, log, "https://evil.test")
	require.Contains(t, log, `"address":"127.0.0.1"`)
	for _, secret := range []string{p.token, forged, p.topic, victim.topic, victim.memID, p.sid} {
		require.NotContains(t, log, secret)
	}
}

// A foreign page that retries forever raises counters but does not fill the log.
func TestForeignOriginsAreLoggedNowAndThen(t *testing.T) {
	t.Parallel()
	w := newWorld(t, rdstest.URL(t))
	h := w.hub(t, nil)
	const times = 200
	for range times {
		_, res, err := dial(h, http.Header{"Origin": {"https://evil.test"}})
		require.Error(t, err)
		require.Equal(t, http.StatusForbidden, res.StatusCode)
	}
	require.Equal(t, float64(times), h.metric(t, "hub_refusals_total", "reason=origin"))
	lines := strings.Count(h.logs.String(), "origin refused")
	require.GreaterOrEqual(t, lines, 5)
	require.Less(t, lines, times/4)
}

// The table "Security" of the README names a test for each row; each of them has to exist.
func TestReadmeNamesTestsThatExist(t *testing.T) {
	t.Parallel()
	readme, err := os.ReadFile("../README.md")
	require.NoError(t, err)
	_, table, found := strings.Cut(string(readme), "\n## Security")
	require.True(t, found)
	table, _, _ = strings.Cut(table, "\n## ")
	var tests strings.Builder
	for _, dir := range []string{"..", "../../deployments", "../../internal", "../../loadtest", "../../web/src/shared/realtime"} {
		err := filepath.WalkDir(dir, func(path string, e os.DirEntry, err error) error {
			if err != nil || e.IsDir() || !strings.HasSuffix(path, "_test.go") && !strings.HasSuffix(path, ".test.ts") && !strings.HasSuffix(path, ".test.tsx") {
				return err
			}
			text, err := os.ReadFile(path)
			tests.Write(text)
			return err
		})
		require.NoError(t, err)
	}
	rows := 0
	for line := range strings.Lines(table) {
		cells := strings.Split(line, "|")
		if len(cells) != 5 || strings.HasPrefix(cells[1], "---") || strings.TrimSpace(cells[3]) == "test" {
			continue
		}
		named := regexp.MustCompile("`(Test[A-Za-z0-9]+|Fuzz[A-Za-z0-9]+)`|“([^”]+)”").FindAllStringSubmatch(cells[3], -1)
		require.NotEmpty(t, named, line)
		for _, n := range named {
			text := `"` + n[2] + `"`
			if n[1] != "" {
				text = "func " + n[1] + "("
			}
			require.True(t, strings.Contains(tests.String(), text), "there is no %s", text) //nolint:testifylint // it would print all tests
		}
		rows++
	}
	require.GreaterOrEqual(t, rows, 25)
}

// HUB_ADMIN_NETWORKS: a token that was stolen from staff opens nothing from elsewhere.
func TestAStolenTokenOfStaffConnectsFromItsNetworksOnly(t *testing.T) {
	t.Parallel()
	w := newWorld(t, rdstest.URL(t))
	h := w.hub(t, func(c *Config) {
		behindBalancer(c)
		c.AdminNetworks = []netip.Prefix{netip.MustParsePrefix("198.51.100.0/24")}
	})
	clerk, p := w.login(rdstest.ID(), token.Admin), w.member()
	connect := func(address string) *testClient {
		ws, _, err := dial(h, from(address))
		require.NoError(t, err)
		return attach(t, ws)
	}
	connect("203.0.113.66").hello(p)
	connect("198.51.100.7").hello(clerk)
	c := connect("203.0.113.66")
	c.send("CONNECT", "accept-version:1.2", "host:x", "token:"+clerk.token)
	require.Equal(t, "unauthorized", c.next("ERROR").Header.Get("message"))
}

// A client that announces a heartbeat every 24 days, says nothing more and reads nothing is cut like one that announces none.
func TestASilentClientIsCutWithAnyAnnouncedHeartbeat(t *testing.T) {
	t.Parallel()
	w := newWorld(t, rdstest.URL(t))
	h := w.hub(t, func(c *Config) { c.Heartbeat = 200 * time.Millisecond })
	for _, beat := range []string{"0,0", "800,0", "2147483647,0"} {
		g := w.guest()
		ws, _, err := dial(h, http.Header{})
		require.NoError(t, err)
		t.Cleanup(func() { _ = ws.Close() })
		require.NoError(t, ws.WriteMessage(websocket.TextMessage, []byte("CONNECT\naccept-version:1.2\nhost:x\nheart-beat:"+beat+"\ntoken:"+g.token+"\n\n\x00")))
		testkit.Eventually(t, func() bool { return h.metric(t, "hub_connects_total", "result=ok") > 0 && h.node.Open() == 0 }, beat)
	}
}

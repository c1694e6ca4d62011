package server

import (
	"net/http"
	"strings"
	"testing"
	"time"

	"github.com/fasthttp/websocket"
	"github.com/stretchr/testify/require"

	"hubstake/internal/access/token"
	"hubstake/internal/core/event"
	"hubstake/internal/core/id"
	"hubstake/internal/live"
	"hubstake/internal/testkit"
	"hubstake/internal/testkit/rdstest"
)

func TestUpgradeIsRefused(t *testing.T) {
	t.Parallel()
	w := newWorld(t, rdstest.URL(t))
	h := w.hub(t, nil)
	for _, o := range []string{"https://evil.test", "null", "https://site.test.evil.test", "http://site.test", "https://site.test:1"} {
		_, res, err := dial(h, http.Header{"Origin": {o}})
		require.Error(t, err, o)
		require.Equal(t, http.StatusForbidden, res.StatusCode, o)
	}
	res, err := http.Get("http://" + h.Addr() + "/hub")
	require.NoError(t, err)
	require.NoError(t, res.Body.Close())
	require.Equal(t, http.StatusUpgradeRequired, res.StatusCode)
	_, res, err = dial(h, http.Header{"Origin": {origin}, "X-Long": {strings.Repeat("x", maxHandshake)}})
	require.Error(t, err)
	require.Equal(t, http.StatusRequestHeaderFieldsTooLarge, res.StatusCode)
}

func TestAdmissionIsLimited(t *testing.T) {
	t.Parallel()
	w := newWorld(t, rdstest.URL(t))
	for name, c := range map[string]struct {
		change func(*Config)
		status int
		free   int
	}{
		"upgrades a second": {func(c *Config) { c.MaxUpgradeRate = 2 }, http.StatusServiceUnavailable, 2},
		"connections":       {func(c *Config) { c.MaxConnections = 2 }, http.StatusServiceUnavailable, 2},
		"without a CONNECT": {func(c *Config) { c.MaxPending = 2 }, http.StatusServiceUnavailable, 2},
		"of one address":    {func(c *Config) { c.MaxPerAddress = 2 }, http.StatusTooManyRequests, 2},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			h := w.hub(t, c.change)
			for range c.free {
				open(t, h)
			}
			testkit.Eventually(t, func() bool { return h.node.Open() == c.free })
			_, res, err := dial(h, http.Header{"Origin": {origin}})
			require.Error(t, err)
			require.Equal(t, c.status, res.StatusCode)
			require.Regexp(t, "^[1-3]$", res.Header.Get("Retry-After"))
		})
	}
}

func TestConnectIsRefused(t *testing.T) {
	t.Parallel()
	w := newWorld(t, rdstest.URL(t))
	other := newWorld(t, rdstest.URL(t))
	h := w.hub(t, nil)
	p := w.member()
	claims := token.Claims{MemID: p.memID, Site: w.site, SID: p.sid, Topic: p.topic, Gen: 1, Audience: token.Member}
	with := func(change func(*token.Claims)) string {
		c := claims
		change(&c)
		return w.sign(c)
	}
	w.signer = w.signerAt(time.Now().Add(-3 * time.Hour))
	expired := w.sign(claims)
	w.signer = w.signerAt(time.Time{})
	renewed := w.member()
	old := renewed.token
	renewed.record.Gen, renewed.record.Version = 2, 2
	renewed.put()
	replaced := w.member()
	replaced.record.State, replaced.record.Version = live.SessionReplaced, 2
	replaced.put()
	partner := w.login(rdstest.ID(), token.Partner)
	for name, c := range map[string]struct {
		headers []string
		message string
		code    string
		close   int
	}{
		"no token":             {nil, "unauthorized", "U029", 4401},
		"not a token":          {[]string{"token:abc"}, "unauthorized", "U029", 4401},
		"signed by others":     {[]string{"token:" + other.sign(claims)}, "unauthorized", "U029", 4401},
		"expired":              {[]string{"token:" + expired}, "unauthorized", "U029", 4401},
		"another topic":        {[]string{"token:" + with(func(c *token.Claims) { c.Topic = id.New() })}, "unauthorized", "U029", 4401},
		"another site":         {[]string{"token:" + with(func(c *token.Claims) { c.Site = "other" })}, "unauthorized", "U029", 4401},
		"another area":         {[]string{"token:" + with(func(c *token.Claims) { c.Audience = token.Admin })}, "unauthorized", "U029", 4401},
		"member as partner":    {[]string{"token:" + p.token, "audience:partner"}, "unauthorized", "U029", 4401},
		"partner as member":    {[]string{"token:" + partner.token, "audience:member"}, "unauthorized", "U029", 4401},
		"member as staff":      {[]string{"token:" + p.token, "audience:admin"}, "unauthorized", "U029", 4401},
		"renewed since":        {[]string{"token:" + old}, "unauthorized", "U029", 4401},
		"signed in elsewhere":  {[]string{"token:" + replaced.token}, "replaced", "U017", 4401},
		"guest without a key":  {[]string{"token:" + w.sign(token.Claims{Site: w.site, SID: id.New(), Audience: token.Guest})}, "unavailable", "E002", 1013},
		"no version in common": {[]string{"accept-version:2.0", "token:" + p.token}, "no version in common", "protocol", 1002},
		"bad heart-beat":       {[]string{"heart-beat:a,b", "token:" + p.token}, "heart-beat must be two numbers of milliseconds", "protocol", 1002},
		"open mode is closed":  {[]string{"login:guest", "passcode:guest"}, "unauthorized", "U029", 4401},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			conn := open(t, h)
			conn.send("CONNECT", append(c.headers, "receipt:r9")...)
			f := conn.failed()
			require.Equal(t, c.message, f.Header.Get("message"))
			require.Equal(t, c.code, f.Header.Get("code"))
			require.Equal(t, c.close, conn.code())
			require.NotContains(t, h.logs.String(), p.token)
		})
	}
}

func TestTokensAreTakenFromWhereverClientsPutThem(t *testing.T) {
	t.Parallel()
	w := newWorld(t, rdstest.URL(t))
	h := w.hub(t, nil)
	p := w.member()
	staff, partner := w.login(rdstest.ID(), token.Admin), w.login(rdstest.ID(), token.Partner)
	for _, header := range []string{"token:" + p.token, "passcode:" + p.token, "authorization:bearer " + p.token} {
		c := open(t, h)
		c.send("STOMP", "accept-version:1.1", header)
		c.greeted(p)
		require.Equal(t, "1.1", c.headers.Get("version"))
	}
	cookies := http.Header{"Origin": {origin}, "Cookie": {"sid=" + p.token + "; asid=" + staff.token + "; psid=" + partner.token}}
	for audience, who := range map[string]*person{"": p, "audience:member": p, "audience:admin": staff, "audience:partner": partner} {
		ws, _, err := dial(h, cookies)
		require.NoError(t, err)
		c := attach(t, ws)
		if audience == "" {
			c.send("CONNECT", "accept-version:1.2")
		} else {
			c.send("CONNECT", "accept-version:1.2", audience)
		}
		c.greeted(who)
	}
	cookies.Del("Origin")
	ws, _, err := dial(h, cookies)
	require.NoError(t, err)
	c := attach(t, ws)
	c.send("CONNECT", "accept-version:1.2")
	require.Equal(t, "unauthorized", c.failed().Header.Get("message"), "a cookie counts only with an allowed Origin")
}

func TestForeignTopicsAreForbidden(t *testing.T) {
	t.Parallel()
	w := newWorld(t, rdstest.URL(t))
	h := w.hub(t, nil)
	victim, spy := w.member(), w.member()
	staff := w.login(rdstest.ID(), token.Admin)
	partner := w.login(rdstest.ID(), token.Partner)
	v := victim.connect(h)
	v.personal()
	for _, c := range []struct {
		who  *person
		dest string
	}{
		{spy, "/topic/" + victim.topic},
		{spy, "/topic/*"},
		{spy, "/topic/#"},
		{spy, "/topic/"},
		{spy, "/topic"},
		{spy, "/topic/../" + victim.topic},
		{spy, "/topic/" + strings.Replace(spy.topic, spy.topic[:1], "%"+"41", 1)},
		{spy, "/topic/site.other"},
		{spy, "/topic/site." + w.site + ".x"},
		{spy, "/topic/site.*"},
		{spy, "/topic/admin." + w.site},
		{spy, "/topic/partner." + spy.memID},
		{spy, "/topic/sports.*"},
		{spy, "/topic/minigame."},
		{spy, "/queue/" + spy.topic},
		{spy, "/topic/" + victim.memID},
		{spy, "@" + victim.memID},
		{staff, "/topic/admin.other"},
		{staff, "/topic/partner." + partner.memID},
		{partner, "/topic/partner." + staff.memID},
		{partner, "/topic/admin." + w.site},
		{w.guest(), "/topic/"},
		{w.guest(), "/topic/" + victim.topic},
		{w.guest(), "/topic/admin." + w.site},
	} {
		conn := open(t, h)
		conn.hello(c.who)
		conn.send("SUBSCRIBE", "id:0", "destination:"+c.dest, "receipt:r1")
		w.publish(event.Event{Member: victim.memID, Cmd: event.Cash, Data1: "1", Ver: time.Now().UnixMicro()})
		f := conn.failed()
		require.Equal(t, "forbidden", f.Header.Get("message"), c.dest)
		require.Equal(t, "forbidden", f.Header.Get("code"))
		require.Equal(t, "r1", f.Header.Get("receipt-id"))
		require.Equal(t, 4403, conn.code(), c.dest)
		v.cmd(event.Cash)
	}
	c := spy.connect(h)
	c.send("SEND", "destination:/topic/"+victim.topic, "receipt:r2", "", "x")
	f := c.failed()
	require.Equal(t, "forbidden", f.Header.Get("message"))
	require.Equal(t, "r2", f.Header.Get("receipt-id"))
	require.Equal(t, 0.0, h.metric(t, "hub_misroute_total"))
}

func TestProtocolViolationsEndTheConnection(t *testing.T) {
	t.Parallel()
	w := newWorld(t, rdstest.URL(t))
	h := w.hub(t, nil)
	p := w.member()
	p.w.workers()
	sub := func(n int) (out string) {
		for i := range n {
			out += "SUBSCRIBE\nid:a" + strings.Repeat("'", i) + "\ndestination:/topic/sports.1\n\n\x00"
		}
		return out
	}
	for name, c := range map[string]struct {
		raw    string
		reason string
		close  int
	}{
		"CONNECT twice":               {"CONNECT\nreceipt:r\n\n\x00", "already connected", 1002},
		"server's frame":              {"MESSAGE\nreceipt:r\n\n\x00", "MESSAGE is a frame of servers", 1002},
		"unknown command":             {"HELLO\nreceipt:r\n\n\x00", "unknown command", 1002},
		"frame of 64 KiB and one":     {"SEND\nreceipt:r\n\n" + strings.Repeat("x", 64<<10), "frame is too long", 1009},
		"content-length 10^12":        {"SEND\nreceipt:r\ncontent-length:1000000000000\n\n", "content-length is above the limit", 1009},
		"content-length negative":     {"SEND\nreceipt:r\ncontent-length:-1\n\n\x00", "content-length is not a number", 1002},
		"65 headers":                  {"SEND\nreceipt:r\n" + strings.Repeat("a:b\n", 64) + "\n\x00", "too many headers", 1009},
		"header of 8 KiB and more":    {"SEND\nreceipt:r\na:" + strings.Repeat("b", 8<<10) + "\n\n\x00", "header line is too long", 1009},
		"undefined escape":            {"SUBSCRIBE\nid:\\t\nreceipt:r\n\n\x00", "undefined escape sequence in a header", 1002},
		"SUBSCRIBE without id":        {"SUBSCRIBE\ndestination:/topic/x\nreceipt:r\n\n\x00", "SUBSCRIBE needs an id", 1002},
		"SUBSCRIBE without dest":      {"SUBSCRIBE\nid:1\nreceipt:r\n\n\x00", "SUBSCRIBE needs a destination", 1002},
		"unknown ack mode":            {"SUBSCRIBE\nid:1\ndestination:/topic/x\nack:maybe\nreceipt:r\n\n\x00", "ack must be auto, client or client-individual", 1002},
		"id used twice":               {sub(1) + "SUBSCRIBE\nid:a\ndestination:/topic/sports.2\nreceipt:r\n\n\x00", "a subscription with this id exists", 1002},
		"33 subscriptions":            {sub(32) + "SUBSCRIBE\nid:z\ndestination:/topic/sports.1\nreceipt:r\n\n\x00", "too many subscriptions", 1008},
		"UNSUBSCRIBE of nothing":      {"UNSUBSCRIBE\nid:7\nreceipt:r\n\n\x00", "there is no subscription with this id", 1002},
		"ACK without id":              {"ACK\nreceipt:r\n\n\x00", "ACK needs the id of a message", 1002},
		"BEGIN without name":          {"BEGIN\nreceipt:r\n\n\x00", "BEGIN needs a transaction", 1002},
		"BEGIN twice":                 {"BEGIN\ntransaction:t\n\n\x00BEGIN\ntransaction:t\nreceipt:r\n\n\x00", "the transaction has begun already", 1002},
		"COMMIT of nothing":           {"COMMIT\ntransaction:t\nreceipt:r\n\n\x00", "there is no such transaction", 1002},
		"too many frames in a second": {strings.Repeat("BEGIN\ntransaction:t\n\n\x00ABORT\ntransaction:t\n\n\x00", 21), "too many frames", 1008},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			mine := w.member()
			conn := mine.connect(h)
			_ = conn.ws.WriteMessage(websocket.BinaryMessage, []byte(c.raw)) // the hub may well close in the middle of it
			f := conn.failed()
			require.Equal(t, c.reason, f.Header.Get("message"))
			require.Equal(t, c.close, conn.code())
			if strings.Contains(c.raw, "receipt:r") {
				require.Equal(t, "r", f.Header.Get("receipt-id"))
			}
		})
	}
	early := open(t, h)
	early.send("SUBSCRIBE", "id:1", "destination:/topic/"+p.topic)
	require.Equal(t, "the first frame must be CONNECT", early.failed().Header.Get("message"))
	c := open(t, h) // before CONNECTED less may be sent
	_ = c.ws.WriteMessage(websocket.BinaryMessage, []byte("CONNECT\n"+strings.Repeat("a:"+strings.Repeat("b", 6<<10)+"\n", 3)+"\n\x00"))
	require.Equal(t, 1009, c.code())
	refused := false
	for try := 0; try < 50 && !refused; try++ {
		refused = sendsTooMuch(t, w, h)
	}
	require.True(t, refused, "what follows CONNECT is limited until CONNECTED")
}

// sendsTooMuch sends more behind CONNECT than a connection may that is not connected. It returns false when CONNECTED was faster than the
// rest of the message, which is then the beginning of a frame that is not too long.
func sendsTooMuch(t *testing.T, w *world, h *hub) bool {
	t.Helper()
	c := open(t, h)
	raw := "CONNECT\naccept-version:1.2\ntoken:" + w.member().token + "\n\n\x00SEND\n\n" + strings.Repeat("x", 17<<10)
	_ = c.ws.WriteMessage(websocket.BinaryMessage, []byte(raw))
	for {
		select {
		case f := <-c.frames:
			if f.Command == "CONNECTED" {
				return false
			}
		case <-c.closed:
			require.Equal(t, 1009, c.code())
			return true
		case <-time.After(testkit.Patience):
			require.Fail(t, "neither connected nor closed")
		}
	}
}

func TestConnectionsOfOneSessionAreLimited(t *testing.T) {
	t.Parallel()
	w := newWorld(t, rdstest.URL(t))
	h := w.hub(t, func(c *Config) { c.MaxPerSession = 2 })
	p := w.member()
	first := p.connect(h)
	p.connect(h)
	third := open(t, h)
	third.send("CONNECT", "accept-version:1.2", "token:"+p.token)
	require.Equal(t, "too-many-connections", third.failed().Header.Get("message"))
	require.Equal(t, 4429, third.code())
	first.send("DISCONNECT", "receipt:bye")
	require.Equal(t, "bye", first.next("RECEIPT").Header.Get("receipt-id"))
	require.Equal(t, 1000, first.code())
	testkit.Eventually(t, func() bool { return h.node.Open() == 1 })
	p.connect(h)
}

func TestSilenceIsCut(t *testing.T) {
	t.Parallel()
	w := newWorld(t, rdstest.URL(t))
	hasty := w.hub(t, func(c *Config) { c.ConnectTimeout = 300 * time.Millisecond })
	mute := open(t, hasty)
	require.Equal(t, "connect-timeout", mute.failed().Header.Get("message"))
	require.Equal(t, 4408, mute.code())

	h := w.hub(t, func(c *Config) { c.Heartbeat = 400 * time.Millisecond })
	p := w.member()
	promised := p.connect(h, "heart-beat:400,0")
	require.Equal(t, 4408, promised.code(), "it promised heart-beats and sent none")
	h.eventually(t, 1, "hub_disconnects_total", "reason=heartbeat")
}

// stays tries until a connection outlives the time limits. On a busy machine a sign of life comes too late now and then, and the
// hub cuts by right: the fault is a connection that is always cut.
func stays(t *testing.T, outlives func() bool) {
	t.Helper()
	for begin := time.Now(); !outlives(); {
		require.Less(t, time.Since(begin), testkit.Patience, "always cut")
	}
}

func TestWhoShowsLifeStays(t *testing.T) {
	t.Parallel()
	w := newWorld(t, rdstest.URL(t))
	h := w.hub(t, func(c *Config) { c.Heartbeat = 400 * time.Millisecond })
	p := w.member()
	stays(t, func() bool {
		answers := p.connect(h) // promises nothing, but answers pings as every websocket client does
		asks := p.connect(h, "heart-beat:0,400")
		for range 4 { // longer than silence may last
			if _, open := <-asks.beats; !open {
				return false
			}
		}
		select {
		case <-answers.closed:
			return false
		default:
			return true
		}
	})
}

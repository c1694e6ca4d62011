package server

import (
	"encoding/base64"
	"net"
	"net/http"
	"strconv"
	"strings"
	"testing"
	"time"

	"github.com/fasthttp/websocket"
	"github.com/stretchr/testify/require"

	"hubstake/internal/access/token"
	"hubstake/internal/testkit/rdstest"
)

// from returns the header of a request that a load balancer forwards for a client at address.
func from(address string) http.Header {
	return http.Header{"Origin": {origin}, "X-Forwarded-For": {address}}
}

func behindBalancer(c *Config) { c.TrustedProxies = []string{"127.0.0.1"} }

// refused is the answer to a request for a connection that must not get one.
func refused(t *testing.T, h *hub, header http.Header) (status int, after int) {
	t.Helper()
	ws, res, err := dial(h, header)
	if err == nil {
		require.NoError(t, ws.Close())
	}
	require.ErrorIs(t, err, websocket.ErrBadHandshake)
	after, err = strconv.Atoi(res.Header.Get("Retry-After"))
	require.NoError(t, err)
	return res.StatusCode, after
}

func TestAStormIsToldToComeBackOneSecondAfterTheOther(t *testing.T) {
	t.Parallel()
	w := newWorld(t, rdstest.URL(t))
	const rate, storm = 5, 60
	h := w.hub(t, func(c *Config) { c.MaxUpgradeRate = rate })
	told := map[int]int{}
	in := 0
	for range storm {
		ws, res, err := dial(h, http.Header{"Origin": {origin}})
		if err == nil {
			require.NoError(t, ws.Close())
			in++
			continue
		}
		require.ErrorIs(t, err, websocket.ErrBadHandshake)
		require.Equal(t, http.StatusServiceUnavailable, res.StatusCode)
		n, err := strconv.Atoi(res.Header.Get("Retry-After"))
		require.NoError(t, err)
		told[n]++
	}
	require.GreaterOrEqual(t, in, rate)
	require.Equal(t, float64(storm-in), h.metric(t, "hub_refusals_total", "reason=rate"))
	last := (storm - in) / rate
	for second, n := range told {
		require.LessOrEqual(t, second, last+2)
		require.LessOrEqual(t, n, 2*rate+1, "in second %d: %v", second, told)
	}
	for second := 2; second < last; second++ {
		require.Positive(t, told[second], "nobody was told second %d: %v", second, told)
	}
}

func TestLimitsGoByTheHouse(t *testing.T) {
	t.Parallel()
	for address, house := range map[string]string{
		"192.0.2.1": "192.0.2.1", "::ffff:192.0.2.1": "192.0.2.1", "2001:db8:1:2:3:4:5:6": "2001:db8:1:2::/64",
		"2001:db8:1:2::1": "2001:db8:1:2::/64", "2001:db8:1:3::1": "2001:db8:1:3::/64", "fe80::1%eth0": "fe80::/64", "nonsense": "nonsense",
	} {
		require.Equal(t, house, houseOf(address), address)
	}
	w := newWorld(t, rdstest.URL(t))
	h := w.hub(t, func(c *Config) {
		behindBalancer(c)
		c.MaxPerAddress = 2
	})
	var open []*websocket.Conn
	for _, address := range []string{"192.0.2.1", "192.0.2.1", "2001:db8:1:2::1", "2001:db8:1:2:ffff::9", "192.0.2.2"} {
		ws, _, err := dial(h, from(address))
		require.NoError(t, err, address)
		open = append(open, ws)
	}
	require.Eventually(t, func() bool { return h.node.Open() == len(open) }, patience, time.Millisecond)
	for _, address := range []string{"192.0.2.1", "2001:db8:1:2:aaaa::1"} {
		status, _ := refused(t, h, from(address))
		require.Equal(t, http.StatusTooManyRequests, status, address)
	}
	require.Equal(t, 2.0, h.metric(t, "hub_refusals_total", "reason=address"))
	for _, ws := range open {
		require.NoError(t, ws.Close())
	}
	require.Eventually(t, func() bool { return h.admission.perAddress.Keys() == 0 }, patience, time.Millisecond, "who left is still counted")
}

func TestAnAddressThatOnlyComesAndGoesIsSlowedDown(t *testing.T) {
	t.Parallel()
	w := newWorld(t, rdstest.URL(t))
	h := w.hub(t, func(c *Config) {
		behindBalancer(c)
		c.MaxPerAddress = 10
	})
	came := 0
	for {
		ws, res, err := dial(h, from("192.0.2.1"))
		if err != nil {
			require.Equal(t, http.StatusTooManyRequests, res.StatusCode)
			break
		}
		require.NoError(t, ws.Close())
		require.Eventually(t, func() bool { return h.node.Open() == 0 }, patience, time.Millisecond)
		came++
		require.Less(t, came, 100)
	}
	require.GreaterOrEqual(t, came, 20)
	require.Equal(t, 1.0, h.metric(t, "hub_refusals_total", "reason=address-rate"))
	ws, _, err := dial(h, from("192.0.2.2"))
	require.NoError(t, err, "others are not concerned")
	require.NoError(t, ws.Close())
}

// badTokens returns tokens that are wrong in every way that the hub can see without asking Redis.
func badTokens(w *world, p *person) map[string]string {
	other := newWorld(w.tb, w.url)
	claims := token.Claims{MemID: p.memID, Site: w.site, SID: p.sid, Topic: p.topic, Gen: 1, Audience: token.Member}
	head := func(json string) string { return base64.RawURLEncoding.EncodeToString([]byte(json)) }
	parts := strings.Split(p.token, ".")
	return map[string]string{
		"none":             "",
		"not a token":      "abc",
		"signed by others": other.sign(claims),
		"cut":              p.token[:len(p.token)-1],
		"changed":          parts[0] + "." + head(`{"sub":"x"}`) + "." + parts[2],
		"alg none":         head(`{"alg":"none","typ":"JWT"}`) + "." + parts[1] + ".",
		"alg HS256":        head(`{"alg":"HS256","typ":"JWT","kid":"k1"}`) + "." + parts[1] + "." + parts[2],
		"unknown kid":      head(`{"alg":"EdDSA","typ":"JWT","kid":"../../dev/null"}`) + "." + parts[1] + "." + parts[2],
		"jku":              head(`{"alg":"EdDSA","typ":"JWT","jku":"https://evil.test"}`) + "." + parts[1] + "." + parts[2],
		"long":             strings.Repeat("x", 8000),
	}
}

func TestBadSignatureIsRefusedWithoutRedis(t *testing.T) {
	t.Parallel()
	srv := rdstest.Server(t)
	w := newWorld(t, srv.URL)
	h := w.hub(t, func(c *Config) { c.MaxPerAddress, c.MaxFailedConnects = 0, 0 })
	p := w.member()
	bad := badTokens(w, p)
	asked := func() map[string]bool {
		info, err := w.rdb.Info(t.Context(), "commandstats").Result()
		require.NoError(t, err)
		found := map[string]bool{}
		for line := range strings.Lines(info) {
			if name, _, ok := strings.Cut(strings.TrimPrefix(line, "cmdstat_"), ":"); ok {
				found[name] = true
			}
		}
		for _, ours := range []string{"info", "config|resetstat", "hello", "client|setinfo", "client|setname", "client|maint_notifications", "ping"} {
			delete(found, ours)
		}
		return found
	}
	require.NoError(t, w.rdb.ConfigResetStat(t.Context()).Err())
	const rounds = 20
	for range rounds {
		for name, text := range bad {
			c := open(t, h)
			c.send("CONNECT", "accept-version:1.2", "token:"+text)
			f := c.failed()
			require.Equal(t, "unauthorized", f.Header.Get("message"), name)
			require.Equal(t, "unauthorized", string(f.Body), "the reason is nobody's business")
			require.Equal(t, 4401, c.code())
		}
	}
	require.Empty(t, asked(), "after %d bad tokens", rounds*len(bad))
	require.Equal(t, float64(rounds*len(bad)), h.metric(t, "hub_connects_total", "result=refused"))
	p.connect(h)
	require.NotEmpty(t, asked(), "a good one is looked up, and that would be seen")
}

func TestAddressesWithBadTokensAreShutOutForAWhile(t *testing.T) {
	t.Parallel()
	w := newWorld(t, rdstest.URL(t))
	const budget = 10
	h := w.hub(t, func(c *Config) {
		behindBalancer(c)
		c.MaxFailedConnects = budget
	})
	p := w.member()
	bad := badTokens(w, p)["signed by others"]
	failed := 0
	for ; failed < 100; failed++ {
		ws, res, err := dial(h, from("192.0.2.66"))
		if err != nil {
			require.Equal(t, http.StatusTooManyRequests, res.StatusCode)
			require.NotEmpty(t, res.Header.Get("Retry-After"))
			break
		}
		c := attach(t, ws)
		c.send("CONNECT", "accept-version:1.2", "token:"+bad)
		require.Equal(t, 4401, c.code())
	}
	require.InDelta(t, budget, failed, 3)
	require.Positive(t, h.metric(t, "hub_refusals_total", "reason=failures"))

	connect := func(address string) bool {
		ws, _, err := dial(h, from(address))
		if err != nil {
			return false
		}
		c := attach(t, ws)
		c.hello(p)
		require.NoError(t, c.ws.Close())
		return true
	}
	require.True(t, connect("192.0.2.67"), "others are not concerned")
	require.Eventually(t, func() bool { return connect("192.0.2.66") }, patience, 100*time.Millisecond, "it ends")
}

func TestRedisOutageRefusesNoClient(t *testing.T) {
	t.Parallel()
	srv := rdstest.Server(t)
	w := newWorld(t, srv.URL)
	h := w.hub(t, func(c *Config) { c.MaxFailedConnects = 1 })
	p := w.member()
	srv.Kill()
	var all []*testClient
	for range 3 {
		c := open(t, h)
		c.send("CONNECT", "accept-version:1.2", "token:"+p.token)
		all = append(all, c)
	}
	for _, c := range all {
		require.Equal(t, "E002", c.failed().Header.Get("code"))
		require.Equal(t, 1013, c.code())
	}
	open(t, h)
	require.Zero(t, h.metric(t, "hub_refusals_total", "reason=failures"), "it is not the members' fault")
}

func TestHandshakesThatTrickleInAreCutWhileOthersConnect(t *testing.T) {
	t.Parallel()
	w := newWorld(t, rdstest.URL(t))
	h := w.hub(t, func(c *Config) { c.MaxPerAddress = 0 })
	const slow, others = 300, 100
	var cut [slow]chan time.Time
	var conns [slow]net.Conn
	begin := time.Now()
	for i := range slow {
		c, err := net.Dial("tcp", h.Addr())
		require.NoError(t, err)
		conns[i], cut[i] = c, make(chan time.Time, 1)
		t.Cleanup(func() { _ = c.Close() })
		go func() {
			var b [512]byte
			for {
				if _, err := c.Read(b[:]); err != nil {
					cut[i] <- time.Now()
					return
				}
			}
		}()
	}
	stop := make(chan struct{})
	done := make(chan struct{})
	go func() { // a byte a second each
		defer close(done)
		tick := time.NewTicker(time.Second)
		defer tick.Stop()
		text := "GET /hub HTTP/1.1\r\n"
		for n := 0; ; n++ {
			for _, c := range conns {
				_, _ = c.Write([]byte{text[n%len(text)]})
			}
			select {
			case <-stop:
				return
			case <-tick.C:
			}
		}
	}()
	t.Cleanup(func() {
		close(stop)
		<-done
	})
	h.eventually(t, slow, "hub_handshakes")

	p := w.login(rdstest.ID(), token.Partner)
	for range others {
		c := p.connect(h)
		c.send("DISCONNECT")
		require.Equal(t, 1000, c.code())
	}
	for i := range slow {
		select {
		case at := <-cut[i]:
			require.Greater(t, at.Sub(begin), handshakeTime-time.Second)
		case <-time.After(patience):
			require.Fail(t, "not cut")
		}
	}
	h.eventually(t, 0, "hub_handshakes")
}

func TestRoomForConnections(t *testing.T) {
	t.Parallel()
	for name, c := range map[string]struct {
		wanted               int
		files                uint64
		connections, sockets int
	}{
		"enough for all":     {50_000, 1 << 20, 50_000, 982_912 + 64},
		"as files allow":     {50_000, 20_000, 18_622, 18_622 + 64},
		"no limit is wanted": {0, 2000, 1747, 1747 + 64},
		"unlimited files":    {0, 1<<64 - 1, 2013265791, 2013265791 + 64},
	} {
		connections, sockets, err := room(c.wanted, c.files)
		require.NoError(t, err, name)
		require.Equal(t, [2]int{c.connections, c.sockets}, [2]int{connections, sockets}, name)
	}
	_, _, err := room(10, 136)
	require.ErrorContains(t, err, "136")
}

// The address that limits and log go by is the one that the balancer names last, in whatever family it was seen.
func TestAddressesComeFromTheBalancerOrTheConnectionIsRefused(t *testing.T) {
	t.Parallel()
	h := newWorld(t, rdstest.URL(t)).hub(t, func(c *Config) {
		behindBalancer(c)
		c.MaxPerAddress = 1
	})
	for _, address := range []string{"::ffff:192.0.2.1", "192.0.2.2", "198.51.100.1, ::ffff:192.0.2.3", "192.0.2.4:4711"} {
		ws, _, err := dial(h, from(address))
		require.NoError(t, err, "%s is an address of its own", address)
		t.Cleanup(func() { _ = ws.Close() })
	}
	require.Eventually(t, func() bool { return h.node.Open() == 4 }, patience, time.Millisecond)
	status, _ := refused(t, h, from("192.0.2.1"))
	require.Equal(t, http.StatusTooManyRequests, status, "the mapped one is the same address")

	for _, header := range []http.Header{{"Origin": {origin}}, from("nonsense"), from("192.0.2.9,"), from("")} {
		_, res, err := dial(h, header)
		require.ErrorIs(t, err, websocket.ErrBadHandshake)
		require.Equal(t, http.StatusServiceUnavailable, res.StatusCode, "never the balancer's own address: %v", header)
	}
}

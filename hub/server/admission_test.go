package server

import (
	"context"
	"encoding/base64"
	"io"
	"net"
	"net/http"
	"strconv"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/fasthttp/websocket"
	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"hubstake/internal/access/token"
	"hubstake/internal/testkit"
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

// A second is told to at most twice its share, since chance spreads each share over two seconds.
func TestAStormIsToldToComeBackOneSecondAfterTheOther(t *testing.T) {
	t.Parallel()
	w := newWorld(t, rdstest.URL(t))
	w.standsStill()
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
	require.Equal(t, rate, in)
	require.Equal(t, float64(storm-in), h.metric(t, "hub_refusals_total", "reason=rate"))
	last := (storm - in) / rate
	for second, n := range told {
		require.LessOrEqual(t, second, last+2)
		require.LessOrEqual(t, n, 2*rate, "in second %d: %v", second, told)
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
	testkit.Eventually(t, func() bool { return h.node.Open() == len(open) })
	for _, address := range []string{"192.0.2.1", "2001:db8:1:2:aaaa::1"} {
		status, _ := refused(t, h, from(address))
		require.Equal(t, http.StatusTooManyRequests, status, address)
	}
	require.Equal(t, 2.0, h.metric(t, "hub_refusals_total", "reason=address"))
	for _, ws := range open {
		require.NoError(t, ws.Close())
	}
	testkit.Eventually(t, func() bool { return h.admission.perAddress.Keys() == 0 }, "who left is still counted")
}

func TestAnAddressThatOnlyComesAndGoesIsSlowedDown(t *testing.T) {
	t.Parallel()
	w := newWorld(t, rdstest.URL(t))
	clk := w.standsStill()
	h := w.hub(t, func(c *Config) {
		behindBalancer(c)
		c.MaxPerAddress = 10
	})
	comesAndGoes := func() (came int) {
		for {
			ws, res, err := dial(h, from("192.0.2.1"))
			if err != nil {
				require.Equal(t, http.StatusTooManyRequests, res.StatusCode)
				return came
			}
			require.NoError(t, ws.Close())
			testkit.Eventually(t, func() bool { return h.node.Open() == 0 })
			came++
		}
	}
	require.Equal(t, 20, comesAndGoes())
	require.Equal(t, 1.0, h.metric(t, "hub_refusals_total", "reason=address-rate"))
	clk.Advance(time.Second)
	require.Equal(t, 2, comesAndGoes())
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
	rounds := testkit.Size(3, 20)
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
	clk := w.standsStill()
	const budget = 10
	h := w.hub(t, func(c *Config) {
		behindBalancer(c)
		c.MaxFailedConnects = budget
	})
	p := w.member()
	bad := badTokens(w, p)["signed by others"]
	for range budget {
		ws, _, err := dial(h, from("192.0.2.66"))
		require.NoError(t, err)
		c := attach(t, ws)
		c.send("CONNECT", "accept-version:1.2", "token:"+bad)
		require.Equal(t, 4401, c.code())
	}
	status, wait := refused(t, h, from("192.0.2.66"))
	require.Equal(t, http.StatusTooManyRequests, status)
	require.InDelta(t, 1, wait, 1)
	require.Equal(t, 1.0, h.metric(t, "hub_refusals_total", "reason=failures"))

	connect := func(address string) {
		ws, _, err := dial(h, from(address))
		require.NoError(t, err)
		attach(t, ws).hello(p)
	}
	connect("192.0.2.67") // others are not concerned
	clk.Advance(time.Second)
	connect("192.0.2.66")
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

// The slow ones come again as soon as they are cut, so that they are there for as long as others connect.
func TestHandshakesThatTrickleInAreCutWhileOthersConnect(t *testing.T) {
	t.Parallel()
	w := newWorld(t, rdstest.URL(t))
	const most = time.Second
	h := w.hub(t, func(c *Config) { c.MaxPerAddress, c.handshake = 0, most })
	slow, others := testkit.Size(30, 300), testkit.Size(20, 100)
	cuts := make(chan time.Duration, slow) // how long each was let in
	ctx, stop := context.WithCancel(t.Context())
	var g sync.WaitGroup
	for range slow {
		g.Go(func() {
			for ctx.Err() == nil {
				lasted, err := trickle(ctx, h.Addr())
				if err != nil {
					assert.NoError(t, err)
					return
				}
				select {
				case cuts <- lasted:
				case <-ctx.Done():
				}
			}
		})
	}
	t.Cleanup(func() {
		stop()
		g.Wait()
	})
	for range slow {
		require.GreaterOrEqual(t, <-cuts, most)
	}
	p := w.login(rdstest.ID(), token.Partner)
	for range others {
		var ws *websocket.Conn
		testkit.Eventually(t, func() bool { // on a busy machine a handshake may take longer than it may
			var err error
			ws, _, err = dial(h, http.Header{"Origin": {origin}})
			return err == nil
		})
		c := attach(t, ws)
		c.hello(p)
		c.send("DISCONNECT")
		require.Equal(t, 1000, c.code())
	}
	stop()
	g.Wait()
	h.eventually(t, 0, "hub_handshakes")
}

// trickle sends a request byte by byte until the node closes the socket or ctx ends, and returns how long that took.
func trickle(ctx context.Context, address string) (time.Duration, error) {
	begin := time.Now()
	c, err := net.Dial("tcp", address)
	if err != nil {
		return 0, err
	}
	defer context.AfterFunc(ctx, func() { _ = c.Close() })()
	closed := make(chan time.Duration, 1)
	go func() {
		_, _ = io.Copy(io.Discard, c)
		closed <- time.Since(begin)
	}()
	defer func() { _ = c.Close() }()
	tick := time.NewTicker(50 * time.Millisecond)
	defer tick.Stop()
	text := "GET /hub HTTP/1.1\r\n"
	for n := 0; ; n++ {
		_, _ = c.Write([]byte{text[n%len(text)]})
		select {
		case lasted := <-closed:
			return lasted, nil
		case <-tick.C:
		}
	}
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
	testkit.Eventually(t, func() bool { return h.node.Open() == 4 })
	status, _ := refused(t, h, from("192.0.2.1"))
	require.Equal(t, http.StatusTooManyRequests, status, "the mapped one is the same address")

	for _, header := range []http.Header{{"Origin": {origin}}, from("nonsense"), from("192.0.2.9,"), from("")} {
		_, res, err := dial(h, header)
		require.ErrorIs(t, err, websocket.ErrBadHandshake)
		require.Equal(t, http.StatusServiceUnavailable, res.StatusCode, "never the balancer's own address: %v", header)
	}
}

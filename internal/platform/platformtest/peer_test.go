package platformtest_test

import (
	"net"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"
	"github.com/valyala/fasthttp"

	"hubstake/internal/platform/peer"
)

func requestFrom(from string, headers ...string) *fasthttp.RequestCtx {
	var r fasthttp.Request
	for i := 0; i < len(headers); i += 2 {
		r.Header.Add(headers[i], headers[i+1])
	}
	c := &fasthttp.RequestCtx{}
	c.Init(&r, &net.TCPAddr{IP: net.ParseIP(from), Port: 1}, nil)
	return c
}

func TestTheBalancersLastEntryIsTheCaller(t *testing.T) {
	t.Parallel()
	p, err := peer.ParseProxies([]string{"10.0.0.0/24", " 127.0.0.2", "2001:db8::5"})
	require.NoError(t, err)
	for header, want := range map[string]string{
		"192.0.2.7": "192.0.2.7", "::ffff:192.0.2.7": "192.0.2.7", "192.0.2.7:4711": "192.0.2.7", "[2001:db8::9]:4711": "2001:db8::9",
		"2001:db8::9": "2001:db8::9", "198.51.100.1, 192.0.2.7": "192.0.2.7", "198.51.100.1,::ffff:192.0.2.7 ": "192.0.2.7", "fe80::1%eth0": "fe80::1",
	} {
		for _, from := range []string{"10.0.0.9", "::ffff:10.0.0.9", "127.0.0.2", "2001:db8::5"} {
			got, err := p.Of(requestFrom(from, "X-Forwarded-For", header))
			require.NoError(t, err, header)
			require.Equal(t, want, got.Address.String(), header)
		}
	}
	got, err := p.Of(requestFrom("10.0.0.9", "X-Forwarded-For", "198.51.100.1", "X-Forwarded-For", "192.0.2.7"))
	require.NoError(t, err)
	require.Equal(t, "192.0.2.7", got.Address.String(), "the last line counts")
}

// A CDN before the balancer: the first address from the right that is no proxy of ours, whatever a client wrote before it, in one line or in several.
func TestTheCallerOfAChainIsTheFirstAddressThatIsNoProxy(t *testing.T) {
	t.Parallel()
	p, err := peer.ParseProxies([]string{"10.0.0.0/24", "203.0.113.0/24", "2001:db8:cd::/48"})
	require.NoError(t, err)
	for _, c := range []struct{ want, header string }{
		{"192.0.2.7", "192.0.2.7, 203.0.113.5"},
		{"192.0.2.7", "192.0.2.7, 203.0.113.5, 10.0.0.3"},
		{"192.0.2.7", "198.51.100.1, 192.0.2.7, 203.0.113.5, 10.0.0.3"},
		{"192.0.2.7", "nonsense, 192.0.2.7, 203.0.113.5:443"},
		{"192.0.2.7", `192.0.2.7, "[2001:db8:cd::5]:443"`},
		{"2001:db8::9", `"[2001:db8::9]:4711", 203.0.113.5`},
		{"2001:db8::9", `"[2001:db8::9]", 10.0.0.3`},
		{"2001:db8::9", `[2001:db8::9]`},
		{"203.0.113.5", "203.0.113.5, 10.0.0.3"},
	} {
		got, err := p.Of(requestFrom("10.0.0.9", "X-Forwarded-For", c.header))
		require.NoError(t, err, c.header)
		require.Equal(t, c.want, got.Address.String(), c.header)
		lines := []string{}
		for one := range strings.SplitSeq(c.header, ",") {
			lines = append(lines, "X-Forwarded-For", one)
		}
		got, err = p.Of(requestFrom("10.0.0.9", lines...))
		require.NoError(t, err, c.header)
		require.Equal(t, c.want, got.Address.String(), c.header)
	}
	for _, header := range []string{"192.0.2.7, unknown, 10.0.0.3", ", 10.0.0.3", `192.0.2.7", 10.0.0.3`, "[192.0.2.7, 10.0.0.3"} {
		_, err := p.Of(requestFrom("10.0.0.9", "X-Forwarded-For", header))
		require.ErrorIs(t, err, peer.ErrUnreadable, header)
	}
	got, err := p.Of(requestFrom("192.0.2.7", "X-Forwarded-For", "198.51.100.1, 203.0.113.5"))
	require.NoError(t, err)
	require.Equal(t, "192.0.2.7", got.Address.String(), "not called by a proxy of ours")
}

func TestABalancerThatDoesNotSayWhoCallsIsNotTheCaller(t *testing.T) {
	t.Parallel()
	p, err := peer.ParseProxies([]string{"10.0.0.0/24"})
	require.NoError(t, err)
	_, err = p.Of(requestFrom("10.0.0.9"))
	require.ErrorIs(t, err, peer.ErrUnreadable)
	for _, header := range []string{"", " ", "unknown", "192.0.2.7,", "192.0.2.7, nonsense", "192.0.2.256", "localhost", "0.0.0.0", "::", "192.0.2.7;", "http://192.0.2.7"} {
		_, err := p.Of(requestFrom("10.0.0.9", "X-Forwarded-For", header))
		require.ErrorIs(t, err, peer.ErrUnreadable, "%q", header)
	}
}

func TestAStrangerChoosesNeitherAddressNorTraceNorID(t *testing.T) {
	t.Parallel()
	const trace = "00-0af7651916cd43dd8448eb211c80319c-b7ad6b7169203331-01"
	p, err := peer.ParseProxies([]string{"10.0.0.0/24"})
	require.NoError(t, err)
	headers := []string{"X-Forwarded-For", "192.0.2.7", "Traceparent", trace, "X-Request-Id", "0af7651916cd43dd8448eb211c80319c"}
	for _, from := range []string{"10.0.1.9", "127.0.0.1", "2001:db8::5"} {
		got, err := p.Of(requestFrom(from, headers...))
		require.NoError(t, err)
		require.Equal(t, from, got.Address.String())
		require.Empty(t, got.Traceparent)
		require.Empty(t, got.RequestID)
	}
	got, err := p.Of(requestFrom("10.0.0.9", headers...))
	require.NoError(t, err)
	require.Equal(t, trace, got.Traceparent)
	require.Equal(t, "0af7651916cd43dd8448eb211c80319c", got.RequestID)
	got, err = p.Of(requestFrom("10.0.0.9", "X-Forwarded-For", "192.0.2.7", "Traceparent", "mine", "X-Request-Id", "a\n{}"))
	require.NoError(t, err)
	require.Empty(t, got.Traceparent)
	require.Empty(t, got.RequestID)
}

func TestNetworksThatContainStrangersAreNotTrusted(t *testing.T) {
	t.Parallel()
	for _, entry := range []string{"0.0.0.0/0", "::/0", "10.0.0.0/7", "rubbish", "", "10.0.0.0/33", "10.0.0.1/", "::ffff:10.0.0.0/104", "fe80::1%eth0"} {
		_, err := peer.ParseProxies([]string{"10.0.0.1", entry})
		require.Error(t, err, entry)
	}
}

// The scheme is read in any case (RFC 9110, 11.1): clients that are not ours write it small.
func TestTheTokenOfAnAuthorizationHeader(t *testing.T) {
	t.Parallel()
	for header, want := range map[string]string{"Bearer abc": "abc", "bearer abc": "abc", "BEARER  a b": "a b", "Bearer ": ""} {
		token, ok := peer.Bearer(header)
		require.True(t, ok, header)
		require.Equal(t, want, token, header)
	}
	for _, header := range []string{"", "Bearer", "Bearerabc", "Basic abc", " Bearer abc", "abc"} {
		_, ok := peer.Bearer(header)
		require.False(t, ok, header)
	}
}

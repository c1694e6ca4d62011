package config

import (
	"net/netip"
	"testing"

	"github.com/stretchr/testify/require"
)

// An address for all of a machine's addresses is as public as the most public of them.
func TestMetricsAreNotForStrangers(t *testing.T) {
	t.Parallel()
	inner := []netip.Addr{netip.MustParseAddr("127.0.0.1"), netip.MustParseAddr("10.1.2.3"), netip.MustParseAddr("fd00::7"), netip.MustParseAddr("100.64.0.9")}
	for listen, wrong := range map[string]struct{ within, public bool }{ // on a machine of the inner network, on one with a public address
		"127.0.0.1:9081": {}, "localhost:9081": {}, "10.1.2.3:9081": {}, "[::1]:9081": {}, "[fd00::7]:9081": {},
		":9081": {public: true}, "0.0.0.0:9081": {public: true}, "[::]:9081": {public: true}, "[::ffff:0.0.0.0]:9081": {public: true},
		"203.0.113.7:9081": {true, true}, "[2001:db8::7]:9081": {true, true}, "[::ffff:203.0.113.7]:9081": {true, true},
		"metrics.internal:9081": {true, true}, "9081": {true, true},
	} {
		for _, strange := range []string{"203.0.113.7", "2001:db8::7"} {
			var p, q Problems
			p.metricsListen("METRICS_LISTEN", listen, inner)
			q.metricsListen("METRICS_LISTEN", listen, append([]netip.Addr{netip.MustParseAddr(strange)}, inner...))
			require.Equal(t, wrong.within, p.Err() != nil, "%s within: %v", listen, p.Err())
			require.Equal(t, wrong.public, q.Err() != nil, "%s beside %s: %v", listen, strange, q.Err())
		}
	}
}

package platformtest_test

import (
	"net/netip"
	"testing"

	"github.com/stretchr/testify/require"

	"hubstake/internal/platform/peer"
)

func TestLimitsCountTheHouseholdAndTheCustomer(t *testing.T) {
	t.Parallel()
	for address, want := range map[string][2]string{
		"192.0.2.1": {"192.0.2.1/32", ""}, "::ffff:192.0.2.1": {"192.0.2.1/32", ""},
		"2001:db8:1:2:3:4:5:6": {"2001:db8:1:2::/64", "2001:db8:1::/48"}, "fe80::1%eth0": {"fe80::/64", "fe80::/48"},
	} {
		ip := netip.MustParseAddr(address)
		require.Equal(t, want[0], peer.Network(ip).String(), address)
		customer, ok := peer.Customer(ip)
		require.Equal(t, want[1] != "", ok, address)
		if ok {
			require.Equal(t, want[1], customer.String(), address)
		}
	}
	require.False(t, peer.Network(netip.Addr{}).IsValid())
	_, ok := peer.Customer(netip.Addr{})
	require.False(t, ok)
}

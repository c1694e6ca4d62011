package peer

import "net/netip"

// Providers give a household a /64 of IPv6 and a customer who asks for more a /56 or a /48, so limits count both.
const (
	networkBits  = 64
	customerBits = 48
)

// Network returns the network by which limits count an address: an IPv4 address alone, or the /64 of an IPv6 one, of which one
// household has every address. It is the zero Prefix for an invalid address.
func Network(ip netip.Addr) netip.Prefix {
	if ip = ip.Unmap().WithZone(""); ip.Is6() {
		return masked(ip, networkBits)
	}
	return masked(ip, ip.BitLen())
}

// Customer returns the /48 of an IPv6 address, the largest network that providers give to one customer. ok is false for an IPv4
// address, which one customer rarely has many of. Several customers may share a /48, so its limits must be larger than those of a
// Network.
func Customer(ip netip.Addr) (network netip.Prefix, ok bool) {
	if ip = ip.Unmap().WithZone(""); !ip.Is6() {
		return netip.Prefix{}, false
	}
	return masked(ip, customerBits), true
}

func masked(ip netip.Addr, bits int) netip.Prefix {
	p, err := ip.Prefix(bits)
	if err != nil { // an invalid address
		return netip.Prefix{}
	}
	return p
}

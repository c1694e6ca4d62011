package config

import (
	"bytes"
	"errors"
	"fmt"
	"maps"
	"net"
	"net/netip"
	"net/url"
	"slices"
)

// minEntropy is the least Shannon entropy of a secret in bits per byte: 32 random bytes have about 4.9.
const minEntropy = 3.5

// Weak reports whether a secret is too regular to be random: one that a person typed, or a sample.
func Weak(secret []byte) bool { return entropy(secret) < minEntropy }

// Problems collects what is wrong with settings, so that all of it is said at once. Texts name variables, never values.
type Problems struct{ errs []error }

// Add adds a problem.
func (p *Problems) Add(format string, args ...any) {
	p.errs = append(p.errs, fmt.Errorf(format, args...))
}

// Join adds the problems of an error that errors.Join may have made; nil adds nothing.
func (p *Problems) Join(err error) { p.errs = append(p.errs, Split(err)...) }

// Err returns all problems as one error, or nil.
func (p *Problems) Err() error { return errors.Join(p.errs...) }

// Split returns the problems of an error that errors.Join made, or the error alone; none for nil.
func Split(err error) []error {
	if err == nil {
		return nil
	}
	if joined, ok := err.(interface{ Unwrap() []error }); ok {
		return joined.Unwrap()
	}
	return []error{err}
}

// Distinct adds a problem for each two secrets that are the same bytes: who learns one would have the other. Secrets that are not
// set are no problem of this kind.
func (p *Problems) Distinct(secrets map[string][]byte) {
	names := slices.Sorted(maps.Keys(secrets))
	for i, a := range names {
		for _, b := range names[i+1:] {
			if len(secrets[a]) > 0 && bytes.Equal(secrets[a], secrets[b]) {
				p.Add("%s and %s must not be the same secret", a, b)
			}
		}
	}
}

// Origins adds a problem for each origin that is not of the form https://host[:port]; http is accepted outside of production.
func (p *Problems) Origins(name string, origins []string, production bool) {
	for _, o := range origins {
		u, err := url.Parse(o)
		switch {
		case err != nil || u.Host == "" || u.Hostname() == "*" || (u.Scheme != "https" && u.Scheme != "http") || o != u.Scheme+"://"+u.Host:
			p.Add("%s: an entry is not of the form https://host[:port]", name)
		case production && u.Scheme != "https":
			p.Add("%s: an entry is not https", name)
		}
	}
}

// Networks adds a problem for each network that is not written as such, with its first address: 192.0.2.1/24 and mapped IPv4 networks
// are mistakes.
func (p *Problems) Networks(name string, networks []netip.Prefix) {
	for _, n := range networks {
		if n != n.Masked() || n.Addr().Is4In6() {
			p.Add("%s must be networks such as 192.0.2.0/24 or 2001:db8::/48", name)
		}
	}
}

// private are the networks from which calls may go uncounted in production: loopback and the inner networks (RFC 1918, 4193).
var private = []netip.Prefix{
	netip.MustParsePrefix("127.0.0.0/8"), netip.MustParsePrefix("10.0.0.0/8"), netip.MustParsePrefix("172.16.0.0/12"),
	netip.MustParsePrefix("192.168.0.0/16"), netip.MustParsePrefix("::1/128"), netip.MustParsePrefix("fc00::/7"),
}

// Private adds a problem for each network that is not wholly loopback or inner network.
func (p *Problems) Private(name string, networks []netip.Prefix) {
	for _, n := range networks {
		if !slices.ContainsFunc(private, func(q netip.Prefix) bool { return q.Bits() <= n.Bits() && q.Contains(n.Addr()) }) {
			p.Add("%s: in production only loopback and private networks are accepted", name)
		}
	}
}

// metricsListen adds a problem when the metrics would be read by strangers: an address that is public, or all addresses of a
// machine that has a public one.
func (p *Problems) metricsListen(name, listen string, own []netip.Addr) {
	host, _, err := net.SplitHostPort(listen)
	if err != nil {
		p.Add("%s must be host:port", name)
		return
	}
	a, err := netip.ParseAddr(host)
	switch {
	case host == "localhost":
	case host == "" || (err == nil && a.Unmap().IsUnspecified()):
		if slices.ContainsFunc(own, public) {
			p.Add("%s: this machine has a public address; listen on loopback or the inner network", name)
		}
	case err != nil:
		p.Add("%s: an address is expected, not a name", name)
	case public(a):
		p.Add("%s is a public address; listen on loopback or the inner network", name)
	}
}

// public reports whether strangers can reach an address.
func public(a netip.Addr) bool {
	a = a.Unmap()
	return a.IsGlobalUnicast() && !a.IsPrivate() && !sharedSpace.Contains(a)
}

// sharedSpace is that of carriers and of some clouds' inner networks (RFC 6598).
var sharedSpace = netip.MustParsePrefix("100.64.0.0/10")

// ownAddresses lists the addresses of this machine.
func ownAddresses() []netip.Addr {
	all, err := net.InterfaceAddrs()
	if err != nil {
		return nil
	}
	var out []netip.Addr
	for _, a := range all {
		if n, ok := a.(*net.IPNet); ok {
			if ip, ok := netip.AddrFromSlice(n.IP); ok {
				out = append(out, ip.Unmap())
			}
		}
	}
	return out
}

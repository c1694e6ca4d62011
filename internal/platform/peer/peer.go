// Package peer finds the caller of a request. Behind a load balancer every connection comes from the balancer, so the
// caller's address, the request's id and its trace are taken from the headers of the balancer, and from no other peer's.
package peer

import (
	"bytes"
	"errors"
	"net"
	"net/netip"
	"regexp"
	"strings"

	"github.com/valyala/fasthttp"
)

// shortest is the shortest prefix that may be trusted: a wider one contains strangers, who would choose their own address.
const shortest = 8

// ErrUnreadable reports that a trusted balancer did not say, in a form that can be read, whom a request comes from. The caller
// is then unknown: the balancer's own address would make all visitors one.
var ErrUnreadable = errors.New("peer: the balancer's X-Forwarded-For is missing or not an address")

// Proxies are the networks of the load balancers whose headers are trusted. The zero value trusts no peer.
type Proxies []netip.Prefix

// ParseProxies reads addresses (10.0.0.5) and networks (10.0.0.0/24). It refuses what is neither, and prefixes shorter than
// eight bits.
func ParseProxies(entries []string) (Proxies, error) {
	p := make(Proxies, 0, len(entries))
	for _, e := range entries {
		network, err := parseNetwork(strings.TrimSpace(e))
		if err != nil {
			return nil, err
		}
		p = append(p, network)
	}
	return p, nil
}

func parseNetwork(text string) (netip.Prefix, error) {
	if a, err := netip.ParseAddr(text); err == nil && a.Zone() == "" {
		a = a.Unmap()
		return netip.PrefixFrom(a, a.BitLen()), nil
	}
	network, err := netip.ParsePrefix(text)
	if err != nil {
		return netip.Prefix{}, errors.New("an address or a network (10.0.0.5, 10.0.0.0/24) is expected")
	}
	if network.Addr().Is4In6() {
		return netip.Prefix{}, errors.New("a mapped network is not accepted: write the IPv4 network itself")
	}
	if network.Bits() < shortest {
		return netip.Prefix{}, errors.New("a network of less than /8 contains strangers")
	}
	return network.Masked(), nil
}

// Contains reports whether an address belongs to a trusted balancer.
func (p Proxies) Contains(a netip.Addr) bool {
	a = a.Unmap().WithZone("")
	for _, network := range p {
		if network.Contains(a) {
			return true
		}
	}
	return false
}

// Peer is the other end of a request.
type Peer struct {
	Address     netip.Addr // of the caller: IPv4 is never mapped, and there is no zone
	RequestID   string     // the balancer's name for the request; empty when no balancer is trusted
	Traceparent string     // of a trusted balancer, W3C form; empty otherwise: a stranger chooses neither trace nor sampling
}

const (
	forwardedFor = "X-Forwarded-For"
	requestID    = "X-Request-Id"
	traceparent  = "Traceparent"
)

var (
	wellFormedID    = regexp.MustCompile(`^[0-9A-Za-z-]{8,64}$`)
	wellFormedTrace = regexp.MustCompile(`^00-[0-9a-f]{32}-[0-9a-f]{16}-[0-9a-f]{2}$`)
)

// Of returns who sent a request. A connection from elsewhere than a trusted balancer is the caller itself, whatever its headers
// claim. From a trusted balancer the last entry of X-Forwarded-For counts: those before it are the client's own words. When that
// entry is missing or no address, the error is ErrUnreadable; programs that call the api or the hub directly must therefore
// call from an address that is not trusted.
func (p Proxies) Of(c *fasthttp.RequestCtx) (Peer, error) {
	from := remote(c.RemoteAddr())
	if !p.Contains(from) {
		return Peer{Address: from}, nil
	}
	address, err := p.Caller(from, string(bytes.Join(c.Request.Header.PeekAll(forwardedFor), []byte{','})))
	if err != nil {
		return Peer{}, err
	}
	out := Peer{Address: address}
	if id := string(c.Request.Header.Peek(requestID)); wellFormedID.MatchString(id) {
		out.RequestID = id
	}
	if trace := string(c.Request.Header.Peek(traceparent)); wellFormedTrace.MatchString(trace) {
		out.Traceparent = trace
	}
	return out, nil
}

// Caller is Of for a program that reads requests itself: from is the other end of the connection, forwarded the values of all X-Forwarded-For lines, with
// commas between them, empty when there is none.
//
// Each proxy of a chain, for instance a CDN before the balancer, appends the address that it was called from. The caller is the first address from the right
// that is no proxy of ours: what stands left of it may be written by anyone. A chain of our proxies alone was begun by the first of them.
func (p Proxies) Caller(from netip.Addr, forwarded string) (netip.Addr, error) {
	caller := from
	for more := true; more && p.Contains(caller); {
		var last string
		at := strings.LastIndexByte(forwarded, ',')
		last, more = forwarded[at+1:], at >= 0
		forwarded = forwarded[:max(at, 0)]
		address, ok := parseAddress(strings.TrimSpace(last))
		if !ok {
			return netip.Addr{}, ErrUnreadable
		}
		caller = address
	}
	return caller, nil
}

func remote(a net.Addr) netip.Addr {
	if tcp, ok := a.(*net.TCPAddr); ok {
		return tcp.AddrPort().Addr().Unmap().WithZone("")
	}
	return netip.Addr{}
}

// parseAddress reads an address in the forms that balancers write: alone, with a port, in brackets, or any of these in quotes.
func parseAddress(text string) (netip.Addr, bool) {
	if inner, quoted := strings.CutPrefix(text, `"`); quoted {
		if inner, quoted = strings.CutSuffix(inner, `"`); quoted {
			text = inner
		}
	}
	if inner, bare := strings.CutSuffix(text, "]"); bare { // without a port
		text = strings.TrimPrefix(inner, "[")
	}
	a, err := netip.ParseAddr(text)
	if err != nil {
		withPort, portErr := netip.ParseAddrPort(text)
		if portErr != nil {
			return netip.Addr{}, false
		}
		a = withPort.Addr()
	}
	a = a.Unmap().WithZone("")
	return a, !a.IsUnspecified()
}

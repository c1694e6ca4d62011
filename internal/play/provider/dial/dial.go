// Package dial reads which providers the configuration names, and makes what calls them.
package dial

import (
	"encoding/base64"
	"errors"
	"fmt"
	"net/netip"
	"net/url"
	"slices"
	"strconv"
	"strings"

	"github.com/prometheus/client_golang/prometheus"

	"hubstake/internal/core/clock"
	"hubstake/internal/platform/config"
	"hubstake/internal/play/provider"
	"hubstake/internal/play/provider/guard"
	"hubstake/internal/play/provider/hub88"
	"hubstake/internal/play/provider/seamless"
)

// Clients call the providers, by their ids, each behind a guard of its own: to open games, to move money when they keep wallets,
// and to ask for their jackpots.
type Clients struct {
	Games           map[string]provider.Client
	TransferWallets map[string]provider.TransferWallet
	Jackpots        map[string]provider.JackpotSource
}

// All makes the clients of the providers at urls.
func All(urls map[string]string, d *provider.Directory, clk clock.Clock, m *provider.Metrics, reg prometheus.Registerer) Clients {
	out := Clients{Games: map[string]provider.Client{}, TransferWallets: map[string]provider.TransferWallet{}, Jackpots: map[string]provider.JackpotSource{}}
	for vendor, base := range urls {
		c, g := seamless.NewClient(vendor, base, d.Signer(vendor), clk, m), guard.New(vendor, m, reg)
		out.Games[vendor] = g.Client(d.ByFamily(vendor, map[string]provider.Client{
			seamless.Family: c, provider.FamilyTransfer: c, hub88.Family: hub88.NewClient(vendor, base, d, clk, m),
		}))
		out.TransferWallets[vendor] = g.TransferWallet(c)
		out.Jackpots[vendor] = g.Jackpots(d.JackpotsOf(vendor, c, seamless.Family, provider.FamilyTransfer))
	}
	return out
}

// Keys reads provider=base64url, …: keys of providers, given-1, and given-2 while it is changed.
func Keys(text string) (map[string][]provider.Key, error) {
	out := map[string][]provider.Key{}
	for _, e := range list(text) {
		vendor, text, ok := strings.Cut(e, "=")
		secret, err := base64.RawURLEncoding.DecodeString(strings.TrimRight(text, "="))
		if !ok || err != nil {
			return nil, errors.New("VENDOR_SECRETS: vendor=base64url of at least 32 bytes is expected")
		}
		k, err := provider.NewKey(fmt.Sprint("given-", len(out[vendor])+1), provider.HMAC, secret)
		if err != nil {
			return nil, errors.New("VENDOR_SECRETS: vendor=base64url of at least 32 bytes is expected")
		}
		out[vendor] = append(out[vendor], k)
	}
	return out, nil
}

// URLs reads provider=http://host, …: where providers are called.
func URLs(text string) (map[string]string, error) {
	out := map[string]string{}
	for _, e := range list(text) {
		vendor, text, ok := strings.Cut(e, "=")
		if u, err := url.Parse(text); !ok || err != nil || u.Host == "" {
			return nil, errors.New("VENDOR_URLS: vendor=http://host is expected")
		}
		out[vendor] = text
	}
	return out, nil
}

// CheckProduction returns what is wrong in production with secrets and addresses that Keys and URLs can read, joined: secrets that
// are not random, and addresses of this network's inside that no provider has (link-local, where clouds keep their credentials).
func CheckProduction(secrets, urls string) error {
	var p config.Problems
	_, err := Keys(secrets)
	p.Join(err)
	keys, _ := Secrets(secrets) // Keys has reported its errors
	for _, k := range keys {
		if config.Weak(k) {
			p.Add("VENDOR_SECRETS: a secret is too weak: use 32 random bytes")
		}
	}
	addresses, err := URLs(urls)
	p.Join(err)
	for _, address := range addresses {
		if u, err := url.Parse(address); err != nil || internal(u.Hostname()) {
			p.Add("VENDOR_URLS: a vendor's address is link-local, a metadata service or no address of a host")
		}
	}
	return p.Err()
}

// Secrets are the bytes of VENDOR_SECRETS, by names that may be shown.
func Secrets(text string) (map[string][]byte, error) {
	out := map[string][]byte{}
	for i, e := range list(text) {
		vendor, text, ok := strings.Cut(e, "=")
		secret, err := base64.RawURLEncoding.DecodeString(strings.TrimRight(text, "="))
		if !ok || err != nil {
			return nil, errors.New("VENDOR_SECRETS: vendor=base64url of at least 32 bytes is expected")
		}
		out[fmt.Sprintf("VENDOR_SECRETS %d (%s)", i+1, vendor)] = secret
	}
	return out, nil
}

// metadata are the services of clouds that hand out credentials, beside those in link-local space.
var metadata = []string{"metadata", "metadata.google.internal", "fd00:ec2::254", "100.100.100.200", "192.0.0.192"}

// internal reports whether a host must not be called: link-local, unspecified, multicast, a metadata service, or a number that
// some resolvers take for an address (2852039166, 0xa9fea9fe).
func internal(host string) bool {
	host = strings.ToLower(strings.TrimSuffix(host, "."))
	a, err := netip.ParseAddr(host)
	if err != nil {
		last := host[strings.LastIndexByte(host, '.')+1:]
		_, number := strconv.ParseUint(last, 0, 64)
		return host == "" || number == nil || slices.Contains(metadata, host)
	}
	a = a.Unmap().WithZone("")
	return a.IsLinkLocalUnicast() || a.IsUnspecified() || a.IsMulticast() || slices.Contains(metadata, a.String())
}

func list(s string) []string {
	return strings.FieldsFunc(s, func(r rune) bool { return r == ',' || r == ' ' })
}

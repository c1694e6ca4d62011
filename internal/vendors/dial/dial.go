// Package dial reads which vendors the configuration names, and makes what calls them.
package dial

import (
	"encoding/base64"
	"errors"
	"fmt"
	"net/url"
	"strings"

	"github.com/prometheus/client_golang/prometheus"

	"hubstake/internal/clock"
	"hubstake/internal/vendors"
	"hubstake/internal/vendors/guard"
	"hubstake/internal/vendors/hub88"
	"hubstake/internal/vendors/seamless"
)

// Clients call the vendors, by their ids, each behind a guard of its own: to open games, and to move money when they keep
// wallets.
type Clients struct {
	Games  map[string]vendors.Client
	Purses map[string]vendors.Purse
}

// All makes the clients of the vendors at urls.
func All(urls map[string]string, d *vendors.Directory, clk clock.Clock, m *vendors.Metrics, reg prometheus.Registerer) Clients {
	out := Clients{Games: map[string]vendors.Client{}, Purses: map[string]vendors.Purse{}}
	for vendor, base := range urls {
		c, g := seamless.NewClient(vendor, base, d.Signer(vendor), clk, m), guard.New(vendor, m, reg)
		out.Games[vendor] = g.Client(d.ByFamily(vendor, map[string]vendors.Client{
			seamless.Family: c, vendors.FamilyTransfer: c, hub88.Family: hub88.NewClient(vendor, base, d, clk, m),
		}))
		out.Purses[vendor] = g.Purse(c)
	}
	return out
}

// Keys reads vendor=base64url, …: keys of vendors, given-1, and given-2 while it is changed.
func Keys(text string) (map[string][]vendors.Key, error) {
	out := map[string][]vendors.Key{}
	for _, e := range list(text) {
		vendor, text, ok := strings.Cut(e, "=")
		secret, err := base64.RawURLEncoding.DecodeString(strings.TrimRight(text, "="))
		if !ok || err != nil {
			return nil, errors.New("VENDOR_SECRETS: vendor=base64url of at least 32 bytes is expected")
		}
		k, err := vendors.NewKey(fmt.Sprint("given-", len(out[vendor])+1), vendors.HMAC, secret)
		if err != nil {
			return nil, errors.New("VENDOR_SECRETS: vendor=base64url of at least 32 bytes is expected")
		}
		out[vendor] = append(out[vendor], k)
	}
	return out, nil
}

// URLs reads vendor=http://host, …: where vendors are called.
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

func list(s string) []string {
	return strings.FieldsFunc(s, func(r rune) bool { return r == ',' || r == ' ' })
}

// Package server is the simulated vendor's HTTP side: signed calls of the operator, the game pages and what they ask, and in
// development the switchboard of faults.
package server

import (
	"errors"
	"net/url"
	"regexp"
	"strings"

	"hubstake/internal/platform/config"
)

// Config is read from SIM_* (README.md lists the variables).
type Config struct {
	config.Common
	// WalletURL is the operator's wallet API for this vendor, …/v1/vendor/sim.
	WalletURL string `env:"WALLET_URL,required"`
	// Secret signs both directions.
	Secret config.Key `env:"SECRET,required"`
	// PublicURL is this vendor's origin in the browser.
	PublicURL string `env:"PUBLIC_URL,required"`
	// FrameAncestors are the origins that may frame a game, separated by spaces or commas; none when empty.
	FrameAncestors string `env:"FRAME_ANCESTORS"`
	// DataDir is a folder that holds the rounds; it must be there.
	DataDir string `env:"DATA_DIR,required"`
	// ChatKeys are the operator's public keys of live chat, kid=base64url; without them this vendor has none.
	ChatKeys     []string `env:"CHAT_KEYS"`
	ChatClientID string   `env:"CHAT_CLIENT_ID"`
	// SportsSeed decides everything that the sports feed says.
	SportsSeed uint64 `env:"SPORTS_SEED" envDefault:"1"`
	// BeaconKey makes this program play a randomness beacon; without the key it does not. Its holder knows all randomness in advance.
	BeaconKey config.Key `env:"BEACON_KEY"`
}

// Validate checks the addresses.
func (c Config) Validate() error {
	problems := []error{c.Common.Validate()}
	if u, err := url.Parse(c.WalletURL); err != nil || (u.Scheme != "http" && u.Scheme != "https") || u.Host == "" {
		problems = append(problems, errors.New("SIM_WALLET_URL must be an http(s) address"))
	}
	if origin(c.PublicURL) != strings.TrimSuffix(c.PublicURL, "/") {
		problems = append(problems, errors.New("SIM_PUBLIC_URL must be an origin: scheme, host and port"))
	}
	for _, o := range c.ancestors() {
		if origin(o) != o {
			problems = append(problems, errors.New("SIM_FRAME_ANCESTORS holds something that is no origin"))
			break
		}
	}
	if c.Production() && !c.BeaconKey.Zero() {
		problems = append(problems, errors.New("SIM_BEACON_KEY is for development: in production the beacon must be a public one"))
	}
	return errors.Join(problems...)
}

func (c Config) ancestors() []string {
	return strings.FieldsFunc(c.FrameAncestors, func(r rune) bool { return r == ' ' || r == ',' })
}

// host is what may stand in a policy header: nothing that could end the directive.
var host = regexp.MustCompile(`^[A-Za-z0-9.:\[\]-]+$`)

// origin is the scheme, host and port of an http(s) address, or "" when it is not such an address.
func origin(address string) string {
	u, err := url.Parse(address)
	if err != nil || (u.Scheme != "http" && u.Scheme != "https") || !host.MatchString(u.Host) || u.User != nil {
		return ""
	}
	return u.Scheme + "://" + u.Host
}

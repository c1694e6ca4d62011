package beacon

import (
	"bytes"
	"encoding/hex"
	"errors"
	"fmt"
	"net"
	"net/url"
	"time"
)

// Settings say which beacon a program uses. A program embeds them and reads them with its own prefix. Without addresses there is no beacon; with addresses
// alone it is quicknet.
type Settings struct {
	BeaconURLs      []string      `env:"BEACON_URLS"`       // of the HTTP API, asked in this order: https://api.drand.sh
	BeaconChain     string        `env:"BEACON_CHAIN"`      // hash of the chain, hexadecimal
	BeaconPublicKey string        `env:"BEACON_PUBLIC_KEY"` // hexadecimal
	BeaconGenesis   int64         `env:"BEACON_GENESIS"`    // of round 1, Unix seconds
	BeaconPeriod    time.Duration `env:"BEACON_PERIOD"`     // from round to round
}

// HasBeacon reports whether there is a beacon.
func (s Settings) HasBeacon() bool { return len(s.BeaconURLs) > 0 }

// named reports whether the settings describe a network.
func (s Settings) named() bool {
	return s.BeaconChain != "" || s.BeaconPublicKey != "" || s.BeaconGenesis != 0 || s.BeaconPeriod != 0
}

// BeaconNetwork returns the network of settings that are valid.
func (s Settings) BeaconNetwork() Network {
	if !s.named() {
		return Quicknet()
	}
	key, err := hex.DecodeString(s.BeaconPublicKey)
	if err != nil {
		key = nil // Network.Validate refuses it
	}
	return Network{Hash: s.BeaconChain, Genesis: time.Unix(s.BeaconGenesis, 0).UTC(), Period: s.BeaconPeriod, PublicKey: key}
}

// BeaconProblems returns all that is wrong with the settings, joined. In production the network must be quicknet: members could not trust a
// beacon whose secret the operator may hold.
func (s Settings) BeaconProblems(production bool) error {
	var all []error
	for _, address := range s.BeaconURLs {
		u, err := url.Parse(address)
		switch {
		case err != nil || u.Host == "" || u.User != nil || u.RawQuery != "" || u.Fragment != "" || u.Scheme != "https" && u.Scheme != "http":
			all = append(all, errors.New("BEACON_URLS: an entry is not of the form https://host/path"))
		case production && u.Scheme != "https" && !loopback(u.Hostname()):
			all = append(all, errors.New("BEACON_URLS: an entry is not https"))
		}
	}
	if !s.named() {
		return errors.Join(all...)
	}
	n := s.BeaconNetwork()
	switch {
	case !s.HasBeacon():
		all = append(all, errors.New("BEACON_CHAIN, BEACON_PUBLIC_KEY, BEACON_GENESIS and BEACON_PERIOD need BEACON_URLS"))
	case s.BeaconChain == "" || s.BeaconPublicKey == "" || s.BeaconGenesis == 0 || s.BeaconPeriod == 0:
		all = append(all, errors.New("BEACON_CHAIN, BEACON_PUBLIC_KEY, BEACON_GENESIS and BEACON_PERIOD must be set together"))
	case n.Validate() != nil:
		all = append(all, fmt.Errorf("BEACON_CHAIN, BEACON_PUBLIC_KEY, BEACON_GENESIS and BEACON_PERIOD: %w", n.Validate()))
	case production && !n.equal(Quicknet()):
		all = append(all, errors.New("BEACON_CHAIN, BEACON_PUBLIC_KEY, BEACON_GENESIS and BEACON_PERIOD must be those of quicknet in production"))
	}
	return errors.Join(all...)
}

func (n Network) equal(o Network) bool {
	return n.Hash == o.Hash && n.Genesis.Equal(o.Genesis) && n.Period == o.Period && bytes.Equal(n.PublicKey, o.PublicKey)
}

func loopback(host string) bool {
	ip := net.ParseIP(host)
	return host == "localhost" || ip != nil && ip.IsLoopback()
}

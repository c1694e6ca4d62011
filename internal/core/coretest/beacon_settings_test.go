package coretest_test

import (
	"encoding/hex"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"hubstake/internal/core/beacon"
)

// settingsOf are the settings of a network.
func settingsOf(n beacon.Network, urls ...string) beacon.Settings {
	return beacon.Settings{
		BeaconURLs: urls, BeaconChain: n.Hash, BeaconPublicKey: hex.EncodeToString(n.PublicKey), BeaconGenesis: n.Genesis.Unix(), BeaconPeriod: n.Period,
	}
}

func TestSettingsDescribeANetwork(t *testing.T) {
	t.Parallel()
	require.False(t, beacon.Settings{}.HasBeacon())
	require.NoError(t, beacon.Settings{}.BeaconProblems(true), "there need not be a beacon")
	alone := beacon.Settings{BeaconURLs: []string{"https://api.drand.sh", "http://127.0.0.1:1/drand"}}
	require.True(t, alone.HasBeacon())
	require.NoError(t, alone.BeaconProblems(true))
	require.Equal(t, beacon.Quicknet(), alone.BeaconNetwork())
	require.Equal(t, beacon.Quicknet(), settingsOf(beacon.Quicknet(), "https://a.test").BeaconNetwork())
	require.NoError(t, settingsOf(beacon.Quicknet(), "https://a.test").BeaconProblems(true))
	ours := newSigner(t).Network()
	require.Equal(t, ours, settingsOf(ours, "http://a.test").BeaconNetwork())
	require.NoError(t, settingsOf(ours, "http://a.test").BeaconProblems(false))
}

func TestAllProblemsOfSettingsAreSaid(t *testing.T) {
	t.Parallel()
	ours := newSigner(t).Network()
	for name, c := range map[string]struct {
		settings   beacon.Settings
		production bool
		want       string
	}{
		"no host":                 {beacon.Settings{BeaconURLs: []string{"api.drand.sh"}}, false, "BEACON_URLS: an entry is not of the form"},
		"a query":                 {beacon.Settings{BeaconURLs: []string{"https://a.test?x"}}, false, "BEACON_URLS: an entry is not of the form"},
		"a password":              {beacon.Settings{BeaconURLs: []string{"https://u:secret@a.test"}}, false, "BEACON_URLS: an entry is not of the form"},
		"plain http":              {beacon.Settings{BeaconURLs: []string{"http://a.test"}}, true, "BEACON_URLS: an entry is not https"},
		"no addresses":            {settingsOf(ours), false, "need BEACON_URLS"},
		"half a network":          {beacon.Settings{BeaconURLs: []string{"https://a.test"}, BeaconChain: ours.Hash}, false, "must be set together"},
		"the operator's own":      {settingsOf(ours, "https://a.test"), true, "must be those of quicknet in production"},
		"a hash that is not one":  {changeSettings(ours, func(s *beacon.Settings) { s.BeaconChain = "52db" }), false, "hash of the chain"},
		"a key that is not one":   {changeSettings(ours, func(s *beacon.Settings) { s.BeaconPublicKey = "xyz" }), false, "public key"},
		"a period that is broken": {changeSettings(ours, func(s *beacon.Settings) { s.BeaconPeriod = time.Millisecond }), false, "period 1ms"},
		"before the epoch":        {changeSettings(ours, func(s *beacon.Settings) { s.BeaconGenesis = -1 }), false, "no genesis"},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			err := c.settings.BeaconProblems(c.production)
			require.ErrorContains(t, err, c.want)
			require.NotContains(t, err.Error(), "secret")
		})
	}
	both := settingsOf(ours, "a.test", "http://b.test")
	both.BeaconPeriod = 0
	err := both.BeaconProblems(true)
	require.ErrorContains(t, err, "not of the form")
	require.ErrorContains(t, err, "not https")
	require.ErrorContains(t, err, "must be set together")
}

func changeSettings(n beacon.Network, change func(*beacon.Settings)) beacon.Settings {
	s := settingsOf(n, "https://a.test")
	change(&s)
	return s
}

package server

import (
	"net/http"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"hubstake/internal/core/beacon"
	"hubstake/internal/core/clock"
	"hubstake/internal/feed/drand"
	"hubstake/internal/sim/chaos"
)

// beaconOf is the network of the shops of these tests.
func beaconOf(t *testing.T) beacon.Network {
	t.Helper()
	signer, err := beacon.NewSigner(key[:])
	require.NoError(t, err)
	return signer.Network()
}

func TestTheSimulatorPlaysABeaconThatTheOperatorVerifies(t *testing.T) {
	t.Parallel()
	n := beaconOf(t)
	clk := clock.NewManual(n.Genesis.Add(time.Hour))
	s := newShopAt(t, "development", clk)
	c := drand.New(n, []string{s.url + "/drand"})
	t.Cleanup(c.Close)
	require.NoError(t, c.Check(t.Context()))

	now := n.RoundAt(clk.Now())
	r, err := c.Round(t.Context(), now)
	require.NoError(t, err)
	again, err := c.Round(t.Context(), now)
	require.NoError(t, err)
	require.Equal(t, r, again)
	_, err = c.Round(t.Context(), now+1)
	require.ErrorIs(t, err, drand.ErrEarly)
	clk.Advance(n.Period)
	next, err := c.Round(t.Context(), now+1)
	require.NoError(t, err)
	require.NotEqual(t, r.Randomness, next.Randomness)

	other := drand.New(beacon.Quicknet(), []string{s.url + "/drand"})
	t.Cleanup(other.Close)
	require.Error(t, other.Check(t.Context()), "another network is not known")
	for path, want := range map[string]int{
		"/public/latest": http.StatusOK, "/public/1": http.StatusOK, "/info": http.StatusOK, "/public/0": http.StatusBadRequest,
		"/public/-1": http.StatusBadRequest, "/public/x": http.StatusBadRequest, "/public/18446744073709551615": http.StatusTooEarly,
		"/public/18446744073709551616": http.StatusBadRequest, "/other": http.StatusNotFound,
	} {
		res, _ := s.get("/drand/" + n.Hash + path)
		require.Equal(t, want, res.StatusCode, path)
	}
	clk.Set(n.Genesis.Add(-time.Second))
	res, _ := s.get("/drand/" + n.Hash + "/public/latest")
	require.Equal(t, http.StatusBadRequest, res.StatusCode, "there is no round yet")
}

func TestTheBeaconMisbehavesOnDemand(t *testing.T) {
	t.Parallel()
	n := beaconOf(t)
	clk := clock.NewManual(n.Genesis.Add(time.Hour))
	s := newShopAt(t, "development", clk)
	c := drand.New(n, []string{s.url + "/drand"})
	t.Cleanup(c.Close)
	now := n.RoundAt(clk.Now())
	fault := func(f chaos.Settings, round uint64) error {
		t.Helper()
		require.Equal(t, http.StatusOK, s.post("/faults", f, false, nil))
		_, err := c.Round(t.Context(), round)
		return err
	}
	require.ErrorIs(t, fault(chaos.Settings{Beacon: chaos.BeaconMissing}, now-5), drand.ErrEarly)
	require.ErrorIs(t, fault(chaos.Settings{Beacon: chaos.BeaconForged}, now), drand.ErrForged)
	late := chaos.Settings{Beacon: chaos.BeaconLate, DelayMs: 7_000}
	require.ErrorIs(t, fault(late, now), drand.ErrEarly)
	require.ErrorIs(t, fault(late, now-2), drand.ErrEarly)
	require.NoError(t, fault(late, now-3))
	require.ErrorIs(t, fault(chaos.Settings{Beacon: chaos.BeaconForged, Times: 1}, now), drand.ErrForged)
	require.NoError(t, func() error { _, err := c.Round(t.Context(), now); return err }(), "the fault ended by itself")
	require.Equal(t, http.StatusOK, s.post("/faults", chaos.Settings{Beacon: chaos.BeaconForged, Times: 1}, false, nil))
	require.NoError(t, c.Check(t.Context()), "the parameters use up no fault")
	require.ErrorIs(t, func() error { _, err := c.Round(t.Context(), now); return err }(), drand.ErrForged)
}

func TestProductionHasNoBeaconOfItsOwn(t *testing.T) {
	t.Parallel()
	s := newShop(t, "production")
	res, _ := s.get("/drand/" + beaconOf(t).Hash + "/info")
	require.Equal(t, http.StatusNotFound, res.StatusCode)
}

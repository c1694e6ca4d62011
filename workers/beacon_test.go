package main

import (
	"bytes"
	"encoding/hex"
	"fmt"
	"io"
	"net/http"
	"net/http/httptest"
	"sync/atomic"
	"testing"
	"time"

	"github.com/rs/zerolog"
	"github.com/stretchr/testify/require"

	"hubstake/internal/core/beacon"
)

func TestTheBeaconOfTheSettings(t *testing.T) {
	t.Parallel()
	cfg, err := load(t, "production")
	require.NoError(t, err)
	require.Nil(t, beaconClient(cfg.Settings))

	cfg, err = load(t, "production", "WORKERS_BEACON_URLS=https://api.drand.sh,https://drand.cloudflare.com")
	require.NoError(t, err)
	c := beaconClient(cfg.Settings)
	t.Cleanup(c.Close)
	require.Equal(t, beacon.Quicknet(), c.Network())

	signer, err := beacon.NewSigner(bytes.Repeat([]byte{3}, 32))
	require.NoError(t, err)
	n := signer.Network()
	ours := []string{
		"WORKERS_BEACON_URLS=http://127.0.0.1:1/drand", "WORKERS_BEACON_CHAIN=" + n.Hash, "WORKERS_BEACON_PUBLIC_KEY=" + hex.EncodeToString(n.PublicKey),
		fmt.Sprintf("WORKERS_BEACON_GENESIS=%d", n.Genesis.Unix()), "WORKERS_BEACON_PERIOD=3s",
	}
	cfg, err = load(t, "development", ours...)
	require.NoError(t, err)
	c = beaconClient(cfg.Settings)
	t.Cleanup(c.Close)
	require.Equal(t, n, c.Network())

	_, err = load(t, "production", ours...)
	require.ErrorContains(t, err, "must be those of quicknet in production")
	_, err = load(t, "development", ours[1:]...)
	require.ErrorContains(t, err, "need BEACON_URLS")
	_, err = load(t, "development", append(ours, "WORKERS_BEACON_GENESIS=soon")...)
	require.ErrorContains(t, err, "WORKERS_BEACON_GENESIS cannot be read")
}

func TestABeaconIsCheckedUntilItAnswersAsTheSettingsSay(t *testing.T) {
	t.Parallel()
	n := beacon.Quicknet()
	var asked atomic.Int32
	srv := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, _ *http.Request) {
		switch asked.Add(1) {
		case 1:
			w.WriteHeader(http.StatusBadGateway)
		case 2:
			_, _ = io.WriteString(w, `{"public_key":"00","period":3,"genesis_time":1}`)
		default:
			_, _ = fmt.Fprintf(w, `{"public_key":"%x","period":3,"genesis_time":%d}`, n.PublicKey, n.Genesis.Unix())
		}
	}))
	t.Cleanup(srv.Close)
	c := beaconClient(beacon.Settings{BeaconURLs: []string{srv.URL}})
	t.Cleanup(c.Close)
	out := &screen{}
	require.NoError(t, checkBeacon(t.Context(), c, time.Millisecond, zerolog.New(out)))
	require.EqualValues(t, 3, asked.Load())
	require.Contains(t, out.String(), "status 502")
	require.Contains(t, out.String(), "another beacon")
	require.Contains(t, out.String(), "the beacon answers")
}

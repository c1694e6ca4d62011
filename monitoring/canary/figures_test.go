package main

import (
	"encoding/hex"
	"encoding/json"
	"os"
	"strconv"
	"strings"
	"testing"

	"github.com/prometheus/client_golang/prometheus"
	dto "github.com/prometheus/client_model/go"
	"github.com/stretchr/testify/require"

	"hubstake/internal/platform/config"
)

// histogram reads one.
func histogram(t *testing.T, h prometheus.Histogram) *dto.Histogram {
	t.Helper()
	var m dto.Metric
	require.NoError(t, h.Write(&m))
	return m.GetHistogram()
}

// Our own reading of the wire contract against the vectors that the hub and the pages go by.
func TestTheOpenerReadsTheVectors(t *testing.T) {
	t.Parallel()
	raw, err := os.ReadFile("../../hub/seal/testdata/vectors.json")
	require.NoError(t, err)
	type frame struct {
		Name, Key, Session, Destination, Body, Plaintext string
		Seq                                              uint64
	}
	var v struct {
		Derive       []struct{ Name, SessKey, Salt, Session, Key string }
		Open, Reject []frame
	}
	require.NoError(t, json.Unmarshal(raw, &v))
	require.NotEmpty(t, v.Derive)
	require.NotEmpty(t, v.Open)
	require.NotEmpty(t, v.Reject)
	read := func(f frame) ([]byte, error) {
		key, err := hex.DecodeString(f.Key)
		require.NoError(t, err)
		o, err := openerOf(key, f.Session)
		require.NoError(t, err)
		return o.open([]byte(f.Body), f.Destination, strconv.FormatUint(f.Seq, 10))
	}
	for _, f := range v.Open {
		plain, err := read(f)
		require.NoError(t, err, f.Name)
		require.Equal(t, f.Plaintext, string(plain), f.Name)
	}
	for _, f := range v.Reject {
		_, err := read(f)
		require.ErrorIs(t, err, errSealed, f.Name)
	}
	for _, d := range v.Derive {
		o, err := newOpener(d.SessKey, d.Salt, d.Session)
		if d.Key == "" {
			require.Error(t, err, d.Name)
			continue
		}
		require.NoError(t, err, d.Name)
		key, err := hex.DecodeString(d.Key)
		require.NoError(t, err)
		same, err := openerOf(key, d.Session)
		require.NoError(t, err)
		iv := make([]byte, 12)
		require.Equal(t, same.gcm.Seal(nil, iv, []byte("x"), nil), o.gcm.Seal(nil, iv, []byte("x"), nil), d.Name)
	}
}

func TestSettingsAreCheckedAtTheStart(t *testing.T) {
	t.Parallel()
	load := func(vars ...string) (settings, error) {
		return config.LoadFrom[settings]("CANARY", append([]string{"CANARY_MEMBER=canary1", "CANARY_PASSWORD=x"}, vars...))
	}
	s, err := load("CANARY_SITE_URL=https://site.test/")
	require.NoError(t, err)
	require.Equal(t, []string{"https://site.test", "wss://site.test/hub"}, []string{s.origin(), s.hub()})
	s, err = load("CANARY_SITE_URL=http://localhost:8080", "CANARY_ENV=development", "CANARY_HUB_URL=ws://127.0.0.1:9/hub")
	require.NoError(t, err)
	require.Equal(t, "ws://127.0.0.1:9/hub", s.hub())
	for bad, why := range map[string]string{
		"CANARY_SITE_URL=site.test":                                       "SITE_URL",
		"CANARY_SITE_URL=http://site.test":                                "https in production",
		"CANARY_SITE_URL=https://site.test CANARY_HUB_URL=https://x/hub":  "HUB_URL",
		"CANARY_SITE_URL=https://site.test CANARY_EVERY=0s":               "EVERY",
		"CANARY_SITE_URL=https://site.test CANARY_PASSWROD=typing-errors": "CANARY_PASSWROD is not a setting",
	} {
		_, err := load(strings.Fields(bad)...)
		require.ErrorContains(t, err, why)
	}
}

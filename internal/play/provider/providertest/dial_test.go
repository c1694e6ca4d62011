package providertest_test

import (
	"net/http"
	"net/http/httptest"
	"sync/atomic"
	"testing"

	"github.com/prometheus/client_golang/prometheus"
	"github.com/rs/zerolog"
	"github.com/stretchr/testify/require"

	"hubstake/internal/core/clock"
	"hubstake/internal/core/id"
	"hubstake/internal/platform/vault"
	"hubstake/internal/play/provider"
	"hubstake/internal/play/provider/dial"
	"hubstake/internal/play/provider/hub88"
	"hubstake/internal/play/provider/seamless"
	"hubstake/internal/testkit/pgtest"
)

// Only a provider that speaks our own protocol is asked for jackpots: another one would get calls that it does not know.
func TestJackpotsAreAskedOfOurProtocolOnly(t *testing.T) {
	t.Parallel()
	db, clk := pgtest.DB(t), clock.System{}
	var calls atomic.Int64
	srv := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, _ *http.Request) {
		calls.Add(1)
		_, _ = w.Write([]byte(`{"pools":[]}`))
	}))
	defer srv.Close()
	v, err := vault.New([32]byte(id.Key()))
	require.NoError(t, err)
	k, err := provider.NewKey("given-1", provider.HMAC, id.Key())
	require.NoError(t, err)
	given, urls := map[string][]provider.Key{}, map[string]string{}
	for vendor, family := range map[string]string{"ours": seamless.Family, "kept": provider.FamilyTransfer, "hub": hub88.Family} {
		require.NoError(t, provider.Upsert(t.Context(), db, vendor, family, provider.Settings{}))
		given[vendor], urls[vendor] = []provider.Key{k}, srv.URL
	}
	urls["gone"] = srv.URL
	reg := prometheus.NewRegistry()
	clients := dial.All(urls, provider.NewDirectory(db, clk, zerolog.Nop(), v, given), clk, provider.NewMetrics(reg), reg)
	for _, vendor := range []string{"hub", "gone"} {
		_, err := clients.Jackpots[vendor].Jackpots(t.Context())
		require.ErrorIs(t, err, provider.ErrRefused, vendor)
	}
	require.Zero(t, calls.Load())
	for _, vendor := range []string{"ours", "kept"} {
		pools, err := clients.Jackpots[vendor].Jackpots(t.Context())
		require.NoError(t, err, vendor)
		require.Empty(t, pools)
	}
	require.EqualValues(t, 2, calls.Load())
}

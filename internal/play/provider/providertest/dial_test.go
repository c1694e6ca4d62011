package providertest_test

import (
	"net/http"
	"net/http/httptest"
	"sync/atomic"
	"testing"
	"time"

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

// A provider that staff adds on a running site has its series at zero before its first call: alerts count the first one too.
func TestAProviderOfRunTimeHasItsSeriesBeforeItsFirstCall(t *testing.T) {
	t.Parallel()
	db, clk := pgtest.DB(t), clock.NewManual(time.Date(2026, 9, 10, 3, 0, 0, 0, time.UTC))
	v, err := vault.New([32]byte(id.Key()))
	require.NoError(t, err)
	reg := prometheus.NewRegistry()
	m := provider.NewMetrics(reg)
	m.Follow(provider.NewDirectory(db, clk, zerolog.Nop(), v, nil))
	series := func(name, vendor string) (results []string) {
		families, err := reg.Gather()
		require.NoError(t, err)
		for _, f := range families {
			for _, one := range f.GetMetric() {
				labels := map[string]string{}
				for _, l := range one.GetLabel() {
					labels[l.GetName()] = l.GetValue()
				}
				if f.GetName() == name && labels["vendor"] == vendor {
					require.Zero(t, one.GetCounter().GetValue())
					results = append(results, labels["result"])
				}
			}
		}
		return results
	}
	require.Empty(t, series("vendor_callbacks_total", "late"))
	for _, family := range []string{seamless.Family, hub88.Family, provider.FamilyTransfer} {
		require.NoError(t, provider.Upsert(t.Context(), db, family, family, provider.Settings{}))
		clk.Advance(provider.ChangeDelay)
		require.Subset(t, series("vendor_callbacks_total", family), []string{"ok", "badsig", "late", "parked", "debt", "busy", "error"})
		require.Subset(t, series("vendor_requests_total", family), []string{"ok", "error", "busy", "open"})
	}
}

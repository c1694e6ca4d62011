package main

import (
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

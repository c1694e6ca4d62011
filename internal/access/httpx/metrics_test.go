package httpx

import (
	"errors"
	"strings"
	"testing"

	"github.com/prometheus/client_golang/prometheus"
	"github.com/prometheus/client_golang/prometheus/testutil"
	"github.com/stretchr/testify/require"

	"hubstake/internal/core/fault"
)

func TestGroupsOfRoutesAreFew(t *testing.T) { // monitoring.md, 3.1: at most 12
	t.Parallel()
	seen := map[string]bool{"other": true}
	for segment, g := range groups {
		require.Equal(t, strings.ToLower(segment), segment)
		seen[g] = true
	}
	require.LessOrEqual(t, len(seen), 12)
	for path, want := range map[string]string{
		"/api/cash/in": "cash", "/api/getToken": "member", "/api/main": "site", "/api/admin/cash/list": "admin", "/api/lottery/x": "other", "": "none",
	} {
		require.Equal(t, want, group(path), path)
	}
}

func TestWhoIsTurnedAwayIsCounted(t *testing.T) {
	t.Parallel()
	reg := prometheus.NewRegistry()
	m := NewMetrics(reg)
	for _, err := range []error{
		errNoSession, Unauthorized(fault.LoggedInElsewhere), errForbidden, errForeignSite, errMalformed, nil, fault.NoAccess, errors.New("ours"),
	} {
		m.turnedAway(err)
	}
	end := m.begin(Route{Path: "/api/cash/in"})
	require.NoError(t, testutil.GatherAndCompare(reg, strings.NewReader(`
		# HELP api_in_flight Requests that have no answer yet.
		# TYPE api_in_flight gauge
		api_in_flight{route_group="cash"} 1
		# HELP authz_denied_total Calls that were turned away at the door: session (none that is valid), right (missing, or a foreign page), site (a foreign one).
		# TYPE authz_denied_total counter
		authz_denied_total{kind="right"} 1
		authz_denied_total{kind="session"} 2
		authz_denied_total{kind="site"} 1
	`), "api_in_flight", "authz_denied_total"))
	end()
	require.Zero(t, testutil.ToFloat64(m.inFlight.WithLabelValues("cash")))
}

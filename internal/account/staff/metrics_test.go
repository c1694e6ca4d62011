package staff_test

import (
	"strings"
	"testing"

	"github.com/prometheus/client_golang/prometheus"
	"github.com/prometheus/client_golang/prometheus/testutil"
	"github.com/stretchr/testify/require"

	"hubstake/internal/account/credential"
	"hubstake/internal/account/staff"
)

func TestLoginsOfStaffAreCounted(t *testing.T) {
	t.Parallel()
	w, reg := newWorld(t, nil), prometheus.NewRegistry()
	w.s.Metrics = staff.NewMetrics(reg, credential.NewMetrics(reg))
	_, _, err := w.login(t.Context(), "nobody1", "x", "")
	require.Error(t, err)
	require.NoError(t, testutil.GatherAndCompare(reg, strings.NewReader(`
		# HELP auth_attempts_total Logins by area (member, partner, admin) and result: 200, the code of the refusal, or error.
		# TYPE auth_attempts_total counter
		auth_attempts_total{kind="admin",result="200"} 0
		auth_attempts_total{kind="admin",result="U003"} 1
		auth_attempts_total{kind="admin",result="U004"} 0
		auth_attempts_total{kind="member",result="200"} 0
		auth_attempts_total{kind="member",result="U003"} 0
		auth_attempts_total{kind="member",result="U004"} 0
		auth_attempts_total{kind="partner",result="200"} 0
		auth_attempts_total{kind="partner",result="U003"} 0
		auth_attempts_total{kind="partner",result="U004"} 0
		# HELP auth_codes_unremembered_total One-time codes of staff that PostgreSQL alone remembers as used, because Redis was away.
		# TYPE auth_codes_unremembered_total counter
		auth_codes_unremembered_total 0
		# HELP auth_locked_total Logins that were refused because too many wrong passwords had locked the account (U004).
		# TYPE auth_locked_total counter
		auth_locked_total 0
		# HELP auth_refusals_unnoted_total Refused logins of staff that are not in the audit because there were too many in one minute.
		# TYPE auth_refusals_unnoted_total counter
		auth_refusals_unnoted_total 0
		# HELP auth_staff_slowed_total Logins of staff that waited because the same id had been tried many times, from whatever addresses.
		# TYPE auth_staff_slowed_total counter
		auth_staff_slowed_total 0
	`)))
}

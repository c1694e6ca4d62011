package member_test

import (
	"strings"
	"testing"

	"github.com/prometheus/client_golang/prometheus"
	"github.com/prometheus/client_golang/prometheus/testutil"
	"github.com/stretchr/testify/require"

	"hubstake/internal/account/credential"
	"hubstake/internal/account/member"
	"hubstake/internal/core/fault"
	"hubstake/internal/testkit/factory"
)

func TestWhoComesInIsCounted(t *testing.T) {
	t.Parallel()
	w, reg := newWorld(t, nil), prometheus.NewRegistry()
	w.s.Metrics = member.NewMetrics(reg, credential.NewMetrics(reg))
	m := factory.Member(t, w.db)
	_, err := w.login(t.Context(), m.MemID, "Wrong1234")
	require.Error(t, err)
	_, err = w.login(t.Context(), m.MemID, factory.Password)
	require.NoError(t, err)
	other := factory.Member(t, w.db)
	_, err = w.db.Exec(t.Context(), "UPDATE member_member SET pass_failures = 1000 WHERE member_id = $1", other.MemID)
	require.NoError(t, err)
	_, err = w.login(t.Context(), other.MemID, factory.Password)
	require.ErrorIs(t, err, fault.AccountLocked)
	_, err = w.s.SignUp(t.Context(), "demo", member.Form{}, origin)
	require.Error(t, err)
	require.NoError(t, testutil.GatherAndCompare(reg, strings.NewReader(`
		# HELP auth_attempts_total Logins by area (member, partner, admin) and result: 200, the code of the refusal, or error.
		# TYPE auth_attempts_total counter
		auth_attempts_total{kind="admin",result="200"} 0
		auth_attempts_total{kind="admin",result="U003"} 0
		auth_attempts_total{kind="admin",result="U004"} 0
		auth_attempts_total{kind="member",result="200"} 1
		auth_attempts_total{kind="member",result="U003"} 1
		auth_attempts_total{kind="member",result="U004"} 1
		auth_attempts_total{kind="partner",result="200"} 0
		auth_attempts_total{kind="partner",result="U003"} 0
		auth_attempts_total{kind="partner",result="U004"} 0
		# HELP auth_locked_total Logins that were refused because too many wrong passwords had locked the account (U004).
		# TYPE auth_locked_total counter
		auth_locked_total 1
		# HELP members_logged_in_total Logins of members that began a session.
		# TYPE members_logged_in_total counter
		members_logged_in_total 1
		# HELP signups_total Signups by site and result: 200 (waits for approval), the code of the refusal, or error.
		# TYPE signups_total counter
		signups_total{result="U025",site="demo"} 1
	`)))
}

package cash_test

import (
	"strings"
	"testing"
	"time"

	"github.com/prometheus/client_golang/prometheus"
	"github.com/prometheus/client_golang/prometheus/testutil"
	"github.com/rs/zerolog"
	"github.com/stretchr/testify/require"

	"hubstake/internal/account/member"
	"hubstake/internal/funds/cash"
	"hubstake/internal/operator/site"
	"hubstake/internal/testkit/factory"
)

func TestTheDeskIsMeasured(t *testing.T) {
	s := open(t)
	reg, sites := prometheus.NewRegistry(), site.New(s.db, s.clk)
	s.desk = cash.New(s.db, s.clk, sites, member.New(s.db, s.clk, sites, factory.Hashing()), s.msgs, cash.NewMetrics(reg))
	reg.MustRegister(cash.NewQueues(s.db, s.clk, zerolog.Nop()))

	first, err := s.deposit(s.member(0), 10_000)
	require.NoError(t, err)
	s.clk.Advance(time.Minute)
	_, err = s.deposit(s.member(0), 20_000)
	require.NoError(t, err)
	undone := s.member(0)
	third, err := s.deposit(undone, 30_000)
	require.NoError(t, err)
	_, err = s.deposit(undone, 30_000)
	require.Error(t, err, "refusals are not requests")
	s.clk.Advance(time.Minute)
	want := func(pending, oldest string) string {
		return `# HELP cash_pending Deposits (in), withdrawals (out) and withdrawals of partners (pt) that wait for staff.
			# TYPE cash_pending gauge
			cash_pending{kind="in",site="demo"} ` + pending + `
			cash_pending{kind="out",site="demo"} 0
			cash_pending{kind="pt",site="demo"} 0
			# HELP cash_request_oldest_pending_seconds Age of the oldest request that waits; 0 when none does.
			# TYPE cash_request_oldest_pending_seconds gauge
			cash_request_oldest_pending_seconds{kind="in",site="demo"} ` + oldest + `
			cash_request_oldest_pending_seconds{kind="out",site="demo"} 0
			cash_request_oldest_pending_seconds{kind="pt",site="demo"} 0
			`
	}
	require.NoError(t, testutil.GatherAndCompare(reg, strings.NewReader(want("3", "120")), "cash_pending", "cash_request_oldest_pending_seconds"))

	require.NoError(t, s.desk.Approve(t.Context(), "demo", staff, s.shown(first), true))
	require.Error(t, s.desk.Approve(t.Context(), "demo", staff, s.shown(first), true))
	n, err := s.desk.Remove(t.Context(), undone.requester(), []int64{third.ID})
	require.NoError(t, err)
	require.Equal(t, 1, n)
	_, err = s.desk.Remove(t.Context(), undone.requester(), []int64{third.ID}) // hidden: no change of status
	require.NoError(t, err)
	require.NoError(t, testutil.GatherAndCompare(reg, strings.NewReader(want("1", "60")+`
			# HELP cash_requests_total Deposits (in), withdrawals (out, through a partner) and withdrawals of partners (pt) by the status that they reached (D-11).
			# TYPE cash_requests_total counter
			cash_requests_total{kind="in",site="demo",status="cancelled"} 1
			cash_requests_total{kind="in",site="demo",status="done"} 1
			cash_requests_total{kind="in",site="demo",status="requested"} 3
			`), "cash_pending", "cash_request_oldest_pending_seconds", "cash_requests_total"))
}

package commission_test

import (
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"hubstake/internal/core/fault"
	"hubstake/internal/core/money"
	"hubstake/internal/operator/audit"
	"hubstake/internal/partners/commission"
)

// A member that wins leaves a losing share below 0, which is carried into the next day.
func TestHeadOfficeReadsDaysAndTheirStatements(t *testing.T) {
	t.Parallel()
	w, tr := small(t)
	w.bet(tr, "mlow01", 1, 100_000, 300_000, monday.Add(time.Hour))
	w.settleAll(monday.AddDate(0, 0, 1).Add(time.Hour))
	_, known, err := w.svc.OfSite(t.Context(), "another")
	require.NoError(t, err)
	require.False(t, known)
	job, known, err := w.svc.OfSite(t.Context(), "demo")
	require.NoError(t, err)
	require.True(t, known)
	require.Equal(t, []int64{0, 2}, []int64{int64(job.Unsettled), job.Open})
	w.clk.Set(monday.AddDate(0, 0, 4).Add(time.Hour))
	job, _, err = w.svc.OfSite(t.Context(), "demo")
	require.NoError(t, err)
	require.Equal(t, 3, job.Unsettled)

	days, err := w.svc.Days(t.Context(), "demo", monday.AddDate(1, 0, 0), 10)
	require.NoError(t, err)
	require.Len(t, days, 1)
	require.Equal(t, job.Settled, days[0].Day)
	require.Equal(t, []int64{2, 2, 1000, 0, 1000}, []int64{days[0].Statements, days[0].Open, int64(days[0].Amount), int64(days[0].Paid), int64(days[0].Waiting)})
	require.True(t, days[0].MadeAt.Equal(monday.AddDate(0, 0, 1).Add(time.Hour)))

	list, err := w.svc.OfDay(t.Context(), "demo", days[0].Day, commission.Open, "", 10)
	require.NoError(t, err)
	require.Len(t, list, 2)
	head := list[0]
	require.Equal(t, "phead", head.Partner)
	require.Equal(t, []money.Amount{600, 0, 0, 600}, []money.Amount{head.Rolling, head.Losing, head.CarriedIn, head.Amount})
	require.Negative(t, head.CarriedOut)
	rest, err := w.svc.OfDay(t.Context(), "demo", days[0].Day, "", "phead", 10)
	require.NoError(t, err)
	require.Equal(t, list[1:], rest)
	_, err = w.svc.OfDay(t.Context(), "demo", days[0].Day, "lost", "", 10)
	require.ErrorIs(t, err, fault.Failed)

	require.NoError(t, w.svc.Decide(t.Context(), commission.Decision{
		Actor: audit.Actor{ID: "boss1"}, Site: "demo", Partner: "phead", Day: days[0].Day, Becomes: commission.Kept, Reason: "contract ended",
	}))
	days, err = w.svc.Days(t.Context(), "demo", monday.AddDate(1, 0, 0), 10)
	require.NoError(t, err)
	require.Equal(t, []int64{1, 1000, 0, 400}, []int64{days[0].Open, int64(days[0].Amount), int64(days[0].Paid), int64(days[0].Waiting)})
}

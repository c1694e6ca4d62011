package pg_test

import (
	"testing"

	"github.com/prometheus/client_golang/prometheus"
	"github.com/prometheus/client_golang/prometheus/testutil"
	"github.com/stretchr/testify/require"

	"hubstake/internal/platform/pg"
	"hubstake/internal/testkit/pgtest"
)

func TestThePoolIsMeasured(t *testing.T) {
	t.Parallel()
	db, reg := pgtest.DB(t), prometheus.NewRegistry()
	reg.MustRegister(pg.NewMetrics(db))
	n, err := testutil.GatherAndCount(reg)
	require.NoError(t, err)
	require.Equal(t, 6, n)
	problems, err := testutil.GatherAndLint(reg)
	require.NoError(t, err)
	require.Empty(t, problems)

	c, err := db.Acquire(t.Context())
	require.NoError(t, err)
	defer c.Release()
	families, err := reg.Gather()
	require.NoError(t, err)
	for _, f := range families {
		if f.GetName() == "pgxpool_acquired" {
			require.InDelta(t, 1, f.GetMetric()[0].GetGauge().GetValue(), 0)
		}
	}
}

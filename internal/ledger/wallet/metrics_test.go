package wallet_test

import (
	"context"
	"strings"
	"testing"
	"time"

	"github.com/jackc/pgx/v5"
	"github.com/jackc/pgx/v5/pgconn"
	"github.com/prometheus/client_golang/prometheus"
	"github.com/prometheus/client_golang/prometheus/testutil"
	"github.com/stretchr/testify/require"

	"hubstake/internal/core/clock"
	"hubstake/internal/ledger/wallet"
	"hubstake/internal/platform/pg"
	"hubstake/internal/testkit/factory"
	"hubstake/internal/testkit/pgtest"
)

// grown are the series of a counter that are above 0, by their labels' values.
func grown(t *testing.T, reg *prometheus.Registry, name string) map[string]float64 {
	t.Helper()
	families, err := reg.Gather()
	require.NoError(t, err)
	out := map[string]float64{}
	for _, f := range families {
		for _, m := range f.GetMetric() {
			var labels []string
			for _, l := range m.GetLabel() {
				labels = append(labels, l.GetValue())
			}
			value := m.GetCounter().GetValue() + float64(m.GetHistogram().GetSampleCount())
			if f.GetName() == name && value > 0 {
				out[strings.Join(labels, " ")] = value
			}
		}
	}
	return out
}

func TestMovesAreSeen(t *testing.T) {
	t.Parallel()
	db, reg := pgtest.DB(t), prometheus.NewRegistry()
	m := factory.Member(t, db).MemID
	ctx := wallet.NewMetrics(reg, clock.NewManual(time.Unix(0, 0))).In(t.Context())
	for _, move := range []wallet.Move{
		cash(m, 500, wallet.ContraDeposit, "1"), cash(m, 500, wallet.ContraDeposit, "1"), cash(m, -900, wallet.ContraPayout, "2"),
		cash("nobody1", 1, wallet.ContraDeposit, "3"),
	} {
		_ = pg.InTx(ctx, db, func(tx pgx.Tx) error {
			if _, err := wallet.Lock(ctx, tx, m, "KRW"); err != nil {
				return err
			}
			_, _, err := wallet.Apply(ctx, tx, move)
			return err
		})
	}
	require.Equal(t, map[string]float64{
		"test.deposit done": 1, "test.deposit repeated": 1, "test.payout short": 1, "test.deposit refused": 1,
	}, grown(t, reg, "wallet_tx_total"))
	require.Equal(t, map[string]float64{"new": 3, "replay": 1}, grown(t, reg, "idempotency_total"))
	require.Equal(t, map[string]float64{"test.deposit": 3, "test.payout": 1}, grown(t, reg, "wallet_tx_duration_seconds"))
	require.Equal(t, map[string]float64{"": 4}, grown(t, reg, "wallet_lock_wait_seconds"))
	problems, err := testutil.GatherAndLint(reg)
	require.NoError(t, err)
	require.Empty(t, problems)
}

func TestRetriesAreCounted(t *testing.T) {
	t.Parallel()
	db, reg := pgtest.DB(t), prometheus.NewRegistry()
	ctx := wallet.NewMetrics(reg, clock.NewManual(time.Unix(0, 0))).In(t.Context())
	for _, code := range []string{"40001", "40P01", "40P01", "23505"} {
		first := true
		_ = pg.InTx(ctx, db, func(pgx.Tx) error {
			defer func() { first = false }()
			if first {
				return &pgconn.PgError{Code: code}
			}
			return nil
		})
	}
	require.Equal(t, map[string]float64{"serialization": 1, "deadlock": 2}, grown(t, reg, "wallet_retries_total"))
}

func TestAContextWithoutMetricsMeasuresNothing(t *testing.T) {
	t.Parallel()
	wallet.Operation(context.Background(), "bet")(wallet.Outcome{}, nil)
}

func TestAMoveOfAnUnknownMemberIsMissing(t *testing.T) {
	t.Parallel()
	_, _, err := apply(t, pgtest.DB(t), cash("nobody1", 1, wallet.ContraDeposit, "1"))
	require.ErrorIs(t, err, wallet.ErrMissing)
}

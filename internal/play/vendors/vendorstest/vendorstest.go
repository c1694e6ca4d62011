// Package vendorstest makes the service that carries out vendors' operations, for tests.
package vendorstest

import (
	"testing"

	"github.com/jackc/pgx/v5/pgxpool"
	"github.com/stretchr/testify/require"

	"hubstake/internal/core/clock"
	"hubstake/internal/ledger/wallet"
	"hubstake/internal/play/vendors"
)

// Service returns a service with the writer's usual options, which ends with the test.
func Service(tb testing.TB, db *pgxpool.Pool, clk clock.Clock) *vendors.Service {
	tb.Helper()
	s, err := vendors.New(db, clk, wallet.WriterOptions{})
	require.NoError(tb, err)
	tb.Cleanup(s.Close)
	return s
}

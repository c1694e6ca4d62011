// Package casinotest makes the service that carries out providers' operations, for tests.
package casinotest

import (
	"testing"

	"github.com/jackc/pgx/v5/pgxpool"
	"github.com/stretchr/testify/require"

	"hubstake/internal/core/clock"
	"hubstake/internal/ledger/wallet"
	"hubstake/internal/play/casino"
	"hubstake/internal/testkit"
)

// Service returns a service with the writer's usual options, which ends with the test.
func Service(tb testing.TB, db *pgxpool.Pool, clk clock.Clock) *casino.Service {
	tb.Helper()
	s, err := casino.New(db, clk, wallet.WriterOptions{Timeout: testkit.Patience})
	require.NoError(tb, err)
	tb.Cleanup(s.Close)
	return s
}

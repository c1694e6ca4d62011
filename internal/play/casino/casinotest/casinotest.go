// Package casinotest makes the service that carries out providers' operations, for tests.
package casinotest

import (
	"testing"
	"time"

	"github.com/jackc/pgx/v5/pgxpool"
	"github.com/stretchr/testify/require"

	"hubstake/internal/core/clock"
	"hubstake/internal/ledger/wallet"
	"hubstake/internal/play/casino"
)

// patience is how long a batch may take on a busy machine: that of testkit, which programs do not import.
const patience = 5 * time.Minute

// Service returns a service with the writer's usual options and this patience, which ends with the test.
func Service(tb testing.TB, db *pgxpool.Pool, clk clock.Clock) *casino.Service {
	tb.Helper()
	s, err := casino.New(db, clk, wallet.WriterOptions{Timeout: patience})
	require.NoError(tb, err)
	tb.Cleanup(s.Close)
	return s
}

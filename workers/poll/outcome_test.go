package poll

import (
	"context"
	"errors"
	"fmt"
	"testing"
	"time"

	"github.com/jackc/pgx/v5/pgconn"
	"github.com/sony/gobreaker/v2"
	"github.com/stretchr/testify/require"

	"hubstake/internal/core/fixture"
	"hubstake/internal/feed/footballdata"
	"hubstake/internal/feed/oddsapi"
	"hubstake/internal/feed/sim"
)

func TestEachErrorHasItsOutcome(t *testing.T) {
	t.Parallel()
	for err, want := range map[error]outcome{
		gobreaker.ErrOpenState: open, gobreaker.ErrTooManyRequests: open,
		sim.ErrDown: down, oddsapi.ErrDown: down, errSlow: down,
		sim.ErrRefused: refused, oddsapi.ErrKey: refused, oddsapi.ErrQuota: refused, oddsapi.ErrRequest: refused, oddsapi.ErrPace: refused,
		sim.ErrMalformed: malformed,
		sim.ErrCursor:    rewound, oddsapi.ErrCursor: rewound, footballdata.ErrCursor: rewound,
		&pgconn.PgError{Code: "25P03"}: database, &pgconn.PgError{Code: "57P01"}: database, context.DeadlineExceeded: database,
		&pgconn.PgError{Code: "42P01"}: failed, errors.New("no such key"): failed,
	} {
		require.Equal(t, want, outcomeOf(fmt.Errorf("wrapped: %w", err)), "%v", err)
	}
}

func TestPausesGrowWithFullJitter(t *testing.T) {
	t.Parallel()
	most := func(failures int, first, longest time.Duration) (top time.Duration) {
		for range 2000 {
			d := jitter(failures, first, longest)
			require.GreaterOrEqual(t, d, time.Duration(0))
			top = max(top, d)
		}
		return top
	}
	for failures, bound := range map[int]time.Duration{1: time.Second, 2: 2 * time.Second, 4: 8 * time.Second, 6: 30 * time.Second, 1000: 30 * time.Second} {
		top := most(failures, time.Second, 30*time.Second)
		require.LessOrEqual(t, top, bound)
		require.Greater(t, top, bound/2, "the whole width is used")
	}
	require.LessOrEqual(t, most(60, time.Hour, 10*time.Hour), 10*time.Hour)
}

func TestAVendorMaySayWhenItWantsToBeAskedAgain(t *testing.T) {
	t.Parallel()
	require.Equal(t, time.Minute, notBefore(fmt.Errorf("wrapped: %w", &oddsapi.Refusal{After: time.Minute})))
	require.Zero(t, notBefore(sim.ErrDown))
}

func TestACircuitOpensAtTheFifthFailureInARow(t *testing.T) {
	t.Parallel()
	c := newCircuit("acme", time.Hour)
	ask := func(answer error) error {
		_, err := c.Execute(func() (fixture.Batch, error) { return fixture.Batch{}, answer })
		return err
	}
	fail := func(times int) {
		for range times {
			require.ErrorIs(t, ask(sim.ErrDown), sim.ErrDown)
		}
	}
	fail(failuresInARow - 1)
	require.ErrorIs(t, ask(sim.ErrRefused), sim.ErrRefused, "an answer ends the row")
	fail(failuresInARow - 1)
	require.ErrorIs(t, ask(context.Canceled), context.Canceled, "a question that was given up does not")
	fail(1)
	require.ErrorIs(t, ask(nil), gobreaker.ErrOpenState)
}

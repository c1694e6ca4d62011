package coretest_test

import (
	"errors"
	"fmt"
	"io"
	"testing"

	"github.com/stretchr/testify/require"

	"hubstake/internal/core/fault"
)

func TestAFaultIsFoundInTheChainWithItsValuesAndCause(t *testing.T) {
	t.Parallel()
	err := fmt.Errorf("convert points: %w", fault.PointsNotUnit.With("pointUnit", "1000").Wrap(io.ErrUnexpectedEOF))

	require.ErrorIs(t, err, fault.PointsNotUnit)
	require.ErrorIs(t, err, io.ErrUnexpectedEOF)
	require.NotErrorIs(t, err, fault.PointsBelowMin)
	f, ok := fault.Of(err)
	require.True(t, ok)
	require.Equal(t, "P002", f.Code())
	require.Equal(t, map[string]string{"pointUnit": "1000"}, f.Params())
	require.Equal(t, "P002 not a multiple of the point unit pointUnit=1000: unexpected EOF", f.Error())
	require.False(t, f.Retryable())
	require.True(t, fault.PreviousBetsSettling.Retryable())
}

func TestTheFirstFaultOfTheChainIsTheAnswer(t *testing.T) {
	t.Parallel()
	f, ok := fault.Of(fmt.Errorf("log in: %w", fault.WrongPassword.Wrap(fault.MemberNotFound)))
	require.True(t, ok)
	require.Equal(t, "U003", f.Code())

	_, ok = fault.Of(errors.New("disk full"))
	require.False(t, ok)
	_, ok = fault.Of(nil)
	require.False(t, ok)
}

func TestASentinelIsNeverChanged(t *testing.T) {
	t.Parallel()
	low := fault.BadID.With("min", "5")
	both := low.With("max", "13")

	require.Nil(t, fault.BadID.Params())
	require.Equal(t, map[string]string{"min": "5"}, low.Params())
	require.Equal(t, []string{"max"}, low.Missing())
	require.Empty(t, both.Missing())
	both.Params()["max"] = "99"
	require.Equal(t, "13", both.Params()["max"])
	require.NoError(t, errors.Unwrap(fault.BadID))
}

func TestWhatAPlaceholderDoesNotTakePanics(t *testing.T) {
	t.Parallel()
	for name, f := range map[string]func(){
		"unknown name":        func() { fault.WrongPassword.With("max", "8") },
		"name of another":     func() { fault.DepositBelowMin.With("max", "1") },
		"formatted amount":    func() { fault.DepositBelowMin.With("min", "10,000") },
		"negative amount":     func() { fault.DepositBelowMin.With("min", "-1") },
		"no value":            func() { fault.AccountLocked.With("max", "") },
		"full-width digits":   func() { fault.AccountLocked.With("max", "８") },
		"time with seconds":   func() { fault.WithdrawalClosed.With("from", "23:30:00") },
		"time of one digit":   func() { fault.WithdrawalClosed.With("to", "0:30") },
		"odds with a point":   func() { fault.OddsAboveMax.With("max", "1000.5") },
		"nothing to be shown": func() { fault.OddsChanged.With("msg", "") },
	} {
		require.Panics(t, f, name)
	}
	require.NotPanics(t, func() {
		_ = fault.WithdrawalClosed.With("from", "23:30").With("to", "00:30")
		_ = fault.OddsAboveMax.With("max", "1000000")
		_ = fault.OddsChanged.With("msg", "A – B")
	})
}

func TestAFaultThatWasWrittenDownIsTheSameAgain(t *testing.T) {
	t.Parallel()
	was := fault.WithdrawalClosed.With("from", "23:30").With("to", "00:30")
	f, err := fault.Again(was.Code(), was.Params())
	require.NoError(t, err)
	require.Equal(t, was, f)
	_, err = fault.Again("X000", nil)
	require.ErrorContains(t, err, "X000")
}

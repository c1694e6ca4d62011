package staff_test

import (
	"context"
	"errors"
	"fmt"
	"sync"
	"sync/atomic"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"hubstake/internal/core/fault"
	"hubstake/internal/testkit/factory"
)

// heldBack is a world that notes how many milliseconds attempts were held back.
func heldBack(t *testing.T) (*world, func() []int64) {
	t.Helper()
	w := newWorld(t, nil)
	var mu sync.Mutex
	var waits []int64
	w.s.Checker.Pause = func(_ context.Context, d time.Duration) error {
		mu.Lock()
		defer mu.Unlock()
		waits = append(waits, d.Milliseconds())
		return nil
	}
	return w, func() []int64 {
		mu.Lock()
		defer mu.Unlock()
		out := waits
		waits = nil
		return out
	}
}

// A stranger with many addresses slows the attempts on a staff id down, by four seconds at most, and locks no account.
func TestManyAttemptsOnAStaffIDMakeTheNextOnesWait(t *testing.T) {
	t.Parallel()
	w, waits := heldBack(t)
	s := factory.Staff(t, w.db)
	for _, id := range []string{s.ID, "nobody77"} {
		for n := range 16 {
			require.ErrorIs(t, w.from(t.Context(), fmt.Sprintf("192.0.2.%d", n), id, "Wrong-Pass-0001", ""), fault.WrongPassword)
		}
		require.Equal(t, []int64{0, 0, 0, 0, 0, 0, 0, 0, 0, 250, 500, 1000, 2000, 4000, 4000, 4000}, waits(), id)
	}
	require.NoError(t, w.from(t.Context(), "198.51.100.1", s.ID, s.Password, w.code(t, 0)), "the right one, from home")
	require.Equal(t, []int64{4000}, waits())
	w.clk.Advance(30 * time.Minute)
	require.NoError(t, w.from(t.Context(), "198.51.100.1", s.ID, s.Password, w.code(t, 0)))
	require.Equal(t, []int64{0}, waits(), "half an hour later")
}

// A customer with a /48 has 65,536 networks of the size that a household has; a staff id is not theirs to guess at.
func TestTheNetworksOfOneCustomerAreHeldBackTogether(t *testing.T) {
	t.Parallel()
	w := newWorld(t, nil)
	s := factory.Staff(t, w.db)
	var wrong atomic.Int64
	_ = atOnce(60, func(n int) error {
		err := w.from(t.Context(), fmt.Sprintf("2001:db8:7:%x::1", n), s.ID, "Wrong-Pass-0001", "")
		if errors.Is(err, fault.WrongPassword) {
			wrong.Add(1)
		}
		return err
	})
	require.EqualValues(t, 12, wrong.Load())
	require.ErrorIs(t, w.from(t.Context(), "2001:db8:7:ffff::1", s.ID, s.Password, w.code(t, 0)), fault.AccountLocked)
	require.NoError(t, w.from(t.Context(), "2001:db8:8::1", s.ID, s.Password, w.code(t, 0)), "another customer")
	w.clk.Advance(15 * time.Minute)
	require.NoError(t, w.from(t.Context(), "2001:db8:7:ffff::1", s.ID, s.Password, w.code(t, 0)), "it ends by itself")
}

// A stranger must not be able to fill the audit with refused logins; the list of logins has all of them.
func TestRefusedLoginsOfStaffDoNotFloodTheAudit(t *testing.T) {
	t.Parallel()
	w := newWorld(t, nil)
	s := factory.Staff(t, w.db)
	notes := "SELECT count(*) FROM audit_note WHERE action = 'login.refused'"
	for n := range 8 {
		require.Error(t, w.from(t.Context(), fmt.Sprintf("192.0.2.%d", n), s.ID, "Wrong-Pass-0001", ""))
	}
	require.Equal(t, 5, one[int](t, w, notes))
	for n := range 70 {
		require.Error(t, w.from(t.Context(), "192.0.2.9", fmt.Sprintf("nobody%d", n), "Wrong-Pass-0001", ""))
	}
	require.Equal(t, 60, one[int](t, w, notes))
	require.Equal(t, 78, one[int](t, w, "SELECT count(*) FROM member_login"))
	w.clk.Advance(time.Minute)
	require.Error(t, w.from(t.Context(), "192.0.2.9", s.ID, "Wrong-Pass-0001", ""))
	require.Equal(t, 61, one[int](t, w, notes))
}

package member_test

import (
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"hubstake/internal/fault"
	"hubstake/internal/testkit/factory"
)

func TestThePINLocksAfterFiveWrongOnes(t *testing.T) { // D-04
	t.Parallel()
	w := newWorld(t, nil)
	m := factory.Member(t, w.db)
	require.ErrorIs(t, w.s.VerifyPIN(t.Context(), m.MemID, ""), fault.CashPINRequired)
	for range 4 {
		require.ErrorIs(t, w.s.VerifyPIN(t.Context(), m.MemID, "9999"), fault.WrongCashPIN)
	}
	require.NoError(t, w.s.VerifyPIN(t.Context(), m.MemID, factory.PIN), "the right one ends the row")
	for range 5 {
		err := w.s.VerifyPIN(t.Context(), m.MemID, "9999")
		require.ErrorIs(t, err, fault.WrongCashPIN)
		f, _ := fault.Of(err)
		require.Equal(t, map[string]string{"max": "5", "minutes": "30"}, f.Params())
	}
	w.clk.Advance(29 * time.Minute)
	require.ErrorIs(t, w.s.VerifyPIN(t.Context(), m.MemID, factory.PIN), fault.WrongCashPIN, "locked, the right one too")
	w.clk.Advance(time.Minute)
	for range 4 {
		require.ErrorIs(t, w.s.VerifyPIN(t.Context(), m.MemID, "9999"), fault.WrongCashPIN)
	}
	require.NoError(t, w.s.VerifyPIN(t.Context(), m.MemID, factory.PIN), "a lock that is over begins a new count")
}

func TestOfAHundredPINsAtOnceFiveAreLookedAt(t *testing.T) {
	t.Parallel()
	w := newWorld(t, nil)
	m := factory.Member(t, w.db)
	for _, err := range atOnce(100, func(int) error { return w.s.VerifyPIN(t.Context(), m.MemID, "9999") }) {
		require.ErrorIs(t, err, fault.WrongCashPIN)
	}
	require.Equal(t, 5, one[int](t, w, "SELECT pin_failures FROM member_member WHERE member_id = $1", m.MemID))
	require.ErrorIs(t, w.s.VerifyPIN(t.Context(), m.MemID, factory.PIN), fault.WrongCashPIN)
}

func TestAPINThatWasNeverSet(t *testing.T) {
	t.Parallel()
	w := newWorld(t, nil)
	m := factory.Member(t, w.db, func(m *factory.M) { m.PIN = "" })
	require.ErrorIs(t, w.s.VerifyPIN(t.Context(), m.MemID, "1234"), fault.CashPINNotSet)
}

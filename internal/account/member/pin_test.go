package member_test

import (
	"errors"
	"testing"
	"time"

	"github.com/jackc/pgx/v5"
	"github.com/stretchr/testify/require"

	"hubstake/internal/account/credential"
	"hubstake/internal/core/fault"
	"hubstake/internal/platform/pg"
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

// A try that breaks off before it is judged, or whose judgement is not committed, has not happened: a crash of the api cannot
// lock the right PIN.
func TestATryThatBreaksOffDoesNotCount(t *testing.T) {
	t.Parallel()
	w := newWorld(t, nil)
	m := factory.Member(t, w.db)
	crash := errors.New("crash")
	for range 10 {
		for _, pin := range []credential.Secret{factory.PIN, "9999"} {
			try, err := w.s.TryPIN(t.Context(), m.MemID, pin)
			require.NoError(t, err)
			require.ErrorIs(t, pg.InTx(t.Context(), w.db, func(tx pgx.Tx) error {
				return errors.Join(crash, w.s.JudgePIN(t.Context(), tx, try))
			}), crash)
		}
	}
	require.Zero(t, one[int](t, w, "SELECT pin_failures FROM member_member WHERE member_id = $1", m.MemID))
	require.NoError(t, w.s.VerifyPIN(t.Context(), m.MemID, factory.PIN))
}

// Tries that were compared before the PIN was locked are still judged after it.
func TestTheRightPINBehindFiveWrongOnesIsLockedOut(t *testing.T) {
	t.Parallel()
	w := newWorld(t, nil)
	m := factory.Member(t, w.db)
	right, err := w.s.TryPIN(t.Context(), m.MemID, factory.PIN)
	require.NoError(t, err)
	for range 5 {
		require.ErrorIs(t, w.s.VerifyPIN(t.Context(), m.MemID, "9999"), fault.WrongCashPIN)
	}
	require.ErrorIs(t, pg.InTx(t.Context(), w.db, func(tx pgx.Tx) error { return w.s.JudgePIN(t.Context(), tx, right) }), fault.WrongCashPIN)
	w.clk.Advance(30 * time.Minute)
	_, err = w.db.Exec(t.Context(), "UPDATE member_member SET pin_hash = pin_hash || 'x' WHERE member_id = $1", m.MemID)
	require.NoError(t, err)
	require.ErrorIs(t, pg.InTx(t.Context(), w.db, func(tx pgx.Tx) error { return w.s.JudgePIN(t.Context(), tx, right) }), fault.TryLater,
		"changed meanwhile")
}

func TestAHundredRightPINsAtOnceAreAllRight(t *testing.T) {
	t.Parallel()
	w := newWorld(t, nil)
	m := factory.Member(t, w.db)
	for _, err := range atOnce(100, func(int) error { return w.s.VerifyPIN(t.Context(), m.MemID, factory.PIN) }) {
		require.NoError(t, err)
	}
}

func TestAPINThatWasNeverSet(t *testing.T) {
	t.Parallel()
	w := newWorld(t, nil)
	m := factory.Member(t, w.db, func(m *factory.M) { m.PIN = "" })
	require.ErrorIs(t, w.s.VerifyPIN(t.Context(), m.MemID, "1234"), fault.CashPINNotSet)
}

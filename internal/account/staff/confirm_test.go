package staff_test

import (
	"net/netip"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"hubstake/internal/account/credential"
	"hubstake/internal/account/staff"
	"hubstake/internal/core/code"
	"hubstake/internal/core/fault"
	"hubstake/internal/core/right"
	"hubstake/internal/testkit/factory"
)

// person is staff with a session.
type person struct {
	*world
	factory.St
	sid string
}

func (w *world) enter(t *testing.T, s factory.St) person {
	t.Helper()
	g, _, err := w.login(t.Context(), s.ID, s.Password, w.code(t, 0))
	require.NoError(t, err)
	return person{world: w, St: s, sid: g.SID}
}

func (p person) confirm(t *testing.T, otp string) error {
	t.Helper()
	return p.confirmOn(t, p.s, otp)
}

// confirmOn is confirm on a node.
func (p person) confirmOn(t *testing.T, node *staff.Service, otp string) error {
	t.Helper()
	_, err := node.Confirm(t.Context(), p.sid, credential.Credentials{
		Site: p.Site, MemID: p.ID, OTP: credential.Secret(otp), Origin: credential.Origin{IP: netip.MustParseAddr("192.0.2.7")},
	})
	return err
}

func (p person) fresh(t *testing.T) bool {
	t.Helper()
	yes, err := p.members.Confirmed(t.Context(), p.sid)
	require.NoError(t, err)
	return yes
}

func TestACodeGivenAgainIsFreshForFiveMinutesInItsSession(t *testing.T) { // S-85
	t.Parallel()
	w := newWorld(t, nil)
	s := factory.Staff(t, w.db)
	p := w.enter(t, s)
	require.False(t, p.fresh(t), "a login does not count")
	w.clk.Advance(time.Minute)
	other := w.enter(t, s)
	require.NoError(t, p.confirm(t, w.code(t, 1)))
	require.True(t, p.fresh(t))
	require.False(t, other.fresh(t), "another session of the same person")
	w.clk.Advance(5*time.Minute - time.Second)
	require.True(t, p.fresh(t))
	w.clk.Advance(time.Second)
	require.False(t, p.fresh(t))
}

// A used step is wrong: that of the login, that of another confirmation, on every node, also for two at once.
func TestAUsedCodeConfirmsNothing(t *testing.T) {
	t.Parallel()
	w := newWorld(t, nil)
	p := w.enter(t, factory.Staff(t, w.db))
	require.ErrorIs(t, p.confirm(t, w.code(t, 0)), fault.WrongCode, "the code of the login")
	w.clk.Advance(time.Minute)
	nodes := []*staff.Service{w.s, staff.New(w.db, w.clk, w.members, factory.StaffKeys(t))}
	otp := w.code(t, 0)
	won := 0
	for _, err := range atOnce(8, func(i int) error { return p.confirmOn(t, nodes[i%2], otp) }) {
		if err == nil {
			won++
		} else {
			require.ErrorIs(t, err, fault.WrongCode)
		}
	}
	require.Equal(t, 1, won)
	_, _, err := w.login(t.Context(), p.ID, p.Password, otp)
	require.ErrorIs(t, err, fault.WrongPassword, "nor does it let anyone in")
}

// Wrong codes of a session and of the login lock the account together, and a lock holds at both.
func TestWrongCodesOfSessionAndLoginCountTogether(t *testing.T) {
	t.Parallel()
	w := newWorld(t, nil)
	p := w.enter(t, factory.Staff(t, w.db))
	w.clk.Advance(time.Minute)
	for range 3 {
		require.ErrorIs(t, p.confirm(t, "000000"), fault.WrongCode)
	}
	for n := range 2 {
		require.ErrorIs(t, w.from(t.Context(), netip.AddrFrom4([4]byte{192, 0, 2, byte(50 + n)}).String(), p.ID, p.Password, "000000"), fault.WrongPassword)
	}
	require.ErrorIs(t, p.confirm(t, w.code(t, 0)), fault.WrongCode, "the right code, while it is locked")
	require.ErrorIs(t, w.from(t.Context(), "192.0.2.60", p.ID, p.Password, w.code(t, 0)), fault.WrongPassword)
	require.False(t, p.fresh(t))
	require.Equal(t, 3, one[int](t, w, "SELECT count(*) FROM audit_note WHERE action = 'staff.code.refused' AND target = $1", p.ID), "with the two logins, as many as a minute may add")
	w.clk.Advance(15 * time.Minute)
	require.NoError(t, p.confirm(t, w.code(t, 0)))
}

func TestARecoveryCodeConfirmsNothingAndIsNotUsedUp(t *testing.T) {
	t.Parallel()
	w := newWorld(t, nil)
	p := w.enter(t, factory.Staff(t, w.db))
	recovery := code.New()
	w.exec(t, "INSERT INTO member_staff_recovery (staff_id, code_hash) VALUES ($1, $2)", p.ID, code.Hash("staff recovery", recovery))
	w.clk.Advance(time.Minute)
	require.ErrorIs(t, p.confirm(t, recovery), fault.WrongCode)
	require.Equal(t, 1, one[int](t, w, "SELECT otp_failures FROM member_staff WHERE staff_id = $1", p.ID), "it counts")
	_, _, err := w.login(t.Context(), p.ID, p.Password, recovery)
	require.NoError(t, err, "it still lets its person in")
}

func TestFreshnessEndsWithTheSessionAndWithOtherRights(t *testing.T) {
	t.Parallel()
	w := newWorld(t, nil)
	boss, s := factory.Staff(t, w.db), factory.Staff(t, w.db)
	p := w.enter(t, s)
	act, version := as(boss.ID, p.ID), int32(1)
	again := func() {
		t.Helper()
		w.clk.Advance(time.Minute)
		require.NoError(t, p.confirm(t, w.code(t, 0)))
		require.True(t, p.fresh(t))
	}
	again()
	require.NoError(t, w.s.Change(t.Context(), act, version, staff.Profile{Name: "Another name", Rights: right.All()}))
	require.True(t, p.fresh(t), "a name changes nothing")
	require.NoError(t, w.s.Change(t.Context(), act, version+1, staff.Profile{Name: "Another name", Rights: []right.Right{right.Cash}}))
	require.False(t, p.fresh(t))
	again()
	require.NoError(t, w.s.SetActive(t.Context(), act, false, "left"))
	require.False(t, p.fresh(t))
	w.clk.Advance(time.Minute)
	require.ErrorIs(t, p.confirm(t, w.code(t, 0)), fault.NoAccess)

	other := w.enter(t, factory.Staff(t, w.db))
	w.clk.Advance(time.Minute)
	require.NoError(t, other.confirm(t, w.code(t, 0)))
	require.NoError(t, w.members.Logout(t.Context(), other.sid, ""))
	require.False(t, other.fresh(t))
	w.clk.Advance(time.Minute)
	require.ErrorIs(t, other.confirm(t, w.code(t, 0)), fault.NoAccess)
}

// The session of one person is not confirmed by the code of another.
func TestACodeConfirmsNoSessionOfAnother(t *testing.T) {
	t.Parallel()
	w := newWorld(t, nil)
	one, other := w.enter(t, factory.Staff(t, w.db)), w.enter(t, factory.Staff(t, w.db))
	w.clk.Advance(time.Minute)
	one.sid, other.sid = other.sid, one.sid
	require.ErrorIs(t, one.confirm(t, w.code(t, 0)), fault.NoAccess)
	require.False(t, one.fresh(t))
}

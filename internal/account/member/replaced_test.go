package member_test

import (
	"context"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"hubstake/internal/account/member"
	"hubstake/internal/core/fault"
	"hubstake/internal/operator/site"
	"hubstake/internal/testkit/factory"
)

// meanwhile is a world in which do runs between the reading of the stored hash and its comparison, at the next attempt.
func meanwhile(t *testing.T) (w *world, next func(do func())) {
	t.Helper()
	w = newWorld(t, nil)
	var pending func()
	k := w.s.Keys
	k.Pause = func(context.Context, time.Duration) error {
		if do := pending; do != nil {
			pending = nil
			do()
		}
		return nil
	}
	w.s = member.New(w.db, w.clk, site.New(w.db, w.clk), k)
	return w, func(do func()) { pending = do }
}

// replace gives a member the secrets of another one, as a reset that is finished does.
func (w *world) replace(t *testing.T, m, by factory.M) {
	t.Helper()
	w.exec(t, `UPDATE member_member SET (pass_hash, pin_hash) = (SELECT pass_hash, pin_hash FROM member_member WHERE member_id = $2)
		WHERE member_id = $1`, m.MemID, by.MemID)
}

// A thief who knows the old password has it checked while the member's reset replaces it.
func TestAPasswordThatIsReplacedWhileItIsCheckedOpensNothing(t *testing.T) {
	t.Parallel()
	w, next := meanwhile(t)
	other := factory.Member(t, w.db)
	for name, try := range map[string]struct {
		do   func(factory.M) error
		want *fault.Fault
	}{
		"login": {func(m factory.M) error { _, err := w.login(t.Context(), m.MemID, factory.Password); return err }, fault.WrongPassword},
		"reset": {func(m factory.M) error {
			_, err := w.s.AskReset(t.Context(), member.ResetAsk{
				Site: "demo", MemID: m.MemID, Secret: member.ForgottenPIN, Other: factory.Password, Origin: origin,
			})
			return err
		}, fault.ResetMismatch},
		"new password": {func(m factory.M) error {
			return w.s.Update(t.Context(), member.Change{
				Site: "demo", MemID: m.MemID, Password: factory.Password, NewPassword: "Thief777!", Origin: origin,
			})
		}, fault.TryLater},
		"new PIN": {func(m factory.M) error {
			return w.s.Update(t.Context(), member.Change{
				Site: "demo", MemID: m.MemID, Password: factory.Password, PIN: factory.PIN, NewPIN: "4711", Origin: origin,
			})
		}, fault.TryLater},
	} {
		m := factory.Member(t, w.db)
		next(func() { w.replace(t, m, other) })
		require.ErrorIs(t, try.do(m), try.want, name)
		require.True(t, one[bool](t, w, `SELECT a.pass_hash = b.pass_hash AND a.pin_hash = b.pin_hash FROM member_member a, member_member b
			WHERE a.member_id = $1 AND b.member_id = $2`, m.MemID, other.MemID), name)
		require.Zero(t, one[int](t, w, "SELECT count(*) FROM member_session WHERE member_id = $1 AND state = 'live'", m.MemID), name)
		require.Zero(t, one[int](t, w, "SELECT count(*) FROM member_reset WHERE member_id = $1", m.MemID), name)
	}
}

// A block that comes while a password is checked holds for the session that would begin.
func TestALoginUnderWayMeetsANewBlock(t *testing.T) {
	t.Parallel()
	w, next := meanwhile(t)
	m := factory.Member(t, w.db)
	next(func() { require.NoError(t, w.block(t.Context(), member.BlockIP, origin.IP.String())) })
	_, err := w.login(t.Context(), m.MemID, factory.Password)
	require.ErrorIs(t, err, fault.BlockedIP)
	require.Zero(t, one[int](t, w, "SELECT count(*) FROM member_session WHERE member_id = $1 AND state = 'live'", m.MemID))
}

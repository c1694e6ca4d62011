package member_test

import (
	"context"
	"testing"
	"time"

	"github.com/pquerna/otp/totp"
	"github.com/stretchr/testify/require"

	"hubstake/internal/fault"
	"hubstake/internal/member"
	"hubstake/internal/platform/token"
	"hubstake/internal/testkit/factory"
)

func (w *world) staffLogin(ctx context.Context, id, password, otp string) (member.Grant, member.Staff, error) {
	return w.s.StaffLogin(ctx, member.Credentials{
		Site: "demo", MemID: id, Password: member.Secret(password), OTP: member.Secret(otp), Origin: origin,
	})
}

// code is the one-time code of an authenticator whose clock is off by so many steps.
func (w *world) code(t *testing.T, steps int) string {
	t.Helper()
	c, err := totp.GenerateCode(factory.TOTPSecret, w.clk.Now().Add(time.Duration(steps)*30*time.Second))
	require.NoError(t, err)
	return c
}

func TestStaffComesInByPasswordAndCode(t *testing.T) { // S-78
	t.Parallel()
	w := newWorld(t, map[string]any{"logInPaused": true})
	w.exec(t, "UPDATE site_site SET inspect = true") // D-46: maintenance does not concern staff
	s := factory.Staff(t, w.db)
	g, who, err := w.staffLogin(t.Context(), s.ID, s.Password, w.code(t, 0))
	require.NoError(t, err)
	require.Equal(t, member.Staff{ID: s.ID, Site: "demo", Name: "Staff", Rights: s.Rights, Active: true}, who)
	_, err = w.verify.Verify(g.Token, token.Member, token.Partner)
	require.Error(t, err, "S-18")
	_, err = w.verify.Verify(g.Token, token.Admin)
	require.NoError(t, err)
	require.NotContains(t, one[string](t, w, "SELECT totp_secret FROM member_staff"), factory.TOTPSecret)
}

func TestACodeWorksOnceAndNearItsTime(t *testing.T) { // security.md 6.5.1
	t.Parallel()
	w := newWorld(t, nil)
	s := factory.Staff(t, w.db)
	for steps, ok := range map[int]bool{-2: false, 2: false} {
		_, _, err := w.staffLogin(t.Context(), s.ID, s.Password, w.code(t, steps))
		require.Equal(t, ok, err == nil)
	}
	errs := atOnce(2, func(int) error { _, _, err := w.staffLogin(t.Context(), s.ID, s.Password, w.code(t, -1)); return err })
	require.Equal(t, 1, successes(errs), "two at once: one")
	_, _, err := w.staffLogin(t.Context(), s.ID, s.Password, w.code(t, 0))
	require.NoError(t, err)
	_, _, err = w.staffLogin(t.Context(), s.ID, s.Password, w.code(t, 0))
	require.ErrorIs(t, err, fault.WrongPassword, "again")
	_, _, err = w.staffLogin(t.Context(), s.ID, s.Password, w.code(t, -1))
	require.ErrorIs(t, err, fault.WrongPassword, "an older one after a newer one")
	_, _, err = w.staffLogin(t.Context(), s.ID, s.Password, w.code(t, 1))
	require.NoError(t, err)
}

func TestFiveWrongCodesLockForAQuarterOfAnHour(t *testing.T) {
	t.Parallel()
	w := newWorld(t, nil)
	s := factory.Staff(t, w.db)
	for n := 1; n <= 5; n++ {
		_, _, err := w.staffLogin(t.Context(), s.ID, s.Password, "")
		if n < 5 {
			require.ErrorIs(t, err, fault.WrongPassword)
		} else {
			require.ErrorIs(t, err, fault.AccountLocked)
		}
	}
	w.clk.Advance(14 * time.Minute)
	_, _, err := w.staffLogin(t.Context(), s.ID, s.Password, w.code(t, 0))
	require.ErrorIs(t, err, fault.AccountLocked)
	w.clk.Advance(time.Minute)
	_, _, err = w.staffLogin(t.Context(), s.ID, s.Password, w.code(t, 0))
	require.NoError(t, err)
}

func TestThreeWrongPasswordsLockStaff(t *testing.T) { // S-77
	t.Parallel()
	w := newWorld(t, nil)
	s := factory.Staff(t, w.db)
	for _, id := range []string{s.ID, "nobody1"} {
		for n := 1; n <= 4; n++ {
			_, _, err := w.staffLogin(t.Context(), id, "admin", w.code(t, 0))
			if n < 3 {
				require.ErrorIs(t, err, fault.WrongPassword)
			} else {
				require.ErrorIs(t, err, fault.AccountLocked)
			}
		}
	}
	_, _, err := w.staffLogin(t.Context(), s.ID, s.Password, w.code(t, 0))
	require.ErrorIs(t, err, fault.AccountLocked)
}

func TestStaffThatLeftOrIsOfAnotherSite(t *testing.T) {
	t.Parallel()
	w := newWorld(t, nil)
	s, other := factory.Staff(t, w.db), factory.Staff(t, w.db, func(s *factory.St) { s.Site = "other" })
	w.exec(t, "UPDATE member_staff SET active = false WHERE staff_id = $1", s.ID)
	_, _, err := w.staffLogin(t.Context(), s.ID, s.Password, w.code(t, 0))
	require.ErrorIs(t, err, fault.Suspended)
	_, _, err = w.staffLogin(t.Context(), other.ID, other.Password, w.code(t, 0))
	require.ErrorIs(t, err, fault.WrongPassword)
}

package staff_test

import (
	"context"
	"errors"
	"fmt"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"hubstake/internal/access/token"
	"hubstake/internal/account/staff"
	"hubstake/internal/core/fault"
	"hubstake/internal/platform/redisx"
	"hubstake/internal/testkit/factory"
	"hubstake/internal/testkit/rdstest"
)

func TestStaffComesInByPasswordAndCode(t *testing.T) { // S-78
	t.Parallel()
	w := newWorld(t, map[string]any{"logInPaused": true})
	w.exec(t, "UPDATE site_site SET inspect = true") // D-46: maintenance does not concern staff
	s := factory.Staff(t, w.db)
	g, who, err := w.login(t.Context(), s.ID, s.Password, w.code(t, 0))
	require.NoError(t, err)
	require.Equal(t, staff.Account{ID: s.ID, Site: "demo", Name: "Staff", Rights: s.Rights, Active: true, Enrolled: true}, who)
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
		_, _, err := w.login(t.Context(), s.ID, s.Password, w.code(t, steps))
		require.Equal(t, ok, err == nil)
	}
	errs := atOnce(2, func(int) error { _, _, err := w.login(t.Context(), s.ID, s.Password, w.code(t, -1)); return err })
	require.NotEqual(t, errs[0] == nil, errs[1] == nil, "two at once: one")
	_, _, err := w.login(t.Context(), s.ID, s.Password, w.code(t, 0))
	require.NoError(t, err)
	_, _, err = w.login(t.Context(), s.ID, s.Password, w.code(t, 0))
	require.ErrorIs(t, err, fault.WrongPassword, "again")
	_, _, err = w.login(t.Context(), s.ID, s.Password, w.code(t, -1))
	require.ErrorIs(t, err, fault.WrongPassword, "an older one after a newer one")
	_, _, err = w.login(t.Context(), s.ID, s.Password, w.code(t, 1))
	require.NoError(t, err)
}

// A failover to a standby that lagged, or a restore, brings back a row that does not know the last code. Redis still does. A code that
// Redis lost is refused by the row, and without Redis the row alone decides: staff must be able to log in.
func TestACodeStaysUsedWhenOneOfTheTwoStoresGoesBack(t *testing.T) { // security.md 6.5.1
	t.Parallel()
	w, server, ctx := newWorld(t, nil), rdstest.Server(t), t.Context()
	rdb, err := redisx.Open(server.URL)
	require.NoError(t, err)
	t.Cleanup(func() { _ = rdb.Close() })
	once, away := redisx.NewNonces(rdb).PutIfAbsent, false
	w.s.PutIfAbsent = func(ctx context.Context, name, value string, ttl time.Duration) (was string, err error) {
		for { // a busy machine is not an absent Redis
			if was, err = once(ctx, name, value, ttl); err == nil || away {
				return was, err
			}
		}
	}
	s := factory.Staff(t, w.db)
	_, _, err = w.login(ctx, s.ID, s.Password, w.code(t, 0))
	require.NoError(t, err)
	w.exec(t, "UPDATE member_staff SET totp_step = 0 WHERE staff_id = $1", s.ID)
	_, _, err = w.login(ctx, s.ID, s.Password, w.code(t, 0))
	require.ErrorIs(t, err, fault.WrongPassword, "PostgreSQL went back")
	_, _, err = w.login(ctx, s.ID, s.Password, w.code(t, 1))
	require.NoError(t, err, "the next code works")

	require.NoError(t, rdb.FlushAll(ctx).Err())
	_, _, err = w.login(ctx, s.ID, s.Password, w.code(t, 1))
	require.ErrorIs(t, err, fault.WrongPassword, "Redis went back")

	server.Freeze(t)
	away = true
	w.clk.Advance(time.Minute)
	_, _, err = w.login(ctx, s.ID, s.Password, w.code(t, 0))
	require.NoError(t, err, "Redis is away")
	_, _, err = w.login(ctx, s.ID, s.Password, w.code(t, 0))
	require.ErrorIs(t, err, fault.WrongPassword)
}

// A transaction that PostgreSQL ran a second time, after a deadlock, is the same login: its code is not used.
func TestALoginThatIsRetriedKeepsItsCode(t *testing.T) {
	t.Parallel()
	w := newWorld(t, nil)
	w.s.PutIfAbsent = redisx.NewNonces(rdstest.Client(t)).PutIfAbsent
	s := factory.Staff(t, w.db)
	w.exec(t, `CREATE SEQUENCE test_tries`)
	w.exec(t, `CREATE FUNCTION test_deadlock() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN
		IF nextval('test_tries') = 1 THEN RAISE EXCEPTION 'again' USING ERRCODE = '40P01'; END IF; RETURN NEW; END $$`)
	w.exec(t, `CREATE TRIGGER test_deadlock BEFORE INSERT ON member_session FOR EACH ROW EXECUTE FUNCTION test_deadlock()`)
	_, _, err := w.login(t.Context(), s.ID, s.Password, w.code(t, 0))
	require.NoError(t, err)
	require.Equal(t, 2, one[int](t, w, "SELECT last_value FROM test_tries"), "it was tried twice")
}

func TestFiveWrongCodesLockForAQuarterOfAnHour(t *testing.T) {
	t.Parallel()
	w := newWorld(t, nil)
	s := factory.Staff(t, w.db)
	for n := range 5 {
		require.ErrorIs(t, w.from(t.Context(), fmt.Sprintf("192.0.2.%d", n), s.ID, s.Password, ""), fault.WrongPassword)
	}
	w.clk.Advance(14 * time.Minute)
	require.ErrorIs(t, w.from(t.Context(), "192.0.2.9", s.ID, s.Password, w.code(t, 0)), fault.WrongPassword, "the right code, from elsewhere")
	w.clk.Advance(time.Minute)
	require.NoError(t, w.from(t.Context(), "192.0.2.9", s.ID, s.Password, w.code(t, 0)))
}

// A stranger without a code receives the same answers for the right password as for a wrong one: at every attempt of an address, and
// while wrong codes have locked the account.
func TestWithoutACodeTheRightPasswordOfStaffIsAnsweredLikeAWrongOne(t *testing.T) {
	t.Parallel()
	w := newWorld(t, nil)
	right, wrong := factory.Staff(t, w.db), factory.Staff(t, w.db)
	for network := range 3 { // the fifth wrong code falls into the second one
		for attempt := range 5 {
			address := fmt.Sprintf("192.0.2.%d", network)
			err := w.from(t.Context(), address, right.ID, right.Password, "000000")
			require.Error(t, err)
			require.Equal(t, w.from(t.Context(), address, wrong.ID, "Wrong-Pass-0001", "000000"), err, "attempt %d from %s", attempt, address)
		}
	}
	address := "192.0.2.100"
	for _, password := range []string{"Wrong-Pass-0001", "Wrong-Pass-0002", wrong.Password} {
		require.Error(t, w.from(t.Context(), address, wrong.ID, password, "000000"))
	}
	require.ErrorIs(t, w.from(t.Context(), address, wrong.ID, wrong.Password, w.code(t, 0)), fault.AccountLocked, "the wrong code was the third attempt")
}

// S-77: three wrong passwords hold back who typed them, for a quarter of an hour. The one whose id it is comes in from elsewhere.
func TestThreeWrongPasswordsOfAStrangerHoldBackTheStrangerAlone(t *testing.T) {
	t.Parallel()
	w := newWorld(t, nil)
	s := factory.Staff(t, w.db)
	from := func(address, id, password, code string) error {
		return w.from(t.Context(), address, id, password, code)
	}
	for _, id := range []string{s.ID, "nobody1"} {
		for n := 1; n <= 6; n++ {
			err := from(fmt.Sprintf("2001:db8:7:7::%d", n), id, "admin", w.code(t, 0)) // one network of one stranger
			if n < 3 {
				require.ErrorIs(t, err, fault.WrongPassword)
			} else {
				require.ErrorIs(t, err, fault.AccountLocked)
			}
		}
	}
	require.ErrorIs(t, from("2001:db8:7:7::9", s.ID, s.Password, w.code(t, 0)), fault.AccountLocked, "the right password from there, too")
	require.NoError(t, from("192.0.2.9", s.ID, s.Password, w.code(t, 0)))
	w.clk.Advance(14 * time.Minute)
	require.ErrorIs(t, from("2001:db8:7:7::1", s.ID, s.Password, w.code(t, 0)), fault.AccountLocked)
	w.clk.Advance(time.Minute)
	require.NoError(t, from("2001:db8:7:7::1", s.ID, s.Password, w.code(t, 0)), "it ends by itself")

	for range 3 {
		_ = from("192.0.2.9", s.ID, "admin", "")
	}
	require.ErrorIs(t, from("192.0.2.9", s.ID, s.Password, w.code(t, 1)), fault.AccountLocked)
	require.NoError(t, w.s.Unlock(t.Context(), as(factory.Staff(t, w.db).ID, s.ID)))
	require.NoError(t, from("192.0.2.9", s.ID, s.Password, w.code(t, 1)))

	w.clk.Advance(25 * time.Hour)
	require.NoError(t, staff.PruneTries(t.Context(), w.db, w.clk.Now()))
	require.Zero(t, one[int](t, w, "SELECT count(*) FROM member_staff_try"))
}

// Guesses made at once are no more than the limit.
func TestOfFiftyWrongPasswordsAtOnceTwoAreAnsweredAsWrong(t *testing.T) {
	t.Parallel()
	w := newWorld(t, nil)
	s := factory.Staff(t, w.db)
	wrong := 0
	for _, err := range atOnce(50, func(int) error { _, _, err := w.login(t.Context(), s.ID, "admin", ""); return err }) {
		if errors.Is(err, fault.WrongPassword) {
			wrong++
		} else {
			require.ErrorIs(t, err, fault.AccountLocked)
		}
	}
	require.Equal(t, 2, wrong)
}

func TestStaffThatLeftOrIsOfAnotherSite(t *testing.T) {
	t.Parallel()
	w := newWorld(t, nil)
	s, other := factory.Staff(t, w.db), factory.Staff(t, w.db, func(s *factory.St) { s.Site = "other" })
	w.exec(t, "UPDATE member_staff SET active = false WHERE staff_id = $1", s.ID)
	_, _, err := w.login(t.Context(), s.ID, s.Password, w.code(t, 0))
	require.ErrorIs(t, err, fault.Suspended)
	_, _, err = w.login(t.Context(), other.ID, other.Password, w.code(t, 0))
	require.ErrorIs(t, err, fault.WrongPassword)
}

func TestStaffUnlocksStaff(t *testing.T) { // S-77
	t.Parallel()
	w := newWorld(t, nil)
	s := factory.Staff(t, w.db)
	for range 4 {
		_, _, err := w.login(t.Context(), s.ID, "Wrong1234", "000000")
		require.Error(t, err)
	}
	locked := "SELECT EXISTS (SELECT FROM member_staff_try WHERE staff_id = $1 AND failures = 3)"
	require.True(t, one[bool](t, w, locked, s.ID))
	require.Equal(t, 4, one[int](t, w, "SELECT count(*) FROM audit_note WHERE action = 'login.refused' AND target = $1", s.ID), "S-80")
	elsewhere := as("shell:root", s.ID)
	elsewhere.Site = "other"
	require.ErrorIs(t, w.s.Unlock(t.Context(), elsewhere), fault.MemberNotFound, "of another site")
	require.NoError(t, w.s.Unlock(t.Context(), as(factory.Staff(t, w.db).ID, s.ID)))
	require.False(t, one[bool](t, w, locked, s.ID))
	require.Equal(t, "staff.unlock", one[string](t, w, "SELECT action FROM audit_entry WHERE target = $1", s.ID))
}

// S-79: masters are told of a login from an address that the account has not logged in from before, once; refused logins and those of others do not
// make an address known.
func TestLoginFromANewAddressIsTold(t *testing.T) {
	t.Parallel()
	w := newWorld(t, nil)
	a, b := factory.Staff(t, w.db), factory.Staff(t, w.db)
	told := func() int {
		return one[int](t, w, "SELECT count(*) FROM notice_notice WHERE staff_id = $1 AND kind = 'login'", a.ID)
	}
	enter := func(address, id string) {
		t.Helper()
		w.clk.Advance(time.Minute)
		require.NoError(t, w.from(t.Context(), address, id, factory.StaffPassword, w.code(t, 0)))
	}
	enter("192.0.2.7", b.ID)
	require.Error(t, w.from(t.Context(), "192.0.2.7", a.ID, "wrong", w.code(t, 0)))
	require.Zero(t, told())
	enter("192.0.2.7", a.ID)
	require.Equal(t, 1, told(), "the first login of the account")
	enter("192.0.2.7", a.ID)
	require.Equal(t, 1, told(), "known")
	enter("192.0.2.8", a.ID)
	require.Equal(t, 2, told())
	enter("2001:db8:7:1::5", a.ID)
	require.Equal(t, 3, told())
	enter("2001:db8:7:2::6", a.ID)
	require.Equal(t, 3, told(), "another address of the same customer")
	enter("2001:db8:8:1::5", a.ID)
	require.Equal(t, 4, told())
	require.Equal(t, "2001:db8:8:1::5", one[string](t, w, "SELECT host(ip) FROM notice_notice ORDER BY id DESC LIMIT 1"))
	require.Equal(t, 5, one[int](t, w, "SELECT count(*) FROM outbox_event WHERE cmd = 'QUEUE' AND data1 = 'notice'"))
}

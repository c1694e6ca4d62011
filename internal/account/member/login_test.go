package member_test

import (
	"errors"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"hubstake/internal/access/token"
	"hubstake/internal/account/member"
	"hubstake/internal/core/event"
	"hubstake/internal/core/fault"
	"hubstake/internal/operator/audit"
	"hubstake/internal/testkit/factory"
)

func TestLogInMakesASession(t *testing.T) {
	t.Parallel()
	w := newWorld(t, nil)
	p := factory.Partner(t, w.db)
	m := factory.Member(t, w.db, func(m *factory.M) { m.Parent = p.MemID })
	var mark int64
	w.events(t, &mark)

	first, err := w.login(t.Context(), m.MemID, factory.Password)
	require.NoError(t, err)
	c, err := w.verify.Verify(first.Token, token.Member)
	require.NoError(t, err)
	require.Equal(t, token.Claims{
		MemID: m.MemID, Site: "demo", SID: first.SID, Topic: first.Topic, Gen: 1, Audience: token.Member,
		Expires: w.clk.Now().Add(120 * time.Minute).Local(),
	}, c)
	require.Len(t, first.HubKey, token.HubKeySize)
	require.Nil(t, first.Last)
	require.Equal(t, []member.Session{first.Session}, w.announced)
	require.Equal(t, []event.Event{{
		Site: "demo", Member: m.MemID, Upline: p.MemID, Cmd: event.Login, Data1: m.MemID, Trace: origin.Trace,
	}}, w.events(t, &mark))
	require.NotContains(t, one[string](t, w, "SELECT hub_key FROM member_session"), string(first.HubKey), "kept sealed (11.7)")

	at := w.clk.Now()
	w.clk.Advance(time.Hour)
	second, err := w.login(t.Context(), m.MemID, factory.Password)
	require.NoError(t, err)
	require.Equal(t, &member.LastLogin{At: at, IP: origin.IP}, second.Last, "S-07")
	require.NotEqual(t, first.SID, second.SID, "S-08: a new id at each log-in")
	require.NotEqual(t, first.Topic, second.Topic)
	require.Equal(t, int64(2), one[int64](t, w, "SELECT count(*) FROM member_login WHERE result = '200' AND member_id = $1", m.MemID))
}

func TestIDsAreTheSameInCapitals(t *testing.T) {
	t.Parallel()
	w := newWorld(t, nil)
	factory.Member(t, w.db, func(m *factory.M) { m.MemID = "kimkim1" })
	_, err := w.login(t.Context(), "KimKim1", factory.Password)
	require.NoError(t, err)
	_, err = w.login(t.Context(), "\u212aimkim1", factory.Password) // a Kelvin sign
	require.ErrorIs(t, err, fault.WrongPassword)
}

func TestTheEighthWrongPasswordLocks(t *testing.T) { // D-07, D-08, security.md 6.3.1 and 6.3.8
	t.Parallel()
	w := newWorld(t, nil)
	m := factory.Member(t, w.db)
	for _, id := range []string{m.MemID, "nobody77"} {
		for n := 1; n <= 10; n++ {
			_, err := w.login(t.Context(), id, "Wrong1234")
			if n < 8 {
				require.ErrorIs(t, err, fault.WrongPassword, "%s %d", id, n)
				continue
			}
			require.ErrorIs(t, err, fault.AccountLocked, "%s %d", id, n)
			f, _ := fault.Of(err)
			require.Equal(t, map[string]string{"max": "8"}, f.Params())
		}
	}
	_, err := w.login(t.Context(), m.MemID, factory.Password)
	require.ErrorIs(t, err, fault.AccountLocked, "with the right password too")

	found, _, err := w.s.Search(t.Context(), member.Search{Site: "demo", Text: m.MemID, Count: 1})
	require.NoError(t, err)
	require.True(t, found[0].Locked, "staff can see it")
	require.NoError(t, w.s.Unlock(t.Context(), member.Act{Actor: audit.Actor{ID: "staff"}, Site: "demo", MemID: m.MemID}))
	_, err = w.login(t.Context(), m.MemID, factory.Password)
	require.NoError(t, err, "and let the member try again")
}

func TestTheRightPasswordEndsARowOfWrongOnes(t *testing.T) {
	t.Parallel()
	w := newWorld(t, nil)
	m := factory.Member(t, w.db)
	for range 3 {
		for range 7 {
			_, err := w.login(t.Context(), m.MemID, "Wrong1234")
			require.ErrorIs(t, err, fault.WrongPassword)
		}
		_, err := w.login(t.Context(), m.MemID, factory.Password)
		require.NoError(t, err)
	}
}

func TestGuessesAtOnceAreNoMoreThanEight(t *testing.T) {
	t.Parallel()
	w := newWorld(t, nil)
	m := factory.Member(t, w.db)
	for _, id := range []string{m.MemID, "nobody77"} {
		wrong := 0
		for _, err := range atOnce(40, func(int) error { _, err := w.login(t.Context(), id, "Wrong1234"); return err }) {
			if errors.Is(err, fault.WrongPassword) {
				wrong++
			} else {
				require.ErrorIs(t, err, fault.AccountLocked)
			}
		}
		require.Equal(t, 7, wrong, id)
	}
	require.Equal(t, 8, one[int](t, w, "SELECT pass_failures FROM member_member WHERE member_id = $1", m.MemID))
}

func TestWhatIsMissingIsAskedFor(t *testing.T) {
	t.Parallel()
	w := newWorld(t, nil)
	_, err := w.login(t.Context(), "", "x")
	require.ErrorIs(t, err, fault.IDRequired)
	_, err = w.login(t.Context(), "kimkim1", "")
	require.ErrorIs(t, err, fault.PasswordRequired)
}

func TestStatusIsToldAfterTheRightPasswordOnly(t *testing.T) { // D-45
	t.Parallel()
	for status, want := range map[member.Status]*fault.Fault{
		member.Black: fault.BlockedMember, member.Deleted: fault.WrongPassword, member.Pending: fault.PendingApproval,
		member.Suspended: fault.Suspended, member.Stopped: fault.Suspended,
		member.Dormant: fault.ContactAdmin, member.Closed: fault.ContactAdmin,
	} {
		t.Run(string(status), func(t *testing.T) {
			t.Parallel()
			w := newWorld(t, map[string]any{"logInPaused": true})
			m := factory.Member(t, w.db)
			w.exec(t, "UPDATE member_member SET status = $1, login_allowed = false", string(status))
			_, err := w.login(t.Context(), m.MemID, "Wrong1234")
			require.ErrorIs(t, err, fault.WrongPassword)
			_, err = w.login(t.Context(), m.MemID, factory.Password)
			require.ErrorIs(t, err, want)
			require.Zero(t, one[int](t, w, "SELECT count(*) FROM member_session"))
		})
	}
}

func TestMaintenanceComesLast(t *testing.T) { // D-45, D-46
	t.Parallel()
	w := newWorld(t, map[string]any{"logInPaused": true})
	m := factory.Member(t, w.db)
	_, err := w.login(t.Context(), m.MemID, factory.Password)
	require.ErrorIs(t, err, fault.LogInMaintenance)
	w.exec(t, "UPDATE site_site SET inspect = true")
	w.clk.Advance(2 * time.Second) // the options may be a second old
	_, err = w.login(t.Context(), m.MemID, factory.Password)
	require.ErrorIs(t, err, fault.SiteMaintenance)
	w.exec(t, "UPDATE member_member SET login_allowed = false")
	_, err = w.login(t.Context(), m.MemID, factory.Password)
	require.ErrorIs(t, err, fault.LogInRestricted)
}

func TestAMemberOfAnotherSiteIsUnknown(t *testing.T) {
	t.Parallel()
	w := newWorld(t, nil)
	m := factory.Member(t, w.db, func(m *factory.M) { m.Site = "other" })
	_, err := w.login(t.Context(), m.MemID, factory.Password)
	require.ErrorIs(t, err, fault.WrongPassword)
}

func TestKickLeavesExactlyOneSession(t *testing.T) { // D-10, U017
	t.Parallel()
	w := newWorld(t, nil)
	m := factory.Member(t, w.db)
	first, err := w.login(t.Context(), m.MemID, factory.Password)
	require.NoError(t, err)
	var mark int64
	w.events(t, &mark)
	second, err := w.login(t.Context(), m.MemID, factory.Password)
	require.NoError(t, err)
	require.Equal(t, []event.Event{{
		Site: "demo", Member: m.MemID, SID: first.SID, Cmd: event.Logout, Data1: "U017", Ver: 2, Trace: origin.Trace,
	}}, w.events(t, &mark))
	old, _, err := w.s.Session(t.Context(), first.SID)
	require.NoError(t, err)
	require.Equal(t, member.Replaced, old.State)
	require.Equal(t, []member.Session{first.Session, old, second.Session}, w.announced)

	for range 5 {
		require.Equal(t, 8, successes(atOnce(8, func(int) error {
			_, err := w.login(t.Context(), m.MemID, factory.Password)
			return err
		})))
		require.Equal(t, 1, one[int](t, w, "SELECT count(*) FROM member_session WHERE state = 'live'"))
	}
}

func TestDenyKeepsTheFirstSession(t *testing.T) { // D-10, U016
	t.Parallel()
	w := newWorld(t, map[string]any{"multiLogin": "deny"})
	m := factory.Member(t, w.db)
	errs := atOnce(7, func(int) error { _, err := w.login(t.Context(), m.MemID, factory.Password); return err })
	require.Equal(t, 1, successes(errs))
	for _, err := range errs {
		if err != nil {
			require.ErrorIs(t, err, fault.AlreadyLoggedIn)
		}
	}
	w.clk.Advance(31 * time.Minute)
	_, err := w.login(t.Context(), m.MemID, factory.Password)
	require.NoError(t, err, "a session that rested too long does not block a login")
}

func TestAllowKeepsAllSessions(t *testing.T) { // D-10
	t.Parallel()
	w := newWorld(t, map[string]any{"multiLogin": "allow"})
	m := factory.Member(t, w.db)
	require.Equal(t, 3, successes(atOnce(3, func(int) error { _, err := w.login(t.Context(), m.MemID, factory.Password); return err })))
	require.Equal(t, 3, one[int](t, w, "SELECT count(*) FROM member_session WHERE state = 'live'"))
}

func TestAnAttemptThatCouldNotBeLookedAtDoesNotCount(t *testing.T) { // E002
	t.Parallel()
	w := newWorld(t, nil)
	m := factory.Member(t, w.db)
	for range 7 {
		_, err := w.login(t.Context(), m.MemID, "Wrong1234")
		require.ErrorIs(t, err, fault.WrongPassword)
	}
	undo := w.s.Hasher.Overload()
	for range 3 {
		_, err := w.login(t.Context(), m.MemID, factory.Password)
		require.ErrorIs(t, err, fault.TryLater)
	}
	require.ErrorIs(t, w.s.VerifyPIN(t.Context(), m.MemID, factory.PIN), fault.TryLater)
	undo()
	_, err := w.login(t.Context(), m.MemID, factory.Password)
	require.NoError(t, err)
	require.Zero(t, one[int](t, w, "SELECT pin_failures FROM member_member WHERE member_id = $1", m.MemID))
}

// Eight members who try PINs, and signups, may keep all slots but one busy: logins do not wait for them.
func TestPINsNeverTakeTheLastSlotOfLogins(t *testing.T) {
	t.Parallel()
	w := newWorld(t, nil)
	m := factory.Member(t, w.db)
	undo := w.s.Hasher.CrowdWithPINs()
	defer undo()
	require.ErrorIs(t, w.s.VerifyPIN(t.Context(), m.MemID, factory.PIN), fault.TryLater)
	_, err := w.s.Hasher.HashPIN(t.Context(), factory.PIN)
	require.ErrorIs(t, err, fault.TryLater, "a sign-up waits as well")
	_, err = w.login(t.Context(), m.MemID, factory.Password)
	require.NoError(t, err)
}

package staff_test

import (
	"context"
	"errors"
	"net/netip"
	"net/url"
	"strings"
	"testing"
	"time"

	"github.com/jackc/pgx/v5"
	"github.com/pquerna/otp/totp"
	"github.com/stretchr/testify/require"

	"hubstake/internal/account/credential"
	"hubstake/internal/account/staff"
	"hubstake/internal/core/fault"
	"hubstake/internal/core/right"
	"hubstake/internal/operator/approval"
	"hubstake/internal/operator/audit"
	"hubstake/internal/operator/site"
	"hubstake/internal/platform/pg"
	"hubstake/internal/testkit/factory"
)

// as is what a master does to an account.
func as(master, id string) staff.Act {
	return staff.Act{Actor: audit.Actor{ID: master, IP: netip.MustParseAddr("192.0.2.9")}, Site: "demo", ID: id}
}

const ownPassword = "a-lamp-and-7-keystones"

func (w *world) credentials(id, password, otp string) credential.Credentials {
	return credential.Credentials{
		Site: "demo", MemID: id, Password: credential.Secret(password), OTP: credential.Secret(otp),
		Origin: credential.Origin{IP: netip.MustParseAddr("192.0.2.7")},
	}
}

// enrol enrols an account by its one-time password and returns its TOTP secret and its recovery codes.
func (w *world) enrol(t *testing.T, id string, once staff.OneTime) (secret string, codes []string) {
	t.Helper()
	e, err := w.s.BeginEnrolment(t.Context(), w.credentials(id, once.Password, ""), "Demo")
	require.NoError(t, err)
	_, account, codes, err := w.s.Enrol(t.Context(), w.credentials(id, once.Password, w.codeOf(t, e.Secret)), ownPassword)
	require.NoError(t, err)
	require.Equal(t, id, account.ID)
	return e.Secret, codes
}

func (w *world) codeOf(t *testing.T, secret string) string {
	t.Helper()
	code, err := totp.GenerateCode(secret, w.clk.Now())
	require.NoError(t, err)
	return code
}

func (w *world) record(t *testing.T, id string) staff.Record {
	t.Helper()
	list, err := w.s.List(t.Context(), "demo")
	require.NoError(t, err)
	for _, r := range list {
		if r.ID == id {
			return r
		}
	}
	require.Fail(t, "no account", id)
	return staff.Record{}
}

func TestAnAccountFromItsOneTimePasswordToItsFirstLogin(t *testing.T) { // S-76, S-78, S-79
	t.Parallel()
	w := newWorld(t, nil)
	master := factory.Staff(t, w.db).ID
	ctx := t.Context()
	once, err := w.s.Add(ctx, as(master, "newcomer"), staff.Profile{Name: " Kim ", Title: "Payments", Rights: []right.Right{right.Cash, right.Cash}})
	require.NoError(t, err)
	require.Len(t, once.Password, 16)
	r := w.record(t, "newcomer")
	require.Equal(t, staff.Profile{Name: "Kim", Title: "Payments", Rights: []right.Right{right.Cash}}, r.Profile)
	require.True(t, r.OneTimeUntil.Equal(w.clk.Now().Add(72*time.Hour)))

	_, _, err = w.login(ctx, "newcomer", once.Password, "123456")
	require.ErrorIs(t, err, staff.ErrEnrol, "the password is right, and no login")
	_, err = w.s.BeginEnrolment(ctx, w.credentials("newcomer", "wrong", ""), "Demo")
	require.ErrorIs(t, err, fault.WrongPassword)
	e, err := w.s.BeginEnrolment(ctx, w.credentials("newcomer", once.Password, ""), "Demo")
	require.NoError(t, err)
	again, err := w.s.BeginEnrolment(ctx, w.credentials("newcomer", once.Password, ""), "Demo")
	require.NoError(t, err)
	require.Equal(t, e, again, "a page that is opened again shows the same")
	u, err := url.Parse(e.Address)
	require.NoError(t, err)
	require.Equal(t, []string{"/Demo:newcomer", e.Secret, "Demo"}, []string{u.Path, u.Query().Get("secret"), u.Query().Get("issuer")})

	for _, weak := range []string{"short-1", once.Password, "newcomer-is-my-name", "password1234", strings.Repeat("x", 73), "tab\tin-the-middle"} {
		_, _, _, err = w.s.Enrol(ctx, w.credentials("newcomer", once.Password, w.codeOf(t, e.Secret)), credential.Secret(weak))
		require.ErrorIs(t, err, fault.BadPassword, weak)
	}
	_, _, _, err = w.s.Enrol(ctx, w.credentials("newcomer", once.Password, "000000"), ownPassword)
	require.ErrorIs(t, err, fault.WrongPassword, "a wrong code is answered like a wrong password")
	secret, codes := w.enrol(t, "newcomer", once)
	require.Len(t, codes, 10)
	r = w.record(t, "newcomer")
	require.Nil(t, r.OneTimeUntil)
	require.Equal(t, 10, r.RecoveryCodes)
	require.True(t, r.PassChangedAt.Equal(w.clk.Now()))
	require.Equal(t, "192.0.2.7", r.LastLoginIP.String())

	_, _, _, err = w.s.Enrol(ctx, w.credentials("newcomer", once.Password, w.codeOf(t, e.Secret)), ownPassword)
	require.ErrorIs(t, err, fault.WrongPassword, "a one-time password works once")
	_, _, err = w.login(ctx, "newcomer", ownPassword, w.codeOf(t, secret))
	require.ErrorIs(t, err, fault.WrongPassword, "the code of the enrolment counts as used")
	w.clk.Advance(time.Minute)
	_, account, err := w.login(ctx, "newcomer", ownPassword, w.codeOf(t, secret))
	require.NoError(t, err)
	require.Equal(t, []right.Right{right.Cash}, account.Rights)

	_, _, err = w.login(ctx, "newcomer", ownPassword, strings.ToLower(codes[3]))
	require.NoError(t, err, "a recovery code stands in for the authenticator")
	_, _, err = w.login(ctx, "newcomer", ownPassword, codes[3])
	require.ErrorIs(t, err, fault.WrongPassword, "once")
	require.Equal(t, 9, w.record(t, "newcomer").RecoveryCodes)
	require.Equal(t, int64(1), one[int64](t, w, "SELECT count(*) FROM audit_note WHERE action = 'staff.recovery' AND target = 'newcomer'"))
}

func TestAOneTimePasswordEndsByItself(t *testing.T) {
	t.Parallel()
	w := newWorld(t, nil)
	once, err := w.s.Add(t.Context(), as(factory.Staff(t, w.db).ID, "latecomer"), staff.Profile{Name: "L"})
	require.NoError(t, err)
	w.clk.Advance(72 * time.Hour)
	_, _, err = w.login(t.Context(), "latecomer", once.Password, "")
	require.ErrorIs(t, err, fault.WrongPassword)
	_, err = w.s.BeginEnrolment(t.Context(), w.credentials("latecomer", once.Password, ""), "Demo")
	require.ErrorIs(t, err, fault.WrongPassword)
}

// S-84: the day for which an account counts as held by the master who gave it access begins again when the one-time password is used, which it can be for three days: until
// then the master may be the only one who has had it in hand.
func TestAnAccountIsThatOfItsMasterForADayAfterItsEnrolment(t *testing.T) {
	t.Parallel()
	w := newWorld(t, nil)
	master := factory.Staff(t, w.db).ID
	st, err := site.New(w.db, w.clk).Fresh(t.Context(), "demo")
	require.NoError(t, err)
	onePerson := func(a, b string) (same bool) { // what one did alone counts for the other
		t.Helper()
		act := approval.Act{Kind: site.Gift, Staff: a, Amount: st.Options.Approvals[site.Gift].From - 1}
		require.NoError(t, pg.InTx(t.Context(), w.db, func(tx pgx.Tx) error {
			needs, err := approval.NeedsSecond(t.Context(), tx, w.clk.Now(), st, act)
			require.False(t, needs)
			return err
		}))
		act.Staff = b
		same, err := approval.WouldNeedSecond(t.Context(), w.db, w.clk.Now(), st, act)
		require.NoError(t, err)
		return same
	}
	once, err := w.s.Add(t.Context(), as(master, "newcomer"), staff.Profile{Name: "Kim"})
	require.NoError(t, err)
	w.clk.Advance(25 * time.Hour)
	w.enrol(t, "newcomer", once)
	require.True(t, onePerson("newcomer", master))
	w.clk.Advance(24 * time.Hour)
	require.False(t, onePerson("newcomer", master))

	once, err = w.s.Recover(t.Context(), as(master, "newcomer"), "lost the phone")
	require.NoError(t, err)
	w.clk.Advance(71 * time.Hour)
	w.enrol(t, "newcomer", once)
	require.True(t, onePerson("newcomer", master))
}

func TestWhoOpensANewAccountAtOnceWithSomeoneElse(t *testing.T) {
	t.Parallel()
	w := newWorld(t, nil)
	once, err := w.s.Add(t.Context(), as(factory.Staff(t, w.db).ID, "newcomer"), staff.Profile{Name: "N"})
	require.NoError(t, err)
	e, err := w.s.BeginEnrolment(t.Context(), w.credentials("newcomer", once.Password, ""), "Demo")
	require.NoError(t, err)
	code, won := w.codeOf(t, e.Secret), 0
	for _, err := range atOnce(2, func(int) error {
		_, _, _, err := w.s.Enrol(context.WithoutCancel(t.Context()), w.credentials("newcomer", once.Password, code), ownPassword)
		return err
	}) {
		if err == nil {
			won++
			continue
		}
		require.ErrorIs(t, err, fault.WrongPassword)
	}
	require.Equal(t, 1, won)
}

func TestMastersChangeEndAndRecoverAccounts(t *testing.T) { // S-76, S-79, S-81, S-87
	t.Parallel()
	w := newWorld(t, nil)
	ctx := t.Context()
	master, clerk := factory.Staff(t, w.db), factory.Staff(t, w.db, func(s *factory.St) { s.Rights = []right.Right{right.Cash} })
	do := as(master.ID, clerk.ID)

	require.NoError(t, w.s.Change(ctx, do, 1, staff.Profile{Name: "Lee", Rights: []right.Right{right.Message}}))
	require.ErrorIs(t, w.s.Change(ctx, do, 1, staff.Profile{Name: "Park"}), fault.PaymentProblem, "another master was first")
	account, _, err := w.s.Account(ctx, clerk.ID)
	require.NoError(t, err)
	require.Equal(t, []right.Right{right.Message}, account.Rights)
	require.Equal(t, int64(1), one[int64](t, w, `SELECT count(*) FROM audit_entry WHERE action = 'staff.change' AND target = $1
		AND detail->'was'->'rights' = '["cash"]' AND detail->'is'->'rights' = '["message"]'`, clerk.ID))
	require.NoError(t, w.s.Change(ctx, do, 2, staff.Profile{Name: "Lee", Rights: []right.Right{right.Message}}), "the same again is no change")
	require.Equal(t, int32(2), w.record(t, clerk.ID).Version)

	require.NoError(t, w.s.Review(ctx, do))
	require.Equal(t, master.ID, w.record(t, clerk.ID).ReviewedBy)

	_, _, err = w.login(ctx, clerk.ID, clerk.Password, w.code(t, 0))
	require.NoError(t, err)
	live := func() int64 {
		return one[int64](t, w, "SELECT count(*) FROM member_session WHERE member_id = $1 AND state = 'live'", clerk.ID)
	}
	require.Equal(t, int64(1), live())
	require.ErrorIs(t, w.s.SetActive(ctx, do, false, " "), fault.Failed, "a reason belongs to it")
	require.NoError(t, w.s.SetActive(ctx, do, false, "left the company"))
	require.Zero(t, live(), "its sessions end with it")
	require.Equal(t, int64(1), one[int64](t, w, "SELECT count(*) FROM outbox_event WHERE cmd = 'LOGOUT' AND member = $1", clerk.ID))
	w.clk.Advance(time.Minute)
	_, _, err = w.login(ctx, clerk.ID, clerk.Password, w.code(t, 0))
	require.ErrorIs(t, err, fault.Suspended)
	require.NoError(t, w.s.SetActive(ctx, do, true, "came back"))
	w.clk.Advance(time.Minute)
	_, _, err = w.login(ctx, clerk.ID, clerk.Password, w.code(t, 0))
	require.NoError(t, err)

	once, err := w.s.Recover(ctx, do, "lost the phone")
	require.NoError(t, err)
	require.Zero(t, live())
	w.clk.Advance(time.Minute)
	_, _, err = w.login(ctx, clerk.ID, clerk.Password, w.code(t, 0))
	require.ErrorIs(t, err, fault.WrongPassword, "the old password is worth nothing")
	secret, codes := w.enrol(t, clerk.ID, once)
	require.NotEqual(t, factory.TOTPSecret, secret)
	_, err = w.s.Recover(ctx, do, "lost it again")
	require.NoError(t, err)
	_, _, err = w.login(ctx, clerk.ID, ownPassword, codes[0])
	require.ErrorIs(t, err, fault.WrongPassword, "nor are the recovery codes")
}

func TestAMasterActsOnOthersOnly(t *testing.T) { // S-87
	t.Parallel()
	w := newWorld(t, nil)
	ctx := t.Context()
	master := factory.Staff(t, w.db)
	clerk := factory.Staff(t, w.db, func(s *factory.St) { s.Rights = []right.Right{right.Settings, right.Cash} })
	factory.Site(t, w.db, func(s *factory.S) { s.ID, s.Hosts = "other", []string{"other.test"} })
	stranger := factory.Staff(t, w.db, func(s *factory.St) { s.Site = "other" })
	p := staff.Profile{Name: "N", Rights: right.All()}
	for name, refused := range map[string]struct {
		do   staff.Act
		want *fault.Fault
	}{
		"the own account":            {as(master.ID, master.ID), fault.NoAccess},
		"without the right":          {as(clerk.ID, master.ID), fault.NoAccess},
		"a master of another site":   {as(stranger.ID, clerk.ID), fault.NoAccess},
		"an account of another site": {as(master.ID, stranger.ID), fault.MemberNotFound},
		"no such account":            {as(master.ID, "nosuchone"), fault.MemberNotFound},
	} {
		for verb, err := range map[string]error{
			"change": w.s.Change(ctx, refused.do, 1, p), "active": w.s.SetActive(ctx, refused.do, false, "x"), "review": w.s.Review(ctx, refused.do),
			"unlock": w.s.Unlock(ctx, refused.do),
		} {
			require.ErrorIs(t, err, refused.want, "%s: %s", name, verb)
		}
		_, err := w.s.Recover(ctx, refused.do, "x")
		require.ErrorIs(t, err, refused.want, name)
	}
	for _, id := range []string{clerk.ID, stranger.ID} {
		_, err := w.s.Add(ctx, as(master.ID, id), p)
		require.ErrorIs(t, err, fault.DuplicateID, "an ID is of one account, of whatever site")
	}
	for _, id := range []string{"", "abc", "1abcd", "Has Space", "shell:root"} {
		_, err := w.s.Add(ctx, as(master.ID, id), p)
		require.ErrorIs(t, err, fault.BadID, id)
	}
	for _, bad := range []staff.Profile{{}, {Name: strings.Repeat("x", 61)}, {Name: "x\x00"}, {Name: "x", Rights: []right.Right{"all"}}} {
		_, err := w.s.Add(ctx, as(master.ID, "newcomer"), bad)
		require.ErrorIs(t, err, fault.Failed)
	}
	_, err := w.s.Add(ctx, as("shell:root", "newcomer"), p)
	require.NoError(t, err, "a command line makes the first master")
}

// S-87: a master who was ended, or who has lost the right, does nothing more, whatever a page that is still open offers.
func TestAMasterWhoWasEndedActsNoMore(t *testing.T) {
	t.Parallel()
	for name, sql := range map[string]string{
		"the right": "UPDATE member_staff SET rights = '{cash}' WHERE staff_id = $1", "the account": "UPDATE member_staff SET active = false WHERE staff_id = $1",
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			w := newWorld(t, nil)
			master, clerk := factory.Staff(t, w.db).ID, factory.Staff(t, w.db).ID
			w.exec(t, "UPDATE member_staff SET otp_failures = 5, otp_locked_until = $2 WHERE staff_id = $1", clerk, w.clk.Now().Add(time.Minute))
			w.exec(t, sql, master)
			do := as(master, clerk)
			for verb, err := range map[string]error{
				"change": w.s.Change(t.Context(), do, 1, staff.Profile{Name: "N"}), "active": w.s.SetActive(t.Context(), do, false, "x"),
				"review": w.s.Review(t.Context(), do), "unlock": w.s.Unlock(t.Context(), do),
			} {
				require.ErrorIs(t, err, fault.NoAccess, verb)
			}
			require.True(t, w.record(t, clerk).OTPLocked)
			require.Zero(t, one[int](t, w, "SELECT count(*) FROM audit_entry"))
		})
	}
}

func TestOfTwoMastersWhoEndEachOtherOneIsLeft(t *testing.T) {
	t.Parallel()
	w := newWorld(t, nil)
	for range 10 {
		masters := []string{factory.Staff(t, w.db).ID, factory.Staff(t, w.db).ID}
		ended := 0
		for _, err := range atOnce(2, func(i int) error {
			return w.s.SetActive(context.WithoutCancel(t.Context()), as(masters[i], masters[1-i]), false, "x")
		}) {
			if err == nil {
				ended++
			} else if !errors.Is(err, fault.NoAccess) {
				require.NoError(t, err)
			}
		}
		require.Equal(t, 1, ended)
		require.Equal(t, int64(1), one[int64](t, w, "SELECT count(*) FROM member_staff WHERE active AND staff_id = ANY ($1)", masters))
	}
}

package agent_test

import (
	"context"
	"fmt"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"hubstake/internal/access/token"
	"hubstake/internal/account/credential"
	"hubstake/internal/account/member"
	"hubstake/internal/core/fault"
	"hubstake/internal/core/right"
	"hubstake/internal/partners/agent"
	"hubstake/internal/testkit/factory"
)

func TestAPartnerIsEnrolledAtItsFirstLogin(t *testing.T) {
	t.Parallel()
	w := newWorld(t, nil)
	m := factory.Partner(t, w.db, func(m *factory.M) { m.Lang = "en" })
	_, _, err := w.login(t.Context(), m.MemID, factory.Password, "")
	require.ErrorIs(t, err, agent.ErrEnrol)
	begin := func() (credential.Enrolment, error) {
		e, sub, err := w.s.BeginEnrolment(t.Context(), credentials(home, m.MemID, factory.Password, ""), "Hubstake")
		require.False(t, sub, "the password of the member stays")
		return e, err
	}
	e, err := begin()
	require.NoError(t, err)
	require.Contains(t, e.Address, "otpauth://totp/Hubstake:"+m.MemID+"?")
	again, err := begin()
	require.NoError(t, err)
	require.Equal(t, e, again, "the same secret however often it is asked for")

	_, _, _, err = w.s.Enrol(t.Context(), credentials(home, m.MemID, factory.Password, "000000"), "")
	require.ErrorIs(t, err, fault.WrongPassword)
	g, a, codes, err := w.s.Enrol(t.Context(), credentials(home, m.MemID, factory.Password, w.codeOf(t, e.Secret, 0)), "")
	require.NoError(t, err)
	require.Len(t, codes, 10)
	require.Equal(t, agent.Account{ID: m.MemID, Partner: m.MemID, Site: "demo", Name: m.Nick, Level: 1, Rights: right.Partners()}, a)
	require.Equal(t, []any{m.MemID, m.MemID, token.Partner}, []any{g.MemID, g.Agent, g.Audience})
	require.Equal(t, []string{"agent.enrol"}, w.actions(t, m.MemID)[1:], "after the refused attempt")
	require.Equal(t, []string{"Login to your partner area"}, w.titles(t, m.MemID))

	_, err = begin()
	require.ErrorIs(t, err, fault.WrongPassword, "an account that is enrolled shows its secret to no one")
	_, _, err = w.login(t.Context(), m.MemID, factory.Password, w.codeOf(t, e.Secret, 0))
	require.ErrorIs(t, err, fault.WrongPassword, "the code of the enrolment is used")
	_, _, err = w.login(t.Context(), m.MemID, factory.Password, w.codeOf(t, e.Secret, 1))
	require.NoError(t, err)
	require.Len(t, w.titles(t, m.MemID), 1, "the network is known")
}

func TestWhoIsNoPartnerGetsNoAccount(t *testing.T) {
	t.Parallel()
	w := newWorld(t, nil)
	refused := map[string]func(*factory.M){
		"U029": func(m *factory.M) { m.PartnerLevel = 0 },
		"U018": func(m *factory.M) { m.Status = "suspended" },
		"U011": func(m *factory.M) { m.Status = "black" },
		"U002": func(m *factory.M) { m.Status = "pending" },
	}
	for code, change := range refused {
		m := factory.Partner(t, w.db, change)
		_, _, err := w.login(t.Context(), m.MemID, factory.Password, "")
		f, ok := fault.Of(err)
		require.True(t, ok, code)
		require.Equal(t, code, f.Code())
		require.ErrorIs(t, w.from(t.Context(), home, m.MemID, "Wrong-Pass-0001", ""), fault.WrongPassword, "without the password nothing is told")
		require.Zero(t, one[int](t, w, "SELECT count(*) FROM agent_account WHERE agent_id = $1", m.MemID))
	}
	m := factory.Partner(t, w.db)
	for _, sql := range []string{
		"UPDATE member_member SET recommend_allowed = false WHERE member_id = $1", "UPDATE member_member SET recommend_allowed = true, status = 'excluded' WHERE member_id = $1",
	} {
		w.exec(t, sql, m.MemID)
		_, _, err := w.login(t.Context(), m.MemID, factory.Password, "")
		require.ErrorIs(t, err, fault.NoAccess, sql)
	}
	closed := newWorld(t, map[string]any{"recommendYn": "N"})
	m = factory.Partner(t, closed.db)
	_, _, err := closed.login(t.Context(), m.MemID, factory.Password, "")
	require.ErrorIs(t, err, fault.NoAccess, "a site without partners")
}

func TestACodeOfAPartnerWorksOnce(t *testing.T) {
	t.Parallel()
	w := newWorld(t, nil)
	m := w.partner(t)
	code := w.code(t, 0)
	errs := atOnce(4, func(i int) error {
		return w.from(t.Context(), fmt.Sprintf("192.0.2.%d", i+1), m.MemID, factory.Password, code)
	})
	in := 0
	for _, err := range errs {
		if err == nil {
			in++
			continue
		}
		require.ErrorIs(t, err, fault.WrongPassword)
	}
	require.Equal(t, 1, in, "two logins with one code")
}

// A standby that was promoted may have lost the last used codes; Redis still knows them.
func TestACodeIsRememberedOutsideTheDatabase(t *testing.T) {
	t.Parallel()
	w := newWorld(t, nil)
	kept := map[string]string{}
	w.s.PutIfAbsent = func(_ context.Context, name, value string, _ time.Duration) (string, error) {
		was := kept[name]
		if was == "" {
			kept[name] = value
		}
		return was, nil
	}
	m := w.partner(t)
	_, _, err := w.login(t.Context(), m.MemID, factory.Password, w.code(t, 0))
	require.NoError(t, err)
	w.exec(t, "UPDATE agent_account SET totp_step = 0")
	_, _, err = w.login(t.Context(), m.MemID, factory.Password, w.code(t, 0))
	require.ErrorIs(t, err, fault.WrongPassword)
	require.Len(t, kept, 1)
}

func TestARecoveryCodeStandsInOnce(t *testing.T) {
	t.Parallel()
	w := newWorld(t, nil)
	m := w.partner(t)
	codes, err := w.s.NewRecoveryCodes(t.Context(), credentials(home, m.MemID, "", w.code(t, 0)))
	require.NoError(t, err)
	require.Len(t, codes, 10)
	_, err = w.s.NewRecoveryCodes(t.Context(), credentials(home, m.MemID, "", codes[0]))
	require.ErrorIs(t, err, fault.WrongCode, "a recovery code makes no others")
	_, _, err = w.login(t.Context(), m.MemID, factory.Password, codes[0])
	require.NoError(t, err)
	_, _, err = w.login(t.Context(), m.MemID, factory.Password, codes[0])
	require.ErrorIs(t, err, fault.WrongPassword)
	s, err := w.s.Security(t.Context(), "demo", m.MemID)
	require.NoError(t, err)
	require.Equal(t, 9, s.RecoveryCodes)
	require.Contains(t, w.actions(t, m.MemID), "agent.recovery")

	newer, err := w.s.NewRecoveryCodes(t.Context(), credentials(home, m.MemID, "", w.code(t, 1)))
	require.NoError(t, err)
	w.clk.Advance(time.Hour)
	require.ErrorIs(t, w.from(t.Context(), home, m.MemID, factory.Password, codes[1]), fault.WrongPassword, "the codes before open nothing")
	require.NoError(t, w.from(t.Context(), home, m.MemID, factory.Password, newer[0]))
}

func TestTheThirdWrongAttemptHoldsBackAndIsTold(t *testing.T) { // S-77
	t.Parallel()
	w := newWorld(t, nil)
	m := w.partner(t, func(m *factory.M) { m.Lang = "en" })
	sub := w.sub(t, m.MemID, "mina", right.PlayRead)
	for _, who := range []struct{ id, password string }{{m.MemID, factory.Password}, {sub.ID, sub.Password}} {
		require.ErrorIs(t, w.from(t.Context(), home, who.id, "Wrong-Pass-0001", w.code(t, 0)), fault.WrongPassword)
		require.ErrorIs(t, w.from(t.Context(), home, who.id, who.password, "000000"), fault.WrongPassword, "a wrong code is answered alike")
		require.ErrorIs(t, w.from(t.Context(), home, who.id, who.password, "000000"), fault.AccountLocked)
		require.ErrorIs(t, w.from(t.Context(), home, who.id, who.password, w.code(t, 0)), fault.AccountLocked, "the right one as well")
	}
	told := w.titles(t, m.MemID)
	require.Equal(t, []string{"Partner area: login held back", "Partner area: login held back"}, told, "one message for each login")
	require.Contains(t, one[string](t, w, "SELECT content FROM message_message ORDER BY id DESC LIMIT 1"), sub.ID)
	for i := range 9 { // from three other addresses
		require.Error(t, w.from(t.Context(), fmt.Sprintf("198.51.100.%d", i/3), m.MemID, "Wrong-Pass-0001", ""))
	}
	require.Equal(t, told, w.titles(t, m.MemID), "a flood is one message")
	require.NoError(t, w.from(t.Context(), "203.0.113.9", m.MemID, factory.Password, w.code(t, 0)), "another address is not concerned")
	w.clk.Advance(15 * time.Minute)
	require.NoError(t, w.from(t.Context(), home, m.MemID, factory.Password, w.code(t, 0)))
	require.NoError(t, w.from(t.Context(), home, sub.ID, sub.Password, w.code(t, 0)))
}

func TestFiveWrongCodesLockTheCodes(t *testing.T) {
	t.Parallel()
	w := newWorld(t, nil)
	m := w.partner(t)
	for i := range 5 {
		require.Error(t, w.from(t.Context(), fmt.Sprintf("192.0.2.%d", 10+i), m.MemID, factory.Password, "000000"))
	}
	require.ErrorIs(t, w.from(t.Context(), "198.51.100.4", m.MemID, factory.Password, w.code(t, 0)), fault.WrongPassword, "from an address that never failed")
	w.clk.Advance(15 * time.Minute)
	require.NoError(t, w.from(t.Context(), "198.51.100.4", m.MemID, factory.Password, w.code(t, 0)))
}

func TestUnknownLoginsOfThePartnerAreaLookLikeKnownOnes(t *testing.T) { // D-08
	t.Parallel()
	w := newWorld(t, nil)
	m := w.partner(t)
	for _, id := range []string{"nobody77", m.MemID + ".nobody", "nobody77.mina"} {
		for _, want := range []*fault.Fault{fault.WrongPassword, fault.WrongPassword, fault.AccountLocked, fault.AccountLocked} {
			require.ErrorIs(t, w.from(t.Context(), home, id, "Wrong-Pass-0001", ""), want, id)
		}
	}
	require.Empty(t, w.titles(t, m.MemID), "an account that does not exist is no news")
	for range 5 {
		require.ErrorIs(t, w.from(t.Context(), home, "no such.id.at-all", "x", ""), fault.WrongPassword, "a text that cannot be an ID")
	}
	require.Equal(t, 3, one[int](t, w, "SELECT count(DISTINCT agent_id) FROM agent_try"))
}

func TestABlockedAddressStaysOutOfThePartnerArea(t *testing.T) { // U012
	t.Parallel()
	w := newWorld(t, nil)
	m := w.partner(t)
	w.exec(t, "INSERT INTO member_block (site_id, kind, value, reason, blocked_by, at) VALUES ('demo', 'ip', '192.0.2.7/32', 'x', 'staff1', now())")
	require.ErrorIs(t, w.from(t.Context(), home, m.MemID, factory.Password, w.code(t, 0)), fault.BlockedIP)
	require.NoError(t, w.from(t.Context(), "192.0.2.8", m.MemID, factory.Password, w.code(t, 0)))
}

func TestTheLongestSessionOfThePartnerAreaIsEightHours(t *testing.T) {
	t.Parallel()
	w := newWorld(t, nil)
	m := w.partner(t)
	begun := w.clk.Now()
	g, _, err := w.login(t.Context(), m.MemID, factory.Password, w.code(t, 0))
	require.NoError(t, err)
	for range 9 {
		w.clk.Advance(55 * time.Minute)
		next, err := w.members.Renew(t.Context(), member.Renewal{SID: g.SID, Gen: g.Gen, Force: true})
		if err != nil {
			require.ErrorIs(t, err, fault.NoAccess)
			break
		}
		g = next
	}
	require.Equal(t, begun.Add(8*time.Hour).UTC(), g.Expires.UTC())
}

func TestAMemberEndsItsOwnSessionsInThePartnerAreaAndNotThoseOfSubStaff(t *testing.T) {
	t.Parallel()
	w := newWorld(t, nil)
	m := w.partner(t)
	sub := w.sub(t, m.MemID, "mina", right.PlayRead)
	own, _, err := w.login(t.Context(), m.MemID, factory.Password, w.code(t, 0))
	require.NoError(t, err)
	other, _, err := w.login(t.Context(), sub.ID, sub.Password, w.code(t, 0))
	require.NoError(t, err)
	n, err := w.members.EndOtherDevices(t.Context(), m.MemID, "", "")
	require.NoError(t, err)
	require.Equal(t, 1, n)
	state := func(sid string) string {
		return one[string](t, w, "SELECT state FROM member_session WHERE session_id = $1", sid)
	}
	require.Equal(t, []string{"ended", "live"}, []string{state(own.SID), state(other.SID)})

	require.NoError(t, w.s.EndSession(t.Context(), m.MemID, other.SID, ""), "it is not one of the own login")
	require.Equal(t, "live", state(other.SID))
	require.NoError(t, w.s.EndSession(t.Context(), sub.ID, other.SID, ""))
	require.Equal(t, "ended", state(other.SID))
	require.Equal(t, 1, one[int](t, w, "SELECT count(*) FROM outbox_event WHERE sid = $1 AND cmd = 'LOGOUT'", other.SID))
}

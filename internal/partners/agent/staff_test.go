package agent_test

import (
	"net/netip"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"hubstake/internal/core/fault"
	"hubstake/internal/core/right"
	"hubstake/internal/operator/audit"
	"hubstake/internal/partners/agent"
	"hubstake/internal/testkit/factory"
)

func TestStaffResetsTheAuthenticatorOfAPartner(t *testing.T) {
	t.Parallel()
	w := newWorld(t, nil)
	m := w.partner(t, func(m *factory.M) { m.Lang = "en" })
	sub := w.sub(t, m.MemID, "mina", right.PlayRead)
	g, _, err := w.login(t.Context(), m.MemID, factory.Password, w.code(t, 0))
	require.NoError(t, err)
	subGrant, _, err := w.login(t.Context(), sub.ID, sub.Password, w.code(t, 0))
	require.NoError(t, err)
	by := audit.Actor{ID: "boss1", IP: netip.MustParseAddr(home)}

	reset := func(site, memID, reason string) error { return w.s.StaffReset(t.Context(), by, site, memID, reason) }
	require.ErrorIs(t, reset("demo", m.MemID, " "), fault.Failed)
	require.ErrorIs(t, reset("other", m.MemID, "lost the phone"), fault.MemberNotFound, "a site has its own partners")

	before := one[int](t, w, "SELECT count(*) FROM outbox_event WHERE cmd = 'MSG' AND member = $1", m.MemID)
	require.NoError(t, reset("demo", m.MemID, "lost the phone"))
	require.Equal(t, "ended ADMIN", one[string](t, w, "SELECT state || ' ' || reason FROM member_session WHERE session_id = $1", g.SID))
	require.Equal(t, "live", one[string](t, w, "SELECT state FROM member_session WHERE session_id = $1", subGrant.SID), "the sub-staff stays")
	require.Equal(t, 1, one[int](t, w, "SELECT count(*) FROM outbox_event WHERE sid = $1 AND cmd = 'LOGOUT'", g.SID))
	_, _, err = w.login(t.Context(), m.MemID, factory.Password, w.code(t, 1))
	require.ErrorIs(t, err, agent.ErrEnrol, "the old authenticator opens nothing")
	_, ok, err := w.s.Account(t.Context(), "demo", m.MemID)
	require.NoError(t, err)
	require.False(t, ok)
	e, _, err := w.s.BeginEnrolment(t.Context(), credentials(home, m.MemID, factory.Password, ""), "Hubstake")
	require.NoError(t, err)
	_, _, _, err = w.s.Enrol(t.Context(), credentials(home, m.MemID, factory.Password, w.codeOf(t, e.Secret, 0)), "")
	require.NoError(t, err)

	require.Contains(t, w.actions(t, m.MemID), "agent.reset")
	told := w.titles(t, m.MemID)
	require.Equal(t, "Partner area: authenticator reset", told[len(told)-1])
	require.Contains(t, one[string](t, w, "SELECT content FROM message_message WHERE member_id = $1 ORDER BY id DESC LIMIT 1", m.MemID), m.MemID)
	require.Equal(t, 1, one[int](t, w, "SELECT count(*) FROM outbox_event WHERE cmd = 'MSG' AND member = $1", m.MemID)-before, "and hears of it")

	logins, err := w.s.LoginsOf(t.Context(), "demo", m.MemID)
	require.NoError(t, err)
	require.Len(t, logins, 2)
	require.Equal(t, []any{m.MemID, true, sub.ID, true}, []any{logins[0].ID, logins[0].EnrolledAt != nil, logins[1].ID, logins[1].EnrolledAt != nil})
}

// Staff that could reset sub-staff would learn a password with which it pays out a partner's money alone (S-84, S-87). Only the partner resets its sub-staff.
func TestStaffCannotResetSubStaff(t *testing.T) {
	t.Parallel()
	w := newWorld(t, nil)
	m := w.partner(t)
	sub := w.sub(t, m.MemID, "mina", right.MoneyWrite)
	g, _, err := w.login(t.Context(), sub.ID, sub.Password, w.code(t, 0))
	require.NoError(t, err)
	by := audit.Actor{ID: "boss1", IP: netip.MustParseAddr(home)}
	for _, id := range []string{sub.ID, strings.ToUpper(sub.ID), m.MemID + ".nobody", m.MemID + "."} {
		require.ErrorIs(t, w.s.StaffReset(t.Context(), by, "demo", id, "lost the phone"), fault.MemberNotFound, id)
	}
	require.Equal(t, "live", one[string](t, w, "SELECT state FROM member_session WHERE session_id = $1", g.SID))
	_, _, err = w.login(t.Context(), sub.ID, sub.Password, w.code(t, 1))
	require.NoError(t, err, "password and authenticator are as they were")
	require.NotContains(t, w.actions(t, sub.ID), "agent.reset")
}

// Option partnerOtp off: the password is enough, and what opens without a code is closed again when the option is on.
func TestASiteWithoutCodesInThePartnerArea(t *testing.T) {
	t.Parallel()
	w := newWorld(t, map[string]any{"partnerOtp": false})
	m := factory.Partner(t, w.db)
	require.ErrorIs(t, w.from(t.Context(), home, m.MemID, "wrong-1234", ""), fault.WrongPassword)
	g, a, err := w.login(t.Context(), m.MemID, factory.Password, "")
	require.NoError(t, err)
	require.Equal(t, []string{m.MemID, m.MemID}, []string{g.Agent, a.ID})
	_, ok, err := w.s.Account(t.Context(), "demo", m.MemID)
	require.NoError(t, err)
	require.True(t, ok)
	own, err := w.s.Security(t.Context(), "demo", m.MemID)
	require.NoError(t, err)
	require.Nil(t, own.EnrolledAt)
	require.Len(t, own.Sessions, 1)

	sub := w.sub(t, m.MemID, "mina", right.PlayRead)
	_, _, err = w.login(t.Context(), sub.ID, sub.Password, "")
	require.NoError(t, err)
	w.exec(t, "UPDATE agent_account SET active = false WHERE agent_id = $1", sub.ID)
	require.ErrorIs(t, w.from(t.Context(), home, sub.ID, sub.Password, ""), fault.Suspended)
	_, once, err := w.s.Add(t.Context(), act(m.MemID, ""), "joon", agent.Profile{Name: "Joon"})
	require.NoError(t, err)
	require.ErrorIs(t, w.from(t.Context(), home, m.MemID+".joon", once.Password, ""), agent.ErrEnrol, "it gives itself a password first")

	w.exec(t, "UPDATE site_site SET options = options || '{\"partnerOtp\": true}'")
	w.renew(t)
	_, ok, err = w.s.Account(t.Context(), "demo", m.MemID)
	require.NoError(t, err)
	require.False(t, ok, "a session without a code ends with the option")
	require.ErrorIs(t, w.from(t.Context(), home, m.MemID, factory.Password, ""), agent.ErrEnrol)
}

// The message of a reset is in the partner's own language and names the login.
func TestTheMessageOfAResetIsInSixLanguages(t *testing.T) {
	t.Parallel()
	w := newWorld(t, nil)
	seen := map[string]bool{}
	for _, lang := range []string{"vn", "ko", "en", "th", "cn", "jp"} {
		m := w.partner(t, func(m *factory.M) { m.Lang = lang })
		require.NoError(t, w.s.StaffReset(t.Context(), audit.Actor{ID: "boss1"}, "demo", m.MemID, "lost the phone"))
		titles := w.titles(t, m.MemID)
		require.Len(t, titles, 1, lang)
		require.False(t, seen[titles[0]], "%s has the text of another language", lang)
		seen[titles[0]] = true
		content := one[string](t, w, "SELECT content FROM message_message WHERE member_id = $1", m.MemID)
		require.Contains(t, content, m.MemID, lang)
		require.NotContains(t, content, "{", lang)
	}
}

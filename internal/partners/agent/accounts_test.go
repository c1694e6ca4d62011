package agent_test

import (
	"fmt"
	"strings"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"hubstake/internal/account/credential"
	"hubstake/internal/core/event"
	"hubstake/internal/core/fault"
	"hubstake/internal/core/right"
	"hubstake/internal/live/projection"
	"hubstake/internal/operator/audit"
	"hubstake/internal/partners/agent"
	"hubstake/internal/testkit/factory"
)

const ownPass = "Quiet-Harbour-29"

func TestSubStaffFromItsMakingToItsEnd(t *testing.T) {
	t.Parallel()
	w := newWorld(t, nil)
	m := w.partner(t)
	id, once, err := w.s.Add(t.Context(), act(m.MemID, ""), "mina", agent.Profile{Name: " Mina ", Rights: []right.Right{right.PlayRead, right.LowerRead}})
	require.NoError(t, err)
	require.Equal(t, m.MemID+".mina", id)

	_, _, err = w.login(t.Context(), id, once.Password, "")
	require.ErrorIs(t, err, agent.ErrEnrol)
	e, sub, err := w.s.BeginEnrolment(t.Context(), credentials(home, id, once.Password, ""), "Hubstake")
	require.NoError(t, err)
	require.True(t, sub)
	enrol := func(password string, steps int) error {
		_, _, _, err := w.s.Enrol(t.Context(), credentials(home, id, once.Password, w.codeOf(t, e.Secret, steps)), credential.Secret(password))
		return err
	}
	for _, weak := range []string{"", "short", once.Password, "contains-" + id, "password1234"} {
		require.ErrorIs(t, enrol(weak, 0), fault.BadPassword, weak)
	}
	require.NoError(t, enrol(ownPass, 0))
	require.ErrorIs(t, w.from(t.Context(), home, id, once.Password, w.codeOf(t, e.Secret, 1)), fault.WrongPassword, "a one-time password works once")
	g, a, err := w.login(t.Context(), id, ownPass, w.codeOf(t, e.Secret, 1))
	require.NoError(t, err)
	require.Equal(t, agent.Account{ID: id, Partner: m.MemID, Site: "demo", Name: "Mina", Level: 1, Rights: []right.Right{right.LowerRead, right.PlayRead}}, a)
	require.Equal(t, []string{m.MemID, id}, []string{g.MemID, g.Agent}, "a session of the partner, by this person")

	list, err := w.s.List(t.Context(), "demo", m.MemID)
	require.NoError(t, err)
	require.Len(t, list, 1, "the partner itself is not among its sub-staff")
	require.Equal(t, []any{id, "Mina", true, 10, m.MemID}, []any{list[0].ID, list[0].Name, list[0].Active, list[0].RecoveryCodes, list[0].CreatedBy})
	require.Nil(t, list[0].OneTimeUntil)

	require.NoError(t, w.s.Change(t.Context(), act(m.MemID, id), list[0].Version, agent.Profile{Name: "Mina", Rights: []right.Right{right.PlayRead}}))
	account, ok, err := w.s.Account(t.Context(), "demo", id)
	require.NoError(t, err)
	require.True(t, ok)
	require.Equal(t, []right.Right{right.PlayRead}, account.Rights, "from the next call on")
	require.ErrorIs(t, w.s.Change(t.Context(), act(m.MemID, id), list[0].Version, agent.Profile{Name: "Mina"}), fault.PaymentProblem, "shown before it was changed")

	require.ErrorIs(t, w.s.SetActive(t.Context(), act(m.MemID, id), false, " "), fault.Failed)
	require.NoError(t, w.s.SetActive(t.Context(), act(m.MemID, id), false, "left"))
	_, ok, err = w.s.Account(t.Context(), "demo", id)
	require.NoError(t, err)
	require.False(t, ok)
	require.Equal(t, []string{"ended", "ADMIN"}, one[[]string](t, w, "SELECT ARRAY[state, reason] FROM member_session WHERE session_id = $1", g.SID))
	require.Equal(t, 1, one[int](t, w, "SELECT count(*) FROM outbox_event WHERE sid = $1 AND cmd = 'LOGOUT'", g.SID))
	w.clk.Advance(time.Hour)
	require.ErrorIs(t, w.from(t.Context(), home, id, ownPass, w.codeOf(t, e.Secret, 0)), fault.Suspended)

	require.NoError(t, w.s.SetActive(t.Context(), act(m.MemID, id), true, "is back"))
	require.NoError(t, w.from(t.Context(), home, id, ownPass, w.codeOf(t, e.Secret, 1)))
	again, err := w.s.Reset(t.Context(), act(m.MemID, id), "lost the phone")
	require.NoError(t, err)
	require.Zero(t, one[int](t, w, "SELECT count(*) FROM member_session WHERE agent_id = $1 AND state = 'live'", id))
	require.ErrorIs(t, w.from(t.Context(), home, id, ownPass, w.codeOf(t, e.Secret, 2)), fault.WrongPassword)
	require.ErrorIs(t, w.from(t.Context(), home, id, again.Password, ""), agent.ErrEnrol)
	w.clk.Advance(73 * time.Hour)
	require.ErrorIs(t, w.from(t.Context(), home, id, again.Password, ""), fault.WrongPassword, "after three days")
	require.Subset(t, w.actions(t, id), []string{"agent.add", "agent.enrol", "agent.change", "agent.disable", "agent.enable", "agent.reset"})
}

func TestAnAccountThatWasEndedBeforeItsEnrolmentIsNotEnrolled(t *testing.T) {
	t.Parallel()
	w := newWorld(t, nil)
	m := w.partner(t)
	id, once, err := w.s.Add(t.Context(), act(m.MemID, ""), "mina", agent.Profile{Name: "Mina", Rights: []right.Right{right.PlayRead}})
	require.NoError(t, err)
	e, _, err := w.s.BeginEnrolment(t.Context(), credentials(home, id, once.Password, ""), "Hubstake")
	require.NoError(t, err)
	require.NoError(t, w.s.SetActive(t.Context(), act(m.MemID, id), false, "did not come"))

	_, _, _, err = w.s.Enrol(t.Context(), credentials(home, id, once.Password, w.codeOf(t, e.Secret, 0)), ownPass)
	require.ErrorIs(t, err, fault.WrongPassword)
	_, _, err = w.s.BeginEnrolment(t.Context(), credentials("192.0.2.8", id, once.Password, ""), "Hubstake")
	require.ErrorIs(t, err, fault.WrongPassword)
	require.ErrorIs(t, w.from(t.Context(), "192.0.2.9", id, once.Password, ""), fault.WrongPassword)
	require.True(t, one[bool](t, w, "SELECT enrolled_at IS NULL FROM agent_account WHERE agent_id = $1", id))
}

func TestNoOneGivesARightThatItDoesNotHave(t *testing.T) {
	t.Parallel()
	w := newWorld(t, nil)
	m := w.partner(t)
	boss := w.sub(t, m.MemID, "boss", right.AgentModify, right.PlayRead)
	peer := w.sub(t, m.MemID, "peer", right.MoneyWrite)
	plain := w.sub(t, m.MemID, "plain", right.PlayRead)
	add := func(who, name string, rights ...right.Right) error {
		_, _, err := w.s.Add(t.Context(), act(who, ""), name, agent.Profile{Name: "X", Rights: rights})
		return err
	}
	require.ErrorIs(t, add(boss.ID, "one", right.MoneyRead), fault.NoAccess)
	require.NoError(t, add(boss.ID, "one", right.PlayRead))
	require.ErrorIs(t, add(plain.ID, "two"), fault.NoAccess, "without the right to manage")
	require.ErrorIs(t, w.s.Change(t.Context(), act(boss.ID, plain.ID), 1, agent.Profile{Name: "X", Rights: []right.Right{right.PlayRead, right.RateModify}}), fault.NoAccess)

	for name, do := range map[string]func(who, id string) error{
		"change": func(who, id string) error { return w.s.Change(t.Context(), act(who, id), 1, agent.Profile{Name: "X"}) },
		"end":    func(who, id string) error { return w.s.SetActive(t.Context(), act(who, id), false, "x") },
		"reset": func(who, id string) error {
			_, err := w.s.Reset(t.Context(), act(who, id), "x")
			return err
		},
	} {
		require.ErrorIs(t, do(boss.ID, peer.ID), fault.NoAccess, "%s: an account with a right that boss does not have", name)
		require.ErrorIs(t, do(boss.ID, boss.ID), fault.NoAccess, "%s: the own account", name)
		require.ErrorIs(t, do(m.MemID, m.MemID), fault.NoAccess, "%s: the partner's own account", name)
		require.ErrorIs(t, do(boss.ID, m.MemID), fault.MemberNotFound, "%s: the partner", name)
		require.ErrorIs(t, do(plain.ID, peer.ID), fault.NoAccess, "%s: without the right", name)
		require.ErrorIs(t, do(m.MemID, m.MemID+".none"), fault.MemberNotFound, name)
	}
	require.Equal(t, 1, one[int](t, w, "SELECT max(version)::int FROM agent_account"), "nothing was changed")
}

func TestAnotherPartnersSubStaffIsNotThere(t *testing.T) {
	t.Parallel()
	w := newWorld(t, nil)
	m, other := w.partner(t), w.partner(t)
	theirs := w.sub(t, other.MemID, "mina", right.PlayRead)
	foreign := act(m.MemID, theirs.ID)
	missing := act(m.MemID, m.MemID+".mina")
	for _, a := range []agent.Act{foreign, missing} {
		require.ErrorIs(t, w.s.Change(t.Context(), a, 1, agent.Profile{Name: "X"}), fault.MemberNotFound)
		require.ErrorIs(t, w.s.SetActive(t.Context(), a, false, "x"), fault.MemberNotFound)
		_, err := w.s.Reset(t.Context(), a, "x")
		require.ErrorIs(t, err, fault.MemberNotFound)
	}
	list, err := w.s.List(t.Context(), "demo", m.MemID)
	require.NoError(t, err)
	require.Empty(t, list)
	require.NoError(t, w.from(t.Context(), home, theirs.ID, theirs.Password, w.code(t, 0)))
}

func TestAnAccountOfSubStaffThatCannotBe(t *testing.T) {
	t.Parallel()
	w := newWorld(t, nil)
	m := w.partner(t)
	add := func(name string, p agent.Profile) error {
		_, _, err := w.s.Add(t.Context(), act(m.MemID, ""), name, p)
		return err
	}
	for _, name := range []string{"", "x", "Mina", "a.b", "mi na", strings.Repeat("a", 13), "\u0000\u0000", "ミナ"} {
		require.ErrorIs(t, add(name, agent.Profile{Name: "X"}), fault.BadID, name)
	}
	for _, p := range []agent.Profile{
		{}, {Name: "  "}, {Name: strings.Repeat("x", 61)}, {Name: "a\nb"}, {Name: "X", Rights: []right.Right{"owner"}}, {Name: "X", Rights: []right.Right{right.Staff}},
	} {
		require.ErrorIs(t, add("mina", p), fault.Failed, "%v", p)
	}
	require.NoError(t, add("mina", agent.Profile{Name: "X"}))
	require.ErrorIs(t, add("mina", agent.Profile{Name: "X"}), fault.DuplicateID)

	w.exec(t, "UPDATE site_site SET inspect = true")
	w.clk.Advance(time.Minute) // what the service knows of the site is older
	require.ErrorIs(t, add("nora", agent.Profile{Name: "X"}), fault.SiteMaintenance, "the area is read-only (D-35)")
	require.NoError(t, w.s.SetActive(t.Context(), act(m.MemID, m.MemID+".mina"), false, "a leak"), "what is stolen is closed at any time")
	require.NoError(t, w.from(t.Context(), home, m.MemID, factory.Password, w.code(t, 0)), "logins go on")
}

func TestAPartnerHasAtMostFiftyPersons(t *testing.T) {
	t.Parallel()
	w := newWorld(t, nil)
	m := w.partner(t)
	w.exec(t, `INSERT INTO agent_account (agent_id, site_id, partner_id, pass_hash, created_by, created_at)
		SELECT $1 || '.n' || n, 'demo', $1, 'x', $1, now() FROM generate_series(1, 48) n`, m.MemID)
	errs := atOnce(4, func(i int) error {
		_, _, err := w.s.Add(t.Context(), act(m.MemID, ""), fmt.Sprintf("more%d", i), agent.Profile{Name: "X"})
		return err
	})
	made := 0
	for _, err := range errs {
		if err == nil {
			made++
			continue
		}
		require.ErrorIs(t, err, fault.Failed)
	}
	require.Equal(t, 2, made, "at once as well")
}

// Two who manage sub-staff take the right from each other at the same moment: one of them is left with it.
func TestTwoWhoTakeTheRightFromEachOtherAtOnce(t *testing.T) {
	t.Parallel()
	w := newWorld(t, nil)
	m := w.partner(t)
	for round := range 10 {
		a := w.sub(t, m.MemID, fmt.Sprintf("a%02d", round), right.AgentModify)
		b := w.sub(t, m.MemID, fmt.Sprintf("b%02d", round), right.AgentModify)
		errs := atOnce(2, func(i int) error {
			who := [][2]string{{a.ID, b.ID}, {b.ID, a.ID}}[i]
			return w.s.Change(t.Context(), act(who[0], who[1]), 1, agent.Profile{Name: "X"})
		})
		refused := 0
		for _, err := range errs {
			if err != nil {
				require.ErrorIs(t, err, fault.NoAccess)
				refused++
			}
		}
		require.Equal(t, 1, refused)
		require.Equal(t, 1, one[int](t, w, "SELECT count(*) FROM agent_account WHERE agent_id = ANY ($1) AND rights = '{agent.modify}'", []string{a.ID, b.ID}))
	}
}

func TestSubStaffIsOutWhenItsPartnerIs(t *testing.T) { // S-87
	t.Parallel()
	w := newWorld(t, nil)
	m := w.partner(t)
	sub := w.sub(t, m.MemID, "mina", right.PlayRead)
	ok := func() bool {
		_, ok, err := w.s.Account(t.Context(), "demo", sub.ID)
		require.NoError(t, err)
		return ok
	}
	require.True(t, ok())
	for _, set := range []string{"status = 'suspended'", "status = 'excluded'", "recommend_allowed = false", "login_allowed = false", "role = 'member', partner_level = NULL"} {
		w.exec(t, "UPDATE member_member SET "+set+" WHERE member_id = $1", m.MemID)
		require.False(t, ok(), set)
		require.Error(t, w.from(t.Context(), "198.51.100.1", sub.ID, sub.Password, w.code(t, 0)), set)
		w.exec(t, "UPDATE member_member SET status = 'normal', recommend_allowed = true, login_allowed = true, role = 'partner', partner_level = 1 WHERE member_id = $1", m.MemID)
		require.True(t, ok())
	}
}

func TestChangesOfSubStaffAreInTheAuditWithBeforeAndAfter(t *testing.T) { // S-81
	t.Parallel()
	w := newWorld(t, nil)
	m := w.partner(t)
	sub := w.sub(t, m.MemID, "mina", right.PlayRead)
	require.NoError(t, w.s.Change(t.Context(), act(m.MemID, sub.ID), 1, agent.Profile{Name: "Mina", Rights: []right.Right{right.MoneyRead}}))
	require.NoError(t, w.s.Change(t.Context(), act(m.MemID, sub.ID), 2, agent.Profile{Name: "Mina", Rights: []right.Right{right.MoneyRead}}), "nothing to change")
	_, err := audit.Link(t.Context(), w.db)
	require.NoError(t, err)
	require.Equal(t, 1, one[int](t, w, "SELECT count(*) FROM audit_entry WHERE target = $1", sub.ID))
	require.JSONEq(t, `{"was": {"name": "Person", "rights": ["play.read"]}, "is": {"name": "Mina", "rights": ["money.read"]}}`,
		one[string](t, w, "SELECT detail::text FROM audit_entry WHERE target = $1", sub.ID))
	require.Equal(t, m.MemID, one[string](t, w, "SELECT actor FROM audit_entry WHERE target = $1", sub.ID))
}

// Connections to the hub hear what the rights of a session show: with a right that is taken away, the sessions of that person end, in the same
// transaction. A right that is given, or another name, ends none.
func TestSessionsEndWithARightThatIsTakenAway(t *testing.T) {
	t.Parallel()
	w := newWorld(t, nil)
	m := w.partner(t)
	sub, other := w.sub(t, m.MemID, "mina", right.LowerRead, right.MoneyRead), w.sub(t, m.MemID, "joon", right.LowerRead)
	g, _, err := w.login(t.Context(), sub.ID, sub.Password, w.code(t, 0))
	require.NoError(t, err)
	second, _, err := w.login(t.Context(), sub.ID, sub.Password, w.code(t, 1))
	require.NoError(t, err)
	beside, _, err := w.login(t.Context(), other.ID, other.Password, w.code(t, 0))
	require.NoError(t, err)
	version := int32(1)
	becomes := func(name string, rights ...right.Right) {
		t.Helper()
		version = one[int32](t, w, "SELECT version FROM agent_account WHERE agent_id = $1", sub.ID)
		require.NoError(t, w.s.Change(t.Context(), act(m.MemID, sub.ID), version, agent.Profile{Name: name, Rights: rights}))
	}
	state := func(sid string) string {
		return one[string](t, w, "SELECT state || ' ' || reason FROM member_session WHERE session_id = $1", sid)
	}
	becomes("Mina", right.LowerRead, right.MoneyRead)
	becomes("Mina Two", right.LowerRead, right.MoneyRead, right.PlayRead)
	require.Equal(t, "live ", state(g.SID))

	becomes("Mina Two", right.LowerRead, right.PlayRead)
	for _, sid := range []string{g.SID, second.SID} {
		require.Equal(t, "ended ADMIN", state(sid))
		require.Equal(t, 1, one[int](t, w, "SELECT count(*) FROM outbox_event WHERE sid = $1 AND cmd = 'LOGOUT' AND member = $2", sid, m.MemID))
	}
	require.Equal(t, "live ", state(beside.SID), "the right of another person is as it was")
}

// The record of a session that the hub reads has the rights of its person for as long as the person may be in the partner area.
func TestTheHubReadsTheRightsOfAPerson(t *testing.T) {
	t.Parallel()
	w := newWorld(t, map[string]any{"recommendYn": "Y"})
	m := w.partner(t)
	sub := w.sub(t, m.MemID, "mina", right.LowerRead, "cash", "no such right")
	own, _, err := w.login(t.Context(), m.MemID, factory.Password, w.code(t, 0))
	require.NoError(t, err)
	g, _, err := w.login(t.Context(), sub.ID, sub.Password, w.code(t, 0))
	require.NoError(t, err)
	rights := func() (partner, person event.Rights) {
		t.Helper()
		found, err := projection.Sessions(t.Context(), w.db, []string{own.SID, g.SID})
		require.NoError(t, err)
		return event.ParseRights(found[own.SID].Rights), event.ParseRights(found[g.SID].Rights)
	}
	has := func() {
		t.Helper()
		all, some := rights()
		for _, cmd := range []event.Cmd{event.Join, event.CashReq, event.PT, event.Bet} {
			require.True(t, all.See(cmd, ""), cmd)
			require.Equal(t, cmd == event.Join, some.See(cmd, ""), cmd)
		}
		require.False(t, some.See(event.Queue, "in"), "rights of staff mean nothing here")
	}
	has()
	for _, c := range []struct{ off, on string }{
		{"UPDATE member_member SET recommend_allowed = false WHERE member_id = $1", "UPDATE member_member SET recommend_allowed = true WHERE member_id = $1"},
		{"UPDATE member_member SET login_allowed = false WHERE member_id = $1", "UPDATE member_member SET login_allowed = true WHERE member_id = $1"},
		{"UPDATE member_member SET status = 'stop' WHERE member_id = $1", "UPDATE member_member SET status = 'normal' WHERE member_id = $1"},
		{"UPDATE agent_account SET active = false WHERE partner_id = $1", "UPDATE agent_account SET active = true WHERE partner_id = $1"},
		{"UPDATE agent_account SET enrolled_at = NULL WHERE partner_id = $1", "UPDATE agent_account SET enrolled_at = now() WHERE partner_id = $1"},
	} {
		w.exec(t, c.off, m.MemID)
		all, some := rights()
		require.False(t, all.FollowsDownline() || some.FollowsDownline(), c.off)
		w.exec(t, c.on, m.MemID)
		has()
	}
	w.exec(t, "UPDATE site_site SET options = options || '{\"recommendYn\": \"N\"}'")
	all, some := rights()
	require.False(t, all.FollowsDownline() || some.FollowsDownline(), "no partner of the site refers")
}

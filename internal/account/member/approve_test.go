package member_test

import (
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"hubstake/internal/account/member"
	"hubstake/internal/core/event"
	"hubstake/internal/core/fault"
	"hubstake/internal/ledger/wallet"
	"hubstake/internal/operator/audit"
	"hubstake/internal/testkit/factory"
)

func (w *world) pending(t *testing.T) (member.Act, string) {
	t.Helper()
	p := factory.Partner(t, w.db).MemID
	id, err := w.s.SignUp(t.Context(), "demo", form(p), origin)
	require.NoError(t, err)
	return member.Act{Actor: audit.Actor{ID: "boss1", IP: origin.IP, Trace: sampled}, Site: "demo", MemID: id}, p
}

func TestApprovalLetsAMemberIn(t *testing.T) {
	t.Parallel()
	w := newWorld(t, nil)
	act, p := w.pending(t)
	var mark int64
	w.events(t, &mark)
	foreign := act
	foreign.Site = "other"
	factory.Site(t, w.db, func(s *factory.S) { s.ID = "other" })
	require.ErrorIs(t, w.s.Approve(t.Context(), foreign), fault.MemberNotFound)

	errs := atOnce(6, func(int) error { return w.s.Approve(t.Context(), act) })
	require.Equal(t, 1, successes(errs), "of those who decide at once one decides")
	for _, err := range errs {
		if err != nil {
			require.ErrorIs(t, err, fault.MemberNotFound)
		}
	}
	require.Equal(t, []event.Event{
		{Site: "demo", Member: act.MemID, Upline: p, Cmd: event.Join, Data1: act.MemID, Trace: sampled},
		{Site: "demo", Topic: "admin.demo", Cmd: event.Queue, Data1: "signup", Data2: act.MemID, Trace: sampled},
	}, w.events(t, &mark))
	s, err := wallet.Balance(t.Context(), w.db, act.MemID, "KRW")
	require.NoError(t, err)
	require.Zero(t, s)
	require.Equal(t, 1, one[int](t, w, "SELECT count(*) FROM message_counter WHERE member_id = $1", act.MemID))
	require.Equal(t, "boss1", one[string](t, w, "SELECT actor FROM audit_entry WHERE action = 'member.approve' AND target = $1", act.MemID))
	_, err = w.login(t.Context(), act.MemID, "Sesame77")
	require.NoError(t, err)
	v, err := w.s.View(t.Context(), act.MemID)
	require.NoError(t, err)
	require.Equal(t, "KRW", v.Currency)
	require.NoError(t, w.s.VerifyPIN(t.Context(), act.MemID, "4711"))
}

func TestRefusalFreesWhatMustBeUnique(t *testing.T) {
	t.Parallel()
	w := newWorld(t, nil)
	act, p := w.pending(t)
	require.ErrorIs(t, w.s.Refuse(t.Context(), act, strings.Repeat("가", 301)), fault.Failed)
	require.NoError(t, w.s.Refuse(t.Context(), act, "no such person"))
	require.ErrorIs(t, w.s.Approve(t.Context(), act), fault.MemberNotFound)
	_, err := w.login(t.Context(), act.MemID, "Sesame77")
	require.ErrorIs(t, err, fault.WrongPassword, "deleted is as if unknown (D-45)")
	require.Equal(t, "no such person", one[string](t, w, "SELECT status_reason FROM member_member WHERE member_id = $1", act.MemID))
	f := form(p)
	_, err = w.s.SignUp(t.Context(), "demo", f, origin)
	require.ErrorIs(t, err, fault.DuplicateID, "a memId is given once")
	f.MemID = "newkim2"
	_, err = w.s.SignUp(t.Context(), "demo", f, origin)
	require.NoError(t, err)
}

func TestLocksAreToldWhenTheyChange(t *testing.T) { // D-34
	t.Parallel()
	w := newWorld(t, nil)
	m := factory.Member(t, w.db)
	act := member.Act{Actor: audit.Actor{ID: "boss1", Trace: sampled}, Site: "demo", MemID: m.MemID}
	var mark int64
	w.events(t, &mark)
	require.NoError(t, w.s.SetLocks(t.Context(), act, false, true))
	require.Empty(t, w.events(t, &mark), "as it was")
	require.NoError(t, w.s.SetLocks(t.Context(), act, true, false))
	require.Equal(t, []event.Event{{
		Site: "demo", Member: m.MemID, Cmd: event.LockBet, Data1: "Y", Data2: "N", Ver: 2, Trace: sampled,
	}}, w.events(t, &mark))
	v, err := w.s.View(t.Context(), m.MemID)
	require.NoError(t, err)
	require.True(t, v.BetLocked)
	require.False(t, v.BetPermitted)
}

func TestSearchTakesItsTextLiterally(t *testing.T) { // security.md 2.4
	t.Parallel()
	w := newWorld(t, nil)
	for _, nick := range []string{"plain", "100%", "a_b", `back\slash`} {
		factory.Member(t, w.db, func(m *factory.M) { m.Nick, m.Cash = nick, 500 })
	}
	factory.Member(t, w.db, func(m *factory.M) { m.Site, m.Nick = "other", "plain2" })
	w.exec(t, "UPDATE member_member SET status = 'stop' WHERE nick = 'plain'")
	for text, want := range map[string]string{"%": "100%", "_": "a_b", `\`: `back\slash`, "PLAI": "plain", "' OR 1=1--": ""} {
		found, total, err := w.s.Search(t.Context(), member.Search{Site: "demo", Text: text, Count: 10})
		require.NoError(t, err)
		if want == "" {
			require.Empty(t, found)
			continue
		}
		require.Equal(t, int64(1), total, text)
		require.Equal(t, want, found[0].Nick)
		require.EqualValues(t, 500, found[0].Cash)
	}
	found, total, err := w.s.Search(t.Context(), member.Search{Site: "demo", Status: member.Normal, Count: 2, Skip: 2})
	require.NoError(t, err)
	require.Equal(t, int64(3), total)
	require.Len(t, found, 1)
}

// Staff finds the members of a level, and sees how many each level has: those of the own site, in any status.
func TestMembersAreFoundAndCountedByLevel(t *testing.T) {
	t.Parallel()
	w := newWorld(t, nil)
	high := factory.Member(t, w.db)
	stopped := factory.Member(t, w.db)
	factory.Member(t, w.db)
	w.exec(t, "UPDATE member_member SET level = 7 WHERE member_id = ANY ($1)", []string{high.MemID, stopped.MemID})
	w.exec(t, "UPDATE member_member SET status = 'stop' WHERE member_id = $1", stopped.MemID)
	foreign := factory.Member(t, w.db, func(m *factory.M) { m.Site = "other" })
	w.exec(t, "UPDATE member_member SET level = 7 WHERE member_id = $1", foreign.MemID)
	find := func(q member.Search) []string {
		q.Site, q.Count = "demo", 10
		found, total, err := w.s.Search(t.Context(), q)
		require.NoError(t, err)
		require.Len(t, found, int(total))
		ids := []string{}
		for _, f := range found {
			ids = append(ids, f.MemID)
		}
		return ids
	}
	require.ElementsMatch(t, []string{high.MemID, stopped.MemID}, find(member.Search{Level: 7}))
	require.Equal(t, []string{stopped.MemID}, find(member.Search{Level: 7, Status: "stop"}))
	require.Equal(t, []string{high.MemID}, find(member.Search{Level: 7, Text: high.MemID}))
	require.Empty(t, find(member.Search{Level: 11}))
	counts, err := w.s.OfLevels(t.Context(), "demo")
	require.NoError(t, err)
	require.Equal(t, []int64{1, 0, 0, 0, 0, 0, 2, 0, 0, 0}, counts)
}

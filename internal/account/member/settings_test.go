package member_test

import (
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"hubstake/internal/account/member"
	"hubstake/internal/core/fault"
	"hubstake/internal/operator/audit"
	"hubstake/internal/testkit/factory"
)

func TestStaffSetsWhatAMemberIsAllowed(t *testing.T) { // D-45
	t.Parallel()
	w := newWorld(t, nil)
	m := factory.Member(t, w.db)
	act := member.Act{Actor: audit.Actor{ID: "staff1"}, Site: "demo", MemID: m.MemID}
	card := func() member.Card {
		t.Helper()
		c, err := w.s.Card(t.Context(), "demo", m.MemID)
		require.NoError(t, err)
		return c
	}
	first := card()
	require.Equal(t, member.Settings{Level: 1, Login: true, Withdraw: true}, first.Settings)
	in, err := w.login(t.Context(), m.MemID, factory.Password)
	require.NoError(t, err)

	becomes := member.Settings{Level: 7, Login: false, Withdraw: false, Recommend: true}
	require.NoError(t, w.s.Set(t.Context(), act, first.Version, becomes, " asked for by the bank "))
	require.Equal(t, becomes, card().Settings)
	s, _, err := w.s.Session(t.Context(), in.SID)
	require.NoError(t, err)
	require.Equal(t, member.Ended, s.State, "who may not log in is not inside either")
	_, err = w.login(t.Context(), m.MemID, factory.Password)
	require.ErrorIs(t, err, fault.LogInRestricted)
	require.JSONEq(t, `{"before":{"level":1,"login":true,"withdraw":true,"recommend":false},
		"becomes":{"level":7,"login":false,"withdraw":false,"recommend":true},"reason":"asked for by the bank"}`,
		one[string](t, w, "SELECT detail::text FROM audit_entry ORDER BY id DESC LIMIT 1"), "S-81")
	require.ErrorIs(t, w.s.Set(t.Context(), act, first.Version, first.Settings, "x"), fault.PaymentProblem, "someone was first")
	now := card()
	for _, level := range []int{-1, 0, 11} {
		require.ErrorIs(t, w.s.Set(t.Context(), act, now.Version, member.Settings{Level: level}, "x"), fault.Failed)
	}
	for _, reason := range []string{"", "  ", strings.Repeat("x", 201)} {
		require.ErrorIs(t, w.s.Set(t.Context(), act, now.Version, first.Settings, reason), fault.Failed)
	}
	require.Equal(t, becomes, card().Settings)
	require.NoError(t, w.s.Set(t.Context(), act, now.Version, first.Settings, "cleared"))
	_, err = w.login(t.Context(), m.MemID, factory.Password)
	require.NoError(t, err)

	for _, status := range []member.Status{member.Pending, member.Deleted} {
		other := factory.Member(t, w.db, func(m *factory.M) { m.Status = status })
		at := member.Act{Actor: act.Actor, Site: "demo", MemID: other.MemID}
		require.ErrorIs(t, w.s.Set(t.Context(), at, 1, becomes, "x"), fault.MemberNotFound, status)
	}
	act.Site = "other"
	require.ErrorIs(t, w.s.Set(t.Context(), act, now.Version+1, becomes, "x"), fault.MemberNotFound, "of another site")
	_, err = w.s.Card(t.Context(), "other", m.MemID)
	require.ErrorIs(t, err, fault.MemberNotFound)
}

// Of two forms that were opened together one is saved.
func TestSettingsOfAMemberAreSavedOnce(t *testing.T) {
	t.Parallel()
	w := newWorld(t, nil)
	m := factory.Member(t, w.db)
	act := member.Act{Actor: audit.Actor{ID: "staff1"}, Site: "demo", MemID: m.MemID}
	done := make(chan error, 8)
	for i := range cap(done) {
		go func() {
			done <- w.s.Set(t.Context(), act, 1, member.Settings{Level: 1 + i, Login: true, Withdraw: true}, "x")
		}()
	}
	saved := 0
	for range cap(done) {
		if err := <-done; err == nil {
			saved++
		} else {
			require.ErrorIs(t, err, fault.PaymentProblem)
		}
	}
	require.Equal(t, 1, saved)
}

func TestStaffWritesNotesAboutAMember(t *testing.T) {
	t.Parallel()
	w := newWorld(t, nil)
	m, boss := factory.Member(t, w.db), factory.Staff(t, w.db)
	act := member.Act{Actor: audit.Actor{ID: boss.ID}, Site: "demo", MemID: m.MemID}
	require.NoError(t, w.s.AddNote(t.Context(), act, " called at noon "))
	require.NoError(t, w.s.AddNote(t.Context(), act, "called again"))
	for _, content := range []string{"", " ", strings.Repeat("x", 1001)} {
		require.ErrorIs(t, w.s.AddNote(t.Context(), act, content), fault.Failed)
	}
	c, err := w.s.Card(t.Context(), "demo", m.MemID)
	require.NoError(t, err)
	at := w.clk.Now().UTC()
	require.Equal(t, []member.Note{{By: boss.ID, Content: "called again", At: at}, {By: boss.ID, Content: "called at noon", At: at}}, c.Notes)
	act.Site = "other"
	require.ErrorIs(t, w.s.AddNote(t.Context(), act, "x"), fault.MemberNotFound)
}

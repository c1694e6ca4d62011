package member_test

import (
	"testing"

	"github.com/stretchr/testify/require"

	"hubstake/internal/account/credential"
	"hubstake/internal/account/member"
	"hubstake/internal/core/event"
	"hubstake/internal/core/fault"
	"hubstake/internal/core/paging"
	"hubstake/internal/operator/audit"
	"hubstake/internal/testkit/factory"
)

func TestAMemberSeesAndEndsItsDevices(t *testing.T) {
	t.Parallel()
	w := newWorld(t, map[string]any{"multiLogin": "allow"})
	m, other := factory.Member(t, w.db), factory.Member(t, w.db)
	var in [3]member.Grant
	var err error
	for i := range in {
		in[i], err = w.login(t.Context(), m.MemID, factory.Password)
		require.NoError(t, err)
	}
	foreign, err := w.login(t.Context(), other.MemID, factory.Password)
	require.NoError(t, err)
	list, err := w.s.Devices(t.Context(), "demo", m.MemID)
	require.NoError(t, err)
	require.Len(t, list, 3)
	require.Equal(t, []any{origin.IP, origin.UserAgent, w.clk.Now()}, []any{list[0].IP, list[0].UserAgent, list[0].Since})

	var mark int64
	w.events(t, &mark)
	for sid, want := range map[string]int{in[0].SID: 1, foreign.SID: 0, "nobody's": 0, "": 0} { // a foreign session is treated like a missing one
		n, err := w.s.EndDevice(t.Context(), m.MemID, sid, sampled)
		require.NoError(t, err)
		require.Equal(t, want, n, sid)
	}
	require.Equal(t, []event.Event{{
		Site: "demo", Member: m.MemID, SID: in[0].SID, Cmd: event.Logout, Data1: "DEVICE", Ver: in[0].Version + 1, Trace: sampled,
	}}, w.events(t, &mark))
	n, err := w.s.EndOtherDevices(t.Context(), m.MemID, in[2].SID, "")
	require.NoError(t, err)
	require.Equal(t, 1, n)
	list, err = w.s.Devices(t.Context(), "demo", m.MemID)
	require.NoError(t, err)
	require.Len(t, list, 1)
	require.Equal(t, in[2].SID, list[0].SID)
	s, _, err := w.s.Session(t.Context(), foreign.SID)
	require.NoError(t, err)
	require.Equal(t, member.Live, s.State)
}

func TestAMemberSeesItsLogIns(t *testing.T) {
	t.Parallel()
	w := newWorld(t, nil)
	m := factory.Member(t, w.db)
	_, err := w.login(t.Context(), m.MemID, "Wrong1234")
	require.ErrorIs(t, err, fault.WrongPassword)
	_, err = w.login(t.Context(), m.MemID, factory.Password)
	require.NoError(t, err)
	_, err = w.login(t.Context(), factory.Member(t, w.db).MemID, factory.Password)
	require.NoError(t, err)
	list, total, err := w.s.Logins(t.Context(), "demo", m.MemID, paging.Days{}, paging.Slice{Count: 10})
	require.NoError(t, err)
	require.EqualValues(t, 2, total)
	require.Equal(t, []member.PastLogin{{w.clk.Now(), origin.IP, "200"}, {w.clk.Now(), origin.IP, "U003"}}, list)
	list, _, err = w.s.Logins(t.Context(), "demo", m.MemID, paging.Days{}, paging.Slice{Count: 1, Skip: 1})
	require.NoError(t, err)
	require.Equal(t, "U003", list[0].Result)
}

// security.md 6.2.3, 7.4.3: the present password is needed, and the other sessions end.
func TestANewPasswordNeedsThePresentOne(t *testing.T) {
	t.Parallel()
	w := newWorld(t, map[string]any{"multiLogin": "allow"})
	m := factory.Member(t, w.db)
	here, err := w.login(t.Context(), m.MemID, factory.Password)
	require.NoError(t, err)
	there, err := w.login(t.Context(), m.MemID, factory.Password)
	require.NoError(t, err)
	change := func(c member.Change) error {
		c.Site, c.MemID, c.SID, c.Origin = "demo", m.MemID, here.SID, origin
		return w.s.Update(t.Context(), c)
	}
	before := one[string](t, w, "SELECT pass_hash || pin_hash || nick || lang FROM member_member WHERE member_id = $1", m.MemID)
	taken := factory.Member(t, w.db)
	for name, c := range map[string]struct {
		change member.Change
		want   *fault.Fault
	}{
		"no password":    {member.Change{NewPassword: "Fresh777"}, fault.PasswordRequired},
		"wrong password": {member.Change{Password: "Wrong1234", NewPassword: "Fresh777"}, fault.WrongPassword},
		"nothing":        {member.Change{Password: factory.Password}, fault.Failed},
		"short":          {member.Change{Password: factory.Password, NewPassword: "a1"}, fault.BadPassword},
		"common":         {member.Change{Password: factory.Password, NewPassword: "password1"}, fault.BadPassword},
		"its id":         {member.Change{Password: factory.Password, NewPassword: credential.Secret(m.MemID + "1")}, fault.BadPassword},
		"PIN form":       {member.Change{Password: factory.Password, NewPIN: "12a4", PIN: factory.PIN}, fault.BadCashPIN},
		"no PIN":         {member.Change{Password: factory.Password, NewPIN: "4711"}, fault.CashPINRequired},
		"wrong PIN":      {member.Change{Password: factory.Password, NewPIN: "4711", PIN: "0000"}, fault.WrongCashPIN},
		"nick":           {member.Change{Password: factory.Password, Nick: "a"}, fault.BadNickname},
		"nick taken":     {member.Change{Password: factory.Password, Nick: taken.Nick}, fault.DuplicateNickname},
		"language":       {member.Change{Password: factory.Password, Lang: "xx"}, fault.Failed},
	} {
		require.ErrorIs(t, change(c.change), c.want, name)
	}
	require.Equal(t, before, one[string](t, w, "SELECT pass_hash || pin_hash || nick || lang FROM member_member WHERE member_id = $1", m.MemID))

	var mark int64
	w.events(t, &mark)
	require.NoError(t, change(member.Change{
		Password: factory.Password, NewPassword: "Fresh777!", PIN: factory.PIN, NewPIN: "4711", Nick: "Tiger", Lang: "ko",
	}))
	require.Equal(t, []event.Event{
		{Site: "demo", Member: m.MemID, SID: there.SID, Cmd: event.Logout, Data1: "PASSWORD", Ver: there.Version + 1, Trace: origin.Trace},
		{Site: "demo", Member: m.MemID, Cmd: event.Msg, Data1: "1", Ver: 2, Trace: origin.Trace}, // S-12: of the password
		{Site: "demo", Member: m.MemID, Cmd: event.Msg, Data1: "2", Ver: 3, Trace: origin.Trace}, // of the PIN
	}, w.events(t, &mark))
	s, _, err := w.s.Session(t.Context(), here.SID)
	require.NoError(t, err)
	require.Equal(t, member.Live, s.State)
	_, err = w.login(t.Context(), m.MemID, factory.Password)
	require.ErrorIs(t, err, fault.WrongPassword)
	_, err = w.login(t.Context(), m.MemID, "Fresh777!")
	require.NoError(t, err)
	require.NoError(t, w.s.VerifyPIN(t.Context(), m.MemID, "4711"))
	v, err := w.s.View(t.Context(), m.MemID)
	require.NoError(t, err)
	require.Equal(t, []string{"Tiger", "ko"}, []string{v.Nick, v.Lang})
	require.JSONEq(t, `{"password":true,"pin":true,"nick":["`+m.Nick+`","Tiger"],"lang":["en","ko"]}`,
		one[string](t, w, "SELECT detail::text FROM audit_note WHERE action = 'member.update'"))
}

func TestAFirstPINNeedsThePasswordOnly(t *testing.T) { // C016 has a way out
	t.Parallel()
	w := newWorld(t, nil)
	m := factory.Member(t, w.db, func(m *factory.M) { m.PIN = "" })
	require.ErrorIs(t, w.s.VerifyPIN(t.Context(), m.MemID, "4711"), fault.CashPINNotSet)
	require.NoError(t, w.s.Update(t.Context(), member.Change{Site: "demo", MemID: m.MemID, Password: factory.Password, NewPIN: "4711"}))
	require.NoError(t, w.s.VerifyPIN(t.Context(), m.MemID, "4711"))
}

// A thief of a session guesses no better here than at the door.
func TestWrongPasswordsOfAChangeLockAsWell(t *testing.T) {
	t.Parallel()
	w := newWorld(t, nil)
	m := factory.Member(t, w.db)
	for n := 1; n <= 8; n++ {
		err := w.s.Update(t.Context(), member.Change{Site: "demo", MemID: m.MemID, Password: "Wrong1234", Nick: "Tiger"})
		if n < 8 {
			require.ErrorIs(t, err, fault.WrongPassword)
		} else {
			require.ErrorIs(t, err, fault.AccountLocked)
		}
	}
	_, err := w.login(t.Context(), m.MemID, factory.Password)
	require.ErrorIs(t, err, fault.AccountLocked)
	require.Equal(t, 2, one[int](t, w, "SELECT count(*) FROM audit_note WHERE action = 'login.refused' AND target = $1", m.MemID), "S-80")
}

func TestStaffGivesAStatus(t *testing.T) { // D-45
	t.Parallel()
	w := newWorld(t, nil)
	m := factory.Member(t, w.db)
	act := member.Act{Actor: audit.Actor{ID: "staff1"}, Site: "demo", MemID: m.MemID}
	for status, want := range map[member.Status]*fault.Fault{
		member.Dormant: fault.ContactAdmin, member.Closed: fault.ContactAdmin,
		member.Black: fault.BlockedMember, member.Stopped: fault.Suspended, member.Suspended: fault.Suspended,
	} {
		in, err := w.login(t.Context(), m.MemID, factory.Password)
		require.NoError(t, err, status)
		require.NoError(t, w.s.SetStatus(t.Context(), act, status, "asked for"))
		s, _, err := w.s.Session(t.Context(), in.SID)
		require.NoError(t, err)
		require.Equal(t, member.Ended, s.State)
		_, err = w.login(t.Context(), m.MemID, factory.Password)
		require.ErrorIs(t, err, want, status)
		_, err = w.login(t.Context(), m.MemID, "Wrong1234")
		require.ErrorIs(t, err, fault.WrongPassword, "told after the right password only")
		require.NoError(t, w.s.SetStatus(t.Context(), act, member.Normal, "back"))
	}
	require.JSONEq(t, `{"status":"normal","reason":"back","before":"`+one[string](t, w,
		"SELECT detail ->> 'status' FROM audit_entry ORDER BY id DESC OFFSET 1 LIMIT 1")+`"}`,
		one[string](t, w, "SELECT detail::text FROM audit_entry ORDER BY id DESC LIMIT 1"), "S-81")
	for _, status := range []member.Status{"", "king", member.Pending, member.Deleted} {
		require.ErrorIs(t, w.s.SetStatus(t.Context(), act, status, "x"), fault.Failed, status)
	}
	require.ErrorIs(t, w.s.SetStatus(t.Context(), act, member.Black, " "), fault.Failed)
	pending := factory.Member(t, w.db, func(m *factory.M) { m.Status = member.Pending })
	act.MemID = pending.MemID
	require.ErrorIs(t, w.s.SetStatus(t.Context(), act, member.Normal, "x"), fault.MemberNotFound)
}

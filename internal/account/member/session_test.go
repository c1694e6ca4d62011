package member_test

import (
	"errors"
	"strings"
	"testing"
	"time"

	"github.com/jackc/pgx/v5"
	"github.com/stretchr/testify/require"

	"hubstake/internal/access/token"
	"hubstake/internal/account/member"
	"hubstake/internal/core/event"
	"hubstake/internal/core/fault"
	"hubstake/internal/operator/audit"
	"hubstake/internal/platform/pg"
	"hubstake/internal/testkit/factory"
)

func TestATokenIsRenewedInItsLastMinute(t *testing.T) { // D-09
	t.Parallel()
	w := newWorld(t, nil)
	g, err := w.login(t.Context(), factory.Member(t, w.db).MemID, factory.Password)
	require.NoError(t, err)

	w.clk.Advance(118 * time.Minute)
	same, err := w.s.Renew(t.Context(), member.Renewal{SID: g.SID, Gen: 1})
	require.NoError(t, err)
	require.Equal(t, 1, same.Gen)
	require.Equal(t, g.Expires, same.Expires, "asking again does not prolong")
	require.Equal(t, g.HubKey, same.HubKey)
	c, err := w.verify.Verify(same.Token, token.Member)
	require.NoError(t, err)
	require.True(t, g.Expires.Equal(c.Expires))

	w.clk.Advance(61 * time.Second)
	next, err := w.s.Renew(t.Context(), member.Renewal{SID: g.SID, Gen: 1})
	require.NoError(t, err)
	require.Equal(t, 2, next.Gen)
	require.Equal(t, int64(2), next.Version)
	require.Equal(t, w.clk.Now().Add(120*time.Minute), next.Expires)
	require.Equal(t, g.Topic, next.Topic)

	now := w.clk.Now()
	old := func(gen int) error { return w.s.Superseded(t.Context(), g.SID, gen, origin) }
	require.NoError(t, old(2))
	require.ErrorIs(t, old(0), fault.NoAccess)
	require.ErrorIs(t, old(3), fault.NoAccess)
	w.clk.Advance(9 * time.Second)
	require.NoError(t, old(1), "a request of another tab that was on its way")
	require.Equal(t, now.Add(9*time.Second), w.clk.Now())
}

// security.md 2.2: after its grace an old token is a copy. It is unknown which of the two callers is the thief: both are
// logged out.
func TestAnOldTokenThatIsUsedAgainEndsTheWholeSession(t *testing.T) {
	t.Parallel()
	w := newWorld(t, nil)
	m := factory.Member(t, w.db)
	g, err := w.login(t.Context(), m.MemID, factory.Password)
	require.NoError(t, err)
	_, err = w.s.Renew(t.Context(), member.Renewal{SID: g.SID, Gen: 1, Force: true})
	require.NoError(t, err)
	w.clk.Advance(member.Grace)
	var mark int64
	w.events(t, &mark)
	require.Equal(t, 1, 10-successes(atOnce(10, func(int) error {
		if err := w.s.Superseded(t.Context(), g.SID, 1, origin); !errors.Is(err, member.ErrReused) {
			require.ErrorIs(t, err, fault.NoAccess)
			return nil
		}
		return member.ErrReused
	})), "it is found once")
	x, ok, err := w.s.Session(t.Context(), g.SID)
	require.NoError(t, err)
	require.True(t, ok)
	require.Equal(t, member.Ended, x.State)
	events := w.events(t, &mark)
	require.Len(t, events, 1)
	require.Equal(t, []any{event.Logout, "REUSED", g.SID}, []any{events[0].Cmd, events[0].Data1, events[0].SID})
	require.Equal(t, 1, one[int](t, w, "SELECT count(*) FROM audit_note WHERE action = 'session.reused' AND target = $1", m.MemID))
	_, err = w.s.Renew(t.Context(), member.Renewal{SID: g.SID, Gen: 2, Force: true})
	require.ErrorIs(t, err, fault.NoAccess)
}

// ASVS 7.3.2: a session that is renewed for ever ends all the same, and its tokens with it. Sessions of staff last shorter.
func TestASessionThatIsAlwaysRenewedEndsAfterTwelveHoursAndThatOfStaffAfterEight(t *testing.T) {
	t.Parallel()
	for area, hours := range map[token.Audience]int{token.Member: 12, token.Admin: 8} {
		w := newWorld(t, nil)
		var g member.Grant
		require.NoError(t, pg.InTx(t.Context(), w.db, func(tx pgx.Tx) error {
			x, err := w.s.Begin(t.Context(), tx, member.Entrance{MemID: "someone", Site: "demo", Audience: area, At: w.clk.Now()})
			if err == nil {
				g, err = w.s.Grant(x)
			}
			return err
		}))
		last := w.clk.Now().Add(time.Duration(hours) * time.Hour)
		for range hours - 1 {
			w.clk.Advance(time.Hour)
			var err error
			g, err = w.s.Renew(t.Context(), member.Renewal{SID: g.SID, Gen: g.Gen, Force: true})
			require.NoError(t, err)
			require.False(t, g.Expires.After(last), "the hub is told, too")
			c, err := w.verify.Verify(g.Token, area)
			require.NoError(t, err)
			require.False(t, c.Expires.After(last))
		}
		w.clk.Advance(59*time.Minute + time.Second)
		_, err := w.s.Renew(t.Context(), member.Renewal{SID: g.SID, Gen: g.Gen})
		require.ErrorIs(t, err, fault.NoAccess, area)
		x, _, err := w.s.Session(t.Context(), g.SID)
		require.NoError(t, err)
		require.Equal(t, []string{member.Ended, "LONGEST"}, []string{x.State, x.Reason})
	}
}

func TestTabsThatRenewAtOnceShareTheNewToken(t *testing.T) {
	t.Parallel()
	w := newWorld(t, nil)
	g, err := w.login(t.Context(), factory.Member(t, w.db).MemID, factory.Password)
	require.NoError(t, err)
	require.Equal(t, 10, successes(atOnce(10, func(int) error {
		n, err := w.s.Renew(t.Context(), member.Renewal{SID: g.SID, Gen: 1, Force: true})
		require.Equal(t, 2, n.Gen)
		return err
	})))
}

func TestAnEndedSessionIsNotRenewed(t *testing.T) {
	t.Parallel()
	w := newWorld(t, nil)
	m := factory.Member(t, w.db)
	first, err := w.login(t.Context(), m.MemID, factory.Password)
	require.NoError(t, err)
	second, err := w.login(t.Context(), m.MemID, factory.Password)
	require.NoError(t, err)
	_, err = w.s.Renew(t.Context(), member.Renewal{SID: first.SID, Gen: 1, Force: true})
	require.ErrorIs(t, err, fault.LoggedInElsewhere)
	require.NoError(t, w.s.Logout(t.Context(), second.SID, ""))
	for _, sid := range []string{second.SID, "unknown"} {
		_, err = w.s.Renew(t.Context(), member.Renewal{SID: sid, Gen: 1, Force: true})
		require.ErrorIs(t, err, fault.NoAccess)
	}
}

func TestLogoutIsToldToTheSessionAndThePartners(t *testing.T) {
	t.Parallel()
	w := newWorld(t, nil)
	p := factory.Partner(t, w.db)
	m := factory.Member(t, w.db, func(m *factory.M) { m.Parent = p.MemID })
	g, err := w.login(t.Context(), m.MemID, factory.Password)
	require.NoError(t, err)
	var mark int64
	w.events(t, &mark)
	for range 2 { // the second time nothing is left to end
		require.NoError(t, w.s.Logout(t.Context(), g.SID, sampled))
	}
	require.Equal(t, []event.Event{
		{Site: "demo", Member: m.MemID, SID: g.SID, Cmd: event.Logout, Data1: "LOGOUT", Ver: 2, Trace: sampled},
		{Site: "demo", Member: m.MemID, Upline: p.MemID, Cmd: event.Leave, Data1: m.MemID, Trace: sampled},
	}, w.events(t, &mark))
	require.Equal(t, member.Ended, w.announced[len(w.announced)-1].State)
}

func TestAProbeIsAFactLikeAnyOther(t *testing.T) {
	t.Parallel()
	w := newWorld(t, nil)
	m := factory.Member(t, w.db)
	g, err := w.login(t.Context(), m.MemID, factory.Password)
	require.NoError(t, err)
	var mark int64
	w.events(t, &mark)
	require.NoError(t, w.s.Probe(t.Context(), g.SID, "n1", sampled))
	require.Equal(t, []event.Event{{Site: "demo", Member: m.MemID, SID: g.SID, Cmd: event.Probe, Data1: "n1", Trace: sampled}}, w.events(t, &mark))
	require.ErrorIs(t, w.s.Probe(t.Context(), g.SID, "", ""), fault.Failed)
	require.ErrorIs(t, w.s.Probe(t.Context(), g.SID, strings.Repeat("x", 65), ""), fault.Failed)
	require.NoError(t, w.s.Logout(t.Context(), g.SID, ""))
	require.ErrorIs(t, w.s.Probe(t.Context(), g.SID, "n2", ""), fault.NoAccess)
}

// Every way to end a session is reported to the upline; otherwise their presence list would only grow.
func TestPartnersHearOfSessionsThatAreReplacedOrExpire(t *testing.T) {
	t.Parallel()
	w := newWorld(t, nil)
	top := factory.Partner(t, w.db)
	low := factory.Partner(t, w.db, func(m *factory.M) { m.Parent, m.PartnerLevel = top.MemID, 2 })
	m := factory.Member(t, w.db, func(m *factory.M) { m.Parent = low.MemID })
	upline := low.MemID + "," + top.MemID
	heard := func(mark *int64) (cmds []event.Cmd) {
		t.Helper()
		for _, e := range w.events(t, mark) {
			if e.Upline != "" {
				require.Equal(t, event.Event{Site: "demo", Member: m.MemID, Upline: upline, Cmd: e.Cmd, Data1: m.MemID, Trace: e.Trace}, e)
				cmds = append(cmds, e.Cmd)
			}
		}
		return cmds
	}
	var mark int64
	for want, n := []event.Cmd{event.Login}, 0; n < 2; want, n = []event.Cmd{event.Leave, event.Login}, n+1 {
		_, err := w.login(t.Context(), m.MemID, factory.Password)
		require.NoError(t, err)
		require.Equal(t, want, heard(&mark), "the second log-in replaces the first")
	}
	w.clk.Advance(31 * time.Minute)
	n, err := w.s.EndIdle(t.Context())
	require.NoError(t, err)
	require.Equal(t, 1, n)
	require.Equal(t, []event.Cmd{event.Leave}, heard(&mark))
}

func TestStaffEndsAllSessionsOfAMember(t *testing.T) {
	t.Parallel()
	w := newWorld(t, map[string]any{"multiLogin": "allow"})
	m := factory.Member(t, w.db)
	for range 3 {
		_, err := w.login(t.Context(), m.MemID, factory.Password)
		require.NoError(t, err)
	}
	act := member.Act{Actor: audit.Actor{ID: "boss1"}, Site: "demo", MemID: m.MemID}
	require.NoError(t, w.s.ForceLogout(t.Context(), act))
	require.Equal(t, 3, one[int](t, w, "SELECT count(*) FROM member_session WHERE state = 'ended' AND reason = 'ADMIN'"))
	require.Equal(t, 3, one[int](t, w, "SELECT count(*) FROM outbox_event WHERE cmd = 'LOGOUT' AND data1 = 'ADMIN'"))
	require.Equal(t, 1, one[int](t, w, "SELECT count(*) FROM audit_entry WHERE action = 'member.logout' AND target = $1", m.MemID))
	act.Site = "other"
	require.ErrorIs(t, w.s.ForceLogout(t.Context(), act), fault.MemberNotFound)
}

func TestAnotherStatusEndsTheSessions(t *testing.T) { // ASVS 7.4.2, 8.3.2
	t.Parallel()
	w := newWorld(t, nil)
	m := factory.Member(t, w.db)
	g, err := w.login(t.Context(), m.MemID, factory.Password)
	require.NoError(t, err)
	act := member.Act{Actor: audit.Actor{ID: "boss1"}, Site: "demo", MemID: m.MemID}
	require.NoError(t, w.s.SetStatus(t.Context(), act, member.Black, "cheat"))
	x, _, err := w.s.Session(t.Context(), g.SID)
	require.NoError(t, err)
	require.Equal(t, member.Ended, x.State)
	require.NoError(t, w.s.SetStatus(t.Context(), act, member.Normal, "appealed"))
	_, err = w.login(t.Context(), m.MemID, factory.Password)
	require.NoError(t, err)
}

func TestASessionThatRestedTooLongIsOver(t *testing.T) { // S-01
	t.Parallel()
	w := newWorld(t, map[string]any{"multiLogin": "allow"})
	m := factory.Member(t, w.db)
	g, err := w.login(t.Context(), m.MemID, factory.Password)
	require.NoError(t, err)
	for range 3 {
		w.clk.Advance(29 * time.Minute)
		ok, err := w.s.See(t.Context(), g.SID, "demo", "")
		require.NoError(t, err)
		require.True(t, ok)
	}
	rested, err := w.login(t.Context(), m.MemID, factory.Password)
	require.NoError(t, err)
	w.clk.Advance(10 * time.Minute)
	fresh, err := w.login(t.Context(), m.MemID, factory.Password)
	require.NoError(t, err)
	w.clk.Advance(20 * time.Minute)

	ok, err := w.s.See(t.Context(), g.SID, "demo", "")
	require.NoError(t, err)
	require.False(t, ok)
	n, err := w.s.EndIdle(t.Context())
	require.NoError(t, err)
	require.Equal(t, 1, n, "the one of the beginning ended when it was used")
	for sid, want := range map[string]string{g.SID: member.Ended, rested.SID: member.Ended, fresh.SID: member.Live} {
		x, _, err := w.s.Session(t.Context(), sid)
		require.NoError(t, err)
		require.Equal(t, want, x.State)
		if want == member.Ended {
			require.Equal(t, "IDLE", x.Reason)
		}
	}
	require.Equal(t, 2, one[int](t, w, "SELECT count(*) FROM outbox_event WHERE cmd = 'LOGOUT' AND data1 = 'IDLE'"))
}

func TestASessionEndsWithItsToken(t *testing.T) {
	t.Parallel()
	w := newWorld(t, map[string]any{"autoLogoutMinutes": 600})
	_, err := w.login(t.Context(), factory.Member(t, w.db).MemID, factory.Password)
	require.NoError(t, err)
	w.clk.Advance(119 * time.Minute)
	n, err := w.s.EndIdle(t.Context())
	require.NoError(t, err)
	require.Zero(t, n)
	w.clk.Advance(time.Minute)
	n, err = w.s.EndIdle(t.Context())
	require.NoError(t, err)
	require.Equal(t, 1, n)
}

func TestAGuestGetsAPassWithoutASession(t *testing.T) {
	t.Parallel()
	w := newWorld(t, nil)
	p, err := w.s.Guest("demo")
	require.NoError(t, err)
	c, err := w.verify.Verify(p.Token, token.Guest)
	require.NoError(t, err)
	sealer, err := token.NewSealer(factory.Key())
	require.NoError(t, err)
	key, err := sealer.Open(p.SID, c.HubKey)
	require.NoError(t, err)
	require.Equal(t, p.HubKey, key)
	_, err = w.verify.Verify(p.Token, token.Member, token.Partner, token.Admin)
	require.Error(t, err)
}

func TestProvisionedSessionsAreNotIdle(t *testing.T) {
	t.Parallel()
	w := newWorld(t, nil)
	a, b := factory.Member(t, w.db).MemID, factory.Member(t, w.db).MemID
	before, err := w.login(t.Context(), a, factory.Password)
	require.NoError(t, err)
	var grants []member.Grant
	require.NoError(t, pg.InTx(t.Context(), w.db, func(tx pgx.Tx) (err error) {
		grants, err = w.s.Provision(t.Context(), tx, "demo", []string{a, b})
		return err
	}))
	require.Equal(t, []string{a, b}, []string{grants[0].MemID, grants[1].MemID})
	w.clk.Advance(119 * time.Minute)
	n, err := w.s.EndIdle(t.Context())
	require.NoError(t, err)
	require.Zero(t, n)
	_, err = w.verify.Verify(grants[1].Token, token.Member)
	require.NoError(t, err)
	x, _, err := w.s.Session(t.Context(), before.SID)
	require.NoError(t, err)
	require.Equal(t, member.Ended, x.State)
}

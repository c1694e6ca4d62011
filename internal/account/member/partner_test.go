package member_test

import (
	"strings"
	"testing"

	"github.com/jackc/pgx/v5"
	"github.com/stretchr/testify/require"

	"hubstake/internal/access/token"
	"hubstake/internal/account/credential"
	"hubstake/internal/account/member"
	"hubstake/internal/core/fault"
	"hubstake/internal/operator/approval"
	"hubstake/internal/operator/audit"
	"hubstake/internal/operator/site"
	"hubstake/internal/platform/pg"
	"hubstake/internal/testkit/factory"
)

// The first member of a site signs up without a referrer and becomes its head office; from then on every signup names one.
func TestTheFirstPartnerOfASite(t *testing.T) {
	t.Parallel()
	w := newWorld(t, nil)
	taken := factory.Member(t, w.db, func(m *factory.M) { m.Site = "other" })
	require.NoError(t, w.s.Check(t.Context(), "demo", member.KindID, taken.MemID, ""), "what is taken on other sites is not told")
	require.ErrorIs(t, w.s.Check(t.Context(), "demo", member.KindID, "x", ""), fault.BadID)

	first := form("")
	office, err := w.s.SignUp(t.Context(), "demo", first, credential.Origin{})
	require.NoError(t, err)
	act := asStaff(office)
	require.ErrorIs(t, w.s.MakePartner(t.Context(), act, "x"), fault.MemberNotFound, "not approved yet")
	require.NoError(t, w.s.Approve(t.Context(), act))

	errs := atOnce(8, func(int) error { return w.s.MakePartner(t.Context(), act, " our head office ") })
	require.Equal(t, 1, successes(errs))
	for _, err := range errs {
		if err != nil {
			require.ErrorIs(t, err, fault.PaymentProblem)
		}
	}
	require.Equal(t, "partner 1 true", one[string](t, w, "SELECT role || ' ' || partner_level || ' ' || recommend_allowed FROM member_member WHERE member_id = '"+office+"'"))
	require.Equal(t, 1, one[int](t, w, "SELECT count(*) FROM audit_entry WHERE action = 'member.partner' AND detail->>'reason' = 'our head office'"))

	second := form("")
	second.MemID, second.Nick, second.Phone, second.Number = "second1", "Second", "01055556666", "55556666"
	_, err = w.s.SignUp(t.Context(), "demo", second, credential.Origin{})
	require.ErrorIs(t, err, fault.ReferrerRequired)
	require.ErrorIs(t, w.s.Check(t.Context(), "demo", member.KindID, second.MemID, ""), fault.ReferrerRequired)
	second.Referrer = office
	_, err = w.s.SignUp(t.Context(), "demo", second, credential.Origin{})
	require.NoError(t, err)
}

func TestWhoCannotBeMadeAPartner(t *testing.T) {
	t.Parallel()
	w := newWorld(t, nil)
	factory.Site(t, w.db, func(s *factory.S) { s.ID = "other" })
	free := factory.Member(t, w.db)
	partner := factory.Partner(t, w.db)
	stopped := factory.Member(t, w.db, func(m *factory.M) { m.Status = member.Stopped })
	tests := factory.Member(t, w.db)
	require.NoError(t, w.s.MarkTest(t.Context(), asStaff(tests.MemID), "x"))
	elsewhere := asStaff(free.MemID)
	elsewhere.Site = "other"
	for name, c := range map[string]struct {
		act    member.Act
		reason string
		want   error
	}{
		"no reason":     {asStaff(free.MemID), " ", fault.Failed},
		"a long reason": {asStaff(free.MemID), strings.Repeat("x", 201), fault.Failed},
		"another site":  {elsewhere, "x", fault.MemberNotFound},
		"a partner":     {asStaff(partner.MemID), "x", fault.PaymentProblem},
		"stopped":       {asStaff(stopped.MemID), "x", fault.MemberNotFound},
		"a test":        {asStaff(tests.MemID), "x", fault.TestAccount},
	} {
		require.ErrorIs(t, w.s.MakePartner(t.Context(), c.act, c.reason), c.want, name)
	}
	require.Equal(t, 1, one[int](t, w, "SELECT count(*) FROM member_member WHERE role = 'partner'"))
	require.Zero(t, one[int](t, w, "SELECT count(*) FROM audit_entry WHERE action = 'member.partner'"))
}

// A site that does not let its partners refer any more ends the sessions of all their persons, whose connections would go on hearing of the
// downlines, and no others.
func TestThePartnerAreaOfASiteEndsWithTheRightToRefer(t *testing.T) {
	t.Parallel()
	w := newWorld(t, nil)
	factory.Site(t, w.db, func(s *factory.S) { s.ID = "other" })
	m, abroad := factory.Partner(t, w.db), factory.Partner(t, w.db, func(m *factory.M) { m.Site = "other" })
	begin := func(m factory.M, e member.Entrance) (sid string) {
		t.Helper()
		e.MemID, e.Site, e.At = m.MemID, m.Site, w.clk.Now()
		require.NoError(t, pg.InTx(t.Context(), w.db, func(tx pgx.Tx) error {
			x, err := w.s.Begin(t.Context(), tx, e)
			sid = x.SID
			return err
		}))
		return sid
	}
	persons := []string{begin(m, member.Entrance{Agent: m.MemID, Audience: token.Partner}), begin(m, member.Entrance{Agent: m.MemID + ".mina", Audience: token.Partner})}
	others := []string{begin(m, member.Entrance{Audience: token.Member}), begin(abroad, member.Entrance{Agent: abroad.MemID, Audience: token.Partner})}
	state := func(sid string) string {
		return one[string](t, w, "SELECT state || ' ' || reason FROM member_session WHERE session_id = $1", sid)
	}
	becomes := func(yn string) {
		t.Helper()
		o := site.Defaults()
		o.RecommendYn = yn
		require.NoError(t, pg.InTx(t.Context(), w.db, func(tx pgx.Tx) error {
			return member.EndPartnerAreas(t.Context(), tx, "demo", o, w.clk.Now(), "")
		}))
	}
	becomes("Y")
	for _, sid := range append(persons, others...) {
		require.Equal(t, "live ", state(sid))
	}
	becomes("N")
	for _, sid := range persons {
		require.Equal(t, "ended ADMIN", state(sid))
		require.Equal(t, 1, one[int](t, w, "SELECT count(*) FROM outbox_event WHERE sid = $1 AND cmd = 'LOGOUT'", sid))
	}
	for _, sid := range others {
		require.Equal(t, "live ", state(sid))
	}
}

// A member that has a referrer becomes a head office as well, or a site could have no second one. It leaves the referrer, and what it did before
// stays with it.
func TestAMemberWithAReferrerBecomesAHeadOffice(t *testing.T) {
	t.Parallel()
	w := newWorld(t, nil)
	first := factory.Partner(t, w.db)
	second := factory.Member(t, w.db, func(m *factory.M) { m.Parent = first.MemID })
	require.NoError(t, w.s.MakePartner(t.Context(), asStaff(second.MemID), "another region"))
	require.Equal(t, "partner 1 true  {}", one[string](t, w, `SELECT role || ' ' || partner_level || ' ' || recommend_allowed || ' ' || coalesce(parent_id, '') || ' ' || upline::text
		FROM member_member WHERE member_id = '`+second.MemID+`'`))
	require.Equal(t, "{"+first.MemID+"}", one[string](t, w, "SELECT upline::text FROM member_upline WHERE member_id = '"+second.MemID+"'"))
	require.Equal(t, 1, one[int](t, w, "SELECT count(*) FROM outbox_event WHERE cmd = 'LEAVE'"))
	third := factory.Member(t, w.db, func(m *factory.M) { m.Parent = second.MemID })
	require.Equal(t, "{"+second.MemID+"}", one[string](t, w, "SELECT upline::text FROM member_member WHERE member_id = '"+third.MemID+"'"))
}

// D-69: a head office is made by two persons, and by no site's rules left alone by default.
func TestAHeadOfficeNeedsTwoPersons(t *testing.T) {
	t.Parallel()
	w := newWorld(t, map[string]any{"approvals": map[string]any{}})
	approvals := approval.New(w.db, w.clk, site.New(w.db, w.clk), factory.EveryRight)
	w.s.Approvals(approvals)
	m := factory.Member(t, w.db)
	require.ErrorIs(t, w.s.MakePartner(t.Context(), asStaff(m.MemID), "our head office"), fault.SecondPersonNeeded)
	require.Equal(t, "member", one[string](t, w, "SELECT role FROM member_member WHERE member_id = '"+m.MemID+"'"))
	require.Zero(t, one[int](t, w, "SELECT count(*) FROM audit_entry WHERE action = 'member.partner'"))
	id := int64(one[int](t, w, "SELECT id FROM approval_request WHERE kind = 'head'"))
	decide := func(who string) error {
		return approvals.Approve(t.Context(), approval.Decision{Actor: audit.Actor{ID: who}, Site: "demo", ID: id, Version: 1})
	}
	require.ErrorIs(t, decide(asStaff(m.MemID).ID), fault.OwnRequest)
	require.NoError(t, decide("second1"))
	require.Equal(t, "partner", one[string](t, w, "SELECT role FROM member_member WHERE member_id = '"+m.MemID+"'"))
}

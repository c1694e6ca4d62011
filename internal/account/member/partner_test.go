package member_test

import (
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"hubstake/internal/account/credential"
	"hubstake/internal/account/member"
	"hubstake/internal/core/fault"
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
	free := factory.Member(t, w.db)
	partner := factory.Partner(t, w.db)
	below := factory.Member(t, w.db, func(m *factory.M) { m.Parent = partner.MemID })
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
		"with referrer": {asStaff(below.MemID), "x", fault.ReferrerNotAllowed},
		"stopped":       {asStaff(stopped.MemID), "x", fault.MemberNotFound},
		"a test":        {asStaff(tests.MemID), "x", fault.TestAccount},
	} {
		require.ErrorIs(t, w.s.MakePartner(t.Context(), c.act, c.reason), c.want, name)
	}
	require.Equal(t, 1, one[int](t, w, "SELECT count(*) FROM member_member WHERE role = 'partner'"))
	require.Zero(t, one[int](t, w, "SELECT count(*) FROM audit_entry WHERE action = 'member.partner'"))
}

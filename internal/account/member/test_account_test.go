package member_test

import (
	"strings"
	"testing"

	"github.com/jackc/pgx/v5"
	"github.com/stretchr/testify/require"

	"hubstake/internal/account/member"
	"hubstake/internal/core/fault"
	"hubstake/internal/ledger/wallet"
	"hubstake/internal/operator/audit"
	"hubstake/internal/platform/pg"
	"hubstake/internal/testkit/factory"
)

func asStaff(memID string) member.Act {
	return member.Act{Actor: audit.Actor{ID: "staff1"}, Site: "demo", MemID: memID}
}

// S-103: what is real money and what is for tests is never mixed on one account.
func TestOnlyAnAccountWithoutMovesBecomesATestAccount(t *testing.T) {
	t.Parallel()
	w := newWorld(t, nil)
	m, funded := factory.Member(t, w.db), factory.Member(t, w.db, func(m *factory.M) { m.Points = 1 })
	foreign := factory.Member(t, w.db)
	require.NoError(t, pg.InTx(t.Context(), w.db, func(tx pgx.Tx) error {
		if err := wallet.Open(t.Context(), tx, foreign.MemID, "VND", "demo"); err != nil {
			return err
		}
		_, _, err := wallet.Apply(t.Context(), tx, wallet.Move{
			Member: foreign.MemID, Currency: "VND", Unit: wallet.Cash, Amount: 1, Contra: wallet.ContraDeposit, Kind: "deposit", Ref: "1",
		})
		return err
	}))
	for _, reason := range []string{"", " ", strings.Repeat("x", 201)} {
		require.ErrorIs(t, w.s.MarkTest(t.Context(), asStaff(m.MemID), reason), fault.Failed)
	}
	other := asStaff(m.MemID)
	other.Site = "other"
	for name, c := range map[string]struct {
		act  member.Act
		want error
	}{
		"points":           {asStaff(funded.MemID), fault.TestAccount},
		"another currency": {asStaff(foreign.MemID), fault.TestAccount},
		"a partner":        {asStaff(factory.Partner(t, w.db).MemID), fault.MemberNotFound},
		"pending":          {asStaff(factory.Member(t, w.db, func(m *factory.M) { m.Status = member.Pending }).MemID), fault.MemberNotFound},
		"deleted":          {asStaff(factory.Member(t, w.db, func(m *factory.M) { m.Status = member.Deleted }).MemID), fault.MemberNotFound},
		"another site":     {other, fault.MemberNotFound},
	} {
		require.ErrorIs(t, w.s.MarkTest(t.Context(), c.act, "x"), c.want, name)
	}
	require.Zero(t, one[int](t, w, "SELECT count(*) FROM member_member WHERE test_since IS NOT NULL"))
	require.Zero(t, one[int](t, w, "SELECT count(*) FROM audit_entry WHERE action = 'member.test'"))

	errs := atOnce(8, func(int) error { return w.s.MarkTest(t.Context(), asStaff(m.MemID), " new game ") })
	require.Equal(t, 1, successes(errs))
	for _, err := range errs {
		if err != nil {
			require.ErrorIs(t, err, fault.PaymentProblem)
		}
	}
	card, err := w.s.Card(t.Context(), "demo", m.MemID)
	require.NoError(t, err)
	require.Equal(t, []any{w.clk.Now().UTC(), "staff1", "new game"}, []any{card.TestSince.UTC(), card.TestBy, card.TestReason})
	require.Equal(t, "staff1 new game", one[string](t, w, "SELECT actor || ' ' || (detail->>'reason') FROM audit_entry WHERE action = 'member.test' AND target = $1", m.MemID))
	found, _, err := w.s.Search(t.Context(), member.Search{Site: "demo", Text: m.MemID, Count: 10})
	require.NoError(t, err)
	require.True(t, found[0].Test)
	card, err = w.s.Card(t.Context(), "demo", funded.MemID)
	require.NoError(t, err)
	require.Nil(t, card.TestSince)
}

// Of a deposit that arrives and the mark, either comes first: the account is funded and unmarked, or marked.
func TestAMarkAndAMoveAtOnce(t *testing.T) {
	t.Parallel()
	w := newWorld(t, nil)
	for range 20 {
		m := factory.Member(t, w.db)
		errs := atOnce(2, func(i int) error {
			if i == 0 {
				return w.s.MarkTest(t.Context(), asStaff(m.MemID), "x")
			}
			return pg.InTx(t.Context(), w.db, func(tx pgx.Tx) error {
				p, err := w.s.Held(t.Context(), tx, m.MemID)
				if err == nil {
					err = p.MayUseRealMoney()
				}
				if err == nil {
					_, _, err = wallet.Apply(t.Context(), tx, wallet.Move{
						Member: m.MemID, Currency: "KRW", Unit: wallet.Cash, Amount: 1, Contra: wallet.ContraDeposit, Kind: "deposit", Ref: m.MemID,
					})
				}
				return err
			})
		})
		require.Equal(t, 1, successes(errs), "%v", errs)
		for _, err := range errs {
			if err != nil {
				require.ErrorIs(t, err, fault.TestAccount)
			}
		}
	}
}

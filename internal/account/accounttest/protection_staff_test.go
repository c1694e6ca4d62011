package accounttest_test

import (
	"strings"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"hubstake/internal/account/member"
	"hubstake/internal/account/protection"
	"hubstake/internal/core/fault"
	"hubstake/internal/core/money"
	"hubstake/internal/operator/audit"
	"hubstake/internal/testkit/factory"
)

// S-37, S-48: staff makes a member's limits tighter and never looser; who did it, and why, is kept.
func TestStaffOnlyLowersLimits(t *testing.T) {
	w := newProtectionWorld(t)
	act := member.Act{Actor: audit.Actor{ID: "staff1"}, Site: "demo", MemID: w.who.Member}
	daily := protection.Which{Kind: protection.Deposit, Days: 1}
	lower := func(which protection.Which, amount money.Amount, reason string) error {
		return w.s.LowerLimit(t.Context(), act, which, money.In(amount), reason)
	}
	require.ErrorIs(t, lower(daily, 50_000, " "), fault.Failed, "without a reason")
	require.ErrorIs(t, lower(daily, 50_000, strings.Repeat("x", 201)), fault.Failed)
	require.ErrorIs(t, lower(protection.Which{Kind: "bets", Days: 1}, 50_000, "a call"), fault.Failed)
	require.ErrorIs(t, lower(daily, 0, "a call"), fault.AmountRequired)
	require.ErrorIs(t, lower(protection.Which{Kind: protection.Session, Days: 1}, 24*60+1, "a call"), fault.Failed)
	require.NoError(t, lower(daily, 50_000, "asked for on the phone"))
	require.EqualValues(t, 50_000, w.limit().Amount, "at once")
	require.ErrorIs(t, lower(daily, 50_000, "the same"), fault.Failed)
	require.ErrorIs(t, lower(daily, 50_001, "higher"), fault.Failed)

	require.NoError(t, w.set(protection.Deposit, 1, 90_000))
	require.NotNil(t, w.limit().Pending, "the member's raise waits as always")
	require.NoError(t, lower(daily, 20_000, "signs of harm"))
	require.Nil(t, w.limit().Pending, "and is gone with a tighter one")
	require.ErrorIs(t, w.mayDeposit(20_001), fault.LimitReached)

	require.ErrorIs(t, w.s.CoolOff(t.Context(), act, 2, "a call"), fault.Failed, "none of the lengths")
	require.ErrorIs(t, w.s.CoolOff(t.Context(), act, 7, ""), fault.Failed)
	require.NoError(t, w.s.CoolOff(t.Context(), act, 7, "signs of harm"))
	require.ErrorIs(t, w.s.CoolOff(t.Context(), act, 1, "shorter"), fault.Failed)
	require.ErrorIs(t, w.mayDeposit(1_000), fault.SelfExcluded)
	require.NoError(t, lower(daily, 10_000, "also in a break"))

	st, changes, err := w.s.Shown(t.Context(), act)
	require.NoError(t, err)
	require.True(t, st.InBreak)
	var got []string
	for _, c := range changes {
		got = append(got, strings.Join([]string{c.Action, c.Staff, c.Reason}, "|"))
	}
	require.Equal(t, []string{
		"set|staff1|also in a break", "timeout|staff1|signs of harm", "set|staff1|signs of harm", "asked||", "set|staff1|asked for on the phone",
	}, got)
	require.Equal(t, 4, queryValue[int](w, "SELECT count(*) FROM audit_entry WHERE actor = 'staff1' AND action <> 'protection.view' AND detail ->> 'reason' <> ''"))
	w.clk.Advance(7 * 24 * time.Hour)
	require.NoError(t, w.mayDeposit(1_000), "it ends by itself")

	factory.Site(t, w.db, func(s *factory.S) { s.ID, s.Hosts = "other", []string{"other.example"} })
	act.Site = "other"
	require.ErrorIs(t, lower(daily, 1_000, "a call"), fault.MemberNotFound, "staff of another site")
	require.ErrorIs(t, w.s.CoolOff(t.Context(), act, 7, "a call"), fault.MemberNotFound)
}

package accounttest_test

import (
	"strconv"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"hubstake/internal/account/credential"
	"hubstake/internal/account/protection"
	"hubstake/internal/core/fault"
	"hubstake/internal/core/money"
	"hubstake/internal/testkit/factory"
)

func TestATimeoutEndsByItselfAndNotBefore(t *testing.T) {
	w := newProtectionWorld(t)
	require.NoError(t, w.set(protection.Deposit, 1, 30_000))
	for _, days := range []int{0, -1, 2, 43, 365} {
		require.ErrorIs(t, w.s.Timeout(t.Context(), w.who, days), fault.Failed)
	}
	require.NoError(t, w.s.Timeout(t.Context(), w.who, 1))
	require.ErrorIs(t, w.mayDeposit(1_000), fault.SelfExcluded)
	require.ErrorIs(t, w.set(protection.Deposit, 1, 50_000), fault.SelfExcluded, "no limit is raised in a break (S-38)")
	require.NoError(t, w.set(protection.Deposit, 1, 20_000), "lowering is")
	w.clk.Advance(24*time.Hour - time.Microsecond)
	require.ErrorIs(t, w.mayDeposit(1_000), fault.SelfExcluded)
	w.clk.Advance(time.Microsecond)
	require.NoError(t, w.mayDeposit(1_000))
	require.ErrorIs(t, w.mayDeposit(30_000), fault.LimitReached, "the limit survived")
}

func TestAnExclusionWantsAPositiveConfirmation(t *testing.T) {
	w := newProtectionWorld(t)
	e := protection.Exclusion{Who: w.who, Months: 6, Agreed: true, Password: factory.Password}
	for want, change := range map[*fault.Fault]func(*protection.Exclusion){
		fault.Failed:           func(e *protection.Exclusion) { e.Agreed = false },
		fault.PasswordRequired: func(e *protection.Exclusion) { e.Password = "" },
		fault.WrongPassword:    func(e *protection.Exclusion) { e.Password = "Other1234" },
	} {
		bad := e
		change(&bad)
		require.ErrorIs(t, w.s.Exclude(t.Context(), bad), want)
	}
	for _, months := range []int{0, 1, 5, 7, 61} {
		bad := e
		bad.Months = months
		require.ErrorIs(t, w.s.Exclude(t.Context(), bad), fault.Failed)
	}
	require.NoError(t, w.mayDeposit(1_000), "nothing of it held")
	require.NoError(t, w.s.Exclude(t.Context(), e))
	require.ErrorIs(t, w.mayDeposit(1_000), fault.SelfExcluded, "at once")
	st, err := w.s.Of(t.Context(), w.who.Member)
	require.NoError(t, err)
	require.True(t, st.Break.Excluded)
	require.WithinDuration(t, w.clk.Now().AddDate(0, 6, 0), *st.Break.Exclusion, 0)
	e.Months = 12
	require.NoError(t, w.s.Exclude(t.Context(), e), "longer")
	e.Months = 6
	require.ErrorIs(t, w.s.Exclude(t.Context(), e), fault.Failed, "not shorter")
	in, err := w.members.Login(t.Context(), credential.Credentials{Site: "demo", MemID: w.who.Member, Password: factory.Password})
	require.NoError(t, err, "to withdraw (S-42)")
	require.NotEmpty(t, in.SID)
}

func TestTheTimeLoggedInIsTheUnionOfSessions(t *testing.T) {
	w := newProtectionWorld(t)
	now := w.clk.Now()
	require.NoError(t, w.set(protection.Session, 1, 120))
	at := func(d time.Duration) time.Time { return now.Add(d) }
	used := func() money.Amount { return w.limit().Used }
	require.Zero(t, used())

	old := w.session(at(-25 * time.Hour))
	w.exec("UPDATE member_session SET state = 'ended', reason = 'LOGOUT', ended_at = $2 WHERE session_id = $1", old, at(-23*time.Hour-30*time.Minute))
	require.EqualValues(t, 30, used(), "the part of it that is in the window")
	idle := w.session(at(-3 * time.Hour))
	w.exec("UPDATE member_session SET state = 'ended', reason = 'IDLE', seen_at = $2, ended_at = $3 WHERE session_id = $1", idle, at(-170*time.Minute), at(-140*time.Minute))
	require.EqualValues(t, 40, used(), "until the last action")
	w.session(at(-20 * time.Minute))
	w.session(at(-15 * time.Minute))
	require.EqualValues(t, 60, used(), "two at once are one time")
	w.clk.Advance(30 * time.Minute)
	require.EqualValues(t, 60, used(), "as much left the window as was added")
	w.clk.Advance(60 * time.Minute)
	require.EqualValues(t, 120, used())
}

func TestRemindersComeAtTheMembersInterval(t *testing.T) {
	w := newProtectionWorld(t)
	sid := w.session(w.clk.Now())
	remind := func(want int) {
		t.Helper()
		n, err := w.s.Remind(t.Context())
		require.NoError(t, err)
		require.Equal(t, want, n)
	}
	last := func() (minutes int, data2 string) {
		t.Helper()
		var text string
		require.NoError(t, w.db.QueryRow(t.Context(), "SELECT data1, data2 FROM outbox_event WHERE cmd = 'REALITY' AND sid = $1 AND member = $2 ORDER BY id DESC LIMIT 1",
			sid, w.who.Member).Scan(&text, &data2))
		minutes, err := strconv.Atoi(text)
		require.NoError(t, err)
		return minutes, data2
	}
	remind(0)
	w.clk.Advance(60*time.Minute - time.Second)
	remind(0)
	w.clk.Advance(time.Second)
	remind(1)
	minutes, data2 := last()
	require.Equal(t, 60, minutes, "every hour without a choice (S-43)")
	require.Empty(t, data2)
	remind(0)
	f, err := w.s.Session(t.Context(), w.who.Member, sid)
	require.NoError(t, err)
	require.True(t, f.Open)
	require.NoError(t, w.s.Answer(t.Context(), w.who.Member, sid))

	for _, minutes := range []int{0, 10, 61, 120} {
		require.ErrorIs(t, w.s.Interval(t.Context(), w.who, minutes), fault.Failed)
	}
	require.NoError(t, w.s.Interval(t.Context(), w.who, 15))
	w.clk.Advance(15 * time.Minute)
	remind(1)
	minutes, _ = last()
	require.Equal(t, 75, minutes)

	w.exec(`INSERT INTO casino_round (vendor_id, round_id, member_id, site_id, currency, bets, stake, payout, state, balance_before, balance_after, created_at)
		VALUES ('acme', 'r1', $1, 'demo', 'KRW', 1, 700, 300, 'closed', 0, 0, $2), ('acme', 'r0', $1, 'demo', 'KRW', 1, 90, 0, 'closed', 0, 0, $3), ('acme', 'r2', $1, 'demo', 'KRW', 1, 5000, 40, 'open', 0, 0, $2)`,
		w.who.Member, w.clk.Now(), w.clk.Now().Add(-24*time.Hour))
	f, err = w.s.Session(t.Context(), w.who.Member, sid)
	require.NoError(t, err)
	require.Equal(t, []any{money.Amount(700), money.Amount(300), money.Amount(5_000), 15}, []any{f.Staked, f.Won, f.OnBets, f.Interval}, "of this session only, and an open bet is no loss")
	_, err = w.s.Session(t.Context(), factory.Member(t, w.db).MemID, sid)
	require.ErrorIs(t, err, fault.NoAccess, "another member's")
	w.exec("UPDATE member_session SET state = 'ended' WHERE session_id = $1", sid)
	w.clk.Advance(time.Hour)
	remind(0)
}

// The limit of session time is told once, when it is reached, and again after it was not.
func TestTheEndOfTheTimeIsTold(t *testing.T) {
	w := newProtectionWorld(t)
	sid := w.session(w.clk.Now())
	require.NoError(t, w.set(protection.Session, 1, 30))
	told := func() int {
		t.Helper()
		_, err := w.s.Remind(t.Context())
		require.NoError(t, err)
		return queryValue[int](w, "SELECT count(*) FROM outbox_event WHERE cmd = 'REALITY' AND data2 = 'LIMIT' AND sid = $1", sid)
	}
	w.clk.Advance(30*time.Minute - time.Second)
	require.Zero(t, told())
	w.clk.Advance(time.Second)
	require.Equal(t, 1, told())
	w.clk.Advance(time.Minute)
	require.Equal(t, 1, told())
	w.exec("UPDATE member_session SET state = 'ended', reason = 'LOGOUT', ended_at = $2 WHERE session_id = $1", sid, w.clk.Now())
	w.clk.Advance(24 * time.Hour)
	sid = w.session(w.clk.Now())
	require.Zero(t, told(), "the next day counts from zero")
	w.clk.Advance(31 * time.Minute)
	require.Equal(t, 1, told())
}
